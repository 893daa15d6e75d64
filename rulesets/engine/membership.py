"""Who is in the encounter: joining, leaving, being taken out, disabled, able again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from rulesets.engine import (
    carrying,
    checks,
    effects,
    initiative,
    moments,
    relations,
    rounds,
    sizes,
    spending,
    stages,
    sustaining,
    walk,
)
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import fill_also
from rulesets.engine.sizes import Size
from rulesets.formula.dice import parse_code, parse_dice, rolled_for
from rulesets.formula.fuzzy import most_like
from rulesets.table import events as ev
from rulesets.table.carried import SPANS, Carried
from rulesets.table.combatant import (
    MAX_COMBATANTS,
    MAX_ID,
    MAX_TEXT,
    NPC,
    OUT_DEFEATED,
    OUT_DISABLED,
    PC,
    Combatant,
    TrackPlace,
)
from rulesets.table.commands import Add, Defeat, Disable, Leave, MoveInList, Restore, Rolling
from rulesets.table.encounter import GHOST, SETUP
from rulesets.table.refusal import Code
from rulesets.vocabulary import Stat

RESERVED = (
    "id", "name", "side", "kind", "group", "aware", "states", "feats", "tracks", "notes", "pools", "hidden",
    "alias", "shared",
)  # fmt: skip
"""Keys of a combatant, as it is given, that are no stats."""
_TEXTS = ("name", "side", "kind", "group", "notes", "alias", "shared")


def decide_add(ruling: Ruling, command: Add) -> None:
    """Join a combatant, before the start or into the running encounter (004-42)."""
    for wave in ruling.draft.waves:
        if not wave.ids.isdisjoint((str(command.combatant.get("id")), str(command.combatant.get("group")))):
            raise ruling.reject(Code.BAD_VALUE, "id-taken", who=str(command.combatant.get("id")))
    join(ruling, command)


def join(ruling: Ruling, command: Add) -> None:
    """Join a combatant, whether it was to come or not."""
    draft = ruling.draft
    given, rolled = _rolled(ruling, command.combatant)
    combatant = read_combatant(ruling, given)
    carried = None if command.carried is None else read_carried(ruling, command.carried)
    if carried is not None:
        combatant = carrying.with_numbers(combatant, carried)
    if combatant.id in draft.combatants or any(c.group == combatant.id for c in draft.combatants.values()):
        raise ruling.reject(Code.BAD_VALUE, "id-taken", who=combatant.id)
    if combatant.group in draft.combatants or combatant.id.startswith(GHOST):
        raise ruling.reject(Code.BAD_VALUE, "id-taken", who=combatant.group or combatant.id)
    if len(draft.combatants) >= MAX_COMBATANTS:
        raise ruling.reject(Code.BAD_VALUE, "too-many", most=MAX_COMBATANTS)
    combatant = combatant.having(joined=draft.clock.status != SETUP)
    begun = _sizes(ruling, given)
    ruling.join(combatant)
    for event in rolled:
        ruling.emit(event)
    _fill_vitals(ruling, combatant.id)
    _stand_on_tracks(ruling, combatant.id)
    for state, size in begun.items():
        span = effects.span_of(ruling, state, combatant.id)
        effects.begin(ruling, ruling.combatant(combatant.id), state, span, combatant.id, size)
    stages.settle(ruling)
    if carried is not None:
        carrying.stand(ruling, combatant.id, carried)
    ruling.tell("joined", who=combatant.id)
    if not ruling.running:
        return
    moments.fill_all(ruling, combatant.id)
    moments.happen(ruling, "join", [ruling.combatant(combatant.id)])
    moments.leave_as_entered(ruling, combatant.id)
    _find_places(ruling, command, ruling.combatant(combatant.id))
    go_on(ruling)


def _rolled(ruling: Ruling, given: dict[str, Any]) -> tuple[dict[str, Any], list[ev.Rolled]]:
    """Return what was given with numbers for dice such as '2d8+4': they are rolled for each who joins."""
    found, events = dict(given), []
    for key, rule, (number, sides, plus) in _dice_in(ruling, given):
        with rolled_for(rule.label or key, str(given.get("id", ""))):
            results = tuple(ruling.dice.roll(sides) for _ in range(number))
        total = sum(results) + plus
        found[key] = total if rule.least is None else max(rule.least, total)
        events.append(ev.Rolled("number", str(given.get("id", "")), found[key], results))
    return found, events


def _dice_in(ruling: Ruling, given: Mapping[str, Any]) -> Iterator[tuple[str, Stat, tuple[int, int, int]]]:
    """Yield the stats that were given as dice: how many, of how many sides, and what is added."""
    for key, value in given.items():
        rule = ruling.rules.stats.get(key)
        dice = parse_dice(value) if isinstance(value, str) and rule is not None and rule.takes_dice else None
        if rule is not None and dice is not None:
            yield key, rule, dice


def at_least(ruling: Ruling, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given with the least that dice can come to, of somebody who has still to come."""
    least = {
        key: max(number + plus, number + plus if rule.least is None else rule.least)
        for key, rule, (number, _, plus) in _dice_in(ruling, given)
    }
    return {**given, **least}


