"""What a double click on a token or on a step of a row means. A single click only selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from desktop.list.columns import Kind
from desktop.list.delegates.budget import place_tokens
from desktop.list.delegates.combatant import choose_mark
from desktop.list.delegates.row import inner
from desktop.list.delegates.track import place_pips
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics
from rulesets.table.commands import Command, MoveTrack

if TYPE_CHECKING:
    from desktop.actions.budget import Token
    from rulesets.seen.scene import Scene


def token_at(scene: Scene, row: RowValue, rect: QRectF, metrics: Metrics, point: QPointF) -> Token | None:
    """Return the token of a row at ``point`` of its cell ``rect`` if it can be spent by itself."""
    from desktop.actions.budget import tokens  # with the first double click

    for placed in place_tokens(row.tokens, inner(rect, metrics), metrics):
        if placed.token is not None and placed.rect.contains(point):
            found = tokens(scene, scene.state.combatants[row.id])
            return next((one for one in found if one.label == placed.token.label and one.does), None)
    return None


def step_at(row: RowValue, rect: QRectF, metrics: Metrics, point: QPointF) -> Command | None:
    """Return the command that moves the main track to the step at ``point``; None for the one reached."""
    places = [] if row.pips is None else place_pips(row.pips.steps, rect, metrics)
    for number, place in enumerate(places):
        if row.pips is not None and place.contains(point) and number != row.pips.at:
            return MoveTrack(who=row.id, by=number - row.pips.at)
    return None


def may_choose(row: RowValue, rect: QRectF, metrics: Metrics, point: QPointF) -> bool:
    """Return whether ``point`` of the combatant's cell ``rect`` is on the mark that lets it go next.

    The whole height of the row counts: a mark is easier to hit than to look at.
    """
    mark = choose_mark(rect, metrics)
    return row.choosable and rect.left() <= point.x() <= mark.right() + metrics.gap / 2


TOUCHED = frozenset((Kind.BUDGET, Kind.TRACK))
"""Columns in which a double click means something."""
