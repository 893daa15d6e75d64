"""A turn: whose it is, how it begins and how it ends, what comes with it; places that come by without one.

Who is next is the business of ``walk``, what becomes of a turn that is put off that of ``putting_off``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from rulesets.engine import announcing, checks, deeds, effects, moments, relations, sorting, stages, uses
from rulesets.engine.coming import (
    EVERYBODY,
    NO_PART,
    has_come_by,
    has_had,
    has_missed,
    has_turn_left,
    has_used_turn,
    side_of,
    takes_part,
    waits_on,
)
from rulesets.engine.moving import sweep_ghosts
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import GHOST, STAGE_OPENING, TURN_END, TURN_START, Missed, PutOff, Taken
from rulesets.vocabulary import Phase


def whose_turn(ruling: Ruling, phase: Phase, slot: str) -> list[Combatant]:
    """Return the members that a turn of a slot is one of: before the first round, those who take part.

    Whoever of a group has used its readied action instead has none.
    """
    members = [one for one in ruling.draft.members(slot) if not has_used_turn(ruling.draft, one)]
    if phase.when != STAGE_OPENING or phase.who == EVERYBODY:
        return members
    return [member for member in members if ruling.value(phase.who, member)]


class Way(Enum):
    """How a slot comes to its turn."""

    UP = "up"
    """Its place has come up."""
    BEHIND = "behind"
    """It was put off behind somebody, who has gone."""
    RESUMED = "resumed"
    """It was put off, and is taken now."""
    FORCED = "forced"
    """The same, because nobody else may go before it does."""


def open_turn(ruling: Ruling, phase: Phase, slot: str, way: Way, *, late: bool) -> None:
    """Begin a slot's turn. ``late``: it came up before and was put off: nothing counts down or refills.

    What ends at its place counts down all the same where that comes up now for the first time in the pass:
    the turn was put off in an earlier one, and the place comes by without another (E-SRD-09, A003-8). So does
    what ends with its turn where one waits on over the end of rounds: this is the only one in the pass.
    """
    put_off = ruling.draft.put_off.get(slot)
    ruling.set_put_off(slot, None)
    if has_missed(ruling.draft, slot):  # the GM insists; if it is put off it is still to come
        ruling.set_missed({slot: None})
    earlier = put_off is not None and put_off.passes != ruling.draft.clock.passes
    _let_ghosts_pass(ruling, phase, slot)
    if not late or (earlier and (ruling.rules.effects_stay or waits_on(ruling.rules))):
        effects.tick_place(ruling, slot)
    ruling.new_notes()
    begun = put_off is not None and put_off.begun
    ruling.walk(
        active=slot,
        forced=way is Way.FORCED,
        begun=begun,
        resumed=way in (Way.RESUMED, Way.FORCED),
        behind=way is Way.BEHIND,
        late=late,
        together=_together(ruling, phase, slot, late),
        counted=_counted(ruling, phase, slot),
    )
    _let_begin(ruling, phase, slot, late=late)
    if not phase.listed_by_act:
        if begun:
            unlist_turn(ruling, slot)
        list_turn(ruling, slot)
    ruling.tell("turn-began", slot=slot)


def _counted(ruling: Ruling, phase: Phase, slot: str) -> int:
    """Return the count at which a slot's turn begins; where it has none, that of the last turn."""
    if sorting.has_count(ruling, phase.order, slot):
        return ruling.order_of(phase).places[slot].count
    return ruling.draft.walk.counted


def _let_begin(ruling: Ruling, phase: Phase, slot: str, *, late: bool) -> None:
    """Let a turn begin for its members; of one that was put off comes only what states make of it."""
    members = whose_turn(ruling, phase, slot)
    ids = [member.id for member in members]
    if late:
        moments.change_states(ruling, "turn-start", ids, phase.id)
    else:
        for ident in ids if not ruling.index.declares else ():
            ruling.set_declared(ident, ())
        moments.happen(ruling, "turn-start", members, phase.id)
        checks.ask_saves(ruling, slot, TURN_START)
        relations.end_over(ruling, ids, "place")
    _lose_readied(ruling, ids)
    relations.end_over(ruling, ids, "turn")


