"""Opening a text where it can be edited: by the user's own command, or as the system opens such files.

A command is split into words and started as it is, never by a shell: nothing in a file's name or in the
command can start something else.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

FILE, LINE = "{file}", "{line}"


class BadCommand(ValueError):
    """A command that cannot be one; ``why`` is quotes · file · program."""

    def __init__(self, why: str, what: str = "") -> None:
        """Keep why, and what of it."""
        super().__init__(f"{why} {what}".strip())
        self.why, self.what = why, what


def words(command: str, file: Path, line: int) -> list[str]:
    """Return program and arguments for ``command``, with file and line in their places.

    Raises:
        BadCommand: if it is none, or says nowhere which file is meant, or there is no such program.
    """
    try:
        parts = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as error:
        raise BadCommand("quotes") from error
    parts = [part.strip('"') for part in parts] if sys.platform == "win32" else parts
    if not parts or not any(FILE in part for part in parts[1:]):
        raise BadCommand("file")
    program = shutil.which(parts[0])
    if program is None:
        raise BadCommand("program", parts[0])
    number = str(max(1, line))
    return [program, *(part.replace(LINE, number).replace(FILE, str(file)) for part in parts[1:])]


def _start(program: str, arguments: Sequence[str]) -> bool:
    started = QProcess.startDetached(program, list(arguments))
    return bool(started[0] if isinstance(started, tuple) else started)


def _system(path: Path) -> bool:
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class Editor:
    """Opens files and folders outside of the program."""

    def __init__(
        self,
        command: Callable[[], str],
        start: Callable[[str, Sequence[str]], bool] = _start,
        system: Callable[[Path], bool] = _system,
    ) -> None:
        """Ask ``command`` each time for the user's own way; '' is the system's."""
        self._command, self._start, self._system = command, start, system

    def open(self, file: Path, line: int = 0) -> bool:
        """Open a file, at a line if the command can; False if nothing took it.

        Raises:
            BadCommand: if the user's own command is none.
        """
        command = self._command().strip()
        if not command:
            return self._system(file)
        program, *arguments = words(command, file, line)
        return self._start(program, arguments)

    def open_folder(self, folder: Path) -> bool:
        """Show a folder; False if nothing took it."""
        return self._system(folder)
