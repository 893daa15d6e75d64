"""What a command asks of the game master is told in the message bar, and blocks nothing."""

from __future__ import annotations

import pytest

from desktop.process.in_front import dialog_in_front
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import OVER
from rulesets.table.events import Flagged
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import edition

CHECK = "{} has lost half of what life was left at one blow: a critical hit"


@pytest.fixture
def passage(window):
    """Kaiser, four on two sides."""
    sides = (("ada", "party"), ("bo", "party"), ("cut", "foes"), ("dirk", "foes"), ("ed", "foes"))
    people = [
        cmd.Add(combatant={"id": who, "name": who.capitalize(), "side": side, "hp": 40, "max_hp": 40})
        for who, side in sides
    ]
    window.services.encounters.new("Passage", "kaiser", {}, people)
    return window


def hit(window, *whom, amount):
    blow = cmd.Apply(pipeline="damage", to=whom, inputs={"amount": amount})
    assert window.services.bridge.dispatch(blow) is not None


@pytest.mark.slow
def test_a_critical_hit_asks_for_the_check_in_the_message_bar(passage):
    """E-KAI-19: who loses half of what life was left makes the resistance check."""
    hit(passage, "cut", amount=19)
    assert passage.messages.text == ""
    hit(passage, "cut", amount=15)
    assert passage.messages.text == CHECK.format("Cut")
    assert dialog_in_front() is None
    hit(passage, "bo", amount=1)
    assert passage.messages.text == ""
    hit(passage, "bo", amount=20)
    passage.services.bridge.undo()
    assert passage.messages.text == ""


@pytest.mark.slow
def test_many_are_told_in_short(passage):
    hit(passage, "ada", "bo", "cut", "dirk", amount=30)
    names = ("Ada", "Bo", "Cut")
    assert passage.messages.text == " · ".join([*map(CHECK.format, names), "1 more in the log"])


@pytest.mark.slow
def test_a_message_that_comes_with_it_does_not_push_it_aside(passage):
    bridge = passage.services.bridge
    hit(passage, "cut", amount=1)
    hit(passage, "cut", amount=1)
    bridge.go_to(bridge.cursor - 2)
    hit(passage, "cut", amount=30)
    assert passage.messages.text.startswith(CHECK.format("Cut") + " · 2 undone steps")
    assert passage.messages.action.text() == "Bring back 2 steps"


@pytest.mark.slow
def test_whoever_acts_after_one_who_fell_in_the_own_turn_is_told(window):
    """003-2: the turn of the dead is over at once; Space by habit does not end that of the next one."""
    people = [
        cmd.Add(combatant={"id": who, "name": who.capitalize(), "side": side, "hp": 20, "max_hp": 20})
        for who, side in (("ada", "party"), ("bo", "party"), ("cut", "foes"), ("dirk", "foes"))
    ]
    window.services.encounters.new("Passage", "saga-edition", {}, people)
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ada": 20, "cut": 15, "bo": 10, "dirk": 5})) is not None
    assert bridge.dispatch(cmd.Defeat(who="dirk")) is not None
    assert window.messages.text == "", "somebody else's turn goes on"
    assert bridge.dispatch(cmd.Defeat(who="ada")) is not None
    assert bridge.state.walk.active == "cut"
    assert window.messages.text == "Out: Ada. The turn passes to Cut."
    assert window.messages.tone == "warning"
    window.fight.primary()
    assert bridge.state.walk.active == "cut"
    assert window.messages.text == "It is the turn of Cut already: once more ends it."
    window.fight.primary()
    assert bridge.state.walk.active == "bo"
    bridge.go_to(bridge.cursor - 2)
    assert (bridge.state.walk.active, window.messages.text) == ("ada", "Ada has the turn again.")


