"""A journal in memory that forgets nothing: a tree of entries, one path of which is the line."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.fight.storage.values import Branch


class TreeJournal:
    """Numbers entries for good, as the file does; can run out of room."""

    def __init__(self) -> None:
        self.parents: dict[int, int] = {}
        self.bodies: dict[int, bytes] = {}
        self.labels: dict[int, str] = {}
        self.line: list[int] = []
        self.cursor = 0
        self.full = False
        self.switched_from = (0, 0)
        self.moved_last = 0

    @property
    def tip(self) -> int:
        return self.line[-1] if self.line else 0

    def append(self, body: bytes, label: str) -> None:
        self._write()
        number = len(self.parents) + 1
        self.parents[number] = self.line[self.cursor - 1] if self.cursor else 0
        self.bodies[number], self.labels[number] = body, label
        self.line[self.cursor :] = [number]
        self.cursor += 1

    def move(self, cursor: int) -> None:
        self._write()
        self.moved_last = -1 if cursor < self.cursor else 1
        self.cursor = cursor

    def branches(self) -> Sequence[Branch]:
        tips = set(self.parents) - set(self.parents.values()) - set(self.line)
        found = []
        for tip in sorted(tips, reverse=True):
            own = [number for number in self._path(tip) if number not in self.line]
            first, last = self.labels[own[0]], self.labels[tip]
            found.append(Branch(tip, self.parents[own[0]], len(own), first, last, 0.0))
        return found

    def branch(self, tip: int) -> tuple[int, Sequence[bytes]]:
        if tip not in [branch.tip for branch in self.branches()]:
            raise ValueError(tip)
        path = self._path(tip)
        own = [number for number in path if number not in self.line]
        return len(path) - len(own), [self.bodies[number] for number in own]

    def replace(self, cursor: int, entries: Sequence[tuple[bytes, str]]) -> None:
        self._write()
        self.cursor = cursor
        for body, label in entries:
            self.append(body, label)

    def bring_back(self, tip: int, cursor: int | None = None) -> None:
        self._write()
        self.switched_from = (self.tip, self.cursor)
        self.line = self._path(tip)
        self.cursor = len(self.line) if cursor is None else cursor

    def _path(self, tip: int) -> list[int]:
        path: list[int] = []
        while tip:
            path.insert(0, tip)
            tip = self.parents[tip]
        return path

    def _write(self) -> None:
        if self.full:
            raise OSError("no room left")
        self.switched_from, self.moved_last = (0, 0), 0