def _sizes(ruling: Ruling, given: Mapping[str, Any]) -> dict[str, Size | None]:
    """Return the states with a size or a time that a combatant comes with, each with the size given."""
    named = _texts(ruling, given.get("states", ()), "states")
    found: dict[str, Size | None] = {state: None for state in named if effects.is_effect(ruling, state)}
    sized = (key for key in given if key not in ruling.rules.stats and effects.has_size(ruling, key))
    return {**found, **{key: sizes.given(ruling, given[key]) for key in sized}}


def _find_places(ruling: Ruling, command: Add, combatant: Combatant) -> None:
    """Give a joiner its place in every order that takes joiners at once."""
    if isinstance(command.roll, int) or not ruling.rules.decks:
        checked_number(ruling, 0 if command.roll is None else command.roll, "roll")
    rolls = {} if command.roll is None else {combatant.slot: command.roll}
    answers = Answers(Rolling(rolls=rolls, rolloffs=command.rolloffs, coin=command.coin))
    for order_id, rule in ruling.rules.orders.items():
        order = ruling.draft.orders.get(order_id)
        if order is None or rule.of == "side" or combatant.slot in order.places:
            continue
        if _is_rolled_for(ruling, order_id):
            continue
        if rule.joins == "place":
            rolls_now = command.roll is not None or rule.roll is None
            if not rolls_now and not _may_roll_now(ruling, order_id, combatant):
                continue
            joining = {combatant.slot: ruling.draft.members(combatant.slot)}
            initiative.put_in(ruling, order_id, joining, answers)
        if order_id == ruling.rules.main_order and combatant.slot in ruling.draft.orders[order_id].places:
            moments.happen(ruling, "placed", ruling.draft.members(combatant.slot), ruling.draft.clock.phase)
        if ruling.phase is not None and ruling.phase.order == order_id:
            walk.judge_joiner(ruling, ruling.phase, combatant.slot)
        initiative.draw_ties(ruling, answers)


def _is_rolled_for(ruling: Ruling, order_id: str) -> bool:
    """Return whether everybody is about to roll: only those who wait on stand in the order as yet."""
    phase, rule = ruling.phase, ruling.rules.orders[order_id]
    return (
        phase is not None
        and phase.activity == "roll"
        and phase.order == order_id
        and rule.rolled == "round"
        and rounds.roll_is_due(ruling, phase)
    )


def _may_roll_now(ruling: Ruling, order_id: str, combatant: Combatant) -> bool:
    """Return whether a joiner rolls at once, rather than with the late ones (A004-19)."""
    if not ruling.draft.clock.surprise:
        return True
    phases = [p for p in ruling.rules.phases if p.activity == "roll" and p.order == order_id]
    return not phases or bool(ruling.value(phases[0].who, combatant))


