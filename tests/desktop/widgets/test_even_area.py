"""What scrolls keeps the width of what is in it, with a scroll bar and without."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.room_area import EvenArea


def test_a_scroll_bar_that_comes_takes_no_width_from_what_is_scrolled(qtbot: QtBot) -> None:
    """Lines broke anew, and what had grown by that stayed so high when the bar was gone."""
    inside = QWidget()
    inside.setMinimumHeight(200)
    area = EvenArea(inside)
    qtbot.addWidget(area)
    area.resize(300, 300)
    area.show()
    wide = inside.width()
    assert not area.verticalScrollBar().isVisible()
    area.resize(300, 100)
    qtbot.waitUntil(area.verticalScrollBar().isVisible)
    assert inside.width() == wide
    area.resize(300, 300)
    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible())
    assert inside.width() == wide
