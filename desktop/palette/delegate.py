"""Paints one line of the command palette: text with the letters hit, why not, kind, key."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.palette.values import PaletteRow
from desktop.theme import Theme, scaled, theme_of
from desktop.widgets.roles import Role

Index = QModelIndex | QPersistentModelIndex
Lettered = tuple[str, QFont]
PAD = 10
LEAST_KIND = 6
"""Letters of what stands beside the text, at least."""
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
        pieces = lettered(row, option.font)
        text = sum(QFontMetrics(letters).horizontalAdvance(piece) for piece, letters in pieces)
        line.setRight(
            line.right() - self._paint_kind(painter, row, line.adjusted(text, 0, 0, 0), small, theme)
        )
        self._paint_text(painter, row, line, pieces, small, theme)
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
        """Paint its menu, or what it is, in half of what the text leaves; returns the width used."""
        painter.setFont(font)
        metrics = painter.fontMetrics()
        room = line.width() - PAD if row.item.enabled else line.width() // 2
        if room < metrics.averageCharWidth() * LEAST_KIND:
            return 0
        kind = metrics.elidedText(row.item.kind, Qt.TextElideMode.ElideRight, room)
        painter.setPen(theme.quiet)
        painter.drawText(line, _RIGHT, kind)
        return metrics.horizontalAdvance(kind) + PAD

    def _paint_text(
        self,
        painter: QPainter,
        row: PaletteRow,
        line: QRect,
        pieces: list[Lettered],
        small: QFont,
        theme: Theme,
    ) -> None:
        """Paint the text run by run, and after it why it cannot be done."""
        item, at = row.item, line.left()
        for piece, letters in pieces:
            room = line.right() - at
            if room <= 0:
                return
            metrics = QFontMetrics(letters)
            wide = metrics.horizontalAdvance(piece)
            painter.setFont(letters)
            painter.setPen(theme.text if item.enabled else theme.quiet)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room) if wide > room else piece
            painter.drawText(QRect(at, line.top(), room, line.height()), _LEFT, shown)
            at += wide
        if item.enabled or not item.reason:
            return
        painter.setFont(small)
        painter.setPen(theme.quiet)
        room = line.right() - at - PAD
        reason = painter.fontMetrics().elidedText(f"— {item.reason}", Qt.TextElideMode.ElideRight, room)
        if room > 2 * PAD:
            painter.drawText(QRect(at + PAD, line.top(), room, line.height()), _LEFT, reason)


def lettered(row: PaletteRow, font: QFont) -> list[Lettered]:
    """Return the text of a row in pieces, with the letters of each: what was hit is bold."""
    bold = QFont(font)
    bold.setBold(True)
    bold.setUnderline(True)
    return [(piece, bold if is_hit else font) for piece, is_hit in runs(row.item.shown, row.hits)]


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
