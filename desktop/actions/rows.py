"""The list of what can be done: its rows, painted from one prepared value each, and how high it grows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.actions.model import ActionRow, ActionsModel
from desktop.theme import scaled, theme_of
from desktop.widgets.citations import in_sight, place_in_words
from desktop.widgets.menus import underline_letters
from desktop.widgets.pictures import Pictures

Index = QModelIndex | QPersistentModelIndex
ANNOUNCES = "Shift+Return"
"""The keys that announce what is selected; Enter of the number pad does as well."""
PAD = 6
MOST_LINES = 14
"""Lines of text that the list grows to before it scrolls."""
LEAST_LINES = 7
"""Lines of text that it keeps however low the window is."""
MOST_MEASURED = 1000
"""Offers whose texts stay measured, in all the words that they have had."""
MOST_PICTURES = 30
_STATE = QStyle.StateFlag
_LOOKS = (_STATE.State_Selected | _STATE.State_MouseOver | _STATE.State_HasFocus).value
"""States in which an offer looks different."""
MOST_ABOVE = 5
"""Lines of a reason above what cannot be done; of a longer one the rest is left out, and … says so."""
_CITED = "W-WWW-00, 00 "
"""As wide as most citations: those of a list stand below each other."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignTop)
NARROW = 54
"""Width in characters under which cost and citation go to a second line."""


class Measured(Struct, frozen=True):
    """How an offer stands in a list of some width."""

    label: str
    heading: str
    """What stands above the label: the reason against it and those below it."""
    second: str
    """What stands under the label: in a narrow list cost and cite, as far as they find room."""
    beside: tuple[str, ...]
    """What finds room beside the label, uncut: cost and citation; in a narrow list the cost alone, and what
    is chosen says under the list where it stands."""
    height: int
    above: int = 0
    """Of it the heading's."""


