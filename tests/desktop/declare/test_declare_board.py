"""The declaration board: who declares, in which order, with which fields, in time or late, sealed or open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel

from desktop.actions.budget import tokens
from desktop.actions.view import ActionList
from desktop.bridge import Bridge
from desktop.declare.dialog import DeclareDialog
from desktop.declare.inputs import Lines, Several
from desktop.inspector.effects import effect_rows
from desktop.list.columns import Kind
from desktop.list.model import InitiativeModel
from desktop.list.rows.cards import difference
from desktop.log.model import LogModel
from desktop.why.model import Whys
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.desktop.declare.declaring import PEOPLE, kaiser, moon, opened, typed
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

__all__ = ["opened"]


def cards(model: InitiativeModel, who: str) -> list[tuple[str, str, str]]:
    """Text, small text and kind of the cards in a row."""
    row = model.value_at(model.row_of(who))
    return [(card.text, card.under, card.how) for card in row.cards]


@moon
def test_the_list_stands_in_the_order_of_declaring(opened, qtbot) -> None:
    """The low roll first, inside a side from the lowest Perception up (001-27, 001-49)."""
    _, board, model = opened
    assert [row.id for row in model.rows] == ["st-1", "st-2", "jaluun", "ace"]
    assert board.words[:2] == ("Trooper 1 declares", "0 of 4 have declared · then Trooper 2")


@pytest.mark.slow
def test_what_is_asked_is_seen_after_a_picture_before_the_fight(hands) -> None:
    """While Qt takes a picture it shows nothing that is made then, and never will."""
    people = tuple({"side": side, **one} for side, one in zip("ab", PEOPLE["moon-swing"], strict=False))
    hands.window.services.encounters.new_from(Prepared("Seen", "moon-swing", {}, people))
    hands.window.grab()
    hands.window.services.bridge.dispatch(cmd.Start(rolls={"a": 9, "b": 5}))
    hands.settle()
    board = hands.window.board
    line = board.fields.input("first")
    put(hands, line, "fire")
    assert board.command().fields["first"] == "fire"
    who, steps = board.who, hands.window.services.bridge.cursor
    board.begin()
    assert line.selectedText() == "fire"
    hands.key(Qt.Key.Key_Space, on=line)
    assert hands.window.services.bridge.cursor == steps + 1, "Space declares what stands there"
    (declared,) = hands.window.services.bridge.state.combatants[who[0]].declared
    assert declared.fields["first"] == "fire"


@moon
def test_a_plan_is_declared_with_the_keyboard_alone(opened, qtbot) -> None:
    """How many actions and what the first is (001-36, 001-37); the roll follows from the words."""
    bridge, board, model = opened
    assert board.primary_text == "Declare…", "the first action is missing"
    board.press()
    assert bridge.state.combatants["st-1"].declared == (), "nothing is declared before it is complete"
    typed(qtbot, board, "first", "Fire blaster")
    assert board.primary_text == "Declare"
    qtbot.keyClick(board.fields.input("first"), Qt.Key.Key_Return)
    declared = bridge.state.combatants["st-1"].declared[0].fields
    assert declared == {"actions": 1, "first": "Fire blaster", "skill": "blaster"}
    assert board.who == ["st-2"]
    assert cards(model, "st-1") == [("1 Fire blaster", "4D", "to-come")]
    row = model.value_at(model.row_of("st-1"))
    throw = row.says(Kind.ROLL)
    assert throw is not None
    assert (throw.text, throw.under) == ("4D", "Blaster 4D")


@moon
def test_who_fires_rolls_with_what_it_can_shoot_with(opened, qtbot) -> None:
    """001-52, 001-62, 001-111: "fire" names no skill, and the next roll is known all the same."""
    bridge, board, _ = opened
    for who, said, skill in (("st-1", "fire", "blaster"), ("st-2", "Shoot!", "blaster")):
        typed(qtbot, board, "first", said)
        board.submit()
        assert bridge.state.combatants[who].declared[0].fields == {
            "actions": 1,
            "first": said,
            "skill": skill,
        }
    typed(qtbot, board, "first", "fire")
    assert board.command().fields["skill"] == "blaster", "001-62: who throws says so; he has a Throwing"
    box = board.fields.input("skill")
    assert isinstance(box, QComboBox)

    def above() -> list[str]:
        return [label.text() for label in box.parentWidget().findChildren(QLabel)]

    assert above() == ["Rolled with · by Dexterity"], "what is only the attribute is said"
    assert "No Blaster of their own: Jaluun." in box.toolTip()
    box.setCurrentIndex(box.findData("throwing"))
    assert above() == ["Rolled with"]
    box.setCurrentIndex(0)
    assert above() == ["Rolled with"]
    typed(qtbot, board, "first", "fireproof the door")
    assert "skill" not in board.command().fields
    assert bridge.undo() is not None
    board.choose(["jaluun", "ace"])
    assert board.who == ["jaluun", "ace"]
    typed(qtbot, board, "first", "fire")
    assert board.command().fields["skill"] == "blaster", "of those who declare together one has it"
    assert [label.text() for label in box.parentWidget().findChildren(QLabel)] == [
        "Rolled with · 1 of 2 without Blaster"
    ]
    assert "Jaluun" in box.toolTip()


def _declared_by_keys(hands: Hands, *, actions: int = 1) -> Bridge:
    """Two declare a shot with Enter, and the second one's is the last declaration; Ace acts first."""
    people = [dict(one) for one in PEOPLE["moon-swing"] if one["id"] in ("ace", "st-1")]
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, tuple(people)))
    bridge, board = hands.window.services.bridge, hands.window.board
    assert bridge.dispatch(cmd.Start(rolls={"party": 9, "foes": 5})) is not None
    hands.settle()
    for _ in range(2):
        line = board.fields.input("first")
        hands.type(line, "fire")
        number = board.fields.input("actions")
        number.number = actions
        number.typed.emit()
        hands.key(Qt.Key.Key_Return, on=line)
    assert bridge.state.walk.active == "ace"
    return bridge


