"""The course of a round: orders and how they are rolled, phases, delaying and readying."""

from msgspec import Struct, field

from rulesets.compiled.base import Entry, Expr


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


class NextRule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Turns of a phase in which somebody chooses who goes next."""

    candidates: Expr = "true"
    """Who of those that have still to act can be chosen."""
    otherwise: Expr = "true"
    """The same, where nobody fulfils that."""
    by: str = "gm"
    """last: who went last · side: the side whose members can be chosen · gm"""
    opens: str = "choice"
    """Who goes first: choice: as ever · side: one of the order's first side · order: who stands on top."""
    anew: bool = False
    """The phase opens like the first time whenever it begins."""
    alone: str = "begins"
    """If only one can be chosen its turn begins by itself, or 'asks' for it all the same."""


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
    choice: NextRule | None = None
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
