"""CombatManager's files beyond its samples, trap by trap (interop facts: combatmanager, 00-common)."""

import pytest

from rulesets.incoming.found import Effect, Reduction
from rulesets.incoming.reading import read
from rulesets.incoming.source import Source


def reading_of(text, name="x.xml"):
    return read(Source(name, text.encode() if isinstance(text, str) else text))


def monster(**fields):
    fields = {"Name": "Ogre", "HP": "30", "AC": "17", **fields}
    return "<Monster>" + "".join(f"<{tag}>{text}</{tag}>" for tag, text in fields.items()) + "</Monster>"


def bestiary(*monsters):
    return f'<?xml version="1.0" encoding="utf-8"?>\n<ArrayOfMonster>{"".join(monsters)}</ArrayOfMonster>'


def only(**fields):
    finding = reading_of(bestiary(monster(**fields))).finding
    assert len(finding.creatures) == 1
    return finding.creatures[0]


@pytest.mark.parametrize(
    ("ac", "value"),
    [
        ("24, touch 8, f lat-footed 24", 24),
        ("13, touch 12, flatfooted 11", 13),
        ("20, touch 9", 20),
        ("14, touch +11, flat-footed 13", 14),
        ("29 (35 vs. traps)", 29),
    ],
)
def test_armor_class_is_the_first_number_and_all_of_it_is_in_the_notes(ac, value):
    creature = only(AC=ac)
    assert creature.values["ac"] == value
    assert any(ac in text for _, text in creature.texts)


@pytest.mark.parametrize(
    ("dice", "level"),
    [("(3 HD; 2d8+1d10+3)", 3), ("(11d6+55 plus 15 false life)", 11), ("(6d10++6)", 6), ("(8d8+48)", 8)],
)
def test_hit_dice(dice, level):
    assert only(HD=dice).values["level"] == level


def test_hit_points_that_are_missing_are_the_average_of_the_dice_and_marked_as_guessed():
    creature = only(HP="", HD="(4d8+12)")
    assert creature.values["max_hp"] == 30
    assert creature.guessed == {"max_hp"}


def test_no_hit_points_at_all_are_told_by_name():
    finding = reading_of(bestiary(monster(Name="Trap", HP="0"))).finding
    assert "max_hp" not in finding.creatures[0].values
    assert any("Trap" in str(told) for told in finding.told)


def test_scores_with_double_blanks_and_without_a_number():
    values = only(AbilitiyScores="Str 22, Dex  1, Con -,  Int -, Wis 12, Cha 9").values
    assert [values[name] for name in ("str", "dex", "con", "int", "wis", "cha")] == [22, 1, 10, 10, 12, 9]


def test_the_next_field_in_damage_reduction_is_no_kind_of_damage():
    creature = only(DR="10/good Immune fire", Resist="cold 10")
    assert creature.reductions == (
        Reduction(value=10, bypass=("good",)),
        Reduction(value=10, only=("cold",)),
    )
    assert ("DR", "Immune fire") in creature.texts


def test_what_has_no_place_is_in_the_notes():
    creature = only(
        CR="1/2", SR="25", Weaknesses="light", Melee="slam +3 (1d4)", Skills="Climb +9", Aura="fear"
    )
    notes = "\n".join(f"{label}: {text}" if label else text for label, text in creature.texts)
    for said in ("CR 1/2", "SR 25", "Weaknesses: light", "slam +3 (1d4)", "Skills: Climb +9", "Aura: fear"):
        assert said in notes


def test_feats_and_defensive_abilities_are_feats():
    creature = only(Feats="Combat Reflexes, Dodge", DefensiveAbilities="uncanny dodge, evasion")
    assert creature.feats == ("Combat Reflexes", "Dodge", "uncanny dodge", "evasion")


def test_two_with_one_name_stay_two_and_commas_stay_in_names():
    finding = reading_of(
        bestiary(monster(Name="Werewolf"), monster(Name="Werewolf"), monster(Name="Bee, Giant"))
    )
    assert [one.name for one in finding.finding.creatures] == ["Werewolf", "Werewolf", "Bee, Giant"]


