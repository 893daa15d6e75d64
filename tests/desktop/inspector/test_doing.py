"""Doing things in the inspector: tokens that are clicked, actions that ask, effects that are kept up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.actions.fields import act_fields
from desktop.bridge import Bridge
from desktop.inspector.effect_dialog import EffectDialog
from desktop.inspector.effects import effect_rows
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.desktop.inspector.inspecting import do, pick, settle, shown
from tests.hands.keys_and_mouse import Hands


def opened(system: str) -> tuple[Bridge, Texts]:
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(system))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    return bridge, texts


# -- tokens ----------------------------------------------------------------------------------------


@pytest.fixture
def inspector(fight, qtbot):
    return shown(fight.bridge, fight.texts, qtbot, "deel")


def test_a_click_on_a_token_spends_it(fight, inspector, qtbot):
    standard, move, swift, reaction = inspector.budget.tiles
    assert [tile.count for tile in (standard, move, swift, reaction)] == ["1 of 1"] * 4
    qtbot.mouseClick(standard, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(reaction, Qt.MouseButton.LeftButton)
    settle(qtbot, inspector)
    pools = fight.who("deel").pools
    assert (pools["standard"], pools["move"], pools["reaction"]) == (0, 1, 0)
    assert standard.count == "0 of 1"


@pytest.mark.slow
def test_a_token_that_is_spent_is_refused_with_the_rule(fight, inspector, qtbot):
    tile = inspector.budget.tiles[2]
    tile.click()
    with qtbot.waitSignal(fight.bridge.refused):
        tile.click()


def test_what_only_counts_is_no_button(qtbot):
    """Points of action are spent by actions that say how many; a tally is spent by nobody."""
    bridge, texts = opened("kaiser")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}), cmd.Start())
    do(bridge, cmd.Declare(who=("a",), done=True), cmd.RollInitiative(rolls={"a": 20}))
    inspector = shown(bridge, texts, qtbot, "a")
    points = inspector.budget.tiles[0]
    assert points.token.label == "Action points"
    assert points.cursor().shape() == Qt.CursorShape.ArrowCursor
    before = len(bridge.log)
    points.click()
    assert len(bridge.log) == before
    assert not points.grab().isNull()


def test_a_force_point_is_spent_by_its_token(qtbot):
    """001-42, E-D6-16: declared with the actions, it doubles all dice of the round."""
    bridge, texts = opened("moon-swing")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace", "force_points": 2}), cmd.Start())
    inspector = shown(bridge, texts, qtbot, "a")
    token = next(tile for tile in inspector.budget.tiles if tile.token.label == "Force Point")
    assert token.count == "2 left"
    token.click()
    settle(qtbot, inspector)
    assert bridge.state.combatants["a"].stats["force_points"] == 1
    assert "force-point" in bridge.state.combatants["a"].states


# -- actions that ask ------------------------------------------------------------------------------


@pytest.fixture
def spender(qtbot):
    """Somebody with action points, on its turn."""
    bridge, texts = opened("kaiser")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}), cmd.Add(combatant={"id": "b", "side": "foes"}))
    do(bridge, cmd.Start(), cmd.Declare(who=("a",), done=True), cmd.Declare(who=("b",), done=True))
    do(bridge, cmd.RollInitiative(rolls={"a": 30, "b": 5}))
    return bridge, texts, shown(bridge, texts, qtbot, "a")


def test_an_action_for_points_asks_how_many(spender, qtbot):
    """E-KAI-14: a power takes as many AP as it asks."""
    bridge, _, inspector = spender
    actions = inspector.action_list
    index = pick(inspector, "active_power")
    assert actions.model.row(index).asks
    points = actions.form.widgets["points"]
    assert points.number is None
    actions.do_selected()
    assert points.hasFocus()
    assert actions.rule.startswith("Still to enter: Points")
    assert bridge.state.combatants["a"].pools["ap"] == 6
    qtbot.keyClicks(points, "4")
    qtbot.keyClick(points, Qt.Key.Key_Return)
    assert bridge.state.combatants["a"].pools["ap"] == 2
    assert points.number is None


def test_more_points_than_there_are_are_refused_before_they_are_spent(spender, qtbot):
    _, _, inspector = spender
    pick(inspector, "active_power")
    qtbot.keyClicks(inspector.action_list.form.widgets["points"], "7")
    assert "left" in inspector.action_list.rule


@pytest.mark.slow
def test_points_that_the_rules_know_are_shown_and_left_to_them(spender, qtbot):
    """E-KAI-14: aiming takes 3 AP. As in a declaration, what is usual is not filled in."""
    bridge, _, inspector = spender
    index = pick(inspector, "aim")
    assert not inspector.action_list.model.row(index).asks
    points = inspector.action_list.form.widgets["points"]
    assert (points.number, points.placeholderText()) == (None, "3")
    qtbot.keyClick(points, Qt.Key.Key_Up)
    assert points.number == 4
    points.number = None
    inspector.action_list.do_selected()
    assert bridge.state.combatants["a"].pools["ap"] == 3


def test_points_that_cannot_be_read_are_not_left_to_the_rules(spender, qtbot):
    """E-KAI-14: aiming takes 3 AP if nobody says otherwise; here somebody does."""
    bridge, _, inspector = spender
    actions = inspector.action_list
    pick(inspector, "aim")
    points = actions.form.widgets["points"]
    qtbot.keyClicks(points, "2+2x")
    actions.do_selected()
    assert (points.text(), bridge.state.combatants["a"].pools["ap"]) == ("2+2x", 6)
    assert actions.rule.startswith("Points: “2+2x” is no number.")
    qtbot.keyClick(points, Qt.Key.Key_Backspace)
    qtbot.keyClick(points, Qt.Key.Key_Return)
    assert bridge.state.combatants["a"].pools["ap"] == 2


@pytest.mark.slow
def test_one_may_pay_with_the_dearer_pool(fight, inspector, qtbot):
    """CR 145: the standard action may be given up for a second move."""
    actions = inspector.action_list
    index = next(
        actions.model.index(row)
        for row in range(actions.model.rowCount())
        if actions.model.row(actions.model.index(row)).cost == "Move action"
        and not actions.model.row(actions.model.index(row)).reason
    )
    actions.rows.setCurrentIndex(index)
    pay = actions.form.widgets["pay"]
    assert [pay.itemText(n) for n in range(pay.count())] == ["the cheapest", "Move", "Standard"]
    pay.setCurrentIndex(2)
    actions.do_selected()
    pools = fight.who("deel").pools
    assert (pools["standard"], pools["move"]) == (0, 1)


@pytest.mark.slow
def test_a_skill_tells_what_is_rolled(qtbot):
    """001-82: a die less for every action above the first."""
    bridge, texts = opened("moon-swing")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace", "blaster": "5D"}), cmd.Start())
    do(bridge, cmd.Declare(who=("a",), name="plan", fields={"actions": 3, "first": "Shoot"}))
    inspector = shown(bridge, texts, qtbot, "a")
    pick(inspector, "use_weapon")
    skill = inspector.action_list.form.widgets["skill"]
    skill.setCurrentIndex(skill.findText("Blaster"))
    assert inspector.action_list.rolled == "Rolls 3D"
    inspector.action_list.do_selected()
    assert bridge.log[-1].command.skill == "blaster"
    assert skill.currentData() == ""


@pytest.mark.slow
def test_reasons_are_wrapped_and_named_actions_come_first(fight, inspector):
    model = inspector.action_list.model
    kinds = [model.row(model.index(row)).kind for row in range(model.rowCount())]
    assert kinds[0] == "action"
    reasons = [model.row(model.index(row)) for row in range(model.rowCount())]
    refused = next(row for row in reasons if row.reason)
    view = inspector.action_list.rows
    height = view.sizeHintForRow(reasons.index(refused))
    assert height > view.sizeHintForRow(0) or len(refused.reason) < 30


def test_every_ruleset_knows_what_its_actions_ask(qapp):
    for system in loader.shipped():
        bridge, _ = opened(system)
        do(
            bridge,
            cmd.Add(combatant={"id": "a", "name": "Ace"}),
            cmd.Add(combatant={"id": "b", "name": "Bee"}),
        )
        who = bridge.state.combatants["a"]
        for offer in bridge.offers("a"):
            for field in act_fields(bridge.scene, who, offer.command):
                assert field.type == "number" or len(field.choices) > 1, (system, offer.id, field)


# -- effects ---------------------------------------------------------------------------------------


def words(fight, who="deel"):
    return effect_rows(fight.bridge.scene, fight.who(who), fight.texts.duration)


def test_durations_say_what_counts_them_down_and_what_then(fight, inspector, qtbot):
    fight.do(
        cmd.BeginEffect(on="deel", name="Suppressed", rounds=2, by="boss"),
        cmd.BeginEffect(on="deel", name="Poisoned", rounds=1, at_zero="check"),
        cmd.BeginEffect(on="deel", name="prone"),
    )
    settle(qtbot, inspector)
    said = [line.words() for line in inspector.effects.lines]
    assert said == [
        "2 rounds; counts down on the turn of Deel Surool; then it ends",
        "1 round; counts down on the turn of Deel Surool; then a check",
        "until it is ended",
    ]


def test_a_check_that_is_due_is_said(fight, inspector, qtbot):
    fight.do(cmd.BeginEffect(on="deel", name="Poisoned", rounds=1, at_zero="check"))
    for _ in range(4):
        fight.do(cmd.EndTurn())
    settle(qtbot, inspector)
    (line,) = inspector.effects.lines
    assert line.row.due
    assert line.words() == "Check now. It stays until you end it."


def test_delete_ends_the_effect_that_has_the_focus(fight, inspector, qtbot):
    fight.do(cmd.BeginEffect(on="deel", name="Suppressed", rounds=2))
    settle(qtbot, inspector)
    (line,) = inspector.effects.lines
    line.button.setFocus()
    qtbot.keyClick(line.button, Qt.Key.Key_Delete)
    assert not fight.bridge.state.effects


@pytest.mark.slow
def test_what_has_to_be_maintained_says_so_and_is_maintained_by_a_button(spender, qtbot):
    """E-KAI-14, E-KAI-18: 1 AP each round, or it ends with the End Phase."""
    bridge, texts, inspector = spender
    dialog = EffectDialog(bridge, texts, ["a"])
    qtbot.addWidget(dialog)
    dialog.name.setCurrentText("Mist")
    dialog.upkeep.setChecked(True)
    assert not dialog.at_zero.isEnabled()
    assert bridge.dispatch(dialog.command())
    settle(qtbot, inspector)
    (line,) = inspector.effects.lines
    assert line.words() == "maintained for this round"
    assert line.maintain_button.isHidden()
    do(bridge, cmd.EndTurn(), cmd.EndTurn(), cmd.NextPhase(), cmd.NextPhase())
    do(bridge, cmd.Declare(who=("a",), done=True), cmd.Declare(who=("b",), done=True))
    do(bridge, cmd.RollInitiative(rolls={"a": 30, "b": 5}))
    settle(qtbot, inspector)
    assert line.words() == "not maintained yet: it ends with the phase End"
    line.maintain_button.click()
    settle(qtbot, inspector)
    assert bridge.state.combatants["a"].pools["ap"] == 5
    assert line.words() == "maintained for this round"


def test_a_state_laid_by_hand_is_proposed_for_as_long_as_its_rule_says(qtbot):
    """E-D6-04: stunned is this round and the next, also where no damage has stunned; what was typed stays."""
    bridge, texts = opened("moon-swing")
    do(bridge, cmd.Add(combatant={"id": "a"}))
    dialog = EffectDialog(bridge, texts, ["a"])
    qtbot.addWidget(dialog)
    qtbot.keyClicks(dialog.name.lineEdit(), "Stunned")
    assert dialog.rounds.number == 2
    assert [one.rounds for one in dialog.wanted()] == [2]
    qtbot.keyClicks(dialog.name.lineEdit(), " x")
    assert dialog.rounds.number is None, "of what the rules say nothing, nothing is proposed"
    dialog.rounds.number = 5
    dialog.name.setCurrentText("Stunned")
    assert dialog.rounds.number == 5

    bridge, texts = opened("srd35")
    do(bridge, cmd.Add(combatant={"id": "a"}))
    turned = EffectDialog(bridge, texts, ["a"])
    qtbot.addWidget(turned)
    turned.name.setCurrentText("Turned")
    assert turned.rounds.number == 10, "as the table of turning has it, also by hand"

    bridge, texts = opened("cards")
    do(bridge, cmd.Add(combatant={"id": "a"}))
    other = EffectDialog(bridge, texts, ["a"])
    qtbot.addWidget(other)
    other.name.setCurrentText("Distracted")
    hint = "blank = as its rule says, to the end of the next turn of whoever is in it"
    assert other.rounds.accessibleDescription() == hint


def test_what_the_rules_bring_about_comes_from_nobody_by_itself(spender, qtbot):
    """E-KAI-19, E-KAI-14: failed resistance is nobody's act, nor is a state of rounds; what is kept up is."""
    bridge, texts, inspector = spender
    inspector.sheet.set_targets(["b"])
    inspector.sheet.chooser.choose("resistance")
    assert inspector.sheet.command().by == "", "not of whoever has the turn"
    dialog = EffectDialog(bridge, texts, ["b"])
    qtbot.addWidget(dialog)
    assert dialog.by.currentData() == ""
    dialog.upkeep.setChecked(True)
    assert dialog.by.currentData() == "a", "who has the turn keeps it up"
    do(bridge, cmd.RecordAttack(who="a", target="b", kind="melee"))
    struck = EffectDialog(bridge, texts, ["b"])
    qtbot.addWidget(struck)
    assert (inspector.sheet.command().by, struck.by.currentData()) == ("a", "a"), "but of who has attacked"