def test_that_only_one_side_is_left_goes_with_what_was_taken_back(passage):
    """The troll stood again, and the bar still offered to end the fight."""
    bridge, bar = passage.services.bridge, passage.messages
    for command in (cmd.Start(), *(cmd.Defeat(who=who) for who in ("cut", "dirk", "ed"))):
        assert bridge.dispatch(command) is not None
    assert "Only one side has anybody left who can act." in bar.text
    bridge.undo()
    assert bar.text == ""
    bridge.redo()
    assert "Only one side has anybody left who can act." in bar.text


def test_the_end_is_offered_as_long_as_only_one_side_is_left_or_until_that_is_dismissed(passage):
    """It went with the next turn; who had something else to do first looked for it in the menu."""
    bridge, bar, said = (
        passage.services.bridge,
        passage.messages,
        "Only one side has anybody left who can act.",
    )
    for command in (cmd.Start(), *(cmd.Defeat(who=who) for who in ("cut", "dirk", "ed"))):
        assert bridge.dispatch(command) is not None
    for number in range(5):
        assert bridge.dispatch(cmd.Describe(who="ada", changes={"notes": str(number)})) is not None
        assert (bar.text, bar.action.text()) == (said, "End the fight")
    passage.feedback.cannot("This makes no sense now.")
    assert bridge.dispatch(cmd.Describe(who="ada", changes={"notes": "They run."})) is not None
    assert bar.text == said, "it is there again"
    bar._close.click()
    assert bridge.dispatch(cmd.Describe(who="ada", changes={"notes": "They hide."})) is not None
    assert bar.text == ""
    assert bridge.dispatch(cmd.Restore(who="cut")) is not None
    assert bridge.dispatch(cmd.Defeat(who="cut")) is not None
    assert said in bar.text, "it has come to that once more"
    bar.action.click()
    assert bridge.state.clock.status == "over"
    assert bar.text == ""


@pytest.mark.slow
def test_the_log_says_who_did_it(passage):
    """Nobody who did it to himself, and nobody where nobody was named."""
    bridge, texts = passage.services.bridge, passage.services.texts
    for by, said in (("ada", " (by Ada)"), ("cut", ""), ("", "")):
        blow = cmd.Apply(pipeline="damage", to=("cut",), inputs={"amount": 2}, by=by)
        done = bridge.dispatch(blow)
        assert texts.entry(done.entry).title.startswith(f"2 damage to Cut{said}: life points")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "options", "roll", "said"),
    [
        (
            "kaiser",
            {},
            cmd.RollInitiative(rolls={"a": 12, "b": 20}, dice={"a": (1, 1)}),
            "A has fumbled the roll: it counts, and what else comes of it is for you to say",
        ),
        (
            "moon-swing",
            {"wild_die": "complication"},
            cmd.Start(rolls={"party": 9, "foes": 5}, dice={"foes": (4, 1)}),
            "The wild die of foes shows a one: a complication",
        ),
    ],
)
def test_a_fumble_is_not_to_be_overlooked(window, ruleset, options, roll, said):
    """002-21, E-D6-02: dice thrown in the dialog say it, too: the bar names who, the log marks its line."""
    people = [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "side": "foes", "kind": "npc"}]
    window.services.encounters.new("Ford", ruleset, options, [cmd.Add(combatant=one) for one in people])
    bridge, texts = window.services.bridge, window.services.texts
    if ruleset == "kaiser":
        for command in (cmd.Start(), cmd.Declare(who=("a", "b"), done=True)):
            assert bridge.dispatch(command) is not None
    done = bridge.dispatch(roll)
    assert done is not None
    assert window.messages.text == said
    told = texts.entry(done.entry)
    assert told.marked == (said,)
    assert said in told.lines


def test_only_what_asks_for_something_is_told():
    rules = loader.load("kaiser")
    speaker = Speaker(rules, {"a": "Ada"}.get)
    told = [Flagged(name, "a") for name in ("died", "unconscious", "lost-turn", "resistance-check")]
    assert speaker.asked(told) == []
    assert speaker.asked(
        [Flagged("massive-damage", "a", {"damage": 20, "limit": 17}), Flagged("own", "a")]
    ) == [
        "Ada has taken massive damage, 20 of at least 17: make the check",
        "Ada: own",
    ]


