"""Foundry's actors, trap by trap (interop facts: foundry-dnd5e, foundry-d35e, foundry-swse)."""

import json

import pytest

from rulesets.incoming.foundry import LEVEL_DB
from tests.incoming.brought import brought, creatures, told


def dnd(name="Guard", kind="npc", dex=14, ac=None, items=(), **system):
    scores = {"str": 10, "dex": dex, "con": 12, "int": 10, "wis": 16, "cha": 8}
    return {
        "name": name,
        "type": kind,
        "items": list(items),
        "system": {
            "abilities": {key: {"value": value, "proficient": 0} for key, value in scores.items()},
            "attributes": {
                "hp": {"value": 11, "max": 11},
                "ac": ac or {"calc": "default"},
                "init": {"bonus": ""},
                "movement": {"walk": 30, "units": "ft"},
            },
            "details": {"cr": 0.125},
            **system,
        },
    }


def armor(kind, value, dex=None, equipped=True):
    return {
        "name": kind,
        "type": "equipment",
        "system": {"equipped": equipped, "type": {"value": kind}, "armor": {"value": value, "dex": dex}},
    }


def d35(name="Cat", cr=1, hp=None, **attributes):
    return {
        "name": name,
        "type": "npc",
        "items": [{"name": "Combat Reflexes", "type": "feat"}],
        "data": {
            "abilities": {"str": {"value": 0, "total": 0}, "dex": {"value": 15}},
            "attributes": {
                "hp": hp or {"value": -3, "max": 9, "temp": None},
                "bab": {"total": 1},
                "savingThrows": {"fort": {"total": 2}},
                "ac": {"normal": {"total": 14}},
                "speed": {"land": {"total": 0}, "climb": {"total": 0}, "swim": {"total": 20}},
                "conditions": {"shaken": True, "blind": False},
                **attributes,
            },
            "details": {"cr": cr},
            "traits": {"dr": "5/silver", "eres": "fire 10"},
        },
    }


@pytest.mark.parametrize(
    ("ac", "dex", "items", "comes_to"),
    [
        ({"calc": "natural", "flat": 17}, 14, [], 17),
        ({"calc": "flat", "flat": "16"}, 14, [], 16),
        ({"calc": "default"}, 14, [], 12),
        ({"calc": "default"}, 14, [armor("light", 11), armor("shield", 2)], 15),
        ({"calc": "default"}, 18, [armor("medium", 14)], 16),
        ({"calc": "default"}, 18, [armor("medium", 14, dex=3)], 17),
        ({"calc": "default"}, 6, [armor("heavy", 16)], 16),
        ({"calc": "default"}, 14, [armor("heavy", 18, equipped=False)], 12),
        ({"calc": "unarmoredMonk"}, 14, [armor("shield", 2)], 15),
        ({"calc": "unarmoredBarb"}, 14, [armor("shield", 2)], 15),
        ({"calc": "draconic"}, 14, [], 15),
        ({"calc": "mage"}, 14, [], 15),
        ({"calc": "custom", "formula": "12 + @abilities.int.mod"}, 14, [], 12),
        ({"value": 15, "min": 0}, 14, [], 15),
    ],
)
def test_the_armor_class_of_5e_is_worked_out(ac, dex, items, comes_to):
    """It is not saved: by `calc`, and by what is worn."""
    assert creatures(dnd(ac=ac, dex=dex, items=items), "foundry-dnd5e")["Guard"].values["ac"] == comes_to


def test_saves_of_5e_have_the_proficiency_of_rating_or_level():
    """Modifier + max(2, (CR or level + 7) div 4) where proficient; formulas are told and left out."""
    actor = dnd(kind="character", items=[{"name": "Paladin", "type": "class", "system": {"levels": 9}}])
    actor["system"]["abilities"]["wis"].update(proficient=1, bonuses={"save": "@prof"})
    assert creatures(actor, "foundry-dnd5e")["Guard"].values["save_wis"] == 3 + 4
    assert "@prof" in told(actor)


def test_a_character_of_5e_without_maximum_and_movement_is_told():
    """hp.max null: hp.value for both; the token's disposition does not make a character a foe."""
    actor = dnd(kind="character")
    actor["system"]["attributes"].update(hp={"value": 9, "max": None}, movement={"walk": None, "units": None})
    actor["prototypeToken"] = {"disposition": -1}
    hero = creatures(actor, "foundry-dnd5e")["Guard"]
    assert (hero.values["max_hp"], hero.kind, hero.side) == (9, "pc", "party")
    assert "speed" not in hero.values
    assert told(actor).count("“Guard”") == 2


def test_meters_are_feet_and_ratings_are_fractions():
    """1.5 m = 5 ft; CR 0.125 is 1/8."""
    actor = dnd()
    actor["system"]["attributes"]["movement"] = {"walk": 7.5, "units": "m"}
    guard = creatures(actor, "foundry-dnd5e")["Guard"]
    assert guard.values["speed"] == 25
    assert ("", "CR 1/8") in guard.texts


