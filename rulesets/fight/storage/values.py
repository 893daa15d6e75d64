"""What the encounter file hands out: frozen values, no connections."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from rulesets.fight.storage.files import flush

Kind = Literal["command", "undo", "redo", "switch"]
"""What a journal row records: a command, a step back, a step forward, or a cut-off branch brought back."""


LONGEST_NAME = 120
"""Characters of an encounter's name that are shown, and that can be typed."""

Befallen = Literal["gone", "replaced", "log"]
"""What others did to an open file: deleted or moved it, wrote over it or replaced it, took its log."""


class Header(Struct, frozen=True, kw_only=True):
    """What an encounter file says about itself before its first command.

    The ruleset is carried inside so that a fight opens without the ruleset's folder, and unchanged when
    that folder has changed meanwhile.
    """

    name: str
    """The encounter's name as the game master sees it; free text, independent of the file's name."""
    app_version: str
    """Turnwright version that created or last upgraded the file; told to those whose own is too old."""
    created: str
    """When the encounter was created: ISO 8601 with offset, e.g. `2025-11-21T19:30:00+00:00`."""
    ruleset_id: str
    """The ruleset's identifier, e.g. `saga-edition`."""
    ruleset_text: str
    """The ruleset's own TOML text, complete."""
    ruleset_hash: str
    """Content hash of the text, made and compared by the caller to see if the ruleset has changed."""
    options: str = "{}"
    """The optional rules chosen for this encounter, as JSON made by the caller."""
    beside: str = "{}"
    """What that text builds on and is translated by, as JSON made by the caller."""

    @property
    def title(self) -> str:
        """The name as far as it is shown: laying out 300 kB of it takes seconds."""
        name = self.name.strip()
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


class Row(Struct, frozen=True):
    """One row of the journal; the fields are the columns of the table, in their order."""

    seq: int
    """Number of the row: 1, 2, 3, ... without gaps; never reused."""
    kind: Kind
    parent: int
    """For a command: the command before it on its line, 0 for the first. Otherwise: where the cursor went."""
    tip: int
    """The last command of the current line once this row was written."""
    label: str
    """The undo step's label; empty for undo, redo and switch."""
    body: bytes
    """The caller's encoded entry; empty for undo, redo and switch."""
    at: float
    """When it was written: seconds since 1970-01-01 UTC."""


class Line(Struct, frozen=True):
    """The current line of commands: those in force, then those that redo would bring back."""

    rows: tuple[Row, ...]
    """Oldest first."""
    cursor: int
    """How many of the rows are in force: 0 to len(rows)."""


class Branch(Struct, frozen=True):
    """Commands that a later command cut off after an undo, still in the file."""

    tip: int
    """The branch's last command: what `bring_back` takes."""
    ancestor: int
    """The last command it shares with the current line; 0 when it shares none."""
    length: int
    """How many commands it has after the ancestor; at least 1."""
    first_label: str
    """Label of the oldest of them."""
    label: str
    """Label of the newest of them."""
    at: float
    """When the newest was written: seconds since 1970-01-01 UTC."""


class Anew(Struct, frozen=True):
    """That an open file was written anew, with every step."""

    why: Befallen
    kept: Path | None
    """Where what others put in its place is kept; None if that was nothing."""


class Surroundings(Struct, frozen=True):
    """What the storage takes from the machine, so that tests can take its place."""

    clock: Callable[[], float] = time.time
    """Seconds since 1970-01-01 UTC, written beside each row."""
    flush: Callable[[Path], None] = flush
    """Brings a file's content from the system's cache to the disk; raises OSError."""
    delay: float = 0.2
    """Seconds from a commit to the start of its flush; the two together stay below half a second."""
