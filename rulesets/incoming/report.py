"""What was found in a file and what it becomes, as one JSON object: for scripts, and for whoever compares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesets.incoming.fitting import Fitted, all_told, effective, fit, propose
from rulesets.incoming.reading import Reading
from rulesets.vocabulary import Rules


def failed(name: str, why: str, warnings: Sequence[str] = ()) -> dict[str, Any]:
    """Return what is said of a file that cannot be taken."""
    return {"file": name, "format": "", "error": why, "warnings": list(warnings), "combatants": []}


def reported(name: str, reading: Reading, rulesets: Sequence[Rules]) -> dict[str, Any]:
    """Return what is said of a file that was read, under the ruleset that takes it best."""
    if reading.refused is not None:
        return failed(name, str(reading.refused.told), [str(one) for one in reading.finding.told])
    ident = propose(rulesets, reading.finding)
    rules = next(one for one in rulesets if one.id == ident)
    return report(name, reading, rules, [fit(rules, creature) for creature in reading.finding.creatures])


def report(name: str, reading: Reading, rules: Rules, fitted: Sequence[Fitted]) -> dict[str, Any]:
    """Return what was found in a file and what it becomes under a ruleset."""
    finding = reading.finding
    return {
        "file": name,
        "format": reading.reader.id if reading.reader is not None else "",
        "ruleset": rules.id,
        "error": None,
        "warnings": [str(one) for one in all_told(rules, finding, fitted)],
        "groups": finding.groups,
        "round": finding.round,
        "active": finding.active or None,
        "combatants": [_combatant(rules, one) for one in fitted],
    }


def _combatant(rules: Rules, one: Fitted) -> dict[str, Any]:
    given, creature = one.given, one.creature
    stats = effective(rules, given)
    reduced = stats.get(rules.imports.reductions) if rules.imports is not None else None
    said: dict[str, Any] = {
        "where": creature.where,
        "name": given["name"],
        "count": 1 if creature.count_dice else creature.count,  # one kind of creature until that is rolled
        "kind": given["kind"],
        "side": given["side"],
        "stats": stats,
        "guessed": sorted(one.guessed),
        "feats": given.get("feats", []),
        "dr": reduced if isinstance(reduced, list) else [{"value": reduced}] if reduced else [],
        "initiative_count": creature.initiative_count,
        "tracks": given.get("tracks", {}),
        "effects": [
            {
                "name": effect.name,
                "rounds": effect.rounds,
                "ends": effect.ends or None,
                "of": effect.of or None,
            }
            for effect in one.effects
        ],
        "notes": given.get("notes", ""),
    }
    if creature.count_dice:
        said["count_dice"] = creature.count_dice
    if creature.hidden:
        said["hidden"] = True
    return said
