"""An explanation holds: its parts come to its value, and the parts of every part to that part's."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.seen.why.breakdown import Part, is_number, total
from rulesets.seen.why.explain import (
    Explanation,
)
from rulesets.seen.why.stages import explain_stages
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter


def holds(explained: Explanation, value: object, where: object) -> None:
    """The parts come to the value, and the parts of every part to that part's value."""
    assert explained.value == value, where
    assert total(explained.parts) == value, (where, explained)
    for part in explained.parts:
        inside(part, where)


def inside(part: Part, where: object) -> None:
    if part.parts and part.op and part.kind in ("stat", "rule") and is_number(part.value):
        assert total(part.parts) * part.times == pytest.approx(part.value), (where, part)
    for one in part.parts:
        inside(one, where)


def stages_hold(session: Session, before: Encounter, where: str) -> int:
    """The last command was told with the numbers that are explained; returns how many stages ran."""
    command = session.log[-1].command
    assert isinstance(command, cmd.Apply)
    told = [event for event in session.log[-1].events if getattr(event, "code", "") == "applied"]
    first = told[0]
    explained = explain_stages(session.rules, before, command, first.params["who"])
    ran = [one for one in explained.values() if one.value is not None]
    assert [one.value for one in ran] == [stage["number"] for stage in first.params["stages"]], where
    for one in ran:
        if one.parts:
            holds(one, one.value, (where, one.name))
    for one in explained.values():
        if one.value is None:
            assert any(not note.value for note in one.notes), (where, one.name)
    return len(ran)
