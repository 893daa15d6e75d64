"""In which order those are shown whom somebody can aim at: in every list from which a target is chosen."""

from __future__ import annotations

from rulesets.seen.proposed import same_side
from rulesets.seen.scene import Scene
from rulesets.table.combatant import OUT_DEFEATED, Combatant


def possible_targets(scene: Scene, of: str = "", *, friends: bool = False) -> tuple[Combatant, ...]:
    """Return everybody, whoever aims included: foes of that one first, or ``friends``; who is out last.

    Within each they stand as in the list. Of nobody ('') no side is foe or friend.
    """
    rules, state = scene.rules, scene.state
    who = state.combatants.get(of)

    def rank(one: Combatant) -> tuple[bool, bool]:
        return bool(one.out), who is not None and same_side(rules, state, who, one) != friends

    return tuple(sorted((state.combatants[ident] for ident in scene.order), key=rank))


def most_hurt(scene: Scene, of: str) -> str:
    """Return the friend of somebody, or that one, who has lost most and is not out for good; '' for nobody.

    That is by the share of the points, or of the steps where a ruleset counts none. Of two alike the one who
    helps goes first.
    """
    rules, state = scene.rules, scene.state
    who = state.combatants.get(of)
    friends = [] if who is None else [one for one in state.combatants.values() if one.out != OUT_DEFEATED]
    lost = {
        one.id: _lost(scene, one) for one in friends if who is not None and same_side(rules, state, who, one)
    }
    found = max(lost, key=lambda ident: (lost[ident], ident == of), default="")
    return found if lost.get(found, 0) > 0 else ""


def _lost(scene: Scene, who: Combatant) -> float:
    """Return which share of what somebody had is lost; below 0 it is more than all."""
    points, track = scene.points_of_anybody(who), scene.viewer.main_track
    if points is not None and points.full > 0:
        return (points.full - points.now) / points.full
    return 0.0 if track is None else scene.track(who, scene.rules.main_track).at / (len(track.steps) - 1)
