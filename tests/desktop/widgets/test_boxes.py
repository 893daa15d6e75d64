"""Boxes to choose from take names as they are typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from desktop.widgets.boxes import let_names_be_typed

NAMES = ["Dock foreman", "Gate guard 1", "Gate guard 2", "Gate guard 10", "Vault droid"]


@pytest.fixture
def box(qtbot: QtBot) -> QComboBox:
    made = QComboBox()
    made.addItems(NAMES)
    let_names_be_typed(made)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    ("typed", "name"), [("gate guard 2", NAMES[2]), ("gate guard 10", NAMES[3]), ("v", NAMES[4])]
)
def test_names_that_differ_by_a_number_are_found_by_typing(box: QComboBox, typed: str, name: str) -> None:
    """The space opened the list, the number did nothing, and the first of the name was hit (two evenings)."""
    told: list[int] = []
    box.activated.connect(told.append)
    QTest.keyClicks(box, typed)
    assert box.currentText() == name
    assert not box.view().isVisible()
    assert told[-1:] == [NAMES.index(name)]


def test_a_space_by_itself_opens_the_list(box: QComboBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.view().isVisible()
    box.hidePopup()
