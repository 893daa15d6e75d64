"""Which screen the players look at: the one that was chosen, else the first that is not the game master's."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QScreen


def named(screen: QScreen) -> str:
    """Return what a screen is known by from one day to the next: its place at the computer and its make."""
    make = " ".join(part for part in (screen.manufacturer(), screen.model(), screen.serialNumber()) if part)
    return f"{screen.name()} {make}".strip()


def called(screen: QScreen) -> str:
    """Return what people are told of a screen: 'HDMI-1 (1920 × 1080)'."""
    size = screen.size() * screen.devicePixelRatio()
    make = screen.model() or screen.name()
    return f"{make} ({size.width()} × {size.height()})"


def players_screen(wanted: str, own: QScreen | None) -> QScreen | None:
    """Return the screen for the players; None where there is none but the game master's ``own``."""
    others = [screen for screen in QGuiApplication.screens() if screen is not own]
    return next((screen for screen in others if named(screen) == wanted), others[0] if others else None)
