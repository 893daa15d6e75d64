"""Menus that are longer than the screen scroll: Fusion would break them into columns."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu


def let_scroll(menu: QMenu) -> QMenu:
    """Let a menu stay one column, however large its text is; said of one menu, it costs others nothing."""
    if not menu.styleSheet():
        menu.setStyleSheet("QMenu { menu-scrollable: 1; }")
    return menu
