"""What the game master answers when initiative is rolled: who is aware, totals, roll-offs, a coin, an order.

Whatever the ruleset asks is found by trying the command out: who rolls now, who is tied and what decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from desktop.rolls.ties import Given, drawn, placed, tried_out
from rulesets.formula.compiling import FormulaError
from rulesets.seen.queries import bounds, kept_waiting, value_of
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, Combatant
from rulesets.table.commands import Command, Describe, Result, RollInitiative, Start
from rulesets.table.encounter import RUNNING, Encounter, Place
from rulesets.table.outcome import ROLLOFF, Outcome, Tie
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import OrderRule, find_phase

if TYPE_CHECKING:
    from desktop.bridge import Bridge

Places = dict[str, Place]


class Hand(Struct, frozen=True):
    """What a slot draws, as far as it is known."""

    number: int
    """How many cards."""
    counts: str
    """The card that counts, once all of them are known."""


class Row(Struct, frozen=True):
    """One slot that rolls, now or later, or that is tied in an order made along with the roll."""

    order: str
    slot: str
    members: tuple[Combatant, ...]
    rolls: bool = True
    """False if it only rolls a tie off."""


class Beyond(Struct, frozen=True):
    """A total that no dice come to."""

    row: Row
    total: int
    low: int
    high: int | None
    """None where a die can be rolled on for ever."""


class RollSheet:
    """The answers so far and what they come to. It lives as long as the dialog."""

    def __init__(self, bridge: Bridge) -> None:
        """Begin with nothing answered."""
        self._bridge = bridge
        self.running = bridge.state.clock.status == RUNNING
        self.order = ""
        """The order that is rolled now, or ''."""
        self.aware: dict[str, bool] = {one.id: one.aware for one in bridge.state.combatants.values()}
        self.totals: dict[str, Result] = {}
        """Totals, or every card of a hand in the order drawn."""
        self.hands: dict[str, Hand] = {}
        self.refusal: Refusal | None = None
        """Why what was answered cannot be, e.g. a card that is out."""
        self.dice: dict[str, tuple[int, ...]] = {}
        self.dropped: dict[str, tuple[int, ...]] = {}
        """Single dice of the totals that were rolled here."""
        self.answers = Given()
        self.ties: Sequence[Tie] = ()
        self.after: Encounter = bridge.state
        """The encounter as it would stand."""
        self.line: tuple[str, ...] = ()
        """The slots in acting order, once everything that decides it is known."""
        self._now: dict[str, Place] = {}
        self._fixed: set[str] = set()
        """Slots whose count is not rolled."""
        self._look_who()
        self.rows = self._find_rows()
        self.look()
        self.rows += self._tied_elsewhere()

    @property
    def is_answered(self) -> bool:
        """True if anything was answered: a total, a roll-off, a coin, an order, who is aware."""
        return bool(self.totals) or bool(self._described()) or self.answers != Given()

    def take_up(self, left: RollSheet) -> None:
        """Take over the answers of a sheet that was closed, for those who are there now."""
        self.aware |= {who: aware for who, aware in left.aware.items() if who in self.aware}
        now = self._now
        self.totals |= {slot: total for slot, total in left.totals.items() if slot in now}
        self.hands |= {slot: hand for slot, hand in left.hands.items() if slot in now}
        self.dice |= {slot: dice for slot, dice in left.dice.items() if slot in now}
        self.dropped |= {slot: dice for slot, dice in left.dropped.items() if slot in now}
        self.answers = left.answers

    @property
    def rule(self) -> OrderRule | None:
        """The order that is rolled now, or None."""
        return self._bridge.rules.orders.get(self.order)

    @property
    def deck(self) -> str:
        """The deck from which cards are drawn instead of rolling dice, or ''."""
        return "" if self.rule is None or self.rule.roll is None else self.rule.roll.deck

    def cards(self, slot: str) -> tuple[str, ...]:
        """Return the cards given to a slot so far."""
        given = self.totals.get(slot, ())
        return given if isinstance(given, tuple) else ()

    def holder(self, card: str, but: str = "") -> str:
        """Return the slot that has a card already, here or in the order that stands; '' if nobody has."""
        for slot in self.totals:
            if slot != but and card in self.cards(slot):
                return slot
        places = (
            self._bridge.state.orders[self.order].places if self.order in self._bridge.state.orders else {}
        )
        waits = self._bridge.state.put_off
        return next((slot for slot, place in places.items() if place.card == card and slot in waits), "")

    @property
    def asks(self) -> bool:
        """True if there is anything to answer: a roll, a tie, or who is aware where that matters."""
        surprise = self._bridge.rules.surprise not in ("", "false") and not self.running
        return bool(self.order) or bool(self.ties) or surprise or self.running

    def rolls_now(self, slot: str) -> bool:
        """Return whether a slot rolls now; the others roll later."""
        return slot in self._now

    def roller(self, slot: str) -> Combatant | None:
        """Return who rolls for a side, where the ruleset says so."""
        place = self._now.get(slot)
        return None if place is None else self._bridge.state.combatants.get(place.roller)

    @property
    def blank(self) -> list[str]:
        """The slots whose totals will be rolled."""
        return [slot for slot in self._now if slot not in self.totals or self._draws_on(slot)]

    def _draws_on(self, slot: str) -> bool:
        hand = self.hands.get(slot)
        return hand is not None and 0 < len(self.cards(slot)) < hand.number

    @property
    def open(self) -> bool:
        """True if dice will be rolled when this is carried out."""
        return bool(self.blank) or any(not tie.settled for tie in self._last_ties())

    def beyond(self) -> list[Beyond]:
        """Return the totals that were given and cannot be rolled."""
        found = []
        for row in self.rows:
            total = self.totals.get(row.slot)
            if row.rolls and isinstance(total, int) and row.slot in self._now and self.rule is not None:
                roller = self.roller(row.slot)
                limits = self._limits(self.rule, row.members if roller is None else (roller,))
                if limits is not None and not limits[0] <= total <= (
                    total if limits[1] is None else limits[1]
                ):
                    found.append(Beyond(row, total, *limits))
        return found

    def _limits(self, rule: OrderRule, members: Sequence[Combatant]) -> tuple[int, int | None] | None:
        try:
            return bounds(self._bridge.rules, self._bridge.state, rule, members)
        except FormulaError:
            return None

    def tie_of(self, row: Row, number: int) -> Tie | None:
        """Return the roll-off in which a row takes part, if it is tied."""
        for tie in self.ties:
            if tie.by == ROLLOFF and (tie.order, tie.number) == (row.order, number) and row.slot in tie.slots:
                return tie
        return None

    @property
    def passes(self) -> int:
        """How many roll-offs there are, one after the other."""
        return max((tie.number + 1 for tie in self.ties if tie.by == ROLLOFF), default=0)

    # -- what is carried out -------------------------------------------------------------------------

    def commands(self) -> list[Command]:
        """Return what was answered as commands: who is aware, then the roll."""
        return [*self._described(), self._roll(self.ties)]

    def _described(self) -> list[Command]:
        people = self._bridge.state.combatants
        changed = {who: aware for who, aware in self.aware.items() if people[who].aware != aware}
        return [Describe(who=who, changes={"aware": aware}) for who, aware in changed.items()]

    def _roll(self, ties: Sequence[Tie]) -> Start | RollInitiative:
        rolls: dict[str, Result] = {slot: total for slot, total in self.totals.items() if slot in self._now}
        kind = RollInitiative if self.running else Start
        return kind(
            rolls=rolls,
            dice={slot: dice for slot, dice in self.dice.items() if slot in rolls and dice},
            dropped={
                slot: dice
                for slot, dice in self.dropped.items()
                if slot in rolls and dice and self.dice.get(slot)
            },
            rolloffs=self.answers.rolloffs(ties),
            coin=self.answers.coin_for(ties),
            pick=self.answers.picked_for(ties),
        )

    def roll_blanks(self) -> Refusal | None:
        """Roll what is left blank and take it over; the game master may still change it."""
        for _ in range(2):  # totals, then what they have tied
            result = self._bridge.rehearse(*self._insisting(self.commands()))
            if isinstance(result, Refusal):
                return result
            self._take_over(result)
            self.look()
        return None

    def _take_over(self, result: Outcome) -> None:
        rolled = [e for e in result.events if isinstance(e, ev.Rolled) and e.what == "initiative"]
        throws = {e.who: e for e in reversed(rolled)}  # the first of each: ties are rolled off after it
        for slot, (cards, kept) in drawn(result.events).items():
            self.totals[slot], self.hands[slot] = cards, Hand(len(cards), kept)
        for slot, place in placed(result.events).get(self.order, {}).items():
            if slot in self._now and slot not in self.totals:
                throw = throws.get(slot)
                # Off a total may come something before it is a place: wounds, surprise. It comes off once.
                self.totals[slot] = place.count if throw is None else throw.total
                self.dice[slot] = () if throw is None else throw.results
                self.dropped[slot] = () if throw is None else throw.dropped
        self.answers.take_over(result.ties)

    # -- looking -------------------------------------------------------------------------------------

    def look(self, *, who: bool = False) -> None:
        """Find out anew what the answers come to; with ``who`` also who rolls (awareness has changed)."""
        if who:
            self._look_who()
        self.ties, self.line = (), ()
        found = tried_out(self._preview)
        if found is None:
            return
        result, self.ties = found
        self.after = result.state
        self._look_at_hands(result)
        made = any(isinstance(e, ev.OrderMade) and e.order == self.order for e in result.events)
        order = self.after.orders.get(self.order)
        if made and order is not None and not self.open:
            self.line = order.slots  # as it stands when all has come off that comes off totals

    def _look_at_hands(self, result: Outcome) -> None:
        for slot, (cards, kept) in drawn(result.events).items():
            known = len(self.cards(slot)) == len(cards)
            self.hands[slot] = Hand(len(cards), kept if known else "")

    def _preview(self, ties: Sequence[Tie]) -> Outcome | Refusal:
        result = self._bridge.preview(*self._insisting([*self._described(), self._roll(ties)]))
        self.refusal = result if isinstance(result, Refusal) else None
        return result

    def _look_who(self) -> None:
        """Find out who rolls now: it may depend on who is aware."""
        blank = RollInitiative() if self.running else Start()
        result = self._bridge.preview(*self._insisting([*self._described(), blank]))
        if isinstance(result, Refusal):
            self._by_phase()
            return
        self.after = result.state
        found = placed(result.events)
        rules = self._bridge.rules
        self.order = next((order for order in found if rules.orders[order].roll is not None), "")
        new = found.get(self.order, {})
        there = self._bridge.state.orders.get(self.order)
        stays = rules.orders[self.order].rolled == "encounter" if self.order else False
        self._look_at_hands(result)
        if self.running and there is not None:
            kept = there.places if stays else kept_waiting(rules, self._bridge.state, self.order)
            new = {slot: place for slot, place in new.items() if slot not in kept}
        asked = self._slots(self.rule)
        self._fixed = {slot for slot, place in new.items() if place.fixed}
        self._now = {slot: place for slot, place in new.items() if not place.fixed and slot in asked}

    def _by_phase(self) -> None:
        """Show what the phase rolls though it cannot be rolled yet; why not is said when it is tried."""
        rules, state = self._bridge.rules, self._bridge.state
        phase = find_phase(rules, state.clock.phase)
        order = "" if phase is None else phase.rolls or phase.order
        rule = rules.orders.get(order)
        self.order = order if rule is not None and rule.roll is not None else ""
        self._now = {slot: Place() for slot in self._slots(rule)} if rule is not None and self.order else {}

    def _insisting(self, commands: list[Command]) -> list[Command]:
        """Let a rule that forbids the roll not hide what it would come to."""
        return [*commands[:-1], replace(commands[-1], override=True)]

    # -- rows ----------------------------------------------------------------------------------------

    def _slots(self, rule: OrderRule | None) -> dict[str, list[Combatant]]:
        """Return slot → those of it who are not out; where all are, those who may come back, as a dying one.

        Nobody else is asked for a roll, or counted.
        """
        rules, state = self._bridge.rules, self._bridge.state
        found: dict[str, list[Combatant]] = {}
        for who in (one for one in state.combatants.values() if one.out != OUT_DEFEATED):
            side = rule is not None and rule.of == "side"
            slot = str(value_of(rules, state, who, rules.side_of or "side")) if side else who.slot
            found.setdefault(slot, []).append(who)
        return {slot: [one for one in members if not one.out] or members for slot, members in found.items()}

    def _members_in(self, rule: OrderRule) -> Callable[[str], list[Combatant]]:
        slots = self._slots(rule)
        return lambda slot: slots.get(slot, [])

    def _find_rows(self) -> list[Row]:
        slots = self._slots(self.rule)
        if self.running:
            slots = {slot: members for slot, members in slots.items() if slot in self._now}
        rolling = {slot: members for slot, members in slots.items() if slot not in self._fixed}
        return [Row(self.order, slot, tuple(members)) for slot, members in rolling.items()]

    def _tied_elsewhere(self) -> list[Row]:
        """Return a row for each slot that is tied in an order that is made along with the roll."""
        known = {(row.order, row.slot) for row in self.rows}
        found: dict[tuple[str, str], Row] = {}
        for tie in self.ties:
            members = self._members_in(self._bridge.rules.orders[tie.order])
            for slot in tie.slots:
                if tie.by == ROLLOFF and (tie.order, slot) not in known:
                    row = Row(tie.order, slot, tuple(members(slot)), rolls=False)
                    found.setdefault((tie.order, slot), row)
        return list(found.values())

    def _last_ties(self) -> list[Tie]:
        """Return the ties without the roll-offs that were followed by something else."""
        return [
            tie
            for at, tie in enumerate(self.ties)
            if not any(
                other.order == tie.order and set(other.slots) <= set(tie.slots)
                for other in self.ties[at + 1 :]
            )
        ]
