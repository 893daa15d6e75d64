"""Encounters and their files: new, opened, copied, closed. One is open at a time, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from PySide6.QtCore import QObject, Signal

import rulesets
from desktop.bridge import Bridge, Session
from desktop.files.drafts import Drafts
from desktop.files.journal import FileJournal
from desktop.files.kept_proofs import KeptProofs
from desktop.files.ruleset_cache import RulesetCache
from desktop.process.paths import ENDING, Paths, free_path
from rulesets.fight.kept import Kept, keep_proof, kept
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import NotFound, StorageError, translated
from rulesets.fight.storage.files import real
from rulesets.fight.storage.opening import look
from rulesets.fight.storage.values import Header, Line
from rulesets.places import make_folder
from rulesets.plain_files import file_name
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import Shelf
from rulesets.table.commands import Command
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing, portable
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.campaign.things import Party, Prepared


class Unplayable(ValueError):
    """A combatant of a prepared encounter that its ruleset does not take; nothing was written."""

    def __init__(self, name: str, who: str, refusal: Refusal) -> None:
        """Keep the refusal, which says why."""
        super().__init__(f"{name}: {who}: {refusal.reason or refusal.code} {refusal.params}")
        self.name, self.who, self.refusal = name, who, refusal


class OpenEncounter(Struct, frozen=True, eq=False):
    """The encounter on the table and the file that it is kept in."""

    file: EncounterFile
    rules: Rules
    read: Kept | None = None
    """What was read when it was opened; None if it was new."""
    draft: bool = False
    """Whether it is a prepared encounter that is edited: nothing is played."""

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return self.file.path

    @property
    def name(self) -> str:
        """What the game master calls it."""
        return self.file.header.title

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written: every command will fail."""
        return self.file.read_only


