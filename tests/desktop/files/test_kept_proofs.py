"""Proofs of long encounters in the user's cache: used for the very file, by the very code, or not at all."""

from __future__ import annotations

import os
import random
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

import rulesets
from desktop.app_services import AppServices
from desktop.files import kept_proofs
from desktop.files.kept_proofs import MOST, KeptProofs
from rulesets.fight import log_check
from rulesets.fight.storage.proofs import FEWEST_ROWS
from rulesets.table.commands import Add, EndTurn, Start

KEY, PROOF = "4096-" + "ab" * 32, b"where it leads" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "proofs"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many steps each log had that was checked."""
    found: list[int] = []
    play = log_check.LogCheck.play

    def counted(check: log_check.LogCheck, entries: Any, first: int = 1) -> Any:
        found.append(len(entries))
        return play(check, entries, first)

    monkeypatch.setattr(log_check.LogCheck, "play", counted)
    return found


def play_long(program: AppServices) -> Path:
    """A fight that is long enough for a proof, still open."""
    path = program.encounters.new("Long", "saga-edition").path
    for name in ("a", "b"):
        program.bridge.dispatch(Add(combatant={"id": name, "name": name, "hp": 9, "side": name}))
    program.bridge.dispatch(Start())
    while program.bridge.cursor < FEWEST_ROWS:
        program.bridge.dispatch(EndTurn())
    return path


# -- in the program --------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_fight_that_was_closed_opens_without_a_second_proof(
    program: AppServices, checks: list[int]
) -> None:
    """And is the same as it was, back to its first step."""
    path, bridge = play_long(program), program.bridge
    bridge.undo()
    state, line, cursor = bridge.state, [*bridge.line], bridge.cursor
    program.encounters.close()
    assert sum(checks) == len(line)
    del checks[:]
    program.encounters.open(path)
    assert not checks
    assert (bridge.state, bridge.cursor, [*bridge.line]) == (state, cursor, line)
    bridge.redo()
    bridge.dispatch(EndTurn())
    state = bridge.state
    bridge.go_to(0)
    assert not bridge.state.combatants
    bridge.go_to(len(bridge.line))
    assert bridge.state == state
    program.encounters.close()
    del checks[:]
    program.encounters.open(path)
    assert not checks
    assert bridge.state == state


@pytest.mark.slow
def test_one_that_is_only_looked_at_is_proved_once(program: AppServices, checks: list[int]) -> None:
    """Opening and closing change bytes of the file, though nothing was played."""
    path = play_long(program)
    program.encounters.close()
    del checks[:]
    for _ in range(3):
        program.encounters.open(path)
        program.encounters.close()
    assert not checks


@pytest.mark.slow
def test_of_one_that_was_played_on_only_the_further_steps_are_played_again(
    program: AppServices, checks: list[int]
) -> None:
    """Closing a long fight takes no longer for what it was before; what was undone counts, too."""
    path, bridge = play_long(program), program.bridge
    program.encounters.close()
    for _ in range(2):
        program.encounters.open(path)
        del checks[:]
        bridge.dispatch(EndTurn())
        bridge.dispatch(EndTurn())
        bridge.dispatch(EndTurn())
        bridge.go_to(bridge.cursor - 2)
        bridge.dispatch(Add(combatant={"id": f"late {bridge.cursor}", "name": "late"}))
        state, line = bridge.state, [*bridge.line]
        program.encounters.close()
        assert sum(checks) == 2
    program.encounters.open(path)
    assert (bridge.state, [*bridge.line]) == (state, line)
    bridge.go_to(1)
    program.encounters.close()
    assert sum(checks) > FEWEST_ROWS, "where it went back, all of it is proved again"


@pytest.mark.slow
def test_a_file_that_may_not_be_written_has_its_proof_from_its_opening(
    program: AppServices, checks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = play_long(program)
    program.encounters.close()
    for proof in program.paths.proofs.iterdir():
        proof.unlink()
    monkeypatch.setattr("rulesets.fight.storage.opening._lock_if_writable", lambda _path: None)
    del checks[:]
    for _ in range(3):
        assert program.encounters.open(path).read_only
        program.encounters.close()
    assert sum(checks) == FEWEST_ROWS


@pytest.mark.slow
def test_a_byte_that_somebody_changed_is_told_as_ever(program: AppServices, checks: list[int]) -> None:
    path = play_long(program)
    program.encounters.close()
    sound = path.read_bytes()
    place = sound.rindex(b"Long")
    path.write_bytes(sound[:place] + b"G" + sound[place + 1 :])
    with pytest.raises(Exception, match="is not what was written"):
        program.encounters.open(path)
    path.write_bytes(sound)
    del checks[:]
    program.encounters.open(path)
    assert not checks


@pytest.mark.slow
def test_where_no_cache_can_be_written_all_is_as_ever(program: AppServices, checks: list[int]) -> None:
    program.paths.cache.mkdir(parents=True, exist_ok=True)
    program.paths.proofs.write_text("in the way")
    path = play_long(program)
    state = program.bridge.state
    program.encounters.close()
    del checks[:]
    program.encounters.open(path)
    assert program.bridge.state == state
    assert sum(checks) == FEWEST_ROWS
    assert program.paths.proofs.read_text() == "in the way"


@pytest.mark.slow
def test_a_short_fight_leaves_no_proof(program: AppServices, checks: list[int]) -> None:
    """It is closed as ever, too."""
    program.encounters.new("Short", "saga-edition")
    program.bridge.dispatch(Add(combatant={"id": "a", "name": "a"}))
    program.encounters.close()
    assert not checks
    assert not program.paths.proofs.exists()


# -- the store -------------------------------------------------------------------------------------


def test_what_is_kept_is_found(folder: Path) -> None:
    store = KeptProofs(folder)
    assert not store.expects(4096)
    assert store.find(KEY) is None
    store.keep(KEY, PROOF)
    for one in (store, KeptProofs(folder)):
        assert one.find(KEY) == PROOF
        assert one.expects(4096)
        assert not one.expects(409)


@pytest.mark.skipif(sys.platform == "win32", reason="needs the modes of files that Windows does not have")
def test_it_concerns_nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What lies in the program's own folders is for its user only."""
    monkeypatch.setattr("rulesets.places.is_own", lambda path: path.is_relative_to(tmp_path / "own"))
    KeptProofs(tmp_path / "own" / "proofs").keep(KEY, PROOF)
    (file,) = (tmp_path / "own" / "proofs").iterdir()
    assert [stat.S_IMODE(path.stat().st_mode) for path in (file, file.parent)] == [0o600, 0o700]


