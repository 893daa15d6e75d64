"""What the selected combatant can do now, with cost and citation, and what it cannot, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.models.actions import ActionRow, ActionsModel
from desktop.models.whys import Whys
from desktop.roles import Role
from desktop.theme import scaled, theme_of
from desktop.views.act_form import ActForm
from desktop.views.asking import Asker
from desktop.views.inspector_fields import ToneLabel
from desktop.views.steady import Steady
from rulesets.dice import print_code
from rulesets.encounter.commands import Act
from rulesets.encounter.refusal import Refusal
from rulesets.texts import Why

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts

Index = QModelIndex | QPersistentModelIndex
PAD = 6
MOST_LINES = 14
"""Lines of text that the list grows to before it scrolls."""
LEAST_LINES = 7
"""Lines of text that it keeps however low the window is."""
LINES_UNDER = 5
"""Lines that stay free below the list once an offer has needed them: the sections below do not move."""
MOST_UNDER = 3
"""Lines of a reason under what cannot be done."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignTop)
NARROW = 54
"""Width in characters under which cost and citation go to a second line."""


class ActionDelegate(QStyledItemDelegate):
    """Paints one offer: label, cost and citation; under what cannot be done the reason, wrapped.

    It asks its own list for the room, never ``option.widget``: what that gives does not outlive the option.
    """

    def __init__(self, view: _Rows) -> None:
        """Paint the rows of ``view``."""
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: ActionRow | None = index.data(Role.OFFER)
        height = option.fontMetrics.height() + 2 * PAD - 4
        second = "" if row is None else self._second(row, option)
        if second:
            small = QFontMetrics(scaled(option.font, 0.9))
            box = small.boundingRect(QRect(0, 0, self._view.room - 3 * PAD, 9999), _WRAPPED, second)
            height += min(box.height(), MOST_UNDER * small.lineSpacing())
        return QSize(80, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ActionRow | None = index.data(Role.OFFER)
        if row is None:
            return
        theme = theme_of(option.palette)
        painter.save()
        self._paint_ground(painter, option)
        inner = option.rect.adjusted(PAD, PAD - 2, -PAD, -PAD + 2)
        line = QRect(inner.left(), inner.top(), inner.width(), option.fontMetrics.height())
        painter.setFont(scaled(option.font, 0.9))
        painter.setPen(theme.quiet)
        second = self._second(row, option)
        if second:
            under = inner.adjusted(PAD, line.height() + 1, 0, PAD)
            painter.drawText(under, _WRAPPED, second)
        if self._beside(row, option):
            line.setRight(line.right() - self._paint_side(painter, row, line))
        painter.setFont(option.font if row.reason else _bold(option.font))
        painter.setPen(theme.quiet if row.reason else theme.text)
        label = painter.fontMetrics().elidedText(self._label(row), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme, state = theme_of(option.palette), option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, theme.selected if selected else theme.raised)
        if selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.selection)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))

    def _paint_side(self, painter: QPainter, row: ActionRow, line: QRect) -> int:
        """Paint cost and citation at the right, each in a column; returns the width used."""
        metrics = painter.fontMetrics()
        column = max(metrics.horizontalAdvance("CR 144-145 "), metrics.horizontalAdvance(row.cite))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, row.cite)
        painter.drawText(line.adjusted(0, 0, -column - PAD, 0), right, row.cost)
        return column + PAD + metrics.horizontalAdvance(row.cost) + PAD

    def _second(self, row: ActionRow, option: QStyleOptionViewItem) -> str:
        """Return what stands under the label: the reason against it; in a narrow list cost and cite."""
        if self._beside(row, option):
            return row.reason
        if row.reason:
            return f"{row.cost}: {row.reason}" if row.cost else row.reason
        return " · ".join(part for part in (row.cost, row.cite) if part)

    def _beside(self, row: ActionRow, option: QStyleOptionViewItem) -> bool:
        """Return whether cost and citation find room beside the label, uncut."""
        if self._view.is_narrow():
            return False
        small = QFontMetrics(scaled(option.font, 0.9))
        column = max(small.horizontalAdvance("CR 144-145 "), small.horizontalAdvance(row.cite))
        label = QFontMetrics(_bold(option.font)).horizontalAdvance(self._label(row))
        needed = label + small.horizontalAdvance(row.cost) + column + 5 * PAD
        return needed <= self._view.room

    def _label(self, row: ActionRow) -> str:
        label = f"{row.label}…" if row.asks else row.label
        if row.steps > 1:
            part = self.tr("{step} of {steps}").format(step=row.step, steps=row.steps)
            return f"{label} — {part}"
        return label


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


