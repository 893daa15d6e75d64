"""The Linux packages agree with the program and with what Debian asks of a package."""

from __future__ import annotations

import configparser
import gzip
import hashlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
from contextlib import closing
from pathlib import Path

import PySide6
import pytest

import rulesets
from desktop.app import DESKTOP_ID as SET_BY_THE_PROGRAM
from desktop.command_line import parser
from desktop.process.paths import ENDING
from devtools import elf_paths, linux_archive, linux_deb, linux_libraries, linux_share, releases
from devtools.console import ROOT, DevError
from devtools.linux_libraries import Elf, Needs, Package
from devtools.linux_share import DESKTOP_ID, LINUX, MIME_ICON, MIME_TYPE
from rulesets.fight.storage.schema import APPLICATION_ID

MADE = 1_700_000_000
EGL = Package(("libegl1",), "libglvnd-egl", "libglvnd", "libglvnd")
GLIB = Package(("libglib2.0-0t64", "libglib2.0-0"), "glib2", "glib2", "libglib-2_0-0")
CUPS = Package(("libcups2t64", "libcups2"), "cups-libs", "libcups", "libcups2", recommended=True)
GTK = Package(("libgtk-3-0t64", "libgtk-3-0"), "gtk3", "gtk3", "libgtk-3-0")
XKB = Package(("xkb-data",), "xkeyboard-config", "xkeyboard-config", "xkeyboard-config")
NEEDS = Needs(
    {"libEGL.so.1": EGL, "libglib-2.0.so.0": GLIB, "libgthread-2.0.so.0": GLIB},
    {"libcups.so.2": CUPS, "libgtk-3.so.0": GTK},
    {"/usr/share/X11/xkb/rules": XKB},
    "2.35",
)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """What PyInstaller leaves, in small."""
    made = tmp_path / "dist" / "turnwright"
    (made / "_internal" / "resources").mkdir(parents=True)
    (made / "turnwright").write_bytes(b"program")
    (made / "_internal" / "libx.so.1").write_bytes(b"library")
    (made / "_internal" / "libx.so").symlink_to("libx.so.1")
    (made / "_internal" / "resources" / "guide.md").write_text("text", encoding="utf-8")
    (made / "_internal" / "libx.so.1").chmod(0o700)
    return made


@pytest.fixture
def icons(tmp_path: Path) -> Path:
    for size in (16, 256):
        for name in ("apps/turnwright.png", "mimetypes/application-x-turnwright.png"):
            path = tmp_path / "icons" / "hicolor" / f"{size}x{size}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"\x89PNG")
    return tmp_path / "icons"


@pytest.fixture
def shared(tmp_path: Path, icons: Path) -> Path:
    linux_share.share(tmp_path / "share", icons, MADE)
    return tmp_path / "share"


