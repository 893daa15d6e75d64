"""Watches an initiative model: what it tells, and whether it shows what a new one would."""

from __future__ import annotations

from typing import Any

from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy

from desktop.bridge import Bridge
from desktop.list.model import InitiativeModel
from desktop.widgets.texts import Texts

Opened = tuple[Bridge, Texts]


class Watch:
    """Counts what a model tells, and holds it to Qt's rules."""

    def __init__(self, model: InitiativeModel) -> None:
        self.model = model
        warning = QAbstractItemModelTester.FailureReportingMode.Warning
        self.tester = QAbstractItemModelTester(model, warning)
        self.changed = QSignalSpy(model.dataChanged)
        self.moved = QSignalSpy(model.rowsMoved)
        self.inserted = QSignalSpy(model.rowsInserted)
        self.removed = QSignalSpy(model.rowsRemoved)
        self.laid_out = QSignalSpy(model.layoutChanged)
        self.reset = QSignalSpy(model.modelReset)

    def rows(self) -> list[tuple[int, int]]:
        """Ranges of rows that look different."""
        return [(spy[0].row(), spy[1].row()) for spy in map(self.changed.at, range(self.changed.count()))]

    def told(self) -> dict[str, int]:
        """How often each signal came, as far as it came."""
        spies = {
            "changed": self.changed,
            "moved": self.moved,
            "inserted": self.inserted,
            "removed": self.removed,
            "laid out": self.laid_out,
            "reset": self.reset,
        }
        return {name: spy.count() for name, spy in spies.items() if spy.count()}


def watched(opened: Opened, parent: Any) -> tuple[Bridge, InitiativeModel, Watch]:
    bridge, texts = opened
    model = InitiativeModel(bridge, texts, parent)
    return bridge, model, Watch(model)


def ids(model: InitiativeModel) -> list[str]:
    return [model.combatant_at(row) for row in range(model.rowCount())]


def assert_as_new(bridge: Bridge, texts: Texts, model: InitiativeModel) -> None:
    """The model shows what one that was made just now would show, row by row."""
    fresh = InitiativeModel(bridge, texts)
    assert model.rows == fresh.rows
    assert [model.row_of(ident) for ident in ids(fresh)] == list(range(fresh.rowCount()))
    assert model.columns == fresh.columns
