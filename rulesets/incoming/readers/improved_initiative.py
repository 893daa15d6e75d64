"""Improved Initiative: what it exports, what it keeps in the browser, and what other sites post to it.

One flat object from the settings or the library manager (`Creatures.<id>`, or
`ImprovedInitiative.Creatures.<id>` with strings that hold JSON again), a single encounter (`Combatants`), or
stat blocks by themselves. Version 3.11.8, and older spellings back to 1.x: `Creatures` for `Combatants`,
`Statblock`, `MaxHP`, numbers as ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.incoming import d20
from rulesets.incoming.found import ABILITIES, Creature, Effect, Ends, Finding, Refused, Value
from rulesets.incoming.json_entries import (
    at,
    called,
    entries,
    paragraphs,
    place_of,
    put,
    put_known,
    some_of,
    table,
    tables,
    word_list,
    words,
)  # fmt: skip
from rulesets.incoming.reader import LIKELY, NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number

_BROWSER = "ImprovedInitiative."
_CREATURES, _SAVED, _RUNNING, _SPELLS = "Creatures", "SavedEncounters", "AutoSavedEncounters", "Spells"
_CHARACTERS, _PLAYERS = "PersistentCharacters", "PlayerCharacters"
_LISTS = frozenset({_CREATURES, _CHARACTERS, _PLAYERS, _SAVED, _RUNNING, _SPELLS})
_BLOCKS = ("Traits", "Actions", "BonusActions", "Reactions", "LegendaryActions", "MythicActions")
_NOTED = {
    "Skills": "Skills",
    "DamageVulnerabilities": "Damage vulnerabilities",
    "DamageResistances": "Damage resistances",
    "DamageImmunities": "Damage immunities",
    "ConditionImmunities": "Condition immunities",
    "Senses": "Senses",
    "Languages": "Languages",
}
_FIGHTERS = ("Combatants", _CREATURES)
_NO_ID = ("", "0", "-1", "None")
"""What stands for the id of nobody, in one version or another."""
_LOOKED_AT = 20


def _recognise(source: Source) -> int:
    if not source.is_json:
        return NO
    value = source.json
    if isinstance(value, dict) and any(_list_of(key)[0] for key in value):
        return SURE
    if _fighters(value):
        return SURE
    found = (value if isinstance(value, list) else [value])[:_LOOKED_AT]
    hits = sum(_is_block(one) or _is_block(_block_of(one)) for one in found)
    return SURE if found and hits == len(found) else LIKELY if hits else NO


def _list_of(key: str) -> tuple[str, str]:
    """Return list and id of a key: 'ImprovedInitiative.Creatures.x', 'Creatures.x'; ('', '') for none."""
    plain = key.removeprefix(_BROWSER)
    name, dot, ident = plain.partition(".")
    known = name in _LISTS or plain != key
    return (name, ident) if known and (dot or plain != key) else ("", "")


def _is_block(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "Name" in value
        and (isinstance(value.get("HP"), dict) or isinstance(value.get("Abilities"), dict))
    )


def _fighters(value: Any) -> list[Any]:
    """Return the combatants of an encounter; `Creatures` is what they were called in old files."""
    for key in _FIGHTERS:
        found = at(value, key)
        if isinstance(found, list) and any(isinstance(one, dict) for one in found):
            return found
    return []


def _block_of(combatant: Any) -> dict[str, Any]:
    """Return the stat block of somebody; who was posted by another site is a stat block himself."""
    for key in ("StatBlock", "Statblock"):
        if isinstance(at(combatant, key), dict):
            return table(combatant[key])
    return table(combatant)


def _read(source: Source, finding: Finding) -> None:
    value = source.json
    if isinstance(value, dict) and any(_list_of(key)[0] for key in value):
        _export(source, value, finding)
    elif _fighters(value):
        _fight(value, finding)
    else:
        for i, one in enumerate(value if isinstance(value, list) else [value]):
            with finding.entry(place_of(one, i, "Name")):
                finding.add(_character(one) if _block_of(one) is not one else _in_library(one, finding))
    if not finding.creatures and not finding.told:
        raise Refused("There are no creatures, characters and encounters in “{name}”.", name=source.name)


# -- the lists of an export ----------------------------------------------------------------------------


def _export(source: Source, file: dict[str, Any], finding: Finding) -> None:
    lists = _lists(source, file, finding)
    for ident, one in lists[_CREATURES].items():
        with finding.entry(at(one, "Name") or ident):
            finding.add(_in_library(one, finding))
    characters = _characters(lists, finding)
    groups: set[str] = set()
    for ident, one in lists[_SAVED].items():
        with finding.entry(at(one, "Name") or ident):
            _prepared(one, finding, groups)
    fighting = []
    for ident, one in lists[_RUNNING].items():
        with finding.entry(ident):
            before = len(finding.creatures)
            _fight(one, finding)
            fighting += finding.creatures[before:]
    both = [one.name for one in fighting if one.name.casefold() in characters and one.kind == "pc"]
    if both:
        finding.tell(
            "{names} stand among the characters and in the fight: take each of them once.",
            names=some_of(both),
        )
    if lists[_SPELLS]:
        finding.tell("{count} spells were left out: nobody to put on the table.", count=len(lists[_SPELLS]))


def _lists(source: Source, file: dict[str, Any], finding: Finding) -> dict[str, dict[str, Any]]:
    """Return what an export has by list and id; what is a string there holds JSON again."""
    lists: dict[str, dict[str, Any]] = {name: {} for name in sorted(_LISTS)}
    listed: dict[str, list[str]] = {}
    for key, said in file.items():
        name, ident = _list_of(key) if "." in key else (key, "")
        if name not in lists:
            continue
        with finding.entry(ident or name):
            # What came with the browser's storage is older than an object of the same id.
            value = _unpacked(source, said)
            if not ident:
                _without_ids(value, lists[name])
                listed.setdefault(name, []).extend(str(one) for one in entries(value) if isinstance(one, str))
            elif ident not in lists[name] or not isinstance(said, str):
                lists[name][ident] = value
    for name, idents in listed.items():
        gone = [ident for ident in idents if ident not in lists[name] and name != _RUNNING]
        if gone:
            finding.tell("{names} are listed, but not in the file.", names=some_of(gone))
    return lists


def _unpacked(source: Source, said: Any) -> Any:
    """Return what a string of the browser's storage holds, within the same limits as the file."""
    if not isinstance(said, str) or not said:
        return said
    try:
        return Source(source.name, said.encode(), whole=True).json
    except Refused as error:
        raise ValueError(str(error)) from error


