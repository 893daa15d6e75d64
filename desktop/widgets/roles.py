"""All custom item roles of the application's models."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt

_FIRST = int(Qt.ItemDataRole.UserRole) + 1


class Role(IntEnum):
    """What a model can be asked for besides Qt's own roles. Each yields one prepared, frozen value."""

    ROW = _FIRST
    """Initiative list: the RowValue that all delegates of the row paint from."""
    COMBATANT = _FIRST + 1
    """Id of the combatant that an item belongs to."""
    SLOT = _FIRST + 2
    """Id of the slot under which the combatant acts."""
    ENTRY = _FIRST + 3
    """Log: the EntryText of a command."""
    CURSOR = _FIRST + 4
    """Log: how many commands are in force with this one as the last."""
    OFFER = _FIRST + 5
    """Action list: the Offer, with its refusal if it cannot be done now."""
    LINE = _FIRST + 6
    """Log: the LogLine of a row, as it is painted."""
    PALETTE = _FIRST + 7
    """Command palette: the PaletteRow, with the letters that were hit."""
