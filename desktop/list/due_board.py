"""A strip under the list, where it moves no row: what must not be forgotten, with the buttons that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop.list.due import Due, DueTogether, due, together
from desktop.widgets.fields import NumberField, ToneLabel
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.plain_text import tip
from rulesets.seen.asked import Matter, again, judged, over, resolved, rolled
from rulesets.table.changes import Changes
from rulesets.table.commands import Check, Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge


MOST = 4
"""Lines that are shown; the others are counted and come up as these are done."""


class DueBoard(QFrame):
    """Is there only while something is due."""

    shows = Signal(str)
    """The combatant that a line is about should be selected."""

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

    def _open(self, key: tuple[str, ...], each: bool) -> None:
        """Show what stands as one row one by one besides, or no longer."""
        (self._each.add if each else self._each.discard)(key)
        self._show(together(self._bridge.scene, self._due))

    def _line(self, one: Due | DueTogether) -> DueLine | DueGroup:
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
        answered = self.sender()
        with self._bridge.one_step():
            for command in commands:
                if len(commands) > 1 and not self._still_asked(command):
                    continue  # the roll before it has made it pointless
                if self._bridge.dispatch(command) is None:
                    return
        if isinstance(answered, DueLine):
            answered.total.number = None  # another one that is alike may stand here next

    def _still_asked(self, command: Command) -> bool:
        """Return whether a roll that is to be answered is still open."""
        if not isinstance(command, Check):
            return True
        return any((one.who, one.name) == (command.who, command.name) for one in self._bridge.state.asked)


class DueRow(QWidget):
    """Something to be done in a row, with the buttons that do it."""

    asked = Signal(list)
    """Commands to be dispatched."""
    pressed = Signal(str, bool)
    """Name of a button, and whether it is down now."""

    def __init__(self, text: str, told: str, parent: QWidget | None = None) -> None:
        """Say ``text`` before the buttons, with ``told`` as what a pointer on it says."""
        super().__init__(parent)
        self._text = text
        self.label = ToneLabel(f"!  {text}", self, tone="warn")
        self.label.setToolTip(tip(told))
        self.label.setWordWrap(False)
        self.row = FlowLayout(self)
        self.row.addWidget(self.label)
        self.buttons: dict[str, QPushButton] = {}

    def add_button(self, name: str, text: str) -> QPushButton:
        """Add a button at the end of the row."""
        button = QPushButton(text, self)
        button.setAccessibleName(f"{text}: {self._text}")
        button.setObjectName(name)
        button.clicked.connect(self._tell)
        self.row.addWidget(button)
        self.buttons[name] = button
        return button

    def _tell(self, checked: bool) -> None:
        sender = self.sender()
        if sender is not None:
            self.pressed.emit(sender.objectName(), checked)


class DueGroup(DueRow):
    """The same to be done for many: all of it at once, or one by one."""

    opens = Signal(tuple, bool)
    """Each is to be shown, or no longer."""

    def __init__(self, one: DueTogether, is_open: bool, parent: QWidget | None = None) -> None:
        """Show ``one``; ``is_open`` says whether each is shown below."""
        told = "\n".join(part for part in (*(each.text for each in one.each), one.told) if part)
        super().__init__(one.text, told, parent)
        self.due = one
        self.pressed.connect(self._do)
        first = one.each[0]
        if all(each.asked.dice for each in one.each):
            self.add_button("roll", self.tr("Roll for all"))
        for degree, word in reversed(first.degrees):
            self.add_button(degree, self.tr("All: {degree}").format(degree=word))
        if first.asked.check is None:
            self.add_button("over", self.tr("All end"))
        each = self.add_button("each", self.tr("One by one"))
        each.setCheckable(True)
        each.setChecked(is_open)

    def _do(self, name: str, checked: bool) -> None:
        if name == "each":
            self.opens.emit(self.due.key, checked)
            return
        commands: list[Command] = []
        for one in self.due.each:
            if name == "roll":
                commands += rolled(one.asked)
            elif name == "over":
                commands += over(one.asked)
            else:
                commands += judged(one.asked, name)
        self.asked.emit(commands)


class DueLine(DueRow):
    """One thing to be done."""

    shows = Signal(str)

    def __init__(self, one: Due, parent: QWidget | None = None) -> None:
        """Show ``one``."""
        super().__init__(one.text, one.told, parent)
        self.due = one
        self.pressed.connect(self._do)
        self.rounds = NumberField(self, least=1, digits=2)
        self.rounds.hide()
        self.total = NumberField(self, digits=3)
        self.total.hide()
        asked = one.asked
        if asked.matter is Matter.REACTION:
            self.add_button("happens", self.tr("It happens"))
            self.add_button("never", self.tr("It does not"))
        elif asked.check is not None:
            self._answers()
        elif asked.matter is Matter.UPKEEP:
            self.add_button("maintain", self.tr("Maintain"))
            self.add_button("over", self.tr("Let it end"))
        else:
            self.add_button("over", self.tr("It ends"))
            self.rounds.show()
            self.rounds.setAccessibleName(self.tr("Rounds more"))
            self.rounds.setPlaceholderText("1")
            self.rounds.returnPressed.connect(self._again)
            self.row.addWidget(self.rounds)
            self.add_button("again", self.tr("More rounds"))
        self.add_button("shows", self.tr("Show"))
        self.buttons["shows"].setText("→")  # of one letter: the word went to a line of its own
        self.buttons["shows"].setToolTip(self.tr("Show"))
        self.buttons["shows"].setMaximumWidth(self.fontMetrics().averageCharWidth() * 5)

    def stand_under(self, group: bool) -> None:
        """Say only who, if what is said by the row of all."""
        name = self.due.name if self.due.nth == 1 else f"{self.due.name} ({self.due.nth})"
        self.label.say(f"\u2003{name}" if group else f"!  {self.due.text}")

    def _answers(self) -> None:
        """Offer every way to answer a roll that a rule has asked for."""
        asked = self.due.asked
        if asked.dice:
            self.add_button("roll", self.tr("Roll {dice}").format(dice=asked.dice))
        if asked.check is not None and asked.check.against is not None:
            self.total.show()
            self.total.setAccessibleName(self.tr("Total rolled"))
            self.total.setPlaceholderText(self.tr("total"))
            self.total.returnPressed.connect(self._rolled)
            self.row.addWidget(self.total)
        for degree, word in reversed(self.due.degrees):
            self.add_button(degree, word)

    def _rolled(self) -> None:
        if self.total.number is not None:
            self.asked.emit(rolled(self.due.asked, self.total.number))

    def _do(self, name: str) -> None:
        asked = self.due.asked
        match name:
            case "roll":
                self.asked.emit(rolled(asked))
            case "happens":
                self.asked.emit(resolved(asked))
            case "never":
                self.asked.emit(resolved(asked, cancel=True))
            case "maintain":
                self.asked.emit([asked.maintain])
            case "over":
                self.asked.emit(over(asked))
            case "again":
                self._again()
            case "shows":
                self.shows.emit(asked.who)
            case degree if degree in asked.degrees:
                self.asked.emit(judged(asked, degree))

    def _again(self) -> None:
        if self.rounds.unread:
            self.rounds.setFocus()  # it says there what is wrong with it
            return
        self.asked.emit(again(self.due.asked, self.rounds.number or 1))
