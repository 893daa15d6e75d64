"""Everything that a bundle brings has its licence with it, and nothing is claimed that it does not bring."""

from __future__ import annotations

import json
import shutil
import sys
import sysconfig
import tomllib
from importlib import metadata
from pathlib import Path

import markupsafe
import msgspec
import pydantic_core
import PySide6
import pytest

from devtools import licences, licences_python, licences_system
from devtools.console import ROOT, DevError
from devtools.licences import Entry, Part

SITE = Path(PySide6.__file__).parent.parent
NEEDED = ("Core", "Gui", "Svg")


def bundle() -> list[Entry]:
    """A bundle as PyInstaller would list it, with one file of each owner."""
    binding = str(next((SITE / "PySide6").glob("QtCore.*[od]")))
    entries: list[Entry] = [(f"PySide6/{Path(binding).name}", binding, "EXTENSION")]
    entries += [(f"PySide6/Qt/lib/libQt6{name}.so.6", binding, "BINARY") for name in NEEDED]
    entries += [("msgspec", msgspec.__file__, "PYMODULE"), ("markupsafe", markupsafe.__file__, "PYMODULE")]
    entries += [("shiboken6", str(SITE / "shiboken6" / "__init__.py"), "PYMODULE")]
    entries += [("pydantic_core", pydantic_core.__file__, "PYMODULE")]
    entries += [("json", str(Path(sysconfig.get_path("stdlib")) / "json" / "__init__.py"), "PYMODULE")]
    entries += [("resources/guide.md", str(ROOT / "resources" / "guide.md"), "DATA")]
    return entries


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("licences")
    licences.write(made, bundle())
    return made


def listed(folder: Path) -> dict[str, dict[str, str]]:
    return {part["name"]: part for part in json.loads((folder / licences.INDEX).read_text(encoding="utf-8"))}


def text(folder: Path, name: str) -> str:
    return (folder / listed(folder)[name]["file"]).read_text(encoding="utf-8")


