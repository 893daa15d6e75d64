"""Scenario files on disk: which there are, what they hold, and the ruleset that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading import loader
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc, Problem, dotted
from rulesets.reading.raw import parsed
from rulesets.reading.shelf import FILE, LIBRARY, Shelf
from rulesets.scenarios.check import shape
from rulesets.scenarios.findings import Finding
from rulesets.scenarios.steps import ScenarioError
from rulesets.table.writing import Writing

NO_CASES = ("ruleset.toml", "ruleset.*.toml", "judgement.toml")
"""Files of a ruleset that hold no cases, as patterns."""


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files named or found in named folders, sorted within each folder.

    Raises:
        ScenarioError: if a path does not exist or a folder holds none.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.toml") if _holds_cases(p))
            if not inside:
                raise ScenarioError(f"{path}: the folder holds no scenario files")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise ScenarioError(f"{path}: there is no such file or folder")
    return found


def _holds_cases(path: Path) -> bool:
    """Return whether a file of a folder is a scenario file, and none of those that a ruleset consists of."""
    stat_blocks = path.name == LIBRARY and path.with_name(FILE).is_file()
    return not stat_blocks and not any(fnmatch(path.name, no) for no in NO_CASES)


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


def writing_for(path: Path, ruleset: str, shelf: Shelf) -> Writing:
    """Return the ruleset that a scenario file names: the one beside it, or the one on ``shelf``.

    Raises:
        RulesetError: if it cannot be read, or there is none.
    """
    beside = path.parent.parent / FILE
    if beside.is_file() and (beside.parent.name == ruleset or shelf.folder(ruleset) is None):
        return shelf.writing(beside)
    return shelf.writing(ruleset)


class ScenarioFile(Struct, dict=True):
    """A scenario file as it was read: nothing in it has been looked at but that it has cases of a ruleset."""

    path: Path
    ruleset: str = ""
    cases: list[Any] = []
    """As they are written; empty if the file can tell of none."""
    text: str = ""
    """All of it; "" if it cannot be read."""
    problems: list[Problem] = []

    @cached_property
    def lines(self) -> dict[Loc, int]:
        """Place of a key → its line, from 1. It is looked for when something is said of the file: rarely."""
        return find_lines(self.text)

    def problem(
        self, at: Loc, message: str, hint: str = "", *, warning: bool = False, key: str = ""
    ) -> Problem:
        """Return what is wrong at a place of the file, with its line."""
        line = next((self.lines[at[:n]] for n in range(len(at), 0, -1) if at[:n] in self.lines), 0)
        key = key or ("" if at[:1] == ("case",) else dotted(at))
        return Problem(str(self.path), line or 1, key, message, hint, warning)

    def problem_of(self, number: int, finding: Finding) -> Problem:
        """Return what was found in the case at place ``number``, named by its id and step."""
        case, at = self.cases[number], finding.at
        key = [str(case.get("id", "?")) if isinstance(case, dict) else "?"]
        if at[:1] == ("steps",) and len(at) > 1:
            key.append(f"step {int(at[1]) + 1}")
            at = at[2:]
        key.append(dotted(at))
        where = ": ".join(part for part in key if part)
        place = ("case", number, *finding.at)
        return self.problem(place, finding.message, finding.hint, warning=finding.warning, key=where)


def read(path: Path) -> ScenarioFile:
    """Return what a scenario file holds; whatever keeps it from being one stands in its problems."""
    found = ScenarioFile(path, problems=[])
    try:
        text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
        data = parsed(text, str(path))
    except loader.RulesetError as error:
        found.problems += error.problems
        return found
    except (OSError, UnicodeDecodeError) as error:
        found.problems.append(found.problem((), f"The file cannot be read: {error}."))
        return found
    found.text = text
    found.problems += _head(found, data)
    if not any(not problem.warning for problem in found.problems):
        found.ruleset, found.cases = data["ruleset"], data["case"]
    return found


def _head(found: ScenarioFile, data: dict[str, Any]) -> Iterator[Problem]:
    for key in data:
        if key not in ("ruleset", "case"):
            hint = did_you_mean(key, ("ruleset", "case")) or "there is 'ruleset' or 'case'"
            yield found.problem((key,), f"A scenario file knows no {key!r}.", hint, warning=True)
    if not isinstance(data.get("ruleset"), str):
        message = "'ruleset' names the ruleset of all cases, and is missing."
        yield found.problem((), message, 'ruleset = "lamplight"')
    elif not isinstance(data.get("case"), list) or not data["case"]:
        yield found.problem((), "There is not one case.", "each one begins with a line [[case]]")


def read_file(path: Path) -> dict[str, Any]:
    """Return ``ruleset`` and ``case`` of a file whose cases have the shape of cases.

    Raises:
        ScenarioError: with everything that keeps it from being one.
    """
    file = read(path)
    wrong = [problem for problem in file.problems if not problem.warning]
    for number, case in enumerate(file.cases):
        wrong += [file.problem_of(number, one) for one in shape(case) if not one.warning]
    if wrong:
        raise ScenarioError("\n".join(map(str, wrong)))
    return {"ruleset": file.ruleset, "case": file.cases}
