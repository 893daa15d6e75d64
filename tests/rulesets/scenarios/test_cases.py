"""Every case plays, and is played once: whoever proves something of all of them looks on (``visitors``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulesets.reading import loader
from tests.rulesets.every_case import CASE_FILES, CASES, FILES, STORIES, Case, cases_of
from tests.rulesets.scenarios.replay import Replay, Visitor, looked_often
from tests.rulesets.scenarios.visitors import (
    VISITORS,
    Counts,
    NamedFormulas,
    RollsStayAsTheyWere,
    RollsStaySometimes,
    StatsPoolsAndTracks,
    Totals,
)
from tests.sampling import slow_tests_run

SYSTEMS = {file.stem: file for file in FILES}


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case, subtests: pytest.Subtests, pytestconfig: pytest.Config) -> None:
    """What the case says holds, and so does what a visitor proves of it; each that fails is told by name."""
    slow = slow_tests_run(pytestconfig)
    replay = Replay(case, [visitor for visitor in VISITORS if slow or not visitor.slow]).run()
    for name, found in replay.found.items():
        with subtests.test(name):
            raise found
    assert not replay.found


class Fails(Visitor):
    """Nobody ever acts."""

    def after(self, step: object) -> None:
        assert not self.state.walk.active


class Looks(Visitor):
    """There is a table."""

    def after(self, step: object) -> None:
        self.looked += 1


def test_a_visitor_that_fails_says_where_and_hides_no_other() -> None:
    """It is told with case, step and what it proves; who stands beside it looks on to the end."""
    case = next(case for case in CASES if case.name == "saga-edition-0")
    replay = Replay(case, [Fails, Looks]).run()
    (found,) = replay.found.values()
    for part in (case.data["id"], "saga-edition.toml", "step 1: ", "Nobody ever acts."):
        assert part in str(found)
    assert isinstance(found.__cause__, AssertionError)
    assert replay.visitors[1].looked == len(case.data["steps"])


def test_a_step_that_cannot_be_played_is_told_by_the_case() -> None:
    """The rest of the case is left; what came before it was looked at."""
    case = next(case for case in CASES if case.name == "saga-edition-0")
    wrong = replace(case, data={**case.data, "steps": [*case.data["steps"], {"do": "strt"}]})
    replay = Replay(wrong, VISITORS).run()
    assert list(replay.found) == ["Holds"]
    assert "strt" in str(replay.found["Holds"])


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("visitor", "least"),
    [
        pytest.param(StatsPoolsAndTracks, 500, marks=pytest.mark.slow),
        (Counts, 100),
        (NamedFormulas, 0),
        pytest.param(RollsStayAsTheyWere, 100, marks=pytest.mark.slow),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_there_is_much_to_be_explained(system: str, visitor: type[Visitor], least: int) -> None:
    """Whoever finds nothing to look at proves nothing."""
    if visitor is NamedFormulas and not loader.load(system).formulas:
        return
    assert looked_often(visitor, [case for case in CASES if case.ruleset == system], least)


def test_there_are_many_rolls_to_be_explained_later() -> None:
    assert looked_often(RollsStaySometimes, cases_of(SYSTEMS["kaiser"]), 100)


@pytest.mark.parametrize("path", [*FILES, *STORIES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_there_is_much_to_be_counted(path: Path) -> None:
    assert looked_often(Totals, cases_of(path), 10)


def test_most_cases_come_to_steps_that_a_file_keeps() -> None:
    """More than five hundred are opened again."""
    told = [
        any(step.get("do", "compute") not in ("compute", "undo", "redo") for step in case.data["steps"])
        for file in CASE_FILES
        for case in cases_of(file)
    ]
    assert sum(told) > 500