class ActionDelegate(QStyledItemDelegate):
    """Paints one offer: label, cost and citation; above those that cannot be done their reason, wrapped.

    It asks its own list for the room, never ``option.widget``: what that gives does not outlive the option.
    Many offers are the same from turn to turn: texts are measured once, and pictures are kept.
    """

    def __init__(self, view: ActionRows) -> None:
        """Paint the rows of ``view``."""
        super().__init__(view)
        self._view = view
        self._measured: dict[Hashable, Measured] = {}
        self._pictures = Pictures(MOST_PICTURES)
        self.heights: dict[int, int] = {}
        """Row → the height with which it was laid out last."""

    def measured(self, row: ActionRow, font: QFont, called: str = "") -> Measured:
        """Return how ``row`` stands in the view in ``font``; ``called`` is its key, if that is known."""
        words = (row.label, row.asks, row.step, row.steps, row.cost, row.cite, row.reason, row.heading)
        key = (words, called or font.key(), self._view.room, self._view.width())
        found = self._measured.get(key)
        if found is None:
            if len(self._measured) >= MOST_MEASURED:
                self._measured.clear()
            found = self._measured[key] = self._measure(row, font)
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = self.heights[index.row()] = self.height(index.row(), option.font)
        return QSize(80, height)

    def height(self, number: int, font: QFont, called: str = "") -> int:
        """Return how high a row is, by its number; one that was not tried is taken to be as the first is."""
        row = self._view.known(number) or self._view.known(0)
        return 0 if row is None else self.measured(row, font, called).height

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._view.offer(index)
        if row is None:
            return
        shows = (
            self.measured(row, option.font),
            bool(row.reason),
            (option.rect.left(), option.state.value & _LOOKS),
            (option.font.key(), option.palette.cacheKey()),
        )
        ground = option.palette.color(QPalette.ColorRole.Base)
        self._pictures.paint(
            painter, option.rect, shows, ground, lambda inside: self._paint(inside, option, row)
        )

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: ActionRow) -> None:
        theme, measured = theme_of(option.palette), self.measured(row, option.font)
        painter.save()
        self._paint_ground(painter, option, option.rect.adjusted(0, measured.above, 0, 0))
        inner = option.rect.adjusted(PAD, PAD - 2 + measured.above, -PAD, -PAD + 2)
        line = QRect(inner.left(), inner.top(), inner.width(), option.fontMetrics.height())
        painter.setFont(scaled(option.font, 0.9))
        painter.setPen(theme.quiet)
        if measured.heading:
            over = QRect(inner.left(), option.rect.top() + PAD - 2, inner.width(), measured.above)
            painter.drawText(over, _WRAPPED, measured.heading)
            painter.fillRect(option.rect.left(), option.rect.top(), option.rect.width(), 1, theme.edge)
        if row.reason:
            line.setLeft(line.left() + PAD)
        if measured.second:
            under = inner.adjusted(PAD, line.height() + 1, 0, PAD)
            painter.drawText(under, _WRAPPED, measured.second)
        if measured.beside:
            line.setRight(line.right() - self._paint_side(painter, row, measured.beside, line))
        painter.setFont(option.font if row.reason else _bold(option.font))
        painter.setPen(theme.quiet if row.reason else theme.text)
        label = painter.fontMetrics().elidedText(measured.label, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, under: QRect) -> None:
        theme, state = theme_of(option.palette), option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(under, theme.selected if selected else theme.raised)
        if selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.selection)
            painter.drawRect(under.adjusted(0, 0, -1, -1))

    def _paint_side(self, painter: QPainter, row: ActionRow, beside: tuple[str, ...], line: QRect) -> int:
        """Paint the cost at the right, and behind it the citation in a column; returns the width used."""
        metrics = painter.fontMetrics()
        if len(beside) == 1:
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.cost)
            return metrics.horizontalAdvance(row.cost) + PAD
        column = max(metrics.horizontalAdvance(_CITED), metrics.horizontalAdvance(_place(row)))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, _place(row))
        painter.drawText(line.adjusted(0, 0, -column - PAD, 0), right, row.cost)
        return column + PAD + metrics.horizontalAdvance(row.cost) + PAD

    def _measure(self, row: ActionRow, font: QFont) -> Measured:
        small, label = QFontMetrics(scaled(font, 0.9)), self._label(row)
        beside = self._beside(row, small, QFontMetrics(_bold(font)).horizontalAdvance(label))
        second = "" if beside else " · ".join(part for part in (row.cost, _place(row)) if part)
        if second and (row.reason or small.horizontalAdvance(second) > self._view.room - 3 * PAD):
            second = row.cost
        height = _least_height(QFontMetrics(font).height())
        if second:
            height += small.lineSpacing()
        above, heading = 0, in_sight(row.heading)
        if heading:  # of what follows; without that word it read as if it were said of the row before
            heading = QCoreApplication.translate("ActionRows", "Not now: {reason}").format(reason=heading)
            heading, above = _within(heading, small, self._view.room - 2 * PAD)
            above += PAD
        return Measured(label, heading, second, beside, height + above, above)

    def _beside(self, row: ActionRow, small: QFontMetrics, label: int) -> tuple[str, ...]:
        """Return what of cost and citation finds room beside a label of so many pixels, uncut."""
        cost, room = small.horizontalAdvance(row.cost), self._view.room - label - 5 * PAD
        if self._view.is_narrow():
            return (row.cost,) if row.cost and cost <= room else ()
        column = max(small.horizontalAdvance(_CITED), small.horizontalAdvance(_place(row)))
        return (row.cost, _place(row)) if cost + column <= room else ()

    def _label(self, row: ActionRow) -> str:
        label = f"{row.label}…" if row.asks else row.label
        if row.steps > 1:
            part = self.tr("{step} of {steps}").format(step=row.step, steps=row.steps)
            return f"{label} — {part}"
        return label


def _within(text: str, metrics: QFontMetrics, width: int) -> tuple[str, int]:
    """Return as many words of ``text`` as MOST_ABOVE lines of this width hold, and their height in pixels."""
    room, words, shown = QRect(0, 0, width, 9999), text.split(" "), text
    most = MOST_ABOVE * (metrics.lineSpacing() + 1)  # Qt rounds each line up
    while (height := metrics.boundingRect(room, _WRAPPED, shown).height()) > most and len(words) > 1:
        words.pop()
        shown = f"{' '.join(words)} …"
    return shown, height


def _least_height(line: int) -> int:
    """Return how high a row is with nothing under its label, which is ``line`` pixels high."""
    return line + 2 * PAD - 4


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


