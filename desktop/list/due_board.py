"""A strip over the list: what the game master must not forget now, each with the buttons that do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop.list.due import Due, due
from desktop.widgets.fields import NumberField, ToneLabel
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.plain_text import tip
from rulesets.seen.asked import Matter, again, judged, over, resolved, rolled
from rulesets.table.changes import Changes
from rulesets.table.commands import Command

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
        self.lines: list[DueLine] = []
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
            wanted = found[:MOST]
            kept = {line.due: line for line in self.lines if line.due in wanted}
            for line in self.lines:
                if line.due not in kept:
                    self._column.removeWidget(line)
                    line.hide()
                    line.deleteLater()
            self.lines = [kept.get(one) or self._line(one) for one in wanted]
            for at, line in enumerate(self.lines):
                self._column.removeWidget(line)
                self._column.insertWidget(at, line)
            left = len(found) - len(wanted)
            self._more.say(self.tr("%n more", "", left) if left > 0 else "")
        self.setVisible(bool(self._due))

    def _line(self, one: Due) -> DueLine:
        line = DueLine(one, self)
        line.asked.connect(self._do)
        line.shows.connect(self.shows)
        return line

    def _do(self, commands: list[Command]) -> None:
        with self._bridge.one_step():
            for command in commands:
                if self._bridge.dispatch(command) is None:
                    return


class DueLine(QWidget):
    """One thing to be done."""

    asked = Signal(list)
    """Commands to be dispatched."""
    shows = Signal(str)

    def __init__(self, one: Due, parent: QWidget | None = None) -> None:
        """Show ``one``."""
        super().__init__(parent)
        self.due = one
        self.label = ToneLabel(f"!  {one.text}", self, tone="warn")
        self.label.setToolTip(tip(one.told))
        self.label.setWordWrap(False)
        row = FlowLayout(self)
        row.addWidget(self.label)
        self.buttons: dict[str, QPushButton] = {}
        self.rounds = NumberField(self, least=1, digits=2)
        self.rounds.hide()
        self.total = NumberField(self, digits=3)
        self.total.hide()
        asked = one.asked
        if asked.matter is Matter.REACTION:
            self._button(row, "happens", self.tr("It happens"))
            self._button(row, "never", self.tr("It does not"))
        elif asked.check is not None:
            self._answers(row)
        elif asked.matter is Matter.UPKEEP:
            self._button(row, "maintain", self.tr("Maintain"))
            self._button(row, "over", self.tr("Let it end"))
        else:
            self._button(row, "over", self.tr("It ends"))
            self.rounds.show()
            self.rounds.setAccessibleName(self.tr("Rounds more"))
            self.rounds.setPlaceholderText("1")
            self.rounds.returnPressed.connect(self._again)
            row.addWidget(self.rounds)
            self._button(row, "again", self.tr("More rounds"))
        self._button(row, "shows", self.tr("Show"))

    def _answers(self, row: FlowLayout) -> None:
        """Offer every way to answer a roll that a rule has asked for."""
        asked, words = self.due.asked, self._degrees()
        if asked.dice:
            self._button(row, "roll", self.tr("Roll {dice}").format(dice=asked.dice))
        if asked.check is not None and asked.check.against is not None:
            self.total.show()
            self.total.setAccessibleName(self.tr("Total rolled"))
            self.total.setPlaceholderText(self.tr("total"))
            self.total.returnPressed.connect(self._rolled)
            row.addWidget(self.total)
        for degree in reversed(asked.degrees):
            self._button(row, degree, words[degree])

    def _degrees(self) -> dict[str, str]:
        return {
            "critical-success": self.tr("Critical success"),
            "success": self.tr("Success"),
            "failure": self.tr("Failure"),
            "critical-failure": self.tr("Critical failure"),
        }

    def _rolled(self) -> None:
        if self.total.number is not None:
            self.asked.emit(rolled(self.due.asked, self.total.number))

    def _button(self, row: FlowLayout, name: str, text: str) -> None:
        button = QPushButton(text, self)
        button.setAccessibleName(f"{text}: {self.due.text}")
        button.setObjectName(name)
        button.clicked.connect(self._pressed)
        row.addWidget(button)
        self.buttons[name] = button

    def _pressed(self) -> None:
        sender, asked = self.sender(), self.due.asked
        match sender.objectName() if sender is not None else "":
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