def _together(ruling: Ruling, phase: Phase, slot: str, late: bool) -> tuple[str, ...]:
    """Return the slots that act at the same moment as ``slot`` and have still to act, ``slot`` with them."""
    order = ruling.order_of(phase)
    if late or not ruling.rules.orders[phase.order].together:
        return ()
    group: Sequence[str] = ruling.draft.walk.together
    if slot not in group:
        rule = ruling.rules.orders[phase.order]
        keys = sorting.parting(rule, order.places[slot])
        group = [other for other in order.slots if sorting.parting(rule, order.places[other]) == keys]
        group = [other for other in group if takes_part(ruling.rules, ruling.draft, phase, other)]
    left = tuple(s for s in group if not has_had(ruling.draft, s) and s not in ruling.draft.put_off)
    return left if slot in ruling.draft.walk.together or len(left) > 1 else ()


def _lose_readied(ruling: Ruling, ids: Sequence[str]) -> None:
    """Take readied actions that were not used by the beginning of the own turn."""
    if ruling.rules.ready is None:
        return
    for each in ids:
        readied = ruling.draft.combatants[each].readied
        if readied is not None:
            ruling.set_readied(each, None)
            ruling.flag("readied-lost", each)
            ruling.tell("readied-lost", who=each, action=readied.action)


def close_turn(ruling: Ruling) -> None:
    """End the active slot's turn."""
    phase, slot = ruling.phase, ruling.draft.walk.active
    if phase is None or not slot:
        return
    if ruling.draft.notes.acts == 0:
        forgo(ruling, phase, slot)
    ruling.walk(side=side_of(ruling.rules, ruling.draft, slot))  # 'last_side', also at the end of it
    for pending in ruling.draft.notes.pending:  # nothing comes of what was announced and not carried out
        ruling.tell("resolved", who=pending.who, name=pending.name, cancelled=True)
    if phase.turns == "once":
        notes, own = ruling.draft.notes, {one.id for one in ruling.draft.members(slot)}
        for who in {attack.by: None for attack in notes.attacks}:
            if who in own or who in notes.triggered:  # who strikes back carries out nothing declared
                _keep_attack(ruling, ruling.combatant(who))
        leave_undone(ruling, (who for who in ruling.draft.members(slot) if who.readied is None))
    end_turn(ruling, phase, slot)
    sweep_ghosts(ruling, ruling.rules.main_order)
    nobody_acts(ruling, went=slot, taken=ruling.draft.walk.taken + 1)


def leave_undone(ruling: Ruling, those: Iterable[Combatant]) -> None:
    """Say once of what an action stands for that it was declared and not carried out in time."""
    for who in list(those):
        _keep_attack(ruling, who)
        names = announcing.undone(ruling.rules, ruling.draft, who)
        for name in names:
            uses.note(ruling, who.id, uses.ROUND, name, uses.UNDONE)
        if names:
            ruling.tell("left-undone", who=who.id, names=names)


def _keep_attack(ruling: Ruling, who: Combatant) -> None:
    """Keep that an attack of this turn has carried out what ``who`` has declared, whichever was recorded."""
    struck = announcing.struck_by(ruling.rules, ruling.draft, who) if who.declared else frozenset()
    for action in sorted(struck):
        deeds.note_announced(ruling, who.id, action)


