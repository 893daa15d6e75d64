"""Those who are to come wait in waves, and come in by the rules of joining, all in one step."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.engine.evolve import replay as played, take_back
from rulesets.fight.session import Session, decode_entry, encode_entry
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.carried import Carried
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter, Wave
from tests.rulesets.carried_out import do, refused

SECOND: tuple[dict[str, Any], ...] = (
    {"id": "C", "name": "Cee", "side": "foes"},
    {"id": "D", "side": "foes", "group": "squad"},
    {"id": "E", "side": "foes", "group": "squad"},
)


def fight(ruleset: str, *people: str) -> Session:
    session = Session(loader.load(ruleset))
    do(session, *(cmd.Add(combatant={"id": who}) for who in people or ("A", "B")))
    return session


def planned(ruleset: str) -> Session:
    session = fight(ruleset)
    do(session, cmd.PlanWave(wave="w", when="when the alarm rings", round=2, combatants=SECOND))
    return session


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_a_wave_comes_in_as_each_of_it_joins(ruleset: str) -> None:
    """004-42 and its like: who comes in has what everybody has who is added at that moment, one by one."""
    session, added = planned(ruleset), fight(ruleset)
    for one in (session, added):
        do(one, cmd.Start(rolls={}, pick=("A", "B")))
    deck = bool(session.rules.decks)
    rolls: dict[str, Any] = {} if deck else {"C": 14, "squad": 9}
    done = do(session, cmd.BringIn(wave="w", rolls=rolls))
    assert list(session.state.combatants) == ["A", "B", "C", "D", "E"]
    assert not session.state.waves
    for given in SECOND:
        roll = rolls.get(given.get("group", given["id"]))
        do(added, cmd.Add(combatant=given, roll=roll))
    theirs = [added.state.combatants[who].pools for who in "CDE"]
    assert [session.state.combatants[who].pools for who in "CDE"] == theirs
    assert {who.id for who in session.state.combatants.values() if who.joined} == {"C", "D", "E"}
    assert decode_entry(encode_entry(done.entry)) == done.entry


def test_who_shares_a_turn_rolls_once() -> None:
    session = planned("saga-edition")
    do(session, cmd.Start(rolls={"A": 20, "B": 18}), cmd.BringIn(wave="w", rolls={"C": 14, "squad": 9}))
    order = session.state.orders[session.rules.main_order]
    assert {slot: order.places[slot].count for slot in order.slots} == {"A": 20, "B": 18, "C": 14, "squad": 9}


def test_what_is_planned_can_be_planned_anew_and_given_up() -> None:
    session = planned("srd35")
    do(session, cmd.PlanWave(wave="v", combatants=({"id": "F"},)))
    do(session, cmd.PlanWave(wave="w", round=4, combatants=SECOND[:1]))
    assert [(one.id, one.round, len(one.combatants)) for one in session.state.waves] == [
        ("w", 4, 1),
        ("v", 0, 1),
    ]
    do(session, cmd.PlanWave(wave="w"))
    assert [one.id for one in session.state.waves] == ["v"]
    for _ in range(3):
        session.undo()
    assert [one.round for one in session.state.waves] == [2]


def test_nobody_else_takes_the_name_of_one_who_is_to_come() -> None:
    session = planned("srd35")
    for ident in ("C", "squad"):
        assert refused(session, cmd.Add(combatant={"id": ident})) == ("bad-value", "id-taken")
    for given in ({"id": "A"}, {"id": "C"}, {"id": "x", "group": "A"}, {"id": "squad"}):
        wave = cmd.PlanWave(wave="v", combatants=(given,))
        assert refused(session, wave) == ("bad-value", "id-taken"), given
    twice = cmd.PlanWave(wave="v", combatants=({"id": "x"}, {"id": "x"}))
    assert refused(session, twice) == ("bad-value", "id-taken")


def test_who_comes_later_stands_as_after_the_last_fight() -> None:
    session = fight("saga-edition")
    hurt = {"C": Carried(stats={"hp": 4})}
    do(session, cmd.PlanWave(wave="v", combatants=({"id": "C", "max_hp": 20},), carried=hurt))
    again = Session(session.rules)
    again.load([decode_entry(encode_entry(entry)) for entry in session.line], session.cursor)
    assert again.state == session.state
    do(session, cmd.BringIn(wave="v"))
    assert session.state.combatants["C"].stats["hp"] == 4
    nobody = cmd.PlanWave(wave="u", combatants=({"id": "X"},), carried={"Y": Carried()})
    assert refused(session, nobody)[0] == "unknown-combatant"


def test_who_could_not_join_is_not_planned() -> None:
    session = fight("srd35")
    for given, reason in (({"id": ""}, "bad-id"), ({"id": "x", "spoon": 3}, "no-such-stat")):
        assert refused(session, cmd.PlanWave(wave="v", combatants=(given,))) == ("bad-value", reason)
    assert refused(session, cmd.PlanWave(wave="v")) == ("bad-value", "no-such-wave")
    assert refused(session, cmd.BringIn(wave="v")) == ("bad-value", "no-such-wave")
    do(session, cmd.PlanWave(wave="v", combatants=({"id": "x"},)), cmd.Start())
    assert refused(session, cmd.BringIn(wave="v", rolls={"A": 3}))[0] == "unknown-combatant"


def test_what_other_rules_do_not_know_is_said_when_they_come() -> None:
    """Nothing that was prepared is lost before it has to be; what is, is said."""
    waiting = Wave("w", ({"id": "x", "spoon": 3},))
    session = fight("srd35")
    session = Session(session.rules, base=replace(session.state, waves=(waiting,)))
    done = do(session, cmd.BringIn(wave="w"))
    told = [e.params["what"] for e in done.entry.events if isinstance(e, ev.Told) and "what" in e.params]
    assert told == ["spoon"]
    assert "spoon" not in session.state.combatants["x"].stats


def test_a_log_with_waves_notes_and_hidden_ones_is_proved_when_it_is_opened() -> None:
    session = planned("saga-edition")
    do(
        session,
        cmd.DescribeEncounter(changes={"about": "the door is trapped", "shared": "it rains"}),
        cmd.Describe(who="A", changes={"hidden": True, "alias": "Hooded figure", "shared": "limps"}),
        cmd.Start(rolls={"A": 12, "B": 8}),
        cmd.BeginEffect(on="A", name="Fear"),
        cmd.NoteEffect(effect="A:Fear", changes={"notes": "ends with the song", "shared": "trembles"}),
        cmd.BringIn(wave="w"),
    )
    again = Session(session.rules)
    again.load([decode_entry(encode_entry(entry)) for entry in session.line], session.cursor)
    assert again.state == session.state
    assert again.state.effects["A:Fear"].notes == "ends with the song"
    assert (again.state.about, again.state.shared) == ("the door is trapped", "it rains")
    one: Combatant = again.state.combatants["A"]
    assert (one.hidden, one.alias, one.shared) == (True, "Hooded figure", "limps")
    state = again.state
    for entry in reversed(session.log):
        state = take_back(state, entry.events)
    assert state == Encounter()
    assert played(state, [e for entry in session.log for e in entry.events]) == session.state


def test_notes_are_texts_of_what_is_there() -> None:
    session = fight("saga-edition")
    do(session, cmd.BeginEffect(on="A", name="Fear"))
    wrong = ({"about": 3}, {"spoon": "x"}, {"shared": "x" * 10_001})
    for changes in wrong:
        assert refused(session, cmd.DescribeEncounter(changes=changes)) == ("bad-value", "bad-field")
        assert refused(session, cmd.NoteEffect(effect="A:Fear", changes=changes)) == (
            "bad-value",
            "bad-field",
        )
    nothing = cmd.NoteEffect(effect="A:Joy", changes={"notes": "x"})
    assert refused(session, nothing) == ("bad-value", "no-such-effect-here")


def test_a_note_outlasts_the_effect_that_begins_anew() -> None:
    session = fight("saga-edition")
    do(session, cmd.BeginEffect(on="A", name="Fear", rounds=3))
    do(session, cmd.NoteEffect(effect="A:Fear", changes={"shared": "trembles"}))
    do(session, cmd.BeginEffect(on="A", name="Fear", rounds=5))
    assert session.state.effects["A:Fear"].shared == "trembles"


def test_numbers_that_are_dice_are_rolled_when_they_come_in() -> None:
    """As for whoever is added (issue 17: hit points rolled for each): those to come have none yet."""
    session = fight("pf2e")
    varied = tuple({"id": who, "side": "foes", "max_hp": "6d6+10"} for who in ("C", "D", "E"))
    do(session, cmd.PlanWave(wave="w", combatants=varied))
    assert [one["max_hp"] for one in session.state.waves[0].combatants] == ["6d6+10"] * 3
    wrong = cmd.PlanWave(wave="v", combatants=({"id": "F", "max_hp": "six"},))
    assert refused(session, wrong)[0] == "bad-value"
    do(session, cmd.Start(rolls={"A": 20, "B": 18}), cmd.BringIn(wave="w"))
    points = [session.state.combatants[who].stats["max_hp"] for who in "CDE"]
    assert all(16 <= number <= 46 for number in points)
    assert [session.state.combatants[who].stats["hp"] for who in "CDE"] == points
    again = session.state
    session.undo()
    session.redo()
    assert session.state == again
