"""The start: totals typed or rolled, ties, awareness."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop.rolls.model import Column
from desktop.rolls.start_dialog import StartDialog
from desktop.why.model import Whys
from desktop.widgets.fields import NumberField
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING


@pytest.fixture
def dialog(table, qtbot, watched):
    dialog = StartDialog(table.bridge, table.texts)
    watched(dialog.model)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def put(dialog, row, number, column=Column.ROLL):
    return dialog.model.setData(dialog.model.index(row, column), str(number))


def test_a_group_is_one_row_and_rolls_with_its_lowest_modifier(dialog):
    names = [dialog.model.index(row, Column.NAME).data() for row in range(dialog.model.rowCount())]
    assert names == ["Deel Surool", "K-77 <b>Lug</b>", "Troopers ×2", "Sergeant"]
    dice = [dialog.model.index(row, Column.MODIFIER).data() for row in range(4)]
    assert dice == ["d20 + 7", "d20 + 3", "d20 + 0", "d20 + 3"]


def test_one_button_is_framed(dialog, qtbot):
    """An evening: Start and Cancel were both framed, and Enter on Cancel began the fight."""
    ok, cancel = dialog.ok, dialog.buttons.button(dialog.buttons.StandardButton.Cancel)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert (ok.isDefault(), cancel.isDefault()) == (True, False)
    cancel.setFocus()
    assert not ok.isDefault()
    qtbot.keyClick(cancel, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.table.setFocus()
    assert ok.isDefault()


def test_a_total_that_cannot_be_rolled_is_asked_about_and_taken(table, dialog, qtbot):
    """CR 144: d20 + 0 comes to 1 to 20. The game master is right all the same."""
    put(dialog, 0, 27)
    assert dialog.ok.text() == "&Start", "d20 + 7"
    put(dialog, 2, 99)
    assert dialog.reason == "This cannot be rolled: Troopers ×2 99 (d20 + 0 gives 1 to 20)"
    assert (dialog.ok.text(), dialog.ok.isEnabled()) == ("&Start all the same", True)
    put(dialog, 2, 20)
    assert dialog.ok.text() == "&Start"
    dialog.table.setCurrentIndex(dialog.model.index(3, Column.ROLL))
    qtbot.keyClicks(dialog.table, "9")
    qtbot.keyClicks(QApplication.focusWidget(), "9")
    dialog.accept()
    assert dialog.isVisible(), "what was typed last is asked about, too"
    assert dialog.ok.hasFocus()
    with qtbot.waitSignal(dialog.accepted):
        dialog.accept()
    table.do(*dialog.commands())
    assert table.bridge.state.orders["initiative"].places["boss"].count == 99


def test_what_is_left_blank_is_rolled(table, dialog):
    put(dialog, 0, 21)
    assert dialog.command() == cmd.Start(rolls={"deel": 21})
    put(dialog, 0, "")
    assert dialog.command() == cmd.Start()
    dialog.accept()
    table.do(*dialog.commands())
    assert table.bridge.state.clock.status == RUNNING


def test_ties_among_typed_totals_can_be_rolled_off_by_hand(table, dialog):
    """CR 144: ties go to the higher Dexterity modifier, then to a roll of a d20."""
    tie = dialog.model.index(1, Column.TIE)
    assert not tie.flags() & Qt.ItemFlag.ItemIsEditable
    for row in (1, 2):
        put(dialog, row, 14)
    assert tie.flags() & Qt.ItemFlag.ItemIsEditable
    put(dialog, 1, 3, Column.TIE)
    put(dialog, 2, 15, Column.TIE)
    assert dialog.command() == cmd.Start(
        rolls={"lug": 14, "Troopers": 14}, rolloffs=({"lug": 3, "Troopers": 15},)
    )
    table.do(dialog.command())
    order = table.bridge.state.orders["initiative"].slots
    assert order.index("Troopers") < order.index("lug")


def test_a_roll_off_of_somebody_no_longer_tied_is_not_given(dialog):
    for row in (1, 2):
        put(dialog, row, 14)
    put(dialog, 1, 3, Column.TIE)
    put(dialog, 1, 15)
    assert dialog.command().rolloffs == ()


def test_who_is_aware_is_changed_before_the_start(table, dialog):
    for row in (2, 3):
        index = dialog.model.index(row, Column.AWARE)
        dialog.model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    dialog.accept()
    assert table.who("boss").aware, "a dialog changes nothing before it is accepted"
    table.do(*dialog.commands())
    assert [table.who(who).aware for who in ("deel", "st-1", "st-2", "boss")] == [True, False, False, False]
    assert table.bridge.state.clock.surprise
    assert "flat-footed" in table.who("boss").states


def test_numbers_are_typed_row_by_row(dialog, qtbot):
    table = dialog.table
    table.setCurrentIndex(dialog.model.index(2, Column.ROLL))
    qtbot.keyClick(table, Qt.Key.Key_1)
    editor = QApplication.focusWidget()
    assert isinstance(editor, NumberField)
    qtbot.keyClicks(editor, "7x")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == "17x"  # no number: it stays, and says so
    assert editor.unread
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert dialog.model.given() == {"Troopers": 17}
    assert dialog.isVisible()
    assert table.currentIndex().row() == 3
    qtbot.keyClick(table, Qt.Key.Key_8)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert dialog.ok.hasFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.ok, Qt.Key.Key_Return)
    assert dialog.command().rolls == {"Troopers": 17, "boss": 8}


def test_enter_goes_over_what_is_left_to_the_dice(dialog, qtbot):
    """An empty cell is passed, not opened: once for each row, and behind the last one Enter begins."""
    table = dialog.table
    put(dialog, 0, 12)
    table.setFocus()
    table.setCurrentIndex(dialog.model.index(0, Column.ROLL))
    for row in range(1, dialog.model.rowCount()):
        qtbot.keyClick(table, Qt.Key.Key_Return)
        assert (table.currentIndex().row(), table.state()) == (row, table.State.NoState)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert dialog.ok.hasFocus()
    assert dialog.command() == cmd.Start(rolls={"deel": 12})


def test_enter_begins_where_nothing_was_typed_and_all_is_left_to_the_dice(dialog, qtbot):
    """It went down row by row, while the button looked like what Enter does."""
    dialog.activateWindow()
    qtbot.waitUntil(dialog.table.hasFocus)
    assert dialog.ok.isDefault()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.command() == cmd.Start()


def test_space_opens_no_empty_field_but_goes_on_as_enter_does_and_the_keys_are_said(dialog, qtbot):
    """The key that goes on with the fight opened a cell that Enter only closed again."""
    keys = "Type a total: Enter goes to the next, from the last to “Start”. Ctrl+Return goes on at once."
    alone = "Enter alone rolls for everybody. Behind a total that is typed it goes to the next."
    assert dialog.keys.text() == alone, "it rolled for all of them, and nobody was told"
    dialog.table.setCurrentIndex(dialog.model.index(0, Column.ROLL))
    qtbot.keyClicks(dialog.table, "2")
    qtbot.keyClicks(QApplication.focusWidget(), "1")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert dialog.keys.text() == keys
    for row in (2, 3):
        qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
        assert dialog.table.currentIndex().row() == row
    qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    assert dialog.ok.hasFocus()


def test_a_space_too_many_rolls_for_nobody(dialog, qtbot):
    """Two evenings: Space opens the window, and a second one rolled for all who were blank."""
    dialog.activateWindow()
    qtbot.waitUntil(dialog.table.hasFocus)
    with qtbot.assertNotEmitted(dialog.accepted):
        for _ in range(dialog.model.rowCount()):
            assert dialog.table.hasFocus()
            qtbot.keyClick(dialog.table, Qt.Key.Key_Space)
    assert dialog.ok.hasFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.ok, Qt.Key.Key_Space)


def test_the_button_looks_like_the_default_one_only_where_enter_presses_it(dialog, qtbot):
    """Among the totals Enter goes on to the next one."""
    dialog.activateWindow()
    qtbot.waitUntil(dialog.table.hasFocus)
    for row in range(4):
        qtbot.keyClicks(QApplication.focusWidget(), str(9 - row))
        assert not dialog.ok.isDefault(), "a cell is being typed into"
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert dialog.ok.isDefault() == (row == 3)
    assert dialog.ok.hasFocus()
    dialog.table.setFocus()
    assert not dialog.ok.isDefault()
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)


def test_one_escape_leaves_the_table_unless_a_cell_holds_what_was_typed_just_now(dialog, qtbot):
    dialog.activateWindow()
    qtbot.waitUntil(dialog.table.hasFocus)
    qtbot.keyClicks(dialog.table, "1")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert dialog.isVisible(), "the innermost thing is what was typed into the cell"
    assert dialog.model.given() == {}
    dialog.table.edit(dialog.table.currentIndex())
    assert isinstance(QApplication.focusWidget(), NumberField)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_tab_goes_on_to_the_next_number(dialog, qtbot):
    """Not to a cell beside it that takes nothing, where what is typed next would be lost."""
    table = dialog.table
    table.setCurrentIndex(dialog.model.index(0, Column.ROLL))
    qtbot.keyClick(table, Qt.Key.Key_9)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, Column.ROLL)
    assert dialog.model.index(0, Column.ROLL).data() in (9, "9")


def test_arrows_go_from_row_to_row_and_change_no_number(dialog, qtbot):
    """Who types a total and presses Down wants the next one, not a total that is one less."""
    table = dialog.table
    table.setCurrentIndex(dialog.model.index(0, Column.ROLL))
    qtbot.keyClick(table, Qt.Key.Key_9)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert table.currentIndex().row() == 1
    assert dialog.model.index(0, Column.ROLL).data() in (9, "9")
    qtbot.keyClick(table, Qt.Key.Key_5)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert table.currentIndex().row() == 0
    assert dialog.model.index(1, Column.ROLL).data() in (5, "5")


def test_a_number_still_being_typed_counts(dialog, qtbot):
    table = dialog.table
    table.setCurrentIndex(dialog.model.index(3, Column.ROLL))
    qtbot.keyClick(table, Qt.Key.Key_9)
    dialog.accept()
    assert dialog.command().rolls == {"boss": 9}


def test_nobody_to_start_with_is_said(table, qtbot):
    table.bridge.undo_to(0)
    dialog = StartDialog(table.bridge, table.texts)
    qtbot.addWidget(dialog)
    assert not dialog.ok.isEnabled()
    assert dialog.reason


def test_a_refused_start_keeps_what_was_typed(table, dialog, qtbot):
    put(dialog, 0, 21)
    table.do(cmd.Start())
    dialog.accept()
    assert dialog.isVisible()
    assert dialog.reason
    assert dialog.model.given() == {"deel": 21}


def test_ties_are_rolled_off_in_as_many_passes_as_are_needed(table, dialog):
    """CR 144: a roll of a d20, and again if that ties, too."""
    model = dialog.model
    for row in (1, 2):
        put(dialog, row, 14)
    for row in (1, 2):
        put(dialog, row, 9, Column.TIE)
    assert model.columnCount() == Column.TIE + 2
    assert "The roll-off is a tie, too." in dialog.ties.text
    assert "Equal in Dexterity modifier." in dialog.ties.text, "nothing said why it came to a roll-off"
    assert "Still tied" in dialog.ties.text
    put(dialog, 1, 4, Column.TIE + 1)
    put(dialog, 2, 5, Column.TIE + 1)
    assert dialog.command().rolloffs == ({"lug": 9, "Troopers": 9}, {"lug": 4, "Troopers": 5})
    table.do(dialog.command())
    order = table.bridge.state.orders["initiative"].slots
    assert order.index("Troopers") < order.index("lug")


def test_a_roll_off_that_is_corrected_needs_no_second_one(dialog):
    for row in (1, 2):
        put(dialog, row, 14)
        put(dialog, row, 9, Column.TIE)
    for row in (1, 2):
        put(dialog, row, 9, Column.TIE)
    assert dialog.model.columnCount() == Column.TIE + 2
    put(dialog, 1, 8, Column.TIE)
    assert dialog.model.columnCount() == Column.TIE + 1
    assert "Rulebook p. 144" in dialog.ties.text


def test_blanks_can_be_rolled_seen_and_changed(table, dialog):
    """What was rolled stands in the table before anything is kept, and is given like a typed total."""
    put(dialog, 0, 21)
    dialog.roll_button.click()
    rolled = dialog.model.given()
    assert rolled["deel"] == 21
    assert set(rolled) == {"deel", "lug", "Troopers", "boss"}
    assert not dialog.roll_button.isEnabled()
    assert table.bridge.state.clock.status != RUNNING
    assert f"({rolled['boss'] - 3})" in dialog.model.index(3, Column.MODIFIER).data()
    put(dialog, 3, 2)
    table.do(*dialog.commands())
    counts = {slot: place.count for slot, place in table.bridge.state.orders["initiative"].places.items()}
    assert counts == {**rolled, "boss": 2}
    why = {
        who: Whys(table.bridge, table.texts).count(who)[0].lines[0].label for who in ("deel", "lug", "boss")
    }
    from_total = "on the die, from the total"
    assert why == {"deel": from_total, "lug": "on the die", "boss": from_total}


def test_the_order_is_told_once_everything_is_known(dialog):
    for row, number in enumerate((21, 8, 13, 15)):
        put(dialog, row, number)
    assert dialog.reason == "Order: Deel Surool (21), Sergeant (15), Troopers ×2 (13), K-77 <b>Lug</b> (8)"


def test_letters_that_are_typed_into_a_total_make_nobody_aware(dialog, qtbot):
    """An evening at the table, 16: 'abc' turned awareness with the a and left 'bc' in the cell."""
    dialog.table.setCurrentIndex(dialog.model.index(1, Column.ROLL))
    aware = dict(dialog.model.sheet.aware)
    qtbot.keyClicks(dialog.table, "a")
    editor = QApplication.focusWidget()
    qtbot.keyClicks(editor, "bc")
    assert isinstance(editor, NumberField)
    assert editor.text() == "abc"
    assert editor.unread
    assert dialog.model.sheet.aware == aware


def test_who_is_not_aware_makes_a_surprise_round(dialog, qtbot):
    """CR 143; beside the totals A makes the chosen row aware or not."""
    dialog.table.setCurrentIndex(dialog.model.index(1, Column.AWARE))
    qtbot.keyClick(dialog.table, Qt.Key.Key_A)
    said = dialog._surprise.text()
    assert "4 of 5 act; not K-77 <b>Lug</b>" in said
    assert "Rulebook p. 143" in said


def test_columns_that_the_ruleset_has_no_use_for_are_hidden(dialog):
    assert not dialog.table.isColumnHidden(Column.AWARE)
    assert not dialog.table.isColumnHidden(Column.TIE)
