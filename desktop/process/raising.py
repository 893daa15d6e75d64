"""Brings a window to the front although the user was last at another program's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.process.in_front import dialog_in_front

TOKEN = "XDG_ACTIVATION_TOKEN"


@contextmanager
def allowed_by(token: str) -> Iterator[None]:
    """Let windows that are shown or activated meanwhile come to the front.

    Wayland takes a window to the front only with a token of what the user has just clicked on. Qt looks for
    one in the environment and uses it up, at the very call of show() or activateWindow(). X11 wants only to
    know what time it is, which Qt tells it.
    """
    if token:
        os.environ[TOKEN] = token
    try:
        yield
    finally:
        os.environ.pop(TOKEN, None)


def raise_window(window: QWidget, token: str = "") -> None:
    """Restore, raise and activate a window, with whatever dialog it waits for."""
    if window.isMinimized():
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    with allowed_by(token):
        window.show()
        _to_front(window)


def _to_front(window: QWidget) -> None:
    window.raise_()
    (dialog_in_front(window) or window).activateWindow()
