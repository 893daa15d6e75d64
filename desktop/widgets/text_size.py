"""How large the text is in all windows: as the system has it, or as the game master wants it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QWidget

from desktop.theme import scaled

SIZES = (9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24)
"""Points that can be chosen, and that larger and smaller step through."""
LARGE = 30
"""Height of a window in lines below which its text is large."""
_SYSTEM = "font-of-the-system"


def apply_text_size(app: QApplication, points: int) -> None:
    """Give all windows text of ``points``; 0 is the system's own size again."""
    kept = app.property(_SYSTEM)
    if not isinstance(kept, QFont):
        if not points:
            return
        kept = QFont(app.font())
        app.setProperty(_SYSTEM, kept)
    font = QFont(kept)
    if points:
        font.setPointSize(points)
    if font != app.font():
        app.setFont(font)


def points_of(app: QApplication) -> int:
    """Return how large the text is now, in points."""
    return round(QFontInfo(app.font()).pointSizeF())


def is_large_in(window: QWidget) -> bool:
    """Return whether text is so large for a window that its list needs the room that others have else."""
    return window.height() < LARGE * window.fontMetrics().height()


def next_size(points: int, by: int) -> int:
    """Return the next larger size (``by`` 1) or the next smaller one (-1); the last one has none after it."""
    if by > 0:
        return next((size for size in SIZES if size > points), SIZES[-1])
    return next((size for size in reversed(SIZES) if size < points), SIZES[0])


def in_proportion(widget: QWidget, factor: float, *, bold: bool = False) -> FontFollower:
    """Let a widget's text be so many times as large as all other text, whatever that is."""
    return FontFollower(widget, proportion(factor, bold=bold))


def proportion(factor: float, *, bold: bool = False) -> Callable[[QFont], QFont]:
    """Return what makes a font so many times as large."""

    def made(font: QFont) -> QFont:
        found = scaled(font, factor)
        found.setBold(bold)
        return found

    return made


class FontFollower(QObject):
    """Gives a widget a font made from that of the one it stands in, now and whenever that changes."""

    def __init__(self, widget: QWidget, made: Callable[[QFont], QFont]) -> None:
        """Let ``made`` turn the font of its parent into that of ``widget``."""
        super().__init__(widget)
        self._widget, self._made = widget, made
        self._parent = widget.parentWidget() or widget.window()
        self._parent.installEventFilter(self)
        self._follow()

    def follow_as(self, made: Callable[[QFont], QFont]) -> None:
        """Let something else turn the font of the parent into the widget's."""
        self._made = made
        self._follow()

    def _follow(self) -> None:
        self._widget.setFont(self._made(self._parent.font()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the parent's font."""
        if event.type() == QEvent.Type.FontChange:
            self._follow()
        return super().eventFilter(watched, event)
