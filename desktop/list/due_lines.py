"""The lines of the strip under the list: one thing to be done, or the same for many, with its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from desktop.commands.table import called
from desktop.list.due import Due, DueTogether
from desktop.widgets.fields import NumberField
from desktop.widgets.flow_layout import YieldingFlow
from desktop.widgets.labels import ShortLabel
from desktop.widgets.menus import let_scroll, underline_letters
from desktop.widgets.plain_text import tip
from rulesets.formula.amounts import Amount
from rulesets.seen.asked import Asked, Matter, again, judged, over, resolved, rolled, settled
from rulesets.seen.number_format import minus
from rulesets.table.commands import Command
from rulesets.vocabulary import DEGREES
from rulesets.vocabulary.checks import FAILURE, SUCCESS

APART = 5
"""Letters between the field for a total and the first button."""


class DueRow(QWidget):
    """Something to be done in a row, with the buttons that do it: on one line, where that can be."""

    asked = Signal(list)
    """Commands to be dispatched."""
    pressed = Signal(str, bool)
    """Name of a button, and whether it is down now."""

    def __init__(
        self, text: str, told: str, parent: QWidget | None = None, *, brief: str = "", least: str = ""
    ) -> None:
        """Say ``text`` before the buttons, with ``told`` as what a pointer on it says.

        Where there is no room for it that is ``brief``, of which ``least`` is cut short first.
        """
        super().__init__(parent)
        self._text, self._told, self._brief, self._least = text, told, brief, least
        self._called = text
        """What is said before the buttons, without a mark."""
        self.answered = False
        """It has been answered, and stands here only as long as the mouse does."""
        self.by_mouse = False
        """The mouse has pressed what was pressed last."""
        self.label = ShortLabel(self, tone="warn")
        self.row = YieldingFlow(self)
        self.row.addWidget(self.label)
        self.buttons: dict[str, QPushButton] = {}
        self._degrees: list[QPushButton] = []
        """Buttons that say how it came out: in a menu where a line has no room for them."""
        self.outcomes: QPushButton | None = None
        """Opens that menu."""
        self.say_due()

    def say_due(self) -> None:
        """Say before the buttons what is to be done."""
        self.say(f"!  {self._text}", f"!  {self._brief}" if self._brief else "")

    def say(self, words: str, brief: str = "") -> None:
        """Show ``words`` before the buttons, or ``brief`` where they have no room."""
        self.label.show_line(words, brief=brief, least=self._least, told=self._told)

    def hold_still(self) -> None:
        """Keep every button where it is and the row as high as it is, whatever is said from now on."""
        if self.isVisible():
            self.label.keep_width(self.label.width())
            self.setMinimumHeight(self.height())

    def let_move(self) -> None:
        """Give everything the room that it asks for again."""
        self.label.keep_width(0)
        self.setMinimumHeight(0)

    def tick(self, outcome: str) -> None:
        """Stay where it is, answered, with what came of it."""
        self.answered = True
        told = self.tr("{what}: {outcome}") if outcome else "{what}"
        self.label.set_tone("quiet")
        self.say(f"✓  {told.format(what=self._called, outcome=outcome)}")
        for one in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            one.setEnabled(one is self.label)

    def first_control(self) -> QWidget | None:
        """Return what takes the keys in this row; None if nothing does."""
        items = (self.row.itemAt(at) for at in range(self.row.count()))
        known = (item.widget() for item in items if item is not None)
        for widget in known:
            for one in () if widget is None else (*widget.findChildren(QLineEdit), widget):
                if one.isVisibleTo(self) and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    return one
        return None

    @property
    def is_rolled(self) -> bool:
        """Whether the keys are led to a total or a roll here, and to nothing that decides by itself."""
        control = None if self.answered else self.first_control()
        return isinstance(control, QLineEdit) or (control is not None and control.objectName() == "roll")

    @property
    def takes_total(self) -> bool:
        """Whether a total is typed here, or for each of those who stand in this row."""
        return False

    def how(self) -> str:
        """Return what the key does to which the keys are led in this row."""
        control = self.first_control()
        if isinstance(control, QLineEdit):
            if typed := control.text().strip():
                return self.tr("Enter records {total}, which was typed there.").format(total=typed)
            return (
                self.tr("Type the total; Enter alone rolls.")
                if "roll" in self.buttons
                else self.tr("Type the total.")
            )
        if isinstance(control, QPushButton) and control.objectName() == "roll":
            return self.tr("Enter rolls.")
        if isinstance(control, QPushButton):
            return self.tr("Enter: {button}.").format(button=control.text())
        return ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keys, as Space does."""
        button = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QPushButton):
            if button.hasFocus() and not event.isAutoRepeat():
                button.click()
            event.accept()
            return
        super().keyPressEvent(event)

    def add_button(self, name: str, text: str) -> QPushButton:
        """Add a button at the end of the row."""
        button = QPushButton(text, self)
        button.setAccessibleName(f"{text}: {self._text}")
        button.setObjectName(name)
        button.clicked.connect(self._tell)
        self.row.addWidget(button)
        self.buttons[name] = button
        return button

    def add_degrees(self, named: Sequence[tuple[str, str]], *, decides: bool) -> None:
        """Add the buttons that say how it came out; where a line has no room for them, a menu of them.

        If nothing is decided by them they say so.
        """
        told = "" if decides else self.tr("Notes it in the log; what comes of it is for you to say.")
        menu = let_scroll(QMenu(self))
        for degree, text in named:
            name = _named(degree)
            self._degrees.append(self.add_button(name, text))
            self._degrees[-1].setToolTip(tip(told))
            self._degrees[-1].setAccessibleDescription(told)
            action = menu.addAction(text.replace("&", "&&"))
            action.setObjectName(name)
            action.triggered.connect(self._tell)
        self.outcomes = QPushButton(self.tr("Outcome"), self)
        self.outcomes.setAccessibleName(f"{self.outcomes.text()}: {self._text}")
        self.outcomes.setMenu(underline_letters(menu))
        self.outcomes.hide()
        self.row.addWidget(self.outcomes)

    def _fold(self) -> None:
        """Put degrees into their menu if the line has no room for their buttons: the rare ones first."""
        if self.outcomes is None:
            return
        items = (self.row.itemAt(at) for at in range(self.row.count()))
        known = [item.widget() for item in items if item is not None]
        fixed = [one for one in known[1:] if one not in (*self._degrees, self.outcomes)]
        rare = [one for one in self._degrees if one.objectName() not in (SUCCESS, FAILURE)]
        for hidden in ([], rare, self._degrees):
            shown = [one for one in self._degrees if one not in hidden]
            wanted = [*fixed, *shown, *([self.outcomes] if hidden else [])]
            width = sum(one.sizeHint().width() + self.row.gap for one in wanted if one is not None)
            told = self.label.minimumSizeHint().width()
            if hidden is not self._degrees and (self._brief or (rare and not hidden)):
                told = max(told, self.label.readable)  # who, and what is rolled, are worth more than buttons
            if told + width <= self.width():
                break
        for button in self._degrees:
            button.setVisible(button not in hidden)
        self.outcomes.setVisible(bool(hidden))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fold()

    def _tell(self, checked: bool) -> None:
        sender = self.sender()
        if sender is not None:
            self.by_mouse = isinstance(sender, QWidget) and sender.underMouse()
            self.pressed.emit(sender.objectName(), checked)
            self.by_mouse = False


