"""Reacting where acts are declared: a dodge with a spare or on top, the attack recorded along with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.declare.react_dialog import ReactDialog
from desktop.files.samples import read_sample, samples, shipped
from desktop.process.in_front import dialog_in_front
from desktop.widgets.fight_dialog import Habit
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.reading import loader
from rulesets.seen.queries import acting_one, attacks_answered, defences, next_to_declare
from rulesets.table import commands as cmd
from rulesets.vocabulary.base import AttackKind
from tests.desktop.fights import under_way
from tests.hands.fields import named, put
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def fight(qapp) -> tuple[Bridge, Texts]:
    """A trooper acts first; Ace has two actions, the second one open (001-67)."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("moon-swing")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for one in (
        {"id": "ace", "name": "Ace", "dex": "3D", "dodge": "4D"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "dex": "4D"},
    ):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": "fire"}),
        cmd.Declare(who=("ace",), fields={"actions": 2, "first": "fire"}),
    ):
        assert bridge.dispatch(command) is not None
    return bridge, texts


def test_the_attack_that_a_refused_reaction_was_to_answer_is_recorded_alone(fight, qtbot) -> None:
    """001-45: who has hesitated does not dodge, and the shot is fired all the same."""
    bridge, texts = fight
    assert bridge.dispatch(cmd.BeginEffect(on="ace", name="hesitated")) is not None
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.ok.isEnabled()
    assert dialog.alone.isVisible()
    dialog.kind.setCurrentIndex(dialog.kind.findData("ranged"))
    with qtbot.waitSignal(dialog.accepted):
        dialog.alone.click()
    (command,) = dialog.commands()
    assert command == cmd.RecordAttack(who="orc", target="ace", kind="ranged")
    assert bridge.dispatch(command) is not None
    again = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(again)
    assert not again.alone.isVisibleTo(again), "it is recorded"


@pytest.mark.slow
@pytest.mark.parametrize("key", [Qt.Key.Key_E, Qt.Key.Key_C])
def test_what_a_choice_is_about_moves_no_field(hands: Hands, key: Qt.Key) -> None:
    """The rule of each reaction, and of each state, stood above the field it was chosen in, which jumped."""
    under_way(hands)
    hands.choose("deel")
    hands.key(key)
    dialog = hands.dialog()
    field = dialog.name

    def place() -> int:
        hands.settle()
        return field.mapTo(dialog, field.rect().topLeft()).y()

    before, told = place(), set()
    for number in range(field.count()):
        field.setCurrentIndex(number)
        told.add(dialog.about.text())
        assert place() == before, field.itemText(number)
    assert len(told) > 1, "they say different things"
    hands.leave()
    hands.no_dialog()


def test_a_spare_action_is_used_and_the_attack_is_recorded(fight, qtbot) -> None:
    """Fired upon by whoever acts (001-78); the open action is the dodge (001-68), no further die is lost."""
    bridge, texts = fight
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    assert dialog.spare.isChecked()
    assert dialog.reason == "Rolls 3D: Dodge 4D − 1D · Recorded with it: Orc attacks Ace at range"
    for command in dialog.commands():
        assert bridge.dispatch(command) is not None
    assert bridge.state.notes.attacks[-1].by == "orc"
    assert bridge.state.combatants["ace"].pools["declared"] == 1
    assert bridge.state.combatants["ace"].tallies["actions"] == 2


def test_on_top_the_penalty_grows(fight, qtbot) -> None:
    """An undeclared dodge takes the raised penalty itself (001-85)."""
    bridge, texts = fight
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    dialog.extra.setChecked(True)
    assert dialog.reason == "Rolls 2D: Dodge 4D − 2D · Recorded with it: Orc attacks Ace at range"
    for command in dialog.commands():
        assert bridge.dispatch(command) is not None
    assert bridge.state.combatants["ace"].tallies["actions"] == 3


