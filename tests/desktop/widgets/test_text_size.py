"""The size of the text is chosen in View and kept; every window follows at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.process.settings_store import SettingsStore
from desktop.widgets.text_size import SIZES, apply_text_size, in_proportion, next_size, points_of
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in its own font again afterwards."""
    font = QFont(QApplication.font())
    yield qapp
    apply_text_size(qapp, 0)
    qapp.setFont(font)


@pytest.mark.slow
def test_keys_make_the_text_larger_and_smaller_and_it_is_kept(app: QApplication, hands: Hands) -> None:
    under_way(hands)
    window, before = hands.window, points_of(app)
    row = window.table.rowHeight(0)
    hands.key(Qt.Key.Key_Plus, CONTROL)
    larger = next_size(before, 1)
    assert points_of(app) == window.table.font().pointSize() == larger > before
    assert window.table.rowHeight(0) > row
    assert SettingsStore(window.services.paths.settings).now.text_size == larger
    marked = [one.objectName() for one in window.actions_.menus["text-size"].actions() if one.isChecked()]
    assert marked == [f"text-size:{larger}"]
    hands.key(Qt.Key.Key_Minus, CONTROL)
    assert points_of(app) == before
    window.do("text-size:18")
    hands.settle()
    names = [label for label in window.inspector.findChildren(QLabel) if label.text() == "Sarlane Vex"]
    assert [label.font().pointSize() > 18 for label in names] == [True]  # headings follow, too
    hands.key(Qt.Key.Key_0, CONTROL)
    assert points_of(app) == before
    assert SettingsStore(window.services.paths.settings).now.text_size == 0


def test_sizes_end_at_9_and_24() -> None:
    assert (SIZES[0], SIZES[-1]) == (9, 24)
    assert [next_size(24, 1), next_size(9, -1), next_size(15, 1), next_size(15, -1)] == [24, 9, 16, 14]


def test_what_is_in_proportion_follows(app: QApplication, qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    label = QLabel("large", widget)
    in_proportion(label, 2, bold=True)
    widget.show()
    apply_text_size(app, 14)
    qtbot.waitUntil(lambda: label.font().pointSize() == 28)
    assert label.font().bold()
