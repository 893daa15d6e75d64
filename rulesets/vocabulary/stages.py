"""What happens, step by step: a stage for each verb, and what is done in stages."""

from typing import ClassVar, Literal, TypeAlias, get_args

from rulesets.vocabulary.base import (
    At,
    CheckRef,
    Condition,
    Entry,
    Expr,
    Keyed,
    Name,
    Number,
    OrderRef,
    PhaseRef,
    PipelineRef,
    PoolRef,
    StateOrEffectRef,
    StateRef,
    StatRef,
    TallyRef,
    Text,
    TrackRef,
    keyed,
    needed,
)

COMPANIONS = ("begin", "end", "flag", "out")
"""Keys that let something happen and can stand alone, or beside a verb."""
Degree = Literal["critical-failure", "failure", "success", "critical-success"]
DEGREES: tuple[Degree, ...] = get_args(Degree)
"""What can come of a roll that was asked for, the worst first."""


class Stage(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag_field="verb"):
    """One step of what happens. It has one verb at most: see [verbs of stages](#verbs-of-stages)."""

    verb: ClassVar[str] = ""
    """The key by which a stage of this kind is known; '' for one that has companions only."""

    id: str = keyed("", "Name of the stage in results.")
    label: Text = keyed("", "What people read beside its number.")
    cite: str = keyed("", "Where the rule stands.")
    on: Literal["self", "target", "side"] = keyed(
        "self",
        "Whom it works on: who does it, everybody of that one's side, or the target, which the window then "
        "asks for. Formulas of the stage are read over that one. A target only in what an action, reaction "
        "or resource 'does'.",
    )
    condition: Condition = keyed("", "Only if this holds.", alias="if")
    begin: tuple[StateRef, ...] = keyed((), "States that begin. It can stand alone or beside a verb.")
    end: tuple[StateOrEffectRef, ...] = keyed(
        (), "States and effects that end. It can stand alone or beside a verb."
    )
    flag: str = keyed(
        "",
        "What the GM is told, a [flag](#flags) or a word of your own. It can stand alone or beside a verb.",
    )
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


class PlainStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="plain"):
    """States begin and end, the GM is told, somebody is out: a stage without a verb."""


class LetStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="let"):
    """Keeps a value under a name for the stages below."""

    verb: ClassVar[str] = "let"

    let: str = needed("This name takes 'value' for the stages after it.")
    value: Expr = needed("The value.")

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


class GainStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="gain"):
    """A stat grows, not above the cap."""

    verb: ClassVar[str] = "gain"

    gain: StatRef = needed("The stat that grows.")
    value: Expr = needed("By how much.")
    cap: Number = keyed("", "Where growing stops.", examples=("max_life",))

    @property
    def formula(self) -> str:
        return self.value

    def _read(self) -> tuple[str, ...]:
        return self.value, self.cap


class SetStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="set"):
    """A stat becomes a value."""

    verb: ClassVar[str] = "set"

    set: StatRef = needed("The stat.")
    value: Expr = needed("What it becomes.")

    @property
    def formula(self) -> str:
        return self.value


class TrackStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="track"):
    """Moves along a condition track."""

    verb: ClassVar[str] = "track"

    track: TrackRef = needed("The track.")
    by: Number = keyed("", "By how many steps; a positive number is worse.")
    to: Number = keyed("", "Instead of 'by': the step, counted from 0.")
    recovers: bool = keyed(False, "Moving up stops at persistent steps.")
    persistent: bool = keyed(False, "Steps for the worse do not recover by themselves.")

    @property
    def formula(self) -> str:
        return self.by or self.to


class PoolStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="pool"):
    """Changes what is left in a pool; it grows no higher than the cap."""

    verb: ClassVar[str] = "pool"

    pool: PoolRef = needed("The pool.")
    by: Number = keyed("", "By how much it changes.")
    to: Number = keyed("", "Instead of 'by': what is left in it afterwards.")
    cap: Number = keyed(
        "",
        "Where growing stops. The name 'size' is how much the pool holds.",
        examples=("size",),
    )
    short: tuple[StateRef, ...] = keyed(
        (),
        "States that begin when it has less than 'by' takes, also as that was changed in the sheet: what is "
        "left cannot tell by how much it was short.",
    )

    @property
    def formula(self) -> str:
        return self.by or self.to

    def _read(self) -> tuple[str, ...]:
        return self.formula, self.cap


class TallyStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="tally"):
    """Changes a tally."""

    verb: ClassVar[str] = "tally"

    tally: TallyRef = needed("The tally.")
    by: Number = keyed("", "By how much it changes.")
    to: Number = keyed("", "Instead of 'by': what it becomes.")

    @property
    def formula(self) -> str:
        return self.by or self.to


class CountStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="count"):
    """Moves the count in an order; one that several share moves once at a moment that comes for each."""

    verb: ClassVar[str] = "count"

    count: OrderRef = needed("The order.")
    by: Number = keyed("", "By how much it changes.")
    to: Number = keyed("", "Instead of 'by': what it becomes.")

    @property
    def formula(self) -> str:
        return self.by or self.to


Until = Literal["", "turn-start", "turn-end", "round-end", "encounter"]
UNTIL: tuple[Until, ...] = get_args(Until)
"""Moments at which the rounds of an effect go down; '' is what the ruleset says."""


class EffectStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="effect"):
    """Begins an effect that lasts for a while, or has a size."""

    verb: ClassVar[str] = "effect"

    effect: str = needed("Name of the effect.")
    rounds: Number = keyed("", "How long it lasts; left out: until it is ended, or with 'until' 1.")
    value: Number = keyed("", "How large it is; left out: what its state says.")
    until: Until = keyed(
        "",
        "At what the rounds go down: the beginning or end of a turn, or of the round; or it lasts as long as "
        "the encounter. What is under way when it begins does not count, but with 0 rounds it ends with it. "
        "Left out: what 'effects_at' says.",
    )
    of: Literal["", "self", "by"] = keyed(
        "",
        "Beside 'until': whose turn it is, of the one on whom it is or of who does it; left out: of who does "
        "it, and where nobody does of whoever is active.",
    )

    def _read(self) -> tuple[str, ...]:
        return self.rounds, self.value


class SizeStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="size"):
    """Changes how large a state is: it begins with what it comes to, and ends at 0."""

    verb: ClassVar[str] = "size"

    size: StateRef = needed("The state, which has a size.")
    by: Number = keyed("", "By how much it changes.")
    to: Number = keyed("", "Instead of 'by': what it becomes.")

    @property
    def formula(self) -> str:
        return self.by or self.to


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
    against: Number = keyed("", "Number to reach, worked out now; left out: what the check says.")
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
    check: CheckRef = keyed("", "Only one of this kind.")
    named: Expr = keyed("", "Only one that is called so: a formula that gives its name, such as 'on'.")

    def _read(self) -> tuple[str, ...]:
        return (self.named,)


class LiftStage(Stage, frozen=True, kw_only=True, omit_defaults=True, tag="lift"):
    """Ends the state or effect of a name that is worked out; if it is not in force, nothing happens."""

    verb: ClassVar[str] = "lift"

    lift: Expr = needed("Formula that gives the name, such as 'named' in what a [check](#check) does.")

    def _read(self) -> tuple[str, ...]:
        return (self.lift,)


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
    | GainStage
    | SetStage
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


class TriggerRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens by itself at a [moment](#moments)."""

    labelled: ClassVar[bool] = False

    at: At = needed("The moment. The table of [moments](#moments) says for whom it comes.")
    phase: PhaseRef = keyed("", "Only in this phase, or at its beginning.")
    condition: Condition = keyed("", "Only if this holds.", alias="if")
    does: tuple[AnyStage, ...] = keyed(
        (), "What happens, to each of those for whom the moment comes, one after the other."
    )


Span = Literal["", "day", "encounter", "round", "phase", "turn"]


class Deed(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What actions, reactions, declarations and points have in common: when they can be done and do what."""

    phases: tuple[PhaseRef, ...] = keyed((), "Phases in which it can be done; none: no matter which.")
    needs: Condition = keyed("", "Must hold for it to be done.", examples=("life < max_life",))
    needs_text: Text = keyed(
        "",
        "What is said of it, beginning with 'only': it ends the sentence that refuses.",
        examples=("only who is hurt",),
    )
    once: Span = keyed("", "It can be done only 'times' times in this span.")
    times: Number = keyed("1", "Of once: how often, as talents may allow.")
    does: tuple[AnyStage, ...] = keyed(
        (), "What happens to who does it; a stage with on = 'target' happens to the target."
    )
