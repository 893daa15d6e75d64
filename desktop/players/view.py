"""Shows what players see, and lets it follow the fight calmly: rows slide, change and come to rest.

It stands as it is from the first moment on; only what is painted lags behind for a blink. Whoever acts is
always in sight: a long list moves under its window, as if it were scrolled.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QEasingCurve, QRect, QRectF, QSize, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.players import painting
from desktop.players.painting import Sizes, sizes_of
from desktop.players.words import spoken
from desktop.theme import Theme, theme_of
from desktop.widgets.movement import is_unseen, may_move
from desktop.widgets.pictures import Pictures
from rulesets.seen.players_screen import NOTHING, PlayersScreen, RowShown

DURATION = 420
"""Milliseconds that everything takes to its new place."""
ABOVE = 2
"""Rows that stay in sight above the one that acts."""
SPARE = 8


class _Spot(Struct, frozen=True):
    """Where a row is painted, and how."""

    y: float
    """Top of the row, from that of all rows, as if the list were not moved."""
    seen: float
    """0 is not seen yet or any more, 1 is all there."""
    share: float
    """How far its bar is filled."""


class PlayersView(QWidget):
    """Paints a value; gets everything it needs from :meth:`show_value`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.wanted = True
        """Whether movement is wanted."""
        self.unseen = is_unseen()
        self.shape: QSize | None = None
        """The size of the screen that is shown in small; None is shown as large as it is."""
        self._shown: PlayersScreen = NOTHING
        self._old: dict[str, tuple[RowShown, _Spot]] = {}
        """Id → the row as it was before, and where it was seen when this way began."""
        self._old_top = self._top = 0.0
        self._gone = 1.0
        """How much of the way is behind, 1 is all."""
        self._animation: QVariantAnimation | None = None
        self._counts = 0.0
        """Units that the counts of what is painted take."""
        self._pictures = Pictures(32)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("What the players see"))

    @property
    def shown(self) -> PlayersScreen:
        """What is shown."""
        return self._shown

    @property
    def moving(self) -> bool:
        """Whether anything is still on its way."""
        return self._gone < 1.0

    # -- what is shown -----------------------------------------------------------------------------

    def show_value(self, shown: PlayersScreen) -> None:
        """Show another value, from what is seen now."""
        if shown == self._shown:
            return
        still = not self._moves() or not self._shown.rows or not shown.rows
        spots, rows = self._spots(), {row.id: row for row in self._shown.rows}
        old = {ident: (rows.get(ident) or self._old[ident][0], spot) for ident, spot in spots.items()}
        self._old_top = self._top_now()
        self._shown = shown
        self._top = self._wanted_top(self.sizes)
        self._old = {} if still else old
        self._tell()
        if still:
            self.rest()
        else:
            self._begin()
        self.update()

    def _moves(self) -> bool:
        """Whether anything is to move: somebody wants it, can see it, and the system lets it."""
        return self.wanted and not self.unseen and self.isVisible() and may_move(self)

    def _begin(self) -> None:
        if self._animation is None:
            self._animation = QVariantAnimation(self)
            self._animation.setStartValue(0.0)
            self._animation.setEndValue(1.0)
            self._animation.setDuration(DURATION)
            self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._animation.valueChanged.connect(self._go_on)
            self._animation.finished.connect(self.rest)
        self._animation.stop()
        self._gone = 0.0
        self._animation.start()

    def _go_on(self, gone: float) -> None:
        self._gone = gone
        self.update()

    def rest(self) -> None:
        """Let everything be where it belongs."""
        if self._animation is not None:
            self._animation.stop()
        self._old, self._gone = {}, 1.0
        self._top = self._old_top = self._wanted_top(self.sizes)
        self.update()

    def _tell(self) -> None:
        sizes = self.sizes
        first = round(self._wanted_top(sizes) / sizes.row)
        text = spoken(self._shown, self._shown.rows[first : first + sizes.in_sight])
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            if QAccessible.isActive():
                event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
                QAccessible.updateAccessibility(event)

    # -- where everything is -----------------------------------------------------------------------

    @property
    def sizes(self) -> Sizes:
        """The lengths that are painted in."""
        return sizes_of(QSizeF(self.shape or self.size()), len(self._shown.rows))

    def _wanted_top(self, sizes: Sizes) -> float:
        """Return how far the list is moved up, so that who acts is in sight with some above and below."""
        rows, room = self._shown.rows, sizes.in_sight
        if len(rows) <= room:
            return 0.0
        first = min((number for number, row in enumerate(rows) if row.active or row.must), default=0)
        return max(0, min(first - min(ABOVE, room - 1), len(rows) - room)) * sizes.row

    def _top_now(self) -> float:
        return self._old_top + (self._top - self._old_top) * self._gone

    def _spots(self) -> Mapping[str, _Spot]:
        """Return where every row is seen now; also of those that are leaving."""
        high, gone = self.sizes.row, self._gone
        found: dict[str, _Spot] = {}
        for ident, (_, spot) in self._old.items():
            found[ident] = _Spot(spot.y, spot.seen * (1 - gone), spot.share)
        for number, row in enumerate(self._shown.rows):
            to = _Spot(number * high, 1.0, max(0, row.bar) / 100)
            old = self._old.get(row.id)
            found[row.id] = to if old is None else _between(old[1], to, gone)
            if old is None and self._old:
                found[row.id] = _Spot(to.y, gone, to.share)
        return {ident: spot for ident, spot in found.items() if spot.seen > 0}

    # -- Qt ----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(960, 540)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 90)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the heading, and every row where it is now."""
        theme, sizes = theme_of(self.palette()), self.sizes
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.window)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.shape is not None:
                scale = min(self.width() / self.shape.width(), self.height() / self.shape.height())
                painter.translate(
                    (self.width() - self.shape.width() * scale) / 2,
                    (self.height() - self.shape.height() * scale) / 2,
                )
                painter.scale(scale, scale)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.setClipRect(QRectF(0, 0, self.shape.width(), self.shape.height()))
            if self._shown.rows:
                self._paint_rows(painter, sizes, theme)
                painting.paint_heading(painter, self._shown, sizes, theme)
            else:
                painting.paint_plain(painter, QRectF(0, 0, sizes.width, sizes.height), theme)

    def resizeEvent(self, event: object) -> None:
        self.rest()

    def _paint_rows(self, painter: QPainter, sizes: Sizes, theme: Theme) -> None:
        place, top, high = sizes.rows, self._top_now(), sizes.row
        clip = QRectF(0, place.top(), sizes.width, sizes.in_sight * high)
        painter.save()
        painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
        rows = {row.id: row for row in self._shown.rows}
        self._pictures.most = 2 * sizes.in_sight + SPARE
        self._counts = painting.room_of_counts(self._shown, sizes.of_rows)
        spots = self._spots()
        for ident, spot in sorted(spots.items(), key=lambda one: one[1].seen):
            y = place.top() + spot.y - top
            if y + high < clip.top() or y > clip.bottom():
                continue
            row = rows.get(ident)
            old = self._old[ident][0] if ident in self._old else None
            self._paint_row(painter, QRectF(0, y, sizes.width, high), old, row, spot, sizes, theme)
        painter.restore()
        self._paint_more(painter, sizes, clip)

    def _paint_row(
        self,
        painter: QPainter,
        place: QRectF,
        old: RowShown | None,
        row: RowShown | None,
        spot: _Spot,
        sizes: Sizes,
        theme: Theme,
    ) -> None:
        """Paint a row; what has changed fades from what was there before."""
        shown = row or old
        if shown is None:
            return
        if row is not None and old is not None and old != row and self._gone < 1:
            self._picture(painter, place, old, sizes, theme)
            painter.setOpacity(self._gone)
        else:
            painter.setOpacity(spot.seen)
        self._picture(painter, place, shown, sizes, theme)
        painter.setOpacity(spot.seen)
        painting.paint_bar(painter, place, shown, spot.share, sizes.of_rows, theme, self._counts)
        painter.setOpacity(1)

    def _picture(self, painter: QPainter, place: QRectF, row: RowShown, sizes: Sizes, theme: Theme) -> None:
        def draw(inside: QPainter) -> None:
            painting.paint_row(inside, QRectF(whole), row, sizes.of_rows, theme, self._counts)

        whole = QRect(0, round(place.top()), round(sizes.width), round(place.height()))
        if self.shape is not None:  # in small nothing lies on whole pixels
            draw(painter)
            return
        looks = (row, theme.name, self._counts)
        self._pictures.paint(painter, whole, looks, painting.ground_of(row, theme), draw)

    def _paint_more(self, painter: QPainter, sizes: Sizes, clip: QRectF) -> None:
        """Say how many are out of sight, above and below."""
        number, room = len(self._shown.rows), sizes.in_sight
        first = round(self._top / sizes.row)
        above, below = first, max(0, number - first - room)
        parts = []
        if above:
            parts.append(self.tr("▲ {number} more").format(number=above))
        if below:
            parts.append(self.tr("▼ {number} more").format(number=below))
        if self._shown.left_out:
            parts.append(self.tr("{number} others").format(number=self._shown.left_out))
        if self._shown.notes:
            parts.append(" ".join(self._shown.notes.split()))
        place = QRectF(0, clip.bottom(), sizes.width, max(0.0, sizes.height - clip.bottom()))
        painting.paint_more(painter, place, "     ".join(parts), sizes, self.palette())


def _between(one: _Spot, other: _Spot, gone: float) -> _Spot:
    def mixed(a: float, b: float) -> float:
        return a + (b - a) * gone

    return _Spot(mixed(one.y, other.y), mixed(one.seen, other.seen), mixed(one.share, other.share))
