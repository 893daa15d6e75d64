"""What differs between two rulesets, entry by entry: what a change of rules would alter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rulesets.vocabulary import SECTIONS, Rules

ADDED, REMOVED, CHANGED = "added", "removed", "changed"

_OF_ITSELF = frozenset({
    "id", "short", "hash", "options_set", "modified", "implied", "implying", "plain_reaction",
})  # fmt: skip
"""What two rulesets never have in common, or what follows from something else."""
_LAST = ("text", "cite")
GENERAL = tuple(
    sorted(
        (name for name in Rules.__struct_fields__ if name not in SECTIONS and name not in _OF_ITSELF),
        key=lambda name: name in _LAST,
    )
)
"""What a ruleset says as a whole."""


class Detail(Struct, frozen=True):
    """One value of an entry that is another one; None is absent."""

    key: str
    """Field of the entry, with the keys inside of it: 'cost', 'add.pace', 'steps'."""
    old: Any
    new: Any


class Difference(Struct, frozen=True):
    """One entry that is not as it was."""

    section: str
    """One of SECTIONS, 'general', or 'set' for the value of an option."""
    key: str
    """Id of the entry; of what has none its label, or its place counted from 1."""
    how: str
    """added · removed · changed"""
    details: tuple[Detail, ...] = ()
    """Of a changed one: what of it."""


def differences(old: Rules, new: Rules) -> list[Difference]:
    """Return what differs: options first, then the ruleset as a whole, then its parts in a fixed order."""
    return [*_options(old, new), *_general(old, new), *(d for s in SECTIONS for d in _section(s, old, new))]


def _options(old: Rules, new: Rules) -> Iterator[Difference]:
    before, now = old.options_set, new.options_set
    for name in now:
        if name in before and before[name] != now[name]:
            yield Difference("set", name, CHANGED, (Detail("value", before[name], now[name]),))


def _general(old: Rules, new: Rules) -> Iterator[Difference]:
    for key in GENERAL:
        before, now = getattr(old, key), getattr(new, key)
        if before != now:
            yield Difference("general", key, CHANGED, (Detail("value", before, now),))


def _section(section: str, old: Rules, new: Rules) -> Iterator[Difference]:
    before, now = entries(old, section), entries(new, section)
    for key in before:
        if key not in now:
            yield Difference(section, key, REMOVED)
    for key, entry in now.items():
        if key not in before:
            yield Difference(section, key, ADDED)
        elif entry != before[key]:
            yield Difference(section, key, CHANGED, tuple(_details(before[key], entry)))


def entries(rules: Rules, section: str) -> Mapping[str, Any]:
    """Return id → entry of a part of a ruleset; those without an id have their label and number."""
    found = getattr(rules, section)
    if found is None:
        return {}
    if isinstance(found, Mapping):
        return found
    if not isinstance(found, tuple):
        return {section: found}
    keyed: dict[str, Any] = {}
    for number, entry in enumerate(found, 1):
        key = getattr(entry, "id", "") or entry.label or str(number)
        keyed[key if key not in keyed else f"{key} {number}"] = entry
    return keyed


def _details(old: Any, new: Any, above: str = "") -> Iterator[Detail]:
    """Yield what differs of two entries, into the tables inside of them."""
    for field in msgspec.structs.fields(type(new)):
        before, now = getattr(old, field.name), getattr(new, field.name)
        if before == now:
            continue
        key = f"{above}{field.name}"
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            yield from _keyed(before, now, key)
        else:
            yield Detail(key, before, now)


def _keyed(old: Mapping[str, Any], new: Mapping[str, Any], above: str) -> Iterator[Detail]:
    for key in (*old, *(key for key in new if key not in old)):
        before, now = old.get(key), new.get(key)
        if before == now:
            continue
        if isinstance(before, Struct) and isinstance(now, Struct):
            yield from _details(before, now, f"{above}.{key}.")
        else:
            yield Detail(f"{above}.{key}", before, now)
