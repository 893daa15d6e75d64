"""The second half of a double click on a dialog that closes is none on what was below it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop.damage.dialog import DamageDialog
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def click(widget: QWidget, place: QPoint) -> None:
    """Click as somebody does: the window under the mouse is told."""
    window = widget.window()
    QTest.mouseClick(
        window.windowHandle(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        widget.mapTo(window, place),
    )


@pytest.fixture
def slow_hands() -> Iterator[None]:
    """A double click may take a minute: on a busy machine the two are further apart than for a person."""
    usual = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(60_000)
    yield
    QApplication.setDoubleClickInterval(usual)


@pytest.mark.usefixtures("slow_hands")
@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_double_click_on_apply_takes_nothing_back(hands: Hands, by_mouse: bool) -> None:
    """*Undo to here* of the log lay below it: what had just been applied was gone.

    Behind a key that closes a dialog a click is one of its own.
    """
    under_way(hands)
    window, bridge = hands.window, hands.window.services.bridge
    hands.choose("sergeant")
    hands.key(Qt.Key.Key_H)
    dialog = hands.dialog()
    assert isinstance(dialog, DamageDialog)
    QTest.keyClicks(QApplication.focusWidget(), "7")
    apply = next(one for one in dialog.findChildren(QPushButton) if one.isVisible() and "Apply" in one.text())
    viewport, row = (
        window.table.viewport(),
        window.table.visualRect(window.table.initiative.index(3, 1)).center(),
    )
    below = viewport.mapToGlobal(row)
    dialog.move(dialog.pos() + below - apply.mapToGlobal(apply.rect().center()))
    QCursor.setPos(below)
    steps = bridge.cursor
    if by_mouse:
        click(apply, apply.rect().center())
    else:
        QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
    hands.no_dialog()
    assert bridge.cursor == steps + 1
    click(viewport, row)
    assert (window.table.current() == "sergeant") is by_mouse
