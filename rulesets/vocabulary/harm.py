"""How somebody fares: states, ties between combatants, condition tracks, pipelines."""

from typing import Annotated, ClassVar, Literal

from rulesets.vocabulary.base import (
    ActionRef,
    AsList,
    Common,
    Condition,
    Entry,
    Expr,
    Forbidden,
    Keyed,
    Kinds,
    Mark,
    Moment,
    Moments,
    Name,
    Number,
    OrderRef,
    ReactionRef,
    RollRef,
    StateRef,
    StatRef,
    Text,
    Tone,
    Until,
    keyed,
    made,
    shared,
)
from rulesets.vocabulary.inputs import Input, Told
from rulesets.vocabulary.rounds import PhaseKeys
from rulesets.vocabulary.stages import AnyStage, ChangeStage, Deed, StatStage
from rulesets.vocabulary.values import TableEntry


class RollRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of roll that states and steps of tracks mark: attacks, saves.

    The tracker keeps every mark with its reason and says what they come to. With a stat, such as an attack
    bonus, all that they change of that stat marks it, too: the bonus that stands in a note knows nothing of
    it. An action says with 'marked' which kind of roll it is. What marks one that is called as a pipeline,
    such as damage, is told where that is applied.
    """

    of: RollRef = keyed(
        "",
        "A wider kind of roll: what marks that one marks this one, too. Of the roll that attacks are, one "
        "called 'melee', 'ranged', 'point-blank' or 'brawl' is what those attacks are rolled as; one called "
        "otherwise is what those are, too, beside which a note has that word: 'agile'.",
        called="the wider kind of roll",
    )
    against: RollRef = keyed(
        "",
        "Kind of roll of the one whom it is aimed at: its marks count, too, and what is narrower is shown by "
        "itself. Where that makes a difference an attack is asked which of the narrower ones it is: blows "
        "are proposed as the first, shots as the last.",
        called="the kind of roll that it is against",
    )
    stat: StatRef = shared(StatStage, "stat", "")
    own: bool = keyed(
        True,
        "The combatant rolls it; false: others do, against it, and its marks are good for them.",
        called="whether the combatant rolls it",
    )


class Tick(Moment, frozen=True, kw_only=True, omit_defaults=True):
    """What happens at a [moment](#moments) to whoever is in a state: stages run, then its size changes.

    In them 'size' is how large the state is; at 0 it ends.
    """

    by: Number = shared(ChangeStage, "by")
    does: tuple[AnyStage, ...] = shared(Deed, "does")
    with_delay: bool = keyed(
        False,
        "Of 'turn-end': when the turn is put off it comes with that, and not again at the end of the turn.",
    )


class Ban(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """What cannot be done to somebody, of acts and reactions that name whom they are aimed at.

    'if' is asked of who acts, such as "target == by": 'target' is the id of the one it is aimed at, 'by' of
    who has brought the state, and the functions that begin with 'target_' ask the target.
    """

    acts: tuple[Forbidden, ...] = keyed((), "What cannot be done, as in 'forbids'. Needed.")
    of: Literal["self", "others"] = keyed(
        "self", "Whose acts: of who is in the state, towards others; or of others, towards that one."
    )
    condition: Condition = shared(Common, "condition")


class StateKeys(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that holds of a combatant for a while: prone, stunned. It can forbid and change things.

    'until' is how long it lasts where nobody says more, by the turns of its bearer; begun again it lasts
    anew.
    """

    size: Number = keyed(
        "",
        "The state has a size, such as 'frightened 2': this one where it begins without another. Of the same "
        "state the larger one counts, and at 0 it ends. Formulas read it: 'size()'.",
        examples=("1",),
        called="size",
    )
    until: Until = shared(Common, "until")
    ticks: tuple[Tick, ...] = keyed(
        (),
        "What happens at moments while it holds.",
        examples=([{"at": "turn-end", "by": "-1"}],),
        called="what happens while it lasts",
    )
    kinds: Kinds = shared(Common, "kinds")
    on_begin: tuple[AnyStage, ...] = keyed(
        (), "What happens when it begins, however that came about.", called="what happens when it begins"
    )
    on_end: tuple[AnyStage, ...] = keyed(
        (), "What happens when it ends, however that came about.", called="what happens when it ends"
    )

    begins: Moments = keyed(
        (), "When it begins by itself; the GM can begin it at any time.", called="when it begins"
    )
    ends: Moments = keyed(
        (), "When it ends by itself; left out: when the GM or a rule ends it.", called="when it ends"
    )
    holds: Expr = shared(Common, "holds")
    lasts: Condition = keyed(
        "",
        "It ends for good as soon as this is no longer true of its combatant; it does not begin by that.",
        examples=("not has_state('helpless')",),
        called="as long as what it lasts",
    )
    lasts_by: Condition = keyed(
        "",
        "It ends for good as soon as this is no longer true of whoever brought it, or that one leaves.",
        examples=("not has_state('helpless')",),
        called="as long as what of its author it lasts",
    )
    lost_flag: str = keyed(
        "",
        "What the GM is told when it ends by that, or because something else takes its place.",
        called="what is told when it ends by that",
    )
    forbids: tuple[Forbidden, ...] = keyed(
        (),
        "What cannot be done while it holds: activities such as 'act' and 'react', or costs, actions and "
        "reactions by id; 'act@surprise' only in that phase.",
        examples=(["act", "react@surprise"],),
        called="what it forbids",
    )
    allows: Annotated[dict[Forbidden, Condition], AsList()] = keyed(
        {},
        "What can be done all the same, of the kinds that it forbids, and under which condition; as a list "
        "under any. Of an id that it forbids itself this one ban is lifted, and no other.",
        examples=(["walk"], {"parry": "has('quick')"}),
        called="what can be done all the same",
    )
    bans: tuple[Ban, ...] = keyed(
        (),
        "What cannot be done to some, or to the one who is in it.",
        examples=([{"acts": ["#attack"], "if": "target == by"}],),
        called="what cannot be done to whom",
    )
    add: dict[StatRef, Number] = keyed({}, "What it adds to stats.", called="what it adds")
    factor: dict[StatRef, Number] = keyed(
        {}, "What stats are multiplied by, rounded down.", called="what it multiplies"
    )
    marks: dict[RollRef, Mark] = keyed(
        {},
        "How it marks rolls: '+' is an advantage and '-' a disadvantage, which do not add up and of which "
        "one of each makes a straight roll; '!' fails; a number is added.",
        examples=({"attack": "-", "luck": "2"},),
        called="how it marks rolls",
    )
    implies: tuple[StateRef, ...] = keyed(
        (),
        "States that hold, too, while it does: those of a state though nobody lists them.",
        alias="states",
        examples=(["helpless"],),
        called="states that hold with it",
    )
    worse: StateRef = keyed(
        "",
        "The next state of its ladder. Begun on somebody who is on the ladder already, a state takes the "
        "combatant as many steps further as it stands for: the first one takes one step.",
        called="the state that is worse",
    )
    fallen: Literal["", "incapable", "disabled", "defeated"] = keyed(
        "",
        "Who is in it is out of the fight ('defeated'), or cannot act for now: no turn comes up "
        "('disabled'). 'incapable' only counts as unable to act when the encounter asks whether it is over.",
        alias="out",
        called="out",
    )
    sustains: bool = keyed(
        False,
        "Whoever keeps up effects is in it: it begins with the first of them and ends with the last, and "
        "when it ends, all of them do.",
        called="whether it is that of whoever keeps up effects",
    )
    numbers: tuple[StatRef, ...] = keyed(
        (),
        "Stats that stand beside its label, each with its short, where they are not 0: saves that failed.",
        called="numbers that stand beside it",
    )
    back_if_put_off: bool = shared(Common, "back_if_put_off")
    tone: Tone = shared(Common, "tone")

    @property
    def out(self) -> Literal["", "disabled", "defeated"]:
        """Return how it takes whoever is in it out of the fight; '' if it does not."""
        return "" if self.fallen == "incapable" else self.fallen

    @property
    def incapable(self) -> bool:
        """Return whether who is in it counts as unable to act, though its turns come up."""
        return self.fallen == "incapable"


class StateRule(StateKeys, frozen=True, kw_only=True, omit_defaults=True):
    """A state as the engine reads it."""

    kind: str = made("", called="its kind")
    """Of a state that is one of several kinds: which."""


class RelationRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Something that holds between two combatants: one is surprised by another, two hold each other.

    It is made when an order is rolled ('order' and 'if', over 'mine' and 'theirs', the two counts) or by hand
    ('state').
    """

    labelled: ClassVar[bool] = False

    order: OrderRef = shared(PhaseKeys, "order")
    condition: Condition = shared(Common, "condition")
    state: StateRef = keyed(
        "",
        "Instead of an order: this state, put on somebody by somebody else, ties both to each other and "
        "to all whom they are tied to; ending it for one ends it for all.",
        called="the state that ties",
    )
    ends: Literal["turn", "place"] = keyed(
        "turn", "At the other's turn, or when its place in the order comes up.", called="when it ends"
    )
    back_if_put_off: bool = shared(Common, "back_if_put_off", True)
    penalty: Number = keyed("0", "What the other suffers against this one.", called="its penalty")
    except_if: Condition = keyed(
        "",
        "Formula over the other, with 'by', the id of this one: it cannot be tied.",
        called="who cannot be tied",
    )
    bars: tuple[ReactionRef, ...] = keyed(
        (),
        "Reactions that the other cannot take against this one.",
        called="reactions that it keeps from the other",
    )
    verb: Text = shared(Common, "verb")


class Step(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a track. It may be written as its bare label: `steps = ["Unhurt", "Hurt", "Down"]`."""

    bare: ClassVar[str] = "label"

    values: dict[str, float] = shared(TableEntry, "values")
    add: dict[StatRef, Number] = shared(StateKeys, "add")
    factor: dict[StatRef, Number] = shared(StateKeys, "factor")
    marks: dict[RollRef, Mark] = shared(StateKeys, "marks")
    states: tuple[StateRef, ...] = shared(StateKeys, "implies")
    out: Literal["", "disabled", "defeated"] = shared(StateKeys, "fallen")

    @property
    def penalty(self) -> int:
        """Return the number that is told beside the step; it does nothing by itself."""
        return int(self.values.get("penalty", 0))


class Track(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """How badly off somebody is, in steps. Formulas read it with 'track()' and 'step()'.

    Of several the first one is meant when none is named.
    """

    steps: tuple[Step, ...] = keyed((), "From unhurt to worst.", called="its steps")
    last: Number = keyed(
        "",
        "Step at which it ends for a combatant; left out: its last one.",
        examples=("2 + toughness",),
        called="its last step",
    )
    on_worse: tuple[AnyStage, ...] = keyed(
        (),
        "What happens at a move for the worse; 'moved' is by how many steps.",
        called="what a step down does",
    )
    on_better: tuple[AnyStage, ...] = keyed(
        (), "What happens at a move for the better, likewise.", called="what a step up does"
    )
    group: Text = shared(Common, "group")


class Pipeline(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What damage, healing and the like do: [stages](#stage) that run on one or many targets.

    The amount is what is 'left'; stages reduce it, and stats absorb it. The damage sheet shows every stage.
    """

    inputs: dict[Name, Input] = shared(Told, "inputs")
    begins_with: str = keyed(
        "amount", "Input that is 'left' at the beginning, if there is one.", alias="amount", called="amount"
    )
    stages: tuple[AnyStage, ...] = shared(Deed, "does", alias="does")
    needs: Condition = shared(Deed, "needs")
    needs_text: Text = shared(Deed, "needs_text")
    tone: Literal["good", "bad", "neutral"] = shared(Common, "tone", "bad")
    role: str = shared(Common, "role")
    done_as: tuple[ActionRef, ...] = keyed(
        (),
        "Actions by which it is done in a turn, the likeliest first: of those that can be paid one is "
        "proposed where several are hurt or somebody is healed. Behind them, of what hurts, come attacks.",
        examples=(["cast_spell"],),
        called="the actions by which it is done",
    )

    @property
    def amount(self) -> str:
        """Return the input that is left at the beginning; '' if there is none."""
        return self.begins_with if self.begins_with in self.inputs else ""
