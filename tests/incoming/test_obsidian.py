"""Obsidian's notes and data beyond its samples, trap by trap (interop facts: obsidian, 00-common)."""

import json

import pytest

from rulesets.incoming.found import Effect
from rulesets.incoming.reading import read
from rulesets.incoming.source import Source
from tests.effort import calls


def reading_of(text, name="note.md"):
    return read(Source(name, text.encode()))


def read_with_effort(text):
    """What is read of a note, and how many functions that takes."""
    found = []
    effort = calls(lambda: found.append(reading_of(text).finding))
    return found[0], effort


def encounter(*creatures, head="name: The ford", fence="```"):
    lines = "\n".join(f"  - {creature}" for creature in creatures)
    return f"# Note\n\n{fence}encounter\n{head}\ncreatures:\n{lines}\n{fence}\n"


def only(creature):
    finding = reading_of(encounter(creature)).finding
    assert len(finding.creatures) == 1
    return finding.creatures[0]


def statblock(text):
    return f"```statblock\n{text}\n```\n"


# -- encounters


@pytest.mark.parametrize(
    ("line", "name", "count", "values"),
    [
        ("Goblin", "Goblin", 1, {}),
        ("3: Goblin", "Goblin", 3, {}),
        ('"3: Goblin"', "Goblin", 3, {}),
        ("Goblin, 7, 15, 2, 50", "Goblin", 1, {"max_hp": 7, "ac": 15, "initiative": 2}),
        ("2: Goblin, 7, 15, -1", "Goblin", 2, {"max_hp": 7, "ac": 15, "initiative": -1}),
        ("Goblin, seven, 15", "Goblin", 1, {"ac": 15}),
        ("Goblin, , 15", "Goblin", 1, {"ac": 15}),
        ("Goblin, 0, 15", "Goblin", 1, {"ac": 15}),
        ("[Hobgoblin, Jim]", "Jim", 1, {}),
        ("2: [Hobgoblin, Jim]", "Jim", 2, {}),
        (
            "2: {creature: Goblin, name: Jim, hp: 9, ac: 14, mod: 3}",
            "Jim",
            2,
            {"max_hp": 9, "ac": 14, "initiative": 3},
        ),
        ("{creature: Goblin, hp: 9}", "Goblin", 1, {"max_hp": 9}),
        ("[[Bog troll]]", "Bog troll", 1, {}),
        ("2: [[Beasts/Bog troll|The troll]], 57, 15", "The troll", 2, {"max_hp": 57, "ac": 15}),
        ("[[[Hobgoblin]], Jim]", "Jim", 1, {}),
    ],
)
def test_every_way_to_write_a_creature(line, name, count, values):
    creature = only(line)
    assert (creature.name, creature.count, creature.values) == (name, count, values)
    assert creature.where == "saved:The ford"


@pytest.mark.parametrize("dice", ["1d4+1", "d4 + 1", "1D4+1"])
def test_a_count_in_dice_stays_dice_with_its_average(dice):
    creature = only(f"{dice}: Skeleton, 13")
    assert (creature.count_dice, creature.count) == (dice.replace(" ", "").lower(), 3)


@pytest.mark.parametrize("word", ["friendly", "friend", "ally"])
def test_friends_are_on_the_partys_side_and_no_players(word):
    creature = only(f"Old Hethe, 9, 10, {word}")
    assert (creature.kind, creature.side, creature.values["ac"]) == ("npc", "party", 10)


def test_hidden_is_no_side():
    creature = only("2: Wolf, 11, hidden")
    assert (creature.hidden, creature.side, creature.count) == (True, "foes", 2)


def test_a_count_of_nought_is_nobody():
    finding = reading_of(encounter("0: Goblin, 7", "Wolf, 11")).finding
    assert [one.name for one in finding.creatures] == ["Wolf"]


def test_a_crowd_without_end_is_bounded_and_told():
    finding = reading_of(encounter("999999: Rat, 1")).finding
    assert finding.creatures[0].count == 500
    assert any("Rat" in str(told) for told in finding.told)


def test_several_encounters_in_a_block_and_in_fences_of_both_kinds():
    text = encounter("Goblin, 7\n---\nname: Later\ncreatures:\n  - Ogre, 30", fence="~~~~")
    table = "> ```encounter-table\n> name: Quoted\n> creatures:\n>   - Wolf, 11\n> ```\n"
    finding = reading_of(text + table).finding
    assert finding.groups == ["The ford", "Later", "Quoted"]
    assert [(one.name, one.where) for one in finding.creatures] == [
        ("Goblin", "saved:The ford"),
        ("Ogre", "saved:Later"),
        ("Wolf", "saved:Quoted"),
    ]


def test_a_block_inside_another_language_is_text():
    text = "````md\n```encounter\ncreatures:\n  - Ghost, 1\n```\n````\n" + encounter("Wolf, 11")
    assert [one.name for one in reading_of(text).finding.creatures] == ["Wolf"]


