"""What a player sends from the phone: a slip, which does nothing until the game master accepts it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_TEXT = 200
"""Characters of any text on a slip."""
MOST_FIELDS = 24
"""Fields that a declaration on a slip may have."""
MOST_NAMES = 64
"""Texts or combatants that one field may have."""

Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Value = bool | Number | Text | Annotated[list[Text], Meta(max_length=MOST_NAMES)]


class Slip(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player wants for the own combatant."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{8,40}$")]
    """Made by the phone: what is sent twice because an answer was lost counts once."""
    what: Literal["roll", "declare", "delay", "resume", "react", "ready"]
    name: Text = ""
    """Of a declaration, a reaction, or the action that is readied."""
    trigger: Text = ""
    """What sets a readied action off."""
    total: Number | None = None
    """What was rolled."""
    fields: Annotated[dict[Text, Value], Meta(max_length=MOST_FIELDS)] = {}
    """What was filled into a declaration."""
    done: bool = False
    """It was the last declaration of this phase, where there can be several."""
