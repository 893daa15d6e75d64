"""What every part of a ruleset is made with: formulas, moments, stages, and what entries have for people."""

from msgspec import Struct, field

Expr = str
"""Text of a formula."""

AT_MOMENTS = (
    "start", "join", "round", "phase", "turn", "act", "turn-end", "place-over", "declare", "rolled", "hit",
    "round-end", "encounter-end",
)  # fmt: skip
"""The closed set of moments at which something can begin, end, refill or happen."""


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every entry of a ruleset has for people."""

    label: str = ""
    short: str = ""
    """At most four characters, for tokens."""
    text: str = ""
    """The rule in one or two sentences."""
    cite: str = ""


class Stage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One stage of a pipeline or of what an action does. Exactly one verb is set."""

    id: str = ""
    label: str = ""
    cite: str = ""
    on: str = "self"
    """self · target: whom it works on, and over whom its formulas are read."""
    condition: Expr = ""
    let: str = ""
    """Name that takes ``value``."""
    value: Expr = ""
    reduce: Expr = ""
    """Takes this off what is left."""
    scale: Expr = ""
    """What is left, times this, rounded down."""
    absorb: str = ""
    """Stat that takes what is left as far as it goes."""
    gain: str = ""
    """Stat that grows by ``value``, up to ``cap``."""
    cap: Expr = ""
    """Of gain and pool: where it stops; beside a pool 'size' is how much that holds."""
    set: str = ""
    track: str = ""
    by: Expr = ""
    to: Expr = ""
    recovers: bool = False
    """Moving up stops at persistent steps."""
    persistent: bool = False
    """Steps down do not recover by themselves."""
    begin: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    pool: str = ""
    short: tuple[str, ...] = ()
    """States that begin when the pool has less than ``by``."""
    tally: str = ""
    flag: Expr = ""
    shows: dict[str, Expr] = field(default_factory=dict)
    """Of flag: values that its line shows, by name."""
    effect: str = ""
    rounds: Expr = ""
    out: str = ""


class Moment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When something begins or ends."""

    at: str
    phase: str = ""
    """Only in this phase (turn, act), or at the beginning of this phase."""
    condition: Expr = ""


class TriggerRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """At a moment, something happens to somebody."""

    at: str
    phase: str = ""
    condition: Expr = ""
    does: tuple[Stage, ...] = ()
