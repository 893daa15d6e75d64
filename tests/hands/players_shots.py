"""Pictures of the players' screen at one moment, as large as screens are, and of its preview."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize

from tests.hands.keys_and_mouse import Hands, Lost

SCREENS = (QSize(1280, 720), QSize(1920, 1080), QSize(640, 360))


def players_shots(hands: Hands, folder: Path, name: str, sizes: tuple[QSize, ...] = SCREENS) -> None:
    """Open the players' screen, leave a picture of it in each size, and close it.

    Raises:
        Lost: if it does not open.
        OSError: if a picture cannot be written.
    """
    hands.menu("players-screen")
    screen = hands.window.players.screen
    if screen is None or not screen.isVisible():
        raise Lost("the players' screen has not opened")
    for size in sizes:
        screen.resize(size)
        hands.settle()
        screen.view.rest()
        path = folder / f"{name}-players-{size.width()}x{size.height()}.png"
        if not screen.grab().save(str(path)):
            raise OSError(f"{path} cannot be written")
        print(path, flush=True)
    hands.menu("players-screen")
    hands.window.messages.clear()
    hands.until(hands.window.isActiveWindow, "the window to be in front again")
