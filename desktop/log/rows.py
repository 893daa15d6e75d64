"""Rows of the log: each with the way back to it (or forward) at its end, and more lines if it needs them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop.log.lines import LogLine
from desktop.log.model import LogModel
from desktop.theme import Theme, scaled, theme_of
from desktop.widgets.pictures import Pictures
from desktop.widgets.roles import Role

if TYPE_CHECKING:
    from rulesets.words.texts import EntryText

Index = QModelIndex | QPersistentModelIndex
PAD = 8
_MOST_HEIGHTS = 500
"""So many lines are remembered with their height: some screens full of them."""
_MOST_LINES = 4
"""Lines of a row at most: who did what to whom, and what was rolled, is read in full."""
_MOST_FITS = 4
"""How often rows in sight are measured again, since others come in sight where some got lower."""
LEAST_BEGUN = 6
"""Letters of what is cut short that say something."""
_STATE = QStyle.StateFlag
_Words = tuple[str, str, str]
"""What is painted in a line: of the title, of what is marked, of the rest."""
_LOOKS = (_STATE.State_Selected | _STATE.State_MouseOver | _STATE.State_HasFocus).value
"""States in which a line looks different."""
_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class LogDelegate(QStyledItemDelegate):
    """Paints a heading, or an entry: place, mark of an override, title and lines, the link.

    Where it has several lines, what finds no room in one is in the next, and the link is in the last.

    A line that moves up because one comes below it is not painted anew.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without pictures."""
        super().__init__(parent)
        self.pictures = Pictures(0)
        self.aimed = False
        """Whether the mouse is where the link of the line under it is."""

    def link(self, line: LogLine) -> str:
        """Return the words that lead to a line: back to it, or forward; '' where the fight stands."""
        if line.text is None or line.newest:
            return ""
        return self.tr("redo to here") if line.undone else self.tr("undo to here")

    def link_rect(self, option: QStyleOptionViewItem, line: LogLine) -> QRect:
        """Return where the link is painted."""
        width = QFontMetrics(_underlined(option.font)).horizontalAdvance(self.link(line))
        inner = self._lower(option) or option.rect
        return QRect(inner.right() - PAD - width, inner.top(), width + 1, inner.height())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self.line_height(option.fontMetrics))

    def line_height(self, metrics: QFontMetrics) -> int:
        """Return how high a line is."""
        return metrics.height() + 6

    def height_for(self, option: QStyleOptionViewItem, line: LogLine) -> int:
        """Return how high a line is that is as wide as the option says: all is told, as far as may be."""
        low, text = self.line_height(option.fontMetrics), line.text
        if text is None:
            return low
        option.state &= ~(_STATE.State_Selected | _STATE.State_MouseOver)
        for more in range(_MOST_LINES):
            option.rect.setHeight(low + more * option.fontMetrics.lineSpacing())
            if more + 1 == _MOST_LINES or self._cut(option, line, text)[1]:
                break
        return option.rect.height()

    def _upper(self, option: QStyleOptionViewItem) -> QRect:
        """Return the first line of a row, or all of it."""
        return self._lines_of(option)[0]

    def _lower(self, option: QStyleOptionViewItem) -> QRect | None:
        """Return the last line of a row; None if it has one."""
        lines = self._lines_of(option)
        return lines[-1] if len(lines) > 1 else None

    def _lines_of(self, option: QStyleOptionViewItem) -> list[QRect]:
        """Return the lines of a row, from above."""
        low, rect = self.line_height(option.fontMetrics), option.rect
        spare = rect.height() - low
        if spare < low // 2:
            return [QRect(rect)]
        high = option.fontMetrics.lineSpacing()
        below = range(rect.top() + low - 3, rect.top() + low - 3 + max(1, round(spare / high)) * high, high)
        first = QRect(rect.left(), rect.top(), rect.width(), low)
        return [first, *(QRect(rect.left(), top, rect.width(), high + 3) for top in below)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: LogLine | None = index.data(Role.LINE)
        if line is not None:
            self.paint_line(painter, option, line)

    def paint_line(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        line: LogLine,
        looks: tuple[object, ...] = (),
    ) -> None:
        """Paint a line where the option says, in the state that it says; ``looks``, if they are known."""
        shows = (line, looks or self.looks(option))
        ground = option.palette.color(QPalette.ColorRole.Base)
        self.pictures.paint(
            painter, option.rect, shows, ground, lambda inside: self._draw(inside, option, line)
        )

    def looks(self, option: QStyleOptionViewItem) -> tuple[object, ...]:
        """Return what state, font and colours of an option are told apart by."""
        aimed = self.aimed and bool(option.state & _STATE.State_MouseOver)
        return option.state.value & _LOOKS, aimed, option.font.key(), option.palette.cacheKey()

    def _draw(self, painter: QPainter, option: QStyleOptionViewItem, line: LogLine) -> None:
        painter.save()
        if line.text is None:
            self._paint_heading(painter, option, line.heading)
        else:
            self._paint_entry(painter, option, line, line.text)
        if line.first_undone:
            painter.fillRect(
                QRect(option.rect.topLeft(), QSize(option.rect.width(), 2)), _theme(option).selection
            )
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, heading: str) -> None:
        """Paint the words over the rows that belong to them, and a line to the end."""
        theme, font = _theme(option), _bold(option.font)
        inner = option.rect.adjusted(PAD, 0, -PAD, 0)
        painter.fillRect(option.rect, theme.raised)
        painter.setFont(font)
        painter.setPen(theme.text)
        painter.drawText(inner, _MIDDLE, heading)
        inner.setLeft(inner.left() + QFontMetrics(font).horizontalAdvance(heading) + PAD)
        painter.setPen(theme.edge)
        painter.drawLine(inner.left(), inner.center().y(), inner.right(), inner.center().y())

    def _paint_entry(
        self, painter: QPainter, option: QStyleOptionViewItem, line: LogLine, text: EntryText
    ) -> None:
        theme = _theme(option)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.fillRect(option.rect, theme.selected if selected else theme.raised)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.selection)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        inner, linked = self._upper(option).adjusted(PAD, 0, -PAD, 0), self._has_link(option, line, text)
        if linked:
            painter.setFont(_underlined(option.font))
            painter.setPen(theme.selection if selected or hovered else theme.quiet)
            painter.drawText(self.link_rect(option, line), _MIDDLE, self.link(line))
        painter.setFont(option.font)
        painter.setPen(theme.quiet)
        place = QRect(inner.left(), inner.top(), self._spot_width(option, line, inner), inner.height())
        painter.drawText(place, _MIDDLE, line.spot)
        if text.overridden:
            inner.setLeft(place.right() + PAD)
            self._paint_mark(painter, option, inner)
        self._paint_words(painter, option, line, text)

    def _has_link(self, option: QStyleOptionViewItem, line: LogLine, text: EntryText) -> bool:
        """Return whether the link is painted: unless somebody goes for it, the words come first.

        That the mouse is in a line is not enough: one who reads it has it there, too.
        """
        inner, link = option.rect.adjusted(PAD, 0, -PAD, 0), self.link_rect(option, line)
        beside = inner.width() - self._spot_width(option, line, inner) - link.width() - 3 * PAD
        hovered = bool(option.state & _STATE.State_MouseOver)
        sought = self.aimed if hovered else bool(option.state & _STATE.State_Selected)
        return bool(self.link(line)) and (sought or self._words_width(option, line, text) <= beside)

    def words_shown(self, option: QStyleOptionViewItem, line: LogLine) -> tuple[str, ...]:
        """Return what of the words of an entry is painted: of its title, what is marked, and the rest."""
        text = line.text
        if text is None:
            return ()
        rows, _ = self._cut(option, line, text)
        return tuple(" ".join(filter(None, parts)) for parts in zip(*rows, strict=True))

    def _room(self, option: QStyleOptionViewItem, line: LogLine, text: EntryText) -> QRect:
        """Return the room for the words of an entry, in its only or its upper line."""
        inner = self._upper(option).adjusted(PAD, 0, -PAD, 0)
        inner.setLeft(inner.left() + self._spot_width(option, line, inner) - 1 + PAD)
        if text.overridden:
            inner.setLeft(inner.left() + inner.height() - 7 + PAD)
        if not self._lower(option) and self._has_link(option, line, text):
            inner.setRight(self.link_rect(option, line).left() - PAD)
        return inner

    def _cut(self, option: QStyleOptionViewItem, line: LogLine, text: EntryText) -> tuple[list[_Words], bool]:
        """Return what is in each line of a row, and whether that is all there is to say."""
        width, lines = self._room(option, line, text).width(), len(self._lines_of(option))
        if lines == 1:
            cut = self._cut_to(option, line, text, width)
            return [cut], _tells_all(text, cut)
        last = width
        if self._has_link(option, line, text):
            last -= self.link_rect(option, line).width() + PAD
        loud, font = (QFontMetrics(letters) for letters in _fonts(option, line))
        return wrapped(text, loud, font, [*[width] * (lines - 1), last])

    def _cut_to(
        self, option: QStyleOptionViewItem, line: LogLine, text: EntryText, width: int
    ) -> tuple[str, str, str]:
        """Return of title, marked lines and the others what has room in so many pixels."""
        loud, font = (QFontMetrics(letters) for letters in _fonts(option, line))
        usual = [said for said in text.lines if said not in text.marked]
        room = title_room(width, self._lines_width(option, line, text))
        if usual and not text.marked:
            least = room_for_results(usual, font, width - PAD, room)
            room = least if _tells_numbers(usual) else max(least, own_room(text.title, loud, width))
        title, cut = kept_end(text.title, loud, room), []
        width -= loud.horizontalAdvance(title) + PAD
        for lines, letters in ((text.marked, loud), (usual, font)):
            said = fitting(lines, letters, width) if lines and width > letters.averageCharWidth() * 6 else ""
            cut.append(said)
            width -= letters.horizontalAdvance(said) + PAD if said else 0
        if title != text.title and width > 0:  # what the lines have left is its own again
            title = kept_end(text.title, loud, loud.horizontalAdvance(title) + width)
        return title, cut[0], cut[1]

    def _spot_width(self, option: QStyleOptionViewItem, line: LogLine, inner: QRect) -> int:
        """Return the room for where a line stands: of lines with plenty of it the same."""
        said = option.fontMetrics.horizontalAdvance(line.spot) + 2  # a card has a long name
        return max(min(self._place_width(option), inner.width() // 6), min(said, inner.width() // 3))

    def _words_width(self, option: QStyleOptionViewItem, line: LogLine, text: EntryText) -> int:
        """Return how much room all the words of a line take: the link gives way before they are cut."""
        title, mark = _fonts(option, line)[0], option.rect.height() if text.overridden else 0
        words = QFontMetrics(title).horizontalAdvance(text.title) + self._lines_width(option, line, text)
        return mark + words + 2 * PAD

    def _lines_width(self, option: QStyleOptionViewItem, line: LogLine, text: EntryText) -> int:
        """Return how much room all that stands behind the title takes."""
        usual = [said for said in text.lines if said not in text.marked]
        parts = zip((text.marked, usual), _fonts(option, line), strict=True)
        return sum(
            QFontMetrics(font).horizontalAdvance(f"— {' · '.join(said)}") for said, font in parts if said
        )

    def _paint_mark(self, painter: QPainter, option: QStyleOptionViewItem, inner: QRect) -> None:
        """Paint the mark of an override before the title, which says it in words."""
        theme = _theme(option)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 4, option.rect.height()), theme.warn)
        side = inner.height() - 6
        box = QRect(inner.left(), inner.top() + 3, side, side)
        painter.setPen(theme.warn)
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(_bold(option.font))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "!")

    def _paint_words(
        self, painter: QPainter, option: QStyleOptionViewItem, line: LogLine, text: EntryText
    ) -> None:
        """Paint title and lines, first what must not be overlooked.

        What was taken back is slanted and quiet, its link says what can be done.
        """
        theme = _theme(option)
        title_font, font = _fonts(option, line)
        loud = theme.quiet if line.undone else theme.warn
        title = theme.warn if text.overridden else theme.quiet if line.undone or line.routine else theme.text
        looks = ((title_font, title), (title_font, loud), (font, theme.quiet))
        inner = self._room(option, line, text)
        for words, room in zip(self._cut(option, line, text)[0], self._lines_of(option), strict=True):
            place = QRect(inner.left(), room.top(), inner.width(), room.height())
            for said, (letters, pen) in zip(words, looks, strict=True):
                if said:
                    painter.setFont(letters)
                    painter.setPen(pen)
                    painter.drawText(place, _MIDDLE, said)
                    place.setLeft(place.left() + painter.fontMetrics().horizontalAdvance(said) + PAD)

    def _place_width(self, option: QStyleOptionViewItem) -> int:
        return option.fontMetrics.horizontalAdvance(self.tr("Surprise · 00"))


def _fonts(option: QStyleOptionViewItem, line: LogLine) -> tuple[QFont, QFont]:
    """Return the letters of a line's title with what is marked, and those of the rest."""
    if not line.undone:
        return option.font if line.routine else _bold(option.font), option.font
    slanted = QFont(option.font)
    slanted.setItalic(True)
    return slanted, slanted


