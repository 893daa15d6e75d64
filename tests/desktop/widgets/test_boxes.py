"""Boxes to choose from take names as they are typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from desktop.widgets.field_note import FieldNote
from desktop.widgets.name_search import let_names_be_typed

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


def test_a_later_word_finds_a_name_and_what_finds_none_is_said(box: QComboBox) -> None:
    """An evening: "Hethe" did not find Old Hethe, and the damage was dealt to whoever stood there."""
    QTest.keyClicks(box, "foreman")
    assert box.currentText() == "Dock foreman"
    QTest.keyClicks(box, "x")
    (note,) = box.window().findChildren(FieldNote)
    assert note.text() == "Nothing here is called “foremanx”."
    assert box.currentText() == "Dock foreman"


@pytest.mark.parametrize("typed", ["1d20+7-1=20", "gx2", "crit v"])
def test_what_is_no_name_leaves_what_was_chosen(box: QComboBox, typed: str) -> None:
    """An evening: a total typed into the box of targets chose a friend by its last digit, who was hit."""
    box.setCurrentIndex(4)
    QTest.keyClicks(box, typed)
    assert box.currentText() == "Vault droid"
    (note,) = box.window().findChildren(FieldNote)
    assert note.text() == f"Nothing here is called “{typed}”."
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClicks(box, "do")
    assert box.currentText() == "Dock foreman"


def test_the_same_keys_lead_to_the_same_name_and_a_letter_again_to_the_next(box: QComboBox) -> None:
    """An evening: "a" declared Attack, and Absorb Hits a round later, in which that stood there before."""
    for before in (2, 1):
        box.setCurrentIndex(before)
        told: list[int] = []
        box.activated.connect(told.append)
        QTest.keyClick(box, "g")
        assert told == [1], "it was chosen, whatever stood there"
        QTest.keyClick(box, Qt.Key.Key_Escape)
    QTest.keyClicks(box, "gg")
    assert box.currentIndex() == 2


@pytest.mark.parametrize(("typed", "name"), [("uard 10", NAMES[3]), ("ate", NAMES[1])])
def test_any_part_of_a_name_finds_it_where_no_word_begins_so(box: QComboBox, typed: str, name: str) -> None:
    """As the palette does; one letter alone, or the same again, is no part that anybody means."""
    QTest.keyClicks(box, typed)
    assert box.currentText() == name
