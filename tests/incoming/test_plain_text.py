"""Stat blocks as they are pasted, detail by detail (facts/plain-text.md); whole texts are in `samples`."""

from __future__ import annotations

from typing import ClassVar

import pytest

from rulesets.incoming.found import Creature, Finding, Reduction, Refused
from rulesets.incoming.reader import LIKELY, MAYBE, NO, SURE
from rulesets.incoming.readers.plain_text import READER
from rulesets.incoming.readers.plain_text.scores import scores_of
from rulesets.incoming.readers.plain_text.short_list import singular
from rulesets.incoming.readers.plain_text.titles import title_of
from rulesets.incoming.reading import read
from rulesets.incoming.source import Source


def pasted(text: str) -> Finding:
    """What is found in a pasted text; Refused if that is nothing."""
    finding = Finding()
    READER.read(Source("", text.encode()), finding)
    return finding


def only(text: str) -> Creature:
    """The one creature in a pasted text."""
    creatures = pasted(text).creatures
    assert len(creatures) == 1, [one.name for one in creatures]
    return creatures[0]


def notes(creature: Creature) -> str:
    return "\n".join(f"{label}: {text}" if label else text for label, text in creature.texts)


def sure(text: str) -> int:
    return READER.recognise(Source("", text.encode()))


def srd(**fields: str) -> str:
    """A block of the 3.5 SRD with some fields otherwise."""
    said = {
        "Hit Dice": "2d8+2 (11 hp)", "Initiative": "+1", "Speed": "30 ft. (6 squares)",
        "Armor Class": "13, touch 11",
        "Base Attack/Grapple": "+1/+3", "Saves": "Fort +4, Ref +1, Will +0",
        "Abilities": "Str 14, Dex 12, Con 13, Int 10, Wis 10, Cha 8", "Challenge Rating": "1",
    }  # fmt: skip
    said |= {name.replace("_", " "): text for name, text in fields.items()}
    return "Mud Guard\nMedium Humanoid\n" + "\n".join(f"{name}: {text}" for name, text in said.items()) + "\n"


SAGA = (
    "Yard Hand CL 1\n{kind}\nInit +1\nDefenses Ref 12 (flat-footed 11), Fort 11, Will 10\n"
    "{hp}\nSpeed {speed}\n"
)


class TestNumbers:
    """What is printed around the numbers."""

    @pytest.mark.parametrize(
        ("dice", "hp", "level"),
        [
            ("6d8+36 (63 hp)", 63, 6),
            ("1d8+1 plus 2d8+6 (20 hp)", 20, 3),
            ("1/4 d8 (1 hp)", 1, None),
            ("½ d10 (2 hp)", 2, None),
            ("120d12+600 (1,380 hp)", 1380, 120),
        ],
    )
    def test_hit_dice(self, dice, hp, level):
        found = only(srd(Hit_Dice=dice))
        assert found.values["max_hp"] == hp
        assert found.values.get("level") == level
        assert not found.guessed

    def test_of_dice_alone_the_average_rounded_down_is_taken_and_marked(self):
        found = only(srd(Hit_Dice="3d8+2"))
        assert found.values["max_hp"] == 15
        assert found.guessed == {"max_hp"}

    @pytest.mark.parametrize(
        ("said", "speed"),
        [
            ("30 ft. in hide armor (6 squares); base speed 40 ft.", 30),
            ("Fly 40 ft. (good)", 40),
            ("0 ft., fly 60 ft.", 60),
            ("20 ft. (4 squares), swim 60 ft.", 20),
        ],
    )
    def test_speed(self, said, speed):
        assert only(srd(Speed=said)).values["speed"] == speed

    @pytest.mark.parametrize(("said", "speed"), [("6 squares", 6), ("0 squares, swim 8 squares", 8)])
    def test_speed_in_squares(self, said, speed):
        found = only(SAGA.format(kind="Small beast 2", hp="hp 9; Threshold 11", speed=said))
        assert (found.values["speed"], found.values["speed_unit"]) == (speed, "squares")

    @pytest.mark.parametrize("minus", ["-", "–", "−", "—"])
    def test_any_dash_is_a_minus(self, minus):
        found = only(srd(Initiative=f"{minus}2", Saves=f"Fort +4, Ref {minus}1, Will {minus}3"))
        assert [found.values[name] for name in ("initiative", "save_ref", "save_will")] == [-2, -1, -3]

    @pytest.mark.parametrize("nothing", ["—", "-", "–", "Ø"])
    def test_a_score_that_is_not_there_is_10(self, nothing):
        said = f"Str {nothing}, Dex 14, Con {nothing}, Int {nothing}, Wis 12, Cha 13"
        values = only(srd(Abilities=said)).values
        assert [values[name] for name in ("str", "dex", "con", "int", "wis", "cha")] == [
            10,
            14,
            10,
            10,
            12,
            13,
        ]

    def test_no_hit_points_and_no_armor_class_are_not_given_and_it_is_told(self):
        finding = pasted("Statue\nAC 0\nHP 0\n")
        assert finding.creatures[0].values == {}
        assert any("Statue" in str(told) for told in finding.told)

    def test_bonus_saves_and_what_is_in_brackets_stay_in_the_notes(self):
        text = (
            "Cave Imp CR 2\nNE Small outsider\nInit +3\nAC 15, touch 14, flat-footed 12 (+3 Dex)\n"
            "hp 16 (3d8+3)\n"
            "Fort +2, Ref +6, Will +4; +2 vs. charm\nBase Atk +3; CMB +2; CMD 15\n"
        )
        found = only(text)
        assert found.family == "pf1"
        assert [found.values[name] for name in ("save_fort", "save_ref", "save_will")] == [2, 6, 4]
        assert "+2 vs. charm" in notes(found)
        assert "touch 14, flat-footed 12" in notes(found)