@pytest.mark.slow
def test_a_key_pressed_for_the_last_declaration_carries_out_no_act(hands: Hands) -> None:
    """001-73: Enter declared the last one, Ctrl+Enter, meant for that too, carried out the first act."""
    bridge = _declared_by_keys(hands)
    cursor = bridge.cursor
    hands.primary()
    assert (bridge.cursor, bridge.state.walk.active) == (cursor, "ace")
    said = "Everybody has declared, and it is the turn of Ace: press once more to go on."
    assert hands.window.messages.text == said
    hands.primary()
    assert bridge.state.walk.active == "st-1"
    hands.primary()
    assert bridge.state.walk.active == "", "only what begins with a declaration is said"


@pytest.mark.slow
@pytest.mark.parametrize("clicks", [False, True])
def test_space_and_the_button_do_what_they_say_after_the_last_declaration(hands: Hands, clicks: bool) -> None:
    """001-73: only Ctrl+Enter is a key of the board, too; Space had to be pressed twice."""
    bridge = _declared_by_keys(hands)
    if clicks:
        hands.click(hands.window.top_bar.primary)
    else:
        hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "st-1"


@pytest.mark.slow
def test_what_is_not_said_of_an_act_stands_below_before_it_is_carried_out(hands: Hands) -> None:
    """001-67, 001-111: a shot without target and result, and an open second act, went by without a word."""
    bridge, status = _declared_by_keys(hands, actions=2), hands.window.status
    shot = "Ace: of “fire” no target and no result is recorded"
    assert shot in status.texts[1]
    made = cmd.RecordAttack(who="ace", target="st-1", kind="ranged", result="miss")
    assert bridge.dispatch(made) is not None
    assert shot not in status.texts[1]
    bridge.undo()
    assert shot in status.texts[1]
    wound = cmd.Apply(pipeline="wound", to=("st-1",), by="ace", inputs={"damage": 14, "strength": 12})
    assert bridge.dispatch(wound) is not None
    assert shot not in status.texts[1], "whom it has wounded is its target, and what came of it is known"
    bridge.undo()
    for _ in range(2):
        assert bridge.dispatch_all([cmd.Act(who=bridge.state.walk.active, cost="action"), cmd.EndTurn()])
    assert (bridge.state.clock.segment, bridge.state.walk.active) == (2, "ace")
    hands.settle()
    assert "Ace: action 2 was left open" in status.texts[1]


