"""An entry of the log: one command with what came of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar, Union

import msgspec
from msgspec import Struct

from rulesets.formula.dice import Drawn
from rulesets.table.commands import AnyCommand, Command
from rulesets.table.events import AnyEvent, Overrode

C = TypeVar("C", bound=Command)


class Entry(Struct, gc=False, frozen=True, omit_defaults=True):
    """One command with what came of it: one step of undo."""

    command: AnyCommand
    events: tuple[AnyEvent, ...] = ()
    at: float = 0.0
    """Seconds since the epoch when it was given; 0 is unknown."""
    dice: Drawn = ()
    """The dice that it drew, so that it can be decided again with the same luck; entries of files from before
    they were kept have none."""
    replaced: tuple[int, int] = (0, 0)
    """Of the last entry of a mended line: the branch that the line before has become, and how many of its
    entries were in force. Whoever takes it back takes the mending back."""

    @property
    def overridden(self) -> bool:
        """True if the GM insisted on something a rule forbids."""
        return any(isinstance(event, Overrode) for event in self.events)


class _Given(Struct, Generic[C], gc=False, frozen=True):
    """An entry without what came of it."""

    command: C


_ENCODER = msgspec.json.Encoder()


def encode_entry(entry: Entry) -> bytes:
    """Return an entry as JSON, as the journal keeps it."""
    return _ENCODER.encode(entry)


def decode_entry(body: bytes) -> Entry:
    """Return the entry of a journal row.

    Raises:
        msgspec.ValidationError: if the row is not one of ours.
    """
    return _decoder().decode(body)


def command_of(body: bytes, *kinds: type[C]) -> C | None:
    """Return the command of a journal row if it is of one of these kinds; what came of it stays undecoded."""
    try:
        decode: Callable[[bytes], _Given[C]] = _command_decoder(kinds)
        return decode(body).command
    except msgspec.ValidationError:  # a command of another kind
        return None


@cache
def _decoder() -> msgspec.json.Decoder[Entry]:
    """Made for whoever first asks, which the first frame of a fight does not: 3 ms."""
    return msgspec.json.Decoder(Entry)


@cache
def _command_decoder(kinds: tuple[type[C], ...]) -> Callable[[bytes], _Given[C]]:
    decoder: msgspec.json.Decoder[_Given[C]] = msgspec.json.Decoder(_Given[Union[kinds]])  # type: ignore[valid-type]  # noqa: UP007
    return decoder.decode