class Encounters(QObject):
    """Opens encounters and hands them to the bridge."""

    trouble = Signal(object)
    """StorageError: a file that was left could not be tidied up; nothing of it is lost."""

    def __init__(
        self,
        paths: Paths,
        shelf: Shelf,
        cache: RulesetCache,
        bridge: Bridge,
        parent: QObject | None = None,
    ) -> None:
        """Begin with nothing open; new encounters find their rulesets on ``shelf``."""
        super().__init__(parent)
        self.folder = paths.encounters
        """Where new encounters go."""
        self._shelf = shelf
        self._cache = cache
        self._proofs = KeptProofs(paths.proofs)
        self._bridge = bridge
        self.current: OpenEncounter | None = None
        self.drafts = Drafts(paths.drafts)
        self._kept_at: int | None = None
        """Of a draft: how many steps had been made when all of it was in the campaign."""

    # -- new ---------------------------------------------------------------------------------------

    def new(
        self,
        name: str,
        ruleset: str,
        options: Mapping[str, object] | None = None,
        commands: Sequence[Command] = (),
        path: Path | None = None,
        *,
        replace: bool = False,
    ) -> OpenEncounter:
        """Make an encounter under a ruleset of the shelf and open it, with ``commands`` carried out.

        Without ``path`` it goes into the user's folder under a free name; what is at ``path`` stays there
        unless it is to be replaced.

        Raises:
            RulesetError: for the ruleset or the options.
            Unplayable: if a command is refused; then there is no file.
            StorageError: if the file cannot be made.
        """
        writing = portable(self._shelf.writing(ruleset))
        rules = self._rules(writing, options)
        _rehearse(name, rules, commands)
        if path is None:
            path = self._free_path(name)
        header = Header(
            name=name,
            app_version=rulesets.__version__,
            created=datetime.now().astimezone().isoformat(timespec="seconds"),
            ruleset_id=rules.id,
            ruleset_text=writing.text,
            beside=_beside(writing),
            ruleset_hash=rules.hash,
            options=msgspec.json.encode(rules.options_set).decode(),
        )
        file = EncounterFile.create(path, header, replace=replace)
        opened = OpenEncounter(file, rules, draft=path in self.drafts)
        session = Session(rules, writing=writing, compiler=self._cache.compiled)
        self._take(opened, session, Line((), 0))
        for command in commands:
            self._bridge.dispatch(command)
        return opened

    def new_from(
        self, prepared: Prepared, path: Path | None = None, *, replace: bool = False
    ) -> OpenEncounter:
        """Make an encounter of a prepared one and open it; raises what :meth:`new` does."""
        commands = prepared.commands
        return self.new(prepared.name, prepared.ruleset, prepared.options, commands, path, replace=replace)

    def since_last_fight(self, prepared: Prepared, parties: Sequence[Party]) -> tuple[Prepared, list[str]]:
        """Return it with members of parties as they stand now, and who they are."""
        if not any(party.ruleset == prepared.ruleset for party in parties):
            return prepared, []
        from rulesets.campaign.parties import since_last_fight  # with the first that has a party

        try:
            rules = self._rules(portable(self._shelf.writing(prepared.ruleset)), prepared.options)
        except RulesetError:  # the beginning tells it
            return prepared, []
        return since_last_fight(rules, prepared, parties)

    def _rules(self, writing: Writing, options: Mapping[str, object] | None) -> Rules:
        return self._cache.compiled(writing, {key: _plain(value) for key, value in (options or {}).items()})

    def edit(self, prepared: Prepared) -> bool:
        """Open a prepared encounter of the campaign to be changed; raises what :meth:`new` and `open` do.

        True if it was left with changes that are not in the campaign yet: they are there again.
        """
        path = self.drafts.path(prepared)
        try:
            new = self.drafts.begin(prepared)
        except OSError as error:
            raise translated(error, path, "create") from error
        if new is None:
            self.open(path)
            return self._kept_at is None
        self.new_from(prepared, new)
        self.draft_is_kept()
        return False

    def draft_is_kept(self, *, kept: bool = True) -> None:
        """All of the draft as it stands is in the campaign, or is not any more."""
        self._kept_at = self._bridge.cursor if kept else None

    @property
    def has_unkept(self) -> bool:
        """Whether something of the draft that is open is not in the campaign."""
        return self.current is not None and self.current.draft and self._kept_at != self._bridge.cursor

    def free_name(self, name: str) -> str:
        """Return a name that no encounter in the user's folder has: with the number of its file behind it.

        Raises:
            StorageError: if the folder cannot be made.
        """
        return name + self._free_path(name).stem.removeprefix(file_name(name))

    def _free_path(self, name: str) -> Path:
        folder = self.folder
        try:
            make_folder(folder)
            return free_path(folder, name)
        except OSError as error:
            raise translated(error, folder / (file_name(name) + ENDING), "create") from error

    # -- open --------------------------------------------------------------------------------------

    def open(self, path: Path) -> OpenEncounter:
        """Open an encounter's file. What was open stays open if that fails.

        Nothing is written before the whole file has proved to be a fight: header, ruleset and every step; now
        or, if none of its bytes has changed since, when it was opened or closed before.

        Raises:
            StorageError: in all its kinds; the file is as it was.
        """
        path = real(path)
        if self.current is not None and self.current.path == path:
            return self.current
        with look(path, proofs=self._proofs) as found:
            read = kept(path, found.contents, self._cache.compiled)
            rules, draft = read.session.rules, path in self.drafts
            opened = OpenEncounter(EncounterFile.attach(found), rules, read, draft)
        if opened.read_only and read.contents.proof is None:
            keep_proof(self._proofs, path, self._cache.compiled, read)
        self._take(opened, read.session, found.contents.line)
        return opened

    def _take(self, opened: OpenEncounter, session: Session, line: Line) -> None:
        """Let the bridge play ``opened`` from here on, and leave what was open."""
        unkept, self._kept_at = self.has_unkept, None
        previous, self.current = self.current, opened
        session.keep_in(FileJournal(opened.file, tuple(row.seq for row in line.rows), line.cursor))
        self._bridge.take(session)
        if previous is not None:
            self._leave(previous, unkept=unkept)

    # -- copy, close -------------------------------------------------------------------------------

    def save_copy(self, path: Path, *, replace: bool = False) -> None:
        """Write what is open as a second file; raises StorageError."""
        if self.current is None:
            raise NotFound(path, "copy")
        self.current.file.save_copy(path, replace=replace)

    def checkpoint(self) -> StorageError | None:
        """Bring the log into the file; returns why the disk refuses something, if it does."""
        if self.current is None:
            return None
        try:
            self.current.file.checkpoint()
        except StorageError as error:
            return error
        return self.current.file.unsynced

    def close(self) -> None:
        """Leave what is open."""
        unkept = self.has_unkept
        previous, self.current = self.current, None
        if previous is not None:
            self._bridge.close()
            self._leave(previous, unkept=unkept)

    def _leave(self, encounter: OpenEncounter, *, unkept: bool) -> None:
        try:
            encounter.file.close()
        except StorageError as error:
            self.trouble.emit(error)
            return
        if encounter.draft and not unkept and not encounter.read_only:
            self.drafts.remove(encounter.path)
            return
        if not encounter.read_only:
            keep_proof(self._proofs, encounter.path, self._cache.compiled, encounter.read)


def _beside(writing: Writing) -> str:
    """Return what :func:`writing_of` needs besides the ruleset's own text."""
    return msgspec.json.encode(msgspec.structs.replace(writing, text="")).decode()


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rehearse(name: str, rules: Rules, commands: Sequence[Command]) -> None:
    """Try commands on an empty table, without a file; raises Unplayable."""
    scratch = Bridge()
    refusals: list[Refusal] = []
    scratch.refused.connect(lambda _, refusal: refusals.append(refusal))
    scratch.open(rules)
    for number, command in enumerate(commands, 1):
        if scratch.dispatch(command) is None:
            who = str(getattr(command, "combatant", {}).get("name", number))
            raise Unplayable(name, who, refusals[0])
