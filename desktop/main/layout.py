"""How a window shares out its room, and how it is remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop.messages.bar import MessageBar
from desktop.process.settings import Settings

if TYPE_CHECKING:
    from desktop.log.view import LogView

_MOVES = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest)

MOST_STEPS = 20
"""Windows that are put down beside each other."""


class MessagePlace(QObject):
    """Lays the message bar over the foot of the log, which moves its lines up: nothing else moves.

    Where there is no fight it stands below the page.
    """

    def __init__(self, bar: MessageBar, whole: QWidget, column: QWidget) -> None:
        """Keep ``bar`` at the foot of ``column``, or of ``whole`` while the column is not to be seen."""
        super().__init__(whole)
        self._bar, self._whole, self._column = bar, whole, column
        self._log: LogView | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._place)
        bar.shown.connect(self._place)  # at once, before it is painted
        bar.setParent(whole)
        bar.hide()
        for widget in (bar, whole, column):
            widget.installEventFilter(self)

    def follow(self, log: LogView) -> None:
        """Move up the lines of ``log``."""
        self._log = log
        log.installEventFilter(self)
        self._place()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the sizes of all of them."""
        if event.type() in _MOVES:
            self._later.start()
        return False

    def _place(self) -> None:
        in_fight = self._column.isVisible()
        host = self._column if in_fight else self._whole
        height = 0 if self._bar.isHidden() else self._bar.height_at(host.width())
        if self._log is not None:
            self._log.keep_free(height if in_fight else 0)
        layout = self._whole.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0 if in_fight else height)
        if height:
            corner = host.mapTo(self._whole, QPoint(0, host.height() - height))
            self._bar.setGeometry(QRect(corner.x(), corner.y(), host.width(), height))
            self._bar.raise_()


def column(parent: QWidget, *widgets: QWidget) -> QWidget:
    """Return widgets below each other without gaps; the last one takes what room is left."""
    whole = QWidget(parent)
    rows = QVBoxLayout(whole)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(0)
    for widget in widgets:
        rows.addWidget(widget, 1 if widget is widgets[-1] else 0)
    return whole


def share_room(window: QWidget, across: QSplitter, left: QSplitter, kept: Mapping[str, str]) -> None:
    """Give the list most of the window, unless the user has shared it out before."""
    if "across" not in kept:
        letters = min(34 * window.fontMetrics().averageCharWidth(), round(window.width() * 0.4))
        side = max(letters, min(400, max(300, round(window.width() * 0.27))))
        across.setSizes([window.width() - side, side])
    if "left" not in kept:
        below = min(190, max(100, round(window.height() * 0.17)))
        left.setSizes([window.height() - below, below])


def restore_room(window: QWidget, splitters: Mapping[str, QSplitter], kept: Settings) -> None:
    """Let the window and its splitters be as they were left."""
    if kept.geometry:
        window.restoreGeometry(_unpacked(kept.geometry))
    for name, splitter in splitters.items():
        if name in kept.splitters:
            splitter.restoreState(_unpacked(kept.splitters[name]))


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
