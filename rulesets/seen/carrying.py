"""What a fight leaves behind: how somebody stands after it, where that differs from what was entered.

Whoever comes in with what is carried over stands as it stood (:mod:`rulesets.engine.carrying`). What
belongs to the fight is left behind: what counts rounds or turns, what a moment of the fight ends, what ties
two of them to each other, and pools, which are full when the next one starts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from rulesets.engine import uses
from rulesets.engine.decide import decide
from rulesets.engine.effects import is_of_the_fight, outlasts_encounter
from rulesets.engine.index import index_of
from rulesets.formula.dice import BlindDice, Dice
from rulesets.table.carried import SPANS, Carried, CarriedEffect
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.commands import Add, EndEncounter, Rest
from rulesets.table.encounter import RUNNING, Effect, Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

_ROUNDS = 3
"""How often numbers are compared that change by each other when somebody joins."""


class CarriedLine(Struct, frozen=True):
    """One thing that is carried over, with what it was before: None is not there."""

    kind: str
    """stat · track · state · effect · used · out · notes · shared"""
    key: str
    old: Any
    new: Any


def as_ended(rules: Rules, state: Encounter) -> Encounter:
    """Return how everybody stands once the fight is over."""
    if state.clock.status != RUNNING:
        return state
    ended = decide(rules, state, EndEncounter(override=True), BlindDice())
    return ended.state if isinstance(ended, Outcome) else state


def carried(
    rules: Rules, ended: Encounter, who: Combatant, given: Mapping[str, Any], along: Collection[str] = ()
) -> Carried:
    """Return what ``who`` takes from a fight that is over, beyond what was ``given`` of it.

    ``given`` is as for :class:`~rulesets.table.commands.Add`. ``along`` are the ids of all who are carried
    over: an effect that another one has begun is then that one's own.
    """
    effects = _effects(rules, ended, who, along)
    found = Carried(
        tracks=dict(who.tracks),
        effects=tuple(_kept(rules, ended, effect, along) for effect in effects),
        used={key: number for key, number in who.used.items() if key.partition(":")[0] in SPANS},
    )
    given = {**given, "id": who.id}
    fresh = joined(rules, given, found)
    for _ in range(_ROUNDS):
        if fresh is None:
            return structs.replace(found, stats=dict(who.stats))
        more = _other_numbers(rules, fresh.combatants[who.id], who)
        if not more:
            break
        found = structs.replace(found, stats={**found.stats, **more})
        fresh = joined(rules, given, found)
    return found if fresh is None else _with_states(rules, ended, found, fresh, who, along)


def joined(rules: Rules, given: Mapping[str, Any], found: Carried) -> Encounter | None:
    """Return an encounter that somebody has joined with this; None if that cannot be."""
    outcome = decide(rules, Encounter(), Add(combatant=dict(given), carried=found), BlindDice())
    return None if isinstance(outcome, Refusal) else outcome.state


def is_known(rules: Rules, key: str, name: str) -> bool:
    """Return whether a ruleset has what a table names: a file may name anything, and any number of it.

    ``key`` is one of :class:`Carried`; of those that name nothing of a ruleset all is known.
    """
    match key:
        case "stats":
            return name in rules.stats
        case "tracks":
            return name in rules.tracks
        case "used":
            return uses.is_known(rules, name)
    return True


def _other_numbers(rules: Rules, fresh: Combatant, who: Combatant) -> dict[str, Any]:
    """Return the entered stats that are others than those that one comes in with."""
    keys = {*fresh.stats, *who.stats}
    both = {
        key: (_entered(rules, fresh, key), _entered(rules, who, key)) for key in rules.stats if key in keys
    }
    return {key: who.stats.get(key) for key, (entered, now) in both.items() if _differs(entered, now)}


def _entered(rules: Rules, who: Combatant, key: str) -> Any:
    """Return what was entered for a stat; of one without a formula what that comes to."""
    rule = rules.stats[key]
    return who.stats.get(key, None if rule.formula else rule.default)


def _differs(one: Any, other: Any) -> bool:
    return one != other or isinstance(one, bool) != isinstance(other, bool)


def _with_states(
    rules: Rules, ended: Encounter, found: Carried, fresh: Encounter, who: Combatant, along: Collection[str]
) -> Carried:
    """Return ``found`` with the states that do not follow from it, and what follows from it and is not so."""
    one = fresh.combatants[who.id]
    idle = index_of(rules).sustaining if not _keeps_up(rules, ended, who, along) else ""
    states = {name for name in who.states if not is_of_the_fight(rules, name) and name != idle}
    named = {effect.name for effect in ended.effects.values() if effect.on == who.id}
    begun = {effect.name for effect in fresh.effects.values()}
    stats = {key: value for key, value in found.stats.items() if value is not None}
    cleared = tuple(key for key in found.stats if key not in stats)
    without = (*cleared, *sorted({*one.states} - {*who.states}), *sorted(begun - named))
    return structs.replace(
        found,
        stats=stats,
        tracks={track: place for track, place in found.tracks.items() if place != TrackPlace()},
        states=tuple(sorted(states - {*one.states})),
        without=without,
        out=None if one.out == who.out else who.out,
        notes=None if one.notes == who.notes else who.notes,
        shared=None if one.shared == who.shared else who.shared,
    )


def after_rest(
    rules: Rules, members: Sequence[tuple[Mapping[str, Any], Carried]], rest: str, dice: Dice
) -> list[Carried] | Refusal:
    """Return what is carried over by ``members``, each with what was entered, once they have rested.

    They rest together, without a fight.
    """
    state, ids = Encounter(), tuple(str(given["id"]) for given, _ in members)
    orders = [Add(combatant=dict(given), carried=old) for given, old in members]
    for order in (*orders, Rest(who=ids, name=rest)):
        result = decide(rules, state, order, dice)
        if isinstance(result, Refusal):
            return result
        state = result.state
    return [carried(rules, state, state.combatants[str(given["id"])], given, ids) for given, _ in members]


# -- effects ---------------------------------------------------------------------------------------


def _effects(rules: Rules, ended: Encounter, who: Combatant, along: Collection[str]) -> list[Effect]:
    """Return the effects on ``who`` that outlast the fight; what is brought goes with what brings it."""
    own = [e for e in ended.effects.values() if e.on == who.id and outlasts_encounter(rules, e)]
    if not along:
        own = [e for e in own if not e.sustained or e.by == who.id]
    else:
        own = [e for e in own if not e.sustained or e.by in along]
    there = {"", *(effect.id for effect in own)}
    return [e for e in own if not e.sources or there.intersection(e.sources)]


def _kept(rules: Rules, ended: Encounter, effect: Effect, along: Collection[str]) -> CarriedEffect:
    names = {one.id: one.name for one in ended.effects.values() if outlasts_encounter(rules, one)}
    sources = tuple("" if not one else names[one] for one in effect.sources if not one or one in names)
    fields = {name: getattr(effect, name) for name in CarriedEffect.__struct_fields__}
    by = effect.by if effect.by in along and effect.by != effect.on else ""
    return CarriedEffect(**{**fields, "by": by, "sources": sources})


def _keeps_up(rules: Rules, ended: Encounter, who: Combatant, along: Collection[str]) -> bool:
    """Return whether ``who`` keeps up an effect on somebody who is carried over."""
    people = {who.id, *along}
    return any(
        e.sustained and e.by == who.id and e.on in people and outlasts_encounter(rules, e)
        for e in ended.effects.values()
    )


# -- line by line ----------------------------------------------------------------------------------


def lines(rules: Rules, given: Mapping[str, Any], old: Carried, new: Carried) -> Iterator[CarriedLine]:
    """Yield what differs in ``new``, of one of whom ``given`` was entered and ``old`` was carried over."""
    fresh = joined(rules, given, Carried())
    plain = None if fresh is None else fresh.combatants[str(given["id"])]
    for key in rules.stats:
        if key in old.stats or key in new.stats or (key in old.without) != (key in new.without):
            entered = None if plain is None else plain.stats.get(key)
            was, now = (_number(one, key, entered) for one in (old, new))
            if _differs(was, now):
                yield CarriedLine("stat", key, was, now)
    for track in rules.tracks:
        places = (one.tracks.get(track, TrackPlace()) for one in (old, new))
        was, now = places
        if was != now:
            yield CarriedLine("track", track, was, now)
    yield from _state_lines(rules, old, new)
    before, after = ({(e.name, e.by): e for e in one.effects} for one in (old, new))
    for named in dict.fromkeys((*before, *after)):
        if before.get(named) != after.get(named):
            yield CarriedLine("effect", "|".join(named), before.get(named), after.get(named))
    for key in dict.fromkeys((*old.used, *new.used)):
        if old.used.get(key, 0) != new.used.get(key, 0):
            yield CarriedLine("used", key, old.used.get(key, 0), new.used.get(key, 0))
    if old.out != new.out:
        yield CarriedLine("out", "", old.out, new.out)
    for key in ("notes", "shared"):
        if getattr(old, key) != getattr(new, key):
            yield CarriedLine(key, "", getattr(old, key), getattr(new, key))


def _number(one: Carried, key: str, entered: Any) -> Any:
    return None if key in one.without else one.stats.get(key, entered)


def _state_lines(rules: Rules, old: Carried, new: Carried) -> Iterator[CarriedLine]:
    for name in sorted({*old.states, *new.states}):
        if (name in old.states) != (name in new.states):
            yield CarriedLine("state", name, name in old.states, name in new.states)
    for name in sorted({*old.without, *new.without} - set(rules.stats)):
        if (name in old.without) != (name in new.without):
            yield CarriedLine("state", name, name not in old.without, name not in new.without)
