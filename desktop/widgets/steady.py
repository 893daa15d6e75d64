"""Parts that keep the height they once needed, so that what stands below them does not move."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QWidget


class Steady(QWidget):
    """Keeps the greatest height that its layout has needed since the width, the font or the fight changed."""

    def __init__(self, parent: QWidget | None = None, *, lines: int = 0) -> None:
        """Begin without a height; with ``lines`` no more than so many lines of text are kept free."""
        super().__init__(parent)
        self._lines = lines
        self._least = 0
        """How much room is kept in any case."""

    def keep_free(self, height: int) -> None:
        """Keep so much room from now on, whatever is shown; 0 is none."""
        if height != self._least:
            self._least = height
            self.forget()

    def keep_lines(self, lines: int) -> None:
        """Keep no more than so many lines of text free from now on."""
        if lines != self._lines:
            self._lines = lines
            self.forget()

    def settle(self) -> None:
        """Take more room if what is shown needs more."""
        layout = self.layout()
        if layout is None or not self.width():
            return
        for known in (layout, *layout.findChildren(QLayout)):
            known.invalidate()  # Qt tells layouts inside of another one no sooner than it lays them out
        needed = layout.totalHeightForWidth(self.width())
        if needed < 0:
            needed = layout.totalSizeHint().height()
        needed = max(needed + self.still_to_come(), self._least)
        if self._lines:
            between = max(0, layout.spacing()) * max(0, layout.count() - 1)
            needed = min(needed, self._lines * (self.fontMetrics().lineSpacing() + 1) + between)
        if needed > self.minimumHeight():
            self.setMinimumHeight(needed)
        else:
            self.updateGeometry()  # else who asks before all is laid out is told of what was shown before

    def still_to_come(self) -> int:
        """Return the height of what is not shown yet and shall have room when it is."""
        return 0

    def forget(self) -> None:
        """Need no more room than what is shown needs now."""
        self.measure_anew()

    def measure_anew(self) -> None:
        """Take the room for what is shown, and is still to come, in another width or font."""
        self.setMinimumHeight(0)
        self.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.measure_anew()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.measure_anew()
