"""Combatants for Improved Initiative, as version 3.11.8 of it reads its own export.

A fight is what its autosave holds, everything else what its library does. Which of its numbers a stat of
ours becomes is what the ruleset's ``[import]`` says of the way in; what it has no place for stands in a
trait, to be read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulesets.output.combatants.neutral import values_of
from rulesets.output.combatants.outgoing import BLOCKS, ENCOUNTER, FIGHT, Outgoing
from rulesets.output.stat_block import printed_stats
from rulesets.seen.queries import count_of
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.combatant import PC, Combatant
from rulesets.table.encounter import RUNNING, Effect
from rulesets.words.terms import Terms

VERSION = "3.11.8"
ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
_SAVES = {"Con": "save_fort", "Dex": "save_ref", "Wis": "save_will"}
"""Ability → the save of 3.5 that stands under it, where there is none of that ability."""
_NO_ID = re.compile(r"[^A-Za-z0-9_-]+")
_LISTS = (
    "DamageVulnerabilities", "DamageResistances", "DamageImmunities", "ConditionImmunities", "Skills",
    "Senses", "Languages", "Actions", "BonusActions", "Reactions", "LegendaryActions", "MythicActions",
)  # fmt: skip
"""What its stat blocks list and none of ours has."""
START, END = "StartOfTurn", "EndOfTurn"


def json_of(outgoing: Outgoing) -> str:
    """Return the text that its import takes (Settings, or the manager of its library)."""
    writer = _Writer(outgoing)
    if outgoing.kind == FIGHT:
        fight = json.dumps(writer.encounter(), ensure_ascii=False)
        found: dict[str, Any] = {
            "ImprovedInitiative.AutoSavedEncounters": json.dumps(["default"]),
            "ImprovedInitiative.AutoSavedEncounters.default": fight,
        }
    elif outgoing.kind == ENCOUNTER:
        ident = writer.ident("", outgoing.name)
        saved = {"Name": outgoing.name, "Path": "", "Id": ident, "Version": VERSION, "LastUpdateMs": 0}
        people = writer.encounter()["Combatants"]
        found = _listed("SavedEncounters", [{**saved, "Combatants": people, "BackgroundImageUrl": None}])
    elif outgoing.kind == BLOCKS:
        found = _listed("Creatures", [{**writer.block(who), "LastUpdateMs": 0} for who in outgoing.people])
    else:
        found = _listed("PersistentCharacters", [writer.character(who) for who in outgoing.people])
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _listed(name: str, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Return entries of its library: their ids, then each under its own key."""
    return {name: [one["Id"] for one in entries], **{f"{name}.{one['Id']}": one for one in entries}}


