"""The session's journal, kept in an encounter file: a command is committed before the window shows it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TypeVar

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.values import Branch

T = TypeVar("T")


class NotKept(OSError):
    """A command could not be kept, for the reason in ``error``; it did not happen."""

    def __init__(self, error: StorageError) -> None:
        """Carry a storage error to where an OSError is expected of a journal."""
        super().__init__(str(error))
        self.error = error


class FileJournal:
    """Writes what happens into an open encounter file.

    The session counts entries of its line; the file numbers its rows for good. The two differ as soon as
    something was undone and another command given, so the numbers of the line are kept here.
    """

    def __init__(self, file: EncounterFile, numbers: tuple[int, ...], cursor: int) -> None:
        """Go on with the line of ``file``: ``numbers`` are its rows, the first ``cursor`` are in force."""
        self._file = file
        self._numbers = list(numbers)
        self._cursor = cursor

    @property
    def tip(self) -> int:
        """Number of the line's last row; 0 without one."""
        return self._numbers[-1] if self._numbers else 0

    def append(self, body: bytes, label: str) -> None:
        """Keep an entry; those that could have been redone become a branch.

        Raises:
            NotKept: if it could not be written; nothing has changed then.
        """
        number = self._guarded(lambda: self._file.append(body, label, cut=True))
        self._numbers[self._cursor :] = [number]
        self._cursor += 1

    def move(self, cursor: int) -> None:
        """Keep that the first ``cursor`` entries of the line are in force.

        Raises:
            NotKept: if it could not be written; nothing has changed then.
        """
        number = self._numbers[cursor - 1] if cursor else 0
        self._guarded(lambda: self._file.move(number))
        self._cursor = cursor

    def branches(self) -> Sequence[Branch]:
        """Return the entries that were cut off, the branch written last first; raises NotKept."""
        return self._guarded(self._file.branches)

    def branch(self, tip: int) -> tuple[int, list[bytes]]:
        """Return how many entries a branch shares with the line, and its own, oldest first.

        Raises:
            ValueError: if there is no such branch.
            NotKept: if it could not be read.
        """
        rows = self._guarded(lambda: self._file.branch(tip))
        return self._shared(rows[0].parent), [row.body for row in rows]

    def replace(self, cursor: int, entries: Sequence[tuple[bytes, str]]) -> None:
        """Keep new entries with their labels after the first ``cursor`` of the line, in one go.

        Raises:
            NotKept: if they could not be written; nothing has changed then.
        """
        after = self._numbers[cursor - 1] if cursor else 0
        numbers = self._guarded(lambda: self._file.replace(after, entries))
        self._numbers[cursor:] = numbers
        self._cursor = len(self._numbers)

    def bring_back(self, tip: int, cursor: int | None = None) -> None:
        """Keep that a branch is the line now, the first ``cursor`` of its entries in force, or all.

        Raises:
            NotKept: if it could not be written; nothing has changed then.
            ValueError: if there is no such branch.
        """
        rows = self._guarded(lambda: self._file.branch(tip))
        shared = self._shared(rows[0].parent)
        line = [*self._numbers[:shared], *(row.seq for row in rows)]
        there = len(line) if cursor is None else cursor
        to = line[there - 1] if there else 0
        self._guarded(lambda: self._file.bring_back(tip, to))
        self._numbers, self._cursor = line, there

    @property
    def switched_from(self) -> tuple[int, int]:
        """The branch that was the line until one was brought back just now, and how many of it stood."""
        tip, seq = self._file.switched_from
        try:
            rows = self._guarded(lambda: self._file.branch(tip)) if tip else []
        except ValueError:
            rows = []
        if not rows:
            return 0, 0
        return tip, self._shared(rows[0].parent) + sum(row.seq <= seq for row in rows)

    @property
    def moved_last(self) -> int:
        """-1 if the last row takes entries of the line back, 1 if it does them again; or 0."""
        return {"undo": -1, "redo": 1}.get(self._file.last_kind, 0)

    def _shared(self, ancestor: int) -> int:
        """Return how many rows of the line go up to ``ancestor``; numbers only ever grow along a line."""
        return bisect_right(self._numbers, ancestor)

    def _guarded(self, write: Callable[[], T]) -> T:
        try:
            return write()
        except StorageError as error:
            raise NotKept(error) from error
