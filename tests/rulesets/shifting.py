"""A random fight whose rules are rewritten again and again."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

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
    '[pool]\nknack = { label = "Knack", size = 2, resets = "round-start" }',
    '[order.initiative]\nkeys = ["roll desc", "luck desc", "list"]',
    '[phase.turns]\nchoice = { by = "last" }',
    '[phase.turns]\nturns = "passes"\npass = "segment"\nwho = "pool(\'action\') > 0"',
    '[phase.turns]\nunused = [{ pool = "action", by = -1 }]',
    '[track.wounds]\nsteps = [{ label = "Fine" }, { label = "Dead", out = "defeated" }]',
    '[delay]\nuntil = "pass"\nthen = "must-act"',
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
    names += ["delay", "ready"]
    candidates = [edition("", name) for name in names] + [edition(text) for text in TEXTS]
    candidates.append(edition("", "pipeline.scare", "check.save"))
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

    @initialize(data=st.data(), count=st.integers(2, 5))
    def begin(self, data: Any, count: int) -> None:
        """Rewrite the rules of every fight at least once: of many kinds of steps this one may not come."""
        super().begin(data=data, count=count)
        self.play_on(data=data, times=data.draw(st.integers(1, 6)))
        self.rewrite(data=data)

    @precondition(lambda self: self.session.cursor % 2 == 0)
    @rule(data=st.data())
    def rewrite(self, data: Any) -> None:
        for _ in range(data.draw(st.integers(1, 3))):
            self.do(cmd.ChangeRules(writing=data.draw(st.sampled_from(editions()))))
            self.answer_the_round(data)


def shifting(ruleset: Path) -> type[Shifting]:
    """A fight of the small ruleset, which stands in this file, with counts of its own."""
    return type("Shifting_", (Shifting,), {"ruleset": ruleset, "tried": Counter(), "accepted": Counter()})
