"""What cannot be done to somebody: states that forbid acts by the one they are aimed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code
from rulesets.vocabulary import Ban


def forbid_towards(ruling: Ruling, who: Combatant, target: str, activities: Iterable[str]) -> None:
    """Refuse what a state of ``who`` or of its target forbids between the two."""
    aimed_at = ruling.draft.combatants.get(target)
    if aimed_at is None:
        return
    wanted = set(activities)
    for state, ban in ruling.index.bans:
        bearer = who if ban.of == "self" else aimed_at
        if (ban.of == "others" and who.id == target) or wanted.isdisjoint(ban.acts):
            continue
        if _holds(ruling, ban, who, target, authors(ruling, bearer, state)):
            cite = ruling.rules.states[state].cite
            ruling.forbid(Code.STATE_FORBIDS, "banned", cite, state=state, who=who.id, target=target)
            return


def _holds(ruling: Ruling, ban: Ban, who: Combatant, target: str, by: Iterable[str]) -> bool:
    return any(
        not ban.condition or ruling.value(ban.condition, who, target=target, by=author) for author in by
    )


def authors(ruling: Ruling, who: Combatant, state: str) -> Iterator[str]:
    """Yield who has brought a state that is in force on somebody; '' for one that is there by itself."""
    names = ruling.rules.implying.get(state, (state,))
    if not set(who.states).isdisjoint(names):
        yield ""
    for effect in ruling.draft.effects.values():
        if effect.on == who.id and effect.name in names:
            yield effect.by
