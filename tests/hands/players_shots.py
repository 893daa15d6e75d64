"""Pictures of the players' screen at one moment, as large as screens are, and of its preview."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QSize

from desktop.players.window import PlayersWindow
from tests.hands.keys_and_mouse import Hands, Lost

SCREENS = (QSize(1280, 720), QSize(1920, 1080), QSize(640, 360))


@contextmanager
def players_screen(hands: Hands) -> Iterator[PlayersWindow]:
    """Open the players' screen, and close it again.

    Raises:
        Lost: if it does not open.
    """
    hands.menu("players-screen")
    screen = hands.window.players.screen
    if screen is None or not screen.isVisible():
        raise Lost("the players' screen has not opened")
    yield screen
    hands.menu("players-screen")
    hands.window.messages.clear()
    hands.until(hands.window.isActiveWindow, "the window to be in front again")


def players_shots(hands: Hands, folder: Path, name: str, sizes: tuple[QSize, ...] = SCREENS) -> None:
    """Leave a picture of the players' screen in each size.

    Raises:
        Lost: if it does not open.
        OSError: if a picture cannot be written.
    """
    with players_screen(hands) as screen:
        for size in sizes:
            screen.resize(size)
            hands.settle()
            screen.view.rest()
            path = folder / f"{name}-players-{size.width()}x{size.height()}.png"
            if not screen.grab().save(str(path)):
                raise OSError(f"{path} cannot be written")
            print(path, flush=True)
