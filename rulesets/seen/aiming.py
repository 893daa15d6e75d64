"""In which order those are shown whom somebody can aim at: in every list from which a target is chosen."""

from __future__ import annotations

from rulesets.seen.proposed import same_side
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant


def possible_targets(scene: Scene, of: str = "", *, friends: bool = False) -> tuple[Combatant, ...]:
    """Return everybody, whoever aims included: foes of that one first, or ``friends``; who is out last.

    Within each they stand as in the list. Of nobody ('') no side is foe or friend.
    """
    rules, state = scene.rules, scene.state
    who = state.combatants.get(of)

    def rank(one: Combatant) -> tuple[bool, bool]:
        return bool(one.out), who is not None and same_side(rules, state, who, one) != friends

    return tuple(sorted((state.combatants[ident] for ident in scene.order), key=rank))
