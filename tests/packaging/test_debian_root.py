"""Throwing away a root never deletes what is only mounted in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devtools import debian_root
from devtools.console import DevError


def test_a_root_without_mounts_is_removed(tmp_path: Path) -> None:
    (tmp_path / "root" / "etc").mkdir(parents=True)
    debian_root.remove(tmp_path / "root")
    assert not (tmp_path / "root").exists()


def test_one_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    debian_root.remove(tmp_path / "root")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_unmounted_keeps_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "root" / "tmp"
    inside.mkdir(parents=True)
    asked: list[str] = []

    def refuse(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command[-1])
        return subprocess.CompletedProcess(command, 32, "", "target is busy")

    monkeypatch.setattr(debian_root, "spawn", refuse)
    monkeypatch.setattr(debian_root, "_mounts", lambda _: [str(inside)])
    with pytest.raises(DevError, match="is mounted"):
        debian_root.remove(tmp_path / "root")
    assert inside.is_dir()
    assert asked == [str(inside)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's list of mounts")
def test_mounts_are_found_below_a_folder_and_nowhere_else() -> None:
    if not os.path.ismount("/proc"):
        pytest.skip("nothing is mounted at /proc here")
    assert "/proc" in debian_root._mounts(Path("/proc"))
    assert debian_root._mounts(Path("/proc/no-such-folder")) == []
