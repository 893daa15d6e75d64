"""The first that runs of a program without a terminal: whatever keeps it from starting is said and kept.

Nothing is imported here that could itself be missing. Once the program stands, ``crash_reports`` takes over.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

TITLE = "Turnwright"
FAULT = 70
"""Exit code of a program with a fault in itself, as sysexits.h has it."""
FAILED = """Turnwright could not start: {error}

Your encounters are untouched. {kept}"""
KEPT = "What happened is written down in {path}; please send it along if you report this."
NOT_KEPT = "What happened could not be written down; started from a terminal, the program says it there."


def start(main: Callable[[], int]) -> int:
    """Run ``main`` and return its exit code; an error nobody caught is told and gives 70."""
    _give_streams()
    try:
        return main()
    except Exception as error:
        trace = "".join(traceback.format_exception(error))
        sys.stderr.write(trace)
        path = _written(trace)
        kept = KEPT.format(path=path) if path else NOT_KEPT
        tell(FAILED.format(error=_reason(error), kept=kept))
        return FAULT


def tell(text: str) -> None:
    """Say ``text`` on standard error, and in a box of the system's where nobody would read that."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
    if sys.stderr.isatty():
        return
    with suppress(Exception):  # there may be no way to show anything
        _show(text)


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _give_streams() -> None:
    """A windowed program of Windows has no standard streams: what is written there goes nowhere instead."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - to the end


def _written(text: str) -> Path | None:
    """Keep a report where the others are, or in the system's folder for passing files."""
    for folder in (_crash_reports, tempfile.gettempdir):
        with suppress(Exception):  # whatever is missing may be missing here too
            from rulesets.places import make_folder, new_mode

            path = Path(folder()) / "crash at start.txt"
            make_folder(path.parent)
            path.touch(mode=new_mode(path))
            path.write_text(text, encoding="utf-8", errors="replace")
            return path
    return None


def _crash_reports() -> Path:
    from desktop.process.paths import Paths

    return Paths.standard().crash_reports


def _show(text: str) -> None:
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, TITLE, 0x10)
    elif sys.platform == "darwin":
        script = "on run argv\ndisplay alert (item 1 of argv) message (item 2 of argv) as critical\nend run"
        subprocess.run(["osascript", "-e", script, TITLE, text], check=False, capture_output=True)
    elif os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        for command in (
            ["zenity", "--error", "--no-markup", f"--title={TITLE}", f"--text={text}"],
            ["kdialog", "--title", TITLE, "--error", text],
            ["xmessage", "-center", text],
        ):
            if shutil.which(command[0]):
                subprocess.run(command, check=False, capture_output=True)
                return
