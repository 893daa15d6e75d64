"""Labels that the side panels, bars and dialogs share."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop.theme import theme_of
from desktop.widgets.citations import in_sight
from desktop.widgets.plain_text import PlainLabel, tip


class ToneLabel(PlainLabel):
    """A label of plain text, wrapped, in one of the theme's text colours."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "quiet") -> None:
        """Show ``text``; ``tone`` is quiet, text, good, bad or warn."""
        super().__init__("", parent)
        self._tone = tone
        self._colouring = False
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.setText(text)
        self._colour()

    def set_tone(self, tone: str) -> None:
        """Change the tone."""
        if tone != self._tone:
            self._tone = tone
            self._colour()

    def say(self, text: str) -> None:
        """Show ``text``, or nothing and no room for it."""
        if text != self.text():
            self.setText(text)
        self.setVisible(bool(text))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ParentChange):
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        if self._colouring:
            return
        self._colouring = True
        parent = self.parentWidget()
        base = parent.palette() if parent is not None else QApplication.palette()
        theme = theme_of(base)
        palette = QPalette()
        colour = theme.quiet if self._tone == "quiet" else theme.tone(self._tone)
        palette.setColor(QPalette.ColorRole.WindowText, theme.text if self._tone == "text" else colour)
        self.setPalette(palette)
        self._colouring = False


class CitedLabel(ToneLabel):
    """Says where something stands in the rules; ids of rules stand in its tool tip, with all of the text."""

    _told = ""

    @property
    def told(self) -> str:
        """All of the text."""
        return self._told

    def say(self, text: str) -> None:
        shown, self._told = in_sight(text), text
        super().say(shown)
        self.setToolTip(tip(text) if shown != text else "")


class FoldedLabel(ToneLabel):
    """Wrapped text that can be kept to a number of lines: it says that it goes on.

    All of it stands in the tool tip then.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "quiet") -> None:
        """Begin whole."""
        self._lines = 0
        super().__init__(text, parent, tone=tone)

    def fold(self, lines: int) -> None:
        """Show so many lines at most; 0 is all of them."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
            self.update()

    @property
    def shown(self) -> str:
        """What of the text there is room for."""
        if not self._lines or self._high(self.text()) <= self._most(super().heightForWidth(self.width())):
            return self.text()
        words = self.text().split()
        fitting = bisect(
            range(1, len(words)), False, key=lambda n: self._high(_goes_on(words[:n])) > self._most(_HIGH)
        )
        return _goes_on(words[:fitting])

    def _most(self, height: int) -> int:
        return min(height, self._lines * (self.fontMetrics().lineSpacing() + 1)) if self._lines else height

    def _high(self, text: str) -> int:
        return wrapped_height(self.fontMetrics(), text, self.width())

    def heightForWidth(self, width: int) -> int:
        return self._most(super().heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return QSize(size.width(), self._most(size.height()))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(tip(self.text()) if self.shown != self.text() else "")
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown
        if shown == self.text():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(self.rect(), int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop), shown)


def _goes_on(words: Sequence[str]) -> str:
    return f"{' '.join(words)} …"


_HIGH = 10_000
"""Pixels within which texts are measured."""


def wrapped_height(letters: QFontMetrics, text: str, width: int) -> int:
    """Return how many pixels high a text is that is wrapped within ``width`` pixels."""
    return letters.boundingRect(QRect(0, 0, width, _HIGH), int(Qt.TextFlag.TextWordWrap), text).height()


LEAST_LETTERS = 14
"""Letters that are left of a text that is cut short."""
LEAST_LEFT = 4
"""Letters that are left of a part of it, at least."""
LEAST_READ = 9
"""Letters of such a part by which it can still be told."""


