"""Takes out of libraries where their builder kept others: a path of one machine, nothing on any other."""

from __future__ import annotations

import sys
from pathlib import Path

from devtools.console import DevError, spawn


def clean(path: Path) -> bool:
    """Let one library look for others in its own folder alone; says whether it looked anywhere else.

    Raises:
        DevError: if patchelf is not there, or cannot write the library.
    """
    told = patchelf("--print-rpath", str(path))
    if told is None or all(part.startswith("$ORIGIN") for part in told.split(":") if part):
        return False
    if patchelf("--set-rpath", "$ORIGIN", str(path)) is None:
        raise DevError(f"patchelf could not change {path}")
    return True


def patchelf(*words: str) -> str | None:
    """Return what patchelf says, which is installed beside this Python; None for what is no library."""
    done = spawn([str(Path(sys.executable).with_name("patchelf")), *words], quiet=True)
    if done.returncode == 127:
        raise DevError(done.stderr)
    return None if done.returncode else done.stdout.strip()