def test_rulesets_without_upkeep_do_not_offer_it(fight, qtbot):
    dialog = EffectDialog(fight.bridge, fight.texts, ["deel"])
    qtbot.addWidget(dialog)
    assert dialog.upkeep.isHidden()


# -- the damage sheet ------------------------------------------------------------------------------


def test_temporary_hit_points_are_a_button_beside_damage(fight, inspector, qtbot):
    chooser = inspector.sheet.chooser
    qtbot.mouseClick(chooser.button("temp-hp"), Qt.MouseButton.LeftButton)
    qtbot.keyClicks(inspector.sheet.inputs.amount, "9")
    qtbot.keyClick(inspector.sheet.inputs.amount, Qt.Key.Key_Return)
    assert fight.who("deel").stats["temp_hp"] == 9
    assert chooser.button("temp-hp").isChecked()
    assert chooser.button("temp-hp").font().bold()
    assert chooser.more.isHidden()


def test_seldom_pipelines_stand_in_a_menu(qtbot):
    bridge, texts = opened("sagas-hub")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}))
    inspector = shown(bridge, texts, qtbot, "a")
    chooser = inspector.sheet.chooser
    inspector.apply("mental")
    assert chooser.current == "mental"
    assert chooser.button("mental") is chooser.more
    assert chooser.more.text() == bridge.rules.pipelines["mental"].label


