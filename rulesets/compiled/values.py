"""What combatants are made of: stats, and the tables and formulas over them."""

from typing import Any

from msgspec import field

from rulesets.compiled.base import Entry, Expr


class Stat(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A stat: an input with a default, or derived by a formula; a value given directly wins."""

    default: Any = None
    formula: Expr = ""
    type: str = "number"
    """number · bool · code (die code) · text · list · reduction"""
    group: str = ""
    vital: bool = False
    """Kept as a number of its own from joining on (hit points), instead of derived at every look."""
    also: str = ""
    """Stat whose given value fills this one in when this one is not given."""
    least: int | None = None
    printed: bool = False
    edited: bool = False
    """Shown in the short form of adding a combatant."""


class TableEntry(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a table knows under one id."""

    values: dict[str, float] = field(default_factory=dict)
    """Column → value."""


class Table(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Lowest bound → result, ascending; or ids with the values of their columns (weapons)."""

    rows: tuple[tuple[int, Any], ...] = ()
    entries: dict[str, TableEntry] = field(default_factory=dict)


class FormulaRule(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A named formula that players use at the table."""

    expression: Expr = ""
    inputs: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    cases: dict[str, Expr] = field(default_factory=dict)
    type: str = "number"
