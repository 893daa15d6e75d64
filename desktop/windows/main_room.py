"""How a window shares out its room, and how it is remembered."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter, QWidget

from desktop.services.settings import Settings


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


def packed(data: QByteArray) -> str:
    """Return what Qt has packed as text."""
    return bytes(data.toBase64().data()).decode("ascii")


def _unpacked(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "replace"))
