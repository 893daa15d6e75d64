"""Every event's old value is that of the state, so that undo, redo and a file opened again are exact.

Watched are all the cases there are and random fights while rules are rewritten; those over every ruleset are
watched where they are played (`test_properties.py`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulesets.engine import ruling
from rulesets.engine.claims import NOTHING, claimed, held
from rulesets.engine.draft import Draft
from rulesets.engine.evolve import SILENT
from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.scenarios.play import play_case
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter, Order, Place, Taken
from tests.rulesets.engine.watching import watched
from tests.rulesets.every_case import CASE_FILES, cases_of
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.shifting import shifting
from tests.rulesets.small_rules import RICH

REWRITTEN, STEPS = 24, 120
"""Fights whose rules are rewritten, and their commands: few come to all that a change of rules can do."""


@pytest.mark.slow
def test_the_old_value_is_that_of_the_state(tmp_path: Path, subtests: pytest.Subtests) -> None:
    """Each kind of event came up, it never lied, and it was noticed wherever it would have been a lie."""
    rich = tmp_path / loader.FILE
    rich.write_text(RICH.text, encoding="utf-8")
    with watched() as (seen, told):
        for file in CASE_FILES:
            for case in cases_of(file):
                assert not play_case(file, case.writing, case.data).failure
        for seed in range(REWRITTEN):
            failure = PlainFight(shifting(rich), seed).play(STEPS)
            assert failure is None, str(failure)
    for kind in ev.AnyEvent.__args__:
        with subtests.test(kind.__name__):
            assert seen[kind]
            assert bool(told[kind]) == (kind not in (*SILENT, ev.TurnListed, ev.CheckAsked))


def test_no_old_value_is_written_by_hand() -> None:
    """Only a ruling lets events happen that have one; whoever rolls dice says so by a fact without."""
    engine = Path(ruling.__file__).parent
    by_hand = {
        name
        for file in engine.rglob("*.py")
        if file.name != Path(ruling.__file__).name
        for name in re.findall(r"\bemit\(\s*ev\.(\w+)", file.read_text(encoding="utf-8"))
    }
    assert by_hand <= {kind.__name__ for kind in SILENT}


A = Combatant("A", "A", pools={"swift": 1}, states=("prone",), feats=("quick",))
PLACE = Place(7)
TABLE = Encounter(
    combatants={"A": A, "B": Combatant("B", "B")},
    orders={"initiative": Order(("A", "B"), {"A": PLACE, "B": PLACE})},
    acted={1: (Taken("A"),)},
)


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (ev.PoolChanged("A", "swift", 0, 2), 1),
        (ev.PoolChanged("A", "move", 0, 2), NOTHING),
        (ev.PoolOpened("A", "swift", 3), 1),
        (ev.StatChanged("A", "hp", 3, 4), None),
        (ev.StatChanged("nobody", "hp", None, 4), NOTHING),
        (ev.StateBegan("A", "prone"), True),
        (ev.Described("A", "feats", [], ["slow"]), ("quick",)),
        (ev.Joined(A, 2), (A, 0)),
        (ev.Joined(Combatant("C", "C"), 3), (NOTHING, 2)),
        (ev.Left(A, 1), (A, 0)),
        (ev.Relisted("B", 0, 1), 1),
        (ev.SlotMoved("initiative", "B", 0, 1), 1),
        (ev.SlotPlaced("initiative", "A", 2, PLACE), (PLACE, 0)),
        (ev.SlotPlaced("tempo", "A", 0, PLACE), NOTHING),
        (ev.SlotRemoved("initiative", "B", 0, PLACE), (PLACE, 1)),
        (ev.TurnListed(1, "B", 0, 2), 1),
        (ev.TurnUnlisted(1, "B", 0, 0), Taken("A")),
        (ev.TurnUnlisted(1, "A", 0, 1), NOTHING),
    ],
)
def test_a_false_claim_is_noticed(event: ev.Event, found: object) -> None:
    assert held(Draft(TABLE), event) == found
    assert claimed(event) != found


@pytest.mark.parametrize("ask", [claimed, lambda event: held(Draft(TABLE), event)])
def test_an_unknown_kind_of_event_claims_nothing(ask: Any) -> None:
    """Whoever adds a kind says here what its old value is."""

    class Unheard(ev.Event, frozen=True, tag="unheard"):
        pass

    with pytest.raises(LookupError):
        ask(Unheard())


def test_declaring_again_is_taken_back_exactly() -> None:
    """Whoever had declared has still declared once the second declaration, insisted on, is undone."""
    session = Session(loader.load("kaiser"))
    for who in "AB":
        session.dispatch(cmd.Add(combatant={"id": who}))
    session.dispatch(cmd.Start())
    assert session.state.clock.phase
    for override in (False, True):
        before = msgspec.json.encode(session.state)
        done = session.dispatch(cmd.Declare(who=("A",), done=True, override=override))
        assert isinstance(done, Done)
        assert done.outcome.overridden == override
        assert session.state.combatants["A"].done
        session.undo()
        assert msgspec.json.encode(session.state) == before
        session.redo()
        assert session.state.combatants["A"].done


def test_a_draft_is_the_whole_encounter() -> None:
    """Its fields are copied one by one: none may be left out, or take the place of another."""
    names = Encounter.__struct_fields__
    whole = Encounter(**{name: [name] for name in names})  # type: ignore[arg-type]
    draft = Draft(whole)
    assert [getattr(draft, name) for name in names] == [[name] for name in names]
    assert [getattr(draft.freeze(), name) for name in names] == [[name] for name in names]