@pytest.mark.slow
def test_a_critical_hit_doubles_dice_and_says_that_a_number_stands(fight, inspector, qtbot):
    """Rulebook p. 145: double damage. Nothing was doubled, and the log alone noted it."""
    inspector.sheet.start()
    qtbot.keyClicks(inspector.sheet.inputs.amount, "5")
    assert inspector.sheet.problem == ""
    inspector.sheet.inputs.fields["critical"].setChecked(True)
    assert inspector.sheet.problem.startswith(
        "“Critical” doubles dice that are thrown here; a number is taken"
    )
    assert inspector.sheet.apply_button.isEnabled()
    inspector.sheet.inputs.amount.setText("3d6+4")
    assert inspector.sheet.inputs.amount.text() == "3d6+4"
    inspector.sheet.inputs.fields["critical"].setChecked(False)
    inspector.sheet.inputs.fields["critical"].setChecked(True)
    assert inspector.sheet.inputs.amount.text() == "6d6+8"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("srd35", "“Critical” doubles dice that are thrown here; a number is taken as it is."),
        ("sagas-hub", "“Critical” changes no number here: it counts for “Threshold”. The log notes it."),
        ("pf2e", "“Critical hit, or save failed critically” changes no number here: it counts for “Dying”."),
    ],
)
def test_a_critical_hit_is_never_silent(qtbot, system, says):
    """004-142, PF-60: what a ruleset makes of it is done; what it makes no difference to is said."""
    bridge, texts = opened(system)
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace", "hp": 40, "max_hp": 40}))
    sheet = shown(bridge, texts, qtbot, "a").sheet
    sheet.prefill(3, "")
    assert sheet.problem == ""
    sheet.inputs.fields["critical"].setChecked(True)
    assert sheet.problem.startswith(says)
    assert "\n" not in sheet.problem, "it is said once"
    sheet.apply()
    assert "critical" in texts.entry(bridge.log[-1]).title.lower()
    if system == "sagas-hub":  # at the threshold it is one more step, and the stage shows it; 004-94
        sheet.prefill(35, "")
        sheet.inputs.fields["critical"].setChecked(True)
        assert sheet.problem.startswith("“Critical” counts what dice show twice; a number is taken as it is.")