@moon
def test_who_bites_rolls_with_the_one_skill_for_it(opened, qtbot) -> None:
    """001-56, 001-112: "Bite STR+1D" stood in the notes, and "bite" found no skill."""
    bridge, board, _ = opened
    noted = cmd.Describe(who="st-1", changes={"notes": "Bite STR+1D. Carbine 5D."})
    assert bridge.dispatch(noted) is not None
    for skills, said, skill in (
        ({}, "bite Ace", None),
        ({"brawling": 12}, "bite Ace", "brawling"),
        ({}, "carbine", "blaster"),
        ({"melee": 12}, "bite", None),
    ):
        assert bridge.dispatch(cmd.SetNumbers(who="st-1", stats=skills, override=True)) is not None
        typed(qtbot, board, "first", said)
        assert board.command().fields.get("skill") == skill, said


@moon
def test_the_next_roll_of_an_open_act_counts_the_force_point(opened) -> None:
    """E-D6-16, 001-42: all dice of the round are doubled, also of an action of which no skill is said."""
    bridge, board, model = opened
    for who in ("st-1", "st-2", "jaluun"):
        bridge.dispatch(cmd.Declare(who=(who,), name="hesitate"))
    fields = {"actions": 2, "first": "fire", "skill": "blaster", "then": ["swing off"], "force_point": True}
    assert bridge.dispatch(cmd.Declare(who=("ace",), fields=fields)) is not None
    throw = model.value_at(model.row_of("ace")).says(Kind.ROLL)
    assert throw is not None
    assert (throw.text, throw.under) == ("9D", "Blaster 5D × 2 − 1D")
    bridge.dispatch(cmd.Act(who="ace", cost="action", skill="blaster"))
    throw = model.value_at(model.row_of("ace")).says(Kind.ROLL)
    assert throw is not None
    assert (throw.text, throw.under) == ("× 2 − 1D", "on every roll")
    (why,) = Whys(bridge, board._texts).next_roll("ace")
    assert [(line.value, line.label) for line in why.notes] == [("× 2", "Force Point")]


@moon
def test_how_many_can_be_typed_before_the_first_act(opened, qtbot) -> None:
    """001-37: "two actions, first I fire" is said in one breath; the number has a field of its own."""
    bridge, board, _ = opened
    typed(qtbot, board, "first", "2 fire at Ace")
    assert board.fields.values() == {"actions": 2, "first": "fire at Ace", "skill": "blaster"}
    assert board.fields.input("then").isVisible()
    board.submit()
    assert bridge.state.combatants["st-1"].declared[0].fields["actions"] == 2
    typed(qtbot, board, "first", "run to gate 3 and wait")
    assert board.fields.values() == {"actions": 1, "first": "run to gate 3 and wait"}


@moon
def test_later_actions_may_stay_open(opened, qtbot) -> None:
    """Two declared, the second unnamed (001-67); each roll loses a die (001-82)."""
    bridge, board, model = opened
    typed(qtbot, board, "first", "Fire blaster")
    later = board.fields.input("then")
    assert isinstance(later, Lines)
    assert not later.isVisible(), "there are no later actions"
    typed(qtbot, board, "actions", "2")
    assert later.isVisible()
    board.submit()
    assert bridge.state.combatants["st-1"].declared[0].fields["actions"] == 2
    assert cards(model, "st-1") == [("1 Fire blaster", "3D", "to-come"), ("2 open", "", "to-come")]
    row = model.value_at(model.row_of("st-1"))
    throw = row.says(Kind.ROLL)
    assert throw is not None
    assert throw.under == "Blaster 4D − 1D"


