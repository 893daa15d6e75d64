"""Everything a GM can order. A command says what is wanted; events say what happened."""

from typing import Any

from msgspec import Struct, field

from rulesets.table.carried import Carried
from rulesets.table.events import AnyEvent
from rulesets.table.told import Thrown
from rulesets.table.writing import Writing


class Command(Struct, gc=False, frozen=True, omit_defaults=True, kw_only=True, tag_field="do"):
    """A GM's order. ``override``: what a rule forbids is done all the same, and the log marks it."""

    override: bool = False


Result = int | str | tuple[str, ...]
"""What somebody rolled: a total, a card, or every card in the order drawn."""


class Rolling(Command, frozen=True, omit_defaults=True, kw_only=True):
    """A command that may bring the results of rolls with it; what is missing is rolled."""

    rolls: dict[str, Result] = field(default_factory=dict)
    """Totals or cards by combatant, group or side."""
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The dice of those totals that were rolled for the GM to see; a total that was typed has none."""
    dropped: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The other throw of these, which does not count, where an advantage or a disadvantage had two thrown."""
    rolloffs: tuple[dict[str, int], ...] = ()
    """One map for each pass over the tied."""
    coin: str = ""
    pick: tuple[str, ...] = ()
    """Ids in the GM's order for a tie that the rules leave to the GM."""


class Start(Rolling, frozen=True, kw_only=True, tag="start"):
    """Begin the encounter."""


class RollInitiative(Rolling, frozen=True, kw_only=True, tag="initiative"):
    """Answer the roll that the round asks for."""


class EndTurn(Command, frozen=True, kw_only=True, tag="end-turn"):
    """End the turn of ``who``, or of the active one."""

    who: str = ""


class NextPhase(Command, frozen=True, kw_only=True, tag="next-phase"):
    """Close the present phase or segment."""


class SetNumbers(Command, frozen=True, kw_only=True, tag="set"):
    """Correct numbers of a combatant: its initiative count, its stats, or what is left of its pools."""

    who: str
    initiative: Any = None
    stats: dict[str, Any] = field(default_factory=dict)
    pools: dict[str, Any] = field(default_factory=dict)


class Describe(Command, frozen=True, kw_only=True, tag="describe"):
    """Change what a combatant is called, whom it belongs to, what it knows."""

    who: str
    changes: dict[str, Any]


class DescribeEncounter(Command, frozen=True, kw_only=True, tag="describe-encounter"):
    """Change what is noted about the whole encounter: 'about' for the game master, 'shared' for everybody."""

    changes: dict[str, Any]


class NoteEffect(Command, frozen=True, kw_only=True, tag="note-effect"):
    """Change what is noted on an effect: 'notes' for the game master, 'shared' for everybody."""

    effect: str
    """Its id."""
    changes: dict[str, Any]


class PlanWave(Command, frozen=True, kw_only=True, tag="wave"):
    """Have combatants wait who are to come later, or plan anew those of the same id; without any, nobody."""

    wave: str
    """Its id."""
    when: str = ""
    """What brings them in."""
    round: int = 0
    """The round in which they come; 0 if it is none."""
    notes: str = ""
    combatants: tuple[dict[str, Any], ...] = ()
    carried: dict[str, Carried] = field(default_factory=dict)
    """Id → how somebody of them stands after an earlier fight."""


