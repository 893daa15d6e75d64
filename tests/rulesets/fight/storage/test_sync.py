"""What is committed reaches the disk within half a second, and a power cut costs no more than that."""

import os
import random
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesets.fight.storage import files
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Unknown
from rulesets.fight.storage.files import beside
from rulesets.fight.storage.sync import Syncer
from rulesets.fight.storage.values import Surroundings
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, entries, fill
from tests.sampling import mostly_slow

LONG = 30.0


def test_flush_asks_the_system_for_this_very_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any handle of the file will do for fsync, but it has to be this file's."""
    path.write_bytes(b"x")
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle).st_ino))
    files.flush(path)
    assert flushed == [path.stat().st_ino]


@pytest.mark.slow
def test_a_commit_is_flushed_within_half_a_second(path: Path) -> None:
    """With the real delay and the real disk; the log is what is flushed."""
    flushed: list[tuple[str, float]] = []

    def flush(name: Path) -> None:
        files.flush(name)
        flushed.append((name.name, time.monotonic()))

    with EncounterFile.create(path, HEADER, surroundings=Surroundings(flush=flush)) as file:
        for number in range(3):
            fill(file, 5)
            committed = time.monotonic()
            assert file.wait_synced(LONG)
            assert len(flushed) == number + 1, "commits close together share a flush"
            name, at = flushed[-1]
            assert name == beside(path, "-wal").name
            assert at - committed < 0.5


def test_moves_and_header_changes_are_flushed_too(path: Path) -> None:
    """Whatever is committed counts."""
    flushes: list[Path] = []
    with EncounterFile.create(path, HEADER, surroundings=Surroundings(flush=flushes.append, delay=0)) as file:
        steps: list[Callable[[], object]] = [
            lambda: fill(file, 1),
            lambda: file.move(0),
            lambda: file.rename("x"),
        ]
        for number, step in enumerate(steps, start=1):
            step()
            assert file.wait_synced(LONG)
            assert len(flushes) == number


def test_appending_does_not_wait_for_a_slow_disk(path: Path) -> None:
    """While a flush is stuck, the fight goes on; afterwards what came meanwhile is flushed as well."""
    stuck, go_on = threading.Event(), threading.Event()

    def flush(_: Path) -> None:
        stuck.set()
        assert go_on.wait(LONG)

    with EncounterFile.create(path, HEADER, surroundings=Surroundings(flush=flush, delay=0)) as file:
        fill(file, 1)
        assert stuck.wait(LONG)
        fill(file, 100)
        assert len(entries(file)) == 101
        assert not file.wait_synced(0)
        go_on.set()
        assert file.wait_synced(LONG)


def test_closing_flushes_at_once(path: Path) -> None:
    """The delay is cut short by the end; the thread does not outlive it."""
    flushes: list[Path] = []
    with EncounterFile.create(
        path, HEADER, surroundings=Surroundings(flush=flushes.append, delay=3600)
    ) as file:
        fill(file, 1)
        assert flushes == []
    assert flushes == [beside(path, "-wal")]


def test_a_disk_that_refuses_is_reported_until_a_checkpoint_has_written_everything(path: Path) -> None:
    """After a failed fsync the system may call the next one good although the pages are lost."""
    failing = [True]

    def flush(_: Path) -> None:
        if failing[0]:
            failing[0] = False
            raise OSError(5, "Input/output error")

    with EncounterFile.create(path, HEADER, surroundings=Surroundings(flush=flush, delay=0)) as file:
        assert file.unsynced is None
        fill(file, 1)
        assert not file.wait_synced(0.05)
        while file.unsynced is None:  # the thread is about to report
            file.wait_synced(0.01)
        fill(file, 1)
        assert not file.wait_synced(0.05)
        assert isinstance(file.unsynced, Unknown)
        assert "Input/output error" in file.unsynced.message()
        file.checkpoint()
        assert file.wait_synced(0)
        assert file.unsynced is None
        fill(file, 1)
        assert file.wait_synced(LONG)


