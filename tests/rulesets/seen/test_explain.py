"""Why a number is what it is: in every state that the scenarios reach, the parts come to the value."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.why.breakdown import Part, total
from rulesets.seen.why.explain import (
    explain_roll,
    explain_stat,
)
from rulesets.seen.why.order import explain_count
from rulesets.seen.why.stages import explain_stages
from rulesets.table import commands as cmd, events as ev
from rulesets.table.refusal import Refusal
from rulesets.words.explaining import why
from rulesets.words.terms import Terms
from rulesets.words.texts import Speaker
from tests.rulesets.seen.explaining import holds, stages_hold
from tests.rulesets.small_rules import ROUND

SYSTEMS = sorted(loader.shipped())


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_stage_of_every_pipeline_is_the_sum_of_its_parts(system: str) -> None:
    """With small and large numbers, and a further part of one, again and again on the same combatant."""
    known = loader.load(system).stats
    health = {key: value for key, value in {"max_hp": 30, "temp_hp": 4}.items() if key in known}
    looked, session = 0, table(system, {"id": "a", **health})
    for number in (3, 12, 40, 12):
        for name, rule in session.rules.pipelines.items():
            numbers = {key: one for key, one in rule.inputs.items() if one.type == "number"}
            inputs = {key: 1 if one.beside else number for key, one in numbers.items()}
            before = session.state
            assert isinstance(session.dispatch(cmd.Apply(pipeline=name, to=("a",), inputs=inputs)), Done)
            looked += stages_hold(session, before, f"{name} {number}")
    assert looked > 5


# -- by name ---------------------------------------------------------------------------------------


def kinds(parts: tuple[Part, ...]) -> list[tuple[str, str, object]]:
    return [(part.kind, part.name, part.value) for part in parts]


def table(system: str, *people: dict, options: dict | None = None) -> Session:
    session = Session(loader.load(system, options or {}))
    for one in people:
        done = session.dispatch(cmd.Add(combatant=one))
        assert not isinstance(done, Refusal), done
    return session


def test_a_defence_names_its_terms_and_the_step_that_lowers_it() -> None:
    """E-SW-05: the condition track lowers defences; the base is 10, level and modifier."""
    session = table("saga-edition", {"id": "a", "level": 7, "dex": 18})
    session.dispatch(cmd.MoveTrack(who="a", by=2))
    rules, state = session.rules, session.state
    explained = explain_stat(rules, state, state.combatants["a"], "reflex")
    assert kinds(explained.parts) == [
        ("constant", "", 10),
        ("stat", "level", 7),
        ("stat", "dex_mod", 4),
        ("step", "condition", -2),
    ]
    assert explained.value == 19
    assert explained.parts[2].parts[0].formula == "floor((dex - 10) / 2)"


def test_a_number_that_was_entered_says_so_and_what_the_formula_would_give() -> None:
    """It may have come in with a sample: nobody overrode anything. What it would be is no part of it."""
    session = table("saga-edition", {"id": "a", "level": 7, "dex": 18, "reflex": 25})
    state = session.state
    explained = explain_stat(session.rules, state, state.combatants["a"], "reflex")
    (part,) = explained.parts
    assert (part.kind, part.value) == ("entered", 25)
    assert [(one.kind, one.value) for one in part.parts] == [("instead", 21)]
    first, second, *_ = why(Terms(session.rules, str), explained).lines
    assert (first.value, first.label) == ("+25", "entered")
    assert (second.value, second.label) == ("21", "by the rules, if nothing had been entered")


def test_a_next_roll_is_the_skill_less_actions_and_wounds() -> None:
    """001-82, E-D6-05: a die for every action above the first, a die for a wound."""
    session = table("moon-swing", {"id": "a", "blaster": 15})
    session.dispatch(cmd.MoveTrack(who="a", by=1))
    who = session.state.combatants["a"].having(tallies={"actions": 3})
    explained = explain_roll(session.rules, session.state, who, "blaster")
    assert explained.value == 15 - 6 - 3
    assert kinds(explained.parts) == [("stat", "blaster", 15), ("stat", "penalty", -9)]
    told = kinds(explained.parts[1].parts)
    assert ("stat", "wound_dice", 3) in told
    assert total(explained.parts[1].parts) == 9


def test_a_force_point_doubles_the_code_in_words_of_its_own() -> None:
    """E-D6-16: a Force Point doubles all dice of the round."""
    session = table("moon-swing", {"id": "a", "blaster": 15})
    who = session.state.combatants["a"].having(states=("force-point",))
    explained = explain_roll(session.rules, session.state, who, "blaster")
    assert kinds(explained.parts) == [("stat", "blaster", 15), ("state", "force-point", 15)]


def test_a_count_tells_the_die_the_modifier_and_who_won_the_tie() -> None:
    """CR 144: ties go to the higher Dexterity modifier."""
    session = table("saga-edition", {"id": "a", "dex": 18}, {"id": "b", "dex": 10})
    session.dispatch(cmd.Start(rolls={"a": 14, "b": 14}))
    state = session.state
    explained = explain_count(session.rules, state, "a", session.log)
    assert explained is not None
    assert kinds(explained.parts) == [("worked-out", "", 10), ("stat", "dex_mod", 4)]
    (tie,) = explained.notes
    assert (tie.kind, tie.name, tie.formula, tie.value, tie.parts[0].value) == (
        "tie-value", "b", "dex_mod", 4, 0,
    )  # fmt: skip
    session.dispatch(cmd.Delay(who="a", count=9))
    moved = explain_count(session.rules, session.state, "a", session.log)
    assert moved is not None
    assert ("moved", "delay", -5) in kinds(moved.parts)


def test_a_place_that_a_count_contradicts_is_told() -> None:
    """E-S4-02, contract/sagas-hub.md 6: who acts behind a 12 has 11 and stands before the next 12."""
    session = table("sagas-hub", {"id": "a"}, {"id": "b", "dex": 12}, {"id": "c"})
    session.dispatch(cmd.Start(rolls={"a": 15, "b": 12, "c": 12}))
    for command in (cmd.Delay(who="a"), cmd.EndTurn(), cmd.Resume(who="a")):
        assert isinstance(session.dispatch(command), Done)
    order = session.state.orders["initiative"]
    assert [(slot, order.places[slot].count) for slot in order.slots] == [("b", 12), ("a", 11), ("c", 12)]
    explained = explain_count(session.rules, session.state, "a", session.log)
    assert explained is not None
    assert [(one.kind, one.name) for one in explained.notes] == [("tie-place", "c")]
    assert "before c all the same" in str(why(Terms(session.rules, str), explained))


def test_a_place_to_which_a_readied_action_has_brought_somebody_is_told_so() -> None:
    """E-S4-02: it happens just before its prompt, on that count; the modifier that breaks ties had no say."""
    session = table("sagas-hub", {"id": "a", "dex": 18}, {"id": "b"})
    ready = cmd.Ready(who="a", action="attack", trigger="b moves")
    for command in (cmd.Start(rolls={"a": 20, "b": 12}), ready, cmd.EndTurn(), cmd.Trigger(who="a", by="b")):
        assert isinstance(session.dispatch(command), Done)
    said = []
    for slot in ("a", "b"):
        explained = explain_count(session.rules, session.state, slot, session.log)
        assert explained is not None
        said += [note.label for note in why(Terms(session.rules, str), explained).notes]
    assert said == ["before b by the readied action", "behind a, who came there by a readied action"]


def test_who_delays_to_the_count_of_somebody_may_be_put_behind_whatever_breaks_ties() -> None:
    """A000-5, "Who delays acts after": Dexterity, which breaks the ties of the rolls, was said to decide."""
    people = ({"id": "a", "dex": 18}, {"id": "b", "dex": 10})
    session = table("saga-edition", *people, options={"delay_tie": "after"})
    for command in (cmd.Start(rolls={"a": 20, "b": 12}), cmd.Delay(who="a", count=12)):
        assert isinstance(session.dispatch(command), Done)
    assert session.state.orders["initiative"].slots == ("b", "a")
    for slot, other in (("a", "b"), ("b", "a")):
        explained = explain_count(session.rules, session.state, slot, session.log)
        assert explained is not None
        assert [(one.kind, one.name) for one in explained.notes] == [("tie-place", other)]


def test_a_stage_that_did_not_happen_says_which_demand_was_not_met() -> None:
    """E-SW-08: damage below the threshold costs no step."""
    session = table("saga-edition", {"id": "a", "level": 7, "max_hp": 48, "dr": 2})
    command = cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": 14})
    explained = explain_stages(session.rules, session.state, command, "a")
    step = next(one for one in explained.values() if one.name == "step")
    assert step.value is None
    assert [note.formula for note in step.notes if not note.value] == ["hit >= damage_threshold"]
    dr = next(one for one in explained.values() if one.name == "dr")
    assert (dr.value, total(dr.parts)) == (2, 2)
    worn = next(one for one in explained.values() if one.name == "sr_worn")
    said = [note.label for note in why(Terms(session.rules, str), worn).notes]
    assert "damage that came > Shield rating" in said, "in words, where the ruleset has no label for it"


# -- old rolls -------------------------------------------------------------------------------------

GARRISON = (
    {"id": "tessa", "side": "party", "per": "3D", "str": "3D"},
    {"id": "sergeant", "side": "garrison", "kind": "npc", "per": "2D+2", "str": "3D"},
    {"id": "guard", "side": "garrison", "kind": "npc", "per": "2D", "str": "2D"},
)


def test_wounds_change_nothing_about_a_roll_made_before_them() -> None:
    """001-23, E-D6-05: the sergeant rolled 2D+2 before a wound took a die off him."""
    session = table("moon-swing", *GARRISON)
    dice = {"garrison": (6, 1), "party": (3, 2, 2)}
    session.dispatch(cmd.Start(rolls={"garrison": 9, "party": 7}, dice=dice))
    fresh = explain_count(session.rules, session.state, "garrison", session.log)
    assert fresh is not None
    assert kinds(fresh.parts) == [
        ("die", "", 6), ("die", "", 1), ("code", "sergeant", 8), ("pips", "", 2),
    ]  # fmt: skip
    session.dispatch(cmd.MoveTrack(who="sergeant", by=1))
    session.dispatch(cmd.Leave(who="guard"))
    later = explain_count(session.rules, session.state, "garrison", session.log)
    assert later == fresh
    names = {"sergeant": "Sergeant"}
    said = [line.label for line in Speaker(session.rules, names.get).why(later).lines]
    assert said[:3] == ["on the die", "on the die", "the code rolled by Sergeant"]
    assert said[-1] == "pips of the code"
    assert not any("wound" in line.lower() or "typed" in line for line in said)


def test_a_total_that_was_typed_is_told_with_the_modifier_of_that_time() -> None:
    session = table("saga-edition", {"id": "a", "dex": 18}, {"id": "b", "dex": 10})
    session.dispatch(cmd.Start(rolls={"a": 24, "b": 14}))
    session.dispatch(cmd.SetNumbers(who="a", stats={"dex": 10}))
    explained = explain_count(session.rules, session.state, "a", session.log)
    assert explained is not None
    assert kinds(explained.parts) == [("worked-out", "", 20), ("stat", "dex_mod", 4)]


def test_without_the_log_the_total_is_all_that_is_told() -> None:
    session = table("saga-edition", {"id": "a", "dex": 18})
    session.dispatch(cmd.Start(rolls={"a": 24}))
    explained = explain_count(session.rules, session.state, "a")
    assert explained is not None
    assert kinds(explained.parts) == [("then", "", 24)]


def test_dice_that_came_with_a_total_are_facts_of_the_log_and_are_not_rolled_again() -> None:
    session = Session(loader.load("moon-swing"), dice=ListedDice([]))
    for one in GARRISON:
        session.dispatch(cmd.Add(combatant=one))
    done = session.dispatch(
        cmd.Start(rolls={"garrison": 9, "party": 7}, dice={"garrison": (6, 1), "nobody": (1,)})
    )
    assert isinstance(done, Done)
    rolled = [event for event in done.entry.events if isinstance(event, ev.Rolled)]
    assert rolled == [ev.Rolled("initiative", "garrison", 9, (6, 1))]
    assert decode_entry(encode_entry(done.entry)) == done.entry
    bad = cmd.Start(rolls={"garrison": 9, "party": 7}, dice={"garrison": ("six",)})  # type: ignore[dict-item]
    session.undo()
    assert isinstance(session.dispatch(bad), Refusal)


CODED = """
id = "coded"
label = "Coded"