class ActionRows(QListView):
    """The list itself: as high as its rows up to a limit, Enter does what is selected."""

    done = Signal()
    spent = Signal()
    """It is done, and nothing is rolled for it here, though it is an attack."""
    announced = Signal()
    """Shift+Enter: it is said, and takes effect after whatever reacts to it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._most = MOST_LINES
        self._held = 0
        """The greatest height that the rows have needed: a shorter list moves nothing below it."""
        self._room = self.width()
        self._told = -1
        """The height that was asked for last."""
        self._lies_otherwise = True
        """Rows have come or gone, or take another height, since they were settled last."""
        self._offers: ActionsModel | None = None
        self._delegate = ActionDelegate(self)
        self.setItemDelegate(self._delegate)
        bar = self.verticalScrollBar()
        bar.sliderPressed.connect(self._try_all)
        bar.actionTriggered.connect(self._try_all)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        self._offers = model if isinstance(model, ActionsModel) else None
        if self._offers is not None:
            for signal in (self._offers.rowsInserted, self._offers.rowsRemoved):
                signal.connect(self._disturb)

    def _disturb(self) -> None:
        self._lies_otherwise = True

    def dataChanged(
        self,
        topLeft: Index,
        bottomRight: Index,
        roles: Sequence[int] = (),
    ) -> None:
        """Lay out anew only where a row takes another height: Qt would ask for the heights of all."""
        model, font = topLeft.model(), self.font()
        changed = [model.index(row, 0) for row in range(topLeft.row(), bottomRight.row() + 1)]
        for index in changed:
            if self._delegate.height(index.row(), font) != self._delegate.heights.get(index.row()):
                self._disturb()
                super().dataChanged(topLeft, bottomRight, roles)
                return
        for index in changed:
            QAbstractItemView.dataChanged(self, index, index, roles)

    def offer(self, index: Index) -> ActionRow | None:
        """Return the offer of an index."""
        return None if self._offers is None else self._offers.row(index)

    def known(self, number: int) -> ActionRow | None:
        """Return the offer of a row, by its number, if it has been tried."""
        return None if self._offers is None else self._offers.known(number)

    @property
    def wanted(self) -> int | None:
        """How many offers have to be tried: those that find room; None is all, once somebody goes on."""
        chosen = self.currentIndex().isValid() or self.hasFocus() or self.verticalScrollBar().value() > 0
        if chosen or QAccessible.isActive():
            return None
        line = self.fontMetrics().height()
        return max(self.height(), line * self._most) // _least_height(line) + 1

    def _try_all(self) -> None:
        """Let all offers stand in their places: somebody goes on to those that are out of sight."""
        if self._offers is not None:
            self._offers.try_all()
            self.executeDelayedItemsLayout()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._try_all()
        super().wheelEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._try_all()
        super().focusInEvent(event)

    @property
    def room(self) -> int:
        """Pixels that a row is wide."""
        return self._room

    def set_most(self, lines: int) -> None:
        """Let the list grow to ``lines`` of text, within reason."""
        most = max(LEAST_LINES, min(MOST_LINES, lines))
        if most != self._most:
            self._most = most
            self.forget()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.announced.emit()
        elif entered and not event.modifiers():
            self.done.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer all ways of doing it."""
        if not self.currentIndex().isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Do it")).triggered.connect(self.done)
        menu.addAction(self.tr("Spend it, roll nothing")).triggered.connect(self.spent)
        announce = menu.addAction(self.tr("Announce it: reactions come first"))
        announce.setShortcut(QKeySequence(ANNOUNCES))
        announce.triggered.connect(self.announced)
        underline_letters(menu).popup(event.globalPos())

    def sizeHint(self) -> QSize:
        self._told = self._needed()
        return QSize(200, self._told)

    def settle(self) -> None:
        """Ask for the height that the rows need, unless it is the one that was asked for last.

        The rows are laid out at once: else they would be painted in a frame of their own.
        """
        if not self._lies_otherwise:
            return
        self._lies_otherwise = False
        self.executeDelayedItemsLayout()
        if self._needed() != self._told:
            self.updateGeometry()

    def _needed(self) -> int:
        line, font, height = self.fontMetrics().height(), self.font(), 0
        called = font.key()
        for number in range(0 if self._offers is None else self._offers.rowCount()):
            height += self._delegate.height(number, font, called)
            if height > line * self._most:
                height = line * self._most
                break
        self._held = max(self._held, 2 * line, height)
        return self._held + 2 * self.frameWidth()

    def forget(self) -> None:
        """Need no more height than the rows need now."""
        self._held = 0
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.forget()

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def is_narrow(self) -> bool:
        """Return whether cost and citation go to a second line."""
        return self.width() < self.fontMetrics().averageCharWidth() * NARROW

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._room = event.size().width()
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self.forget()


def _place(row: ActionRow) -> str:
    """Return where it stands as people look it up: ids of rules are for the tool tip."""
    return place_in_words(row.cite)
