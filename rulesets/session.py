"""A session: one encounter with its log. Dispatches commands, takes them back, tries them out.

The log is the truth. Every accepted command, undo and redo is given to the journal, which commits it,
before the session's state changes; so nothing is ever shown that would not be there after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from rulesets.compiled import Rules
from rulesets.dice import BlindDice, Dice, RandomDice
from rulesets.encounter.changes import Changes, changes_of
from rulesets.encounter.commands import AnyCommand, Command
from rulesets.encounter.encounter import Encounter
from rulesets.encounter.events import AnyEvent, Event, Overrode
from rulesets.encounter.refusal import Refusal
from rulesets.engine.decide import decide
from rulesets.engine.evolve import inverse, replay, take_back
from rulesets.engine.ruling import Outcome


class Entry(Struct, gc=False, frozen=True, omit_defaults=True):
    """One command with what came of it: one step of undo."""

    command: AnyCommand
    events: tuple[AnyEvent, ...] = ()
    at: float = 0.0
    """Seconds since the epoch when it was given; 0 is unknown."""

    @property
    def overridden(self) -> bool:
        """True if the GM insisted on something a rule forbids."""
        return any(isinstance(event, Overrode) for event in self.events)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """Return an entry as JSON, as the journal keeps it."""
    return _ENCODER.encode(entry)


def decode_entry(body: bytes) -> Entry:
    """Return the entry of a journal row.

    Raises:
        msgspec.ValidationError: if the row is not one of ours.
    """
    return _DECODER.decode(body)


class Journal(Protocol):
    """Where a session writes what happens; every call returns only when it is committed."""

    def append(self, body: bytes, label: str) -> None:
        """Keep a new entry; entries that could have been redone are cut off (but not forgotten)."""

    def move(self, cursor: int) -> None:
        """Keep that the first ``cursor`` entries of the line are in force."""


class Done(Struct, frozen=True):
    """An accepted command: what came of it and what changed."""

    outcome: Outcome
    changes: Changes
    entry: Entry


class Session:
    """An encounter being played."""

    def __init__(
        self,
        rules: Rules,
        *,
        dice: Dice | None = None,
        journal: Journal | None = None,
        base: Encounter | None = None,
    ) -> None:
        """Begin with ``base`` (nothing on the table, if left out) and an empty log."""
        self.rules = rules
        self.dice: Dice = dice or RandomDice()
        self.base = base or Encounter()
        self.state = self.base
        self._journal = journal
        self._line: list[Entry] = []
        self._cursor = 0

    @property
    def line(self) -> Sequence[Entry]:
        """Every entry of the line, those that can be redone included, oldest first."""
        return self._line

    @property
    def cursor(self) -> int:
        """How many entries of the line are in force."""
        return self._cursor

    @property
    def log(self) -> Sequence[Entry]:
        """The entries in force, oldest first."""
        return self._line[: self._cursor]

    @property
    def can_undo(self) -> bool:
        """True if there is a command to take back."""
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        """True if there is a command to do again."""
        return self._cursor < len(self._line)

    def load(self, entries: Sequence[Entry], cursor: int) -> None:
        """Take over a log: replay the first ``cursor`` of ``entries``, keep the rest for redo.

        The rest is replayed, too, so that whatever does not fit is found now and not by a redo.

        Raises:
            LookupError, ValueError, TypeError: if the entries make no fight.
        """
        state = replay(self.base, _events(entries[:cursor]))
        replay(state, _events(entries[cursor:]))
        self._line, self._cursor, self.state = list(entries), cursor, state

    def keep_in(self, journal: Journal) -> None:
        """Write what happens from now on into ``journal``, which holds the line as it stands."""
        self._journal = journal

    def dispatch(self, command: Command, at: float = 0.0) -> Done | Refusal:
        """Carry a command out, journal it, and return what changed; or return the refusal."""
        result = decide(self.rules, self.state, command, self.dice)
        if isinstance(result, Refusal):
            return result
        entry = Entry(command, result.events, at)  # type: ignore[arg-type]
        if self._journal is not None:
            self._journal.append(encode_entry(entry), command.__struct_config__.tag or "")  # type: ignore[arg-type]
        del self._line[self._cursor :]
        self._line.append(entry)
        self._cursor += 1
        self.state = result.state
        return Done(result, changes_of(result.events), entry)

    def preview(self, command: Command, *then: Command) -> Outcome | Refusal:
        """Return what a command, or the last of several, would come to; or the first refusal.

        Nothing is rolled and nothing is kept.
        """
        result = decide(self.rules, self.state, command, BlindDice())
        for after in then:
            if isinstance(result, Refusal):
                break
            result = decide(self.rules, result.state, after, BlindDice())
        return result

    def undo(self) -> Changes | Refusal:
        """Take the last command back."""
        if not self.can_undo:
            return Refusal("nothing-to-undo", final=True)
        entry = self._line[self._cursor - 1]
        if self._journal is not None:
            self._journal.move(self._cursor - 1)
        self.state = take_back(self.state, entry.events)
        self._cursor -= 1
        back: list[Event] = [inverse(event) for event in reversed(entry.events)]
        return changes_of(back)

    def redo(self) -> Changes | Refusal:
        """Do the command again that was taken back last. No dice are rolled."""
        if not self.can_redo:
            return Refusal("nothing-to-redo", final=True)
        entry = self._line[self._cursor]
        if self._journal is not None:
            self._journal.move(self._cursor + 1)
        self.state = replay(self.state, entry.events)
        self._cursor += 1
        return changes_of(entry.events)


def _events(entries: Sequence[Entry]) -> Iterator[Event]:
    return (event for entry in entries for event in entry.events)