class TestDesktop:
    @pytest.fixture
    def entry(self, shared: Path) -> configparser.SectionProxy:
        read = configparser.ConfigParser(interpolation=None, strict=True)
        read.optionxform = str  # type: ignore[assignment, method-assign]
        read.read(shared / "applications" / f"{DESKTOP_ID}.desktop", encoding="utf-8")
        return read["Desktop Entry"]

    def test_wayland_finds_the_entry_by_the_name_that_the_program_gives(self) -> None:
        assert SET_BY_THE_PROGRAM == DESKTOP_ID

    def test_the_entry_starts_the_program_with_a_file(self, entry: configparser.SectionProxy) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        (command,) = project["scripts"]
        assert entry["Exec"] == f"{command} %f"
        assert entry["TryExec"] == command == entry["StartupWMClass"]
        assert entry["MimeType"] == f"{MIME_TYPE};"

    def test_every_icon_that_is_asked_for_is_there_in_every_size(
        self, shared: Path, entry: configparser.SectionProxy
    ) -> None:
        made = {str(path.relative_to(shared / "icons")) for path in (shared / "icons").rglob("*.*")}
        for size in ("16x16", "256x256"):
            assert f"hicolor/{size}/apps/{entry['Icon']}.png" in made
            assert f"hicolor/{size}/mimetypes/{MIME_ICON}.png" in made
        assert f"hicolor/scalable/apps/{entry['Icon']}.svg" in made

    def test_without_icons_there_is_no_package(self, tmp_path: Path) -> None:
        with pytest.raises(DevError, match="no icons"):
            linux_share.icons(tmp_path, tmp_path / "out")

    def test_the_file_type_is_that_of_encounter_files(self, tmp_path: Path) -> None:
        spaces = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
        (kind,) = ET.parse(LINUX / f"{DESKTOP_ID}.mime.xml").getroot()
        assert kind.get("type") == MIME_TYPE
        assert [glob.get("pattern") for glob in kind.iterfind("m:glob", spaces)] == [f"*{ENDING}"]
        assert [icon.get("name") for icon in kind.iterfind("m:icon", spaces)] == [MIME_ICON]
        with closing(sqlite3.connect(tmp_path / "file")) as db:
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute("CREATE TABLE any (thing)")
        data = (tmp_path / "file").read_bytes()
        (text,) = kind.iterfind("m:magic/m:match", spaces)
        (number,) = text
        assert data.startswith(str(text.get("value")).replace("\\0", "\0").encode())
        place = int(str(number.get("offset")))
        assert data[place : place + 4] == int(str(number.get("value")), 16).to_bytes(4, "big")

    def test_the_description_names_entry_type_command_and_version(self, shared: Path) -> None:
        path = shared / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
        top = ET.parse(path).getroot()
        assert top.findtext("id") == DESKTOP_ID
        assert top.findtext("launchable") == f"{DESKTOP_ID}.desktop"
        assert top.findtext("provides/mediatype") == MIME_TYPE
        assert top.findtext("provides/binary") == "turnwright"
        (release,) = top.iterfind("releases/release")
        assert (release.get("version"), release.get("date")) == (rulesets.__version__, "2023-11-14")
        assert "://" not in path.read_text(encoding="utf-8")

    def test_the_desktops_own_tools_accept_it(self, shared: Path) -> None:
        linux_share.validate(shared)  # raises what they say
        broken = shared / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
        broken.write_text("<component/>", encoding="utf-8")
        if shutil.which("appstreamcli"):
            with pytest.raises(DevError, match="appstreamcli refuses"):
                linux_share.validate(shared)


class TestReleases:
    TEXT = (
        "# What is new\n\n## 0.2.0\n\nMore of it.\n\n### The fight\n\n- One\n  thing.\n\n"
        "### Files\n\n- Two.\n\n"
        "## 0.1.0\n\n- First.\n"
    )

    def test_are_read_from_the_changelog(self) -> None:
        new, old = releases.releases(self.TEXT)
        assert (new.version, new.told, new.points) == ("0.2.0", "More of it.", ("One thing.", "Two."))
        assert (old.version, old.told, old.points) == ("0.1.0", "", ("First.",))

    def test_the_newest_in_the_changelog_is_this_version(self) -> None:
        newest, *_ = releases.releases(releases.CHANGELOG.read_text(encoding="utf-8"))
        assert newest.version == rulesets.__version__

    def test_their_time_can_be_told_from_outside(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MADE))
        assert releases.moment() == MADE

    def test_debians_form_of_it(self) -> None:
        text = linux_deb.changelog(self.TEXT, MADE)
        heads = re.findall(r"^turnwright \((.+)\) stable; urgency=medium$", text, re.MULTILINE)
        assert heads == ["0.2.0", "0.1.0"]
        trailers = [line for line in text.splitlines() if line.startswith(" --")]
        assert trailers == [f" -- {linux_deb.MAINTAINER}  Tue, 14 Nov 2023 22:13:20 +0000"] * 2
        assert "  * One thing.\n  * Two.\n" in text


