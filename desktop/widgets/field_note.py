"""What a field of numbers says of its text: by it, without taking room, and without covering other fields."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.theme import theme_of
from desktop.widgets.plain_text import PlainLabel
from rulesets.formula.amounts import LARGEST, MOST_DICE, MOST_SIDES, AmountError, Wrong

translate = QCoreApplication.translate
LETTERS = 46
"""Width of a note in letters, at most."""
FURTHER = 20
"""Halves of its height by which a note stands further down where everything nearer is used."""
EDGE = 6
"""Pixels between a note and the edge of its window."""


def why_no_number(error: AmountError) -> str:
    """Return what is wrong with a text that is no amount."""
    match error.why:
        case Wrong.DICE:
            text = translate("FieldNote", "1 to {most} dice with up to {sides} sides can be thrown.")
            return text.format(most=MOST_DICE, sides=MOST_SIDES)
        case Wrong.LARGE:
            return translate("FieldNote", "That is more than {most}.").format(most=f"{LARGEST:,}")
        case Wrong.FELL:
            text = translate("FieldNote", "“{text}”: behind the = is what each die showed, as 3d8 = 5 6 6.")
            return text.format(text=error.text.strip())
    return translate("FieldNote", "“{text}” is no number.").format(text=error.text.strip())


def examples() -> str:
    """Return what can be typed."""
    return translate("FieldNote", "Type 17, 12+5, 3d8+4 or 3D+1.")


def still_to_throw(dice: str) -> str:
    """Return that dice were typed, and no result."""
    return translate("FieldNote", "{dice} has still to be rolled.").format(dice=dice)


def how_to_throw(dice: str) -> str:
    """Return what is to be done with dice that were typed."""
    said = translate("FieldNote", "Enter rolls {dice}. Or type what each die shows: {dice} = 5 3 …")
    return said.format(dice=dice)


def no_code(text: str) -> str:
    """Return that dice were typed where only a code stands."""
    return translate("FieldNote", "“{text}” is no die code such as 3D+1.").format(text=text.strip())


def bounds(least: int | None, most: int) -> str:
    """Return which numbers are taken, for one that is not."""
    if least is None:
        return translate("FieldNote", "{most} at most.").format(most=most)
    if most == LARGEST:
        return translate("FieldNote", "{least} or more.").format(least=least)
    return translate("FieldNote", "{least} to {most}.").format(least=least, most=most)


class FieldNote(QFrame):
    """Lies by its field as long as that has something to say."""

    throw = Signal()
    """Roll was pressed."""

    def __init__(self, field: QWidget) -> None:
        """Belong to ``field``, in its window."""
        super().__init__(field.window())
        self._field = field
        self._described = field.accessibleDescription()
        field.destroyed.connect(self.deleteLater)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text = PlainLabel("", self)
        self._text.setWordWrap(True)
        self._roll = QPushButton(self.tr("Roll"), self)
        self._roll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._roll.setAutoDefault(False)
        self._roll.clicked.connect(self.throw)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 3, 6, 3)
        row.addWidget(self._text, 1)
        row.addWidget(self._roll)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._place)
        field.window().installEventFilter(self)

    @property
    def roll(self) -> QPushButton:
        """The button that throws the dice."""
        return self._roll

    def text(self) -> str:
        """Return what it says."""
        return self._text.text()

    def say(self, text: str, *, wrong: bool, dice: bool) -> None:
        """Show ``text``, as what is ``wrong``, or with a button for ``dice``; '' hides it."""
        said = " ".join(part for part in (self._described, text) if part)
        self._field.setAccessibleDescription(said)
        if not text:
            self.hide()
            return
        palette, theme = self.palette(), theme_of(self._field.palette())
        palette.setColor(palette.ColorRole.WindowText, theme.tone("bad") if wrong else theme.text)
        self._text.setPalette(palette)
        self._text.setText(text)
        self._roll.setVisible(dice)
        self._place()
        self.show()
        self.raise_()
        self._later.start()  # what comes of the text is shown only now, and must not be covered

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Find another place when something comes where the note stands."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self._later.start()
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._later.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Stand out from what is below."""
        theme = theme_of(self._field.palette())
        with QPainter(self) as painter:
            painter.setPen(theme.quiet)
            painter.setBrush(theme.raised)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _place(self) -> None:
        """Stand by the field, where it covers least of what can be filled in or pressed."""
        window, field = self._field.window(), self._field
        letters = self.fontMetrics().averageCharWidth() * LETTERS
        button = self._roll.sizeHint().width() + 12 if not self._roll.isHidden() else 0
        words = min(letters, self._text.fontMetrics().horizontalAdvance(self._text.text()) + 6)
        wide = min(words + button + 16, window.width())
        self._text.setFixedWidth(max(1, wide - button - 16))
        self.adjustSize()
        self.resize(wide, max(self.sizeHint().height(), self._text.heightForWidth(self._text.width()) + 10))
        self.move(best_place(self.size(), _in_window(field), window.rect(), self._used(), self._words()))

    def _used(self) -> list[QRect]:
        """Return where in the window something else than the field can be filled in or pressed."""
        window = self._field.window()
        seen = (one for one in window.findChildren(QWidget) if one is not self._field and one.isVisible())
        used = (
            one
            for one in seen
            if isinstance(one, QAbstractButton | QLineEdit | QComboBox | QAbstractSpinBox)
            and not self.isAncestorOf(one)
        )
        return [_in_window(one) for one in used]

    def _words(self) -> list[QRect]:
        """Return where in the window something is said that is read together with the field."""
        seen = (one for one in self._field.window().findChildren(QLabel) if one.isVisible() and one.text())
        return [_in_window(one) for one in seen if not self.isAncestorOf(one)]


