"""An address as a QR code, black on white whatever the theme: phones read nothing else as well."""

from __future__ import annotations

import segno
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

QUIET = 4
"""Empty modules around the code, as the standard wants."""
LEAST, USUAL = 160, 250
"""Pixels across."""


def modules(text: str) -> list[list[bool]]:
    """Return the code of a text row by row, True for what is black, without the quiet zone."""
    code = segno.make(text, micro=False, error="m")
    return [[bool(module) for module in row] for row in code.matrix]


class QrCode(QWidget):
    """Shows a text as a QR code, as large as there is room; empty as long as there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._modules: list[list[bool]] = []
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(LEAST, LEAST)

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self._modules = modules(text) if text else []
            self.setAccessibleName(self.tr("QR code of {text}").format(text=text) if text else "")
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(USUAL, USUAL)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._modules:
            return
        count = len(self._modules) + 2 * QUIET
        size = max(1, min(self.width(), self.height()) // count)
        across = size * count
        left, top = (self.width() - across) // 2, (self.height() - across) // 2
        with QPainter(self) as painter:
            painter.fillRect(QRect(left, top, across, across), Qt.GlobalColor.white)
            for y, row in enumerate(self._modules, QUIET):
                for x, black in enumerate(row, QUIET):
                    if black:
                        painter.fillRect(
                            left + x * size, top + y * size, size, size, QColor(Qt.GlobalColor.black)
                        )