def _without_ids(value: Any, into: dict[str, Any]) -> None:
    """Take entries that stand in the list itself."""
    for i, one in enumerate(entries(value)):
        if isinstance(one, dict):
            into.setdefault(str(one.get("Id") or f"#{i + 1}"), one)


def _characters(lists: dict[str, dict[str, Any]], finding: Finding) -> set[str]:
    """Add the characters, and return their names; who stands in the list of old versions, too, is one."""
    names: set[str] = set()
    for name in (_CHARACTERS, _PLAYERS):
        before, known = frozenset(names), lists[_CHARACTERS]
        for ident, one in lists[name].items():
            if name == _PLAYERS and (ident in known or _name_in(one).casefold() in before):
                continue
            with finding.entry(at(one, "Name") or ident):
                creature = _character(one, "pc" if name == _PLAYERS else "")
                finding.add(creature)
                names.add(creature.name.casefold())
    return names


def _name_in(entry: Any) -> str:
    try:
        return called(entry, "Name")
    except ValueError:
        return ""


def _character(entry: Any, kind: str = "") -> Creature:
    """Return somebody who is kept from fight to fight."""
    block = _block_of(entry)
    name = _name_in(entry) or called(block, "Name")
    creature = _creature(block, name, Finding())
    values = {**creature.values}
    if block is not entry:
        _put_now(values, entry)
    texts = (*creature.texts, *_said(("Notes", words(at(entry, "Notes")))))
    pc = kind == "pc" or creature.kind == "pc" or block is not entry
    return replace(
        creature, where="character", values=values, texts=texts,
        kind="pc" if pc else "npc", side="party" if pc else "foes",
    )  # fmt: skip


def _in_library(entry: Any, finding: Finding) -> Creature:
    return _creature(entry, called(entry, "Name"), finding)


# -- encounters ----------------------------------------------------------------------------------------


