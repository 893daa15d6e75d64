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
        called: str
        """What people call it where a change of rules is told; of a section one of its entries."""


# -- what a key says -----------------------------------------------------------------------------------


_said: list[dict[str, Any]] = []
"""What has been said of the fields of the class whose body is being run."""
_SAID: dict[type, dict[str, dict[str, Any]]] = {}
"""Table → its own fields → what is said of each of them."""
_CALLED: dict[type, dict[str, str]] = {}
"""Table → its own fields → what people call them, also of those that nobody writes."""


def keyed(default: T, description: str, **more: "Unpack[More]") -> T:
    """Return the default of a field, and keep what is said of its key."""
    _said.append({"description": description, **more})
    return default


def needed(description: str, called: str = "") -> Any:
    """Keep what is said of a key without which its table means nothing."""
    _said.append({"description": description, "called": called})
    return NODEFAULT


def shared(table: "type[Keyed]", key: str, *default: Any, **more: "Unpack[More]") -> Any:
    """Return the default of a field whose key means what it means in ``table``, where it is stated.

    ``default`` is what it is when left out, if that is something else here.
    """
    _said.append({**said_of(table)[key], **more, "stated": stated_in(table, key)})
    if default:
        return default[0]
    names, defaults = table.__struct_fields__, table.__struct_defaults__
    return dict(zip(reversed(names), reversed(defaults), strict=False)).get(key, NODEFAULT)


def section(default: T, alias: str, called: str, description: str) -> T:
    """Return the default of a part of a ruleset.

    Args:
        default: What it is when nothing of it is written.
        alias: The word that its tables are headed with.
        called: What people call one of its entries.
        description: What authors are told of it.
    """
    _said.append({"description": description, "alias": alias, "called": called, "section": True})
    return default


def made(default: T, called: str = "") -> T:
    """Return the default of a field of which nothing is said: none is written, or the class below says it.

    ``called`` is what people call it where a change of rules tells of it all the same.
    """
    _said.append({"called": called})
    return default


