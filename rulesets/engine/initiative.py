"""Orders: rolled or compared, ties broken key by key, newcomers put in their place.

An order is a total order of slots, never a comparison of numbers: after delays and readied actions a
count of 13 may well stand behind 14 and before 13 (trackers that sorted by number ended effects on the
wrong turn).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from rulesets.engine import sorting
from rulesets.engine.counts import COMPARED, dice_of, fixed_count, kept_waiting, moves, roller_of
from rulesets.engine.dealing import Hand
from rulesets.engine.rolling import roll_for, tell_of_dice
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.sorting import keys_of, slots_of, with_count
from rulesets.formula.dice import rolled_for
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Rolling
from rulesets.table.encounter import GHOST, Order, Place
from rulesets.table.outcome import COIN, PICK, ROLLOFF, Tie
from rulesets.table.refusal import Code
from rulesets.vocabulary import Key, OrderRule

MAX_PASSES = 50
"""Passes of roll-offs after which the tied stay in list order (dice that always tie)."""


class Answers:
    """The results of rolls that came with a command, each used once."""

    def __init__(self, given: Rolling | None = None) -> None:
        """Take what ``given`` brings."""
        self.rolls = {} if given is None else given.rolls
        self.dice = {} if given is None else given.dice
        self.dropped = {} if given is None else given.dropped
        self.coin = "" if given is None else given.coin
        self.pick = () if given is None else given.pick
        self._maps = [] if given is None else list(given.rolloffs)
        self.unknown: set[str] = set()
        """Slots that have still to roll: a preview does not know what that comes to."""
        self.kept: list[str] = []
        """Cards that count of those drawn so far."""
        self.dealt: set[str] = set()
        """Slots that have drawn."""
        self.made: list[str] = []
        """Orders just made whose counts move, before ties are drawn."""
        self.came: list[tuple[str, str]] = []
        """(order, slot) of those who have come into such an order, before ties are drawn."""

    def promised(self) -> list[str]:
        """Return the cards given to those who have still to draw: chance deals them to nobody else."""
        given = [roll for slot, roll in self.rolls.items() if slot not in self.dealt]
        hands = [roll if isinstance(roll, list | tuple) else [roll] for roll in given]
        return [card for hand in hands for card in hand if isinstance(card, str)]

    def rolloff(self, tied: Iterable[str]) -> dict[str, int]:
        """Return the first unused map that answers for any of the tied."""
        wanted = set(tied)
        for index, results in enumerate(self._maps):
            if wanted & set(results):
                return self._maps.pop(index)
        return {}


def make(ruling: Ruling, order_id: str, answers: Answers, who: Callable[[Combatant], bool]) -> None:
    """Roll or compare an order anew, or put those into it who have no place yet."""
    rule = ruling.rules.orders[order_id]
    slots = slots_of(ruling, rule)
    eligible = {slot: members for slot, members in slots.items() if any(who(c) for c in members)}
    old = ruling.draft.orders.get(order_id)
    if rule.rolled == "encounter" and old is not None and old.slots:
        put_in(ruling, order_id, {s: m for s, m in eligible.items() if s not in old.places}, answers)
        return
    stands = kept_waiting(ruling.rules, ruling.draft, order_id)
    eligible = {slot: members for slot, members in eligible.items() if slot not in stands}
    unknown = [slot for slot in answers.rolls if slot not in eligible]
    if rule.roll is not None and unknown:
        raise ruling.reject(Code.UNKNOWN_COMBATANT, "no-roll-for", who=unknown[0])
    places = {slot: new_place(ruling, rule, slot, members, answers) for slot, members in eligible.items()}
    moving = moves(rule)
    ranked = Ranking(ruling, order_id, answers).rank({**stands, **places}, drawing=not moving)
    ruling.set_order(order_id, Order(tuple(ranked), ranked))
    if moving:
        answers.made.append(order_id)


def draw_ties(ruling: Ruling, answers: Answers) -> None:
    """Let roll-offs, coins and picks break the ties of what has just been rolled, where counts move.

    It is scores that tie, not rolls: this comes once all that the roll or joining takes from them is taken
    (IP-02, IP-13, IP-14).
    """
    while answers.made:
        order_id = answers.made.pop(0)
        order, rule = ruling.draft.orders[order_id], ruling.rules.orders[order_id]
        places = {slot: order.places[slot] for slot in order.slots}
        ranked = sorting.with_lots(rule, Ranking(ruling, order_id, answers).rank(places))
        with ruling.all_at_once():
            for slot, place in ranked.items():
                ruling.set_place(order_id, slot, place)
    while answers.came:
        _draw_for_newcomer(ruling, *answers.came.pop(0), answers)


def new_place(
    ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant], answers: Answers
) -> Place:
    """Roll or draw for a slot, or take the result that was given, and compute what ties compare."""
    count, roller, card = 0, "", ""
    fixed = fixed_count(ruling.rules, ruling.draft, rule, members)
    if fixed is not None:
        if slot in answers.rolls:
            raise ruling.reject(Code.UNKNOWN_COMBATANT, "no-roll-for", who=slot)
        return Place(fixed, keys_of(ruling, rule, slot, members, fixed), fixed=True)
    if rule.roll is not None:
        if rule.roller:
            roller = roller_of(ruling.rules, ruling.draft, rule, members).id
        if rule.roll.deck:
            asked = _asked(ruling)
            answers.dealt.add(slot)
            hand = Hand(ruling, rule, slot, members)
            drawn = hand.deal(answers.rolls.get(slot), answers.kept, answers.promised())
            count, card = drawn.worth, drawn.name
            answers.kept.append(card)
            if _asked(ruling) > asked:
                answers.unknown.add(slot)
        elif slot in answers.rolls:
            count = checked_number(ruling, answers.rolls[slot], "roll")
            dice, dropped = (
                tuple(checked_number(ruling, one, "roll") for one in throws.get(slot, ()))
                for throws in (answers.dice, answers.dropped)
            )
            if dice:
                ruling.emit(ev.Rolled("initiative", slot, count, dice, dropped))
                tell_of_dice(ruling, rule, slot, members, dice)
        else:
            asked = _asked(ruling)
            count = roll_for(ruling, rule, slot, members)
            if _asked(ruling) > asked:  # a code of no dice is known without them
                answers.unknown.add(slot)
    place = sorting.placed(ruling, rule, slot, members, count, roller)
    return replace(place, card=card)


def _asked(ruling: Ruling) -> int:
    """Return how many dice a preview would have needed so far; 0 where dice are really rolled."""
    return getattr(ruling.dice, "asked", 0)


# -- ties ------------------------------------------------------------------------------------------


class Ranking:
    """Puts the slots of one order into acting order and breaks every tie by the ruleset's keys.

    What can be answered is told to the ruling as a tie, whether or not it was answered. A preview knows no
    dice: whoever has still to roll, or to roll off, is tied with nobody there.
    """

    def __init__(self, ruling: Ruling, order_id: str, answers: Answers) -> None:
        """Break ties by ``answers`` first, then by dice."""
        self._ruling, self._order, self._answers = ruling, order_id, answers
        self._rule = ruling.rules.orders[order_id]
        self._passes = 0
        """Roll-offs so far."""

    def rank(self, places: dict[str, Place], *, drawing: bool = True) -> dict[str, Place]:
        """Return the places in acting order; those who rolled off have their results.

        Without ``drawing`` what only a roll-off, a coin or a pick would break is left tied, as listed.
        """
        unknown = self._answers.unknown
        groups = [[slot for slot in places if slot not in unknown], *([s] for s in places if s in unknown)]
        compared = 0
        for key in self._rule.keys:
            if key.by in COMPARED:
                index = compared
                compared += 1
                groups = _split(groups, lambda slot, at=index: places[slot].keys[at])  # type: ignore[misc]
            elif not drawing and key.by in sorting.DRAWN:
                continue
            elif key.by == ROLLOFF:
                groups = self._roll_off(key, groups, places)
            elif key.by == COIN:
                groups = [part for group in groups for part in self._flip(group)]
            elif key.by == PICK:
                groups = [part for group in groups for part in self._picked(key, group)]
            elif key.by == "list":
                groups = [part for group in groups for part in _listed(self._ruling, key, group)]
        return {slot: places[slot] for group in groups for slot in group}

    def _roll_off(self, key: Key, groups: list[list[str]], places: dict[str, Place]) -> list[list[str]]:
        for _ in range(1 if key.once else MAX_PASSES):
            tied = [slot for group in groups if len(group) > 1 for slot in group]
            if not tied:
                break
            given = self._answers.rolloff(tied)
            results: dict[str, int] = {}
            heard, asked = len(self._ruling.events), _asked(self._ruling)
            for slot in tied:
                if slot in given:
                    results[slot] = checked_number(self._ruling, given[slot], "roll-off")
                    self._ruling.emit(ev.Rolled("roll-off", slot, results[slot]))
                else:
                    results[slot] = self._tie_roll(key, slot)
                places[slot] = replace(places[slot], rolls=(*places[slot].rolls, results[slot]))
            self._tell(key, groups, given, results)
            if _asked(self._ruling) > asked:
                groups = [part for group in groups for part in _apart(group, given)]
            sign = -1 if key.descending else 1
            groups = _split(groups, lambda slot, of=results, sign=sign: sign * of[slot])  # type: ignore[misc]
            self._passes += 1
            thrown = any(isinstance(e, ev.Rolled) and e.results for e in self._ruling.events[heard:])
            if not (thrown or given):
                break  # codes of less than a die would be tied for ever
        return groups

    def _tell(
        self, key: Key, groups: list[list[str]], given: dict[str, int], results: dict[str, int]
    ) -> None:
        """Tell of the roll-offs of one pass, what was given for them and what they came to."""
        known = given if self._ruling.dice.blind else results
        for group in groups:
            if len(group) > 1:
                whole = all(slot in given for slot in group)
                settled = whole and len({given[slot] for slot in group}) == len(group)
                came_to = {slot: known[slot] for slot in group if slot in known}
                equal, tied = whole and not settled, tuple(group)
                tie = Tie(self._order, tied, ROLLOFF, self._passes, key.dice, equal, settled, came_to)
                self._ruling.ties.append(tie)

    def _tie_roll(self, key: Key, slot: str) -> int:
        ruling, rule = self._ruling, self._rule
        if key.dice == "roll":
            return roll_for(ruling, rule, slot, slots_of(ruling, rule)[slot])
        number, sides = dice_of(key.dice)
        with rolled_for("a roll-off", slot):
            results = tuple(ruling.dice.roll(sides) for _ in range(number))
        ruling.emit(ev.Rolled("roll-off", slot, sum(results), results))
        return sum(results)

    def _flip(self, group: list[str]) -> list[list[str]]:
        left, parts, coin = list(group), [], self._answers.coin
        while len(left) > 1:
            with rolled_for("the toss of a coin", " or ".join(left)):
                winner = coin if coin in left else left[self._ruling.dice.roll(len(left)) - 1]
            self._ruling.emit(ev.Rolled("coin", winner, 1))
            parts.append([winner])
            left.remove(winner)
        if parts:
            settled = coin in group and len(group) == 2  # a coin has two sides
            first = {} if self._ruling.dice.blind and coin not in group else {parts[0][0]: 1}
            self._ruling.ties.append(Tie(self._order, tuple(group), COIN, settled=settled, results=first))
        return [*parts, left]

    def _picked(self, key: Key, group: list[str]) -> list[list[str]]:
        kinds = {c.kind for slot in group for c in _members(self._ruling, slot)}
        if len(group) == 1 or (key.value and kinds != {key.value}):
            return [group]
        wanted = {slot: index for index, slot in enumerate(self._answers.pick)}
        ranked = sorted(group, key=lambda slot: wanted.get(slot, len(wanted)))
        self._ruling.ties.append(Tie(self._order, tuple(ranked), PICK, settled=True))
        if key.value:
            return [[slot] for slot in ranked]
        rest = [slot for slot in ranked if slot not in wanted]
        return [*([slot] for slot in ranked if slot in wanted), *([rest] if rest else ())]


def _split(groups: list[list[str]], number: Callable[[str], int]) -> list[list[str]]:
    parts: list[list[str]] = []
    for group in groups:
        if len(group) == 1:
            parts.append(group)
            continue
        by_number: dict[int, list[str]] = {}
        for slot in group:
            by_number.setdefault(number(slot), []).append(slot)
        parts.extend(by_number[value] for value in sorted(by_number))
    return parts


def _apart(group: list[str], given: dict[str, int]) -> list[list[str]]:
    """Return a group as it is if all of its roll-off is given, else everybody alone: dice will decide."""
    return [group] if all(slot in given for slot in group) else [[slot] for slot in group]


def _listed(ruling: Ruling, key: Key, group: list[str]) -> list[list[str]]:
    if len(group) == 1:
        return [group]
    if key.alike:
        members = [c for slot in group for c in _members(ruling, slot)]
        if {c.kind for c in members} != {"npc"} or len({c.side for c in members}) > 1:
            return [group]
    listed = {combatant.slot: at for at, combatant in enumerate(reversed(ruling.draft.combatants.values()))}
    return [[slot] for slot in sorted(group, key=lambda slot: -listed.get(slot, -1))]


def _members(ruling: Ruling, slot: str) -> list[Combatant]:
    found = ruling.draft.members(slot)
    if found:
        return found
    side = ruling.rules.side_of or "side"
    return [c for c in ruling.draft.combatants.values() if ruling.value(side, c) == slot]


def compared(ruling: Ruling, keys: tuple[Key, ...], slot: str) -> tuple[int, ...]:
    """Return what is compared of a slot by these keys, lowest first."""
    members = ruling.draft.members(slot)
    return tuple(
        (-1 if key.descending else 1) * min(ruling.number(key.value, member) for member in members)
        for key in keys
    )


# -- newcomers and new counts ----------------------------------------------------------------------


def put_in(ruling: Ruling, order_id: str, newcomers: dict[str, list[Combatant]], answers: Answers) -> None:
    """Put newcomers into an order that stands, each where its result and the ties say.

    What the ruleset's keys leave tied stays in list order: a joiner comes in behind (A001-5). Several who
    were tied and whom dice, a coin or the GM put in order stay so: it meets them one after the other.
    """
    rule = ruling.rules.orders[order_id]
    places = {slot: new_place(ruling, rule, slot, members, answers) for slot, members in newcomers.items()}
    if moves(rule):
        for slot, place in places.items():
            order = ruling.draft.orders.get(order_id) or Order()
            ruling.place_slot(order_id, slot, len(order.slots), place)
            answers.came.append((order_id, slot))
        return
    order, first = ruling.draft.orders.get(order_id) or Order(), _before_drawn(rule)
    tied = _standing(ruling, order, [place.keys for place in places.values()], first)
    listed = list(slots_of(ruling, replace(rule, rolled="encounter")))
    drawn = any(key.by in sorting.DRAWN for key in rule.keys)
    numbers = Counter(place.keys[:first] for place in tied.values())
    several = {keys for keys, number in numbers.items() if drawn and number > 1}
    alone = {slot: place for slot, place in {**tied, **places}.items() if place.keys[:first] not in several}
    fresh = {slot: replace(place, rolls=()) for slot, place in alone.items()}
    listed_first = {slot: fresh[slot] for slot in sorted(fresh, key=listed.index)}
    ranked = Ranking(ruling, order_id, answers).rank(listed_first)
    positions = {slot: index for index, slot in enumerate(ranked)}
    ranked |= {slot: place for slot, place in places.items() if place.keys[:first] in several}
    for slot in [slot for slot in ranked if slot in places]:
        order = ruling.draft.orders.get(order_id) or Order()
        if ranked[slot].keys[:first] in several:
            met = _standing(ruling, order, [ranked[slot].keys], first)
            ahead = _met(ruling, order_id, met, slot, ranked[slot], answers)
            whole = list(met)
            positions = {who: at for at, who in enumerate([*whole[:ahead], slot, *whole[ahead:]])}
        others = _unbound(ruling, order, order.slots)
        index = _first_beaten(order, others, ranked[slot], _with_kept(ruling, positions), slot, 0, first)
        index = beside_ghosts(ruling, order_id, order.slots, index, ranked[slot])
        ruling.place_slot(order_id, slot, index, ranked[slot])


def _met(
    ruling: Ruling, order_id: str, tied: Mapping[str, Place], slot: str, place: Place, answers: Answers
) -> int:
    """Return behind how many of the tied a newcomer comes that meets one after the other, as they stand."""
    ranking = Ranking(ruling, order_id, answers)
    for ahead, (other, theirs) in enumerate(tied.items()):
        asked = _asked(ruling)
        if next(iter(ranking.rank({other: replace(theirs, rolls=()), slot: place}))) == slot:
            return ahead
        if _asked(ruling) > asked:
            break  # a preview: dice will say whether it meets another
    return len(tied)


def _draw_for_newcomer(ruling: Ruling, order_id: str, slot: str, answers: Answers) -> None:
    """Break the tie of a newcomer in an order whose counts move, with one after the other there.

    What was decided among those before stays so.
    """
    order, keys = ruling.draft.orders[order_id], ruling.rules.orders[order_id].keys
    place, later = order.places[slot], {who for name, who in answers.came if name == order_id}
    drawn = any(key.by in sorting.DRAWN for key in keys)
    others = [other for other in order.slots if other != slot and other not in later]
    tied = {one: order.places[one] for one in others if drawn and order.places[one].keys == place.keys}
    ahead = _met(ruling, order_id, tied, slot, place, answers)
    number = sorting.next_lot(order)
    with ruling.all_at_once():
        for at, other in enumerate(tied):
            behind = (number, at + (at >= ahead))
            ruling.set_place(order_id, other, replace(order.places[other], lot=behind))
        if tied:
            ruling.set_place(order_id, slot, replace(place, lot=(number, ahead)))


def place_at(
    ruling: Ruling, order_id: str, slot: str, count: int, start: int, behind_ties: bool, card: str = ""
) -> tuple[int, Place]:
    """Return where ``slot`` goes with another count, and the place that it has there.

    ``start`` and the index returned are of the order without ``slot``; it goes to ``start`` or later. Ties
    are broken by the ruleset's keys, or with ``behind_ties`` the slot comes in behind everybody with its
    count (A000-5).
    """
    rule = ruling.rules.orders[order_id]
    order = ruling.draft.orders[order_id]
    place = with_count(rule, order.places[slot], count, card)
    whole = [other for other in order.slots if other != slot]
    there = [other for other in whole if not follows_on(ruling, other, slot)]  # those come along
    start -= sum(follows_on(ruling, other, slot) for other in whole[:start])
    others = _unbound(ruling, order, there)
    if behind_ties:
        lower = (i for i in range(start, len(others)) if others[i] and order.places[others[i]].count < count)
        index = next(lower, len(others))
    else:
        tied = {o: p for o, p in _standing(ruling, order, [place.keys]).items() if o != slot}
        fresh = {slot: place, **{o: replace(p, rolls=()) for o, p in tied.items()}}
        ranked = Ranking(ruling, order_id, Answers()).rank(fresh)
        positions, place = {other: at for at, other in enumerate(ranked)}, ranked[slot]
        index = _first_beaten(order, others, place, _with_kept(ruling, positions), slot, start)
    index = max(start, beside_ghosts(ruling, order_id, there, index, place, behind_ties=behind_ties))
    return whole.index(there[index - 1]) + 1 if index else 0, place


def is_behind(ruling: Ruling, slot: str, leader: str) -> bool:
    """Return whether a slot has delayed behind another in this pass, and stands there."""
    turn = ruling.draft.put_off.get(slot)
    return turn is not None and turn.after == leader and turn.passes == ruling.draft.clock.passes


def follows_on(ruling: Ruling, slot: str, after: str) -> bool:
    """Return whether a slot has delayed behind another in this pass, or behind one that has."""
    seen: list[str] = []
    while slot not in seen:
        put_off = ruling.draft.put_off.get(slot)
        if put_off is None or put_off.passes != ruling.draft.clock.passes:
            return False
        if put_off.after == after:
            return True
        seen.append(slot)
        slot = put_off.after
    return False


def _before_drawn(rule: OrderRule) -> int | None:
    """Return how many numbers are compared before anything is drawn or picked; None for all there are."""
    drawn = next((at for at, key in enumerate(rule.keys) if key.by in sorting.DRAWN), None)
    return None if drawn is None else sum(key.by in COMPARED for key in rule.keys[:drawn])


def _standing(
    ruling: Ruling, order: Order, keys: Sequence[tuple[int, ...]], first: int | None = None
) -> dict[str, Place]:
    """Return who stands in an order on one of these numbers, or has its place kept there.

    With ``first`` only so many of the numbers count.
    """
    wanted = {one[:first] for one in keys}
    bound = {
        slot for slot, at in zip(order.slots, _unbound(ruling, order, order.slots), strict=True) if not at
    }
    kept = _kept(ruling)
    standing = {kept.get(slot, slot): order.places[slot] for slot in order.slots if slot not in bound}
    return {slot: place for slot, place in standing.items() if place.keys[:first] in wanted}


def _kept(ruling: Ruling) -> dict[str, str]:
    """Return the places kept for those who stand behind others → whose they are."""
    return {turn.ghost: slot for slot, turn in ruling.draft.put_off.items() if turn.ghost}


def _with_kept(ruling: Ruling, positions: dict[str, int]) -> dict[str, int]:
    """Return positions with those of the places that are kept for somebody."""
    kept = {ghost: positions[slot] for ghost, slot in _kept(ruling).items() if slot in positions}
    return {**positions, **kept}


def beside_ghosts(
    ruling: Ruling,
    order_id: str,
    others: Sequence[str],
    index: int,
    place: Place,
    *,
    behind_ties: bool = False,
) -> int:
    """Return the index at or beside ``index`` that goes with a count, among places that nobody acts on.

    What ends on a higher count ends before it, what ends on a lower one after it (contract/saga-srd.md 19),
    and with ``behind_ties`` what ends on the same one before it.
    """
    places, kept = ruling.draft.orders[order_id].places, _kept(ruling)
    free = [other[0] == GHOST and other not in kept for other in others]

    def ends_before(other: str) -> bool:
        same = behind_ties and places[other].count == place.count
        return same or places[other].keys <= place.keys

    for at in range(index, len(others)):
        if not free[at]:
            break
        if ends_before(others[at]):
            index = at + 1
    while index and free[index - 1] and not ends_before(others[index - 1]):
        index -= 1
    return index


def _unbound(ruling: Ruling, order: Order, slots: Sequence[str]) -> list[str]:
    """Return ``slots`` of an order, with '' for whoever stands there because it delayed behind another.

    Its count says nothing about those around it (contract/scenarios.md: never a comparison of numbers), as
    long as that one is there. The same goes for whoever came in with its count as it was, and for a place
    that nobody acts on, if it is not kept for anybody.
    """
    put_off, passes = ruling.draft.put_off, ruling.draft.clock.passes
    bound = {slot for slot, turn in put_off.items() if turn.after in order.places and turn.passes == passes}
    bound |= {slot for slot, place in order.places.items() if place.moved}
    kept = _kept(ruling)
    return ["" if slot in bound or (slot[0] == GHOST and slot not in kept) else slot for slot in slots]


def _first_beaten(
    order: Order,
    others: Sequence[str],
    place: Place,
    positions: dict[str, int],
    slot: str,
    start: int,
    first: int | None = None,
) -> int:
    """Return the index of the first one from ``start`` on that ``slot`` goes before, or the end.

    '' among the others is passed over. With ``first`` only so many numbers are compared before positions.
    """
    own = place.keys[:first]
    for index in range(start, len(others)):
        if not others[index]:
            continue
        theirs = order.places[others[index]].keys[:first]
        if own < theirs:
            return index
        tied = own == theirs and others[index] in positions
        if tied and positions[slot] < positions[others[index]]:
            return index
    return len(others)
