"""What is for and against a roll before it is made, and what of that its sum does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from rulesets.seen.labels import label_in
from rulesets.seen.scene import MarkedRoll, Scene
from rulesets.seen.throws import Throwable
from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from desktop.widgets.texts import Texts
    from rulesets.words.rolls import RollText


def ahead(
    scene: Scene, who: Combatant | None, one: Throwable, target: Combatant | None = None, aimed: str = ""
) -> tuple[MarkedRoll, ...]:
    """Return how ``who`` would roll, at a target with the marks of both.

    ``aimed`` is which of the narrower kinds of roll it is: then that one alone. It has the wider marks, too.
    """
    if not one.roll or who is None:
        return ()
    counted = one.in_turn is None
    found = tuple(scene.rolls_ahead(who, one.roll, target, one.also, counted=counted))
    meant = tuple(roll for roll in found if roll.id == aimed) or tuple(
        roll for roll in found if roll.id == one.roll
    )
    return meant if aimed else found


def marks(
    texts: Texts,
    scene: Scene,
    who: Combatant | None,
    one: Throwable,
    target: Combatant | None = None,
    aimed: str = "",
) -> tuple[RollText, ...]:
    """Return what marks a roll in words: see :func:`ahead`."""
    return texts.rolls(ahead(scene, who, one, target, aimed))


def told(scene: Scene, one: Throwable, marked: tuple[RollText, ...]) -> str:
    """Return what is for and against a roll, how many attacks the turn has seen, and what is not in it.

    What is narrower stands there by its name: it is not known which it is.
    """
    without = ", ".join(one.order.without)
    not_in = QCoreApplication.translate("RollMarks", "Not in it: {what}.").format(what=without)
    marked_so = "; ".join(roll.text if len(marked) == 1 else roll.line for roll in marked)
    said = ". ".join(filter(None, (marked_so, not_in if without else "")))
    return " ".join(filter(None, (_counted(scene, one), said)))


def left_out(one: Throwable, marked: tuple[RollText, ...]) -> tuple[str, ...]:
    """Return what is for and against a roll of one's own and is not in its sum."""
    signed = tuple(roll.signed for roll in marked if roll.signed) if not one.aside else ()
    return (*one.order.without, *signed)


def _counted(scene: Scene, one: Throwable) -> str:
    """Return how many attacks the turn has seen, which say what the next one is rolled with, or ''."""
    if one.in_turn is None:
        return ""
    tally, count = one.in_turn
    label = label_in(scene.rules.tallies, tally)
    return QCoreApplication.translate("RollMarks", "{tally}: {count}.").format(tally=label, count=count)
