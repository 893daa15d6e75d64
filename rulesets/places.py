"""Where a user's programs keep their files on this system, and who may read them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from platformdirs import PlatformDirs

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
    dirs = PlatformDirs(APP, appauthor=False, roaming=False)
    return Places(
        _place(lambda: dirs.user_data_dir),
        _place(lambda: dirs.user_config_dir),
        _place(lambda: dirs.user_cache_dir),
    )


def is_own(path: Path) -> bool:
    """Return whether a path lies in one of the program's own folders, or is one."""
    wanted = Path(os.path.realpath(path))
    return any(wanted.is_relative_to(os.path.realpath(place)) for place in places())


def new_mode(path: Path) -> int:
    """Return the mode that a new file is made with, before the system takes from it what it takes.

    What is in the program's own folders concerns nobody else; elsewhere the user's system decides.
    """
    return 0o600 if is_own(path) else 0o666


def make_folder(path: Path) -> None:
    """Make a folder and those above it, the program's own ones for its user only; raises OSError."""
    for folder in reversed([path, *path.parents]):
        if folder == path or not folder.exists():
            folder.mkdir(mode=0o700 if is_own(folder) else 0o777, exist_ok=True)


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
