"""Stat blocks to put on the table: the campaign's, and those that come with the program.

All are plain TOML with the keys of a prepared encounter: one [[combatant]] table for each. The campaign's
come first. A ruleset of the user's own can bring some in a ``library.toml`` beside its ``ruleset.toml``, and
one that builds on another has the blocks of that one, too. A file that cannot be read is told and skipped; it
is never written to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from desktop.combatants.naming import plain_name
from rulesets.plain_files import file_name
from rulesets.reading.shelf import LIBRARY
from rulesets.table.combatant import NPC, Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.campaign.folder import Campaign, Written
    from rulesets.campaign.things import Block, Party


class Shelf(Struct, frozen=True):
    """Stat blocks, the user's own first, and what is wrong with their files."""

    blocks: tuple[Block, ...] = ()
    troubles: tuple[str, ...] = ()

    def named(self, name: str) -> Block | None:
        """Return the block of this name, capitals or not."""
        wanted = name.strip().casefold()
        return next((block for block in self.blocks if block.name.casefold() == wanted), None)


class Library:
    """Reads stat blocks, each file when it is first asked for, and keeps the user's."""

    def __init__(self, shipped: Path, campaign: Callable[[], Campaign], rulesets: Path | None = None) -> None:
        """Read from ``shipped``, the ``campaign`` and the user's ``rulesets``; write into the campaign."""
        self._shipped, self._campaign, self._rulesets = shipped, campaign, rulesets
        self._known: dict[Path, tuple[tuple[int, int], tuple[Block, ...]]] = {}

    def shelf(self, ruleset: str, beneath: Sequence[str] = ()) -> Shelf:
        """Return what there is for a ruleset that builds on those ``beneath``, the nearest one first."""
        from rulesets.campaign.reading import Unreadable  # only when stat blocks are asked for

        blocks: dict[str, Block] = {}
        campaign, troubles = self._campaign(), []
        for name in (ruleset, *beneath):
            own = campaign.blocks(name)
            for block in own:
                blocks.setdefault(block.name.casefold(), block)
            troubles += _alike(own)
            troubles += [str(trouble) for trouble in campaign.troubles_of(name)]
        for path in self._files((ruleset, *beneath)):
            try:
                for block in self._read_once(path):
                    blocks.setdefault(block.name.casefold(), block)
            except Unreadable as error:
                troubles.append(str(error))
        return Shelf(tuple(blocks.values()), tuple(troubles))

    def _files(self, rulesets: Sequence[str]) -> Iterator[Path]:
        """Yield the files that rulesets bring, and those that come with the program."""
        for ruleset in rulesets:
            brought = () if self._rulesets is None else (self._rulesets / file_name(ruleset) / LIBRARY,)
            for path in (*brought, self._shipped / f"{file_name(ruleset)}.toml"):
                with suppress(OSError):  # where nobody may look
                    if path.is_file():
                        yield path

    def _read_once(self, path: Path) -> tuple[Block, ...]:
        """Return the stat blocks of a file, read anew only if it has changed; raises Unreadable."""
        from rulesets.campaign.reading import read
        from rulesets.campaign.things import read_blocks

        try:
            about = path.stat()
            now = (about.st_mtime_ns, about.st_size)
        except OSError:
            now = (-1, -1)
        then, found = self._known.get(path, ((0, 0), ()))
        if then != now:
            found = tuple(replace(block, origin=None) for block in read_blocks(read(path), ""))
            self._known[path] = (now, found)
        return found

    def of_others(self, ruleset: str, beneath: Sequence[str] = ()) -> Shelf:
        """Return the stat blocks that are of none of these rulesets, each with the ruleset that it is of."""
        from rulesets.campaign.reading import Unreadable

        campaign, own = self._campaign(), (ruleset, *beneath)
        blocks: list[Block] = []
        troubles: list[str] = []
        for name in campaign.rulesets():
            if name not in own:
                blocks += campaign.blocks(name)
                troubles += [str(trouble) for trouble in campaign.troubles_of(name)]
        for path in sorted(self._shipped.glob("*.toml")):
            if path.stem not in own:
                try:
                    blocks += [replace(block, ruleset=path.stem) for block in self._read_once(path)]
                except Unreadable as error:
                    troubles.append(str(error))
        return Shelf(tuple(blocks), tuple(troubles))

    def parties(self) -> tuple[Party, ...]:
        """Return the parties of the campaign."""
        return self._campaign().parties()

    def folder(self, ruleset: str) -> Path:
        """Where the user's stat blocks for a ruleset are."""
        return self._campaign().blocks_folder(ruleset)

    def keep(self, ruleset: str, given: Mapping[str, Any]) -> Written:
        """Keep a stat block, in place of the user's own of the same name, which is put aside as it was.

        Raises:
            StorageError: if it cannot be written; what was there is as it was.
        """
        from rulesets.campaign.things import Block

        campaign, name = self._campaign(), str(given["name"])
        same = [block for block in campaign.blocks(ruleset) if block.name.casefold() == name.casefold()]
        before = same[0] if same else Block(name, {}, ruleset)
        rest = {key: value for key, value in given.items() if key not in ("id", "name")}
        return campaign.write(replace(before, name=name, given=rest), aside=True)


def block_of(rules: Rules, who: Combatant) -> dict[str, Any]:
    """Return a combatant as a stat block: as it was entered, unhurt, without the number behind its name."""
    from rulesets.campaign.entered import entered

    given = {**entered(rules, who), "name": plain_name(who.name)}
    return {key: value for key, value in given.items() if key not in ("group", "aware", "hidden")}


def blocks_there(rules: Rules, state: Encounter, shelf: Shelf) -> tuple[Block, ...]:
    """Return the opponents of an encounter as stat blocks, each once, but for those on the ``shelf``.

    Whoever has nothing but a name is none.
    """
    from rulesets.campaign.things import Block

    found: dict[str, Block] = {}
    for who in state.combatants.values():
        given = {key: value for key, value in block_of(rules, who).items() if key not in ("id", "name")}
        name = plain_name(who.name)
        if who.kind == NPC and shelf.named(name) is None and given.keys() - {"side", "kind"}:
            found.setdefault(name.casefold(), Block(name, given, rules.id))
    return tuple(found.values())


def _alike(own: Sequence[Block]) -> list[str]:
    """Return what is said of stat blocks that are called as another one of their folder, which is offered."""
    first: dict[str, Block] = {}
    told = []
    for block in own:
        other = first.setdefault(block.name.casefold(), block)
        if other is not block and block.origin is not None and other.origin is not None:
            files = block.origin.path.name, other.origin.path.name
            told.append(f"{files[0]}: it is called “{block.name}”, as the one in {files[1]} is")
    return told
