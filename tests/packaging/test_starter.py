"""The starter of the tar.gz, run by a shell with a small program in the place of the frozen one."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from devtools.linux_share import DESKTOP_ID, LINUX, share

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

TOOLS = ("cat", "cp", "dirname", "find", "id", "mkdir", "readlink", "rm", "sed", "sh", "touch")
"""What every Linux system has; the tests' systems have nothing else."""
NEEDS = """abi libc6,x86-64
glibc 2.35
library libEGL.so.1 libegl1 libglvnd-egl libglvnd libglvnd
library libGL.so.1 libgl1 libglvnd-glx libglvnd libglvnd
library libxcb.so.1 libxcb1 libxcb libxcb libxcb1
file {file} xkb-data xkeyboard-config xkeyboard-config xkeyboard-config
"""
PROGRAM = """#!/bin/sh
for word in "$@"; do printf '<%s>' "$word"; done
exit "${CODE:-0}"
"""
ALL = ("libEGL.so.1", "libGL.so.1", "libxcb.so.1")


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # never write through a link: it may lead to a tool of this machine
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


class System:
    """A Linux system with these libraries, and the unpacked archive in a folder of any name."""

    def __init__(self, place: Path, shell: list[str], folder: str = "Spiele und mehr") -> None:
        self.shell, self.bin, self.home = shell, place / "bin", place / "home"
        self.top = place / folder / "turnwright-0.1.0-linux-x86_64"
        self.starter = self.top / "turnwright"
        self.home.mkdir()
        self.bin.mkdir()
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name) or name)
        script(self.starter, (LINUX / "starter.sh").read_text(encoding="utf-8"))
        script(self.top / "program" / "turnwright", PROGRAM)
        (self.top / "share").mkdir()
        self.file = place / "rules"
        self.file.touch()
        needs = NEEDS.format(file=self.file)
        (self.top / "share" / "needs.txt").write_text(needs, encoding="ascii")
        self.libraries(ALL)

    def libraries(self, names: tuple[str, ...], abi: str = "libc6,x86-64") -> None:
        lines = [f"\t{name} ({abi}) => /usr/lib/{name}" for name in names]
        text = "\n".join([f"{len(names)} libs found in cache", *lines])
        script(self.bin / "ldconfig", f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")

    def has(self, name: str, text: str = "") -> None:
        script(self.bin / name, f"#!/bin/sh\n{text}\n")

    def run(self, *words: str, called: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        known = {"PATH": str(self.bin), "HOME": str(self.home), **env}
        command = [*self.shell, str(called or self.starter), *words]
        return subprocess.run(
            command, env=known, cwd=self.home, capture_output=True, text=True, timeout=30, check=False
        )


SHELLS = [["/bin/sh"]]
SHELLS += [[found, "--posix"] for name in ("bash",) if (found := shutil.which(name))]
SHELLS += [[found, "sh"] for name in ("busybox",) if (found := shutil.which(name))]


@pytest.fixture(params=SHELLS, ids=lambda words: Path(words[0]).name)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., System]:
    return lambda **options: System(tmp_path, request.param, **options)


class TestStarting:
    def test_passes_the_arguments_on_as_they_are(self, make: Callable[..., System]) -> None:
        done = make().run("summary", "Kämpfe/Überfall am Dock.turnwright", "--out", "", "a  b$x")
        assert done.stdout == "<summary><Kämpfe/Überfall am Dock.turnwright><--out><><a  b$x>"
        assert (done.returncode, done.stderr) == (0, "")

    def test_keeps_the_exit_status(self, make: Callable[..., System]) -> None:
        assert make().run(CODE="3").returncode == 3

    def test_finds_itself_through_links_of_links(self, make: Callable[..., System], tmp_path: Path) -> None:
        system = make()
        (tmp_path / "one").symlink_to(system.starter)
        (tmp_path / "two").symlink_to("one")
        assert system.run("x", called=tmp_path / "two").stdout == "<x>"

    def test_finds_itself_by_the_search_path(self, tmp_path: Path) -> None:
        system = System(tmp_path, ["sh"])
        (system.bin / "turnwright").symlink_to(system.starter)
        done = subprocess.run(
            ["sh", "-c", "turnwright x"],
            env={"PATH": str(system.bin)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("<x>", "")

    def test_a_system_without_a_list_of_libraries_is_not_held_up(self, make: Callable[..., System]) -> None:
        system = make()
        system.has("ldconfig", "exit 1")
        assert system.run("x").stdout == "<x>"

    def test_a_library_in_the_users_own_search_path_counts(
        self, make: Callable[..., System], tmp_path: Path
    ) -> None:
        system = make()
        system.libraries(("libEGL.so.1", "libGL.so.1"))
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib" / "libxcb.so.1").touch()
        assert system.run("x", LD_LIBRARY_PATH=f"/nowhere::{tmp_path / 'lib'}").stdout == "<x>"


class TestLacking:
    @pytest.mark.parametrize(
        ("manager", "advice"),
        [
            ("apt-get", "  sudo apt-get install libegl1 libgl1"),
            ("dnf", "  sudo dnf install libglvnd-egl libglvnd-glx"),
            ("pacman", "  sudo pacman -S --needed libglvnd"),
            ("zypper", "  sudo zypper install libglvnd"),
        ],
    )
    def test_names_what_is_missing_and_the_command_for_it(
        self, make: Callable[..., System], manager: str, advice: str
    ) -> None:
        system = make()
        system.libraries(("libxcb.so.1",))
        system.has(manager)
        system.has("id", "echo 1000")
        done = system.run()
        assert done.stderr.splitlines() == [
            "Turnwright cannot start: this system lacks",
            "  libEGL.so.1",
            "  libGL.so.1",
            "Nothing was changed. This installs what is lacking:",
            advice,
        ]
        assert (done.returncode, done.stdout) == (127, "")

    def test_root_needs_no_sudo(self, make: Callable[..., System]) -> None:
        system = make()
        system.libraries(ALL[:2])
        system.has("apt-get")
        system.has("id", "echo 0")
        assert system.run().stderr.endswith("\n  apt-get install libxcb1\n")

    def test_a_library_for_another_machine_is_not_there(self, make: Callable[..., System]) -> None:
        system = make()
        system.libraries(ALL, abi="libc6")
        assert "libEGL.so.1" in system.run().stderr

    def test_a_file_that_a_library_reads_is_missed_too(self, make: Callable[..., System]) -> None:
        system = make()
        system.file.unlink()
        system.has("apt-get")
        done = system.run()
        assert str(system.file) in done.stderr
        assert done.stderr.endswith("apt-get install xkb-data\n")

    @pytest.mark.parametrize(
        ("found", "starts"), [("2.35", True), ("2.36", True), ("3.0", True), ("2.34", False), ("2.9", False)]
    )
    def test_an_older_c_library_is_said_in_a_sentence(
        self, make: Callable[..., System], found: str, starts: bool
    ) -> None:
        system = make()
        system.has("getconf", f"echo glibc {found}")
        done = system.run("x")
        assert (done.returncode == 0) == starts
        assert starts or f"glibc 2.35 or newer; this system has {found}." in done.stderr

    def test_started_by_a_click_it_says_so_in_a_window(
        self, make: Callable[..., System], tmp_path: Path
    ) -> None:
        system = make()
        system.libraries(())
        system.has("zenity", f'printf "%s\\n" "$@" > {shlex.quote(str(tmp_path / "shown"))}')
        assert system.run(DISPLAY=":1").returncode == 127
        assert "this system lacks\n  libEGL.so.1" in (tmp_path / "shown").read_text(encoding="utf-8")


class TestMenu:
    NAMES = ("Spiele und mehr", 'a "b" $HOME `c` & 50% |', "Rück\\strich")

    @staticmethod
    def pictures(place: Path) -> Path:
        script(place / "icons" / "hicolor" / "48x48" / "apps" / "turnwright.png", "")
        script(place / "icons" / "hicolor" / "48x48" / "mimetypes" / "any.png", "")
        return place / "icons"

    @pytest.mark.parametrize("folder", NAMES)
    def test_the_entry_starts_it_from_any_folder(
        self, make: Callable[..., System], tmp_path: Path, folder: str
    ) -> None:
        system = make(folder=folder)
        share(system.top / "share", self.pictures(tmp_path), 0)
        assert system.run("--install").returncode == 0
        entry = system.home / ".local" / "share" / "applications" / f"{DESKTOP_ID}.desktop"
        lines = entry.read_text(encoding="utf-8").splitlines()
        assert not any(line.startswith("TryExec") for line in lines)
        (value,) = [line.removeprefix("Exec=") for line in lines if line.startswith("Exec=")]
        # Strings of a desktop entry have escapes of their own, below the quoting of Exec.
        quoted = re.fullmatch(r'"((?:[^"\\`$]|\\["\\`$])*)" %f', value.replace("\\\\", "\\"))
        assert quoted is not None, value
        assert re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%") == str(system.starter)

    def test_uninstalling_takes_away_exactly_what_was_put_there(
        self, make: Callable[..., System], tmp_path: Path
    ) -> None:
        system = make()
        share(system.top / "share", self.pictures(tmp_path), 0)
        data = tmp_path / "data"
        other = data / "applications" / "other.desktop"
        script(other, "")
        told = tmp_path / "told"
        for name in ("update-mime-database", "update-desktop-database"):
            system.has(name, f'echo {name} "$@" >> {shlex.quote(str(told))}')
        done = system.run("--install", XDG_DATA_HOME=str(data))
        assert (done.returncode, done.stderr) == (0, "")
        put = {path.relative_to(data) for path in data.rglob("*") if path.is_file()}
        original = system.top / "share"
        assert put - {Path("applications/other.desktop")} == {
            path.relative_to(original)
            for path in original.rglob("*")
            if path.name != "needs.txt" and path.is_file()
        }
        assert told.read_text().splitlines() == [
            f"update-mime-database {data}/mime",
            f"update-desktop-database {data}/applications",
        ]
        done = system.run("--uninstall", XDG_DATA_HOME=str(data))
        assert (done.returncode, done.stderr) == (0, "")
        assert [path for path in data.rglob("*") if path.is_file()] == [other]
        assert len(told.read_text().splitlines()) == 4

    def test_a_folder_that_cannot_be_written_is_no_success(
        self, make: Callable[..., System], tmp_path: Path
    ) -> None:
        system = make()
        share(system.top / "share", self.pictures(tmp_path), 0)
        (tmp_path / "data").touch()  # a file where a folder should be, since root may write everywhere
        done = system.run("--install", XDG_DATA_HOME=str(tmp_path / "data"))
        assert done.returncode == 1
        assert "in your menu" not in done.stdout
        assert "could not be put into your menu" in done.stderr
        assert "The program itself starts all the same" in done.stderr
        assert "mkdir" not in done.stderr


def test_stand_ins_never_reach_the_tools_of_this_machine(make: Callable[..., System]) -> None:
    system = make()
    real = {name: (system.bin / name).resolve() for name in TOOLS}
    before = {name: path.stat().st_mtime_ns for name, path in real.items()}
    for name in TOOLS:
        system.has(name, "exit 1")
        assert not (system.bin / name).is_symlink()
    assert {name: path.stat().st_mtime_ns for name, path in real.items()} == before


def test_the_starter_can_be_run() -> None:
    assert os.access(LINUX / "starter.sh", os.X_OK)