class _Rows(QListView):
    """The list itself: as high as its rows up to a limit, Enter does what is selected."""

    done = Signal()
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
        """Offer both ways of doing it."""
        if not self.currentIndex().isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Do it")).triggered.connect(self.done)
        announce = menu.addAction(self.tr("Announce it: reactions come first"))
        announce.setShortcut(QKeySequence("Shift+Return"))
        announce.triggered.connect(self.announced)
        menu.popup(event.globalPos())

    def sizeHint(self) -> QSize:
        model = self.model()
        rows = 0 if model is None else model.rowCount()
        line = self.fontMetrics().height()
        height = 0
        for row in range(rows):
            height += self.sizeHintForRow(row)
            if height > line * self._most:
                height = line * self._most
                break
        self._held = max(self._held, 2 * line, height)
        return QSize(200, self._held + 2 * self.frameWidth())

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


class ActionList(QWidget):
    """Filter, list and the button that does what is selected."""

    wants = Signal(str)
    """'ready', 'delay' or 'react': the offer needs a further word."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._whys = Whys(bridge, texts)
        self._who = ""
        self._model = ActionsModel(bridge, texts, self)
        self._filter = QLineEdit(self)
        self._filter.setPlaceholderText(self.tr("Filter actions"))
        self._filter.setAccessibleName(self.tr("Filter actions"))
        self._filter.setClearButtonEnabled(True)
        self._button = QPushButton(self.tr("Do it"), self)
        self._rows = _Rows(self)
        self._rows.setAccessibleName(self.tr("What can be done now"))
        self._rows.setModel(self._model)
        self._rows.setItemDelegate(ActionDelegate(self._rows))
        self._rule = ToneLabel("", self)
        self._rule.hide()
        self._rolled = ToneLabel("", self, tone="text")
        self._rolled.hide()
        Asker(self._rolled, self._why)
        self._filter.textChanged.connect(self._on_filter)
        self._filter.installEventFilter(self)
        self._button.clicked.connect(self.do_selected)
        self._rows.done.connect(self.do_selected)
        self._rows.doubleClicked.connect(self.do_selected)
        self._rows.announced.connect(self.announce_selected)
        self._rows.selectionModel().currentChanged.connect(self._on_current)
        line = QHBoxLayout()
        line.addWidget(self._filter, 1)
        line.addWidget(self._button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        self._under = Steady(self, lines=LINES_UNDER)
        self._form = ActForm(self)
        self._form.changed.connect(self._on_form)
        self._form.done.connect(self.do_selected)
        layout.addWidget(self._rows)
        layout.addWidget(self._under)
        under = QVBoxLayout(self._under)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(4)
        for widget in (self._form, self._rolled, self._rule):
            under.addWidget(widget)
        under.addStretch(1)
        self._on_current(QModelIndex(), QModelIndex())

    # -- interface -----------------------------------------------------------------------------------

    @property
    def model(self) -> ActionsModel:
        """The offers shown."""
        return self._model

    @property
    def rows(self) -> QListView:
        """The list."""
        return self._rows

    @property
    def filter(self) -> QLineEdit:
        """The line that filters."""
        return self._filter

    @property
    def button(self) -> QPushButton:
        """The button that does what is selected."""
        return self._button

    @property
    def rule(self) -> str:
        """What is said about the selected offer: why it cannot be done, what it is, where that stands."""
        return self._rule.text()

    @property
    def form(self) -> ActForm:
        """What the selected offer can be told."""
        return self._form

    def set_most(self, lines: int) -> None:
        """Let the list grow to about ``lines`` of text."""
        self._rows.set_most(lines)

    def forget(self) -> None:
        """Take no more room than what is shown needs: another fight is open."""
        self._rows.forget()
        self._under.forget()

    @property
    def rolled(self) -> str:
        """What the selected offer is rolled with, or ''."""
        return self._rolled.text()

    def show_offers(self, who: str) -> None:
        """Show what ``who`` can do now; the selected offer stays selected, wherever it goes."""
        same, current = who == self._who, self._model.row(self._rows.currentIndex())
        if not same:
            self._filter.clear()
        scrolled = self._rows.verticalScrollBar().value()
        self._who = who
        self._model.show_offers(who)
        kept = self._model.find(current.key) if same and current is not None else QModelIndex()
        if kept.isValid():
            self._rows.setCurrentIndex(kept)
        self._rows.verticalScrollBar().setValue(scrolled if same else 0)
        self._on_current(self._rows.currentIndex(), QModelIndex())
        self._rows.updateGeometry()

    def do_selected(self) -> None:
        """Do what is selected, or the first thing that the filter leaves."""
        index = self._rows.currentIndex()
        self.do(index if index.isValid() else self._model.first_legal())

    def announce_selected(self) -> None:
        """Announce the selected action: it is paid now, and takes effect when the GM says so."""
        self.do(self._rows.currentIndex(), announced=True)

    def do(self, index: Index, *, announced: bool = False) -> None:
        """Do one offer: dispatch its command, or ask for the words that it needs."""
        row = self._model.row(index)
        if row is None:
            return
        if row.needs_words:
            self.wants.emit(row.needs_words)
            return
        if row.fields and self._rows.currentIndex() != index:
            self._rows.setCurrentIndex(self._model.index(index.row()))
        if self._form.missing():
            self._on_form()
            self._form.start()
            return
        command = self._form.filled(row.command)
        if announced and isinstance(command, Act):
            command = replace(command, pending=True)
        if self._bridge.dispatch(command) is not None:
            self._form.clear()
            self._filter.clear()
            self._rows.setCurrentIndex(QModelIndex())

    # -- internal ------------------------------------------------------------------------------------

    def _on_filter(self, text: str) -> None:
        self._model.set_filter(text)
        if text:
            self._rows.setCurrentIndex(self._model.first_legal())
        self._rows.updateGeometry()

    def _on_current(self, current: Index, _before: Index) -> None:
        row = self._model.row(current)
        self._button.setEnabled(row is not None)
        name = self._button.text() if row is None else f"{self._button.text()}: {row.label}"
        self._button.setAccessibleName(name)
        self._form.show_fields(() if row is None else row.fields)
        self._on_form()

    def _on_form(self) -> None:
        """Say what the selected offer comes to with what the form says."""
        row = self._model.row(self._rows.currentIndex())
        if row is None:
            self._rule.say("")
            self._rolled.say("")
            return
        reason, rolled = row.reason, ""
        if row.fields and not self._form.missing():
            result = self._bridge.preview(self._form.filled(row.command))
            reason = self._texts.refusal(result) if isinstance(result, Refusal) else ""
            if not isinstance(result, Refusal) and result.roll is not None:
                code = print_code(result.roll) if result.roll_is_code else str(result.roll)
                rolled = self.tr("Rolls {code}").format(code=code)
        missing = self._form.missing()
        first = (
            self.tr("Still to enter: {input}").format(input=missing) if missing and not row.reason else reason
        )
        self._rolled.say(rolled)
        parts = (first, row.text, "" if row.cite in first else row.cite)
        self._rule.say("\n".join(part for part in parts if part))
        self._under.settle()

    def _why(self, _asked: QWidget) -> tuple[Why, ...]:
        row = self._model.row(self._rows.currentIndex())
        command = None if row is None else self._form.filled(row.command)
        return self._whys.roll(self._who, command.skill) if isinstance(command, Act) else ()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """In the filter, Enter does the first match and Down goes into the list."""
        if watched is self._filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
                self.do_selected()
                return True
            if event.key() == Qt.Key.Key_Down:
                self._rows.setFocus()
                if not self._rows.currentIndex().isValid():
                    self._rows.setCurrentIndex(self._model.first_legal())
                return True
        return False
