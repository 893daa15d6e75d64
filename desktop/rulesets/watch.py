"""Notices what changes in the user's folder of rulesets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.files.watch import FolderWatch, entries
from rulesets.places import is_folder

INSIDE = ("", "scenarios")
"""Folders of a ruleset that are looked into."""


class RulesetWatch(FolderWatch):
    """Watches the texts of all rulesets in a folder."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Watch ``folder`` once it is wanted."""
        super().__init__(folder, _inside, parent)


def _inside(folder: Path) -> Iterator[tuple[Path, os.DirEntry[str] | None]]:
    """Yield the folder, the rulesets' folders in it and their TOML files."""
    if not is_folder(folder):
        return
    yield folder, None
    for ruleset in entries(folder):
        if not ruleset.is_dir():
            continue
        for name in INSIDE:
            inside = Path(ruleset.path, name) if name else Path(ruleset.path)
            if is_folder(inside):
                yield inside, None
                yield from ((Path(f.path), f) for f in entries(inside) if f.name.endswith(".toml"))
