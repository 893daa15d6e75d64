"""What a combatant has left to spend, prepared for the large tokens of the inspector."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from desktop.actions.fields import others
from rulesets.seen.labels import label_in
from rulesets.seen.offers import Offer, points_offered, stand_ins
from rulesets.seen.queries import alternatives, needs_target, value_of
from rulesets.seen.scene import PoolSeen, Scene
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act, Command, React, SpendPoint
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Rules
from rulesets.vocabulary.base import WHOLE

MOST_LOOKED_AT, MOST_KINDS = 60, 12
"""Combatants, and kinds of them, whose budgets are looked at to know how much room these may need."""


class Token(Struct, frozen=True):
    """One pool (or tally) of one combatant."""

    id: str
    label: str
    left: int | None
    """None is without limit."""
    size: int | None
    """None is without limit; a tally has none either, see ``counts_up``."""
    instead: tuple[str, ...] = ()
    """Labels of the action types that it can stand in for."""
    closes: tuple[str, ...] = ()
    """Labels of the pools that are gone with it: of all these it is one."""
    extra: tuple[tuple[str, int], ...] = ()
    """(label, left) of the pools that are shown within this one."""
    lent: int = 0
    """What the next turn has already lent out."""
    round: bool = False
    """Drawn with round ends: a reaction."""
    waiting: bool = False
    """True before the start: nothing is filled yet, ``size`` is what a turn will bring."""
    counts_up: bool = False
    text: str = ""
    cite: str = ""
    does: str = ""
    """Label of what a click spends; '' if the token cannot be spent by itself."""
    command: Command | None = None
    """The command that spends it; None with ``does`` set needs a further word (a reaction to something)."""
    targets: tuple[tuple[str, str], ...] = ()
    """(id, name) of those on whom it can be spent, if somebody has to be chosen."""
    uses: tuple[Offer, ...] = ()
    """What a point can be spent on by name; ``command`` spends it on something else."""
    back: int = 0
    """How much comes back at a time, of a pool that is not filled up at once."""
    only: tuple[str, ...] = ()
    """Labels of the actions that alone it is good for now: a state forbids everything else."""
    each: str = ""
    """When that is: turn · round · another moment."""
    digit: int = 0
    """The digit of the ruleset that spends it, of 1 to 6; 0 for none."""

    @property
    def spent(self) -> bool:
        """True if nothing is left although it has a size."""
        return not self.counts_up and not self.waiting and self.left == 0


def tokens(scene: Scene, who: Combatant) -> tuple[Token, ...]:
    """Return the tokens of a combatant: pools as the ruleset orders them, points, tallies above 0."""
    rules, state = scene.rules, scene.state
    running = state.clock.status == RUNNING
    pools = (seen for seen in scene.all_pools(who) if not seen.is_empty)
    found = [_token(scene, who, seen, running=running) for seen in pools]
    counted = [
        Token(f"tally:{name}", tally.label, value, None, counts_up=True, text=tally.text, cite=tally.cite)
        for name, value in scene.tallies(who)
        for tally in (rules.tallies[name],)
    ]
    points = [
        Token(
            f"resource:{name}",
            rule.label,
            left,
            None,
            text=rule.text,
            cite=rule.cite,
            does=rule.label,
            command=SpendPoint(who=who.id, resource=name) if running else None,
            targets=others(scene, who)[1:] if needs_target(rule.does, rules) else (),
            uses=tuple(points_offered(scene, who, name)) if running else (),
        )
        for name, rule in rules.resources.items()
        if (left := int(value_of(rules, state, who, rule.stat) or 0)) > 0
    ]
    return (*found, *points, *counted)


def coming(scene: Scene, who: Combatant, shown: Sequence[Token]) -> tuple[Token, ...]:
    """Return what is ``shown`` with what comes by an action, its attacks; () if nothing does."""
    known, running = {token.id: token for token in shown}, scene.state.clock.status == RUNNING
    whole: list[Token] = []
    for seen in scene.all_pools(who):
        if seen.id in known:
            whole.append(known.pop(seen.id))
        elif scene.rules.pools[seen.id].lost == "turn-end":
            whole.append(replace(_token(scene, who, seen, running=running), left=1))
    if len(whole) + len(known) == len(shown):
        return ()
    return (*whole, *(token for token in known.values() if not token.counts_up))


def counts_anything(rules: Rules) -> bool:
    """Return whether a budget of these rules may come to show something that is counted."""
    return any(tally.label and tally.visible for tally in rules.tallies.values())


def fullest(scene: Scene) -> list[tuple[Token, ...]]:
    """Return what the budgets of a fight look like when a turn begins, each kind of combatant once.

    Of a large fight only the first are looked at.
    """
    found: dict[tuple[object, ...], tuple[Token, ...]] = {}
    for who in islice(scene.told.combatants.values(), MOST_LOOKED_AT):
        pools = tuple((seen.id, seen.size, seen.inside) for seen in scene.all_pools(who))
        points = tuple(bool(who.stats.get(rule.stat)) for rule in scene.rules.resources.values())
        kind = (pools, points)
        if kind not in found and len(found) < MOST_KINDS:
            found[kind] = tuple(_full(scene.rules, one) for one in tokens(scene, who) if not one.counts_up)
    return list(found.values())


def _full(rules: Rules, token: Token) -> Token:
    """Return a token with all that it can hold, and all that it can stand in for in any phase."""
    instead = tuple(stand_ins(rules, Encounter(), token.id)) or token.instead
    left = token.left if token.size is None else token.size
    return replace(token, left=left, instead=instead, waiting=False, lent=0)


def _token(scene: Scene, who: Combatant, seen: PoolSeen, *, running: bool) -> Token:
    rules, state, pool = scene.rules, scene.state, scene.rules.pools[seen.id]
    does, command, digit = _spending(rules, state, who, seen.id) if running else ("", None, 0)
    only = tuple(label_in(rules.actions, name) for name in seen.only) if running else ()
    if only:
        does, command, digit = only[0], Act(who=who.id, name=seen.only[0]), 0
    back = max(0, int(value_of(rules, state, who, pool.refill_by) or 0)) if pool.refill_by else 0
    return Token(
        seen.id,
        pool.label,
        seen.left,
        seen.size,
        () if only else tuple(stand_ins(rules, state, seen.id)),
        tuple(rules.pools[name].label for name in seen.closes),
        tuple((rules.pools[name].label, left) for name, left in seen.inside),
        who.debts.get(seen.id, 0),
        pool.shown == "circle",
        not running,
        False,
        pool.text,
        pool.cite,
        does,
        command,
        back=back,
        only=only,
        each=pool.resets if back else "",
        digit=digit if only else digit or (_digit(rules, state, seen.id) if running else 0),
    )


def _digit(rules: Rules, state: Encounter, pool: str) -> int:
    """Return the digit of the first type of action that takes of a pool as a rule; 0 for none."""
    for cost in rules.costs.values():
        ways = alternatives(cost, state.clock.phase)
        usual = next((way for way in ways if not way.condition), next(iter(ways), None))
        if cost.key and usual is not None and pool in usual.pay:
            return cost.key
    return 0


def _spending(rules: Rules, state: Encounter, who: Combatant, pool: str) -> tuple[str, Command | None, int]:
    """Return what takes one of a pool, and nothing else one sees: label, command and digit of that type."""
    for name, cost in rules.costs.items():
        choices = alternatives(cost, state.clock.phase)
        usual = [way for way in choices if not way.condition]  # what holds for some acts alone may come first
        way = next((way for way in (*choices[:1], *usual[:1]) if way.pay.get(pool) == "1"), None)
        if cost.kind == "part" or way is None:
            continue
        others = {other: amount for other, amount in way.pay.items() if other != pool}
        seen = {other for other in others if rules.pools[other].visible}
        if any(others[other] not in WHOLE for other in seen):
            continue
        if cost.kind == "action":
            return cost.label, Act(who=who.id, cost=name), cost.key
        plain = rules.reactions.get(rules.plain_reaction)
        if plain is None or plain.cost != name or needs_target(plain.does, rules):
            return cost.label, None, cost.key
        asks = plain.needs_cause or plain.answers
        return cost.label, None if asks else React(who=who.id), cost.key
    return "", None, 0
