"""Rows slide to their new places, so that the eye can follow who moved where.

The list stands as it is from the first moment on: keys, mouse and readers meet everybody at the new place.
Only what is painted lags behind for a blink. Nothing slides where nobody looks or movement is not wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QRect, QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop.widgets.movement import is_unseen, may_move

if TYPE_CHECKING:
    from desktop.list.model import InitiativeModel
    from desktop.list.view import InitiativeList

DURATION = 180
"""Milliseconds that a row takes to its new place."""


class Easing(QObject):
    """Where rows are painted while they move: as far from their places as they still have to go."""

    def __init__(self, view: InitiativeList, model: InitiativeModel) -> None:
        """Watch the model; :meth:`follow` begins what is to be seen of its moves."""
        super().__init__(view)
        self.wanted = True
        """Whether the user wants movement."""
        self.unseen = is_unseen()
        self._view, self._model = view, model
        self._before: dict[str, int] | None = None
        """Combatant → its row before the moves under way; None when nothing moves."""
        self._ways: dict[str, int] = {}
        """Combatant → pixels from its place to where it began to slide; none while nothing slides."""
        self._left = 0.0
        """The part of these ways that is still to go."""
        self._animation: QVariantAnimation | None = None
        for changing in (model.rowsAboutToBeMoved, model.rowsAboutToBeInserted, model.rowsAboutToBeRemoved):
            changing.connect(self._note)
        model.layoutAboutToBeChanged.connect(self._note)
        model.modelAboutToBeReset.connect(self.stop)

    @property
    def active(self) -> bool:
        """Whether rows are being painted elsewhere than at their places."""
        return bool(self._ways)

    def _note(self) -> None:
        """Keep who stands where, before the first of several moves."""
        if self._before is None and self.wanted and not self.unseen and self._view.isVisible():
            self._before = self._model.places()

    def follow(self) -> None:
        """Let those that have another place than before slide there, from where they are seen now."""
        before, self._before = self._before, None
        if before is None or not may_move(self._view):
            return
        height, places = self._view.verticalHeader().defaultSectionSize(), self._model.places()
        seen, most = self._seen(height), self._view.viewport().height()
        ways = {}
        for ident, old in before.items():
            new = places.get(ident)
            if new is None or not (old in seen or new in seen):
                continue
            way = (old - new) * height + round(self._ways.get(ident, 0) * self._left)
            if way:
                ways[ident] = max(-most, min(most, way))
        self._begin(ways)

    def _seen(self, height: int) -> range:
        """The rows that are in sight."""
        top = self._view.verticalScrollBar().value()
        return range(top // height, (top + self._view.viewport().height()) // height + 1)

    def _begin(self, ways: dict[str, int]) -> None:
        self.stop()
        if not ways:
            return
        if self._animation is None:
            self._animation = QVariantAnimation(self)
            self._animation.setStartValue(1.0)
            self._animation.setEndValue(0.0)
            self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._animation.valueChanged.connect(self._go_on)
            self._animation.finished.connect(self.stop)
        self._ways, self._left = ways, 1.0
        self._animation.setDuration(DURATION)
        self._animation.start()

    def _go_on(self, left: object) -> None:
        self._left = float(str(left))
        self._view.viewport().update()

    def stop(self) -> None:
        """Let everybody be painted at its place."""
        self._before = None
        if self._animation is not None:
            self._animation.stop()
        if self._ways:
            self._ways, self._left = {}, 0.0
            self._view.viewport().update()

    def paint(self, painter: QPainter) -> None:
        """Paint those on their way where they are now, over the empty ground of their places."""
        view, places = self._view, self._model.places()
        rows = [(places[ident], way) for ident, way in self._ways.items() if ident in places]
        for row, _ in rows:
            painter.fillRect(self._place(row), view.palette().base())
        for row, way in sorted(rows, key=lambda one: abs(one[1])):  # who goes farthest passes over the others
            self._paint_row(painter, row, round(way * self._left))

    def _place(self, row: int) -> QRect:
        view = self._view
        return QRect(0, view.rowViewportPosition(row), view.viewport().width(), view.rowHeight(row))

    def _paint_row(self, painter: QPainter, row: int, away: int) -> None:
        view = self._view
        for column in range(self._model.columnCount()):
            index = self._model.index(row, column)
            option = QStyleOptionViewItem()
            view.initViewItemOption(option)
            option.rect = view.visualRect(index).translated(0, away)
            if view.selectionModel().isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            view.itemDelegateForIndex(index).paint(painter, option, index)