OWN = "own:"
"""Begins the name of the button of a degree of the ruleset's own: it may be called like another button."""


def _named(degree: str) -> str:
    return degree if degree in DEGREES else f"{OWN}{degree}"


class DueGroup(DueRow):
    """The same to be done for many: all of it at once, or one by one."""

    opens = Signal(tuple, bool)
    """Each is to be shown, or no longer."""
    typed = Signal(tuple, str)
    """A digit was typed where all are rolled at once."""

    def __init__(self, one: DueTogether, is_open: bool, parent: QWidget | None = None) -> None:
        """Show ``one``; ``is_open`` says whether each is shown below."""
        super().__init__(one.text, _told_of(one), parent, brief=one.brief, least=one.least)
        self.due = one
        self.pressed.connect(self._do)
        first = one.each[0]
        if all(each.asked.dice for each in one.each):
            self.add_button("roll", self.tr("Roll for all"))
        if first.degrees:
            all_of_them = self.tr("All: {degree}")
            self.add_degrees(first.buttons(all_of_them), decides=first.decides)
        if first.asked.attack is not None:
            self.add_button("aside", self.tr("Set all aside"))
        elif first.asked.check is None:
            self.add_button("over", self.tr("All end"))
        each = self.add_button("each", self.tr("One by one"))
        each.setCheckable(True)
        each.setChecked(is_open)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit is the total of the first of them."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.text().isdecimal():
            self.typed.emit(self.due.key, event.text())
            return
        super().keyPressEvent(event)

    @property
    def takes_total(self) -> bool:
        return all(one.takes_total for one in self.due.each)

    def leave_to(self, one: DueTogether) -> None:
        """Be about those only who have still to do it."""
        self.due, self._text, self._called, self._told = one, one.text, one.text, _told_of(one)
        self._brief = one.brief
        self.say_due()

    def _do(self, name: str, checked: bool) -> None:
        if name == "each":
            self.opens.emit(self.due.key, checked)
            return
        commands: list[Command] = []
        for one in self.due.each:
            if name == "roll":
                commands += rolled(one.asked)
            elif name == "aside" and one.asked.attack is not None:
                commands.append(settled(one.asked.attack, ""))
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
        self._asked_again = ""
        """A total that the dice cannot give, for which Enter was pressed once."""
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

    @property
    def beyond(self) -> bool:
        """Whether a total stands here that the dice cannot give. A sum says what was added to them."""
        amount, number, reach = self._amount(), self.number, self._asked.reach
        if reach is None or number is None or not isinstance(amount, Amount) or len(amount.terms) > 1:
            return False
        return self.fallen is None and not reach[0] <= number <= reach[1]

    def let_pass(self) -> bool:
        """Return whether Enter records what stands here: the second one does what no dice can show."""
        if not self.beyond or self._asked_again == self.text():
            return True
        self._asked_again = self.text()
        return False

    def _how(self) -> str:
        """Return how the die is told from the total."""
        low, high = self._asked.faces or (0, 0)
        text = self.tr(
            "{low} and {high} on the die count as such. What is added is typed with a +, as in {sum}."
        )
        return text.format(low=low, high=high, sum=f"{high - 1}+1")

    def _told(self) -> str:
        told, faces = super()._told(), self._asked.faces
        if self.beyond and self._asked.reach is not None:
            least, most = (minus(str(end)) for end in self._asked.reach)
            text = self.tr("{dice} comes to {low} to {high} here. Enter twice records {number} all the same.")
            return text.format(dice=self._asked.dice, low=least, high=most, number=self.text().strip())
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


