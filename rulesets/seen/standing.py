"""How a combatant stands, as plain values for whatever shows it: paper, files, a list."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rulesets.compiled import Rules
from rulesets.engine import announcing, queries
from rulesets.engine.scope import value_of
from rulesets.engine.spendable import Budget
from rulesets.formula.dice import print_code
from rulesets.seen.accounts import vital_stats
from rulesets.seen.showing import count_shown, minus, step_shorts
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import GHOST, RUNNING, SETUP, Encounter
from rulesets.words.papers import PAPERS
from rulesets.words.terms import Terms


class StatShown(Struct, frozen=True):
    """A stat with its value as people read it."""

    id: str
    label: str
    short: str
    value: str


class Points(Struct, frozen=True):
    """Hit points, or whatever the ruleset calls them."""

    label: str
    now: int
    full: int
    """0 if nothing says how many there are at full health."""
    extra: int = 0
    """Temporary points."""


class TrackShown(Struct, frozen=True):
    """A condition track with the step reached, 0 is unhurt."""

    id: str
    label: str
    steps: tuple[str, ...]
    """Short names, as they stand in boxes."""
    names: tuple[str, ...]
    at: int
    persistent: int = 0
    main: bool = False


class PoolShown(Struct, frozen=True):
    """What there is to spend of a pool; None is without limit."""

    id: str
    label: str
    short: str
    left: int | None
    size: int | None
    number: bool = False
    """Told as 'AP 4/6' and not by single boxes."""


class EffectShown(Struct, frozen=True):
    """An effect with what is left of it."""

    name: str
    duration: str
    by: str
    left: int


class Standing(Struct, frozen=True):
    """One combatant as it stands."""

    id: str
    name: str
    side: str
    kind: str
    group: str
    count: str
    aside: str
    """What stands small beside the count."""
    active: bool
    out: str
    words: tuple[str, ...]
    """Its condition in words: what it does just now, out of the fight, delaying, states."""
    stats: tuple[StatShown, ...]
    points: Points | None
    tracks: tuple[TrackShown, ...]
    pools: tuple[PoolShown, ...]
    effects: tuple[EffectShown, ...]
    declared: tuple[str, ...]
    notes: str


def standings(rules: Rules, state: Encounter, terms: Terms) -> list[Standing]:
    """Return how everybody stands, from the top of the order down, those without a place below."""
    teller = _Teller(rules, state, terms)
    return [teller.standing(state.combatants[ident]) for ident in in_order(rules, state)]


def in_order(rules: Rules, state: Encounter) -> list[str]:
    """Return the ids of all combatants: before the start as in the list, then by the order shown."""
    if state.clock.status == SETUP:
        return list(state.combatants)
    found = [
        member.id
        for slot in queries.shown_order(rules, state).slots
        if not slot.startswith(GHOST)
        for member in state.members(slot)
    ]
    placed = set(found)
    return [*found, *(ident for ident in state.combatants if ident not in placed)]


def printed_stats(rules: Rules, state: Encounter, who: Combatant) -> Iterator[StatShown]:
    """Yield the stats that the ruleset marks as printed."""
    for name, rule in rules.stats.items():
        if rule.printed:
            value = value_of(rules, state, who, name)
            shown = print_code(int(value or 0)) if rule.type == "code" else minus(str(value))
            yield StatShown(name, rule.label or name, rule.short or rule.label or name, shown)


class _Teller:
    """Tells how combatants of one encounter stand."""

    def __init__(self, rules: Rules, state: Encounter, terms: Terms) -> None:
        self._rules, self._state, self._terms = rules, state, terms
        self._order = rules.orders.get(rules.main_order)
        self._vital = vital_stats(rules)
        self._hidden = announcing.declaring_phase(rules) is not None and announcing.sealed(rules, state)

    def standing(self, who: Combatant) -> Standing:
        """Return how ``who`` stands."""
        places = queries.main_order(self._rules, self._state).places
        count, aside = count_shown(self._rules, self._state, self._order, places, who, sealed=self._hidden)
        running = self._state.clock.status == RUNNING
        return Standing(
            id=who.id,
            name=who.name,
            side=who.side,
            kind=who.kind,
            group=who.group,
            count=count,
            aside=aside,
            active=running and self._state.walk.active == who.slot and not who.out,
            out=who.out,
            words=tuple(self._words(who)),
            stats=tuple(printed_stats(self._rules, self._state, who)),
            points=self._points(who),
            tracks=tuple(self._tracks(who)),
            pools=tuple(self._pools(who)),
            effects=tuple(self._effects(who)),
            declared=tuple(self._declared(who)),
            notes=who.notes.strip(),
        )

    def _say(self, key: str, **params: object) -> str:
        return self._terms.say(PAPERS[key], params)

    # -- its condition in words --------------------------------------------------------------------

    def _words(self, who: Combatant) -> Iterator[str]:
        state = self._state
        if state.clock.status == RUNNING and state.walk.active == who.slot and not who.out:
            phase = next((p for p in self._rules.phases if p.id == state.clock.phase), None)
            yield self._say("declares" if phase is not None and phase.activity == "declare" else "acts")
        if who.out in ("defeated", "disabled") and not queries.out_by_states(self._rules, state, who):
            yield self._say(who.out)
        yield from self._put_off(who)
        if who.readied is not None:
            action = self._terms.thing(who.readied.action)
            yield self._say("readied", action=action, trigger=who.readied.trigger)
        declared = {name for rule in self._rules.declarations.values() for name in rule.begin}
        for name in who.states:
            if not self._hidden or name not in declared:
                yield self._terms.state(name)
        if not who.aware and (state.clock.surprise or state.clock.status == SETUP) and self._rules.surprise:
            yield self._say("unaware")
        for name, part in who.parts.items():
            rule = self._rules.actions.get(name)
            parts = rule.parts if rule is not None else part.paid
            yield self._say("part", action=self._terms.thing(name), paid=part.paid, parts=parts)

    def _put_off(self, who: Combatant) -> Iterator[str]:
        put_off = self._state.put_off.get(who.slot)
        if put_off is None:
            return
        if put_off.begun:
            yield self._say("goes-on")
        elif put_off.round > self._state.clock.round:
            yield self._say("delayed-round", round=put_off.round)
        elif put_off.kind == "after":
            yield self._say("delayed-after", name=self._terms.name(put_off.after))
        else:
            yield self._say("delaying")

    # -- numbers -----------------------------------------------------------------------------------

    def _points(self, who: Combatant) -> Points | None:
        if not self._vital:
            return None
        name = self._vital[0]
        rule = self._rules.stats[name]
        full = self._number(who, rule.formula) if rule.formula else 0
        extra = self._number(who, "temp_hp") if "temp_hp" in self._rules.stats else 0
        return Points(rule.label or name, self._number(who, name), full, extra)

    def _number(self, who: Combatant, name: str) -> int:
        value = value_of(self._rules, self._state, who, name)
        return int(value) if isinstance(value, int | float) else 0

    def _tracks(self, who: Combatant) -> Iterator[TrackShown]:
        for name, track in self._rules.tracks.items():
            if len(track.steps) > 1:
                place = who.tracks.get(name, TrackPlace())
                yield TrackShown(
                    name,
                    track.label or name,
                    step_shorts(track),
                    tuple(step.label or step.short for step in track.steps),
                    min(place.step, len(track.steps) - 1),
                    place.persistent,
                    name == self._rules.main_track,
                )

    def _pools(self, who: Combatant) -> Iterator[PoolShown]:
        rules, state = self._rules, self._state
        counted = {name for rule in rules.declarations.values() if rule.acts for name in rule.sets}
        budget = Budget(rules, state, who)
        for name, pool in rules.pools.items():
            if pool.shown == "hidden" or name in counted:
                continue
            if pool.only and pool.only != state.clock.phase:
                continue
            if self._hidden and who.declared and pool.shown == "number":
                continue  # what is left would tell what was declared
            left, size = budget.of(name).left, queries.size_of(rules, state, who, name)
            if left != 0 or size != 0:
                short = pool.short or (pool.label or name)[:4].upper()
                yield PoolShown(name, pool.label or name, short, left, size, pool.shown == "number")

    def _effects(self, who: Combatant) -> Iterator[EffectShown]:
        for effect in self._state.effects.values():
            if effect.on == who.id:
                by = self._terms.name(effect.by) if effect.by not in ("", who.id) else ""
                name = self._terms.state(effect.name)
                yield EffectShown(name, self._terms.rounds(effect.left), by, effect.left)

    def _declared(self, who: Combatant) -> Iterator[str]:
        if self._hidden:
            return
        for act in announcing.announced(self._rules, self._state, who):
            label = self._terms.thing(act.name)
            yield f"{act.number} {act.text or '…'}" if act.number else label
