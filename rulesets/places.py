"""Where a user's programs keep their files on this system. Nothing is made here."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

APP = "Turnwright"
NOWHERE = Path(os.devnull).absolute() / "no home folder"
"""Stands for the folders of a user without a home: nothing can be made in it, and whoever tries says so."""


class Places(NamedTuple):
    """The program's folders; none has to exist."""

    data: Path
    config: Path
    cache: Path


def places() -> Places:
    """Return the folders that this system has for a user's programs."""
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP, appauthor=False, roaming=False)
    return Places(
        _place(lambda: dirs.user_data_dir),
        _place(lambda: dirs.user_config_dir),
        _place(lambda: dirs.user_cache_dir),
    )


def home() -> Path:
    """Return the user's own folder, or the top of the disk where there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(Path.cwd().anchor)


def is_file(path: Path) -> bool:
    """Return whether a file can be seen; what lies in a folder that may not be looked into cannot."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Return whether a folder can be seen."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _place(find: Callable[[], str]) -> Path:
    """Return a folder, never one that depends on where the program was started."""
    try:
        found = Path(find())
    except RuntimeError:  # neither a variable nor the system knows a home
        return NOWHERE / APP
    return found if found.is_absolute() else NOWHERE / APP
