"""Dialogs: their commands are tried before they are accepted; nothing typed is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from desktop.declare.delay_dialog import DelayDialog
from desktop.declare.react_dialog import ReactDialog
from desktop.declare.ready_dialog import ReadyDialog
from desktop.declare.trigger_dialog import TriggerDialog
from desktop.inspector.effect_dialog import EffectDialog
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.reading import loader
from rulesets.seen.queries import acting_one
from rulesets.table import commands as cmd
from tests.desktop.declare.declaring import PEOPLE, ROLLS
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def opened(qtbot):
    def open_(dialog):
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.waitExposed(dialog)
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    return open_


def accepted(dialog):
    """How often a dialog is accepted."""
    count = []
    dialog.accepted.connect(lambda: count.append(1))
    return count


# -- delay -----------------------------------------------------------------------------------------


def test_delay_to_a_count_says_what_will_come_of_it(fight, opened, qtbot):
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "deel"))
    done = accepted(dialog)
    assert (dialog.command().after, dialog.ok.isEnabled()) == ("lug", True), (
        "behind the next one with one Enter"
    )
    assert "acts after K-77" in dialog.reason
    for digit in "14":
        qtbot.keyClicks(dialog.focusWidget(), digit)
    assert "14" in dialog.reason
    qtbot.keyClick(dialog.count, Qt.Key.Key_Return)
    assert done == [1]
    assert dialog.command() == cmd.Delay(who="deel", count=14)
    fight.do(dialog.command())


def test_a_name_that_is_typed_says_behind_whom_also_where_a_button_has_the_keys(fight, opened, qtbot):
    """Behind was chosen by its letter, the name went nowhere, and Enter came in behind the first."""
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "deel"))
    names = [dialog.after.itemText(n) for n in range(dialog.after.count())]
    dialog.radios["count"].setChecked(True)
    dialog.radios["after"].setFocus()
    for letter in names[-1][:4]:
        qtbot.keyClicks(dialog.focusWidget(), letter)
    assert dialog.after.currentText() == names[-1] != names[0]
    assert dialog.command() == cmd.Delay(who="deel", after=dialog.after.currentData())


def test_delay_to_a_higher_count_needs_an_override(fight, opened, qtbot):
    """CR 144: the new count is lower."""
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "deel"))
    done = accepted(dialog)
    qtbot.keyClicks(dialog.count, "30")
    assert not dialog.ok.isEnabled()
    assert "Rulebook p. 144" in dialog.reason
    assert dialog.override.isVisible()
    dialog.accept()
    assert done == []
    dialog.override.click()
    assert dialog.ok.isEnabled()
    dialog.ok.click()
    assert done == [1]
    assert dialog.command().override
    assert dialog.count.text() == "30"


def test_delay_behind_somebody_and_until_resumed(fight, opened, qtbot):
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "deel"))
    dialog.after.setCurrentIndex(dialog.after.findData("Troopers"))
    dialog.after.activated.emit(dialog.after.currentIndex())
    assert dialog.command() == cmd.Delay(who="deel", after="Troopers")
    dialog.radios["wait"].click()
    assert dialog.command() == cmd.Delay(who="deel")
    qtbot.keyClicks(dialog.round, "3")
    assert dialog.command() == cmd.Delay(who="deel", round=3)
    assert dialog.ok.isEnabled()


def test_only_those_who_are_to_come_and_can_act_are_offered_to_delay_behind(qapp, opened):
    """001-88, 001-93: after somebody who comes later in this segment; not the killed, nor who has acted."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("moon-swing")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for one in PEOPLE["moon-swing"]:
        bridge.dispatch(cmd.Add(combatant=dict(one)))
    bridge.dispatch(cmd.Start(rolls=ROLLS["moon-swing"]))
    for who in ("st-1", "st-2", "jaluun", "ace"):
        bridge.dispatch(cmd.Declare(who=(who,), fields={"actions": 2, "first": "Fire"}))
    bridge.dispatch_all((cmd.Act(who="ace", cost="action"), cmd.EndTurn()))
    assert acting_one(rules, bridge.state) == "jaluun"
    assert bridge.dispatch(cmd.Apply(pipeline="wound", to=("st-1",), inputs={"level": "killed"})) is not None
    dialog = opened(DelayDialog(bridge, texts, "jaluun"))
    assert [dialog.after.itemData(n) for n in range(dialog.after.count())] == ["st-2"]
    assert dialog.command() == cmd.Delay(who="jaluun", after="st-2")
    assert dialog.ok.isEnabled()


