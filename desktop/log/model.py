"""The log as a list model: one row for each command, rendered when it is first looked at, under headings.

Commands that were taken back stay in sight behind those in force until a new command cuts them off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.log.lines import (
    LogLine,
    Place,
    concerned,
    is_routine,
    number_of,
    placed,
    spot,
)
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role
from rulesets.seen.why.log import phase_began

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.table.entry import Entry
    from rulesets.words.texts import EntryText

Index = QModelIndex | QPersistentModelIndex
_LOOKS = [Role.LINE, Role.ENTRY, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole]


class LogModel(QAbstractListModel):
    """The entries of the line, oldest first, all of them or those that concern one combatant or a word."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Show the log of the bridge's encounter, if one is open."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._entries: list[Entry] = []
        self._sections: list[str] = []
        self._cursor = 0
        self._shown: list[Place] = []
        self._rendered: dict[int, EntryText] = {}
        self._concerned: dict[int, frozenset[str]] = {}
        self._about: frozenset[str] = frozenset()
        self._words = ""
        self._missed: list[int] = []
        """Numbers of the entries that came since it was said what is shown, and are not."""
        self._sealed: int | None = None
        """Number of the entry from which on declarations are sealed."""
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._start_over)
        self._start_over()

    # -- interface -----------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """How many entries are in force."""
        return self._cursor

    @property
    def undone(self) -> int:
        """How many entries can be redone."""
        return len(self._entries) - self._cursor

    @property
    def newer_hidden(self) -> int:
        """How many entries in force have come since it was said what is shown, and are not shown."""
        return bisect_left(self._missed, self._cursor)

    def show_only(self, ids: frozenset[str] | None = None, words: str | None = None) -> None:
        """Show the entries that concern any of ``ids`` (a combatant and its group) and say ``words``.

        No ids are all, '' is anything; what is None stays as it was.
        """
        about = self._about if ids is None else ids
        said = self._words if words is None else words.casefold().strip()
        if (about, said) == (self._about, self._words):
            return
        self._about, self._words = about, said
        self._remove(0)
        self._append(range(len(self._entries)))
        self._missed = []

    def unread(self, most: int) -> bool:
        """Render up to ``most`` more entries, so that looking for words need not; False once all are."""
        for number in range(len(self._entries)):
            if number not in self._rendered:
                if not most:
                    return True
                most -= 1
                self._text(number)
        return False

    def cursor_after(self, index: Index) -> int:
        """Return how many entries are in force when this one is the last of them."""
        return self._shown[index.row()].number + 1

    def is_last(self, index: Index) -> bool:
        """Return whether this entry is the last one in force."""
        return self.cursor_after(index) == self._cursor

    def is_undone(self, index: Index) -> bool:
        """Return whether this entry was taken back."""
        return self.cursor_after(index) > self._cursor

    def is_entry(self, index: Index) -> bool:
        """Return whether this is an entry and no heading."""
        return index.isValid() and not self._shown[index.row()].heading

    def now(self) -> QModelIndex:
        """Return the row of the last shown entry in force; an invalid index without one."""
        row = bisect_left(self._shown, self._cursor, key=number_of) - 1
        return self.index(row) if row >= 0 else QModelIndex()

    def entry_text(self, index: Index) -> EntryText | None:
        """Return the rendered entry of an index; None for a heading."""
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        place = self._shown[index.row()]
        return None if place.heading else self._text(place.number)

    def line(self, index: Index) -> LogLine:
        """Return a row as it is painted."""
        return self.line_at(index.row())

    def line_at(self, row: int) -> LogLine:
        """Return a row, by its number, as it is painted."""
        place = self._shown[row]
        if place.heading:
            return LogLine(heading=place.heading, undone=place.number >= self._cursor)
        number, text = place.number, self._text(place.number)
        return LogLine(
            text=text,
            spot=spot(text.place, self._sections[number]),
            undone=number >= self._cursor,
            newest=number == self._cursor - 1,
            first_undone=number == self._cursor,
            routine=is_routine(self._entries[number], text),
        )

    def plain(self, index: Index) -> str:
        """Return a row as plain text, as it is copied."""
        place = self._shown[index.row()]
        if place.heading:
            return place.heading
        text = self._text(place.number)
        head = "  ".join(part for part in (text.place, text.title) if part)
        return "\n".join([head, *(f"    {line}" for line in text.lines)])

    def plain_log(self) -> str:
        """Return every row shown that is in force as plain text, a blank line above each heading."""
        last = bisect_left(self._shown, self._cursor, key=number_of)
        rows = (self.index(row) for row in range(last))
        text = "\n".join(("" if self.is_entry(row) else "\n") + self.plain(row) for row in rows)
        return text.strip("\n")

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen: the arrow keys pass over them."""
        return super().flags(index) if self.is_entry(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                text = self.entry_text(index)
                return self._shown[index.row()].heading if text is None else text.title
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self.plain(index))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(index)
            case Role.LINE:
                return self.line(index)
            case Role.ENTRY:
                return self.entry_text(index)
            case Role.CURSOR:
                return self.cursor_after(index)
        return None

    # -- internal ------------------------------------------------------------------------------------

    def _spoken(self, index: Index) -> str:
        if self.is_entry(index) and self.is_undone(index):
            return self.tr("Taken back: {step}").format(step=self.plain(index))
        return self.plain(index)

    def _text(self, number: int) -> EntryText:
        text = self._rendered.get(number)
        if text is None:
            sealed = self._sealed is not None and number >= self._sealed
            text = self._texts.entry(self._entries[number], sealed=sealed)
            self._rendered[number] = text
        return text

    def _seal(self) -> None:
        """Keep to itself what was declared in a phase that seals it, until that phase is over."""
        bridge = self._bridge
        wanted = None
        if bridge.is_open and bridge.scene.sealed:
            kept = self._sealed is not None and self._cursor > self._sealed
            wanted = self._sealed if kept else phase_began(bridge.state, self._entries[: self._cursor])
        was, self._sealed = self._sealed, wanted
        if was == wanted:
            return
        first = min(number for number in (was, wanted) if number is not None)
        for number in range(first, len(self._entries)):
            self._rendered.pop(number, None)
        self._look_again(first, len(self._entries))

    def _start_over(self) -> None:
        """Show another log: all of it is made before anything is exchanged, or there is none."""
        entries: list[Entry] = []
        sections: list[str] = []
        try:
            if self._bridge.is_open:
                entries = list(self._bridge.line)
                sections = [self._texts.section(entry) for entry in entries]
        except Exception:
            self._exchange([], [], 0)
            raise
        self._exchange(entries, sections, self._bridge.cursor if entries else 0)
        self._seal()

    def _exchange(self, entries: list[Entry], sections: list[str], cursor: int) -> None:
        shown = placed(range(len(entries)), sections.__getitem__, None)
        self.beginResetModel()
        self._entries, self._sections, self._shown = entries, sections, shown
        self._rendered, self._concerned = {}, {}
        self._about, self._words, self._cursor, self._sealed = frozenset(), "", cursor, None
        self._missed = []
        self.endResetModel()

    def _take(self, entries: Sequence[Entry]) -> None:
        sections = [self._texts.section(entry) for entry in entries]
        self._entries += entries
        self._sections += sections

    def _follow(self, _changes: object) -> None:
        """Take off what was cut off, add what was done, and repaint what was taken back or redone.

        Where that fails in the midst of it the log is made anew: it shows all of a line or nothing.
        """
        try:
            self._follow_closely()
        except Exception:
            self._start_over()
            raise

    def _follow_closely(self) -> None:
        line, was = self._bridge.line, self._cursor
        kept = min(len(line), len(self._entries))
        while kept and self._entries[kept - 1] is not line[kept - 1]:
            kept -= 1
        if kept < len(self._entries):
            self._cut(kept)
        self._cursor = self._bridge.cursor
        first = len(self._entries)
        self._take(line[first:])
        self._append(range(first, len(self._entries)))
        self._look_again(min(was, self._cursor) - 1, max(was, self._cursor))
        self._seal()

    def _cut(self, kept: int) -> None:
        """Forget the entries from ``kept`` on."""
        self._remove(bisect_left(self._shown, kept, key=number_of))
        for number in range(kept, len(self._entries)):
            self._rendered.pop(number, None)
            self._concerned.pop(number, None)
        del self._missed[bisect_left(self._missed, kept) :]
        del self._entries[kept:]
        del self._sections[kept:]

    def _look_again(self, first: int, last: int) -> None:
        """Tell that entries from ``first`` to ``last`` look different."""
        top = bisect_left(self._shown, first, key=number_of)
        bottom = bisect_left(self._shown, last + 1, key=number_of) - 1
        if top <= bottom:
            self.dataChanged.emit(self.index(top), self.index(bottom), _LOOKS)

    def _remove(self, first: int) -> None:
        if first < len(self._shown):
            self.beginRemoveRows(QModelIndex(), first, len(self._shown) - 1)
            del self._shown[first:]
            self.endRemoveRows()

    def _append(self, numbers: Sequence[int]) -> None:
        wanted = [number for number in numbers if self._fits(number)]
        if len(wanted) < len(numbers):
            fitting = frozenset(wanted)
            self._missed += (number for number in numbers if number not in fitting)
        before = self._sections[self._shown[-1].number] if self._shown else None
        new = placed(wanted, self._sections.__getitem__, before)
        if new:
            first = len(self._shown)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._shown.extend(new)
            self.endInsertRows()

    def _fits(self, number: int) -> bool:
        if self._about:
            about = self._concerned.get(number)
            if about is None:
                about = self._concerned[number] = concerned(self._entries[number])
            if not self._about & about:
                return False
        if not self._words:
            return True
        text = self._text(number)
        said = " ".join((text.title, *text.lines)).casefold()
        return all(word in said for word in self._words.split())
