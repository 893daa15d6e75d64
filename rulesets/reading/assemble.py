"""From the definition to the compiled ruleset: shorthands spelled out, types applied, lists frozen."""

from __future__ import annotations

from typing import Any

import msgspec

from rulesets.compiled import Rules
from rulesets.formula.dice import parse_code
from rulesets.vocabulary.ruleset import RulesetDef
from rulesets.vocabulary.stats import StatDef


def types_of(definition: RulesetDef) -> dict[str, str]:
    """Return the type of every name that the table ``type`` lists."""
    return {name: kind for kind, names in definition.types.items() for name in names}


def type_of(stat: StatDef, listed: str | None) -> str:
    """Return the type of a stat: its own, the one that the table ``type`` lists, or that of its default."""
    if stat.type or listed:
        return stat.type or listed or ""
    if isinstance(stat.value, bool):
        return "bool"
    return "list" if isinstance(stat.value, list) else "number"


def stat_value(stat: StatDef, kind: str) -> tuple[Any, str]:
    """Return default and formula of a stat of type ``kind``: one of them, by what its value is."""
    value = stat.value
    if not isinstance(value, str) or kind == "text":
        return value, ""
    if kind == "code" and value.strip():
        try:
            return parse_code(value), ""
        except ValueError:
            return None, value
    return None, value.strip()


def assemble(definition: RulesetDef, text_hash: str, options_set: dict[str, str]) -> Rules:
    """Return the ruleset as the engine reads it."""
    types = types_of(definition)
    data = definition.model_dump(
        exclude={"types": True, "extends": True, "without": True, "triggers": {"__all__": {"id"}}}
    )
    data["hash"], data["options_set"] = text_hash, options_set
    data["stats"] = {name: _stat(stat, types.get(name)) for name, stat in definition.stats.items()}
    data["phases"] = [{"id": phase, **entry} for phase, entry in data["phases"].items()]
    for action in data["actions"].values():
        action["cost_if"] = [(pair["condition"], pair["cost"]) for pair in action["cost_if"]]
    for table in data["tables"].values():
        table["rows"] = [(row["bound"], row["result"]) for row in table["rows"]]
    for formula in data["formulas"].values():
        formula["inputs"] = {
            name: _code(value) if types.get(name) == "code" else value
            for name, value in formula["inputs"].items()
        }
    for option in data["options"].values():
        choices = option.pop("values")
        option["choices"] = [{"value": value, **choice} for value, choice in choices.items()]
    data["main_track"], data["main_order"] = main_track(definition), main_order(definition)
    data["modified"] = modified(definition)
    return msgspec.convert(data, Rules)


def _stat(stat: StatDef, listed: str | None) -> dict[str, Any]:
    data = stat.model_dump(exclude={"value"})
    data["type"] = type_of(stat, listed)
    data["default"], data["formula"] = stat_value(stat, data["type"])
    return data


def _code(value: Any) -> Any:
    try:
        return parse_code(value) if isinstance(value, str) else value
    except ValueError:
        return value


def main_track(definition: RulesetDef) -> str:
    """Return the track that is meant when none is named: the main one, or the only one."""
    marked = [name for name, track in definition.tracks.items() if track.main]
    every = list(definition.tracks)
    return marked[0] if marked else every[0] if len(every) == 1 else ""


def main_order(definition: RulesetDef) -> str:
    """Return the order of the last phase of every round in which turns are taken."""
    acting = [phase for phase in definition.phases.values() if phase.activity == "act"]
    every_round = [phase for phase in acting if phase.when == "round"]
    if every_round:
        return every_round[-1].order
    return acting[0].order if acting else ""


def modified(definition: RulesetDef) -> frozenset[str]:
    """Return the stats that steps of tracks or states change."""
    changes = [step for track in definition.tracks.values() for step in track.steps]
    names = {name for step in changes for name in (*step.add, *step.factor)}
    return frozenset(names.union(*((*state.add, *state.factor) for state in definition.states.values())))
