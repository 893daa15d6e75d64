"""Plays a line again from its commands and the dice that its entries kept: the same must come of it."""

from __future__ import annotations

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice, listed


def play_again(played: Session, again: Session) -> None:
    """Decide every command in force in ``played`` in turn at ``again``, which has the same beginning.

    Each entry brings its own dice: not one too few, not one left over.
    """
    assert again.state == played.base
    for number, entry in enumerate(played.log, 1):
        dice: ListedDice = listed(entry.dice)
        again.dice = dice
        done = again.dispatch(entry.command, entry.at)
        assert isinstance(done, Done), f"entry {number} is refused when played again: {done}"
        assert done.entry == entry, f"entry {number} comes to something else when played again"
        assert dice.left == (), f"entry {number} kept dice that it does not roll"
    assert again.state == played.state
