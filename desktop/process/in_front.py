"""Dialogs that stand in front of their window and get its keys from the moment they are asked for.

A modal dialog of Qt's blocks its window at once, and the system gives it the keyboard later, when it comes to
that. What is typed in between is sent to the window, which is blocked: it is lost. So these are not modal for
Qt. What goes to the window behind is looked at on the way: keys are the dialog's, and the mouse only brings
it back to the front.
"""

from __future__ import annotations

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


def ask(dialog: QDialog) -> None:
    """Open a dialog in front of its window: what is typed from now on is the dialog's."""
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
    """Answer every dialog that stands in front of a window with no, the foremost first.

    Whoever ends the program from outside cannot do that: to Qt it looks as if the window behind had been
    clicked away, and the dialog would only come to the front.
    """
    for _ in QApplication.topLevelWidgets():
        if (dialog := dialog_in_front()) is None:
            return
        dialog.reject()


def _belongs(dialog: QWidget, window: QWidget) -> bool:
    """Return whether a dialog was opened by a window, or by a dialog of it."""
    parent = dialog.parentWidget()
    return parent is not None and (parent.window() is window or _belongs(parent.window(), window))
