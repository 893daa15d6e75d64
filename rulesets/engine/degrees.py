"""What comes of a roll that was asked for: from a die, a total, or from what the table says came of it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from rulesets.engine import rolling
from rulesets.engine.counts import dice_of
from rulesets.engine.marks import Edge, edge, marks_on, modifier
from rulesets.engine.ruling import Ruling
from rulesets.table import events as ev
from rulesets.table.encounter import OpenCheck
from rulesets.vocabulary import DEGREES, CheckRule
from rulesets.vocabulary.checks import FAILURE, SUCCESS

NAMES = ("named", "degree", "die", "total", "against", "margin")
"""What formulas read of an answer."""


_OTHER_WAY: dict[Edge, Edge] = {
    "advantage": "disadvantage",
    "disadvantage": "advantage",
    "straight": "straight",
    "fails": "fails",
}
"""Which dice count where the lower roll is the better one."""


class Answer(Struct, frozen=True):
    """What somebody rolled for what it was asked for; formulas read it by these names."""

    named: str
    degree: str
    die: int
    """What the dice showed; 0 if that is not known."""
    total: int
    against: int
    margin: int
    """By how much it is better than what had to be reached; below 0: worse."""
    known: bool = True
    """False if nobody has said more than what came of it: then the numbers are the least that give that."""

    @property
    def told(self) -> dict[str, Any]:
        """Return the names that formulas read."""
        return {name: getattr(self, name) for name in NAMES}


def rolled(ruling: Ruling, one: OpenCheck, die: int | None = None) -> Answer:
    """Return what comes of the dice: of those that were thrown at the table, or of the program's."""
    rule, who = ruling.rules.checks[one.check], ruling.draft.combatants[one.who]
    results: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    if die is None:
        net = _edge(ruling, one)
        results, dropped = rolling.edged_dice(ruling, rule.dice, _OTHER_WAY[net] if rule.at_most else net)
        die = sum(results)
    total = die + ruling.number(rule.plus, who, named=one.name, roll=one.roll)
    marked = modifier(marks_on(ruling.rules, ruling.draft, who, one.roll))
    total += -marked if rule.at_most else marked
    if results:
        ruling.emit(ev.Rolled("check", one.who, total, results, dropped))
    return reached(ruling, one, total, die)


def reached(ruling: Ruling, one: OpenCheck, total: int, die: int = 0) -> Answer:
    """Return what comes of a total; ``die`` is what the dice showed, 0 if that is not known."""
    rule, against = ruling.rules.checks[one.check], one.against or 0
    margin = against - total if rule.at_most else total - against
    place = DEGREES.index("success" if margin >= 0 else "failure")
    critical = _critical(ruling, one)
    place += (0 < critical <= margin) - (0 < critical <= -margin)
    if rule.faces and die:
        number, sides = dice_of(rule.dice)
        extreme = (die == number * sides) - (die == number)
        place += -extreme if rule.at_most else extreme
    if _edge(ruling, one) == "fails":
        place = min(place, DEGREES.index("failure"))
    found = Answer(one.name, DEGREES[max(0, min(place, len(DEGREES) - 1))], die, total, against, margin)
    return structs.replace(found, degree=_own(ruling, one, found))


def _own(ruling: Ruling, one: OpenCheck, found: Answer) -> str:
    """Return the first degree of the ruleset's own that a plain success or failure is, if it is one."""
    rule, who = ruling.rules.checks[one.check], ruling.draft.combatants[one.who]
    asked = {name: degree.condition for name, degree in rule.degrees.items() if degree.condition}
    mine = (name for name in asked if found.degree in (SUCCESS, FAILURE) and rule.side(name) == found.degree)
    held = (name for name in mine if ruling.value(asked[name], who, **found.told))
    return next(held, found.degree)


def _edge(ruling: Ruling, one: OpenCheck) -> Edge:
    return edge(marks_on(ruling.rules, ruling.draft, ruling.draft.combatants[one.who], one.roll))


def settled(ruling: Ruling, one: OpenCheck, degree: str) -> Answer:
    """Return the answer of which only is known what came of it: as if it were by the least that gives it."""
    critical = _critical(ruling, one)
    rule, against = ruling.rules.checks[one.check], one.against or 0
    margins: dict[str, int] = dict(zip(DEGREES, (-max(1, critical), -1, 0, max(0, critical)), strict=True))
    margin = margins[degree if degree in DEGREES else rule.side(degree)]
    total = against - margin if rule.at_most else against + margin
    return Answer(one.name, degree, 0, total, against, margin, known=False)


def _critical(ruling: Ruling, one: OpenCheck) -> int:
    """Return by how much a success or a failure is critical; 0: by no margin."""
    rule, who = ruling.rules.checks[one.check], ruling.draft.combatants[one.who]
    return ruling.number(rule.critical, who, named=one.name)


def dice_range(rule: CheckRule) -> tuple[int, int] | None:
    """Return the least and the most that the dice of a check can show; None if it has none."""
    if not rule.dice:
        return None
    number, sides = dice_of(rule.dice)
    return number, number * sides
