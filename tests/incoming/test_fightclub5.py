"""Fight Club 5's compendia beyond its samples, trap by trap (interop facts: fightclub5, 00-common)."""

import pytest

from rulesets.incoming.reading import read
from rulesets.incoming.source import Source

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def finding_of(text):
    return read(Source("x.xml", text.encode() if isinstance(text, str) else text))


def monster(inside="", **fields):
    fields = {"name": "Goblin", "ac": "15", "hp": "7 (2d6)", **fields}
    return (
        "<monster>"
        + "".join(f"<{tag}>{text}</{tag}>" for tag, text in fields.items())
        + inside
        + "</monster>"
    )


def compendium(*entries):
    return f"{HEAD}<compendium version='5'>{''.join(entries)}</compendium>"


def only(inside="", **fields):
    finding = finding_of(compendium(monster(inside, **fields))).finding
    assert len(finding.creatures) == 1
    return finding.creatures[0]


@pytest.mark.parametrize(
    "saves",
    [
        "<save>Con +6, Wis +3</save>",
        "<save>Constitution +6</save><save>Wisdom +3</save>",
        "<save>Con +6</save><save>Wis +3</save>",
    ],
)
def test_saves_in_both_spellings(saves):
    values = only(saves).values
    assert {name: values[name] for name in values if name.startswith("save_")} == {
        "save_con": 6,
        "save_wis": 3,
    }


def test_an_attack_without_a_name_is_called_as_its_action():
    creature = only("<action><name>Scimitar</name><text>Hit.</text><attack>|4|1d6+2</attack></action>")
    assert ("Scimitar", "Hit.\nScimitar +4 (1d6+2)") in creature.texts


def test_an_attack_without_a_bonus_has_its_damage_and_one_with_nothing_is_none():
    creature = only("<action><name>Breath</name><attack>Breath||16d6</attack><attack>||</attack></action>")
    assert ("Breath", "Breath (16d6)") in creature.texts


def test_texts_repeat_and_empty_ones_say_nothing():
    creature = only("<trait><name>Spells</name><text>One.</text><text/><text>Two.</text></trait>")
    assert ("Spells", "One.\nTwo.") in creature.texts


@pytest.mark.parametrize(
    ("speed", "feet"), [("fly 90 ft. (hover)", 90), ("0 ft., swim 40 ft.", 40), ("30 ft., fly 60 ft.", 30)]
)
def test_speeds_without_a_walking_one(speed, feet):
    creature = only(speed=speed)
    assert (creature.values["speed"], creature.values["speed_unit"]) == (feet, "feet")
    assert ("Speed", speed) in creature.texts


def test_entities_that_were_escaped_twice():
    creature = only(
        "<trait><name>Fey &amp;amp; fair</name>"
        "<text>It&amp;#39;s &amp;lt;b&amp;gt;quick&amp;lt;/b&amp;gt;.</text></trait>",
        name="Tooth &amp;amp; Claw",
    )
    assert creature.name == "Tooth & Claw"
    assert ("Fey & fair", "It's quick.") in creature.texts


def test_tags_in_a_text_cost_no_word():
    creature = only("<trait><name>Odd</name><text>It is <i>very</i> quick.</text></trait>")
    assert ("Odd", "It is very quick.") in creature.texts


def test_white_space_in_a_name_is_joined_and_its_signs_stay():
    assert only(name="Will-o&apos;-\n   Wisp &lt;old&gt;").name == "Will-o'- Wisp <old>"


@pytest.mark.parametrize("points", ["0", "", "none"])
def test_no_hit_points_are_told_by_name(points):
    finding = finding_of(compendium(monster(name="Homebrew", hp=points))).finding
    assert "max_hp" not in finding.creatures[0].values
    assert any("Homebrew" in str(told) for told in finding.told)


def test_hit_points_in_dice_only_are_their_average():
    creature = only(hp="18d10+36")
    assert creature.values["max_hp"] == 135
    assert creature.guessed == {"max_hp"}


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-16", "UTF-8"])
def test_the_declaration_says_the_encoding(encoding):
    text = compendium(monster(name="Élémentaire")).replace("UTF-8", encoding)
    assert finding_of(text.encode(encoding)).finding.creatures[0].name == "Élémentaire"


def test_a_declaration_that_is_not_true_does_no_harm():
    text = compendium(monster(name="Élan"))
    assert finding_of(text.replace("UTF-8", "punycode")).finding.creatures[0].name == "Élan"
    assert finding_of(text.encode("cp1252")).finding.creatures[0].name == "Élan"


def test_a_collection_with_monsters_inside_and_one_of_other_files():
    inside = finding_of(f"{HEAD}<collection>{monster()}</collection>")
    assert [one.name for one in inside.finding.creatures] == ["Goblin"]
    files = finding_of(f'{HEAD}<collection><doc href="a.xml"/><doc href="/etc/passwd"/></collection>')
    assert "list of other files" in str(files.refused)


def test_other_entries_are_counted_and_none_is_a_monster():
    finding = finding_of(
        compendium("<item><name>Ram</name></item>", "<spell><name>Web</name></spell>", monster())
    )
    assert [one.name for one in finding.finding.creatures] == ["Goblin"]
    assert any("1 × item" in str(told) and "1 × spell" in str(told) for told in finding.finding.told)


def test_a_compendium_without_monsters_says_so():
    assert "no monster" in str(finding_of(compendium("<item><name>Ram</name></item>")).refused)


def test_the_same_name_twice_stays_two():
    finding = finding_of(compendium(monster(), monster(hp="12"))).finding
    assert [one.values["max_hp"] for one in finding.creatures] == [7, 12]


def test_what_the_format_has_more_is_in_the_notes():
    creature = only("<ancestry>old</ancestry>", cr="0.25", immune="fire", conditionImmune="prone")
    assert {
        ("", "CR 1/4"),
        ("Immunities", "fire"),
        ("Condition immunities", "prone"),
        ("ancestry", "old"),
    } <= set(creature.texts)


def test_a_broken_monster_is_named_and_the_others_come_in():
    bad = "<monster><name>Wolf</name><hp>3</ac></monster>"
    finding = finding_of(compendium(monster(), bad, monster(name="Ogre"), monster(name="Rag & Bone"))).finding
    assert [one.name for one in finding.creatures] == ["Goblin", "Ogre", "Rag & Bone"]
    assert sum("“Wolf”" in str(told) for told in finding.told) == 1


def test_pasted_monsters_without_a_compendium_around_them():
    finding = finding_of(monster() + "\n" + monster(name="Ogre")).finding
    assert [one.name for one in finding.creatures] == ["Goblin", "Ogre"]


def test_a_document_type_is_refused():
    text = compendium(monster()).replace(
        "<compendium", '<!DOCTYPE c SYSTEM "file:///etc/passwd"><compendium', 1
    )
    assert "entities" in str(finding_of(text).refused)


def test_what_is_nested_without_end_is_answered():
    text = HEAD + "<compendium>" + "<monster>" * 20_000
    assert finding_of(text).refused is not None
