"""What was entered for a combatant: checked, and as the engine keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from rulesets.engine import carrying, effects, sizes
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import fill_from_others
from rulesets.engine.sizes import Size
from rulesets.formula.dice import parse_code, parse_dice, rolled_for
from rulesets.formula.fuzzy import most_like
from rulesets.table import events as ev
from rulesets.table.carried import SPANS, Carried
from rulesets.table.combatant import (
    GIVEN_KEYS,
    MAX_ID,
    MAX_TEXT,
    NPC,
    OUT_DEFEATED,
    OUT_DISABLED,
    PC,
    Combatant,
    TrackPlace,
)
from rulesets.table.refusal import Code
from rulesets.vocabulary import Stat

_TEXTS = ("name", "side", "kind", "group", "notes", "alias", "shared")


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
        if key not in GIVEN_KEYS and (key in rules.stats or not effects.has_size(ruling, key))
    }
    fill_from_others(rules, stats)
    states = set(_texts(ruling, given.get("states", ()), "states"))
    tracks = _read_tracks(ruling, given.get("tracks", {}))
    stood_for = ruling.index.stood_for(rules) if states else {}
    for track, step in (stood_for[name] for name in states if name in stood_for):
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


def _read_pools(ruling: Ruling, given: Any) -> dict[str, int]:
    if not isinstance(given, dict):
        raise ruling.reject(Code.BAD_VALUE, "bad-pools")
    return {pool: read_left(ruling, pool, value) for pool, value in given.items()}


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


def _texts(ruling: Ruling, value: Any, field: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field)
    return list(value)


def rolled(ruling: Ruling, given: dict[str, Any]) -> tuple[dict[str, Any], list[ev.Rolled]]:
    """Return what was given with numbers for dice such as '2d8+4': they are rolled for each who joins."""
    found, events = dict(given), []
    for key, rule, (number, sides, plus) in _dice_in(ruling, given):
        with rolled_for(rule.label or key, str(given.get("id", ""))):
            results = tuple(ruling.dice.roll(sides) for _ in range(number))
        total = sum(results) + plus
        found[key] = total if rule.least is None else max(rule.least, total)
        events.append(ev.Rolled("number", str(given.get("id", "")), found[key], results))
    return found, events


def at_least(ruling: Ruling, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given with the least that dice can come to, of somebody who has still to come."""
    least = {
        key: max(number + plus, number + plus if rule.least is None else rule.least)
        for key, rule, (number, _, plus) in _dice_in(ruling, given)
    }
    return {**given, **least}


def _dice_in(ruling: Ruling, given: Mapping[str, Any]) -> Iterator[tuple[str, Stat, tuple[int, int, int]]]:
    """Yield the stats that were given as dice: how many, of how many sides, and what is added."""
    for key, value in given.items():
        rule = ruling.rules.stats.get(key)
        dice = parse_dice(value) if isinstance(value, str) and rule is not None and rule.takes_dice else None
        if rule is not None and dice is not None:
            yield key, rule, dice


def sizes_of(ruling: Ruling, given: Mapping[str, Any]) -> dict[str, Size | None]:
    """Return the states with a size or a time that a combatant comes with, each with the size given."""
    named = _texts(ruling, given.get("states", ()), "states")
    found: dict[str, Size | None] = {state: None for state in named if effects.is_effect(ruling, state)}
    sized = (key for key in given if key not in ruling.rules.stats and effects.has_size(ruling, key))
    return {**found, **{key: sizes.given(ruling, given[key]) for key in sized}}
