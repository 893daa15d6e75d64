"""Combatants as a table: one row for each, under headings that a ruleset's stats are found by again."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.formula.dice import print_code
from rulesets.output.combatants.outgoing import FIGHT, Outgoing
from rulesets.seen.number_format import reduction_written
from rulesets.seen.queries import count_of, value_of
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Stat
from rulesets.words.spreadsheet_cells import cell

BOM = "\ufeff"
"""Tells spreadsheets which alphabet it is."""
ROLLED = "rolled"
"""Heading of what was rolled for initiative."""


def csv_of(outgoing: Outgoing) -> str:
    """Return one row per combatant with commas between the cells, as spreadsheets open it.

    Which text is no formula in any spreadsheet is known by :mod:`rulesets.words.spreadsheet_cells`.
    """
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    headings, rows = table_of(outgoing)
    writer.writerow(headings)
    writer.writerows([[cell(one) if isinstance(one, str) else one for one in row] for row in rows])
    return BOM + out.getvalue()


def table_of(outgoing: Outgoing) -> tuple[list[str], list[list[str | int | float]]]:
    """Return headings and rows: name, kind, side, count, the stats that somebody has, notes.

    Beside what is counted stands what it is counted from: points without their maximum would be taken for it.
    """
    people, rules = outgoing.people, outgoing.rules
    entered = {name for name in rules.stats if _is_entered(name, people)}
    wholes = {
        name
        for one in entered
        if rules.stats[one].to_begin_with and rules.stats[one].formula
        for name in compile_formula(rules.stats[one].formula).names
    }
    shown = [name for name, rule in rules.stats.items() if rule.printed or name in entered | wholes]
    counted = outgoing.kind == FIGHT and any(
        count_of(rules, outgoing.state, who.slot) is not None for who in people
    )
    headings = ["name", "type", "side", *([ROLLED] if counted else ()), *shown, "notes"]
    return headings, [_row(outgoing, who, shown, counted=counted) for who in people]


def _is_entered(name: str, people: Sequence[Combatant]) -> bool:
    return any(name in who.stats for who in people)


def _row(
    outgoing: Outgoing, who: Combatant, shown: Sequence[str], *, counted: bool
) -> list[str | int | float]:
    count = count_of(outgoing.rules, outgoing.state, who.slot) if counted else None
    stats = [written(outgoing.rules.stats[name], stat_of(outgoing, who, name)) for name in shown]
    rolled = ["" if count is None else count] if counted else []
    return [who.name, who.kind, who.side, *rolled, *stats, who.notes]


def stat_of(outgoing: Outgoing, who: Combatant, name: str) -> Any:
    """Return what a stat is for somebody who stands there, None if nothing says so."""
    try:
        return value_of(outgoing.rules, outgoing.state, who, name)
    except FormulaError:
        return None


def written(rule: Stat, value: Any) -> str | int | float:
    """Return a stat's value as somebody would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if rule.type == "code" and isinstance(value, int | float):
        return print_code(int(value))
    if rule.type == "reduction" and isinstance(value, list | tuple):
        return ", ".join(map(reduction_written, value))
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int | float) else str(value)
