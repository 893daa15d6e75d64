"""Checks of tables: rows that come one after the other, entries that all have the same columns."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import listed
from rulesets.reading.source import Source
from rulesets.vocabulary.values import Table
from rulesets.vocabulary.written import Ruleset


def check_tables(source: Source, definition: Ruleset) -> None:
    """Complain about tables without sense."""
    for name, table in definition.tables.items():
        bounds = [row.bound for row in table.rows]
        if bool(bounds) == bool(table.entries) and not source.damaged("table", name):
            what = "either rows or entries" if bounds else "no rows and no entries"
            source.complain(("table", name), f"The table has {what}.")
        _check_columns(source, name, table)
        for place, (before, after) in enumerate(pairwise(bounds), start=1):
            if after <= before:
                message = (
                    f"The bound {after} does not come after {before}: rows are written from the lowest up."
                )
                source.complain(("table", name, "rows", place), message)
        results = [row.result for row in table.rows]
        for place, (result, after) in enumerate(pairwise(results), start=1):
            if result == after:
                message = f"This row gives {after!r} as the one before does; one of the two is enough."
                source.complain(("table", name, "rows", place), message, warning=True)


def _check_columns(source: Source, name: str, table: Table) -> None:
    """Complain about entries without a column that most have, or with one that most have not."""
    count = Counter(column for entry in table.entries.values() for column in entry.values)
    usual = {column for column, number in count.items() if number * 2 >= len(table.entries)}
    for ident, entry in table.entries.items():
        missing, odd = sorted(usual - set(entry.values)), sorted(set(entry.values) - usual)
        loc = ("table", name, "entries", ident)
        if missing and not source.damaged(*loc):
            hint = next((f"{word!r}: {hint}" for word in odd if (hint := did_you_mean(word, missing))), "")
            source.complain(loc, f"There is no value {listed(missing)} here, which others have.", hint)
        elif odd:
            source.complain(loc, f"No other entry of the table has a value {listed(odd)}.")
