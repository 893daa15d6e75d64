"""What a new encounter can be played with: the rulesets of the shelf with their options."""

from __future__ import annotations

from msgspec import Struct

from desktop.files.ruleset_cache import RulesetCache
from desktop.rulesets.cards import head
from rulesets.reading.loader import RulesetError
from rulesets.reading.shelf import Found, Shelf
from rulesets.seen.labels import entry_label
from rulesets.table.writing import portable
from rulesets.vocabulary import Option, Preset


class RulesetInfo(Struct, frozen=True):
    """One ruleset to choose."""

    id: str
    label: str
    text: str = ""
    options: dict[str, Option] = {}
    presets: dict[str, Preset] = {}
    own: bool = False
    errors: int = 0
    """How many stand against playing with it."""


def ruleset_infos(shelf: Shelf, cache: RulesetCache) -> list[RulesetInfo]:
    """Return the rulesets by name, those that cannot be used last. This compiles: nothing for the start."""
    found = [_info(shelf, cache, found) for found in shelf.found()]
    return sorted(found, key=lambda info: (info.errors > 0, info.label.casefold(), info.id))


def _info(shelf: Shelf, cache: RulesetCache, found: Found) -> RulesetInfo:
    if found.problem:
        return RulesetInfo(found.id, head(shelf, found).label, found.problem, own=found.own, errors=1)
    try:
        rules = cache.compiled(portable(shelf.writing(found.file)), {})
    except RulesetError as error:
        count = sum(not problem.warning for problem in error.problems)
        first = error.problems[0].message if error.problems else ""
        return RulesetInfo(found.id, head(shelf, found).label, first, own=found.own, errors=max(1, count))
    label = entry_label(rules, found.id)
    return RulesetInfo(found.id, label, rules.text, rules.options, rules.presets, found.own)
