"""The line at the bottom paints no frames itself: there are none in the style that the program has."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStatusBar
from pytestqt.qtbot import QtBot

from desktop.main.status import StatusLine


class AsEver(StatusLine):
    """Lets Qt paint it."""

    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted = True
        QStatusBar.paintEvent(self, event)


def test_it_looks_as_if_qt_had_painted_it(qtbot: QtBot) -> None:
    pictures = []
    for kind in (StatusLine, AsEver):
        line = kind()
        qtbot.addWidget(line)
        line.resize(600, 30)
        line.show_hint("Space: next turn")
        line.show_offer("Other rules on disk")
        line.show()
        pictures.append(line.grab().toImage())
    assert line.painted
    assert pictures[0] == pictures[1]
