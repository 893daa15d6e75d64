"""How a window shares out its room, and how it is remembered."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from desktop.messages.bar import MessageBar
from desktop.widgets.text_size import is_large_in

if TYPE_CHECKING:
    from desktop.declare.board import DeclareBoard
    from desktop.list.view import InitiativeList

LOW = 48
"""Height of a window in lines below which room is short: a message has one line kept free, not two, and rows
stand closer."""
_MOVES = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest})
_SHARES = frozenset(
    {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ApplicationFontChange}
)
_MEASURES = frozenset({QEvent.Type.Resize, QEvent.Type.FontChange})
"""After which the message is placed anew, the room is shared out anew, and what it needs is measured anew."""
NARROW = 73.0
"""Width of a window in lines' heights (1,100 pixels at the usual size) below which the panel gives way."""
USUAL_PANEL = 19.5
"""Width of the panel in lines' heights."""
LEAST_WIDTH, LEAST_LETTERS, MOST_PANEL = 240, 28, 0.33
"""What the panel cannot do without: pixels or letters, whichever is more, but no more of a window."""
LEAST_LIST = 320
"""Width of the list in pixels that any window leaves it."""
LOG_LINES, ROWS, LEAST_ROWS = 6, 4, 0.5
"""Lines that the log shows as long as the list has ROWS rows, of which any window leaves it LEAST_ROWS.

As many rows are left of it beside the board of declarations, unless that needs all there is.
"""
USUAL_SIZE, FRAME = QSize(1180, 760), QSize(16, 48)
"""Pixels of a window when it is new, and of what a desktop puts around one."""
MOST_SHARE = 0.9
"""Share of a screen that a window takes that comes back on a larger one."""
_PACKED, _MAGIC = struct.Struct(">IHH4i4ii??i"), 0x1D9D0CB
"""What Qt packs of a window: version, frame, the place it has when it is not maximized, screen, both states,
and the width of the screen."""
MOST_STEPS = 20
"""Windows that are put down beside each other."""


