"""A ruleset as the engine reads it: frozen structs with plain formulas, cheap to load and to look up.

The loader makes one from a ``ruleset.toml`` (validated by :mod:`rulesets.definition`) with the options of
an encounter patched in. Every ``Text`` here is a formula (see :mod:`rulesets.formula`); '' means none.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

Expr = str
"""Text of a formula."""

AT_MOMENTS = (
    "start", "join", "round", "phase", "turn", "act", "turn-end", "declare", "rolled", "hit", "round-end",
    "encounter-end",
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


class Stat(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A stat: an input with a default, or derived by a formula; a value given directly wins."""

    default: Any = None
    formula: Expr = ""
    type: str = "number"
    """number · bool · code (die code) · text · list · reduction"""
    group: str = ""
    vital: bool = False
    """Kept as a number of its own from joining on (hit points), instead of derived at every look."""
    also: str = ""
    """Stat whose given value fills this one in when this one is not given."""
    least: int | None = None
    printed: bool = False
    edited: bool = False
    """Shown in the short form of adding a combatant."""


class Roll(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an order is rolled: ``dice`` such as 'd20' or '2d6' plus a formula, or a die code."""

    dice: str = ""
    plus: Expr = ""
    code: Expr = ""
    open_at: int = 0
    """Sum of the dice at which the roll is open: one more die is added, again after every highest result."""
    fumble_at: int = 0
    """Sum of the dice at which the GM is told of a fumble."""
    wild: str = ""
    """What a 1 on the last die of a code means: count · drop (it and the highest other) · complication.
    Its highest result is rolled on. '' : no die is wild."""


class Key(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One sort key of an order."""

    by: str
    """roll · value · rank · rolloff · coin · kind · pick · list · order"""
    value: Expr = ""
    """by value: formula (the lowest of a group); by rank: formula that is compared within the own side, so
    that sides alternate; by kind, pick: npc or pc; by order: its id."""
    descending: bool = True
    dice: str = "d20"
    """by rolloff: the die, or 'roll' for the order's own roll again."""
    once: bool = False
    """by rolloff: one pass only, what is still tied goes to the next key."""
    alike: bool = False
    """by list: only among NPCs of one side; others stay tied."""


class OrderRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A total order of slots."""

    of: str = "combatant"
    """combatant (a group is one slot) · side"""
    roll: Roll | None = None
    rolled: str = "encounter"
    """encounter · round · phase: how long it lasts"""
    roller: Expr = ""
    """of sides: the member with the highest value rolls."""
    keys: tuple[Key, ...] = ()
    joins: str = "place"
    """place: a joiner comes in by the keys at once · next: when the order is made next"""
    made_with: str = ""
    """Order in whose roll phase this one is made, too (so that its ties can be rolled off there)."""
    together: bool = False
    """Slots with the same keys act at the same moment: who is taken out in it has its turn all the same."""
    value: Expr = ""
    """What is shown where the order has no roll."""
    aside: Expr = ""
    """Small number beside it."""


class Phase(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A phase: passes over an order with one activity."""

    id: str
    activity: str
    """roll · declare · act · tick"""
    order: str = ""
    when: str = "round"
    """start: once, before everything · opening: in the surprise round · round: in every round"""
    who: Expr = "true"
    passes: str = ""
    """Name of one pass if the phase repeats passes while anybody is eligible ('segment'); '' is one pass."""
    closes: str = "auto"
    """auto · gm: waits for the GM · roll: waits for the roll of its order"""
    listed: str = "turn"
    """A turn stands among those taken from its beginning ('turn') or from its act ('act')."""
    forgo: dict[str, int] = field(default_factory=dict)
    """Pools that a turn ended without an act loses."""
    forgo_flag: str = ""
    declaration: str = ""
    """Declaration that is meant when none is named."""
    explicit: bool = False
    """Declaring ends when the combatant says so; otherwise with its declaration."""
    any_order: bool = False
    free_sides: str = ""
    """npc · pc: of sides made up of that kind alone, members declare in any order."""
    rolls: str = ""
    """By closes = roll: the order that is rolled, if it is not its own."""
    first: Expr = ""
    """Slots with a higher value go before all others in every pass (haste)."""
    sealed: bool = False
    """What is declared is shown to nobody before the phase is over."""
    late: str = ""
    """Declaration of whoever has not declared in time."""
    count_off: int = 0
    """Seconds after which one who declares is late; 0: there is no hurry."""
    next_label: str = ""
    """What the primary button says."""


class Pool(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A pool goes down and is refilled to its size."""

    size: Expr = "0"
    """A formula; none is without limit."""
    refill: str = "turn"
    """turn · round · start, or 'phase:<id>'"""
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
    free_of: tuple[str, ...] = ()
    adds: dict[str, Expr] = field(default_factory=dict)
    """Tally → amount."""
    forced: dict[str, int] = field(default_factory=dict)
    """Tally → amount added when the GM insists on it though it cannot be paid."""
    kind: str = "action"
    """action: one of the turn's · reaction · part: only as part of something else"""
    key: int = 0
    """1 to 6: the digit that spends it."""


class Stage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One stage of a pipeline or of what an action does. Exactly one verb is set."""

    id: str = ""
    label: str = ""
    cite: str = ""
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
    told: str = ""


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
    """trigger: one of this combatant's reactions to the same label."""
    resolves: str = "before"
    """before: at once · after: after the pending action it reacts to"""
    skill: str = ""
    spare: str = ""
    """Pool of declared actions it may use."""
    spare_keeps: int = 0
    """How many of that pool are no spares before the first act."""
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


class Moment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When something begins or ends."""

    at: str
    phase: str = ""
    """Only in this phase (turn, act), or at the beginning of this phase."""
    condition: Expr = ""
    rounds: int = 0
    """At the end of the round: after so many further rounds."""


class StateRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A state of the ruleset."""

    begins: tuple[Moment, ...] = ()
    ends: tuple[Moment, ...] = ()
    forbids: tuple[str, ...] = ()
    """Activities (act, react, declare, ready, resume, delay), action types, actions or reactions by id;
    'act@surprise' only in that phase, 'act@surprise:unaware' there and only to whoever was unaware."""
    add: dict[str, Expr] = field(default_factory=dict)
    factor: dict[str, Expr] = field(default_factory=dict)
    unless: dict[str, Expr] = field(default_factory=dict)
    """What is forbidden → formula under which it is allowed all the same."""
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


class DelayRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What putting off a turn means."""

    to: tuple[str, ...] = ("wait",)
    """count · after · wait"""
    lower: str = "never"
    """Whether the new count must be lower than the old one: always · same-round · never"""
    untouched: bool = True
    """Refused once something other than a light action was done."""
    needs: Expr = ""
    behind: int | None = None
    """Added to the count of whoever one comes in behind; None leaves counts alone."""
    moves: bool = True
    """A resumed or delayed turn gets a new place in the order."""
    lasts: str = "encounter"
    """encounter · pass"""
    ties: str = "rules"
    """A count that somebody has: 'rules' breaks the tie, 'after' comes in behind."""
    same_place: tuple[Key, ...] = ()
    """Order of several behind the same one."""
    rest_waiting: str = "lose"
    """lose: a turn still put off when its place comes up again is lost · lowest-first: the last must act"""
    chooses: bool = False
    """While others still have turns the first of several waiting may choose who goes first."""
    until: str = "pass"
    """lowest-first: who waits must act before the 'pass' is over, or before the 'phase' is."""
    lost_with_pass: bool = False
    """The GM may close a pass in which somebody still waits; the turn is lost."""
    verb: str = ""


class ReadyRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What readying an action means."""

    cost: str = ""
    pays: str = ""
    """Cost of taking the readied action."""
    of: tuple[str, ...] = ()
    """Costs of the catalogue's actions that can be readied; empty: of all."""
    along: tuple[str, ...] = ()
    """Actions that may go along with a readied one, after it and before the turn it interrupts is over."""
    place: str = "before"
    """before: the slot moves to just before the one that set it off · stay"""
    rise: bool = True
    """The slot may move up."""
    lost_at: str = "turn"


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


class Pipeline(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Named stages that run on one or many."""

    inputs: dict[str, Input] = field(default_factory=dict)
    amount: str = ""
    """Input that is 'left' at the beginning."""
    stages: tuple[Stage, ...] = ()
    tone: str = "bad"
    role: str = ""
    """damage · heal · '' : what the window's keys and the totals mean by it"""


class TableEntry(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a table knows under one id."""

    values: dict[str, float] = field(default_factory=dict)
    """Column → value."""


class Table(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Lowest bound → result, ascending; or ids with the values of their columns (weapons)."""

    rows: tuple[tuple[int, Any], ...] = ()
    entries: dict[str, TableEntry] = field(default_factory=dict)


class FormulaRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A named formula that players use at the table."""

    expression: Expr = ""
    inputs: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    cases: dict[str, Expr] = field(default_factory=dict)
    type: str = "number"


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


class TriggerRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """At a moment, something happens to somebody."""

    at: str
    phase: str = ""
    condition: Expr = ""
    does: tuple[Stage, ...] = ()


class Choice(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """One value of an option."""

    value: str
    patch: dict[str, Any] = field(default_factory=dict)


class Option(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A choice the GM has. An option is a patch on the ruleset, so no rule asks which one is set."""

    default: str
    choices: tuple[Choice, ...] = ()


class Preset(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Several options set at once under one name."""

    options: dict[str, str] = field(default_factory=dict)


class Rules(Entry, frozen=True, kw_only=True, omit_defaults=True, eq=False, weakref=True):
    """A whole ruleset, options applied. Two are told apart by identity; compare ``hash`` for content."""

    id: str
    version: str = "1"
    seconds: int = 6
    hash: str = ""
    options_set: dict[str, str] = field(default_factory=dict)
    surprise: Expr = "false"
    """Whether a surprise round opens the encounter."""
    stats: dict[str, Stat] = field(default_factory=dict)
    orders: dict[str, OrderRule] = field(default_factory=dict)
    phases: tuple[Phase, ...] = ()
    pools: dict[str, Pool] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    costs: dict[str, Cost] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    reactions: dict[str, Reaction] = field(default_factory=dict)
    plain_reaction: str = ""
    """Reaction that a reaction with a free name counts as."""
    declarations: dict[str, Declaration] = field(default_factory=dict)
    states: dict[str, StateRule] = field(default_factory=dict)
    relations: dict[str, RelationRule] = field(default_factory=dict)
    delay: DelayRule | None = None
    ready: ReadyRule | None = None
    tracks: dict[str, Track] = field(default_factory=dict)
    pipelines: dict[str, Pipeline] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    formulas: dict[str, FormulaRule] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    triggers: tuple[TriggerRule, ...] = ()
    options: dict[str, Option] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    side_of: Expr = ""
    """Formula for the side somebody declares with; '' is its side."""
    act_roll: Expr = ""
    """Die code of an action with a skill, over 'skill'."""
    act_least: Expr = ""
    effects_at: str = "turn"
    """turn: an effect counts down when the slot it began on comes up, wherever that stands
    place: when the place it began at comes up, whoever stands there · phase: in the phase that ticks
    round: when the round is over"""
    effects_on_count: bool = False
    """An effect ends before everybody on the count it began on, not only before the slot."""
    effects_first: str = "tick"
    """phase: an effect begun this round ticks ('tick') or not ('skip')."""
    main_track: str = ""
    main_order: str = ""
    modified: frozenset[str] = frozenset()
    """Stats that tracks or states change."""
