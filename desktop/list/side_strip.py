"""A strip over the list where initiative is rolled by side: each with its roll, and who goes by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.list.delegates.look import Look
from desktop.list.model import InitiativeModel
from desktop.list.side_values import SideValue, order_rule, sides_of
from desktop.theme import Metrics, metrics_of, theme_of
from desktop.widgets.plain_text import tip
from desktop.widgets.side_marks import paint_mark
from rulesets.table.changes import Changes

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class SideStrip(QWidget):
    """Is there only where a ruleset rolls by side and has rolled."""

    def __init__(
        self, bridge: Bridge, texts: Texts, initiative: InitiativeModel, parent: QWidget | None = None
    ) -> None:
        """Follow ``bridge``; colours and shapes are those of the list."""
        super().__init__(parent)
        self._bridge, self._texts, self._initiative = bridge, texts, initiative
        self._sides: list[SideValue] = []
        self._rule = ""
        self._boxes: list[tuple[QRectF, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._renew)
        self._renew()

    @property
    def sides(self) -> list[SideValue]:
        """What is shown."""
        return list(self._sides)

    def told_at(self, place: QPointF) -> str:
        """Return who rolled for the side that is drawn at ``place``, or ''."""
        return next((told for box, told in self._boxes if box.contains(place)), "")

    def _follow(self, changes: Changes) -> None:
        if changes.order or changes.clock or changes.whole or changes.joined or changes.left:
            self._renew()

    def _renew(self) -> None:
        bridge = self._bridge
        if bridge.is_open:
            marks = self._initiative.sides
            self._sides = sides_of(bridge.rules, bridge.state, marks, self._texts)
            self._rule = order_rule(bridge.scene)
        else:
            self._sides = []
        self.setVisible(bool(self._sides))
        self.setAccessibleName(", ".join(f"{side.name} {side.text}" for side in self._sides))
        self.update()

    # -- Qt ----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        metrics = metrics_of(self.font())
        return QSize(300, round(metrics.chip_height + metrics.gap * 1.6))

    def event(self, event: QEvent) -> bool:
        """Tell who rolled for the side under the mouse."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), tip(self.told_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sides from the left as far as there is room, then the rule of the order."""
        theme, metrics = theme_of(self.palette()), metrics_of(self.font())
        look = Look(theme, theme.text, theme.quiet, theme.accent, False)
        self._boxes = []
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = metrics.gap * 2
            for side, rolled in zip(self._sides, self.rolled(), strict=True):
                x = self._draw(painter, x, side, look, rolled) + metrics.gap * 3
            room = self.width() - x - metrics.gap
            painter.setFont(metrics.small)
            painter.setPen(theme.quiet)
            font = QFontMetricsF(metrics.small)
            if room > metrics.em * 8:
                text = font.elidedText(self._rule, Qt.TextElideMode.ElideRight, room)
                line = QRectF(x, 0, room, self.height())
                painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def rolled(self) -> list[str]:
        """Return what is drawn of the roll of each side: every side is to be seen, then every number."""
        metrics = metrics_of(self.font())
        font, room = QFontMetricsF(metrics.small), self._room(metrics)
        for texts in ([side.text for side in self._sides], [side.short for side in self._sides]):
            if sum(font.horizontalAdvance(text) + 1 for text in texts) <= room:
                return texts
        most = max(0, room / max(1, len(texts)))
        return [font.elidedText(text, Qt.TextElideMode.ElideRight, most) for text in texts]

    def _room(self, metrics: Metrics) -> float:
        """Return the pixels that what the sides rolled may take together."""
        names = sum(QFontMetricsF(self._bold()).horizontalAdvance(side.name) for side in self._sides)
        marks = sum(metrics.chip_height * 0.8 + metrics.gap for side in self._sides if side.mark >= 0)
        return self.width() - names - marks - metrics.gap * (2 + 5 * len(self._sides))

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _draw(self, painter: QPainter, x: float, side: SideValue, look: Look, rolled: str) -> float:
        """Draw one side from ``x`` on, with what it ``rolled`` as far as that is said; return its end."""
        metrics = metrics_of(self.font())
        left, middle = x, self.height() / 2
        if side.mark >= 0:
            size = metrics.chip_height * 0.8
            box = QRectF(x, middle - size / 2, size, size)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.theme.side(side.mark))
            painter.drawRoundedRect(box, 2, 2)
            paint_mark(painter, box.center(), size * 0.3, side.mark, look.theme.base)
            x = box.right() + metrics.gap
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for font, colour, text in (
            (self._bold(), look.text, side.name),
            (metrics.small, look.quiet, rolled),
        ):
            wide = QFontMetricsF(font).horizontalAdvance(text) + 1
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QRectF(x, 0, wide, self.height()), flags, text)
            x += wide + metrics.gap
        self._boxes.append((QRectF(left, 0, x - left, self.height()), side.told))
        return x
