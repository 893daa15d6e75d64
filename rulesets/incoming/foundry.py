"""What actors of every system of Foundry VTT share: files and packs, names, sides, items, effects.

An actor is `{name, type, system, items, effects, prototypeToken}`; before Foundry 10 the numbers stand
under `data` and the token under `token`. It comes as an export (one object), in a list, in
`{"entries": […]}`, or in a pack (`.db`) with one actor a line, in which a later line of the same id stands
for an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from rulesets.incoming.found import Creature, Effect, Finding, Refused, Value
from rulesets.incoming.json_entries import at, called, place_of, some_of, table, tables, words
from rulesets.incoming.reader import LIKELY, NO, SURE
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number

LEVEL_DB = b"\x57\xfb\x80\x8b\x24\x75\x47\xdb"
"""What the files of a pack of Foundry 11 and later end with (a LevelDB table)."""
_ACTORS = ("npc", "character")
"""What people are called in every system; all else may be a thing."""
_LISTS = ("entries", "actors", "documents")
_WALKED = ("walk", "land")
_LOOKED_AT = 20
_SIDES = {1: "party", 0: "", -1: "foes", -2: "foes"}
"""Disposition of a token → side; neutral is for the game master to say."""


class System(Struct, frozen=True):
    """One system of Foundry's."""

    ids: tuple[str, ...]
    """What it is called in a file's own statistics, in lower case."""
    fits: Callable[[dict[str, Any]], bool]
    """Says whether an actor has the shape of this system."""
    creature: Callable[[dict[str, Any], Finding], Creature | None]
    """Makes a creature of an actor; None: it is nobody, which has been told."""


# -- files and packs -----------------------------------------------------------------------------------


def documents(source: Source, most: int | None = None) -> list[Any]:
    """Return what a file holds, at most so many; a line of a pack that is broken is a text.

    Raises:
        Refused: if it is neither JSON nor a pack.
    """
    if source.is_json:
        value = source.json
        if isinstance(value, dict):
            inner = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
            found = [value] if inner is None or _is_document(value) else inner
        else:
            found = value if isinstance(value, list) else []
        return found[:most]
    if not source.head.startswith("{"):
        raise Refused("“{name}” is neither JSON nor a pack of Foundry.", name=source.name)
    return _pack(source, most)


def _pack(source: Source, most: int | None) -> list[Any]:
    """Return the documents of a pack: of lines with the same id the last one, removed ones not."""
    found: dict[str, Any] = {}
    for i, line in enumerate(source.text.split("\n")):
        if not line.strip():
            continue
        value: Any = line.strip()[:80]
        with suppress(Refused):
            # One line at a time has the limits of a whole file.
            value = (
                Source(source.name, line.encode(), whole=True).json
                if "$$indexCreated" not in line[:20]
                else None
            )
        ident = str(at(value, "_id") or f"#{i}")
        if value is None or at(value, "$$deleted") is True:
            found.pop(ident, None)
        else:
            found[ident] = value
        if most is not None and len(found) >= most:
            break
    return list(found.values())


def body(actor: Any) -> dict[str, Any]:
    """Return where an actor's numbers stand."""
    return table(at(actor, "system")) or table(at(actor, "data"))


def _is_document(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "name" in value
        and isinstance(value.get("type"), str)
        and (isinstance(value.get("system"), dict) or isinstance(value.get("data"), dict))
    )


def system_id(actor: Any) -> str:
    """Return the system that an actor says it is of, in lower case; '' where it does not say."""
    for path in (("_stats", "systemId"), ("_stats", "exportSource", "systemId"),
                 ("flags", "exportSource", "system")):  # fmt: skip
        if isinstance(said := at(actor, *path), str) and said:
            return said.lower()
    return ""


def certainty(source: Source, system: System, otherwise: int = NO) -> int:
    """Say how sure it is that a file is of a system; ``otherwise`` for another thing of Foundry's."""
    try:
        found = [one for one in documents(source, _LOOKED_AT) if _is_document(one)]
    except Refused:
        return NO
    if any(_is_of(one, system) for one in found):
        return SURE
    if any(system_id(one) in system.ids for one in found):
        return LIKELY
    return otherwise if found else NO


def _is_of(actor: Any, system: System) -> bool:
    said = system_id(actor)
    return (not said or said in system.ids) and _is_document(actor) and system.fits(actor)