class _Writer:
    """Writes the people of one fight."""

    def __init__(self, outgoing: Outgoing) -> None:
        self.outgoing, self.rules, self.state = outgoing, outgoing.rules, outgoing.state
        self.scene: Scene = Viewer(self.rules).look(self.state)
        names = {who.id: who.name for who in self.state.combatants.values()}
        self.terms = Terms(self.rules, lambda ident: names.get(ident, ident))
        self.begun = outgoing.kind == FIGHT and self.state.clock.status == RUNNING
        self._taken: dict[str, str] = {}

    def ident(self, who: str, name: str) -> str:
        """Return an id that can stand in its keys; everybody and everything has another one."""
        stem = _NO_ID.sub("-", f"turnwright-{self.rules.id}-{who or name}").strip("-")
        key, number, found = f"{who}|{name}", 2, stem
        while self._taken.setdefault(found, key) != key:
            found, number = f"{stem}-{number}", number + 1
        return found

    def encounter(self) -> dict[str, Any]:
        """Return everybody from the top of the order down, and whose turn it is."""
        wanted = {who.id for who in self.outgoing.people}
        people = [self.state.combatants[one] for one in self.scene.order if one in wanted]
        called: Counter[str] = Counter()
        combatants = []
        for who in people:
            called[who.name] += 1
            combatants.append(self._combatant(who, called[who.name]))
        active = next((who.id for who in people if self.begun and who.slot == self.state.walk.active), "")
        return {
            "ActiveCombatantId": self.ident(active, "") if active else None,
            "RoundCounter": self.state.clock.round if self.begun else 0,
            "Combatants": combatants,
            "BackgroundImageUrl": None,
            "ElapsedSeconds": 0,
        }

    def _combatant(self, who: Combatant, index: int) -> dict[str, Any]:
        values = self._values(who)
        count = count_of(self.rules, self.state, who.slot) if self.begun else None
        return {
            "Id": self.ident(who.id, ""),
            "StatBlock": self.block(who),
            "CurrentHP": values.get("hp", values.get("max_hp", 0)),
            "CurrentNotes": "\n".join(text for text in (who.notes, who.shared) if text),
            "TemporaryHP": values.get("temp_hp", 0),
            "Initiative": count if isinstance(count, int) else 0,
            "InitiativeGroup": self.ident(who.group, "group") if who.group else None,
            "Alias": "",
            "IndexLabel": index,
            "Tags": list(self._tags(who)),
            "Hidden": who.hidden,
            "RevealedAC": False,
            "Color": "",
            "ReactionsSpent": 0,
            "RoundCounter": self.state.clock.round if self.begun else 0,
            "InterfaceVersion": VERSION,
            "ElapsedSeconds": 0,
        }

    def character(self, who: Combatant) -> dict[str, Any]:
        """Return a character of its library, as it stands."""
        values, block = self._values(who), self.block(who)
        return {
            "Id": block["Id"],
            "Version": VERSION,
            "Name": who.name,
            "Path": "",
            "LastUpdateMs": 0,
            "CurrentHP": values.get("hp", values.get("max_hp", 0)),
            "StatBlock": block,
            "Notes": "\n".join(text for text in (who.notes, who.shared) if text),
        }

    def block(self, who: Combatant) -> dict[str, Any]:
        """Return a stat block of its own kind."""
        values = self._values(who)
        scores = {name: values.get(name.lower(), 10) for name in ABILITIES}
        dex = (scores["Dex"] - 10) // 2
        extra = values["initiative"] - dex if "initiative" in values else values.get("init_extra", 0)
        saves = {
            name: values.get(f"save_{name.lower()}", values.get(_SAVES.get(name, ""))) for name in ABILITIES
        }
        return {
            "Id": self.ident(who.id, ""),
            "Name": who.name,
            "Path": "",
            "Source": self.rules.label,
            "Type": "",
            "HP": {"Value": values.get("max_hp", values.get("hp", 0)), "Notes": ""},
            "AC": {"Value": values.get("ac", 10), "Notes": ""},
            "InitiativeModifier": extra,
            "InitiativeAdvantage": False,
            "Speed": [f"{values['speed']} ft."] if "speed" in values else [],
            "Abilities": scores,
            "Saves": [{"Name": name, "Modifier": one} for name, one in saves.items() if one is not None],
            **{name: [] for name in _LISTS},
            "Challenge": "",
            "Traits": list(self._traits(who)),
            "Description": who.notes,
            "Player": "player" if who.kind == PC else "",
            "Version": VERSION,
            "ImageURL": "",
        }

    def _values(self, who: Combatant) -> dict[str, int]:
        found = values_of(self.rules, who)
        points = self.scene.points(who)
        if points is not None:
            found.setdefault("hp", points.now)
            found.setdefault("max_hp", points.full or points.now)
            found.setdefault("temp_hp", points.extra)
        return found

    def _traits(self, who: Combatant) -> Iterator[dict[str, str]]:
        """Yield what it has no number for: the stats that the ruleset prints, and steps on tracks."""
        stats = [f"{one.short} {one.value}" for one in printed_stats(self.rules, self.state, who)]
        tracks = [
            f"{self.rules.tracks[seen.id].label or seen.id} {seen.at}"
            for seen in self.scene.tracks(who)
            if seen.at
        ]
        if stats or tracks:
            yield {"Name": self.rules.label, "Content": ", ".join([*stats, *tracks]), "Usage": ""}

    def _tags(self, who: Combatant) -> Iterator[dict[str, Any]]:
        if self.outgoing.kind != FIGHT:
            return
        effects = self.scene.effects(who)
        named = {effect.name for effect in effects}
        for effect in effects:
            yield self._tag(effect)
        for state in self.scene.states(who):
            if state not in named:
                yield _tag_of(self.terms.state(state))

    def _tag(self, effect: Effect) -> dict[str, Any]:
        """Return an effect with its rounds; one that counts down at no turn does so at the last one's end."""
        name = f"{self.terms.state(effect.name)} {effect.large}".rstrip()
        if effect.left <= 0:
            return _tag_of(name)
        lasting = self.scene.lasting(effect)
        slot, at = lasting.anchor, END if lasting.counts_on == "turn-end" else START
        people = [who.id for who in self.state.members(slot)]
        if not people:
            people, at = list(self.scene.order[-1:]), END
        return _tag_of(name, effect.left + effect.skips, at, self.ident(people[0], ""))


def _tag_of(text: str, rounds: int = -1, at: str = START, who: str = "") -> dict[str, Any]:
    return {
        "Text": text,
        "Hidden": False,
        "DurationRemaining": rounds,
        "DurationTiming": at,
        "DurationCombatantId": who,
    }