@moon
def test_a_dodge_cannot_be_declared(opened, qtbot) -> None:
    """Dodges and parries are declared when they are needed (001-69, 001-70)."""
    bridge, board, _ = opened
    typed(qtbot, board, "first", "dodge")
    said = board.words[2]
    assert "dodge" in said.casefold(), said
    with qtbot.waitSignal(bridge.refused):
        board.submit()
    assert bridge.state.combatants["st-1"].declared == ()


@moon
def test_a_reaction_cannot_be_declared_by_its_label_either(opened, qtbot) -> None:
    """001-70, whatever its capitals."""
    _, board, _ = opened
    typed(qtbot, board, "first", "Full Dodge")
    assert "dodge" in board.words[2].casefold()


@moon
def test_a_name_of_the_ruleset_or_words_of_ones_own(opened, qtbot) -> None:
    """What no action of the ruleset is called is said to be the game master's own words."""
    bridge, board, _ = opened

    def label() -> str:
        field = board.fields.input("first")
        return next(one.text() for one in field.parentWidget().findChildren(QLabel))

    box = board.fields.input("force_point").parentWidget()
    QApplication.processEvents()
    before = box.pos()
    typed(qtbot, board, "first", "fire at will")
    assert label() == "First action · your own words"
    QApplication.processEvents()
    assert box.pos() == before, "it went to another line as that was said"
    typed(qtbot, board, "first", "draw a weapon")
    assert label() == "First action"
    board.submit()
    assert bridge.state.combatants["st-1"].declared[0].fields["first"] == "draw a weapon"


@moon
def test_using_a_weapon_asks_which(opened, qtbot) -> None:
    """001-111: the roll can be left open, but not without having been asked."""
    bridge, board, _ = opened
    typed(qtbot, board, "first", "Use a weapon")
    board.submit()
    assert bridge.state.combatants["st-1"].declared == ()
    skill = board.fields.input("skill")
    assert skill.hasFocus()
    assert board.words[2].startswith("With which weapon?")
    skill.setCurrentIndex(skill.findData("blaster"))
    board.submit()
    assert bridge.state.combatants["st-1"].declared[0].fields["skill"] == "blaster"
    typed(qtbot, board, "first", "Use a weapon")
    board.submit()
    board.submit()
    assert "skill" not in bridge.state.combatants["st-2"].declared[0].fields, "declared once more: left open"


@moon
def test_several_who_are_selected_declare_together(opened, qtbot) -> None:
    """Four troopers who all fire are one entry of the game master's."""
    bridge, board, _ = opened
    board.choose(["st-1", "st-2"])
    assert board.words[0] == "2 declare: Trooper 1, Trooper 2"
    typed(qtbot, board, "first", "Fire")
    board.submit()
    assert [len(bridge.state.combatants[who].declared) for who in ("st-1", "st-2")] == [1, 1]
    assert bridge.state.walk.active == "jaluun"


@pytest.mark.slow
@moon
def test_what_was_declared_last_round_is_offered_again(opened, qtbot) -> None:
    bridge, board, _ = opened
    for _ in range(4):
        typed(qtbot, board, "first", "Fire blaster")
        board.submit()
    assert not board.isVisible(), "everybody has declared"
    while bridge.state.clock.round == 1:
        assert bridge.dispatch(cmd.EndTurn() if bridge.state.walk.active else cmd.NextPhase()) is not None
    assert bridge.dispatch(cmd.RollInitiative(rolls={"party": 9, "foes": 5})) is not None
    assert board.isVisible()
    assert board.fields.values() == {"actions": 1, "first": "Fire blaster", "skill": "blaster"}


@pytest.mark.slow
@moon
def test_who_has_not_declared_by_the_count_is_late(opened, qtbot) -> None:
    """Count to three; who has not declared has hesitated and cannot act this round (001-44, 001-45)."""
    bridge, board, model = opened
    count = board.count_off
    assert (count.seconds, count.text()) == (3, "Count off 3 s")
    count.set_wanted(1)
    with qtbot.waitSignal(board.was_late, timeout=5000) as late:
        count.press()
        assert count.running
    assert late.args == [("st-1",)]
    assert "hesitated" in bridge.state.combatants["st-1"].states
    assert board.who == ["st-2"]
    assert [how for _, _, how in cards(model, "st-1")] == ["said"]


