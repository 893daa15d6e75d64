"""What the game master answers to the ties of an order. Which there are, the engine says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from rulesets.table import events as ev
from rulesets.table.encounter import GHOST, Place
from rulesets.table.outcome import COIN, PICK, ROLLOFF, Outcome, Tie
from rulesets.table.refusal import Refusal

MOST_PASSES = 9
"""Roll-offs that are asked for, one after the other; the dice decide what is tied still."""


class Given(Struct):
    """What the game master has answered so far, to ties that are there and to some that are gone."""

    offs: dict[tuple[str, str, int], int] = field(default_factory=dict)
    """(order, slot, which roll-off) → result."""
    coin: str = ""
    pick: list[str] = field(default_factory=list)

    def rolloffs(self, ties: Iterable[Tie]) -> tuple[dict[str, int], ...]:
        """Return the results for these ties as a command wants them: a map for each roll-off."""
        maps: dict[tuple[str, int], dict[str, int]] = {}
        for tie in ties:
            for slot in tie.slots if tie.by == ROLLOFF else ():
                off = self.offs.get((tie.order, slot, tie.number))
                if off is not None:
                    maps.setdefault((tie.order, tie.number), {})[slot] = off
        return tuple(maps.values())

    def coin_for(self, ties: Iterable[Tie]) -> str:
        """Return whom the coin favours, if these ties toss one for them."""
        return self.coin if any(tie.by == COIN and self.coin in tie.slots for tie in ties) else ""

    def picked_for(self, ties: Iterable[Tie]) -> tuple[str, ...]:
        """Return the order that was chosen for those whose ties the game master decides."""
        slots = {slot for tie in ties if tie.by == PICK for slot in tie.slots}
        return tuple(slot for slot in self.pick if slot in slots)

    def take_over(self, ties: Iterable[Tie]) -> None:
        """Answer what is open with what was rolled."""
        for tie in ties:
            if tie.by == ROLLOFF:
                for slot, result in tie.results.items():
                    self.offs.setdefault((tie.order, slot, tie.number), result)
            elif tie.by == COIN and not self.coin:
                self.coin = next(iter(tie.results), "")


def tried_out(preview: Callable[[Sequence[Tie]], Outcome | Refusal]) -> tuple[Outcome, Sequence[Tie]] | None:
    """Return what a command comes to with all that is answered, and the ties on the way; None if refused.

    ``preview`` tries it out with the answers to the ties that are known so far: each may leave another one.
    """
    found, known = preview(()), None
    for _ in range(MOST_PASSES):
        if isinstance(found, Refusal):
            return None
        if found.ties == known:
            break
        known = found.ties
        found = preview(known) if known else found
    return None if isinstance(found, Refusal) else (found, found.ties)


def placed(events: Sequence[ev.Event]) -> dict[str, dict[str, Place]]:
    """Return order → slot → place of everybody who would get one."""
    found: dict[str, dict[str, Place]] = {}
    for event in events:
        if isinstance(event, ev.OrderMade) and event.new is not None:
            found[event.order] = dict(event.new.places)
        elif isinstance(event, ev.SlotPlaced) and not event.slot.startswith(GHOST):
            found.setdefault(event.order, {})[event.slot] = event.place
    return found


def drawn(events: Sequence[ev.Event]) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return slot → every card drawn, and the one that counts."""
    told = (event.params for event in events if isinstance(event, ev.Told) and event.code == "drew")
    return {params["slot"]: (tuple(params["cards"]), str(params["kept"])) for params in told}
