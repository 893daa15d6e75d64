"""A line over the list where counts move: whose turns are to come, pass by pass or count by count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import metrics_of, theme_of
from desktop.widgets.plain_text import tip
from rulesets.seen.ahead import Ahead
from rulesets.seen.number_format import minus
from rulesets.table.changes import Changes

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class AheadStrip(QWidget):
    """Is there only where turns can be told ahead. What does not fit is cut off; the tool tip has it all."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Follow ``bridge``."""
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._renew)
        self._renew()

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text

    def _follow(self, _changes: Changes) -> None:
        self._renew()

    def _renew(self) -> None:
        bridge = self._bridge
        shown = bridge.is_open and bridge.scene.foretells
        text = self._words(bridge.scene.ahead) if shown else ""
        if text == self._text and shown != self.isHidden():
            return
        self._text = text
        self.setVisible(shown)
        self.setAccessibleName(self._text)
        self._tell()
        self.update()

    def _words(self, ahead: tuple[Ahead, ...]) -> str:
        if not ahead:
            return self.tr("No further turn this round")
        return "   ›   ".join(self._group(group) for group in ahead)

    def _group(self, group: Ahead) -> str:
        name = self._texts.name
        if not group.word:
            return f"{minus(str(group.number))} {', '.join(name(slot) for slot, _ in group.turns)}"
        turns = ", ".join(f"{name(slot)} {minus(str(count))}" for slot, count in group.turns)
        return f"{group.word} {group.number}: {turns}"

    # -- Qt ----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        metrics = metrics_of(self.font())
        return QSize(300, round(metrics.chip_height + metrics.gap))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _room(self) -> float:
        return self.width() - 4 * metrics_of(self.font()).gap

    def _tell(self) -> None:
        """Show all of it as a tool tip where it is cut short."""
        wide = QFontMetricsF(metrics_of(self.font()).small).horizontalAdvance(self._text)
        self.setToolTip(tip(self._text) if wide > self._room() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        theme, metrics = theme_of(self.palette()), metrics_of(self.font())
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised)
            painter.setFont(metrics.small)
            painter.setPen(theme.text)
            line = QRectF(2 * metrics.gap, 0, self._room(), self.height())
            text = QFontMetricsF(metrics.small).elidedText(
                self._text, Qt.TextElideMode.ElideRight, line.width()
            )
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