class TestTheList:
    def test_every_owner_of_a_file_is_listed_with_version_licence_and_text(self, folder: Path) -> None:
        index = listed(folder)
        wanted = {
            "msgspec",
            "MarkupSafe",
            "pydantic_core",
            "shiboken6",
            "PySide6_Essentials",
            "Python",
            "Qt",
            "pyinstaller",
        }
        assert wanted <= index.keys()
        assert index["msgspec"]["version"] == metadata.version("msgspec")
        assert index["msgspec"]["licence"] == "BSD-3-Clause"
        assert "Redistribution and use" in text(folder, "msgspec")
        assert all(set(part) == {"name", "version", "licence", "home", "file"} for part in index.values())

    def test_each_part_has_a_file_of_its_own_and_every_file_is_listed(self, folder: Path) -> None:
        files = [part["file"] for part in listed(folder).values()]
        assert len(set(files)) == len(files)
        assert {path.name for path in folder.iterdir()} == {*files, licences.INDEX}
        assert all((folder / name).stat().st_size > 150 for name in files)

    def test_turnwright_and_what_was_not_shipped_are_not_listed(self, folder: Path) -> None:
        assert not {"turnwright", "pytest", "Jinja2", "libjpeg-turbo", "Wintab API"} & listed(folder).keys()

    @pytest.mark.slow
    def test_the_files_are_told_as_parts_of_the_bundle(self, tmp_path: Path) -> None:
        told = licences.write(tmp_path, bundle())
        assert ("resources/licences/index.json", str(tmp_path / "index.json"), "DATA") in told
        assert {Path(source) for _, source, _ in told} == set(tmp_path.iterdir())

    def test_what_an_earlier_bundle_brought_does_not_stay(self, tmp_path: Path) -> None:
        (tmp_path / "old.txt").write_text("old", encoding="utf-8")
        licences.write(tmp_path, bundle())
        assert not (tmp_path / "old.txt").exists()

    def test_a_part_without_a_text_stops_the_build(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nameless = Part("silent", "1", "MIT", "", " \n")
        monkeypatch.setattr(licences, "collected", lambda _: iter([nameless]))
        with pytest.raises(DevError, match="silent"):
            licences.write(tmp_path, [])


class TestQt:
    def test_the_notice_says_what_the_lesser_licence_asks_for(self, folder: Path) -> None:
        notice = text(folder, "Qt")
        for asked in (
            "used under the GNU Lesser General Public License, version 3",
            "unmodified",
            "linked dynamically",
            "replace",
            licences.QT_PLACES[sys.platform],
            "https://download.qt.io/official_releases/qt/",
            "GNU LESSER GENERAL PUBLIC LICENSE",
            "GNU GENERAL PUBLIC LICENSE",
        ):
            assert asked in notice
        assert notice.count("Version 3, 29 June 2007") == 2

    def test_only_modules_that_are_there_are_named(self, folder: Path) -> None:
        line = next(line for line in text(folder, "Qt").splitlines() if line.startswith("    Qt Core"))
        assert line.split(", ") == ["    Qt Core", "Qt Gui", "Qt Svg"]

    @pytest.mark.parametrize(
        ("place", "part"),
        [
            ("PySide6/Qt/lib/libQt6Core.so.6", "Core"),
            ("PySide6\\Qt6Core.dll", "Core"),
            ("PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore", "Core"),
            ("PySide6/Qt/plugins/platforms/libqxcb.so", "platforms/qxcb"),
            ("PySide6\\plugins\\platforms\\qwindows.dll", "platforms/qwindows"),
            ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", "platforms/qcocoa"),
            ("PySide6/Qt/lib/libicuuc.so.73", "icu"),
            ("PySide6/QtCore.abi3.so", None),
            ("PySide6\\QtCore.pyd", None),
            ("libicuuc.so.72", None),
        ],
    )
    def test_a_library_is_known_by_its_place_on_every_system(self, place: str, part: str | None) -> None:
        assert licences.qt_parts([place]) == ({part} if part else set())


class TestInside:
    def test_what_is_inside_a_library_is_told_when_the_library_is_there(self) -> None:
        names = {part.name for part in licences.parts_inside({"Svg"}, "linux", "x86_64")}
        assert names == {"XSVG"}

    def test_what_only_another_system_has_is_not_told(self) -> None:
        everywhere = {"Core", "Gui", "platforms/qwindows"}
        linux = {part.name for part in licences.parts_inside(everywhere, "linux", "x86_64")}
        windows = {part.name for part in licences.parts_inside(everywhere, "win32", "amd64")}
        assert windows - linux == {"zlib", "D3D12 Memory Allocator"}
        assert linux - windows == {"forkfd"}
        assert "Pixman" in {part.name for part in licences.parts_inside({"Gui"}, "darwin", "arm64")}

    def test_copyright_and_licence_stand_in_its_text(self) -> None:
        (png,) = [part for part in licences.parts_inside({"Gui"}, "linux", "x86_64") if part.name == "libpng"]
        assert "Copyright (c) 2000-2026 Cosmin Truta" in png.text
        assert "PNG Reference Library License version 2" in png.text

    def test_every_text_is_there_and_every_text_is_used(self) -> None:
        listed = tomllib.loads((licences.TEXTS / "inside.toml").read_text(encoding="utf-8"))["part"]
        used = {f"{name}.txt" for part in listed for name in part["texts"]}
        assert used | {"qt.txt"} == {path.name for path in licences.TEXTS.glob("*.txt")}

    def test_no_text_has_a_place_left_to_fill_in_a_holder(self) -> None:
        for path in licences.TEXTS.glob("*.txt"):
            assert "<copyright holder" not in path.read_text(encoding="utf-8"), path.name


class TestOwners:
    def test_modules_written_in_c_are_pythons_own(self) -> None:
        paths = (Path(sysconfig.get_path("stdlib")) / "lib-dynload").glob("_decimal.*")
        source = next(paths, None)
        if source is None:
            pytest.skip("this Python has its decimals built in")
        found = licences_python.sort_out([("lib-dynload/_decimal.so", str(source), "EXTENSION")])
        assert found.of_python == {"_decimal"}
        assert found.of_the_system == []

    @pytest.mark.slow
    def test_microsofts_runtime_is_microsofts_whoever_brings_it(self, tmp_path: Path) -> None:
        found = licences_python.sort_out([("msvcp140.dll", str(tmp_path / "msvcp140.dll"), "BINARY")])
        (package,) = licences_system.packages(found.of_the_system)
        assert package.name == "Microsoft Visual C++ runtime"
        assert "msvcp140.dll" in package.text

    def test_linked_rust_packages_are_named(self, folder: Path) -> None:
        if not any(".cyclonedx" in file.name for file in metadata.files("pydantic_core") or ()):
            pytest.skip("this build of pydantic_core does not say what it was linked with")
        assert "Linked with these Rust packages:" in text(folder, "pydantic_core")

    def test_a_library_of_no_package_is_named(self, tmp_path: Path) -> None:
        (package,) = licences_system.packages([tmp_path / "libodd.so.1"])
        assert package.name == "Libraries of the system"
        assert "libodd.so.1" in package.text

    @pytest.mark.skipif(not shutil.which("dpkg-query"), reason="packages of Debian and its relatives")
    def test_a_library_of_the_system_brings_the_licence_of_its_package(self) -> None:
        library = next(Path("/usr/lib").glob("*/libz.so.1"))
        (package,) = licences_system.packages([library])
        assert (package.name, package.licence) == ("zlib", "Zlib")
        assert "libz.so.1" in package.text
        assert "Jean-loup Gailly" in package.text


class TestCopyrightFiles:
    STANZAS = (
        "Files: *\nCopyright: A\nLicense: GPL-2+\n\nFiles: libuuid/*\nCopyright: B\nLicense: BSD-3-clause\n"
    )

    def test_the_package_as_a_whole(self) -> None:
        assert licences_system.licence_name(self.STANZAS) == "GPL-2+"

    def test_a_library_with_a_licence_of_its_own(self) -> None:
        assert licences_system.licence_name(self.STANZAS, {"libuuid"}) == "BSD-3-clause"

    def test_a_file_that_no_machine_can_read(self) -> None:
        assert licences_system.licence_name("This was packaged by somebody.") == "see the text"

    def test_licences_named_by_their_place_come_along_once(self, tmp_path: Path) -> None:
        (tmp_path / "LGPL-2.1").write_text("the whole of it", encoding="utf-8")
        names = "see /usr/share/common-licenses/LGPL-2.1. And /usr/share/common-licenses/None."
        package = licences_system.Package("a", "1", "LGPL-2.1", "", names)
        (found,) = licences_system.common([package, package], tmp_path)
        assert (found.name, found.text) == ("Licence LGPL-2.1", "the whole of it")
