"""A strip under the list, where it moves no row: what must not be forgotten, with the buttons that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.list.due import Due, DueTogether, due, together
from desktop.widgets.labels import ToneLabel
from desktop.widgets.to_sheet import ToSheet
from rulesets.table.changes import Changes
from rulesets.table.commands import Check, Command
from rulesets.table.events import Told
from rulesets.vocabulary.checks import FAILURE

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.list.due_lines import DueGroup, DueLine

MOST = 4
"""Lines that are shown; the others are counted and come up as these are done."""


class DueBoard(QFrame):
    """Is there only while something is due."""

    shows = Signal(str)
    """The combatant that a line is about should be selected."""
    renewed = Signal()
    """There are other lines now."""
    enters = Signal(object)
    """ToSheet: of a roll that was failed it is still to be entered what comes of it."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Follow ``bridge``."""
        super().__init__(parent)
        self._bridge = bridge
        self._due: list[Due] = []
        self._each: set[tuple[str, ...]] = set()
        """What of those that stand as one row is shown one by one."""
        self.lines: list[DueLine] = []
        self.groups: list[DueGroup] = []
        self.setAccessibleName(self.tr("To be done now"))
        self._more = ToneLabel("", self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 12, 6)
        self._column.setSpacing(3)
        self._column.addWidget(self._more)
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._renew)
        self._renew()

    def _follow(self, _changes: Changes) -> None:
        self._renew()

    def _renew(self) -> None:
        """Show what is due; lines that are still due stay as they are, with what was typed into them."""
        found = due(self._bridge.scene) if self._bridge.is_open else []
        if found != self._due:
            self._due = found
            self._show(together(self._bridge.scene, found) if found else [])
        self.setVisible(bool(self._due))

    def _show(self, found: Sequence[Due | DueTogether]) -> None:
        from desktop.list.due_lines import DueGroup, DueLine  # nothing is due at most starts: 2 ms

        rows = found[:MOST]
        wanted: list[Due | DueTogether] = []
        for row in rows:
            wanted.append(row)
            if isinstance(row, DueTogether) and row.key in self._each:
                wanted += row.each[:MOST]
        kept: dict[Due | DueTogether, DueLine | DueGroup] = {line.due: line for line in self.lines}
        kept |= {group.due: group for group in self.groups}
        for shown, line in kept.items():
            if shown not in wanted:
                self._column.removeWidget(line)
                line.hide()
                line.deleteLater()
        lines = [kept.get(one) or self._line(one) for one in wanted]
        inside = {one for row in rows if isinstance(row, DueTogether) for one in row.each}
        for line in lines:
            if isinstance(line, DueLine):
                line.stand_under(line.due in inside)
        self.lines = [line for line in lines if isinstance(line, DueLine)]
        self.groups = [line for line in lines if isinstance(line, DueGroup)]
        for at, line in enumerate(lines):
            self._column.removeWidget(line)
            self._column.insertWidget(at, line)
        left = len(found) - len(rows)
        self._more.say(self.tr("%n more", "", left) if left > 0 else "")
        self.renewed.emit()

    def _open(self, key: tuple[str, ...], each: bool) -> None:
        """Show what stands as one row one by one besides, or no longer."""
        (self._each.add if each else self._each.discard)(key)
        self._show(together(self._bridge.scene, self._due))

    def _line(self, one: Due | DueTogether) -> DueLine | DueGroup:
        from desktop.list.due_lines import DueGroup, DueLine

        if isinstance(one, DueTogether):
            group = DueGroup(one, one.key in self._each, self)
            group.asked.connect(self._do)
            group.opens.connect(self._open)
            return group
        line = DueLine(one, self)
        line.asked.connect(self._do)
        line.shows.connect(self.shows)
        return line

    def _do(self, commands: list[Command]) -> None:
        sender = self.sender()
        answered = next((line for line in self.lines if line is sender), None)
        told: list[Told] = []
        with self._bridge.one_step():
            for command in commands:
                if len(commands) > 1 and not self._still_asked(command):
                    continue  # the roll before it has made it pointless
                done = self._bridge.dispatch(command)
                if done is None:
                    return
                told += [event for event in done.entry.events if isinstance(event, Told)]
        if answered is not None:
            answered.total.number = None  # another one that is alike may stand here next
        self._enter(told)

    def _enter(self, told: Sequence[Told]) -> None:
        """Ask for what comes of a failure where the ruleset says that it is entered: one sheet for all."""
        failed: dict[str, list[str]] = {}
        for event in told:
            rule = self._bridge.rules.checks.get(event.params["check"]) if event.code == "checked" else None
            if rule is not None and rule.side(event.params["degree"]) == FAILURE:
                failed.setdefault(rule.sheet, []).append(event.params["who"])
        for sheet, who in failed.items():
            if sheet:
                self.enters.emit(ToSheet(sheet, tuple(dict.fromkeys(who)), ""))
                return

    def _still_asked(self, command: Command) -> bool:
        """Return whether a roll that is to be answered is still open."""
        if not isinstance(command, Check):
            return True
        return any((one.who, one.name) == (command.who, command.name) for one in self._bridge.state.asked)
