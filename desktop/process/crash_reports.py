"""Reports of what should not have happened. The fight goes on: every command is on disk before it shows."""

from __future__ import annotations

import faulthandler
import os
import platform
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import QObject, Signal, qVersion

import rulesets
from rulesets.places import make_folder, new_mode
from rulesets.plain_files import write_whole

FAULTS = "fault.log"
MOST = 20
"""Reports of one run; whatever happens more often is told by the first ones."""


class CrashReports(QObject):
    """Writes a report for every kind of unexpected error, once, and tells where it is."""

    reported = Signal(str)
    """Path of a new report, or '' if not even that could be written."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Write reports into ``folder``, or into the system's folder for such files if that cannot be."""
        super().__init__(parent)
        self._folder = folder
        self._seen: set[tuple[str, str, int]] = set()
        self._faults: IO[str] | None = None
        self._made: list[Path] = []
        """Folders that were made for the log of faults, the innermost first."""

    def install(self) -> Path | None:
        """Catch from here on what nobody catches; returns the last run's fault log if it ended badly."""
        left = self._kept_fault()
        with suppress(OSError):
            self._made = [folder for folder in (self._folder, *self._folder.parents) if not folder.exists()]
            make_folder(self._folder)
            log = self._folder / FAULTS
            handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, new_mode(log))
            self._faults = os.fdopen(handle, "w", encoding="utf-8")
            faulthandler.enable(self._faults, all_threads=True)
        sys.excepthook = self._unexpected
        threading.excepthook = self._in_thread
        return left

    def remove(self) -> None:
        """Leave errors to Python again."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None
            with suppress(OSError):
                (self._folder / FAULTS).unlink()
            for folder in self._made:  # empty ones only: what the user or a report put there stays
                with suppress(OSError):
                    folder.rmdir()

    def _kept_fault(self) -> Path | None:
        """Put aside what the last run wrote as it crashed, if it did."""
        log = self._folder / FAULTS
        with suppress(OSError):
            if log.stat().st_size:
                kept = self._folder / f"fault {_stamp()}.txt"
                log.replace(kept)
                return kept
        return None

    def _unexpected(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error, trace)

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.report(args.exc_value, args.exc_traceback)

    def report(self, error: BaseException, trace: TracebackType | None) -> None:
        """Write a report, unless there is one of the same error at the same place.

        A view may paint a hundred times a second: the same error surfaces once.
        """
        last = traceback.extract_tb(trace)[-1:]
        place = (type(error).__name__, last[0].filename, last[0].lineno or 0) if last else ("", str(error), 0)
        if place in self._seen or len(self._seen) >= MOST:
            return
        self._seen.add(place)
        text = _text(error, trace)
        path = self._write(text)
        # A program without a terminal has no such stream, or one whose terminal is gone.
        with suppress(AttributeError, OSError, ValueError):
            sys.stderr.write(text)
        self.reported.emit(str(path) if path else "")

    def _write(self, text: str) -> Path | None:
        name = f"crash {_stamp()} {len(self._seen)}.txt"
        for folder in (self._folder, Path(tempfile.gettempdir())):
            with suppress(OSError):
                write_whole(folder / name, text.encode("utf-8", "replace"))
                return folder / name
        return None


def _stamp() -> str:
    return datetime.now().strftime("%Y-%m-%d %H-%M-%S")


def _text(error: BaseException, trace: TracebackType | None) -> str:
    lines = [
        f"Turnwright {rulesets.__version__}, Python {platform.python_version()}, Qt {qVersion()}",
        f"{platform.platform()}, {datetime.now().astimezone().isoformat(timespec='seconds')}",
        "",
        *traceback.format_exception(type(error), error, trace),
    ]
    return "\n".join(lines)
