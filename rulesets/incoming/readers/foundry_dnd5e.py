"""Foundry VTT, system dnd5e: actors from 0.7 on. Armor class and saves are not saved and are worked out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulesets.incoming import d20, foundry
from rulesets.incoming.found import ABILITIES, Creature, Finding, Value
from rulesets.incoming.json_entries import (
    at,
    called,
    put,
    put_known,
    some_of,
    table,
    tables,
    word_list,
    words,
)  # fmt: skip
from rulesets.incoming.reader import MAYBE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import number

_MONK, _BARBARIAN = "unarmoredMonk", "unarmoredBarb"
_UNARMORED = {
    _MONK: (10, ("dex", "wis")),
    _BARBARIAN: (10, ("dex", "con")),
    "unarmoredBard": (10, ("dex", "cha")),
    "draconic": (13, ("dex",)),
    "mage": (13, ("dex",)),
}
"""Way of working the armor class out → what it begins with, and whose modifiers are added."""
_ARMORS = ("light", "medium", "heavy", "natural")
_MEDIUM_DEX = 2
"""As much of the Dexterity modifier counts in medium armor that says nothing else."""
_FEET_PER_METER = Fraction(10, 3)
"""1.5 m are 5 feet."""
_WAYS = ("walk", "fly", "swim", "climb", "burrow")
_TRAITS = {
    "dv": "Damage vulnerabilities",
    "dr": "Damage resistances",
    "di": "Damage immunities",
    "ci": "Condition immunities",
    "languages": "Languages",
}


def _fits(actor: dict[str, Any]) -> bool:
    attributes = table(foundry.body(actor).get("attributes"))
    if actor.get("type") not in ("npc", "character") or "savingThrows" in attributes:
        return False
    abilities = table(foundry.body(actor).get("abilities"))
    theirs = foundry.system_id(actor) == "dnd5e" or any("proficient" in one for one in tables(abilities))
    return theirs and isinstance(attributes.get("hp"), dict) and "ac" in attributes


def _creature(actor: dict[str, Any], finding: Finding) -> Creature:
    name = called(actor, "name")
    numbers = foundry.body(actor)
    attributes = table(numbers.get("attributes"))
    pc = actor.get("type") == "character"
    abilities = table(numbers.get("abilities"))
    scores = {key: d20.score(at(abilities, key, "value")) for key in ABILITIES if key in abilities}
    modifiers = {key: d20.modifier(scores.get(key, 10)) for key in ABILITIES}
    values: dict[str, Value] = {**scores}
    formulas: list[str] = []
    guessed = set(_hit_points(table(attributes.get("hp")), name, values, finding))
    bonus = foundry.plain_bonus(at(attributes, "init", "bonus"))
    if bonus is None:
        formulas.append(words(at(attributes, "init", "bonus")))
    put(values, init_extra=bonus or 0)
    saves = _saves(actor, abilities, modifiers, formulas)
    values.update(saves)
    guessed |= saves.keys()
    armor, worked_out = _armor_class(actor, table(attributes.get("ac")), modifiers, name, finding)
    put_known(finding, name, values, ac__armor_class=armor)
    if worked_out and "ac" in values:
        guessed.add("ac")
    ways = _ways(attributes)
    if speed := foundry.moving(ways):
        values["speed"], values["speed_unit"] = speed, "feet"
    elif pc:
        finding.tell("“{name}”: speed comes from the race and is not in the file.", name=name)
    if formulas:
        finding.tell(
            "“{name}” has bonuses that are formulas ({formulas}): they were left out.",
            name=name,
            formulas=some_of(formulas, 4),
        )
    return Creature(
        name=name,
        family="5e",
        kind="pc" if pc else "npc",
        side=foundry.side_of(actor, pc),
        values=values,
        guessed=frozenset(guessed),
        effects=tuple(foundry.effects(actor)),
        texts=foundry.kept(_texts(actor, numbers, attributes, ways)),
    )


def _hit_points(hp: dict[str, Any], name: str, values: dict[str, Value], finding: Finding) -> Iterator[str]:
    """Put hit points in; yield what of them was worked out."""
    taken_for_both = foundry.put_hit_points(values, hp.get("max"), hp.get("value"), hp.get("temp"))
    if taken_for_both:
        yield "max_hp"
        finding.tell(
            "“{name}”: the hit points of the unhurt are not in the file; those of now stand for both.",
            name=name,
        )
    elif "max_hp" not in values:
        rolled = d20.average(words(hp.get("formula")))
        put_known(finding, name, values, max_hp__hit_points=rolled)
        if "max_hp" in values:
            yield "max_hp"


def _saves(
    actor: dict[str, Any], abilities: dict[str, Any], modifiers: dict[str, int], formulas: list[str]
) -> dict[str, int]:
    """Return the saves that are more than the modifier; bonuses that are formulas go into ``formulas``."""
    found = {}
    for key in ABILITIES:
        times = at(abilities, key, "proficient")
        proficient = int(_proficiency(actor) * times) if isinstance(times, int | float) and times > 0 else 0
        said = at(abilities, key, "bonuses", "save")
        extra = foundry.plain_bonus(said)
        if extra is None:
            formulas.append(words(said))
        if proficient or extra:
            found[f"save_{key}"] = modifiers[key] + proficient + (extra or 0)
    return found


def _proficiency(actor: dict[str, Any]) -> int:
    """Return the proficiency bonus, by challenge rating or level."""
    details = table(foundry.body(actor).get("details"))
    levels = sum(number(foundry.body(item).get("levels")) or 0 for item in foundry.items(actor, "class"))
    if actor.get("type") == "character":
        rating = levels or number(at(details, "level")) or 0
    else:
        rating = number(details.get("cr")) or 0
    return max(2, (min(rating, 100) + 7) // 4)


def _armor_class(
    actor: dict[str, Any], ac: dict[str, Any], modifiers: dict[str, int], name: str, finding: Finding
) -> tuple[int | None, bool]:
    """Return the armor class, None if nothing is known, and whether it was worked out."""
    way = words(ac.get("calc"))
    if not way and (said := number(ac.get("value"))) is not None:
        return said, False
    if way in ("natural", "flat") or (not way and number(ac.get("flat")) is not None):
        return number(ac.get("flat")), False
    worn = [item for item in foundry.items(actor, "equipment") if foundry.body(item).get("equipped") is True]
    shield = max((_protection(item) for item in worn if _armor_kind(item) == "shield"), default=0)
    if way in _UNARMORED:
        base, added = _UNARMORED[way]
        return base + sum(modifiers[key] for key in added) + (shield if way == _BARBARIAN else 0), True
    if way not in ("", "default"):
        finding.tell(
            "“{name}”: armor class is worked out in a way of its own ({way}); 10 + Dexterity is proposed.",
            name=name, way=words(ac.get("formula")) or way,
        )  # fmt: skip
        return 10 + modifiers["dex"], True
    armors = [_protection(item) + _dexterity(item, modifiers["dex"])
              for item in worn if _armor_kind(item) in _ARMORS and _protection(item)]  # fmt: skip
    return max(armors, default=10 + modifiers["dex"]) + shield, True


def _armor_kind(item: dict[str, Any]) -> str:
    numbers = foundry.body(item)
    kind = numbers.get("type")
    said = kind.get("value") if isinstance(kind, dict) else at(numbers, "armor", "type")
    return words(said)


def _protection(item: dict[str, Any]) -> int:
    """Return the armor class of armor or a shield, with its magic where that works."""
    numbers = foundry.body(item)
    magic = number(at(numbers, "armor", "magicalBonus")) or 0
    properties = numbers.get("properties")
    works = isinstance(properties, list) and "mgc" in properties
    if words(numbers.get("attunement")) == "required" and numbers.get("attuned") is not True:
        works = False
    return (number(at(numbers, "armor", "value")) or 0) + (magic if works else 0)


def _dexterity(item: dict[str, Any], dexterity: int) -> int:
    """Return how much of the Dexterity modifier counts in some armor: none in heavy, not even a bad one."""
    kind = _armor_kind(item)
    if kind == "heavy":
        return 0
    most = number(at(foundry.body(item), "armor", "dex"))
    if most is None:
        most = _MEDIUM_DEX if kind == "medium" else dexterity
    return min(dexterity, most)


def _ways(attributes: dict[str, Any]) -> dict[str, int]:
    """Return way of moving → feet."""
    moves = table(attributes.get("movement"))
    if not moves:
        old = d20.speed(words(at(attributes, "speed", "value")))
        return {"walk": old[0]} if old else {}
    per_unit = _FEET_PER_METER if moves.get("units") == "m" else 1
    found = {}
    for way in _WAYS:
        said = moves.get(way)
        far = said if isinstance(said, float) and abs(said) < 10**6 else number(said)
        if far:
            found[way] = round(Fraction(far) * per_unit)
    return found


def _texts(
    actor: dict[str, Any], numbers: dict[str, Any], attributes: dict[str, Any], ways: dict[str, int]
) -> Iterator[tuple[str, str]]:
    details, traits = table(numbers.get("details")), table(numbers.get("traits"))
    yield "", ", ".join(part for part in (_kind(details), words(details.get("alignment"))) if part)
    if challenge := d20.challenge(words(details.get("cr"))):
        yield "", f"CR {challenge}"
    if levels := [
        f"{words(item.get('name'))} {number(foundry.body(item).get('levels')) or ''}".strip()
        for item in foundry.items(actor, "class")
    ]:
        yield "Classes", ", ".join(levels)
    yield "Hit dice", words(at(attributes, "hp", "formula"))
    yield "Armor class", ", ".join(
        words(item.get("name")) for item in foundry.items(actor, "equipment")
        if foundry.body(item).get("equipped") is True and _armor_kind(item) in (*_ARMORS, "shield")
    )  # fmt: skip
    hover = ["hover"] if at(attributes, "movement", "hover") is True else []
    yield "Speed", ", ".join([*(f"{way} {far} ft." for way, far in ways.items()), *hover])
    for key, label in _TRAITS.items():
        yield label, _trait(traits.get(key))
    senses = table(attributes.get("senses"))
    yield "Senses", ", ".join(
        f"{key} {far} {words(senses.get('units')) or 'ft'}"
        for key, said in (*senses.items(), *table(senses.get("ranges")).items())
        if key not in ("units", "special") and (far := number(said))
    )  # fmt: skip
    yield "Skills", ", ".join(key for key, one in table(numbers.get("skills")).items() if _trained(one))
    yield from foundry.item_texts(actor, "weapon", "feat")
    yield "Spells", ", ".join(foundry.item_names(actor, "spell"))
    yield "Equipment", ", ".join(foundry.item_names(actor, "equipment"))
    biography = details.get("biography")
    yield "", words(biography.get("value") if isinstance(biography, dict) else biography)


def _trained(skill: Any) -> bool:
    times = at(skill, "value")
    return isinstance(times, int | float) and times > 0


def _kind(details: dict[str, Any]) -> str:
    kind = details.get("type")
    if not isinstance(kind, dict):
        return words(kind)
    subtype = words(kind.get("subtype"))
    return (words(kind.get("custom")) or words(kind.get("value"))) + (f" ({subtype})" if subtype else "")


def _trait(trait: Any) -> str:
    if not isinstance(trait, dict):
        return word_list(trait)
    parts = (word_list(trait.get("value")), words(trait.get("custom")))
    bypassed = word_list(trait.get("bypasses"))
    said = ", ".join(part for part in parts if part)
    return f"{said} (not if {bypassed})" if said and bypassed else said


SYSTEM = foundry.System(ids=("dnd5e",), fits=_fits, creature=_creature)


def _recognise(source: Source) -> int:
    if source.data.endswith(foundry.LEVEL_DB):
        return MAYBE
    # Things of Foundry's that no reader knows are refused here, in words that say what to bring.
    return foundry.certainty(source, SYSTEM, otherwise=MAYBE)


def _read(source: Source, finding: Finding) -> None:
    foundry.refuse_level_db(source)
    foundry.read(source, finding, SYSTEM)


READER = Reader(id="foundry-dnd5e", label="Foundry VTT, D&D 5e", recognise=_recognise, read=_read)
