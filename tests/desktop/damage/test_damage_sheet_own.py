"""What a target rolls itself is asked in its own row, for several targets; one commit, one undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from desktop.damage.sheet import DamageSheet
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

GUARDS = ("one", "two", "three")


def table(system, **stats):
    bridge, texts = Bridge(), Texts()
    rules = loader.load(system)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for who in GUARDS:
        bridge.dispatch(cmd.Add(combatant={"id": who, "name": f"Guard {who}", "side": "gate", **stats}))
    return bridge, texts


@pytest.fixture
def gate(qapp):
    return table("moon-swing", str=9)


@pytest.fixture
def sheet(gate, qtbot):
    sheet = DamageSheet(*gate, targets=["one", "two"])
    qtbot.addWidget(sheet)
    sheet.resize(360, 600)
    sheet.show()
    qtbot.waitExposed(sheet)
    return sheet


def type_in(qtbot, field, number):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, str(number))


def own(sheet, who):
    return next(row.own.fields["strength"] for row in sheet.rows() if row.who == who)


def test_what_is_applied_to_three_is_not_worked_out_a_second_time(gate, qtbot, monkeypatch):
    """Neither Apply nor the change itself asks for another preview: only the empty sheet does."""
    bridge, texts = gate
    sheet = DamageSheet(bridge, texts, targets=GUARDS)
    qtbot.addWidget(sheet)
    for field in (*(own(sheet, who) for who in GUARDS), sheet.inputs.fields["damage"]):
        type_in(qtbot, field, 14)
    assert [len(row.stages()) > 0 for row in sheet.rows()] == [True, True, True]
    previewed, preview = [], bridge.preview
    monkeypatch.setattr(bridge, "preview", lambda *of: previewed.append(of) or preview(*of))
    assert sheet.apply()
    assert [(command.inputs, command.own) for (command,) in previewed] == [({}, {})]
    assert sheet.rows()[2].stages() == []


def test_each_of_several_has_a_field_of_its_own_and_one_step_applies_them(gate, sheet, qtbot):
    """E-D6-03: at the table each target rolls its own Strength."""
    bridge, _ = gate
    assert not sheet.inputs.fields["strength"].isVisible()
    assert own(sheet, "one").isVisible()
    assert own(sheet, "one").accessibleName() == "Guard one: Strength roll"
    steps = len(bridge.log)
    type_in(qtbot, sheet.inputs.fields["damage"], 14)
    assert sheet.problem == "Still to enter: Strength roll (Guard one)"
    type_in(qtbot, own(sheet, "one"), 12)
    type_in(qtbot, own(sheet, "two"), 8)
    assert sheet.problem == ""
    words = [[(view.cell.label, view.cell.after) for view in row.stages()] for row in sheet.rows()]
    stages = [[label for label, _ in row if label != "Begins"] for row in words]
    assert stages == [["Stunned this round and the next"], ["Wounded"]]
    assert ("Begins", "Wounded, Prone, Down") in words[1], (
        "what a wound brings along is told once, and all of it"
    )
    with qtbot.waitSignal(sheet.applied):
        qtbot.keyClick(own(sheet, "two"), Qt.Key.Key_Return)
    assert len(bridge.log) == steps + 1
    assert bridge.log[-1].command.own == {"one": {"strength": 12}, "two": {"strength": 8}}
    assert "strength" not in bridge.log[-1].command.inputs
    assert own(sheet, "one").text() == ""
    assert bridge.state.combatants["two"].tracks["wounds"].step == 1
    bridge.undo()
    assert len(bridge.log) == steps
    assert not bridge.state.combatants["two"].tracks


def test_with_one_target_it_is_asked_once_at_the_top(gate, sheet, qtbot):
    bridge, _ = gate
    sheet.set_targets(["one"])
    assert sheet.inputs.fields["strength"].isVisible()
    assert [row.own for row in sheet.rows()] == [None]
    type_in(qtbot, sheet.inputs.fields["damage"], 14)
    type_in(qtbot, sheet.inputs.fields["strength"], 8)
    assert sheet.command() == cmd.Apply(pipeline="wound", to=("one",), inputs={"damage": 14, "strength": 8})
    assert sheet.apply()
    assert bridge.state.combatants["one"].tracks["wounds"].step == 1


def test_what_a_target_has_is_offered_to_be_rolled(gate, sheet, qtbot):
    """E-D6-03: the Strength on its sheet, less what a wound takes (E-D6-05); Enter rolls it."""
    bridge, _ = gate
    bridge.dispatch(cmd.Apply(pipeline="wound", to=("one",), inputs={"level": "wounded"}))
    assert [own(sheet, who).placeholderText() for who in ("one", "two")] == ["2D", "3D"]
    qtbot.keyClick(own(sheet, "two"), Qt.Key.Key_Return)
    assert 3 <= own(sheet, "two").number <= 18
    type_in(qtbot, sheet.inputs.fields["damage"], 40)
    assert [(one.typed, one.who) for one in sheet.command().thrown] == [("3D", "two")]
    sheet.set_targets(["three"])
    assert sheet.inputs.fields["strength"].placeholderText() == "3D"


def test_what_is_rolled_for_it_has_its_reason_beside_it(gate, sheet, qtbot):
    """E-D6-05: a wounded one was offered a die less, and nobody was told why."""
    bridge, _ = gate
    sheet.set_targets(["one"])
    type_in(qtbot, sheet.inputs.fields["damage"], 14)
    assert sheet.problem == "Still to enter: Strength roll"
    bridge.dispatch(cmd.Apply(pipeline="wound", to=("one",), inputs={"level": "wounded"}))
    type_in(qtbot, sheet.inputs.fields["damage"], 14)
    reason = "2D: Strength 3D, Dice lost to wounds 1"
    assert sheet.problem == f"Still to enter: Strength roll, {reason}"
    assert reason in sheet.inputs.fields["strength"].toolTip()


def test_what_was_typed_goes_with_its_target(sheet, qtbot):
    sheet.set_targets(["one"])
    type_in(qtbot, sheet.inputs.fields["strength"], 8)
    sheet.set_targets(["one", "two"])
    assert (own(sheet, "one").number, own(sheet, "two").number) == (8, None)
    type_in(qtbot, own(sheet, "two"), 5)
    sheet.set_targets(["one", "two", "three"])
    assert (own(sheet, "one").number, own(sheet, "two").number) == (8, 5)
    sheet.set_targets(["two"])
    assert sheet.inputs.fields["strength"].number == 5
    sheet.set_targets(["two", "three"])
    type_in(qtbot, own(sheet, "two"), 6)
    sheet.set_targets(["three"])
    assert sheet.inputs.fields["strength"].number is None


def test_another_pipeline_has_rows_of_its_own(sheet):
    sheet.choose("heal")
    assert [row.own for row in sheet.rows()] == [None, None]
    sheet.choose("wound")
    assert [set(row.own.fields) for row in sheet.rows()] == [{"strength"}, {"strength"}]


def test_an_amount_can_be_everybodys_own(qapp, qtbot):
    """E-KAI-18: each pays an AP for every degree by which it failed."""
    bridge, texts = table("kaiser")
    dialog = DamageDialog(bridge, texts, "resistance", ["one", "two"])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    first, second = (row.own.amount for row in dialog.sheet.rows())
    assert dialog.focusWidget() is first
    qtbot.keyClicks(first, "1")
    type_in(qtbot, second, 2)
    assert dialog.command().own == {"one": {"degrees": 1}, "two": {"degrees": 2}}
    assert dialog.command().inputs == {}
    assert dialog.sheet.apply_button.isEnabled()
    letter = dialog.fontMetrics().averageCharWidth()
    assert dialog.sizeHint().width() < 100 * letter, "two stages beside each other, and no wider"


@pytest.mark.slow
def test_each_target_of_an_area_takes_all_half_double_or_none(hands: Hands) -> None:
    """One commit and one undo, whatever each of them takes; half is rounded down."""
    under_way(hands)
    bridge = hands.window.services.bridge
    people, steps = ("deel", "lug", "ioan", "foreman"), len(bridge.log)

    def points() -> list[int]:
        return [int(bridge.value(who, "hp")) for who in people]

    before = points()
    hands.choose("deel")
    for who in people[1:]:
        hands.also(who)
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    hands.type(sheet.inputs.amount, "11")
    views = {view.who: view for view in sheet.rows()}
    assert views["lug"].share.accessibleName() == "K-77 “Lug”: how much of it"
    for who, part in (("lug", 0.5), ("ioan", 2.0), ("foreman", 0.0)):
        put(hands, views[who].share, part)
    hands.accept()
    paid = bridge.log[steps].command
    assert (len(bridge.log), type(paid)) == (steps + 2, cmd.Act), "what hurts several is paid along with it"
    own = bridge.log[-1].command.own
    assert own == {"lug": {"amount": 5}, "ioan": {"amount": 22}, "foreman": {"amount": 0}}
    after = points()
    assert (after[0], after[3]) == (before[0] - 11, before[3])
    bridge.undo()
    assert (points(), bridge.cursor) == (before, steps)


@pytest.mark.slow
def test_a_share_moves_none_of_the_others_though_a_scroll_bar_comes(hands: Hands) -> None:
    """Half for the first of three made its block lower: the next click missed, and Enter did full damage."""
    under_way(hands)
    hands.choose("deel")
    for who in ("lug", "ioan"):
        hands.also(who)
    hands.key(Qt.Key.Key_H)
    shown = hands.dialog()
    hands.type(shown.sheet.inputs.amount, "60")
    _, first, *others = shown.sheet.rows()

    def places() -> list[int]:
        hands.settle()
        return [view.mapTo(shown, view.rect().topLeft()).y() for view in others]

    before, stages = places(), len(first.stages())
    first.share.setCurrentIndex(first.share.findData(0.0))
    assert len(first.stages()) < stages
    assert places() == before
    shown.resize(shown.width() + 12, shown.height())
    assert places() == before
    hands.leave()


def test_what_a_save_halves_is_halved_in_one_place(qapp, qtbot):
    """R5E-50: half of it on a save. A share of half beside the tick made a quarter of it, in silence."""
    bridge, texts = table("dnd5e", max_hp=30)
    sheet = DamageSheet(bridge, texts, targets=["one", "two"])
    qtbot.addWidget(sheet)
    type_in(qtbot, sheet.inputs.amount, 20)
    views = {view.who: view for view in sheet.rows()}

    def shares(who):
        return [views[who].share.itemText(n) for n in range(views[who].share.count())]

    assert shares("one") == shares("two") == ["all of it", "double", "none"]
    views["two"].own.fields["halved"].setChecked(True)
    assert views["two"].stage("halved").result() == "20 → 10"
    old = cmd.Apply(pipeline="damage", to=("one", "two"), inputs={"amount": 20}, own={"one": {"amount": 10}})
    sheet.fill(old)
    assert (views["one"].share.currentText(), sheet.command().own["one"]["amount"]) == ("half", 10)
    sheet.choose("heal")
    assert shares("two") == ["all of it", "half", "double", "none"]


@pytest.fixture
def dialog(qapp, qtbot):
    """An area effect in fifth edition, on three, with its amount typed."""
    bridge, texts = table("dnd5e", max_hp=30, temp_hp=3)
    dialog = DamageDialog(bridge, texts, "damage", GUARDS)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    type_in(qtbot, dialog.sheet.inputs.amount, 20)
    return dialog


def test_stages_that_come_later_are_reached_by_tab_where_they_stand(dialog):
    """Qt had them behind the buttons: Tab went from the first target past all stages to Cancel."""
    chain, at = [], dialog.sheet.inputs.amount
    while at not in chain:
        chain.append(at)
        at = at.nextInFocusChain()
    wanted = []
    for row in dialog.sheet.rows():
        wanted += [row.share, row.own.fields["halved"], *(view.number for view in row.stages())]
    wanted.append(dialog.sheet.apply_button)
    assert [widget for widget in chain if widget in wanted] == wanted


@pytest.mark.slow
def test_every_target_is_in_sight_and_what_is_ticked_moves_none(dialog, qtbot):
    """R5E-50: the stage that halves and the line that says of what account a tick is came under the mouse."""
    sheet = dialog.sheet
    view = sheet._area.viewport()

    def places():
        dialog.layout().activate()
        sheet._area.widget().layout().activate()
        boxes = [row.own.fields["halved"] for row in sheet.rows()]
        return [box.mapTo(dialog, box.rect().topLeft()) for box in (*boxes, sheet.apply_button)]

    before = places()
    assert sheet.out_of_sight == 0
    last = sheet.rows()[-1]
    assert last.mapTo(view, last.rect().bottomLeft()).y() <= view.height()
    for row in sheet.rows():
        row.own.fields["halved"].click()
        assert row.stage("halved").result() == "20 → 10"
        assert places() == before
    type_in(qtbot, sheet.inputs.amount, 0)
    assert sheet.problem
    assert places() == before


def test_of_the_difference_of_two_rolls_nobody_takes_half(sheet):
    """E-D6-03: a wound is the damage roll less each one's Strength roll; the field says so."""
    assert [row.share for row in sheet.rows()] == [None, None]
    assert "nobody takes half or double" in sheet.inputs.fields["damage"].toolTip()


