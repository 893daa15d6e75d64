"""What has no place in a ruleset, as the notes say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.incoming.found import Reduction

_ABILITY = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence", "wis": "Wisdom",
    "cha": "Charisma",
}  # fmt: skip
_LABELS = {
    **_ABILITY,
    **{f"save_{name}": f"{label} save" for name, label in _ABILITY.items()},
    "save_fort": "Fortitude save",
    "save_ref": "Reflex save",
    "save_will": "Will save",
    "defense_ref": "Reflex Defense",
    "defense_fort": "Fortitude Defense",
    "defense_will": "Will Defense",
    "max_hp": "Hit points",
    "hp": "Hit points now",
    "temp_hp": "Temporary hit points",
    "ac": "Armor class",
    "initiative": "Initiative",
    "init_extra": "Bonus on initiative",
    "speed": "Speed",
    "bab": "Base attack bonus",
    "level": "Level",
    "heroic": "Heroic levels",
    "size": "Size",
    "threshold": "Damage threshold",
    "sr": "Shield rating",
    "force_points": "Force Points",
    "condition": "Condition track",
}
_BONUSES = frozenset(
    {"initiative", "init_extra", "bab", *(name for name in _LABELS if name.startswith("save_"))}
)
_NOTHING = frozenset({"temp_hp", "init_extra", "sr", "force_points", "condition", "heroic"})
"""Of these 0 says nothing."""


def label(name: str) -> str:
    """Return what a value is called."""
    return _LABELS.get(name, name)


def value(name: str, values: Mapping[str, Any]) -> str:
    """Return one of ``values`` as a text; '' if it says nothing."""
    said = values[name]
    if name in _NOTHING and not said:
        return ""
    if name == "heroic":
        return "yes"
    if name == "condition":
        return f"{said} down"
    if name == "speed":
        return f"{said} {values.get('speed_unit', '')}".strip()
    if name in _BONUSES and isinstance(said, int):
        return f"{said:+}"
    return str(said)


def reduction(one: Reduction) -> str:
    """Return what is taken off damage as a text: '10/silver or magic', '10 against fire'."""
    if one.only:
        return f"{one.value} against {' and '.join(one.only)}"
    return f"{one.value}/{' or '.join(one.bypass)}" if one.bypass else str(one.value)