class TestReductions:
    """ "or" is one reduction with several words, "and" several, a dash has none."""

    @pytest.mark.parametrize(
        ("said", "found"),
        [
            ("10/magic", [Reduction(value=10, bypass=("magic",))]),
            ("5/—", [Reduction(value=5)]),
            ("10/good or silver", [Reduction(value=10, bypass=("good", "silver"))]),
            (
                "10/good and silver",
                [Reduction(value=10, bypass=("good",)), Reduction(value=10, bypass=("silver",))],
            ),
        ],
    )
    def test_damage_reduction_among_special_qualities(self, said, found):
        qualities = f"Damage reduction {said}, darkvision 60 ft., spell resistance 15, regeneration 5"
        assert list(only(srd(Special_Qualities=qualities)).reductions) == found

    def test_resistances_are_of_their_kind_of_damage_only(self):
        found = only(srd(Special_Qualities="Resistance to acid 10 and cold 5, immunity to fire"))
        assert list(found.reductions) == [
            Reduction(value=10, only=("acid",)),
            Reduction(value=5, only=("cold",)),
        ]

    @pytest.mark.parametrize(
        "said",
        [
            "hp 54; SR 15; DR 5; Threshold 19",
            "Threshold 19; DR 5; hp 54; SR 15",
            "hp 54, SR 15\nDR 5\nThreshold 19",
        ],
    )
    def test_of_saga_in_any_order(self, said):
        found = only(SAGA.format(kind="Large droid (4th-degree) nonheroic 12", hp=said, speed="8 squares"))
        assert [found.values[name] for name in ("max_hp", "sr", "threshold", "size")] == [54, 15, 19, "large"]
        assert list(found.reductions) == [Reduction(value=5)]


class TestLevels:
    @pytest.mark.parametrize(
        ("kind", "level", "heroic"),
        [
            ("Medium Human nonheroic 3/soldier 6", 9, 1),
            ("Huge beast 11", 11, 0),
            ("Large droid (4th-degree) nonheroic 12", 12, 0),
            ("Medium Twi'lek scoundrel 4/\nnoble 2", 6, 1),
        ],
    )
    def test_of_saga_are_the_sum_of_all_classes(self, kind, level, heroic):
        values = only(SAGA.format(kind=kind, hp="hp 20; Threshold 12", speed="6 squares")).values
        assert (values["level"], values["heroic"]) == (level, heroic)


