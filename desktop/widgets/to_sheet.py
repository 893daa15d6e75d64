"""What one dialog hands over to the damage sheet that comes after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from rulesets.table.combatant import Combatant
    from rulesets.table.encounter import Encounter
    from rulesets.vocabulary import Rules


class ToSheet(Struct, frozen=True):
    """What the damage sheet is opened with."""

    pipeline: str
    targets: tuple[str, ...]
    by: str
    amount: int | str | None = None
    """What stands in the field of the amount: a number, dice that are still to be thrown, or nothing."""
    ticked: tuple[str, ...] = ()
    """Inputs that are ticked already: that a hit is a critical one."""
    times: int = 2
    """By what a critical one multiplies the damage."""
    told: Mapping[str, str] = {}
    """What is chosen already: by which special attack it was hit."""
    about: str = ""
    """Why the amount is what it is, in words."""
    pays: str = ""
    """The action that is paid along with it, where it hurts several and nothing was paid before."""
    rolled: tuple[str, str] = ("", "")
    """The attack on several: the roll as it stands there, and what is rolled."""
    several: bool = False
    """Whether it is done to several, of whom one may be all that is known."""


def of_notes(
    rules: Rules, state: Encounter, pipeline: str, who: Combatant | None, attack: str
) -> tuple[dict[str, str], str]:
    """Return what the damage of an attack in the notes of ``who`` fills in besides its dice: types, parts.

    Behind it stands in words what the ruleset has no field for, or ''.
    """
    from rulesets.seen.throws import parts_of_harm  # nobody hits before the first frame
    from rulesets.seen.told_inputs import filled_in

    parts = () if who is None else parts_of_harm(rules, state, who, attack)
    told, left = filled_in(rules.pipelines[pipeline], parts)
    text = QCoreApplication.translate("DamageSheet", "The notes add {parts}: that is still to be counted.")
    return told, text.format(parts=", ".join(part.text for part in left)) if left else ""