def test_a_pack_has_one_actor_a_line_and_its_last_word_counts():
    """Later lines stand for earlier ones; removed and broken ones do not come in; things are left out."""
    lines = [
        "{broken",
        json.dumps({**dnd("Old"), "_id": "1"}),
        json.dumps({**dnd("New"), "_id": "1"}),
        json.dumps({**dnd("Gone"), "_id": "2"}),
        json.dumps({"$$deleted": True, "_id": "2"}),
        json.dumps({"name": "Sword", "type": "weapon", "system": {}}),
        "",
        json.dumps(dnd("Other")),
    ]
    assert set(creatures("\n".join(lines), "foundry-dnd5e")) == {"New", "Other"}
    assert "things of the kind “weapon” have no place here: “Sword”." in told("\n".join(lines))
    assert "“{broken” cannot be read" in told("\n".join(lines))


@pytest.mark.parametrize(
    "content",
    [
        {"name": "Sword", "type": "weapon", "system": {}},
        {"name": "Cart", "type": "vehicle", "system": {"attributes": {"hp": {}, "ac": {}}}},
        b"\x00\x01\x02" + LEVEL_DB,
        [{"Reflex Defense": "12", "Hit Points": "97", "name": "x"}],
    ],
)
def test_what_is_no_actor_is_refused_with_what_to_bring(content):
    """A thing, a vehicle of 5e, a data base of Foundry 11, a table of printed stat blocks."""
    reading = brought(content)
    assert reading.refused is not None
    assert not reading.finding.creatures
    assert "xport" in str(reading.refused)


def test_totals_of_35_are_taken_and_zeros_are_nothing():
    """Scores 0 → 10; hp below 0 → 0; the first speed that is not 0; conditions, reduction, feats."""
    cat = creatures(d35(cr=0.3375), "foundry-d35e")["Cat"]
    assert (cat.values["str"], cat.values["hp"], cat.values["speed"]) == (10, 0, 20)
    assert [one.name for one in cat.effects] == ["Shaken"]
    assert [(one.value, one.bypass, one.only) for one in cat.reductions] == [
        (5, ("silver",), ()),
        (10, (), ("fire",)),
    ]
    assert cat.feats == ("Combat Reflexes",)
    assert ("", "CR 1/3") in cat.texts


@pytest.mark.parametrize(("cr", "printed"), [(0.166, "1/6"), (0.33, "1/3"), (0.25, "1/4"), (2, "2")])
def test_ratings_of_35_are_the_nearest_printed_fraction(cr, printed):
    """cr 0.166, 0.33 = "1/6", "1/3"."""
    assert ("", f"CR {printed}") in creatures(d35(cr=cr), "foundry-d35e")["Cat"].texts


def test_helpers_without_numbers_are_named():
    """Psicrystals are all zero."""
    actor = d35("Psicrystal", hp={"value": 0, "max": 0})
    actor["data"]["abilities"] = {"str": {"value": 0}}
    assert "max_hp" not in creatures(actor, "foundry-d35e")["Psicrystal"].values
    assert "“Psicrystal” has no numbers" in told(actor)


def test_pathfinder_for_foundry_10_has_only_points_scores_and_names():
    """From then on totals are not saved."""
    actor = {
        "name": "Orc",
        "type": "npc",
        "_stats": {"systemId": "pf1"},
        "system": {"abilities": {"str": {"value": 17}}, "attributes": {"hp": {"value": 6, "max": 6}}},
    }
    orc = creatures(actor, "foundry-d35e")["Orc"]
    assert (orc.family, orc.values) == ("pf1", {"str": 17, "max_hp": 6, "hp": 6})
    assert "have to be checked" in told(actor)


def test_saga_without_a_threshold_derives_it_and_says_so():
    """Threshold 0 is unknown: Fortitude Defense + size; strings are numbers; type decides the side."""
    actor = {
        "name": "Ada",
        "type": "character",
        "token": {"disposition": -1},
        "system": {
            "hp": {"value": "20", "max": "30"},
            "size": "large",
            "level": 4,
            "damageThreshold": 0,
            "defenses": {"reflex": {"total": 15}, "fortitude": {"total": 14}, "will": {"total": 12}},
            "attributes": {"dex": {"base": 12, "racial": 2}},
            "speed": "Walk 4 squares",
            "skills": {"initiative": {"focused": True, "trained": True, "miscMod": 1}},
            "conditionTrack": {"current": 2, "persistent": True},
        },
    }
    ada = creatures(actor, "foundry-swse")["Ada"]
    assert (ada.values["initiative"], ada.values["defense_fort"], ada.values["size"]) == (15, 14, "large")
    assert (ada.values["condition"], ada.values["speed"], ada.side) == (2, 4, "party")
    assert "threshold" not in ada.values
    assert "“Ada” has no damage threshold" in told(actor)


def test_saga_characters_without_defenses_have_to_be_checked():
    """The second system saves none for players' characters; classes are items."""
    actor = {
        "name": "Bo",
        "type": "character",
        "items": [{"name": "Jedi", "type": "class"}] * 3,
        "system": {"health": {"value": 25, "condition": "1"}, "attributes": {"dex": {"base": "14"}}},
    }
    bo = creatures(actor, "foundry-swse")["Bo"]
    assert (bo.values["level"], bo.values["heroic"], bo.values["condition"]) == (3, 1, 1)
    assert "have to be checked" in told(actor)


def test_an_actor_that_is_no_actor_is_named_as_broken_and_not_as_a_thing():
    """Whoever is called npc and has no numbers cannot be read; only what is a thing has no place."""
    bad = {**dnd("Bad"), "system": {"attributes": {"hp": "x"}, "abilities": []}}
    assert "“Bad” cannot be read and was left out." in told([bad, dnd("Good")])
