"""Who goes out, and as what: a fight as it stands, a prepared encounter, a party, stat blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.campaign import toml_edit
from rulesets.campaign.copies import copies
from rulesets.campaign.entered import entered, prepared_of
from rulesets.campaign.fights import StandingFight, standing_fight
from rulesets.campaign.own_files import OwnFile, block_ident
from rulesets.campaign.parties import fitting, ident_of, member_of, table_of
from rulesets.campaign.things import HEADINGS, Party, Prepared
from rulesets.fight.putting_down import NotTaken, put_down
from rulesets.fight.taking_up import take_up
from rulesets.table.carried import Carried
from rulesets.table.combatant import PC, Combatant
from rulesets.table.commands import Add, Command
from rulesets.table.encounter import Encounter, Wave
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from rulesets.words.texts import Speaker

FIGHT, ENCOUNTER, PARTY, BLOCKS = KINDS = ("fight", "encounter", "party", "blocks")
"""A fight as it stands, everybody as they came in, those of the players as they stand, each by itself."""
_OF_A_FIGHT = ("id", "name", "group", "aware", "hidden")
"""What no stat block has; its name stands beside it."""
_NUMBER = re.compile(r"(?<=\S) +\d+$")
"""What is behind a name of which there are several."""
_HEADINGS = {
    ENCOUNTER: HEADINGS[Prepared],
    PARTY: HEADINGS[Party],
    BLOCKS: "Stat blocks. They may be edited. Further [[combatant]] tables may follow.",
}


class Unfit(ValueError):
    """Something that is to go out is not taken by its own ruleset."""

    def __init__(self, rules: Rules, name: str, refusal: Refusal) -> None:
        """Say whose it is, and why."""
        super().__init__(f"{name}: {Speaker(rules, str).refusal(refusal)}")
        self.name, self.refusal = name, refusal


class Outgoing(Struct, frozen=True, eq=False, kw_only=True):
    """What goes out, under the rules that its numbers are of."""

    rules: Rules
    name: str
    """What it is called."""
    kind: str
    """One of KINDS."""
    state: Encounter
    """Everybody, as they stand."""
    first: Mapping[str, Mapping[str, Any]] = {}
    """By combatant what each was given when it came in."""
    waves: tuple[Wave, ...] = ()
    only: tuple[str, ...] = ()
    """Ids of those who go; none: all."""

    @property
    def people(self) -> tuple[Combatant, ...]:
        """Those who go, in the order in which they are listed."""
        there = self.state.combatants.values()
        chosen = tuple(who for who in there if not self.only or who.id in self.only)
        if self.kind != PARTY or self.only:
            return chosen
        return tuple(who for who in chosen if who.kind == PC)

    @property
    def toml(self) -> str:
        """The text of our own file of it."""
        if self.kind == FIGHT:
            return standing_fight(self.rules, self.state, self.name, self.first).text
        data = {ENCOUNTER: self._encounter, PARTY: self._party, BLOCKS: self._blocks}[self.kind]()
        return toml_edit.written(data, _HEADINGS[self.kind])

    def _encounter(self) -> dict[str, Any]:
        state = self.state
        if self.only:
            state = replace(state, combatants={who.id: who for who in self.people})
        return prepared_of(self.rules, state, self.name, self.first, self.waves).data

    def _party(self) -> dict[str, Any]:
        ids = [who.id for who in self.people]
        found = copies(self.rules, self.state, ids, self.first).people
        members = [
            replace(member_of(one.given), carried=table_of(self.rules, one.carried or Carried()))
            for one in found
        ]
        return Party(name=self.name, ruleset=self.rules.id, members=tuple(members)).data

    def _blocks(self) -> dict[str, Any]:
        tables: list[dict[str, Any]] = []
        called = Counter(_NUMBER.sub("", who.name) for who in self.people)
        for who in self.people:
            given = entered(self.rules, who, self.first.get(who.id))
            block = {key: value for key, value in given.items() if key not in _OF_A_FIGHT}
            plain = _NUMBER.sub("", who.name)
            kind = {"name": plain if called[plain] > 1 else who.name, **block}
            if kind not in tables:  # of ten goblins one is enough
                tables.append(kind)
        return {"ruleset": self.rules.id, "combatant": tables or None}


def outgoing(rules: Rules, found: OwnFile, name: str) -> Outgoing:
    """Return what one of our files holds as something that goes out; raises Unfit."""
    match found:
        case StandingFight():
            first = {str(one["id"]): one for one in found.entered}
            taken = take_up(rules, Encounter(), found.command)
            if isinstance(taken, Refusal):
                raise Unfit(rules, found.name, taken)
            return Outgoing(rules=rules, name=found.name, kind=FIGHT, state=taken.state, first=first)
        case Prepared():
            waves = tuple(
                Wave(f"wave-{number}", wave.combatants, wave.when, wave.round, wave.notes)
                for number, wave in enumerate(found.waves, 1)
            )
            state, first = _joined(rules, found.commands)
            return Outgoing(
                rules=rules, name=found.name, kind=ENCOUNTER, state=state, first=first, waves=waves
            )
        case Party():
            fits = [(one, fitting(rules, one.given, one.carried)) for one in found.members]
            orders = [
                Add(combatant={**fit.given, "id": ident_of(one)}, carried=fit.carried) for one, fit in fits
            ]
            state, first = _joined(rules, orders)
            ids = tuple(state.combatants)
            return Outgoing(rules=rules, name=found.name, kind=PARTY, state=state, first=first, only=ids)
    adds = [
        Add(combatant={**block.given, "id": block_ident(place), "name": block.name})
        for place, block in enumerate(found)
    ]
    state, first = _joined(rules, adds)
    return Outgoing(rules=rules, name=name, kind=BLOCKS, state=state, first=first)


def _joined(rules: Rules, orders: Sequence[Command]) -> tuple[Encounter, dict[str, dict[str, Any]]]:
    """Return everybody on one table, and what each was given."""
    try:
        state = put_down(rules, orders)
    except NotTaken as error:
        name = str(getattr(error.order, "combatant", {}).get("name", ""))
        raise Unfit(rules, name, error.refusal) from error
    return state, {str(one.combatant["id"]): dict(one.combatant) for one in orders if isinstance(one, Add)}