class TestNeeds:
    def test_a_library_of_the_bundle_is_not_asked_for(self) -> None:
        found = [Elf(Path("b/x.so"), frozenset(("liba.so", "libsystem.so")), (2, 2))]
        assert linux_libraries.sonames(found, ["x.so", "liba.so"]) == ({"libsystem.so"}, set())

    def test_what_only_a_plugin_asks_for_may_be_missing_also_through_libraries(self) -> None:
        found = [
            Elf(Path("b/QtGui.so"), frozenset(("libGui.so",)), ()),
            Elf(Path("b/libGui.so"), frozenset(("libEGL.so",)), ()),
            Elf(Path("b/plugins/platforms/libqxcb.so"), frozenset(("libXcbQpa.so",)), ()),
            Elf(Path("b/libXcbQpa.so"), frozenset(("libX11.so",)), ()),
            Elf(Path("b/plugins/platforms/libqwayland.so"), frozenset(("libWayland.so", "libEGL.so")), ()),
            Elf(Path("b/libWayland.so"), frozenset(("libwayland-client.so",)), ()),
        ]
        held = [elf.path.name for elf in found]
        assert linux_libraries.sonames(found, held) == ({"libEGL.so", "libX11.so"}, {"libwayland-client.so"})

    def test_modules_of_the_same_name_are_all_looked_at(self) -> None:
        found = [Elf(Path(f"b/{n}/_core.so"), frozenset((f"lib{n}.so",)), ()) for n in "ab"]
        assert linux_libraries.sonames(found, ["_core.so"]) == ({"liba.so", "libb.so"}, set())

    @pytest.mark.parametrize(
        "names", [("libc.so.6", "ld-linux-x86-64.so.2"), ("libm.so.6", "libpthread.so.0")]
    )
    def test_the_c_library_is_everywhere(self, names: tuple[str, ...]) -> None:
        assert all(linux_libraries.C_LIBRARY.fullmatch(name) for name in names)

    def test_a_library_without_a_package_stops_the_build(
        self, monkeypatch: pytest.MonkeyPatch, bundle: Path
    ) -> None:
        odd = Elf(bundle / "turnwright", frozenset(("libc.so.6", "libodd.so.7")), (2, 2))
        monkeypatch.setattr(linux_libraries, "elves", lambda _: [odd])
        with pytest.raises(DevError, match=r"libodd\.so\.7.*libraries\.toml"):
            linux_libraries.needs(bundle)

    def test_the_starters_list_has_six_words_a_line(self) -> None:
        libraries, files = linux_libraries.read_table()
        for package in (*libraries.values(), *(package for _, package in files.values())):
            assert len(package.words().split(" ")) == 4, package
        text = linux_archive.needs_text(NEEDS, "x86_64")
        assert text.splitlines() == [
            "abi libc6,x86-64",
            "glibc 2.35",
            "library libEGL.so.1 libegl1 libglvnd-egl libglvnd libglvnd",
            "library libglib-2.0.so.0 libglib2.0-0 glib2 glib2 libglib-2_0-0",
            "library libgthread-2.0.so.0 libglib2.0-0 glib2 glib2 libglib-2_0-0",
            "file /usr/share/X11/xkb/rules xkb-data xkeyboard-config xkeyboard-config xkeyboard-config",
        ]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="changes libraries of Linux")
class TestForgettingPaths:
    @pytest.fixture
    def library(self, tmp_path: Path) -> Path:
        (source,) = Path(PySide6.__file__).parent.glob("libpyside6.abi3.so.*")
        return Path(shutil.copy(source, tmp_path / source.name))

    def test_the_path_of_another_machine_is_gone_and_nothing_else(self, library: Path) -> None:
        needs = linux_libraries.read_elf(library)
        elf_paths.patchelf("--set-rpath", "/home/somebody/lib:$ORIGIN", str(library))
        assert b"somebody" in library.read_bytes()
        assert elf_paths.clean(library)
        assert b"somebody" not in library.read_bytes()
        assert linux_libraries.read_elf(library) == needs
        assert not elf_paths.clean(library)

    def test_a_path_from_its_own_folder_stays(self, library: Path) -> None:
        elf_paths.patchelf("--set-rpath", "$ORIGIN/../lib:$ORIGIN", str(library))
        before = library.read_bytes()
        assert not elf_paths.clean(library)
        assert library.read_bytes() == before

    def test_a_library_of_qt_is_left_alone(self, library: Path) -> None:
        assert not elf_paths.clean(library)

    def test_what_is_no_library_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "x.so").write_text("INPUT(libc.so.6)", encoding="ascii")
        assert not elf_paths.clean(tmp_path / "x.so")