class RoomSharing(QObject):
    """Shares a window out between list, log and panel, until somebody does so by hand.

    In a narrow window the panel gives way before names are cut short in the list.
    """

    def __init__(
        self,
        window: QWidget,
        across: QSplitter,
        left: QSplitter,
        table: InitiativeList,
        declaring: DeclareBoard,
    ) -> None:
        """``across`` holds ``left``, in which the list is above the log, and the panel beside it."""
        super().__init__(window)
        self._window, self._across, self._left, self._table = window, across, left, table
        self._declaring = declaring
        self._kept: dict[QSplitter, str] | None = None
        """How those were left that were moved the last time, until there is room; None: not begun."""
        self._by_hand: set[QSplitter] = set()
        """Those that somebody has moved; they stay as they were left."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.share)
        across.splitterMoved.connect(self._across_moved)
        left.splitterMoved.connect(self._left_moved)
        table.needs_room.connect(self.share)
        first = left.widget(0)
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        self._over = [] if first is None else first.findChildren(QWidget, options=directly)
        """The list, and the boards and strips that stand over it and under it at times."""

    def begin(self, kept: Mapping[str, str]) -> None:
        """Share the room out, but for what was ``kept`` from the last time: states of splitters by name.

        The window is shown now: of the hundreds of events before, none is about room (1 ms).
        """
        for widget in (self._window, self._across, self._left, *self._over):
            if widget is not self._table:
                widget.installEventFilter(self)
        known = {"across": self._across, "left": self._left}
        self._kept = {splitter: kept[name] for name, splitter in known.items() if name in kept}
        self._by_hand = set(self._kept)
        self.share()

    def share(self) -> None:
        """Give everybody the usual room, and names theirs.

        As long as another page is in front there is no room to share, and no width that means anything.
        """
        if self._kept is None or not self._across.isVisible():
            return
        across, left, em = self._across, self._left, self._window.fontMetrics().height()
        whole, panel = across.width(), _second(across)
        handle = across.handleWidth()
        narrow = whole < NARROW * em
        self._table.set_low(self._window.height() < LOW * em)
        self._table.setMinimumHeight(self._table.height_of(LEAST_ROWS))
        letters = self._window.fontMetrics()
        bare = max(LEAST_WIDTH, LEAST_LETTERS * letters.averageCharWidth(), panel.minimumSizeHint().width())
        panel.setMinimumWidth(min(bare, round(whole * MOST_PANEL)))
        beside = 0 if panel.isHidden() else panel.minimumWidth() + handle
        least = self._table.least_width() if narrow else 0
        self._table.setMinimumWidth(max(LEAST_LIST, min(least, whole - beside)))
        while self._kept:
            splitter, state = self._kept.popitem()
            splitter.restoreState(_unpacked(state))
        if across not in self._by_hand and not panel.isHidden():
            usual = round(min(max(USUAL_PANEL * em, whole * 0.27), max(400, 20 * em), whole * 0.42))
            side = max(panel.minimumWidth(), min(usual, whole - handle - least)) if narrow else usual
            across.setSizes([whole - side - handle, side])
        self._limit_declaring()
        if left not in self._by_hand and not _second(left).isHidden():
            large = is_large_in(self._window)
            boards, least = self._boards(), _second(left).minimumHeight()
            room = left.height() - left.handleWidth() - boards
            spare = room - self._table.height_of(ROWS, usual=large)
            below = max(least, min(log_height(letters), spare))
            rows = ROWS if self._declaring.isVisible() else 1 if boards else LEAST_ROWS
            if room - self._table.height_of(rows) < least:
                below = 0  # while a board needs all there is: what cannot be seen cannot be filled in
            left.setCollapsible(1, below == 0)
            left.setSizes([left.height() - below - left.handleWidth(), below])

    def _limit_declaring(self) -> None:
        """Leave the list its rows beside the board of declarations: the log gives way before, if it may."""
        left = self._left
        upper = left.widget(0)
        assert upper is not None
        fixed = left in self._by_hand
        room = upper.height() if fixed or _second(left).isHidden() else left.height() - left.handleWidth()
        others = self._boards(without=self._declaring)
        self._declaring.keep_within(room - others - self._table.height_of(ROWS))

    def _boards(self, *, without: QWidget | None = None) -> int:
        """Return how high the boards are that stand beside the list: the log gives way before its rows do.

        What wraps is as high as it is in this width. The height that it would like is that of another width:
        twice as much, and the log had the loss of it.
        """
        shown = (one for one in self._over if one.isVisible() and one not in (self._table, without))
        heights = ((one.heightForWidth(one.width()), one.sizeHint().height()) for one in shown)
        return sum(wrapped if wrapped >= 0 else liked for wrapped, liked in heights)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the sizes of the window, of its parts, which come with another page, and of its text."""
        if event.type() in _SHARES:
            self._later.start()
        return False

    def _across_moved(self) -> None:
        self._by_hand.add(self._across)

    def _left_moved(self) -> None:
        self._by_hand.add(self._left)

    @property
    def kept(self) -> dict[str, str]:
        """What is to be remembered: the states of those that were moved by hand."""
        known, waiting = {"across": self._across, "left": self._left}, self._kept or {}
        return {
            name: waiting.get(one) or packed(one.saveState())
            for name, one in known.items()
            if one in self._by_hand
        }


def _second(splitter: QSplitter) -> QWidget:
    found = splitter.widget(1)
    assert found is not None
    return found


def log_height(metrics: QFontMetrics) -> int:
    """Return how high a log with its head is that shows LOG_LINES lines."""
    return LOG_LINES * (metrics.height() + 6) + 2 * metrics.height() + 8