@pytest.mark.slow
def test_a_type_may_be_typed_that_the_ruleset_does_not_list(fight, inspector, qtbot):
    fight.do(cmd.SetNumbers(who="deel", stats={"dr": [{"value": 5, "bypass": ["sonic"]}]}))
    inspector.sheet.start()
    qtbot.keyClicks(inspector.sheet.inputs.amount, "12")
    (row,) = inspector.sheet.rows()
    assert row.stage("dr").result() == "12 → 7"
    kind = inspector.sheet.inputs.fields["type"]
    kind.setEditText("sonic")
    assert row.stage("dr").result() == "= 12"


def test_wounds_take_two_totals(qtbot):
    """E-D6-03: damage less Strength; 10 more incapacitates."""
    bridge, texts = opened("moon-swing")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}))
    inspector = shown(bridge, texts, qtbot, "a")
    fields = inspector.sheet.inputs.fields
    assert inspector.sheet.problem == "Still to enter: Damage roll"
    qtbot.keyClicks(fields["damage"], "19")
    assert inspector.sheet.problem == "Still to enter: Strength roll"
    qtbot.keyClicks(fields["strength"], "9")
    inspector.sheet.apply()
    assert bridge.state.combatants["a"].tracks["wounds"].step == 3
    assert len(bridge.log) == 2


