"""Rolls that are asked for now and answered later: saves, recovery, soaking."""

from typing import ClassVar, Literal

from rulesets.vocabulary.base import (
    Common,
    Condition,
    Entry,
    Id,
    Kinds,
    Number,
    PipelineRef,
    RollRef,
    keyed,
    shared,
)
from rulesets.vocabulary.rounds import OrderRoll
from rulesets.vocabulary.stages import DEGREES, FAILURES, Act, AnyStage, AskStage, Deed

FAILURE, SUCCESS = DEGREES[1:3]
"""The two that a roll can always come to."""


class DegreeRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What can come of a check. It may be written as what happens: `success = [{ end = ["shaken"] }]`.

    There are always 'critical-success', 'success', 'failure' and 'critical-failure'. Any other id is a degree
    of your own and needs a label. One with 'if' stands in place of a plain success or failure of which that
    holds; one of your own without is only said. Of several the first one written counts: the best success,
    the worst failure.
    """

    labelled: ClassVar[bool] = False
    bare: ClassVar[str] = "does"

    condition: Condition = shared(Common, "condition")
    of: Literal["success", "failure"] = keyed(
        "success", "Which of the two a degree of your own is: who asks for no more gets what that does."
    )
    does: tuple[AnyStage, ...] = shared(Deed, "does")


class CheckRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that somebody is asked for and answers later, by a die, by a total or by what came of it.

    A stage with the verb `ask` asks for it. It holds nobody up. It is open until it is answered, until
    `while` no longer holds, or until whoever is asked leaves or, if it is not asked of the `defeated`, is
    defeated. Who has several open ones of the same name answers the oldest. Without dice the table rolls, or
    says what came of it; a total has everything in it already that is added. With a mark '!' it fails
    whatever was rolled. 'flag' is told when it is asked for, and 'while' can read pools and tallies,
    too.
    """

    kinds: Kinds = shared(Common, "kinds")
    dice: str = shared(OrderRoll, "dice")
    marked: RollRef = shared(Act, "marked")
    flag: str = shared(Common, "flag")
    ends_effects: str = keyed(
        "",
        "It is asked for by effects that a save ends, under their name: the kind of roll that it is, in "
        "which '{ability}' stands for what the effect says. Its formulas read that kind as 'roll'.",
        examples=("{ability}_save",),
        called="whether it is the save that ends effects",
    )
    plus: Number = shared(OrderRoll, "plus", "0")
    against: Number = shared(AskStage, "against")
    at_most: bool = keyed(
        False,
        "The number is the most that is a success: the lower the roll the better, as with percentages. Marks "
        "are for and against the roll all the same: of '-30' 30 is added, and an advantage keeps the lower "
        "dice.",
        called="whether the lower roll is the better one",
    )
    defeated: bool = keyed(
        False,
        "Whoever is defeated is asked, too, and goes on being asked.",
        called="whether the defeated are asked, too",
    )
    critical: Number = keyed(
        "0",
        "By how much a success has to be better to be a critical one, and a failure worse; 0: by no margin. "
        "What is critical on one side alone says 'if' of that degree.",
        called="when a success is critical",
    )
    faces: bool = keyed(
        False,
        "The highest that the dice can show makes it better by one degree, the lowest worse by one. A total "
        "does not tell what they showed; the window asks for it with the total.",
        called="what the dice show",
    )
    holds: Condition = shared(Common, "holds")
    sheet: PipelineRef = keyed(
        "",
        "Pipeline that takes what comes of a failure and is still to be told, such as by how much: its sheet "
        "is opened for whoever has failed.",
        called="the sheet of a failure",
    )
    degrees: dict[Id, DegreeRule] = keyed(
        {},
        "What happens at each degree, and what people read in place of its name, as where something is asked "
        "and not rolled. A critical one, or one of your own, that does nothing does what a plain one does.",
        examples=({"success": [{"end": ["shaken"]}]},),
        called="what comes of it",
    )

    @property
    def every(self) -> tuple[str, ...]:
        """Every degree, the worst first: those that are always there, and between them the ruleset's own."""
        own = {side: [name for name in self.own if self.side(name) == side] for side in (SUCCESS, FAILURE)}
        worst, failure, success, best = DEGREES
        return (worst, *own[FAILURE], failure, success, *reversed(own[SUCCESS]), best)

    @property
    def own(self) -> tuple[str, ...]:
        """The degrees that only this check has, as they are written."""
        return tuple(name for name in self.degrees if name not in DEGREES)

    def roll_of(self, ability: str) -> str:
        """Return the kind of roll that ends effects whose save is made with ``ability``."""
        return self.ends_effects.replace("{ability}", ability)

    @property
    def decides(self) -> bool:
        """Whether anything comes of an answer by itself; else it is the GM who lets it come."""
        return bool(self.ends_effects) or any(rule.does for rule in self.degrees.values())

    @property
    def answers(self) -> bool:
        """Whether the degrees that are always there are called otherwise, as answers to a question are."""
        return any(degree in self.degrees and self.degrees[degree].label for degree in DEGREES)

    def side(self, degree: str) -> str:
        """Return which of the two a degree is: 'success' or 'failure'."""
        if degree in DEGREES or degree not in self.degrees:
            return FAILURE if degree in FAILURES else SUCCESS
        return self.degrees[degree].of

    def called(self, degree: str) -> str:
        """Return what the ruleset calls a degree; '' if nothing of its own."""
        rule = self.degrees.get(degree)
        return "" if rule is None else rule.label or (degree if degree not in DEGREES else "")

    def does(self, degree: str) -> tuple[AnyStage, ...]:
        """Return what happens at a degree."""
        rule, plain = self.degrees.get(degree), self.degrees.get(self.side(degree))
        found = rule.does if rule is not None else ()
        return found or (plain.does if plain is not None else ())
