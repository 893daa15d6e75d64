"""What imports must come to, as the EXPECTED.toml beside samples says it, and what differs from that.

`expected-format.md` of those who gave the samples: stats are compared as the sheet shows them, reductions by
what they do, notes without case.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SAMPLES = Path(__file__).parent / "samples"
PLACES = {"library": "library", "characters": "character", "combat": "combat"}
"""Key of a file → where those stand of whom it says the number."""
Table = dict[str, Any]


class Case(NamedTuple):
    """One file, or one combatant of a file, with what is expected of it."""

    folder: Path
    file: str
    ruleset: str
    wanted: Table
    whole: bool
    """True if it is about the file."""

    @property
    def label(self) -> str:
        """What a failure is called."""
        who = "" if self.whole else f": {self.wanted.get('where', '')} {self.wanted['name']}"
        nth = f" {self.wanted['nth']}" if "nth" in self.wanted else ""
        return f"{self.folder.name}/{self.file}{who}{nth}"


def cases() -> Iterator[Case]:
    """Yield everything that is expected, folder by folder."""
    for path in sorted(SAMPLES.glob("*/EXPECTED.toml")):
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        usual, people = said.get("ruleset", "srd35"), said.get("combatant", [])
        own = {one["file"]: one["ruleset"] for one in people if "ruleset" in one}
        for one in said.get("file", []):
            ruleset = one.get("ruleset") or own.get(one["name"]) or usual
            yield Case(path.parent, one["name"], ruleset, one, whole=True)
        for one in people:
            yield Case(path.parent, one["file"], one.get("ruleset", usual), one, whole=False)


def wrong_with(case: Case, report: Table) -> list[str]:
    """Return what is otherwise than expected."""
    if case.whole:
        return list(_of_file(case.wanted, report))
    wanted = case.wanted
    found = [
        one
        for one in report["combatants"]
        if one["name"] == wanted["name"] and one["where"] == wanted.get("where", one["where"])
    ]
    nth = wanted.get("nth", 1)
    return list(_of_combatant(wanted, found[nth - 1])) if len(found) >= nth else ["is not there"]


def _of_file(wanted: Table, report: Table) -> Iterator[str]:
    people = report["combatants"]
    counted: Table = {
        "recognised": report["format"],
        "combatants": len(people),
        "total": sum(one["count"] for one in people),
        "round": report.get("round"),
        "active": report.get("active"),
        **{key: sum(one["where"] == where for one in people) for key, where in PLACES.items()},
    }
    for key, value in counted.items():
        if key in wanted and wanted[key] != value:
            yield f"{key}: {wanted[key]!r} is expected, {value!r} found"
    if wanted.get("recognised") == "" and not report["error"]:
        yield "nothing is said of why it is refused"
    for group in set(wanted.get("groups", [])) - set(report.get("groups", [])):
        yield f"the group {group!r} is missing"
    told = " ".join([*report["warnings"], report["error"] or ""])
    for word in wanted.get("warnings", []):
        if word not in told:
            yield f"nothing is told of {word!r}"


def _of_combatant(wanted: Table, found: Table) -> Iterator[str]:
    plain = {key: wanted[key] for key in ("kind", "side", "initiative_count") if key in wanted}
    if "count_dice" not in wanted:
        plain["count"] = wanted.get("count", 1)
    for key, value in plain.items():
        if found.get(key) != value:
            yield f"{key}: {value!r} is expected, {found.get(key)!r} found"
    for stat, value in wanted.get("stats", {}).items():
        if found["stats"].get(stat) != value:
            yield f"{stat}: {value!r} is expected, {found['stats'].get(stat)!r} found"
    for track, step in wanted.get("tracks", {}).items():
        if found["tracks"].get(track, 0) != step:
            yield f"track {track}: {step} is expected, {found['tracks'].get(track, 0)} found"
    for feat in set(wanted.get("feats", [])) - set(found["feats"]):
        yield f"the feat {feat!r} is missing"
    if "dr" in wanted:
        yield from _of_reductions(wanted["dr"], found["dr"])
    if "effects" in wanted:
        yield from _of_effects(wanted["effects"], found["effects"])
    notes = found["notes"].casefold()
    for text in wanted.get("notes", []):
        if text.casefold() not in notes:
            yield f"the notes lack {text!r}"
    for text in wanted.get("not_notes", []):
        if text.casefold() in notes:
            yield f"the notes hold {text!r}"


def _of_reductions(wanted: list[Table], found: list[Table]) -> Iterator[str]:
    """Compare reductions by what they do against damage without a type, and of each type that is named."""
    kinds = {""}.union(*(one.get(key, ()) for one in wanted for key in ("only", "bypass")))
    for kind in sorted(kinds):
        if (should := _reduced(wanted, kind)) != (does := _reduced(found, kind)):
            yield f"reduction of {kind or 'any'} damage: {should} is expected, {does} found"


def _reduced(entries: list[Table], kind: str) -> int:
    """Return what is taken off damage of a kind: the largest of those that work against it."""
    works = [
        one["value"]
        for one in entries
        if kind in one.get("only", [kind]) and kind not in one.get("bypass", [])
    ]
    return max(works, default=0)


def _of_effects(wanted: list[Table], found: list[Table]) -> Iterator[str]:
    rest = list(found)
    for one in wanted:
        alike = [other for other in rest if _same_effect(one, other)]
        if alike:
            rest.remove(alike[0])
        else:
            yield f"the effect {one} is missing among {found}"


def _same_effect(wanted: Table, found: Table) -> bool:
    return (
        wanted["name"].casefold() == found["name"].casefold()
        and wanted.get("rounds") == found["rounds"]
        and all(wanted[key] == found[key] for key in ("ends", "of") if key in wanted)
    )