def test_an_attack_that_is_recorded_is_not_recorded_twice(fight, qtbot) -> None:
    bridge, texts = fight
    bridge.dispatch(cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    assert [type(command) for command in dialog.commands()] == [cmd.React]


def test_without_a_spare_it_comes_on_top(fight, qtbot) -> None:
    """The stated first action is no spare (001-67)."""
    bridge, texts = fight
    bridge.dispatch(cmd.EndTurn())
    bridge.dispatch(cmd.RecordAttack(who="ace", target="orc", kind="ranged"))
    dialog = ReactDialog(bridge, texts, "orc")
    qtbot.addWidget(dialog)
    assert dialog.extra.isChecked()


@pytest.mark.parametrize(
    ("first", "said", "reaction", "kind"),
    [
        ("Brawl", {}, "brawling_parry", "brawl"),
        ("Use a weapon", {"skill": "melee"}, "melee_parry", "melee"),
        ("leaps at Ace", {"skill": "brawling"}, "brawling_parry", "brawl"),
        ("Use a weapon", {"skill": "throwing"}, "dodge", "ranged"),
    ],
)
def test_what_was_announced_is_answered_by_what_answers_it(qapp, qtbot, first, said, reaction, kind) -> None:
    """001-70: a dodge against shots, a parry against blows; the log says what the attack was."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("moon-swing"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for one in ({"id": "ace", "name": "Ace"}, {"id": "orc", "name": "Orc", "side": "foes", "dex": "4D"}):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": first, **said}),
        cmd.Declare(who=("ace",), fields={"actions": 1, "first": "fire"}),
    ):
        assert bridge.dispatch(command) is not None
    attack = AttackDialog(bridge, texts, "ace")
    qtbot.addWidget(attack)
    assert attack.kind.currentData() == kind
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    assert (dialog.name.currentData(), dialog.kind.currentData()) == (reaction, kind)
    (command,) = dialog.commands()
    assert (command.by, command.kind) == ("orc", kind)
    other = "dodge" if reaction != "dodge" else "melee_parry"
    dialog.name.setCurrentIndex(dialog.name.findData(other))
    assert "no attack of this turn fits" in dialog.reason
    assert dialog.commands()[0].by == ""


@pytest.mark.parametrize(
    ("ruleset", "notes", "usual", "spends", "kind"),
    [
        ("dnd5e", "Scimitar. Melee Weapon Attack: +4 to hit (1d6+2)", None, "action:attack", "melee"),
        ("pf2e", "longbow +7, Damage 1d8+1", None, "action:strike", "ranged"),
        ("sagas-hub", "Axe +5 (1d10)", None, "action:attack", "melee"),
        ("srd35", "", None, "action:attack_melee", "melee"),
        ("srd35", "Shortbow +3 ranged (1d6)", None, "action:attack_ranged", "ranged"),
        ("srd35", "Club +3 melee (1d6) or sling +3 ranged (1d4)", Habit("ranged", ""), "", "ranged"),
        ("dnd5e", "", {"": Habit("melee", "")}, "action:attack", "melee"),
    ],
)
def test_an_attack_is_proposed_as_the_attacker_makes_it(qtbot, ruleset, notes, usual, spends, kind) -> None:
    """16: it spent nothing and was at range, whoever attacked with what."""
    bridge, texts, rules = Bridge(), Texts(), loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for one in (
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "notes": notes},
        {"id": "ace", "name": "Ace"},
    ):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    assert bridge.dispatch(cmd.Start()) is not None
    while bridge.state.walk.active != "orc":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    known = {"orc": usual} if isinstance(usual, Habit) else usual
    dialog = AttackDialog(bridge, texts, "ace", usual=known)
    qtbot.addWidget(dialog)
    assert (dialog.spends.currentData(), dialog.kind.currentData()) == (spends, kind)


def test_what_is_attacked_with_says_what_is_spent_on_it(qtbot) -> None:
    """001-53, 56: a blaster was proposed with a brawl, and so was a knife: only that leaves no skill open."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("moon-swing"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    people = ({"id": "ace", "name": "Ace"}, {"id": "orc", "side": "foes", "dex": "3D", "blaster": "5D"})
    for command in (
        *(cmd.Add(combatant=one) for one in people),
        cmd.Start(rolls={"party": 5, "foes": 9}),
        *(cmd.Declare(who=(who,), fields={"actions": 1, "first": "looks"}) for who in ("ace", "orc")),
    ):
        assert bridge.dispatch(command) is not None
    dialog = AttackDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    for using, spends, skill in (
        ("Blaster", "use_weapon", "blaster"),
        ("Melee", "use_weapon", "melee"),
        ("Brawling", "brawl", ""),
        ("Throwing", "use_weapon", "throwing"),
    ):
        dialog.using.setCurrentIndex(dialog.using.findData(using))
        act, attack = dialog.wanted()
        assert (act.name, act.skill, attack.using) == (spends, skill, using)
    assert bridge.dispatch(act) is not None


@pytest.fixture
def alley(hands: Hands) -> Hands:
    """The trooper acts in a window; Ace can dodge and parry, Bo is dead."""
    people = (
        {"id": "ace", "name": "Ace", "dex": "3D", "dodge": "4D", "melee_parry": "4D"},
        {"id": "bo", "name": "Bo", "dex": "3D"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "dex": "4D"},
    )
    hands.window.services.encounters.new_from(Prepared("Alley", "moon-swing", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": "fire"}),
        *(cmd.Declare(who=(who,), fields={"actions": 2, "first": "fire"}) for who in ("ace", "bo")),
        cmd.MoveTrack(who="bo", track="wounds", by=4),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    return hands


@pytest.mark.slow
def test_a_reaction_answers_the_attack_that_was_recorded(alley: Hands) -> None:
    """Its target, by its kind, paid by what is open; nothing is invented, and the dead do not react."""
    bridge = alley.window.services.bridge
    assert bridge.state.walk.active == "orc"
    assert bridge.dispatch(cmd.RecordAttack(who="orc", target="ace", kind="ranged")) is not None
    alley.key(Qt.Key.Key_E)
    dialog = alley.dialog()
    assert dialog.who.currentData() == "ace", "not whoever acts"
    assert [dialog.who.itemData(n) for n in range(dialog.who.count())] == ["orc", "ace"]
    assert dialog.name.currentData() == "dodge"
    answering = [dialog.name.itemData(n) for n in range(dialog.name.count())]
    assert answering[:2] == ["dodge", "full_dodge"], "what answers it stands first"
    assert dialog.reason == "Rolls 3D: Dodge 4D − 1D"
    put(alley, dialog.name, "melee_parry")
    told = "“Melee parry” answers an attack on Ace, and no attack of this turn fits. Record it first."
    assert dialog.reason.startswith(told), "no second attack is invented for it"
    put(alley, dialog.name, "dodge")
    alley.accept()
    assert [(attack.by, attack.kind) for attack in bridge.state.notes.attacks] == [("orc", "ranged")]


@pytest.mark.slow
def test_nothing_is_proposed_that_does_not_answer_the_attack(alley: Hands) -> None:
    """Neither shot nor blow: no dodge or parry answers it, so the GM has to name one."""
    bridge = alley.window.services.bridge
    assert bridge.dispatch(cmd.RecordAttack(who="orc", target="ace", kind="")) is not None
    alley.choose("ace")
    alley.key(Qt.Key.Key_E)
    assert alley.dialog().reason == "Name the reaction."
    alley.leave()


def attacked(bridge: Bridge, kind: AttackKind) -> tuple[str, str, str]:
    """Let whoever acts first attack; return (attacker, target, somebody of the target's side who is dead)."""
    assert bridge.dispatch(cmd.Start()) is not None
    while who := next_to_declare(bridge.rules, bridge.state):
        assert bridge.dispatch(cmd.Declare(who=(who,), fields={"actions": 2, "first": "fire"})) is not None
    if not bridge.state.walk.active:  # declared in no order, and before it is rolled
        assert bridge.dispatch(cmd.Declare(who=tuple(bridge.state.combatants), done=True)) is not None
        assert bridge.dispatch(cmd.RollInitiative()) is not None
    people = bridge.state.combatants
    who = people[acting_one(bridge.rules, bridge.state)]
    target, dead = [one.id for one in people.values() if one.side != who.side][:2]
    assert bridge.dispatch(cmd.Defeat(who=dead)) is not None
    assert bridge.dispatch(cmd.RecordAttack(who=who.id, target=target, kind=kind)) is not None
    return who.id, target, dead


@pytest.mark.slow
def test_a_recorded_attack_is_answered_by_what_answers_its_kind_and_by_nothing_else(hands: Hands) -> None:
    """E and Enter: a dodge against a shot, a parry against a blow (001-70), or a defence (002-35).

    Where nothing answers it, the GM names the reaction: an opportunity attack is none. The dead are left out.
    """
    window, bridge = hands.window, hands.window.services.bridge
    answered, asked = {}, set()
    for sample in samples():
        for kind in ("melee", "ranged"):
            window.services.encounters.new_from(read_sample(shipped(sample.name)))
            who, target, dead = attacked(bridge, kind)
            before, where = bridge.cursor, (sample.name, kind)
            hands.choose(target)
            hands.key(Qt.Key.Key_E)
            if not (bridge.rules.reactions or bridge.rules.plain_reaction):
                assert dialog_in_front(window) is None, where
                continue
            dialog = hands.dialog()
            assert (dialog.who.currentData(), dialog.who.findData(dead)) == (target, -1), where
            reason = dialog.reason
            hands.key(Qt.Key.Key_Return, on=dialog)
            hands.settle()
            while (dialog := dialog_in_front(window)) is not None:
                dialog.reject()
            hands.no_dialog()
            match [entry.command for entry in bridge.log[before : bridge.cursor]]:
                case []:
                    assert reason == "Name the reaction.", where
                    asked.add(bridge.rules.id)
                case [cmd.React(who=reacts, name=name, by=by, kind=of) as react]:
                    assert (reacts, by or who, of or kind) == (target, who, kind), (where, react)
                    assert kind in {one for one, _ in attacks_answered(bridge.rules.reactions[name])}, where
                    answered[bridge.rules.id, kind] = name
                case [cmd.Act(who=acts, name=name)]:
                    assert acts == target, where
                    assert name in defences(bridge.rules, bridge.state, target), where
                    answered[bridge.rules.id, kind] = name
                case other:
                    pytest.fail(f"{where}: {other}")
    shots, blows = {("moon-swing", "ranged"): "dodge"}, {("moon-swing", "melee"): "melee_parry"}
    defended = {("kaiser", kind): "block" for kind in ("melee", "ranged")}
    assert answered == shots | blows | defended
    assert {"saga-edition", "dnd5e", "pf2e", "srd35", "sagas-hub"} <= asked


@pytest.mark.slow
def test_the_reaction_that_was_chosen_at_the_side_is_asked_about(alley: Hands) -> None:
    alley.choose("ace")
    actions = alley.window.inspector.action_list
    index = actions.model.find(("reaction", "melee_parry"))
    actions.do(index)
    dialog = alley.dialog()
    assert (dialog.who.currentData(), dialog.name.currentData()) == ("ace", "melee_parry")
    alley.leave()


def test_who_has_no_reaction_left_stands_below_the_line_and_free_text_is_said_to_be_that(qapp, qtbot) -> None:
    """One reaction a round (R5E-12): who has taken it is not proposed, and can still be insisted on."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("dnd5e")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    people = {"ann": "party", "ben": "party", "cid": "party", "orc": "foes"}
    for who, side in people.items():
        given = {"id": who, "name": who.title(), "side": side, "hp": 9}
        assert bridge.dispatch(cmd.Add(combatant=given)) is not None
    for command in (
        cmd.Start(rolls={who: 20 - n for n, who in enumerate(("orc", "ann", "ben", "cid"))}),
        cmd.React(who="ann", name="other", to="a word"),
        cmd.BeginEffect(on="ben", name="unconscious"),
        cmd.RecordAttack(who="orc", target="ann", kind="melee"),
    ):
        assert bridge.dispatch(command) is not None, command
    dialog = ReactDialog(bridge, texts, "orc", picked=False)
    qtbot.addWidget(dialog)
    offered = [dialog.who.itemData(n) for n in range(dialog.who.count())]
    assert offered == ["orc", "cid", None, "ann"], "the unconscious is not there at all"
    assert dialog.who.currentData() != "ann"
    assert bridge.dispatch(cmd.RecordAttack(who="orc", target="cid", kind="melee")) is not None
    assert ReactDialog(bridge, texts, "orc", picked=False).who.currentData() == "cid", "it was attacked"
    dialog.name.setEditText("kicks sand")
    assert "“kicks sand” is no reaction of the ruleset" in dialog.about.text()


@pytest.mark.slow
def test_what_is_reacted_to_is_the_attack_that_was_recorded(hands: Hands) -> None:
    """Two evenings at the table: an attack was recorded, and "To" stayed empty.

    It is filled in and selected, whoever reacts, so that typing says something else. The next attack of the
    same one has another name: it is another opportunity.
    """
    under_way(hands)
    bridge = hands.window.services.bridge
    hands.choose("lug")

    def struck() -> None:
        hands.key(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        dialog = hands.dialog()
        put(hands, named(dialog, "Attacker"), "sergeant")
        put(hands, named(dialog, "Target"), "lug")
        put(hands, dialog.came, "miss")  # the sergeant has no weapon to strike with: nothing is rolled
        hands.accept()
        hands.choose("lug")
        hands.key(Qt.Key.Key_E)

    struck()
    dialog = hands.dialog()
    line = dialog.to.lineEdit()
    assert line.text() == "attack by Trooper sergeant"
    assert dialog.name.isAncestorOf(dialog.focusWidget()) or dialog.name.hasFocus(), (
        "none is chosen: which one?"
    )
    put(hands, dialog.who, "deel")
    assert line.text() == "attack by Trooper sergeant", "an attack on another one is likelier than nothing"
    put(hands, dialog.who, "sergeant")
    assert line.text() == "", "nobody reacts to what is one's own"
    put(hands, dialog.who, "lug")
    put(hands, dialog.name, "reaction")  # none of the ruleset's answers an attack: none is proposed
    hands.accept()
    assert bridge.state.notes.reacted == (("lug", "attack by Trooper sergeant"),)
    struck()
    dialog = hands.dialog()
    assert dialog.to.currentText() == "attack by Trooper sergeant (2)"
    hands.leave()
    assert bridge.dispatch(cmd.Describe(who="sergeant", changes={"alias": "The one in white"})) is not None
    hands.key(Qt.Key.Key_E)
    assert hands.dialog().to.currentText() == "the attack (2)", "players may read it: it betrays no name"
    hands.dialog().to.lineEdit().setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(hands.dialog().to.lineEdit(), "the fall")
    assert hands.dialog().to.currentText() == "the fall"
    hands.leave()


@pytest.mark.slow
def test_a_word_that_nothing_bears_stands_for_what_has_no_name(hands: Hands) -> None:
    """Reactive Strike answers a ranged attack (PF-12): said of one in the window's own words, too."""
    people = (
        {"id": "ann", "name": "Ann", "side": "party", "feats": ["reactive_strike"]},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "pf2e", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"orc": 20, "ann": 9}),
        cmd.RecordAttack(who="orc", target="ann", kind="ranged"),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("ann")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    put(hands, dialog.name, "reactive_strike")
    assert dialog.to.currentText() == "attack by Orc"
    assert dialog.ok.isEnabled(), dialog.reason
    hands.leave()


@pytest.mark.slow
def test_who_delays_has_no_reaction_and_is_asked_when_it_is_selected(hands: Hands) -> None:
    """PF-23: no reactions until one is back. E opened for whom the attack was aimed at, without a word."""
    people = (
        {"id": "ann", "name": "Ann", "side": "party"},
        {"id": "bob", "name": "Bob", "side": "party"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "pf2e", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 15, "bob": 9}),
        cmd.Delay(who="ann"),
        cmd.RecordAttack(who="orc", target="bob", kind="ranged"),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    pools = {
        who: {seen.id: seen.left for seen in bridge.scene.all_pools(bridge.state.combatants[who])}
        for who in ("ann", "bob")
    }
    assert (pools["ann"]["reaction"], pools["bob"]["reaction"]) == (0, 1)
    hands.choose("ann")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert (dialog.who.currentData(), dialog.ok.isEnabled()) == ("ann", False)
    assert "and does not delay" in dialog.reason
    hands.leave()


@pytest.mark.parametrize(
    ("ruleset", "act", "reaction", "given"),
    [
        ("srd35", cmd.Act(who="orc", name="move"), "attack_of_opportunity", {}),
        ("pf2e", cmd.Act(who="orc", name="stand"), "reactive_strike", {"feats": ["reactive_strike"]}),
    ],
)
def test_what_provokes_is_answered_by_a_foe_who_can(hands: Hands, ruleset, act, reaction, given) -> None:
    """E-SRD-05, PF-12: E opened for the one who had moved itself, without a reaction."""
    people = (
        {"id": "pal", "name": "Pal", "side": "foes", "kind": "npc"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
        {"id": "ann", "name": "Ann", "side": "party", **given},
        {"id": "bob", "name": "Bob", "side": "party", **given},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", ruleset, {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 25, "bob": 23, "orc": 20, "pal": 5}),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.Disable(who="ann"),
        act,
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("orc")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert (dialog.who.currentData(), dialog.name.currentData()) == ("bob", reaction)
    assert dialog.strikes_at == ("bob", "orc")
    put(hands, dialog.who, "pal")
    assert dialog.name.currentData() != reaction or not dialog.ok.isEnabled(), "of its own side"
    hands.leave()
    before, actions = len(bridge.log), hands.window.inspector.action_list
    hands.choose("bob")
    index = actions.model.find(("reaction", reaction))
    actions.rows.setCurrentIndex(index)
    actions.rows.doubleClicked.emit(index)
    attack = hands.dialog()
    assert isinstance(attack, AttackDialog), "it was noted as taken, and nothing was rolled"
    assert (attack.who.currentData(), attack.target.currentData()) == ("bob", "orc")
    assert attack.spends.currentData() == f"reaction:{reaction}"
    attack.bare.click()
    hands.no_dialog()
    assert [type(entry.command) for entry in bridge.log[before:]] == [cmd.React, cmd.RecordAttack]


def test_a_defence_is_proposed_before_any_reaction_that_does_not_answer(qapp, qtbot) -> None:
    """E-KAI-17, 002-35: defending is a Swift Action at any time; after a miss it is Counter."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("kaiser")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for ident, side in (("ada", "party"), ("orc", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title(), "side": side}))
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ada",), done=True),
        cmd.Declare(who=("orc",), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 15}),
        cmd.RecordAttack(who="ada", target="orc", kind="melee"),
    ):
        assert bridge.dispatch(command) is not None

    def offered() -> tuple[str, list[str], ReactDialog]:
        dialog = ReactDialog(bridge, texts, "ada", picked=False)
        qtbot.addWidget(dialog)
        return dialog.who.currentData(), [dialog.name.itemText(at) for at in range(4)], dialog

    who, names, dialog = offered()
    assert (who, names[:3]) == ("orc", ["Defend with Block", "Defend with Dodge", "Defend with Barrier"])
    assert dialog.name.currentText() == "Defend with Block"
    assert dialog.commands() == [cmd.Act(who="orc", name="block")]
    assert not any(dialog.form.isRowVisible(field) for field in (dialog.by, dialog.to, dialog.points))
    dialog.name.setCurrentIndex(dialog.name.findText("Defend with Barrier"))
    assert dialog.form.isRowVisible(dialog.points)
    dialog.name.setCurrentIndex(dialog.name.findText("Defend with Block"))
    for command in dialog.commands():
        assert bridge.dispatch(command) is not None
    assert bridge.state.combatants["orc"].tallies["defences"] == 1
    assert bridge.dispatch(cmd.RecordAttack(who="ada", target="orc", kind="melee", result="miss"))
    assert (offered()[1][0], offered()[2].name.currentText()) == ("Counter", "Counter")


def attacked_and_moved(hands: Hands, act: cmd.Act) -> Bridge:
    """Let a ghoul attack Kara in melee and then do something else, and ask who reacts to it."""
    people = (
        {"id": "kara", "name": "Kara", "side": "party", "notes": "Longsword +6 melee (1d8+3)"},
        {"id": "tom", "name": "Tom", "side": "party"},
        {"id": "ghoul", "name": "Ghoul 1", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Crypt", "srd35", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"ghoul": 25, "kara": 20, "tom": 10}),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.Act(who="ghoul", name="attack_melee", target="kara"),
        cmd.RecordAttack(who="ghoul", target="kara", kind="melee", result="hit"),
        act,
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("ghoul")
    hands.key(Qt.Key.Key_E)
    return bridge


@pytest.mark.parametrize("act", [cmd.Act(who="ghoul", cost="move"), cmd.Act(who="ghoul", name="move")])
def test_a_move_behind_an_attack_is_answered_by_an_opportunity(hands: Hands, act: cmd.Act) -> None:
    """E-SRD-05: no reaction was named, “To” said the attack, and Enter did nothing."""
    bridge = attacked_and_moved(hands, act)
    dialog = hands.dialog()
    assert isinstance(dialog, ReactDialog)
    assert (dialog.who.currentData(), dialog.name.currentData()) == ("kara", "attack_of_opportunity")
    assert dialog.to.currentText() == "Move by Ghoul 1"
    assert "attack by Ghoul 1" in [dialog.to.itemText(row) for row in range(dialog.to.count())]
    hands.key(Qt.Key.Key_Return, on=dialog)
    attack = hands.dialog()
    assert isinstance(attack, AttackDialog)
    assert (attack.who.currentData(), attack.target.currentData()) == ("kara", "ghoul")
    reacted = [one.command for one in bridge.log if isinstance(one.command, cmd.React)]
    assert [(one.who, one.name, one.to) for one in reacted] == [
        ("kara", "attack_of_opportunity", "Move by Ghoul 1")
    ]
    assert not hands.window.messages.text, "what was spent is seen in the list"
    hands.leave()


def test_what_is_spent_by_a_type_without_an_action_of_its_name_is_no_opportunity(hands: Hands) -> None:
    """E-SRD-22: swift actions do not provoke, and the ruleset has no action that is called so."""
    attacked_and_moved(hands, cmd.Act(who="ghoul", cost="swift"))
    dialog = hands.dialog()
    assert (dialog.name.currentText(), dialog.reason) == ("", "Name the reaction.")
    hands.leave()


def test_a_reaction_that_spends_nothing_is_said_and_can_be_taken_back(hands: Hands) -> None:
    """It was noted in a log that was hidden, and nothing on the screen said so."""
    bridge = attacked_and_moved(hands, cmd.Act(who="ghoul", cost="move"))
    dialog, before = hands.dialog(), bridge.cursor
    put(hands, dialog.name, "reaction")
    hands.key(Qt.Key.Key_Return, on=dialog)
    hands.no_dialog()
    bar = hands.window.messages
    assert bar.text == "Kara reacts to “Move by Ghoul 1”: Something else."
    assert bridge.cursor == before + 1
    hands.click(bar.action)
    assert bridge.cursor == before
    assert not bar.text


@pytest.mark.slow
def test_what_a_friend_did_is_offered_and_never_proposed(hands: Hands) -> None:
    """After a readied shot of Tib the opportunity of Maren went for Tib, and was spent on him."""
    people = (
        {"id": "tib", "name": "Tib", "side": "party", "notes": "Shortbow +5 ranged (1d6)"},
        {"id": "maren", "name": "Maren", "side": "party", "notes": "Longsword +6 melee (1d8+3)"},
        {"id": "troll", "name": "Troll", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Ford", "srd35", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"maren": 25, "troll": 20, "tib": 10}),
        cmd.EndTurn(),
        cmd.RecordAttack(who="tib", target="troll", kind="ranged", result="hit"),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    hands.choose("maren")
    hands.key(Qt.Key.Key_E)
    asked = hands.dialog()
    assert isinstance(asked, ReactDialog)
    assert (asked.who.currentData(), asked.to.currentText()) == ("maren", "")
    assert "attack by Tib" in [asked.to.itemText(row) for row in range(asked.to.count())]
    hands.type(asked.to, "walks past")
    hands.key(Qt.Key.Key_Return, on=asked.to)
    attack = hands.dialog()
    assert isinstance(attack, AttackDialog)
    assert (attack.who.currentData(), attack.target.currentData()) == ("maren", "troll")
    hands.leave()


def test_nothing_is_reacted_to_that_has_not_happened(hands: Hands) -> None:
    """E-KAI-16: between turns A of somebody selected was a reaction to “?” in the log."""
    people = (
        {"id": "ada", "name": "Ada", "side": "party"},
        {"id": "bob", "name": "Bob", "side": "party"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    bridge = hands.window.services.bridge
    begin = (
        cmd.Start(),
        cmd.Declare(who=("ada", "bob", "orc"), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 15, "bob": 10}),
        cmd.EndTurn(),
        cmd.RecordAttack(who="orc", target="bob", kind="melee"),
    )
    for command in begin:
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("ada")
    hands.key(Qt.Key.Key_A)
    dialog = hands.dialog()
    put(hands, dialog.who, "ada")
    put(hands, dialog.target, "orc")
    put(hands, dialog.spends, "reaction:attack_an_opening")
    (react,) = (one for one in dialog.wanted() if isinstance(one, cmd.React))
    assert react.to == "attack by Orc"
    hands.leave()
    for _ in range(2):
        assert bridge.dispatch(cmd.EndTurn()) is not None
    assert not bridge.state.walk.active
    hands.settle()
    hands.choose("ada")
    hands.key(Qt.Key.Key_A)
    dialog = hands.dialog()
    put(hands, dialog.who, "ada")
    offered = {dialog.spends.itemData(at): dialog.spends.itemText(at) for at in range(dialog.spends.count())}
    assert "reaction:attack_an_opening" not in offered
    assert offered[""] == "nothing: it is nobody's turn"
    hands.leave()


def test_what_is_typed_after_a_reaction_was_picked_takes_its_place(hands: Hands) -> None:
    """Down, then typing: “Attack of opportunityAttack of opp” went into the log."""
    people = (
        {"id": "ann", "name": "Ann", "side": "party"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "srd35", {}, people))
    bridge = hands.window.services.bridge
    for command in (cmd.Start(rolls={"ann": 25, "orc": 20}), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("ann")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    dialog.name.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(dialog.name, key)
    assert dialog.name.lineEdit().selectedText() == dialog.name.currentText() == "Something else"
    QTest.keyClicks(dialog.name, "Attack of opp")
    assert dialog.name.currentText() == "Attack of opportunity"
    dialog.to.setFocus()
    QTest.keyClicks(dialog.to, "the step")
    hands.leave()
    hands.key(Qt.Key.Key_E)
    again = hands.dialog()
    assert again is dialog
    assert "stands as you left it" in hands.window.messages.text
    QTest.keyClicks(again.focusWidget(), "a door")
    assert (again.name.currentText(), again.to.currentText()) == ("Attack of opportunity", "a door")
    hands.leave()


def in_own_words(qtbot, ruleset: str, words: str) -> ReactDialog:
    """Return the window of Ann, who reacts to a word with words of her own."""
    bridge, texts, rules = Bridge(), Texts(), loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for who, side in {"ann": "party", "orc": "foes"}.items():
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who.title(), "side": side, "hp": 9}))
    assert bridge.dispatch(cmd.Start(rolls={"orc": 20, "ann": 10})) is not None
    dialog = ReactDialog(bridge, texts, "ann")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.name.setEditText(words)
    dialog.to.setEditText("a word")
    return dialog


def test_words_that_are_no_reaction_are_said_once_before_they_are_taken(qapp, qtbot) -> None:
    """A total that was typed on, "30", became a reaction of somebody."""
    dialog = in_own_words(qtbot, "dnd5e", "30")
    dialog.accept()
    assert not dialog.result()
    assert dialog.about.text().startswith("“30” is no reaction of the ruleset")
    assert dialog.about.text().endswith("Enter once more takes it so.")
    dialog.accept()
    assert dialog.result()


@pytest.mark.parametrize(("words", "taken"), [("Block", True), ("30", False)])
def test_where_no_reactions_are_told_apart_own_words_are_taken_at_once(
    qapp, qtbot, words: str, taken: bool
) -> None:
    """The Sagas have one kind of reaction; each of them took two Enters."""
    dialog = in_own_words(qtbot, "sagas-hub", words)
    dialog.accept()
    assert bool(dialog.result()) is taken


def test_a_counter_to_an_attack_that_is_open_says_that_it_has_missed_and_records_no_second(
    qapp, qtbot
) -> None:
    """E-KAI-16: it comes after a miss; with the attack open a second one stood in the log beside it."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("kaiser")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for who, side in {"ann": "party", "orc": "foes"}.items():
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who.title(), "side": side}))
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ann", "orc"), done=True),
        cmd.RollInitiative(rolls={"orc": 20, "ann": 10}),
        cmd.RecordAttack(who="orc", target="ann", kind="melee"),
    ):
        assert bridge.dispatch(command) is not None, command
    dialog = ReactDialog(bridge, texts, "ann", name="counter")
    qtbot.addWidget(dialog)
    assert dialog.by.currentData() == "orc"
    assert bridge.dispatch_all(dialog.commands())
    assert [(one.by, one.result) for one in bridge.state.notes.attacks] == [("orc", "miss")]
    assert bridge.state.combatants["ann"].pools["ap"] == 5