def test_that_no_turn_can_be_put_off_is_said_before_a_count_is_typed(opened):
    """Of the last of the round, who had acted, a count was asked for first, and then refused."""
    bridge, texts, rules = Bridge(), Texts(), loader.load("srd35")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for who, group in (("ann", ""), ("t1", "Trolls"), ("t2", "Trolls")):
        bridge.dispatch(cmd.Add(combatant={"id": who, "name": who, "group": group, "side": group or "party"}))
    bridge.dispatch_all((cmd.Start(rolls={"ann": 20, "Trolls": 10}), cmd.EndTurn()))
    dialog = opened(DelayDialog(bridge, texts, "t2"))
    assert dialog.reason == "Type the count to act at."
    assert bridge.dispatch(cmd.Act(who="t1", cost="standard")) is not None
    dialog = opened(DelayDialog(bridge, texts, "t2"))
    assert dialog.after.count() == 0
    assert "have already acted this turn" in dialog.reason
    assert not dialog.ok.isEnabled()


def test_what_stands_in_a_field_that_does_not_count_is_in_nobodys_way(fight, opened, qtbot):
    """A count that cannot be read does not keep from delaying behind somebody; a far round is said."""
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "deel"))
    qtbot.keyClicks(dialog.count, "soon")
    assert not dialog.ok.isEnabled()
    dialog.radios["after"].click()
    assert dialog.ok.isEnabled()
    assert not dialog.round.isEnabled()
    dialog.radios["wait"].click()
    qtbot.keyClicks(dialog.round, "35")
    assert "does not act before round 35. Type 2 for the next round." in dialog.reason


def test_who_is_not_active_cannot_delay_and_nothing_overrides_that(fight, opened):
    dialog = opened(DelayDialog(fight.bridge, fight.texts, "boss"))
    dialog.radios["wait"].click()
    refusal = fight.bridge.preview(dialog.command())
    assert dialog.reason == fight.texts.refusal(refusal)
    assert dialog.override.isVisible() == refusal.can_override
    assert not dialog.ok.isEnabled()


# -- ready and trigger -----------------------------------------------------------------------------


def test_readying_needs_both_words(fight, opened, qtbot):
    dialog = opened(ReadyDialog(fight.bridge, fight.texts, "deel"))
    done = accepted(dialog)
    assert not dialog.ok.isEnabled()
    hint = dialog.action.accessibleDescription
    assert hint() == "An action of the ruleset, or your own words."
    qtbot.keyClicks(dialog.action.lineEdit(), "S")
    assert hint() == "An action of the ruleset, or your own words.", "one may come of it"
    qtbot.keyClicks(dialog.action.lineEdit(), "hoot")
    assert hint() == "Your own words: no action of the ruleset."
    assert not dialog.ok.isEnabled()
    qtbot.keyClicks(dialog.trigger, "the door opens")
    qtbot.keyClick(dialog.trigger, Qt.Key.Key_Return)
    assert done == [1]
    assert dialog.command() == cmd.Ready(who="deel", action="Shoot", trigger="the door opens")


@pytest.mark.slow
def test_what_is_readied_is_known_by_name_and_by_id_and_free_text_is_said_to_be_that(hands):
    """CR 144: name an action and what sets it off. "Full_Attack" was called the game master's own words."""
    under_way(hands)
    bridge, own = hands.window.services.bridge, "Your own words: no action of the ruleset."

    def readied(typed: str) -> tuple[bool, str]:
        hands.key(Qt.Key.Key_R)
        dialog = hands.dialog()
        hands.type(dialog.action.lineEdit(), typed)
        said = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
        hands.type(dialog.trigger, "the door opens")
        hands.accept()
        return own in said, bridge.log[-1].command.action

    assert readied("Shoot") == (True, "Shoot")
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert readied("Full_Attack") == (False, "full_attack")