def read_combatant(ruling: Ruling, given: dict[str, Any]) -> Combatant:
    """Check what was given for a combatant and return it, with stats as the ruleset keeps them.

    Raises:
        Refused: bad-value for a wrong id, an unknown stat, state or track, or a value of the wrong kind.
    """
    rules = ruling.rules
    ident = given.get("id")
    if not isinstance(ident, str) or not ident.strip() or len(ident) > MAX_ID:
        raise ruling.reject(Code.BAD_VALUE, "bad-id", value=str(ident)[:MAX_ID])
    texts = {key: given.get(key, "") for key in _TEXTS}
    for key, text in texts.items():
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
    if texts["kind"] not in ("", PC, NPC):
        raise ruling.reject(Code.BAD_VALUE, "bad-kind", value=texts["kind"])
    aware, hidden = given.get("aware", True), given.get("hidden", False)
    for key, flag in (("aware", aware), ("hidden", hidden)):
        if not isinstance(flag, bool):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
    stats = {
        key: read_stat(ruling, key, value)
        for key, value in given.items()
        if key not in RESERVED and (key in rules.stats or not effects.has_size(ruling, key))
    }
    fill_also(rules, stats)
    states = set(_texts(ruling, given.get("states", ()), "states"))
    tracks = _read_tracks(ruling, given.get("tracks", {}))
    for track, step in (ruling.index.stood_for[name] for name in states if name in ruling.index.stood_for):
        tracks[track] = max(tracks.get(track, TrackPlace(step)), TrackPlace(step), key=lambda at: at.step)
    return Combatant(
        id=ident,
        name=texts["name"] or ident,
        side=texts["side"] or "party",
        kind=texts["kind"] or PC,
        group=texts["group"],
        aware=aware,
        feats=tuple(_texts(ruling, given.get("feats", ()), "feats")),
        notes=texts["notes"],
        stats=stats,
        pools=dict.fromkeys(rules.pools, 0),
        left=_read_pools(ruling, given.get("pools", {})),
        tracks=tracks,
        states=tuple(sorted(name for name in states if not effects.is_effect(ruling, name))),
        hidden=hidden,
        alias=texts["alias"],
        shared=texts["shared"],
    )


def read_carried(ruling: Ruling, given: Carried) -> Carried:
    """Check what a combatant brings from an earlier fight and return it, as the ruleset keeps it.

    Raises:
        Refused: bad-value as :func:`read_combatant`.
    """
    stats = {key: read_stat(ruling, key, value) for key, value in given.stats.items()}
    _read_tracks(ruling, {track: place.step for track, place in given.tracks.items()})
    places = {track: carrying.fitting(ruling.rules, track, place) for track, place in given.tracks.items()}
    for effect in given.effects:
        carrying.require(ruling, effect)
    for key, number in given.used.items():
        checked_number(ruling, number, key, least=0)
        if not key.startswith(tuple(f"{span}:" for span in SPANS)):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field="used")
    if given.out not in (None, "", OUT_DEFEATED, OUT_DISABLED):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field="out")
    for key in ("notes", "shared"):
        if len(getattr(given, key) or "") > MAX_TEXT:
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
    return structs.replace(given, stats=stats, tracks=places)


def _texts(ruling: Ruling, value: Any, field: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field)
    return list(value)


def _read_tracks(ruling: Ruling, given: Any) -> dict[str, TrackPlace]:
    if not isinstance(given, dict):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field="tracks")
    places: dict[str, TrackPlace] = {}
    for track, step in given.items():
        if track not in ruling.rules.tracks:
            raise ruling.reject(Code.BAD_VALUE, "no-such-track", name=str(track))
        steps = len(ruling.rules.tracks[track].steps)
        at = min(checked_number(ruling, step, track, least=0), steps - 1)
        if at:
            places[track] = TrackPlace(at)
    return places


def _read_pools(ruling: Ruling, given: Any) -> dict[str, int]:
    if not isinstance(given, dict):
        raise ruling.reject(Code.BAD_VALUE, "bad-pools")
    return {pool: read_left(ruling, pool, value) for pool, value in given.items()}


