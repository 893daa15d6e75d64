"""The header of the initiative list: flat, in small capitals, long labels in two lines.

At its end stands the button that chooses columns; a click of the right button anywhere on it does the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QWidget

from desktop.theme import metrics_of, scaled, theme_of
from desktop.widgets.pictures import Pictures

_SCALES = (1.0, 0.9, 0.8)
"""Sizes of a label, the first that finds room; one that finds none in any is abbreviated."""
_LEAST_LETTERS = 3
"""Letters of an abbreviation."""
_MOST_LABELS = 20
"""Pictures of labels that are kept: Qt paints all of them anew whenever a row moves."""


class ColumnsButton(QAbstractButton):
    """Three columns, the last one dashed: which of them there are is chosen here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Leave the keys where they are: for the keyboard there is a command."""
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(self.tr("Choose the columns"))
        self.setAccessibleName(self.tr("Choose the columns"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        em = round(metrics_of(self.font()).em)
        return QSize(round(em * 1.5), round(em * 1.3))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, size = theme_of(self.palette()), self.height() * 0.5
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised if self.underMouse() else theme.window)
            wide = max(2, round(size * 0.28))
            left = round((self.width() - size * 1.2) / 2)
            for number in range(3):
                high = round(size if number < 2 else size * 0.5)
                top = round((self.height() - size) / 2)
                box = QRect(left + round(number * (wide + size * 0.18)), top, wide, high)
                painter.fillRect(box, theme.text if self.underMouse() else theme.quiet)


class ListHeader(QHeaderView):
    """Paints labels, and lets columns be chosen."""

    asked = Signal()
    """Columns are to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Be horizontal and passive."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(8)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._pictures = Pictures(_MOST_LABELS)
        self._narrow: tuple[int, ...] = ()
        """Widths that columns may come to have: their labels have the height for those already."""
        self.chooser = ColumnsButton(self)
        self.chooser.clicked.connect(self.asked)

    def keep_for(self, widths: Sequence[int]) -> None:
        """Be as high as labels need in columns of these widths, too: no row moves when they get them."""
        if tuple(widths) != self._narrow:
            self._narrow = tuple(widths)
            self.updateGeometry()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.asked.emit()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_chooser()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._place_chooser()

    def _place_chooser(self) -> None:
        size = self.chooser.sizeHint().boundedTo(self.size())
        self.chooser.setGeometry(
            self.width() - size.width(), (self.height() - size.height()) // 2, size.width(), size.height()
        )

    def _small(self) -> QFont:
        return label_font(self.font())

    def sizeHint(self) -> QSize:
        metrics = metrics_of(self.font())
        height = round(metrics.small_height + metrics.gap * 2.2)
        narrow = self._narrow if len(self._narrow) == self.count() else ()
        wraps = any(self._wraps(number) for number in range(self.count()))
        wraps = wraps or any(self._wraps(number, width) for number, width in enumerate(narrow))
        return QSize(self.length(), height + (QFontMetrics(self._small()).lineSpacing() if wraps else 0))

    def _label(self, number: int) -> str:
        model = self.model()
        return str(model.headerData(number, Qt.Orientation.Horizontal) or "").upper() if model else ""

    def _before(self, number: int) -> int:
        """Return the space before a label."""
        metrics = metrics_of(self.font())
        return round(metrics.gap if number else metrics.stripe)

    def _behind(self, number: int) -> int:
        """Return the space behind a label: the last one leaves it to the button."""
        return self.chooser.sizeHint().width() if number == self.count() - 1 else 0

    def _wraps(self, number: int, width: int | None = None) -> bool:
        """True for a label of several words that finds no room in a line of its column, or of ``width``."""
        wide = self.sectionSize(number) if width is None else width
        label, room = self._label(number), wide - self._before(number) - self._behind(number)
        return " " in label and QFontMetrics(self._small()).horizontalAdvance(label) > room

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Stay as it is: Qt would paint all labels anew whenever another row is selected."""

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        label = self._label(logicalIndex)
        edges = (logicalIndex == 0, logicalIndex == self.count() - 1)
        shows = (label, rect.left(), edges, self.font().key(), self.palette().cacheKey())
        ground = theme_of(self.palette()).window
        self._pictures.paint(
            painter, rect, shows, ground, lambda inside: self._draw(inside, rect, logicalIndex, label)
        )

    def _draw(self, painter: QPainter, rect: QRect, number: int, label: str) -> None:
        theme = theme_of(self.palette())
        painter.save()
        painter.fillRect(rect, theme.window)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.edge)
        box = rect.adjusted(self._before(number), 0, -self._behind(number), 0)
        font, lines = fitted(label, self._small(), box.width(), wraps=self._wraps(number))
        painter.setFont(font)
        painter.setPen(theme.quiet)
        text = "\n".join(lines)
        across = Qt.AlignmentFlag.AlignLeft if number else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(box, across | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


def label_font(font: QFont) -> QFont:
    """Return the font of labels over a list in ``font``."""
    return scaled(metrics_of(font).small, 0.95)


def least_label(label: str, font: QFont) -> float:
    """Return how wide a label is at least that is not abbreviated, over a list in ``font``."""
    small = QFontMetricsF(scaled(label_font(font), _SCALES[-1]))
    return max(map(small.horizontalAdvance, label.upper().split(" ", 1))) + 1


def fitted(label: str, font: QFont, room: int, *, wraps: bool) -> tuple[QFont, list[str]]:
    """Return the lines of a label, in a font in which they find room.

    Where they find none in any their words are abbreviated ('COND.'), and what is too short for that says
    nothing: the tool tip has it in full.
    """
    lines = label.split(" ", 1) if wraps else [label]
    for scale in _SCALES:
        smaller = font if scale == 1.0 else scaled(font, scale)
        metrics = QFontMetrics(smaller)
        if max(map(metrics.horizontalAdvance, lines)) <= room:
            return smaller, lines
    return smaller, [_abbreviated(line, metrics, room) for line in lines]


def _abbreviated(line: str, metrics: QFontMetrics, room: int) -> str:
    if metrics.horizontalAdvance(line) <= room:
        return line
    for end in range(len(line) - 1, _LEAST_LETTERS - 1, -1):
        short = f"{line[:end].rstrip()}."
        if metrics.horizontalAdvance(short) <= room:
            return short
    return ""