def test_of_whoever_is_out_for_good_nothing_else_begins(gate, sheet, qtbot):
    """The preview said Prone and Down, and the list and the log had Incapacitated alone."""
    type_in(qtbot, sheet.inputs.fields["damage"], 18)
    type_in(qtbot, own(sheet, "one"), 9)
    type_in(qtbot, own(sheet, "two"), 14)
    words = [[(view.cell.label, view.cell.after) for view in row.stages()] for row in sheet.rows()]
    assert words[0] == [("Incapacitated", "I"), ("Begins", "Incapacitated")]
    assert words[1] == [("Wounded", "W"), ("Begins", "Wounded, Prone, Down")]


def test_why_a_roll_of_one_of_several_is_less_stands_beside_it(gate, sheet, qtbot):
    """E-D6-05: the field had a die less, and why only where one alone is hit."""
    bridge, _ = gate
    wound = cmd.Apply(pipeline="wound", to=("two",), inputs={"level": "wounded"})
    assert bridge.dispatch(wound) is not None
    row = next(row for row in sheet.rows() if row.who == "two")
    qtbot.waitUntil(lambda: own(sheet, "two").placeholderText() == "2D")
    told = [label.text() for label in row.own.findChildren(QLabel) if label.isVisible()]
    assert told == ["Strength roll", "Strength 3D, Dice lost to wounds 1"]
    first = next(row for row in sheet.rows() if row.who == "one")
    assert [label.text() for label in first.own.findChildren(QLabel) if label.isVisible()] == [
        "Strength roll"
    ]


@pytest.mark.parametrize(
    ("system", "pipeline", "halves"), [("kaiser", "resistance", False), ("kaiser", "damage", True)]
)
def test_what_each_rolls_itself_is_not_halved(qtbot, system, pipeline, halves):
    """Beside the degrees of a failure stood ½ and ×2."""
    sheet = DamageSheet(*table(system), pipeline=pipeline, targets=["one"])
    qtbot.addWidget(sheet)
    sheet.show()
    assert sheet.inputs.amount.isVisible()
    assert (sheet.inputs.half.isVisible(), sheet.inputs.double.isVisible()) == (halves, halves)
