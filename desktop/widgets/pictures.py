"""Pictures of what was painted: what shows the same in the same look is not painted anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPixmap


class Pictures:
    """Keeps pictures by what they show and how large they are; those not seen for longest go."""

    def __init__(self, most: int) -> None:
        """Keep ``most`` pictures."""
        self.most = most
        """How many are kept: no fewer than are in sight at once."""
        self._kept: dict[Hashable, QPixmap] = {}

    def paint(
        self,
        painter: QPainter,
        place: QRect,
        shows: Hashable,
        ground: QColor,
        draw: Callable[[QPainter], None],
    ) -> None:
        """Paint at ``place`` what ``draw`` paints there over ``ground``, which is all that ``shows`` says.

        ``draw`` must not depend on anything else, and paints nothing outside of the place. The ground is
        opaque: letters want to know on what they stand, and Qt copies what has no holes, while it shares out
        the blending of what has among threads, which takes longer than to paint most things.
        """
        scale = painter.device().devicePixelRatio()
        if scale != int(scale):  # a picture would not lie on whole pixels of the screen
            draw(painter)
            return
        key = (shows, place.width(), place.height(), scale)
        picture = self._kept.pop(key, None)
        if picture is None:
            picture = QPixmap(place.size() * scale)
            picture.setDevicePixelRatio(scale)
            picture.fill(ground)
            with QPainter(picture) as inside:
                inside.translate(-place.topLeft())
                draw(inside)
            while len(self._kept) >= self.most:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = picture  # behind all others: the first is the one not seen for longest
        painter.drawPixmap(place.topLeft(), picture)
