"""Scenario files as their author plays them: checked first, and one bad case does not keep the others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from rulesets.compiled import Rules
from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading import loader
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc, Problem, dotted
from rulesets.reading.shelf import Shelf
from rulesets.reading.source import parsed
from rulesets.scenarios import check as case_check
from rulesets.scenarios.findings import Finding
from rulesets.scenarios.play import Result, find_files, play_case, with_line, writing_for
from rulesets.scenarios.steps import ScenarioError
from rulesets.table.writing import Writing

_HOLDING: tuple[Loc, ...] = ((), ("combatants",), ("steps",), ("options",))
"""Parts of a case that must have their shape before the rest can be looked at."""


class Rehearsal(Struct):
    """What playing came to: how each case that could be played came out, and what is wrong."""

    results: list[Result] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def unreadable(self) -> bool:
        """True if anything could not be played."""
        return any(not problem.warning for problem in self.problems)


def named_files(words: Iterable[str], shelf: Shelf) -> list[Path]:
    """Return the scenario files that are meant by ids of rulesets, files and folders.

    Raises:
        ScenarioError: if there is no such thing, or no scenario in it.
    """
    found: list[Path] = []
    for word in words:
        path = shelf.folder(word) or Path(word)
        if not path.exists():
            hint = did_you_mean(word, [one.id for one in shelf.found() if not one.problem])
            raise ScenarioError(
                f"{word}: there is no such file or folder, and no ruleset of that id"
                + (f" ({hint})" if hint else "")
            )
        found += find_files([path])
    return found


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
    """Yield the same as it is found: of each case what is wrong with it, then how it came out."""
    for path in files:
        file = _File(path, shelf)
        for _ in file.play():
            yield from file.take()
        yield from file.take()


class _File:
    """One scenario file."""

    def __init__(self, path: Path, shelf: Shelf) -> None:
        self.path, self.shelf = path, shelf
        self.lines: dict[Loc, int] = {}
        self._news: list[Result | Problem] = []

    def take(self) -> list[Result | Problem]:
        """Return what was found since it was asked for last."""
        news, self._news = self._news, []
        return news

    def play(self) -> Iterator[None]:
        """Check all cases of the file, and play those that can be; stops after each one."""
        data = self._read()
        if data is None:
            return
        try:
            writing = writing_for(self.path, data["ruleset"], self.shelf)
            rules = _some_rules(writing, data["case"])
        except loader.RulesetError as error:
            self._broken(data["ruleset"], error)
            return
        for number, case in enumerate(data["case"]):
            self._case(writing, rules, number, case)
            yield

    def _read(self) -> dict[str, Any] | None:
        """Return the parsed file if it names a ruleset and has cases."""
        try:
            text = self.path.read_text(encoding="utf-8").removeprefix("\ufeff")
            data = parsed(text, str(self.path))
        except loader.RulesetError as error:
            self._news += error.problems
            return None
        except (OSError, UnicodeDecodeError) as error:
            self._say((), f"The file cannot be read: {error}.")
            return None
        self.lines = find_lines(text)
        for key in data:
            if key not in ("ruleset", "case"):
                hint = did_you_mean(key, ("ruleset", "case")) or "there is 'ruleset' or 'case'"
                self._say((key,), f"A scenario file knows no {key!r}.", hint, warning=True)
        if not isinstance(data.get("ruleset"), str):
            self._say(
                (), "'ruleset' names the ruleset of all cases, and is missing.", 'ruleset = "lamplight"'
            )
            return None
        if not isinstance(data.get("case"), list) or not data["case"]:
            self._say((), "There is not one case.", "each one begins with a line [[case]]")
            return None
        return data

    def _broken(self, ident: str, error: loader.RulesetError) -> None:
        """Say why the ruleset cannot be used; each of its own problems names its own file and line."""
        first = error.problems[0]
        if len(error.problems) == 1 and not first.line:
            self._say(("ruleset",), first.message, first.hint)
            return
        self._say(("ruleset",), f"The ruleset {ident!r} has errors, so no case can be played.")
        self._news += error.problems

    def _case(self, writing: Writing, rules: Rules, number: int, case: Any) -> None:
        found = list(case_check.shape(case))
        if not any(finding.at in _HOLDING for finding in found):
            chosen = case.get("options") or {}
            wrong = list(case_check.options(chosen, rules.options))
            found += wrong
            try:
                rules = rules if wrong else loader.load_writing(writing, chosen)
                found += case_check.content(rules, case)
            except loader.RulesetError as error:
                found.append(Finding(("options",), f"These options do not go together:\n{error}"))
        name = str(case.get("id", "?")) if isinstance(case, dict) else "?"
        for finding in found:
            self._find(number, name, finding)
        if not _errors(found):
            self._play(writing, number, case)

    def _play(self, writing: Writing, number: int, case: Mapping[str, Any]) -> None:
        try:
            result = play_case(self.path, writing, case)
        except ScenarioError as error:
            text = str(error).removeprefix(f"{self.path}: ")
            step = ("steps", error.step - 1) if error.step else ()
            self._say(("case", number, *step), text)
            return
        self._news.append(with_line(result, number, self.lines))

    def _find(self, number: int, name: str, finding: Finding) -> None:
        at, key = finding.at, [name]
        if at[:1] == ("steps",) and len(at) > 1:
            key.append(f"step {int(at[1]) + 1}")
            at = at[2:]
        key.append(dotted(at))
        place = ("case", number, *finding.at)
        where = ": ".join(part for part in key if part)
        self._say(place, finding.message, finding.hint, warning=finding.warning, key=where)

    def _say(self, at: Loc, message: str, hint: str = "", *, warning: bool = False, key: str = "") -> None:
        line = next((self.lines[at[:n]] for n in range(len(at), 0, -1) if at[:n] in self.lines), 0)
        key = key or ("" if at[:1] == ("case",) else dotted(at))
        self._news.append(Problem(str(self.path), line or 1, key, message, hint, warning))


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


def _errors(found: Iterable[Finding]) -> bool:
    return any(not finding.warning for finding in found)
