"""A short fight played through the real window, off screen: what a machine without a display can show."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize

from tests.hands import plays
from tests.hands.keys_and_mouse import Hands
from tests.hands.stage import stage

SIZE = QSize(1440, 900)


def demo(folder: Path) -> int:
    """Play, leave turnwright.png and turnwright.pdf in ``folder``, and say what was done; returns 0.

    Raises:
        OSError: if the folder cannot be written.
        Lost: if the window did not do what a game master would have seen.
    """
    folder.mkdir(parents=True, exist_ok=True)
    picture, paper = folder / "turnwright.png", folder / "turnwright.pdf"
    with stage("dark", SIZE) as (window, hands):
        play(hands)
        hands.picture(picture)
        if not window.printing.write("status", paper):
            raise OSError(window.messages.text)
    say(f"The fight as it stands: {picture.resolve()}")
    say(f"The same on paper: {paper.resolve()}")
    return 0


def play(hands: Hands) -> None:
    """The surprise round and half of the first round."""
    plays.open_sample(hands)
    say("Opened the sample ambush: eight combatants, two of them unaware.")
    plays.ask_for_initiative(hands)
    plays.begin(hands)
    say("Started with initiative typed in; six are aware and act in the surprise round.")
    plays.surprise_round(hands)
    say("Played the surprise round to its end, one action each.")
    plays.wounds(hands)
    say("Deel Surool took 26 damage and fell a step; a wrong step of Stormtrooper 2 was taken back.")
    plays.readied_and_suppressed(hands)
    said = plays.take_row(hands)
    plays.delay(hands)
    say(f"Dragged Deel Surool's row down. Before the mouse was released it said: {said}")


def say(text: str) -> None:
    """Print a sentence at once."""
    print(text, flush=True)
