"""Encounters and their files: what was done is there again, whatever was undone in between."""

from __future__ import annotations

import os
import random
import stat
import sys
from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.files.encounters import Encounters
from desktop.files.journal import NotKept
from desktop.files.ruleset_cache import RulesetCache
from desktop.files.samples import read_sample, shipped
from desktop.messages.sentences import sentence
from desktop.process.paths import Paths, free_path
from rulesets.campaign.reading import Unreadable
from rulesets.fight.kept import read_kept
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import AlreadyExists, NotAnEncounter, NotFound
from rulesets.output.summary import summarise_kept
from rulesets.plain_files import file_name, write_whole
from rulesets.reading.loader import RulesetError
from rulesets.table.commands import Act, Add, Apply, EndTurn, MoveTrack
from rulesets.table.writing import Writing
from tests.desktop.fights import start
from tests.effort import calls


@pytest.fixture
def sample(program: AppServices) -> AppServices:
    """The program with the sample fight open."""
    program.encounters.new_from(read_sample(shipped()))
    return program


@pytest.mark.slow
def test_a_fight_is_there_again(sample: AppServices) -> None:
    """State, log and what can be redone, under the rules it was begun with."""
    bridge = sample.bridge
    start(bridge)
    bridge.dispatch(Act(who="sarlane", cost="swift"))
    bridge.dispatch(EndTurn())
    bridge.dispatch(Apply(pipeline="damage", to=("deel",), inputs={"amount": 20}))
    bridge.undo()
    before, cursor, entries = bridge.state, bridge.session.cursor, tuple(bridge.session.line)
    current = sample.encounters.current
    assert current is not None
    sample.encounters.close()
    assert not bridge.is_open
    assert current.path.parent == sample.paths.encounters
    assert [path.name for path in current.path.parent.iterdir() if not path.name.startswith(".")] == [
        "Ambush at Docking Bay 94.turnwright"
    ]
    opened = sample.encounters.open(current.path)
    assert bridge.state == before
    assert (bridge.session.cursor, tuple(bridge.session.line)) == (cursor, entries)
    assert opened.name == "Ambush at Docking Bay 94"
    assert opened.rules.options_set["delay_tie"] == "after"
    assert bridge.redo()
    assert bridge.state.combatants["deel"].stats["hp"] == 28


@pytest.mark.slow
def test_a_command_after_an_undo_cuts_off_and_both_lines_are_kept(sample: AppServices) -> None:
    """The file numbers rows for good, the session counts its line: they must not be mixed up."""
    bridge = sample.bridge
    start(bridge)
    for _ in range(3):
        bridge.dispatch(EndTurn())
    bridge.undo_to(bridge.session.cursor - 2)
    bridge.dispatch(MoveTrack(who="deel", by=1))
    bridge.dispatch(MoveTrack(who="deel", by=1))
    bridge.undo()
    bridge.undo()
    bridge.redo()
    state = bridge.state
    current = sample.encounters.current
    assert current is not None
    assert [branch.length for branch in current.file.branches()] == [2]
    sample.encounters.close()
    sample.encounters.open(current.path)
    assert bridge.state == state
    assert bridge.session.can_redo


def test_names_become_files_that_every_system_takes(tmp_path: Path) -> None:
    """And one that exists is never replaced."""
    assert file_name("../../etc/passwd") == "etc passwd"
    assert file_name('a:b*c?"<d>|') == "a b c d"
    assert file_name("con") == "Encounter con"
    assert file_name("Nul .: two") == "Encounter Nul . two"
    assert file_name("COM²") == "Encounter COM²"
    assert file_name(" .. ") == "Encounter"
    assert len(file_name("ü" * 300).encode()) <= 80
    assert free_path(tmp_path, "Fight").name == "Fight.turnwright"
    (tmp_path / "Fight.turnwright").touch()
    (tmp_path / "Fight 2.turnwright").touch()
    assert free_path(tmp_path, "Fight").name == "Fight 3.turnwright"


@pytest.mark.slow
def test_a_failed_open_leaves_the_open_fight_as_it_is(sample: AppServices, tmp_path: Path) -> None:
    """Nothing is closed before the other file has proved to be one."""
    bridge, current = sample.bridge, sample.encounters.current
    start(bridge)
    with pytest.raises(NotFound):
        sample.encounters.open(tmp_path / "none.turnwright")
    (tmp_path / "foreign.turnwright").write_text("hello")
    with pytest.raises(NotAnEncounter):
        sample.encounters.open(tmp_path / "foreign.turnwright")
    assert sample.encounters.current is current
    assert bridge.dispatch(EndTurn()) is not None