@pytest.mark.slow
def test_a_stun_shows_on_the_sheet(qtbot):
    """E-D6-04: equal totals stun, this round and the next."""
    bridge, texts = opened("moon-swing")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}))
    inspector = shown(bridge, texts, qtbot, "a")
    fields = inspector.sheet.inputs.fields
    qtbot.keyClicks(fields["damage"], "9")
    qtbot.keyClicks(fields["strength"], "8")
    (row,) = inspector.sheet.rows()
    assert [(view.cell.label, view.result()) for view in row.stages()] == [
        ("Stunned this round and the next", "Stunned")
    ]


def test_a_key_event_that_is_no_delete_passes(fight, inspector, qtbot):
    fight.do(cmd.BeginEffect(on="deel", name="Suppressed", rounds=2))
    settle(qtbot, inspector)
    qtbot.keyClick(inspector.effects.lines[0], Qt.Key.Key_A)
    assert fight.bridge.state.effects
    QApplication.sendEvent(inspector.effects, QEvent(QEvent.Type.Enter))


def test_a_pipeline_that_changes_nothing_says_so(qtbot):
    """004-153: a save that is made costs nothing."""
    bridge, texts = opened("sagas-hub")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace"}))
    inspector = shown(bridge, texts, qtbot, "a")
    inspector.apply("stress")
    for field in inspector.sheet.inputs.fields.values():
        qtbot.keyClicks(field, "12")
    (row,) = inspector.sheet.rows()
    assert row.stages() == []
    assert row._nothing.text() == "Nothing changes."
    assert (
        inspector.sheet.problem == "Nothing changes. Apply only notes in the log that it came to nothing."
    ), "an evening at the table, 29"


@pytest.mark.slow
def test_what_is_so_already_is_no_stage(qtbot):
    """E-S4-06: healing ends dying; who is not dying is not revived."""
    bridge, texts = opened("sagas-hub")
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ace", "max_hp": 20, "hp": 5}))
    inspector = shown(bridge, texts, qtbot, "a")
    inspector.apply("heal")
    qtbot.keyClicks(inspector.sheet.inputs.amount, "4")
    (row,) = inspector.sheet.rows()
    assert "Revived" not in [view.cell.label for view in row.stages()]


# -- effects that are kept up, and those of several authors ---------------------------------------


@pytest.fixture
def held(qtbot):
    """Ace and Bee hold the orc; each keeps its hold up."""
    bridge, texts = opened("dnd5e")
    for ident, name in (("a", "Ace"), ("b", "Bee"), ("orc", "Orc")):
        do(
            bridge,
            cmd.Add(combatant={"id": ident, "name": name, "side": "foes" if ident == "orc" else "party"}),
        )
    do(bridge, cmd.Start(rolls={"a": 20, "b": 15, "orc": 10}))
    for by, dc in (("a", 13), ("b", 15)):
        save = {"ability": "wis", "dc": dc}
        hold = cmd.BeginEffect(on="orc", name="hold", by=by, brings=("paralyzed",), sustained=True, save=save)
        do(bridge, hold)
    return bridge, texts


