"""Where the program keeps what belongs to its user. Folders are made when something is written into them."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from msgspec import Struct

from rulesets.places import places
from rulesets.plain_files import file_name

ENDING = ".turnwright"


class Paths(Struct, frozen=True):
    """The program's folders. None has to exist and none has to be writable for the program to start."""

    data: Path
    """Encounters and crash reports."""
    config: Path
    """Settings."""
    cache: Path
    """What can be made again."""

    @classmethod
    def standard(cls) -> Self:
        """The folders that this system has for a user's programs."""
        return cls(*places())

    @property
    def encounters(self) -> Path:
        """Where new encounters go unless the user chooses otherwise."""
        return self.data / "encounters"

    @property
    def drafts(self) -> Path:
        """Where prepared encounters are while they are edited."""
        return self.data / "drafts"

    @property
    def campaign(self) -> Path:
        """The campaign of whoever has chosen none."""
        return self.data / "campaign"

    @property
    def library(self) -> Path:
        """The user's own stat blocks from before there were campaigns, in a folder for each ruleset."""
        return self.data / "library"

    @property
    def rulesets(self) -> Path:
        """The user's own rulesets, in a folder for each."""
        return self.data / "rulesets"

    @property
    def templates(self) -> Path:
        """The user's own templates for what is printed and exported."""
        return self.data / "templates"

    @property
    def crash_reports(self) -> Path:
        """Where reports of crashes go."""
        return self.data / "crash-reports"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.config / "settings.json"

    @property
    def rules(self) -> Path:
        """Compiled rulesets, by a checksum of what they were made from."""
        return self.cache / "rules"

    @property
    def proofs(self) -> Path:
        """Where long encounters lead that were proved, by a digest of their files."""
        return self.cache / "proofs"


def resources() -> Path:
    """The folder of the data that comes with the program: beside the packages, installed or not."""
    return Path(__file__).resolve().parents[2] / "resources"


def free_path(folder: Path, name: str) -> Path:
    """The first file in ``folder`` for an encounter called ``name`` that does not exist: X, X 2, X 3."""
    stem = file_name(name)
    path, number = folder / (stem + ENDING), 1
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{ENDING}"
    return path
