"""LightCombatManager: tables of a fight (.lcm), single characters (.char), names of effects (.effect)."""

from __future__ import annotations

from typing import Any

from rulesets.incoming.found import Creature, Effect, Finding, Refused, Value
from rulesets.incoming.json_entries import at, called, entries, put, put_known, table, words
from rulesets.incoming.reader import LIKELY, MAYBE, NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import number

_TABLE = ("characters", "row_entered", "round_counter")
_CHARACTER = ("initiative", "modifier", "hp", "is_enemy")
_FAMILIES = {0: "3.5", 2: "5e", 3: "3.5"}
"""Number of a set of rules of theirs → game."""
_STRANGE = {1: "Pathfinder 2", 4: "Starfinder"}
_YES = ("true", "yes", "1")


def _recognise(source: Source) -> int:
    if not source.is_json or not isinstance(source.json, dict):
        return NO
    keys = source.json.keys()
    if "characters" in keys and isinstance(source.json["characters"], dict | list):
        return SURE if keys >= set(_TABLE) else LIKELY if "round_counter" in keys else NO
    if "name" in keys and keys >= set(_CHARACTER):
        return SURE
    return MAYBE if keys == {"name"} else NO


def _read(source: Source, finding: Finding) -> None:
    if "characters" in source.json:
        _fight(source.json, finding)
    elif source.json.keys() >= set(_CHARACTER):
        with finding.entry(source.json.get("name")):
            finding.add(_creature(source.json, finding, "", "library"))
    else:
        raise Refused("“{name}” is only the name of an effect, nobody to put on the table.", name=source.name)
    if not finding.creatures and not finding.told:
        raise Refused("There is nobody in “{name}”.", name=source.name)
    if any("max_hp" in one.guessed for one in finding.creatures):
        finding.tell("No hit points of the unhurt are in the file: those of now are taken for both.")


def _fight(file: dict[str, Any], finding: Finding) -> None:
    rules = number(file.get("ruleset"))
    if rules in _STRANGE:
        finding.tell("Its numbers are of {family}: choose the ruleset they are for.", family=_STRANGE[rules])
    finding.round = _positive(file.get("round_counter"))
    turn = number(file.get("row_entered"))
    family = _FAMILIES.get(rules, "") if rules is not None else ""
    for place, (row, entry) in enumerate(_rows(file["characters"])):
        said = at(entry, "name")
        with finding.entry(said or f"row {row}"):
            creature = _creature(entry, finding, family, "combat")
            finding.add(creature)
            if turn in (row, None) and (turn is not None or place == 0):
                finding.active = creature.name


def _rows(characters: Any) -> list[tuple[int, Any]]:
    """Return the rows in the order of their numbers: the program writes 0, 1, 10, 11, 2."""
    if isinstance(characters, list):
        return list(enumerate(characters))
    rows = []
    for place, (key, entry) in enumerate(table(characters).items()):
        row = number(key)
        rows.append((place if row is None else row, entry))
    return sorted(rows, key=lambda row: row[0])


def _creature(entry: Any, finding: Finding, family: str, where: str) -> Creature:
    name = called(entry, "name")
    values: dict[str, Value] = {}
    put(values, initiative=entry.get("modifier"))
    hp = number(entry.get("hp"))
    guessed: frozenset[str] = frozenset()
    if hp is not None and hp > 0:
        values["hp"] = values["max_hp"] = hp
        guessed = frozenset({"max_hp"})
    elif hp is not None:
        values["hp"] = 0
        finding.tell("“{name}” is down: how many hit points it has unhurt is not in the file.", name=name)
    else:
        put_known(finding, name, values, max_hp__hit_points=None)
    more = entry.get("additional_info")
    info = table(more)
    text = words(info.get("main_info") if info else more)
    foe = _is_true(entry.get("is_enemy"))
    return Creature(
        name=name,
        family=family,
        where=where,
        kind="npc" if foe else "pc",
        side="foes" if foe else "party",
        values=values,
        guessed=guessed,
        effects=tuple(_effects(info.get("status_effects"))),
        initiative_count=number(entry.get("initiative")) if where == "combat" else None,
        texts=(("", text),) if text else (),
    )


def _effects(status: Any) -> list[Effect]:
    """Return effects; one that is gone (below one round) is none any more."""
    rows = _rows(status) if isinstance(status, dict) else list(enumerate(entries(status)))
    found = []
    for _, one in rows:
        name = words(at(one, "name") if isinstance(one, dict) else one)
        lasts = _is_true(at(one, "is_permanent")) or at(one, "duration") is None
        rounds = None if lasts else _positive(at(one, "duration"))
        if name and (lasts or rounds):
            found.append(Effect(name=name, rounds=rounds))
    return found


def _positive(value: Any) -> int | None:
    found = number(value)
    return found if found is not None and found > 0 else None


def _is_true(value: Any) -> bool:
    return value.strip().lower() in _YES if isinstance(value, str) else bool(value)


READER = Reader(id="lightcombatmanager", label="LightCombatManager", recognise=_recognise, read=_read)
