"""Mending the past: an entry of a log is changed or left out, and what followed it is played again.

The dice fall as they fell: an entry keeps what was drawn for it, and whoever rolls the same thing again has
the same result; what was typed stays typed. Only what nobody rolled then is rolled now. What no longer fits
is named, and the game master says what becomes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.evolve import replay
from rulesets.formula.dice import Dice, Drawn, ListedDice, OutOfDice, RecordingDice, listed, rolling
from rulesets.table.commands import Command, Rolling
from rulesets.table.encounter import Encounter
from rulesets.table.events import CardDrawn, Rolled
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.fight.entry import Entry

T = TypeVar("T")
Decide = Callable[[Encounter, Command, Dice], Outcome | Refusal]
"""Decides a command by the rules that are in force in a state."""
Roll = tuple[str, str, int]
"""What a die was for, whose it was, and its sides."""
ANY = -1
"""Sides of a die of which only the result is known."""


class Verdict(Enum):
    """What becomes of an entry that no longer fits."""

    LEAVE_OUT = "leave-out"
    INSIST = "insist"
    """It is done all the same, as an override."""


class Misfit(Struct, frozen=True):
    """An entry that is refused now."""

    number: int
    """Its place in the line before, from 0."""
    entry: Entry
    refusal: Refusal
    verdict: Verdict | None = None
    """What the game master has said; without it, or if insisting does not help, it is left out."""


class Mended(Struct, frozen=True):
    """What a line would be with one entry changed. Nothing of it is kept yet."""

    number: int
    """Place of the changed entry in the line, from 0."""
    old: tuple[Entry, ...]
    """What was in force from there on."""
    new: tuple[Entry, ...]
    was: Encounter
    """Where the old line leads, and the new one."""
    now: Encounter
    misfits: tuple[Misfit, ...] = ()
    refusal: Refusal | None = None
    """Why the entry cannot be changed like this; everything is as it was then."""
    first: int | None = None
    """Place in the old line of the first entry after the changed one that comes to something else."""

    @property
    def undecided(self) -> tuple[Misfit, ...]:
        """What no longer fits and has no verdict."""
        return tuple(misfit for misfit in self.misfits if misfit.verdict is None)


def mended(
    decide: Decide,
    before: Encounter,
    entries: Sequence[Entry],
    number: int,
    command: Command | None,
    dice: Dice,
    verdicts: Mapping[int, Verdict] | None = None,
) -> Mended:
    """Return what comes of the ``entries`` in force after ``before`` if the first was another command.

    Args:
        decide: Decides a command in a state.
        before: The encounter before the first of the entries.
        entries: The entry that is changed, and all in force after it.
        number: Its place in the line, from 0.
        command: What it was meant to be; None leaves it out.
        dice: For rolls that nobody has made yet.
        verdicts: Place in the line → what becomes of an entry that does not fit.
    """
    was, now, said = before, before, verdicts or {}
    new: list[Entry] = []
    misfits: list[Misfit] = []
    first: int | None = None
    for place, entry in enumerate(entries, number):
        changed, same = place == number, _alike(now, was)
        order = command if changed else entry.command
        if same and order == entry.command:
            made: Entry | Refusal | None = entry  # what came before has made no difference
        elif order is None:
            made = None
        else:
            made = played_again(decide, was, now, entry, order, dice)
        if isinstance(made, Refusal):
            if changed:
                end = _end(was, entries[place - number :])
                return Mended(number, tuple(entries), tuple(entries), end, end, refusal=made)
            made, misfit = _misfit(decide, was, now, place, entry, made, dice, said.get(place))
            misfits.append(misfit)
        if not changed and first is None and (made is None or made.events != entry.events):
            first = place
        was = replay(was, entry.events)
        if made is not None:
            new.append(made)
            now = was if made is entry and same else replay(now, made.events)
    return Mended(number, tuple(entries), tuple(new), was, now, tuple(misfits), first=first)


def _of_those_there(order: Command, was: Encounter, now: Encounter) -> Command:
    """Return an order without the rolls of those who are there no more."""
    gone = _slots(was) - _slots(now)
    if not isinstance(order, Rolling) or not gone:
        return order
    return replace(
        order,
        rolls=_without(order.rolls, gone),
        dice=_without(order.dice, gone),
        dropped=_without(order.dropped, gone),
        rolloffs=tuple(_without(results, gone) for results in order.rolloffs),
        pick=tuple(slot for slot in order.pick if slot not in gone),
    )


def _slots(state: Encounter) -> set[str]:
    return {name for one in state.combatants.values() for name in (one.id, one.slot, one.side)}


def _without(results: Mapping[str, T], gone: set[str]) -> dict[str, T]:
    return {slot: result for slot, result in results.items() if slot not in gone}


def _end(state: Encounter, entries: Sequence[Entry]) -> Encounter:
    for entry in entries:
        state = replay(state, entry.events)
    return state


def _alike(one: Encounter, other: Encounter) -> bool:
    """Return whether the same comes of everything in both: their tables have one order, too."""
    if one is other:
        return True
    return one == other and all(
        list(getattr(one, name)) == list(getattr(other, name))
        for name in one.__struct_fields__
        if isinstance(getattr(one, name), Mapping)
    )


def _misfit(
    decide: Decide,
    was: Encounter,
    now: Encounter,
    place: int,
    entry: Entry,
    refusal: Refusal,
    dice: Dice,
    verdict: Verdict | None,
) -> tuple[Entry | None, Misfit]:
    """Return what becomes of an entry that is refused, and what is told of it."""
    made: Entry | Refusal | None = None
    if verdict is Verdict.INSIST and refusal.can_override:
        made = played_again(decide, was, now, entry, replace(entry.command, override=True), dice)
    if isinstance(made, Refusal):
        return None, Misfit(place, entry, made)
    return made, Misfit(place, entry, refusal, verdict if made or verdict is Verdict.LEAVE_OUT else None)


def played_again(
    decide: Decide, was: Encounter, now: Encounter, entry: Entry, order: Command, dice: Dice
) -> Entry | Refusal:
    """Decide an order in the place of an entry, with the dice that it drew."""
    fell, order = _as_fallen(decide, was, entry), _of_those_there(order, was, now)
    fallen = _FallenDice(fell, dice)
    recording = RecordingDice(fallen)
    result = decide(now, order, recording)
    if fallen.missed and fallen.left:  # others roll than did: what they leave is theirs
        fallen = _FallenDice(fell, dice, spare=fallen.left)
        recording = RecordingDice(fallen)
        result = decide(now, order, recording)
    if isinstance(result, Refusal):
        return result
    return replace(entry, command=order, events=result.events, dice=recording.drawn, replaced=(0, 0))


# -- dice as they fell -----------------------------------------------------------------------------

Fallen = Mapping[Roll, Sequence[int | str]]
"""Roll → results in their order; of cards, which have 0 sides, their names."""


class _Noting:
    """Dice that give a list again and note what each result was for."""

    blind = False

    def __init__(self, drawn: Drawn) -> None:
        self._dice: ListedDice = listed(drawn)
        self.noted: dict[Roll, list[int | str]] = {}

    def roll(self, sides: int) -> int:
        result = self._dice.roll(sides)
        self.noted.setdefault((*rolling(), sides), []).append(result)
        return result

    def draw(self, cards: Sequence[str]) -> str:
        card = self._dice.draw(cards)
        self.noted.setdefault((*rolling(), 0), []).append(card)
        return card


def _as_fallen(decide: Decide, was: Encounter, entry: Entry) -> Fallen:
    """Return what was rolled for an entry, for what and by whom, by deciding it once more where it stood.

    Of an entry that is decided otherwise by now only the sides are known; of one of a file from before dice
    were kept what its events tell of them.
    """
    if not entry.dice:
        return _as_told(entry)
    noting = _Noting(entry.dice)
    try:
        again = decide(was, entry.command, noting)
    except (OutOfDice, ValueError, IndexError):
        again = None
    if isinstance(again, Outcome) and again.events == entry.events:
        return noting.noted
    found: dict[Roll, list[int | str]] = {}
    for sides, *results in entry.dice:
        found.setdefault(("", "", sides), []).extend(results)
    return found


def _as_told(entry: Entry) -> Fallen:
    """Return what the events of an entry tell of its dice and cards, by whose they were."""
    found: dict[Roll, list[int | str]] = {}
    for event in entry.events:
        if isinstance(event, Rolled):
            found.setdefault(("", event.who, ANY), []).extend((*event.results, *event.dropped))
        elif isinstance(event, CardDrawn):
            found.setdefault(("", event.slot, ANY), []).append(event.card)
    return found


class _FallenDice:
    """Gives everybody again what they rolled; what nobody rolled is rolled now."""

    blind = False

    def __init__(self, fell: Fallen, fresh: Dice, spare: Sequence[tuple[Roll, int | str]] = ()) -> None:
        """Give what ``fell``; ``spare`` are results of it that nobody would ask for."""
        self._fell = {roll: list(results) for roll, results in fell.items()}
        for roll, result in spare:
            self._fell[roll].remove(result)
        self._spare = list(spare)
        self._fresh = fresh
        self.missed = False
        """Whether somebody rolled something that had not been rolled."""

    @property
    def left(self) -> list[tuple[Roll, int | str]]:
        """What nobody has asked for."""
        return [(roll, result) for roll, results in self._fell.items() for result in results]

    def roll(self, sides: int) -> int:
        result = self._given(sides, lambda value: isinstance(value, int) and 1 <= value <= sides)
        return result if isinstance(result, int) else self._fresh.roll(sides)

    def draw(self, cards: Sequence[str]) -> str:
        result = self._given(0, lambda value: value in cards)
        return result if isinstance(result, str) else self._fresh.draw(cards)

    def _given(self, sides: int, fits: Callable[[int | str], bool]) -> int | str | None:
        what, who = rolling()
        for roll in ((what, who, sides), ("", "", sides), ("", who, ANY)):
            results = self._fell.get(roll)
            if results and fits(results[0]):
                return results.pop(0)
        for number, (roll, result) in enumerate(self._spare):
            if roll[0] == what and roll[2] == sides and fits(result):
                del self._spare[number]
                return result
        self.missed = True
        return None
