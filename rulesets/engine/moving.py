"""Slots that get another place in an order, and the places that stay where they stood.

A place on which nobody acts, a ghost, stays where effects end or somebody will stand again. Whoever delayed
behind a slot comes along. Whose turn it is does not change by it: that is the business of ``walk``.
"""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.engine import initiative, moments, sorting
from rulesets.engine.coming import JOINED_LATE, NO_PART, has_come_by, has_had, has_missed, is_gone_by
from rulesets.engine.counts import is_moving
from rulesets.engine.dealing import Hand
from rulesets.engine.ruling import Ruling
from rulesets.formula.cards import Card
from rulesets.table.encounter import GHOST, Missed, Place
from rulesets.table.refusal import Code
from rulesets.vocabulary import Phase


def move(ruling: Ruling, order_id: str, slot: str, index: int, place: Place) -> None:
    """Give a slot the place at ``index`` of the order without it, and the count and ties of ``place``.

    An effect that ends at the place stays where it began, whether the list changes or not (003-26, A003-8).
    Who delayed behind it comes along, but not once its turn is over and another one was taken between them.
    """
    if is_moving(ruling.rules, order_id):
        sorting.set_count(ruling, order_id, slot, place.count)
        return
    slots = ruling.draft.orders[order_id].slots
    below = next((one for one in slots[slots.index(slot) + 1 :] if one[0] != GHOST), "")
    over = has_had(ruling.draft, slot) or has_missed(ruling.draft, slot)
    _move_alone(ruling, order_id, slot, index, place)
    if not over or initiative.follows_on(ruling, below, slot):
        bring_along(ruling, order_id, slot)


def _move_alone(ruling: Ruling, order_id: str, slot: str, index: int, place: Place) -> None:
    order = ruling.draft.orders[order_id]
    old, was = order.slots.index(slot), order.places[slot]
    if index == old and was.count == place.count:
        ruling.set_place(order_id, slot, place)
        return
    if ruling.rules.effects_stay and leave_ghost(ruling, order_id, slot):
        index += index > old or (index == old and place.keys > was.keys)
    ruling.move_slot(order_id, slot, index)
    ruling.set_place(order_id, slot, place)


def bring_along(ruling: Ruling, order_id: str, slot: str, seen: tuple[str, ...] = ()) -> str:
    """Let those who delayed behind a slot stand right behind it where it stands now; return the last of them.

    Whoever delayed behind one of them stands right behind that one, before the next of them.
    """
    slots = ruling.draft.orders[order_id].slots
    last = slot
    for one in [one for one in slots if one not in seen and initiative.is_behind(ruling, one, slot)]:
        stand_behind(ruling, order_id, one, last, slot)
        last = bring_along(ruling, order_id, one, (*seen, slot))
    return last


def stand_behind(ruling: Ruling, order_id: str, slot: str, ahead: str, after: str = "") -> None:
    """Give a slot the place right behind ``ahead``, with the count that goes with it.

    ``after``: whom it delayed behind, if others come between.
    """
    rule, order = ruling.rules.delay, ruling.draft.orders[order_id]
    place = order.places[slot]
    if rule is not None and rule.behind is not None:
        count = order.places[after or ahead].count + rule.behind
        place = sorting.with_count(ruling.rules.orders[order_id], place, count)
    others = [other for other in order.slots if other != slot]
    index = initiative.beside_ghosts(ruling, order_id, others, others.index(ahead) + 1, place)
    _move_alone(ruling, order_id, slot, index, place)


def go_below_ghosts(ruling: Ruling, order_id: str, slot: str) -> None:
    """Let a slot that comes up behind another stand below what has come to end on a higher count since.

    Who waits behind it, or behind the same one, and stands above that, comes along.
    """
    order, put_off = ruling.draft.orders[order_id], ruling.draft.put_off
    whole, at = [other for other in order.slots if other != slot], order.slots.index(slot)
    passes = ruling.draft.clock.passes
    behind = {other for other, turn in put_off.items() if turn.after and turn.passes == passes}
    others = [other for other in whole if other not in behind]
    index = at - len(behind.intersection(whole[:at]))
    below = initiative.beside_ghosts(ruling, order_id, others, index, order.places[slot])
    if below <= index:
        return
    lowest = others[below - 1]
    for one in (slot, *(other for other in whole[at : whole.index(lowest)] if other in behind)):
        slots = [other for other in ruling.draft.orders[order_id].slots if other != one]
        _move_alone(ruling, order_id, one, slots.index(lowest) + 1, ruling.draft.orders[order_id].places[one])
        lowest = one


# -- places that are kept --------------------------------------------------------------------------


def keep_place(ruling: Ruling, order_id: str, slot: str) -> str:
    """Keep the place of a slot that goes elsewhere; numbers do not tell where it was.

    It stands right below, so that whatever ends at the place comes first (003-26). '' where no order is kept.
    """
    if order_id != ruling.rules.main_order:
        return ""
    order = ruling.draft.orders[order_id]
    ghost = _place_ghost(ruling, order_id, slot, order.slots.index(slot) + 1)
    ruling.set_missed({ghost: Missed(ruling.draft.clock.passes, NO_PART)})
    return ghost


def _beats(place: Place, other: Place) -> bool:
    """Return whether a place stands above another, as far as their counts and ties tell."""
    return (place.keys, [-roll for roll in place.rolls]) < (other.keys, [-roll for roll in other.rolls])


