"""Notices within a second what changes in folders of files that people edit, however an editor saves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from rulesets.places import is_folder

SETTLED = 250
"""Milliseconds without news after which a file is taken to be written completely."""
PATIENCE = 1000
"""Milliseconds after which it is looked even if something is written all the time."""
MOST = 2000
"""Files and folders that are watched at most: a system has only so many watches to give."""
Inside = Callable[[Path], Iterator[tuple[Path, "os.DirEntry[str] | None"]]]
"""Yields what is watched of a folder: itself, folders in it, and files with what is known of them already."""
Seen = dict[str, tuple[int, int, int]]
"""Path → number, size and time of what lies there."""


class FolderWatch(QObject):
    """Watches a folder that need not exist; it costs nothing before :meth:`begin` and no polling after."""

    changed = Signal()
    """A file was written, replaced, added or taken away, or a whole folder."""

    def __init__(self, folder: Path, inside: Inside, parent: QObject | None = None) -> None:
        """Watch what is ``inside`` of ``folder`` once it is wanted."""
        super().__init__(parent)
        self._folder, self._inside = folder, inside
        self._watcher: QFileSystemWatcher | None = None
        self._seen: Seen = {}
        self._timer = QTimer(self)
        self._timer.setObjectName("folder settle")
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED)
        self._timer.timeout.connect(self._look)
        self._restless = QElapsedTimer()

    def begin(self) -> None:
        """Watch from now on; what is there now is no news."""
        if self._watcher is not None:
            return
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self.look)
        self._watcher.fileChanged.connect(self.look)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._came_back)
        self._seen = self._watched()

    def stop(self) -> None:
        """Watch no longer."""
        self._timer.stop()
        if self._watcher is not None:
            self._watcher.deleteLater()
            self._watcher = None

    def look(self) -> None:
        """Look what has changed once the folder has come to rest, or does not for too long."""
        if self._watcher is None:
            return
        if not self._timer.isActive():
            self._restless.start()
        if not self._timer.isActive() or self._restless.elapsed() < PATIENCE:
            self._timer.start()

    def _came_back(self, state: Qt.ApplicationState) -> None:
        """The user comes back from an editor: folders of some networks tell of no change by themselves."""
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()

    def _look(self) -> None:
        before, self._seen = self._seen, self._watched()
        if before != self._seen:
            self.changed.emit()

    def _watched(self) -> Seen:
        """Watch all there is, and return it: what changes in between is found by the second look."""
        first = self._look_through()
        self._arm(first)
        second = self._look_through()
        if second.keys() != first.keys():
            self._arm(second)
        return second

    def _arm(self, now: Seen) -> None:
        """Watch these paths and no others; a file that was replaced is watched anew."""
        watcher = self._watcher
        if watcher is None:
            return
        wanted = set(now) or {str(_nearest(self._folder))}
        known = {*watcher.files(), *watcher.directories()}
        replaced = {path for path in known & set(now) if self._seen.get(path, now[path])[0] != now[path][0]}
        gone = list((known - wanted) | replaced)
        if gone:
            watcher.removePaths(gone)
        missing = [path for path in (wanted - known) | replaced if os.access(path, os.R_OK)]
        if missing:
            watcher.addPaths(missing)

    def _look_through(self) -> Seen:
        seen: Seen = {}
        for path, entry in self._inside(self._folder):
            try:
                about = entry.stat() if entry is not None else path.stat()
            except OSError:
                continue
            is_file = path.suffix == ".toml"
            seen[str(path)] = (
                about.st_ino,
                about.st_size if is_file else 0,
                about.st_mtime_ns if is_file else 0,
            )
            if len(seen) >= MOST:
                break
        return seen


def entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in a folder by name; nothing of one that cannot be looked into."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def _nearest(folder: Path) -> Path:
    """Return the nearest folder above that exists: the one in which ``folder`` will be made."""
    return next((above for above in folder.parents if is_folder(above)), Path(folder.anchor or "."))
