"""A campaign's folder: what is kept comes back, others are not written over, what is broken is named."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from rulesets.campaign.folder import Campaign, take_over
from rulesets.campaign.things import Block, Member, Party, Prepared, Wave
from rulesets.fight.storage.errors import Changed, InUse, NoPermission, StorageError
from rulesets.fight.storage.lock import FileLock

ANNA = Member({"id": "anna", "name": "Anna", "hp": 12}, {"hp": 3})
CREW = Party(name="The crew", ruleset="srd35", notes="Friday\nat eight", members=(ANNA,))
ORC = Block("Orc: chief?", {"side": "orcs", "hp": 9}, "srd35", ("cave", "boss"))
FORD = Prepared(
    name="The ford",
    ruleset="srd35",
    options={"hard": True},
    notes="It rains.",
    combatants=({"id": "a", "name": "Troll"},),
    waves=(Wave("when they howl", 3, "Two.", ({"id": "b", "name": "Wolf"},)),),
)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return Campaign.open(tmp_path / "campaign")


def _all(campaign: Campaign) -> list[object]:
    found = [*campaign.parties(), *campaign.blocks("srd35"), *campaign.encounters()]
    return [replace(thing, origin=None) for thing in found]


def test_a_folder_that_is_not_there_is_an_empty_campaign(campaign: Campaign) -> None:
    assert (_all(campaign), campaign.troubles, campaign.played()) == ([], (), {})
    assert campaign.name == "campaign"
    assert not campaign.folder.exists()


def test_everything_comes_back_as_it_was_kept(campaign: Campaign) -> None:
    """Each in a file that is called after it as far as files can be."""
    for thing in (CREW, ORC, FORD):
        campaign.write(thing)
    assert _all(Campaign.open(campaign.folder)) == [CREW, ORC, FORD]
    files = {str(path.relative_to(campaign.folder)) for path in campaign.folder.rglob("*.toml")}
    assert files == {"parties/The crew.toml", "blocks/srd35/Orc chief.toml", "encounters/The ford.toml"}
    campaign.describe("Winter", "Bring snow")
    assert (campaign.name, campaign.notes) == ("Winter", "Bring snow")
    assert not list(campaign.folder.rglob(".*"))


def test_two_of_one_name_have_a_file_each(campaign: Campaign) -> None:
    first, second = (campaign.write(CREW).change.path.name for _ in range(2))
    assert (first, second) == ("The crew.toml", "The crew 2.toml")


def test_what_is_written_again_keeps_its_file_and_what_people_wrote(campaign: Campaign) -> None:
    path = campaign.write(CREW).change.path
    path.write_text(path.read_text("utf-8") + "# the end\n", "utf-8")
    (there,) = campaign.parties()
    written = campaign.write(replace(there, name="The new crew"))
    assert (written.change.path, written.beside) == (path, False)
    assert path.read_text("utf-8").endswith("# the end\n")
    assert campaign.parties() == (written.thing,)


def test_what_others_have_changed_meanwhile_stays_and_this_goes_beside_it(campaign: Campaign) -> None:
    path = campaign.write(CREW).change.path
    (there,) = campaign.parties()
    theirs = path.read_text("utf-8").replace("Anna", "Annabel")
    path.write_text(theirs, "utf-8")
    written = campaign.write(replace(there, notes="Saturday"))
    assert written.beside
    assert written.change.path.name == "The crew 2.toml"
    assert path.read_text("utf-8") == theirs
    assert {one.notes for one in campaign.parties()} == {"Friday\nat eight", "Saturday"}


def test_what_others_have_removed_is_written_anew(campaign: Campaign) -> None:
    path = campaign.write(CREW).change.path
    (there,) = campaign.parties()
    path.unlink()
    written = campaign.write(there)
    assert (written.change.path, written.beside) == (path, False)


def test_a_file_of_several_stat_blocks_may_be_changed_elsewhere(campaign: Campaign) -> None:
    """Of two that were looked at together one is written after the other, though the file is another then."""
    path = campaign.blocks_folder("srd35") / "cave.toml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "# cave\n[[combatant]]\nname = 'A'\nhp = 1\n\n[[combatant]]\nid = 'b'\nname = 'B' # b\nhp = 2\n"
    )
    one, other = campaign.blocks("srd35")
    for block in (one, other):
        assert not campaign.write(replace(block, given={"hp": 7})).beside
    assert [block.given["hp"] for block in campaign.blocks("srd35")] == [7, 7]
    assert "id = 'b'\nname = 'B' # b\nhp = 7\n" in path.read_text()
    change = campaign.remove(campaign.blocks("srd35")[0])
    assert [block.name for block in campaign.blocks("srd35")] == ["B"]
    assert change.aside is not None
    assert change.aside.read_text() == "# cave\n[[combatant]]\nname = 'A'\nhp = 7\n\n"
    campaign.take_back(change)
    assert [block.name for block in campaign.blocks("srd35")] == ["A", "B"]


def test_what_is_removed_lies_aside_and_comes_back_to_the_byte(campaign: Campaign) -> None:
    path = campaign.write(CREW).change.path
    before = path.read_bytes()
    change = campaign.remove(campaign.parties()[0])
    assert not path.exists()
    assert change.aside == campaign.folder / "removed" / "parties" / "The crew.toml"
    assert change.aside.read_bytes() == before
    again = campaign.take_back(change)
    assert path.read_bytes() == before
    assert not change.aside.exists()
    campaign.take_back(again)
    assert campaign.parties() == ()
    assert _all(campaign) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes are not what they are elsewhere")
def test_what_comes_back_is_the_file_itself_and_stays_whom_it_is_for(campaign: Campaign) -> None:
    """A file with a mark of its editor, a link, one that nobody else may read: none is made another one."""
    path = campaign.write(CREW).change.path
    real = campaign.folder / "of an editor.toml"
    path.rename(real)
    real.write_bytes(b"\xef\xbb\xbf" + real.read_bytes())
    before = real.read_bytes()
    path.symlink_to(Path("..") / real.name)
    change = campaign.remove(campaign.parties()[0])
    campaign.take_back(change)
    assert path.is_symlink()
    assert path.read_bytes() == before
    path.unlink()
    real.rename(path)
    path.chmod(0o600)
    campaign.write(replace(campaign.parties()[0], notes="They know."))
    assert path.stat().st_mode & 0o777 == 0o600
    assert campaign.parties()[0].notes == "They know."


def test_nothing_is_removed_or_taken_back_that_others_have_changed(campaign: Campaign) -> None:
    written = campaign.write(CREW)
    path = written.change.path
    path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8")
    with pytest.raises(Changed, match="Look at it again"):
        campaign.remove(written.thing)
    with pytest.raises(Changed):
        campaign.take_back(written.change)
    assert path.read_text("utf-8").endswith("# mine\n")


@pytest.mark.parametrize(
    ("where", "text", "said"),
    [
        ("parties/x.toml", "oops", "this is no TOML"),
        ("parties/x.toml", 'name = "A"\nruleset = 4', "line 2: ruleset: a text is needed here"),
        (
            "parties/x.toml",
            'name = "A"\nruleset = "x"\n[[member]]\nhp = 1',
            "line 3: member 1: name: it has no name",
        ),
        ("parties/x.toml", 'name = "A"\nruleset = "x"\nmember = 1', "there is not one [[member]]"),
        ("blocks/srd35/x.toml", "a = 1", "there is not one [[combatant]]"),
        (
            "blocks/srd35/x.toml",
            "[[combatant]]\nname = 'A'\ntags = 'a'",
            "line 3: combatant 1: tags: these must",
        ),
        ("blocks/srd35/x.toml", "[[combatant]]\nname = 'A'\nhp = " + "9" * 5000, "more than 30 digits"),
        (
            "encounters/x.toml",
            'name = "A"\nruleset = "x"\nsides = 1\n',
            "line 3: sides: there is no such key",
        ),
        (
            "encounters/x.toml",
            'name = "A"\nruleset = "x"\n[[wave]]\nround = -1\n',
            "wave 1: round: a number",
        ),
        (
            "encounters/x.toml",
            'name = "A"\nruleset = "x"\n[[combatant]]\nid = "a"\n[[wave]]\n[[wave.combatant]]\nid = "a"',
            "there is another one called 'a'",
        ),
        ("played.toml", "[[played]]\nencounter = 1", "line 1: played 1"),
        ("campaign.toml", "name = 1", "line 1: name: a text is needed here"),
    ],
)
def test_what_cannot_be_read_is_named_and_left_alone(
    campaign: Campaign, where: str, text: str, said: str
) -> None:
    """With file, line and reason; all else is there."""
    for thing in (CREW, ORC, FORD):
        campaign.write(thing)
    broken = campaign.folder / where
    broken.write_text(text, "utf-8")
    (trouble,) = campaign.troubles
    assert str(trouble).startswith(f"{broken.name}: ")
    assert said in str(trouble)
    assert len(_all(campaign)) == 3
    assert broken.read_text("utf-8") == text


def test_odd_things_in_a_folder_are_named_or_passed_over(campaign: Campaign) -> None:
    """A folder, a pipe, bytes, a file too large; names that begin with a dot are others' affairs."""
    folder = campaign.folder / "parties"
    (folder / "folder.toml").mkdir(parents=True)
    os.mkfifo(folder / "pipe.toml")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe")
    (folder / "large.toml").write_bytes(b"#" * 2_000_001)
    (folder / ".hidden.toml").write_text("oops")
    (folder / "notes.txt").write_text("oops")
    assert campaign.parties() == ()
    told = [str(trouble) for trouble in campaign.troubles]
    assert [line.partition(":")[0] for line in told] == [
        "bytes.toml",
        "folder.toml",
        "large.toml",
        "pipe.toml",
    ]


