"""Random fights in which rules come and go: whatever is taken away, the fight goes on and goes back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from rulesets.reading import loader
from tests.rulesets.shifting import editions, shifting
from tests.rulesets.small_rules import RICH


def play(folder: Path, examples: int, steps: int) -> Counter[str]:
    ruleset = folder / "rich" / loader.FILE
    ruleset.parent.mkdir()
    ruleset.write_text(RICH.text, encoding="utf-8")
    machine = shifting(ruleset)
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
    return machine.accepted


@pytest.mark.slow
def test_most_of_a_ruleset_can_be_done_without() -> None:
    assert len(editions()) > 25


@pytest.mark.slow
def test_fights_whose_rules_are_rewritten(tmp_path: Path) -> None:
    """A short run for every check before a commit."""
    assert play(tmp_path, examples=30, steps=25)["rules"] > 5


@pytest.mark.slow
def test_many_fights_whose_rules_are_rewritten(tmp_path: Path) -> None:
    assert play(tmp_path, examples=300, steps=60)["rules"] > 300