@moon
def test_typing_stops_the_count(opened, qtbot) -> None:
    """A declaration that is being made may take longer than the count (001-46..48)."""
    _, board, _ = opened
    board.count_off.press()
    typed(qtbot, board, "first", "F")
    assert not board.count_off.running


@moon
def test_without_a_count_nobody_is_late_by_the_clock(opened, qtbot) -> None:
    _, board, _ = opened
    board.count_off.set_wanted(0)
    board.count_off.press()
    assert not board.count_off.running
    assert board.late.isVisible(), "it can still be said by hand"


@moon
def test_a_force_point_is_ticked(opened, qtbot) -> None:
    """Its use is declared now (001-42) and doubles the dice of the round (E-D6-16)."""
    bridge, board, model = opened
    bridge.dispatch(cmd.Declare(who=("st-1",), name="hesitate"))
    bridge.dispatch(cmd.Declare(who=("st-2",), name="hesitate"))
    bridge.dispatch(cmd.Declare(who=("jaluun",), name="hesitate"))
    assert board.who == ["ace"]
    typed(qtbot, board, "first", "Blaster")
    box = board.fields.input("force_point")
    assert isinstance(box, QCheckBox)
    box.click()
    board.submit()
    assert bridge.state.combatants["ace"].stats["force_points"] == 0
    row = model.value_at(model.row_of("ace"))
    throw = row.says(Kind.ROLL)
    assert throw is not None
    assert throw.text == "10D"


@kaiser
def test_intentions_are_sealed_until_everybody_has_declared(opened, qtbot) -> None:
    """In any order, and shown together (A002-6)."""
    bridge, board, model = opened
    board.choose(["orc"])
    assert board.who == ["orc"]
    board.name.setCurrentIndex(board.name.findData("run"))
    board.submit()
    assert board.who == ["orc"], "there may be more to declare"
    assert cards(model, "orc") == [("Sealed", "1 declared", "sealed")]
    board.peek.click()
    assert board.fields.isVisible()
    board.choose([])
    board.choose(["orc"])
    assert board.primary_text == "Nothing more"
    board.press()
    assert cards(model, "orc") == [("Sealed", "1 declared", "sealed")], "others have still to declare"
    board.window().focusWidget().clearFocus()
    for who in ("ysolde", "imp"):
        board.choose([who])
        assert board.primary_text == "Declare…", "a key must not give a declaration away"
        assert board.declare.text() == "Nothing to declare"
        board.submit()
    assert cards(model, "orc") == [("Run", "", "said")], "shown together, before initiative is rolled"
    bridge.undo()
    assert cards(model, "orc") == [("Sealed", "1 declared", "sealed")]


@kaiser
def test_the_inspector_keeps_a_sealed_declaration_to_itself_as_the_list_does(opened) -> None:
    """Neither what is left of the points nor the state that it brought is told (A002-6)."""
    bridge, _, _ = opened
    bridge.dispatch(cmd.Declare(who=("orc",), name="total_attack"))

    def told() -> tuple[set[str], set[str]]:
        scene, orc = bridge.scene, bridge.state.combatants["orc"]
        assert orc.states
        left = {token.id for token in tokens(scene, orc)}
        return left, {row.name for row in effect_rows(scene, orc, lambda effect: "")}

    left, states = told()
    assert "ap" not in left
    assert states == set()
    assert bridge.scene.declaring is not None
    for who in bridge.scene.declaring.open:
        assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
    assert not bridge.scene.sealed
    left, states = told()
    assert "ap" in left
    assert states == {"total-attack"}


