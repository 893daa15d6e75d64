"""What a new encounter can be played with: the shipped rulesets with their options."""

from __future__ import annotations

from msgspec import Struct

from rulesets import loader
from rulesets.compiled import Option, Preset
from rulesets.loader import RulesetError


class RulesetInfo(Struct, frozen=True):
    """One ruleset to choose."""

    id: str
    label: str
    text: str = ""
    options: dict[str, Option] = {}
    presets: dict[str, Preset] = {}


def ruleset_infos() -> list[RulesetInfo]:
    """Return the shipped rulesets that can be used, by name. They are compiled: nothing for the start."""
    found = []
    for ident in loader.shipped():
        try:
            rules = loader.load(ident)
        except RulesetError:
            continue  # what is wrong with it is told by "python -m rulesets check"
        found.append(RulesetInfo(ident, rules.label or ident, rules.text, rules.options, rules.presets))
    return sorted(found, key=lambda info: info.label)
