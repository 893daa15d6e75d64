"""CombatManager: bestiaries, exports, groups and running fights in XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from rulesets.incoming import d20, xml_entries
from rulesets.incoming.found import Creature, Effect, Finding, Reduction, Refused, Value
from rulesets.incoming.reader import NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number, without_markup

if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree.ElementTree import Element

_ROOTS = frozenset({"ArrayOfMonster", "ExportData", "ArrayOfCharacter", "CombatState"})
_OTHER = frozenset({"Spell", "Feat"})
_SIZES = frozenset(
    {"fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"}
)
_ABILITIES = "AbilitiyScores"
"""So it is spelled in the files."""
_READ = frozenset(
    {
        "Name", "CR", "XP", "Race", "Class", "Alignment", "Size", "Type", "SubType", "Init", "DualInit", "AC",
        "AC_Mods", "HP", "HD", "HP_Mods", "Saves", "Fort", "Ref", "Will", "Save_Mods", "DR", "Resist", "SR",
        "BaseAtk", "Feats", _ABILITIES, "AbilityScores", "ActiveConditions", "SpecialAbilitiesList",
    }
)  # fmt: skip
"""Elements that become values, or stand in a line of their own."""
_UNSAID = frozenset(
    {
        "id", "ID", "DBLoaderID", "DetailsID", "LinkText", "FullText", "CharacterFlag", "CompanionFlag",
        "Fly", "Climb", "Burrow", "Swim", "Land", "IsTemplate", "DontUseRacialHD", "UniqueMonster", "MR",
        "MT", "Mythic", "AgeCategory", "IsBestiary", "StatsParsed", "SpecialAblitiesParsed", "SkillsParsed",
        "FeatsParsed", "AcParsed", "FullAC", "TouchAC", "FlatFootedAC", "NaturalArmor", "Deflection", "Armor",
        "Dodge", "Shield", "Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma",
        "ConstitutionZero", "StrengthZero", "DexterityZero", "NoNotification", "MinimumFeet",
    }
)  # fmt: skip
"""Numbers of the program's own, and what stands elsewhere in words."""
_LABELS = {"DefensiveAbilities": "Defensive abilities", "SQ": "Special qualities", "CMB": "CMB", "CMD": "CMD"}
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|_")


def recognise(source: Source) -> int:
    """Say whether something is a file of CombatManager."""
    return SURE if source.xml_root in _ROOTS else NO


def read(source: Source, finding: Finding) -> None:
    """Add every monster, or everybody of a group or a fight."""
    root = source.xml_root
    if root == "CombatState":
        _fight(source, finding)
    elif root == "ArrayOfCharacter":
        for element in xml_entries.entries(source, finding, {"Character"}):
            with finding.entry(_text(element, "Name")):
                finding.add(_character(element, finding, "character"))
    else:
        # A custom condition that is exported is no creature, but a monster has some of them in itself.
        for element in xml_entries.entries(source, finding, {"Monster"}, _OTHER):
            with finding.entry(_text(element, "Name")):
                finding.add(_monster(element, finding))
    if not finding.creatures:
        raise Refused("“{name}” has no creature that can be read.", name=source.name)


def _text(element: Element, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _true(element: Element, tag: str) -> bool | None:
    said = _text(element, tag).lower()
    return None if said not in ("true", "false", "1", "0") else said in ("true", "1")


# -- a monster -----------------------------------------------------------------------------------------


def _monster(element: Element, finding: Finding) -> Creature:
    """Return an entry of a bestiary."""
    name = name_of(_text(element, "Name"))
    if not name:
        raise ValueError
    found = _statistics(element, name)
    if "max_hp" not in found.values:
        finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)
    return msgspec.structs.replace(found, effects=_effects(element, name, finding, None))


def _statistics(element: Element, name: str) -> Creature:
    """Return what an element `Monster` says, under a name."""
    said = {child.tag: (child.text or "").strip() for child in element if not len(child)}
    values, guessed = _values(said)
    reductions, left = _reductions(said)
    feats = [feat for tag in ("Feats", "DefensiveAbilities", "SQ") for feat in d20.listed(said.get(tag, ""))]
    texts = (*_lines(said), *left, *_others(said), *_abilities(element))
    return Creature(
        name=name,
        family="pf1",
        kind="npc",
        side="foes",
        values=values,
        feats=tuple(dict.fromkeys(feats)),
        reductions=reductions,
        texts=tuple((label, text) for label, text in texts if text.strip()),
        guessed=guessed,
    )


