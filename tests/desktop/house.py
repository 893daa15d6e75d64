"""Rulesets of a user's own, for tests of the window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop.rulesets.list_dialog import RulesetsDialog
from rulesets.reading.shelf import Shelf
from rulesets.reading.starting import start
from tests.hands.keys_and_mouse import Hands

HOUSE = "house"


def own(hands: Hands) -> Path:
    """The user's folder of rulesets."""
    return hands.window.services.paths.rulesets


def started(folder: Path, base: str = "", ident: str = HOUSE) -> Path:
    """The file of a new ruleset of the user's own."""
    return start(folder / ident, base, Shelf(folder))[0]


def add(file: Path, text: str) -> None:
    """Write something more at the end of a file."""
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def swap(file: Path, old: str, new: str) -> None:
    """Write something else in a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def save_as_editors_do(file: Path, text: str) -> None:
    """Write beside it, then put that in its place: the old file is gone, another bears its name."""
    beside = file.with_name(f".{file.name}.swp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


@contextmanager
def rulesets(hands: Hands, ident: str = HOUSE) -> Iterator[RulesetsDialog]:
    """The window of rulesets, with this one checked if it is there."""
    hands.menu("rulesets")
    dialog = hands.window.rulesets.dialog
    assert dialog is not None
    checked(hands, ident)
    yield dialog
    dialog.close()
    hands.window.activateWindow()


def checked(hands: Hands, ident: str = "") -> None:
    """Wait until a ruleset is checked if it is there; without an id until all are."""
    desk = hands.window.rulesets._desk
    assert desk is not None

    def is_checked() -> bool:
        card = desk.card(ident)
        return bool(desk.cards) and (not desk.busy if not ident else card is None or card.checked)

    hands.until(is_checked, "everything to be checked")


def watching(hands: Hands) -> None:
    """Wait until the user's folder is watched, and what is open was compared."""
    rulesets = hands.window.rulesets
    hands.until(lambda: rulesets.begun, "the folder to be watched")
    compared(hands)


def compared(hands: Hands) -> None:
    """Wait until the ruleset of the fight was compared with the one on disk."""
    offer = hands.window.rulesets.offer
    hands.until(lambda: offer._task is None, "the comparison")