class BringIn(Command, frozen=True, kw_only=True, tag="bring-in"):
    """Those of a wave come in: before the start, or into the running encounter."""

    wave: str
    rolls: dict[str, Result] = field(default_factory=dict)
    """Totals or cards by combatant or group; what is missing is rolled."""


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Spend an action, by type (``cost``), by name of the catalogue, or both."""

    who: str
    cost: str = ""
    name: str = ""
    pay: str = ""
    """Pool to pay from, where several could."""
    distance: int | None = None
    skill: str = ""
    points: int | None = None
    target: str = ""
    limited: bool = False
    pending: bool = False
    effect: str = ""
    """Name of the effect that it is about (maintaining)."""
    traits: tuple[str, ...] = ()
    """Words of the act besides those that its action has."""
    label: str = ""
    """What a reaction to it can name."""
    words: str = ""
    """What the table calls it; for the log alone."""


class Resolve(Command, frozen=True, kw_only=True, tag="resolve"):
    """A pending action takes effect, or never does."""

    who: str
    cancel: bool = False


class React(Command, frozen=True, kw_only=True, tag="react"):
    """React to what bears the label ``to``."""

    who: str
    to: str = ""
    name: str = ""
    skill: str = ""
    spare: bool = False
    move: bool = False
    points: int | None = None
    by: str = ""
    """Who made the attack that it answers, if that is not recorded yet; with it go kind and result."""
    target: str = ""
    """Whom it works on, if not whoever made the last attack on ``who``."""
    kind: str = ""
    result: str = ""


class RecordAttack(Command, frozen=True, kw_only=True, tag="attack"):
    """Record that an attack was made on ``target``."""

    who: str
    target: str
    kind: str = ""
    result: str = ""
    label: str = ""
    using: str = ""
    """What it was made with, in words."""
    rolled: int | None = None
    against: int | None = None
    """What it came to, and what that was rolled against, where it was rolled."""
    defense: str = ""
    """The stat of the target that it was rolled against."""
    critical: bool = False
    """It is a hit or a miss that the ruleset calls critical."""
    settles: bool = False
    """It is no further attack: it says what came of the last one of the two that was left open.

    One of an earlier turn is set aside by no result.
    """
    unpaid: bool = False
    """Nothing of the turn, of a reaction or of a readied action pays for it."""


class Delay(Command, frozen=True, kw_only=True, tag="delay"):
    """Put the turn off: to a count, behind somebody, into a later round, or until resumed."""

    who: str
    count: int | None = None
    after: str = ""
    round: int | None = None


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Take the turn that was put off, between two turns, or inside of the one under way."""

    who: str
    interrupt: bool = False
    """Come in inside of the turn under way, which goes on afterwards."""
    contest: dict[str, int] = field(default_factory=dict)
    """Totals of opposed rolls for that, by combatant or group; without any it is settled."""


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """Say who goes next, where the rules leave that to somebody."""

    who: str


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Ready an action for a trigger."""

    who: str
    action: str = ""
    trigger: str = ""
    sustained: bool = False
    """It is kept up until it is used, and nothing else with it."""


class Trigger(Command, frozen=True, kw_only=True, tag="trigger"):
    """The readied action of ``who`` happens because of what ``by`` does."""

    who: str
    by: str


class Declare(Command, frozen=True, kw_only=True, tag="declare"):
    """Declare in a phase that asks for it; ``name`` is the ruleset's declaration."""

    who: tuple[str, ...]
    name: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    done: bool = False


class Apply(Command, frozen=True, kw_only=True, tag="apply"):
    """Run one of the ruleset's pipelines (damage, heal, wound, ...) on one or many."""

    pipeline: str
    to: tuple[str, ...]
    inputs: dict[str, Any] = field(default_factory=dict)
    own: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What one target alone is told: target → inputs, which win over those for all."""
    edits: dict[str, dict[str, int]] = field(default_factory=dict)
    """What the GM changed by hand: target → stage → number."""
    by: str = ""
    thrown: tuple[Thrown, ...] = ()
    """The dice that inputs were rolled with, which the log keeps; what counts are the inputs."""

    def inputs_of(self, target: str) -> dict[str, Any]:
        """Return what ``target`` is told."""
        return {**self.inputs, **self.own.get(target, {})}

    def thrown_for(self, target: str) -> list[Thrown]:
        """Return the dice behind what ``target`` is told: its own before those of all."""
        own = [one for one in self.thrown if one.who == target]
        named = {one.input for one in own}
        return own + [one for one in self.thrown if not one.who and one.input not in named]


class Check(Command, frozen=True, kw_only=True, tag="check"):
    """Answer the oldest roll of this name that a rule has asked for; left open, it is rolled."""

    who: str
    name: str
    total: int | None = None
    """The result with everything in it."""
    roll: int | None = None
    """What the dice show, without what is added to them."""
    degree: str = ""
    """What came of it."""


class MoveTrack(Command, frozen=True, kw_only=True, tag="track"):
    """Move along a condition track; positive is worse."""

    who: str
    by: int
    track: str = ""
    persistent: bool = False


class BeginEffect(Command, frozen=True, kw_only=True, tag="effect"):
    """Start an effect or countdown."""

    on: str
    name: str
    rounds: int = -1
    """How often its moment has to come; -1 is until it is ended, or once where the moment is named."""
    by: str = ""
    at_zero: str = "end"
    value: Any = None
    """Its size: a number or dice such as '1d6'. None is what its state says."""
    until: str = ""
    """Moment at which its rounds go down, one of ``rulesets.vocabulary.base.UNTIL``."""
    of: str = ""
    """Whose turn that is."""
    also: tuple[str, ...] = ()
    """Others on whom it begins, too: one order, one step back."""
    brings: tuple[str, ...] = ()
    """States that hold as long as it does."""
    sustained: bool = False
    """Whoever begins it keeps it up, and nothing else with another name."""
    save: dict[str, Any] = field(default_factory=dict)
    """What ends it: 'ability', 'dc' and 'at', which is 'turn-end' or 'turn-start' of whom it is on."""


class EndEffect(Command, frozen=True, kw_only=True, tag="end-effect"):
    """End an effect or a state."""

    on: str
    name: str
    by: str = ""
    """Only that of this author, where several have begun one of the name."""


class Add(Command, frozen=True, kw_only=True, tag="add"):
    """Join a combatant: before the start, or into the running encounter."""

    combatant: dict[str, Any]
    carried: Carried | None = None
    """How it stands after an earlier fight."""
    roll: Result | None = None
    rolloffs: tuple[dict[str, int], ...] = ()
    coin: str = ""
    pick: tuple[str, ...] = ()
    """Ids in the GM's order, where the rules leave a tie with those who stand there to the GM."""


