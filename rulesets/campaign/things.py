"""What a campaign keeps: parties with their members, stat blocks, prepared encounters with their waves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from rulesets.campaign.reading import Read, Unreadable
from rulesets.table.carried import Carried
from rulesets.table.commands import Add, Command, DescribeEncounter, PlanWave

PARTIES, BLOCKS, ENCOUNTERS = "parties", "blocks", "encounters"
"""Folders of a campaign."""
PREPARED_KEYS = ("name", "ruleset", "notes", "shared", "options", "combatant", "wave")
MOST_ROUNDS = 9999
"""The last round that a wave can wait for."""


class Origin(Struct, frozen=True):
    """The file that something was read from, as it was then."""

    path: Path
    text: str


class Member(Struct, frozen=True):
    """Somebody of a party: as an encounter's combatant is given, and what was carried over from the last."""

    given: dict[str, Any]
    carried: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.given["name"])


class Party(Struct, frozen=True, kw_only=True):
    """A named group."""

    name: str
    ruleset: str
    """Id of the ruleset that the members' numbers are of."""
    notes: str = ""
    members: tuple[Member, ...] = ()
    origin: Origin | None = None
    """None if it was not kept yet."""

    @property
    def data(self) -> dict[str, Any]:
        """What its file says."""
        carried = [{"carried": one.carried} if one.carried else {} for one in self.members]
        members = [{**one.given, **more} for one, more in zip(self.members, carried, strict=True)]
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "notes": self.notes or None,
            "member": members or None,
        }


class Block(Struct, frozen=True):
    """One stat block: what an encounter's combatant is given, without its id."""

    name: str
    given: dict[str, Any]
    ruleset: str = ""
    tags: tuple[str, ...] = ()
    origin: Origin | None = None
    """None if it is not kept in a campaign: it comes with the program or a ruleset, or is a new one."""
    place: int = 0
    """Which [[combatant]] of its file it is, from 0."""

    @property
    def own(self) -> bool:
        """True if it is the user's."""
        return self.origin is not None

    @property
    def data(self) -> dict[str, Any]:
        """What its table says."""
        return {"name": self.name, "tags": list(self.tags) or None, **self.given}


class Wave(Struct, frozen=True):
    """Combatants who are not there yet, and what brings them in."""

    when: str = ""
    """'when the alarm rings': as the game master says it."""
    round: int = 0
    """Round in which they come; 0 is none."""
    notes: str = ""
    combatants: tuple[dict[str, Any], ...] = ()

    def planned(self, ident: str) -> PlanWave:
        """Return what has them wait, under an id: there is none in the file."""
        return PlanWave(
            wave=ident, when=self.when, round=self.round, notes=self.notes, combatants=self.combatants
        )

    @property
    def data(self) -> dict[str, Any]:
        """What its table says."""
        combatants = list(self.combatants) or None
        return {
            "when": self.when or None,
            "round": self.round or None,
            "notes": self.notes or None,
            "combatant": combatants,
        }


