"""The campaign that is played: chosen by the game master, written by one, watched for what others write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.process.paths import Paths
from desktop.process.settings_store import SettingsStore
from rulesets.places import is_file, is_folder

if TYPE_CHECKING:
    from desktop.files.watch import FolderWatch
    from rulesets.campaign.folder import Campaign, Change, Written
    from rulesets.campaign.things import Thing

T = TypeVar("T")
MOST = 12
"""Campaigns that are remembered besides the one that is played."""


class Campaigns(QObject):
    """One campaign at a time, for all windows. Nothing is read or loaded before it is asked for."""

    changed = Signal()
    """There is something else in the campaign now, whoever has written it, or another campaign is played."""

    def __init__(self, paths: Paths, settings: SettingsStore, parent: QObject | None = None) -> None:
        """Play the campaign that was played last; without one the program's own."""
        super().__init__(parent)
        self._paths, self._settings = paths, settings
        self._watch: FolderWatch | None = None
        self._open: Campaign | None = None
        self.not_taken_over: OSError | None = None
        """Why what was kept before there were campaigns could not be copied; it is read where it is."""

    # -- which -------------------------------------------------------------------------------------

    @property
    def current(self) -> Campaign:
        """The campaign that is played; its folder need not be there."""
        if self._open is None:
            self._open = self._opened(self.folder)
        return self._open

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        chosen = self._settings.now.campaign
        return Path(chosen) if chosen else self._paths.campaign

    def others(self) -> list[tuple[str, Path]]:
        """Return name and folder of the campaigns that were played before, as far as they are there.

        The program's own is always among them: its folder is made with the first thing that is kept in it.
        """
        from rulesets.campaign.folder import Campaign

        folders = [*map(Path, self._settings.now.campaigns), self._paths.campaign]
        own, others = self._paths.campaign, [one for one in dict.fromkeys(folders) if one != self.folder]
        there = [folder for folder in others if folder == own or is_folder(folder)]
        return [(self.called(Campaign.open(folder)), folder) for folder in there]

    def called(self, campaign: Campaign | None = None) -> str:
        """Return what a campaign is called, or the one that is played."""
        campaign = campaign or self.current
        unnamed = campaign.folder == self._paths.campaign and campaign.name == campaign.folder.name
        return self.tr("My campaign") if unnamed else campaign.name

    def choose(self, folder: Path) -> None:
        """Play the campaign in a folder from now on; a folder that holds none yet becomes one."""
        folder = Path(os.path.abspath(folder))  # noqa: PTH100
        before = self.folder
        if folder == before:
            return
        known = [name for name in (str(before), *self._settings.now.campaigns) if name != str(folder)]
        known = [name for name in dict.fromkeys(known) if name != str(self._paths.campaign)]
        chosen = "" if folder == self._paths.campaign else str(folder)
        self._settings.change(campaign=chosen, campaigns=tuple(known[:MOST]))
        self._open = None
        watching = self._watch is not None
        self.stop()
        if watching:
            self.begin()
        self.changed.emit()

    def make(self, folder: Path, name: str) -> None:
        """Make a campaign in a folder, and play it; raises StorageError, and Unreadable for a broken one."""
        from rulesets.campaign.folder import CAMPAIGN, Campaign

        if not is_file(folder / CAMPAIGN):
            Campaign.open(folder).describe(name)
        self.choose(folder)

    # -- writing -----------------------------------------------------------------------------------

    def write(self, thing: Thing, *, aside: bool = False) -> Written:
        """Keep something, with ``aside`` what it was before, too; raises StorageError."""
        return self._told(self.current.write(thing, aside=aside))

    def remove(self, thing: Thing) -> Change:
        """Remove something; raises StorageError."""
        return self._told(self.current.remove(thing))

    def take_back(self, change: Change) -> Change:
        """Undo what was written or removed; raises StorageError."""
        return self._told(self.current.take_back(change))

    def beside(self, campaign: Campaign) -> Campaign:
        """Return a campaign for another thread; whoever has written with it says so by `written`."""
        from rulesets.campaign.folder import Campaign

        return Campaign(campaign.folder, there=campaign.folder != self._paths.campaign)

    def written(self) -> None:
        """Say that something in the folder was written by another thread."""
        self.changed.emit()

    def _told(self, done: T) -> T:
        self.changed.emit()
        return done

    # -- watching ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Watch the folder from now on."""
        if self._watch is None:
            from desktop.files.watch import FolderWatch

            self._watch = FolderWatch(self.folder, inside, self)
            self._watch.changed.connect(self.changed)
            self._watch.begin()

    def stop(self) -> None:
        """Watch no longer."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.stop()
            watch.deleteLater()

    # -- internal ----------------------------------------------------------------------------------

    def _opened(self, folder: Path) -> Campaign:
        from rulesets.campaign.folder import Campaign, take_over

        self.not_taken_over = None
        if folder != self._paths.campaign:
            return Campaign(folder, there=True)
        try:
            take_over(self._paths.library, folder)
        except OSError as error:
            self.not_taken_over = error
            return Campaign(folder, blocks=self._paths.library)
        return Campaign.open(folder)


def inside(folder: Path) -> Iterator[tuple[Path, os.DirEntry[str] | None]]:
    """Yield the folder of a campaign, the folders in it and their TOML files; what was removed is no news."""
    from desktop.files.watch import entries
    from rulesets.campaign.folder import Campaign

    for inside in Campaign.open(folder).folders():
        yield inside, None
        for found in entries(inside):
            if found.name.endswith(".toml") and not found.name.startswith("."):  # locks come and go
                yield Path(found.path), found