def _values(said: Mapping[str, str]) -> tuple[dict[str, Value], frozenset[str]]:
    values: dict[str, Value] = {**d20.scores(said.get(_ABILITIES) or said.get("AbilityScores", ""))}
    points, averaged = d20.hit_points(said.get("HP", ""))
    if points is None:
        points = d20.average(said.get("HD", ""))
        averaged = points is not None
    if points is not None and points > 0:
        values["max_hp"] = points
    values.update(d20.saves(said.get("Saves", "")))
    for tag, name in {
        "Init": "initiative", "Fort": "save_fort", "Ref": "save_ref", "Will": "save_will", "BaseAtk": "bab"
    }.items():  # fmt: skip
        found = number(said.get(tag))
        if found is not None:
            values[name] = found
    ac = number(said.get("AC"))
    if ac is not None:
        values["ac"] = ac
    level = d20.hit_dice(said.get("HD", ""))
    if level is not None:
        values["level"] = level
    fast = d20.speed(said.get("Speed", ""))
    if fast is not None:
        values["speed"], values["speed_unit"] = fast
    size = said.get("Size", "").lower()
    if size in _SIZES:
        values["size"] = size
    return values, frozenset({"max_hp"} if averaged and "max_hp" in values else ())


def _reductions(said: Mapping[str, str]) -> tuple[tuple[Reduction, ...], list[tuple[str, str]]]:
    """Return what takes off damage, and as texts what stands there besides."""
    taken, left = d20.reductions(said.get("DR", ""))
    resists, unread = d20.resistances(said.get("Resist", ""))
    return (*taken, *resists), [("DR", left), ("Resist", unread)]


def _lines(said: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the lines that are put together of several elements."""
    rating, xp, sr = said.get("CR", ""), said.get("XP", ""), said.get("SR", "")
    race = " ".join(said[tag] for tag in ("Race", "Class") if said.get(tag))
    kind = " ".join(said[tag] for tag in ("Type", "SubType") if said.get(tag))
    about = ", ".join(part for part in (race, kind, said.get("Alignment", "")) if part)
    save_mods = said.get("Save_Mods") or said.get("Saves", "").partition(";")[2]
    return [
        ("", f"CR {d20.challenge(rating)}" + (f" (XP {xp})" if xp else "") if rating else ""),
        ("", about),
        ("AC", " ".join(said[tag] for tag in ("AC", "AC_Mods") if said.get(tag))),
        ("Hit Dice", " ".join(said[tag] for tag in ("HD", "HP_Mods") if said.get(tag))),
        ("Saves", save_mods.strip()),
        ("", f"SR {sr}" if sr not in ("", "0") else ""),
    ]


def _others(said: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return every other element that says something, under its own name."""
    return [
        (_LABELS.get(tag) or _WORD.sub(" ", tag).capitalize(), without_markup(text))
        for tag, text in said.items()
        if text and tag not in _READ and tag not in _UNSAID
    ]


def _abilities(element: Element) -> list[tuple[str, str]]:
    if element.findtext("SpecialAbilities"):
        return []
    return [
        (name_of(_text(one, "Name")), without_markup(_text(one, "Text")))
        for one in element.iterfind("SpecialAbilitiesList/SpecialAbility")
    ]


def _effects(element: Element, name: str, finding: Finding, now: int | None) -> tuple[Effect, ...]:
    """Return the conditions that somebody is under; `now` is the round of the fight."""
    found = []
    for one in element.iterfind("ActiveConditions/ActiveCondition"):
        called = name_of(_text(one, "Condition/Name") or _text(one, "Name"))
        turns, end = number(_text(one, "Turns")), number(_text(one, "EndTurn"))
        if turns is None and end is not None and now is not None:
            turns = end - now
        if not called:
            finding.tell("“{name}” has a condition without a name, which was left out.", name=name)
        elif turns is not None and turns <= 0:
            finding.tell("“{name}”: {condition} has run out and was left out.", name=name, condition=called)
        else:
            found.append(Effect(name=called, rounds=turns))
    return tuple(found)


# -- somebody of a group or a fight --------------------------------------------------------------------


def _character(element: Element, finding: Finding, where: str, now: int | None = None) -> Creature:
    """Return one of the players or of the monsters, as it stands."""
    name = name_of(_text(element, "Name") or _text(element, "Monster/Name"))
    if not name:
        raise ValueError
    monster = element.find("Monster")
    base = Creature(name=name, family="pf1") if monster is None else _statistics(monster, name)
    values, guessed = dict(base.values), set(base.guessed)
    for tag, value in {"MaxHP": "max_hp", "HP": "hp", "TemporaryHP": "temp_hp"}.items():
        found = number(_text(element, tag))
        if found is not None and (value != "max_hp" or found > 0):
            values[value] = max(0, found)
            guessed.discard(value)
    if "max_hp" not in values:
        values.pop("hp", None)
        finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)
    is_monster = _true(element, "IsMonster")
    begun = where == "combat" and now is not None
    count = number(_text(element, "CurrentInitiative")) if begun else None
    if begun and count is None:
        count = number(_text(element, "InitiativeCount/Base"))
    other = name_of(_text(element, "Monster/Name"))
    texts = [("", other if other != name else ""), *base.texts, *_standing(element)]
    return msgspec.structs.replace(
        base,
        name=name,
        where=where,
        kind="" if is_monster is None else "npc" if is_monster else "pc",
        side="" if is_monster is None else "foes" if is_monster else "party",
        hidden=bool(_true(element, "IsHidden")),
        values=values,
        guessed=frozenset(guessed),
        effects=_effects(monster, name, finding, now) if monster is not None else (),
        initiative_count=count,
        texts=tuple((label, text) for label, text in texts if text.strip()),
    )