def _told_of(one: DueTogether) -> str:
    return "\n".join(part for part in (*(each.text for each in one.each), one.told) if part)


class DueLine(DueRow):
    """One thing to be done."""

    shows = Signal(str)
    hurts = Signal(int)
    """The damage of the hit at a place in the log is wanted."""
    has_none = Signal(int)
    """It has none."""

    def __init__(self, one: Due, parent: QWidget | None = None) -> None:
        """Show ``one``."""
        super().__init__(one.text, one.told, parent, brief=one.brief, least=one.least)
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
        elif asked.matter is Matter.ATTACK:
            self.add_button("hit", self.tr("Hit"))
            self.add_button("miss", self.tr("Miss"))
            self.add_button("tie", self.tr("Tie"))
            if asked.earlier:
                self.add_button("aside", self.tr("Set aside"))
        elif asked.matter is Matter.HIT:
            self.add_button("damage", called("damage"))
            self.add_button("none", self.tr("None"))
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

    @property
    def takes_total(self) -> bool:
        return self.due.takes_total

    @property
    def is_half_typed(self) -> bool:
        """Whether a total stands here that was not recorded."""
        return not self.answered and bool(self.total.text().strip())

    def stand_under(self, group: bool) -> None:
        """Say only who, if what is said by the row of all."""
        name = self.due.alone
        self._called = name if group else self.due.text
        if group:
            self.say(f"\u2003{name}")
        else:
            self.say_due()

    def _answers(self) -> None:
        """Offer every way to answer a roll that a rule has asked for."""
        asked = self.due.asked
        if self.due.takes_total:
            self.total.show()
            self.total.setAccessibleName(self.tr("Total rolled"))
            self.total.setPlaceholderText(self.tr("total"))
            self.total.returnPressed.connect(self._rolled)
            self._add_total()
        if asked.dice:
            self.add_button("roll", self.tr("Roll {dice}").format(dice=asked.dice))
        if self.due.degrees:
            text = "{degree}" if self.due.decides else self.tr("Note: {degree}")
            self.add_degrees(self.due.buttons(text), decides=self.due.decides)

    def _add_total(self) -> None:
        """Put the field for the total apart from the buttons: a click that misses decides nothing."""
        apart = QWidget(self)
        inside = QHBoxLayout(apart)
        inside.setContentsMargins(0, 0, APART * self.fontMetrics().averageCharWidth(), 0)
        inside.addWidget(self.total)
        self.row.addWidget(apart)

    def _rolled(self) -> None:
        asked = self.due.asked
        if not self.total.let_pass():
            return
        if self.total.number is not None:
            self.asked.emit(rolled(asked, self.total.number, self.total.die))
        elif asked.timely and asked.dice and not self.total.text().strip():
            self.asked.emit(rolled(asked))

    def _do(self, name: str) -> None:
        asked = self.due.asked
        match name:
            case "roll":
                self.asked.emit(rolled(asked))
            case "happens":
                self.asked.emit(resolved(asked))
            case "never":
                self.asked.emit(resolved(asked, cancel=True))
            case "hit" | "miss" | "tie" if asked.attack is not None:
                self.asked.emit([settled(asked.attack, name)])
            case "aside" if asked.attack is not None:
                self.asked.emit([settled(asked.attack, "")])
            case "damage":
                self.hurts.emit(asked.step)
            case "none":
                self.has_none.emit(asked.step)
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
