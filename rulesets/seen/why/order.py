"""Why somebody stands where it stands: what was rolled, what was added, what broke the tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from rulesets.engine.counts import COMPARED, told_in_roll
from rulesets.engine.marks import SIGNED, Mark, marks_on
from rulesets.engine.scope import CombatantScope, value_of
from rulesets.formula.dice import PIPS_PER_DIE
from rulesets.seen.number_format import card_shown, placed_card
from rulesets.seen.why.breakdown import GIVEN, Breakdown, Part, closed, total
from rulesets.seen.why.explain import Explanation
from rulesets.seen.why.log import Back, Made, find_made
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import GHOST, Encounter, Order, Place
from rulesets.table.entry import Entry
from rulesets.vocabulary import Key, OrderRule, Rules


def explain_count(
    rules: Rules,
    state: Encounter,
    slot: str,
    log: Sequence[Entry] = (),
    order_id: str = "",
    back: Back | None = None,
) -> Explanation | None:
    """Return why ``slot`` has its place in an order (the one that turns are taken in, or is rolled).

    ``log`` holds the dice as they fell, and leads back to what everybody's values were then: what happened
    since changes no roll. If a total was typed, the die is worked out from the modifier; without the log, or
    if the roll is not in it, the total is all that is known. ``back`` is kept by whoever asks for several.
    None if the slot has no place yet.
    """
    order_id = order_id or _order_of(rules, state, slot)
    rule, order = rules.orders.get(order_id), state.orders.get(order_id)
    if rule is None or order is None or slot not in order.places:
        return None
    place, made = order.places[slot], find_made(log, order_id, slot)
    then = state if made is None else (back or Back()).before(log, made, state)
    members = _members(rules, then, rule, slot)
    if not members:
        return None
    who = _who_counts(rules, then, rule, place, members)
    parts: tuple[Part, ...]
    value: Any
    notes: tuple[Part, ...] = ()
    card = placed_card(rules, rule, place)
    if card is not None:
        value, parts = "".join(card), _drawn(rules, rule, slot, place, log)
    elif rule.roll is None:
        value = value_of(rules, then, who, rule.value) if rule.value else order.slots.index(slot) + 1
        parts = Breakdown(CombatantScope(rules, then, who)).formula(rule.value) if rule.value else ()
    else:
        value, parts = place.count, _rolled(rules, then, rule, who, place, made, members)
        notes = _thrown(rules, then, rule, members, made)
    return Explanation(
        what="count",
        name=order_id,
        who=slot,
        value=value,
        kind="text" if card else "code" if rule.roll is None and _is_code(rules, rule) else "number",
        parts=parts,
        notes=(*notes, *_ties(rule, order, slot, log, order_id)),
        cite=rule.cite,
        text=rule.text,
    )


def _is_code(rules: Rules, rule: OrderRule) -> bool:
    return rule.value in rules.stats and rules.stats[rule.value].type == "code"


def _order_of(rules: Rules, state: Encounter, slot: str) -> str:
    """Return the order that a slot is explained in: the rolled one it has a place in, else the main one."""
    places = [name for name, order in state.orders.items() if slot in order.places]
    return next((name for name in places if rules.orders[name].roll is not None), next(iter(places), ""))


def _members(rules: Rules, state: Encounter, rule: OrderRule, slot: str) -> list[Combatant]:
    if rule.of != "side":
        return list(state.members(slot))
    side = rules.side_of or "side"
    return [who for who in state.combatants.values() if value_of(rules, state, who, side) == slot]


def _who_counts(
    rules: Rules, state: Encounter, rule: OrderRule, place: Place, members: Sequence[Combatant]
) -> Combatant:
    """Return the member whose values count: who rolled for all, or the one with the lowest modifier."""
    if place.roller in state.combatants:
        return state.combatants[place.roller]
    plus = rule.roll.plus if rule.roll is not None and not rule.roll.code else ""
    if not plus or len(members) == 1:
        return members[0]
    return min(members, key=lambda who: value_of(rules, state, who, plus))


# -- what was rolled -------------------------------------------------------------------------------


def _rolled(
    rules: Rules,
    then: Encounter,
    rule: OrderRule,
    who: Combatant,
    place: Place,
    made: Made | None,
    members: Sequence[Combatant],
) -> tuple[Part, ...]:
    """Return dice and modifiers of a rolled count as they were ``then``, and by what it was moved since."""
    roll = rule.roll
    if roll is None or made is None:
        return (Part(kind="then", value=place.count),)
    told = told_in_roll(rules, then, rule, who)
    count = made.place.count - made.place.shift
    breakdown = Breakdown(CombatantScope(rules, then, who, told or None))
    modifier = breakdown.formula(roll.plus) if roll.plus else ()
    marks = tuple(
        Part(kind="mark", name=mark.reason, value=mark.number, cite=mark.cite)
        for mark in _marks(rules, then, rule, (who,))
        if not mark.sign
    )
    plus = (total(modifier) if modifier else 0) + sum(mark.value for mark in marks)
    modifier = (*_opened(modifier), *marks)
    code = value_of(rules, then, who, roll.code, told) if roll.code else 0
    if made.dice is not None:
        parts: tuple[Part, ...] = tuple(Part(kind="die", value=result) for result in made.dice)
        added, pips = count - sum(made.dice), max(0, code) % PIPS_PER_DIE
        if added != pips + plus:
            modifier = (Part(kind="modifier", value=added),) if added else ()
        elif pips:
            modifier = (Part(kind="pips", value=pips), *modifier)
    elif roll.code:
        parts, modifier = (Part(kind="typed", value=count),), ()
    else:
        parts = (Part(kind="worked-out", value=count - plus),)
    if roll.code:
        parts = (
            *parts,
            Part(kind="code", op="", value=code, name=who.id, parts=breakdown.formula(roll.code)),
        )
    if made.place.shift:
        modifier = (*modifier, *_shifted(rules, then, rule, made.place.shift, members))
    if place.count != made.place.count:
        modifier = (*modifier, Part(kind="moved", name=made.mover, value=place.count - made.place.count))
    return closed((*parts, *modifier), place.count, "modifier")


def _shifted(
    rules: Rules, then: Encounter, rule: OrderRule, shift: int, members: Sequence[Combatant]
) -> tuple[Part, ...]:
    """Return what is always on the count whatever was rolled, of the member that it is the lowest of."""
    for who in members:
        parts = Breakdown(CombatantScope(rules, then, who)).formula(rule.shift)
        if total(parts) == shift:
            return parts
    return (Part(kind="modifier", value=shift),)


def _marks(rules: Rules, then: Encounter, rule: OrderRule, members: Sequence[Combatant]) -> tuple[Mark, ...]:
    """Return what marked the roll of ``members``, each mark once."""
    if rule.roll is None or not rule.roll.marked:
        return ()
    found = (mark for who in members for mark in marks_on(rules, then, who, rule.roll.marked))
    return tuple(dict.fromkeys(found))


def _thrown(
    rules: Rules, then: Encounter, rule: OrderRule, members: Sequence[Combatant], made: Made | None
) -> tuple[Part, ...]:
    """Return the throw that does not count, and the advantages and disadvantages of the roll."""
    if made is None:
        return ()
    dropped = (Part(kind="dropped", op="", value=sum(made.dropped)),) if made.dropped else ()
    signed = (mark for mark in _marks(rules, then, rule, members) if mark.sign)
    return (
        *dropped,
        *(Part(kind=SIGNED[mark.sign], name=mark.reason, op="", cite=mark.cite) for mark in signed),
    )


def _drawn(rules: Rules, rule: OrderRule, slot: str, place: Place, log: Sequence[Entry]) -> tuple[Part, ...]:
    """Return what was drawn in the draw that gave a slot its card, the one that counts first."""
    deck = "" if rule.roll is None else rule.roll.deck

    def part(kind: str, card: str) -> Part:
        return Part(kind=kind, op="=", value=card_shown(rules, deck, card))

    told = (e for entry in reversed(log) for e in reversed(entry.events) if isinstance(e, ev.Told))
    for event in told:
        if event.code == "card-set" and event.params["who"] == slot and event.params["new"] == place.card:
            return (part("card-set", place.card),)
        if event.code == "drew" and event.params["slot"] == slot and event.params["deck"] == deck:
            others = list(event.params["cards"])
            if place.card in others:
                others.remove(place.card)
                return (part("drawn", place.card), *(part("drawn-besides", card) for card in others))
            return (part("card-kept", place.card), *(part("drawn-besides", card) for card in others))
    return (part("then", place.card),)


def _opened(modifier: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a modifier that is one derived stat: they are what people want to see."""
    inside = modifier[0].parts if len(modifier) == 1 and modifier[0].kind == "stat" else ()
    derived = inside and all(part.op == "+" and part.kind not in GIVEN for part in inside)
    return inside if derived and modifier[0].times == 1 else modifier


