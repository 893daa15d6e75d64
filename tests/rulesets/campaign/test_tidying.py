"""What was removed goes in time, and nothing else; what was played is put together, without a loss."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rulesets.campaign import tidying
from rulesets.campaign.folder import Campaign
from rulesets.campaign.played import LEFT, MOST
from rulesets.campaign.things import Member, Party, Prepared
from rulesets.fight.storage.lock import FileLock

CREW = Party(name="The crew", ruleset="srd35", members=(Member({"id": "anna", "name": "Anna"}),))
FORD = Prepared("The ford #2", "srd35", {}, ({"id": "a", "name": "Troll"},))
LONG_AGO = 100 * 24 * 3600
BEGUN = datetime(2025, 1, 1, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _times_as_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is as old as its own time says: when it was put where it is cannot be set from here."""
    real = os.lstat

    def lstat(path: str | Path) -> os.stat_result:
        about = real(path)
        ns = (about.st_atime_ns, about.st_mtime_ns, about.st_mtime_ns)
        named = {"st_atime_ns": ns[0], "st_mtime_ns": ns[1], "st_ctime_ns": ns[2]}
        named |= {"st_atime": about.st_atime, "st_mtime": about.st_mtime, "st_ctime": about.st_mtime}
        return os.stat_result(tuple(about)[:10], named)

    monkeypatch.setattr(tidying.os, "lstat", lstat)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return Campaign.open(tmp_path / "campaign")


def filled(campaign: Campaign, number: int, age: float = LONG_AGO, kind: str = "parties") -> list[Path]:
    """Put so many things aside, the first one longest ago, a second after each other."""
    folder = campaign.folder / "removed" / kind
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"Old {place}.toml" for place in range(number)]
    for place, path in enumerate(paths):
        path.write_text(f'name = "{place}"\n')
        aged(path, age - place)
    return paths


def aged(path: Path, age: float) -> None:
    """Make a file so many seconds old."""
    os.utime(path, (time.time() - age,) * 2)


def test_the_oldest_make_room_when_something_is_removed(campaign: Campaign) -> None:
    """The newest 200 stay, whatever kind they are of; what is removed now is one of them."""
    blocks = filled(campaign, 3, LONG_AGO * 2, "blocks/srd35")
    paths = filled(campaign, 210)
    campaign.write(CREW)
    change = campaign.remove(campaign.parties()[0])
    assert change.aside is not None
    assert change.aside.exists()
    assert not any(path.exists() for path in (*blocks, *paths[:11]))
    assert all(path.exists() for path in paths[11:])
    assert not list(campaign.folder.rglob(".*"))


def test_what_was_written_long_ago_and_is_removed_now_is_young(campaign: Campaign) -> None:
    """It is the time of removing that counts; what comes back is the same to the byte."""
    paths = filled(campaign, 300, 29 * 24 * 3600)
    path = campaign.write(CREW).change.path
    aged(path, LONG_AGO)
    before = path.read_bytes()
    change = campaign.remove(campaign.parties()[0])
    assert all(path.exists() for path in paths), "each is younger than 30 days"
    for old in paths:
        aged(old, LONG_AGO)
    campaign.write(CREW)
    campaign.remove(campaign.parties()[0])
    assert sum(path.exists() for path in paths) == tidying.NEWEST - 2
    campaign.take_back(change)
    assert path.read_bytes() == before


def _leads_elsewhere(campaign: Campaign, elsewhere: Path) -> None:
    folder = campaign.folder / "removed"
    folder.rename(elsewhere / "theirs")
    folder.symlink_to(elsewhere / "theirs")


def _part_leads_elsewhere(campaign: Campaign, elsewhere: Path) -> None:
    folder = campaign.folder / "removed" / "parties"
    folder.rename(elsewhere / "theirs")
    folder.symlink_to(elsewhere / "theirs")


def _too_many(campaign: Campaign, elsewhere: Path) -> None:
    tidying_most = tidying.MOST
    assert tidying_most == 100
    assert elsewhere.exists()


def _from_the_future(campaign: Campaign, elsewhere: Path) -> None:
    aged(filled(campaign, 1, kind="encounters")[0], -LONG_AGO)
    assert elsewhere.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links that everybody may make")
@pytest.mark.parametrize("doubt", [_leads_elsewhere, _part_leads_elsewhere, _too_many, _from_the_future])
def test_in_doubt_nothing_goes(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, doubt: Callable[..., None]
) -> None:
    """A folder that leads elsewhere, more than is looked at, a clock that is wrong."""
    if doubt is _too_many:
        monkeypatch.setattr(tidying, "MOST", 100)
    paths = filled(campaign, 250)
    (tmp_path / "elsewhere").mkdir()
    doubt(campaign, tmp_path / "elsewhere")
    assert tidying.tidy(campaign.folder / "removed", ".toml") == 0
    assert all(path.exists() for path in paths)


def test_what_others_have_put_there_stays(campaign: Campaign) -> None:
    """Other endings, hidden files, links, folders, whatever lies deeper than the program puts anything."""
    paths = filled(campaign, 201)
    folder = paths[0].parent
    theirs = [folder / name for name in ("notes.md", ".hidden.toml", "Old 0.toml.bak", "PHOTO.TOML.png")]
    theirs.append(campaign.folder / "removed" / "blocks" / "srd35" / "mine" / "deep.toml")
    theirs[-1].parent.mkdir(parents=True)
    for path in theirs:
        path.write_text("mine")
        aged(path, LONG_AGO * 3)
    (folder / "link.toml").symlink_to(theirs[0])
    (folder / "folder.toml").mkdir()
    assert tidying.tidy(campaign.folder / "removed", ".toml") == 1
    assert not paths[0].exists()
    assert all(path.exists() for path in (*theirs, folder / "link.toml", folder / "folder.toml", *paths[1:]))


