"""Reading and fitting off the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from desktop.incoming.own import READER, Own, own_file
from desktop.process.tasks import Stopped, Task
from rulesets.formula.dice import Dice, parse_dice
from rulesets.incoming import found
from rulesets.incoming.fitting import Fitted, fit
from rulesets.incoming.reader import Column
from rulesets.incoming.reading import Reading, read
from rulesets.incoming.source import LARGEST, Source
from rulesets.vocabulary import Rules


class Brought(NamedTuple):
    """What was read, and the file itself where it is one of ours."""

    reading: Reading
    own: Own | None = None
    columns: tuple[Column, ...] = ()
    """Those of a table."""
    rulesets: tuple[Rules, ...] = ()
    """Those that it can be played with."""


def reading(
    origin: Path | bytes, meanings: Mapping[str, str], rulesets: Callable[[], Iterable[Rules]]
) -> Callable[[Task], Brought]:
    """Return the work that reads a file, or what was pasted; it reports how many creatures it has read.

    ``meanings`` says by heading what columns of tables were said to be; ``rulesets`` compiles those that it
    can be played with, which takes long when they were never played.
    """

    def work(task: Task) -> Brought:
        name = origin.name if isinstance(origin, Path) else ""
        try:
            source = Source(name, _data(origin), meanings)
            taken = read(source, lambda count: _tell(task, count))
            ours = taken.reader is not None and taken.reader.id == READER and taken.refused is None
            own = own_file(source) if ours else None
            return Brought(taken, own, _columns(taken, source), tuple(rulesets()))
        except found.Refused as refused:
            return Brought(Reading(reader=None, finding=found.Finding(), refused=refused))
        except found.Stopped as stopped:
            raise Stopped from stopped

    return work


def _columns(taken: Reading, source: Source) -> tuple[Column, ...]:
    if taken.reader is None or taken.reader.columns is None:
        return ()
    try:
        return tuple(taken.reader.columns(source))
    except found.Refused:
        return ()


def _data(origin: Path | bytes) -> bytes:
    """Return no more of a file than is read, and a byte; raises Refused where it cannot be read."""
    if isinstance(origin, bytes):
        return origin
    try:
        with origin.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise found.Refused(
            "“{name}” cannot be read ({why}).", name=origin.name, why=error.strerror or error
        ) from error


def _tell(task: Task, count: int) -> bool:
    try:
        task.tick(count, 0)
    except Stopped:
        return False
    return True


def _counted(fitted: Fitted, dice: Dice) -> Fitted:
    """Return it with its number rolled, where that is '1d4+1'."""
    thrown = parse_dice(fitted.creature.count_dice) if fitted.creature.count_dice else None
    if thrown is None:
        return fitted
    number, sides, more = thrown
    count = max(1, sum(dice.roll(sides) for _ in range(number)) + more)
    return replace(fitted, creature=replace(fitted.creature, count=count))


def fitting(
    rules: Rules, taken: Reading, dice: Dice, ahead: Callable[[str], object]
) -> Callable[[Task], list[Fitted]]:
    """Return the work that makes combatants of what was read; how many there are is rolled if it is dice.

    ``ahead`` reads what is kept for a ruleset, with which they are compared then.
    """

    def work(task: Task) -> list[Fitted]:
        ahead(rules.id)
        creatures = taken.finding.creatures
        fitted = []
        for number, creature in enumerate(creatures):
            if not number % 50:
                task.tick(number, len(creatures))
            fitted.append(_counted(fit(rules, creature), dice))
        return fitted

    return work