def test_a_syncer_without_work_ends_without_flushing() -> None:
    """A file that was only looked at causes no writes."""
    flushes: list[None] = []
    Syncer(lambda: flushes.append(None), 0).stop()
    assert flushes == []


def _cut_power(folder: Path, main: bytes, log: bytes, name: str) -> Path:
    """The folder as it is found after the power came back."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / name).write_bytes(main)
    (folder / f"{name}-wal").write_bytes(log)
    return folder / name


def _torn(random_: random.Random, synced: bytes, later: bytes) -> bytes:
    """The log with some blocks of its unsynced part written, some not, and an end anywhere."""
    log = bytearray(later)
    for start in range(len(synced) - len(synced) % 512, len(log), 512):
        if random_.random() < 0.3:
            old = synced[start : start + 512]
            log[start : start + 512] = old + bytes(len(log[start : start + 512]) - len(old))
    log[: len(synced)] = synced
    return bytes(log[: random_.randint(len(synced), len(log))])


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(25), 0, 1))
def test_a_power_cut_costs_at_most_what_was_not_synced(
    file: EncounterFile, tmp_path: Path, seed: int
) -> None:
    """Whatever part of the unsynced log was written: all synced commands are there, the rest is a prefix."""
    random_ = random.Random(seed)
    fill(file, random_.randint(1, 60))
    assert file.wait_synced(LONG)
    synced = len(entries(file))
    as_synced = as_if_killed(file.path, tmp_path / "synced")
    main, log = as_synced.read_bytes(), beside(as_synced, "-wal").read_bytes()
    fill(file, random_.randint(1, 60), "unsynced")
    expected = entries(file)
    later = beside(as_if_killed(file.path, tmp_path / "later"), "-wal").read_bytes()

    for _ in range(4):
        found = _cut_power(tmp_path / "found", main, _torn(random_, log, later), file.path.name)
        with EncounterFile.open(found) as again:
            after = entries(again)
            assert synced <= len(after) <= len(expected)
            assert after == expected[: len(after)]
            again.append(b"goes on", "goes on", cut=False)


@pytest.mark.slow
def test_half_a_checkpoint_is_completed_from_the_log(file: EncounterFile, tmp_path: Path) -> None:
    """A kill or a full disk in the middle of one: the file alone makes no sense, with its log it is whole."""
    for _ in range(30):
        file.append(bytes(3000), "step", cut=False)
    left = as_if_killed(file.path, tmp_path / "before")
    before, log = left.read_bytes(), beside(left, "-wal").read_bytes()
    file.checkpoint()
    after = as_if_killed(file.path, tmp_path / "after").read_bytes()
    for reached in range(0, len(after), 6144):  # pages are moved in their order; the disk may tear one
        main = after[:reached] + before[reached:]
        found = _cut_power(tmp_path / "found", main, log, file.path.name)
        with EncounterFile.open(found) as again:
            assert len(entries(again)) == 30


@pytest.mark.parametrize("seed", range(10))
def test_a_power_cut_after_a_checkpoint_costs_nothing_of_it(
    file: EncounterFile, tmp_path: Path, seed: int
) -> None:
    """After a checkpoint the log is written anew from its beginning: old and new blocks mix, none is
    mistaken."""
    random_ = random.Random(seed)
    fill(file, random_.randint(20, 60))
    file.checkpoint()
    synced = len(entries(file))
    before = as_if_killed(file.path, tmp_path / "before")
    main, old_log = before.read_bytes(), beside(before, "-wal").read_bytes()
    fill(file, random_.randint(1, 30), "unsynced")
    expected = entries(file)
    new_log = beside(as_if_killed(file.path, tmp_path / "after"), "-wal").read_bytes()

    header = 32  # SQLite itself flushes the new log's header before anything follows it
    for _ in range(4):
        reached = random_.randint(header, len(new_log))
        log = new_log[:reached] + old_log[reached:]
        found = _cut_power(tmp_path / "found", main, log, file.path.name)
        with EncounterFile.open(found) as again:
            after = entries(again)
        assert synced <= len(after)
        assert after == expected[: len(after)]
