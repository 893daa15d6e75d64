"""Rows of the log: one line each, with the way back at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.models.log import LogModel
from desktop.roles import Role
from desktop.theme import scaled, theme_of

if TYPE_CHECKING:
    from rulesets.texts import EntryText

Index = QModelIndex | QPersistentModelIndex
PAD = 8


class LogDelegate(QStyledItemDelegate):
    """Paints one entry on one line: place, mark of an override, title and lines, the way back."""

    def link(self) -> str:
        """Return the words that lead back to a line."""
        return self.tr("undo to here")

    def link_rect(self, option: QStyleOptionViewItem) -> QRect:
        """Return where the way back is painted."""
        width = QFontMetrics(_underlined(option.font)).horizontalAdvance(self.link())
        inner = option.rect.adjusted(PAD, 0, -PAD, 0)
        return QRect(inner.right() - width, inner.top(), width + 1, inner.height())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, option.fontMetrics.height() + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        text: EntryText | None = index.data(Role.ENTRY)
        if text is None:
            return
        theme = theme_of(option.palette)
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if selected or hovered:
            painter.fillRect(option.rect, theme.selected if selected else theme.raised)
        inner = option.rect.adjusted(PAD, 0, -PAD, 0)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(option.font)
        if not _is_last(index):
            link = self.link_rect(option)
            painter.setFont(_underlined(option.font))
            painter.setPen(theme.selection if selected or hovered else theme.quiet)
            painter.drawText(link, middle, self.link())
            inner.setRight(link.left() - PAD)
        painter.setFont(option.font)
        painter.setPen(theme.quiet)
        place = QRect(inner.left(), inner.top(), self._place_width(option), inner.height())
        painter.drawText(place, middle, text.place)
        inner.setLeft(place.right() + PAD)
        if text.overridden:
            inner.setLeft(self._paint_mark(painter, option, inner) + PAD)
        self._paint_words(painter, option, inner, text)
        painter.restore()

    def _paint_mark(self, painter: QPainter, option: QStyleOptionViewItem, inner: QRect) -> int:
        """Paint the mark of an override before the title, which says it in words; returns where it ends."""
        side = inner.height() - 6
        box = QRect(inner.left(), inner.top() + 3, side, side)
        painter.setPen(theme_of(option.palette).warn)
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(_bold(option.font))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "!")
        return box.right()

    def _paint_words(
        self, painter: QPainter, option: QStyleOptionViewItem, inner: QRect, text: EntryText
    ) -> None:
        theme = theme_of(option.palette)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(_bold(option.font))
        painter.setPen(theme.warn if text.overridden else theme.text)
        metrics = painter.fontMetrics()
        title = metrics.elidedText(text.title, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, middle, title)
        inner.setLeft(inner.left() + metrics.horizontalAdvance(title) + PAD)
        if text.lines and inner.width() > metrics.averageCharWidth() * 6:
            painter.setFont(option.font)
            painter.setPen(theme.quiet)
            lines = "— " + " · ".join(text.lines)
            lines = option.fontMetrics.elidedText(lines, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, middle, lines)

    def _place_width(self, option: QStyleOptionViewItem) -> int:
        return option.fontMetrics.horizontalAdvance("R00 · 00")


def _is_last(index: Index) -> bool:
    model = index.model()
    return isinstance(model, LogModel) and model.is_last(index)


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def _underlined(font: QFont) -> QFont:
    result = scaled(font, 0.92)
    result.setUnderline(True)
    return result


class LogList(QListView):
    """The rows. Lines of one height, so that ten thousand of them need not be rendered to be laid out."""

    asked_back = Signal(QModelIndex)
    """The GM wants to go back to this line."""
    asked_menu = Signal(QModelIndex, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without a model."""
        super().__init__(parent)
        self._delegate = LogDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self._at_bottom = True
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def stay_at_bottom(self) -> None:
        """Show the newest line, and go along with what comes until the GM scrolls away."""
        self._at_bottom = True
        self.scrollToBottom()

    def _on_scrolled(self, value: int) -> None:
        slack = self.fontMetrics().height() // 2
        self._at_bottom = value >= self.verticalScrollBar().maximum() - slack

    def _on_range(self, _least: int, most: int) -> None:
        """There are more or fewer lines, or less room for them."""
        if self._at_bottom:
            self.verticalScrollBar().setValue(most)

    def link_at(self, point: QPoint) -> QModelIndex:
        """Return the line whose way back is at ``point``, or an invalid index."""
        index = self.indexAt(point)
        if not index.isValid() or _is_last(index):
            return QModelIndex()
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return index if self._delegate.link_rect(option).contains(point) else QModelIndex()

    # -- Qt ------------------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the newest line, where Qt would begin at the oldest."""
        model = self.model()
        if not self.currentIndex().isValid() and model is not None and model.rowCount():
            last = model.index(model.rowCount() - 1, 0)
            self.selectionModel().setCurrentIndex(last, QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self.link_at(event.position().toPoint()).isValid()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not event.modifiers():
            index = self.link_at(event.position().toPoint())
            if index.isValid():
                self.asked_back.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            point = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        else:
            index, point = self.indexAt(event.pos()), event.globalPos()
        if index.isValid():
            self.asked_menu.emit(index, point)