def shooting(hands: Hands, system: str) -> Bridge:
    """It is the orc's turn in the second round: nobody is flat-footed any more."""
    people = (
        {"id": "ann", "name": "Ann", "side": "party", "notes": "Longsword +6 melee (1d8+3)"},
        {"id": "bob", "name": "Bob", "side": "party", "notes": "Longsword +6 melee (1d8+3)"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "notes": "Shortbow +3 ranged (1d6)"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", system, {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"orc": 25, "ann": 20, "bob": 15})) is not None
    for _ in people:
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    assert bridge.state.walk.active == "orc"
    return bridge


@pytest.mark.parametrize("reacts", ["ann", "bob"])
def test_a_shot_is_answered_by_an_opportunity_of_its_target_or_of_a_neighbour(
    hands: Hands, reacts: str
) -> None:
    """E-SRD-16: a shot provokes, also of whom it is aimed at: no reaction was named. A blow does not."""
    bridge = shooting(hands, "srd35")
    for kind in ("melee", "ranged"):
        assert bridge.dispatch(cmd.Act(who="orc", name=f"attack_{kind}", target="ann"))
        assert bridge.dispatch(cmd.RecordAttack(who="orc", target="ann", kind=kind, result="miss"))
        if reacts == "bob":  # she has had hers
            assert bridge.dispatch(cmd.SetNumbers(who="ann", pools={"reaction": 0}))
        hands.settle()
        hands.key(Qt.Key.Key_E)
        dialog = hands.dialog()
        if kind == "melee":
            assert (dialog.name.currentText(), dialog.reason) == ("", "Name the reaction.")
            hands.leave()
            while bridge.state.notes.did:
                bridge.undo()
            continue
        assert (dialog.who.currentData(), dialog.name.currentData()) == (reacts, "attack_of_opportunity")
        assert dialog.to.currentText() == "attack by Orc"
        hands.key(Qt.Key.Key_Return, on=dialog)
        attack = hands.dialog()
        assert isinstance(attack, AttackDialog)
        assert (attack.who.currentData(), attack.target.currentData()) == (reacts, "orc")
        hands.leave()


@pytest.mark.parametrize("system", ["srd35", "sagas-hub", "saga-edition"])
def test_an_attack_that_is_later_than_the_pick_says_who_reacts(hands: Hands, system: str) -> None:
    """E took who had been picked for an older attack of the turn, and not the target of the fresh one."""
    bridge = shooting(hands, system)
    hands.choose("ann")
    for target in ("ann", "bob"):
        assert bridge.dispatch(cmd.RecordAttack(who="orc", target=target, kind="ranged", result="miss"))
    hands.settle()
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert (dialog.who.currentData(), dialog.to.currentText()) == ("bob", "attack by Orc (2)")
    hands.leave()
    hands.choose("ann")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert (dialog.who.currentData(), dialog.to.currentText()) == ("ann", "attack by Orc"), "picked after it"
    hands.leave()


def test_what_answers_a_miss_is_not_proposed_before_one_and_says_that_it_notes_it(hands: Hands) -> None:
    """E-KAI-16: E and Enter noted a miss that nobody had said, without a word of it."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes"})
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ann", "orc"), done=True),
        cmd.RollInitiative(rolls={"ann": 20, "orc": 15}),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.choose("orc")

    def asked(chosen: str = "") -> ReactDialog:
        hands.key(Qt.Key.Key_E)
        dialog = hands.dialog()
        assert isinstance(dialog, ReactDialog)
        if chosen:
            put(hands, dialog.name, chosen)
        return dialog

    dialog = asked()
    assert (dialog.name.currentData(), dialog.ok.isEnabled()) == ("attack_an_opening", False)
    put(hands, dialog.name, "counter")
    assert dialog.reason == "Recorded with it: Ann attacks Orc in melee: miss"
    hands.leave()
    assert bridge.dispatch(cmd.RecordAttack(who="ann", target="orc", kind="melee")) is not None
    hands.settle()
    assert asked("counter").reason == "Noted with it: the attack of Ann on Orc, miss"
    hands.leave()


def test_the_button_is_called_by_what_it_opens_and_the_palette_opens_what_it_names(alley: Hands) -> None:
    """001-70: "Dodge…" opened a parry, since that answered the attack; in the palette, too."""
    window, bridge = alley.window, alley.window.services.bridge
    assert bridge.dispatch(cmd.RecordAttack(who="orc", target="ace", kind="melee")) is not None
    alley.settle()
    button = window.top_bar.buttons["react"]
    assert (button.isVisible(), button.text().replace("&", "")) == (True, "React…")
    alley.click(button)
    assert alley.dialog().name.currentData() == "melee_parry"
    alley.leave()
    alley.choose("ace")
    assert "Dodge…" in [one.text for one in window.palette_.items()]
    window.palette_._do("offer:reaction:dodge")
    dialog = alley.dialog()
    assert (dialog.who.currentData(), dialog.name.currentData()) == ("ace", "dodge")
    alley.leave()
