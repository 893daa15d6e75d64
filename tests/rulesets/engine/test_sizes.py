"""States and effects with a size: how they begin, change and end, and how long effects last."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.queries import value_of
from rulesets.table import commands as cmd
from rulesets.table.encounter import Effect
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import ROUND

SIZED = (
    """
id = "sized"
label = "Sized"

[stat]
guard = { value = 5, label = "Guard" }
hp = { value = 10, label = "Life", to_begin_with = true, least = 0 }
nerve = { value = 2, label = "Nerve" }

[pool]
acts = { label = "Acts", size = 3 }

[cost.one]
label = "One"
alternatives = [{ acts = 1 }]

[action.hit]
label = "Hit"
cost = "one"
words = ["attack"]

[action.chant]
label = "Chant"
cost = "one"
maintains = true

[action.curse]
label = "Curse"
cost = "one"
does = [{ on = "target", effect = "cursed", value = "nerve", rounds = 1, until = "turn-start" }]

[state.dread]
label = "Dread"
tone = "bad"
size = "nerve"
add = { guard = "0 - size('dread')" }
ticks = [{ at = "turn-end", by = -1, if = "hp > 0" }]
on_begin = [{ flag = "shudders" }]
on_end = [{ begin = ["calm"] }]

[state.calm]
label = "Calm"

[state.broken]
label = "Broken"
while = "size('dread') >= 5"

[state.fire]
label = "Burning ({kind})"
tone = "bad"
size = 1
kinds = { oil = "oil", acid = "" }
ticks = [{ at = "turn-end", with_delay = true, does = [{ apply = "harm", with = { amount = "size" } }] }]

[pipeline.harm]
label = "Harm"
role = "damage"
inputs.amount = { label = "Points", least = 0, needed = true }
does = [{ id = "hp", label = "Life", absorb = "hp" }]

[pipeline.scare]
label = "Scare"
does = [{ label = "Dread", size = "dread", by = 1 }]