def test_a_bestiary_that_says_utf_16_and_is_utf_8():
    text = bestiary(monster(Name="Élan")).replace("utf-8", "utf-16")
    assert reading_of(text).finding.creatures[0].name == "Élan"
    assert reading_of(text.encode("utf-16")).finding.creatures[0].name == "Élan"


def test_an_export_without_monsters_says_so():
    reading = reading_of("<ExportData><Spells><Spell><Name>Web</Name></Spell></Spells></ExportData>")
    assert reading.finding.creatures == []
    assert "has no creature" in str(reading.refused)


def test_what_else_is_exported_is_counted():
    text = (
        f"<ExportData><Monsters>{monster()}</Monsters><Feats><Feat><Name>A</Name></Feat></Feats></ExportData>"
    )
    finding = reading_of(text).finding
    assert len(finding.creatures) == 1
    assert any("1 × Feat" in str(told) for told in finding.told)


# -- groups and fights


def character(ident, name, *, inside="", **fields):
    fields = {"ID": ident, "Name": name, "HP": "6", "MaxHP": "10", "IsMonster": "true", **fields}
    said = "".join(f"<{tag}>{text}</{tag}>" for tag, text in fields.items())
    return f"<Character>{said}<Monster><Name>Goblin</Name><AC>16</AC><HP>6</HP>{inside}</Monster></Character>"


def condition(name, turns):
    turn = f"<Turns>{turns}</Turns>" if turns is not None else '<Turns xsi:nil="true" />'
    return f"<ActiveCondition><Condition><Name>{name}</Name></Condition>{turn}</ActiveCondition>"


def fight(*characters, order=(), current="", rounds="<Round>3</Round>"):
    ids = "".join(f"<guid>{ident}</guid>" for ident in order)
    return (
        '<CombatState xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{rounds}<Characters>{''.join(characters)}</Characters><CombatIDList>{ids}</CombatIDList>"
        f"<CurrentCharacterID>{current}</CurrentCharacterID></CombatState>"
    )


def test_a_running_fight_has_its_order_counts_points_conditions_and_whose_turn_it_is():
    conditions = f"<ActiveConditions>{condition('Sickened', 4)}{condition('Prone', None)}</ActiveConditions>"
    finding = reading_of(
        fight(
            character("a", "Snik", CurrentInitiative="9", TemporaryHP="3", inside=conditions),
            character("b", "Maren", CurrentInitiative="17", IsMonster="false", HP="-4", NonlethalDamage="2"),
            character(
                "c", "Tib", CurrentInitiative="9", IsMonster="false", IsHidden="true", IsDelaying="true"
            ),
            order=("b", "c", "a"),
            current="C",
        )
    ).finding
    assert (finding.round, finding.active) == (3, "Tib")
    maren, tib, snik = finding.creatures
    assert [one.name for one in finding.creatures] == ["Maren", "Tib", "Snik"]
    assert [one.initiative_count for one in finding.creatures] == [17, 9, 9]
    assert [one.kind for one in finding.creatures] == ["pc", "pc", "npc"]
    assert [one.side for one in finding.creatures] == ["party", "party", "foes"]
    assert {one.where for one in finding.creatures} == {"combat"}
    assert (maren.values["hp"], maren.values["max_hp"]) == (0, 10)
    assert ("Nonlethal damage", "2") in maren.texts
    assert tib.hidden
    assert ("", "Delays") in tib.texts
    assert (snik.values["hp"], snik.values["temp_hp"], snik.values["ac"]) == (6, 3, 16)
    assert snik.effects == (Effect(name="Sickened", rounds=4), Effect(name="Prone"))
    assert ("", "Goblin") in snik.texts


