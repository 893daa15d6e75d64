"""Checks of tables: rows that differ, entries that all have the same columns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import listed
from rulesets.reading.source import Source
from rulesets.vocabulary.values import Table
from rulesets.vocabulary.written import Ruleset

_WHOLE = re.compile(r"-?\d{1,12}")


def check_tables(source: Source, definition: Ruleset) -> None:
    """Complain about tables without sense."""
    for name, table in definition.tables.items():
        if bool(table.rows) == bool(table.entries) and not source.damaged("table", name):
            what = "either rows or entries" if table.rows else "no rows and no entries"
            source.complain(("table", name), f"The table has {what}.")
        _check_columns(source, name, table)
        _check_rows(source, name, table)


def _check_rows(source: Source, name: str, table: Table) -> None:
    """Complain about bounds that are no whole numbers, and about rows that change nothing."""
    rows: list[tuple[int, str]] = []
    for bound in table.rows:
        if _WHOLE.fullmatch(bound):
            rows.append((int(bound), bound))
        else:
            message = f"The lowest bound of a row is a whole number, not {bound!r}."
            source.complain(("table", name, "rows", bound), message)
    for (_, before), (_, bound) in pairwise(sorted(rows)):
        if table.rows[before] == table.rows[bound]:
            message = (
                f"This row gives {table.rows[bound]!r} as the one before does; one of the two is enough."
            )
            source.complain(("table", name, "rows", bound), message, warning=True)


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
