"""Documents on paper from the command line: as a PDF, on a machine without a display."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QGuiApplication

from desktop.printing.output import pdf
from desktop.printing.setup import Setup
from rulesets.documents import Document


def without_display() -> QGuiApplication:
    """Return the application that fonts need, made without a display if there is none yet."""
    known = QGuiApplication.instance()
    if isinstance(known, QGuiApplication):
        return known
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QGuiApplication([sys.argv[0]])


def paper(document: Document, size: str, *, landscape: bool, scale: int) -> bytes:
    """Return a document as a PDF."""
    return pdf(document, Setup(size, landscape, scale=scale).sound())[0]