class Keyed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of a ruleset. Its fields are its keys, and its docstring is what authors read of it."""

    bare: ClassVar[str] = ""
    """The key that a bare value in place of the table stands for; '' if there is none."""
    heading: ClassVar[str] = ""
    """Of keys that several tables have: the chapter of the reference that tells of them, once for all."""

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
        both = list(zip(own, said, strict=True))
        _SAID[cls] = {name: info for name, info in both if "description" in info}
        _CALLED[cls] = {name: info["called"] for name, info in both if info.get("called")}


def said_of(table: type) -> dict[str, dict[str, Any]]:
    """Return what is said of the keys of a table, by the names of its fields."""
    return {name: said for cls in reversed(table.__mro__) for name, said in _SAID.get(cls, {}).items()}


def called_in(table: type, name: str) -> str:
    """Return what people call the key of a field; '' if nobody is told of it."""
    return next((_CALLED[cls][name] for cls in table.__mro__ if name in _CALLED.get(cls, ())), "")


def stated_in(table: type, name: str) -> type:
    """Return the table that states the key of a field: itself, one that it is made with, or another."""
    for cls in table.__mro__:
        said = _SAID.get(cls, {}).get(name)
        if said is not None:
            stated: type = said.get("stated", cls)
            return stated if said.get("stated") or "heading" in cls.__dict__ else table
    return table


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
    """Marks a text as a moment of refilling: turn-start, round-end or 'phase-start:<id>'."""


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


class AsList(Struct, frozen=True):
    """Marks a table of ids and conditions that may be written as a list of ids: those are under any."""


class OfTable(Struct, frozen=True):
    """Marks a table of words and labels that may be written as the id of a table whose entries they are."""


FULL = "full"
WHOLE = ("all", FULL)
"""What stands in place of an amount: all that is left of a pool, or a pool that must be full as a whole."""
Expr = Annotated[str, IsFormula()]
"""Text of a formula; '' means none."""
Number = Annotated[str, IsFormula(gives="number")]
"""Text of a formula that must come to a number."""
Condition = Annotated[str, IsFormula(gives="condition")]
"""Text of a formula that says whether something is so."""
Amount = Annotated[str, IsFormula(WHOLE)]
"""Text of a formula, or 'all' or 'full'."""
Payment = Annotated[str, IsFormula(WHOLE, gives="number")]
"""Text of a formula that must come to a number, or 'all' or 'full'."""
Text = Annotated[str, IsText()]
PlainText = Annotated[str, IsPlain()]
Id = Annotated[str, IsId()]
Kinds = Annotated[dict[Id, Text], OfTable()]
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
StatOrTrackRef = Annotated[str, Ref(("stat", "track"))]
ResourceRef = Annotated[str, Ref(("resource",))]
RollRef = Annotated[str, Ref(("roll",))]
OptionRef = Annotated[str, Ref(("option",))]
Refill = Annotated[str, IsRefill()]
Forbidden = Annotated[str, IsForbidden()]

AttackKind = Literal["ranged", "point-blank", "melee", "brawl"]
Wild = Literal["", "keep", "drop", "complication"]

DICE = r"([1-9]\d?)?d[1-9]\d{0,2}"
"""Dice such as 'd20' or '2d6': there is no die without sides, and no roll without a die."""
At = Literal[
    "encounter-start", "join", "placed", "round-start", "phase-start", "turn-start", "act", "turn-end",
    "turn-over", "place-over", "pass-end", "declare", "rolled", "attack", "hit", "round-end", "encounter-end",
]  # fmt: skip
AT_MOMENTS: tuple[At, ...] = get_args(At)
"""The closed set of moments at which something can begin, end, refill or happen."""


Tone = Literal["", "good", "bad", "neutral"]
Until = Literal["", "turn-start", "turn-end", "round-end", "encounter"]
UNTIL: tuple[Until, ...] = get_args(Until)
"""Until when something lasts that begins; '' is what the ruleset says."""


# -- what every part is made with ----------------------------------------------------------------------


class Entry(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """Almost every entry of every section can have these four keys.

    A missing label is an error wherever people would read it.
    """

    heading: ClassVar[str] = "For people"
    labelled: ClassVar[bool] = True
    """False for entries that nobody is shown by their label."""

    label: Text = keyed("", "What people read: the name of the thing.", called="its name")
    short: Text = keyed("", "At most four characters, for tokens.", max_length=4, called="its short name")
    text: Text = keyed("", "The rule in one or two sentences, in your own words.", called="its text")
    cite: str = keyed(
        "",
        "Where the rule stands: a page, a sentence, a rule id. Refusals and explanations show it.",
        called="its source",
    )


class Common(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """What these say is the same wherever they stand."""

    heading: ClassVar[str] = "In many places"

    id: str = keyed("", "Of an entry of a list: its name, by which an option or another ruleset changes it.")
    condition: Condition = keyed("", "Only if this holds.", alias="if", called="its condition")
    default: Expr = keyed(
        "",
        "What counts where nothing else is given or chosen. Of an input it is a formula: a text stands in "
        "single quotes, such as `'blade'`.",
        called="usual value",
    )
    group: Text = keyed("", "Heading under which it is shown.", called="its heading")
    tone: Tone = keyed(
        "", "How it is drawn: 'good', 'bad' or 'neutral' for who has it.", called="how it is drawn"
    )
    flag: str = keyed(
        "", "What the GM is told then, a [flag](#flags) or a word of your own.", called="what is told then"
    )
    least: int | None = keyed(None, "Smallest value that can be entered.", called="least value")
    parts: int = keyed(
        1, "How many times the cost is paid before it takes effect.", ge=1, called="number of parts"
    )
    until: Until = keyed(
        "",
        "How long it lasts: to the next beginning or end of a turn, to the end of the next round, or as long "
        "as the encounter. What is under way when it begins does not count: 'turn-end', begun in the own "
        "turn, is the end of the one after.",
        called="how long it lasts",
    )
    resets: Refill = keyed(
        "turn-start",
        "When it is again what it is at first: a pool as full as it can be, a tally 0.",
        called="when it is set back",
    )
    holds: Expr = keyed(
        "",
        "As long as this is true of its combatant: a state begins by itself as soon as it is and ends as "
        "soon as it is no longer, and what the GM begins or ends by hand stays until the answer changes; a "
        "roll is only asked for while it is. It is asked whenever the combatant's stats, states, effects or "
        "tracks change.",
        alias="while",
        examples=("life <= 0",),
        called="how long it holds",
    )
    place: Literal["moves", "pass", "stays", "moves-down"] = keyed(
        "moves",
        "Where whoever waited stands who comes in then: it has a new place in the order, as long as that "
        "lasts, for 'pass' in this pass alone, for 'moves-down' never further up than it was; or it stays "
        "where it was. Of a readied action the new place is just before the one that set it off.",
        called="the place of whoever comes in",
    )
    back_if_put_off: bool = keyed(
        False,
        "Comes back when the turn whose beginning ended it is put off untouched.",
        called="whether it comes back with a turn that is put off",
    )
    kinds: Kinds = keyed(
        {},
        "It comes in kinds and is said once for all of them: id → what people read of it, or the table whose "
        "entries they are. A state is one for each, '<state>-<kind>', and so is an action, a reaction and a "
        "check; a stat likewise, '<stat>_<kind>'; a stage happens for each. In labels '{kind}' stands for "
        "what people read, anywhere else but in a state for the id; stages of a state can read 'kind'. One "
        "that is written besides, under its own name, says what is different and has the rest from them.",
        examples=({"fire": "fire", "cold": "cold"},),
        called="its kinds",
    )
    verb: Text = keyed(
        "", "What the table calls doing it: 'slow down', 'Surprises', 'Hesitated'.", called="its word"
    )
    role: str = keyed(
        "",
        "What the window takes it for. Of a pipeline what its keys and totals mean: 'damage' (H), 'heal' "
        "(Shift+H), 'temporary', or nothing. Of a formula 'hit': it says whether an attack hits, and is "
        "asked when one is rolled. Its first input is what was rolled, the next what that is rolled "
        "against; one called 'natural' is what the die showed. Its cases, if any, are kinds of attack. Of a "
        "formula 'critical', with the same inputs: whether a hit is one; the input of the damage that is "
        "called as the formula is ticked then. It can ask by 'of_target' for stats of who is hit, and one "
        "called as a kind of roll is whether the attack was one of that kind. One called 'threat' is the "
        "lowest die with which the weapon threatens one, 20 where its note says no other, and one called "
        "'confirmed' is whether a second roll has hit, too: it is asked for where it decides. One that is "
        "called as a choice of the damage is what the action of the attack has chosen there. Of a formula "
        "'critical-miss', with the same inputs as 'hit': whether a miss is called a critical failure. Of one "
        "'harm', with the same inputs and one more for a die code: what the dice of the damage are after a "
        "hit. Of one 'part': how much of the damage each of several takes, 1 for all of it, 1 / 2, 0 or 2. "
        "Its first input is told once for all: what was rolled against each, or, where the formula asks for "
        "a die such as 'd20' that each rolls, what that is rolled against; 'of_target' says which number of "
        "each it is about, and 'natural' is what the die showed.",
        called="what it is for",
    )
    lost: Condition = keyed(
        "",
        "Whoever it comes to hold of while it waits with that loses it.",
        examples=("has_state('stunned')",),
        called="when it is lost",
    )


class Moment(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """When something begins, ends or happens by itself: see [moments](#moments)."""

    heading: ClassVar[str] = "moment"

    at: At = needed(
        "The moment. The table of [moments](#moments) says for whom it comes.", called="its moment"
    )
    phase: PhaseRef = keyed("", "Only in this phase, or at its beginning.", called="its phase")
    condition: Condition = shared(Common, "condition")


Moments = Annotated[tuple[Moment, ...], Several()]
