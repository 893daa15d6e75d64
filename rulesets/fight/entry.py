"""An entry of the log: one command with what came of it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from rulesets.formula.dice import Drawn
from rulesets.table.commands import AnyCommand
from rulesets.table.events import AnyEvent, Overrode


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
