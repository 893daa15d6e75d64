"""A fight that was going on in another program, as it stands: counts, whose turn it is, round, what lasts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from desktop.bridge import Bridge
from desktop.incoming.bringing import effects, joining
from rulesets.campaign.entered import first_given
from rulesets.campaign.fights import StandingFight, standing_fight
from rulesets.fight.taking_up import steps_to
from rulesets.incoming.fitting import Fitted
from rulesets.incoming.found import Finding
from rulesets.table.commands import Add, EndTurn, Start, TakeUp
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Rules


def standing(
    rules: Rules, found: Sequence[Fitted], finding: Finding, *, as_states: bool = False
) -> TakeUp | None:
    """Return what goes on with a fight on an empty table; None if the ruleset has no such order of counts.

    It is played on a table of its own up to whoever is active, and then said to be in its round: what
    happened before is not known.
    """
    if finding.round is None:
        return None
    scratch = Bridge()
    scratch.open(rules)
    adds = [order for order in joining(found, Encounter()) if isinstance(order, Add)]
    bodies = [one for one in found for _ in range(max(1, one.creature.count))]
    rolled = [one.creature.initiative_count for one in bodies]
    last = min((count for count in rolled if count is not None), default=0)
    rolls = {
        str(order.combatant["id"]): last - 1 if count is None else count
        for order, count in zip(adds, rolled, strict=True)
    }
    for order in (*adds, Start(rolls=dict(rolls))):
        if scratch.dispatch(order) is None:
            return None
    if scratch.state.clock.status != RUNNING or not _reach(scratch, adds, finding.active):
        return None
    for begun in effects(found, adds, Encounter(), as_states=as_states):
        scratch.dispatch(begun)
    state = scratch.state
    played, number = state.clock.round, finding.round
    acted = {number if turn == played else turn: turns for turn, turns in state.acted.items()}
    state = replace(state, clock=replace(state.clock, round=number), acted=acted, rules="")
    return TakeUp(steps=steps_to(state), entered=tuple(dict(order.combatant) for order in adds))


def fight_of(rules: Rules, name: str, found: Sequence[Fitted], finding: Finding) -> StandingFight | None:
    """Return a fight that goes on as a text holds it; None if the ruleset has no such order of counts."""
    begun = standing(rules, found, finding)
    table = Bridge()
    table.open(rules)
    if begun is None or table.dispatch(begun) is None:
        return None
    return standing_fight(rules, table.state, name, first_given(rules, [begun]))


def _reach(scratch: Bridge, adds: Sequence[Add], active: str) -> bool:
    """End turns until it is the turn of the one called ``active``; False if that does not come in a round."""
    ids = {str(order.combatant["id"]) for order in adds if order.combatant["name"] == active}
    begun = scratch.state.clock.round
    while ids and scratch.state.walk.active not in ids:
        if scratch.dispatch(EndTurn()) is None or scratch.state.clock.round > begun + 1:
            return False
    return True