@kaiser
def test_the_usual_weapons_stand_in_the_fields(opened, qtbot) -> None:
    """An attack costs the AP of the dearer weapon and 1 more (E-KAI-08); others can be chosen."""
    bridge, board, _ = opened
    board.choose(["ysolde"])
    board.name.setCurrentIndex(board.name.findData("attack"))
    weapon, target = board.fields.input("weapon"), board.fields.input("target")
    assert isinstance(weapon, QComboBox)
    assert isinstance(target, QComboBox)
    assert weapon.currentText() == "Long sword (usual)"
    target.setCurrentIndex(target.findData("orc"))
    assert bridge.dispatch(cmd.Add(combatant={"id": "late", "name": "Late", "side": "foes"})) is not None
    assert board.who == ["ysolde"]
    assert target is board.fields.input("target")
    assert (target.currentData(), target.findData("late") > 0) == ("orc", True), "who joins can be chosen"
    board.submit()
    assert bridge.state.combatants["ysolde"].pools["ap"] == 3
    assert bridge.state.combatants["ysolde"].declared[0].fields["target"] == "orc"


@kaiser
def test_a_second_weapon_can_stay_out_of_an_attack(opened, qtbot) -> None:
    """E-KAI-08: the worst penalty of its weapons, 1 more for several. The shield stayed in it."""
    bridge, board, _ = opened
    board.choose(["ysolde"])
    board.name.setCurrentIndex(board.name.findData("attack"))
    second = board.fields.input("offhand")
    assert isinstance(second, QComboBox)
    assert [second.itemText(at) for at in (0, 1)] == ["Shield (usual)", "none"]
    assert "Initiative modifier of the intentions −6" in board.words[-1]
    second.setCurrentIndex(1)
    assert "Initiative modifier of the intentions −2" in board.words[-1]
    weapon = board.fields.input("weapon")
    assert isinstance(weapon, QComboBox)
    assert weapon.findText("none") < 0, "without any there is no attack"
    board.submit()
    assert bridge.state.combatants["ysolde"].tallies["modifier"] == -2
    board.fields.fill(bridge.state.combatants["ysolde"].declared[0].fields)
    assert second.currentText() == "none"


@kaiser
def test_what_was_declared_is_done_once_it_is_carried_out(opened, qtbot) -> None:
    """E-KAI-14: the attack by an attack, the fan by nothing that the rules know; anew in the next round."""
    bridge, _, model = opened
    for declared in (
        cmd.Declare(who=("orc",), name="attack"),
        cmd.Declare(who=("orc",), name="defensive_fan"),
    ):
        assert bridge.dispatch(declared) is not None
    for who in ("ysolde", "orc", "imp"):
        assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
    rolls = {"orc": 20, "ysolde": 15, "imp": 12}
    assert bridge.dispatch(cmd.RollInitiative(rolls=rolls)) is not None
    assert cards(model, "orc") == [("Attack", "Unarmed", "said"), ("Defensive Fan", "", "said")]
    assert bridge.dispatch(cmd.Act(who="orc", name="move")) is not None
    assert cards(model, "orc")[0][2] == "said"
    assert bridge.dispatch(cmd.Act(who="orc", name="attack")) is not None
    assert cards(model, "orc") == [("Attack", "done, Unarmed", "done"), ("Defensive Fan", "", "said")]
    bridge.undo()
    assert cards(model, "orc")[0][2] == "said"
    bridge.redo()
    for step in (*3 * [cmd.EndTurn()], *2 * [cmd.NextPhase()], cmd.Declare(who=("orc",), name="attack")):
        assert bridge.dispatch(step) is not None
    for who in ("ysolde", "orc", "imp"):
        assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
    assert cards(model, "orc") == [("Attack", "Unarmed", "said")]


@kaiser
def test_several_opponents_are_ticked(opened, qtbot) -> None:
    """The named opponents cannot surprise this round (E-KAI-11)."""
    bridge, board, _ = opened
    board.choose(["ysolde"])
    board.name.setCurrentIndex(board.name.findData("anticipate_surprise"))
    against = board.fields.input("against")
    assert isinstance(against, Several)
    menu = against.menu()
    assert menu is not None
    menu.popup(board.mapToGlobal(QPoint(0, 0)))
    for action in menu.actions():  # the menu stays until all of them are ticked
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
        assert menu.isVisible()
    menu.hide()
    assert against.text() == "Orc, Imp"
    board.submit()
    assert bridge.state.combatants["ysolde"].declared[0].fields["against"] == ["orc", "imp"]


