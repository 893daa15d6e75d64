"""Where the keys go: to the list, whenever what had them is gone; and what Space means where they are."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from desktop.commands.keys import IN_LIST, Keys
from desktop.process.in_front import types_by_alt
from desktop.widgets.style import TEXTS

PRIMARY = "primary"
FIELDS = ("QLineEdit", "QAbstractSpinBox", "QComboBox")
"""What is typed into, by Qt's names: PySide would ready each class for it, of which a start needs none."""


class FocusKeeper(QObject):
    """Brings the keys home when a field or dialog goes that had them.

    Qt hands them to whatever comes next then; were that a button, Space would press it instead of going on
    with the fight.
    """

    def __init__(self, home: QWidget, buttons: Iterable[QWidget], passing: QWidget, parent: QObject) -> None:
        """Keep the keys from ``buttons`` unless somebody goes there; ``home`` gets them instead.

        And from wherever Qt would hand them when something in ``passing`` has been answered and goes.
        """
        super().__init__(parent)
        self._home = home
        self._buttons = frozenset(map(id, buttons))
        self._passing = passing
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        """Send the keys home if nobody moved them: what had them cannot be seen any more."""
        gone = old is None or not (isValid(old) and old.isVisible())
        if gone and new is not None and (id(new) in self._buttons or self._was_passing(old)):
            self._home.setFocus()

    def _was_passing(self, old: QWidget | None) -> bool:
        return old is not None and isValid(old) and self._passing.isAncestorOf(old)


class PrimaryKey(QObject):
    """The list's key of the primary button works wherever the mouse has been.

    Not where somebody types or chooses from a box, and not on a control that was reached with Tab: Space is
    that control's own then, as everywhere.
    """

    pressed = Signal()
    """The key was pressed outside of the list, and means the primary button."""
    turned = Signal()
    """:attr:`works` may be otherwise than before."""

    def __init__(self, window: QWidget, home: QWidget, keys: Keys) -> None:
        """Watch the keys of ``window``; ``home`` obeys them by itself."""
        super().__init__(window)
        self._window, self._home, self._keys = window, home, keys
        self._tabbed = False
        self._watched: QWindow | None = None
        self._worked = True
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._moved)

    def watch(self) -> None:
        """Begin, as soon as the window is one of the system's."""
        handle = self._window.windowHandle()
        if self._watched is None and handle is not None:
            self._watched = handle
            handle.installEventFilter(self)

    def reached_by_keys(self) -> None:
        """A key of its own has led to a control, as Tab would have: Space is that control's own."""
        self._tab(by_tab=True)

    @property
    def works(self) -> bool:
        """True if the key means the primary button where the focus is."""
        focus = self._window.focusWidget()
        return focus is None or focus is self._home or not (_takes_keys(focus) or self._tabbed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._watched:
            return False
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            self._tab(by_tab=False)
        elif isinstance(event, QKeyEvent) and kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self._tab(by_tab=True)
            elif kind == QEvent.Type.KeyPress and types_by_alt(event):
                return True
            elif self._means_primary(event):
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.pressed.emit()
                return True
        return False

    def _means_primary(self, event: QKeyEvent) -> bool:
        focus = self._window.focusWidget()
        pressed = QKeySequence(event.keyCombination()).toString()
        bound = pressed in self._keys.of(IN_LIST + PRIMARY)
        return bound and focus is not None and focus is not self._home and self.works

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is self._home:
            self._tabbed = False
        if new is not None and new.window() is self._window:
            self._tell()

    def _tab(self, *, by_tab: bool) -> None:
        self._tabbed = by_tab
        self._tell()

    def _tell(self) -> None:
        if self.works != self._worked:
            self._worked = self.works
            self.turned.emit()


def _takes_keys(widget: QWidget) -> bool:
    """Return whether a widget is typed into, or has a list that Space opens."""
    if any(map(widget.inherits, TEXTS)):
        return not widget.property("readOnly")
    return any(map(widget.inherits, FIELDS))