@pytest.mark.slow
def test_effects_say_who_keeps_them_up_and_what_ends_them(held, qtbot):
    """R5E-64, R5E-67, R5E-73."""
    bridge, texts = held
    inspector = shown(bridge, texts, qtbot, "orc")
    told = [line.row.label for line in inspector.effects.lines]
    assert told == ["Hold", "Paralyzed", "Hold", "Paralyzed"]  # as the list says it
    first, brought, *_ = [line.origin() for line in inspector.effects.lines]
    assert first == ["kept up by Ace", "Wisdom save of 13 at the end of a turn ends it"]
    assert brought == ["by Ace", "brought by Hold"]
    keeper = shown(bridge, texts, qtbot, "b")
    assert [line.origin() for line in keeper.effects.lines] == [["Hold on Orc"]]


@pytest.mark.slow
def test_the_button_ends_the_effect_of_its_author_alone(held, qtbot):
    """R5E-73."""
    bridge, texts = held
    inspector = shown(bridge, texts, qtbot, "orc")
    inspector.effects.lines[0].button.click()
    assert bridge.log[-1].command == cmd.EndEffect(on="orc", name="hold", by="a")
    left = [effect.by for effect in bridge.state.effects.values()]
    assert left == ["b", "b"]


def test_the_dialog_asks_who_keeps_it_up_what_it_brings_and_which_save_ends_it(held, qtbot):
    """R5E-61, R5E-64, R5E-67."""
    bridge, texts = held
    dialog = EffectDialog(bridge, texts, ["orc"])
    qtbot.addWidget(dialog)
    dialog.name.setCurrentText("web")
    dialog.brings.setText("Restrained, prone")
    with qtbot.waitActive(dialog):
        dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert dialog.save.ability.hasFocus(), "the letter that is underlined leads there"
    dialog.save.ability.setCurrentIndex(dialog.save.ability.findData("str"))
    assert dialog.missing() == "Say what the save has to reach."
    dialog.save.against.setText("12")
    dialog.save.against.typed.emit()
    dialog.kept.setChecked(True)
    (command,) = dialog.wanted()
    assert (command.brings, command.sustained) == (("restrained", "prone"), True)
    assert command.save == {"ability": "str", "dc": 12, "at": "turn-end"}
    dialog.brings.setText("Restrained, nothing")
    assert dialog.missing() == "There is no state “nothing”."


def test_enter_in_the_name_of_an_effect_asks_how_long_it_lasts_unless_the_rules_say_so(held, qtbot):
    """It was added at once, without its rounds; what is said already, or by the rules, takes one Enter."""
    bridge, texts = held
    dialog = EffectDialog(bridge, texts, ["orc"])
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    dialog.name.setCurrentText("web")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.rounds.hasFocus()
    assert dialog.isVisible()
    qtbot.keyClicks(dialog.rounds, "3")
    dialog.name.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)


@pytest.mark.parametrize("name", ["Prone", "A cramp in the leg"])
def test_a_digit_behind_enter_is_the_rounds_of_every_effect(hands: Hands, name: str) -> None:
    """An evening: Enter added what the ruleset names at once, and the 1 typed next was spent in the list."""
    under_way(hands)
    bridge = hands.window.services.bridge
    spent = {pool: dict(who.pools) for pool, who in bridge.state.combatants.items()}
    hands.choose("sarlane")
    hands.key(Qt.Key.Key_C)
    dialog = hands.dialog()
    assert isinstance(dialog, EffectDialog)
    QTest.keyClicks(dialog.focusWidget(), name)
    for _ in range(2):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        if dialog.isVisible():
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_1)
    hands.no_dialog()
    (effect,) = bridge.state.effects.values()
    assert (effect.on, effect.left) == ("sarlane", 1)
    assert {pool: dict(who.pools) for pool, who in bridge.state.combatants.items()} == spent


def test_enter_goes_from_name_to_size_to_rounds(qtbot):
    """Where states have a size it is asked for first; one that stands behind the name was said."""
    bridge, texts = opened("pf2e")
    do(bridge, cmd.Add(combatant={"id": "ann"}))
    dialog = EffectDialog(bridge, texts, ["ann"])
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    dialog.name.setCurrentText("Clumsy")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.value.hasFocus()
    qtbot.keyClick(dialog.value, Qt.Key.Key_Return)
    assert dialog.rounds.hasFocus()
    dialog.name.setFocus()
    dialog.name.setEditText("clumsy 2")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.rounds.hasFocus()


def test_the_dialog_asks_nothing_of_that_where_the_rules_know_none(fight, qtbot):
    dialog = EffectDialog(fight.bridge, fight.texts, ["deel"])
    qtbot.addWidget(dialog)
    dialog.show()
    assert not any(field.isVisible() for field in (dialog.brings, dialog.save, dialog.kept, dialog.until))
