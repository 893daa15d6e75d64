"""What happens, step by step: a stage for each verb, and what is done in stages."""

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from rulesets.vocabulary.base import (
    At,
    CheckRef,
    Common,
    Condition,
    CostRef,
    Entry,
    Expr,
    Keyed,
    Kinds,
    Moment,
    Name,
    Number,
    OrderRef,
    PhaseRef,
    PipelineRef,
    PoolRef,
    RollRef,
    StateOrEffectRef,
    StateRef,
    StatRef,
    TallyRef,
    Text,
    TrackRef,
    Until,
    keyed,
    needed,
    shared,
)

if TYPE_CHECKING:
    from rulesets.vocabulary.whole import Rules

COMPANIONS = ("begin", "end", "flag", "out")
"""Keys that let something happen and can stand alone, or beside a verb."""
Degree = Literal["critical-failure", "failure", "success", "critical-success"]
DEGREES: tuple[Degree, ...] = get_args(Degree)
"""What can come of a roll that was asked for, the worst first."""
FAILURES = DEGREES[: DEGREES.index("success")]
"""Those that are worse than a success."""
TARGET, SIDE, OWNER = "target", "side", "owner"
"""What 'on' of a stage says if it works on the target, on everybody of one's side, or on one's owner."""


class Stage(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag_field="verb"):
    """One step of what happens. It has one verb at most: see [verbs of stages](#verbs-of-stages).

    With a label it is shown among the results, with its number.
    """

    heading: ClassVar[str] = "stage"
    verb: ClassVar[str] = ""
    """The key by which a stage of this kind is known; '' for one that has companions only."""

    id: str = shared(Common, "id")
    kinds: Kinds = shared(Common, "kinds")
    label: Text = shared(Entry, "label")
    cite: str = shared(Entry, "cite")
    on: Literal["self", "target", "side", "owner"] = keyed(
        "self",
        "Whom it works on: who does it, everybody of that one's side, the one to whom it belongs by the "
        "ruleset's 'owner', or the target, which the window then asks for. Formulas of the stage are read "
        "over that one. A target only in what an action, reaction or resource 'does', and in what comes of a "
        "check that it asks for: there it is the other one of the two.",
    )
    condition: Condition = shared(Common, "condition")
    begin: tuple[StateRef, ...] = keyed((), "States that begin. It can stand alone or beside a verb.")
    end: tuple[StateOrEffectRef, ...] = keyed(
        (), "States and effects that end. It can stand alone or beside a verb."
    )
    flag: str = shared(Common, "flag")
    shows: dict[Name, Expr] = keyed({}, "Beside 'flag': values that its line shows, by name.")
    out: Literal["", "defeated", "disabled", "restore"] = keyed(
        "",
        "Takes the combatant out of the fight, or brings it back. It can stand alone or beside a verb.",
    )

    @property
    def formula(self) -> str:
        """Return the formula that gives the stage its number, or ''."""
        return ""

    @property
    def formulas(self) -> tuple[str, ...]:
        """Return every formula that the stage reads."""
        return tuple(text for text in (self.condition, *self._read(), *self.shows.values()) if text)

    def _read(self) -> tuple[str, ...]:
        """Return the formulas of its verb."""
        return (self.formula,)


class ChangeStage(Stage, frozen=True, kw_only=True, omit_defaults=True):
    """What can go up and down is changed by as much, or to as much."""

    heading: ClassVar[str] = "Stages that change a number"

    by: Number = keyed(
        "", "By how much it changes; of a track by how many steps, where a positive number is worse."
    )
    to: Number = keyed("", "Instead of 'by': what it becomes; of a track the step, counted from 0.")
    cap: Number = keyed(
        "",
        "Where growing stops. Of a pool the name 'size' is how much it holds.",
        examples=("size",),
    )

    @property
    def formula(self) -> str:
        return self.by or self.to

    def _read(self) -> tuple[str, ...]:
        return self.formula, self.cap


class PlainStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="plain"):
    """States begin and end, the GM is told, somebody is out: a stage without a verb."""


class LetStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="let"):
    """Keeps a value under a name for the stages below."""

    verb: ClassVar[str] = "let"

    let: str = needed("This name takes 'value' for the stages after it.")
    value: Expr = needed("The value; of an effect how large it is, and left out what its state says.")

    @property
    def formula(self) -> str:
        return self.value


class ReduceStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="reduce"):
    """Takes something off what is left."""

    verb: ClassVar[str] = "reduce"

    reduce: Number = needed("How much is taken off.")

    @property
    def formula(self) -> str:
        return self.reduce


class ScaleStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="scale"):
    """Multiplies what is left, rounded down."""

    verb: ClassVar[str] = "scale"

    scale: Number = needed("What is left, times this.")

    @property
    def formula(self) -> str:
        return self.scale


class AbsorbStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="absorb"):
    """A stat takes what is left, as far as it goes: hit points."""

    verb: ClassVar[str] = "absorb"

    absorb: StatRef = needed("The stat that takes it.")

    @property
    def formula(self) -> str:
        return self.absorb

    def _read(self) -> tuple[str, ...]:
        return ()


class StatStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="stat"):
    """Changes a stat."""

    verb: ClassVar[str] = "stat"

    stat: StatRef = needed(
        "The stat that is changed; of a resource the one that holds its points; of powers the list of their "
        "names, with a number behind a colon that a roll has to reach, such as 'breath:5'; of a kind of roll "
        "the one that it is rolled with at the table.",
        called="its stat",
    )


class TrackStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="track"):
    """Moves along a condition track."""

    verb: ClassVar[str] = "track"

    track: TrackRef = needed("The track.")
    recovers: bool = keyed(False, "Moving up stops at persistent steps.")
    persistent: bool = keyed(False, "Steps for the worse do not recover by themselves.")


class PoolStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="pool"):
    """Changes what is left in a pool; it grows no higher than the cap."""

    verb: ClassVar[str] = "pool"

    pool: PoolRef = needed("The pool.")
    too_little: tuple[StateRef, ...] = keyed(
        (),
        "States that begin when it has less than 'by' takes, also as that was changed in the sheet: what is "
        "left cannot tell by how much it was short.",
    )


class TallyStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="tally"):
    """Changes a tally."""

    verb: ClassVar[str] = "tally"

    tally: TallyRef = needed("The tally.")


class CountStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="count_in"):
    """Moves the count in an order; one that several share moves once at a moment that comes for each."""

    verb: ClassVar[str] = "count_in"

    count_in: OrderRef = needed("The order in which the count moves.")


class EffectStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="effect"):
    """Begins an effect that lasts for a while, or has a size. Its rounds go down whenever 'until' says.

    With 0 rounds it ends with what is under way. Without 'until' it is as 'effects_at' says.
    """

    verb: ClassVar[str] = "effect"

    effect: str = needed("Name of the effect.")
    rounds: Number = keyed("", "How long it lasts; left out: until it is ended, or with 'until' 1.")
    value: Number = shared(LetStage, "value", "")
    until: Until = shared(Common, "until")

    def _read(self) -> tuple[str, ...]:
        return self.rounds, self.value


class SizeStage(ChangeStage, frozen=True, kw_only=True, omit_defaults=True, tag="size"):
    """Changes how large a state is: it begins with what it comes to, and ends at 0."""

    verb: ClassVar[str] = "size"

    size: StateRef = needed("The state, which has a size.")


class ApplyStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="apply"):
    """Runs a pipeline on the same combatant, such as damage."""

    verb: ClassVar[str] = "apply"

    apply: PipelineRef = needed("The pipeline.")
    inputs: dict[Name, Expr] = keyed(
        {}, "What it is told, by formulas.", alias="with", examples=({"amount": "size"},)
    )

    def _read(self) -> tuple[str, ...]:
        return tuple(self.inputs.values())


class PlaceStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="place"):
    """Gives the slot another place in the order, as soon as everything else of the command has happened."""

    verb: ClassVar[str] = "place"

    place: Literal["before-active"] = needed(
        "Right before whoever is active. A turn that it still had in the pass is gone; nothing changes in "
        "the own turn."
    )

    def _read(self) -> tuple[str, ...]:
        return ()


class AskStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="ask"):
    """Asks for a roll that is answered later: see [check](#check)."""

    verb: ClassVar[str] = "ask"

    ask: CheckRef = needed("What is asked for.")
    against: Number = keyed(
        "",
        "Number to reach, worked out when it is asked for: what the stage says, or else the check. Left out "
        "by both: only what came of it can be said.",
        examples=("10 + dying",),
        called="what it has to reach",
    )
    named: Expr = keyed(
        "",
        "What it is called and answered by, where one check serves many things; left out: its id. It is a "
        "formula: a text stands in single quotes.",
        examples=("'breath'",),
    )

    @property
    def formula(self) -> str:
        return self.against

    def _read(self) -> tuple[str, ...]:
        return self.against, self.named


class AnswerStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="answer"):
    """Answers the oldest open roll that was asked for; if none is open, nothing happens."""

    verb: ClassVar[str] = "answer"

    answer: Degree = needed("What comes of it.")
    named: Expr = shared(AskStage, "named")

    def _read(self) -> tuple[str, ...]:
        return (self.named,)


class LiftStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="lift"):
    """Ends the state or effect of a name that is worked out; if it is not in force, nothing happens."""

    verb: ClassVar[str] = "lift"

    lift: Expr = needed("Formula that gives the name, such as 'named' in what a [check](#check) does.")
    author: Expr = keyed(
        "",
        "Formula for the id of one of several who have begun it: only that one's ends; of '' only the first.",
        examples=("target",),
    )

    def _read(self) -> tuple[str, ...]:
        return (self.lift, self.author)


class DrawStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="draw"):
    """Draws one card more for an order; the best of them counts, and the place in the order follows it."""

    verb: ClassVar[str] = "draw"

    draw: OrderRef = needed("The order, which is drawn from a deck.")

    def _read(self) -> tuple[str, ...]:
        return ()


