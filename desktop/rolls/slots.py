"""What a slot of the order is called, and on whose side it is; a window needs no table of rolls for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from desktop.widgets.texts import Texts


def slot_name(texts: Texts, slot: str, members: Sequence[Combatant]) -> str:
    """Return what a slot is called: its only member's name, or the group's with its number."""
    if not members or (len(members) == 1 and slot == members[0].slot):
        return members[0].name if members else texts.name(slot)
    return f"{texts.name(slot)} ×{len(members)}"


def sides_text(members: Sequence[Combatant]) -> str:
    """Return the side, or sides, of a slot's members."""
    return ", ".join(dict.fromkeys(one.side for one in members))
