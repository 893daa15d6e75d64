"""Sheets on pages: rows never split, every page has its header, and the last page number is known first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPainter

from desktop.printing.cells import GREY, Bar, Cell, Paper, Stack, Text, token_boxes, track_boxes
from desktop.printing.sheet import Line, Sheet

translate = QCoreApplication.translate

SHARES = (0.07, 0.25, 0.13, 0.12, 0.14, 0.11, 0.18)
"""Width of each column as a part of the page; those of columns that the ruleset lacks go to the last."""
GAP = 1.8
"""Millimetres between columns, and above and below a row."""


class Row:
    """One combatant's cells, measured."""

    def __init__(self, paper: Paper, line: Line, widths: Sequence[float]) -> None:
        """Fit ``line`` into columns of these widths."""
        small, normal, bold = paper.font(7.5), paper.font(9), paper.font(9.5, bold=True)
        inner = [max(1.0, width - GAP * paper.mm) for width in widths]
        name = f"▶ {line.name}" if line.active else line.name
        self.cells: list[Cell] = [
            Stack(
                [
                    Text(paper, line.count, paper.font(13, bold=True), inner[0], most=1),
                    Text(paper, line.aside, small, inner[0], most=1),
                ]
            ),
            Stack(
                [Text(paper, name, bold, inner[1], most=3), Text(paper, line.about, small, inner[1], most=4)]
            ),
            Text(paper, line.stats, small, inner[2], most=6),
            Bar(paper, line.health, inner[3]) if line.health else Stack([]),
            track_boxes(paper, line.pips, inner[4]) if line.pips else Stack([]),
            token_boxes(paper, line.tokens, inner[5]),
            Text(paper, line.notes, normal, inner[6], most=8),
        ]
        self.height = max(cell.height for cell in self.cells) + 2 * GAP * paper.mm


class Pages:
    """A sheet laid out on one device."""

    def __init__(self, sheet: Sheet, device: QPagedPaintDevice) -> None:
        """Measure and paginate."""
        self._sheet, self._device = sheet, device
        self._paper = paper = Paper(device)
        self._widths = _widths(sheet, paper.width)
        self._head = self._header_cells()
        self._top = self._head_height()
        rows = [Row(paper, line, self._widths) for line in sheet.lines]
        self.pages = _paginate(rows, paper.height - self._top)

    def paint(self) -> int:
        """Paint all pages; returns how many there are.

        Raises:
            OSError: if the device cannot be painted on.
        """
        painter = QPainter()
        if not painter.begin(self._device):
            raise OSError(translate("Print", "the printer or file cannot be written"))
        try:
            for number, rows in enumerate(self.pages, 1):
                if number > 1:
                    self._device.newPage()
                self._paint_head(painter, number)
                self._paint_rows(painter, rows)
        finally:
            painter.end()
        return len(self.pages)

    # -- the head of every page --------------------------------------------------------------------

    def _header_cells(self) -> tuple[Text, Text]:
        sheet, paper = self._sheet, self._paper
        room = paper.width - 30 * paper.mm
        about = " · ".join(part for part in (sheet.about, sheet.place, sheet.printed) if part)
        title = Text(paper, sheet.title, paper.font(15, bold=True), room, most=2)
        return title, Text(paper, about, paper.font(8), paper.width, most=2, colour=GREY)

    def _head_height(self) -> float:
        labels = self._paper.metrics(self._paper.font(7.5, bold=True)).height()
        return sum(cell.height for cell in self._head) + labels + 7 * self._paper.mm

    def _paint_head(self, painter: QPainter, number: int) -> None:
        paper, (title, about) = self._paper, self._head
        title.draw(painter, QPointF(0, 0))
        about.draw(painter, QPointF(0, title.height + paper.mm))
        text = translate("Print", "Page %1 of %2").replace("%2", str(len(self.pages)))
        painter.setFont(paper.font(8))
        box = QRectF(0, 0, paper.width, title.height)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        painter.drawText(box, flags, text.replace("%1", str(number)))
        y = title.height + about.height + 3 * paper.mm
        painter.setPen(paper.pen(width=1.6))
        painter.drawLine(QPointF(0, y), QPointF(paper.width, y))
        font = paper.font(7.5, bold=True)
        x, tall = 0.0, paper.metrics(font).height()
        for header, width in zip(self._sheet.headers, self._widths, strict=True):
            if not width:
                continue
            cell = Text(paper, header, font, width - GAP * paper.mm, most=1)
            cell.draw(painter, QPointF(x, y + 1.5 * paper.mm))
            x += width
        y += tall + 3 * paper.mm
        painter.setPen(paper.pen())
        painter.drawLine(QPointF(0, y), QPointF(paper.width, y))

    def _paint_rows(self, painter: QPainter, rows: Sequence[Row]) -> None:
        y, gap = self._top, GAP * self._paper.mm
        for row in rows:
            x = 0.0
            for cell, width in zip(row.cells, self._widths, strict=True):
                cell.draw(painter, QPointF(x, y + gap))
                x += width
            y += row.height
            painter.setPen(self._paper.pen(GREY, 0.7))
            painter.drawLine(QPointF(0, y), QPointF(self._paper.width, y))


def _widths(sheet: Sheet, width: float) -> list[float]:
    """The columns' widths: a column that no row has anything in gives its room to the last."""
    shares = list(SHARES)
    empty = (
        (2, all(not line.stats for line in sheet.lines)),
        (3, all(line.health is None for line in sheet.lines)),
        (4, all(line.pips is None for line in sheet.lines)),
        (5, all(not line.tokens for line in sheet.lines)),
    )
    for column, unused in empty:
        if unused:
            shares[-1] += shares[column]
            shares[column] = 0.0
    return [share * width for share in shares]


def _paginate(rows: Sequence[Row], room: float) -> list[list[Row]]:
    """Lay rows on pages; a row that does not fit begins a new one."""
    pages: list[list[Row]] = [[]]
    used = 0.0
    for row in rows:
        if pages[-1] and used + row.height > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += row.height
    return pages
