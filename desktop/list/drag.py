"""Dragging a row of the initiative list: a gesture of the list itself, from press to release.

It is no QDrag: that one never completes without a display, and no modifier is seen during it on Wayland.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QTableView

from desktop.bridge import Bridge
from desktop.list.drop_command import Drop, DropCommand, drop_command, resumes_at, snapped
from desktop.list.drop_indicator import DropIndicator
from desktop.list.model import InitiativeModel
from rulesets.table.commands import Command, Resume, Trigger
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal

SCROLL_EVERY = 40
"""Milliseconds between two steps of scrolling while the mouse is held at an edge."""


class DropTexts(Protocol):
    """What the gesture needs of the texts service."""

    def drop(self, command: Command, result: Outcome | Refusal, /) -> str:
        """Return what a drop will do, or why it is refused."""


class RowDrag(QObject):
    """Follows the mouse with a row, says what the drop would mean, and orders it on release."""

    dropped = Signal(object)
    """Command: the row was dropped where the rules allow it, or with Alt held."""
    refused = Signal(object, object)
    """Command, Refusal: it was dropped where a rule forbids it."""

    def __init__(self, view: QTableView, model: InitiativeModel, bridge: Bridge, texts: DropTexts) -> None:
        """Serve ``view``, which hands its mouse and key events on."""
        super().__init__(view)
        self._view, self._model, self._bridge, self._texts = view, model, bridge, texts
        self._who = ""
        self._start = QPoint()
        self._mouse = QPoint()
        self._insist = False
        self._command: DropCommand | None = None
        self._result: Outcome | Refusal | None = None
        """What the command comes to."""
        self._shown: tuple[Drop, bool, bool] | None = None
        """Drop, override and whether it is inside the list: what the indicator speaks of while dragging."""
        self.indicator = DropIndicator(view)
        self._scroll = QTimer(self)
        self._scroll.setInterval(SCROLL_EVERY)
        self._scroll.timeout.connect(self._scroll_on)

    @property
    def who(self) -> str:
        """Id of whoever's row the button has gone down on, or ''."""
        return self._who

    @property
    def active(self) -> bool:
        """True while a row is dragged."""
        return self._shown is not None

    # -- the gesture -------------------------------------------------------------------------------

    def press(self, position: QPoint) -> None:
        """Remember where the button went down."""
        self.cancel()
        self._who = self._model.combatant_at(self._view.rowAt(position.y()))
        self._start = position

    def move(self, position: QPoint, modifiers: Qt.KeyboardModifier) -> bool:
        """Follow the mouse; True if a row is being dragged."""
        if not self._who:
            return False
        far = (position - self._start).manhattanLength() >= QApplication.startDragDistance()
        if not self.active and not far:
            return False
        self._mouse = position
        self.insist(bool(modifiers & Qt.KeyboardModifier.AltModifier))
        self._mind_edges()
        return True

    def insist(self, insist: bool) -> None:
        """Show what the drop would mean with or without the GM's override."""
        self._insist = insist
        self._show()

    def release(self, position: QPoint, modifiers: Qt.KeyboardModifier) -> bool:
        """Drop the row; True if one was dragged. Outside the list nothing happens."""
        if not self.active:
            self.cancel()
            return False
        self.move(position, modifiers)
        command, result = self._command, self._result
        inside = self._inside()
        self.cancel()
        if command is not None and inside:
            if isinstance(result, Refusal):
                self.refused.emit(command, result)
            else:
                self.dropped.emit(command)
        return True

    def cancel(self) -> None:
        """Leave everything where it is."""
        if not self._who and not self.active:
            return
        self._who, self._command, self._result, self._shown = "", None, None, None
        self._scroll.stop()
        self.indicator.hide()
        self._view.viewport().unsetCursor()

    # -- what the drop means -----------------------------------------------------------------------

    def _drop(self) -> Drop:
        """Return where the row would be dropped now."""
        view, y = self._view, self._mouse.y()
        over = view.rowAt(y)
        gap = self._model.rowCount() if over < 0 else over
        if over >= 0 and y >= view.rowViewportPosition(over) + view.rowHeight(over) / 2:
            gap += 1
        source = self._model.row_of(self._who)
        return snapped(self._bridge.state, self._model.rows, Drop(source, gap, over))

    def _inside(self) -> bool:
        return self._view.viewport().rect().contains(self._mouse)

    def _show(self) -> None:
        """Ask the engine what the drop comes to, if it is another one than before, and show it."""
        if self._model.row_of(self._who) < 0:
            self.cancel()
            return
        before, drop = self._shown, self._drop()
        self._shown = (drop, self._insist, self._inside())
        if self._shown == before:
            self._say(self.indicator.text, self.indicator.tone, drop)
        else:
            self._say(*self._meaning(drop), drop)

    def _meaning(self, drop: Drop) -> tuple[str, str]:
        """Return the sentence about a drop and its tone; remember the command that it is."""
        self._command = self._result = None
        if not self._inside():
            return self.tr("Outside the list: nothing happens."), "bad"
        bridge = self._bridge
        command = drop_command(bridge.rules, bridge.state, self._model.rows, drop, self._insist)
        if command is None:
            return self.tr("Stays where it is."), "neutral"
        self._command = command
        self._result = result = bridge.preview(command)
        sentence = self._texts.drop(command, result)
        if isinstance(result, Refusal):
            return sentence, "bad"
        return sentence, "warn" if result.overridden else "now"

    def _say(self, text: str, tone: str, drop: Drop) -> None:
        gap = resumes_at(self._model.rows) if isinstance(self._command, Resume | Trigger) else drop.gap
        view, last = self._view, self._model.rowCount() - 1
        if gap > last:
            line = view.rowViewportPosition(last) + view.rowHeight(last)
        else:
            line = view.rowViewportPosition(gap)
        shape = Qt.CursorShape.ForbiddenCursor if tone == "bad" else Qt.CursorShape.ClosedHandCursor
        view.viewport().setCursor(shape)
        self.indicator.say(text, tone, line, self._mouse)

    # -- scrolling at the edges --------------------------------------------------------------------

    def _speed(self) -> int:
        """Return by how many pixels to scroll now, negative is up; 0 away from the edges."""
        margin = max(12, self._view.verticalHeader().defaultSectionSize() // 2)
        height, y = self._view.viewport().height(), self._mouse.y()
        if not self._inside():
            return 0
        if y < margin:
            return -max(2, (margin - y) // 2)
        return max(2, (y - height + margin) // 2) if y > height - margin else 0

    def _mind_edges(self) -> None:
        if self._speed() and not self._scroll.isActive():
            self._scroll.start()

    def _scroll_on(self) -> None:
        bar, speed = self._view.verticalScrollBar(), self._speed()
        before = bar.value()
        bar.setValue(before + speed)
        if not speed or bar.value() == before:
            self._scroll.stop()
            return
        self._show()
