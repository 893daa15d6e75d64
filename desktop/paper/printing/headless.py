"""Documents as PDF files: on any thread, and from the command line on a machine without a display."""

from __future__ import annotations

import os
import sys

import msgspec
from PySide6.QtGui import QGuiApplication

from desktop.paper.printing.output import pdf
from desktop.paper.printing.pages import nothing
from desktop.paper.printing.setup import Setup
from desktop.process.tasks import Tick
from rulesets.output.documents import Document


def without_display() -> QGuiApplication:
    """Return the application that fonts need, made without a display if there is none yet."""
    known = QGuiApplication.instance()
    if isinstance(known, QGuiApplication):
        return known
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QGuiApplication([sys.argv[0]])


def paper(document: Document, setup: Setup, tick: Tick = nothing) -> bytes:
    """Return a document as a PDF, on its side if it or ``setup`` says so.

    ``tick`` hears how many pages are done, and may raise to have it stopped.
    """
    turned = msgspec.structs.replace(setup, landscape=setup.landscape or document.landscape)
    return pdf(document, turned.sound(), tick)[0]
