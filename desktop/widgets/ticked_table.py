"""Rows with a tick before each: Space ticks those that are selected, Enter is left to the dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop.widgets.plain_table import PlainTable
from desktop.widgets.read_table import ReadTable

Index = QModelIndex | QPersistentModelIndex
_CHECK = Qt.ItemDataRole.CheckStateRole


class TickedModel(ReadTable):
    """Entries of which some are wanted; subclasses say what they are, and reset the ticks with them."""

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without entries."""
        super().__init__(parent)
        self._off: set[int] = set()
        """Rows that are not ticked; set while the model is reset."""

    def is_ticked(self, row: int) -> bool:
        """Return whether a row is wanted."""
        return row not in self._off

    @property
    def count(self) -> int:
        """How many rows are ticked."""
        return len(self.entries()) - len(self._off)

    def toggle(self, rows: Sequence[int]) -> None:
        """Tick these rows, or none of them if all are."""
        if not rows:
            return
        if any(row in self._off for row in rows):
            self._off.difference_update(rows)
        else:
            self._off.update(rows)
        self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), 0), [_CHECK])
        self.ticked.emit()

    # -- ReadTable -----------------------------------------------------------------------------------

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == _CHECK and index.column() == 0:
            return Qt.CheckState.Unchecked if index.row() in self._off else Qt.CheckState.Checked
        return super().data(index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != _CHECK or index.column() != 0:
            return False
        if (Qt.CheckState(value) == Qt.CheckState.Checked) != self.is_ticked(index.row()):
            self.toggle([index.row()])
        return True


class TickedTable(PlainTable):
    """Space ticks the selected rows, wherever the mark is; a double click ticks one, Enter accepts."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        """Show a ``TickedModel``; ``name`` is for those who do not see the table."""
        super().__init__(model, name, parent)
        self.setSelectionMode(PlainTable.SelectionMode.ExtendedSelection)
        self.opened.connect(self._toggle_one)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._toggle(self.rows())
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # it presses the button of the dialog
            return
        super().keyPressEvent(event)

    def _toggle_one(self, row: int) -> None:
        self._toggle([row])

    def _toggle(self, rows: Sequence[int]) -> None:
        model = self.model()
        if isinstance(model, TickedModel):
            model.toggle(rows)