def test_what_has_become_unreadable_is_never_written_to(campaign: Campaign) -> None:
    path = campaign.write(CREW).change.path
    (there,) = campaign.parties()
    path.write_bytes(b"\xff\xfe")
    assert campaign.write(there).beside
    assert path.read_bytes() == b"\xff\xfe"


def test_where_nothing_can_be_made_that_is_said(tmp_path: Path) -> None:
    """A file lies where the folder should: as without a home folder."""
    (tmp_path / "file").write_text("")
    campaign = Campaign.open(tmp_path / "file" / "campaign")
    assert _all(campaign) == []
    with pytest.raises(StorageError):
        campaign.write(CREW)


def test_a_file_that_another_program_writes_is_waited_for(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = campaign.write(CREW).change.path
    monkeypatch.setattr("rulesets.campaign.folder.PATIENCE", 0.0)
    lock = FileLock(path, "create")
    with pytest.raises(InUse):
        campaign.write(campaign.parties()[0])
    lock.release()
    campaign.write(campaign.parties()[0])


def test_how_often_it_was_played_and_when_is_kept_beside_it(campaign: Campaign) -> None:
    prepared = campaign.write(FORD).thing
    first, second = (datetime(2026, 11, day, 20, 15, tzinfo=UTC) for day in (6, 13))
    for moment in (first, second):
        campaign.note_played(prepared, moment)
    played = Campaign.open(campaign.folder).played()["The ford"]
    assert (played.times, played.last) == (2, second)


@pytest.mark.parametrize(
    "text",
    [
        'played = [{ encounter = "The ford", at = 2026-11-06T20:15:00Z }]  # by hand\n',
        '[[played]]\nencounter = "The ford"\nat = 2026-11-06T20:15:00Z\n[mine]\nkey = 1',
    ],
)
def test_however_people_write_what_was_played_one_more_is_noted(campaign: Campaign, text: str) -> None:
    prepared = campaign.write(FORD).thing
    (campaign.folder / "played.toml").write_text(text)
    campaign.note_played(prepared, datetime(2026, 11, 13, tzinfo=UTC))
    assert campaign.played()["The ford"].times == 2
    assert campaign.troubles == ()


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_that_is_in_no_year_is_named(campaign: Campaign, at: str) -> None:
    campaign.write(FORD)
    (campaign.folder / "played.toml").write_text(f'[[played]]\nencounter = "The ford"\nat = {at}\n')
    assert campaign.played() == {}
    assert [trouble.path.name for trouble in campaign.troubles] == ["played.toml"]


def test_older_stat_blocks_are_taken_over_once(tmp_path: Path) -> None:
    """They stay where they were; a broken one is taken along, to be named."""
    older, folder = tmp_path / "library", tmp_path / "campaign"
    (older / "srd35").mkdir(parents=True)
    (older / "srd35" / "Orc.toml").write_text("# mine\n[[combatant]]\nname = 'Orc'\n")
    (older / "srd35" / "broken.toml").write_text("oops")
    (older / "srd35" / "no text.toml").write_bytes(b"name = '\xff'")
    (older / "srd35" / "Orc.toml.bak").write_text("older")
    assert take_over(older, folder)
    campaign = Campaign.open(folder)
    assert [block.name for block in campaign.blocks("srd35")] == ["Orc"]
    assert [trouble.path.name for trouble in campaign.troubles] == ["broken.toml", "no text.toml"]
    assert (older / "srd35" / "Orc.toml").exists()
    assert not take_over(older, folder)
    assert not take_over(tmp_path / "none", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["campaign", "library"]


def test_a_folder_of_somebody_else_is_not_written_to(campaign: Campaign) -> None:
    """As root nothing is refused: then there is nothing to see."""
    campaign.write(CREW)
    folder = campaign.folder / "parties"
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            return
        with pytest.raises(NoPermission, match="Choose another folder"):
            campaign.write(CREW)
    finally:
        folder.chmod(0o700)


def test_what_a_killed_program_left_half_written_goes_in_time(campaign: Campaign) -> None:
    """Nobody else's files that begin with a dot."""
    folder = campaign.write(CREW).change.path.parent
    names = (".Crew.toml.123.456", ".Other.toml.7.8", ".hidden.toml", ".git.txt")
    for name in names:
        (folder / name).write_text("half")
    os.utime(folder / names[0], (1, 1))
    campaign.write(campaign.parties()[0])
    assert sorted(path.name for path in folder.iterdir()) == [*sorted(names[1:]), "The crew.toml"]


@pytest.mark.slow
def test_what_is_written_at_once_after_each_other_is_read_as_it_is(campaign: Campaign) -> None:
    """A quick disk gives files of the same size, number and time: none of them is taken for another."""
    thing = campaign.write(CREW).thing
    for number in range(60):
        member = Member({"id": "anna", "name": "Anna", "hp": 100 + number})
        campaign.parties()
        for _ in range(2):
            thing = campaign.write(replace(thing, members=(member,))).thing
        assert campaign.parties()[0].members == (member,)
