"""The log as a list model: one row for each command in force, rendered when it is first looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.roles import Role
from rulesets.encounter.changes import changes_of

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts
    from rulesets.texts import EntryText, LogEntry

Index = QModelIndex | QPersistentModelIndex


class LogModel(QAbstractListModel):
    """The entries in force, oldest first, all of them or those that concern one combatant."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Show the log of the bridge's encounter, if one is open."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._entries: list[LogEntry] = []
        self._shown: list[int] = []
        """Numbers of the entries shown, ascending."""
        self._rendered: dict[int, EntryText] = {}
        self._about: frozenset[str] = frozenset()
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._start_over)
        self._start_over()

    # -- interface -----------------------------------------------------------------------------------

    def show_only(self, ids: frozenset[str]) -> None:
        """Show the entries that concern any of ``ids`` (a combatant and its group), or all for none."""
        if ids == self._about:
            return
        self._about = ids
        self._remove(0)
        self._append(range(len(self._entries)))

    def cursor_after(self, index: Index) -> int:
        """Return how many entries are in force when everything after this one is taken back."""
        return self._shown[index.row()] + 1

    def is_last(self, index: Index) -> bool:
        """Return whether nothing happened after this entry."""
        return self.cursor_after(index) == len(self._entries)

    def entry_text(self, index: Index) -> EntryText | None:
        """Return the rendered entry of an index."""
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        number = self._shown[index.row()]
        text = self._rendered.get(number)
        if text is None:
            text = self._rendered[number] = self._texts.entry(self._entries[number])
        return text

    def plain(self, index: Index) -> str:
        """Return an entry as plain text, as it is copied."""
        text = self.entry_text(index)
        if text is None:
            return ""
        head = "  ".join(part for part in (text.place, text.title) if part)
        return "\n".join([head, *(f"    {line}" for line in text.lines)])

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        text = self.entry_text(index)
        if text is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text.title
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self.plain(index)
            case Role.ENTRY:
                return text
            case Role.CURSOR:
                return self.cursor_after(index)
        return None

    # -- internal ------------------------------------------------------------------------------------

    def _start_over(self) -> None:
        self.beginResetModel()
        self._entries = list(self._bridge.log) if self._bridge.is_open else []
        self._rendered.clear()
        self._about = frozenset()
        self._shown = list(range(len(self._entries)))
        self.endResetModel()

    def _follow(self, _changes: object) -> None:
        """Take off what was undone, add what was done. Every signal is one command or one step of travel."""
        log = self._bridge.log
        kept = min(len(log), len(self._entries))
        while kept and self._entries[kept - 1] is not log[kept - 1]:
            kept -= 1
        if kept < len(self._entries):
            self._remove(bisect_left(self._shown, kept))
            del self._entries[kept:]
            for number in [number for number in self._rendered if number >= kept]:
                del self._rendered[number]
        first = len(self._entries)
        self._entries.extend(log[first:])
        self._append(range(first, len(self._entries)))

    def _remove(self, first: int) -> None:
        if first < len(self._shown):
            self.beginRemoveRows(QModelIndex(), first, len(self._shown) - 1)
            del self._shown[first:]
            self.endRemoveRows()

    def _append(self, numbers: Sequence[int]) -> None:
        new = [n for n in numbers if not self._about or self._about & concerned(self._entries[n])]
        if new:
            first = len(self._shown)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._shown.extend(new)
            self.endInsertRows()


_PARAMS = ("who", "by", "to", "on", "slot", "target", "after")


def concerned(entry: LogEntry) -> frozenset[str]:
    """Return the ids of everybody a log entry is about: who was ordered, who is told of, who changed."""
    found: set[str] = set()
    for event in entry.events:
        params = getattr(event, "params", None)
        if isinstance(params, dict):
            for name in _PARAMS:
                _collect(params.get(name), found)
    for name in _PARAMS:
        _collect(getattr(entry.command, name, None), found)
    changes = changes_of(entry.events)
    return frozenset(found | changes.combatants | set(changes.joined) | set(changes.left))


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str) and value:
        found.add(value)
    elif isinstance(value, list | tuple):
        found.update(item for item in value if isinstance(item, str))
