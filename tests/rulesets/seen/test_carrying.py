"""Carrying over: what a fight leaves behind, line by line; who begins again with it stands as it stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rulesets.engine.effects import is_of_the_fight, outlasts_encounter
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.seen.carrying import CarriedLine, after_rest, as_ended, carried, lines
from rulesets.table import commands as cmd
from rulesets.table.carried import SPANS, Carried, CarriedEffect
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named
from tests.sampling import mostly_slow, slow_tests_run

HERO = {"id": "vex", "name": "Vex", "max_hp": 30, "hp": 30}
FOE = {"id": "orc", "side": "foes", "kind": "npc"}


def fought(ruleset: str, *orders: cmd.Command) -> Session:
    session = Session(loader.load(ruleset), dice=RandomDice(1))
    for order in (cmd.Add(combatant=HERO), cmd.Add(combatant=FOE), cmd.Start(), *orders):
        result = session.dispatch(order)
        assert isinstance(result, Done), result
    return session


def taken(session: Session, who: str = "vex", given: Any = None) -> Carried:
    ended = as_ended(session.rules, session.state)
    return carried(session.rules, ended, ended.combatants[who], HERO if given is None else given, {"vex"})


def begun_again(rules: Rules, given: dict[str, Any], found: Carried) -> Encounter:
    session = Session(rules)
    result = session.dispatch(cmd.Add(combatant=given, carried=found))
    assert isinstance(result, Done), result
    return session.state


def test_who_is_unhurt_takes_nothing_along() -> None:
    assert taken(fought("saga-edition", cmd.EndEncounter())) == Carried()


def test_points_persistent_steps_and_what_was_used_today_are_carried_over() -> None:
    """A second wind is once a day (E-SW-11); persistent steps go only by their stated cure (E-SW-07)."""
    session = fought(
        "saga-edition",
        cmd.SetNumbers(who="vex", stats={"hp": 12}),
        cmd.MoveTrack(who="vex", by=2, persistent=True),
        cmd.BeginEffect(on="vex", name="poisoned"),
        cmd.BeginEffect(on="vex", name="burning", rounds=3),
        *[cmd.Act(who="vex", name="second_wind", override=True)] * 3,
        cmd.SetNumbers(who="vex", stats={"hp": 12}),
    )
    found = taken(session)
    assert found.stats == {"hp": 12}
    assert found.tracks == {"condition": TrackPlace(2, 2)}
    assert found.effects == (CarriedEffect("poisoned"),)
    assert found.used == {"day:second_wind": 1}
    again = begun_again(session.rules, HERO, found)
    assert again.combatants["vex"].tracks == {"condition": TrackPlace(2, 2)}
    assert [effect.name for effect in again.effects.values()] == ["poisoned"]


def test_a_line_says_what_was_and_what_will_be() -> None:
    session = fought("saga-edition", cmd.SetNumbers(who="vex", stats={"hp": 12}))
    found = taken(session)
    assert list(lines(session.rules, HERO, Carried(), found)) == [CarriedLine("stat", "hp", 30, 12)]
    healed = msgspec.structs.replace(found, stats={"hp": 20})
    assert list(lines(session.rules, HERO, found, healed)) == [CarriedLine("stat", "hp", 12, 20)]
    assert list(lines(session.rules, HERO, found, found)) == []


def test_who_has_fallen_comes_in_as_it_lay_and_nothing_happens_by_it() -> None:
    session = fought("dnd5e", cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 35}))
    found = taken(session)
    again = begun_again(session.rules, HERO, found).combatants["vex"]
    assert {"unconscious", "dying"} <= set(again.states)
    assert again.states == as_ended(session.rules, session.state).combatants["vex"].states


def test_a_rest_is_taken_by_a_party_without_a_fight() -> None:
    """E5E-01: Action Surge comes back with a rest."""
    rules = loader.load("dnd5e")
    tired = Carried(stats={"hp": 4}, used={"rest:action_surge": 1})
    rested = after_rest(rules, [(HERO, tired), ({**HERO, "id": "deel"}, Carried())], "short", RandomDice(1))
    assert rested == [Carried(stats={"hp": 4}), Carried()]
    assert isinstance(after_rest(rules, [(HERO, tired)], "nap", RandomDice(1)), Refusal)


# -- whoever begins again stands as it stood -----------------------------------------------------------


def stands(rules: Rules, state: Encounter, who: Combatant) -> Any:
    """How somebody stands, without what belongs to the fight and the names of whoever is not there."""
    stats = {
        key: who.stats.get(key, None if rule.formula else rule.default) for key, rule in rules.stats.items()
    }
    effects = {
        (
            one.name,
            one.size,
            one.dice,
            one.sustained,
            one.save,
            one.save_against,
            one.notes,
            bool(one.sources),
        )
        for one in state.effects.values()
        if one.on == who.id and outlasts_encounter(rules, one)
    }
    idle = {name for name, rule in rules.states.items() if rule.sustains}
    states = {name for name in who.states if not is_of_the_fight(rules, name)} - idle
    used = {key: count for key, count in who.used.items() if key.partition(":")[0] in SPANS}
    tracks = {track: place for track, place in who.tracks.items() if place != TrackPlace()}
    return stats, tracks, states, effects, used, who.out, who.notes, who.shared


class CarriesOver(Fight):
    """A fight after which everybody is carried over and begins again."""

    taken: Counter[str]

    def teardown(self) -> None:
        self.leave_marks()
        rules, ended = self.session.rules, as_ended(self.session.rules, self.session.state)
        entered = {given["id"]: {**given, "group": ""} for given in self.given()}
        for who in ended.combatants.values():
            given = entered[who.id]
            found = carried(rules, ended, who, given, ended.combatants)
            assert msgspec.json.decode(msgspec.json.encode(found), type=Carried) == found
            state = begun_again(rules, given, found)
            again = state.combatants[who.id]
            assert stands(rules, state, again) == stands(rules, ended, who), found
            assert carried(rules, state, again, given, ended.combatants) == found
            assert list(lines(rules, given, found, found)) == []
            type(self).taken[who.id] += bool(list(lines(rules, given, Carried(), found)))

    def given(self) -> Iterator[dict[str, Any]]:
        """Yield everybody as entered: those who were added, and those of waves."""
        for entry in self.session.log:
            if isinstance(entry.command, cmd.Add):
                yield entry.command.combatant
            elif isinstance(entry.command, cmd.PlanWave):
                yield from entry.command.combatants

    def leave_marks(self) -> None:
        """Let something last on everybody that is not over with the fight."""
        rules, people = self.session.rules, list(self.session.state.combatants)
        sized = next((name for name, rule in rules.states.items() if rule.size), "slowed")
        for who, other in zip(people, people[1:] + people[:1], strict=True):
            self.do(cmd.BeginEffect(on=who, name="cursed", by=other, value=2, override=True))
            self.do(cmd.BeginEffect(on=other, name=sized, by=who, override=True))
            self.do(cmd.EndEffect(on=who, name=next(iter(self.session.state.combatants[who].states), "no")))
            for track in rules.tracks:
                self.do(cmd.MoveTrack(who=who, by=1, track=track, persistent=True))


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, RULESETS[1]), ids=named)
def test_what_is_carried_over_and_begun_again_stands_as_it_stood(ruleset: Any, pytestconfig: Any) -> None:
    """Whatever happened in the fight, and whatever options it was played with."""
    taken: Counter[str] = Counter()
    machine = type("Carrying", (CarriesOver, machine_for(ruleset)), {"taken": taken})
    for seed in range(16 if slow_tests_run(pytestconfig) else 4):
        failure = PlainFight(machine, seed).play(50)
        assert failure is None, str(failure)
    assert sum(taken.values()) > 6, "there was something to carry over"


@pytest.mark.parametrize("ruleset", ["saga-edition", "sagas-hub", "moon-swing", "srd35", "dnd5e", "pf2e"])
def test_nobody_lies_prone_until_the_next_evening(ruleset: str) -> None:
    """A state that the end of the encounter ends, as the ruleset says, is not carried over."""
    session = Session(loader.load(ruleset))
    given = {"id": "a", "name": "A"}
    rolls = {"moon-swing": {"party": 9}}.get(ruleset, {"a": 10})
    for command in (
        cmd.Add(combatant=dict(given)),
        cmd.Start(rolls=rolls),
        cmd.BeginEffect(on="a", name="prone", rounds=-1),
    ):
        assert not isinstance(session.dispatch(command), Refusal), command
    ended = as_ended(session.rules, session.state)
    found = carried(session.rules, ended, ended.combatants["a"], given)
    assert "prone" not in found.states
    assert not [effect for effect in found.effects if effect.name == "prone"]
