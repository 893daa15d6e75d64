"""Files of a version before the first, and how a later one brings them up to date."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.fight.storage.migrations import Migration, on_body
from rulesets.fight.storage.schema import VERSION
from tests.rulesets.fight.storage.samples import HEADER, forge

OLD_TABLES = {
    "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB, crc INTEGER)",
    "journal": (
        "CREATE TABLE journal (seq INTEGER PRIMARY KEY, kind TEXT, parent INTEGER, tip INTEGER, body BLOB,"
        " minutes REAL, crc INTEGER)"
    ),
}
OLD_ROWS: list[tuple[object, ...]] = [
    (1, "command", 0, 1, b'{"hp": 10}', 1.0),
    (2, "command", 1, 2, b'{"hp": 7}', 2.0),
    (3, "undo", 1, 2, b"", 3.0),
]


def header_of_old(old: dict[str, Any]) -> dict[str, Any]:
    title = old.pop("title")
    return {**old, "name": title, "options": "{}", "beside": "{}"}


def row_of_old(old: dict[str, Any]) -> dict[str, Any]:
    minutes = old.pop("minutes")
    return {**old, "label": f"minute {minutes:g}" if old["kind"] == "command" else "", "at": minutes * 60}


def body_of_old(old: dict[str, Any]) -> dict[str, Any]:
    return {"hit_points": old["hp"]}


def row_and_body_of_old(old: dict[str, Any]) -> dict[str, Any]:
    return on_body(body_of_old)(row_of_old(old))


FAKE: Mapping[int, Migration] = {
    0: Migration(tables=OLD_TABLES, header=header_of_old, row=row_and_body_of_old),
    **{version: Migration(tables={}) for version in range(1, VERSION)},
}


def make_old(path: Path) -> Path:
    """A file of a version before the first."""
    meta = [("title", "Ambush")]
    meta += [
        (key, getattr(HEADER, key))
        for key in ("app_version", "created", "ruleset_id", "ruleset_text", "ruleset_hash")
    ]
    return forge(path, tables=OLD_TABLES, meta=meta, journal=OLD_ROWS, version=0)
