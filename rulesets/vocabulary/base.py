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


_OF_THE_CLASS = ("bare", "labelled")
"""What a table says of itself, beside its fields."""
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
        own = [name for name in cls.__annotations__ if name not in _OF_THE_CLASS]
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
StatRef = Annotated[str, Ref(("stat",))]
OrderRef = Annotated[str, Ref(("order",))]
PhaseRef = Annotated[str, Ref(("phase",))]
PoolRef = Annotated[str, Ref(("pool",))]
TallyRef = Annotated[str, Ref(("tally",))]
CostRef = Annotated[str, Ref(("cost",))]
ActionRef = Annotated[str, Ref(("action",))]
ReactionRef = Annotated[str, Ref(("reaction",))]
PipelineRef = Annotated[str, Ref(("pipeline",))]
DeclarationRef = Annotated[str, Ref(("declaration",))]
StateRef = Annotated[str, Ref(("state",))]
StateOrEffectRef = Annotated[str, Ref(("state", "effect"))]
TableRef = Annotated[str, Ref(("table",))]
TrackRef = Annotated[str, Ref(("track",))]
ResourceRef = Annotated[str, Ref(("resource",))]
OptionRef = Annotated[str, Ref(("option",))]
Refill = Annotated[str, IsRefill()]
Forbidden = Annotated[str, IsForbidden()]

DICE = r"([1-9]\d?)?d[1-9]\d{0,2}"
"""Dice such as 'd20' or '2d6': there is no die without sides, and no roll without a die."""
At = Literal[
    "start", "join", "round", "phase", "turn", "act", "turn-end", "place-over", "declare", "rolled", "hit",
    "round-end", "encounter-end",
]  # fmt: skip
AT_MOMENTS: tuple[At, ...] = get_args(At)
"""The closed set of moments at which something can begin, end, refill or happen."""
VERBS = ("let", "reduce", "scale", "absorb", "gain", "set", "track", "pool", "tally", "effect")
"""Of these a stage has at most one."""
COMPANIONS = ("begin", "end", "flag", "out")
"""These can stand alone or beside a verb."""


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


class Stage(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """One step of what happens. It has exactly one verb: see [verbs of stages](#verbs-of-stages)."""

    id: str = keyed("", "Name of the stage in results.")
    label: Text = keyed("", "What people read beside its number.")
    cite: str = keyed("", "Where the rule stands.")
    on: Literal["self", "target"] = keyed(
        "self",
        "Whom it works on: who does it, or the target, which the window then asks for. Formulas of the "
        "stage are read over that one. Only in what an action, reaction or resource 'does'.",
    )
    condition: Condition = keyed("", "Only if this holds.", alias="if")
    let: str = keyed("", "Verb: this name takes 'value' for the stages after it.")
    value: Expr = keyed("", "Beside 'let', 'gain' and 'set': the value.")
    reduce: Number = keyed("", "Verb: takes this off what is left.")
    scale: Number = keyed("", "Verb: what is left, times this, rounded down.")
    absorb: StatRef = keyed("", "Verb: this stat takes what is left as far as it goes.")
    gain: StatRef = keyed("", "Verb: this stat grows by 'value', up to 'cap'.")
    cap: Number = keyed(
        "",
        "Beside 'gain' and 'pool': where growing stops. Beside 'pool' the name 'size' is how much the "
        "pool holds.",
        examples=(
            "max_life",
            "size",
        ),
    )
    set: StatRef = keyed("", "Verb: this stat becomes 'value'.")
    track: TrackRef = keyed("", "Verb: moves along this track, 'by' steps or 'to' a step.")
    by: Number = keyed(
        "", "Beside 'track', 'pool' and 'tally': how much. On a track a positive number is worse."
    )
    to: Number = keyed(
        "",
        "Instead of 'by': the step of the track, counted from 0, or what is left of the pool, or the tally, "
        "afterwards.",
    )
    recovers: bool = keyed(False, "Beside 'track': moving up stops at persistent steps.")
    persistent: bool = keyed(False, "Beside 'track': steps for the worse do not recover by themselves.")
    begin: tuple[StateRef, ...] = keyed((), "Verb, also beside another one: states that begin.")
    end: tuple[StateOrEffectRef, ...] = keyed(
        (), "Verb, also beside another one: states and effects that end."
    )
    pool: PoolRef = keyed("", "Verb: this pool changes by 'by', or becomes 'to'.")
    short: tuple[StateRef, ...] = keyed(
        (), "Beside 'pool': states that begin when it has less than 'by' takes."
    )
    tally: TallyRef = keyed("", "Verb: this tally changes by 'by', or becomes 'to'.")
    flag: str = keyed(
        "", "Verb, also beside another one: what the GM is told, a [flag](#flags) or a word of your own."
    )
    shows: dict[Name, Expr] = keyed({}, "Beside 'flag': values that its line shows, by name.")
    effect: str = keyed("", "Verb: an effect of this name begins.")
    rounds: Number = keyed("", "Beside 'effect': how long it lasts.")
    out: Literal["", "defeated", "disabled", "restore"] = keyed(
        "", "Verb, also beside another one: takes the combatant out of the fight, or brings it back."
    )

    @property
    def formulas(self) -> tuple[str, ...]:
        """Return every formula that it reads."""
        own = (self.condition, self.value, self.reduce, self.scale, self.cap, self.by, self.to, self.rounds)
        return tuple(text for text in (*own, *self.shows.values()) if text)


class Moment(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """When a state begins or ends by itself: see [moments](#moments)."""

    at: At = needed("The moment.")
    phase: PhaseRef = keyed("", "Only in this phase (turn, act), or at the beginning of this phase.")
    condition: Condition = keyed("", "Only if this holds.", alias="if")


Moments = Annotated[tuple[Moment, ...], Several()]


class TriggerRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens by itself at a [moment](#moments)."""

    labelled: ClassVar[bool] = False

    at: At = needed("The moment. The table of [moments](#moments) says for whom it comes.")
    phase: PhaseRef = keyed("", "Only in this phase, or at its beginning.")
    condition: Condition = keyed("", "Only if this holds.", alias="if")
    does: tuple[Stage, ...] = keyed(
        (), "What happens, to each of those for whom the moment comes, one after the other."
    )


# -- what somebody does --------------------------------------------------------------------------------

Span = Literal["", "day", "encounter", "round", "phase", "turn"]


class Deed(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What actions, reactions, declarations and points have in common: when they can be done and do what."""

    phases: tuple[PhaseRef, ...] = keyed((), "Phases in which it can be done; none: no matter which.")
    needs: Condition = keyed("", "Must hold for it to be done.", examples=("life < max_life",))
    needs_text: Text = keyed(
        "",
        "What is said of it, beginning with 'only': it ends the sentence that refuses.",
        examples=("only who is hurt",),
    )
    once: Span = keyed("", "It can be done only 'times' times in this span.")
    times: Number = keyed("1", "Of once: how often.")
    does: tuple[Stage, ...] = keyed(
        (), "What happens to who does it; a stage with on = 'target' happens to the target."
    )
