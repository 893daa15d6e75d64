"""What has been found, as it is told: one finding for each slip, in the order of the files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from rulesets.reading.leaving import together
from rulesets.reading.problems import Problem

MOST_LINES = 5
"""Further lines that one finding names."""
_MISSING = re.compile(
    r"^(?:With .*?: )?There is no (?P<what>(?!key|value|entry)\w+)(?: or \w+| and no other name)? "
    r"(?P<word>'[^']*')( here)?\.$"
)

_UNMADE = re.compile(r"There is no \[[\w.-]*?([\w-]+)\] to be changed")
"""What an option would have made, if it had a label: nothing else is said of those that refer to it."""


def gathered(problems: Iterable[Problem]) -> list[Problem]:
    """Return ``problems`` sorted; what is missing in many places is told once, at the first of them."""
    first: dict[tuple[str, str], Problem] = {}
    lines: dict[tuple[str, str], list[int]] = {}
    hints: dict[tuple[str, str], list[str]] = {}
    told: list[tuple[str, str] | Problem] = []
    problems = list(problems)
    unmade = {match[1] for problem in problems if (match := _UNMADE.search(problem.message))}
    for problem in sorted(problems, key=lambda found: (found.file, found.line)):
        match = _MISSING.match(problem.message)
        if match is not None and match["word"].strip("'") in unmade:
            continue
        if match is None:
            told.append(problem)
            continue
        key = (problem.file, match["what"] + match["word"])
        hints.setdefault(key, []).append(problem.hint)
        if key not in first:
            first[key] = problem
            told.append(key)
        elif problem.line != first[key].line and problem.line not in lines.get(key, ()):
            lines.setdefault(key, []).append(problem.line)
    return [
        one
        if isinstance(one, Problem)
        else _with(replace(first[one], hint=together(hints[one])), lines.get(one, []))
        for one in told
    ]


def _with(problem: Problem, lines: list[int]) -> Problem:
    if not lines:
        return problem
    more = len(lines) - MOST_LINES
    named = [str(line) for line in lines[:MOST_LINES]] + ([f"{more} more"] if more > 0 else [])
    where = " and ".join(part for part in (", ".join(named[:-1]), named[-1]) if part)
    what = "line" if len(lines) == 1 else "lines"
    return replace(problem, message=f"{problem.message} It is asked for in {what} {where}, too.")
