"""Small fields that the side panels and dialogs share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCompleter, QDialog, QLineEdit, QSizePolicy, QToolTip, QWidget

from desktop.theme import theme_of
from desktop.widgets.completion import let_tab_take
from desktop.widgets.field_note import (
    FieldNote,
    bounds,
    examples,
    how_to_throw,
    no_code,
    still_to_throw,
    why_no_number,
)
from desktop.widgets.plain_text import tip
from desktop.widgets.wild_die import wild_of
from rulesets.formula.amounts import LARGEST, Amount, AmountError, Fallen, read_amount
from rulesets.formula.dice import Dice, RandomDice, print_code
from rulesets.formula.wild import throw

_PAD = Qt.KeyboardModifier.KeypadModifier


@cache
def _steps() -> dict[int, int]:
    """Key → how far it steps; the names of all keys are made with the first one that is asked for: 6 ms."""
    return {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class TypedField(QLineEdit):
    """A line that tells typing from being set: what is half typed is never overwritten from outside."""

    typed = Signal()
    """The GM changed the text."""
    committed = Signal()
    """The GM is done with it: Enter, or the focus went elsewhere, and the text differs from what was set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._set = ""
        self._tried: str | None = None
        """Text that was committed and, as it is still there, refused: it is not tried again by itself."""
        self.textEdited.connect(self._on_edited)
        self.editingFinished.connect(self._on_finished)

    def offer(self, text: str) -> None:
        """Show ``text`` unless the GM is typing something else here."""
        half_typed = self.hasFocus() and self.text() not in (self._set, self._tried)
        self._set = text
        if not half_typed and self.text() != text:
            self.setText(text)

    def put(self, text: str) -> None:
        """Show ``text`` whatever is being typed."""
        self._set = text
        self.setText(text)

    def put_back(self) -> None:
        """Show again what was set last."""
        self.setText(self._set)

    @property
    def is_typed(self) -> bool:
        """True if something else stands here than was set."""
        return self.text() != self._set

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_typed:
            # It closes what the field is in, or leads back to the list: once is enough. A dialog is closed
            # as it stands, and may be gone on with.
            if not isinstance(self.window(), QDialog):
                self.put_back()
                self.typed.emit()
            event.ignore()
            return
        super().keyPressEvent(event)

    def _on_edited(self, _text: str) -> None:
        self._tried = None
        self.typed.emit()

    def offer_words(self, words: Iterable[str]) -> None:
        """Offer words while something is typed; one that is taken is done with. Any other can be typed."""
        completer = QCompleter([*words], self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        completer.activated.connect(self._on_taken)
        let_tab_take(self, completer)

    def _on_taken(self, word: str) -> None:
        self.setText(word)
        self.typed.emit()
        self._on_finished()

    def _on_finished(self) -> None:
        if self.text() not in (self._set, self._tried):
            self._tried = self.text()
            self.committed.emit()


class NumberField(TypedField):
    """A whole number, or nothing; also a sum ('12+5') or dice ('3d8+4', '3D+1').

    Enter, or going on to another field, throws dice that were typed; '3d8+4 = 5 6 6' says how they fell at
    the table. What is no number stays as it is, and is said under the field. Up and Down change it by 1, Page
    Up and Page Down by 10.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        least: int | None = None,
        most: int = LARGEST,
        digits: int = 4,
        room: int = 0,
        dice: Dice | None = None,
    ) -> None:
        """Take ``least`` to ``most``, wide enough for ``digits``; ``dice`` are thrown for what is typed.

        Where there is ``room`` for so many letters it takes it: dice are typed there ('3d8+4+2d6').
        """
        super().__init__(parent)
        self._least, self._most = least, most
        self._digits, self._room = digits, room
        self._dice = dice or RandomDice()
        self._usual: int | None = None
        """What is meant while nothing is filled in, where that is known."""
        self._fell = ""
        self._to_throw = ""
        """Dice that Enter throws while nothing is typed."""
        self._times = 1
        """How many times what the dice show counts."""
        self._fallen: tuple[str, Fallen] | None = None
        """How the dice fell whose sum stands there: in words, and what was typed with what it came to."""
        self._note: FieldNote | None = None
        wide = QSizePolicy.Policy.Maximum if room else QSizePolicy.Policy.Fixed
        self.setSizePolicy(wide, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.textChanged.connect(self._on_text)

    @property
    def number(self) -> int | None:
        """The number typed; None for nothing, and for what is :attr:`unread`."""
        amount = self._amount()
        return self._come_to(amount) if isinstance(amount, Amount) and self._takes(amount) else None

    @number.setter
    def number(self, value: int | None) -> None:
        self.put("" if value is None else self._shown(value))

    @property
    def thrown(self) -> bool:
        """False while dice stand there that have still to be thrown."""
        amount = self._amount()
        return not (isinstance(amount, Amount) and amount.number is None)

    @property
    def unread(self) -> str:
        """Why what stands there is no number yet, in words, or ''."""
        amount = self._amount()
        if amount is None:
            return ""
        if isinstance(amount, AmountError):
            return why_no_number(amount)
        if amount.number is None:
            return still_to_throw(self._dice_typed())
        return "" if self._takes(amount) else bounds(self._least, self._most)

    def _shown(self, number: int) -> str:
        """Return how a number is written here."""
        return str(number)

    def begin(self, *, usual: int | None = None, suggested: int | None = None) -> None:
        """Stand as nobody has filled it in.

        What the rules take when nothing is filled in (``usual``) is shown, and left to them. What they leave
        open can be suggested: that is filled in.
        """
        self.number, self._usual = suggested, usual
        self.setPlaceholderText("" if usual is None else str(usual))

    def throw(self) -> bool:
        """Throw the dice that were typed and show what they come to; False if there are none."""
        amount = self._amount()
        if not isinstance(amount, Amount) or not amount.dice:
            return False
        typed, fallen = self._dice_typed(), self._fall(amount)
        self._tried = None
        self.setText(str(self._sum(fallen)))
        self._fell, self._fallen = self._told_of(typed, fallen), (typed, fallen)
        self._select_shown()
        self._show_note()
        self.typed.emit()
        return True

    def _select_shown(self) -> None:
        """Have what is typed next take the place of what was worked out here, not stand behind it."""
        if self.hasFocus():
            self.selectAll()

    def offer_dice(self, dice: str) -> None:
        """Have Enter throw ``dice`` as long as nothing is typed; '' for none."""
        self._to_throw = dice
        self.setPlaceholderText(dice)

    def _fall(self, amount: Amount) -> Fallen:
        """Return how the dice of an amount fall, as far as that was not typed; of a code one may be wild."""
        thrown = throw(amount, self._dice, wild_of(self))
        return amount.thrown(self._dice) if thrown is None else thrown.fallen

    @property
    def fell(self) -> str:
        """How the dice fell whose sum stands there ('3d8+4: 5 + 6 + 6 + 4 = 21'), or ''."""
        return self._fell

    @property
    def fallen(self) -> tuple[str, Fallen] | None:
        """What was typed as dice and how they fell, thrown here or at the table; None without dice."""
        amount = self._amount()
        if isinstance(amount, Amount) and amount.fell and self.number is not None:
            return self._dice_typed(), self._fall(amount)
        return self._fallen if self.number is not None else None

    @property
    def thrown_as(self) -> str:
        """What was thrown and how it fell, in words: '1d20+6: 14 + 6 = 20'; '' for a total alone."""
        fallen = self.fallen
        return "" if fallen is None else self._told_of(*fallen)

    def kept(self) -> tuple[object, ...]:
        """Return all that was typed and thrown here, for :meth:`take_up`."""
        return self.text(), self._fell, self._fallen

    def take_up(self, kept: tuple[Any, ...]) -> None:
        """Stand as it stood when it was :meth:`kept`."""
        self.put(kept[0])
        _, self._fell, self._fallen = kept

    def scale(self, number: int) -> None:
        """Show a part or a multiple of what stands there; the dice that it was rolled with stay known."""
        fallen = self.fallen
        self.number = number
        self._fallen = fallen
        self._select_shown()

    def count_dice(self, times: int) -> None:
        """Let what dice show count so many times, also of those whose sum stands here as it was thrown."""
        fallen, stands = self.fallen, self.number
        before = None if fallen is None else self._sum(fallen[1])
        self._times = times
        if fallen is not None and stands == before and "=" not in self.text():
            self.scale(self._sum(fallen[1]))

    def _sum(self, fallen: Fallen) -> int:
        return fallen.total + (self._times - 1) * sum(fallen.results)

    def _told_of(self, typed: str, fallen: Fallen) -> str:
        """Return how the dice that were ``typed`` are added up, also where they count several times.

        What the wild one shows stands with the dice: the sum is what it is all about.
        """
        more = f"; {self._times} × → {self._sum(fallen)}" if self._times > 1 and fallen.results else ""
        wild, dice = "", fallen.results
        if 0 < fallen.wild <= len(dice):
            wild = self.tr(" (wild die {die})")
            if dice[fallen.wild - 1] == 1 and wild_of(self) == "complication":
                wild = self.tr(" (wild die {die}: a complication)")
            if len(dice) > fallen.wild and dice[fallen.wild - 1] != 1:
                wild = self.tr(" (wild die {die}, rolled on: {more})")
            brought = " + ".join(map(str, dice[fallen.wild :]))
            wild = wild.format(die=dice[fallen.wild - 1], more=brought)
        return f"{typed}{wild}: {fallen.told}{more}"

    @property
    def note(self) -> FieldNote | None:
        """What lies under the field, once it has had something to say."""
        return self._note

    def _told(self) -> str:
        """Return what is said under the field, or ''."""
        amount, wrong = self._amount(), self.unread
        if not self.thrown:
            return how_to_throw(self._dice_typed())
        if wrong:
            return f"{wrong} {examples()}" if isinstance(amount, AmountError) else wrong
        if self._fell:
            return self._fell
        number, terms = self.number, amount.terms if isinstance(amount, Amount) else ()
        summed = number is not None and (len(terms) > 1 or "=" in self.text())
        said = "" if number is None else self._shown(number)
        return f"= {said}" if summed and said != self.text() else ""

    def put(self, text: str) -> None:
        self._fell, self._fallen = "", None
        super().put(text)

    def offer(self, text: str) -> None:
        """Show ``text`` unless something stands here that was typed and is no number: that is kept."""
        if self.unread and self.text() != self._set:
            self._set = text
        else:
            super().offer(text)

    def sizeHint(self) -> QSize:
        return self._size_for(max(self._digits, self._room))

    def minimumSizeHint(self) -> QSize:
        return self._size_for(self._digits)

    def _size_for(self, digits: int) -> QSize:
        wanted = self.fontMetrics().horizontalAdvance("0" * (digits + 1))
        margins = self.textMargins()
        return QSize(wanted + margins.left() + margins.right() + 10, super().sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Say in the tool tip how the dice fell, of which only the sum stands here."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and (fell := self.thrown_as):
            QToolTip.showText(event.globalPos(), tip(fell), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.selectedText() == self.text():
            return  # no number begins with a blank: it would only wipe what stands there
        enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_PAD
        if enters and self._to_throw and not self.text().strip():
            self.setText(self._to_throw)
        if enters and self.unread:  # dice are looked at before they count; no number, nothing pressed
            if not self.throw():
                self._on_finished()
            self._show_note()
            return
        by = _steps().get(Qt.Key(event.key()))
        if by is None or self.isReadOnly() or event.modifiers() & ~_PAD:
            super().keyPressEvent(event)
            return
        if self.unread:
            return
        before = self._usual if self.number is None else self.number
        value = min((before or 0) + by, self._most)
        self.setText(self._shown(value if self._least is None else max(self._least, value)))
        self.selectAll()
        self.typed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()
        self._show_note()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Throw dice that stand here when a key leaves them; a click may be meant for anything."""
        leaves = event.reason() not in (
            Qt.FocusReason.MouseFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.MenuBarFocusReason,
        )
        if leaves and not self.thrown:
            self.throw()
        super().focusOutEvent(event)
        if self._note is not None:
            self._note.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._note is not None:
            self._note.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Underline what is no number, as editors underline what is misspelt."""
        super().paintEvent(event)
        if self.unread and self.thrown:
            with QPainter(self) as painter:
                painter.setPen(QPen(theme_of(self.palette()).tone("bad"), 2, Qt.PenStyle.DotLine))
                low = self.height() - 3
                painter.drawLine(4, low, self.width() - 5, low)

    # -- internal ------------------------------------------------------------------------------------

    def _dice_typed(self) -> str:
        return self.text().partition("=")[0].strip()

    def _come_to(self, amount: Amount) -> int | None:
        """Return the number of an amount; None as long as its dice have still to be thrown."""
        return self._sum(self._fall(amount)) if amount.fell else amount.number

    def _takes(self, amount: Amount) -> bool:
        number = self._come_to(amount)
        return number is not None and number <= self._most and (self._least is None or number >= self._least)

    def _amount(self) -> Amount | AmountError | None:
        try:
            return read_amount(self.text())
        except AmountError as error:
            return error

    def _on_edited(self, text: str) -> None:
        self._fell, self._fallen = "", None
        super()._on_edited(text)

    def _on_text(self, _text: str) -> None:
        self._show_note()

    def _show_note(self) -> None:
        """Say under the field what the text comes to, or what is wrong with it."""
        text = self._told() if self.hasFocus() else ""
        if self._note is None and text:
            self._note = FieldNote(self)
            self._note.throw.connect(self.throw)
        if self._note is not None:
            self._note.say(text, wrong=bool(self.unread) and self.thrown, dice=not self.thrown)


class CodeField(NumberField):
    """A die code, as a number of pips: '3D+1', or a sum of such. It is not thrown."""

    @property
    def number(self) -> int | None:
        """The pips typed; None for nothing, and for what is :attr:`unread`."""
        amount = self._amount()
        return amount.pips if isinstance(amount, Amount) else None

    @number.setter
    def number(self, value: int | None) -> None:
        self.put("" if value is None else self._shown(value))

    @property
    def thrown(self) -> bool:
        return True

    @property
    def unread(self) -> str:
        amount = self._amount()
        if isinstance(amount, AmountError):
            return why_no_number(amount)
        return "" if amount is None or amount.pips is not None else no_code(self.text())

    def throw(self) -> bool:
        return False

    def _shown(self, number: int) -> str:
        return print_code(number)


def stat_field(kind: str, least: int | None, parent: QWidget) -> TypedField:
    """Return a field for a stat of a kind: number, code, or anything else in words."""
    if kind == "code":
        return CodeField(parent, digits=5)
    return NumberField(parent, least=least) if kind == "number" else TypedField(parent)


def unread_under(widget: QWidget) -> str:
    """Return what is wrong with the first number field under ``widget`` that cannot be read, or ''.

    What is no number, and dice that have still to be thrown, must not be left out in silence.
    """
    field = first_unread(widget)
    if field is None:
        return ""
    name = field.accessibleName()
    return f"{name}: {field.unread}" if name else field.unread


def first_unread(widget: QWidget) -> NumberField | None:
    """Return the first number field under ``widget`` that cannot be read, if there is one."""
    fields = widget.findChildren(NumberField)
    asked = (field for field in fields if field.isVisibleTo(widget) and field.isEnabledTo(widget))
    return next((field for field in asked if field.unread), None)


def go_into(field: QWidget) -> None:
    """Have the keys in a field, whose text is selected: what is typed takes its place."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    if isinstance(field, QLineEdit):
        field.selectAll()


def left_out(usual: str, otherwise: str) -> str:
    """Return what a choice says while nothing is chosen: what the rules take then, if they take something."""
    text = QCoreApplication.translate("Fields", "{choice} (usual)")
    return text.format(choice=usual) if usual else otherwise
