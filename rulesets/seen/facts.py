"""What of a fight players are shown, as the game master has chosen; it is kept with the settings."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Facts(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the game master lets players see of those whom they do not play; their own are shown in full."""

    points: Literal["numbers", "bar", "words", "nothing"] = "words"
    """How hit points, and the track that stands for them, are shown."""
    conditions: bool = True
    """States and effects."""
    counts: bool = True
    """The initiative counts, of everybody."""
    order: Literal["all", "near"] = "all"
    """Everybody in the order, or only whose turn it is and who is next; of their own always all."""
    allies: bool = True
    """Whoever stands on the side of a player character is shown in full, too."""
    declared: bool = True
    """What was declared, once it is open."""
    title: bool = False
    """The name of the encounter."""
    notes: bool = True
    """What is noted for everybody to read."""