@kaiser
def test_what_may_be_declared_in_the_own_turn_is_asked_for_in_a_dialog(opened, qtbot) -> None:
    """Alert to Danger may also be declared in one's own turn (E-KAI-11)."""
    bridge, board, _ = opened
    for who in ("ysolde", "orc", "imp"):
        bridge.dispatch(cmd.Declare(who=(who,), done=True))
    bridge.dispatch(cmd.RollInitiative(rolls={"ysolde": 20, "orc": 15, "imp": 12}))
    dialog = DeclareDialog(bridge, board._texts, "ysolde")
    qtbot.addWidget(dialog)
    assert [dialog.name.itemData(at) for at in range(dialog.name.count())] == ["alert_to_danger"]
    assert bridge.dispatch(dialog.command()) is not None
    assert bridge.state.combatants["ysolde"].pools["ap"] == 5


@kaiser
def test_what_can_be_done_now_keeps_a_sealed_declaration_to_itself(opened, qtbot) -> None:
    """A Complete-round power takes all points: neither the list nor what is filled in below it tells so."""
    bridge, board, _ = opened
    view = ActionList(bridge, board._texts)
    qtbot.addWidget(view)
    bridge.dispatch(cmd.Declare(who=("ysolde",), name="complete_power"))
    view.show_offers("ysolde")
    view.ask(("type", "swift"))
    view.form.widgets["points"].number = 2
    view.form.changed.emit()
    assert view.rule == "At any time, without a trigger.\nrule 002-34"
    assert isinstance(bridge.preview(cmd.Act(who="ysolde", cost="swift", points=2)), Refusal)


@pytest.mark.parametrize(("pips", "said"), [(0, ""), (-3, "− 1D"), (-4, "− 1D+1"), (6, "+ 2D")])
def test_what_is_taken_off_is_said_in_dice(pips: int, said: str) -> None:
    """Three pips are a die (E-D6-01)."""
    assert difference(pips) == said


@kaiser
def test_the_log_keeps_a_sealed_declaration_to_itself(opened, qtbot) -> None:
    """Shown together (A002-6): until then the log says only that somebody has declared."""
    bridge, board, _ = opened
    log = LogModel(bridge, board._texts, board)
    bridge.dispatch(cmd.Declare(who=("orc",), name="run"))
    assert [title for title in titles(log) if "Orc" in title] == ["Orc joins", "Orc: sealed declaration"]
    bridge.undo()
    assert titles(log)[-1] == "Orc: sealed declaration", "taken back it is sealed still"
    bridge.redo()
    for who in ("orc", "ysolde", "imp"):
        assert "Orc declares Run (3 AP)" not in titles(log)
        bridge.dispatch(cmd.Declare(who=(who,), done=True))
    assert "Orc declares Run (3 AP)" in titles(log)
    bridge.undo()
    assert "Orc declares Run (3 AP)" not in titles(log)


def titles(log: LogModel) -> list[str]:
    """The log as it stands."""
    return [str(log.index(row).data()) for row in range(log.rowCount())]


@kaiser
def test_a_number_that_cannot_be_read_is_not_left_out_of_a_declaration(opened, qtbot):
    """Points are optional there: without them it would be declared all the same."""
    bridge, board, _ = opened
    board.name.setCurrentIndex(board.name.findData("attack"))
    typed(qtbot, board, "points", "1+x")
    who, steps = board.who, len(bridge.log)
    board.press()
    qtbot.keyClick(board.fields.input("points"), Qt.Key.Key_Return)
    assert (len(bridge.log), board.who) == (steps, who)
    assert "“1+x” is no number" in board.words[2]
    typed(qtbot, board, "points", "1+1")
    board.press()
    assert bridge.log[-1].command.fields["points"] == 2