DUSK = edition(
    """
[[trigger]]
at = "turn-end"
if = "first_of_all"
does = [{ flag = "battle-ends" }]
"""
)


@pytest.mark.slow
def test_that_the_battle_ends_by_the_rules_is_for_the_game_master_to_say(window):
    """Nothing ends by itself: the bar says it until there is something else to say, with a button for it."""
    window.services.bridge.open(loader.load_writing(DUSK), writing=DUSK)
    bridge = window.services.bridge
    for who, side in (("ada", "party"), ("bo", "foes"), ("cut", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "side": side})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ada": 20, "bo": 15, "cut": 5})) is not None
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert window.messages.text == "By the rules the battle ends"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert (bridge.state.walk.active, window.messages.action.text()) == ("cut", "End the fight")
    window.messages.action.click()
    assert bridge.state.clock.status == OVER


@pytest.mark.slow
def test_a_player_character_who_falls_or_dies_is_told_of(window) -> None:
    """A foe's fall was told by the end that it brings; that of one of the party stood in the log alone."""
    people = [
        cmd.Add(combatant={"id": who, "name": who.capitalize(), "side": side, "kind": kind, "max_hp": 20})
        for who, side, kind in (
            ("tib", "party", "pc"),
            ("ann", "party", "pc"),
            ("orc", "foes", "npc"),
            ("imp", "foes", "npc"),
        )
    ]
    bridge, bar = window.services.bridge, window.messages
    window.services.encounters.new("Ford", "srd35", {}, people)
    assert bridge.dispatch(cmd.Start(rolls={"orc": 20, "imp": 15, "tib": 10, "ann": 5})) is not None
    hit(window, "imp", amount=22)
    assert bar.text == "", "of many foes one more"
    hit(window, "tib", amount=22)
    assert bar.text == "Dying: Tib"
    hit(window, "tib", amount=20)
    assert bar.text == "Dead: Tib"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert "Dead" not in bar.text, "once"
    assert bridge.dispatch(cmd.Defeat(who="ann")) is not None
    assert bar.text.count("Ann") == 1, "the turn passes on from her: she is not named twice"


def test_effects_that_run_out_with_time_are_named(window):
    """An evening: that a stun was over stood in the log alone, and its turn was passed over once more."""
    people = [
        cmd.Add(combatant={"id": who, "name": who.capitalize(), "side": side})
        for who, side in (("ada", "party"), ("bo", "foes"), ("cut", "foes"))
    ]
    window.services.encounters.new("Passage", "saga-edition", {}, people)
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ada": 20, "bo": 10, "cut": 5}),
        cmd.BeginEffect(on="bo", name="stunned", rounds=1, by="ada", also=("cut",)),
        cmd.BeginEffect(on="ada", name="Bolstered", rounds=2, by="ada"),
        cmd.EndTurn(),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    assert window.messages.text == ""
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert window.messages.text == "Ends: Stunned of Bo, Cut"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert window.messages.text == "", "it has been read when the fight goes on"
    assert bridge.dispatch(cmd.EndEffect(on="ada", name="Bolstered")) is not None
    assert window.messages.text == "", "what is ended by hand is known"


def test_news_of_effects_push_aside_nothing_that_stays(window):
    people = [cmd.Add(combatant={"id": who, "side": who}) for who in ("ada", "bo")]
    window.services.encounters.new("Passage", "saga-edition", {}, people)
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ada": 20, "bo": 10}),
        cmd.BeginEffect(on="bo", name="Smoke", rounds=1, by="ada"),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    window.feedback.rules_changed("Saga", 0, lambda: None)
    for _ in range(2):
        assert bridge.dispatch(cmd.EndTurn()) is not None
    assert not bridge.state.effects
    assert window.messages.text.startswith("Saga was changed on disk.")
