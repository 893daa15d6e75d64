"""What a turn is made of: pools and tallies, costs, actions, reactions, declarations, points."""

from collections.abc import Mapping
from typing import Literal

from msgspec import NODEFAULT

from rulesets.vocabulary.base import (
    Amount,
    AttackKind,
    CheckRef,
    Common,
    Condition,
    CostRef,
    Entry,
    Expr,
    Id,
    Keyed,
    Mark,
    Name,
    Number,
    Payment,
    PhaseRef,
    PoolRef,
    Refill,
    RollRef,
    StatRef,
    Text,
    Word,
    keyed,
    made,
    shared,
)
from rulesets.vocabulary.harm import StateKeys
from rulesets.vocabulary.inputs import Input, Told
from rulesets.vocabulary.rounds import OrderRoll
from rulesets.vocabulary.stages import OCCASIONS, Act, AnyStage, Deed, PoolStage, Span, StatStage, TallyStage

RESERVED = frozenset({"off_count", "borrows", "if", "needs_text"})
"""Keys of an alternative that are no pools."""
MAY_PROVOKE = "may-provoke"
"""Word of actions of which the game master decides whether they provoke."""
PROVOKES: Mapping[str, str] = {"provokes": "yes", MAY_PROVOKE: "maybe"}
"""Words of actions that provoke attacks of opportunity → what is told of that."""
OPPORTUNITY = "opportunity"
"""Word of reactions that are taken against whoever provokes attacks of opportunity."""
CHECK = "check"
"""Word of an attack that is a check of a skill and hurts nobody: a grapple."""
LETS_ATTACK = "lets-attack"
"""Word of actions that are no attack themselves, and pay for those that follow: a full attack, a charge."""
DEFENDS = "defends"
"""Word of actions by which somebody who is attacked defends itself."""
ALL = "all"
"""The set of declarations that every other one belongs to."""