class MessagePlace(QObject):
    """Lays the message bar over the line at the bottom of the window, so that nothing moves or loses room.

    That line is as high as a message of two lines where there is room, of one line in a low window; what is
    longer still lies over what is above it.
    """

    def __init__(self, bar: MessageBar, window: QMainWindow) -> None:
        """Keep ``bar`` at the foot of ``window``."""
        super().__init__(window)
        self._bar, self._window = bar, window
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._place)
        bar.shown.connect(self._place)  # at once, before it is painted
        bar.setParent(window)
        bar.hide()
        self.measure()

    def begin(self) -> None:
        """Follow the sizes from here on: the window is shown now, hundreds of events after it was made."""
        for widget in (self._bar, self._window):
            widget.installEventFilter(self)
        self.measure()
        self._later.start()

    def measure(self) -> None:
        """Keep room for what is said: a choice of the window's height and its text, not of what there is."""
        line = self._window.fontMetrics().height()
        lines = 2 if self._window.height() > LOW * line else 1
        self._window.statusBar().setMinimumHeight(line * lines + (8 if lines > 1 else 12))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the sizes of both, and that of the text."""
        kind = event.type()
        if kind in _MEASURES:
            self.measure()
        if kind in _MOVES:
            self._later.start()
        return False

    def _place(self) -> None:
        if self._bar.isHidden():
            return
        window = self._window
        height = max(self._bar.height_at(window.width()), window.statusBar().height())
        self._bar.setGeometry(QRect(0, window.height() - height, window.width(), height))
        self._bar.raise_()


def column(parent: QWidget, *widgets: QWidget, tall: QWidget) -> QWidget:
    """Return widgets below each other without gaps; ``tall`` takes what room is left."""
    whole = QWidget(parent)
    rows = QVBoxLayout(whole)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(0)
    for widget in widgets:
        rows.addWidget(widget, 1 if widget is tall else 0)
    return whole


def restore_place(window: QWidget, kept: str) -> None:
    """Put the window where it was left; one that was nowhere yet fits its screen, frame and all.

    Left on a screen of quite another size, it takes the same share of this one.
    """
    if kept and window.restoreGeometry(_unpacked(kept)):
        return
    room = window.screen().availableGeometry()
    size, state = USUAL_SIZE, Qt.WindowState.WindowNoState
    if kept and (left := _left_at(_unpacked(kept))) is not None:
        frame, wide, state = left
        size = QSize(frame.size() * (room.width() / wide)).boundedTo(room.size() * MOST_SHARE)
        size = size.expandedTo(USUAL_SIZE)
    window.resize(size.boundedTo(room.size() - FRAME).expandedTo(window.minimumSize()))
    if kept:
        window.move(room.center() - QPoint(window.width(), window.height()) / 2)
        window.setWindowState(state)


def _left_at(geometry: QByteArray) -> tuple[QRect, int, Qt.WindowState] | None:
    """Return frame, screen's width and state of what QWidget.saveGeometry has packed; None for nothing of it.

    Qt takes back no geometry of a screen whose width was another one by a quarter, and tells nobody which.
    """
    data = bytes(geometry.data())
    if len(data) < _PACKED.size or _PACKED.unpack_from(data)[0] != _MAGIC:
        return None
    _, major, _, left, top, right, bottom, *_, maximized, _, wide = _PACKED.unpack_from(data)
    frame = QRect(QPoint(left, top), QPoint(right, bottom))
    if major < 2 or wide <= 0 or frame.isEmpty():
        return None
    return frame, wide, Qt.WindowState.WindowMaximized if maximized else Qt.WindowState.WindowNoState


def put_beside(window: QWidget, other: QWidget, all_windows: Sequence[QWidget]) -> None:
    """Let a new window be as large as the one used last, and on top of none exactly."""
    if other.isMaximized() or other.isFullScreen():
        window.setWindowState(other.windowState())
        return
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(other.size())
    screen = other.screen().availableGeometry()
    step = 2 * window.fontMetrics().height()
    taken = {(one.x(), one.y()) for one in all_windows}
    places = [other.pos() + QPoint(step, step) * number for number in range(1, MOST_STEPS)]
    inside = [place for place in places if screen.contains(QRect(place, other.frameSize()))]
    corner = screen.topLeft()
    places = [*inside, *(corner + QPoint(step, step) * number for number in range(MOST_STEPS))]
    window.move(next((place for place in places if (place.x(), place.y()) not in taken), corner))


def packed(data: QByteArray) -> str:
    """Return what Qt has packed as text."""
    return bytes(data.toBase64().data()).decode("ascii")


def _unpacked(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "replace"))
