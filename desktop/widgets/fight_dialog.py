"""A dialog about the open fight: what it says once it was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog

from desktop.widgets.dialogs import LastInput, click_once

if TYPE_CHECKING:
    from desktop.widgets.to_sheet import ToSheet
    from rulesets.table.commands import Command


PROPOSED = "*"
"""In place of a cost: whatever is proposed."""


class Habit(NamedTuple):
    """How somebody has attacked last: the next attack is offered like that."""

    kind: str
    in_turn: str
    """What was spent on it in the own turn; '' nothing, :data:`PROPOSED` whatever is proposed."""
    off_turn: str = PROPOSED
    """The same out of it."""


class FightDialog(QDialog):
    """Says what is to be dispatched and what is asked next; nothing, where a subclass does not say so."""

    _last: LastInput | None = None
    """Whether the mouse or a key was used last."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._last = LastInput(self)

    def done(self, result: int) -> None:
        """Close; a second click at the place of the one that does it is part of that."""
        if self.isVisible() and self._last is not None and self._last.is_mouse:
            click_once(self)
        super().done(result)

    def commands(self) -> Sequence[Command]:
        """Return what to dispatch, in this order."""
        return []

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with next; None if no damage follows."""
        return None

    @property
    def typed_on(self) -> str:
        """What was typed already of what is asked next, or ''."""
        return ""

    @property
    def strikes_at(self) -> tuple[str, str] | None:
        """Who attacks whom next, as it is paid already; None if no attack follows."""
        return None

    @property
    def done_so(self) -> tuple[str, Habit] | None:
        """Who has attacked, and how; None if nobody has."""
        return None
