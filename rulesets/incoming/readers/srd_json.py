"""Monsters as the sites of the SRD of 5e give them: 5e-bits, dnd5eapi, Open5e, and lists made after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.incoming import d20
from rulesets.incoming.found import ABILITIES, Creature, Finding, Refused, Value
from rulesets.incoming.json_entries import (
    at,
    called,
    entries,
    paragraphs,
    place_of,
    put,
    put_known,
    table,
    tables,
    word_list,
    words,
)  # fmt: skip
from rulesets.incoming.reader import LIKELY, NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import number

_LONG = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_HIDDEN_IN = ("results", "monsters", "creatures", "data")
"""Where a page of a site has its list."""
_BLOCKS = ("special_abilities", "traits", "actions", "bonus_actions", "reactions", "legendary_actions",
           "mythic_actions", "lair_actions")  # fmt: skip
_LISTS = {
    "Damage vulnerabilities": "damage_vulnerabilities",
    "Damage resistances": "damage_resistances",
    "Damage immunities": "damage_immunities",
    "Condition immunities": "condition_immunities",
    "Languages": "languages",
}
_LOOKED_AT = 20
"""How many entries are looked at to tell the format; the others may be broken in their own ways."""


def _is_monster(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and "hit_points" in entry
        and "armor_class" in entry
        and ("strength" in entry or isinstance(entry.get("ability_scores"), dict))
    )


def _recognise(source: Source) -> int:
    if not source.is_json:
        return NO
    found = _listed(source.json)[:_LOOKED_AT]
    hits = sum(_is_monster(entry) for entry in found)
    return SURE if found and hits == len(found) else LIKELY if hits else NO


def _listed(value: Any) -> list[Any]:
    if isinstance(value, list) or _is_monster(value):
        return value if isinstance(value, list) else [value]
    inner = next((value[key] for key in _HIDDEN_IN if isinstance(at(value, key), list | dict)), value)
    return entries(inner)


def _read(source: Source, finding: Finding) -> None:
    for i, entry in enumerate(_listed(source.json)):
        with finding.entry(place_of(entry, i, "name")):
            finding.add(_creature(entry, finding))
    if at(source.json, "next"):
        finding.tell("This is one page of several: the others are not in the file.")
    if not finding.creatures and not finding.told:
        raise Refused("There are no monsters in “{name}”.", name=source.name)


def _creature(entry: Any, finding: Finding) -> Creature:
    name = called(entry, "name")
    if not {"hit_points", "armor_class", "strength", "ability_scores"} & entry.keys():
        raise ValueError("not a monster")
    values: dict[str, Value] = {}
    guessed = set()
    hp, rolled = d20.hit_points(entry.get("hit_points"))
    if hp is None:
        hp, rolled = d20.hit_points(entry.get("hit_points_roll") or entry.get("hit_dice"))
    if rolled:
        guessed.add("max_hp")
    put_known(finding, name, values, max_hp__hit_points=hp, ac__armor_class=_armor(entry.get("armor_class")))
    scores = table(entry.get("ability_scores")) or entry
    values.update({short: d20.score(scores[long])
                   for short, long in zip(ABILITIES, _LONG, strict=True) if long in scores})  # fmt: skip
    values.update(_saves(entry))
    put(values, initiative=_first(entry, "initiative_bonus", "initiative"))
    ways = dict(_ways(entry.get("speed")))
    if speed := d20.speed(", ".join(f"{way} {said}" for way, said in ways.items())):
        values["speed"], values["speed_unit"] = speed
    return Creature(
        name=name,
        family="5e",
        kind="npc",
        side="foes",
        values=values,
        guessed=frozenset(guessed),
        texts=tuple((label, text) for label, text in _texts(entry, ways) if text),
    )


def _first(entry: dict[str, Any], *keys: str) -> Any:
    return next((found for key in keys if (found := number(entry.get(key))) is not None), None)


def _armor(said: Any) -> Any:
    """Return the armor class: of several the first, which is what is printed."""
    first = said[0] if isinstance(said, list) and said else said
    return at(first, "value") if isinstance(first, dict) else None if isinstance(first, list) else first


def _saves(entry: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the saves that are listed."""
    listed = table(entry.get("saving_throws"))
    for short, long in zip(ABILITIES, _LONG, strict=True):
        said = entry.get(f"{long}_save")
        bonus = number(said if said is not None else listed.get(long))
        if bonus is not None:
            yield f"save_{short}", bonus
    for one in tables(entry.get("proficiencies")):
        _, found, short = words(at(one, "proficiency", "index")).partition("saving-throw-")
        bonus = number(one.get("value"))
        if found and short in ABILITIES and bonus is not None:
            yield f"save_{short}", bonus


def _ways(speed: Any) -> Iterator[tuple[str, str]]:
    """Yield way of moving → how far: {'walk': '30 ft.'}, {'walk': 30}, '30 ft.' and 30; 'hover' is a flag."""
    if isinstance(speed, dict):
        for way, said in speed.items():
            if not isinstance(said, bool) and number(said) is not None:
                yield words(way), words(said)
    elif text := word_list(speed):
        yield "walk", text


def _texts(entry: dict[str, Any], ways: dict[str, str]) -> Iterator[tuple[str, str]]:
    kind = " ".join(words(entry.get(key)) for key in ("size", "type")).strip()
    yield "", ", ".join(part for part in (kind, words(entry.get("alignment"))) if part)
    rating = entry.get("challenge_rating")
    if challenge := d20.challenge(words(rating if rating is not None else entry.get("cr"))):
        yield "", f"CR {challenge}"
    yield "Hit dice", words(entry.get("hit_points_roll") or entry.get("hit_dice"))
    yield "Armor class", words(entry.get("armor_desc")) or ", ".join(_armors(entry.get("armor_class")))
    yield "Speed", ", ".join(f"{way} {said}" for way, said in ways.items())
    yield "Skills", ", ".join(_skills(entry))
    senses = entry.get("senses")
    yield "Senses", ", ".join(
        f"{words(key).replace('_', ' ')} {words(said)}" for key, said in senses.items()
    ) if isinstance(senses, dict) else word_list(senses)  # fmt: skip
    for label, key in _LISTS.items():
        yield label, word_list(entry.get(key))
    for key in _BLOCKS:
        yield from paragraphs(entry.get(key))
    yield "", words(entry.get("desc"))


def _armors(said: Any) -> Iterator[str]:
    for one in tables(said):
        what = word_list(one.get("armor")) or word_list(table(one.get("spell")).get("name"))
        yield " ".join(part for part in (words(one.get("value")), what or words(one.get("type"))) if part)


def _skills(entry: dict[str, Any]) -> Iterator[str]:
    for one in tables(entry.get("proficiencies")):
        name = words(at(one, "proficiency", "name"))
        bonus = number(one.get("value"))
        if name.startswith("Skill") and bonus is not None:
            yield f"{name.partition(':')[2].strip()} {bonus:+}"
    for name, said in table(entry.get("skills")).items():
        if (bonus := number(said)) is not None:
            yield f"{name} {bonus:+}"


READER = Reader(id="srd-json", label="SRD monsters (JSON)", recognise=_recognise, read=_read)