@pytest.mark.parametrize(
    ("players", "names"),
    [("Maren", ["Maren"]), ("[Maren, Tib]", ["Maren", "Tib"]), ("false", []), ("none", [])],
)
def test_players_are_only_names(players, names):
    finding = reading_of(encounter("Wolf, 11", head=f"name: A\nplayers: {players}")).finding
    assert [one.name for one in finding.creatures if one.kind == "pc"] == names
    assert all(one.side == "party" for one in finding.creatures if one.kind == "pc")
    assert all(any(name in str(told) for told in finding.told) for name in names)


def test_players_of_the_trackers_own_list_are_told():
    finding = reading_of(encounter("Wolf, 11", head="name: Mill\nplayers: true")).finding
    assert any("Mill" in str(told) and "data.json" in str(told) for told in finding.told)


def test_numbers_are_looked_up_in_what_came_along_and_what_is_missing_is_named():
    block = statblock("name: Marsh Hound\nhp: 14\nac: 13\nstats: [14, 16, 13, 3, 12, 6]")
    finding = reading_of(encounter("2: marsh hound", "Marsh Hound, 20", "Raven") + block).finding
    first, second, raven, _ = finding.creatures
    assert (first.values["max_hp"], first.values["dex"], first.count) == (14, 16, 2)
    assert (second.values["max_hp"], second.values["ac"]) == (20, 13)
    assert raven.values == {}
    assert any("Raven" in str(told) for told in finding.told)


# -- stat blocks


@pytest.mark.parametrize("saves", ["saves:\n  - dexterity: 5\n  - wis: 3", "saves:\n  dex: 5\n  wisdom: 3"])
def test_saves_are_a_list_or_a_map(saves):
    finding = reading_of(statblock(f"name: Hound\nhp: 14\n{saves}")).finding
    assert finding.creatures[0].values == {"max_hp": 14, "save_dex": 5, "save_wis": 3}


def test_the_first_modifier_counts_and_armor_class_may_be_text():
    finding = reading_of(
        statblock("name: Witch\nhp: 44 (8d8+8)\nac: 12 (15 with mage armor)\nmodifier: [4, 1]")
    )
    (witch,) = finding.finding.creatures
    assert witch.values == {"max_hp": 44, "ac": 12, "initiative": 4}
    assert ("AC", "12 (15 with mage armor)") in witch.texts


def test_only_dice_are_their_average():
    (one,) = reading_of(statblock("name: Hound\nhit_dice: 2d8 + 5")).finding.creatures
    assert (one.values["max_hp"], one.guessed) == (14, {"max_hp"})


def test_other_layouts_give_name_points_armor_class_and_modifier():
    text = "layout: Basic Pathfinder 2e Layout\nname: Ogre\nhp: 50\nac: 17\nmodifier: 7"
    text += "\nstats: [5, 1, 4, -2, 0, -1]"
    (ogre,) = reading_of(statblock(text)).finding.creatures
    assert ogre.values == {"max_hp": 50, "ac": 17, "initiative": 7}
    assert ("Stats", "5, 1, 4, -2, 0, -1") in ogre.texts


def test_a_block_that_extends_another_has_its_numbers_and_circles_end():
    text = statblock("name: Wolf\nhp: 11\nac: 13\nextends: Dire Wolf")
    text += statblock("name: Dire Wolf\nhp: 37\nextends: [Wolf, Ghost]")
    finding = reading_of(text).finding
    assert [(one.name, one.values["max_hp"], one.values["ac"]) for one in finding.creatures] == [
        ("Wolf", 11, 13),
        ("Dire Wolf", 37, 13),
    ]
    assert any("Ghost" in str(told) for told in finding.told)


def test_blocks_that_take_from_each_other_many_times_over_take_no_longer_for_it():
    """Each is taken once, however often and by however many it is named."""
    names = [f"Beast {number}" for number in range(20)]
    text = "".join(
        statblock(f"name: {name}\nhp: {place + 1}\nextends: [{', '.join(names)}, Ghost]")
        for place, name in enumerate(names)
    )
    assert calls(reading_of, text) < 400_000
    assert [one.values["max_hp"] for one in reading_of(text).finding.creatures] == [*range(1, 21)]


@pytest.mark.parametrize(
    "matter", ["statblock: true\nhp: 14", "statblock: inline\nhp: 14", "name: Hound\nhp: 14"]
)
def test_front_matter_is_a_stat_block(matter):
    (hound,) = reading_of(f"---\n{matter}\n---\nProse.\n", "Hound.md").finding.creatures
    assert (hound.name, hound.values) == ("Hound", {"max_hp": 14})


def test_front_matter_of_another_kind_is_none():
    assert reading_of("---\ntags: [x]\n---\nProse.\n").finding.creatures == []


# -- broken and hostile notes