def read(source: Source, finding: Finding, system: System) -> None:
    """Add every actor of a system; things that are no actors are told, refused if there is nothing else."""
    things: dict[str, list[str]] = {}
    for i, one in enumerate(documents(source)):
        with finding.entry(one if isinstance(one, str) else place_of(one, i, "name")):
            name = called(one, "name")
            if _is_of(one, system):
                if (creature := system.creature(one, finding)) is not None:
                    finding.add(creature)
            elif _is_document(one) and not ("items" in one and words(one.get("type")) in _ACTORS):
                things.setdefault(words(one.get("type")) or "?", []).append(name)
            else:
                raise ValueError("no document of Foundry's, or an actor without what makes one")
    _tell_things(source, finding, things)
    neutral = [one.name for one in finding.creatures if not one.side]
    if neutral:
        finding.tell("{names}: neither friend nor foe. Choose a side.", names=some_of(neutral))


def _tell_things(source: Source, finding: Finding, things: dict[str, list[str]]) -> None:
    if things and not finding.creatures:
        kind, names = next(iter(things.items()))
        raise Refused(
            "There is nobody in “{name}” that can be read: {what} is of the kind “{kind}”. Export actors "
            "with numbers (npc, character) from Foundry.",
            name=source.name, what=some_of(names, 3), kind=kind,
        )  # fmt: skip
    for kind, names in things.items():
        finding.tell(
            "Left out, for things of the kind “{kind}” have no place here: {names}.",
            names=some_of(names),
            kind=kind,
        )


def refuse_level_db(source: Source) -> None:
    """Refuse a file of a pack of today's Foundry; it is a data base of several files.

    Raises:
        Refused: if it is one.
    """
    if source.data.endswith(LEVEL_DB):
        raise Refused(
            "“{name}” is a part of a Foundry data base, which cannot be read. Export the actors as JSON "
            "(right click on an actor or a folder).",
            name=source.name,
        )


# -- what actors have ----------------------------------------------------------------------------------


def side_of(actor: dict[str, Any], pc: bool) -> str:
    """Return the side of an actor: of a character the party's, whatever the token says; else the token's."""
    if pc:
        return "party"
    token = table(actor.get("prototypeToken")) or table(actor.get("token"))
    disposition = number(token.get("disposition"))
    return "foes" if disposition is None else _SIDES.get(disposition, "foes")


def items(actor: dict[str, Any], *kinds: str) -> Iterator[dict[str, Any]]:
    """Yield the items of some types, all of them if none is said."""
    for item in tables(actor.get("items")):
        if not kinds or item.get("type") in kinds:
            yield item


def item_names(actor: dict[str, Any], *kinds: str) -> list[str]:
    """Return the names of the items of some types."""
    return [name_of(item["name"]) for item in items(actor, *kinds) if isinstance(item.get("name"), str)]


def item_texts(actor: dict[str, Any], *kinds: str) -> Iterator[tuple[str, str]]:
    """Yield name and description of the items of some types."""
    for item in items(actor, *kinds):
        name = name_of(item.get("name") or "")
        text = at(body(item), "description")
        said = words(text.get("value") if isinstance(text, dict) else text)
        if name:
            yield (name, said) if said.strip(" .\n") else ("", name)


def effects(actor: dict[str, Any]) -> Iterator[Effect]:
    """Yield the effects that are on, with their rounds."""
    for one in tables(actor.get("effects")):
        name = name_of(one.get("name") or one.get("label") or "")
        if name and one.get("disabled") is not True:
            rounds = number(at(one, "duration", "rounds"))
            yield Effect(name=name, rounds=rounds if rounds and rounds > 0 else None)


def put_hit_points(values: dict[str, Value], most: Any, now: Any, temporary: Any) -> bool:
    """Put hit points in; those of now stand for both where there is no maximum. Return whether they do.

    Neither is put in where both are nothing; now is not below 0.
    """
    unhurt, present, extra = number(most) or 0, number(now), number(temporary)
    if unhurt <= 0 and (present or 0) > 0:
        values["max_hp"] = values["hp"] = present or 0
    elif unhurt > 0:
        values["max_hp"] = unhurt
        if present is not None:
            values["hp"] = max(0, present)
    elif present is not None and present < 0:
        values["hp"] = 0
    if extra is not None and extra > 0:
        values["temp_hp"] = extra
    return unhurt <= 0 and "max_hp" in values


def moving(ways: dict[str, Any]) -> int | None:
    """Return how far somebody walks, or the first other way that is not 0."""
    found = {way: far for way, said in ways.items() if (far := number(said)) is not None and far > 0}
    walked = next((found[way] for way in _WALKED if way in found), None)
    return walked if walked is not None else next(iter(found.values()), None)


def kept(texts: Iterator[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the texts that say something."""
    return tuple((label, text) for label, text in texts if text)


def plain_bonus(said: Any) -> int | None:
    """Return a bonus that is a plain number ('+2', 3, ''); None: it is a formula of the system's."""
    if said is None or said == "" or said is False:
        return 0
    if isinstance(said, str):
        text = said.replace(" ", "")
        return number(text) if text.lstrip("+-").isdecimal() else None
    return number(said)
