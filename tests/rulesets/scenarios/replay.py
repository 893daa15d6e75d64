"""Plays a case once, step by step, while visitors look on: each proves something of its own of every case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.fight.session import Done, Session
from rulesets.scenarios.expectations import Step
from rulesets.scenarios.play import Player
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from tests.rulesets.every_case import Case, rules_of


class Played(Player):
    """A case on the table, with what its last step came to."""

    def __init__(self, rules: Rules, case: Mapping[str, Any]) -> None:
        super().__init__(rules, case)
        self.case = case
        self.number = 0
        """Of the step that is played, from 1; 0 before the first."""
        self.before: Encounter = self.session.state
        """The encounter before that step."""
        self.outcome: Step | None = None
        """What that step came to; None if it only expects."""
        self.failure = ""
        """How that step differs from what the case expects, or ''."""

    def play(self, step: Mapping[str, Any]) -> str:
        self.number, self.before, self.outcome = self.number + 1, self.session.state, None
        self.failure = super().play(step)
        return self.failure

    def _do(self, step: Mapping[str, Any]) -> Step:
        self.outcome = super()._do(step)
        return self.outcome


class Visitor:
    """Looks on while one case is played. What a visitor proves is its docstring; it fails by an assertion."""

    slow = False
    """True if it only looks on where slow tests run, too."""
    looked = 0
    """How often there was something to look at: a test holds it against a least number."""

    def __init__(self, played: Played) -> None:
        """Come to a table before anything has been played at it."""
        self.played = played

    @property
    def rules(self) -> Rules:
        return self.played.rules

    @property
    def session(self) -> Session:
        return self.played.session

    @property
    def state(self) -> Encounter:
        return self.played.session.state

    @classmethod
    def wants(cls, case: Case) -> bool:
        """Return whether it comes to this case."""
        return True

    def dispatching(self, command: cmd.Command) -> None:
        """Look at a command before it is carried out."""

    def dispatched(self, command: cmd.Command, result: Done | Refusal) -> None:
        """Look at what came of a command."""

    def after(self, step: Mapping[str, Any]) -> None:
        """Look at the table after a step."""

    def end(self) -> None:
        """Look at the fight once all is played."""


class Found(Exception):
    """What a visitor found: where it was and what is wrong; its cause is the visitor's own failure."""


class Replay:
    """One case, played once before some visitors."""

    def __init__(self, case: Case, visitors: Sequence[type[Visitor]]) -> None:
        """Lay the table and let them come to it."""
        self.case = case
        self.played = Played(rules_of(case), case.data)
        self.visitors = [visitor(self.played) for visitor in visitors if visitor.wants(case)]
        self.found: dict[str, Found] = {}
        """What each visitor found that did not hold; who has found something looks no further."""
        self._dispatch = self.played.session.dispatch
        self.played.session.dispatch = self._carry_out  # type: ignore[method-assign]

    def run(self) -> Replay:
        """Play all steps, or up to one that cannot be played."""
        for step in self.case.data["steps"]:
            try:
                self.played.play(step)
            except Exception as error:
                self.played.failure = f"it cannot be played: {error!r}"
                self._each("after", step)
                return self
            self._each("after", step)
        self.played.session.dispatch = self._dispatch  # type: ignore[method-assign]
        self._each("end")
        return self

    def _carry_out(self, command: cmd.Command, at: float = 0.0) -> Done | Refusal:
        self._each("dispatching", command)
        result = self._dispatch(command, at)
        self._each("dispatched", command, result)
        return result

    def _each(self, hook: str, *args: Any) -> None:
        for visitor in self.visitors:
            name = type(visitor).__name__
            if name in self.found or getattr(type(visitor), hook) is getattr(Visitor, hook):
                continue
            try:
                getattr(visitor, hook)(*args)
            except Exception as error:
                self.found[name] = self._told(visitor, error)

    def _told(self, visitor: Visitor, error: Exception) -> Found:
        number, steps = self.played.number, self.case.data["steps"]
        where = f"step {number}: {steps[number - 1]}" if number else "before the first step"
        said = Found(f"{self.case.file}: {self.case.data['id']}, {where}\n{type(visitor).__doc__}\n{error}")
        said.__cause__ = error
        return said


def looked_often(visitor: type[Visitor], cases: Sequence[Case], least: int) -> bool:
    """Return whether a visitor finds more than ``least`` things to look at, of as few cases as that takes."""
    looked = 0
    for case in cases:
        if looked > least:
            break
        replay = Replay(case, [visitor]).run()
        looked += sum(one.looked for one in replay.visitors)
    return looked > least
