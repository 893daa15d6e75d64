"""Monsters of the SRD as JSON, trap by trap (interop facts: srd-json)."""

import pytest

from tests.incoming.brought import brought, creatures, told


def wolf(**more):
    return {"name": "Werewolf", "hit_points": 58, "armor_class": 11, "strength": 15, "dexterity": 13, **more}


def test_forms_of_one_name_stay_several():
    """ "Werewolf" stands thrice as forms, each an entry."""
    assert len(brought([wolf(), wolf(), wolf()]).finding.creatures) == 3


@pytest.mark.parametrize(
    ("speed", "comes_to"),
    [
        ({"walk": "30 ft."}, 30),
        ({"walk": 40, "hover": True}, 40),
        ("40 ft.", 40),
        (40, 40),
        ({"walk": 0, "fly": "60 ft.", "hover": True}, 60),
        ({"hover": True}, None),
        ("", None),
        (None, None),
    ],
)
def test_speeds_are_written_in_many_ways(speed, comes_to):
    """A map, "40 ft." or 40; `hover` is a flag."""
    assert creatures([wolf(speed=speed)], "srd-json")["Werewolf"].values.get("speed") == comes_to


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        ([{"type": "dex", "value": 11}, {"type": "spell", "value": 16}], 11),
        (15, 15),
        ("15", 15),
        ([13], 13),
        ("", None),
    ],
)
def test_of_several_armor_values_the_first_is_printed(said, comes_to):
    """A list of 5e-bits, a number of Open5e."""
    assert creatures([wolf(armor_class=said)], "srd-json")["Werewolf"].values.get("ac") == comes_to


def test_saves_and_totals_of_both_sites():
    """`saving-throw-con` of 5e-bits, `constitution_save` or null of Open5e; a printed total wins."""
    listed = [{"value": 6, "proficiency": {"index": "saving-throw-con"}}]
    values = creatures(
        [wolf(proficiencies=listed, wisdom_save=4, dexterity_save=None, initiative_bonus=7)], "srd-json"
    )["Werewolf"].values
    assert (values["save_con"], values["save_wis"], values["initiative"]) == (6, 4, 7)
    assert "save_dex" not in values


def test_empty_lists_are_texts_and_broken_entries_are_named():
    """Empty lists are "" in Open5e; keys can be missing; the good ones come in."""
    page = {
        "results": [wolf(actions="", special_abilities=None), {"name": "Rug"}, 3, {"hit_points": 3}],
        "next": "https://example.org",
    }
    assert list(creatures(page, "srd-json")) == ["Werewolf"]
    said = told(page)
    assert "“Rug”" in said
    assert "“entry 3”" in said
    assert "one page of several" in said