def stand_again(ruling: Ruling, phase: Phase) -> None:
    """At the beginning of a round, put those back whose turn behind another has not come in the last one.

    A count changes by the turn that is taken on it: the own place comes up, and the turn put off is lost
    there (E-SRD-06, E-SRD-08).
    """
    if not stands_again(ruling):
        return
    for slot, turn in list(ruling.draft.put_off.items()):
        order = ruling.order_of(phase)
        if turn.place is None or turn.round or slot not in order.places:
            continue
        others = [other for other in order.slots if other != slot]
        lower = (at for at, other in enumerate(others) if _beats(turn.place, order.places[other]))
        kept = others.index(turn.ghost) if turn.ghost in others else next(lower, len(others))
        _move_alone(ruling, phase.order, slot, kept, turn.place)
        ruling.set_put_off(slot, replace(turn, place=None, ghost=""))


def stands_again(ruling: Ruling) -> bool:
    """Return whether a turn put off is lost when the own place comes up, which is the old one then."""
    delay = ruling.rules.delay
    return delay is not None and delay.until == "place" and delay.place != "pass"


# -- places on which nobody acts -------------------------------------------------------------------


def leave_ghost(ruling: Ruling, order_id: str, slot: str, *, had: int = 0, leaves: bool = False) -> bool:
    """Let a place that nobody acts on stay where a slot stands, if effects count down there; say if so.

    What goes by the turns of the slot moves with it unless it ``leaves``. The place has come by in the pass
    if the slot's has. ``had``: the pass of its last turn, which the slot leaves in or after; whoever comes in
    behind the last turn taken comes in behind that place.
    """
    anchored = [
        effect.id
        for effect in ruling.draft.effects.values()
        if effect.anchor == slot and (leaves or not effect.until)
    ]
    if order_id != ruling.rules.main_order or not (anchored or had):
        return False
    if is_moving(ruling.rules, order_id) and not anchored:
        return False
    order, passes = ruling.draft.orders[order_id], ruling.draft.clock.passes
    ghost = _place_ghost(ruling, order_id, slot, order.slots.index(slot))
    over = had or ruling.draft.over.get(slot, 0)
    ruling.set_over(ghost, over)
    if over != passes and has_come_by(ruling.draft, slot):
        ruling.set_missed({ghost: Missed(passes, NO_PART)})
    for ident in anchored:
        ruling.set_effect(ident, anchor=ghost)
    return True


def _place_ghost(ruling: Ruling, order_id: str, slot: str, index: int) -> str:
    """Put a place on which nobody acts into an order, with the count and ties of a slot."""
    ruling.ghosts(ruling.draft.ghosts + 1)
    ghost = f"{GHOST}{ruling.draft.ghosts}"
    place = replace(ruling.draft.orders[order_id].places[slot], rolls=(), roller="")
    ruling.place_slot(order_id, ghost, index, place)
    return ghost


def sweep_ghosts(ruling: Ruling, order_id: str) -> None:
    """Take out the places of earlier passes at which no effect ends and nobody stands again any more."""
    order = ruling.draft.orders.get(order_id)
    if order is None or not ruling.draft.ghosts:
        return
    kept = {effect.anchor for effect in ruling.draft.effects.values()}
    kept.update(turn.ghost for turn in ruling.draft.put_off.values())
    for slot in [slot for slot in order.slots if slot[0] == GHOST]:
        if slot not in kept and not has_come_by(ruling.draft, slot):
            ruling.remove_slot(order_id, slot)
            forget(ruling, slot)


def forget(ruling: Ruling, slot: str) -> None:
    """Keep nothing of the turns of a slot that is in no order any more."""
    ruling.set_over(slot, 0)
    ruling.set_missed({slot: None})


# -- another count ---------------------------------------------------------------------------------


def count_anew(
    ruling: Ruling, order_id: str, slot: str, count: int, *, start: int, behind_ties: bool, card: str = ""
) -> None:
    """Give a slot another count and the place that goes with it, at ``start`` or later.

    ``card`` is the one that the count is of, where cards are drawn.

    Its turn of the pass stays what it is: whoever has had it has had it, whoever has not will. Only a joiner
    whose place had come by has it back if the new one has not.
    """
    if is_moving(ruling.rules, order_id):
        sorting.set_count(ruling, order_id, slot, count)
        return
    index, place = initiative.place_at(ruling, order_id, slot, count, start, behind_ties, card)
    move(ruling, order_id, slot, index, place)
    phase, missed = ruling.phase, ruling.draft.missed.get(slot)
    if phase is None or missed is None or missed.reason != JOINED_LATE or not has_missed(ruling.draft, slot):
        return
    if phase.order == order_id and not is_gone_by(ruling.rules, ruling.draft, phase, slot):
        ruling.set_missed({slot: None})


def take_card(ruling: Ruling, order_id: str, slot: str, card: Card) -> None:
    """Give a slot another card, and the place in its order that goes with it."""
    count_anew(ruling, order_id, slot, card.worth, start=0, behind_ties=False, card=card.name)


def draw_one_more(ruling: Ruling, order_id: str, slot: str) -> None:
    """Let a slot draw for an order in which it stands; the better card counts. It is a roll as any."""
    rule, order = ruling.rules.orders[order_id], ruling.draft.orders.get(order_id)
    if order is None or slot not in order.places:
        raise ruling.reject(Code.WRONG_PHASE, "not-rolled-yet", who=slot)
    members = ruling.draft.members(slot)
    take_card(ruling, order_id, slot, Hand(ruling, rule, slot, members).draw_better(order.places[slot].card))
    moments.happen(ruling, "rolled", members)
