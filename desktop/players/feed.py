"""What players are shown, kept in step with the fight: worked out after the GM's own window is painted.

It is worked out only while somebody wants it. Whoever shows it, on a screen or elsewhere, takes it from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from rulesets.seen.players_screen import NOTHING, Following, PlayersScreen
from rulesets.table.changes import Changes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.bridge import Bridge
    from desktop.process.settings_store import SettingsStore
    from rulesets.seen.scene import Scene

FRAME = 16
"""Milliseconds after which a window that has nothing to paint is waited for no more."""


class AfterPaint(QObject):
    """Does something as soon as a window has painted what is due, or within a frame where nothing is."""

    due = Signal()

    def __init__(self, window: QWidget) -> None:
        """Wait for ``window``."""
        super().__init__(window)
        self._window = window
        self._waits = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._come)

    def ask(self) -> None:
        """Emit ``due`` once after the next paint."""
        if not self._waits:
            self._waits = True
            self._window.installEventFilter(self)
            self._timer.start(FRAME)

    def stop(self) -> None:
        """Wait for nothing."""
        self._timer.stop()
        if self._waits:
            self._waits = False
            self._window.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The paint is done within this event, so what comes next comes after it."""
        if event.type() == QEvent.Type.UpdateRequest:
            self._timer.start(0)
        return False

    def _come(self) -> None:
        self.stop()
        self.due.emit()


class PlayersFeed(QObject):
    """Follows an encounter for the players."""

    changed = Signal()
    """``now`` is another value."""
    looked = Signal()
    """Something has changed, whether ``now`` is another value or not: what is seen of somebody may be."""

    def __init__(
        self, bridge: Bridge, settings: SettingsStore, title: Callable[[], str], window: QWidget
    ) -> None:
        """Follow the encounter that ``bridge`` has open, which ``title`` names, behind ``window``."""
        super().__init__(window)
        self._bridge, self._settings, self._title = bridge, settings, title
        self.now: PlayersScreen = NOTHING
        self._following: Following | None = None
        self._pending: Changes | None = Changes(whole=True)
        """What has changed since ``now`` was worked out; None for nothing."""
        self._wanting: set[object] = set()
        self._after = AfterPaint(window)
        self._after.due.connect(self.refresh)
        bridge.changed.connect(self._changed)
        bridge.reset.connect(self._reset)
        bridge.rules_changed.connect(self._anew)
        settings.changed.connect(self._settings_changed)

    def want(self, who: object, *, wanted: bool) -> None:
        """Keep in step as long as ``who`` wants it."""
        (self._wanting.add if wanted else self._wanting.discard)(who)
        if wanted:
            self.refresh()

    @property
    def scene(self) -> Scene | None:
        """What players see of the fight as it stood when ``now`` was worked out; None without a fight."""
        return None if self._following is None else self._following.scene

    def refresh(self) -> None:
        """Work out what is shown now, if anything has changed and somebody wants to know."""
        if self._pending is None or not self._wanting:
            return
        self._after.stop()
        changes, self._pending = self._pending, None
        before, self.now = self.now, self._look(changes)
        if self.now != before:
            self.changed.emit()
        self.looked.emit()

    def stop(self) -> None:
        """Follow nothing any more."""
        self._wanting.clear()
        self._after.stop()

    def _look(self, changes: Changes) -> PlayersScreen:
        if not self._bridge.is_open:
            self._following = None
            return NOTHING
        rules, facts = self._bridge.rules, self._settings.now.facts
        following = self._following
        if following is None or following.viewer.rules is not rules or following.facts != facts:
            before = NOTHING if following is None else following.now
            following = self._following = Following(rules, facts, before)
        return following.look(self._bridge.state, self._title(), changes)

    def _changed(self, changes: Changes) -> None:
        self._pending = changes if self._pending is None else self._pending | changes
        if self._wanting:
            self._after.ask()

    def _reset(self) -> None:
        self._following = None
        self._anew()

    def _anew(self) -> None:
        self._changed(Changes(whole=True))

    def _settings_changed(self, names: frozenset[str]) -> None:
        if "facts" in names:
            self._anew()
