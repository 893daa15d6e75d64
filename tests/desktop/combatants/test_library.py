"""Stat blocks: read from both folders, kept in plain TOML, and whatever is broken is told and left alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from desktop.bridge import Bridge
from desktop.combatants.library import Library, block_of
from desktop.help.licences import components
from desktop.process.paths import resources
from rulesets.campaign.folder import Campaign
from rulesets.campaign.things import Block
from rulesets.reading import loader, toml_text
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing, beneath
from tests.sampling import mostly_slow


@pytest.fixture
def library(tmp_path: Path) -> Library:
    campaign = Campaign.open(tmp_path / "campaign")
    return Library(resources() / "library", lambda: campaign)


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_every_ruleset_has_stat_blocks(library: Library, ruleset: str) -> None:
    shelf = library.shelf(ruleset)
    assert len(shelf.blocks) >= 7
    assert not shelf.troubles
    assert not any(block.own for block in shelf.blocks)


def test_a_ruleset_without_any_has_none(library: Library) -> None:
    assert library.shelf("../../house").blocks == ()


@pytest.mark.parametrize("ruleset", mostly_slow(sorted(loader.shipped()), "kaiser", "shots"))
def test_what_is_kept_comes_back_as_it_was_entered(library: Library, ruleset: str) -> None:
    """Every block of the library, put on the table, kept and read again gives the same combatant."""
    bridge = Bridge()
    rules = loader.load(ruleset)
    bridge.open(rules)
    for number, block in enumerate(library.shelf(ruleset).blocks):
        given = {**block.given, "name": f"{block.name} 3", "notes": 'Says "no"\n\\ and \x07 leaves'}
        assert bridge.dispatch(cmd.Add(combatant={**given, "id": f"a{number}"})) is not None
        there = bridge.state.combatants[f"a{number}"]
        path = library.keep(ruleset, block_of(rules, there)).change.path
        assert tomllib.loads(path.read_text(encoding="utf-8"))
        again = library.shelf(ruleset).named(block.name)
        assert again is not None
        assert again.own
        assert bridge.dispatch(cmd.Add(combatant={**again.given, "name": there.name, "id": f"b{number}"}))
        other = bridge.state.combatants[f"b{number}"]
        assert (other.stats, other.feats, other.notes) == (there.stats, there.feats, there.notes)
        assert (other.side, other.kind) == (there.side, there.kind)


def test_a_hurt_combatant_is_kept_unhurt(library: Library) -> None:
    bridge, rules = Bridge(), loader.load("saga-edition")
    bridge.open(rules)
    bridge.dispatch(cmd.Add(combatant={"id": "a", "max_hp": 30, "hp": 4, "tracks": {"condition": 2}}))
    given = block_of(rules, bridge.state.combatants["a"])
    assert given["max_hp"] == 30
    assert not {"hp", "tracks", "states"} & set(given)


def test_keeping_a_block_again_puts_the_older_one_aside(library: Library) -> None:
    first = library.keep("saga-edition", {"name": "Thug", "max_hp": 10})
    again = library.keep("saga-edition", {"name": "Thug", "max_hp": 20})
    assert again.change.path == first.change.path
    block = library.shelf("saga-edition").named("thug")
    assert block is not None
    assert block.given["max_hp"] == 20
    aside = library.folder("saga-edition").parents[1] / "removed" / "blocks" / "saga-edition" / "Thug.toml"
    assert aside.read_text("utf-8") == first.change.after


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oops", "this is no TOML"),
        (
            "[[combatant]]\nname" + ".b" * 16_000 + " = 1",
            "line 2: it is left unread: This key has",
        ),
        (
            "[[combatant]]\nname = 'A'\nhp = " + "9" * 5000,
            "line 3: it is left unread: This number has",
        ),
        ("[[combatant]]\nid = 1", "combatant 1: name: it has no name"),
        ("a = 1", "not one [[combatant]]"),
        ("combatant = [1]", "combatant 1: this must be"),
        ("\0", "this is no TOML"),
    ],
)
def test_a_broken_file_is_told_and_skipped(library: Library, text: str, said: str) -> None:
    library.keep("saga-edition", {"name": "Thug"})
    broken = library.folder("saga-edition") / "broken.toml"
    broken.write_text(text, encoding="utf-8")
    (library.folder("saga-edition") / "folder.toml").mkdir()
    shelf = library.shelf("saga-edition")
    assert shelf.named("Thug") is not None
    assert shelf.troubles[0].startswith("broken.toml: ")
    assert said in shelf.troubles[0]
    assert shelf.troubles[1].startswith("folder.toml: this is no ordinary file")
    assert broken.read_text(encoding="utf-8") == text
    others = library.of_others("srd35")
    assert ("Thug", others.troubles) == (next(one.name for one in others.blocks if one.own), shelf.troubles)


def test_a_block_that_somebody_else_has_changed_meanwhile_is_kept_beside_it_and_both_are_offered(
    library: Library, tmp_path: Path
) -> None:
    """Of two of one name only one would be; a file that was copied so by hand is named."""
    campaign = Campaign.open(tmp_path / "campaign")
    path = campaign.write(Block("Goblin", {"max_hp": 7}, "srd35")).change.path
    (there,) = campaign.blocks("srd35")
    path.write_text(path.read_text("utf-8").replace("7", "9"), "utf-8")
    written = campaign.write(replace(there, given={"max_hp": 5}))
    assert written.beside
    own = {one.name: one.given["max_hp"] for one in library.shelf("srd35").blocks if one.own}
    assert own == {"Goblin": 9, "Goblin 2": 5}
    path.with_name("other.toml").write_text(path.read_text("utf-8"), "utf-8")
    (told,) = library.shelf("srd35").troubles
    assert told == "other.toml: it is called “Goblin”, as the one in Goblin.toml is"


def test_a_ruleset_of_ones_own_brings_stat_blocks_and_has_those_it_builds_on(tmp_path: Path) -> None:
    """The user's come first, then what the ruleset brings, then what is beneath it; of one name the first."""
    campaign = Campaign.open(tmp_path / "campaign")
    library = Library(resources() / "library", lambda: campaign, tmp_path / "rulesets")
    (tmp_path / "rulesets" / "house").mkdir(parents=True)
    beside = tmp_path / "rulesets" / "house" / "library.toml"
    beside.write_text("[[combatant]]\nname = 'Ghoul king'\n[[combatant]]\nname = 'Moth'\nhp = 2\n")
    library.keep("house", {"name": "moth", "hp": 9})
    names = [block.name for block in library.shelf("house", ("srd35",)).blocks]
    assert names[:2] == ["moth", "Ghoul king"]
    assert names[2:] == [block.name for block in library.shelf("srd35").blocks]
    assert [block.own for block in library.shelf("house").blocks] == [True, False]