def _prepared(encounter: Any, finding: Finding, groups: set[str]) -> None:
    """Add a prepared encounter: those who are alike stand in it once, with how many there are."""
    if not any(isinstance(at(encounter, key), list) for key in _FIGHTERS):
        raise TypeError("no list of combatants")
    path = name_of(at(encounter, "Path") or "")
    plain = called(encounter, "Name") + (f" ({path})" if path else "")
    name, again = plain, 1
    while name in groups:
        again += 1
        name = f"{plain} {again}"
    groups.add(name)
    finding.groups.append(name)
    alike: dict[Any, Creature] = {}
    for i, one in enumerate(_fighters(encounter)):
        with finding.entry(place_of(_block_of(one), i, "Name")):
            creature = _combatant(one, finding, f"saved:{name}", _name_of(one, frozenset()))
            numbers = tuple(sorted(creature.values.items(), key=str))
            key = (creature.name, creature.kind, creature.hidden, numbers, creature.texts, creature.effects)
            known = alike.get(key)
            alike[key] = creature if known is None else replace(known, count=known.count + 1)
    for creature in alike.values():
        finding.add(creature)


class _Turns(Struct):
    """What the combatants of a running fight have to know of each other."""

    names: dict[str, str]
    """Id → name at the table."""
    begun: bool


def _fight(encounter: Any, finding: Finding) -> None:
    """Add a fight as it stands: rolled counts, damage, tags, whose turn it is."""
    fighters = _fighters(encounter)
    several = _several(fighters)
    names = {str(at(one, "Id")): _name_of(one, several) for one in fighters if at(one, "Id") is not None}
    active = _active(encounter, fighters)
    told = number(at(encounter, "RoundCounter"))
    # Old versions counted no rounds: there somebody's turn says that the fight has begun.
    begun = told > 0 if told is not None else bool(active)
    turns = _Turns(names, begun)
    for i, one in enumerate(fighters):
        with finding.entry(place_of(_block_of(one), i, "Name", "Id")):
            if _is_reference(one):
                finding.tell(
                    "“{name}” is only a reference to an online library: it has no numbers and was left out.",
                    name=name_of(one.get("Id")),
                )
                continue
            finding.add(_combatant(one, finding, "combat", _name_of(one, several), turns))
    if begun:
        finding.round = told or 1
        finding.active = names.get(active, "")


def _is_reference(combatant: Any) -> bool:
    return bool(at(combatant, "Id")) and combatant.keys() <= {"Id", "Player", "Count"}


def _several(fighters: list[Any]) -> frozenset[str]:
    """Return the names that stand in a fight more than once."""
    seen: set[str] = set()
    twice: set[str] = set()
    for one in fighters:
        name = _name_in(_block_of(one))
        (twice if name in seen else seen).add(name)
    return frozenset(twice)


def _name_of(combatant: Any, several: frozenset[str]) -> str:
    """Return the name at the table: an alias, else the kind's, with a number if it stands there twice."""
    alias = name_of(at(combatant, "Alias") or "")
    name = _name_in(_block_of(combatant))
    label = number(at(combatant, "IndexLabel"))
    return alias or (f"{name} {label}" if name in several and label else name)


def _active(encounter: Any, fighters: list[Any]) -> str:
    """Return the id of whose turn it is; '' for nobody's."""
    active = at(encounter, "ActiveCombatantId")
    place = number(at(encounter, "ActiveCreatureIndex"))
    if active is None and place is not None and 0 <= place < len(fighters):
        active = at(fighters[place], "Id")
    return "" if active is None else str(active)


def _combatant(entry: Any, finding: Finding, where: str, name: str, turns: _Turns | None = None) -> Creature:
    block = _block_of(entry)
    creature = _creature(block, name or called(block, "Name"), finding)
    if block is entry:
        return replace(creature, where=where)
    values = {**creature.values}
    if (most := number(entry.get("MaxHP"))) is not None and most > 0:
        values["max_hp"] = most
    _put_now(values, entry)
    kind = _name_in(block)
    more = _said(("Kind", "" if kind == name or name.startswith(kind) else kind),
                 ("Notes", words(entry.get("CurrentNotes"))))  # fmt: skip
    return replace(
        creature,
        where=where,
        values=values,
        hidden=entry.get("Hidden") is True,
        texts=(*creature.texts, *more),
        effects=tuple(_effects(entry.get("Tags"), turns)),
        initiative_count=number(entry.get("Initiative")) if turns is not None and turns.begun else None,
    )


