"""What 3.5, PF1 and 5e print alike (interop facts: 00-common, combatmanager, fightclub5)."""

import time

import pytest

from rulesets.incoming import d20
from rulesets.incoming.found import Reduction


def reduced(value, *bypass, only=()):
    return Reduction(value=value, bypass=bypass, only=only)


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("5/silver", [reduced(5, "silver")], ""),
        ("DR 10/good or silver", [reduced(10, "good", "silver")], ""),
        ("15/bludgeoning and magic", [reduced(15, "bludgeoning"), reduced(15, "magic")], ""),
        ("10/cold iron and good", [reduced(10, "cold iron"), reduced(10, "good")], ""),
        ("5/—", [reduced(5)], ""),
        ("5/-", [reduced(5)], ""),
        ("5/", [reduced(5)], ""),
        ("10/+1", [reduced(10, "+1")], ""),
        ("10/Magic; 5/—", [reduced(10, "magic"), reduced(5)], ""),
        ("10/adamantine and 5/magic", [reduced(10, "adamantine"), reduced(5, "magic")], ""),
        ("10/good Immune fire", [reduced(10, "good")], "Immune fire"),
        (
            "10/good Resist fire 10, cold 5",
            [reduced(10, "good"), reduced(10, only=("fire",)), reduced(5, only=("cold",))],
            "",
        ),
        ("10/evil (see text)", [reduced(10, "evil")], "(see text)"),
        ("irresistible", [], "irresistible"),
        ("", [], ""),
    ],
)
def test_damage_reduction(text, taken, left):
    """00-common: "or" is one entry with both words, "and" two entries, "—" no bypass."""
    assert d20.reductions(text) == (tuple(taken), left)


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("fire 10", [("fire", 10)], ""),
        ("Resist acid 5, cold 5, electricity 5", [("acid", 5), ("cold", 5), ("electricity", 5)], ""),
        ("cold and fire 10", [("cold", 10), ("fire", 10)], ""),
        ("resistance to electricity 10 and fire 10", [("electricity", 10), ("fire", 10)], ""),
        ("negative energy 10", [("negative energy", 10)], ""),
        ("fire 10 cold 5", [("fire", 10), ("cold", 5)], ""),
        ("fire, cold", [], "fire, cold"),
        ("channel resistance +4, fire 5", [("fire", 5)], "channel resistance +4"),
        ("all energy 10", [], "all energy 10"),
    ],
)
def test_energy_resistance(text, taken, left):
    """00-common: `Resist fire 10` is a reduction of that kind only; what gives no number is not made up."""
    assert d20.resistances(text) == (tuple(reduced(n, only=(kind,)) for kind, n in taken), left)


@pytest.mark.parametrize(
    ("text", "dice", "average"),
    [
        ("(8d8+48)", 8, 84),
        ("(3 HD; 2d8+1d10+3)", 3, 17),
        ("(11d6+55 plus 15 false life)", 11, 108),
        ("(6d10++6)", 6, 39),
        ("18d10 + 36", 18, 135),
        ("8d8-8", 8, 28),
        ("8d8 − 8", 8, 28),
        ("1d4-1", 1, 1),
        ("1/2d8", None, 2),
        ("½ d8+1", None, 3),
        ("d6", 1, 3),
        ("none", None, None),
        ("", None, None),
    ],
)
def test_hit_dice(text, dice, average):
    """00-common: the number of Hit Dice is the level unless it is a fraction; the average is rounded down."""
    assert d20.hit_dice(text) == dice
    assert d20.average(text) == average


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("135 (18d10+36)", (135, False)),
        ("135", (135, False)),
        (135, (135, False)),
        ("18d10+36", (135, True)),
        ("(2d6)", (7, True)),
        ("d8", (4, True)),
        ("0", (None, False)),
        ("-3", (None, False)),
        ("", (None, False)),
        (None, (None, False)),
        ("many", (None, False)),
    ],
)
def test_hit_points(text, points):
    """00-common: the leading number; only dice: the average; 0 or nothing: not given."""
    assert d20.hit_points(text) == points


