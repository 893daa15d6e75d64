"""Prepared encounters: readable TOML files with a name, a ruleset, its options and the combatants."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from desktop.process.paths import resources
from rulesets.reading import loader

if TYPE_CHECKING:
    from rulesets.campaign.things import Prepared

AMBUSH = "ambush-at-docking-bay-94"
LARGEST = 5_000_000
"""Bytes; a prepared encounter above that is a mistake."""


_LINE = re.compile(r'^(name|ruleset|label) = "([^"\\]*)"', re.MULTILINE)


class SampleHead(Struct, frozen=True):
    """What is told of a prepared encounter that comes with the program, before it is read."""

    name: str
    """Of its file, without ending."""
    title: str
    ruleset: str
    """As the ruleset is called."""
    count: int
    """Combatants."""


def samples() -> list[SampleHead]:
    """Return the prepared encounters that come with the program, at least one for every ruleset.

    Their lines are looked at, not read as TOML: the start of the program shall not wait for it.
    """
    found = []
    for path in sorted((resources() / "encounters").glob("*.toml")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue  # it is told when it is opened by hand
        head = dict(_LINE.findall(text.partition("\n[[combatant]]")[0]))
        count = text.count("\n[[combatant]]")
        label = label_of(head.get("ruleset", ""))
        found.append(SampleHead(path.stem, head.get("name", path.stem), label, count))
    return sorted(found, key=lambda sample: (sample.name != AMBUSH, sample.ruleset, sample.title))


@lru_cache(maxsize=64)
def label_of(ruleset: str) -> str:
    """Return what a ruleset that comes with the program is called; the id of any other."""
    folder = loader.shipped().get(ruleset)
    if folder is None:
        return ruleset
    try:
        with (folder / loader.FILE).open(encoding="utf-8") as file:
            head = takewhile(lambda line: not line.startswith("["), islice(file, 30))
            lines = "".join(head)
    except (OSError, UnicodeDecodeError):
        return ruleset
    return str(dict(_LINE.findall(lines)).get("label", ruleset))


def shipped(name: str = AMBUSH) -> Path:
    """The file of a prepared encounter that comes with the program."""
    return resources() / "encounters" / f"{name}.toml"


def read_sample(path: Path) -> Prepared:
    """Return the prepared encounter in a file; raises Unreadable."""
    from rulesets.campaign.reading import read  # only when a fight is opened
    from rulesets.campaign.things import read_prepared

    return read_prepared(read(path, LARGEST))
