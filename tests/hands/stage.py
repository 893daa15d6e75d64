"""A window of the program to be played: in folders of its own, away from the user's fights."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QTableView

from desktop.process.paths import Paths
from desktop.rolls.model import Column
from desktop.theme import Scheme
from desktop.widgets.style import apply_theme
from tests.hands.keys_and_mouse import Hands, Lost

if TYPE_CHECKING:
    from desktop.main.window import MainWindow

ROLLS = {
    "sarlane": 24,
    "sergeant": 21,
    "lug": 17,
    "deel": 16,
    "trooper-1": 14,
    "trooper-2": 14,
    "foreman": 11,
    "ioan": 9,
}
"""What the players and the game master of the demonstration rolled at their table."""
TIE = {"trooper-1": 15, "trooper-2": 3}


_IDLE = "This plugin does not support"
"""Begins what Qt says when nobody can see its windows; that is no news here."""


def _relayed(_kind: QtMsgType, _context: object, text: str) -> None:
    if not text.startswith(_IDLE):
        print(text, file=sys.stderr, flush=True)


@contextmanager
def stage(scheme: Scheme, size: QSize) -> Iterator[tuple[MainWindow, Hands]]:
    """A window as on the first start, and hands to play in it. Its encounters are gone afterwards."""
    from desktop.app import application, main_window, services

    qInstallMessageHandler(_relayed)
    app = application(["turnwright"])
    with tempfile.TemporaryDirectory(prefix="turnwright-stage-") as folder:
        home = Path(folder)
        built = services(Paths(home / "data", home / "config", home / "cache"))
        apply_theme(app, scheme)
        window = main_window(built)
        window.resize(size)
        window.show()
        try:
            yield window, Hands(window)
        finally:
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def roll_initiative(hands: Hands) -> None:
    """Fill in the dialog that asks for initiative, number by number, as a game master does."""
    table = hands.dialog().findChild(QTableView)
    if table is None:
        raise Lost("the dialog has no table of rolls")
    state = hands.window.services.bridge.state
    slots = list(dict.fromkeys(combatant.slot for combatant in state.combatants.values()))
    for column, results in ((Column.ROLL, ROLLS), (Column.TIE, TIE)):
        for slot, result in results.items():
            hands.fill(table, table.model().index(slots.index(slot), column), str(result))
