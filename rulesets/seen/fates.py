"""What became of everybody: who fell, who is out for now, and who was down and is up again."""

from __future__ import annotations

from msgspec import Struct

from rulesets.seen.accounts import Accounts
from rulesets.seen.queries import is_down
from rulesets.seen.scene import Scene
from rulesets.table.combatant import OUT_DEFEATED, Combatant


class Fates(Struct, frozen=True):
    """Names with their sides, in the order of the list."""

    fell: tuple[tuple[str, str], ...] = ()
    out: tuple[tuple[str, str], ...] = ()
    """Who cannot act, or has nothing left."""
    was_down: tuple[tuple[str, str], ...] = ()
    """Who was either of these at some time, and is not any more."""


def fates(scene: Scene, numbers: Accounts) -> Fates:
    """Return what became of everybody in a scene; ``numbers`` know who was down."""
    found: dict[str, list[tuple[str, str]]] = {"fell": [], "out": [], "was": []}
    for who in map(scene.state.combatants.__getitem__, scene.order):
        if who.out == OUT_DEFEATED:
            kind = "fell"
        elif _is_out(scene, who):
            kind = "out"
        elif who.id in numbers.downed:
            kind = "was"
        else:
            continue
        found[kind].append((who.name, who.side))
    return Fates(tuple(found["fell"]), tuple(found["out"]), tuple(found["was"]))


def _is_out(scene: Scene, who: Combatant) -> bool:
    points = scene.points(who)
    empty = points is not None and points.full > 0 >= points.now and not scene.viewer.below
    return empty or is_down(scene.rules, scene.state, who)
