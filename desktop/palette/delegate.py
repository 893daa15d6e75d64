"""Paints one line of the command palette: text with the letters hit, why not, kind, key."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.palette.values import PaletteRow
from desktop.theme import Theme, scaled, theme_of
from desktop.widgets.roles import Role

Index = QModelIndex | QPersistentModelIndex
PAD = 10
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PaletteDelegate(QStyledItemDelegate):
    """One line: what fits is bold and underlined, the key stands in a frame at the end."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, option.fontMetrics.height() + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: PaletteRow | None = index.data(Role.PALETTE)
        if row is None:
            return
        theme = theme_of(option.palette)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.selected)
            painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, theme.raised)
        line = option.rect.adjusted(PAD, 0, -PAD, 0)
        small = scaled(option.font, 0.9)
        line.setRight(line.right() - self._paint_key(painter, row, line, small, theme))
        line.setRight(line.right() - self._paint_kind(painter, row, line, small, theme))
        self._paint_text(painter, row, line, option.font, theme)
        painter.restore()

    def _paint_key(self, painter: QPainter, row: PaletteRow, line: QRect, font: QFont, theme: Theme) -> int:
        """Paint the key in a frame at the right; returns the width used."""
        if not row.item.shortcut:
            return 0
        painter.setFont(font)
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(row.item.shortcut) + 10
        box = QRect(line.right() - width, 0, width, metrics.height() + 2)
        box.moveCenter(line.center())
        box.moveRight(line.right())
        painter.setPen(QPen(theme.edge, 1))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(theme.quiet)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, row.item.shortcut)
        return width + PAD

    def _paint_kind(self, painter: QPainter, row: PaletteRow, line: QRect, font: QFont, theme: Theme) -> int:
        painter.setFont(font)
        metrics = painter.fontMetrics()
        kind = metrics.elidedText(row.item.kind, Qt.TextElideMode.ElideRight, line.width() // 3)
        painter.setPen(theme.quiet)
        painter.drawText(line, _RIGHT, kind)
        return metrics.horizontalAdvance(kind) + PAD

    def _paint_text(self, painter: QPainter, row: PaletteRow, line: QRect, font: QFont, theme: Theme) -> None:
        """Paint the text run by run, and after it why it cannot be done."""
        item = row.item
        bold = QFont(font)
        bold.setBold(True)
        bold.setUnderline(True)
        at = line.left()
        for piece, is_hit in runs(item.shown, row.hits):
            chosen = bold if is_hit else font
            room = line.right() - at
            if room <= 0:
                return
            metrics = QFontMetrics(chosen)
            wide = metrics.horizontalAdvance(piece)
            painter.setFont(chosen)
            painter.setPen(theme.text if item.enabled else theme.quiet)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room) if wide > room else piece
            painter.drawText(QRect(at, line.top(), room, line.height()), _LEFT, shown)
            at += wide
        if item.enabled or not item.reason:
            return
        painter.setFont(scaled(font, 0.9))
        painter.setPen(theme.quiet)
        room = line.right() - at - PAD
        reason = painter.fontMetrics().elidedText(f"— {item.reason}", Qt.TextElideMode.ElideRight, room)
        if room > 2 * PAD:
            painter.drawText(QRect(at + PAD, line.top(), room, line.height()), _LEFT, reason)


def runs(text: str, hits: tuple[int, ...]) -> list[tuple[str, bool]]:
    """Cut a text into pieces that were hit and pieces that were not."""
    marked = set(hits)
    found: list[tuple[str, bool]] = []
    for number, letter in enumerate(text):
        is_hit = number in marked
        if found and found[-1][1] == is_hit:
            found[-1] = (found[-1][0] + letter, is_hit)
        else:
            found.append((letter, is_hit))
    return found
