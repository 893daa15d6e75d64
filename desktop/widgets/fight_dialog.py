"""A dialog about the open fight: what it says once it was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

if TYPE_CHECKING:
    from desktop.widgets.to_sheet import ToSheet
    from rulesets.table.commands import Command


class FightDialog(QDialog):
    """Says what is to be dispatched and what is asked next; nothing, where a subclass does not say so."""

    def commands(self) -> Sequence[Command]:
        """Return what to dispatch, in this order."""
        return []

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with next; None if no damage follows."""
        return None

    @property
    def strikes_at(self) -> tuple[str, str] | None:
        """Who attacks whom next, as it is paid already; None if no attack follows."""
        return None

    @property
    def done_so(self) -> tuple[str, tuple[str, str]] | None:
        """Who has attacked, and how: the kind of attack and what was spent; None if nobody has."""
        return None
