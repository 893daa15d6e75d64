"""The course of a round: orders and how they are rolled, phases, delaying and readying."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from rulesets.vocabulary.base import (
    DICE,
    ActionRef,
    Common,
    Condition,
    CostRef,
    DeckRef,
    DeclarationRef,
    Entry,
    Expr,
    Keyed,
    Number,
    OrderRef,
    RollRef,
    Text,
    Wild,
    keyed,
    made,
    needed,
    shared,
)
from rulesets.vocabulary.stages import Act, AnyStage, Deed, PoolStage

Way = Literal["count", "after", "wait"]
Turns = Literal["once", "passes", "again"]
By = Literal["roll", "count", "value", "rank", "rolloff", "coin", "kind", "pick", "list", "order"]


class DeckRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Cards that are drawn in place of dice. What is drawn stays out until the cards are shuffled.

    They are shuffled when none is left, and at the end of a round in which one of 'shuffled_by' was drawn.
    Chits and tokens are cards, too.
    """

    cards: tuple[str, ...] = keyed(
        (),
        "Every card, the lowest first. '7-10 J Q of C S' are these ranks, each of all these suits, and the "
        "rank counts before the suit. Without 'of' each word is a card by itself, and 'BJ=RJ' are as high "
        "as each other. A card that is named again is there once more. A rank that is a number counts as "
        "much, any other one more than the one below.",
        examples=(["2-10 J Q K A of C D H S", "BJ", "RJ"],),
        called="its cards",
    )
    signs: dict[str, Text] = keyed(
        {},
        "What ranks, suits or whole cards are shown as.",
        examples=({"S": "♠"},),
        called="what its cards are shown as",
    )
    shuffled_by: tuple[str, ...] = keyed(
        (),
        "Cards: once one of them was drawn, all are shuffled when the round is over.",
        called="cards after which all are shuffled",
    )
    held: Literal["returns", "stays-out"] = keyed(
        "returns",
        "Whether the card of one who goes on waiting over the end of a round is shuffled with the others.",
        called="whether the card of whoever waits is shuffled, too",
    )


