"""Mending the past: an entry of a log is changed or left out, and what followed it is played again.

The dice fall as they fell: an entry keeps what was drawn for it, and whoever rolls the same thing again has
the same result; what was typed stays typed. Only what nobody rolled then is rolled now. What no longer fits
is named, and the game master says what becomes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.evolve import replay
from rulesets.fight.keeping_step import (
    Decide,
    Place,
    caught_up,
    goes_on_without,
    in_step,
    is_lost,
    place as place_of,
)
from rulesets.formula.dice import Dice, Drawn, ListedDice, OutOfDice, RecordingDice, listed, rolling
from rulesets.table.commands import Command, Rolling
from rulesets.table.encounter import Encounter
from rulesets.table.entry import Entry
from rulesets.table.events import CardDrawn, Rolled
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal

T = TypeVar("T")
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
    """What the game master has said. Before that it is so all the same, as at the table: less of what follows
    does not fit then. If insisting does not help, it is left out."""


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
    passed: tuple[str, ...] = ()
    """Slots with turns that they had not had then, each as often: nobody does anything in them."""
    lost: tuple[str, ...] = ()
    """Slots with turns that they have not any more."""

    @property
    def undecided(self) -> tuple[Misfit, ...]:
        """What no longer fits and has no verdict."""
        return tuple(misfit for misfit in self.misfits if misfit.verdict is None)


class Replaying:
    """Plays a line again with one entry changed, as many entries at a time as are asked for."""

    def __init__(
        self,
        decide: Decide,
        before: Encounter,
        entries: Sequence[Entry],
        number: int,
        command: Command | None,
        dice: Dice | NewDice,
        verdicts: Mapping[int, Verdict] | None = None,
    ) -> None:
        """Begin before the first of the ``entries`` in force after ``before``; it was another command.

        Args:
            decide: Decides a command in a state.
            before: The encounter before the first of the entries.
            entries: The entry that is changed, and all in force after it.
            number: Its place in the line, from 0.
            command: What it was meant to be; None leaves it out.
            dice: For rolls that nobody has made yet.
            verdicts: Place in the line → what becomes of an entry that does not fit.
        """
        self._decide, self._entries, self._number = decide, entries, number
        self._command, self._verdicts = command, verdicts or {}
        self.dice = dice if isinstance(dice, NewDice) else NewDice(dice)
        self._was = self._now = before
        self._new: list[Entry] = []
        self._misfits: list[Misfit] = []
        self._passed: list[str] = []
        self._lost: list[str] = []
        self._vain: set[tuple[Place, Place]] = set()
        """Where no turns that pass have led from one place to the other."""
        self._refusal: Refusal | None = None
        self._first: int | None = None
        self.count, self.played = len(entries), 0
        """Entries that are played again, and how many have been so far."""

    @property
    def whole(self) -> bool:
        """Whether all of them are."""
        return self.played == self.count

    def play(self, most: int) -> None:
        """Play up to so many entries again."""
        for entry in self._entries[self.played : self.played + most]:
            self._play(self._number + self.played, entry)
            self.played += 1

    @property
    def result(self) -> Mended:
        """What has come of it, once it is whole."""
        old = tuple(self._entries)
        if self._refusal is not None:
            return Mended(self._number, old, old, self._was, self._was, refusal=self._refusal)
        return Mended(
            self._number,
            old,
            tuple(self._new),
            self._was,
            self._now,
            tuple(self._misfits),
            first=self._first,
            passed=tuple(self._passed),
            lost=tuple(self._lost),
        )

    def _play(self, place: int, entry: Entry) -> None:
        if self._refusal is not None:
            self._was = replay(self._was, entry.events)
            return
        changed, self.dice.place = place == self._number, place
        if not changed:
            self._keep_step(entry, place)
        same = _alike(self._now, self._was)
        order = self._command if changed else entry.command
        made: Entry | Refusal | None
        if same and order == entry.command:
            made = entry  # what came before has made no difference
        elif order is None:
            made = None
        elif not changed and is_lost(self._was, self._now, order):
            made = None
            self._lost.append(self._was.walk.active)
        else:
            made = played_again(self._decide, self._was, self._now, entry, order, self.dice)
        if isinstance(made, Refusal) and changed:
            self._refusal, made = made, None
        elif isinstance(made, Refusal):
            made = self._misfit(place, entry, made)
        if not changed and self._first is None and (made is None or made.events != entry.events):
            self._first = place
        self._was = replay(self._was, entry.events)
        if made is not None:
            self._new.append(made)
            self._now = self._was if made is entry and same else replay(self._now, made.events)

    def _keep_step(self, entry: Entry, place: int) -> None:
        """Let turns pass that nobody did anything in, until it is the turn of whoever had it then."""
        if in_step(self._was, self._now):
            return
        both = place_of(self._was), place_of(self._now)
        passed = None if both in self._vain else caught_up(self._decide, self._was, self._now, self.dice)
        if passed is None:
            self._vain.add(both)
            return
        if self._first is None:
            self._first = place
        for one in passed:
            self._new.append(Entry(one.command, one.outcome.events, entry.at, one.drawn))  # type: ignore[arg-type]
            self._passed += [one.slot] if one.slot else []
        self._now = passed[-1].outcome.state

    def _misfit(self, place: int, entry: Entry, refusal: Refusal) -> Entry | None:
        """Return what becomes of an entry that is refused, and note what is told of it."""
        verdict = self._verdicts.get(place)
        made: Entry | Refusal | None = None
        if verdict is not Verdict.LEAVE_OUT and refusal.can_override:
            order = replace(entry.command, override=True)
            made = played_again(self._decide, self._was, self._now, entry, order, self.dice)
        if isinstance(made, Refusal):
            self._misfits.append(Misfit(place, entry, made))
            return None
        if made is None or not goes_on_without(entry.command, refusal):
            decided = verdict if made or verdict is Verdict.LEAVE_OUT else None
            self._misfits.append(Misfit(place, entry, refusal, decided))
        return made


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


def _alike(one: Encounter, other: Encounter) -> bool:
    """Return whether the same comes of everything in both: their tables have one order, too."""
    if one is other:
        return True
    return one == other and all(
        list(getattr(one, name)) == list(getattr(other, name))
        for name in one.__struct_fields__
        if isinstance(getattr(one, name), Mapping)
    )


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


class NewDice:
    """Rolls what nobody has rolled yet, each once: who plays it again after a verdict finds the same."""

    blind = False

    def __init__(self, dice: Dice) -> None:
        """Roll with ``dice``."""
        self._dice = dice
        self._place = -1
        self._known: dict[tuple[int, Roll], list[int | str]] = {}
        self._given: dict[Roll, int] = {}

    @property
    def place(self) -> int:
        """Place in the line of the entry that is rolled for."""
        return self._place

    @place.setter
    def place(self, place: int) -> None:
        self._place, self._given = place, {}

    def roll(self, sides: int) -> int:
        """Return what was rolled at this point before, or roll."""
        result = self._next((*rolling(), sides), lambda value: isinstance(value, int))
        return result if isinstance(result, int) else self._keep(sides, self._dice.roll(sides))

    def draw(self, cards: Sequence[str]) -> str:
        """Return the card that was drawn at this point before, if it is there, or draw one."""
        result = self._next((*rolling(), 0), lambda value: value in cards)
        return result if isinstance(result, str) else self._keep(0, self._dice.draw(cards))

    def _next(self, roll: Roll, fits: Callable[[int | str], bool]) -> int | str | None:
        number = self._given.get(roll, 0)
        self._given[roll] = number + 1
        known = self._known.get((self._place, roll), [])
        return known[number] if number < len(known) and fits(known[number]) else None

    def _keep(self, sides: int, result: T) -> T:
        roll: Roll = (*rolling(), sides)
        known = self._known.setdefault((self._place, roll), [])
        known[self._given[roll] - 1 :] = [result]  # type: ignore[list-item]
        return result


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