def test_enter_behind_the_action_goes_on_to_what_sets_it_off(fight, opened, qtbot):
    """The example there says that it is one."""
    dialog = opened(ReadyDialog(fight.bridge, fight.texts, "deel"))
    assert dialog.trigger.placeholderText().startswith("for example: ")
    qtbot.keyClicks(dialog.action.lineEdit(), "Shoot")
    qtbot.keyClick(dialog.action.lineEdit(), Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.trigger.hasFocus)
    assert dialog.isVisible()
    qtbot.keyClicks(dialog.trigger, "the door opens")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.trigger, Qt.Key.Key_Return)


def test_a_tab_too_many_loses_no_word_to_cancel(fight, opened, qtbot):
    """The letters were nobody's, the blank between them cancelled, and what came then were commands."""
    dialog = opened(ReadyDialog(fight.bridge, fight.texts, "deel"))
    for text in ("Shoot", "\t", "\t", "the door"):
        qtbot.keyClicks(dialog.focusWidget(), text[:1])
        qtbot.keyClicks(dialog.focusWidget(), text[1:])
    assert dialog.isVisible()
    assert (dialog.action.currentText(), dialog.trigger.text()) == ("Shoot", "the door")
    for text in ("\t", "s open"):
        qtbot.keyClicks(dialog.focusWidget(), text[:1])
        qtbot.keyClicks(dialog.focusWidget(), text[1:])
    assert dialog.trigger.text() == "the doors open", "all is filled in: it goes on where it was left"
    qtbot.keyClick(dialog.trigger, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.ok
    qtbot.keyClick(dialog.ok, Qt.Key.Key_Tab)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Space)
    assert not dialog.isVisible(), "a control that was reached with Tab keeps its own Space"