def test_broken_yaml_is_told_by_its_line_and_the_other_blocks_come_in():
    broken = "```statblock\nname: Hound\nhp: 14\ntraits: [a, b\nac: 3\n```\n"
    finding = reading_of(statblock("name: Wolf\nhp: 11") + broken + statblock("name: Ogre\nhp: 30")).finding
    assert [one.name for one in finding.creatures] == ["Wolf", "Ogre"]
    (told,) = finding.told
    assert told.params["line"] in (8, 9)


def test_a_broken_encounter_leaves_the_others_of_its_block():
    text = "```encounter\nname: A\ncreatures:\n  - x: [\n---\nname: B\ncreatures:\n  - Wolf, 11\n```\n"
    finding = reading_of(text).finding
    assert finding.groups == ["B"]
    assert any("Line" in str(told) for told in finding.told)


def test_a_block_that_is_not_closed_ends_with_the_next_one():
    text = "```statblock\nname: Wolf\nhp: 11\n\n" + statblock("name: Ogre\nhp: 30")
    assert [one.name for one in reading_of(text).finding.creatures] == ["Wolf", "Ogre"]


def test_yaml_that_grows_by_aliases_is_refused_and_the_others_come_in():
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    bomb = statblock(f"name: Bomb\nhp: 1\nl0: &l0 [a, a, a]\n{levels}")
    finding, effort = read_with_effort(bomb + statblock("name: Ogre\nhp: 30"))
    assert effort < 100_000
    assert [one.name for one in finding.creatures] == ["Ogre"]
    assert any("aliases" in str(told) for told in finding.told)


def test_few_aliases_that_grow_are_refused_by_what_they_come_to():
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 4)}]" for n in range(1, 6))
    wide = ", ".join(["a"] * 2_000)
    finding = reading_of(
        statblock(f"name: Bomb\nl0: &l0 [{wide}]\n{levels}") + statblock("name: Ogre\nhp: 30")
    ).finding
    assert [one.name for one in finding.creatures] == ["Ogre"]


@pytest.mark.parametrize(
    "text",
    ["a: " + "[" * 20_000, "a: " + "{a: " * 20_000, "- " * 20_000, "? " * 20_000, "a: &x [*x]",
     "!!python/object:os.x {}",
     "\n".join("  " * n + "a:" for n in range(600)), "a: " + "x" * 600_000],
)  # fmt: skip
def test_a_block_without_end_is_left_out(text):
    finding, effort = read_with_effort(statblock("name: Ogre\nhp: 30") + statblock(text))
    assert effort < 100_000
    assert [one.name for one in finding.creatures] == ["Ogre"]
    assert finding.told


def test_a_note_with_windows_line_ends():
    finding = reading_of(encounter("2: Wolf, 11").replace("\n", "\r\n")).finding
    assert [(one.name, one.count) for one in finding.creatures] == [("Wolf", 2)]


# -- data.json


def data(*creatures, **state):
    whole = {
        "players": [],
        "encounters": {},
        "state": {"creatures": list(creatures), "round": 2, "state": True, **state},
    }
    return json.dumps(whole)


def test_the_running_fight():
    text = data(
        {"name": "Goblin", "display": "Snik", "initiative": 12, "modifier": [2, 1], "hp": 7, "currentHP": -3,
         "tempHP": 4, "ac": "15 (17)", "status": ["Prone", {"name": "Poisoned"}], "active": True,
         "hidden": True, "currentMaxHP": 5},
        {"name": "Hethe", "friendly": True, "hp": 9, "enabled": False, "initiative": 3},
        {"name": "Maren", "player": True, "hp": 0},
    )  # fmt: skip
    finding = reading_of(text, "data.json").finding
    snik, hethe, maren = finding.creatures
    assert (finding.round, finding.active) == (2, "Snik")
    assert snik.values == {"max_hp": 7, "hp": 0, "temp_hp": 4, "ac": 15, "initiative": 2}
    assert snik.effects == (Effect(name="Prone"), Effect(name="Poisoned"))
    assert (snik.initiative_count, snik.hidden, snik.side) == (12, True, "foes")
    assert {("", "Goblin"), ("AC", "15 (17)"), ("Maximum now", "5")} <= set(snik.texts)
    assert (hethe.kind, hethe.side) == ("npc", "party")
    assert ("", "Out of the fight") in hethe.texts
    assert (maren.kind, maren.values) == ("pc", {})
    assert {"Hethe", "Maren"} <= {told.params.get("name") for told in finding.told}


def test_a_fight_that_has_not_begun_has_no_round():
    finding = reading_of(data({"name": "Wolf", "hp": 11, "active": True}, state=False), "data.json").finding
    assert (finding.round, finding.active) == (None, "")


def test_one_strange_creature_is_told_and_the_others_come_in():
    finding = reading_of(
        data({"name": "Wolf", "hp": 11}, 7, {"hp": 3}, {"name": "Ogre", "hp": 30}), "data.json"
    ).finding
    assert [one.name for one in finding.creatures] == ["Wolf", "Ogre"]
    assert len(finding.told) == 2