def read_left(ruling: Ruling, pool: str, value: Any) -> int:
    """Return what is to be left of a pool.

    Raises:
        Refused: bad-value if the ruleset has no such pool, or the value is no whole number.
    """
    rule = ruling.rules.pools.get(pool)
    if rule is None:
        near = most_like(pool, ruling.rules.pools) or None
        raise ruling.reject(Code.BAD_VALUE, "no-such-pool", name=pool, near=near)
    return checked_number(ruling, value, rule.label or pool, least=0)


def read_stat(ruling: Ruling, key: str, value: Any) -> Any:
    """Return a stat's value as the engine keeps it (die codes as pips).

    Raises:
        Refused: bad-value if the ruleset has no such stat, or the value is not of its kind.
    """
    rule = ruling.rules.stats.get(key)
    if rule is None:
        raise ruling.reject(Code.BAD_VALUE, "no-such-stat", name=key)
    if value is None:
        return None
    if rule.type == "code" and isinstance(value, str):
        try:
            return parse_code(value)
        except ValueError:
            raise ruling.reject(Code.BAD_VALUE, "bad-code", name=key, value=value[:40]) from None
    if rule.type == "bool" or isinstance(rule.default, bool):
        if not isinstance(value, bool):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
        return value
    if rule.type in ("text", "list", "reduction"):
        return _read_special(ruling, key, rule, value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return checked_number(ruling, value, rule.label or key, rule.least)


def _read_special(ruling: Ruling, key: str, rule: Stat, value: Any) -> Any:
    if rule.type == "text":
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
        return value
    if rule.type == "list":
        return _texts(ruling, value, key)
    if isinstance(value, list | tuple):
        for entry in value:
            known = isinstance(entry, dict) and set(entry) <= {"value", "only", "bypass"} and "value" in entry
            if not known:
                raise ruling.reject(Code.BAD_VALUE, "bad-reduction", field=key)
            checked_number(ruling, entry["value"], key, least=0)
            _texts(ruling, entry.get("only", ()), key)
            _texts(ruling, entry.get("bypass", ()), key)
        return [dict(entry) for entry in value]
    return checked_number(ruling, value, rule.label or key, least=0)


def _fill_vitals(ruling: Ruling, who: str) -> None:
    """Give a combatant its own numbers for what is counted (hit points), instead of derived ones.

    A formula that comes to anything else for this combatant has no result, and nobody joins with it.
    """
    for key, rule in ruling.rules.stats.items():
        if rule.to_begin_with and ruling.combatant(who).stats.get(key) is None:
            ruling.set_stat(who, key, ruling.exact(key, ruling.combatant(who)))


def _stand_on_tracks(ruling: Ruling, who: str) -> None:
    """Let a combatant be in the states of the steps that it comes with, and out where they say so."""
    for track, place in ruling.combatant(who).tracks.items():
        step = ruling.rules.tracks[track].steps[place.step]
        for state in step.states:
            effects.begin_state(ruling, who, state)
        if step.out:
            ruling.set_out(who, step.out)


# -- leaving and being out -------------------------------------------------------------------------


def decide_leave(ruling: Ruling, command: Leave) -> None:
    """Take a combatant out of the encounter; its effects on others stay where they end (004-207)."""
    who = ruling.combatant(command.who)
    alone = len(ruling.draft.members(who.slot)) == 1
    spending.drop_pending(ruling, who.id)
    checks.close_all(ruling, who.id)
    effects.leave_ties(ruling, who.id)
    sustaining.lose(ruling, who.id)
    relations.end_of(ruling, who.id)
    for effect in [e for e in ruling.draft.effects.values() if e.on == who.id]:
        effects.end(ruling, effect)
    if alone:
        walk.leave(ruling, who.slot)
    ruling.leave(who.id)
    ruling.tell("left", who=who.id, name=who.name)
    if ruling.running:
        go_on(ruling)


def decide_defeat(ruling: Ruling, command: Defeat) -> None:
    """Take a combatant out of the fight; it keeps its place and is passed over."""
    _put_out(ruling, command.who, OUT_DEFEATED)


def decide_disable(ruling: Ruling, command: Disable) -> None:
    """A combatant cannot act for now."""
    _put_out(ruling, command.who, OUT_DISABLED)


def _put_out(ruling: Ruling, ident: str, out: str) -> None:
    who = ruling.combatant(ident)
    if who.out == out:
        raise ruling.reject(Code.BAD_VALUE, "already-out", who=who.id, out=out)
    ruling.set_out(who.id, out)
    ruling.tell(out, who=who.id)
    after_out(ruling, who.id)
    if ruling.running:
        go_on(ruling)


def after_out(ruling: Ruling, ident: str) -> None:
    """What being out takes from a combatant: its pending actions, and if it is defeated the readied one."""
    who = ruling.combatant(ident)
    spending.drop_pending(ruling, who.id)
    if who.out == OUT_DEFEATED:
        ruling.set_readied(who.id, None)


def decide_restore(ruling: Ruling, command: Restore) -> None:
    """A combatant can act again."""
    who = ruling.combatant(command.who)
    if not who.out:
        raise ruling.reject(Code.BAD_VALUE, "not-out", who=who.id)
    ruling.set_out(who.id, "")
    ruling.tell("restored", who=who.id)
    if ruling.running:
        _back_in(ruling, who)
        go_on(ruling)


def _back_in(ruling: Ruling, who: Combatant) -> None:
    """Give whoever was out when an order was made its place again, as a joiner has.

    That is where turns are chosen, and while they declare one after the other.
    """
    phase = ruling.phase
    if phase is None or phase.unordered:
        return
    chosen = (phase.order,) if phase.choice is not None else ()
    compared = ruling.rules.orders if phase.activity == "declare" else ()
    for order_id in dict.fromkeys((*chosen, *compared)):
        order, rule = ruling.draft.orders.get(order_id), ruling.rules.orders[order_id]
        if rule.joins != "place" or rule.of == "side" or (rule.roll is not None and not chosen):
            continue
        if order is not None and who.slot not in order.places:
            answers = Answers()
            initiative.put_in(ruling, order_id, {who.slot: ruling.draft.members(who.slot)}, answers)
            initiative.draw_ties(ruling, answers)


def go_on(ruling: Ruling) -> None:
    """Go on after somebody came, left, or is out: the active turn may be over, or a next one possible.

    When nobody is active and somebody can act again, the next one in the order without a turn this round
    acts at once, also if its place had come by.
    """
    phase, active = ruling.phase, ruling.draft.walk.active
    if phase is not None and phase.activity == "tick":
        return
    if phase is not None and phase.activity == "act":
        together = active in ruling.draft.walk.together
        if together or any(not member.out for member in ruling.draft.members(active)):
            return
        if active:
            walk.close_turn(ruling)
        elif not _was_active(ruling):
            walk.take_back_in(ruling, _came_back(ruling))
    walk.drop_the_unable(ruling)
    rounds.proceed(ruling)


def _was_active(ruling: Ruling) -> bool:
    """Return whether somebody was active before this command."""
    first = next((event for event in ruling.events if isinstance(event, ev.Walked)), None)
    return first is not None and bool(first.old.active)


def _came_back(ruling: Ruling) -> list[str]:
    """Return the slots of those who have joined in this command, or can act again."""
    joined = [event.combatant.id for event in ruling.events if isinstance(event, ev.Joined)]
    able = [event.who for event in ruling.events if isinstance(event, ev.OutChanged) and not event.new]
    return [ruling.draft.combatants[who].slot for who in (*joined, *able) if who in ruling.draft.combatants]


def decide_move_in_list(ruling: Ruling, command: MoveInList) -> None:
    """Before the start: put a combatant elsewhere in the list."""
    who = ruling.combatant(command.who)
    if ruling.running:
        ruling.forbid(Code.WRONG_PHASE, "already-running")
    ids = list(ruling.draft.combatants)
    index = checked_number(ruling, command.index, "index", least=0)
    ruling.relist(who.id, min(index, len(ids) - 1))