def test_ctrl_return_presses_the_primary_button(fight, opened, qtbot):
    dialog = opened(ReadyDialog(fight.bridge, fight.texts, "deel"))
    qtbot.keyClick(dialog.trigger, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible()
    dialog.action.setCurrentText("Shoot")
    dialog.trigger.setText("the door opens")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.trigger, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_escape_leaves_everything_as_it_was(fight, opened, qtbot):
    dialog = opened(ReadyDialog(fight.bridge, fight.texts, "deel"))
    before = fight.bridge.state
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert fight.bridge.state is before


def test_trigger_offers_those_who_have_readied(fight, opened):
    nobody = opened(TriggerDialog(fight.bridge, fight.texts, ""))
    assert not nobody.ok.isEnabled()
    nobody.close()
    readied = cmd.Ready(who="deel", action="Shoot", trigger="the door opens")
    fight.do(readied, cmd.EndTurn(), cmd.EndTurn())
    dialog = opened(TriggerDialog(fight.bridge, fight.texts, "boss"))
    assert dialog.who.count() == 1
    assert "the door opens" in dialog.readied.text()
    assert dialog.command() == cmd.Trigger(who="deel", by="st-1")
    assert dialog.ok.isEnabled()
    dialog.by.setCurrentIndex(dialog.by.findData("deel"))
    assert not dialog.ok.isEnabled()
    dialog.close()
    while acting_one(fight.bridge.rules, fight.bridge.state) != "deel":
        fight.do(cmd.EndTurn())
    fight.do(cmd.Ready(who="deel", action="Shoot", trigger="the door opens"))
    own = opened(TriggerDialog(fight.bridge, fight.texts, "deel"))
    people = fight.bridge.state.combatants
    assert people[own.command().by].side != people["deel"].side, "nobody sets off what it has readied itself"
    order, at = fight.bridge.scene.order, fight.bridge.scene.order.index("deel")
    foes = [who for who in (*order[at:], *order[:at]) if people[who].side != people["deel"].side]
    assert own.command().by == foes[-1], "the one who acted last before it"


def test_ready_says_of_one_of_a_group_whether_the_place_moves(opened):
    """E-SRD-14: it was said to move the count, and the group stayed."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("sagas-hub"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    thug = {"side": "gang", "group": "thugs"}
    for who, more in (("jax", {"side": "crew"}), ("t1", thug), ("t2", thug)):
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who, **more})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"jax": 10, "thugs": 15})) is not None
    stays = "The group keeps its place while others of it can act."
    alone = opened(ReadyDialog(bridge, texts, "t2"))
    assert alone.about.text().endswith(stays)
    alone.close()
    ready = cmd.Ready(who="t2", action="attack", trigger="he comes near")
    for command in (ready, cmd.EndTurn()):
        assert bridge.dispatch(command) is not None, command
    assert bridge.dispatch(cmd.Trigger(who="t2", by="jax")) is not None, "after the turn of the group"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    people = bridge.state.combatants
    assert not bridge.scene.turn(people["t2"]).missed, "it had its turn of that round, and has one of this"
    assert bridge.dispatch(cmd.Defeat(who="t1")) is not None
    alone = opened(ReadyDialog(bridge, texts, "t2"))
    assert stays not in alone.about.text()
    alone.close()


def test_who_of_a_group_has_used_its_readied_action_has_no_turn_with_the_others():
    bridge = Bridge()
    bridge.open(loader.load("sagas-hub"))
    thug = {"side": "gang", "group": "thugs"}
    for who, more in (("jax", {"side": "crew"}), ("t1", thug), ("t2", thug)):
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who, **more})) is not None
    for command in (
        cmd.Start(rolls={"jax": 20, "thugs": 15}),
        cmd.EndTurn(),
        cmd.Ready(who="t2", action="attack", trigger="he comes near"),
        cmd.EndTurn(),
        cmd.Trigger(who="t2", by="jax"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None, command
    turns = {who: bridge.scene.turn(bridge.state.combatants[who]) for who in ("t1", "t2")}
    assert {who: (turn.active, turn.missed) for who, turn in turns.items()} == {
        "t1": (True, ""),
        "t2": (False, "readied"),
    }
    assert acting_one(bridge.rules, bridge.state) == "t1"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert not bridge.scene.turn(bridge.state.combatants["t2"]).missed


def test_ready_says_that_it_ends_the_turn_and_a_friend_is_not_proposed_to_set_it_off(opened, qtbot):
    """PF-30: the turn ends with it; in the turn of a friend the readied strike was aimed at that one."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("pf2e"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for who, side in (("ann", "heroes"), ("bob", "heroes"), ("orc", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who, "side": side})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "bob": 15, "orc": 10})) is not None
    ready = opened(ReadyDialog(bridge, texts, "ann"))
    assert ready.about.text().endswith("\nThis ends the turn.")
    ready.action.setCurrentText("Strike")
    ready.trigger.setText("the door opens")
    assert bridge.dispatch(ready.command()) is not None
    ready.close()
    assert acting_one(bridge.rules, bridge.state) == "bob"
    friends = opened(TriggerDialog(bridge, texts, "ann"))
    assert (friends.by.currentData(), friends.ok.isEnabled()) == (None, False)
    assert friends.focusWidget() is friends.by, "an evening: the keys were on Cancel, and Enter did nothing"
    for there in (friends.by, friends.buttons.button(friends.buttons.StandardButton.Cancel)):
        there.setFocus()
        qtbot.keyClick(there, Qt.Key.Key_Return)
        assert friends.isVisible(), "Enter never cancels"
        assert friends.reason == "Choose who sets it off."
    friends.by.setCurrentIndex(friends.by.findData("bob"))
    assert friends.command() == cmd.Trigger(who="ann", by="bob"), "it can be said all the same"
    friends.close()
    assert bridge.dispatch(cmd.EndTurn()) is not None
    foes = opened(TriggerDialog(bridge, texts, "ann"))
    assert foes.command() == cmd.Trigger(who="ann", by="orc")
    assert foes.ok.isEnabled()


# -- react -----------------------------------------------------------------------------------------


def test_react_offers_the_rulesets_reactions(fight, opened, qtbot):
    dialog = opened(ReactDialog(fight.bridge, fight.texts, "boss"))
    labels = [dialog.name.itemText(n) for n in range(dialog.name.count())]
    assert labels == ["Reaction", "Attack of opportunity"]
    qtbot.keyClicks(dialog.to.lineEdit(), "Deel runs")
    assert dialog.command() == cmd.React(who="boss", name="reaction", to="Deel runs")
    assert not dialog.spare.isVisible()
    assert not dialog.skill.isVisible()
    dialog.name.setCurrentIndex(1)
    assert dialog.command().name == "attack_of_opportunity"
    dialog.name.setCurrentText("Block")
    assert dialog.command().name == "Block"
    assert dialog.ok.isEnabled()


def test_a_second_reaction_is_the_gms_override(fight, opened):
    """CR 146: one reaction in a round."""
    fight.do(cmd.React(who="boss", name="reaction"))
    dialog = opened(ReactDialog(fight.bridge, fight.texts, "boss"))
    assert not dialog.ok.isEnabled()
    dialog.override.click()
    fight.do(dialog.command())
    assert fight.bridge.log[-1].overridden


# -- effects ---------------------------------------------------------------------------------------


def test_an_effect_on_several_is_one_command(fight, opened, qtbot):
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["lug", "boss", "lug"]))
    assert not dialog.ok.isEnabled()
    dialog.name.setCurrentText("Suppressed")
    assert not dialog.at_zero.isEnabled()
    qtbot.keyClicks(dialog.rounds, "2")
    dialog.at_zero.setCurrentIndex(1)
    assert dialog.commands() == [
        cmd.BeginEffect(on="lug", name="Suppressed", rounds=2, by="deel", at_zero="check", also=("boss",))
    ]


