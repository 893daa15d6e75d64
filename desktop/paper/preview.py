"""How pages will look on paper: one at a time, whole or as wide as there is room, turned with keys."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPageLayout, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from desktop.paper.printing.output import page_image
from desktop.paper.printing.pages import Laid
from desktop.widgets.plain_text import PlainLabel

_EDGE = 12
"""Pixels around a page."""
_MOST_READ = 4000
"""Letters of a page that a screen reader is given."""


class PaperPreview(QScrollArea):
    """Shows a document that is laid out."""

    turned = Signal(int, int)
    """Number of the page, from 1, and of all pages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without a page."""
        super().__init__(parent)
        self._laid: Laid | None = None
        self._layout: QPageLayout | None = None
        self.number = 0
        self._wide = False
        self._sheet = PlainLabel(parent=self)
        self._sheet.setFrameShape(QFrame.Shape.Box)
        self._sheet.hide()
        self.setWidget(self._sheet)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(260, 260)
        self.setAccessibleName(self.tr("Preview"))

    @property
    def pages(self) -> int:
        """How many there are."""
        return len(self._laid.pages) if self._laid is not None else 0

    def show_pages(self, laid: Laid, layout: QPageLayout) -> None:
        """Show a document; the number of the page stays if there is one of that number."""
        self._laid, self._layout = laid, layout
        self._sheet.show()
        self.turn_to(self.number)

    def turn_to(self, number: int) -> None:
        """Show a page by its number from 0, or the one nearest to that."""
        self.number = min(max(0, number), max(0, self.pages - 1))
        self._draw()
        self.turned.emit(self.number + 1, self.pages)

    def turn(self, by: int) -> None:
        """Show the page so many further on."""
        self.turn_to(self.number + by)

    def show_wide(self, wide: bool) -> None:
        """Show pages as wide as there is room, or as a whole."""
        self._wide = wide
        self._draw()

    # -- internal ----------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self._laid is None or self._layout is None:
            return
        picture = self._picture(self._laid, self._layout)
        self._sheet.setPixmap(QPixmap.fromImage(picture))
        self._sheet.resize(self._sheet.sizeHint())
        said = self.tr("Preview, page {page} of {pages}")
        self.setAccessibleName(said.format(page=self.number + 1, pages=self.pages))
        self.setAccessibleDescription(" ".join(self._laid.pages[self.number].words())[:_MOST_READ])

    def _picture(self, laid: Laid, layout: QPageLayout) -> QImage:
        sheet = layout.fullRect(QPageLayout.Unit.Inch)
        space, frame = self.maximumViewportSize() - QSize(_EDGE, _EDGE), 2 * self._sheet.frameWidth()
        dots = (space.width() - frame) / max(0.1, sheet.width())
        if self._wide:
            dots = (space.width() - frame - self.verticalScrollBar().sizeHint().width()) / sheet.width()
        else:
            dots = min(dots, (space.height() - frame) / max(0.1, sheet.height()))
        ratio = self.devicePixelRatioF()
        picture = page_image(laid, self.number, layout, max(8.0, dots) * ratio)
        picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page up and down, Home and End turn pages; arrows too, unless there is something to scroll."""
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_PageDown | Qt.Key.Key_Right | Qt.Key.Key_Space:
                self.turn(1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_Left | Qt.Key.Key_Backspace:
                self.turn(-1)
            case Qt.Key.Key_Home:
                self.turn_to(0)
            case Qt.Key.Key_End:
                self.turn_to(self.pages - 1)
            case Qt.Key.Key_Down if bar.value() == bar.maximum():
                self.turn(1)
            case Qt.Key.Key_Up if bar.value() == bar.minimum():
                self.turn(-1)
            case _:
                super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn pages with the wheel at the ends of what can be scrolled."""
        bar, down = self.verticalScrollBar(), event.angleDelta().y() < 0
        if bar.value() == (bar.maximum() if down else bar.minimum()) and event.angleDelta().y():
            self.turn(1 if down else -1)
            event.accept()
        else:
            super().wheelEvent(event)
