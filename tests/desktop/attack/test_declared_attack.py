"""What was declared is what the window of attacks proposes: it is lost with the turn otherwise."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.actions.view import ActionList
from desktop.attack.dialog import AttackDialog
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow


def turn_of_ann(hands: Hands, *declared: cmd.Declare) -> None:
    """It is her turn, by Kaiser; an orc and an imp stand against her."""
    people = (
        {"id": "ann", "name": "Ann", "weapon": "dagger"},
        {"id": "orc", "name": "Orc", "side": "foes"},
        {"id": "imp", "name": "Imp", "side": "foes"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(),
        *declared,
        cmd.Declare(who=("ann", "orc", "imp"), done=True),
        cmd.RollInitiative(rolls={"ann": 20, "orc": 15, "imp": 12}),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    assert bridge.state.walk.active == "ann"


def asked(hands: Hands) -> AttackDialog:
    hands.choose("ann")
    hands.key(Qt.Key.Key_A)
    found = hands.dialog()
    assert isinstance(found, AttackDialog)
    return found


def test_declared_magic_is_what_is_proposed_and_no_attack_nobody_declared(hands: Hands) -> None:
    """E-KAI-10: a Complete Attack was proposed, and the magic that was paid for was lost with the turn."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="magic"))
    bridge, shown = hands.window.services.bridge, asked(hands)
    assert shown.spends.currentData() == "action:declared_power"
    assert shown.kind.currentData() == "", "nobody casts by striking"
    assert not shown.using.isVisible(), "nor with a dagger"
    put(hands, shown.came, "miss")
    hands.accept()
    assert [type(entry.command) for entry in bridge.log[-2:]] == [cmd.Act, cmd.RecordAttack]
    assert bridge.scene.announced(bridge.state.combatants["ann"])[0].how == "done"


def test_an_attack_that_was_not_declared_is_said_to_be_unpaid(hands: Hands) -> None:
    """An evening, E-KAI-14: beside a stance a Complete Attack was proposed, which costs nothing by itself."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="total_attack"))
    bridge, shown = hands.window.services.bridge, asked(hands)
    assert shown.spends.currentData() == ""
    assert "Ann has no declared attack left, and nothing pays for this one." in shown.about.text()
    put(hands, shown.came, "miss")
    hands.accept()
    entry = bridge.log[-1]
    assert isinstance(entry.command, cmd.RecordAttack)
    assert entry.command.unpaid
    shown = asked(hands)
    put(hands, shown.spends, "action:complete_attack")
    assert "no declared attack" not in shown.about.text(), "whoever chooses what pays knows"
    hands.leave()


def test_a_declared_attack_that_is_done_pays_for_no_second_one(hands: Hands) -> None:
    """Three evenings, E-KAI-14: struck through as done, it was proposed once more, and cost nothing."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="attack"))
    bridge, shown = hands.window.services.bridge, asked(hands)
    assert shown.spends.currentData() == "action:attack"
    put(hands, shown.came, "miss")
    hands.accept()
    shown = asked(hands)
    assert shown.spends.currentData() == ""
    assert "Ann has no declared attack left, and nothing pays for this one." in shown.about.text()
    put(hands, shown.came, "miss")
    hands.accept()
    entry = bridge.log[-1]
    assert isinstance(entry.command, cmd.RecordAttack)
    assert entry.command.unpaid