def _in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def best_place(
    size: QSize, field: QRect, room: QRect, used: Sequence[QRect], words: Sequence[QRect] = ()
) -> QPoint:
    """Return where in ``room`` a note of ``size`` by a field covers least of what is ``used``, then of words.

    Below the field, if that covers nothing; else above, behind, before it, below or above with its end at the
    field's or at the room's, before what the field is called, or further down.
    """
    left, right = field.left(), field.right() + 1 - size.width()
    far = room.right() + 1 - EDGE - size.width()
    called = [one.left() for one in words if one.top() <= field.center().y() <= one.bottom()]
    first = min((x for x in called if field.left() - size.width() < x < field.left()), default=field.left())
    below, above = field.bottom() + 2, field.top() - 1 - size.height()
    level = field.center().y() - size.height() // 2
    places = [
        QRect(QPoint(x, y), size)
        for x, y in (
            (left, below),
            (left, above),
            (field.right() + 3, level),
            (field.left() - 2 - size.width(), level),
            (right, below),
            (right, above),
            (far, below),
            (first - 2 - size.width(), level),
            (far, level),
            (far, above),
            *(
                (x, below + number * size.height() // 2)
                for number in range(1, FURTHER + 1)
                for x in (left, right, far)
            ),
        )
    ]
    inside = [_pushed(box, room) for box in places]
    beside = [box for box in inside if not box.intersects(field)] or inside[:1]

    def covers(box: QRect) -> tuple[int, int]:
        return sum(_area(box & other) for other in used), sum(_area(box & other) for other in words)

    return min(beside, key=covers).topLeft()


def _pushed(box: QRect, room: QRect) -> QRect:
    """Return ``box`` moved into ``room``."""
    x = max(room.left(), min(box.left(), room.right() + 1 - box.width()))
    y = max(room.top(), min(box.top(), room.bottom() + 1 - box.height()))
    return QRect(QPoint(x, y), box.size())


def _area(box: QRect) -> int:
    return box.width() * box.height() if box.isValid() else 0
