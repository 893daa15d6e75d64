"""Buttons of windows with fields: Enter in a field does not press them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget


def side_button(text: str, parent: QWidget, act: Callable[..., None] | None = None) -> QPushButton:
    """Return a button that is pressed by hand only, never by Enter elsewhere in its dialog."""
    button = QPushButton(text, parent)
    button.setAutoDefault(False)
    if act is not None:
        button.clicked.connect(act)
    return button
