"""Stat blocks to put on the table: those that come with the program, and the user's own.

Both are plain TOML with the keys of a prepared encounter: one [[combatant]] table for each. The user's stand
in a folder for each ruleset; a ruleset of the user's own can bring some in a ``library.toml`` beside its
``ruleset.toml``, and one that builds on another has the blocks of that one, too. A file that cannot be
read is told and skipped; it is never written to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from desktop.combatants.naming import plain_name
from desktop.process.paths import file_name, write_whole
from rulesets.formula.dice import print_code
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules

BESIDE = "library.toml"
"""What the stat blocks are called that a ruleset of the user's own brings in its folder."""
LARGEST = 2_000_000
"""Bytes; a file of stat blocks above that is a mistake."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SAVED_BY = "# A stat block kept by Turnwright; it may be edited. Further [[combatant]] tables may follow.\n"


class Block(Struct, frozen=True):
    """One stat block: what an encounter's combatant is given, without its id."""

    name: str
    given: dict[str, Any]
    own: bool = False
    """True if it is the user's."""


class Shelf(Struct, frozen=True):
    """The stat blocks for one ruleset, the user's own first, and what is wrong with their files."""

    blocks: tuple[Block, ...] = ()
    troubles: tuple[str, ...] = ()

    def named(self, name: str) -> Block | None:
        """Return the block of this name, capitals or not."""
        wanted = name.strip().casefold()
        return next((block for block in self.blocks if block.name.casefold() == wanted), None)

    def matching(self, text: str) -> list[Block]:
        """Return the blocks in whose name or notes every word of ``text`` stands."""
        words = text.casefold().split()
        found = []
        for block in self.blocks:
            told = f"{block.name} {block.given.get('side', '')} {block.given.get('notes', '')}".casefold()
            if all(word in told for word in words):
                found.append(block)
        return found


class Library:
    """Reads stat blocks, each file when it is first asked for, and keeps the user's."""

    def __init__(self, shipped: Path, own: Path, rulesets: Path | None = None) -> None:
        """Read from ``shipped``, ``own`` and the user's ``rulesets``; write into ``own``."""
        self._shipped, self._own, self._rulesets = shipped, own, rulesets
        self._known: dict[Path, tuple[tuple[int, int], list[dict[str, Any]]]] = {}

    def shelf(self, ruleset: str, beneath: Sequence[str] = ()) -> Shelf:
        """Return what there is for a ruleset that builds on those ``beneath``, the nearest one first."""
        blocks: dict[str, Block] = {}
        troubles: list[str] = []
        for path, own in self._files((ruleset, *beneath)):
            try:
                for given in self._read_once(path):
                    name = str(given["name"])
                    block = Block(name, {k: v for k, v in given.items() if k not in ("id", "name")}, own)
                    blocks.setdefault(name.casefold(), block)
            except ValueError as error:
                troubles.append(f"{path.name}: {error}")
        return Shelf(tuple(blocks.values()), tuple(troubles))

    def _files(self, rulesets: Sequence[str]) -> Iterator[tuple[Path, bool]]:
        """Yield the files for some rulesets, and whether they are the user's: all of these come first."""
        for ruleset in rulesets:
            try:
                own = sorted(p for p in self.folder(ruleset).iterdir() if p.suffix.casefold() == ".toml")
            except OSError:
                own = []
            yield from ((path, True) for path in own)
        for ruleset in rulesets:
            brought = () if self._rulesets is None else (self._rulesets / file_name(ruleset) / BESIDE,)
            for path in (*brought, self._shipped / f"{file_name(ruleset)}.toml"):
                with suppress(OSError):  # where nobody may look
                    if path.is_file():
                        yield path, False

    def _read_once(self, path: Path) -> list[dict[str, Any]]:
        """Return the combatants of a file, read anew only if it has changed; raises ValueError as _read."""
        try:
            about = path.stat()
        except OSError:
            return _read(path)
        now = (about.st_mtime_ns, about.st_size)
        then, found = self._known.get(path, ((-1, -1), []))
        if then != now:
            found = _read(path)
            self._known[path] = (now, found)
        return found

    def folder(self, ruleset: str) -> Path:
        """Where the user's stat blocks for a ruleset are."""
        return self._own / file_name(ruleset)

    def keep(self, ruleset: str, given: Mapping[str, Any]) -> Path:
        """Keep a stat block; an older one of the same name stays beside it as .bak.

        Raises:
            OSError: if it cannot be written; what was there is as it was.
        """
        path = self.folder(ruleset) / f"{file_name(str(given['name']))}.toml"
        lines = [f"{_key(key)} = {_value(value)}\n" for key, value in given.items()]
        text = _SAVED_BY + "\n[[combatant]]\n" + "".join(lines)
        if path.is_file():
            write_whole(path.with_suffix(".toml.bak"), path.read_bytes())
        write_whole(path, text.encode("utf-8", "replace"))
        return path


def block_of(rules: Rules, who: Combatant) -> dict[str, Any]:
    """Return a combatant as a stat block: as it was entered, unhurt, without the number behind its name."""
    given: dict[str, Any] = {"id": who.id, "name": plain_name(who.name), "side": who.side, "kind": who.kind}
    if who.notes:
        given["notes"] = who.notes
    for key, value in who.stats.items():
        rule = rules.stats.get(key)
        if rule is None or rule.vital or value is None:
            continue
        code = rule.type == "code" and isinstance(value, int | float)
        given[key] = print_code(int(value)) if code else value
    if who.feats:
        given["feats"] = list(who.feats)
    return given


# -- reading and writing ---------------------------------------------------------------------------


def _read(path: Path) -> list[dict[str, Any]]:
    """Return the combatants of a file; raises ValueError that says what is wrong."""
    from rulesets.reading import toml_text  # only when stat blocks are asked for

    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("the file is too large")
        data = toml_text.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"it cannot be read ({error.strerror})") from error
    except toml_text.TooMuch as error:
        raise ValueError(f"it is left unread: {error}") from error
    except (UnicodeDecodeError, toml_text.TOMLDecodeError) as error:
        raise ValueError(f"this is no TOML ({error})") from error
    found = data.get("combatant")
    if not isinstance(found, list) or not found:
        raise ValueError("there is not one [[combatant]]")
    for number, given in enumerate(found, 1):
        if not isinstance(given, dict):
            raise ValueError(f"combatant {number} must be a [[combatant]] table")
        if not isinstance(given.get("name"), str) or not given["name"].strip():
            raise ValueError(f"combatant {number} has no name")
    return found


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(k))} = {_value(v)}" for k, v in value.items()) + " }"
    return _text(str(value))


def _text(text: str) -> str:
    """Return a text as a TOML string: what cannot stand in one is escaped."""
    kept = text.encode("utf-8", "replace").decode("utf-8").replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else "?" for c in kept)
        + '"'
    )
