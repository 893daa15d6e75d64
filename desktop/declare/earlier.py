"""What was declared before, as the log has it now: it is offered again in the next round, or after undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulesets.table.commands import Declare
from rulesets.table.encounter import Encounter
from rulesets.table.events import ClockMoved, DeclaredChanged
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Entry


class Earlier:
    """Reads the log when it is asked, and of one that has only grown no more than what is new.

    So a line that was corrected there is offered as it was corrected, and nothing is lost with the window.
    """

    def __init__(self, bridge: Bridge) -> None:
        """Read the log of ``bridge``."""
        self._bridge = bridge
        self._begin()

    def _begin(self) -> None:
        self._read = 0
        self._last: Entry | None = None
        self._fields: dict[tuple[str, str], Mapping[str, Any]] = {}
        """Combatant and declaration → what was filled in last."""
        self._names: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """Combatant → what it declared in the last round but one in which it did, and in the last one."""

    # -- interface ---------------------------------------------------------------------------------

    def fields(self, who: str, name: str) -> dict[str, Any]:
        """Return with what ``who`` made a declaration last, without what spends a point: no habit does."""
        self._catch_up()
        spending = _spending(self._bridge.rules, name)
        found = self._fields.get((who, name), {})
        return {key: value for key, value in found.items() if key not in spending}

    def names(self, who: str) -> tuple[str, ...]:
        """Return what ``who`` declared in the last round before this one in which it declared anything.

        What it has declared in this one makes no difference: while that is sealed it must not show.
        """
        self._catch_up()
        before, last = self._names.get(who, ((), ()))
        return before if self._state.combatants[who].declared else last

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

    # -- reading -----------------------------------------------------------------------------------

    @property
    def _state(self) -> Encounter:
        return self._bridge.state

    def _catch_up(self) -> None:
        """Read what has been declared since; all of it, if the log is not the one that was read."""
        line, cursor = self._bridge.line, self._bridge.cursor
        new: Iterable[Entry]
        if self._read and (self._read > cursor or line[self._read - 1] is not self._last):
            self._begin()
        new = line[self._read : cursor] if self._read else self._bridge.entries_of(Declare)
        for entry in new:
            if isinstance(entry.command, Declare):
                self._take(entry, entry.command)
        self._read, self._last = cursor, line[cursor - 1] if cursor else None

    def _take(self, entry: Entry, command: Declare) -> None:
        for who, anew, name in _made(entry):
            self._fields[who, name] = command.fields
            before, last = self._names.get(who, ((), ()))
            self._names[who] = (last, (name,)) if anew else (before, (*last, name))


def _made(entry: Entry) -> Iterator[tuple[str, bool, str]]:
    """Yield who declared with an entry, whether that was the first of the round, and what it was."""
    for event in entry.events:
        if isinstance(event, DeclaredChanged) and len(event.new) > len(event.old):
            yield event.who, not event.old, event.new[-1].name


def _spending(rules: Rules, name: str) -> set[str]:
    """Return the fields of a declaration that spend a point."""
    rule = rules.declarations.get(name)
    return set() if rule is None else {key for key, field in rule.inputs.items() if field.spends}