class Prepared(Struct, frozen=True):
    """A prepared encounter, read and checked as far as that is possible without its ruleset."""

    name: str
    ruleset: str
    options: dict[str, Any] = {}
    combatants: tuple[dict[str, Any], ...] = ()
    waves: tuple[Wave, ...] = ()
    notes: str = ""
    """For the game master."""
    shared: str = ""
    """What everybody may read."""
    origin: Origin | None = None
    """None if it was not kept yet."""
    carried: dict[str, Carried] = {}
    """Id → how somebody stands since an earlier fight: of one that begins, and never in its file."""

    @property
    def count(self) -> int:
        """Return how many combatants it has, those of the waves included."""
        return len(self.combatants) + sum(len(wave.combatants) for wave in self.waves)

    def in_place_of(self, other: Self) -> Self:
        """Return this one in the file of another."""
        return replace(self, origin=other.origin)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What puts it on the table: what is noted, the combatants in the order of the file, the waves."""
        noted = {key: text for key, text in (("about", self.notes), ("shared", self.shared)) if text}
        waves = tuple(wave.planned(f"wave-{number}") for number, wave in enumerate(self.waves, 1))
        adds = tuple(
            Add(combatant=one, carried=self.carried.get(one.get("id", ""))) for one in self.combatants
        )
        return (*((DescribeEncounter(changes=noted),) if noted else ()), *adds, *waves)

    @property
    def data(self) -> dict[str, Any]:
        """What its file says."""
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "notes": self.notes or None,
            "shared": self.shared or None,
            "options": self.options or None,
            "combatant": list(self.combatants) or None,
            "wave": [wave.data for wave in self.waves] or None,
        }


Thing = Party | Block | Prepared
HEADINGS: Mapping[type, str] = {
    Party: "A party. It may be edited; what is written besides stays. Further [[member]] tables may follow.",
    Block: "A stat block. It may be edited. Further [[combatant]] tables may follow.",
    Prepared: "A prepared encounter. It may be edited. Who comes later stands in [[wave]] tables.",
}
"""What the file of a thing begins with, in a comment."""


# -- from files --------------------------------------------------------------------------------------


def read_party(read: Read) -> Party:
    """Return the party that a file holds; raises Unreadable."""
    name, ruleset = read.needed("name"), read.needed("ruleset")
    members: list[Member] = []
    for given in _people(read, ("member",), read.data.get("member", [])):
        carried = given.get("carried", {})
        if not isinstance(carried, dict):
            raise read.wrong(("member", len(members), "carried"), "this must be a table")
        members.append(Member({key: value for key, value in given.items() if key != "carried"}, carried))
    origin = Origin(read.path, read.text)
    return Party(
        name=name, ruleset=ruleset, notes=read.text_of("notes"), members=tuple(members), origin=origin
    )


def read_blocks(read: Read, ruleset: str) -> tuple[Block, ...]:
    """Return the stat blocks in a file, all for one ruleset; raises Unreadable."""
    people = _people(read, ("combatant",), read.data.get("combatant"))
    origin, found = Origin(read.path, read.text), []
    for place, given in enumerate(people):
        tags = given.get("tags", [])
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            raise read.wrong(("combatant", place, "tags"), "these must be texts in a list")
        rest = {key: value for key, value in given.items() if key not in ("id", "name", "tags")}
        found.append(Block(given["name"], rest, ruleset, tuple(tags), origin, place))
    return tuple(found)


def read_prepared(read: Read) -> Prepared:
    """Return the prepared encounter that a file holds; raises Unreadable.

    Each combatant has an id of its own, those who come later, too.
    """
    for key in sorted(set(read.data) - {*PREPARED_KEYS}):
        known = f"there is no such key; known are {', '.join(PREPARED_KEYS)}"
        raise read.wrong((key,), known)
    name, ruleset = read.needed("name"), read.needed("ruleset")
    options = read.data.get("options", {})
    if not isinstance(options, dict):
        raise read.wrong(("options",), "this must be a table")
    seen: set[str] = set()
    waves = _waves(read, seen)
    given = read.data.get("combatant", [] if waves else None)
    return Prepared(
        name=name,
        ruleset=ruleset,
        options=options,
        notes=read.text_of("notes"),
        shared=read.text_of("shared"),
        combatants=_with_ids(read, ("combatant",), given, seen),
        waves=waves,
        origin=Origin(read.path, read.text),
    )


def _waves(read: Read, seen: set[str]) -> tuple[Wave, ...]:
    given, waves = read.data.get("wave", []), []
    if not isinstance(given, list):
        raise read.wrong(("wave",), "these must be [[wave]] tables")
    for place, one in enumerate(given):
        if not isinstance(one, dict):
            raise read.wrong(("wave", place), "this must be a [[wave]] table")
        for key in sorted(set(one) - {"when", "round", "notes", "combatant"}):
            known = "there is no such key; known are when, round, notes and combatant"
            raise read.wrong(("wave", place, key), known)
        texts = {key: one.get(key, "") for key in ("when", "notes")}
        for key, text in texts.items():
            if not isinstance(text, str):
                raise read.wrong(("wave", place, key), "a text is needed here")
        number = one.get("round", 0)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_ROUNDS:
            raise read.wrong(("wave", place, "round"), f"a number from 0 to {MOST_ROUNDS} is needed here")
        people = _with_ids(read, ("wave", place, "combatant"), one.get("combatant", []), seen)
        waves.append(Wave(texts["when"], number, texts["notes"], people))
    return tuple(waves)


def _people(read: Read, at: Sequence[str | int], given: Any) -> list[dict[str, Any]]:
    """Check that these are tables of combatants with names."""
    tables = _tables(read, at, given)
    for place, one in enumerate(tables):
        if not isinstance(one.get("name"), str) or not one["name"].strip():
            raise read.wrong((*at, place, "name"), "it has no name")
    return tables


def _with_ids(read: Read, at: Sequence[str | int], given: Any, seen: set[str]) -> tuple[dict[str, Any], ...]:
    """Check that these are tables of combatants with ids that nobody else has."""
    tables = _tables(read, at, given)
    for place, one in enumerate(tables):
        ident = one.get("id")
        if not isinstance(ident, str) or not ident.strip():
            raise read.wrong((*at, place, "id"), "a text is needed here")
        if ident in seen:
            raise read.wrong((*at, place, "id"), f"there is another one called {ident!r}")
        seen.add(ident)
    return tuple(tables)


def _tables(read: Read, at: Sequence[str | int], given: Any) -> list[dict[str, Any]]:
    header = ".".join(part for part in at if isinstance(part, str))
    if given is None or not isinstance(given, list):
        raise read.wrong(at, f"there is not one [[{header}]]")
    for place, one in enumerate(given):
        if not isinstance(one, Mapping):
            raise read.wrong((*at, place), f"this must be a [[{header}]] table")
    return given


__all__ = [
    "BLOCKS",
    "ENCOUNTERS",
    "PARTIES",
    "Block",
    "Member",
    "Origin",
    "Party",
    "Prepared",
    "Thing",
    "Unreadable",
    "Wave",
    "read_blocks",
    "read_party",
    "read_prepared",
]
