"""Scenario files as their author plays them: checked first, and one bad case does not keep the others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from rulesets.reading import loader
from rulesets.reading.problems import Loc, Problem
from rulesets.reading.shelf import Shelf
from rulesets.scenarios import check as case_check
from rulesets.scenarios.files import read, writing_for
from rulesets.scenarios.findings import Finding
from rulesets.scenarios.play import Result, play_case, with_line
from rulesets.scenarios.steps import ScenarioError
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

_HOLDING: tuple[Loc, ...] = ((), ("combatants",), ("steps",), ("options",))
"""Parts of a case that must have their shape before the rest can be looked at."""
NO_RULESET = "the ruleset has errors"
"""What keeps every case of a file from being played."""


class Rehearsal(Struct):
    """What playing came to: how each case came out, and what is wrong; one that cannot be played fails."""

    results: list[Result] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def unreadable(self) -> bool:
        """True if anything could not be played."""
        return any(not problem.warning for problem in self.problems)


def rehearse(files: Sequence[Path], shelf: Shelf) -> Rehearsal:
    """Check and play scenario files; whatever is wrong with one case or file leaves the others alone."""
    rehearsal = Rehearsal()
    for news in rehearsed(files, shelf):
        if isinstance(news, Problem):
            rehearsal.problems.append(news)
        else:
            rehearsal.results.append(news)
    return rehearsal


def rehearsed(files: Sequence[Path], shelf: Shelf) -> Iterator[Result | Problem]:
    """Yield the same as it is found: of each case what is wrong with it, then how it came out.

    A file that cannot be read has no cases that could be told.
    """
    for path in files:
        file = _File(path, shelf)
        for _ in file.play():
            yield from file.take()
        yield from file.take()


class _File:
    """One scenario file."""

    def __init__(self, path: Path, shelf: Shelf) -> None:
        self.path, self.shelf = path, shelf
        self._file = read(path)
        self._news: list[Result | Problem] = list(self._file.problems)

    def take(self) -> list[Result | Problem]:
        """Return what was found since it was asked for last."""
        news, self._news = self._news, []
        return news

    def play(self) -> Iterator[None]:
        """Check all cases of the file, and play those that can be; stops after each one."""
        if not self._file.cases:
            return
        try:
            writing = writing_for(self.path, self._file.ruleset, self.shelf)
            rules = _some_rules(writing, self._file.cases)
        except loader.RulesetError as error:
            self._broken(error)
            for number, case in enumerate(self._file.cases):
                self._unplayed(number, case, NO_RULESET)
            return
        for number, case in enumerate(self._file.cases):
            self._case(writing, rules, number, case)
            yield

    def _broken(self, error: loader.RulesetError) -> None:
        """Say why the ruleset cannot be used; each of its own problems names its own file and line."""
        first = error.problems[0]
        if len(error.problems) == 1 and not first.line:
            self._news.append(self._file.problem(("ruleset",), first.message, first.hint))
            return
        message = f"The ruleset {self._file.ruleset!r} has errors, so no case can be played."
        self._news.append(self._file.problem(("ruleset",), message))
        self._news += error.problems

    def _case(self, writing: Writing, rules: Rules, number: int, case: Any) -> None:
        found = list(case_check.shape(case))
        if not any(finding.at in _HOLDING for finding in found):
            chosen = case.get("options") or {}
            unknown = list(case_check.options(chosen, rules.options))
            found += unknown
            try:
                rules = rules if unknown else loader.load_writing(writing, chosen)
                found += case_check.content(rules, case)
            except loader.RulesetError as error:
                found.append(Finding(("options",), f"These options do not go together:\n{error}"))
        self._news += [self._file.problem_of(number, finding) for finding in found]
        wrong = next((finding for finding in found if not finding.warning), None)
        if wrong is None:
            self._play(writing, number, case)
        else:
            self._unplayed(number, case, wrong.message, wrong.at)

    def _play(self, writing: Writing, number: int, case: Mapping[str, Any]) -> None:
        try:
            result = play_case(self.path, writing, case)
        except ScenarioError as error:
            text = str(error).removeprefix(f"{self.path}: ")
            step = ("steps", error.step - 1) if error.step else ()
            self._news.append(self._file.problem(("case", number, *step), text))
            self._unplayed(number, case, text, step)
            return
        self._news.append(with_line(result, number, self._file.lines))

    def _unplayed(self, number: int, case: Any, failure: str, at: Loc = ()) -> None:
        """Let a case that cannot be played fail; ``at`` is where in it the reason stands."""
        said = case if isinstance(case, dict) else {}
        step = int(at[1]) + 1 if at[:1] == ("steps",) and len(at) > 1 else 0
        ident, title = str(said.get("id", "?")), str(said.get("title", ""))
        result = Result(str(self.path), ident, title, failure, step, unplayed=True)
        self._news.append(with_line(result, number, self._file.lines))


def _some_rules(writing: Writing, cases: Iterable[Any]) -> Rules:
    """Return the ruleset without options or, if only that cannot be played, with those of some case.

    Raises:
        RulesetError: if no case can be played by it.
    """
    try:
        return loader.load_writing(writing)
    except loader.RulesetError:
        for case in cases:
            chosen = case.get("options") if isinstance(case, dict) else None
            with contextlib.suppress(loader.RulesetError):
                if isinstance(chosen, dict) and chosen:
                    return loader.load_writing(writing, chosen)
        raise
