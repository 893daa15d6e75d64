"""Which die of a code is wild where a number is typed: in a window fields roll by the rules of its fight."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

_WILD = "wild"


def set_wild(window: QWidget, wild: str) -> None:
    """Say what a one on the last die of a code means in all number fields of a window and its dialogs."""
    window.setProperty(_WILD, wild)


def wild_of(widget: QWidget) -> str:
    """Return what was said of the window of ``widget``, or of the one that has opened it; '' is nothing."""
    at: QWidget | None = widget
    while at is not None:
        wild = at.property(_WILD)
        if isinstance(wild, str):
            return wild
        at = at.parentWidget()
    return ""
