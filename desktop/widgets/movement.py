"""Whether anything is to move: only where somebody sees it, and as far as the system lets it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle, QWidget

UNSEEN = ("offscreen", "minimal")
"""Platforms of Qt on which nobody sees anything move."""


def is_unseen() -> bool:
    """Return whether nobody sees what the program paints."""
    return QGuiApplication.platformName() in UNSEEN


def may_move(widget: QWidget) -> bool:
    """Return whether the system lets parts of ``widget`` move; who wants less movement says so there."""
    return bool(widget.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, widget))
