"""What the players' screen is hidden behind: a picture of the game master's own, or a calm plain one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.players.painting import paint_plain
from desktop.theme import theme_of

translate = QCoreApplication.translate

FORMATS = frozenset({"png", "jpeg", "jpg", "webp", "bmp"})
"""Kinds of pictures that hold nothing but pixels: a drawing (SVG) could name other files."""
LARGEST = QSize(3840, 2160)
"""Pixels that a picture is read with at most."""


class UnreadablePicture(OSError):
    """A file that is no picture, or that cannot be read."""


def read_picture(path: Path) -> QImage:
    """Return a picture, no larger than LARGEST.

    Raises:
        UnreadablePicture: if it cannot be read; its text says why.
    """
    reader = QImageReader(str(path))
    if reader.canRead() and bytes(reader.format().data()).decode().lower() not in FORMATS:
        raise UnreadablePicture(translate("Players", "it is none of the kinds that can be shown"))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and (size.width() > LARGEST.width() or size.height() > LARGEST.height()):
        reader.setScaledSize(size.scaled(LARGEST, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise UnreadablePicture(reader.errorString())
    return image


class Curtain(QWidget):
    """Covers all of what it lies over."""

    def __init__(self, parent: QWidget) -> None:
        """Begin without a picture."""
        super().__init__(parent)
        self._image: QImage | None = None
        self._scaled: QPixmap | None = None
        self.setAccessibleName(self.tr("The players' screen is hidden"))

    @property
    def has_picture(self) -> bool:
        """Whether a picture is shown."""
        return self._image is not None

    def show_picture(self, image: QImage | None) -> None:
        """Show a picture from now on, or the plain screen."""
        self._image, self._scaled = image, None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the screen with the picture; what of it has another shape is cut off evenly."""
        with QPainter(self) as painter:
            if self._image is None:
                self._paint_plain(painter)
                return
            ratio = self.devicePixelRatioF()
            wanted = self.size() * ratio
            if self._scaled is None or self._scaled.size() != wanted:
                grown = self._image.size().scaled(wanted, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
                image = self._image.scaled(
                    grown, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
                left, top = (grown.width() - wanted.width()) // 2, (grown.height() - wanted.height()) // 2
                self._scaled = QPixmap.fromImage(image.copy(left, top, wanted.width(), wanted.height()))
            painter.drawPixmap(self.rect(), self._scaled)

    def _paint_plain(self, painter: QPainter) -> None:
        paint_plain(painter, QRectF(self.rect()), theme_of(self.palette()))
