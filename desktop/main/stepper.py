"""The phases of the round side by side, the present one in a frame; paints itself and never needs room."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen, QRegion
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.main.phases import Step
from desktop.widgets.plain_text import tip


class Stepper(QWidget):
    """Shows steps from left to right. What does not fit is left out, the present step last of all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without steps."""
        super().__init__(parent)
        self._steps: tuple[Step, ...] = ()
        self._boxes: list[tuple[QRectF, Step]] = []
        self._room: tuple[int, int, int] | None = None
        self._advances: dict[tuple[bool, str], float] = {}
        """How wide texts are, bold or not, with 0 in place of every digit."""
        self._widths: dict[Step, float] = {}
        """How wide the steps are that are shown, and those that were before: one asks 30 times in a turn."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_steps(self, steps: tuple[Step, ...]) -> None:
        """Show these steps; nothing happens if they are shown already."""
        if steps == self._steps:
            return
        room = self.room
        self._widths = {step: self._widths[step] for step in self._steps if step in self._widths}
        self._steps, self._room = steps, None
        self.setAccessibleName(", ".join(_spoken(step) for step in steps))
        if self.room != room:
            self.updateGeometry()
        changed = self._changed()
        if changed is None:
            self.update()
        else:
            self.update(changed)

    def _changed(self) -> QRegion | None:
        """Return where the steps look different from what is painted; None if they stand elsewhere."""
        painted = [step for _, step in self._boxes]
        wanted = self._fitting(self.width())
        if list(map(self._step_width, painted)) != list(map(self._step_width, wanted)):
            return None
        region = QRegion()
        for (box, before), step in zip(self._boxes, wanted, strict=True):
            if before != step:
                region += box.toAlignedRect()
        return region

    @property
    def whole_now(self) -> int:
        """The width in which the present step says all that it has to."""
        return self.room[2]

    @property
    def room(self) -> tuple[int, int, int]:
        """The width for all steps, the least, and that for the present one: digits change none of them."""
        if self._room is None:
            self._room = self._measured()
        return self._room

    def _measured(self) -> tuple[int, int, int]:
        now = next((step for step in self._steps if step.now), None)
        short = self._advance(_short(now), bold=True) + 4 * self._gap() + 2 if now is not None else 0.0
        letter = QFontMetricsF(self._bold()).averageCharWidth()
        least = round(max(letter * 12, min(letter * 20, short)))
        whole = max(least, round(self._step_width(now)) + 2) if now is not None else 0
        return round(self._width(self._steps)) + 2, least, whole

    def sizeHint(self) -> QSize:
        """Room for all steps."""
        return QSize(self.room[0], self._height())

    def minimumSizeHint(self) -> QSize:
        """Room for how far the present step has gone, up to a limit."""
        return QSize(self.room[1], self._height())

    def event(self, event: QEvent) -> bool:
        """Show the rule of the phase under the mouse."""
        if isinstance(event, QHelpEvent):
            step = next((s for box, s in self._boxes if box.contains(QPointF(event.pos()))), None)
            told = "" if step is None else "\n".join(filter(None, (_text(step), step.text)))
            QToolTip.showText(event.globalPos(), tip(told), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        self._boxes = []
        steps = self._fitting(self.width())
        x = 0.0
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index, step in enumerate(steps):
                if index:
                    x = self._draw_text(painter, x, "›", self.font())
                x = self._draw_step(painter, x, step, event.region())

    # -- measuring ---------------------------------------------------------------------------------

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _gap(self) -> float:
        return QFontMetricsF(self.font()).averageCharWidth()

    def _height(self) -> int:
        return round(QFontMetricsF(self._bold()).height() * 1.7)

    def _advance(self, text: str, *, bold: bool) -> float:
        """Return how wide a text is, were all its digits the widest there is."""
        key = (bold, re.sub(r"\d", "0", text))
        if key not in self._advances:
            metrics = QFontMetricsF(self._bold() if bold else self.font())
            widest = max("0123456789", key=metrics.horizontalAdvance)
            self._advances[key] = metrics.horizontalAdvance(key[1].replace("0", widest))
        return self._advances[key]

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another font."""
        if event.type() == QEvent.Type.FontChange:
            self._advances.clear()
            self._widths.clear()
            self._room = None
            self.updateGeometry()
        super().changeEvent(event)

    def _step_width(self, step: Step) -> float:
        width = self._widths.get(step)
        if width is None:
            width = self._advance(_text(step), bold=step.now) + (4 * self._gap() if step.now else 0)
            self._widths[step] = width
        return width

    def _width(self, steps: tuple[Step, ...]) -> float:
        arrow = self._advance("›", bold=False) + 2 * self._gap()
        return sum(map(self._step_width, steps)) + arrow * max(0, len(steps) - 1)

    def _fitting(self, width: float) -> tuple[Step, ...]:
        """Leave steps out from the far end, then from the front, until the rest fits."""
        steps = self._steps
        while len(steps) > 1 and self._width(steps) > width:
            steps = steps[1:] if steps[-1].now else steps[:-1]
        return steps

    # -- painting ----------------------------------------------------------------------------------

    def _draw_text(self, painter: QPainter, x: float, text: str, font: QFont) -> float:
        x += self._gap()
        width = QFontMetricsF(font).horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(QRectF(x, 0, width + 1, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return x + width + self._gap()

    def _draw_step(self, painter: QPainter, x: float, step: Step, region: QRegion) -> float:
        """Draw a step from ``x`` on, if it is in ``region``; returns where it ends."""
        width = min(self._step_width(step), self.width() - x)
        box = QRectF(x, 1, width, self.height() - 2)
        self._boxes.append((box, step))
        if not region.intersects(box.toAlignedRect()):
            return x + width
        inside = box
        if step.now:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
            painter.drawRoundedRect(box.adjusted(1, 0, -1, 0), box.height() / 2, box.height() / 2)
            inside = box.adjusted(2 * self._gap(), 0, -2 * self._gap(), 0)
        font = self._bold() if step.now else self.font()
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        metrics = QFontMetricsF(font)
        said = (_text(step), _short(step), step.brief or _short(step))
        text = next((one for one in said if metrics.horizontalAdvance(one) <= inside.width() + 1), said[-1])
        fits = text == said[0]
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inside.width() + 1)
        across = Qt.AlignmentFlag.AlignLeft if fits else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(inside.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter | across, text)
        return x + width


def _text(step: Step) -> str:
    return f"{step.label} · {step.detail}" if step.detail else step.label


def _short(step: Step) -> str:
    """How far a step has gone, where its name has no room beside that."""
    return step.detail or step.label


def _spoken(step: Step) -> str:
    return f"▶ {_text(step)}" if step.now else _text(step)
