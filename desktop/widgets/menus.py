"""What every menu has: it scrolls if it is longer than the screen, and its entries have letters."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from desktop.widgets.letters import lettered


def let_scroll(menu: QMenu) -> QMenu:
    """Let a menu stay one column, however large its text is; said of one menu, it costs others nothing.

    Fusion would break it into columns.
    """
    if not menu.styleSheet():
        menu.setStyleSheet("QMenu { menu-scrollable: 1; }")
    return menu


def underline_letters(menu: QMenu) -> QMenu:
    """Underline a letter in every entry that is shown, in each another one; letters that differ stay."""
    shown = [action for action in menu.actions() if action.isVisible() and action.text()]
    for action, text in zip(shown, lettered([action.text() for action in shown]), strict=True):
        if action.text() != text:
            action.setText(text)
    return menu