# -- ties ------------------------------------------------------------------------------------------


READIED = "trigger"
"""Tag of the command by which a readied action happens."""


class _Decision(Struct, frozen=True):
    """What tells two slots apart: the key, both values, and which one it has before the other."""

    key: Key
    mine: Any = None
    theirs: Any = None
    before: bool | None = None
    """None if the key cannot be looked up: a coin, the GM's pick, the place in a list."""
    tied: bool = True
    """Whether they were equal by a key before it."""


def _ties(rule: OrderRule, order: Order, slot: str, log: Sequence[Entry], order_id: str) -> tuple[Part, ...]:
    """Return what decided between a slot and its neighbours that tied with it: the key and both values.

    Whoever acts behind somebody keeps that place, whatever the keys say (contract/scenarios.md): an order is
    no comparison of numbers. Nor is the place to which a readied action has brought one of the two.
    """
    found = []
    slots = [other for other in order.slots if not other.startswith(GHOST)]
    at = slots.index(slot) if slot in slots else -1
    for other in (slots[at - 1] if at > 0 else "", slots[at + 1] if 0 <= at < len(slots) - 1 else ""):
        decision = _decided(rule, order.places[slot], order.places[other]) if other else None
        if decision is None:
            continue
        before = slots.index(other) > at
        if decision.tied and (brought := _brought(log, order_id, slot, other)):
            found.append(Part(kind=brought, name=other, op="", at=int(before)))
        elif decision.before is not None and decision.before != before:
            found.append(Part(kind="tie-place", name=other, op="", at=int(before)))
        elif decision.tied:
            found.append(
                Part(
                    kind=f"tie-{decision.key.by}",
                    name=other,
                    op="",
                    value=decision.mine,
                    formula=decision.key.value,
                    at=int(before),
                    parts=(Part(kind="theirs", name=other, op="", value=decision.theirs),),
                )
            )
    return tuple(found)


