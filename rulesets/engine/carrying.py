"""Coming in as one stood after an earlier fight: nothing happens by it, so it is put there as it was."""

from __future__ import annotations

from msgspec import structs

from rulesets.engine import authors
from rulesets.engine.effects import MAX_NAME
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.formula.dice import parse_dice
from rulesets.table import events as ev
from rulesets.table.carried import Carried, CarriedEffect
from rulesets.table.combatant import MAX_TEXT, Combatant, TrackPlace
from rulesets.table.encounter import AT_ZERO, Effect
from rulesets.table.refusal import Code
from rulesets.vocabulary import Rules
from rulesets.vocabulary.base import UNTIL


def fitting(rules: Rules, track: str, place: TrackPlace) -> TrackPlace:
    """Return a place on a track as far as its steps go; persistent steps are some of those reached."""
    step = max(0, min(place.step, len(rules.tracks[track].steps) - 1))
    return TrackPlace(step, max(0, min(place.persistent, step)))


def require(ruling: Ruling, effect: CarriedEffect) -> None:
    """Make sure of an effect that somebody brings.

    Raises:
        Refused: bad-value for a name, a size, an end or a state that there is not.
    """
    checked_number(ruling, effect.size, "value", least=0)
    checked_number(ruling, effect.save_against, "dc")
    named = effect.name.strip() and len(effect.name) <= MAX_NAME
    if max(len(effect.notes), len(effect.shared)) > MAX_TEXT:
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field="notes")
    known = effect.state in ("", *ruling.rules.states) and effect.at_zero in AT_ZERO and effect.until in UNTIL
    if not named or not known or (effect.dice and parse_dice(effect.dice) is None):
        raise ruling.reject(Code.BAD_VALUE, "bad-name", name=effect.name[:MAX_NAME])


def with_numbers(who: Combatant, carried: Carried) -> Combatant:
    """Return a combatant with the numbers that it brings: what follows from them follows when it joins."""
    stats = {**who.stats, **carried.stats}
    stats = {key: value for key, value in stats.items() if value is not None}
    tracks = {**who.tracks, **carried.tracks}
    tracks = {track: place for track, place in tracks.items() if place != TrackPlace()}
    told = {key: getattr(carried, key) for key in ("notes", "shared") if getattr(carried, key) is not None}
    return who.having(stats=stats, tracks=tracks, used=dict(carried.used), **told)


def stand(ruling: Ruling, who: str, carried: Carried) -> None:
    """Let somebody who has just joined stand as it did; nothing begins, ends or happens by that."""
    _stand_by_numbers(ruling, who, carried)
    states = set(ruling.draft.combatants[who].states)
    for state in sorted(states.intersection(carried.without)):
        ruling.record(ev.StateEnded(who, state))
    for state in sorted(set(carried.states) - states):
        ruling.record(ev.StateBegan(who, state))
    gone = {*carried.without, *(effect.name for effect in carried.effects)}
    for ident, effect in list(ruling.draft.effects.items()):
        if effect.on == who and effect.name in gone:
            ruling.record(ev.EffectEnded(effect, list(ruling.draft.effects).index(ident)))
    _begin_again(ruling, who, carried)
    out = ruling.draft.combatants[who].out
    if carried.out is not None and carried.out != out:
        ruling.record(ev.OutChanged(who, out, carried.out))
    for key in [key for key in ruling.due if key[0] == who]:
        del ruling.due[key]


def _stand_by_numbers(ruling: Ruling, who: str, carried: Carried) -> None:
    """Take back what joining has done to its numbers."""
    stats = {**carried.stats, **{key: None for key in carried.without if key in ruling.rules.stats}}
    for key, value in stats.items():
        old = ruling.draft.combatants[who].stats.get(key)
        if old != value or type(old) is not type(value):
            ruling.record(ev.StatChanged(who, key, old, value))
    for track, place in carried.tracks.items():
        old_place = ruling.draft.combatants[who].tracks.get(track, TrackPlace())
        if old_place != place:
            ruling.record(ev.TrackMoved(who, track, old_place, place))


def _begin_again(ruling: Ruling, who: str, carried: Carried) -> None:
    ids: dict[str, str] = {}
    for one in carried.effects:
        by = one.by or who
        ident = authors.place_of(ruling.rules, ruling.draft, who, one.name, by)
        sources = tuple("" if not name else ids.get(name, "") for name in one.sources)
        given = {**structs.asdict(one), "by": by, "sources": tuple(dict.fromkeys(sources))}
        if ident not in ruling.draft.effects:
            ruling.record(ev.EffectBegan(Effect(id=ident, on=who, **given)))
        ids.setdefault(one.name, ident)
