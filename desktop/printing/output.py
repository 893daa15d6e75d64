"""Ways out of the program for a sheet: a PDF file, or a printer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter

from desktop.bridge import Bridge
from desktop.models.row_words import Naming
from desktop.printing.pages import Pages
from desktop.printing.sheet import Sheet, sheet_of
from desktop.services.paths import write_whole

MARGIN = 14.0
"""Millimetres around the sheet."""
RESOLUTION = 300


def print_state(bridge: Bridge, path: Path, *, name: str, place: str, names: Naming) -> int:
    """Write the encounter as it stands as a PDF; returns the number of pages.

    The file is written in one step: a full disk leaves what was there before.

    Raises:
        OSError: if it cannot be written.
    """
    return write_pdf(sheet_of(bridge, name, place, names), path)


def write_pdf(sheet: Sheet, path: Path) -> int:
    """Write a sheet as a PDF; raises OSError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setTitle(sheet.title)
    writer.setCreator("Turnwright")
    writer.setPageLayout(_layout())
    pages = Pages(sheet, writer).paint()
    del writer  # completes the document
    data = bytes(buffer.data().data())
    buffer.close()
    write_whole(path, data)
    return pages


def _layout() -> QPageLayout:
    return QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Portrait,
        QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN),
        QPageLayout.Unit.Millimeter,
    )