@pytest.mark.parametrize(
    ("text", "fast"),
    [
        ("30 ft. (20 ft. in armor)", (30, "feet")),
        ("30 ft. (40 ft. base)", (30, "feet")),
        ("fly 60 ft. (perfect)", (60, "feet")),
        ("0 ft., fly 50 ft. (hover)", (50, "feet")),
        ("swim 40 ft., 10 ft.", (10, "feet")),
        ("Walk 30 ft, Climb 20 ft", (30, "feet")),
        ("Speed: 40 feet", (40, "feet")),
        ("6 squares", (6, "squares")),
        ("9 m, fly 18 m", (9, "meters")),
        ("7,5 m", (7, "meters")),
        ("30", (30, "feet")),
        ("30 fly, 20 walk", (20, "feet")),
        ("0 ft.", (0, "feet")),
        ("20 ft. in full plate (4 squares); base speed 30 ft.", (20, "feet")),
        ("none", None),
        ("", None),
    ],
)
def test_speed(text, fast):
    """00-common: walking; if it is 0 or missing the first other one."""
    assert d20.speed(text) == fast


@pytest.mark.parametrize(
    ("text", "bonuses"),
    [
        ("Fort +6, Ref +0, Will +3; +4 vs. poison", {"save_fort": 6, "save_ref": 0, "save_will": 3}),
        ("Fort –1, Ref -3, Will −3", {"save_fort": -1, "save_ref": -3, "save_will": -3}),
        ("Con +6, Wis +3", {"save_con": 6, "save_wis": 3}),
        ("Constitution +6", {"save_con": 6}),
        ("Dexterity: 5", {"save_dex": 5}),
        ("Fortitude +8 (+10 vs. cold), Reflex +5", {"save_fort": 8, "save_ref": 5}),
        ("Concentration +9", {}),
        ("Will 1d4", {}),
    ],
)
def test_saves(text, bonuses):
    """fightclub5: the short word with commas and the full word are both real."""
    assert d20.saves(text) == bonuses


def test_ability_scores():
    """combatmanager: double blanks, "-" for none; 00-common: no score at all counts as 10."""
    assert d20.scores("Str 22, Dex  1,  Con -, Int —, Wis 0, Cha 7") == {
        "str": 22,
        "dex": 1,
        "con": 10,
        "int": 10,
        "wis": 10,
        "cha": 7,
    }
    assert d20.scores("STR 21 (+5) DEX 8 (-1)") == {"str": 21, "dex": 8}
    assert [d20.score(value) for value in (None, "-", "null", 0, "12", 18)] == [10, 10, 10, 10, 12, 18]
    assert [d20.modifier(of) for of in (1, 9, 10, 11, 18)] == [-5, -1, 0, 0, 4]


def test_names_in_a_list():
    assert d20.listed("Dodge,  Weapon Focus (club, greatclub), Combat ReflexesB; Toughness") == (
        "Dodge",
        "Weapon Focus (club, greatclub)",
        "Combat Reflexes",
        "Toughness",
    )
    assert d20.listed(" ,, ") == ()


def test_challenge_ratings():
    """00-common: CR 0.25 = "1/4"."""
    told = [0.25, "0.5", "1/2", 3, 3.0, "", None, "21 (XP 33,000)"]
    assert [d20.challenge(rating) for rating in told] == [
        "1/4",
        "1/2",
        "1/2",
        "3",
        "3",
        "",
        "",
        "21 (XP 33,000)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "9" * 40_000,
        "a" * 40_000,
        "1/" * 20_000,
        "(" * 40_000,
        "+ " * 20_000,
        "resist " * 6_000,
        "d" * 40_000,
    ],
)
def test_a_text_that_goes_on_and_on_is_answered_at_once(text):
    """Every one of them is linear in the text."""
    began = time.perf_counter()
    d20.reductions(text), d20.resistances(text), d20.average(text), d20.hit_points(text), d20.hit_dice(text)
    d20.speed(text), d20.saves(text), d20.scores(text), d20.listed(text), d20.challenge(text), d20.score(text)
    assert time.perf_counter() - began < 5
