"""The card that answers 'why?': a number, what it is made of line by line, and the rule behind each line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import scaled, theme_of
from desktop.widgets.citations import place_in_words, with_place
from desktop.widgets.plain_text import tip
from rulesets.words.explaining import Why

_COMMANDING = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
MOST_TALL = 0.6
"""Share of the height of a screen that a card takes at most: what is longer is scrolled in it."""
LEAST_LINES = 4
"""Lines with which a card stands below what it explains rather than over it."""
SPACE = 20
"""Pixels between two explanations."""
GAP = 16
"""Pixels between what a line says and where that stands in the rules."""
INDENT = 14
"""Pixels by which the parts of a part stand in."""


class WhyLines(QWidget):
    """One explanation: title and value, then a line for every part, painted from prepared values."""

    def __init__(self, why: Why, parent: QWidget | None = None) -> None:
        """Show ``why``."""
        super().__init__(parent)
        self._why = why
        self._head = f"{why.title}: {why.value}" if why.value else why.title
        self._about = "\n".join(part for part in (why.text, place_in_words(why.cite)) if part)
        self._told: list[tuple[QRect, str]] = []
        """Where what stands, and what the rule says that it cites."""
        self.setAccessibleName(spoken(why))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def spoken(self) -> str:
        """Return everything that is shown, as one text."""
        return spoken(self._why)

    # -- Qt ------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(width, None)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().averageCharWidth() * 56
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 24, self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._lay_out(self.width(), painter)

    def event(self, event: QEvent) -> bool:
        """Tell what the rule under the mouse says."""
        if isinstance(event, QHelpEvent):
            told = (text for box, text in self._told if box.contains(event.pos()))
            QToolTip.showText(event.globalPos(), tip(next(told, "")), self)
            return True
        return super().event(event)

    # -- internal ------------------------------------------------------------------------------------

    def _lay_out(self, width: int, painter: QPainter | None) -> int:
        """Place everything in ``width``, paint it if there is a painter; returns the height."""
        theme = theme_of(self.palette())
        big, bold = _bold(scaled(self.font(), 1.1)), _bold(self.font())
        y = self._text(painter, QRect(0, 0, width, 0), self._head, big, theme.text) + 4
        head = QRect(0, 0, width, y)
        lines = (*self._why.lines, *self._why.notes)
        values = [QFontMetrics(bold).horizontalAdvance(line.value) for line in lines]
        column = max(values, default=0)
        small = scaled(self.font(), 0.9)
        self._told = []
        self._tell(head, self._why.cite, self._why.rule)
        for number, line in enumerate(lines):
            if number == len(self._why.lines) and number:
                y += 4
            font = bold if line.depth == 0 else self.font()
            colour = theme.text if line.depth == 0 else theme.quiet
            place = QFontMetrics(small).elidedText(
                place_in_words(line.cite), Qt.TextElideMode.ElideRight, width // 3
            )
            cite = QFontMetrics(small).horizontalAdvance(place)
            left = column + 8 + INDENT * line.depth
            room = QRect(left, y, max(60, width - left - cite - GAP), 0)
            below = self._text(painter, room, line.label, self.font(), colour)
            self._text(painter, QRect(0, y, column, 0), line.value, font, colour, right=True)
            if cite:
                self._text(painter, QRect(width - cite - 2, y, cite + 2, 0), place, small, theme.quiet)
            self._tell(QRect(0, y, width, below - y), line.cite, line.rule)
            y = below + 2
        if self._about:
            self._tell(QRect(0, y, width, 9999), self._why.cite, self._why.rule)
            y = self._text(painter, QRect(0, y + 4, width, 0), self._about, small, theme.quiet)
        return y + 2

    def _tell(self, box: QRect, cite: str, rule: str) -> None:
        """Have the tool tip say there what is cited, and where it stands."""
        if told := with_place(rule, cite):
            self._told.append((box, told))

    def _text(
        self,
        painter: QPainter | None,
        room: QRect,
        text: str,
        font: QFont,
        colour: QColor,
        *,
        right: bool = False,
    ) -> int:
        """Paint wrapped text from the top of ``room``; returns where it ends."""
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        flags = int(Qt.TextFlag.TextWordWrap) | int(side) | int(Qt.AlignmentFlag.AlignTop)
        box = QRect(room.left(), room.top(), room.width(), 9999)
        height = QFontMetrics(font).boundingRect(box, flags, text).height()
        if painter is not None:
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QRect(room.left(), room.top(), room.width(), height + 2), flags, text)
        return room.top() + height


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setBold(True)
    return result


def spoken(why: Why) -> str:
    """Return an explanation as lines of text, for tool tips and for those who listen."""
    lines = [f"{why.title}: {why.value}" if why.value else why.title]
    for line in (*why.lines, *why.notes):
        cite = f" ({line.cite})" if line.cite else ""
        lines.append(f"{'  ' * line.depth}{line.value} {line.label}{cite}".rstrip())
    return "\n".join([*lines, *(part for part in (why.text, why.cite) if part)])


def told_in_full(whys: Sequence[Why]) -> str:
    """Return explanations as lines for a tool tip, each indented under what it is a part of; '' of none."""
    if not whys:
        return ""
    lines = "\n\n".join(spoken(why) for why in whys).split("\n")
    kept = (len(line) - len(line.lstrip()) for line in lines)
    indented = ("\u2003" * (deep // 2) + line.lstrip() for deep, line in zip(kept, lines, strict=True))
    return "\n".join(indented)


class WhyCard(QFrame):
    """A card over the window; Escape, Enter, '?' or a click elsewhere closes it.

    So does whatever else is typed, which goes where it would have gone without the card.
    """

    def __init__(self, whys: Sequence[Why], parent: QWidget | None = None) -> None:
        """Show explanations, one below the other."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("why")
        self.setFrameShape(QFrame.Shape.Box)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._inside = QWidget(self)
        column = self._column = QVBoxLayout(self._inside)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(SPACE)
        for why in whys:
            column.addWidget(WhyLines(why, self._inside))
        column.addStretch(1)
        self._text = "\n\n".join(spoken(why) for why in whys)
        self.setAccessibleName(self.tr("Why"))
        self.setAccessibleDescription(self._text)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._inside)
        self._area.setFocusProxy(self)
        for one in (self, self._inside):
            one.setAutoFillBackground(True)
            one.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)

    @property
    def text(self) -> str:
        """Everything that is shown."""
        return self._text

    def show_at(self, place: QRect, keep: QRect | None = None) -> None:
        """Show the card below ``place`` (on the screen), or above it if there is more room.

        What it explains stays in sight: where that is larger (``keep``) the card stands beside it, if there
        is room, and none below or above.
        """
        screen = QGuiApplication.screenAt(place.center()) or QGuiApplication.primaryScreen()
        room, letter = screen.availableGeometry(), self.fontMetrics().averageCharWidth()
        width = min(letter * 58, room.width() - 20)
        most = round(room.height() * MOST_TALL)
        wanted = min(self._height_at(width), most)
        around = place if keep is None else keep
        below, above = room.bottom() - around.bottom() - 6, around.top() - room.top() - 6
        beside = max(around.left() - room.left(), room.right() - around.right()) - 8
        if keep is not None and wanted > max(below, above) and beside >= letter * 30:
            width = min(width, beside)
            on_left = around.left() - room.left() - 8 == beside
            left = around.left() - width - 4 if on_left else around.right() + 4
            height = min(self._height_at(width), most)
            top = max(room.top() + 4, min(place.top(), room.bottom() - height - 4))
        else:
            if wanted > max(below, above):
                around = place
                below, above = room.bottom() - place.bottom() - 6, place.top() - room.top() - 6
            enough = LEAST_LINES * self.fontMetrics().lineSpacing() if keep is not None else wanted
            up = wanted > below and above > below and below < enough
            height = min(wanted, above if up else below)
            left = max(room.left() + 4, min(place.left(), room.right() - width - 4))
            top = around.top() - height - 4 if up else around.bottom() + 4
        if height < self._height_at(width):
            self._inside.setFixedWidth(width - self._area.verticalScrollBar().sizeHint().width() - 4)
        self.move(left, top)
        self.resize(width, height)
        self.show()
        self.setFocus()

    def _height_at(self, width: int) -> int:
        """Return how high the card is that shows everything in ``width``."""
        self._inside.setFixedWidth(width - 2 * self.frameWidth())
        return self._column.heightForWidth(self._inside.width()) + 2 * self.frameWidth() + 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, line = self._area.verticalScrollBar(), self.fontMetrics().lineSpacing()
        match event.key():
            case Qt.Key.Key_Escape | Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Question:
                self.close()
            case Qt.Key.Key_Down:
                bar.setValue(bar.value() + 2 * line)
            case Qt.Key.Key_Up:
                bar.setValue(bar.value() - 2 * line)
            case Qt.Key.Key_PageDown | Qt.Key.Key_Space:
                bar.setValue(bar.value() + bar.pageStep())
            case Qt.Key.Key_PageUp:
                bar.setValue(bar.value() - bar.pageStep())
            case Qt.Key.Key_Home:
                bar.setValue(bar.minimum())
            case Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            case _ if event.text() and not event.modifiers() & _COMMANDING:
                self._pass_on(event)
            case _:
                super().keyPressEvent(event)

    def _pass_on(self, event: QKeyEvent) -> None:
        """Close, and give a key to what had the keys before."""
        window = self.parentWidget()
        to = None if window is None else window.window().focusWidget()
        self.close()
        if to is None:
            return
        typed = QKeySequence(event.keyCombination())
        meant = next((one for one in to.actions() if one.isEnabled() and typed in one.shortcuts()), None)
        if meant is not None:
            QTimer.singleShot(0, meant, meant.trigger)
        else:
            again = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
            QApplication.postEvent(to, again)
