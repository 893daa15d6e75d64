"""Ways out of the program for a document: a PDF, a printer, a picture of a page. They may take long.

Painting text is allowed on any thread (Qt's "Thread-Support in Qt Modules": QImage, QPrinter, QPicture), one
thread to a device; so all of this runs wherever it is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
)

from desktop.paper.printing.letters import Letters, Style
from desktop.paper.printing.marks import DASHES, Line, Page
from desktop.paper.printing.pages import Laid, nothing
from desktop.paper.printing.setup import MM, UNIT, Setup, page_layout, room
from desktop.process.tasks import Tick
from rulesets import collector
from rulesets.output.documents import Document
from rulesets.plain_files import write_whole

BLACK, WHITE = QColor(0, 0, 0), QColor(255, 255, 255)
THIN, USUAL, STRONG = 0.15 * MM, 0.22 * MM, 0.4 * MM
"""Widths of lines: a laser printer of 300 dots to the inch draws a dot of 0.085 mm."""


def lay_out(
    document: Document, setup: Setup, layout: QPageLayout | None = None, tick: Tick = nothing
) -> Laid:
    """Lay a document out for a setup, or for what a printer has made of it."""
    width, height, scale = room(layout or page_layout(setup), setup.scale)
    with collector.paused():
        return Laid(document, width, height, setup.size, tick, scale=scale)


def write_pdf(document: Document, path: Path, setup: Setup, tick: Tick = nothing) -> int:
    """Write a document as a PDF, in one step: whatever goes wrong leaves what was there before.

    Returns:
        The number of pages.

    Raises:
        OSError: if it cannot be written.
        Exception: what ``tick`` raises to have it stopped.
    """
    data, pages = pdf(document, setup, tick)
    write_whole(path, data)
    return pages


@collector.paused()
def pdf(document: Document, setup: Setup, tick: Tick = nothing) -> tuple[bytes, int]:
    """Return a document as a PDF, and its number of pages."""
    laid = lay_out(document, setup, tick=tick)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNIT)
    writer.setTitle(document.title[:200])
    writer.setCreator("Turnwright")
    writer.setPageLayout(page_layout(setup))
    try:
        paint(laid, writer, range(len(laid.pages)), tick)
    finally:
        del writer  # completes the document
    data = bytes(buffer.data().data())
    buffer.close()
    return data, len(laid.pages)


def paint(laid: Laid, device: QPagedPaintDevice, pages: Sequence[int], tick: Tick = nothing) -> None:
    """Paint pages one after the other.

    Raises:
        OSError: if the device cannot be painted on, or goes away.
    """
    trouble = QCoreApplication.translate("Print", "the printer or file cannot be written")
    painter = QPainter()
    if not painter.begin(device):
        raise OSError(trouble)
    try:
        factor = device.logicalDpiX() / UNIT * laid.scale / 100
        for number, index in enumerate(pages):
            tick(number, len(pages))
            if number and not device.newPage():
                raise OSError(trouble)
            painter.save()
            painter.scale(factor, factor)
            paint_page(painter, laid.pages[index], laid.letters)
            painter.restore()
    finally:
        if not painter.end():
            raise OSError(trouble)


def page_image(laid: Laid, number: int, layout: QPageLayout, dots: float) -> QImage:
    """Return the picture of a whole sheet with its margins, at ``dots`` to the inch."""
    sheet = layout.fullRect(QPageLayout.Unit.Point)
    inside = layout.paintRect(QPageLayout.Unit.Point)
    part = dots / 72
    image = QImage(
        max(1, round(sheet.width() * part)), max(1, round(sheet.height() * part)), QImage.Format.Format_RGB32
    )
    image.fill(WHITE)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(inside.left() * part, inside.top() * part)
    factor = dots / UNIT * laid.scale / 100
    painter.scale(factor, factor)
    paint_page(painter, laid.pages[number], laid.letters)
    painter.end()
    return image


def paint_page(painter: QPainter, page: Page, letters: Letters) -> None:
    """Paint all that stands on a page, black on white; strokes of one kind in one go."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _lines(painter, page.lines, THIN)
    _lines(painter, page.rules, STRONG)
    if page.boxes:
        painter.setPen(QPen(BLACK, USUAL))
        painter.drawRects([QRectF(*box) for box in page.boxes])
    for box in page.fills:
        painter.fillRect(QRectF(*box), BLACK)
    _paths(painter, page)
    for style in Style:
        texts = page.texts[style]
        if texts:
            painter.setFont(letters.fonts[style])
            painter.setPen(WHITE if style is Style.BOX_BLACK else BLACK)
            draw = painter.drawText
            for x, y, text in texts:
                draw(int(x), int(y), text)


def _lines(painter: QPainter, lines: Sequence[Line], width: float) -> None:
    if lines:
        painter.setPen(QPen(BLACK, width))
        painter.drawLines([QLineF(*line) for line in lines])


def _paths(painter: QPainter, page: Page) -> None:
    for dash in sorted({path.dash for path in page.paths}):
        shape = QPainterPath()
        for points, kind in page.paths:
            if kind == dash:
                shape.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
        if dash < 0:
            painter.fillPath(shape, BLACK)
            continue
        pen = QPen(BLACK, STRONG)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if DASHES[dash]:
            pen.setDashPattern(list(DASHES[dash]))
        painter.strokePath(shape, pen)
