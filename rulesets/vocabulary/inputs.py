"""What somebody fills in: the inputs of declarations and of pipelines."""

from typing import Annotated, ClassVar, Literal

from rulesets.vocabulary.base import (
    Common,
    Entry,
    Expr,
    Keyed,
    Name,
    Number,
    ResourceRef,
    Several,
    keyed,
    shared,
)
from rulesets.vocabulary.rounds import OrderRoll


class Input(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What is filled in when something is declared, or when a pipeline is applied.

    Formulas beside it read it by its name, and inputs after it can, too. Beside 'each' it can have 'dice',
    which are rolled if it is not given, or a 'code', which each is offered to roll for it.
    """

    type: Literal["number", "bool", "choice", "text", "texts", "stat", "combatant", "combatants"] = keyed(
        "number", "What is filled in; a stat, several texts and combatants only in a declaration."
    )
    default: Expr = shared(Common, "default")
    least: int | None = shared(Common, "least")
    most: Number = keyed(
        "", "Greatest number; of type texts: how many there can be, and if it is needed must be."
    )
    choices: Annotated[tuple[str, ...], Several()] = keyed(
        (),
        "What can be chosen: of type choice these words, or the entries of a table, by its id; of type stat "
        "the stats of a group; of type text, also of a stat, what is offered, where anything else can be "
        "given, too. Of a stat the entries of a table can be offered, as well.",
        examples=(["blade", "fire"], "weapon"),
        called="its choices",
    )
    needed: bool = keyed(False, "Cannot be left empty.")
    each: bool = keyed(False, "In a pipeline: every target has its own, what it rolls itself.")
    dice: str = shared(OrderRoll, "dice")
    code: Number = shared(OrderRoll, "code")
    doubles: Literal["", "dice", "all", "result"] = keyed(
        "",
        "In a pipeline, of type bool: ticked, it has the dice that are to be thrown for the amount thrown "
        "twice; with 'all' what is added to them counts twice, too, and with 'result' they are thrown once "
        "and what they show counts twice. Of type choice as often as 'times' says; what is chosen goes "
        "before what is ticked.",
    )
    times: Expr = keyed(
        "",
        "Beside 'doubles' of type choice: how many times instead of twice, by what is chosen.",
        examples=("3 if special == 'heavy' else 1",),
    )
    beside: Name = keyed(
        "",
        "In a pipeline: the number that it is said of, if that is not the amount. A number beside the amount "
        "is a further part of it, with choices of its own: it is doubled and shared like it, and filled in "
        "from what stands in notes, such as '1d8 slashing plus 1d6 fire'.",
        examples=("amount",),
    )
    names: bool = keyed(
        False,
        "In a declaration: what it says names the acts announced, one after the other. No reaction can be.",
    )
    spends: ResourceRef = keyed("", "In a declaration: resource of which it takes a point.")

    @property
    def table(self) -> str:
        """Return the id of the table whose entries can be chosen, if there is one of that id; else ''."""
        return self.choices[0] if self.type == "choice" and len(self.choices) == 1 else ""

    @property
    def chosen(self) -> bool:
        """Return whether it is chosen from what is offered."""
        return self.type == "choice" or (self.type == "text" and bool(self.choices))

    @property
    def closed(self) -> bool:
        """Return whether nothing else can be given than what is offered."""
        return self.type == "choice" and bool(self.choices)


class Told(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """What declarations and pipelines are told."""

    heading: ClassVar[str] = "What is told"

    inputs: dict[Name, Input] = keyed(
        {},
        "What is filled in, by its name, which formulas read; of a named formula with what it usually is.",
        called="what it is told",
    )