def title_room(width: int, lines: int) -> int:
    """Return how much of the ``width`` a title takes before lines that would be as wide as ``lines``.

    They have at least half of it if they need it: who fell must not be cut off because many were hit.
    """
    return max(width // 2, width - lines - PAD) if lines else width


def _tells_numbers(lines: Sequence[str]) -> bool:
    """Return whether a line says what a number was before and is now."""
    return any(_BECAME in said for said in lines)


def own_room(title: str, metrics: QFontMetrics, width: int) -> int:
    """Return what a title needs of its half of the ``width``: it is not cut for who acts next."""
    return min(metrics.horizontalAdvance(title), width // 2)


_BECAME = "→"
_RESULT = ": "
"""Stands before what it came to: 'Ada: hit points 12 → 5'."""
_ASIDE = re.compile(r" \([^()]*\)$")
"""What a title adds in brackets: by whom."""


def _tells_all(text: EntryText, cut: _Words) -> bool:
    """Return whether what is painted says all of an entry, also by whom it was."""
    title, marked, usual = cut
    return title == text.title and all(
        said in (marked if said in text.marked else usual) for said in text.lines
    )


def wrapped(
    text: EntryText, loud: QFontMetrics, font: QFontMetrics, widths: Sequence[int]
) -> tuple[list[_Words], bool]:
    """Return the words of an entry in lines that are so wide, and whether all of them have room.

    What has none is cut at the end of the last line.
    """
    usual = [said for said in text.lines if said not in text.marked]
    left = [text.title, _behind_dash(text.marked), _behind_dash(usual)]
    rows = []
    for number, width in enumerate(widths, start=1):
        row = ["", "", ""]
        for part, metrics in enumerate((loud, loud, font)):
            row[part], rest = broken(left[part], metrics, width, within=any(row))
            if rest and number == len(widths):
                row[part] = _elided(left[part], metrics, width)
            left[part] = rest
            if rest:
                break
            width -= metrics.horizontalAdvance(row[part]) + PAD if row[part] else 0
        rows.append((row[0], row[1], row[2]))
    return rows, not any(left)


def broken(text: str, metrics: QFontMetrics, width: int, *, within: bool = False) -> tuple[str, str]:
    """Return the words that have room in a line, and those that are left for the next one.

    A word that is wider than a line is broken, but not ``within`` one that something stands in already.
    """
    short = text[: _letters_in(width, metrics)]
    if metrics.horizontalAdvance(short) <= width and short == text:
        return text, ""
    ends = [found.start() for found in re.finditer(" ", short)]
    at = bisect_right(ends, width, key=lambda end: metrics.horizontalAdvance(short[:end]))
    if at:
        return short[: ends[at - 1]], text[ends[at - 1] + 1 :]
    if within:
        return "", text
    at = bisect_right(range(1, len(short)), width, key=lambda end: metrics.horizontalAdvance(short[:end]))
    return text[: max(1, at)], text[max(1, at) :]


def _elided(text: str, metrics: QFontMetrics, width: int) -> str:
    return metrics.elidedText(text[: _letters_in(width, metrics)], Qt.TextElideMode.ElideRight, width)


def _letters_in(width: int, metrics: QFontMetrics) -> int:
    """Return how many letters have room at most: no more of a text is measured, however long it is."""
    return 1 + 4 * max(0, width) // max(1, metrics.averageCharWidth())


def kept_end(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return as much of a title or a line as there is room for: what it came to stands at its end, and stays.

    What is cut before it are first brackets, then the middle of a name, whose number is its end.
    """
    if metrics.horizontalAdvance(text) <= width:
        return text
    before, colon, result = text.rpartition(_RESULT)
    end, right = f"{colon}{result}", Qt.TextElideMode.ElideRight
    room = width - metrics.horizontalAdvance(end)
    if not colon or room <= 0:
        middle = Qt.TextElideMode.ElideMiddle if _BECAME in result else right
        return metrics.elidedText(text, middle, width)
    if room < metrics.averageCharWidth() * LEAST_BEGUN:
        return metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
    if (bare := _ASIDE.sub("", before)) != before:
        before = f"{bare}…" if metrics.horizontalAdvance(f"{bare}…") <= room else bare
    return metrics.elidedText(before, Qt.TextElideMode.ElideMiddle, room) + end


def squeezed(lines: Sequence[str], metrics: QFontMetrics, width: int) -> str:
    """Return all lines with what they came to, cut as short before it as that takes; '' if too short."""
    parts = [said.rpartition(_RESULT) for said in lines]
    fixed = f"— {' · '.join(f'{colon}{result}' for _, colon, result in parts)}"
    wide = sorted(metrics.horizontalAdvance(begun) for begun, colon, _ in parts if colon)
    room, least = width - metrics.horizontalAdvance(fixed), metrics.averageCharWidth() * LEAST_BEGUN
    while wide and wide[0] * len(wide) <= room:
        room -= wide.pop(0)
    most = room // len(wide) if wide else width
    if most < least or len(lines) < 2:
        return ""
    middle = Qt.TextElideMode.ElideMiddle
    cut = (f"{metrics.elidedText(begun, middle, most)}{colon}{result}" for begun, colon, result in parts)
    return f"— {' · '.join(cut)}"


def room_for_results(lines: Sequence[str], metrics: QFontMetrics, width: int, room: int) -> int:
    """Return what a title has of the ``width``: ``room``, or less if it takes that to say what it came to.

    For each, or at least for the last one: that is worth more than to name those twice who were hit.
    """
    letters = metrics.averageCharWidth() * LEAST_BEGUN
    result = _RESULT + lines[-1].rpartition(_RESULT)[2]
    last = metrics.horizontalAdvance(f"— … · {result}") + letters
    rooms = (room, min(room, width // 3))
    for one in rooms:
        if metrics.horizontalAdvance(f"— {' · '.join(lines)}") <= width - one or squeezed(
            lines, metrics, width - one
        ):
            return one
    return next((one for one in rooms if last <= width - one), room)


def _behind_dash(lines: Sequence[str]) -> str:
    return f"— {' · '.join(lines)}" if lines else ""


def fitting(lines: Sequence[str], metrics: QFontMetrics, width: int) -> str:
    """Return of the lines of an entry, behind its title, those for which there is room.

    What each came to is at its end, and stays as long as names can be cut shorter. Then the last ones: what
    it came to at all stands at the end, who fell, who acts next. What stands before it gives way first, and
    is begun where there is room for more than nothing.
    """
    said = [f"— {' · '.join(lines)}", *(f"— … · {' · '.join(lines[at:])}" for at in range(1, len(lines)))]
    at = next((at for at, text in enumerate(said) if metrics.horizontalAdvance(text) <= width), None)
    if at == 0:
        return said[0]
    if shorter := squeezed(lines, metrics, width):
        return shorter
    if at is None:
        lead = "— … · " if len(lines) > 1 else "— "
        return lead + kept_end(lines[-1], metrics, width - metrics.horizontalAdvance(lead))
    behind = f" · {' · '.join(lines[at:])}"
    room = width - metrics.horizontalAdvance(f"— {behind}")
    begun = kept_end(lines[at - 1], metrics, room)
    return f"— {begun}{behind}" if len(begun) > LEAST_BEGUN else said[at]


def _theme(option: QStyleOptionViewItem) -> Theme:
    return theme_of(option.palette)


def _bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def _underlined(font: QFont) -> QFont:
    result = scaled(font, 0.92)
    result.setUnderline(True)
    return result


class LogList(QTableView):
    """The rows. Only those in sight are rendered and measured: of ten thousand others each has one line.

    A table of one column: a QListView asks a model in Python for each of its rows whenever one is added.
    """

    asked_for = Signal(QModelIndex)
    """The GM wants this line to be the last one in force."""
    asked_menu = Signal(QModelIndex, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without a model."""
        super().__init__(parent)
        self._fits = False
        """It is being measured."""
        self._heights: dict[LogLine, int] = {}
        """Line → its height in this width and this font: several passes of a step measure the same ones."""
        self._measured_in: tuple[int, str] = (0, "")
        self._delegate = LogDelegate(self)
        self._pressed = QPersistentModelIndex()
        self._line = QPersistentModelIndex()
        self.setItemDelegate(self._delegate)
        self._look_like_a_list()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self._follows = True
        self._empty = ""
        self._is_seen = False
        """Whether it was painted since it is shown."""
        self._behind = QTimer(self)
        self._behind.setSingleShot(True)
        self._behind.setInterval(0)
        self._behind.timeout.connect(self._paint_now)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def _look_like_a_list(self) -> None:
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self._measure()

    def _measure(self) -> None:
        height = self._delegate.line_height(self.fontMetrics())
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self._fit_rows()

    def _fit_rows(self) -> None:
        """Give the rows in sight the height that their words need; who goes along stays at the newest."""
        model = self.model()
        if self._fits or not self.updatesEnabled() or not isinstance(model, LogModel):
            return
        self._fits = True
        try:
            for _ in range(_MOST_FITS):
                if not self._fitted(model):
                    break
                follows = self._follows
                self.updateGeometries()
                if follows and not model.undone:
                    self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
                self.viewport().update()
        finally:
            self._fits = False

    def _fitted(self, model: LogModel) -> bool:
        """Measure the rows in sight; return whether one is higher or lower than it was."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        if first < 0:
            return False
        option, header, changed = QStyleOptionViewItem(), self.verticalHeader(), False
        self.initViewItemOption(option)
        option.rect = QRect(0, 0, self.columnWidth(0), 0)
        measured_in = option.rect.width(), option.font.key()
        if measured_in != self._measured_in or len(self._heights) > _MOST_HEIGHTS:
            self._heights, self._measured_in = {}, measured_in
        blocked = header.blockSignals(True)  # Qt would lay the table out again a moment later
        for row in range(first, (last if last >= 0 else model.rowCount() - 1) + 1):
            line = model.line_at(row)
            height = self._heights.get(line) or self._delegate.height_for(option, line)
            self._heights[line] = height
            if height != header.sectionSize(row):
                header.resizeSection(row, height)
                changed = True
        header.blockSignals(blocked)
        return changed

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Show a row, also where it is higher than it was thought to be."""
        super().scrollTo(index, hint)
        self._fit_rows()
        super().scrollTo(index, hint)

    def stay_at_bottom(self) -> None:
        """Show the newest line, and go along with what comes until the GM scrolls away."""
        self.scrollToBottom()
        self.stay_with_now()

    def go_along(self) -> None:
        """Keep the line in sight at which the fight stands, if it was before."""
        model = self.model()
        if self._follows and isinstance(model, LogModel) and model.undone and model.now().isValid():
            self.scrollTo(model.now())
            self._follows = True

    def stay_with_now(self) -> None:
        """Bring the line in sight at which the fight stands, and go along from there."""
        model = self.model()
        self._follows = True
        if isinstance(model, LogModel) and model.undone and model.now().isValid():
            self.scrollTo(model.now())
            self._follows = True
        else:
            self.scrollToBottom()

    def paint_next(self) -> None:
        """Be painted in the frame after this one: what the step came to in the list is seen first.

        Where nothing of it is seen yet, what was there before would stand in its place until then.
        """
        if self._is_seen:
            self.setUpdatesEnabled(False)
        self._behind.start()

    def _paint_now(self) -> None:
        self.setUpdatesEnabled(True)
        self._fit_rows()
        if self._follows:
            self.stay_with_now()

    def say_empty(self, text: str) -> None:
        """Set what is said where there is no line."""
        self._empty = text
        self.viewport().update()

    def _on_scrolled(self, value: int) -> None:
        slack = self.fontMetrics().height() // 2
        self._follows = value >= self.verticalScrollBar().maximum() - slack or self._sees_now()
        self._fit_rows()

    def _sees_now(self) -> bool:
        model = self.model()
        if not isinstance(model, LogModel) or not model.undone:
            return False
        return self.viewport().rect().contains(self.visualRect(model.now()))

    def _on_range(self, _least: int, most: int) -> None:
        """There are more or fewer lines, or less room for them."""
        model = self.model()
        if self._follows and isinstance(model, LogModel) and not model.undone:
            self.verticalScrollBar().setValue(most)

    def link_at(self, point: QPoint) -> QModelIndex:
        """Return the line whose link is at ``point``, or an invalid index."""
        index = self.indexAt(point)
        line: LogLine | None = index.data(Role.LINE) if index.isValid() else None
        if line is None or not self._delegate.link(line):
            return QModelIndex()
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return index if self._delegate.link_rect(option, line).contains(point) else QModelIndex()

    # -- Qt ------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the line in sight at which the fight stands when there is less room."""
        follows = self._follows
        super().resizeEvent(event)
        self._delegate.pictures.most = 4 + event.size().height() // self.verticalHeader().defaultSectionSize()
        self._fit_rows()
        if follows:
            self.stay_with_now()

    def hideEvent(self, event: QHideEvent) -> None:
        self._is_seen = False
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._is_seen = True
        model = self.model()
        if isinstance(model, LogModel) and self._is_let_be():
            with QPainter(self.viewport()) as painter:
                self._paint_lines(painter, model, event.region())
        else:
            super().paintEvent(event)
        if self._empty and model is not None and not model.rowCount():
            with QPainter(self.viewport()) as painter:
                painter.setPen(theme_of(self.palette()).quiet)
                inner = self.viewport().rect().adjusted(PAD, PAD, -PAD, -PAD)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
                painter.drawText(inner, int(flags), self._empty)

    def _is_let_be(self) -> bool:
        """Return whether no line is selected, or has the keys or the mouse: all of them look plain."""
        chosen = self.selectionModel().hasSelection()
        return not (chosen or self.hasFocus() or self.viewport().underMouse())

    def _paint_lines(self, painter: QPainter, model: LogModel, region: QRegion) -> None:
        """Paint the lines that a part of the viewport touches: to be asked by Qt for each takes longer."""
        option, width = QStyleOptionViewItem(), self.columnWidth(0)
        self.initViewItemOption(option)
        option.state &= ~(_STATE.State_Selected | _STATE.State_MouseOver | _STATE.State_HasFocus)
        area, looks = region.boundingRect(), self._delegate.looks(option)
        first, last = self.rowAt(area.top()), self.rowAt(area.bottom())
        if first < 0:
            return
        for row in range(first, (last if last >= 0 else model.rowCount() - 1) + 1):
            option.rect = QRect(0, self.rowViewportPosition(row), width, self.rowHeight(row))
            if region.intersects(option.rect):
                self._delegate.paint_line(painter, option, model.line_at(row), looks)

    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last line, not along one."""
        if cursorAction in (QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd):
            modifiers |= Qt.KeyboardModifier.ControlModifier
        return super().moveCursor(cursorAction, modifiers)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the newest line, where Qt would begin at the oldest.

        Not by a click: to show that line in full would move the one that is clicked away from the mouse.
        """
        model, clicked = self.model(), event.reason() == Qt.FocusReason.MouseFocusReason
        begins = not clicked and not self.currentIndex().isValid()
        if begins and isinstance(model, LogModel) and model.now().isValid():
            self.selectionModel().setCurrentIndex(model.now(), QItemSelectionModel.SelectionFlag.NoUpdate)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return makes the current line the last one in force."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.asked_for.emit(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed.isValid() or event.buttons():
            return
        super().mouseMoveEvent(event)
        over = self.link_at(event.position().toPoint()).isValid()
        if over != self._delegate.aimed:
            self._delegate.aimed = over
            self.viewport().update()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a link without choosing its line: what that shows would move the link away from the mouse."""
        index = QModelIndex()
        if event.button() == Qt.MouseButton.LeftButton and not event.modifiers():
            index = self.link_at(event.position().toPoint())
        self._pressed = QPersistentModelIndex(index)
        if index.isValid():
            return
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._line = QPersistentModelIndex(
            self.indexAt(event.position().toPoint()) if plain else QModelIndex()
        )
        super().mousePressEvent(event)
        self._hold_line()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._pressed.isValid():
            super().mouseReleaseEvent(event)
            self._hold_line()
            self._line = QPersistentModelIndex()
            return
        index = self.link_at(event.position().toPoint())
        pressed, self._pressed = self._pressed, QPersistentModelIndex()
        if index.isValid() and pressed.row() == index.row():
            self.asked_for.emit(index)

    def _hold_line(self) -> None:
        """Keep the line selected that was pressed.

        Where it is shown in full the lines move, and Qt goes by what is under the mouse then.
        """
        if self._line.isValid() and self.currentIndex().row() == self._line.row():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(self.currentIndex(), flags.ClearAndSelect | flags.Rows)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second of two quick clicks on a link: the first has done what was meant."""
        if self.link_at(event.position().toPoint()).isValid():
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            point = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        else:
            index, point = self.indexAt(event.pos()), event.globalPos()
        self.asked_menu.emit(index, point)
