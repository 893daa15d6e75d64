"""All commands with their keys, as a table: in the window, in the list, and which are not the usual ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from desktop.commands.keys import IN_LIST, Keys
from desktop.widgets.fuzzy import fold

Index = QModelIndex | QPersistentModelIndex
COMMAND, MENU, ANYWHERE, LIST = range(4)


class Command(Protocol):
    """A command that can have keys."""

    @property
    def ident(self) -> str:
        """Its name."""

    @property
    def group(self) -> str:
        """The menu it stands in."""

    @property
    def text(self) -> str:
        """What it says."""


class KeysModel(QAbstractTableModel):
    """One row per command; rows never move, a filter hides them."""

    def __init__(self, keys: Keys, commands: Sequence[Command], parent: QObject | None = None) -> None:
        """Show ``commands`` and follow ``keys``."""
        super().__init__(parent)
        self._keys, self._commands = keys, commands
        keys.changed.connect(self._changed)

    def command(self, row: int) -> Command | None:
        """Return the command of a row."""
        return self._commands[row] if 0 <= row < len(self._commands) else None

    def fits(self, row: int, query: str) -> bool:
        """True if a command's text, menu or keys have every word of ``query``."""
        cells = (str(self.index(row, column).data()) for column in range(self.columnCount()))
        text = fold(" ".join(cells))
        return all(word in text for word in fold(query).split())

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._commands)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Command"), self.tr("Menu"), self.tr("Anywhere"), self.tr("In the list"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        command = self.command(index.row())
        if command is None:
            return None
        binding = {ANYWHERE: command.ident, LIST: IN_LIST + command.ident}.get(index.column(), "")
        changed = bool(binding) and self._keys.is_changed(binding)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(command, index.column(), binding, changed=changed)
            case Qt.ItemDataRole.FontRole if changed:
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole if changed:
                usual = ", ".join(self._keys.usual(binding)) or self.tr("none")
                return self.tr("Changed; usual: {keys}").format(keys=usual)
        return None

    def _cell(self, command: Command, column: int, binding: str, *, changed: bool) -> str:
        if column == COMMAND:
            return command.text
        if column == MENU:
            return command.group
        shown = self._keys.shown(binding)
        if not changed:
            return shown
        return self.tr("{keys} *").format(keys=shown) if shown else self.tr("none *")

    def _changed(self) -> None:
        self.dataChanged.emit(self.index(0, ANYWHERE), self.index(len(self._commands) - 1, LIST))
