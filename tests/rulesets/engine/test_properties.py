"""Random fights, legal and illegal, over every ruleset there is: what must hold whatever happens.

Proves the promises of the architecture: a replayed log gives the same state, undo and redo are exact, a
refused command changes nothing, pools never fall below zero, an order is total, a preview tells the truth,
and what the journal keeps is what happened.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    run_state_machine_as_test,
)

from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.rulesets.engine.watching import watched
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named


def play(ruleset: Path | str, examples: int, steps: int) -> type[Fight]:
    machine = machine_for(ruleset)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
    return machine


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_many_random_fights(ruleset: Path | str) -> None:
    """A long run: Hypothesis looks for what nobody thought of."""
    machine = play(ruleset, examples=120, steps=60)
    assert machine.tried["start"] >= 120


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_random_fights_try_every_kind_of_command(ruleset: Path | str) -> None:
    """At least half of the commands are accepted, and every kind is tried often.

    What Hypothesis draws is another share of everything in each run; these fights are drawn from seeds. Each
    event's old value is watched in them.
    """
    machine = machine_for(ruleset)
    with watched():
        for seed in range(40):
            failure = PlainFight(machine, seed).play(60)
            assert failure is None, str(failure)
    tried, accepted = machine.tried, machine.accepted
    assert sum(accepted.values()) * 2 >= sum(tried.values()), (tried, accepted)
    kinds = {str(kind.__struct_config__.tag) for kind in cmd.AnyCommand.__args__}
    kinds.discard("take-up")  # begins a fight: tests/rulesets/campaign/test_fights.py
    rules = loader.load(ruleset)
    if not rules.declarations:
        kinds.discard("declare")
    if not any(phase.choice for phase in rules.phases):
        kinds.discard("choose")
    if not rules.reactions:
        kinds.discard("react")
    if not rules.options:
        kinds.discard("rules")
    rare = {kind: tried[kind] for kind in kinds if tried[kind] < 5}
    assert not rare, rare
