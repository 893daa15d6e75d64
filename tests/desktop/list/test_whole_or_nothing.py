"""No error leaves a model half changed: a view that looks into one ends the program, with every window."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.exceptions import capture_exceptions

import desktop
from desktop.list.model import InitiativeModel
from desktop.list.rows.maker import RowMaker
from desktop.log.model import LogModel
from desktop.widgets.texts import Texts
from rulesets.table import commands as cmd
from tests.desktop.list.tables import begun, gathered
from tests.desktop.list.watching import assert_as_new, ids

CHANGING = {
    "beginResetModel": "endResetModel",
    "beginInsertRows": "endInsertRows",
    "beginRemoveRows": "endRemoveRows",
    "beginMoveRows": "endMoveRows",
    "beginInsertColumns": "endInsertColumns",
    "beginRemoveColumns": "endRemoveColumns",
}
SAFE = frozenset(
    {"clear", "extend", "insert", "pop", "len", "tuple", "frozenset", "_count_rows", "min", "max"}
)
"""What may be called in between: nothing that looks at the fight, its rules or its texts."""


def stumble(*_: object) -> None:
    raise ValueError("an error in the midst of it")


def test_what_cannot_be_shown_leaves_an_empty_list(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    bridge, texts = gathered()
    model = InitiativeModel(bridge, texts)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    assert model.rowCount()
    monkeypatch.setattr(RowMaker, "row", stumble)
    with capture_exceptions() as errors:
        bridge.take(bridge.session)
    assert [str(error) for _, error, _ in errors] == ["an error in the midst of it"]
    assert (model.rowCount(), model.columnCount(), model.sides) == (0, 0, {})
    monkeypatch.undo()
    bridge.take(bridge.session)
    assert_as_new(bridge, texts, model)
    assert tester.model() is model


@pytest.mark.slow
def test_a_change_that_cannot_be_followed_makes_the_list_anew(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge, texts = begun()
    model = InitiativeModel(bridge, texts)
    monkeypatch.setattr(InitiativeModel, "_arrange", stumble)
    with capture_exceptions() as errors:
        bridge.dispatch(cmd.Add(combatant={"id": "newcomer", "name": "Newcomer"}))
    assert len(errors) == 1
    monkeypatch.undo()
    assert "newcomer" in ids(model)
    assert_as_new(bridge, texts, model)


def test_a_log_that_cannot_be_said_is_empty_and_comes_back(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge, _ = begun()
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.line)
    model = LogModel(bridge, texts)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    whole = model.rowCount()
    monkeypatch.setattr(texts, "section", stumble)
    with capture_exceptions() as errors:
        bridge.take(bridge.session)
    assert len(errors) == 1
    assert model.rowCount() == 0
    with capture_exceptions() as errors:
        bridge.dispatch(cmd.EndTurn())
    assert errors
    assert model.rowCount() == 0
    monkeypatch.undo()
    bridge.undo()
    assert model.rowCount() >= whole
    assert tester.model() is model


def changes(tree: ast.AST) -> Iterator[tuple[str, Sequence[ast.stmt]]]:
    """Yield every change that a model announces, with what stands between its begin and its end."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if not isinstance(block, list):
                continue
            for at, statement in enumerate(block):
                for begin in called(statement) & CHANGING.keys():
                    if isinstance(statement, ast.Expr | ast.If) and begin in called(first_line(statement)):
                        ends = [n for n, one in enumerate(block[at:], at) if CHANGING[begin] in called(one)]
                        yield begin, block[at + 1 : ends[0]] if ends else block[at + 1 :]


def first_line(statement: ast.stmt) -> ast.AST:
    """A statement without what it encloses."""
    return statement.test if isinstance(statement, ast.If) else statement


def called(node: ast.AST) -> set[str]:
    """Names of everything that is called in there."""
    calls = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
    return {one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in calls}


FILES = sorted(Path(desktop.__file__).parent.rglob("*.py"))


@pytest.mark.slow
def test_between_begin_and_end_nothing_is_asked_that_could_fail() -> None:
    """Build first, then exchange: in every model, for every kind of change, wherever it stands."""
    found = 0
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        if not any(begin in text for begin in CHANGING):
            continue
        for begin, between in changes(ast.parse(text)):
            found += 1
            asked = set().union(*map(called, between)) - SAFE if between else set()
            assert not asked, f"{file.name}: {begin} … {asked}"
    assert found > 10