def broken_by_value(rule: OrderRule, order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield who stands before whom by a value, of neighbours that tied by all that is compared before it."""
    slots = [slot for slot in order.slots if not slot.startswith(GHOST)]
    for first, other in pairwise(slots):
        decision = _decided(rule, order.places[first], order.places[other])
        if decision is not None and decision.tied and decision.key.by == "value" and decision.before:
            yield first, other, decision.key.value


def _brought(log: Sequence[Entry], order_id: str, slot: str, other: str) -> str:
    """Return the kind of part that says which of two a readied action has brought to its place; or ''."""
    readied = [
        made is not None and made.mover == READIED
        for made in (find_made(log, order_id, one) for one in (slot, other))
    ]
    return {(True, False): "tie-brought", (False, True): "tie-met"}.get((readied[0], readied[1]), "")


def _decided(rule: OrderRule, mine: Place, theirs: Place) -> _Decision | None:
    """Return the first key that tells two places apart; None if none does."""
    index, rolled = 0, 0
    for number, key in enumerate(rule.keys):
        if key.by in COMPARED:
            own, other = mine.keys[index : index + 1], theirs.keys[index : index + 1]
            index += 1
            if own != other and own and other:
                sign = -1 if key.descending else 1
                return _Decision(key, sign * own[0], sign * other[0], own < other, number > 0)
        elif key.by == "rolloff":
            if mine.rolls[rolled:] != theirs.rolls[rolled:] and mine.rolls and theirs.rolls:
                return _Decision(key, mine.rolls[-1], theirs.rolls[-1])
            rolled = len(mine.rolls)
        else:
            return _Decision(key)
    return None