def end_turn(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let the end of a turn come: what it takes, its moment, and that the slot has had it."""
    for member in ruling.draft.members(slot):
        take_at_end(ruling, member)
    moments.happen(ruling, "turn-end", whose_turn(ruling, phase, slot), phase.id)
    checks.ask_saves(ruling, slot, TURN_END)
    effects.tick_end(ruling, slot)
    moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)
    if phase.turns != "again":
        ruling.set_over(slot, ruling.draft.clock.passes)
    over_for_all(ruling, phase, list(ruling.draft.combatants.values()))


def over_for_all(ruling: Ruling, phase: Phase, those: list[Combatant]) -> None:
    """Let the end of a turn come for those who did not have it, too."""
    if ruling.index.anything_at("turn-over"):
        moments.happen(ruling, "turn-over", those, phase.id)


def take_at_end(ruling: Ruling, who: Combatant) -> None:
    """Take what the end of its turn takes from a combatant: pools, debts, parts of actions begun long ago."""
    for pool in ruling.index.lost.get("turn-end", ()):
        ruling.set_pool(who.id, pool, 0)
    for pool in who.debts:
        ruling.set_debt(who.id, pool, 0)
    for action in who.parts_before(ruling.draft.clock.round):
        ruling.set_part(who.id, action, None)
        ruling.flag("interrupted", who.id)
        ruling.tell("parts-lost", who=who.id, action=action)


def forgo(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let happen what happens with a turn without an act (001-95)."""
    for member in list(ruling.draft.members(slot)) if phase.unused else ():
        stages.run(ruling, phase.unused, ruling.draft.combatants[member.id], {})
    if phase.forgone_flags:
        ruling.tell("action-lost", slot=slot)
    stages.settle(ruling)


def nobody_acts(ruling: Ruling, **changes: object) -> None:
    """Let nobody have the turn, with whatever else of the walk changes by it."""
    ruling.walk(active="", forced=False, begun=False, resumed=False, behind=False, late=False, **changes)


def list_turn(ruling: Ruling, slot: str) -> None:
    """Put a turn among those taken, at the end."""
    clock = ruling.draft.clock
    ruling.list_turn(clock.round, Taken(slot, clock.segment))


def unlist_turn(ruling: Ruling, slot: str) -> None:
    """Take a slot's last turn of this round and segment from those taken, if it stands there."""
    clock = ruling.draft.clock
    turns = ruling.draft.acted.get(clock.round, ())
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].slot == slot and turns[index].segment == clock.segment:
            ruling.unlist_turn(clock.round, index)
            return


# -- places without a turn -------------------------------------------------------------------------


def miss(ruling: Ruling, slot: str, reason: str) -> None:
    """Let a slot's place of the pass have come by without a turn, and say why."""
    ruling.set_missed({slot: Missed(ruling.draft.clock.passes, reason)})
    ruling.tell("turn-missed", slot=slot, reason=reason)


def without_turn(ruling: Ruling, slot: str) -> str:
    """Return why nobody in a slot has a turn now that its place has come."""
    outs = {member.out for member in ruling.draft.members(slot)}
    if not outs or "" in outs:
        return NO_PART
    return OUT_DEFEATED if outs == {OUT_DEFEATED} else OUT_DISABLED


def pass_over(ruling: Ruling, passed: Mapping[str, str]) -> None:
    """Let places have come by without a turn; the log names those who belong to the fight and cannot act."""
    if not passed:
        return
    passes = ruling.draft.clock.passes
    ruling.set_missed({slot: Missed(passes, reason) for slot, reason in passed.items()})
    for slot, reason in passed.items():
        if reason == OUT_DISABLED:
            ruling.tell("turn-missed", slot=slot, reason=reason)


def come_by(ruling: Ruling, slot: str) -> None:
    """Let a place come by at which nobody has a turn: what counts down there does all the same."""
    put_off = ruling.draft.put_off.get(slot)
    if put_off is None or not comes_late(ruling, put_off):
        effects.tick_place(ruling, slot)
        effects.tick_end(ruling, slot)
        relations.end_over(ruling, [c.id for c in ruling.draft.members(slot)], "place")
        moments.happen(ruling, "place-over", ruling.draft.members(slot), ruling.draft.clock.phase)
    ruling.set_put_off(slot, None)


def comes_late(ruling: Ruling, turn: PutOff) -> bool:
    """Return whether a place that comes up is the one a turn was put off to, not its own of a new round."""
    delay = ruling.rules.delay
    if turn.kind == "count" or (turn.kind == "after" and delay is not None and delay.until == "place"):
        return bool(turn.round) or turn.passes == ruling.draft.clock.passes
    return turn.kind != "wait"


def _let_ghosts_pass(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let the places on which nobody acts come by above a slot whose turn begins (003-26)."""
    slots = ruling.order_of(phase).slots if ruling.draft.ghosts and phase.choice is None else ()
    coming: list[str] = []
    for one in slots[: slots.index(slot)] if slot in slots else ():
        if one[0] == GHOST and not has_come_by(ruling.draft, one):
            coming.append(one)
        elif has_turn_left(ruling.rules, ruling.draft, phase, one):
            break
    for ghost in coming:
        come_by(ruling, ghost)
    pass_over(ruling, dict.fromkeys(coming, NO_PART))
