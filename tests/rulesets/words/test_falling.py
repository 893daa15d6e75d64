"""Who falls is told of once, whatever falling is made of."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.words.spoken_fight import Fight


def lines(ruleset: str, *amounts: int) -> list[tuple[str, ...]]:
    """What the log says below each of several times that Bo, of 20 hit points, is dealt damage."""
    session = Session(loader.load(ruleset))
    speaker = Speaker(session.rules, {"a": "Ada", "b": "Bo"}.__getitem__)
    hits = [cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": one}, by="a") for one in amounts]
    for command in (
        cmd.Add(combatant={"id": "a", "max_hp": 20}),
        cmd.Add(combatant={"id": "b", "side": "foes", "max_hp": 20}),
        cmd.Start(rolls={"a": 20, "b": 10}),
        *hits,
    ):
        assert not isinstance(session.dispatch(command, 0.0), Refusal)
    return [speaker.entry(entry).lines for entry in session.log[-len(amounts) :]]


@pytest.mark.parametrize(
    ("ruleset", "amount", "told"),
    [
        ("srd35", 21, "Dying, unconscious, helpless: Bo"),
        ("dnd5e", 21, "Unconscious, dying, prone: Bo"),
    ],
)
def test_what_somebody_falls_into_is_one_line(ruleset: str, amount: int, told: str) -> None:
    """It took three of the lines that the log has room for."""
    assert told in lines(ruleset, amount)[0]


def test_who_is_down_does_not_fall_unconscious_again() -> None:
    """E-SW-09: every further hit said "Bo falls unconscious"."""
    *_, first, second = lines("saga-edition", 9, 9, 2, 3)
    assert "Unconscious: Bo" in first
    assert not any("unconscious" in line.lower() for line in second)


def test_who_fares_worse_is_not_said_to_be_rid_of_something() -> None:
    """E-SRD-30: from 0 to -3 hit points the log had "No longer disabled", as if it were good news."""
    first, second = lines("srd35", 20, 3)
    assert any("Disabled" in line for line in first)
    assert any("Dying" in line for line in second)
    assert not any("No longer" in line for line in second)


def test_a_worse_step_of_a_track_ends_the_one_before_without_a_word() -> None:
    """The track says what it is now; "No longer wounded" stood beside it."""
    fight = Fight({"id": "vex"}, {"id": "deel"}, ruleset="moon-swing")
    said = [fight.do(cmd.MoveTrack(who="vex", by=by)) for by in (1, 1, 1, -1)]
    everything = [line for one in said[:3] for line in (one.title, *one.lines)]
    assert not any("No longer" in line for line in everything), everything


def test_a_group_that_could_not_act_is_several() -> None:
    """It was "the goblins have no turn: it could not act"."""
    speaker = Speaker(loader.load("srd35"), lambda ident: {"squad": "Squad"}.get(ident, ""))
    assert speaker.terms.missed("disabled", "Goblins") == "they could not act"
    assert speaker.terms.missed("readied", "squad") == "it has taken its readied action"
    assert speaker.terms.missed("disabled") == "it could not act"