class OrderRoll(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """How an order is rolled, or drawn. Write it as a text such as 'd20 + initiative', or as a table."""

    dice: str = keyed(
        "", "Dice that are rolled, such as 'd20' or '2d6'.", pattern=rf"^({DICE})?$", called="its dice"
    )
    plus: Number = keyed(
        "", "Formula that is added to the dice, or to what the code comes to.", called="what is added"
    )
    marked: RollRef = shared(Act, "marked")
    code: Number = keyed(
        "",
        "Formula of a die code: what is rolled instead of 'dice'; of a point what it adds to the roll, of an "
        "input what is offered to be rolled for it.",
        called="its die code",
    )
    fixed: Expr = keyed(
        "none",
        "Count of a slot that is not rolled, such as a lair; the formula 'none' where it is. It stands "
        "beside dice, a code or a deck, for those others.",
    )
    deck: DeckRef = keyed("", "Deck from which a card is drawn instead of rolling dice.")
    draws: Number = keyed("", "Of a deck: how many cards are drawn; left out: one.")
    keep: Number = keyed(
        "",
        "Of a deck: worked out for every card drawn, and the one for which it is highest counts; left out: "
        "the highest card. Here and in 'redraw' formulas read the card as 'card' (its name), 'rank', 'suit' "
        "and 'worth' (its place in the deck, the lowest is 1); '-worth' keeps the lowest.",
    )
    redraw: Condition = keyed(
        "", "Of a deck: as long as it holds of the card that counts, another one is drawn in its place."
    )
    another_die_at: int = keyed(
        0,
        "Sum of the dice at which one more die is thrown and added, and again at its highest. 0: never.",
        ge=0,
    )
    fumble_at: int = keyed(0, "Sum of the dice at which the GM is told of a fumble. 0: never.", ge=0)
    wild: Wild = keyed(
        "",
        "What a 1 on the last die of a code means: it is kept, it is dropped with the highest other die, "
        "or it is kept and brings a complication. Its highest result is rolled on; so it is with every "
        "other code that is rolled. Left out: no die is wild.",
    )


class Key(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """One sort key of an order, which is written as a text such as 'agility desc'."""

    by: By = needed(
        "What is compared: the roll, the present count, a formula, the place that a formula gives within the "
        "own side (so that sides alternate), a new roll, a coin, the kind, the GM's pick, the place in the "
        "list of combatants, or the place in another order.",
    )
    value: str = keyed(
        "",
        "By value and rank: a formula; by kind and pick: 'npc' or 'pc' (a pick of anybody is without); by "
        "order: its id.",
    )
    descending: bool = keyed(True, "The highest comes first; by order: the first, and not the last.")
    dice: str = keyed(
        "d20", "What a rolloff rolls; roll: the order's roll again.", pattern=rf"^({DICE}|roll)$"
    )
    once: bool = keyed(False, "By rolloff: one pass only; what is still tied goes to the next key.")
    alike: bool = keyed(False, "By list: only among NPCs of one side; others stay tied.")
    then: bool = keyed(False, "It orders those who act at the same moment, and parts nobody.")


class OrderRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Who comes before whom. Keys sort the combatants, or the sides; delaying and readying change it later.

    A slot is one place in an order: a combatant, a group that shares a turn, or a side.

    With a key 'count desc' the counts move: costs and stages take from them, and the order is sorted anew
    whenever a count, or anything else that its keys compare, changes. Ties that dice, a coin or the GM's
    pick have broken stay broken; what the keys leave tied stands as in the list.
    """

    of: Literal["combatant", "side"] = keyed(
        "combatant",
        "What a slot is: a combatant (a group is one slot) or a side.",
        called="who has a place in it",
    )
    roll: OrderRoll | None = keyed(
        None, "How it is rolled; left out: it is not rolled.", called="how it is rolled"
    )
    rolled: Literal["encounter", "round", "phase"] = keyed(
        "encounter",
        "How long it lasts: it is made once, in every round, or in every phase that walks over it. One "
        "without a roll says 'phase', or is made with the first roll of the encounter or round, in which "
        "its ties are rolled off, too.",
        called="when it is rolled",
    )
    roller: Number = keyed(
        "", "Of sides: the member with the highest value rolls.", called="who rolls for a side"
    )
    keys: tuple[Key, ...] = keyed(
        (),
        "Sort keys, the first one first; the last should leave no tie.",
        examples=(["roll desc", "coin"],),
        called="how ties are broken",
    )
    joins: Literal["place", "next"] = keyed(
        "place",
        "Who joins comes in by the keys at once; or when the order is made next, where nobody has a turn of "
        "a round that was rolled for before.",
        called="where whoever joins comes in",
    )
    together: bool = keyed(
        False,
        "Slots with the same keys act at the same moment: who is taken out in it has its turn all the same. "
        "Keys that begin with 'then' only say in which order they do.",
        called="whether who has the same keys acts together",
    )
    shift: Number = keyed(
        "",
        "Of counts that move: what is always part of the count. When it changes the count moves at once.",
        examples=("wound_penalty",),
        called="what is always part of the count",
    )
    spent: Text = keyed(
        "",
        "Where counts move: what is said of whoever's count gives no turn any more in the round. Left out: "
        "its count is shown.",
        examples=("no turn left",),
        called="what is said of whoever has no turn left in the round",
    )
    aside: Expr = keyed(
        "",
        "What is shown small beside the count. Where nothing is rolled the first key is shown in place of a "
        "count, if it is a formula, otherwise this.",
        called="what is shown beside the count",
    )

    @property
    def value(self) -> str:
        """What is shown in place of a count where the order has no roll."""
        if self.roll is not None:
            return ""
        first = self.keys[0] if self.keys else None
        return first.value if first is not None and first.by in ("value", "rank") else self.aside


class NextRule(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """Turns of a phase in which somebody chooses who goes next.

    After every turn nobody is active until one is chosen among those who have still to act in the pass; the
    order of the phase only lists them. If only one can be chosen, its turn begins by itself. Sides that
    alternate: `choice = { from = "side != last_side", by = "side" }`. Whoever went last names the next one,
    and the last one of a round who opens the next round, perhaps itself: `choice = { by = "last" }`.
    """

    candidates: Expr = keyed(
        "true",
        "Who can be chosen, asked of each that has still to act in the pass. 'last_side' is the side of "
        "whoever went last ('' while nobody has), 'went_last' says that it was the one asked: \"side != "
        "last_side\". 'next_side' is the side whose turn it is where more than two take turns.",
        alias="from",
    )
    otherwise: Expr = keyed(
        "true",
        "Who can be chosen where 'from' holds for nobody, as when the other side has nobody left. By "
        "default everybody who has still to act; with false nobody: what is left of the pass is skipped.",
    )
    by: Literal["last", "side", "gm"] = keyed(
        "gm",
        "Who chooses: the one who went last, the side whose members can be chosen, or the GM. The GM also "
        "stands in for one who is out of the fight, at the very first turn, and where members of several "
        "sides can be chosen.",
    )
    opens: Literal["choice", "side", "winner", "order"] = keyed(
        "choice",
        "Who goes first while nobody has gone: one is chosen like any other, one is chosen of the side "
        "that stands at the top of the phase's order, that side says who of all goes first, or whoever "
        "stands at the top begins. Give the order a roll to let dice say who opens.",
    )
    anew: bool = keyed(
        False,
        "Every time the phase begins it opens like the first time. Left out, the choice goes on over the "
        "end of the round: the last one of a round counts as the one before the first of the next.",
    )


class PhaseKeys(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the round in which one thing is done. Phases run in the order in which they are written.

    At least one phase needs the activity 'act': in it combatants take turns, in the order it names.
    """

    activity: Literal["roll", "declare", "act", "tick"] = needed(
        "What is done in it: an order is rolled, combatants declare, take turns, or effects count down "
        "('tick').",
        called="what is done in it",
    )
    order: OrderRef = keyed(
        "",
        "The order that it goes by. A phase walks over it, and needs one but for 'tick'; of a tie its counts "
        "are compared, and opponents are tied in one direction.",
        called="its order",
    )
    when: Literal["start", "opening", "round"] = keyed(
        "round",
        "Once before everything, in the surprise round, or in every round.",
        called="when it takes place",
    )
    who: Condition = keyed(
        "true",
        "Who takes part. Where counts move 'count > 0' says whose count gives turns.",
        called="who takes part",
    )
    turns: Turns = keyed(
        "once",
        "One turn each; one turn each in a pass, and passes repeat while anybody takes part; or whoever "
        "takes part comes again and again, always the first of the order.",
        called="how turns are taken",
    )
    pass_name: Text = keyed(
        "", "Of passes: the name of one ('segment').", alias="pass", called="what a pass is called"
    )
    closes: Literal["auto", "gm"] = keyed(
        "auto",
        "By itself, or only when the GM says so: for those who may still do something out of turn.",
        called="how it is over",
    )
    unused: tuple[AnyStage, ...] = keyed(
        (),
        "What happens to whoever ends a turn without an act, or gives it up. Such a turn does not count as "
        "taken; any other one then counts from its act.",
        called="what comes of an unused turn",
    )
    declaration: DeclarationRef = keyed(
        "", "Declaration that is meant when none is named.", called="what is declared when nothing is named"
    )
    several: bool = keyed(
        False,
        "One declares as much as one likes, and says when that was all; otherwise the first declaration is "
        "the only one.",
        called="whether one declares as much as one likes",
    )
    any_order: Literal["", "all", "npc", "pc"] = keyed(
        "",
        "Of declaring: everybody may go now who has not yet, whatever the order; or only members of the side "
        "whose turn it is, where that is made up of this kind alone.",
        called="whether everybody may go when they like",
    )
    choice: NextRule | None = keyed(
        None,
        "Of an acting phase: turns do not follow the order, somebody chooses who goes next.",
        called="how it is chosen who goes next",
    )
    rolls: OrderRef = keyed(
        "",
        "Of declaring: the order that is rolled when all have declared. With the roll the phase is over.",
        called="the order that is rolled at its end",
    )
    first: Expr = keyed(
        "",
        "Slots with a higher value go before all others. It is asked as every pass begins, and so of what "
        "was declared after the order was made (haste); where counts move, a sort key says the same.",
        called="who goes before all others",
    )
    sealed: bool = keyed(
        False,
        "What is declared is shown to nobody before the phase is over. In which order people declare is "
        "another matter: 'any_order'.",
        called="whether declarations are sealed",
    )
    next_label: Text = keyed(
        "", "What the large button says in it: 'Next turn'.", called="the words of the large button"
    )


class Phase(PhaseKeys, frozen=True, kw_only=True, omit_defaults=True):
    """A phase as the engine reads it."""

    id: str = made("")

    @property
    def unordered(self) -> bool:
        """Whether everybody may go at any time."""
        return self.any_order == "all"

    @property
    def listed_by_act(self) -> bool:
        """Whether a turn counts as taken from its act, and not from its beginning."""
        return bool(self.unused)

    @property
    def forgone(self) -> frozenset[str]:
        """The pools of which an unused turn takes."""
        return frozenset(stage.pool for stage in self.unused if isinstance(stage, PoolStage))

    @property
    def forgone_flags(self) -> frozenset[str]:
        """What the GM is told of an unused turn."""
        return frozenset(stage.flag for stage in self.unused if stage.flag)

    @property
    def repeats(self) -> bool:
        """Whether it has passes."""
        return self.turns == "passes"


def rolled_in(phase: PhaseKeys) -> str:
    """Return the order that is rolled in a phase, or as it closes; '' for none."""
    return phase.rolls or (phase.order if phase.activity == "roll" else "")


def made_along(
    orders: Mapping[str, OrderRule], phases: Iterable[PhaseKeys], phase: PhaseKeys
) -> frozenset[str]:
    """Return the orders without a roll that are made in a phase: it has the first roll of their time."""
    rolling = [one for one in phases if one.when == phase.when and rolled_in(one)]
    time = {"start": "encounter", "round": "round"}.get(phase.when)
    if not rolling or rolling[0] is not phase:
        return frozenset()
    return frozenset(name for name, rule in orders.items() if rule.roll is None and rule.rolled == time)


class DelayRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """How a turn is put off. Without this section nobody can delay."""

    labelled: ClassVar[bool] = False

    to: tuple[Way, ...] = keyed(
        ("wait",),
        "What one can say who puts the turn off: 'count' is a number at which one acts instead (“I act at "
        "7”), 'after' is somebody behind whose turn one acts (“right after the ogre”), 'wait' is neither: "
        "one comes in when one likes (“I wait for the door to open”), no later than 'until' says. Of several "
        "whoever waits chooses one each time.",
        examples=(["after", "wait"],),
        called="until what a turn is put off",
    )
    lower: Literal["always", "same-round", "never"] = keyed(
        "never",
        "Whether the new count must be lower than the old one, or higher where the lowest goes first: also "
        "that of a place behind somebody; only a count in the present round, and not one in the next; or "
        "never.",
        called="whether to a lower count",
    )
    needs: Condition = shared(Deed, "needs", "not acted_this_turn")
    behind: int | None = keyed(
        None,
        "Added to the count of whoever one comes in behind; left out: counts stay as they are. Where counts "
        "move it is the count at which that one's turn began.",
        called="what is added to the count of whoever one comes in behind",
    )
    place: Literal["moves", "pass", "stays"] = shared(Common, "place")
    ties: Literal["rules", "after"] = keyed(
        "rules",
        "Of a delay to a count that somebody has: the keys of the order break the tie, or one comes in "
        "behind.",
        called="who comes first at a count that somebody has",
    )
    same_place: tuple[Key, ...] = keyed(
        (),
        "Order of several behind the same one: keys as of an order.",
        called="how several behind the same one stand",
    )
    until: Literal["place", "pass", "phase", "never"] = keyed(
        "place",
        "How long one can wait: until the own place comes up again, until the pass or the phase is over, or "
        "without end: who waits over the end of a round keeps its count and is not rolled for.",
        called="how long one can wait",
    )
    then: Literal["lost", "may-act", "must-act"] = keyed(
        "lost",
        "What becomes of a turn that is still put off then: it is lost, in a phase also once whoever waits "
        "takes no part in it any more. Or when only those who wait are left the lowest acts or gives its "
        "turn up, then the next; with 'must-act' the GM can go on only after that.",
        called="what becomes of a turn that is still put off",
    )
    lost: Condition = shared(Common, "lost")
    contest: Text = keyed(
        "",
        "What both roll when somebody comes in inside of another's turn; left out: the table settles it.",
        called="what both roll for going first",
    )
    contest_tie: Literal["active", "together"] = keyed(
        "active",
        "Of opposed rolls that are tied: the one whose turn it is goes on, and the other comes behind; or "
        "both act at the same moment.",
        called="what a tie of opposed rolls means",
    )
    uncontested: Condition = keyed(
        "", "Who comes in inside of another's turn without any roll.", called="who comes in without a roll"
    )
    ends_good: bool = keyed(
        False,
        "Effects that would end with the turn end when it is put off, so that waiting stretches nothing; bad "
        "ones on whoever waits do not.",
        called="what ends with it",
    )
    verb: Text = shared(Common, "verb")


class ReadyRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """How an action is readied. Without this section nobody can."""

    labelled: ClassVar[bool] = False

    cost: CostRef = shared(Act, "cost")
    pays: CostRef = keyed("", "Cost of taking the readied action.", called="cost of taking what was readied")
    of: tuple[CostRef, ...] = keyed(
        (), "Costs of catalogue actions that can be readied; none: all.", called="what can be readied"
    )
    along: tuple[ActionRef, ...] = keyed(
        (),
        "Actions that may go along with a readied one, before the turn it interrupts is over; it takes no "
        "further turn to do them.",
        called="what may go along with it",
    )
    place: Literal["moves", "moves-down", "stays"] = shared(Common, "place")
    lost: Condition = shared(Common, "lost")
    ends_turn: bool = keyed(
        False,
        "The turn is over when an action is readied: what is left of it is given up for that.",
        called="whether the turn is over with it",
    )
    kept_up: ActionRef = keyed(
        "",
        "What is readied and kept up is done now as this action: what that needs is asked for, and its words "
        "count in this turn.",
        called="the action that a readied one is kept up as",
    )
