"""The lines of the strip under the list: one thing to be done, or the same for many, with its buttons."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop.list.due import Due, DueTogether
from desktop.widgets.fields import NumberField
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip
from rulesets.formula.amounts import Amount
from rulesets.seen.asked import Asked, Matter, again, judged, over, resolved, rolled
from rulesets.table.commands import Command
from rulesets.vocabulary import DEGREES

APART = 5
"""Letters between the field for a total and the first button."""


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


OWN = "own:"
"""Begins the name of the button of a degree of the ruleset's own: it may be called like another button."""


def _named(degree: str) -> str:
    return degree if degree in DEGREES else f"{OWN}{degree}"


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
            self.add_button(_named(degree), self.tr("All: {degree}").format(degree=word))
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
                commands += judged(one.asked, name.removeprefix(OWN))
        self.asked.emit(commands)


class TotalField(NumberField):
    """Takes the total of a roll, and tells what the die showed from it where that counts for itself.

    A number alone is the die with what the rules add. Of a sum the first is the die: 19+1 is no 20 of it.
    """

    def __init__(self, parent: QWidget, asked: Asked) -> None:
        """Take the total of what is ``asked``."""
        super().__init__(parent, digits=3)
        self._asked = asked
        if self._asked.faces is not None:
            self.setToolTip(tip(self._how()))

    @property
    def die(self) -> int | None:
        """What the dice showed; None where that does not count, and where they cannot show it."""
        amount, number, faces = self._amount(), self.number, self._asked.faces
        if faces is None or number is None or not isinstance(amount, Amount):
            return None
        if self.fallen is not None:
            die = sum(self.fallen[1].results)
        elif len(amount.terms) > 1:
            die = amount.terms[0].sign * amount.terms[0].number
        else:
            die = number - self._asked.plus
        return die if faces[0] <= die <= faces[1] else None

    def _how(self) -> str:
        """Return how the die is told from the total."""
        low, high = self._asked.faces or (0, 0)
        text = self.tr(
            "{low} and {high} on the die count as such. What is added is typed with a +, as in {sum}."
        )
        return text.format(low=low, high=high, sum=f"{high - 1}+1")

    def _told(self) -> str:
        told, faces = super()._told(), self._asked.faces
        if faces is None or self.unread:
            return told
        if self.number is None:
            return self._how()
        said = self.tr("{number} on the die.").format(number=self.die)
        if self.die is None:
            said = self.tr("A total: the die does not show it.")
        elif self.die in faces and self._asked.plus + self.die == self.number:
            low, high = faces
            other = f"{high - 1}+1" if self.die == high else f"{low + 1}-1"
            said = self.tr("{number} on the die, which counts as such. With a bonus type {sum}.").format(
                number=self.die, sum=other
            )
        return " ".join(filter(None, (told, said)))


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
        self.total = TotalField(self, one.asked)
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
        if asked.check is not None and asked.check.against is not None:
            self.total.show()
            self.total.setAccessibleName(self.tr("Total rolled"))
            self.total.setPlaceholderText(self.tr("total"))
            self.total.returnPressed.connect(self._rolled)
            self._add_total()
        if asked.dice:
            self.add_button("roll", self.tr("Roll {dice}").format(dice=asked.dice))
        for degree, word in reversed(self.due.degrees):
            self.add_button(_named(degree), word)

    def _add_total(self) -> None:
        """Put the field for the total apart from the buttons: a click that misses decides nothing."""
        apart = QWidget(self)
        inside = QHBoxLayout(apart)
        inside.setContentsMargins(0, 0, APART * self.fontMetrics().averageCharWidth(), 0)
        inside.addWidget(self.total)
        self.row.addWidget(apart)

    def _rolled(self) -> None:
        if self.total.number is not None:
            self.asked.emit(rolled(self.due.asked, self.total.number, self.total.die))

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
            case degree if degree.removeprefix(OWN) in asked.degrees:
                self.asked.emit(judged(asked, degree.removeprefix(OWN)))

    def _again(self) -> None:
        if self.rounds.unread:
            self.rounds.setFocus()  # it says there what is wrong with it
            return
        self.asked.emit(again(self.due.asked, self.rounds.number or 1))
