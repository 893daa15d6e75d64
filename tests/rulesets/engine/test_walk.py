"""Where a pass stands is a set of facts: what the GM edits in between changes nobody's turn by accident."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine import coming
from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DISABLED
from rulesets.table.refusal import Refusal


def fight(ruleset: str, counts: dict[str, int], **stats: Any) -> Session:
    """A fight whose first round has just been rolled, one side each."""
    session = Session(loader.load(ruleset))
    for who in counts:
        done(session, cmd.Add(combatant={"id": who, "side": who, **stats}))
    done(session, cmd.Start(rolls=counts))
    return session


def done(session: Session, *commands: cmd.Command) -> Done:
    """Carry commands out, none of which may be refused; returns what came of the last."""
    for command in commands:
        result = session.dispatch(command)
        assert not isinstance(result, Refusal), (command, result)
    return result


def told(result: Done) -> list[tuple[str, Any]]:
    """Turns that a command says were missed, with the reasons."""
    events = result.outcome.events
    lines = [event.params for event in events if getattr(event, "code", "") == "turn-missed"]
    return [(params["slot"], params["reason"]) for params in lines]


def test_whose_count_was_set_in_its_turn_can_delay_behind_whoever_has_still_to_act() -> None:
    """A stands below B now, whose turn has not passed: it is behind B that A wants to act (E-SRD-06)."""
    session = fight("srd35", {"A": 20, "B": 15, "C": 10})
    done(session, cmd.SetNumbers(who="A", initiative=5), cmd.Delay(who="A", after="B"))
    assert session.state.walk.active == "B"
    done(session, cmd.EndTurn())
    assert session.state.walk.active == "A"
    done(session, cmd.EndTurn())
    assert (session.state.walk.active, session.state.clock.round) == ("C", 1)


def test_who_has_acted_cannot_be_delayed_behind() -> None:
    """The turn of B has passed, wherever it stands now (E-SRD-07)."""
    session = fight("srd35", {"B": 20, "A": 15, "C": 10})
    done(session, cmd.EndTurn(), cmd.SetNumbers(who="B", initiative=5))
    refused = session.dispatch(cmd.Delay(who="A", after="B"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == ("not-lower", "has-passed")


def test_who_was_interrupted_goes_on_with_what_it_had() -> None:
    """What A has spent and noted in its turn is as it was once B, let in by the GM, has acted."""
    session = fight("saga-edition", {"A": 20, "B": 15, "C": 10})
    done(session, cmd.Act(who="A", cost="standard", words="aims"))
    before = session.state
    done(session, cmd.Resume(who="B", override=True))
    assert session.state.walk.active == "B"
    assert [turn.slot for turn in session.state.walk.interrupted] == ["A"]
    done(session, cmd.Act(who="B", cost="move"), cmd.EndTurn())
    assert session.state.walk.active == "A"
    assert session.state.notes == before.notes
    assert session.state.combatants["A"].pools == before.combatants["A"].pools
    done(session, cmd.EndTurn())
    assert session.state.walk.active == "C"


@pytest.mark.parametrize(
    ("steps", "slot", "reason"),
    [
        ([cmd.EndTurn(), cmd.Add(combatant={"id": "J"}, roll=17)], "J", coming.JOINED_LATE),
        ([cmd.Disable(who="B"), cmd.EndTurn()], "B", OUT_DISABLED),
        ([cmd.Delay(who="A"), cmd.Disable(who="A")], "A", coming.WAITED),
        (
            [
                cmd.EndTurn(),
                cmd.Ready(who="B", action="shoot", trigger="A moves"),
                *[cmd.EndTurn()] * 2,
                cmd.Trigger(who="B", by="A"),
            ],
            "B",
            coming.READIED,
        ),
        ([cmd.EndTurn(), cmd.NextPhase(override=True)], "C", coming.CLOSED),
    ],
)
def test_a_turn_that_is_missed_is_told_with_its_reason(
    steps: list[cmd.Command], slot: str, reason: str
) -> None:
    """Nobody loses a turn in silence: the log names who, and why, from a closed list."""
    session = fight("srd35", {"A": 20, "B": 15, "C": 10})
    result = done(session, *steps)
    assert (slot, reason) in told(result)
    assert session.state.missed[slot].reason == reason
    assert reason in coming.REASONS


def test_a_turn_that_the_gm_insists_to_put_off_to_a_later_round_does_not_come_up_before() -> None:
    """The round that was named is kept, and told, whoever is active."""
    session = fight("saga-edition", {"a": 20, "b": 15, "c": 10})
    result = done(session, cmd.Delay(who="b", count=12, round=2, override=True))
    (line,) = (one for one in result.outcome.events if isinstance(one, ev.Told) and one.code == "delayed")
    assert (line.params["count"], line.params["round"]) == (12, 2)
    came = []
    for _ in range(5):
        came.append((session.state.clock.round, session.state.walk.active))
        done(session, cmd.EndTurn())
    assert came == [(1, "a"), (1, "c"), (2, "a"), (2, "b"), (2, "c")]