def test_enter_takes_the_name_that_is_completed_and_adds(fight, opened, qtbot):
    """Also of an effect that was left and taken up again.

    Keys come to the box, which has the focus for its line, and never pass through a filter of that.
    """
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["lug"]))
    qtbot.keyClicks(dialog.name, "pro")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.rounds.hasFocus()
    qtbot.keyClick(dialog.rounds, Qt.Key.Key_Return)
    assert dialog.result() == dialog.DialogCode.Accepted
    assert dialog.command().name == "prone"


def test_a_state_is_chosen_by_its_label_and_explained(fight, opened):
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["lug"]))
    dialog.name.setCurrentText("Prone")
    assert dialog.command().name == "prone"
    assert dialog.command().rounds == -1
    assert "Rulebook p. 145" in dialog.about.text()


@pytest.mark.slow
def test_what_the_rules_end_is_not_said_to_last_until_it_is_ended(opened):
    """E-KAI-04: flat-footed until the next round, unless the GM names another end."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("kaiser"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    assert bridge.dispatch(cmd.Add(combatant={"id": "orc", "name": "Orc"})) is not None
    assert bridge.dispatch(cmd.Start()) is not None
    dialog = opened(EffectDialog(bridge, texts, ["orc"]))
    dialog.name.setCurrentText("Flat-footed")
    told = "blank = until the rules end it, in the phase Intention; to keep it, name when it ends"
    assert dialog.rounds.accessibleDescription() == told
    done = bridge.dispatch(dialog.command())
    assert done is not None
    said = texts.entry(done.entry).title
    assert said.endswith("Flat-footed on Orc, until the rules end it, in the phase Intention"), said
    dialog.until.setCurrentIndex(dialog.until.findData("encounter"))
    assert bridge.dispatch(dialog.command()) is not None
    round_over = (cmd.RollInitiative(), cmd.EndTurn(), *2 * [cmd.NextPhase()])
    for step in (cmd.Declare(who=("orc",), done=True), *round_over):
        assert bridge.dispatch(step) is not None, step
    assert bridge.state.clock.round == 2
    assert texts.duration(bridge.state.effects["orc:flat-footed"]) == "until the encounter ends"
    dialog.name.setCurrentText("Smoke")
    assert dialog.rounds.accessibleDescription() == "blank = until it is ended"
    assert not dialog.until.isVisible()


@pytest.mark.parametrize(("typed", "value"), [("", None), ("2", 2), ("1d6", "1d6")])
def test_a_size_is_asked_for_where_states_have_one(qtbot, opened, typed, value):
    bridge = Bridge()
    bridge.open(loader.load("pf2e"))
    assert bridge.dispatch(cmd.Add(combatant={"id": "ann"}))
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    dialog = opened(EffectDialog(bridge, texts, ["ann"]))
    dialog.name.setCurrentText("Frightened")
    qtbot.keyClicks(dialog.value, typed)
    assert dialog.commands() == [cmd.BeginEffect(on="ann", name="frightened", value=value)]
    assert dialog.ok.isEnabled()
    qtbot.keyClicks(dialog.value, "x")
    assert not dialog.ok.isEnabled()


def test_no_size_is_asked_for_where_nothing_has_one(fight, opened):
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["lug"]))
    assert not dialog.value.isVisible()
    dialog.name.setCurrentText("Prone")
    assert dialog.command().value is None


def test_no_rounds_at_all_is_refused_in_words(fight, opened, qtbot):
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["lug"]))
    dialog.name.setCurrentText("Brief")
    qtbot.keyClicks(dialog.rounds, "0")
    assert dialog.reason
    assert not dialog.ok.isEnabled()
    assert not dialog.override.isVisible()


# -- the sheet as a dialog -------------------------------------------------------------------------


def test_the_sheet_is_accepted_once_and_leaves_dispatching_to_the_window(fight, opened, qtbot):
    dialog = opened(DamageDialog(fight.bridge, fight.texts, "damage", ["deel", "boss"]))
    done = accepted(dialog)
    before = fight.bridge.state
    qtbot.keyClick(dialog.sheet.inputs.amount, Qt.Key.Key_Return)
    assert done == []
    qtbot.keyClicks(dialog.sheet.inputs.amount, "18")
    qtbot.keyClick(dialog.sheet.inputs.amount, Qt.Key.Key_Return)
    assert done == [1]
    assert fight.bridge.state is before
    inputs = {"amount": 18, "critical": False}
    assert dialog.commands() == [cmd.Apply(pipeline="damage", to=("deel", "boss"), inputs=inputs)]
    fight.do(*dialog.commands())
    assert fight.who("deel").stats["hp"] == 32


def test_the_sheets_pipeline_may_be_named_by_role(fight, opened):
    dialog = opened(DamageDialog(fight.bridge, fight.texts, "heal", ["deel"]))
    assert dialog.sheet.pipeline == "heal"
    assert "Deel Surool" in dialog.windowTitle()


def test_an_effect_on_several_is_one_step(fight, opened):
    """What was begun by one order is taken back by one undo, and is one line of the log."""
    dialog = opened(EffectDialog(fight.bridge, fight.texts, ["boss", "deel"]))
    dialog.name.setCurrentText("Bless")
    dialog.rounds.number = 2
    before = len(fight.bridge.log)
    fight.do(*dialog.commands())
    assert len(fight.bridge.log) == before + 1
    assert {effect.on for effect in fight.bridge.state.effects.values()} == {"boss", "deel"}
    assert "Sergeant" in fight.texts.entry(fight.bridge.log[-1]).title
    assert "Deel Surool" in fight.texts.entry(fight.bridge.log[-1]).title
    fight.bridge.undo()
    assert not fight.bridge.state.effects


def test_a_readied_attack_that_is_dropped_asks_for_its_roll_and_not_who_set_it_off(hands: Hands) -> None:
    """An evening: the sentence at the mouse had said by whom, and a window asked for that once more."""
    window = hands.window
    people = ({"id": "ada", "name": "Ada"}, {"id": "rook", "name": "Rook", "side": "foes"})
    window.services.encounters.new_from(Prepared("Bar", "srd35", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ada": 20, "rook": 5}),
        cmd.Ready(who="ada", action="attack", trigger="Rook moves"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    hands.drag("ada", "rook")
    hands.drop()
    triggered = [one.command for one in bridge.log if isinstance(one.command, cmd.Trigger)]
    assert triggered == [cmd.Trigger(who="ada", by="rook")]
    dialog = hands.dialog()
    assert isinstance(dialog, AttackDialog)
    assert "Ada" in dialog.windowTitle()
    hands.leave()