class Leave(Command, frozen=True, kw_only=True, tag="remove"):
    """Leave the encounter."""

    who: str


class Defeat(Command, frozen=True, kw_only=True, tag="defeat"):
    """Be taken out."""

    who: str


class Disable(Command, frozen=True, kw_only=True, tag="disable"):
    """Cannot act for now."""

    who: str


class Restore(Command, frozen=True, kw_only=True, tag="restore"):
    """Can act again."""

    who: str


class SpendPoint(Command, frozen=True, kw_only=True, tag="spend"):
    """Spend a point of a resource on something."""

    who: str
    resource: str
    on: str = ""
    target: str = ""
    """Whom it works on, where it works on somebody."""


class Throw(Command, frozen=True, kw_only=True, tag="dice"):
    """Keep a roll in the log that decides nothing by itself: dice and sums, or a formula of the ruleset."""

    who: str = ""
    """Whose roll it is, if anybody's."""
    amount: str = ""
    """Dice and sums as they are typed: '3d8+4', '3D+1' (see :mod:`rulesets.formula.amounts`)."""
    what: str = ""
    """What they are rolled for: a stat, or any words."""
    fell: tuple[int, ...] = ()
    """What each of the dice showed, in their order; left out, they are rolled."""
    without: tuple[str, ...] = ()
    """What else is said of such rolls and is not in the sum, in words."""
    dropped: int | None = None
    """Of a single die that was thrown twice, for an advantage or a disadvantage: what does not count."""
    formula: str = ""
    """In their place: a formula of the ruleset."""
    inputs: dict[str, Any] = field(default_factory=dict)
    """What that is told; dice among its inputs that are left out are rolled."""


class Rest(Command, frozen=True, kw_only=True, tag="rest"):
    """Some rest outside of a fight; ``name`` is what the ruleset calls that."""

    who: tuple[str, ...]
    name: str


class EndEncounter(Command, frozen=True, kw_only=True, tag="end-encounter"):
    """End the encounter."""


class MoveInList(Command, frozen=True, kw_only=True, tag="move-in-list"):
    """Before the start: put a combatant elsewhere in the list."""

    who: str
    index: int


class ChangeRules(Command, frozen=True, kw_only=True, tag="rules"):
    """Play on by another text of the ruleset, or with other options; ``None`` leaves the text as it is."""

    writing: Writing | None = None
    options: dict[str, str] = field(default_factory=dict)
    """Every option that is not at its default; what is left out is."""


class TakeUp(Command, frozen=True, kw_only=True, tag="take-up"):
    """Go on with a fight that was brought as it stands, on a table where nothing is yet."""

    steps: tuple[AnyEvent, ...]
    """What leads there from the empty table."""
    entered: tuple[dict[str, Any], ...] = ()
    """What combatants of it were given when they came in."""


AnyCommand = (
    Start
    | RollInitiative
    | EndTurn
    | NextPhase
    | SetNumbers
    | Describe
    | DescribeEncounter
    | NoteEffect
    | PlanWave
    | BringIn
    | Act
    | Resolve
    | React
    | RecordAttack
    | Delay
    | Resume
    | Choose
    | Ready
    | Trigger
    | Declare
    | Apply
    | Check
    | MoveTrack
    | BeginEffect
    | EndEffect
    | Add
    | Leave
    | Defeat
    | Disable
    | Restore
    | SpendPoint
    | Throw
    | Rest
    | EndEncounter
    | MoveInList
    | ChangeRules
    | TakeUp
)
"""Every command, for decoding the journal."""
