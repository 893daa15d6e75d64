"""Heights of wrapped rows are kept until something in them wants other room: what is kept is never stale."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from desktop.widgets.flow_layout import FlowLayout, WrappingLayout
from desktop.widgets.tab_order import tab_as_laid_out
from desktop.widgets.tiles import TileLayout

HIGH = 20


class Sized(QLabel):
    """Wants as much room as it is told to."""

    def __init__(self, width: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.wanted = QSize(width, HIGH)

    def sizeHint(self) -> QSize:
        return self.wanted

    def minimumSizeHint(self) -> QSize:
        return self.wanted


@pytest.fixture(params=[FlowLayout, TileLayout])
def laid(request: pytest.FixtureRequest, qtbot) -> tuple[QWidget, WrappingLayout, list[Sized]]:
    """Four items of 100 pixels, of which three find room side by side in 340."""
    whole = QWidget()
    qtbot.addWidget(whole)
    layout = FlowLayout(gap=6, line_gap=4) if request.param is FlowLayout else TileLayout(tile=100, gap=6)
    whole.setLayout(layout)
    items = [Sized(100, whole) for _ in range(4)]
    for item in items:
        layout.addWidget(item)
    whole.resize(340, 200)
    whole.show()
    return whole, layout, items


def test_a_height_is_kept_until_something_asks_for_other_room(laid) -> None:
    _, layout, items = laid
    two = layout.heightForWidth(340)
    assert two > 2 * HIGH
    assert layout.heightForWidth(500) == HIGH, "each width has its own"
    items[3].hide()
    assert layout.heightForWidth(340) == HIGH
    items[3].show()
    assert layout.heightForWidth(340) == two
    items[0].wanted = QSize(100, 3 * HIGH)
    items[0].updateGeometry()
    assert layout.heightForWidth(340) == two + 2 * HIGH
    QCoreApplication.processEvents()
    assert items[0].height() == 3 * HIGH


def test_nothing_is_placed_twice_for_the_same_width(laid, monkeypatch: pytest.MonkeyPatch) -> None:
    _, layout, items = laid
    placed, place = [], type(layout)._place

    def noting(self, rect, *, move):
        placed.append(move)
        return place(self, rect, move=move)

    monkeypatch.setattr(type(layout), "_place", noting)
    first = layout.heightForWidth(333)
    assert [layout.heightForWidth(333) for _ in range(5)] == [first] * 5
    assert placed == [False]
    items[0].updateGeometry()
    assert layout.heightForWidth(333) == first
    assert placed == [False, False]


def test_whoever_looks_through_a_layout_keeps_nothing_that_qt_deletes(qtbot: QtBot) -> None:
    """A menu's new action was taken for an item of a layout that had been there before: no sheet opened."""
    root = QWidget()
    qtbot.addWidget(root)
    column, flow = QVBoxLayout(root), FlowLayout()
    for layout in (column, flow):
        for number in range(3):
            layout.addWidget(QPushButton(str(number), root))
    column.addLayout(flow)
    before = sum(type(one) is QWidgetItem for one in getAllValidWrappers())
    tab_as_laid_out(root)
    assert sum(type(one) is QWidgetItem for one in getAllValidWrappers()) == before
    assert [flow.itemAt(at).widget().text() for at in range(3)] == ["0", "1", "2"]  # type: ignore[union-attr]
    root.resize(300, 300)
    root.grab()
