"""What ends with a turn, and the list of the turns taken."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.compiled import Phase
from rulesets.encounter import events as ev
from rulesets.engine.index import index_of
from rulesets.engine.ruling import Ruling


def lose_readied(ruling: Ruling, ids: Sequence[str]) -> None:
    """Take readied actions that were not used by the beginning of the own turn."""
    ready = ruling.rules.ready
    if ready is None or ready.lost_at != "turn":
        return
    for each in ids:
        readied = ruling.draft.combatants[each].readied
        if readied is not None:
            ruling.emit(ev.ReadiedChanged(each, readied, None))
            ruling.flag("readied-lost", each)
            ruling.tell("readied-lost", who=each, action=readied.action)


def turn_over(ruling: Ruling, slot: str) -> None:
    """Mark that a slot has had its turn of this pass."""
    old, new = ruling.draft.over.get(slot, 0), ruling.draft.clock.passes
    if old != new:
        ruling.emit(ev.TurnOver(slot, old, new))


def end_turn_of(ruling: Ruling, who: str) -> None:
    """Take what the end of its turn takes from a combatant: pools, debts, parts of actions begun long ago."""
    for pool in index_of(ruling.rules).lost.get("turn-end", ()):
        ruling.set_pool(who, pool, 0)
    for pool, debt in ruling.draft.combatants[who].debts.items():
        ruling.emit(ev.DebtChanged(who, pool, debt, 0))
    for action, part in ruling.draft.combatants[who].parts.items():
        if part.round < ruling.draft.clock.round:
            ruling.emit(ev.PartsChanged(who, action, part, None))
            ruling.flag("interrupted", who)
            ruling.tell("parts-lost", who=who, action=action)


def forgo(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Take what a turn without an act loses (001-95)."""
    if not phase.forgo:
        return
    for member in ruling.draft.members(slot):
        for pool, amount in phase.forgo.items():
            ruling.set_pool(member.id, pool, (member.pools.get(pool) or 0) - amount)
    if phase.forgo_flag:
        ruling.flag(phase.forgo_flag, slot)
        ruling.tell("action-lost", slot=slot)


def list_turn(ruling: Ruling, slot: str) -> None:
    """Put a turn among those taken, at the end."""
    clock = ruling.draft.clock
    index = len(ruling.draft.acted.get(clock.round, ()))
    ruling.emit(ev.TurnListed(clock.round, slot, clock.segment, index))


def unlist(ruling: Ruling, slot: str) -> None:
    """Take a slot's last turn of this round from those taken, if it stands there."""
    clock = ruling.draft.clock
    turns = ruling.draft.acted.get(clock.round, ())
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].slot == slot and turns[index].segment == clock.segment:
            ruling.emit(ev.TurnUnlisted(clock.round, slot, clock.segment, index))
            return