@pytest.mark.slow
def test_a_round_of_one_intention_each_takes_one_key_each_and_the_name(hands) -> None:
    """Kaiser (002-7): a first evening took two confirmations for each of eight, and one more key to begin."""
    hands.window.services.encounters.new_from(Prepared("Hall", "kaiser", {}, PEOPLE["kaiser"]))
    hands.settle()
    window, board, bridge = hands.window, hands.window.board, hands.window.services.bridge
    hands.key(Qt.Key.Key_Space)
    assert board.name.hasFocus(), "the names have the keys when the phase begins"
    steps, first = bridge.cursor, board.who
    handle = window.windowHandle()
    QTest.keyClicks(board.name, "Atta")
    QTest.keyClick(handle, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    hands.settle()
    who = bridge.state.combatants[first[0]]
    assert ([one.name for one in who.declared], who.done) == (["attack"], True)
    assert bridge.cursor == steps + 2
    assert board.who != first
    assert board.name.hasFocus()
    bridge.undo()
    assert bridge.cursor == steps, "it is one step"
    window.table.pick_all([one.id for one in bridge.state.combatants.values()])
    assert len(board.who) == 3
    board.begin()
    QTest.keyClicks(board.name, "Atta")
    QTest.keyClick(handle, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert all(one.done and one.declared for one in bridge.state.combatants.values()), "all at once"


@pytest.mark.slow
def test_a_phase_of_declarations_begins_with_the_first_and_not_with_whoever_was_selected(
    hands: Hands,
) -> None:
    """What was meant for the first in the list was declared for the one who was attacked last."""
    people = tuple({"id": one, "name": one.title(), "side": one, "hp": 20} for one in ("ann", "bo", "cy"))
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    hands.settle()
    hands.window.table.pick("cy")
    assert hands.window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    assert hands.window.board.who == ["ann"]
    hands.window.table.pick("cy")
    assert hands.window.board.who == ["cy"], "whom the game master goes to now is meant"


@moon
def test_what_reactions_are_rolled_with_stands_behind_what_acts_are(opened) -> None:
    """001-41: dodges and parries are not declared, and *Rolled with* began with them."""
    _, board, _ = opened
    box = board.fields.input("skill")
    offered = [box.itemData(at) for at in range(1, box.count())]
    assert offered == ["blaster", "melee", "throwing", "brawling", "tactics", *offered[5:]]
    assert set(offered[5:]) >= {"dodge", "melee_parry", "brawling_parry"}


def two_declare(hands: Hands) -> None:
    """Two sides of one each have rolled, and the first of them declares."""
    sides = (("vex", "party"), ("orc", "foes"))
    people = tuple({"id": who, "name": who.title(), "side": side} for who, side in sides)
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, people))
    assert hands.window.services.bridge.dispatch(cmd.Start(rolls={"party": 9, "foes": 5})) is not None
    hands.settle()
    assert hands.window.board.who


def test_nobody_is_late_while_something_is_asked_in_front(hands: Hands) -> None:
    """An evening: the count went on behind a dialog, and the turn to declare passed."""
    two_declare(hands)
    count = hands.window.board.count_off
    count.set_wanted(5)
    count.press()
    assert count.running
    hands.key(Qt.Key.Key_N)
    assert not count.running
    hands.leave()


def test_behind_the_last_roll_the_keys_are_at_whoever_declares(hands: Hands) -> None:
    """An evening: "brawl Bo", typed behind a roll that was noted, was B in the list: a side called so."""
    two_declare(hands)
    hands.window.table.setFocus()
    hands.window.due.left.emit()
    assert hands.window.board.isAncestorOf(hands.window.focusWidget())


def test_what_is_typed_behind_a_refused_word_takes_its_place(hands: Hands) -> None:
    """An evening: "dodge" was refused, and "bite" typed next made "full dodgebite", which was declared."""
    two_declare(hands)
    board, bridge = hands.window.board, hands.window.services.bridge
    field = board.fields.input("first")
    field.setFocus()
    QTest.keyClicks(field, "dodge")
    hands.key(Qt.Key.Key_Return, on=QApplication.focusWidget())
    while (popup := QApplication.activePopupWidget()) is not None:
        hands.key(Qt.Key.Key_Return, on=popup)
    hands.key(Qt.Key.Key_Return, on=field)
    assert not bridge.state.combatants["orc"].declared
    assert "odge" in field.text()
    QTest.keyClicks(field, "bite")
    assert field.text() == "bite"
