"""A small disk that can be filled, for tests of what happens when there is no room."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest


class Disk:
    """A small disk that can be filled to the last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ballast = folder / "ballast"

    def fill(self, leave: int = 0) -> None:
        """Take all room but so many bytes."""
        with self.ballast.open("ab", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        if leave:
            os.truncate(self.ballast, self.ballast.stat().st_size - leave)

    def free(self) -> None:
        """Give all of it back."""
        self.ballast.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A tmpfs of half a megabyte; mounting needs root."""
    if sys.platform == "win32":
        pytest.skip("needs limits that Windows does not have")
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.getuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield Disk(folder)
    subprocess.run(["umount", "--lazy", folder], check=True)  # also when a failed test left a file open
