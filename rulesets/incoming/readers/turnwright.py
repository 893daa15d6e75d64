"""Turnwright's own files: fights as they stand, prepared encounters, parties, stat blocks.

What a ruleset of its own takes is nothing here: under the ruleset that a file is of, nothing has to be fitted
and all of it is taken as it stands (:mod:`rulesets.campaign.own_files`). These are the records for any other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesets.campaign.reading import Unreadable, parsed
from rulesets.campaign.things import Party, Prepared
from rulesets.incoming.found import Creature, Effect, Finding, Refused
from rulesets.incoming.reader import LIKELY, NO, SIGNED, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of
from rulesets.seen.number_format import reduction_written
from rulesets.table.combatant import DESCRIBED, NPC, PC, Combatant

if TYPE_CHECKING:
    from rulesets.campaign.fights import StandingFight

_TABLES = re.compile(r"^\[\[(?:combatant|member|wave)\]\][ \t]*(?:#.*)?$", re.MULTILINE)
_HEAD = re.compile(r'^(?:ruleset|name)[ \t]*=[ \t]*"', re.MULTILINE)
_APART = frozenset({"id", "name", "carried", "tags", "tracks", "pools", "states", *DESCRIBED})
"""What of a combatant is no stat."""


def _recognise(source: Source) -> int:
    if _TABLES.search(source.head) is None and not (
        "\n[fight]" in source.head or _TABLES.search(source.text[:200_000])
    ):
        return NO
    return SIGNED if _HEAD.search(source.head) else LIKELY


def _read(source: Source, finding: Finding) -> None:
    # Only for these the engine is asked, which takes longer to come than most files take to be read.
    from rulesets.campaign.own_files import of_file

    try:
        found = of_file(parsed(Path(source.name or "text"), source.text))
    except Unreadable as error:
        trouble = error.trouble
        why = f"line {trouble.line}: {trouble.what}" if trouble.line else trouble.what
        raise Refused("“{name}” cannot be used: {why}.", name=source.name, why=why) from error
    match found:
        case Prepared():
            finding.groups.append(found.name)
            _add(finding, found.combatants, f"saved:{found.name}")
            for wave in found.waves:
                _add(finding, wave.combatants, f"saved:{found.name}")
        case Party():
            finding.groups.append(found.name)
            _add(finding, (one.given for one in found.members), "character")
        case tuple():
            _add(finding, ({"name": one.name, **one.given} for one in found), "library")
        case _:
            _read_fight(found, finding)


def _add(finding: Finding, people: Any, where: str) -> None:
    for one in people:
        name = name_of(one.get("name") or one.get("id") or "")
        with finding.entry(name):
            finding.add(_creature(name, one, where))


def _creature(name: str, given: Mapping[str, Any], where: str, **more: Any) -> Creature:
    kind = str(given.get("kind", ""))
    texts = [str(given[key]) for key in ("notes", "shared") if given.get(key)]
    return Creature(
        name=name,
        where=where,
        kind="pc" if kind == PC else "npc" if kind == NPC else "",
        side=str(given.get("side", "")),
        hidden=given.get("hidden") is True,
        columns={key: _written(value) for key, value in given.items() if key not in _APART},
        feats=tuple(map(str, given.get("feats", ()))),
        texts=tuple(("", text) for text in texts),
        **more,
    )


def _written(value: Any) -> str:
    """Return a value as it stands under a heading."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_written, value))
    if isinstance(value, dict) and "value" in value:
        return reduction_written(value)
    return str(value)


def _read_fight(found: StandingFight, finding: Finding) -> None:
    state = found.state
    names = {who.id: who.name for who in state.combatants.values()}
    if state.clock.round:
        finding.round = state.clock.round
    active = next(state.members(state.walk.active), None)
    finding.active = "" if active is None else active.name
    for who in state.combatants.values():
        with finding.entry(who.name):
            effects = tuple(
                Effect(
                    name=one.name,
                    rounds=one.left if one.left > 0 else None,
                    ends="end" if one.until == "turn-end" else "start" if one.anchor in names else "",
                    of=names.get(one.anchor, ""),
                )
                for one in state.effects.values()
                if one.on == who.id
            )
            given = {**who.stats, **_described(who)}
            count = _count(found, who)
            more = {"effects": effects, "initiative_count": count}
            finding.add(_creature(who.name, given, "combat", **more))


def _described(who: Combatant) -> dict[str, Any]:
    return {key: getattr(who, key) for key in ("kind", "side", "hidden", "notes", "shared", "feats")}


def _count(found: StandingFight, who: Combatant) -> int | None:
    """Return the count in the order of the fight that has a place for somebody."""
    places = (order.places.get(who.slot) for order in found.state.orders.values())
    return next((place.count for place in places if place is not None), None)


READER = Reader(id="turnwright", label="Turnwright", recognise=_recognise, read=_read)
