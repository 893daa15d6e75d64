"""Forged fights: the log of a real one in which somebody has put something else in one place."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rulesets.fight.session import Entry, encode_entry

Path = tuple[Any, ...]
STRANGE: Sequence[Any] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    10**9,
    -(10**9),
    10**13,
    10**30,
    2.5,
    1e300,
    "",
    "nobody",
    "<b>text</b>",
    "~1",
    [],
    ["text"],
    [3],
    [[]],
    {},
    {"value": 3, "only": 7},
    {"id": "x"},
    [{"value": 3, "only": "fire"}],
    [{"verb": "track", "name": 3}],
)
"""What is put in the place of something else: every kind of value, and names that nobody knows."""


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything inside of a value, tables and lists included."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def forged(entry: Entry, rng: random.Random) -> tuple[bytes, str]:
    """Return an entry as JSON with one thing in it changed, left out or added, and what that was."""
    body = msgspec.json.decode(encode_entry(entry))
    path = rng.choice(list(places(body)))
    inside = body
    for key in path[:-1]:
        inside = inside[key]
    key, what = path[-1], rng.random()
    if what < 0.1:
        told = f"{path} is left out"
        del inside[key]
    elif what < 0.2 and isinstance(inside, dict):
        told = f"{path} has another name"
        inside[f"{key}x"] = inside.pop(key)
    else:
        new = rng.choice(STRANGE)
        told = f"{path}: {inside[key]!r} is {new!r}"
        inside[key] = new
    return msgspec.json.encode(body), told
