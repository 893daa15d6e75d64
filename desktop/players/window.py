"""The window that the players look at: full screen on a second one, else to be moved and enlarged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QMouseEvent, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from desktop.players.curtain import Curtain
from desktop.players.view import PlayersView

SHARE = 0.6
"""Share of the game master's screen that the window takes where there is no other one."""
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


class PlayersWindow(QWidget):
    """A window of the players' own. It never takes the keys from the game master's window for long."""

    closed = Signal()
    pressed = Signal(object)
    """QKeyEvent: a key that means nothing here; the game master's window may know it."""
    chosen = Signal(object)
    """QScreen: it was made to fill this screen by hand."""

    def __init__(self) -> None:
        """Show nothing yet; it belongs to no other window, so that none lies over or under it by that."""
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("The players' screen"))
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.view = PlayersView(self)
        self.curtain = Curtain(self)
        self.curtain.hide()
        self._grabbed: QPoint | None = None
        self._usual = QRect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 180)

    @property
    def hides(self) -> bool:
        """Whether it is hidden behind its picture."""
        return not self.curtain.isHidden()

    def hide_behind(self, image: QImage | None, *, hidden: bool) -> None:
        """Hide all behind a picture, or show it again."""
        self.curtain.show_picture(image)
        self.curtain.setVisible(hidden)
        self.curtain.raise_()

    # -- where it is -------------------------------------------------------------------------------

    def fill(self, screen: QScreen) -> None:
        """Fill a screen, and leave the keys to whoever has them."""
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.setWindowState(Qt.WindowState.WindowFullScreen)
        self.show()  # showFullScreen would take the keys
        handle = self.windowHandle()
        if handle is not None and handle.screen() is not screen:  # it had a window of the system's already
            handle.setScreen(screen)
            self.setGeometry(screen.geometry())
        self._cursor()

    def stand_on(self, screen: QScreen) -> None:
        """Stand on a screen in front of other windows, to be moved about."""
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)
        room = screen.availableGeometry()
        size = QSize(16, 9).scaled(room.size() * SHARE, Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(0, 0), size)
        place.moveTopRight(room.topRight() + QPoint(-24, 24))
        self.setScreen(screen)
        self.showNormal()
        self.setGeometry(place)
        self.raise_()
        self.activateWindow()
        self._cursor()

    def _cursor(self) -> None:
        """No arrow is to stand on the players' screen."""
        if self.isFullScreen():
            self.setCursor(Qt.CursorShape.BlankCursor)
        else:
            self.unsetCursor()

    # -- Qt ----------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.setGeometry(self.rect())
        self.curtain.setGeometry(self.rect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it; whatever else is typed here was meant for the game master's window."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() not in _MODIFIERS:
            self.pressed.emit(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of it anywhere."""
        if event.button() == Qt.MouseButton.LeftButton and not self.isFullScreen():
            handle = self.windowHandle()
            if handle is None or not handle.startSystemMove():
                self._grabbed = event.globalPosition().toPoint() - self.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            self.move(event.globalPosition().toPoint() - self._grabbed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fill the screen that it is on, or stand on it again as it did before."""
        self._grabbed = None
        if self.isFullScreen():
            self.showNormal()
            if self._usual.isValid():
                self.setGeometry(self._usual)
        else:
            self._usual = self.geometry()
            self.showFullScreen()
            self.chosen.emit(self.screen())
        self._cursor()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._cursor()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # a window that is only put aside by the system is there still
            self.closed.emit()
