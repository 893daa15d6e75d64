"""Makes the standalone programs: a folder and a single file, on the system that this runs on."""

from __future__ import annotations

import filecmp
import os
import platform
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from devtools import display
from devtools.console import ROOT, DevError, say, spawn

DIST = ROOT / "dist"
WORK = ROOT / "build" / "pyinstaller"
SPEC = ROOT / "packaging" / "turnwright.spec"
BARE_SPEC = ROOT / "tests" / "benchmarks" / "bare.spec"
BARE = ROOT / "build" / "bare"
HANDS = ROOT / "build" / "hands"
"""Where what plays the standalone programs lies, each with a copy of the program's parts; never in DIST."""
HANDS_NAME = "hands"
WITH_HANDS = "--hands"
"""Tells the spec to make them, too."""
ICONS = ROOT / "build" / "icons"
NAME = "Turnwright" if sys.platform in ("win32", "darwin") else "turnwright"
EXE = ".exe" if sys.platform == "win32" else ""
SYSTEMS = {"win32": "windows", "darwin": "macos"}


def folder_program() -> Path:
    """The program of the one-dir build."""
    if sys.platform == "darwin":
        return folder() / "Contents" / "MacOS" / NAME
    return folder() / f"{NAME}{EXE}"


def single_file(version: str) -> Path:
    """The program that is one file: turnwright-portable-0.1.0-linux-x86_64."""
    system = SYSTEMS.get(sys.platform, "linux")
    return DIST / f"turnwright-portable-{version}-{system}-{platform.machine().lower()}{EXE}"


def hands_of(program: Path) -> Path:
    """What plays a program of DIST: it lies in HANDS as the program does there."""
    return HANDS / program.relative_to(DIST).with_name(f"{HANDS_NAME}{EXE}")


def folder() -> Path:
    """What is given away as a folder: on macOS that is a bundle which looks like one file."""
    return DIST / (f"{NAME}.app" if sys.platform == "darwin" else "turnwright")


def bare_program() -> Path:
    """The bare window that size and start are compared with."""
    return BARE / "bare" / f"bare{EXE}"


def version() -> str:
    """The program's version, read where it stands."""
    for line in (ROOT / "rulesets" / "__init__.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise DevError("rulesets/__init__.py has no line that begins with __version__.")


def draw_icons(python: Path) -> None:
    """Draw the icons in all sizes and forms into build/icons."""
    command = [str(python), "-m", "devtools.icons", str(ICONS)]
    done = spawn(command, cwd=ROOT / "packaging", quiet=True)
    if done.returncode:
        raise DevError(f"The icons could not be drawn: {done.stderr.strip()}")


def freeze(python: Path, spec: Path, out: Path, *words: str) -> None:
    """Let PyInstaller read a spec, which is told ``words``; its report is kept in build/pyinstaller."""
    WORK.mkdir(parents=True, exist_ok=True)
    report = WORK / f"{spec.stem}.log"
    begun = time.monotonic()
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--distpath", str(out)]
    done = spawn([*command, "--workpath", str(WORK), str(spec), "--", *words], quiet=True)
    report.write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        print("\n".join((done.stdout + done.stderr).splitlines()[-20:]), flush=True)
        raise DevError(f"PyInstaller could not build {spec.name}; all it said stands in {report}.")
    say(f"built {spec.stem} in {time.monotonic() - begun:.0f} s")


def size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; what is only a link counts nothing."""
    if path.is_file():
        return path.stat().st_size
    files = (Path(folder) / name for folder, _, names in os.walk(path) for name in names)
    return sum(file.stat().st_size for file in files if not file.is_symlink())


def unlike(given_away: Path, played: Path) -> list[str]:
    """The files of a folder that another one has not, or not the same to the byte."""
    names = [str(path.relative_to(given_away)) for path in given_away.rglob("*") if path.is_file()]
    _, *others = filecmp.cmpfiles(given_away, played, names, shallow=False)
    return sorted(name for found in others for name in found)


def see_that_hands_play_what_is_given_away() -> None:
    """See that the folder with the hands in it has all that is given away but the programs themselves.

    Raises:
        DevError: if it has not.
    """
    programs = {f"{name}{EXE}" for name in (NAME, "turnwright-cli")}
    other = set(unlike(DIST / "turnwright", HANDS / "turnwright")) - programs
    if other:
        raise DevError(f"The hands would play something else than what is given away: {sorted(other)}.")


def build(python: Path, *, hands: bool = False) -> list[Path]:
    """Make both programs and the bare window, say how large they are; returns the two programs.

    With ``hands`` there is for each what plays it, too (:func:`hands_of`).
    """
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(HANDS, ignore_errors=True)
    HANDS.mkdir(parents=True)
    draw_icons(python)
    freeze(python, SPEC, DIST, *([WITH_HANDS] if hands else []))
    if hands:
        see_that_hands_play_what_is_given_away()
    freeze(python, BARE_SPEC, BARE)
    made = single_file(version())
    whole, bare = size(folder()), size(bare_program().parent)
    say(f"folder       {whole / 1e6:6.1f} MB   {folder().relative_to(ROOT)}")
    say(f"bare window  {bare / 1e6:6.1f} MB   {whole / bare:.2f} x, at most 1.25 x is the target")
    say(f"single file  {size(made) / 1e6:6.1f} MB   {made.relative_to(ROOT)}")
    return [folder_program(), made]


def smoke(python: Path, programs: list[Path], environ: Mapping[str, str]) -> bool:
    """Start every program as a game master would; False if one did what was not expected."""
    with display.virtual_display() as number:
        env = display.on_display(environ, number) if number else display.offscreen(environ)
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "packaging"), str(ROOT)])
        pairs = [str(path) for program in programs for path in (program, hands_of(program))]
        command = [str(python), "-m", "devtools.smoke", *pairs]
        return spawn(command, env=env).returncode == 0
