"""An initiative list in a window, a mouse over it, and all that it tells."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.list.view import InitiativeList
from rulesets.table import commands as cmd
from tests.desktop.list.tables import begun

NONE = Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """A mouse over a list."""

    def __init__(self, view: InitiativeList) -> None:
        self.view = view

    def at(self, who: str, part: float = 0.5) -> QPoint:
        """A point in somebody's row: 0 is its upper, 1 its lower edge."""
        row = self.view.initiative.row_of(who)
        assert row >= 0
        return QPoint(150, self.view.rowViewportPosition(row) + round(self.view.rowHeight(row) * part))

    def press(self, who: str) -> None:
        QTest.mousePress(self.view.viewport(), LEFT, NONE, self.at(who))

    def move(self, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.view.viewport()
        place = QPointF(viewport.mapToGlobal(to))
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(to), place, Qt.MouseButton.NoButton, LEFT, modifiers
        )
        QApplication.sendEvent(viewport, event)

    def release(self, at: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseRelease(self.view.viewport(), LEFT, modifiers, at)

    def drag(self, who: str, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> str:
        """Take a row along without letting go; return what the indicator says."""
        self.press(who)
        self.move(self.at(who) + QPoint(0, 3 + QApplication.startDragDistance()), modifiers)
        self.move(to, modifiers)
        return self.view.drag.indicator.text

    def drop(self, who: str, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> str:
        """Drag a row and let go; return what the indicator said before."""
        said = self.drag(who, to, modifiers)
        self.release(to, modifiers)
        return said


class Shown:
    """A list in a window with everything that it tells."""

    def __init__(self, bridge: Bridge, view: InitiativeList) -> None:
        self.bridge, self.view, self.hand = bridge, view, Hand(view)
        warning = QAbstractItemModelTester.FailureReportingMode.Warning
        self.tester = QAbstractItemModelTester(view.initiative, warning)
        self.wanted: list[str] = []
        self.asked: list[Any] = []
        self.refused: list[tuple[Any, str]] = []
        self.current: list[str] = []
        view.wants.connect(self.wanted.append)
        view.asked.connect(self.asked.append)
        view.refused_drop.connect(self._refused)
        view.current_changed.connect(self.current.append)

    def _refused(self, command: cmd.Command, refusal: Any) -> None:
        self.refused.append((command, refusal.code))

    def ids(self) -> list[str]:
        model = self.view.initiative
        return [model.combatant_at(row) for row in range(model.rowCount())]

    def key(self, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, modifiers)


def show(qtbot: QtBot, opened_: tuple[Bridge, Any], size: tuple[int, int] = (900, 480)) -> Shown:
    bridge, texts = opened_
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    view.resize(*size)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return Shown(bridge, view)


@pytest.fixture
def fight(qtbot: QtBot) -> Shown:
    """A fight in which Sarlane Vex acts first."""
    return show(qtbot, begun())