AnyStage: TypeAlias = (
    LetStage
    | ReduceStage
    | ScaleStage
    | AbsorbStage
    | StatStage
    | TrackStage
    | PoolStage
    | TallyStage
    | CountStage
    | EffectStage
    | SizeStage
    | ApplyStage
    | PlaceStage
    | AskStage
    | AnswerStage
    | LiftStage
    | DrawStage
    | PlainStage
)
"""A stage as it is written: the verb says of which kind it is."""
STAGES: tuple[type[Stage], ...] = get_args(AnyStage)
VERBS = tuple(kind.verb for kind in STAGES if kind.verb)


# -- what is done in stages ------------------------------------------------------------------------


Span = Literal["", "day", "rest", "encounter", "round", "phase", "turn", "cause", "attack"]
OCCASIONS: tuple[Span, ...] = ("cause", "attack")
"""Of reactions: what one can be done once for, in place of a span."""


class Deed(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """When something can be done, and what happens then."""

    heading: ClassVar[str] = "For what is done"

    phases: tuple[PhaseRef, ...] = keyed(
        (),
        "Phases in which it can be done; none: no matter which, and of costs those where turns are taken.",
        called="its phases",
    )
    needs: Condition = keyed(
        "",
        "Must hold for it to be done, of a target for it to be applied.",
        examples=("life < max_life",),
        called="what it asks for",
    )
    needs_text: Text = keyed(
        "",
        "What is said of it, beginning with 'only': it ends the sentence that refuses. Of a way to pay "
        "it says what 'if' asks for.",
        examples=("only who is hurt",),
        called="the words for what it asks for",
    )
    once: Span = keyed(
        "",
        "It can be done only 'times' times in this span; a declaration in the phase, if left out. A 'day' is "
        "over with the [rest](#rest) called 'night', a 'rest' with any. Of reactions also 'cause': one of "
        "this combatant's to the same thing, as it was named; and 'attack': it answers each attack on the "
        "combatant once.",
        called="how often",
    )
    times: Number = keyed("1", "Of once: how often, as talents may allow.", called="how often")
    does: tuple[AnyStage, ...] = keyed(
        (),
        "What happens, to who does it, or to each of those for whom a moment comes, one after the other; a "
        "stage with on = 'target' happens to the target. Tallies that a cost or a reaction changes count in "
        "its roll.",
        called="what it does",
    )

    @property
    def span(self) -> Span:
        """Return the span in which it can be done only so often; '' if there is none."""
        return "" if self.once in OCCASIONS else self.once


class Act(Deed, frozen=True, kw_only=True, omit_defaults=True):
    """What actions and reactions take, and what they are rolled with."""

    heading: ClassVar[str] = "For acts"

    kinds: Kinds = shared(Common, "kinds")
    cost: CostRef = keyed("", "What it costs.", called="cost")
    unnamed: bool = keyed(
        False,
        "It is whatever is done without a name and a cost, which stands in no list; of reactions, whatever "
        "has a free name.",
        called="whether it is what has no name of its own",
    )
    skill: StatRef = keyed("", "Stat whose die code is rolled for it.", called="what it is rolled with")
    marked: RollRef = keyed(
        "",
        "Kind of roll that it is: its marks count, and of acts are shown before. With an advantage or "
        "disadvantage dice are thrown twice, and the higher or the lower throw counts.",
        called="the kind of roll that it is",
    )


class RestRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a rest gives back: a night's sleep, an hour to catch one's breath.

    The GM says who rests, and when: before the fight or after it. With any, what can be done once in a
    'rest' can be done again; with the one called 'night' so can what can be done once in a 'day'.
    """

    does: tuple[AnyStage, ...] = shared(Deed, "does")


class TriggerRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens by itself at a [moment](#moments)."""

    labelled: ClassVar[bool] = False

    at: At = shared(Moment, "at")
    phase: PhaseRef = shared(Moment, "phase")
    condition: Condition = shared(Moment, "condition")
    does: tuple[AnyStage, ...] = shared(Deed, "does")


def needs_target(does: tuple[AnyStage, ...], rules: "Rules", met: frozenset[str] = frozenset()) -> bool:
    """Return whether any of ``does`` works on a target, or what a roll that it asks for lets happen does.

    Also where a pipeline that it applies asks for the roll.
    """
    if any(stage.on == TARGET for stage in does):
        return True
    rolls = {one.ask for one in does if isinstance(one, AskStage)}
    sheets = {one.apply for one in does if isinstance(one, ApplyStage)}
    further = [
        *(
            degree.does
            for roll in rolls - met
            if roll in rules.checks
            for degree in rules.checks[roll].degrees.values()
        ),
        *(rules.pipelines[sheet].stages for sheet in sheets - met if sheet in rules.pipelines),
    ]
    return any(needs_target(one, rules, met | rolls | sheets) for one in further)
