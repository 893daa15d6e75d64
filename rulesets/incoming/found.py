"""What a file of another program says, in plain records that know no ruleset.

A reader fills a `Finding`; what it cannot take is told in sentences and never dropped in silence. The names
of values are the field's own and few (`VALUES`); what has no such name is a column or a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rulesets.vocabulary.incoming import ABILITIES, VALUES

__all__ = [
    "ABILITIES", "ENTRY_ERRORS", "MOST_ENTRIES", "VALUES", "Creature", "Effect", "Ends", "Finding",
    "Progress", "Reduction", "Refused", "Stopped", "Told", "Value",
]  # fmt: skip

Value = int | str
"""A number, or a text where the name says so."""
Ends = Literal["", "start", "end"]
"""Of whose turn an effect ends: at its start, at its end, or that is not said."""


class Effect(Struct, frozen=True, kw_only=True):
    """A condition or another thing that lasts."""

    name: str
    rounds: int | None = None
    """None: without an end."""
    ends: Ends = ""
    of: str = ""
    """Name of the combatant whose turn ends it."""


class Reduction(Struct, frozen=True, kw_only=True):
    """What is taken off damage."""

    value: int
    bypass: tuple[str, ...] = ()
    """Any of these kinds of damage is not reduced."""
    only: tuple[str, ...] = ()
    """Only these kinds are reduced; () is every kind."""


class Creature(Struct, frozen=True, kw_only=True):
    """One entry of a file: a kind of creature, a character, or somebody in a fight."""

    name: str
    """White space joined; else as it is written."""
    family: str = ""
    """Game that its numbers are of: '3.5', 'pf1', 'pf2', 'saga', '5e', or '' where nothing tells."""
    where: str = "library"
    """'library', 'character', 'saved:NAME' (a prepared encounter) or 'combat' (a running fight)."""
    count: int = 1
    count_dice: str = ""
    """How many, where that is rolled: '1d4+1'; `count` is then what it comes to on the average."""
    kind: Literal["", "pc", "npc"] = ""
    side: str = ""
    """'party', 'foes', another one's name, or '' where the file does not tell."""
    hidden: bool = False
    values: dict[str, Value] = {}
    """By the names of `VALUES`."""
    columns: dict[str, str] = {}
    """Values under headings of the file's own, as written: a ruleset may have a stat of that name."""
    feats: tuple[str, ...] = ()
    """Feats, talents and special qualities, as they are called."""
    reductions: tuple[Reduction, ...] = ()
    effects: tuple[Effect, ...] = ()
    initiative_count: int | None = None
    """What was rolled, in a fight that has begun."""
    texts: tuple[tuple[str, str], ...] = ()
    """(label, text) of what is for the notes; label '' is a text by itself. Without markup."""
    guessed: frozenset[str] = frozenset()
    """Names of `values` that the file does not say and that were worked out."""


class Told(Struct, frozen=True):
    """A sentence for the game master, with what is filled in."""

    template: str
    """`{name}` stands where something is filled in."""
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        """The sentence in the program's own language."""
        return self.template.format(**self.params)


class Refused(ValueError):
    """A file cannot be taken at all: why, and what can be done."""

    def __init__(self, template: str, **params: Any) -> None:
        """Say it with a sentence."""
        self.told = Told(template, params)
        super().__init__(str(self.told))


class Stopped(Exception):
    """Whoever waits for the reading has called it off."""


Progress = Callable[[int], bool]
"""Is told how many entries were read; answers False to call it off."""

MOST_ENTRIES = 20_000
"""More creatures than that nobody brings; what comes after them is named and left out."""
ENTRY_ERRORS = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, msgspec.MsgspecError,
)  # fmt: skip
"""What one entry that is not as its format says can raise in its reader."""


class Finding:
    """What has been found so far: a reader adds to it from the top of the file to its end."""

    def __init__(self, progress: Progress | None = None) -> None:
        """Begin with nothing."""
        self.creatures: list[Creature] = []
        self.told: list[Told] = []
        """What was left out, guessed or is to be looked at, in the order of the file."""
        self.groups: list[str] = []
        """Names of encounters and parties inside."""
        self.round: int | None = None
        """Round of a running fight; 1 is the first, None: there is none, or it has not begun."""
        self.active = ""
        """Name of the creature whose turn it is."""
        self._progress = progress

    def add(self, creature: Creature) -> None:
        """Take a creature.

        Raises Stopped if the reading was called off, Refused if there are too many.
        """
        if len(self.creatures) >= MOST_ENTRIES:
            raise Refused(
                "There are more than {most} creatures in it. Bring a smaller part.", most=MOST_ENTRIES
            )
        self.creatures.append(creature)
        if (
            self._progress is not None
            and not len(self.creatures) % 50
            and not self._progress(len(self.creatures))
        ):
            raise Stopped

    def tell(self, template: str, **params: Any) -> None:
        """Tell the game master something; whom it is about is `name` in the template."""
        self.told.append(Told(template, params))

    @contextmanager
    def entry(self, name: object) -> Iterator[None]:
        """Go on with the next entry where this one is not as its format says: it is named."""
        try:
            yield
        except Refused:
            raise
        except ENTRY_ERRORS:
            self.tell("“{name}” cannot be read and was left out.", name=str(name)[:80] or "?")