class TestDeb:
    def fields(self) -> dict[str, str]:
        text = linux_deb.control("0.1.0", "amd64", NEEDS, 1234)
        assert text.endswith("\n")
        assert all(len(line) < 80 or ": " in line for line in text.splitlines())
        return dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))

    def test_depends_on_what_the_bundle_needs_under_old_names_and_new(self) -> None:
        fields = self.fields()
        assert fields["Depends"] == "libc6 (>= 2.35), libegl1, libglib2.0-0t64 | libglib2.0-0, xkb-data"
        assert "libcups2t64 | libcups2" in fields["Recommends"]
        assert "libgtk-3-0t64 | libgtk-3-0" in fields["Suggests"]
        assert (fields["Architecture"], fields["Installed-Size"]) == ("amd64", "1234")

    def test_the_command_line_description_has_no_empty_lines(self) -> None:
        text = linux_deb.control("0.1.0", "amd64", NEEDS, 1)
        _, _, described = text.partition("Description: ")
        first, *rest = described.splitlines()
        assert len(first) <= 80
        assert all(line.startswith(" ") and line.strip() for line in rest)

    def test_size_counts_whole_kibibytes_and_one_for_folders_and_links(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "file").write_bytes(bytes(1025))
        (tmp_path / "link").symlink_to("folder/file")
        assert linux_deb.installed_size(tmp_path) == 2 + 1 + 1

    def test_tree_modes_and_sums(self, tmp_path: Path, bundle: Path, icons: Path) -> None:
        root = tmp_path / "root"
        linux_deb.fill(root, bundle, icons, MADE)
        linux_deb.set_modes(root, MADE)
        program = root / "usr" / "lib" / "turnwright" / "turnwright"
        link = root / "usr" / "bin" / "turnwright"
        assert link.resolve() == program.resolve()
        assert not link.readlink().is_absolute()
        executable = {
            p for p in root.rglob("*") if p.is_file() and not p.is_symlink() and p.stat().st_mode & 0o111
        }
        assert executable == {program}
        assert all(p.is_symlink() or p.stat().st_mode & 0o777 in (0o755, 0o644) for p in root.rglob("*"))
        assert {int(p.lstat().st_mtime) for p in root.rglob("*")} == {MADE}
        digest = hashlib.md5(b"program", usedforsecurity=False).hexdigest()
        assert f"{digest}  usr/lib/turnwright/turnwright\n" in linux_deb.sums(root)
        doc = root / "usr" / "share" / "doc" / "turnwright"
        assert "Copyright 2023 " in (doc / "copyright").read_text(encoding="utf-8")
        assert gzip.decompress((doc / "changelog.gz").read_bytes()).startswith(b"turnwright (")

    @pytest.mark.slow
    @pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg-deb here")
    def test_the_same_is_made_twice_and_belongs_to_root(
        self, tmp_path: Path, bundle: Path, icons: Path
    ) -> None:
        digests = []
        for name in ("one", "two"):
            out = tmp_path / name
            out.mkdir()
            made = linux_deb.make(bundle, icons, NEEDS, "0.1.0", MADE, out)
            assert made is not None
            digests.append(hashlib.sha256(made.read_bytes()).hexdigest())
        assert digests[0] == digests[1]
        told = subprocess.run(
            ["dpkg-deb", "-c", str(made)], capture_output=True, text=True, check=True
        ).stdout
        assert all(line.split()[1] == "root/root" for line in told.splitlines())


class TestArchive:
    def test_lies_in_one_folder_and_is_made_the_same_twice(
        self, tmp_path: Path, bundle: Path, icons: Path
    ) -> None:
        first = linux_archive.make(bundle, icons, NEEDS, "0.1.0", MADE, tmp_path)
        data = first.read_bytes()
        assert linux_archive.make(bundle, icons, NEEDS, "0.1.0", MADE, tmp_path).read_bytes() == data
        top = first.name.removesuffix(".tar.gz")
        with tarfile.open(first) as archive:
            members = {member.name: member for member in archive}
        assert all(name.startswith(f"{top}/") for name in members)
        assert {
            name.removeprefix(f"{top}/") for name, m in members.items() if m.isfile() and m.mode & 0o111
        } == {
            "turnwright",
            "program/turnwright",
        }
        assert members[f"{top}/program/_internal/libx.so"].linkname == "libx.so.1"
        assert {(m.uid, m.uname, m.mtime) for m in members.values()} == {(0, "root", MADE)}
        assert f"{top}/share/needs.txt" in members

    def test_its_readme_says_which_version(self) -> None:
        text = linux_archive.readme("1.2.3", "x86_64")
        assert text.startswith("Turnwright 1.2.3 for Linux (x86_64)\n")
        assert "@" not in text


def test_the_manual_page_tells_options_that_there_are() -> None:
    page = (LINUX / "turnwright.1").read_text(encoding="utf-8").replace("\\-", "-")
    told = set(re.findall(r"--[a-z-]+", page)) - {"--out"}
    assert told <= set(re.findall(r"--[a-z-]+", parser().format_help()))
    assert "turnwright summary FILE --out" in parser().format_help()


def test_the_starter_asks_for_the_same_entry() -> None:
    assert f"\nid={DESKTOP_ID}\n" in (LINUX / "starter.sh").read_text(encoding="utf-8")