[stat]
nimble = { value = "2D+1", label = "Nimble" }
haste = { value = 4, label = "Haste" }

""" + ROUND.replace('"d6"', '{ code = "nimble", plus = "haste" }')


def test_what_is_added_to_a_rolled_code_counts_and_is_told() -> None:
    """E-D6-01: 2D+1 of 3 and 5 comes to 9; what the order adds is no pip and makes no die of three."""
    session = Session(loader.load_text(CODED, "coded"), dice=ListedDice((3, 5)))
    assert isinstance(session.dispatch(cmd.Add(combatant={"id": "a"})), Done)
    assert isinstance(session.dispatch(cmd.Start()), Done)
    explained = explain_count(session.rules, session.state, "a", session.log)
    assert explained is not None
    holds(explained, 13, "a")
    assert kinds(explained.parts) == [
        ("die", "", 3), ("die", "", 5), ("code", "a", 7), ("pips", "", 1), ("stat", "haste", 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "parts"),
    [
        (None, [("typed", "", 17), ("code", "a", 3)]),
        ((5,), [("die", "", 5), ("code", "a", 3), ("stat", "rea", 6), ("stat", "int", 6)]),
    ],
)
def test_what_comes_off_a_roll_whatever_was_rolled_is_told_besides_the_total(
    dice: tuple[int, ...] | None, parts: list[tuple[str, str, object]]
) -> None:
    """IP-13: totals are entered bare, and the wound modifier is taken off by the program."""
    session = table("passes", {"id": "a", "rea": 6, "int": 6, "max_hp": 10, "hp": 7}, {"id": "b"})
    session.dispatch(cmd.Start(rolls={"a": 17, "b": 9}, dice={"a": dice} if dice else {}))
    explained = explain_count(session.rules, session.state, "a", session.log)
    assert explained is not None
    assert explained.value == total(explained.parts) == 16
    assert kinds(explained.parts) == [*parts, ("stat", "wound_modifier", -1)]
    [entry] = session.log[-1:]
    said = Speaker(session.rules, {"a": "Dokka", "b": "Vex"}.get).entry(entry)
    assert "Score: Dokka: 16 (17 rolled, −1 wound modifier), Vex: 9" in said.lines


def test_a_state_that_an_earlier_stage_has_brought_begins_and_is_not_so_already() -> None:
    """Why so? of Dying said "changes nothing", and the preview "Begins"."""
    session = Session(loader.load("sagas-hub", options={"dying": "at_zero"}))
    assert isinstance(
        session.dispatch(cmd.Add(combatant={"id": "a", "name": "A", "max_hp": 20, "hp": 5})), Done
    )
    assert isinstance(session.dispatch(cmd.Start(rolls={"a": 10})), Done)
    command = cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": 9})
    explained = explain_stages(session.rules, session.state, command, "a")
    dying = next(one for one in explained.values() if one.name in ("dying", "Dying"))
    assert [note.kind for note in dying.notes if note.kind in ("begun", "unchanged")] == ["begun"]
    assert isinstance(session.dispatch(command), Done)
    explained = explain_stages(session.rules, session.state, command, "a")
    dying = next(one for one in explained.values() if one.name in ("dying", "Dying"))
    assert "begun" not in [note.kind for note in dying.notes]