def test_a_declared_attack_goes_before_declared_magic_and_has_its_target_and_its_weapon(hands: Hands) -> None:
    """E-KAI-08: as it was declared: the saber, at the imp; then the magic, that is still to be done."""
    fields = {"weapon": "saber", "target": "imp"}
    turn_of_ann(
        hands,
        cmd.Declare(who=("ann",), name="magic"),
        cmd.Declare(who=("ann",), name="attack", fields=fields),
    )
    bridge, shown = hands.window.services.bridge, asked(hands)
    assert shown.spends.currentData() == "action:attack"
    assert (shown.target.currentData(), shown.using.currentText()) == ("imp", "Saber")
    put(hands, shown.came, "miss")
    hands.accept()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.target, attack.using, attack.kind) == ("imp", "Saber", "melee")
    shown = asked(hands)
    assert shown.spends.currentData() == "action:declared_power"
    put(hands, shown.spends, "action:attack")
    assert shown.using.currentText() == "Saber", "another one with what is in hand"
    hands.leave()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_hit_costs_its_target_an_action_point_by_the_damage_sheet_too(hands: Hands, by_hand: bool) -> None:
    """E-KAI-03: every hit costs one. By A it did, and by H that carries out the attack it did not."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="attack", fields={"weapon": "saber", "target": "orc"}))
    bridge = hands.window.services.bridge
    steps = bridge.cursor
    if by_hand:
        hands.choose("orc")
        hands.key(Qt.Key.Key_H)
    else:
        shown = asked(hands)
        put(hands, shown.came, "hit")
        hands.click(shown.ok)
    sheet = hands.dialog().sheet
    assert sheet.by.currentData() == "ann"
    if by_hand:
        assert sheet.carries.currentText() == "Attack"
        assert "The attack is noted as a hit with it" in sheet.problem
    hands.type(sheet.inputs.amount, "3")
    hands.click(sheet.apply_button)
    orc = bridge.state.combatants["orc"]
    assert (orc.stats["hp"], orc.pools["ap"]) == (7, 5)
    attack = next(one.command for one in reversed(bridge.log) if isinstance(one.command, cmd.RecordAttack))
    assert (attack.who, attack.target, attack.result, attack.using) == ("ann", "orc", "hit", "Saber")
    if by_hand:
        bridge.undo()
        assert bridge.cursor == steps, "it is one step"


STORM = (
    {"id": "vex", "name": "Vex", "dex": "3D", "blaster": "5D"},
    {"id": "bo", "name": "Sergeant Bo", "dex": "3D"},
    {"id": "guard", "name": "Captain of the Guard", "side": "foes", "kind": "npc", "dex": "3D"},
    {"id": "dead", "name": "Storm sergeant 1", "side": "foes", "kind": "npc", "dex": "3D"},
    {"id": "boss", "name": "Storm sergeant 2", "side": "foes", "kind": "npc", "dex": "3D"},
    {"id": "droid", "name": "B-1 battle droid", "side": "foes", "kind": "npc", "dex": "3D"},
)


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("shoot sergeant", "boss"),
        ("Shoot the droid", "droid"),
        ("shoot guard", "guard"),
        ("help Sergeant Bo", "bo"),
        ("shoot at the door", "guard"),
        ("shoot storm sergeant 2", "boss"),
    ],
)
def test_any_word_of_a_name_aims_what_was_declared(hands: Hands, words: str, target: str) -> None:
    """001-36: "shoot sergeant" was aimed at the first of the foes: only a first word of a name counted."""
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, STORM))
    bridge = hands.window.services.bridge
    first = [{"vex": words}.get(who, "run") for who in bridge.state.combatants]
    assert bridge.dispatch(cmd.Start(rolls={"party": 9, "foes": 5})) is not None
    for who, said in zip(bridge.state.combatants, first, strict=True):
        assert bridge.dispatch(cmd.Declare(who=(who,), fields={"actions": 1, "first": said}, override=True))
    assert bridge.dispatch(cmd.Defeat(who="dead")) is not None
    while bridge.state.walk.active != "vex":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.target.currentData() == target, "nobody is called 'the' or 'at': the first of the foes"
    hands.leave()


def test_an_attack_of_what_can_be_done_is_rolled_though_its_skill_was_declared(hands: Hands) -> None:
    """001-111: with the declared skill in its form it was carried out at once, without roll and target."""
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, STORM[:3]))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"party": 9, "foes": 5})) is not None
    for who in bridge.state.combatants:
        fields = {"actions": 2, "first": "Use a weapon", "skill": "blaster"}
        assert bridge.dispatch(cmd.Declare(who=(who,), fields=fields, override=True)) is not None
    while bridge.state.walk.active != "vex":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    hands.choose("vex")
    steps = bridge.cursor
    offers = hands.window.findChild(ActionList)
    assert isinstance(offers, ActionList)
    offers.ask(("action", "use_weapon"))
    assert offers.form.widgets["skill"].currentData() == "blaster"
    offers.do_selected()
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.using.currentText().startswith("Blaster")
    assert shown.spends.currentData() == "action:use_weapon"
    hands.leave()
    assert bridge.cursor == steps
    put(hands, offers.form.widgets["skill"], "melee")
    offers.do_selected()
    assert bridge.log[-1].command == cmd.Act(who="vex", name="use_weapon", skill="melee"), "as it was chosen"


def test_what_nothing_pays_for_is_a_warning_before_it_is_recorded_and_stands_in_the_log(
    hands: Hands,
) -> None:
    """In the turn of a friend an attack was recorded that nobody paid for, without a word."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="attack", fields={"weapon": "saber", "target": "orc"}))
    window, bridge = hands.window, hands.window.services.bridge
    shown = asked(hands)
    assert "pays for" not in shown.about.text(), "her own turn: the declared attack pays"
    told = "no number of the target: type what is rolled against it"
    assert (shown.against.number, shown.shifted.text()) == (None, told), "E-KAI-03: a Defensive Roll"
    hands.type(shown.against, "7")
    assert shown.shifted.text() == "", "there is one now"
    hands.key(Qt.Key.Key_Backspace, on=shown.against)
    assert shown.shifted.text() == told
    hands.leave()
    assert bridge.dispatch(cmd.Add(combatant={"id": "bo", "name": "Bo"}))
    hands.settle()
    hands.choose("bo")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.windowTitle().startswith("Attack: Bo")
    assert shown.about.text().startswith("It is not the turn of Bo, and nothing pays for this attack.")
    assert shown.about._tone == "warn"
    put(hands, shown.came, "miss")
    hands.accept()
    assert window.services.texts.title(bridge.log[-1]) == "Bo attacks Orc: melee, miss, paid with nothing"


