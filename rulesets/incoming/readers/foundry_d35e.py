"""Foundry VTT, systems D35E (3.5) and pf1, whose actors have the same shape up to Foundry 9.

The totals are those of the last time the sheet was open; from pf1 for Foundry 10 on none are saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulesets.incoming import d20, foundry
from rulesets.incoming.found import ABILITIES, Creature, Effect, Finding, Reduction, Value
from rulesets.incoming.json_entries import at, called, put, put_known, table, tables, word_list, words
from rulesets.incoming.reader import Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number

_PF1 = "pf1"
_WAYS = ("land", "climb", "swim", "burrow", "fly")
_PRINTED = (Fraction(1, 8), Fraction(1, 6), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))
"""Challenge ratings below 1 that are printed."""
_ONLY_PF1 = ("woundThresholds",)
_ATTACKS = ("weapon", "attack")
_TRAITS = {
    "di": "Damage immunities",
    "dv": "Damage vulnerabilities",
    "ci": "Condition immunities",
    "languages": "Languages",
    "senses": "Senses",
    "fastHealing": "Fast healing",
    "regen": "Regeneration",
}


def _fits(actor: dict[str, Any]) -> bool:
    attributes = table(foundry.body(actor).get("attributes"))
    if actor.get("type") not in ("npc", "character"):
        return False
    if {"savingThrows", "bab"} <= attributes.keys():
        return True
    return foundry.system_id(actor) in SYSTEM.ids and isinstance(attributes.get("hp"), dict)


def _creature(actor: dict[str, Any], finding: Finding) -> Creature:
    name = called(actor, "name")
    numbers = foundry.body(actor)
    attributes = table(numbers.get("attributes"))
    pc = actor.get("type") == "character"
    values: dict[str, Value] = dict(_scores(numbers))
    hp = table(attributes.get("hp"))
    guessed = set()
    if foundry.put_hit_points(values, hp.get("max"), hp.get("value"), hp.get("temp")):
        guessed.add("max_hp")
    empty = "max_hp" not in values and not any(
        number(at(numbers, "abilities", key, "value")) for key in ABILITIES
    )
    if empty:
        finding.tell("“{name}” has no numbers in the file: everything is the ruleset's usual.", name=name)
    else:
        _put_totals(attributes, name, values, finding)
    reductions, unclear = _reductions(numbers, attributes)
    vigor = number(at(attributes, "vigor", "max")) or 0
    if vigor > 0:
        finding.tell("“{name}” has wounds and vigor: they have no place and are in the notes.", name=name)
    return Creature(
        name=name,
        family=_family(actor, attributes),
        kind="pc" if pc else "npc",
        side=foundry.side_of(actor, pc),
        values=values,
        guessed=frozenset(guessed),
        feats=tuple(foundry.item_names(actor, "feat")),
        reductions=reductions,
        effects=tuple(_conditions(attributes)),
        texts=foundry.kept(_texts(actor, numbers, attributes, unclear)),
    )


def _family(actor: dict[str, Any], attributes: dict[str, Any]) -> str:
    said = foundry.system_id(actor)
    return "pf1" if said == _PF1 or (not said and any(key in attributes for key in _ONLY_PF1)) else "3.5"


def _scores(numbers: dict[str, Any]) -> Iterator[tuple[str, int]]:
    for key in ABILITIES:
        one = at(numbers, "abilities", key)
        if one is not None:
            yield key, d20.score(number(at(one, "total")) or number(at(one, "value")))


def _put_totals(attributes: dict[str, Any], name: str, values: dict[str, Value], finding: Finding) -> None:
    """Put in what was worked out when the sheet was open last."""
    saves = table(attributes.get("savingThrows"))
    if number(at(saves, "fort", "total")) is None and number(at(attributes, "ac", "normal", "total")) is None:
        finding.tell(
            "“{name}”: this version of Foundry saves no armor class, saves and initiative. They come from "
            "the ruleset and have to be checked.",
            name=name,
        )
        if "max_hp" not in values:
            put_known(finding, name, values, max_hp__hit_points=None)
        return
    known = {"ac__armor_class": at(attributes, "ac", "normal", "total")}
    if "max_hp" not in values:
        known["max_hp__hit_points"] = None
    put_known(finding, name, values, **known)
    put(
        values,
        initiative=at(attributes, "init", "total"),
        save_fort=at(saves, "fort", "total"),
        save_ref=at(saves, "ref", "total"),
        save_will=at(saves, "will", "total"),
        bab=_total(attributes.get("bab")),
    )
    dice = at(attributes, "hd", "total")
    if not isinstance(dice, float) or dice.is_integer():
        put(values, level=dice)
    if far := foundry.moving(_speeds(attributes)):
        values["speed"], values["speed_unit"] = far, "feet"


def _total(said: Any) -> Any:
    return at(said, "total") if isinstance(said, dict) else said


def _speeds(attributes: dict[str, Any]) -> dict[str, int]:
    """Return way of moving → feet."""
    found = {}
    for way in _WAYS:
        one = at(attributes, "speed", way)
        far = number(at(one, "total")) or number(at(one, "base"))
        if far:
            found[way] = far
    return found


def _conditions(attributes: dict[str, Any]) -> Iterator[Effect]:
    for key, on in table(attributes.get("conditions")).items():
        if on is True and (name := name_of(key)):
            yield Effect(name=name[:1].upper() + name[1:])


def _reductions(
    numbers: dict[str, Any], attributes: dict[str, Any]
) -> tuple[tuple[Reduction, ...], list[tuple[str, str]]]:
    """Return what is taken off damage, and what of it is said in other words."""
    traits = table(numbers.get("traits"))
    found, other = d20.reductions(_trait(traits.get("dr")))
    resisted, rest = d20.resistances(_trait(traits.get("eres")))
    anything = number(at(attributes, "damageReduction", "any")) or 0
    always = (Reduction(value=anything),) if anything > 0 else ()
    return (*found, *resisted, *always), [("Damage reduction", other), ("Resistances", rest)]


def _trait(trait: Any) -> str:
    if not isinstance(trait, dict):
        return word_list(trait)
    return "; ".join(part for part in (word_list(trait.get("value")), words(trait.get("custom"))) if part)


def _texts(
    actor: dict[str, Any], numbers: dict[str, Any], attributes: dict[str, Any], unclear: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    details, traits = table(numbers.get("details")), table(numbers.get("traits"))
    yield (
        "",
        ", ".join(part for part in (words(details.get("type")), words(details.get("alignment"))) if part),
    )
    if challenge := _challenge(details.get("cr")):
        yield "", f"CR {challenge}"
    yield "Owner", words(at(numbers, "master", "name")) or _owner(actor)
    yield "Classes", ", ".join(_classes(actor))
    for kind, key in (("Touch armor class", "touch"), ("Flat-footed armor class", "flatFooted")):
        total = number(at(attributes, "ac", key, "total"))
        yield kind, str(total) if total else ""
    for key in ("cmb", "cmd", "sr"):
        total = number(at(attributes, key, "total"))
        yield key.upper(), str(total) if total else ""
    yield "Speed", ", ".join(f"{way} {far} ft." for way, far in _speeds(attributes).items())
    yield "Attacks", ", ".join(foundry.item_names(actor, *_ATTACKS))
    yield "Spells", ", ".join(foundry.item_names(actor, "spell"))
    yield "Buffs", ", ".join(
        words(item.get("name")) for item in foundry.items(actor, "buff")
        if foundry.body(item).get("active") is True
    )  # fmt: skip
    yield from unclear
    for key, label in _TRAITS.items():
        yield label, _trait(traits.get(key))
    nonlethal = number(at(attributes, "hp", "nonlethal")) or 0
    yield "Nonlethal damage", str(nonlethal) if nonlethal else ""
    if (number(at(attributes, "vigor", "max")) or 0) > 0:
        for key in ("wounds", "vigor"):
            now, most = (number(at(attributes, key, what)) or 0 for what in ("value", "max"))
            yield key.capitalize(), f"{now} of {most}"
    for key in ("notes", "biography"):
        yield "", words(at(details, key, "value"))


def _classes(actor: dict[str, Any]) -> Iterator[str]:
    for item in foundry.items(actor, "class"):
        levels = number(foundry.body(item).get("levels")) or number(foundry.body(item).get("level"))
        yield f"{words(item.get('name'))} {levels or ''}".strip()


def _owner(actor: dict[str, Any]) -> str:
    """Return whose familiar or companion an actor is, if its flags say so."""
    for flags in tables(actor.get("flags")):
        for key, said in flags.items():
            if ("master" in key.lower() or "owner" in key.lower()) and isinstance(said, dict | str):
                return words(said) or words(at(said, "name"))
    return ""


def _challenge(rating: Any) -> str:
    """Return a challenge rating as it is printed: 0.3375 and 0.33 are 1/3, 0.166 is 1/6."""
    said = rating
    if isinstance(rating, dict):
        said = rating.get("total") if rating.get("total") is not None else rating.get("base")
    if isinstance(said, float) and 0 < said < 1:
        return str(min(_PRINTED, key=lambda one: abs(one - Fraction(said))))
    return d20.challenge(words(said))


SYSTEM = foundry.System(ids=("d35e", _PF1), fits=_fits, creature=_creature)


def _recognise(source: Source) -> int:
    return foundry.certainty(source, SYSTEM)


def _read(source: Source, finding: Finding) -> None:
    foundry.read(source, finding, SYSTEM)
    if any("ac" in one.values for one in finding.creatures):
        finding.tell("Totals are those of the last time each sheet was open in Foundry, without later buffs.")


READER = Reader(id="foundry-d35e", label="Foundry VTT, D35E and PF1", recognise=_recognise, read=_read)
