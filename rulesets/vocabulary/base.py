"""What the statement of the vocabulary is made with, and what every part of a ruleset is made with.

A key stands once: as a field of a frozen struct, which the engine reads as it is, with everything that an
author is told of it. :func:`keyed` gives a field its default and keeps the rest beside it, at next to no cost
for a start: the hints of types, which say what a text means, are only looked at when a text is read.
"""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar, get_args

from msgspec import NODEFAULT, Struct

T = TypeVar("T")

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    class More(TypedDict, total=False):
        """What may be said of a key besides its description."""

        alias: str
        """How it is written, where that is no name in Python or another word."""
        examples: tuple[Any, ...]
        ge: int
        le: int
        max_length: int
        pattern: str
        after: str
        """Of a key that is only written: the one behind which it stands."""


# -- what a key says -----------------------------------------------------------------------------------


_said: list[dict[str, Any] | None] = []
"""What has been said of the fields of the class whose body is being run."""
_SAID: dict[type, dict[str, dict[str, Any]]] = {}
"""Table → its own fields → what is said of each of them."""


def keyed(default: T, description: str, **more: "Unpack[More]") -> T:
    """Return the default of a field, and keep what is said of its key."""
    _said.append({"description": description, **more})
    return default


def needed(description: str) -> Any:
    """Keep what is said of a key without which its table means nothing."""
    _said.append({"description": description})
    return NODEFAULT


def section(default: T, alias: str, description: str) -> T:
    """Return the default of a part of a ruleset; ``alias`` is the word that its tables are headed with."""
    _said.append({"description": description, "alias": alias, "section": True})
    return default


def made(default: T) -> T:
    """Return the default of a field of which nothing is said: none is written, or the class below says it."""
    _said.append(None)
    return default


class Keyed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of a ruleset. Its fields are its keys, and its docstring is what authors read of it."""

    bare: ClassVar[str] = ""
    """The key that a bare value in place of the table stands for; '' if there is none."""

    def __init_subclass__(cls) -> None:
        """Give each field what was said of it, in their order."""
        super().__init_subclass__()
        own = [
            name
            for name, hint in cls.__annotations__.items()
            if getattr(hint, "__origin__", None) is not ClassVar
        ]
        said = list(_said)
        _said.clear()
        _SAID[cls] = {name: info for name, info in zip(own, said, strict=True) if info is not None}


def said_of(table: type) -> dict[str, dict[str, Any]]:
    """Return what is said of the keys of a table, by the names of its fields."""
    return {name: said for cls in reversed(table.__mro__) for name, said in _SAID.get(cls, {}).items()}


# -- what a text means ---------------------------------------------------------------------------------


class IsFormula(Struct, frozen=True):
    """Marks a text as a formula; ``words`` are texts that mean something else there ('all')."""

    words: tuple[str, ...] = ()
    gives: Literal["", "number", "condition"] = ""
    """What it must come to; a condition says whether something is so at all."""


class Ref(Struct, frozen=True):
    """Marks a text as the id of an entry of one of ``kinds``; kinds are section names of the source."""

    kinds: tuple[str, ...]


class IsRefill(Struct, frozen=True):
    """Marks a text as a moment of refilling: turn, round, start or 'phase:<id>'."""


class IsForbidden(Struct, frozen=True):
    """Marks a text as something a state forbids: an activity or an id, perhaps with '@phase'."""


class IsWord(Struct, frozen=True):
    """Marks a text as a word of acts, one that some action has."""


class IsText(Struct, frozen=True):
    """Marks a text as one for people, which a translation can give in another language."""


class IsPlain(Struct, frozen=True):
    """Marks a text as one that may be written as a number, true or false."""


class IsId(Struct, frozen=True):
    """Marks a text as the id of an entry."""


class IsName(Struct, frozen=True):
    """Marks a text as a name that formulas can read."""


class Several(Struct, frozen=True):
    """Marks a list that may be written as its only entry."""


Expr = Annotated[str, IsFormula()]
"""Text of a formula; '' means none."""
Number = Annotated[str, IsFormula(gives="number")]
"""Text of a formula that must come to a number."""
Condition = Annotated[str, IsFormula(gives="condition")]
"""Text of a formula that says whether something is so."""
Amount = Annotated[str, IsFormula(("all",))]
"""Text of a formula, or 'all'."""
Payment = Annotated[str, IsFormula(("all",), gives="number")]
"""Text of a formula that must come to a number, or 'all'."""
Text = Annotated[str, IsText()]
PlainText = Annotated[str, IsPlain()]
Id = Annotated[str, IsId()]
Name = Annotated[str, IsName()]
Mark = Annotated[str, IsFormula(("+", "-", "!"), gives="number")]
"""Text of a formula that must come to a number, or '+', '-' or '!'."""
StatRef = Annotated[str, Ref(("stat",))]
OrderRef = Annotated[str, Ref(("order",))]
DeckRef = Annotated[str, Ref(("deck",))]
PhaseRef = Annotated[str, Ref(("phase",))]
PoolRef = Annotated[str, Ref(("pool",))]
TallyRef = Annotated[str, Ref(("tally",))]
CostRef = Annotated[str, Ref(("cost",))]
ActionRef = Annotated[str, Ref(("action",))]
ReactionRef = Annotated[str, Ref(("reaction",))]
PipelineRef = Annotated[str, Ref(("pipeline",))]
CheckRef = Annotated[str, Ref(("check",))]
DeclarationRef = Annotated[str, Ref(("declaration",))]
StateRef = Annotated[str, Ref(("state",))]
StateOrEffectRef = Annotated[str, Ref(("state", "effect"))]
TableRef = Annotated[str, Ref(("table",))]
Word = Annotated[str, IsWord()]
TrackRef = Annotated[str, Ref(("track",))]
ResourceRef = Annotated[str, Ref(("resource",))]
RollRef = Annotated[str, Ref(("roll",))]
OptionRef = Annotated[str, Ref(("option",))]
Refill = Annotated[str, IsRefill()]
Forbidden = Annotated[str, IsForbidden()]

DICE = r"([1-9]\d?)?d[1-9]\d{0,2}"
"""Dice such as 'd20' or '2d6': there is no die without sides, and no roll without a die."""
At = Literal[
    "start", "join", "placed", "round", "phase", "turn", "act", "turn-end", "turn-over", "place-over",
    "pass-end", "declare", "rolled", "attack", "hit", "round-end", "encounter-end",
]  # fmt: skip
AT_MOMENTS: tuple[At, ...] = get_args(At)
"""The closed set of moments at which something can begin, end, refill or happen."""


# -- what every part is made with ----------------------------------------------------------------------


class Entry(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """What every entry of a ruleset has for people."""

    labelled: ClassVar[bool] = True
    """False for entries that nobody is shown by their label."""

    label: Text = keyed("", "What people read: the name of the thing.")
    short: Text = keyed("", "At most four characters, for tokens.", max_length=4)
    text: Text = keyed("", "The rule in one or two sentences, in your own words.")
    cite: str = keyed(
        "", "Where the rule stands: a page, a sentence, a rule id. Refusals and explanations show it."
    )


class Moment(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """When a state begins or ends by itself: see [moments](#moments)."""

    at: At = needed("The moment.")
    phase: PhaseRef = keyed("", "Only in this phase (turn, act), or at the beginning of this phase.")
    condition: Condition = keyed("", "Only if this holds.", alias="if")


Moments = Annotated[tuple[Moment, ...], Several()]
