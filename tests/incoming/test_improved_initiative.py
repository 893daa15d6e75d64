"""Improved Initiative, trap by trap (interop facts: improved-initiative)."""

import json

from rulesets.incoming.found import Effect
from tests.incoming.brought import brought, creatures, told

ID = "improved-initiative"
OGRE = {
    "Name": "Ogre",
    "HP": {"Value": 59, "Notes": "(7d10+21)"},
    "AC": {"Value": 11},
    "InitiativeModifier": 2,
    "Abilities": {"Str": 19, "Dex": 8, "Con": 16, "Cha": 7, "Int": 5, "Wis": 7},
}


def fighter(ident, block=OGRE, **more):
    return {"Id": ident, "StatBlock": block, "CurrentHP": 40, "Initiative": 12, "Tags": [], **more}


def fight(*fighters, **more):
    return {"RoundCounter": 2, "ActiveCombatantId": "a", "Combatants": list(fighters), **more}


def tag(text, owner, left, timing="EndOfTurn"):
    return {"Text": text, "DurationCombatantId": owner, "DurationRemaining": left, "DurationTiming": timing}


def test_scores_go_by_key_and_the_modifier_comes_on_top_of_dexterity():
    """Abilities may be in any order; InitiativeModifier is not the whole bonus."""
    values = creatures([OGRE], ID)["Ogre"].values
    assert (values["int"], values["wis"], values["cha"]) == (5, 7, 7)
    assert values["init_extra"] == 2
    assert "initiative" not in values


def test_numbers_may_be_texts_and_dice_stand_for_hit_points():
    """Numbers can be strings; only dice given: the average, and marked."""
    block = {
        "Name": "Rat",
        "HP": {"Value": "", "Notes": "(2d6)"},
        "AC": {"Value": "12"},
        "Abilities": {"Dex": "15"},
    }
    rat = creatures([block], ID)["Rat"]
    assert (rat.values["max_hp"], rat.values["ac"], rat.values["dex"]) == (7, 12, 15)
    assert "max_hp" in rat.guessed


def test_tags_end_with_whose_turn_they_say():
    """With an id and rounds: so many; without an id: no end; run out: dropped; the active one's as saved."""
    tags = [
        tag("Poisoned", "a", 3),
        tag("Hexed", "b", 1, "StartOfTurn"),
        tag("Prone", "", -1),
        tag("Blind", -1, 0),
        tag("Gone", "b", 0),
        "Dazed",
    ]
    ogre = creatures(fight(fighter("a", Tags=tags), fighter("b", Alias="Snag")), ID)["Ogre"]
    assert ogre.effects == (
        Effect(name="Poisoned", rounds=3, ends="end", of="Ogre"),
        Effect(name="Hexed", rounds=1, ends="start", of="Snag"),
        Effect(name="Prone"),
        Effect(name="Blind"),
        Effect(name="Dazed"),
    )


def test_names_are_numbered_where_they_stand_twice():
    """Alias, else the name with its IndexLabel if it stands more than once; hit points are not below 0."""
    file = fight(fighter("a", IndexLabel=1, CurrentHP=-5), fighter("b", IndexLabel=2))
    reading = brought(file)
    assert [one.name for one in reading.finding.creatures] == ["Ogre 1", "Ogre 2"]
    assert reading.finding.creatures[0].values["hp"] == 0
    assert (reading.finding.round, reading.finding.active) == (2, "Ogre 1")


def test_a_fight_that_has_not_begun_has_no_counts():
    """RoundCounter 0 is not begun."""
    reading = brought(fight(fighter("a"), RoundCounter=0))
    assert (reading.finding.round, reading.finding.active) == (None, "")
    assert reading.finding.creatures[0].initiative_count is None


def test_old_spellings_are_read():
    """Before 3.x: strings of JSON under ImprovedInitiative.<List>.<id>, Statblock, MaxHP, numeric ids."""
    old = {
        "Creatures": [
            {"Id": 0, "Statblock": OGRE, "MaxHP": 70, "CurrentHP": 20, "Initiative": 9, "Tags": ["Prone"]}
        ],
        "ActiveCreatureIndex": 0,
    }
    file = {
        "ImprovedInitiative.Creatures": '["x"]',
        "ImprovedInitiative.Creatures.x": json.dumps(OGRE),
        "ImprovedInitiative.AutoSavedEncounters.default": json.dumps(old),
    }
    reading = brought(file)
    assert [one.where for one in reading.finding.creatures] == ["library", "combat"]
    assert reading.finding.creatures[1].values["max_hp"] == 70
    assert reading.finding.active == "Ogre"


def test_a_player_of_both_lists_is_offered_once():
    """PlayerCharacters beside PersistentCharacters; who is in the fight, too, is named."""
    hero = {**OGRE, "Name": "Ada", "Player": "player"}
    file = {
        "PlayerCharacters.1": hero,
        "PersistentCharacters.1": {"Name": "Ada", "StatBlock": hero, "CurrentHP": 8},
        "ImprovedInitiative.AutoSavedEncounters.default": json.dumps(fight(fighter("a", hero))),
    }
    reading = brought(file)
    assert [(one.where, one.kind) for one in reading.finding.creatures] == [
        ("character", "pc"),
        ("combat", "pc"),
    ]
    assert "“Ada” stand among the characters and in the fight" in told(file)


def test_what_is_broken_is_named_and_the_rest_comes_in():
    """A reference without numbers, a string that is no JSON, a nameless entry, an id without its entry."""
    file = {
        "Creatures": ["x", "gone"],
        "Creatures.x": OGRE,
        "Creatures.y": "{broken",
        "Creatures.z": [1, None],
    }
    assert list(creatures(file, ID)) == ["Ogre"]
    said = told(file)
    assert all(f"“{name}”" in said for name in ("gone", "y", "z"))
    assert "mm.goblin" in told({"Combatants": [OGRE, {"Id": "mm.goblin"}]})


def test_a_byte_order_mark_and_windows_letters_are_read():
    """UTF-8 with a BOM, and Windows-1252."""
    text = json.dumps([{**OGRE, "Name": "Käpt’n"}], ensure_ascii=False)
    for data in (b"\xef\xbb\xbf" + text.encode(), text.encode("cp1252")):
        assert [one.name for one in brought(data).finding.creatures] == ["Käpt’n"]
