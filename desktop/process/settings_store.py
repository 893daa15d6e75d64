"""The file of the settings: read, changed and kept.

Reading the file must not cost the start anything, so a sound file is decoded by msgspec alone. Only one that
somebody has edited or that is damaged is given to pydantic (``settings_rescue``), which keeps every setting
that still makes sense.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.process.settings import Settings
from rulesets.plain_files import write_whole

MOST_RECENT = 10
LARGEST = 1_000_000
"""Bytes; a settings file above that is none."""


class SettingsStore(QObject):
    """The settings and their file; all windows share one."""

    changed = Signal(object)
    """frozenset of str: these settings are others now."""

    not_kept = Signal(object)
    """OSError: the disk did not take a change; it holds until the program is left."""

    def __init__(self, path: Path) -> None:
        """Read ``path``; whatever is wrong with it, there are settings afterwards."""
        super().__init__()
        self._path = path
        self._kept = self.now = read(path)
        self.failure: OSError | None = None
        """Why the settings could not be kept, if so."""

    def change(self, **changes: Any) -> None:
        """Change some settings, and keep them."""
        before = self.now
        self.note(**changes)
        self.save()
        others = frozenset(name for name in changes if getattr(before, name) != getattr(self.now, name))
        if others:
            self.changed.emit(others)

    def note(self, **changes: Any) -> None:
        """Change what need not be kept by itself: the next change takes it along."""
        self.now = replace(self.now, **changes)

    def opened(self, path: Path) -> None:
        """Remember that an encounter was opened: it is the first of the recent ones now.

        A name that is no text (a disk may have such) cannot be written down, and is not remembered.
        """
        name = str(path)
        if name != name.encode("utf-8", "replace").decode():
            return
        others = tuple(other for other in self.now.recent if other != name)
        self.change(recent=(name, *others)[:MOST_RECENT], last_encounter=name)

    def stood(self, path: Path, moment: str) -> None:
        """Note where the fight in a file stands; it is kept with the next change, when the window closes."""
        name, moments = str(path), self.now.moments
        if moments.get(name) != moment and name in self.now.recent:
            others = {file: words for file, words in moments.items() if file in self.now.recent}
            self.note(moments={**others, name: moment})

    def forget(self, path: Path) -> None:
        """Take a file that is gone from the recent ones."""
        name = str(path)
        last = "" if self.now.last_encounter == name else self.now.last_encounter
        self.change(recent=tuple(r for r in self.now.recent if r != name), last_encounter=last)

    def save(self) -> bool:
        """Write the settings if they differ from the file's; False if the disk does not take them."""
        if self.now == self._kept:
            return True
        try:
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(self.now), indent=2) + b"\n")
        except OSError as error:
            self.failure = error
            self.not_kept.emit(error)
            return False
        self._kept, self.failure = self.now, None
        return True


def read(path: Path) -> Settings:
    """Return what a settings file says, as far as it makes sense; the usual settings where it does not."""
    try:
        if path.stat().st_size > LARGEST:
            return Settings()
        data = path.read_bytes()
    except (OSError, ValueError):
        return Settings()
    try:
        return msgspec.json.decode(data, type=Settings)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        from desktop.process.settings_rescue import rescued

        return rescued(data)
