"""The project's own Python environment in .venv: made once, refreshed when what it was made from changes."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from devtools import system
from devtools.console import ROOT, DevError, say, spawn

VENV = ROOT / ".venv"
STAMP = VENV / "turnwright.stamp"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
VERSION = ".".join(str(part) for part in sys.version_info[:2])
MEMORY = Path("/dev/shm")
ROOM = 1 << 30
"""Bytes that have to be free there: many times what the tests of all workers keep at the same time."""
INPUTS = (ROOT / "pyproject.toml", CONSTRAINTS)


@dataclass(frozen=True)
class Stamp:
    """What an environment was made of. It is written last, so a half-made environment has none.

    `place` is the Python version and the folder: an environment that was copied or moved points back to
    where it came from, so it has to be made anew. `content` covers the files that say what is installed.
    """

    place: str
    content: str

    def text(self) -> str:
        return f"{self.place}\n{self.content}\n"

    @staticmethod
    def read(path: Path) -> Stamp | None:
        try:
            place, content = path.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return None
        return Stamp(place, content)


def digest(files: Iterable[Path]) -> str:
    """One hash over the files' contents, the same whatever line ends git checked out."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def wanted_stamp(venv: Path, inputs: Iterable[Path]) -> Stamp:
    """What an environment made now would be stamped with."""
    return Stamp(f"python {VERSION} in {venv}", digest(inputs))


def plan(found: Stamp | None, wanted: Stamp, *, usable: bool) -> str:
    """What is to be done: "create" (and install), "install" or "nothing".

    `usable` says whether a Python of the right version with pip stands there at all.
    """
    if not usable or (found is not None and found.place != wanted.place):
        return "create"
    return "nothing" if found == wanted else "install"


def keeping_bytecode(environ: Mapping[str, str], venv: Path = VENV) -> dict[str, str]:
    """The variables for tests: who wants no bytecode beside the sources has it in the environment.

    Else each of the processes that tests start would compile all that it imports once more.
    """
    kept = dict(environ)
    if kept.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept["PYTHONPYCACHEPREFIX"] = str(venv / "bytecode")
    return kept


def in_memory(environ: Mapping[str, str], folder: Path = MEMORY) -> dict[str, str]:
    """The variables for tests: their files lie in memory where there is room for them.

    They write thousands of encounters, and a disk lets each of them wait until it is safe.
    """
    kept = dict(environ)
    if not kept.get("TMPDIR") and os.name == "posix" and os.access(folder, os.W_OK):
        held = os.statvfs(folder)
        if held.f_bavail * held.f_frsize >= ROOM and not held.f_flag & os.ST_NOEXEC:
            kept["TMPDIR"] = str(folder)
    return kept


def for_tests(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables for tests: bytecode is kept, and their files lie in memory."""
    return in_memory(keeping_bytecode(environ))


def venv_python(venv: Path = VENV) -> Path:
    """Where an environment keeps its interpreter."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def usable(python: Path) -> bool:
    """Whether this Python starts, has pip and is of the version dev.py itself runs under."""
    if not python.exists():
        return False
    probe = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
    answer = spawn([str(python), "-c", probe], quiet=True)
    return answer.returncode == 0 and answer.stdout.strip() == VERSION


def can_create() -> bool:
    """Whether this Python can make environments; Debian keeps that part of it in a package of its own."""
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def needs() -> tuple[system.Need, ...]:
    """The system package that is missing for making an environment, where one has to be made."""
    if venv_python().exists() or can_create():
        return ()
    return (system.Need((f"python3.{sys.version_info[1]}-venv", "python3-venv")),)


def create(venv: Path) -> None:
    """Make an empty environment with pip."""
    if not can_create():
        raise DevError(
            "This Python cannot make an environment: ensurepip is missing. Nothing was changed. Install "
            f"your system's package for it (Debian: python3.{sys.version_info[1]}-venv), then run this again."
        )
    say(f"making a Python environment in {venv.name}")
    base = getattr(sys, "_base_executable", sys.executable)
    done = spawn([base, "-m", "venv", "--clear", str(venv)], quiet=True)
    if done.returncode:
        print((done.stdout + done.stderr).strip(), flush=True)
        raise DevError(f"Python could not make an environment in {venv}; its reason stands above.")


def install(python: Path) -> None:
    """Install the project in place with everything development needs, in the pinned versions."""
    say("installing what Turnwright needs (the first time this takes a few minutes)")
    options = ["--quiet", "--disable-pip-version-check", "--constraint", str(CONSTRAINTS)]
    command = [str(python), "-m", "pip", "install", *options, "--editable", ".[dev]"]
    done = spawn(command, quiet=True)
    if done.returncode:
        lines = (done.stdout + done.stderr).splitlines()
        print("\n".join(line for line in lines if not line.startswith("WARNING:")), flush=True)
        raise DevError(
            "pip could not install everything; its reason stands above. If it found no package or no "
            "host: pip needs a network, or an index it can reach in PIP_INDEX_URL. Then run this again."
        )


def ensure() -> Path:
    """Make sure that the environment is there and up to date, and return its Python."""
    python = venv_python()
    found, wanted = Stamp.read(STAMP), wanted_stamp(VENV, INPUTS)
    if found == wanted and python.exists():
        return python
    todo = plan(found, wanted, usable=usable(python))
    STAMP.unlink(missing_ok=True)
    if todo == "create":
        create(VENV)
    install(python)
    STAMP.write_text(wanted.text(), encoding="utf-8")
    return python