class Pool(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a turn or a round holds: actions, points. It goes down when it is spent, and is refilled."""

    size: Number = keyed(
        "0",
        "How much it holds; the formula 'none' is without limit.",
        examples=(
            "1",
            "4 + agility",
        ),
        called="size",
    )
    resets: Refill = shared(Common, "resets")
    refill_by: Expr = keyed(
        "",
        "How much of it comes back whenever it 'resets', never above its size; left out: all of it. It is "
        "full when the encounter starts.",
        examples=("2",),
        called="how much comes back",
    )
    follows: bool = keyed(
        False,
        "What is left follows the size at once: it is the size of now less what was taken since it was "
        "filled, and comes back as the size does.",
        called="whether it follows its size at once",
    )
    lost: Literal["", "turn-end"] = keyed(
        "", "What is left is gone when the own turn ends.", called="when it is lost"
    )
    refusal: str = keyed(
        "no-budget",
        "[Code](#refusals) of what is said when it is used up.",
        called="what is said when it is used up",
    )
    shown: Literal["square", "circle", "number", "hidden"] = keyed(
        "square",
        "Among what somebody has left: as a token for each point, a square or a circle; as a number; or not "
        "at all.",
        called="how it is shown",
    )
    if_any: bool = keyed(
        False,
        "Whoever's holds nothing is not shown it at all: points that only some have.",
        called="whether only those who have any are shown it",
    )
    shown_with: PoolRef = keyed("", "Pool whose token also shows this one.", called="what it is shown with")

    @property
    def visible(self) -> bool:
        """Whether people are shown it at all."""
        return self.shown != "hidden"


class Tally(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What is counted up, like parries made in a round, and set back to 0. Formulas read it: 'tally()'.

    As it counts it can mark rolls: the next attack of a turn. One whose note gives a bonus for each attack of
    a turn has that in it already.
    """

    resets: Refill = shared(Common, "resets", NODEFAULT)
    counts: Word = keyed(
        "",
        "It counts by itself every act of the own turn with this word.",
        examples=("attack",),
        called="what it counts",
    )
    marks: dict[RollRef, Mark] = shared(StateKeys, "marks")
    shown: Literal["number", "hidden"] = shared(Pool, "shown", "number")

    @property
    def visible(self) -> bool:
        """Whether people are shown it at all."""
        return self.shown != "hidden"


class Alternative(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """One way to pay a cost: pools and how much of each, such as `{ action = 1, steps = 2 }`.

    An empty `{}` costs nothing.
    """

    pay: dict[PoolRef, Payment] = keyed(
        {},
        "Pools and how much of each it takes: a number, a formula, 'all' that is left, or 'full': all of a "
        "pool of which nothing was taken yet. A number below 0 fills it up by so much: a great action given "
        "up for several small ones. Of a cost it is not written itself: any further key is a pool.",
        called="what it takes",
    )
    off_count: Number = keyed(
        "",
        "What it takes off the count, at once, where counts move. That may fall below 0: 'if' says what "
        "must be left.",
        examples=("3",),
    )
    borrows: dict[PoolRef, int] = keyed(
        {}, "Pools of the next turn that it takes, for what is done out of turn."
    )
    condition: Condition = shared(Common, "condition")
    needs_text: Text = shared(Deed, "needs_text")

    @property
    def takes(self) -> tuple[str, ...]:
        """The pools of which it takes something, and that it does not fill up."""
        return tuple(pool for pool, amount in self.pay.items() if not amount.startswith("-"))


class Cost(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A type of action and what it takes from the pools. The first way to pay that works is used.

    Once in a 'turn' means here in each turn, whoever's it is, by the same combatant: for what is done in the
    turns of others. Acts at it have its id as a word then.
    """

    alternatives: tuple[Alternative, ...] = keyed(
        (),
        "Ways to pay, the cheapest first; none: it cannot be taken.",
        examples=([{"action": 1}, {"steps": "all"}],),
        called="how it is paid",
    )
    in_phase: dict[PhaseRef, tuple[Alternative, ...]] = keyed(
        {}, "Other ways to pay in some phases.", called="how it is paid in a phase"
    )
    phases: tuple[PhaseRef, ...] = shared(Deed, "phases")
    off_turn: bool = keyed(
        False, "Can be taken outside the own turn.", called="whether it can be taken out of turn"
    )
    light: bool = keyed(
        False,
        "Too little to count as having acted (free actions).",
        called="whether it is too little to count as having acted",
    )
    needs: Condition = shared(Deed, "needs")
    needs_text: Text = shared(Deed, "needs_text")
    once: Literal["", "turn"] = shared(Deed, "once")
    does: tuple[AnyStage, ...] = shared(Deed, "does")
    on_top: bool = keyed(
        False,
        "When the GM insists on it though it cannot be paid, or out of turn, it is one more: it takes "
        "nothing of the pools, and 'on_top' is true in what it 'does'.",
        called="whether one that is insisted on comes on top",
    )
    kind: Literal["action", "reaction", "part"] = keyed(
        "action",
        "One of the turn's actions, a reaction, or only part of something else and never offered by itself.",
        called="what kind of thing it is",
    )
    key: int = keyed(0, "1 to 6: the digit that spends it.", ge=0, le=6, called="its digit")


class CostIf(Keyed, frozen=True, kw_only=True, array_like=True):
    """Another cost under a condition, written as a pair: `["has('quick_draw')", "swift"]`."""

    condition: Expr = shared(Common, "condition", NODEFAULT)
    cost: CostRef = shared(Act, "cost", NODEFAULT)


class Lesser(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """An action at a lower cost: in a turn that is limited to that, or part by part."""

    cost: CostRef = shared(Act, "cost", NODEFAULT)
    condition: Condition = shared(Common, "condition")
    parts: int = shared(Common, "parts")


class Action(Act, frozen=True, kw_only=True, omit_defaults=True):
    """Something a combatant can do: it stands in the list of what can be done now. 'cost' is needed."""

    cost_if: tuple[CostIf, ...] = keyed(
        (),
        "Pairs of a formula and another cost; the first that holds counts.",
        called="its cost in some cases",
    )
    limited: Lesser | None = keyed(
        None,
        "How it is taken as a lesser action, by who has less than a whole turn or over several.",
        examples=({"cost": "move", "parts": 2},),
        called="how it is taken as a lesser action",
    )
    varies: tuple[CostRef, ...] = keyed(
        (),
        "Further costs it can be taken at, where the command names one: what a skill or a feat takes is "
        "known at the table alone.",
        called="further costs that it can be taken at",
    )
    parts: int = shared(Common, "parts")
    uninterrupted: bool = keyed(
        False, "Anything between the parts loses them.", called="whether nothing may come between its parts"
    )
    words: tuple[str, ...] = keyed(
        (),
        "What it is besides its name: words that reactions, states, tallies and costs ask for. The command "
        "can bring more of them. Of who does something with the word 'provokes' or 'may-provoke' the log "
        "says that it provokes attacks of opportunity, or may. Who is attacked is offered what has the word "
        "'defends' before its reactions. An attack with the word 'check' is rolled as one and hurts nobody. "
        "What has the word 'lets-attack' is paid and leads to an attack, and pays for those of the turn.",
        examples=(["attack", "shout"],),
        called="its words",
    )
    attacks: dict[StatRef, AttackKind] = keyed(
        {},
        "It is an attack: the stats that it may be rolled with, the usual one first, each with the kind of "
        "attack that it then is for reactions.",
        examples=({"strength": "melee", "agility": "ranged"},),
        called="what it attacks with",
    )
    off_damage: Number = keyed(
        "",
        "It is an attack: what is taken off the number that stands behind the dice of its damage in a note, "
        "as far as there is one; the text of the action is shown beside it.",
        examples=("max(0, strength_mod)",),
        called="what comes off its damage",
    )
    points: Expr = keyed(
        "", "What 'points' is in its cost when the command does not say.", called="its usual points"
    )
    maintains: bool = keyed(
        False,
        "Keeps up one of the combatant's effects: one that ends unless it is maintained, or one that lasts "
        "to the end of its turns, which then lasts to the end of the next one.",
        called="whether it keeps up an effect",
    )
    exempt: bool = keyed(
        False,
        "Allowed although a state forbids its kind, and to who is out: what saves the dying.",
        called="whether states that forbid its kind leave it",
    )

    @property
    def offered(self) -> bool:
        """Return whether it stands in the list of what can be done now."""
        return not self.unnamed

    @property
    def costs(self) -> tuple[str, ...]:
        """Return every cost that it may have."""
        lesser = (self.limited.cost,) if self.limited is not None else ()
        return tuple(
            dict.fromkeys((self.cost, *lesser, *self.varies, *(other.cost for other in self.cost_if)))
        )

    def parts_of(self, *, limited: bool) -> int:
        """Return how many times its cost is paid, taken as it is or as a lesser action."""
        return self.limited.parts if limited and self.limited is not None else self.parts


class Power(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Acts of a combatant's own that are spent when they are done: a list of its stats names them.

    'cost' is needed, and counts where the command names no other. Each stands in the list of what can be
    done now. All of them are there when the encounter starts. What is spent comes back when the own turn
    begins, by itself or by a roll that is asked for then.
    """

    stat: StatRef = shared(StatStage, "stat")
    cost: CostRef = shared(Act, "cost")
    check: CheckRef = keyed(
        "",
        "What is asked for then, for each that is spent, as '<id of this table>:<name>' against its number; "
        "a success gives it back. Left out: it comes back by itself.",
        called="the roll that gives it back",
    )


class Reaction(Act, frozen=True, kw_only=True, omit_defaults=True):
    """Something done outside the own turn: what it answers, what it costs, what it covers.

    A stage with on = 'target' happens to the one whom it answers.
    """

    answers: tuple[str, ...] = keyed(
        (),
        "Attacks on oneself in the present turn, by their kind ('ranged', 'point-blank', 'melee' or "
        "'brawl'), by their result ('hit', 'miss' or 'tie') or by both: 'melee miss'. Or, as '#move', acts "
        "of others with this word: the one whose label is named, otherwise the last one. A recorded attack "
        "has the word of its kind. Left out: whatever happens.",
        examples=(["melee"], ["ranged miss"], ["#move", "#ranged"]),
        called="what it answers",
    )
    words: tuple[str, ...] = keyed(
        (),
        "What it is besides its name, for states that forbid acts by a word. Of a reaction that is an "
        "attack of one's own ('marked' as one) also how that is made: 'melee', 'brawl', 'point-blank' or "
        "'ranged', one or several. An attack of such a kind is proposed then, and no other. One with the "
        "word 'opportunity' is proposed to a foe of who has done something with the word 'provokes' or "
        "'may-provoke' in the present turn, or has spent a type of action whose id such an action has, too.",
        examples=(["attack", "melee"], ["attack", "melee", "opportunity"]),
        called="its words",
    )
    ignores: tuple[str, ...] = keyed(
        (),
        "Of acts with the words that it answers: actions that it does not answer all the same, or, as "
        "'#sly', those with this word.",
        examples=(["step"],),
        called="what it does not answer",
    )
    needs_cause: bool = keyed(
        False, "It has to be said what it reacts to.", called="whether it is said what it reacts to"
    )
    resolves: Literal["before", "after"] = keyed(
        "before",
        "At once, or after the pending action it reacts to, where what prompts it happens first.",
        called="whether it comes before what prompts it",
    )
    spare: PoolRef = keyed(
        "",
        "Pool of declared actions it may use; as long as the first one that was announced is to come, one of "
        "them is no spare.",
        called="declared actions that it may use",
    )
    covers: Literal["", "round", "turn"] = keyed(
        "",
        "Round: the same reaction again in the round costs nothing and is not rolled, as one dodge may "
        "stand against every shot; 'covered' is true in what it 'does'. Turn: in the turn.",
        called="what it covers",
    )

    @property
    def once_per(self) -> Span:
        """Return what it can be done once for; '' if there is no such thing."""
        return self.once if self.once in OCCASIONS else ""


class Declaration(Deed, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be declared in a phase that declares. Formulas in it can read its inputs.

    With 'phases' in which turns are taken it can be declared in the own turn there. An action that asks
    for it in its 'needs' (``declared('attack')``) carries it out: it is shown as done then.
    """

    inputs: dict[Name, Input] = shared(Told, "inputs")
    pay: dict[PoolRef, Amount] = shared(Alternative, "pay")
    once: Span = made("phase")
    one_of: str = keyed(
        "",
        "Name of a set of declarations of which only one can be made; 'all' are all: no other can stand "
        "beside it.",
        called="declarations of which only one is made",
    )
    acts: Expr = keyed(
        "",
        "Number of acts in the round that it announces, where they are announced before anybody acts; each "
        "is shown by itself.",
        called="number of acts that it announces",
    )
    verb: Text = shared(Common, "verb")
    late: int | None = keyed(
        None,
        "It is declared for whoever has not declared anything after so many seconds; 0: when the GM says so.",
        ge=0,
        le=600,
        called="seconds until it is declared for who says nothing",
    )

    @property
    def counters(self) -> set[str]:
        """Return the pools and tallies that it sets: with ``acts`` they count what it announces."""
        pools = {stage.pool for stage in self.does if isinstance(stage, PoolStage) and stage.to}
        return pools.union(stage.tally for stage in self.does if isinstance(stage, TallyStage) and stage.to)


class Use(Deed, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a point can be spent on by name, with what it needs and does by itself."""


class Resource(Deed, frozen=True, kw_only=True, omit_defaults=True):
    """Points that are spent on rolls, such as luck."""

    stat: StatRef = shared(StatStage, "stat")
    not_on: tuple[str, ...] = keyed(
        (),
        "What they cannot be spent on: refused as out of time, where 'needs' says what is missing.",
        called="what they cannot be spent on",
    )
    code: Number = shared(OrderRoll, "code")
    uses: dict[Id, Use] = keyed(
        {},
        "What it can be spent on by name, each with what it needs and does. Others can be named, too.",
        called="what they are spent on",
    )


def alternatives(cost: Cost, phase: str) -> tuple[Alternative, ...]:
    """Return the ways to pay a cost in a phase."""
    return cost.in_phase.get(phase, cost.alternatives)