def test_a_proof_of_other_code_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of the program, or another state of its files, may see what this one did not."""
    KeptProofs(folder).keep(KEY, PROOF)
    with monkeypatch.context() as other:
        other.setattr(rulesets, "__version__", "0.0.1")
        assert KeptProofs(folder).find(KEY) is None
    with monkeypatch.context() as other:
        other.setattr(kept_proofs, "PROVERS", ("fight",))
        assert KeptProofs(folder).find(KEY) is None
    assert KeptProofs(folder).find(KEY) == PROOF


def test_the_code_that_proves_is_all_that_a_log_is_held_against() -> None:
    """A room of the core that a session needs is a prover, or what it says changes no proof."""
    home = Path(rulesets.__file__).parent
    rooms = {path.parent.name for path in home.glob("*/__init__.py")}
    assert rooms - set(kept_proofs.PROVERS) == {
        "campaign",
        "incoming",
        "output",
        "scenarios",
        "seen",
        "words",
    }


@pytest.mark.slow
def test_of_a_thousand_flipped_bits_none_is_a_proof(folder: Path) -> None:
    store, chance = KeptProofs(folder), random.Random(13)
    store.keep(KEY, PROOF)
    (file,) = folder.iterdir()
    sound = file.read_bytes()
    for _ in range(1000):
        flipped = bytearray(sound)
        bit = chance.randrange(len(sound) * 8)
        flipped[bit // 8] ^= 1 << bit % 8
        file.write_bytes(flipped)
        assert store.find(KEY) is None
    for cut in (b"", sound[:3], sound[: len(sound) // 2], sound + b"x", b"not msgpack"):
        file.write_bytes(cut)
        assert store.find(KEY) is None
    file.write_bytes(sound)
    assert store.find(KEY) == PROOF


def test_a_proof_under_another_name_is_none(folder: Path) -> None:
    """Its name alone says nothing."""
    store, other = KeptProofs(folder), "4096-" + "cd" * 32
    store.keep(KEY, PROOF)
    (file,) = folder.iterdir()
    file.rename(file.with_name(file.name.replace(KEY, other)))
    assert store.find(other) is None


def test_the_oldest_go(folder: Path) -> None:
    """There are never more than so many; what else lies there is none of its business."""
    store = KeptProofs(folder)
    store.keep(KEY, PROOF)
    (folder / "note.txt").write_text("mine")
    for number in range(MOST + 5):
        key = f"{number}-{number:064x}"
        store.keep(key, PROOF)
        os.utime(folder / f"{key}.proof", ns=(number, number + 10**9))
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) == MOST + 1
    assert "note.txt" in left
    assert store.find(f"{MOST + 4}-{MOST + 4:064x}") == PROOF
    assert store.find(f"0-{0:064x}") is None


def test_a_folder_that_is_none_is_no_trouble(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    store = KeptProofs(folder)
    store.keep(KEY, PROOF)
    assert store.find(KEY) is None
    assert not store.expects(4096)