def _put_now(values: dict[str, Value], entry: dict[str, Any]) -> None:
    """Put in how somebody stands."""
    now, temporary = number(entry.get("CurrentHP")), number(entry.get("TemporaryHP"))
    if now is not None:
        values["hp"] = max(0, now)
    if temporary is not None:
        values["temp_hp"] = max(0, temporary)


def _effects(tags: Any, turns: _Turns | None) -> Iterator[Effect]:
    for tag in entries(tags):
        name = words(tag if isinstance(tag, str) else at(tag, "Text"))
        if not name:
            continue
        owner, left = str(at(tag, "DurationCombatantId")), number(at(tag, "DurationRemaining")) or 0
        whose = turns.names.get(owner, "") if turns is not None else ""
        if owner in _NO_ID and not (whose and left > 0):
            yield Effect(name=name)
        elif left > 0:
            at_end = words(at(tag, "DurationTiming")) == "EndOfTurn"
            ends: Ends = ("end" if at_end else "start") if whose else ""
            yield Effect(name=name, rounds=left, ends=ends, of=whose)


# -- stat blocks ---------------------------------------------------------------------------------------


def _creature(block: dict[str, Any], name: str, finding: Finding) -> Creature:
    values: dict[str, Value] = {}
    guessed = set()
    hp, rolled = d20.hit_points(_value(block.get("HP")))
    if hp is None:
        hp, rolled = d20.hit_points(at(block, "HP", "Notes"))
    if rolled:
        guessed.add("max_hp")
    put_known(finding, name, values, max_hp__hit_points=hp)
    if "AC" in block:
        put_known(finding, name, values, ac__armor_class=_value(block["AC"]))
    scores = {str(key)[:3].lower(): said for key, said in table(block.get("Abilities")).items()}
    values.update({key: d20.score(scores[key]) for key in ABILITIES if key in scores})
    put(values, initiative=block.get("TotalInitiativeModifier"), init_extra=block.get("InitiativeModifier"))
    if "initiative" in values:
        values.pop("init_extra", None)
    for save in tables(block.get("Saves")):
        bonus = number(save.get("Modifier"))
        key = words(save.get("Name"))[:3].lower()
        if key in ABILITIES and bonus is not None:
            values[f"save_{key}"] = bonus
    ways = word_list(block.get("Speed"))
    if speed := d20.speed(ways):
        values["speed"], values["speed_unit"] = speed
    player = words(block.get("Player")).strip().casefold()
    pc = player not in ("", "npc")
    return Creature(
        name=name,
        family="5e",
        kind="pc" if pc else "npc",
        side="party" if pc else "foes",
        values=values,
        guessed=frozenset(guessed),
        texts=_said(*_texts(block, ways)),
    )


def _value(said: Any) -> Any:
    return at(said, "Value") if isinstance(said, dict) else said


def _said(*texts: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((label, text) for label, text in texts if text)


def _texts(block: dict[str, Any], ways: str) -> Iterator[tuple[str, str]]:
    yield "", words(block.get("Type"))
    yield "Source", words(block.get("Source"))
    if challenge := d20.challenge(words(block.get("Challenge"))):
        yield "", f"CR {challenge}"
    yield "Hit dice", words(at(block, "HP", "Notes")).strip("() ")
    yield "Armor class", words(at(block, "AC", "Notes")).strip("() ")
    yield "Speed", ways
    special = words(block.get("InitiativeSpecialRoll"))
    yield "Initiative", special or ("advantage" if block.get("InitiativeAdvantage") is True else "")
    for key, label in _NOTED.items():
        yield label, _with_bonus(block.get(key))
    for key in _BLOCKS:
        yield from paragraphs(block.get(key), "Name", "Content")
    yield "", words(block.get("Description"))


def _with_bonus(listed: Any) -> str:
    """Return 'Stealth +6, Perception +2' of a list of objects with a bonus, else its words."""
    said = []
    for one in entries(listed):
        bonus = number(at(one, "Modifier"))
        name = word_list([one])
        said.append(f"{name} {bonus:+}" if name and bonus is not None else name)
    return ", ".join(one for one in said if one) or words(listed)


READER = Reader(id="improved-initiative", label="Improved Initiative", recognise=_recognise, read=_read)
