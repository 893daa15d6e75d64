"""Work counted in steps: how much one load, or one command, may cost whoever wrote the ruleset.

Steps and never seconds: the same file does the same on every machine, slow or fast, and when a fight is
played again. What is counted are parts of formulas, stages, moves along tracks, triggers, events and passes.
"""

from __future__ import annotations

from collections import Counter

from rulesets.formula.text import FormulaError

FORMULA, TRACK, MOMENT, PHASE, STATE, STAGE = "formula", "track", "moment", "phase", "state", "stage"
SECTION = "section"
"""Kinds of what uses steps; the name of each is a parameter of the sentence for the GM."""

MAX_VALUE = 200_000
"""Steps of one value outside of a command."""
MAX_COMMAND, FOR_EACH = 2_000_000, 2_000
"""Steps of one command, and how many more for each combatant on the table."""
MAX_LOAD = 5_000_000
"""Steps of reading one ruleset with one set of options."""


class TooMuchWork(Exception):
    """Raised where a budget of steps is used up; ``decide`` makes a refusal of it, a loader a problem."""

    def __init__(self, steps: int, kind: str, name: str) -> None:
        """Say how many steps there were, and what used most of them."""
        super().__init__(f"more than {steps:,} steps of work, most of them for the {kind} {name!r}")
        self.steps, self.kind, self.name = steps, kind, name


class Work:
    """A budget of steps. What uses it is only noted once half of it is gone: nothing sound comes so far."""

    __slots__ = ("_by", "cause", "half", "left", "steps")

    def __init__(self, steps: int) -> None:
        """Begin with nothing used of ``steps``."""
        self.steps = self.left = steps
        self.cause: tuple[str, str] | None = None
        """What events are put down to: the move along a track that set off all others, else the moment."""
        self.half = steps // 2
        self._by: Counter[tuple[str, str]] | None = None

    @property
    def used(self) -> int:
        """Steps used so far."""
        return self.steps - self.left

    def spend(self, steps: int, kind: str, name: str) -> None:
        """Use ``steps`` for something of a kind.

        Raises:
            TooMuchWork: if the budget is used up by it.
        """
        self.left -= steps
        if self.left < self.half:
            self.note(steps, kind, name)

    def over(self, kind: str, name: str) -> Exception:
        """Return what is raised once the budget is used up, most of it by ``name``."""
        return TooMuchWork(self.steps, kind, name)

    def note(self, steps: int, kind: str, name: str) -> None:
        """Note who has used ``steps`` of the second half, taken off already; raises as spend does."""
        if self._by is None:
            self._by = Counter()
        self._by[kind, name] += steps
        if self.left < 0:
            raise self.over(*max(self._by.items(), key=lambda one: (one[1], one[0]))[0])


class ValueWork(Work):
    """The budget of a value that is looked at outside of any command: above it there is no result."""

    def over(self, kind: str, name: str) -> Exception:
        return FormulaError(f"it takes more than {self.steps:,} steps of work", name)
