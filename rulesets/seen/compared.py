"""What differs between two stands of one fight, combatant by combatant: what another past comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from rulesets.seen.queries import active_slot, count_of
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import Effect, Encounter


class Compared(Struct, frozen=True):
    """One thing that is not as it was; None is not there."""

    who: str
    """Id of a combatant; '' for the fight as a whole."""
    kind: str
    """One of the kinds of ``_VALUES``, or there; of the fight as a whole
    about · shared · waves · turn · round · status."""
    key: str
    old: Any
    new: Any


def compared(before: Scene, now: Scene) -> list[Compared]:
    """Return what is seen to differ, in the order of the list.

    Who is there in one of the two alone is one thing. What the two play by may differ, too: what only one of
    the rulesets knows is not there in the other.
    """
    old, new = before.state.combatants, now.state.combatants
    found: list[Compared] = []
    for who in dict.fromkeys((*old, *new)):
        if who not in old or who not in new:
            found.append(Compared(who, "there", "", who in old or None, who in new or None))
        else:
            found += _one(before, now, old[who], new[who])
    return [*found, *_fight(before, now)]


def _one(before: Scene, now: Scene, old: Combatant, new: Combatant) -> Iterator[Compared]:
    for kind, values in _VALUES.items():
        was, is_now = values(before, old), values(now, new)
        for key in dict.fromkeys((*was, *is_now)):
            then = was.get(key, _unsaid(before, kind, key))
            there = is_now.get(key, _unsaid(now, kind, key))
            if then != there:
                yield Compared(new.id, kind, key, then, there)


def _unsaid(scene: Scene, kind: str, key: str) -> Any:
    """Return what a number is that nobody has entered: without a formula what its ruleset says."""
    rule = scene.rules.stats.get(key) if kind == "stat" else None
    return None if rule is None or rule.formula else rule.default


def _stats(scene: Scene, who: Combatant) -> Mapping[str, Any]:
    return {key: value for key, value in who.stats.items() if key in scene.rules.stats}


def _tracks(scene: Scene, who: Combatant) -> Mapping[str, TrackPlace]:
    return {name: who.tracks.get(name, TrackPlace()) for name in scene.rules.tracks}


def _pools(scene: Scene, who: Combatant) -> Mapping[str, int | None]:
    return {seen.id: seen.left for seen in scene.pools(who)}


def _states(scene: Scene, who: Combatant) -> Mapping[str, bool]:
    named = {effect.name for effect in scene.effects(who)}
    return {name: True for name in scene.states(who) if name not in named}


def _effects(scene: Scene, who: Combatant) -> Mapping[str, Effect]:
    return {effect.id: effect for effect in scene.effects(who)}


def _counts(scene: Scene, who: Combatant) -> Mapping[str, int | str]:
    count = count_of(scene.rules, scene.state, who.slot)
    return {} if count is None else {"": count}


def _asked(scene: Scene, who: Combatant) -> Mapping[str, bool]:
    """Return the rolls that somebody is asked for, by check and name."""
    return {f"{one.check}|{one.name}": True for one in scene.state.asked if one.who == who.id}


def _told(name: str) -> Callable[[Scene, Combatant], Mapping[str, Any]]:
    """Return what gives a field of combatants, if anything stands in it."""
    return lambda _scene, who: {"": getattr(who, name)} if getattr(who, name) else {}


def _waves(state: Encounter) -> tuple[str, ...]:
    """Return the names of who is still to come."""
    return tuple(str(one.get("name") or one["id"]) for wave in state.waves for one in wave.combatants)


_VALUES: dict[str, Any] = {
    "stat": _stats,
    "track": _tracks,
    "pool": _pools,
    "state": _states,
    "effect": _effects,
    "out": lambda scene, who: {"": who.out} if who.out else {},
    "count": _counts,
    "readied": lambda scene, who: {"": who.readied.action or True} if who.readied is not None else {},
    "delays": lambda scene, who: {"": True} if who.slot in scene.delaying else {},
    "asked": _asked,
    "used": lambda scene, who: who.used,
    **{name: _told(name) for name in ("name", "side", "alias", "hidden", "notes", "shared")},
}
"""Kind → what of it somebody has, by key."""


def _fight(before: Scene, now: Scene) -> Iterator[Compared]:
    old, new = before.state, now.state
    for kind, was, is_now in (
        ("about", old.about, new.about),
        ("shared", old.shared, new.shared),
        ("waves", _waves(old), _waves(new)),
        ("status", old.clock.status, new.clock.status),
        ("round", old.clock.round, new.clock.round),
        ("turn", active_slot(before.rules, old), active_slot(now.rules, new)),
    ):
        if was != is_now:
            yield Compared("", kind, "", was, is_now)
