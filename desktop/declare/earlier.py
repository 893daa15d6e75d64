"""What was declared before, as the log has it now: it is offered again in the next round, or after undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulesets.table.commands import Declare
from rulesets.table.events import ClockMoved, DeclaredChanged
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Entry


class Earlier:
    """Reads the log back from where it stands, no farther than to what is asked for.

    So a line that was corrected there is offered as it was corrected, what was undone is offered no more, and
    nothing is lost with the window.
    """

    def __init__(self, bridge: Bridge) -> None:
        """Read the log of ``bridge``."""
        self._bridge = bridge

    def fields(self, who: str, name: str) -> dict[str, Any]:
        """Return with what ``who`` made a declaration last, without what spends a point: no habit does."""
        spending = _spending(self._bridge.rules, name)
        for entry, command in self._declarations():
            if any((maker, made) == (who, name) for maker, _, made in _made(entry)):
                return {key: value for key, value in command.fields.items() if key not in spending}
        return {}

    def names(self, who: str) -> tuple[str, ...]:
        """Return what ``who`` declared in the last round before this one in which it declared anything.

        What it has declared in this one makes no difference: while that is sealed it must not show.
        """
        rounds = self._rounds(who)
        if self._bridge.state.combatants[who].declared:
            next(rounds, ())
        return next(rounds, ())

    def taken_back(self, who: str) -> tuple[str, dict[str, Any]] | None:
        """Return the declaration of ``who`` that was taken back in this round, and can be done again."""
        line, cursor = self._bridge.line, self._bridge.cursor
        for number in range(cursor, len(line)):
            entry = line[number]
            if isinstance(entry.command, Declare) and who in entry.command.who:
                return next(((name, dict(entry.command.fields)) for _, _, name in _made(entry)), None)
            if any(isinstance(one, ClockMoved) and one.old.round != one.new.round for one in entry.events):
                return None
        return None

    def _declarations(self) -> Iterator[tuple[Entry, Declare]]:
        """Yield the entries in force by which somebody declared something, the newest first."""
        for entry in self._bridge.entries_of(Declare):
            if isinstance(entry.command, Declare):
                yield entry, entry.command

    def _rounds(self, who: str) -> Iterator[tuple[str, ...]]:
        """Yield what ``who`` declared in each round in which it declared anything, the last one first."""
        names: tuple[str, ...] = ()
        for entry, _ in self._declarations():
            for maker, anew, name in reversed(tuple(_made(entry))):
                if maker == who:
                    names = (name, *names)
                    if anew:
                        yield names
                        names = ()
        if names:
            yield names


def _made(entry: Entry) -> Iterator[tuple[str, bool, str]]:
    """Yield who declared with an entry, whether that was the first of the round, and what it was."""
    for event in entry.events:
        if isinstance(event, DeclaredChanged) and len(event.new) > len(event.old):
            yield event.who, not event.old, event.new[-1].name


def _spending(rules: Rules, name: str) -> set[str]:
    """Return the fields of a declaration that spend a point."""
    rule = rules.declarations.get(name)
    return set() if rule is None else {key for key, field in rule.inputs.items() if field.spends}