def test_what_a_ruleset_builds_on_is_known_of_a_fight() -> None:
    """The nearest one first, by the folders of their files, also where a fight names no path."""
    ground = Writing("/there/ground/ruleset.toml", "")
    house = Writing("house/ruleset.toml", "", base=Writing("own/ruleset.toml", "", base=ground))
    assert beneath(house) == ("own", "ground")
    assert beneath(ground) == beneath(None) == ()


def test_a_file_is_read_again_only_if_it_has_changed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the dialog again costs nothing, however large the library that comes with a ruleset."""
    read: list[int] = []
    loads = toml_text.loads
    monkeypatch.setattr(toml_text, "loads", lambda text: read.append(len(text)) or loads(text))
    path = library.keep("house", {"name": "Thug", "hp": 9}).change.path
    first, again = library.shelf("house"), library.shelf("house")
    assert (len(read), first) == (1, again)
    path.write_text(path.read_text(encoding="utf-8").replace("9", "12"), encoding="utf-8")
    changed = library.shelf("house").named("thug")
    assert changed is not None
    assert (len(read), changed.given["hp"]) == (2, 12)


@pytest.mark.slow
def test_the_bestiary_names_where_its_numbers_are_from(library: Library) -> None:
    """317 creatures of SRD 5.1, with what CC-BY-4.0 asks for in the file and among the licences in About."""
    found = library.shelf("dnd5e").blocks
    blocks = {block.name: block.given for block in found if block.given["kind"] == "npc"}
    assert len(blocks) == 317
    red = blocks["Adult Red Dragon"]
    assert (red["ac"], red["max_hp"], red["immune"], red["legendary_actions"]) == (19, 256, ["fire"], 3)
    assert (red["recharge"], red["con_save"]) == (["fire_breath:5"], 13)
    assert "str" in red
    assert "dex" not in red, "10 is what the ruleset says"
    part = next(part for part in components(resources() / "licences") if part.licence == "CC-BY-4.0")
    asked = part.text().split("\n\n")[0].replace("\n", " ")
    file = (resources() / "library" / "dnd5e.toml").read_text(encoding="utf-8")
    told = " ".join(line.removeprefix("# ") for line in file.splitlines() if line.startswith("# "))
    assert asked in told
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in asked
