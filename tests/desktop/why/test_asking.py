"""Through the window: '?' explains a place in the order, F takes a formula's result to the damage sheet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QToolTip

from desktop.damage.dialog import DamageDialog
from desktop.process.in_front import dialog_in_front
from desktop.why.card import WhyCard, WhyLines, told_in_full
from desktop.why.formula_dialog import FormulaDialog
from desktop.why.model import Whys
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.words.explaining import Why, WhyLine
from tests.desktop import fights


def key(qtbot, window, text: str) -> None:
    window.table.setFocus()
    qtbot.keyClicks(window.table, text)


def modal(qtbot, kind: type[QDialog]):
    def there() -> bool:
        return isinstance(dialog_in_front(), kind)

    qtbot.waitUntil(there)
    return dialog_in_front()


@pytest.fixture
def hub(window):
    bridge = window.services.bridge
    bridge.open(loader.load("sagas-hub"), dice=ListedDice((6, 12, 3)))
    for one in ({"id": "a", "name": "Ace", "level": 7, "str": 18}, {"id": "b", "name": "Bo", "side": "foes"}):
        bridge.dispatch(cmd.Add(combatant=one))
    window.table.select("a")
    return window


@pytest.mark.slow
def test_a_question_mark_explains_the_count(window, qtbot):
    window.files.open_sample()
    fights.start(window.services.bridge)
    window.table.select("lug")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert card.text.startswith("Initiative: K-77 “Lug”: 17")
    card.close()


def test_the_card_is_scrolled_by_keys_and_what_else_is_typed_is_not_lost(hub, qtbot):
    """Page Down and End scroll; H closes the card and asks for the damage, as it does in the list."""
    key(qtbot, hub, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    card.resize(card.width(), 60)
    bar = card.findChild(QScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    qtbot.keyClick(card, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(card, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(card, Qt.Key.Key_Home)
    assert bar.value() == 0
    qtbot.keyClick(card, Qt.Key.Key_H)
    modal(qtbot, DamageDialog).reject()


@pytest.mark.slow
def test_a_tie_says_who_was_higher(window, qtbot):
    window.files.open_sample()
    bridge = window.services.bridge
    rolls = {**fights.COUNTS, "trooper-2": 14}
    bridge.dispatch(cmd.Start(rolls=rolls, rolloffs=({"trooper-1": 15, "trooper-2": 3},)))
    window.table.select("trooper-1")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert "15 before Stormtrooper 2 by the roll-off" in card.text
    card.close()


@pytest.mark.slow
def test_without_a_count_the_points_are_explained(window, qtbot):
    window.files.open_sample()
    window.table.select("deel")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert card.text.startswith("Hit points: 48 / 48\n48 Hit points at full health")
    card.close()


@pytest.mark.slow
def test_hit_points_are_explained_hit_by_hit(window, qtbot):
    """From full health down, with what the log says of each change."""
    window.files.open_sample()
    bridge = window.services.bridge
    fights.start(bridge)
    for amount in (12, 9):
        bridge.dispatch(cmd.Apply(to=("deel",), pipeline="damage", inputs={"amount": amount}))
    bridge.dispatch(cmd.SetNumbers(who="deel", stats={"hp": 40}))
    window.table.select("deel")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    (points,) = [part for part in card.text.split("\n\n") if part.startswith("Hit points")]
    shown = points.splitlines()
    card.close()
    assert shown[:2] == ["Hit points: 40 / 48", "48 Hit points at full health"]
    changes = [line for line in shown if line.startswith(("−", "+"))]
    assert [line.split(" ")[0] for line in changes] == ["−12", "−9", "+13"]
    assert "24: 12 damage to Deel Surool: hit points 48 → 36" in changes[0]
    assert sum(int(line.split(" ")[0].replace("−", "-")) for line in changes) == 40 - 48


@pytest.mark.slow
def test_the_tool_tip_of_the_next_roll_shows_all_that_it_is_made_of(window, qtbot):
    """001-82: the skill, and the dice that actions and wounds take; nothing of it is cut off."""
    people = (
        {"id": "ace", "name": "Ace", "blaster": "5D"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    window.services.encounters.new_from(Prepared("Alley", "moon-swing", {}, people))
    bridge, table = window.services.bridge, window.table
    said = {"actions": 2, "first": "Use a weapon", "skill": "blaster"}
    for command in (
        cmd.MoveTrack(who="ace", by=1),
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(cmd.Declare(who=(who,), fields=said) for who in ("orc", "ace")),
    ):
        assert bridge.dispatch(command) is not None, command
    kinds = [column.kind for column in table.initiative.columns]
    index = table.initiative.index(table.initiative.row_of("ace"), kinds.index("roll"))
    at = table.visualRect(index).center()
    event = QHelpEvent(QEvent.Type.ToolTip, at, table.viewport().mapToGlobal(at))
    QApplication.sendEvent(table.viewport(), event)
    told = QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()
    assert told.splitlines()[0] == "Blaster, rolled now: 3D"
    for part in (
        "+5D Blaster",
        "−2D Penalty in pips (rule 001-82)",
        "Dice lost to wounds",
        "Wounds: Wounded",
    ):
        assert part in told
    tips = (one for one in QApplication.topLevelWidgets() if one.objectName() == "qtooltip_label")
    tip = next(one for one in tips if one.isVisible())
    assert tip.height() >= tip.heightForWidth(tip.width())
    assert table.screen().geometry().contains(tip.geometry())
    assert bridge.dispatch(cmd.Describe(who="orc", changes={"notes": "limps"})) is not None
    qtbot.waitUntil(lambda: not QToolTip.isVisible())  # it would go on telling what was
    table.select("ace")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert "Blaster, rolled now: 3D" in card.text
    card.close()


@pytest.mark.slow
def test_a_formulas_result_is_damage_in_one_step(hub, qtbot):
    """004-84..113: the die, half the level and Strength: 6 + 3 + 4."""
    bridge = hub.services.bridge
    steps = len(bridge.log)
    key(qtbot, hub, "f")
    sheet = modal(qtbot, FormulaDialog)
    sheet.sheet.choose("damage")
    die = sheet.sheet.fields["die"]
    die.field.selectAll()
    qtbot.keyClicks(die.field, "d8")
    qtbot.mouseClick(die.button, Qt.MouseButton.LeftButton)
    sheet.target.setCurrentIndex(sheet.target.findData("b"))
    qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
    damage = modal(qtbot, DamageDialog)
    assert damage.sheet.targets == ("b",)
    assert damage.sheet.inputs.amount.number == 13
    assert damage.sheet.by.currentData() == "a"
    qtbot.mouseClick(damage.sheet.apply_button, Qt.MouseButton.LeftButton)
    assert len(bridge.log) == steps + 1
    assert bridge.state.combatants["b"].stats["hp"] == 0
    bridge.undo()
    assert bridge.state.combatants["b"].stats["hp"] == 10


@pytest.mark.slow
def test_rulesets_without_formulas_have_no_sheet(window, qtbot):
    window.services.encounters.new_from(Prepared("Alley", "passes", {}, ({"id": "a", "name": "Ann"},)))
    assert not window.actions_.by_id["formula"].isVisible()
    key(qtbot, window, "f")
    assert dialog_in_front() is None


@pytest.mark.slow
def test_targets_are_added_in_the_sheet(hub, qtbot):
    hub.do("damage")
    damage = modal(qtbot, DamageDialog)
    assert damage.sheet.targets == ("a",)
    people = damage.targets.menu()
    people.popup(damage.targets.mapToGlobal(damage.targets.rect().bottomLeft()))
    at = people.actionGeometry(people.actions()[1]).center()
    qtbot.mouseClick(people, Qt.MouseButton.LeftButton, pos=at)
    assert people.isVisible(), "open for the next one"
    assert damage.sheet.targets == ("a", "b")
    assert damage.windowTitle() == "Damage: Ace, Bo"
    people.setActiveAction(people.actions()[0])
    qtbot.keyClick(people, Qt.Key.Key_Return)
    assert (damage.sheet.targets, people.isVisible()) == (("b",), True)
    people.close()
    damage.reject()
    hub.services.bridge.dispatch(cmd.Defeat(who="a"))
    hub.do("damage")
    damage = modal(qtbot, DamageDialog)
    assert [action.text() for action in damage.targets.menu().actions()] == ["Bo", "Ace"], "the fallen last"
    damage.reject()


@pytest.mark.slow
def test_does_it_hit_comes_filled_in_with_the_defence_of_the_target(hub, qtbot):
    """004-48: a total that equals the defence hits; which of them counts is chosen, of whom was attacked."""
    bridge = hub.services.bridge
    bridge.dispatch(cmd.Start(rolls={"a": 20, "b": 5}))
    bridge.dispatch(cmd.SetNumbers(who="b", stats={"armor": 6, "level": 4}))
    bridge.dispatch(cmd.RecordAttack(who="a", target="b", kind="melee"))
    hub.table.select("a")
    key(qtbot, hub, "f")
    dialog = modal(qtbot, FormulaDialog)
    sheet = dialog.sheet
    sheet.choose("hits")
    general, reflex = (int(bridge.value("b", name)) for name in ("general", "reflex"))
    assert sheet.fields["defense"].text == str(general)
    of = sheet.fields["defense of"]
    assert of.accessibleName() == "Defense of Bo"
    assert of.itemText(0) == f"General Defense {general}"
    of.setCurrentIndex(of.findData("reflex"))
    assert sheet.fields["defense"].text == str(reflex)
    total = sheet.fields["total"].field
    total.setFocus()
    total.selectAll()
    qtbot.keyClicks(total, str(reflex))
    assert sheet.result.value is True
    dialog.reject()


def test_points_that_hits_have_cost_are_told_in_the_log_and_in_the_why(window):
    """E-KAI-03: each hit costs an AP, beside what was paid for."""
    people = ({"id": "ada", "name": "Ada"}, {"id": "bo", "name": "Bo", "side": "foes"})
    window.services.encounters.new_from(Prepared("Pit", "kaiser", {}, people))
    bridge, hit = window.services.bridge, cmd.RecordAttack(who="ada", target="bo", kind="melee", result="hit")
    for command in (
        cmd.Start(),
        cmd.Declare(who=("bo",), name="run"),
        cmd.Declare(who=("ada", "bo"), done=True),
        cmd.RollInitiative(rolls={"ada": 25, "bo": 20}),
        hit,
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    assert "Bo: action points 3 → 2" in window.services.texts.entry(bridge.log[-1]).lines
    bridge.dispatch(hit)
    said = Whys(bridge, window.services.texts)
    told = told_in_full(said.cell("bo", "pool:ap")).splitlines()
    assert told[:4] == [
        "Action points: 1",
        "+6 fixed by the rule",
        "−2 hit by Ada (rule E-KAI-03)",
        "−3 spent",
    ]
    for command in (cmd.EndTurn(), cmd.EndTurn(), cmd.NextPhase(), cmd.NextPhase()):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    assert "hit by Ada" not in told_in_full(said.cell("bo", "pool:ap")), "there are six again"


def test_the_tool_tip_of_a_line_says_by_which_rule_it_goes_though_no_text_of_it_is_there(qtbot):
    lines = WhyLines(Why("Reflex", "12", (WhyLine(0, "12", "base", "rule R5E-55"),)))
    qtbot.addWidget(lines)
    lines.resize(400, 80)
    lines.show()
    qtbot.waitExposed(lines)
    lines.grab()
    at = QPoint(20, lines.heightForWidth(400) - 8)
    QApplication.sendEvent(lines, QHelpEvent(QEvent.Type.ToolTip, at, lines.mapToGlobal(at)))
    assert "rule R5E-55" in QToolTip.text()
    QToolTip.hideText()
