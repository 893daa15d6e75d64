"""What combatants are made of: stats, and the tables and formulas over them."""

import re
from typing import Annotated, Any, ClassVar, Literal

from rulesets.formula.compiling import compile_formula
from rulesets.vocabulary.base import (
    Common,
    Condition,
    Entry,
    Expr,
    Name,
    Several,
    StatRef,
    Text,
    keyed,
    made,
    shared,
)
from rulesets.vocabulary.inputs import Input, Told

_DIE = re.compile(r"d[1-9]\d{0,2}")
StatType = Literal["number", "bool", "code", "text", "list", "reduction"]


class Look(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody looks like who has so many points left: 'label' is told in place of the number."""

    condition: Condition = shared(Common, "condition")


class StatKeys(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a combatant, as it is written and as it is compiled."""

    labelled: ClassVar[bool] = False

    type: StatType | None = keyed(
        None,
        "What it holds or comes to; left out: what its value is, a number, true or false, a list or a die "
        "code such as '3D+2'. Write 'code' for what is worked out as one, 'text' for words, 'reduction' for "
        "what is taken off damage.",
        called="what it holds",
    )
    choices: Annotated[tuple[str, ...], Several()] = shared(Input, "choices")
    group: Text = shared(Common, "group")
    to_begin_with: bool = keyed(
        False,
        "Its formula only gives the number to begin with; from then on it goes up and down by itself, like "
        "hit points.",
        called="whether its formula is only what it begins with",
    )
    filled_from: StatRef = keyed(
        "", "Stat whose given value fills this one in when this one is not given.", called="what fills it in"
    )
    least: int | None = shared(Common, "least")
    looks: tuple[Look, ...] = keyed(
        (),
        "Of hit points: words for players who are not told the number. The first one counts whose 'if' "
        "holds; where none does, they are told in general words how much is left.",
        examples=([{"label": "Bloodied", "if": "hp * 2 <= max_hp"}],),
        called="the words for players who are not told the number",
    )
    printed: bool = keyed(
        False, "Stands in the printed summary and on the players' card.", called="whether it is printed"
    )
    when_added: bool = keyed(
        False,
        "Stands in the short form in which combatants are added.",
        called="whether it is asked for where combatants are added",
    )

    @property
    def table(self) -> str:
        """Return the id of the table whose entries are offered, if there is one of that id; else ''."""
        return self.choices[0] if len(self.choices) == 1 else ""


class Stat(StatKeys, frozen=True, kw_only=True, omit_defaults=True):
    """A stat as the engine reads it: with a default, or derived by a formula; a value given directly wins."""

    default: Any = made(None, called="usual value")
    formula: Expr = made("", called="worked out as")
    type: StatType = made("number")

    @property
    def takes_dice(self) -> bool:
        """Return whether dice can be given for it, to be rolled for each who joins: for a whole number."""
        return self.type == "number" and not isinstance(self.default, bool)


class TableEntry(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a table knows under one id."""

    values: dict[str, float] = keyed(
        {},
        "Name → number, read as `table('<table>', <id>, '<name>')`, and on a track as "
        "`step('<track>', '<name>')`.",
    )


class Table(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Rows that a value reaches, or entries with columns (weapons). Formulas read it with 'table()'."""

    labelled: ClassVar[bool] = False

    rows: dict[str, Any] = keyed(
        {},
        "Lowest bound → result: the row counts with the highest bound that the value reaches.",
        examples=({"0": "scratch", "4": "wound"},),
        called="its rows",
    )
    entries: dict[str, TableEntry] = keyed(
        {}, "Instead of rows: id → label and values, all with the same columns.", called="its entries"
    )


HIT = "hit"
"""Role of the formula that says whether an attack hits."""
MISS = "miss"
"""What comes of an attack that does not hit."""
CRITICAL = "critical"
"""Role of a formula that says whether a hit ticks the input of the damage that is called as it is."""
CRITICAL_MISS = "critical-miss"
"""Role of a formula that says whether a miss is a critical one."""
HARM = "harm"
"""Role of a formula that says what the dice of the damage are after a hit."""
PART = "part"
"""Role of a formula that says how much of an amount each of several takes, by one roll for all or its own."""


class FormulaRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A named formula for the table (F) and for other formulas. It may be written as its bare text."""

    labelled: ClassVar[bool] = False
    bare: ClassVar[str] = "is"

    expression: Expr = keyed("", "The formula.", alias="is", called="worked out as")
    inputs: dict[Name, Any] = shared(Told, "inputs")
    by: str = keyed("", "Input that chooses one of 'cases'.", called="what chooses its case")
    cases: dict[str, Expr] = keyed({}, "Value of 'by' → formula.", called="its cases")
    of_target: dict[Name, tuple[StatRef, ...]] = keyed(
        {},
        "Input → stats of the target: one of them is filled in for it, the first unless another is chosen.",
        examples=({"defense": ["reflex", "will"]},),
        called="what the target's stats fill in",
    )
    role: Literal["", "hit", "critical", "critical-miss", "harm", "part"] = shared(Common, "role")
    type: Literal["number", "bool", "code", "text"] = shared(StatKeys, "type", "number")

    @property
    def dice(self) -> tuple[str, ...]:
        """Its inputs that are rolled, one die each, which their names say: 'd20', 'd6'."""
        return tuple(name for name in self.inputs if _DIE.fullmatch(name))

    def dice_of(self, case: str) -> tuple[str, ...]:
        """Return those of its dice that a case reads; all of them where it builds on other formulas.

        Raises:
            FormulaError: if the case cannot be read; in a ruleset that was loaded all can.
        """
        text = self.expression or self.cases.get(case, "")
        if not text or not self.dice:
            return ()
        formula = compile_formula(text)
        builds_on = any(call == "formula" for call, _ in formula.calls)
        return tuple(die for die in self.dice if die in formula.names or builds_on)