class TestScores:
    WANTED: ClassVar = {"str": 19, "dex": 8, "con": 16, "int": 5, "wis": 7, "cha": 10}

    @pytest.mark.parametrize(
        "said",
        [
            "Str 19, Dex 8, Con 16, Int 5, Wis 7, Cha —",
            "STR 19 (+4) DEX 8 (−1) CON 16 (+3) INT 5 (−3) WIS 7 (−2) CHA 10 (+0)",
            "STR DEX CON INT WIS CHA\n19 (+4) 8 (−1) 16 (+3) 5 (−3) 7 (−2) 10 (+0)",
            "STR\n19 (+4)\nDEX\n8 (−1)\nCON\n16 (+3)\nINT\n5 (−3)\nWIS\n7 (−2)\nCHA\n10 (+0)",
            "STR\n19\n(+4)\nDEX\n8\n(−1)\nCON\n16\n(+3)\nINT\n5\n(−3)\nWIS\n7\n(−2)\nCHA\n10\n(+0)",
            "STR\tDEX\tCON\tINT\tWIS\tCHA\n19 (+4)\t8 (-1)\t16 (+3)\t5 (-3)\t7 (-2)\t10 (+0)",
            "Strength 19, Dexterity 8, Constitution 16, Intelligence 5, Wisdom 7, Charisma 10",
            "Str\t19\t+4\t+4\tDex\t8\t−1\t−1\tCon\t16\t+3\t+6\nInt\t5\t−3\t−3\tWis\t7\t−2\t−2\tCha\t10\t+0\t+0",
        ],
    )
    def test_in_every_shape(self, said):
        assert scores_of(said)[0] == self.WANTED

    def test_a_grid_has_saves_beside_them(self):
        assert scores_of("Str 14 +2 +4 Dex 12 +1 −1")[1] == {"str": 4, "dex": -1}

    def test_a_number_of_many_digits_is_no_score(self):
        assert scores_of("Str 14000, Dex 12")[0] == {"dex": 12}


class TestTitles:
    @pytest.mark.parametrize(
        ("line", "name", "rating"),
        [
            ("TROLL", "Troll", ""),
            ("HAND OF THE NINE", "Hand of the Nine", ""),
            ("AT-ST", "AT-ST", ""),
            ("Bear, Dire (cub)   CR 1/2  ", "Bear, Dire (cub)", "CR 1/2"),
            ("W-7 Ward Droid CL 6", "W-7 Ward Droid", "CL 6"),
            ("Vault Keeper (CR 8)", "Vault Keeper", "CR 8"),
            ("Imp – CR 2", "Imp", "CR 2"),
        ],
    )
    def test_name_and_rating(self, line, name, rating):
        title = title_of(line)
        assert (title.name, title.rating) == (name, rating)

    def test_a_name_that_begins_as_a_label_does(self):
        assert (
            only("Gear Golem\nLarge construct, unaligned\nArmor Class 17\nHit Points 60 (8d10 + 16)\n").name
            == "Gear Golem"
        )

    def test_nothing_is_taken_out_of_a_name(self):
        assert (
            only("Ash & <b>Bone</b>\nSmall undead\nArmor Class 12\nHit Points 9 (2d6 + 2)\n").name
            == "Ash & <b>Bone</b>"
        )


class TestBlocks:
    def test_one_behind_the_other_without_a_blank_line_and_in_several_layouts(self):
        saga = SAGA.format(kind="Small beast 2", hp="hp 9; Threshold 11", speed="6 squares")
        fifth = "Mill Ogre\nLarge giant\nArmor Class 11\nHit Points 59 (7d10 + 21)\nChallenge 2 (450 XP)\n"
        found = pasted(srd() + fifth + saga + srd()).creatures
        assert [(one.name, one.family, one.values["max_hp"]) for one in found] == [
            ("Mud Guard", "3.5", 11),
            ("Mill Ogre", "5e", 59),
            ("Yard Hand", "saga", 9),
            ("Mud Guard", "3.5", 11),
        ]

    def test_numbers_in_what_it_can_do_are_not_its_own(self):
        text = srd() + "Rage: When it rages it has\nAC 20, touch 9; hp 90; Fort +9\nand is loud.\n"
        assert [only(text).values[name] for name in ("ac", "max_hp", "save_fort")] == [13, 11, 4]

    def test_words_before_are_told(self):
        finding = pasted("For Friday, as we said.\n\n" + srd())
        assert [str(told) for told in finding.told] == [
            "This is no stat block and was left out: “For Friday, as we said.”"
        ]

    def test_a_list_that_was_broken_goes_on(self):
        found = only(srd(Feats="Alertness, Improved\nInitiative, Iron\nWill, Weapon Focus (claw,\nbite)"))
        assert found.feats == ("Alertness", "Improved Initiative", "Iron Will", "Weapon Focus (claw, bite)")

    @pytest.mark.parametrize(
        "glued", ["Combat ReflexesB", "Combat Reflexes[B]", "Combat Reflexes*", "Combat ReflexesᴮAPG"]
    )
    def test_a_mark_that_is_glued_to_a_feat(self, glued):
        assert only(srd(Feats=f"Alertness, {glued}, Rapid Shot")).feats == (
            "Alertness",
            "Combat Reflexes",
            "Rapid Shot",
        )

    def test_one_without_hit_points_is_named_and_the_others_come(self):
        finding = pasted(srd() + "\nOld Wall\nLarge construct\nInit +0\nAC 5\nFort +1\n")
        assert [one.name for one in finding.creatures] == ["Mud Guard"]
        assert any("Old Wall" in str(told) for told in finding.told)

    def test_one_without_a_name_is_called_by_its_kind(self):
        finding = pasted("Medium Humanoid\nArmor Class 12\nHit Points 9 (2d8)\n")
        assert finding.creatures[0].name == "Medium Humanoid"
        assert any("no name" in str(told) for told in finding.told)


