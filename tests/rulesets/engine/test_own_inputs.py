"""A pipeline on several at once: what each of them rolls itself is its own, and told with its own line."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Entry, Session, decode_entry, encode_entry
from rulesets.reading import loader
from rulesets.seen.why.stages import explain_stages
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.reading.conftest import SMALL

EACH = {
    "dnd5e": {"damage": ["halved"]},
    "kaiser": {"damage": ["unrecorded"], "resistance": ["degrees"]},
    "moon-swing": {"wound": ["strength"]},
    "srd35": {"first_aid": ["check"]},
    "sagas-hub": {"stress": ["save"], "recharge": ["check"]},
}
"""Ruleset → pipeline → inputs that are the target's own roll."""
OWN = cmd.Apply(
    pipeline="wound",
    to=("one", "two", "three"),
    inputs={"damage": 14},
    own={"one": {"strength": 12}, "two": {"strength": 8}, "three": {"strength": 20}},
)


@pytest.fixture
def guards() -> Session:
    session = Session(loader.load("moon-swing"))
    for who in ("one", "two", "three"):
        session.dispatch(cmd.Add(combatant={"id": who, "name": f"Guard {who}", "side": "gate", "str": 9}))
    return session


def steps(session: Session) -> dict[str, int]:
    return {
        who.id: who.tracks["wounds"].step if who.tracks else 0 for who in session.state.combatants.values()
    }


def entry_of(session: Session) -> tuple[str, tuple[str, ...]]:
    names = {who.id: who.name for who in session.state.combatants.values()}
    text = Speaker(session.rules, lambda who: names.get(who, who)).entry(session.log[-1])
    return text.title, tuple(text.lines)


@pytest.mark.parametrize("system", sorted(loader.shipped()))
def test_what_a_target_rolls_itself_is_its_own_in_every_ruleset(system: str) -> None:
    """E-D6-03, E-D6-08, E-KAI-18, E-S4-05, E-S4-06, 004-153."""
    found = {
        name: own
        for name, rule in loader.load(system).pipelines.items()
        if (own := [key for key, one in rule.inputs.items() if one.each])
    }
    assert found == EACH.get(system, {})


def test_every_target_has_its_own_strength_roll(guards: Session) -> None:
    """E-D6-03: damage less Strength, 2 stuns, 6 wounds."""
    before = guards.state
    guards.dispatch(OWN)
    assert steps(guards) == {"one": 0, "two": 1, "three": 0}
    assert [effect.on for effect in guards.state.effects.values()] == ["one"]
    assert not guards.state.combatants["two"].tallies.get("stuns")
    assert len(guards.log) == 4
    after = guards.state
    guards.undo()
    assert guards.state == before
    guards.redo()
    assert guards.state == after


def test_own_numbers_are_in_the_journal_and_older_rows_have_none(guards: Session) -> None:
    guards.dispatch(OWN)
    entry = guards.log[-1]
    assert decode_entry(encode_entry(entry)) == entry
    plain = Entry(cmd.Apply(pipeline="wound", to=("one",), inputs={"damage": 3}))
    assert b"own" not in encode_entry(plain)


def test_own_numbers_win_over_the_shared_ones(guards: Session) -> None:
    guards.dispatch(
        cmd.Apply(
            pipeline="wound",
            to=("one", "two"),
            inputs={"damage": 14, "strength": 8},
            own={"one": {"strength": 1}},
        )
    )
    assert steps(guards) == {"one": 4, "two": 1, "three": 0}


def test_why_tells_a_stage_with_the_targets_own_number(guards: Session) -> None:
    rules, state = guards.rules, guards.state
    wounded = {
        who: next(e.value for e in explain_stages(rules, state, OWN, who).values() if e.name == "wounded")
        for who in OWN.to
    }
    assert wounded == {"one": None, "two": 1, "three": None}


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ({"two": {"strength": -1}}, "bad-number"),
        ({"two": {"stealth": 1}}, "unknown-field"),
        ({"three": {"strength": 1}}, "not-a-target"),
        ({"nobody": {"strength": 1}}, ""),
    ],
)
def test_bad_numbers_of_one_target_change_nothing(guards: Session, own: dict, reason: str) -> None:
    before = guards.state
    refused = guards.dispatch(cmd.Apply(pipeline="wound", to=("one", "two"), inputs={"damage": 9}, own=own))
    assert isinstance(refused, Refusal)
    assert refused.reason == reason
    assert guards.state is before


def test_the_log_tells_every_targets_own_numbers(guards: Session) -> None:
    guards.dispatch(OWN)
    title, lines = entry_of(guards)
    assert title == "Guard one, Guard two, Guard three: wound (damage roll 14)"
    assert lines[:3] == (
        "Guard one (strength roll 12)",
        "Guard two (strength roll 8): wounded, wounds Unhurt → Wounded",
        "Guard three (strength roll 20): no effect",
    )


def test_the_log_never_says_no_effect_of_whoever_is_hurt(guards: Session) -> None:
    """'no effect' stands only where nothing has changed."""
    heal = cmd.Apply(pipeline="heal", to=("one", "two"), inputs={"amount": 1})
    guards.dispatch(cmd.Apply(pipeline="wound", to=("one", "two"), inputs={"level": "incapacitated"}))
    title, lines = entry_of(guards)
    assert title == "Guard one, Guard two: wound (incapacitated)"
    assert lines[:2] == (
        "Guard one: incapacitated, wounds Unhurt → Incapacitated",
        "Guard two: incapacitated, wounds Unhurt → Incapacitated",
    )
    assert not any("no effect" in line for line in lines)
    guards.dispatch(cmd.MoveTrack(who="one", by=-5, track="wounds"))
    guards.dispatch(heal)
    assert entry_of(guards)[1][:2] == (
        "Guard one: no effect",
        "Guard two: healed, wounds Incapacitated → Wounded twice",
    )


def test_a_number_that_was_left_empty_is_named_with_what_gives_it_a_default() -> None:
    more = "[pipeline.x]\nlabel = 'X'\ninputs.y = { label = 'Y' }\ndoes = [{ stat = 'hp', by = '0 - y' }]"
    session = Session(loader.load_text(f"{SMALL}\n{more}", "small.toml"))
    session.dispatch(cmd.Add(combatant={"id": "a"}))
    refused = session.dispatch(cmd.Apply(pipeline="x", to=("a",), inputs={}))
    assert isinstance(refused, Refusal)
    said = Speaker(session.rules, str).refusal(refused)
    assert "has no result here: 'y' was left empty (its input needs default = 0, or needed = true)" in said