def test_a_command_that_cannot_be_kept_does_not_happen(sample: AppServices, qtbot) -> None:
    """The bridge says why, and the state is as before."""
    current, bridge = sample.encounters.current, sample.bridge
    assert current is not None
    start(bridge)
    state = bridge.state
    failing = current.file._syncer
    current.file._syncer = None  # as if the file had been opened for reading
    with qtbot.waitSignal(bridge.failed) as caught:
        assert bridge.dispatch(EndTurn()) is None
    assert isinstance(caught.args[0], NotKept)
    assert "everything before it is kept" in sentence(caught.args[0])
    with qtbot.waitSignal(bridge.failed):
        assert not bridge.undo()
    bridge.back_one_turn()  # must not try for ever
    assert bridge.state == state
    current.file._syncer = failing
    assert bridge.dispatch(EndTurn()) is not None


@pytest.mark.slow
def test_a_copy_can_be_opened_and_the_original_goes_on(sample: AppServices, tmp_path: Path) -> None:
    """A copy is never written over without being told."""
    start(sample.bridge)
    state = sample.bridge.state
    copy = tmp_path / "copy.turnwright"
    sample.encounters.save_copy(copy)
    with pytest.raises(AlreadyExists):
        sample.encounters.save_copy(copy)
    sample.bridge.dispatch(EndTurn())
    sample.encounters.open(copy)
    assert sample.bridge.state == state


@pytest.mark.slow
def test_a_ruleset_is_compiled_once(tmp_path: Path, program: AppServices, monkeypatch) -> None:
    """The second time it comes from the user's cache; a damaged cache is no harm."""
    from rulesets.reading import loader

    text = (loader.shipped()["saga-edition"] / loader.FILE).read_text()
    first = RulesetCache(tmp_path).compiled(Writing("x", text), {})
    (kept,) = tmp_path.iterdir()
    monkeypatch.setattr(loader, "load_writing", None)
    again = RulesetCache(tmp_path).compiled(Writing("x", text), {})
    for field in first.__struct_fields__:
        assert getattr(again, field) == getattr(first, field), field
    monkeypatch.undo()
    kept.write_bytes(b"not msgpack")
    assert RulesetCache(tmp_path).compiled(Writing("x", text), {}).hash == first.hash
    with pytest.raises(RulesetError):
        RulesetCache(tmp_path).compiled(Writing("x", text), {"exchange": "nonsense"})


