"""Numbers as game masters type them: sums and dice in every field, nothing typed left out in silence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

import desktop
from desktop.files.samples import read_sample, shipped
from desktop.rolls.model import Column
from desktop.widgets.fields import NumberField
from rulesets.formula.dice import ListedDice
from tests.desktop.fights import under_way
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

ENTER = Qt.Key.Key_Return


@pytest.fixture
def dice(monkeypatch):
    """What is thrown for fields: 5, 6, 6, 4 and so on."""
    thrown = ListedDice([5, 6, 6, 4, 3, 2, 1])
    monkeypatch.setattr("desktop.widgets.fields.RandomDice", lambda: thrown)
    return thrown


def points(hands: Hands, who: str = "deel") -> int:
    return int(hands.window.services.bridge.state.combatants[who].stats["hp"])


def hurt(hands: Hands, typed: str) -> NumberField:
    """Ask for damage and type into the amount, where the keys are."""
    hands.key(Qt.Key.Key_H)
    hands.dialog()
    field = QApplication.focusWidget()
    assert isinstance(field, NumberField)
    hands.until(field.hasFocus, "the amount to have the keys")
    QTest.keyClicks(field, typed)
    return field


def said(field: NumberField) -> str:
    """What lies under a field."""
    return field.note.text() if field.note is not None and field.note.isVisible() else ""


@pytest.mark.slow
def test_damage_takes_sums_and_dice_and_keeps_what_it_cannot_take(hands, dice):
    under_way(hands)
    hands.choose("deel")
    full = points(hands)
    hurt(hands, "12+5")
    hands.accept()
    assert points(hands) == full - 17  # not 125

    field = hurt(hands, "3d8+4")
    assert "3d8+4 has still to be rolled" in hands.dialog().sheet.problem
    hands.key(ENTER, on=field)  # thrown, and looked at before it counts
    assert (field.number, said(field)) == (21, "3d8+4: 5 + 6 + 6 + 4 = 21")
    assert points(hands) == full - 17
    hands.accept()
    assert points(hands) == full - 38

    field = hurt(hands, "1d6 = 4")  # as it fell at the table
    hands.accept()
    assert points(hands) == full - 42
    assert dice.left == (4, 3, 2, 1)

    field = hurt(hands, "2x")
    hands.key(ENTER, on=field)
    assert hands.asked()
    assert (field.text(), field.number) == ("2x", None)
    assert "“2x” is no number" in said(field)
    assert "“2x” is no number" in hands.dialog().sheet.problem
    assert not hands.dialog().sheet.apply_button.isEnabled()
    hands.leave()
    assert points(hands) == full - 42


@pytest.mark.slow
def test_dice_that_are_typed_are_seen_whole_in_a_small_window(hands):
    """In the panel at 1024×640, too: of "3d8+4+2d6" the field showed the half."""
    under_way(hands)
    hands.window.resize(1024, 640)
    hands.choose("deel")
    hands.settle()
    field = hands.window.inspector.sheet.inputs.amount
    assert field is not None
    QTest.keyClicks(field, "3d8+4+2d6")
    assert field.fontMetrics().horizontalAdvance(field.text()) < field.width() - 6
    panel = hands.window.inspector
    assert panel._area.widget().minimumSizeHint().width() <= panel._area.viewport().width()
    field.clear()


@pytest.mark.slow
def test_a_code_is_rolled_with_its_wild_die_in_every_field(hands, monkeypatch):
    """E-D6-02: the line for rolls rolled a six of the last die on, and the field of damage did not."""
    thrown = ListedDice([3, 6, 6, 2])
    monkeypatch.setattr("desktop.widgets.fields.RandomDice", lambda: thrown)
    hands.window.do("sample:the-cold-store")
    hands.choose("sayle")
    field = hurt(hands, "2D+1")
    hands.key(ENTER, on=field)
    told = "2D+1 (wild die 6, rolled on: 6 + 2): 3 + 6 + 6 + 2 + 1 = 18"
    assert (field.number, said(field)) == (18, told)
    assert thrown.left == ()
    hands.leave()


@pytest.mark.slow
def test_the_log_keeps_what_was_rolled(hands, dice):
    """Thrown here or at the table, for one or for several, halved or not; a plain number says all itself."""
    window, texts = hands.window, hands.window.services.texts
    bridge = window.services.bridge
    under_way(hands)
    hands.choose("deel")
    field = hurt(hands, "3d8+4")
    hands.key(ENTER, on=field)
    hands.accept()
    said_by_log = texts.entry(bridge.log[-1]).title
    assert "21 damage to Deel Surool" in said_by_log
    assert "3d8+4: 5 + 6 + 6 + 4 = 21" in said_by_log

    hands.also("lug")
    field = hurt(hands, "2d6 = 3 4")
    hands.click(hands.dialog().sheet.inputs.half)
    hands.key(ENTER, on=hands.dialog())  # nothing is rolled against them
    hands.accept()
    entry = texts.entry(bridge.log[-1])
    assert entry.title.startswith("3 damage to ")
    assert entry.title.endswith("(2d6: 3 + 4 = 7)")
    assert not any("2d6" in line for line in entry.lines)

    hurt(hands, "5")
    hands.key(ENTER, on=hands.dialog())  # nothing is rolled against them
    hands.accept()
    assert "5 = 5" not in texts.entry(bridge.log[-1]).title
    path = window.services.encounters.current.path
    window.do("close")
    window.files.open(path)
    hands.settle()
    assert any("3d8+4: 5 + 6 + 6 + 4 = 21" in texts.entry(one).title for one in bridge.log)


@pytest.mark.slow
def test_the_note_lies_under_the_field_with_a_button_for_dice(hands, dice):
    under_way(hands)
    hands.choose("deel")
    field = hurt(hands, "2D+1")
    note = field.note
    assert note is not None
    below = field.mapTo(field.window(), field.rect().bottomLeft()).y()
    assert note.isVisible()
    assert note.y() > below
    assert note.window().rect().contains(note.geometry())
    hands.click(note.roll)
    assert (field.number, note.text()) == (12, "2D+1: 5 + 6 + 1 = 12")
    assert not note.roll.isVisible()
    assert field.hasFocus()
    hands.type(field, "12")
    assert not note.isVisible()  # a plain number says all itself
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 14])
@pytest.mark.parametrize("several", [False, True])
def test_the_dice_that_fell_cover_nothing_of_the_sheet_below(hands, dice, size, several):
    """An evening at the table: they lay over the first stage, which is the one that a shield takes from."""
    hands.window.resize(1024, 640)
    hands.window.do(f"text-size:{size}")
    under_way(hands)
    hands.choose("deel")
    if several:
        hands.also("lug")
    field = hurt(hands, "2d6+3")
    hands.key(ENTER, on=field)
    hands.settle()
    note, dialog = field.note, hands.dialog()
    assert said(field) == "2d6+3: 5 + 6 + 3 = 14"
    told = [one for one in dialog.findChildren(QLabel) if one.isVisible() and one.text()]
    shown = [*told, *(one for one in dialog.findChildren(NumberField) if one.isVisible())]
    assert any(one.text() == "Shield rating" for one in told)
    for one in shown:
        if not note.isAncestorOf(one):
            place = QRect(one.mapTo(dialog, QPoint(0, 0)), one.size())
            assert not place.intersects(note.geometry()), one.text()
    hands.leave()
    hands.window.do("text-size:0")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["add", "effect", "count", "damage", "heal", "delay"])
def test_every_field_of_every_dialog_takes_them(hands, dice, command):
    under_way(hands)
    hands.choose("sarlane")
    hands.menu(command)
    dialog = hands.dialog()
    fields = [field for field in dialog.findChildren(NumberField) if field.isVisible() and field.isEnabled()]
    assert fields
    for field in fields:
        hands.type(field, "1+2")
        assert field.number == 3, field.accessibleName()
        hands.type(field, "1d6")
        assert field.number is None
        hands.key(Qt.Key.Key_Tab, on=field)  # whoever goes on has typed it
        assert field.number in range(1, 7)
        hands.type(field, "5o")
        hands.until(lambda field=field: not dialog_ok(dialog), "the dialog to wait")
        assert field.text() == "5o"
        hands.type(field, "3")
    hands.leave()


def test_no_number_is_typed_into_a_spin_box() -> None:
    """It drops what is no digit: '12+5' comes to 125. `NumberField` takes its place everywhere.

    Nor is a number asked for by Qt's own dialogs, which have one. `test_accelerators` looks at the windows.
    """
    files = list(Path(desktop.__file__).parent.rglob("*.py"))
    assert len(files) > 300
    kinds = [kind for kind in vars(QtWidgets).values() if isinstance(kind, type)]
    boxes = {kind.__name__ for kind in kinds if issubclass(kind, QtWidgets.QAbstractSpinBox)}
    boxes -= {"QAbstractSpinBox"}  # by it they are told from other fields
    assert {"QSpinBox", "QDoubleSpinBox", "QDateTimeEdit"} <= boxes
    asking = ("getInt", "getDouble", "IntInput", "DoubleInput")
    spinning = re.compile(rf"\b({'|'.join([*sorted(boxes), *asking])})\b|\(QAbstractSpinBox\b")
    assert not [file.name for file in files if spinning.search(file.read_text(encoding="utf-8"))]


def dialog_ok(dialog) -> bool:
    button = getattr(dialog, "ok", None) or dialog.sheet.apply_button
    return bool(button.isEnabled())


@pytest.mark.slow
def test_initiative_takes_dice_and_keeps_what_is_no_total(hands, dice):
    plays.open_sample(hands)
    hands.primary()
    dialog = hands.dialog()
    table, model = dialog.table, dialog.model
    hands.fill(table, model.index(0, Column.ROLL), "d20+7")
    hands.key(ENTER, on=QApplication.focusWidget())  # thrown: it may be changed
    hands.key(ENTER, on=QApplication.focusWidget())
    assert model.index(0, Column.ROLL).data(Qt.ItemDataRole.EditRole) == "12"
    assert next(iter(dialog.command().dice.values())) == (5,)  # the log keeps how it fell
    hands.fill(table, model.index(1, Column.ROLL), "10+x")
    hands.click(dialog.roll_button)  # the keys go elsewhere
    assert model.index(1, Column.ROLL).data() == "10+x ?"
    assert "10+x" in dialog.reason
    assert not dialog.ok.isEnabled()
    hands.fill(table, model.index(1, Column.ROLL), "10+4")
    hands.key(ENTER, on=QApplication.focusWidget())
    assert model.index(1, Column.ROLL).data(Qt.ItemDataRole.EditRole) == "14"
    assert dialog.ok.isEnabled()
    hands.leave()


@pytest.mark.slow
def test_the_numbers_of_the_inspector_take_them_and_leave_nothing_to_another(hands, dice):
    under_way(hands)
    hands.choose("deel")
    window = hands.window
    window.panels.flush()
    window.inspector.sections["stats"].unfold()
    hands.settle()
    field = window.inspector.stats.fields["max_hp"].editor
    hands.type(field, "40+5")
    hands.key(ENTER, on=field)
    bridge = window.services.bridge
    assert bridge.state.combatants["deel"].stats["max_hp"] == 45
    assert field.text() == "45"
    hands.type(field, "44x")
    hands.key(ENTER, on=field)
    assert field.text() == "44x"
    assert "44x" in window.inspector.stats.problem
    hands.choose("lug")
    assert "44x" in window.inspector.stats.problem  # it was not entered, and is not Lug's
    assert field.text() != "44x"


@pytest.mark.slow
def test_die_codes_are_added_and_dice_are_no_codes(hands):
    """E-D6-01: three pips are one die."""
    hands.window.services.encounters.new_from(read_sample(shipped("the-cold-store")))
    hands.settle()
    window, bridge = hands.window, hands.window.services.bridge
    window.panels.flush()
    who = next(iter(bridge.state.combatants))
    code = next(name for name, rule in bridge.rules.stats.items() if rule.type == "code" and rule.when_added)
    hands.choose(who)
    window.inspector.sections["stats"].unfold()
    hands.settle()
    field = window.inspector.stats.fields[code].editor
    hands.type(field, "4D+1+1D+1")
    assert said(field) == "= 5D+2"
    hands.key(ENTER, on=field)
    assert (bridge.state.combatants[who].stats[code], field.text()) == (17, "5D+2")
    hands.type(field, "3d8")
    hands.key(ENTER, on=field)
    assert (field.text(), said(field)) == ("3d8", "“3d8” is no die code such as 3D+1.")
    assert bridge.state.combatants[who].stats[code] == 17
    hands.menu("add")
    dialog = hands.dialog()
    QTest.keyClicks(dialog.name, "Smuggler")
    hands.type(dialog.first.fields[code], "3D+1+1")
    assert dialog.commands()[0].combatant[code] == 11
    hands.type(dialog.first.fields[code], "3D+")
    assert not dialog.ok.isEnabled()
    hands.leave()