def test_that_nothing_is_spent_is_no_warning_where_it_was_chosen(hands: Hands) -> None:
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="attack", fields={"weapon": "saber", "target": "orc"}))
    bridge, shown = hands.window.services.bridge, asked(hands)
    put(hands, shown.spends, "")
    assert "pays for" not in shown.about.text()
    put(hands, shown.came, "miss")
    hands.accept()
    assert hands.window.services.texts.title(bridge.log[-1]).endswith("miss, paid with nothing")


@pytest.mark.parametrize("by_palette", [False, True])
def test_an_attack_of_what_can_be_done_opens_its_window_where_nothing_is_rolled_too(
    hands: Hands, by_palette: bool
) -> None:
    """E-KAI-03: it only spent, and the damage after it noted no hit: its target lost no action point."""
    turn_of_ann(hands, cmd.Declare(who=("ann",), name="attack", fields={"weapon": "saber", "target": "orc"}))
    window, bridge = hands.window, hands.window.services.bridge
    hands.choose("ann")
    if by_palette:
        texts = [one.text for one in window.palette_.items() if one.text in ("Attack", "Attack…")]
        assert texts == ["Attack…"], "one entry, that does one thing"
        window.palette_._do("offer:action:complete_attack")
    else:
        offers = window.findChild(ActionList)
        assert isinstance(offers, ActionList)
        offers.ask(("action", "complete_attack"))
        offers.do_selected()
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.spends.currentData() == "action:complete_attack"
    assert shown.target.currentData() == "orc", "as it was declared"
    put(hands, shown.came, "hit")
    hands.click(shown.ok)
    hands.dialog()
    hands.leave()
    assert [type(entry.command) for entry in bridge.log[-2:]] == [cmd.Act, cmd.RecordAttack]
    assert bridge.state.combatants["orc"].pools["ap"] == 5


def test_who_has_declared_nothing_attacks_with_what_is_in_hand(hands: Hands) -> None:
    """*With* was empty: a Complete Attack needs no intention (E-KAI-14), and is made with something."""
    turn_of_ann(hands)
    bridge, shown = hands.window.services.bridge, asked(hands)
    assert shown.using.currentText() == "Dagger"
    put(hands, shown.came, "miss")
    hands.accept()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.using, attack.kind) == ("Dagger", "melee")


def test_between_turns_whoever_has_to_go_now_attacks(hands: Hands) -> None:
    """An evening, E-KAI-15: the button said who acts, and A proposed whoever had acted last."""
    turn_of_ann(hands)
    bridge = hands.window.services.bridge
    for command in (cmd.Delay(who="ann"), cmd.EndTurn(), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    assert (bridge.state.walk.active, bridge.scene.must_act) == ("", "ann")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.who.currentData() == "ann"
    hands.leave()
