"""Marks on rolls: advantages, disadvantages and modifiers by states, steps of tracks and tallies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.scope import CombatantScope, Table, changing
from rulesets.formula.compiling import as_number, evaluate
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules, StateRule, Step

ADVANTAGE, DISADVANTAGE, FAILS = "+", "-", "!"
Edge = Literal["advantage", "disadvantage", "straight", "fails"]
SIGNED: dict[str, Edge] = {FAILS: "fails", DISADVANTAGE: "disadvantage", ADVANTAGE: "advantage"}
"""What a mark with a sign gives, the worst first."""
WORST_FIRST: tuple[Edge, ...] = ("fails", "disadvantage", "straight", "advantage")


class Mark(Struct, frozen=True, gc=False):
    """One mark on a roll, and what put it there."""

    roll: str
    """The roll that is marked: the one asked for, or one that is wider."""
    sign: str
    """'+', '-' or '!'; '' if it is a number."""
    number: int
    reason: str
    """Id of the state, track, tally or relation."""
    cite: str = ""
    bearer: str = ""
    """Id of who bears it, where that is not who rolls."""
    count: int = 0
    """How much the tally has counted that marks the roll; 0 where none does."""

    @property
    def text(self) -> str:
        """Return the mark and its reason in short: '-prone', '!stunned', '+2 blessed'."""
        return f"{self.sign}{self.reason}" if self.sign else f"{self.number:+d} {self.reason}"


def marks_on(
    rules: Rules, table: Table, who: Combatant, roll: str, also: Iterable[str] = ()
) -> tuple[Mark, ...]:
    """Return what marks a roll of ``who``, or a wider roll that it is one of: states first, then tracks.

    Tallies follow, and what is changed of the stat that it is rolled with comes last. ``also`` are further
    kinds of roll that it is: with an agile weapon.

    Raises:
        FormulaError: if a mark cannot be worked out.
    """
    scope = CombatantScope(rules, table, who)
    rolls = tuple(dict.fromkeys(one for kind in (roll, *also) for one in _with_wider(rules, kind)))
    return tuple(_marks(scope, who, rolls))


def _with_wider(rules: Rules, roll: str) -> Iterator[str]:
    seen: list[str] = []
    while roll in rules.rolls and roll not in seen:
        seen.append(roll)
        yield roll
        roll = rules.rolls[roll].of


def _marks(scope: CombatantScope, who: Combatant, rolls: Sequence[str]) -> Iterator[Mark]:
    rules = scope.rules
    found = sorted(changing(rules, scope.table, who), key=lambda one: isinstance(one[1], Step))
    for reason, changes in found:
        cite = _cite(rules, reason, changes)
        for roll in rolls:
            yield from _put(scope, changes.marks.get(roll, ""), Mark(roll, "", 0, reason, cite))
    for name, rule in rules.tallies.items():
        if count := who.tallies.get(name, 0) if rule.marks else 0:
            for roll in rolls:
                mark = Mark(roll, "", 0, name, rule.cite, count=count)
                yield from _put(scope, rule.marks.get(roll, ""), mark)
    for roll in rolls:
        if rules.rolls[roll].stat:
            yield from _changes(scope, who, roll, found)


def _put(scope: CombatantScope, text: str, bare: Mark) -> Iterator[Mark]:
    """Yield a mark that is given as a sign or a formula, unless that comes to nothing."""
    if text in (ADVANTAGE, DISADVANTAGE, FAILS):
        yield replace(bare, sign=text)
    elif text and (number := math.floor(as_number(evaluate(text, scope), text))):
        yield replace(bare, number=number)


def _changes(
    scope: CombatantScope, who: Combatant, roll: str, found: Sequence[tuple[str, Step | StateRule]]
) -> Iterator[Mark]:
    """Yield how much each of ``found`` changes the stat that a roll is rolled with, one by one."""
    rules, stat, gone = scope.rules, scope.rules.rolls[roll].stat, list[str]()
    before = scope.stat(stat)
    for reason, changes in found:
        if not (changes.add or changes.factor) or reason in gone:
            continue
        gone.append(reason)
        without = scope.of(who)
        without.unchanged_by = gone
        after = without.stat(stat)
        if not isinstance(before, int | float) or not isinstance(after, int | float):
            return
        if number := math.floor(before - after):
            yield Mark(roll, "", number, reason, _cite(rules, reason, changes))
        before = after


def _cite(rules: Rules, reason: str, changes: Step | StateRule) -> str:
    return rules.tracks[reason].cite if isinstance(changes, Step) else changes.cite


def edge(marks: Iterable[Mark]) -> Edge:
    """Return what advantages and disadvantages come to: they do not add up, and one of each is straight."""
    signs = {mark.sign for mark in marks}
    if FAILS in signs:
        return "fails"
    if (ADVANTAGE in signs) == (DISADVANTAGE in signs):
        return "straight"
    return "advantage" if ADVANTAGE in signs else "disadvantage"


def modifier(marks: Iterable[Mark]) -> int:
    """Return what the numbers among marks come to."""
    return sum(mark.number for mark in marks)