def _standing(element: Element) -> list[tuple[str, str]]:
    """Return what is said of somebody in a group or a fight besides numbers."""
    nonlethal = number(_text(element, "NonlethalDamage")) or 0
    states = {"IsDelaying": "Delays", "IsReadying": "Has readied an action", "IsIdle": "Takes no part"}
    resources = []
    for one in element.iterfind("Resources/ActiveResource"):
        left, most = _text(one, "Current"), _text(one, "Max")
        resources.append(f"{name_of(_text(one, 'Name'))} {left}" + (f" of {most}" if most else ""))
    return [
        ("Nonlethal damage", str(nonlethal) if nonlethal else ""),
        *(("", text) for tag, text in states.items() if _true(element, tag)),
        ("Resources", ", ".join(resources)),
        ("", without_markup(_text(element, "Notes"))),
    ]


def _fight(source: Source, finding: Finding) -> None:
    """Add everybody of a running fight, in its order."""
    text = xml_entries.xml_text(source.data)
    now = _round(text)
    finding.round = now
    rows: list[tuple[str, str, Creature]] = []
    order: list[str] = []
    current = ""
    for element in xml_entries.entries(source, finding, {"Character", "CombatIDList", "CurrentCharacterID"}):
        if element.tag == "CurrentCharacterID":
            current = (element.text or "").strip().lower()
        elif element.tag == "CombatIDList":
            order = [(one.text or "").strip().lower() for one in element]
        else:
            with finding.entry(_text(element, "Name")):
                creature = _character(element, finding, "combat", now)
                rows.append(
                    (_text(element, "ID").lower(), _text(element, "InitiativeLeaderID").lower(), creature)
                )
    names = {ident: creature.name for ident, _, creature in rows if ident}
    place = {ident: index for index, ident in enumerate(order)}
    for _, leader, creature in sorted(rows, key=lambda row: place.get(row[0], len(place))):
        if leader in names:
            texts = (*creature.texts, ("", f"Acts with {names[leader]}"))
            creature = msgspec.structs.replace(creature, texts=texts)
        finding.add(creature)
    finding.active = names.get(current, "") if now is not None else ""


def _round(text: str) -> int | None:
    """Return the round of a fight; None if it has not begun. It stands before or behind everybody."""
    found = re.search(r"<Round>\s{0,20}(\d{1,6})\s{0,20}</Round>", text)
    return int(found[1]) if found and int(found[1]) > 0 else None


READER = Reader(id="combatmanager", label="CombatManager", recognise=recognise, read=read)