def test_one_program_tidies_at_a_time(campaign: Campaign) -> None:
    """Nor does anything fail by it: what was to be removed is."""
    paths = filled(campaign, 205)
    path = campaign.write(CREW).change.path
    lock = FileLock(campaign.folder / "removed" / "tidying", "write")
    try:
        campaign.remove(campaign.parties()[0])
        assert not path.exists()
        assert all(path.exists() for path in paths)
    finally:
        lock.release()
    assert tidying.tidy(campaign.folder / "removed", ".toml") == 6


def test_what_became_another_file_meanwhile_stays(campaign: Campaign) -> None:
    """Somebody has just put another thing there, under the name of one that was to go."""
    paths = filled(campaign, 201)
    (one,) = tidying.too_old(campaign.folder / "removed", ".toml")
    assert one.path == paths[0]
    paths[0].write_text("another one")
    assert not tidying._let_go(one)
    assert paths[0].read_text() == "another one"


# -- what was played -------------------------------------------------------------------------------


def played_often(campaign: Campaign, times: int, before: str = "", after: str = "") -> Prepared:
    """Keep two prepared encounters, with a list of how often they were begun: every third time the second."""
    first = campaign.write(FORD).thing
    campaign.write(Prepared("The mill", "srd35", {}, ({"id": "a"},)))
    lines = [
        f"{before if number == 7 else ''}{entry_of(number)}{after if number == 7 else ''}"
        for number in range(times)
    ]
    (campaign.folder / "played.toml").write_text("# ours\n\n" + "\n".join(lines))
    return first


def entry_of(number: int) -> str:
    """An entry as the program writes it."""
    name = "The mill" if number % 3 == 0 else FORD.name
    return f'[[played]]\nencounter = "{name}"\nat = {(BEGUN + timedelta(days=number)).isoformat()}\n'


def test_of_long_ago_there_are_totals_and_they_say_the_same(campaign: Campaign) -> None:
    """Counts and last times are those of before; the newest 200 stay as they are, comments, too."""
    first = played_often(campaign, MOST)
    campaign.note_played(first, BEGUN + timedelta(days=MOST))
    text = (campaign.folder / "played.toml").read_text()
    assert text.startswith("# ours\n")
    assert text.count("[[played]]") == LEFT
    assert text.count("[[total]]") == 2
    played = Campaign.open(campaign.folder).played()
    assert {name: one.times for name, one in played.items()} == {"The ford #2": 267, "The mill": 134}
    assert played["The ford #2"].last == BEGUN + timedelta(days=MOST)
    assert played["The mill"].last == BEGUN + timedelta(days=MOST - 1)
    more = "\n".join(entry_of(MOST + number) for number in range(1, MOST - LEFT + 1))
    (campaign.folder / "played.toml").write_text(f"{text}\n{more}")
    campaign.note_played(first, BEGUN)
    assert campaign.troubles == ()
    played = campaign.played()
    assert {name: one.times for name, one in played.items()} == {"The ford #2": 401, "The mill": 201}
    text = (campaign.folder / "played.toml").read_text()
    assert (text.count("[[played]]"), text.count("[[total]]")) == (LEFT, 2)


@pytest.mark.parametrize(
    ("before", "after"), [("", "# with Tim\n"), ("", 'with = "Tim"\n'), ("# with Tim\n", "")]
)
def test_what_people_noted_of_a_time_stays_with_it(campaign: Campaign, before: str, after: str) -> None:
    """In an entry, below it or above it: that one is not put together with others."""
    first = played_often(campaign, MOST + 50, before, after)
    campaign.note_played(first, BEGUN + timedelta(days=999))
    text = (campaign.folder / "played.toml").read_text()
    assert f'{before}[[played]]\nencounter = "The ford #2"\nat = 2025-01-08T20:00:00+00:00\n{after}' in text
    assert text.count("[[played]]") == LEFT + 1 + bool(before)  # it may be about the one above it, too
    assert sum(one.times for one in campaign.played().values()) == MOST + 51


def test_nothing_is_put_together_where_something_would_be_lost(campaign: Campaign) -> None:
    """Entries that only look like some, as in a text of several lines."""
    first = played_often(campaign, MOST)
    path = campaign.folder / "played.toml"
    entry = '[[played]]\nencounter = "The mill"\nat = 2024-01-01T20:00:00+00:00\n\n'
    path.write_text(f'about = """\n{entry}[x]"""\n\n{path.read_text()}')
    before = path.read_text()
    campaign.note_played(first, BEGUN + timedelta(days=999))
    assert path.read_text().startswith(before)
    assert sum(one.times for one in campaign.played().values()) == MOST + 1


@pytest.mark.parametrize(
    "total",
    ["times = 0\nlast = 2025-01-01T00:00:00Z", "times = true\nlast = 2025-01-01T00:00:00Z", "times = 3"],
)
def test_a_total_that_is_none_is_named(campaign: Campaign, total: str) -> None:
    campaign.write(FORD)
    (campaign.folder / "played.toml").write_text(f'[[total]]\nencounter = "The ford"\n{total}\n')
    (trouble,) = campaign.troubles
    assert "total 1: it has an encounter, a text, times, a number from 1, and last" in str(trouble)
