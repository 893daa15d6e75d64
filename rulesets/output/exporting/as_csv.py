"""A summary as CSV for spreadsheets: one row per combatant, or one per event (RFC 4180, UTF-8 with BOM).

Numbers are numbers; texts stand in quotation marks, and none is taken for a formula
(:func:`rulesets.words.spreadsheet_cells.cell`). The columns' names are the keys of the JSON file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from rulesets.output.exporting.as_json import events, exported
from rulesets.output.exporting.values import CombatantKey, TotalsKey, Value
from rulesets.output.summary import Summary
from rulesets.words.spreadsheet_cells import cell

BOM = "\ufeff"
_PLAIN = ("id", "name", "side", "kind", "group", "here", "count", "aside", "active", "out")
_COUNTED = (
    "dealt", "taken", "healed", "given", "soaked", "worse", "caused", "turns", "reactions", "effects",
    "suffered", "overrides", "defeats",
)  # fmt: skip
EVENTS = ("number", "round", "section", "place", "at", "command", "title", "lines", "overridden")
Cell = Value | bool | None


def combatants_csv(summary: Summary) -> bytes:
    """Return one row per combatant: how it stands, then its totals. Lists stand one item to a line."""
    everybody = exported(summary).combatants
    rows = [_row(who) for who in everybody]
    columns = list(dict.fromkeys(name for row in rows for name in row)) if rows else [*_PLAIN]
    columns.sort(key=_rank)
    return _written(columns, ([row.get(name) for name in columns] for row in rows))


def events_csv(summary: Summary) -> bytes:
    """Return one row per step of the fight."""
    return _written(
        EVENTS,
        (
            ["\n".join(step.lines) if name == "lines" else getattr(step, name) for name in EVENTS]
            for step in events(summary)
        ),
    )


def _row(who: CombatantKey) -> dict[str, Cell]:
    row: dict[str, Cell] = {name: getattr(who, name) for name in _PLAIN}
    if who.points is not None:
        row |= {
            "points.now": who.points.now,
            "points.full": who.points.full,
            "points.extra": who.points.extra,
        }
    row |= {f"stat.{stat.id}": stat.value for stat in who.stats}
    row |= {f"track.{track.id}": track.step for track in who.tracks}
    row |= {f"left.{pool.id}": pool.left for pool in who.pools}
    row |= {
        "conditions": "\n".join(who.conditions),
        "in_force": "\n".join(f"{effect.name} ({effect.duration})" for effect in who.effects),
        "declared": "\n".join(who.declared),
        "notes": who.notes,
    }
    return row | _totals(who.totals)


def _totals(told: TotalsKey) -> dict[str, Cell]:
    row: dict[str, Cell] = {f"totals.{name}": getattr(told, name) for name in _COUNTED}
    row |= {f"actions.{kind}": number for kind, number in told.actions.items()}
    row["totals.seconds"] = round(sum(told.seconds), 3) if told.seconds else None
    return row


_ORDER = (
    "points",
    "stat",
    "track",
    "left",
    "conditions",
    "in_force",
    "declared",
    "notes",
    "totals",
    "actions",
)


def _rank(name: str) -> int:
    """Return where a column stands: plain ones first, then group by group; within a group as they came."""
    first = name.partition(".")[0]
    return _PLAIN.index(name) if name in _PLAIN else len(_PLAIN) + _ORDER.index(first)


def _written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([cell(name) for name in columns])
    for row in rows:
        writer.writerow([_safe(value) for value in row])
    return (BOM + out.getvalue()).encode("utf-8")


def _safe(value: Cell) -> int | float | str:
    if value is None:
        return ""
    if isinstance(value, str):
        return cell(value)
    return int(value) if isinstance(value, bool) else value
