"""What a combatant has left to spend, prepared for the large tokens of the inspector."""

from __future__ import annotations

from msgspec import Struct

from rulesets.compiled import Pool, Rules
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import RUNNING, Encounter
from rulesets.engine.offers import stand_ins
from rulesets.engine.queries import left_of, size_of, stat


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

    @property
    def spent(self) -> bool:
        """True if nothing is left although it has a size."""
        return not self.counts_up and not self.waiting and self.left == 0


def tokens(rules: Rules, state: Encounter, who: Combatant) -> tuple[Token, ...]:
    """Return the tokens of a combatant, as the ruleset orders its pools; tallies above 0 come last."""
    running = state.clock.status == RUNNING
    found = [
        _token(rules, state, who, name, pool, running)
        for name, pool in rules.pools.items()
        if pool.shown != "hidden" and not pool.within and _counts_now(pool, state, running)
    ]
    counted = [
        Token(name, tally.label, value, None, counts_up=True, text=tally.text, cite=tally.cite)
        for name, tally in rules.tallies.items()
        if (value := who.tallies.get(name, 0)) and tally.label
    ]
    points = [
        Token(f"resource:{name}", rule.label, left, None, counts_up=True, text=rule.text, cite=rule.cite)
        for name, rule in rules.resources.items()
        if (left := int(stat(rules, state, who, rule.stat) or 0)) > 0
    ]
    return (*found, *counted, *points)


def _counts_now(pool: Pool, state: Encounter, running: bool) -> bool:
    return not running or not pool.only or pool.only == state.clock.phase


def _token(rules: Rules, state: Encounter, who: Combatant, name: str, pool: Pool, running: bool) -> Token:
    extra = []
    for other_name, other in rules.pools.items():
        if other.within == name:
            left = left_of(rules, state, who, other_name)
            if left:
                extra.append((other.label, left))
    return Token(
        name,
        pool.label,
        left_of(rules, state, who, name),
        size_of(rules, state, who, name),
        tuple(stand_ins(rules, state, name)),
        tuple(extra),
        who.debts.get(name, 0),
        pool.shape == "round",
        not running,
        False,
        pool.text,
        pool.cite,
    )