class ShortLabel(ToneLabel):
    """One line of text, cut short where there is no room for it: first in what is missed the least.

    All of it stands in the tool tip then.
    """

    def __init__(self, parent: QWidget | None = None, *, tone: str = "quiet") -> None:
        """Begin empty."""
        super().__init__("", parent, tone=tone)
        self._brief, self._least, self._told, self._kept = "", "", "", 0
        self.setWordWrap(False)

    def show_line(self, text: str, *, brief: str = "", least: str = "", told: str = "") -> None:
        """Show ``text``, or ``brief`` where it has no room, of which ``least`` is cut short first.

        The tool tip says ``told`` besides.
        """
        self._brief, self._least, self._told = brief, least, told
        self.setText(text)
        self._tell()
        self.update()

    def keep_width(self, width: int) -> None:
        """Ask for so many pixels whatever it says, that nothing beside it moves; 0 asks for what it needs."""
        self._kept = width
        self.updateGeometry()

    @property
    def shown(self) -> str:
        """What of the text there is room for."""
        text, metrics = self.text(), self.fontMetrics()
        if self._brief and metrics.horizontalAdvance(text) > self.width():
            text = self._brief
        return shortened(text, self._least, metrics, self.width())

    @property
    def readable(self) -> int:
        """The width in pixels at which all can be told, and only what is missed the least is cut short."""
        text, least = self._brief or self.text(), self._least
        before, found, after = text.rpartition(least) if least else (text, "", "")
        cut = least if len(least) <= LEAST_READ else f"{least[:LEAST_READ]}…"
        return self.fontMetrics().horizontalAdvance(f"{before}{cut}{after}" if found else text) + 2

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = self._kept or metrics.horizontalAdvance(self.text()) + 2
        return QSize(width, metrics.height())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return self.sizeHint().boundedTo(QSize(metrics.averageCharWidth() * LEAST_LETTERS, metrics.height()))

    def _tell(self) -> None:
        cut = self.text() if self.shown != self.text() else ""
        self.setToolTip(tip("\n".join(part for part in (cut.strip(), self._told) if part), wrapped=bool(cut)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(
                self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown
            )


def shortened(text: str, least: str, metrics: QFontMetrics, width: int) -> str:
    """Return as much of ``text`` as ``width`` pixels have room for: ``least`` of it is cut short first."""
    if metrics.horizontalAdvance(text) <= width:
        return text
    before, found, after = text.rpartition(least) if least else (text, "", "")
    if not found:
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    room = width - metrics.horizontalAdvance(before + after)
    if room >= metrics.averageCharWidth() * LEAST_LEFT:
        return f"{before}{metrics.elidedText(least, Qt.TextElideMode.ElideRight, room)}{after}"
    room = width - metrics.horizontalAdvance(before)
    if room >= metrics.averageCharWidth() * LEAST_LEFT:  # what it is called says more than what comes behind
        return f"{before}{metrics.elidedText(least + after, Qt.TextElideMode.ElideRight, room)}"
    after = metrics.elidedText(f"…{after}", Qt.TextElideMode.ElideRight, width * 3 // 5)
    room = width - metrics.horizontalAdvance(after)
    # A name's number is its end.
    return metrics.elidedText(before, Qt.TextElideMode.ElideMiddle, room) + after


def roomy(label: QLabel) -> QLabel:
    """Give a wrapped label a sensible least width: forms reserve the height that it needs at that width."""
    label.setMinimumWidth(label.fontMetrics().averageCharWidth() * 38)
    return label


def label_of_field(text: str, field: QWidget) -> QLabel:
    """Return the label of a field, with the key that leads there; screen readers call the field so, too."""
    label = PlainLabel(text, field.parentWidget())
    label.setBuddy(field)
    field.setAccessibleName(text.replace("&", ""))
    return label


def plain_label(text: str = "", parent: QWidget | None = None, *, bold: bool = False) -> QLabel:
    """Return a label of plain, wrapped text: names are whatever people have typed, HTML included."""
    label = PlainLabel(parent=parent)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setText(text)
    if bold:
        font = label.font()
        font.setBold(True)
        label.setFont(font)
    return label
