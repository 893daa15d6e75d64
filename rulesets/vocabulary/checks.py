"""Rolls that are asked for now and answered later: saves, recovery, soaking."""

from rulesets.vocabulary.base import (
    Common,
    Condition,
    Entry,
    Number,
    PipelineRef,
    RollRef,
    Text,
    keyed,
    shared,
)
from rulesets.vocabulary.rounds import OrderRoll
from rulesets.vocabulary.stages import DEGREES, FAILURES, Act, AnyStage, AskStage, Degree


class CheckRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that somebody is asked for and answers later, by a die, by a total or by what came of it.

    A stage with the verb `ask` asks for it. It holds nobody up. It is open until it is answered, until
    `while` no longer holds, or until whoever is asked leaves or, if it is not asked of the `defeated`, is
    defeated. Who has several open ones of the same name answers the oldest. Without dice the table rolls, or
    says what came of it; a total has everything in it already that is added. With a mark '!' it fails
    whatever was rolled. 'flag' is told when it is asked for, and 'while' can read pools and tallies,
    too.
    """

    dice: str = shared(OrderRoll, "dice")
    marked: RollRef = shared(Act, "marked")
    flag: str = shared(Common, "flag")
    ends_effects: str = keyed(
        "",
        "It is asked for by effects that a save ends, under their name: the kind of roll that it is, in "
        "which '{ability}' stands for what the effect says. Its formulas read that kind as 'roll'.",
        examples=("{ability}_save",),
    )
    plus: Number = shared(OrderRoll, "plus", "0")
    against: Number = shared(AskStage, "against")
    at_most: bool = keyed(
        False,
        "The number is the most that is a success: the lower the roll the better, as with percentages. Marks "
        "are for and against the roll all the same: of '-30' 30 is added, and an advantage keeps the lower "
        "dice.",
    )
    defeated: bool = keyed(False, "Whoever is defeated is asked, too, and goes on being asked.")
    critical: Number = keyed(
        "0", "By how much a success has to be better to be a critical one; 0: by no margin."
    )
    fumble: Number = keyed(
        "", "By how much a failure has to be worse to be a critical one; left out: as much as 'critical'."
    )
    faces: bool = keyed(
        False,
        "The highest that the dice can show makes it better by one degree, the lowest worse by one. A total "
        "does not tell what they showed.",
    )
    holds: Condition = shared(Common, "holds")
    sheet: PipelineRef = keyed(
        "",
        "Pipeline that takes what comes of a failure and is still to be told, such as by how much: its sheet "
        "is opened for whoever has failed.",
    )
    degrees: dict[Degree, Text] = keyed(
        {},
        "What people read in place of the name of a degree, where something is asked and not rolled.",
        examples=({"success": "Rolls again", "failure": "Leaves it at that"},),
    )
    critical_success: tuple[AnyStage, ...] = keyed(
        (), "What happens at a critical success; left out: what happens at a success."
    )
    success: tuple[AnyStage, ...] = keyed((), "What happens if the number is reached.")
    failure: tuple[AnyStage, ...] = keyed((), "What happens if it is not.")
    critical_failure: tuple[AnyStage, ...] = keyed(
        (), "What happens at a critical failure; left out: what happens at a failure."
    )

    @property
    def decides(self) -> bool:
        """Whether anything comes of an answer by itself; else it is the GM who lets it come."""
        return bool(self.ends_effects) or any(self.does(degree) for degree in DEGREES)

    def called(self, degree: str) -> str:
        """Return what the ruleset calls a degree; '' if nothing of its own."""
        return next((text for own, text in self.degrees.items() if own == degree), "")

    def does(self, degree: str) -> tuple[AnyStage, ...]:
        """Return what happens at one of the four degrees."""
        plain, critical = (
            (self.success, self.critical_success)
            if DEGREES.index(degree) >= len(FAILURES)
            else (self.failure, self.critical_failure)
        )
        return critical or plain if degree.startswith("critical") else plain