@pytest.mark.parametrize("rounds", ["", "<Round>0</Round>", '<Round xsi:nil="true" />'])
def test_a_fight_that_has_not_begun_has_no_round_no_turn_and_no_counts(rounds):
    finding = reading_of(
        fight(character("a", "Snik", CurrentInitiative="9"), current="a", rounds=rounds)
    ).finding
    assert (finding.round, finding.active) == (None, "")
    assert finding.creatures[0].initiative_count is None


def test_a_condition_that_has_run_out_is_told():
    inside = f"<ActiveConditions>{condition('Dazed', 0)}</ActiveConditions>"
    finding = reading_of(fight(character("a", "Snik", inside=inside))).finding
    assert finding.creatures[0].effects == ()
    assert any("Snik" in str(told) and "Dazed" in str(told) for told in finding.told)


def test_who_acts_with_a_leader_says_so():
    finding = reading_of(
        fight(character("a", "Snik"), character("b", "Snak", InitiativeLeaderID="a"))
    ).finding
    assert ("", "Acts with Snik") in finding.creatures[1].texts


def test_a_group_of_players_has_characters_and_no_fight():
    player = character("a", "Maren", IsMonster="false", CurrentInitiative="12")
    text = f"<ArrayOfCharacter>{player}</ArrayOfCharacter>"
    finding = reading_of(text, "friday.cmpt").finding
    (maren,) = finding.creatures
    assert (maren.where, maren.kind, maren.side, maren.initiative_count) == ("character", "pc", "party", None)
    assert finding.round is None


def test_a_maximum_of_zero_is_that_of_the_statistics():
    text = f"<ArrayOfCharacter>{character('a', 'Snik', MaxHP='0')}</ArrayOfCharacter>"
    assert reading_of(text).finding.creatures[0].values["max_hp"] == 6


# -- broken and hostile files


def test_one_broken_entry_is_named_and_the_others_come_in():
    good, bad = monster(Name="Ogre"), "<Monster><Name>Wolf</Name><HP>3</Monster>"
    finding = reading_of(bestiary(good, bad, monster(Name="Troll"), monster(Name="Bee"))).finding
    assert [one.name for one in finding.creatures] == ["Ogre", "Troll", "Bee"]
    assert sum("Wolf" in str(told) for told in finding.told) == 1


def test_a_file_that_was_cut_off_gives_what_is_whole_and_names_the_rest():
    text = bestiary(monster(Name="Ogre"), monster(Name="Wolf"))
    finding = reading_of(text[: text.rindex("<AC>")]).finding
    assert [one.name for one in finding.creatures] == ["Ogre"]
    assert any("“Wolf”" in str(told) for told in finding.told)


def test_an_entry_that_never_ends_takes_no_other_with_it():
    text = bestiary(monster(Name="Ogre"), "<Monster><Name>Wolf</Name>", monster(Name="Troll"))
    finding = reading_of(text).finding
    assert [one.name for one in finding.creatures] == ["Ogre", "Troll"]
    assert any("“Wolf”" in str(told) for told in finding.told)


def test_a_bare_ampersand_costs_nothing():
    finding = reading_of(
        bestiary(monster(Name="Ogre"), monster(Name="Rag & Bone", Melee="claw & bite"))
    ).finding
    assert [one.name for one in finding.creatures] == ["Ogre", "Rag & Bone"]


def test_entities_of_its_own_are_refused():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    text = bestiary(monster(Melee="&b;")).replace("<ArrayOfMonster>", bomb + "<ArrayOfMonster>")
    reading = reading_of(text)
    assert reading.finding.creatures == []
    assert "entities" in str(reading.refused)


def test_an_entry_without_a_name_is_told():
    finding = reading_of(bestiary("<Monster><HP>3</HP></Monster>", monster())).finding
    assert len(finding.creatures) == 1
    assert any("cannot be read" in str(told) for told in finding.told)


def test_a_file_that_breaks_before_its_first_entry_is_refused():
    assert "no creature" in str(reading_of("<ArrayOfMonster><Mon").refused)
