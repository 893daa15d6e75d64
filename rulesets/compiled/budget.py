"""What a turn is made of: pools and tallies, costs, actions, reactions, declarations, points."""

from msgspec import Struct, field

from rulesets.compiled.base import Entry, Expr, Stage


class Pool(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A pool goes down and is refilled to its size."""

    size: Expr = "0"
    """A formula; none is without limit."""
    refill: str = "turn"
    """turn · round · start, or 'phase:<id>'"""
    refill_by: Expr = ""
    """How much comes back, never above the size; empty: up to its size."""
    lost: str = ""
    """turn-end: what is left is gone when the own turn ends."""
    refusal: str = "no-budget"
    shape: str = "square"
    """How the token is drawn: square · round"""
    shown: str = "token"
    """token · number · hidden"""
    within: str = ""
    """Pool whose token also shows this one (extra reactions)."""
    only: str = ""
    """Phase in which it counts; elsewhere it is neither shown nor refilled."""


class Tally(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A tally goes up and is set back to 0."""

    resets: str = "round"
    shown: str = "number"
    """number · hidden"""


class Alternative(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way to pay a cost."""

    pay: dict[str, str] = field(default_factory=dict)
    """Pool → amount: a number, 'all', or a formula over the command's fields (points)."""
    gives: dict[str, int] = field(default_factory=dict)
    borrows: dict[str, int] = field(default_factory=dict)
    """Pools of the next turn."""
    condition: Expr = ""
    untouched: bool = False
    """Every pool it takes all of must still be full."""


class Cost(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A type of action and what it costs: alternatives, the cheapest first."""

    alternatives: tuple[Alternative, ...] = ()
    in_phase: dict[str, tuple[Alternative, ...]] = field(default_factory=dict)
    phases: tuple[str, ...] = ()
    """Phases in which it can be taken; empty: in those where turns are taken."""
    off_turn: bool = False
    light: bool = False
    """Too little to count as having acted (free actions)."""
    needs: Expr = ""
    adds: dict[str, Expr] = field(default_factory=dict)
    """Tally → amount."""
    forced: dict[str, int] = field(default_factory=dict)
    """Tally → amount added when the GM insists on it though it cannot be paid."""
    kind: str = "action"
    """action: one of the turn's · reaction · part: only as part of something else"""
    key: int = 0
    """1 to 6: the digit that spends it."""


class Action(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """An action of the catalogue."""

    cost: str = ""
    cost_if: tuple[tuple[Expr, str], ...] = ()
    limited: str = ""
    """Cost when it is taken as a lesser action, in a turn limited to that."""
    limited_if: Expr = ""
    limited_parts: int = 1
    """How many times that lesser cost is paid before it takes effect (begun and completed in two turns)."""
    varies: tuple[str, ...] = ()
    """Further costs it can be taken at, where the command names one."""
    parts: int = 1
    uninterrupted: bool = False
    needs: Expr = ""
    needs_text: str = ""
    once: str = ""
    """day · encounter · round · turn"""
    times: Expr = "1"
    does: tuple[Stage, ...] = ()
    skill: Expr = ""
    points: Expr = ""
    """What 'points' is in its cost when the command does not say."""
    maintains: bool = False
    """Keeps up one of the combatant's effects that end unless they are maintained."""
    provokes: str = ""
    """yes · no · maybe: whether it provokes attacks of opportunity."""
    exempt: bool = False
    """Allowed although a state forbids its kind."""
    offered: bool = True


class Reaction(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A reaction: what it answers, what it costs, what it covers."""

    cost: str = ""
    needs: Expr = ""
    needs_text: str = ""
    answers: tuple[str, ...] = ()
    """Kinds of attack on oneself in the present turn; empty: whatever happens."""
    results: tuple[str, ...] = ()
    """Results of that attack; empty: any."""
    prompted: bool = False
    """Needs the label of what it reacts to."""
    once_per: str = ""
    """trigger: one of this combatant's reactions to the same label · attack: one of this kind to an attack"""
    resolves: str = "before"
    """before: at once · after: after the pending action it reacts to"""
    skill: str = ""
    spare: str = ""
    """Pool of declared actions it may use."""
    spare_keeps: int = 0
    """How many of that pool are no spares while the first act is to come."""
    adds: dict[str, Expr] = field(default_factory=dict)
    """Tally → amount when no spare is used."""
    covers: str = ""
    """round: the same reaction again in the round changes nothing."""
    sets: dict[str, Expr] = field(default_factory=dict)
    """Pool or tally → value."""
    begin: tuple[str, ...] = ()
    does: tuple[Stage, ...] = ()


class Field(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a declaration."""

    type: str = "text"
    """number · text · texts · bool · combatant · combatants · choice · stat"""
    least: int | None = None
    default: Expr = ""
    """Value when it is left out."""
    table: str = ""
    """Of type choice: the table whose entries can be chosen."""
    of: str = ""
    """Of type stat: the group whose stats can be chosen."""
    names: bool = False
    """What it says names the acts that are announced, one after the other."""
    count: Expr = ""
    """Of type texts: how many there can be, and if it is needed must be."""
    needed: bool = False
    not_reaction: bool = False
    spends: str = ""
    """Resource that it takes."""


class Declaration(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be declared."""

    fields: dict[str, Field] = field(default_factory=dict)
    cost: dict[str, str] = field(default_factory=dict)
    """Pool → amount ('all' takes an untouched pool whole; formula over the fields)."""
    sets: dict[str, Expr] = field(default_factory=dict)
    adds: dict[str, Expr] = field(default_factory=dict)
    begin: tuple[str, ...] = ()
    once: bool = True
    excludes: str = ""
    """Name of a set of declarations of which only one can be made."""
    alone: bool = False
    """No other declaration can stand beside it."""
    needs: Expr = ""
    needs_text: str = ""
    completes: bool = False
    """The combatant has declared with it, whatever the phase says."""
    in_turn: bool = False
    acts: Expr = ""
    """Number of acts in the round that it announces; each is shown by itself."""
    verb: bool = False
    """It has a name of its own at the table ('hesitate')."""


class Resource(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Points that are spent on rolls."""

    stat: str
    not_on: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    once: str = ""
    """round: one of them in a round"""
    adds: Expr = ""
    """Die code that a point adds to the roll."""
    does: tuple[Stage, ...] = ()
    """What spending one brings with it."""
