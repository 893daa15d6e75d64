"""How somebody fares: states, ties between combatants, condition tracks, pipelines."""

from typing import Any

from msgspec import field

from rulesets.compiled.base import Entry, Expr, Moment, Stage


class StateRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A state of the ruleset."""

    begins: tuple[Moment, ...] = ()
    ends: tuple[Moment, ...] = ()
    holds: Expr = ""
    """It begins as soon as this comes true of its combatant, and ends as soon as it is no longer true."""
    forbids: tuple[str, ...] = ()
    """Activities (act, react, declare, ready, resume, delay), action types, actions or reactions by id;
    'act@surprise' only in that phase, 'act@surprise:unaware' there and only to whoever was unaware."""
    allows: tuple[str, ...] = ()
    """What it does not forbid although it forbids its kind."""
    add: dict[str, Expr] = field(default_factory=dict)
    factor: dict[str, Expr] = field(default_factory=dict)
    unless: dict[str, Expr] = field(default_factory=dict)
    """What is forbidden → formula under which it is allowed all the same."""
    worse: str = ""
    """The next state of its ladder, which it becomes if it begins anew on somebody who is in it."""
    out: str = ""
    """defeated · disabled: who is in it is out of the fight, or cannot act for now."""
    asks: str = ""
    """Pipeline that answers it: what the GM has to roll for whoever is in it."""
    incapable: bool = False
    """Who is in it counts as unable to act when the encounter asks whether it is over."""
    back_if_put_off: bool = False
    """Comes back when the turn whose beginning ended it is put off untouched."""
    tone: str = ""
    """good · bad · neutral: how its chip is drawn"""


class RelationRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A tie between combatants: directed and made when an order is rolled, or mutual and made by hand.

    By hand: with its state put on somebody by somebody else. Everybody tied is in the state, and ending it
    for one ends it for all.
    """

    order: str = ""
    condition: Expr = ""
    """Over 'mine' and 'theirs', the two counts."""
    state: str = ""
    """State that makes it by hand; such a tie has no order."""
    ends: str = "turn"
    """turn: at the other's turn · place: when its place comes up"""
    back_if_put_off: bool = True
    penalty: Expr = "0"
    except_if: Expr = ""
    """Formula over the other, with 'by', the id of this one: it cannot be tied."""
    bars: tuple[str, ...] = ()
    """Reactions that the other cannot take against this one."""
    verb: str = ""
    """What this one does to the other, of a directed tie: 'Surprises'."""


class Step(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a track; step 0 is unhurt."""

    penalty: int = 0
    values: dict[str, float] = field(default_factory=dict)
    add: dict[str, int] = field(default_factory=dict)
    factor: dict[str, float] = field(default_factory=dict)
    states: tuple[str, ...] = ()
    out: str = ""


class Track(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A condition track."""

    main: bool = False
    steps: tuple[Step, ...] = ()
    last: Expr = ""
    """Step at which it ends for a combatant; empty: its last one."""
    on_worse: tuple[Stage, ...] = ()
    """What happens at a move for the worse; 'moved' is by how many steps."""
    on_better: tuple[Stage, ...] = ()
    group: str = ""


class Input(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a pipeline is told."""

    type: str = "number"
    """number · bool · choice · text"""
    default: Any = None
    least: int | None = None
    choices: tuple[str, ...] = ()
    closed: bool = False
    """Nothing but the choices can be given."""
    needed: bool = False
    each: bool = False
    """Every target has its own: what it rolls itself."""
    dice: str = ""
    """Dice that are rolled if it is not given."""


class Pipeline(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Named stages that run on one or many."""

    inputs: dict[str, Input] = field(default_factory=dict)
    amount: str = ""
    """Input that is 'left' at the beginning."""
    stages: tuple[Stage, ...] = ()
    tone: str = "bad"
    role: str = ""
    """damage · heal · '' : what the window's keys and the totals mean by it"""