[delay]
label = "Delay"
to = ["wait"]
ends_good = true
"""
    + ROUND
)


class Fight:
    """A fight of three; A acts first, then B, then C."""

    def __init__(self, text: str = SIZED, dice: tuple[int, ...] = (), **given: Any) -> None:
        writing = Writing("sized", text)
        self.session = Session(loader.load_writing(writing), dice=ListedDice(dice), writing=writing)
        for name in "ABC":
            self.do(cmd.Add(combatant={"id": name, **(given if name == "A" else {})}))
        self.do(cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))

    def do(self, *commands: cmd.Command) -> Done:
        """Do something, and make sure that it goes back and forth exactly."""
        for command in commands:
            before = self.session.state
            done = self.session.dispatch(command)
            assert isinstance(done, Done), done
            assert take_back(self.session.state, done.entry.events) == before
            assert replay(before, done.entry.events) == self.session.state
        return done

    def refused(self, command: cmd.Command) -> Refusal:
        result = self.session.dispatch(command)
        assert isinstance(result, Refusal)
        return result

    def effect(self, name: str, on: str = "A") -> Effect | None:
        return self.session.state.effects.get(f"{on}:{name}")

    def size(self, name: str, on: str = "A") -> int:
        effect = self.effect(name, on)
        return 0 if effect is None else effect.size

    def states(self, who: str = "A") -> tuple[str, ...]:
        return self.session.state.combatants[who].states

    def lines(self, done: Done) -> list[str]:
        said = Speaker(self.session.rules, str.title).entry(done.entry)
        return [said.title, *said.lines]


END = cmd.EndTurn()


def begin(name: str = "dread", **more: Any) -> cmd.BeginEffect:
    return cmd.BeginEffect(**{"on": "A", "name": name, **more})


# -- how large -----------------------------------------------------------------------------------------


def test_a_state_with_a_size_begins_with_its_own_where_none_is_given() -> None:
    fight = Fight()
    fight.do(begin(), begin(on="B", value=4))
    assert (fight.size("dread"), fight.size("dread", "B")) == (2, 4)


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [(2, 3, "3"), (3, 2, "3"), (2, 2, "2"), ("1d6", 3, "1d6"), ("1d6", 4, "4"), (3, "1d6", "1d6")],
)
def test_of_two_sizes_the_larger_counts(first: object, second: object, left: str) -> None:
    fight = Fight()
    fight.do(begin(value=first), begin(value=second))
    effect = fight.effect("dread")
    assert effect is not None
    assert effect.large == left


def test_a_smaller_one_changes_nothing_not_even_how_long_it_lasts() -> None:
    fight = Fight()
    fight.do(begin(value=3, rounds=2))
    before = fight.effect("dread")
    fight.do(begin(value=1, rounds=9))
    assert fight.effect("dread") == before
    fight.do(begin(value=3, rounds=5))
    assert fight.effect("dread") != before


@pytest.mark.parametrize("value", ["1d", "d0", "2x6", -1, 1.5, "", [], True])
def test_what_is_no_size_is_refused(value: object) -> None:
    assert Fight().refused(begin(value=value)).code == "bad-value"


def test_nothing_begins_with_a_size_of_nought_and_at_nought_it_ends() -> None:
    fight = Fight()
    fight.do(begin(value=0))
    assert fight.effect("dread") is None
    fight.do(begin(value=1), END)
    assert fight.effect("dread") is None
    assert fight.states() == ("calm",)


def test_a_combatant_comes_with_a_size() -> None:
    assert Fight(dread=3).size("dread") == 3
    assert Fight(states=["dread", "calm"]).size("dread") == 2
    assert Fight(states=["dread", "calm"]).states() == ("calm",)


def test_the_gm_sets_a_size() -> None:
    fight = Fight()
    fight.do(begin(value=3), cmd.SetNumbers(who="A", stats={"dread": 1, "guard": 7}))
    assert fight.size("dread") == 1
    done = fight.do(cmd.SetNumbers(who="A", stats={"dread": 0}))
    assert fight.effect("dread") is None
    assert "Dread on A is over" in fight.lines(done)
    assert fight.refused(cmd.SetNumbers(who="A", stats={"dred": 1})).code == "bad-value"
    fight.do(begin("bless", value=2), cmd.SetNumbers(who="A", stats={"bless": 4}))
    assert fight.size("bless") == 4


def test_a_stage_begins_changes_and_ends_it() -> None:
    fight = Fight()
    done = fight.do(cmd.Apply(pipeline="scare", to=("B",)))
    assert fight.size("dread", "B") == 1
    assert [(one.verb, one.before, one.after) for one in done.outcome.stages] == [("size", 0, 1)]
    fight.do(cmd.Apply(pipeline="scare", to=("B",), edits={"B": {"": 3}}))
    assert fight.size("dread", "B") >= 2


# -- what follows from it ------------------------------------------------------------------------------


def test_formulas_read_it_and_states_follow_it_at_once() -> None:
    fight = Fight()
    fight.do(begin(value=4))
    state = fight.session.state
    assert value_of(fight.session.rules, state, state.combatants["A"], "guard") == 1
    assert fight.states() == ()
    fight.do(begin(value=5))
    assert fight.states() == ("broken",)
    fight.do(END)
    assert fight.states() == ()


def test_what_happens_with_its_beginning_happens_once() -> None:
    fight = Fight()
    done = fight.do(begin(value=1))
    assert done.outcome.flags == ("shudders",)
    assert fight.do(begin(value=3)).outcome.flags == ()
    fight.do(cmd.EndEffect(on="A", name="dread"))
    assert fight.states() == ("calm",)


def test_it_ticks_only_while_its_condition_holds() -> None:
    fight = Fight(hp=0)
    fight.do(begin(value=3), END)
    assert fight.size("dread") == 3


def test_dice_are_rolled_each_time_it_works() -> None:
    fight = Fight(dice=(4, 1))
    fight.do(begin("fire-oil", value="1d6"))
    done = fight.do(END)
    assert fight.session.state.combatants["A"].stats["hp"] == 6
    assert any("Rolled: A: 4" in line for line in fight.lines(done))
    fight.do(END, END, END)
    assert fight.session.state.combatants["A"].stats["hp"] == 5


def test_kinds_are_states_of_their_own() -> None:
    fight = Fight()
    rules = fight.session.rules
    labels = [rules.states[name].label for name in ("fire-oil", "fire-acid")]
    assert labels == ["Burning (oil)", "Burning (acid)"]
    assert "fire" not in rules.states
    fight.do(begin("fire-oil"), begin("fire-acid", value=2))
    done = fight.do(END)
    assert fight.session.state.combatants["A"].stats["hp"] == 7
    assert {"1 harm to A: life 10 → 9", "2 harm to A: life 9 → 7"} < {*fight.lines(done)}


def test_a_beginning_that_is_taken_back_gives_a_size_back() -> None:
    text = SIZED.replace('{ at = "turn-end", by = -1, if = "hp > 0" }', '{ at = "turn-start", by = -1 }')
    fight = Fight(text)
    fight.do(begin(on="C", value=3), cmd.Delay(who="A"), END)
    assert fight.session.state.walk.active == "C"
    assert fight.size("dread", "C") == 2
    fight.do(cmd.Resume(who="A"))
    assert fight.size("dread", "C") == 3
    fight.do(END)
    assert fight.size("dread", "C") == 2


def test_what_ended_with_a_beginning_that_is_taken_back_has_not_ended() -> None:
    """What it left behind is gone with it, and comes when it ends indeed."""
    text = SIZED.replace('{ at = "turn-end", by = -1, if = "hp > 0" }', '{ at = "turn-start", by = -1 }')
    fight = Fight(text)
    fight.do(begin(on="C", value=1), cmd.Delay(who="A"), END)
    assert fight.states("C") == ("calm",)
    fight.do(cmd.Resume(who="A"))
    assert (fight.size("dread", "C"), fight.states("C")) == (1, ())
    fight.do(END)
    assert (fight.size("dread", "C"), fight.states("C")) == (0, ("calm",))


# -- how long ------------------------------------------------------------------------------------------


def rounds_of(fight: Fight, name: str, most: int = 12) -> int:
    """How many turns end until an effect is over."""
    for number in range(most):
        if fight.effect(name) is None:
            return number
        fight.do(END)
    return most


@pytest.mark.parametrize(
    ("span", "turns"),
    [
        ({"rounds": 1, "until": "turn-end", "of": "A"}, 4),  # the turn under way does not count
        ({"rounds": 0, "until": "turn-end", "of": "A"}, 1),
        ({"until": "turn-end", "of": "A"}, 4),
        ({"rounds": 1, "until": "turn-end", "of": "B"}, 2),
        ({"rounds": 2, "until": "turn-end", "of": "C"}, 6),
        ({"rounds": 1, "until": "turn-start", "of": "A"}, 3),
        ({"rounds": 1, "until": "turn-start", "of": "C"}, 2),
        ({"rounds": 2, "until": "turn-start", "of": "B"}, 4),
        ({"until": "turn-start", "by": "C"}, 2),
        ({"until": "turn-start"}, 3),
        ({"rounds": 1, "until": "round-end"}, 6),
        ({"rounds": 0, "until": "round-end"}, 3),
        ({"until": "round-end"}, 3),
        ({"until": "encounter"}, 12),
    ],
)
def test_an_effect_lasts_to_its_moment(span: dict[str, Any], turns: int) -> None:
    fight = Fight()
    fight.do(begin("hex", **span))
    assert rounds_of(fight, "hex") == turns


@pytest.mark.parametrize("span", [{"rounds": 0}, {"rounds": 0, "until": "turn-start"}, {"until": "dusk"}])
def test_a_moment_or_number_that_there_is_not_is_refused(span: dict[str, Any]) -> None:
    assert Fight().refused(begin("hex", **span)).code == "bad-value"
    assert Fight().refused(begin("hex", until="turn-end", of="X")).code == "unknown-combatant"


def test_a_ruleset_says_whose_turns_count() -> None:
    by = SIZED.replace('label = "Sized"', 'label = "Sized"\neffects_of = "by"', 1)
    active = SIZED.replace('label = "Sized"', 'label = "Sized"\neffects_of = "active"', 1)
    for text, first, second in ((SIZED, 3, 1), (by, 1, 1), (active, 3, 3)):
        for span, turns in (({"rounds": 1}, first), ({"until": "turn-start"}, second)):
            fight = Fight(text)
            fight.do(begin("hex", by="B", **span))
            assert rounds_of(fight, "hex") == turns


def test_the_turns_of_whoever_is_out_count_and_of_whoever_has_left() -> None:
    for gone in (cmd.Defeat(who="B"), cmd.Leave(who="B")):
        fight = Fight()
        fight.do(begin("hex", until="turn-end", of="B"), gone, END)
        assert fight.effect("hex") is None


def test_a_stage_says_how_long_and_how_large() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="A", name="curse", target="B"))
    effect = fight.effect("cursed", "B")
    assert effect is not None
    assert (effect.size, effect.until, effect.anchor) == (2, "turn-start", "A")
    fight.do(END, END, END)
    assert fight.effect("cursed", "B") is None


def test_keeping_up_lasts_one_turn_longer_however_often() -> None:
    fight = Fight()
    chant = cmd.Act(who="A", name="chant")
    assert fight.refused(chant).code == "bad-value"
    fight.do(begin("song", by="A", until="turn-end"), chant, END, END, END, chant, chant)
    assert rounds_of(fight, "song") == 4


def test_what_is_good_ends_with_delaying_and_what_burns_comes_with_it() -> None:
    fight = Fight()
    fight.do(begin("song", by="A", until="turn-end"), END, END, END)
    fight.do(begin("fire-oil", value=3))
    fight.do(cmd.Delay(who="A"))
    assert fight.effect("song") is None
    assert fight.session.state.combatants["A"].stats["hp"] == 7
    fight.do(END, cmd.Resume(who="A"), END)
    assert fight.session.state.combatants["A"].stats["hp"] == 7


def test_what_lasts_until_it_is_ended_outlasts_the_encounter() -> None:
    fight = Fight()
    fight.do(begin(value=2), begin("fire-oil", rounds=2), begin("hex"), begin("song", until="encounter"))
    before = fight.session.state
    fight.do(cmd.EndEncounter())
    assert list(fight.session.state.effects) == ["A:dread", "A:hex"]
    fight.session.undo()
    assert fight.session.state == before


# -- other rules ---------------------------------------------------------------------------------------


def test_other_rules_give_a_state_a_size_or_take_it() -> None:
    without = SIZED.replace('size = "nerve"\n', "").replace("by = -1, if", 'does = [{ flag = "x" }], if')
    fight = Fight()
    fight.do(begin(value=3), cmd.ChangeRules(writing=Writing("sized", without)))
    assert fight.size("dread") == 0
    fight.do(begin(on="B"), cmd.ChangeRules(writing=Writing("sized", SIZED)))
    assert (fight.size("dread"), fight.size("dread", "B")) == (2, 2)
