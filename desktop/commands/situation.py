"""What commands are judged by: what is seen of the encounter, and who is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.seen.queries import of_slot
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import RUNNING, SETUP, Encounter
from rulesets.vocabulary import Phase, Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge


class Situation(Struct, frozen=True):
    """One moment of the window. Nothing in it changes: what follows is another situation."""

    scene: Scene
    chosen: tuple[str, ...] = ()
    """Who is selected in the list, top first."""
    is_open: bool = True
    can_undo: bool = False
    can_redo: bool = False
    undone_line: bool = False
    """Whether the line of the log that is meant was taken back."""
    open_hits: bool = False
    """Whether the damage of a hit is still to be given."""
    laid_by: bool = False
    """Whether a dialog was closed with something typed in it."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.scene.rules

    @property
    def state(self) -> Encounter:
        """The encounter as it stands."""
        return self.scene.state

    @property
    def running(self) -> bool:
        """Whether the fight has begun and is not over."""
        return self.state.clock.status == RUNNING

    @property
    def in_setup(self) -> bool:
        """Whether the fight is still to begin."""
        return self.state.clock.status == SETUP

    @property
    def phase(self) -> Phase | None:
        """The phase that is played."""
        return self.scene.phase if self.running else None

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom a command means: the selected ones, else those of the slot whose turn it is who can act."""
        return self.chosen or tuple(one.id for one in of_slot(self.rules, self.state, self.state.walk.active))

    @property
    def meant(self) -> list[Combatant]:
        """The same as combatants."""
        people = self.state.combatants
        return [people[who] for who in self.targets if who in people]

    @property
    def current(self) -> str:
        """The first of them, or ''."""
        return next(iter(self.targets), "")

    @property
    def has_turn(self) -> tuple[str, ...]:
        """Who of those whose turn it is can act."""
        return tuple(one.id for one in of_slot(self.rules, self.state, self.scene.acting))

    @property
    def actor(self) -> str:
        """Who is to act: of those meant the first whose turn it is, else the first of them."""
        turn = self.has_turn
        return next((who for who in self.targets if who in turn), self.current)


CLOSED = Situation(Viewer(Rules(id="")).look(Encounter()), is_open=False)
"""No encounter is open."""


def situation(
    bridge: Bridge,
    chosen: Sequence[str] = (),
    *,
    undone_line: bool = False,
    open_hits: bool = False,
    laid_by: bool = False,
) -> Situation:
    """Return the situation of the encounter that is open, with these combatants selected.

    ``undone_line`` tells of the line of the log that is meant, if one is, that it was taken back;
    ``open_hits`` that hits stand in the strip of what is due, ``laid_by`` that a dialog can be gone on with.
    """
    if not bridge.is_open:
        return CLOSED
    session = bridge.session
    return Situation(
        bridge.scene,
        tuple(chosen),
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        undone_line=undone_line,
        open_hits=open_hits,
        laid_by=laid_by,
    )
