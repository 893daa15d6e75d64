"""Tables of the dialogs: rows are read and chosen, Enter or a double click opens one, Ctrl+C copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)


class _WholeRows(QStyledItemDelegate):
    """Marks rows, not cells: a cell with the focus would be drawn in a colour of its own."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus


class PlainTable(QTableView):
    """A table of texts that nobody edits."""

    opened = Signal(int)
    """A row was double-clicked, or Enter pressed on it."""
    copying = Signal()
    """Ctrl+C was pressed."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        """Show ``model``; ``name`` is what the table is called for those who do not see it."""
        super().__init__(parent)
        self._stretched, self._least = -1, 0
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setHighlightSections(False)
        self.setItemDelegate(_WholeRows(self))
        self.doubleClicked.connect(self._open)

    def set_widths(self, stretched: int, *letters: int) -> None:
        """Give every column room for so many letters; the ``stretched`` one takes what is left, too."""
        letter = self.fontMetrics().averageCharWidth()
        self._stretched, self._least = stretched, letters[stretched] * letter
        for column, count in enumerate(letters):
            self.setColumnWidth(column, count * letter)
        self._stretch()

    def _stretch(self) -> None:
        """Use the width there is; where there is too little the table scrolls, and nothing is squeezed."""
        if self._stretched >= 0:
            header = self.horizontalHeader()
            others = header.length() - header.sectionSize(self._stretched)
            self.setColumnWidth(self._stretched, max(self._least, self.viewport().width() - others))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def wrap(self) -> None:
        """Let rows be as high as their texts need."""
        self.setWordWrap(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    @property
    def row(self) -> int:
        """The row that is chosen, or -1."""
        return self.currentIndex().row()

    def rows(self) -> list[int]:
        """Return the rows that are selected, in their order."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    @contextmanager
    def keeping_rows(self, known_by: Callable[[int], object]) -> Iterator[None]:
        """Have chosen and selected afterwards what is now, wherever it then stands.

        ``known_by`` tells what a row is found by again. A model that is filled anew lets go of both, which
        nobody asked for.
        """
        kept, here = {known_by(row) for row in self.rows()}, None if self.row < 0 else known_by(self.row)
        yield
        flag = QItemSelectionModel.SelectionFlag
        for row in range(self.model().rowCount()):
            name, index = known_by(row), self.model().index(row, 0)
            if here is not None and name == here and self.row < 0:
                self.selectionModel().setCurrentIndex(index, flag.NoUpdate)
            if name in kept:
                self.selectionModel().select(index, flag.Select | flag.Rows)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copying.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.row >= 0:
                self.opened.emit(self.row)
        else:
            super().keyPressEvent(event)
