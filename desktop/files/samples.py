"""Prepared encounters: readable TOML files with a name, a ruleset, its options and the combatants."""

from __future__ import annotations

import re
import stat
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from msgspec import Struct

from desktop.process.paths import resources
from rulesets.reading import loader
from rulesets.table.commands import Add

AMBUSH = "ambush-at-docking-bay-94"
_KEYS = {"name", "ruleset", "options", "combatant"}
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
        label = _label(head.get("ruleset", ""))
        found.append(SampleHead(path.stem, head.get("name", path.stem), label, count))
    return sorted(found, key=lambda sample: (sample.name != AMBUSH, sample.ruleset, sample.title))


def _label(ruleset: str) -> str:
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


class SampleError(ValueError):
    """A prepared encounter that cannot be read; the message names the file, the place and what is wrong."""

    def __init__(self, path: Path, where: str, what: str) -> None:
        """Say what is wrong where."""
        place = f"{path.name}: {where}: " if where else f"{path.name}: "
        super().__init__(place + what)


class Sample(Struct, frozen=True):
    """A prepared encounter, read and checked as far as that is possible without its ruleset."""

    name: str
    ruleset: str
    options: dict[str, Any]
    combatants: tuple[dict[str, Any], ...]

    @property
    def commands(self) -> tuple[Add, ...]:
        """What puts the combatants on the table, in the order of the file."""
        return tuple(Add(combatant=combatant) for combatant in self.combatants)


def shipped(name: str = AMBUSH) -> Path:
    """The file of a prepared encounter that comes with the program."""
    return resources() / "encounters" / f"{name}.toml"


def read_sample(path: Path) -> Sample:
    """Return the prepared encounter in a file.

    Raises:
        SampleError: if it cannot be read, is no TOML, or lacks something.
    """
    data = _parsed(path)
    for key in sorted(set(data) - _KEYS):
        raise SampleError(path, key, "there is no such key; known are name, ruleset, options and combatant")
    name, ruleset = (_text(path, data, key, key) for key in ("name", "ruleset"))
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise SampleError(path, "options", "this must be a table")
    combatants = data.get("combatant")
    if not isinstance(combatants, list) or not combatants:
        raise SampleError(path, "combatant", "there is not one [[combatant]]")
    seen: set[str] = set()
    for number, combatant in enumerate(combatants, 1):
        where = f"combatant {number}"
        if not isinstance(combatant, dict):
            raise SampleError(path, where, "this must be a [[combatant]] table")
        ident = _text(path, combatant, "id", f"{where}: id")
        if ident in seen:
            raise SampleError(path, f"{where}: id", f"there is another one called {ident!r}")
        seen.add(ident)
    return Sample(name, ruleset, options, tuple(combatants))


def _parsed(path: Path) -> dict[str, Any]:
    from rulesets.reading import toml_text  # only when a fight is opened

    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for for ever
            raise SampleError(path, "", "this is no ordinary file")
        if about.st_size > LARGEST:
            raise SampleError(path, "", "the file is too large for a prepared encounter")
        return toml_text.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SampleError(path, "", "there is no such file") from None
    except OSError as error:
        raise SampleError(path, "", f"the file cannot be read ({error.strerror})") from error
    except toml_text.TooMuch as error:
        raise SampleError(path, "", f"it is left unread: {error}") from error
    except (UnicodeDecodeError, toml_text.TOMLDecodeError) as error:
        raise SampleError(path, "", f"this is no TOML ({error})") from error


def _text(path: Path, table: dict[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise SampleError(path, where, "a text is needed here")
    return value
