# ruff: noqa: E501
"""Attacks as stat blocks write them (issue 17: every attack that is a formula is one key away)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulesets.formula.amounts import read_amount
from rulesets.seen.attack_texts import (
    kinds_by_words,
    named_codes,
    named_dice,
    plain_attacks,
    strikes_by_words,
)

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Scimitar +4 (1d6+2)", [("Scimitar", (4,), "1d6+2")]),
        ("Scimitar +4 (1d6 + 2 slashing), Shortbow +4 (1d6+2)", [("Scimitar", (4,), "1d6+2"), ("Shortbow", (4,), "1d6+2")]),
        ("Longsword +6/+1 melee (1d8+4/19-20) or shortbow +5 ranged (1d6/x3)", [("Longsword", (6, 1), "1d8+4"), ("shortbow", (5,), "1d6")]),
        (
            "Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.\n"
            "Shortbow. Ranged Weapon Attack: +4 to hit, range 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
            [("Scimitar", (4,), "1d6+2"), ("Shortbow", (4,), "1d6+2")],
        ),
        ("Actions: **Bite** +5 to hit, 2d6+3 piercing", [("Bite", (5,), "2d6+3")]),
        ("Claw −1 (1d4−1)", [("Claw", (-1,), "1d4-1")]),
        ("2 claws +7 melee (1d6+3) and bite +5 melee (1d8)", [("claws", (7,), "1d6+3"), ("bite", (5,), "1d8")]),
        ("Hit points 22 (4d8+4). Str +2, Dex +1. Immune to fire (half).", []),
        ("Bite STR+1D. Breath weapon (8d6).", []),
        ("Melee halberd +14 [+9/+4] (reach 10 feet), Damage 1d10+7 piercing", [("Melee halberd", (14, 9, 4), "1d10+7")]),
        ("+4 (1d6)", []),
        ("", []),
    ],
)  # fmt: skip
def test_what_is_plain_is_read(text: str, expected: list[tuple[str, tuple[int, ...], str]]) -> None:
    found = [(one.name, one.bonuses, one.damage) for one in plain_attacks(text)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Bite +11 (2d10+6 piercing plus 1d8 cold). Claw +11 (2d6+6 slashing).", ["2d10+6 piercing", "1d8 cold"]),
        (
            "Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage plus 3 (1d6) fire damage.",
            ["1d6+2 slashing", "1d6 fire"],
        ),
        ("Jaws +10, Damage 2d6+4 piercing plus 1d4 persistent bleed plus Grab", ["2d6+4 piercing"]),
        ("Sword +11 (1d8+5 and 1d6 cold)", ["1d8+5", "1d6 cold"]),
        ("Flame blade +6 (1d8+2 slashing) and 1d6 fire damage.", ["1d8+2 slashing", "1d6 fire"]),
        ("Bite +5 (1d8+2) and 2 claws +5 (1d4+2)", ["1d8+2"]),
        ("Shortbow +3 ranged (1d6) or longsword +6 melee (1d8+4)", ["1d6"]),
        ("Longsword +6 melee (1d8+4/19-20), fire bolt +5 (1d10)", ["1d8+4"]),
    ],
)  # fmt: skip
def test_a_damage_is_read_with_its_kinds_and_what_is_added_to_it(text: str, parts: list[str]) -> None:
    """R5E-51: each part goes by its own type. What persists is taken later and is no part of the hit (PF-50)."""
    assert [part.text for part in next(plain_attacks(text)).parts] == parts


@pytest.mark.parametrize(
    ("text", "kind", "threat", "times"),
    [
        ("Slugthrower +5 (2d8)", "ranged", 20, 2),
        ("Bowcaster +5 (3d10)", "ranged", 20, 2),
        ("Force pike +5 (2d8, reach 10 ft.)", "melee", 20, 2),
        ("Trident +5 (1d8/19-20, range 10 ft.)", "ranged", 19, 2),
        ("Shortbow +5 melee (1d4/18–20/×3)", "melee", 18, 3),
        ("Gunnery axe +5 (1d8+2/x4)", "melee", 20, 4),
    ],
)
def test_how_it_is_made_and_what_it_threatens_with(text: str, kind: str, threat: int, times: int) -> None:
    """What the note says goes before the name; a slugthrower was proposed as a melee weapon."""
    (found,) = plain_attacks(text)
    assert (found.kind, found.threat, found.times) == (kind, threat, times)


@pytest.mark.parametrize(
    ("words", "strikes", "kinds"),
    [
        ("Shoot", True, ("ranged",)),
        ("fire at whoever comes in", True, ("ranged",)),
        ("strike him down", True, ()),
        ("stab", True, ("melee", "brawl")),
        ("close the fire door", False, ()),
        ("run", False, ()),
    ],
)
def test_an_attack_is_said_by_what_is_done(words: str, strikes: bool, kinds: tuple[str, ...]) -> None:
    """A readied "Shoot" opened no attack when it went off."""
    assert (strikes_by_words(words), kinds_by_words(words)) == (strikes, kinds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Scout 5. Rifle 2d8+2. Knows every vent of the station.", [("Rifle", "2d8+2")]),
        ("Large aberration, challenge 10, hit dice 18d10+36.", [("hit dice", "18d10+36")]),
        ("Bite STR+1D. Breath weapon (8d6); Hit points 22 (4d8+4).", [("Breath weapon", "8d6"), ("Hit points", "4d8+4")]),
        ("Scimitar +4 (1d6+2), poison 2d4; scimitar 1d6+2", [("poison", "2d4")]),
        ("Claw. +4 to hit. Hit: 5 (1d6 + 2) slashing damage plus 3 (1d6) fire. It takes 2d6.", []),
        ("2d6, +1d6, Sneak attack +3d6, 10d10000 x", []),
    ],
)  # fmt: skip
def test_other_dice_with_a_name_are_read_too(text: str, expected: list[tuple[str, str]]) -> None:
    assert list(named_dice(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Courier. Heavy blaster pistol 5D. Wants the blue case.", [("Heavy blaster pistol", "5D")]),
        ("Carbine 5D", [("Carbine", "5D")]),
        ("Carbine 5D and knife (3D+1)\nStun arm 4D", [("Carbine", "5D"), ("knife", "3D+1"), ("Stun arm", "4D")]),
        ("In the shaft above. Motion sensor: 1D more on initiative.", []),
        ("Scout with a motion sensor: 1D more on initiative. Knife STR+1D. Vest +1D against energy.", []),
    ],
)  # fmt: skip
def test_a_die_code_is_one_of_damage_where_it_ends_what_is_said(
    text: str, expected: list[tuple[str, str]]
) -> None:
    """What Whisper of *The cold store* has more on initiative was filled in as the damage of a blaster."""
    assert list(named_codes(text)) == expected


@given(st.text(alphabet="+-−/()d0123456789 .,:;abS\n", max_size=400))
def test_whatever_is_read_can_be_rolled(text: str) -> None:
    """No text is too odd, and what is offered is an amount that the line takes."""
    for attack in plain_attacks(text):
        assert attack.name
        assert attack.bonuses
        assert read_amount(attack.damage) is not None
    for name, dice in named_dice(text):
        assert name
        assert read_amount(dice) is not None


NO_DICE = {
    "Badger", "Bat", "Cat", "Crab", "Flying Snake", "Frog", "Hawk", "Homunculus", "Lizard", "Octopus", "Owl",
    "Poisonous Snake", "Quipper", "Rat", "Raven", "Rug of Smothering", "Scorpion", "Sea Horse", "Shrieker",
    "Spider", "Sprite", "The salt works", "Weasel",
}  # fmt: skip
"""Who has no attack, or one that does a single point, or none by itself."""
ROLLED = ("saga-edition", "srd35", "pf2e", "dnd5e")
"""Rulesets in which an attack is a d20 and a bonus."""


def test_whoever_is_shipped_has_an_attack_that_is_rolled_with_one_key() -> None:
    """Heroes, foes and everybody in the samples: the key for attacks reads what stands in the notes."""
    files = sorted(ROOT.glob("resources/library/*.toml")) + sorted(ROOT.glob("resources/encounters/*.toml"))
    looked = 0
    for path in files:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if data.get("ruleset", path.stem) not in ROLLED:
            continue
        without = {one["name"] for one in data["combatant"] if not [*plain_attacks(one["notes"])]}
        assert without <= NO_DICE, path
        looked += len(data["combatant"])
    assert looked > 350
