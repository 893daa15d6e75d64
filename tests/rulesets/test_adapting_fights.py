"""Random fights in which rules come and go: whatever is taken away, the fight goes on and goes back."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing
from tests.rulesets.random_fight import Fight
from tests.rulesets.small_rules import RICH, edition

TEXTS = (
    'effects_at = "round"',
    'effects_at = "place"',
    "[pool]\naction = { size = 2 }\nfocus = { size = 1 }",
    '[pool]\nswift = { label = "Swift", size = 1, lost = "turn-end" }',
    '[order.initiative]\nkeys = ["roll desc", "luck desc", "list"]',
    '[phase.turns]\nchoice = { by = "last" }',
    '[phase.turns]\npasses = "segment"\nwho = "pool(\'action\') > 0"',
    '[phase.turns]\nlisted = "act"',
    '[track.wounds]\nsteps = [{ label = "Fine" }, { label = "Dead", out = "defeated" }]',
    '[delay]\nrest_waiting = "lowest-first"',
)
"""What other editions say instead."""


@cache
def editions() -> list[Writing]:
    """The small ruleset without each of its entries that it can do without, and with other words."""
    rules = loader.load_writing(RICH)
    names = [f"{kind}.{name}" for kind, table in (
        ("stat", rules.stats), ("pool", rules.pools), ("tally", rules.tallies), ("cost", rules.costs),
        ("action", rules.actions), ("reaction", rules.reactions), ("declaration", rules.declarations),
        ("state", rules.states), ("relation", rules.relations), ("track", rules.tracks),
        ("pipeline", rules.pipelines), ("resource", rules.resources),
    ) for name in table]  # fmt: skip
    candidates = [edition("", name) for name in (*names, "delay", "ready")] + [edition(t) for t in TEXTS]
    found = [RICH]
    for writing in candidates:
        try:
            loader.load_writing(writing)
        except loader.RulesetError:
            continue  # something else needs it
        found.append(writing)
    return found


class Shifting(Fight):
    """A fight in which the rules are rewritten again and again."""

    @precondition(lambda self: self.session.cursor % 2 == 0)
    @rule(data=st.data())
    def rewrite(self, data: Any) -> None:
        for _ in range(data.draw(st.integers(1, 3))):
            self.do(cmd.ChangeRules(writing=data.draw(st.sampled_from(editions()))))
            self.answer_the_round(data)


def shifting(ruleset: Path) -> type[Shifting]:
    """A fight of the small ruleset, which stands in this file, with counts of its own."""
    return type("Shifting_", (Shifting,), {"ruleset": ruleset, "tried": Counter(), "accepted": Counter()})


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


def test_most_of_a_ruleset_can_be_done_without() -> None:
    assert len(editions()) > 25


@pytest.mark.slow
def test_fights_whose_rules_are_rewritten(tmp_path: Path) -> None:
    """A short run for every check before a commit."""
    assert play(tmp_path, examples=30, steps=25)["rules"] > 5


@pytest.mark.slow
def test_many_fights_whose_rules_are_rewritten(tmp_path: Path) -> None:
    assert play(tmp_path, examples=300, steps=60)["rules"] > 300