@pytest.mark.slow
def test_of_a_thousand_flipped_bits_none_gives_other_rules(tmp_path: Path, monkeypatch) -> None:
    """Whatever a disk forgets of the cache: it is seen, and the ruleset is compiled again."""
    from rulesets.reading import loader

    writing = Writing("x", (loader.shipped()["kaiser"] / loader.FILE).read_text())
    first = RulesetCache(tmp_path).compiled(writing, {})
    (kept,) = tmp_path.iterdir()
    whole, chance, again = kept.read_bytes(), random.Random(13), []
    monkeypatch.setattr(loader, "load_writing", lambda *given: again.append(given) or first)
    for _ in range(1000):
        flipped = bytearray(whole)
        bit = chance.randrange(len(whole) * 8)
        flipped[bit // 8] ^= 1 << bit % 8
        kept.write_bytes(flipped)
        assert RulesetCache(tmp_path).compiled(writing, {}) is first
        assert kept.read_bytes() == whole
    assert len(again) == 1000
    kept.write_bytes(whole[: len(whole) // 2])
    assert RulesetCache(tmp_path).compiled(writing, {}) is first
    assert RulesetCache(tmp_path).compiled(writing, {}) is not first
    assert len(again) == 1001


def test_an_unknown_ruleset_says_so(program: AppServices) -> None:
    """With what might have been meant."""
    with pytest.raises(RulesetError, match="saga-editon"):
        program.encounters.new("A", "saga-editon")
    assert "Nothing was changed" in sentence(RulesetError(()))
    assert os.listdir(program.paths.data.parent) in ([], ["cache"])  # noqa: PTH208


HOUSE = 'id = "house"\nlabel = "House rules"\nextends = "srd35"\n[stat]\nmax_hp = 33\n'


@pytest.fixture
def house(program: AppServices) -> Path:
    """A ruleset of the user's own that extends a shipped one, with a translation; returns its folder."""
    folder = program.paths.rulesets / "house"
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text(HOUSE)
    (folder / "ruleset.de.toml").write_text('label = "Hausregeln"\n')
    return folder


@pytest.mark.slow
def test_an_encounter_under_ones_own_ruleset_needs_its_folder_no_more(
    program: AppServices, house: Path
) -> None:
    """Opening a fight never needs the ruleset's folder (architecture, storage)."""
    opened = program.encounters.new("At home", "house")
    program.bridge.dispatch(Add(combatant={"id": "a", "name": "Ash"}))
    assert program.bridge.value("a", "hp") == 33
    path, hash_ = opened.path, opened.rules.hash
    program.encounters.close()
    for file in house.iterdir():
        file.unlink()
    house.rmdir()
    again = program.encounters.open(path)
    assert (again.rules.id, again.rules.hash) == ("house", hash_)
    assert program.bridge.value("a", "hp") == 33
    assert str(program.paths.data) not in path.read_bytes().decode("latin-1")


def test_an_encounter_keeps_the_translations_of_its_ruleset(program: AppServices, house: Path) -> None:
    path = program.encounters.new("Daheim", "house").path
    program.encounters.close()
    spoken = Encounters(
        program.paths, program.shelf, RulesetCache(program.paths.rules, "de-at"), program.bridge
    )
    assert spoken.open(path).rules.label == "Hausregeln"
    spoken.close()


@pytest.mark.parametrize("name", ["../house", "/etc", "house/ruleset.toml"])
def test_a_prepared_encounter_names_a_ruleset_and_never_a_path(
    program: AppServices, house: Path, name: str
) -> None:
    """Somebody else may have written it."""
    with pytest.raises(RulesetError, match="There is no ruleset"):
        program.encounters.new("Odd", name)


@pytest.mark.slow
def test_a_name_of_any_length_costs_no_time(program: AppServices, tmp_path: Path) -> None:
    """A file of somebody else's may say 300 kB: it is shown cut off, and its file's name is made at once."""
    huge = "Ambush " * 45_000
    path = tmp_path / "huge.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    program.encounters.close()
    with EncounterFile.open(path) as file:
        file.rename(huge)
    opened = program.encounters.open(path)
    assert opened.name == f"{huge[:119]}…"
    assert file_name(huge) == huge[:80].rstrip()
    assert file_name("\u00e4" * 300_000) == "\u00e4" * 40
    assert calls(file_name, huge) < 10_000, "it is cut off before each letter is looked at"
    assert summarise_kept(read_kept(path)).title == opened.name


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_no_prepared_encounter(tmp_path: Path) -> None:
    """It would be waited for for ever."""
    os.mkfifo(tmp_path / "prepared.toml")
    with pytest.raises(Unreadable, match="no ordinary file"):
        read_sample(tmp_path / "prepared.toml")


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are named by variables of Linux")
def test_what_is_written_into_our_own_folders_is_their_users_only(tmp_path: Path, monkeypatch) -> None:
    """Settings, stat blocks, reports; elsewhere the system decides."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    before = os.umask(0o022)
    try:
        own, elsewhere = Paths.standard().settings, tmp_path / "elsewhere" / "export.html"
        for path in (own, elsewhere):
            write_whole(path, b"x")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (own, own.parent)] == [0o600, 0o700]
    assert [stat.S_IMODE(path.stat().st_mode) for path in (elsewhere, elsewhere.parent)] == [0o644, 0o755]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets only administrators make links")
def test_a_link_stays_one(tmp_path: Path) -> None:
    """A library in a folder that is kept elsewhere: what the link leads to is written."""
    there, link = tmp_path / "elsewhere" / "blocks.toml", tmp_path / "blocks.toml"
    there.parent.mkdir()
    link.symlink_to(there)
    write_whole(link, b"one")
    write_whole(link, b"two")
    assert link.is_symlink()
    assert there.read_bytes() == b"two"
    assert set(tmp_path.iterdir()) == {link, there.parent}
    with pytest.raises(FileExistsError):
        write_whole(link, b"three", new=True)
