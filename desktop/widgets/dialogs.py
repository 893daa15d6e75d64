"""Dialogs: how large they are, where they stay while they grow, and the key of their primary button."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QSize, QTimer
from PySide6.QtGui import QCursor, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

MOST = 0.85
"""Part of a window that a large dialog takes."""


def press_with_ctrl_return(dialog: QDialog, button: QPushButton) -> None:
    """Let Ctrl+Return press the primary button of a dialog, as it does everywhere."""
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        QShortcut(QKeySequence(keys), dialog).activated.connect(button.click)


def click_once(dialog: QDialog) -> None:
    """Let the second half of a double click on a dialog that closes do nothing to what was below it.

    On *Apply* it took back what had just been applied: the log has *undo to here* there.
    """
    window, at = dialog.parentWidget(), QCursor.pos()
    if window is not None and dialog.frameGeometry().contains(at):
        _SecondClick(window, at)


class LastInput(QObject):
    """Knows whether what was done last in a window was done with the mouse."""

    def __init__(self, window: QWidget) -> None:
        """Begin with a ``window`` that is shown and in which nothing was done yet."""
        super().__init__(window)
        self.is_mouse = False
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress):
            self.is_mouse = event.type() == QEvent.Type.MouseButtonPress
        return super().eventFilter(watched, event)


class _SecondClick(QObject):
    """Takes the clicks at one place, for as long as they may be one with that before.

    They are in another window: Qt does not call the second one a double click.
    """

    _STARTS = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)

    def __init__(self, window: QWidget, at: QPoint) -> None:
        super().__init__(window)
        self._at = at
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self.deleteLater)
        timer.start(QApplication.doubleClickInterval())
        app = QCoreApplication.instance()
        assert app is not None
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in self._STARTS and isinstance(event, QMouseEvent):
            moved = (event.globalPosition().toPoint() - self._at).manhattanLength()
            return moved < QApplication.startDragDistance()
        return super().eventFilter(watched, event)


def fit(dialog: QDialog, wanted: QSize, before: int = 0) -> None:
    """Give a dialog the size it wants, within the screen (by itself Qt gives it two thirds at most).

    ``before`` is how high it was: where what is least has grown, Qt has given it more already.
    """
    screen = dialog.screen().availableGeometry().size()
    parent = dialog.parentWidget()
    room = screen if parent is None else screen.expandedTo(parent.window().size())
    size = wanted.expandedTo(dialog.minimumSizeHint()).boundedTo(room - QSize(24, 48))
    if dialog.isVisible():
        _hold(dialog, before or dialog.height(), size.height(), QCursor.pos())
        _keep_on_screen(dialog, size)
    dialog.resize(size)


def grow(dialog: QDialog, before: int = 0) -> None:
    """Let a dialog that is shown grow with what is said in it, within the screen: nothing is squeezed.

    ``before`` is how high it was, as of :func:`fit`.
    """
    layout = dialog.layout()
    if layout is None or not dialog.isVisible():
        return
    layout.activate()
    needed = max(layout.totalHeightForWidth(dialog.width()), layout.totalMinimumSize().height())
    if needed > (before or dialog.height()):
        fit(dialog, QSize(dialog.width(), max(needed, dialog.height())), before)


def _hold(dialog: QDialog, before: int, after: int, pointer: QPoint) -> None:
    """Leave what is under the pointer where it is: below the middle a dialog grows upwards.

    There its buttons are, at their distance from its lower edge. It does not leave the screen.
    """
    place, grown = dialog.frameGeometry(), after - before
    place.setHeight(place.height() - dialog.height() + before)
    if grown > 0 and place.contains(pointer) and pointer.y() > place.center().y():
        title = dialog.geometry().top() - place.top()  # some window managers count from below it
        top = dialog.screen().availableGeometry().top() + title
        dialog.move(dialog.x(), max(top, dialog.y() - grown))


def _keep_on_screen(dialog: QDialog, size: QSize) -> None:
    """Let a dialog that gets wider go to the left rather than off the screen, and one that gets higher up."""
    room, frame = dialog.screen().availableGeometry(), dialog.frameGeometry()
    wide, high = (frame.size() - dialog.size() + size).toTuple()
    left = max(room.left(), min(frame.left(), room.left() + room.width() - wide))
    top = max(room.top(), min(frame.top(), room.top() + room.height() - high))
    if (left, top) != (frame.left(), frame.top()):
        dialog.move(left, top)


def spacious(dialog: QDialog, least: QSize) -> QSize:
    """Return the size of a dialog that makes use of a large window: most of it, ``least`` in a small one."""
    parent = dialog.parentWidget()
    room = parent.window().size() * MOST if parent is not None else least
    return least.expandedTo(room.boundedTo(least * 1.5))