class TestShortLists:
    def test_how_many_what_and_a_few_numbers(self):
        found = pasted("3 goblins, ogre (hp 30, AC 12), 2x wolf; boss 45 hp").creatures
        assert [(one.count, one.name, one.values) for one in found] == [
            (3, "goblin", {}),
            (1, "ogre", {"max_hp": 30, "ac": 12}),
            (2, "wolf", {}),
            (1, "boss", {"max_hp": 45}),
        ]

    def test_what_in_brackets_is_no_number_is_a_note(self):
        assert only("2 guards (at the gate)").texts == (("", "at the gate"),)

    @pytest.mark.parametrize(
        ("many", "one"),
        [
            ("goblins", "goblin"), ("Ogres", "Ogre"), ("witches", "witch"), ("wolves", "wolf"),
            ("cyclops", "cyclops"), ("zombies", "zombie"), ("genies", "genies"),
            ("snakes", "snake"), ("guards of the gate", "guards of the gate"),
            ("dire bears", "dire bear"), ("undead", "undead"), ("Thoqquas", "Thoqquas"), ("harpies", "harpy"),
        ],
    )  # fmt: skip
    def test_a_plural_is_made_one_where_that_is_sure(self, many, one):
        assert singular(many) == one

    @pytest.mark.parametrize(
        "prose",
        [
            "We met 3 goblins and an ogre. It had 30 hp left.",
            "Next week Ana brings pizza, Ben brings drinks, and I bring the map",
            "name,hp,ac\nGoblin,7,15",
            "The ogre (hp 30) was angry with all of us because of what we had done, we think",
            "",
            "goblin",
            "12",
            "hp 30",
        ],
    )
    def test_prose_and_tables_are_none(self, prose):
        with pytest.raises(Refused, match="stat block"):
            pasted(prose)


class TestCertainty:
    """How sure it is decides which reader is asked first."""

    @pytest.mark.parametrize(
        ("text", "certain"),
        [
            (srd(), SURE),
            ("Goblin\nAC 15\nHP 7\nSpeed 30 ft.\n", LIKELY),
            ("3 goblins, ogre (hp 30)", MAYBE),
            ("```statblock\nname: Ogre\nac: 11\nhp: 59\nspeed: 40 ft.\n```\n", MAYBE),
            ('{"name": "Ogre", "hp": 59, "ac": 11, "speed": 40}', NO),
            ("<compendium><monster><hp>3</hp><ac>4</ac><init>+3</init></monster></compendium>", NO),
            ("Nothing of the kind.", NO),
        ],
    )
    def test_is_by_what_it_is(self, text, certain):
        assert sure(text) == certain

    def test_a_page_of_the_web_is_read_as_it_is_seen(self):
        page = (
            "<html><body><h2>Mill Ogre</h2><p><i>Large giant</i></p>"
            "<p><b>Armor Class</b> 11</p><p>Hit Points 59</p></body></html>"
        )
        reading = read(Source("ogre.html", page.encode()))
        assert [(one.name, one.values["ac"]) for one in reading.finding.creatures] == [("Mill Ogre", 11)]
