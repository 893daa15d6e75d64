"""What was declared before, as the log has it now: it is offered again in the next round, or after undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulesets.table.commands import Declare
from rulesets.table.encounter import Encounter
from rulesets.table.events import ClockMoved, DeclaredChanged
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Entry


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Names = tuple[tuple[str, ...], tuple[str, ...]]
"""What somebody declared in the last round but one in which it declared anything, and in the last one."""


class _Replaced(NamedTuple):
    """What was known before an entry, by which somebody declared something."""

    entry: Entry
    who: str
    name: str
    fields: Mapping[str, Any] | None
    names: _Names | None


class Earlier:
    """Reads the log when it is asked: once, and then no more than what was done or undone since.

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
        self._names: dict[str, _Names] = {}
        self._replaced: list[_Replaced] = []
        """What each declaration has replaced of these, for when it is undone."""

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
        """Read what has been declared or undone since; all of it, if the log is not the one that was read."""
        line, cursor = self._bridge.line, self._bridge.cursor
        if self._read and (self._read > len(line) or line[self._read - 1] is not self._last):
            self._begin()
        elif self._read > cursor:
            self._give_back(line[cursor : self._read])
        new: Iterable[Entry] = self._bridge.entries_of(Declare)
        for entry in line[self._read : cursor] if self._read else new:
            if isinstance(entry.command, Declare):
                self._take(entry, entry.command)
        self._read, self._last = cursor, line[cursor - 1] if cursor else None

    def _take(self, entry: Entry, command: Declare) -> None:
        for who, anew, name in _made(entry):
            known, names = self._fields.get((who, name)), self._names.get(who)
            self._replaced.append(_Replaced(entry, who, name, known, names))
            self._fields[who, name] = command.fields
            before, last = names or ((), ())
            self._names[who] = (last, (name,)) if anew else (before, (*last, name))

    def _give_back(self, undone: Sequence[Entry]) -> None:
        """Know again what was known before entries that were undone."""
        gone = set(map(id, undone))
        while self._replaced and id(self._replaced[-1].entry) in gone:
            old = self._replaced.pop()
            _put_back(self._fields, (old.who, old.name), old.fields)
            _put_back(self._names, old.who, old.names)
        self._read -= len(undone)


def _put_back(known: dict[_Key, _Value], key: _Key, value: _Value | None) -> None:
    if value is None:
        del known[key]
    else:
        known[key] = value


def _made(entry: Entry) -> Iterator[tuple[str, bool, str]]:
    """Yield who declared with an entry, whether that was the first of the round, and what it was."""
    for event in entry.events:
        if isinstance(event, DeclaredChanged) and len(event.new) > len(event.old):
            yield event.who, not event.old, event.new[-1].name


def _spending(rules: Rules, name: str) -> set[str]:
    """Return the fields of a declaration that spend a point."""
    rule = rules.declarations.get(name)
    return set() if rule is None else {key for key, field in rule.inputs.items() if field.spends}
