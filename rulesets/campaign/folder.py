"""A campaign: a folder of plain files, one for each thing, read when asked for and written whole.

    campaign.toml                 its name and notes
    played.toml                   which prepared encounters were begun, when (:mod:`rulesets.campaign.played`)
    parties/<name>.toml           [[member]]
    blocks/<ruleset>/<name>.toml  [[combatant]]
    encounters/<name>.toml        [[combatant]], [[wave]] with [[wave.combatant]]
    removed/…                     what was removed, as it was (:mod:`rulesets.campaign.tidying`)

Others write here, too: people with editors, programs that keep folders alike on several machines, another
window. Nothing of theirs is ever written over: what was changed since it was read stays as it is, and what
was to be written goes beside it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.campaign import toml_edit
from rulesets.campaign.played import Played, read_played, summed, with_another
from rulesets.campaign.reading import Read, Trouble, Unreadable, parsed, read, text_in
from rulesets.campaign.things import (
    BLOCKS,
    ENCOUNTERS,
    HEADINGS,
    PARTIES,
    Block,
    Origin,
    Party,
    Prepared,
    Thing,
    read_blocks,
    read_party,
    read_prepared,
)
from rulesets.fight.storage.errors import Changed, InUse, NotFound, Unknown, guarded
from rulesets.fight.storage.files import flush_folder
from rulesets.fight.storage.lock import FileLock
from rulesets.places import make_folder
from rulesets.plain_files import file_name, write_whole

CAMPAIGN, PLAYED, REMOVED = "campaign.toml", "played.toml", "removed"
ENDING = ".toml"
MOST = 20_000
"""Files of one kind that are looked at."""
OLD = 3600.0
"""Seconds after which what is half written is so for good."""
PATIENCE = 2.0
"""Seconds for which a file is waited for that another program is writing."""


class Change(Struct, frozen=True):
    """What was done to one file; :meth:`Campaign.take_back` undoes it."""

    path: Path
    before: str | None
    """None: there was no file."""
    after: str | None
    """None: there is none any more."""
    aside: Path | None = None
    """Where what was removed lies."""


class Written(Struct, frozen=True):
    """Something that was kept."""

    thing: Any
    """Party, Block or Prepared, with where it is kept."""
    change: Change
    beside: bool = False
    """True if its file was changed by somebody else since it was read: that one stays as it is, and this is a
    new one beside it."""


class Campaign:
    """Reads what is kept in a folder, each file when it is asked for and has changed, and writes it.

    The folder need not be there: then there is nothing in it, and it is made with the first thing to keep.
    """

    def __init__(self, folder: Path, blocks: Path | None = None, *, there: bool = False) -> None:
        """Look at nothing yet; ``blocks`` is where the stat blocks are, if not in the folder.

        If it has to be ``there``, a folder that is gone (a disk that is not in) is not made anew.
        """
        self.folder, self._has_to_be_there = folder, there
        self._blocks = blocks or folder / BLOCKS
        self._known: dict[Path, tuple[tuple[int, int, int], tuple[Any, ...], Trouble | None]] = {}
        self._one_reads = Lock()
        """An import reads ahead in a thread of its own."""

    @classmethod
    def open(cls, folder: Path) -> Campaign:
        """Return the campaign in a folder."""
        return cls(folder)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def is_missing(self) -> bool:
        """True if its folder has to be there and is not."""
        return self._has_to_be_there and not _is_folder(self.folder)

    @property
    def name(self) -> str:
        """What it is called: as its file says, or as its folder is called."""
        found, _ = self._once(self.folder / CAMPAIGN, _read_campaign)
        return found[0].text_of("name").strip() or self.folder.name if found else self.folder.name

    @property
    def notes(self) -> str:
        """What the game master has noted about it."""
        found, _ = self._once(self.folder / CAMPAIGN, _read_campaign)
        return found[0].text_of("notes") if found else ""

    def parties(self) -> tuple[Party, ...]:
        """Return the parties by name."""
        return _by_name(self._all(self.folder / PARTIES, _read_one_party))

    def blocks(self, ruleset: str) -> tuple[Block, ...]:
        """Return the stat blocks for a ruleset by name."""
        return _by_name(self._all(self.blocks_folder(ruleset), lambda found: read_blocks(found, ruleset)))

    def rulesets(self) -> tuple[str, ...]:
        """Return the ids of the rulesets for which there is a folder of stat blocks."""
        return tuple(folder.name for folder in _folders(self._blocks))

    def encounters(self) -> tuple[Prepared, ...]:
        """Return the prepared encounters by name."""
        return _by_name(self._all(self.folder / ENCOUNTERS, _read_one_prepared))

    def blocks_folder(self, ruleset: str) -> Path:
        """Where the stat blocks for a ruleset are."""
        return self._blocks / file_name(ruleset, "Ruleset")

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with files, all of which are left as they are."""
        own = [trouble for name, reader in _OWN for _, trouble in [self._once(self.folder / name, reader)]]
        found = [
            *own,
            *self.troubles_of_parties(),
            *self._troubles(self.folder / ENCOUNTERS, _read_one_prepared),
        ]
        for ruleset in self.rulesets():
            found += self.troubles_of(ruleset)
        return tuple(trouble for trouble in found if trouble is not None)

    def troubles_of(self, ruleset: str) -> tuple[Trouble, ...]:
        """Return what is wrong with files of the stat blocks for a ruleset."""
        found = self._troubles(self.blocks_folder(ruleset), lambda found: read_blocks(found, ruleset))
        return tuple(found)

    def troubles_of_parties(self) -> tuple[Trouble, ...]:
        """Return what is wrong with files of the parties."""
        return tuple(self._troubles(self.folder / PARTIES, _read_one_party))

    def folders(self) -> tuple[Path, ...]:
        """Return the folders that its files are in, as far as there are any."""
        kinds = (self.folder / kind for kind in (PARTIES, BLOCKS, ENCOUNTERS))
        there = [folder for folder in (self.folder, *kinds) if _is_folder(folder)]
        return (*there, *_folders(self._blocks))

    # -- what was played ---------------------------------------------------------------------------

    def played(self) -> dict[str, Played]:
        """Return file name without ending → how often that prepared encounter was begun, and when last."""
        found, _ = self._once(self.folder / PLAYED, read_played)
        return summed(found)

    def note_played(self, prepared: Prepared, moment: datetime) -> None:
        """Note that a prepared encounter was begun; raises StorageError, and Unreadable for no such list."""
        if prepared.origin is None:
            return
        path = self.folder / PLAYED
        with self._writing(path):
            there = read(path) if path.exists() else Read(path, "", {})
            read_played(there)
            at = moment.astimezone().replace(microsecond=0)
            self._put(path, with_another(there, prepared.origin.path.stem, at))

    # -- writing -----------------------------------------------------------------------------------

    def describe(self, name: str, notes: str | None = None) -> Change:
        """Say what the campaign is called; raises StorageError, and Unreadable if its file cannot be read."""
        path = self.folder / CAMPAIGN
        with self._writing(path):
            there = read(path) if path.exists() else Read(path, "", {})
            wanted = {
                **there.data,
                "name": name,
                "notes": there.data.get("notes") if notes is None else notes or None,
            }
            text = toml_edit.changed(there.text, wanted) if there.text else toml_edit.written(wanted)
            return self._put(path, text, there.text or None)

    def write(self, thing: Thing, *, aside: bool = False) -> Written:
        """Keep something: in the file that it was read from, or in a new one.

        With ``aside`` that file, as it was, is kept in the folder ``removed``, too.

        Raises:
            StorageError: if that is not possible; what was there is as it was.
        """
        if thing.origin is None:
            return self._write_new(thing, self._folder_of(thing))
        path = thing.origin.path
        with self._writing(path):
            now = _text_there(path)
            base = _rebased(thing, now)
            if base is None:
                written = None
            else:
                text, place = base
                if aside:
                    write_whole(self._aside(path, thing.name), _bytes(text), new=True)
                written = self._changed(thing, path, text, place, now)
                self._tidy(aside=aside)
        if written is None and isinstance(thing, Block):
            thing = replace(thing, name=self._free_name(thing))
        return written or replace(self._write_new(thing, path.parent), beside=now is not None)

    def remove(self, thing: Thing) -> Change:
        """Remove something; its file goes into the folder ``removed``.

        Raises:
            Changed: if it has changed since it was read, or is gone.
            StorageError: if that is not possible; everything is as it was.
        """
        if thing.origin is None:
            raise Unknown(self.folder, "write", detail="it is not kept here")
        path = thing.origin.path
        with self._writing(path):
            now = _text_there(path)
            base = _rebased(thing, now)
            if base is None or now is None:
                raise Changed(path, "write")
            text, place = base
            aside = self._aside(path, thing.name)
            data = parsed(path, text).data if isinstance(thing, Block) else {}
            people = data.get("combatant", [])
            if len(people) < 2:
                self._put_aside(path, aside)
                return Change(path, now, None, aside)
            alone = toml_edit.changed(text, {**data, "combatant": [people[place]]})
            write_whole(aside, _bytes(alone), new=True)
            rest = [one for number, one in enumerate(people) if number != place]
            change = self._put(path, toml_edit.changed(text, {**data, "combatant": rest}), now, aside)
            self._tidy()
            return change

    def take_back(self, change: Change) -> Change:
        """Undo what was written or removed; what comes back undoes that.

        Raises:
            Changed: if the file is not any more what it was made then.
            StorageError: if that is not possible; everything is as it was.
        """
        path = change.path
        with self._writing(path):
            if _text_there(path) != change.after:
                raise Changed(path, "write")
            if change.before is None:
                aside = self._aside(path, path.stem)
                self._put_aside(path, aside)
                return Change(path, change.after, None, aside)
            if (
                change.aside is not None
                and change.after is None
                and _still(change.aside, path, change.before)
            ):
                change.aside.rename(path)
                flush_folder(path.parent)
                return Change(path, None, change.before)
            return self._put(path, change.before, change.after)

    # -- internal ----------------------------------------------------------------------------------

    def _folder_of(self, thing: Party | Block | Prepared) -> Path:
        if isinstance(thing, Block):
            return self.blocks_folder(thing.ruleset)
        return self.folder / (PARTIES if isinstance(thing, Party) else ENCOUNTERS)

    def _write_new(self, thing: Party | Block | Prepared, folder: Path) -> Written:
        """Write a file of its own under a free name."""
        self._see_to_the_folder(folder / thing.name)
        data = {"combatant": [thing.data]} if isinstance(thing, Block) else thing.data
        text = toml_edit.written(data, HEADINGS[type(thing)])
        number = 1
        while True:
            path = _numbered(folder, thing.name, number)
            with guarded(path, "create"), suppress(FileExistsError):
                write_whole(path, _bytes(text), new=True)
                flush_folder(folder)
                kept = _kept(thing, Origin(path, text), 0)
                return Written(kept, Change(path, None, text))
            number += 1

    def _free_name(self, block: Block) -> str:
        """Return a name for a stat block that no other one has: of namesakes only one would be offered."""
        taken = {one.name.casefold() for one in self.blocks(block.ruleset)}
        names = (block.name, *(f"{block.name} {number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name.casefold() not in taken)

    def _changed(self, thing: Thing, path: Path, text: str, place: int, now: str | None) -> Written:
        """Change the file of something so that it says what the thing does."""
        data = parsed(path, text).data
        if isinstance(thing, Block):
            people = list(data["combatant"])
            ident = {"id": people[place]["id"]} if "id" in people[place] else {}
            people[place] = {**ident, **thing.data}
            wanted = {**data, "combatant": people}
        else:
            known = {key: None for key in data if key in thing.data}
            wanted = {**data, **known, **thing.data}
        new = toml_edit.changed(text, wanted)
        change = self._put(path, new, now)
        return Written(_kept(thing, Origin(path, new), place), change)

    def _see_to_the_folder(self, path: Path) -> None:
        """Refuse to write where the whole campaign is gone; raises NotFound."""
        if self.is_missing:
            raise NotFound(path, "create", folder=str(self.folder))

    def _put(self, path: Path, text: str, before: str | None = None, aside: Path | None = None) -> Change:
        write_whole(path, _bytes(text))
        flush_folder(path.parent)
        return Change(path, before, text, aside)

    def _aside(self, path: Path, name: str) -> Path:
        """Return a free name for what is removed."""
        inside = path.parent.relative_to(self.folder) if path.is_relative_to(self.folder) else Path()
        folder, number = self.folder / REMOVED / inside, 1
        while (free := _numbered(folder, name, number)).exists():
            number += 1
        return free

    def _put_aside(self, path: Path, aside: Path) -> None:
        """Put a file where what was removed lies, with the time of now; the oldest there make room."""
        from rulesets.campaign.tidying import mark_removed

        make_folder(aside.parent)
        mark_removed(path)
        path.rename(aside)
        flush_folder(path.parent)
        self._tidy()

    def _tidy(self, *, aside: bool = True) -> None:
        """Let go what was removed long ago, if anything was put ``aside``."""
        if aside:
            from rulesets.campaign.tidying import tidy  # only when something is removed

            tidy(self.folder / REMOVED, ENDING)

    @contextmanager
    def _writing(self, path: Path) -> Iterator[None]:
        """Let nobody else of ours write a file meanwhile; raises StorageError for all that goes wrong."""
        self._see_to_the_folder(path)
        with guarded(path, "create"):
            make_folder(path.parent)
            lock = _patient_lock(path)
            self._forget(path)
            try:
                _clear_away(path.parent)
                yield
            finally:
                self._forget(path)
                lock.release()

    def _forget(self, path: Path) -> None:
        """Read a file anew: a disk may give the next one the same number, size and time."""
        with self._one_reads:
            self._known.pop(path, None)

    # -- reading -----------------------------------------------------------------------------------

    def _all(self, folder: Path, reader: Callable[[Read], tuple[Any, ...]]) -> list[Any]:
        return [thing for path in _files(folder) for thing in self._once(path, reader)[0]]

    def _troubles(self, folder: Path, reader: Callable[[Read], tuple[Any, ...]]) -> list[Trouble]:
        found = (self._once(path, reader)[1] for path in _files(folder))
        return [trouble for trouble in found if trouble is not None]

    def _once(
        self, path: Path, reader: Callable[[Read], tuple[Any, ...]]
    ) -> tuple[tuple[Any, ...], Trouble | None]:
        """Return what is in a file, read anew only if it has changed, and what is wrong with it."""
        with self._one_reads:
            return self._read_once(path, reader)

    def _read_once(
        self, path: Path, reader: Callable[[Read], tuple[Any, ...]]
    ) -> tuple[tuple[Any, ...], Trouble | None]:
        try:
            about = path.stat()
        except FileNotFoundError:
            return (), None
        except OSError as error:
            return (), Trouble(path, 0, f"the file cannot be read ({os.strerror(error.errno or 0)})")
        now = (about.st_ino, about.st_mtime_ns, about.st_size)
        known = self._known.get(path)
        if known is None or known[0] != now:
            try:
                known = (now, reader(read(path)), None)
            except Unreadable as error:
                known = (now, (), error.trouble)
            self._known[path] = known
        return known[1], known[2]


# -- files -------------------------------------------------------------------------------------------


def _read_one_party(found: Read) -> tuple[Party, ...]:
    return (read_party(found),)


def _read_one_prepared(found: Read) -> tuple[Prepared, ...]:
    return (read_prepared(found),)


def _read_campaign(found: Read) -> tuple[Read, ...]:
    for key in ("name", "notes"):
        found.text_of(key)
    return (found,)


_OWN = ((CAMPAIGN, _read_campaign), (PLAYED, read_played))


def _by_name(things: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted(things, key=lambda thing: thing.name.casefold()))


def _files(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            names = [entry.name for entry in found]
    except OSError:
        return []
    wanted = sorted(name for name in names if name.casefold().endswith(ENDING) and not name.startswith("."))
    return [folder / name for name in wanted[:MOST]]


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            names = [entry.name for entry in found if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return []
    return [folder / name for name in sorted(names)[:MOST]]


def _is_folder(path: Path) -> bool:
    with suppress(OSError):
        return path.is_dir()
    return False


def _numbered(folder: Path, name: str, number: int) -> Path:
    """Return the file for the first, second … thing of a name: X, X 2, X 3."""
    stem = file_name(name, "Thing")
    return folder / f"{stem if number == 1 else f'{stem} {number}'}{ENDING}"


def _clear_away(folder: Path) -> None:
    """Remove what programs that were killed have left half written, once nobody can be at it any more."""
    for left in folder.glob(f".*{ENDING}.[0-9]*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > OLD:
                left.unlink()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _text_there(path: Path) -> str | None:
    """Return the text of a file as it is now; None if there is none. One that is no text is a zero."""
    if not os.path.lexists(path):
        return None
    try:
        return text_in(path)
    except Unreadable:
        return "\0"


def _still(aside: Path, path: Path, text: str) -> bool:
    """Return whether what lies aside would say ``text`` at ``path``, wherever a link leads from there."""
    if aside.is_symlink():
        aside = path.parent / aside.readlink()
    return _text_there(aside) == text


def _rebased(thing: Thing, now: str | None) -> tuple[str, int] | None:
    """Return the text that something is to be changed in, and its place; None if others have changed it.

    A file with several stat blocks may have changed elsewhere in it.
    """
    origin = thing.origin
    if origin is None or now is None:
        return None
    place = thing.place if isinstance(thing, Block) else 0
    if now == origin.text:
        return now, place
    if not isinstance(thing, Block):
        return None
    try:
        was = parsed(origin.path, origin.text).data["combatant"][place]
        people = parsed(origin.path, now).data.get("combatant", [])
    except Unreadable:
        return None
    same = [number for number, one in enumerate(people) if toml_edit.same(one, was)]
    return (now, same[0]) if same else None


def _kept(thing: Any, origin: Origin, place: int) -> Any:
    return (
        replace(thing, origin=origin, place=place)
        if isinstance(thing, Block)
        else replace(thing, origin=origin)
    )


def _patient_lock(path: Path) -> FileLock:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return FileLock(path, "create")
        except InUse:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def take_over(older: Path, folder: Path) -> bool:
    """Make the campaign of ``folder`` of the stat blocks in ``older``, which has a folder for each ruleset.

    They are copied, whole or not at all, and stay where they were; nothing is done where there is a campaign.
    What cannot be read as a stat block comes along, to be named there.

    Raises:
        OSError: if that is not possible; there is no folder then.
    """
    import shutil

    if folder.exists() or not _folders(older):
        return False
    made = folder.with_name(f".{folder.name}.unfinished")
    if made.is_dir():
        shutil.rmtree(made)
    for ruleset in _folders(older):
        for path in _files(ruleset):
            if path.is_file():
                write_whole(made / BLOCKS / ruleset.name / path.name, path.read_bytes())
    make_folder(made)
    made.rename(folder)
    flush_folder(folder.parent)
    return True
