"""Dialogs that stand in front of their window and get its keys from the moment they are asked for.

A modal dialog of Qt's blocks its window at once, and the system gives it the keyboard later, when it comes to
that. What is typed in between is sent to the window, which is blocked: it is lost. So these are not modal for
Qt. What goes to the window behind is looked at on the way: keys are the dialog's, and the mouse only brings
it back to the front.
"""

from __future__ import annotations

import sys
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcutEvent, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QWidget

_KEYS = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})
_PRESSES = frozenset(
    {QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.TabletPress, QEvent.Type.Close}
)
"""What means the window behind: the dialog comes to the front instead."""
_BLOCKED = _PRESSES | {
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.NativeGesture,
    QEvent.Type.TouchUpdate,
    QEvent.Type.TouchEnd,
    QEvent.Type.TabletMove,
    QEvent.Type.TabletRelease,
    QEvent.Type.DragEnter,
    QEvent.Type.DragMove,
    QEvent.Type.Drop,
}


class InFront(QObject):
    """Lives as long as its dialog, and keeps it in front of the window that it belongs to."""

    def __init__(self, dialog: QDialog, behind: QWindow) -> None:
        """Give what goes to ``behind`` to ``dialog`` as long as that is on the screen."""
        super().__init__(dialog)
        self._dialog = dialog
        self.behind = behind
        behind.installEventFilter(self)
        for button in dialog.findChildren(QAbstractButton):
            button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Shortcut and isinstance(event, QShortcutEvent):
            return isinstance(watched, QAbstractButton) and _clicked(watched, event)
        if watched is not self.behind or not self._dialog.isVisible():
            return False
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()  # no command of the window behind
            return True
        if kind in _KEYS and isinstance(event, QKeyEvent):
            self._hand_over(event)
            return True
        if kind == QEvent.Type.Close and not event.spontaneous():
            return False  # the program itself ends
        if kind in _PRESSES:
            if self._dialog.isMinimized():
                self._dialog.showNormal()
            self._dialog.raise_()
            self._dialog.activateWindow()
        if kind in _BLOCKED:
            event.ignore()
            return True
        return False

    def _hand_over(self, event: QKeyEvent) -> None:
        window = self._dialog.windowHandle()
        if window is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._press(QKeySequence(event.keyCombination()), event)
            return
        key = QKeyEvent(
            event.type(),
            event.key(),
            event.modifiers(),
            event.nativeScanCode(),
            event.nativeVirtualKey(),
            event.nativeModifiers(),
            event.text(),
            event.isAutoRepeat(),
            event.count(),
        )
        QCoreApplication.sendEvent(window, key)

    def _press(self, keys: QKeySequence, event: QKeyEvent) -> None:
        """Go where the letter is underlined, or press the button: Qt looks for it only in the active window.

        A letter that is underlined twice presses nothing, as in the active window.
        """
        if event.type() != QEvent.Type.KeyPress:
            return
        buttons = [one for one in self._dialog.findChildren(QAbstractButton) if one.shortcut() == keys]
        labels = [one for one in self._dialog.findChildren(QLabel) if one.buddy() is not None]
        labels = [one for one in labels if QKeySequence.mnemonic(one.text()) == keys]
        match [one for one in (*buttons, *labels) if one.isVisible()]:
            case [QAbstractButton() as button]:
                button.click()
            case [QLabel() as label]:
                label.buddy().setFocus(Qt.FocusReason.ShortcutFocusReason)


def _clicked(button: QAbstractButton, event: QShortcutEvent) -> bool:
    """Click a button whose letter was pressed, at once.

    Qt lets it be seen pressed for a tenth of a second first, and what is typed meanwhile goes where it stood.
    """
    if event.isAmbiguous():
        return False
    if button.isCheckable() and button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)
    button.click()
    return True


@runtime_checkable
class Helps(Protocol):
    """A window that has help about what it asks."""

    def help_about(self, dialog: QDialog) -> None:
        """Show it in front of ``dialog``."""


class WindowKeys(QObject):
    """Looks at the keys of a window before what has them: what Alt types, and F1 in a dialog."""

    def __init__(self, window: QWidget) -> None:
        """Watch a window that is one of the system's."""
        super().__init__(window)
        self._window = window
        if (handle := window.windowHandle()) is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_F1 and not event.modifiers() and isinstance(self._window, QDialog):
            return _helped(self._window)
        return types_by_alt(event)


def types_by_alt(event: QKeyEvent) -> bool:
    """Return whether a key is Alt and a letter that is no access key: it would be typed, and means nothing.

    On macOS Alt is what other letters are typed with; elsewhere that is AltGr, which is Ctrl+Alt on Windows.
    """
    modifiers, kinds = event.modifiers(), Qt.KeyboardModifier
    alone = bool(modifiers & kinds.AltModifier) and not modifiers & (
        kinds.ControlModifier | kinds.MetaModifier
    )
    return alone and sys.platform != "darwin" and event.text().isprintable() and bool(event.text())


def _helped(dialog: QDialog) -> bool:
    """Show help about a dialog; False if none of the windows behind it has any."""
    behind = dialog.parentWidget()
    while behind is not None:
        window = behind.window()
        if isinstance(window, Helps):
            window.help_about(dialog)
            return True
        behind = window.parentWidget()
    return False


def ask(dialog: QDialog) -> None:
    """Open a dialog in front of its window: what is typed from now on is the dialog's."""
    _open(dialog)
    if not dialog.findChildren(WindowKeys):
        WindowKeys(dialog)


def _open(dialog: QDialog) -> None:
    parent = dialog.parentWidget()
    behind = None if parent is None else parent.window().windowHandle()
    if behind is None:
        dialog.open()
        return
    if not dialog.findChildren(InFront):  # it may be asked again
        InFront(dialog, behind)
    dialog.setWindowModality(Qt.WindowModality.NonModal)
    dialog.show()


def dialog_in_front(window: QWidget | None = None) -> QDialog | None:
    """Return the dialog that stands in front of a window, or of any; None if there is none."""
    modal = QApplication.activeModalWidget()
    if isinstance(modal, QDialog) and (window is None or _belongs(modal, window)):
        return modal
    found = [
        dialog
        for dialog in QApplication.topLevelWidgets()
        if isinstance(dialog, QDialog) and dialog.isVisible() and dialog.findChildren(InFront)
        if window is None or _belongs(dialog, window)
    ]
    return next((one for one in found if not any(_belongs(other, one) for other in found)), None)


def dismiss_all() -> None:
    """Answer every dialog that stands in front of a window with no, the foremost first; menus close before.

    Whoever ends the program from outside cannot do that: to Qt it looks as if the window behind had been
    clicked away, and the dialog would only come to the front.
    """
    for _ in QApplication.topLevelWidgets():
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
    for _ in QApplication.topLevelWidgets():
        if (dialog := dialog_in_front()) is None:
            return
        dialog.reject()


def _belongs(dialog: QWidget, window: QWidget) -> bool:
    """Return whether a dialog was opened by a window, or by a dialog of it."""
    parent = dialog.parentWidget()
    return parent is not None and (parent.window() is window or _belongs(parent.window(), window))
