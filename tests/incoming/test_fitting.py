"""What becomes of a record under a ruleset: the rules of facts/00-common.md, each with its sentence."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given as examples, settings, strategies as st

from rulesets.engine.decide import decide
from rulesets.engine.scope import value_of
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import BlindDice, print_code
from rulesets.incoming.fitting import Fitted, all_told, effective, fit, propose
from rulesets.incoming.found import Creature, Effect, Finding, Reduction
from rulesets.reading import loader
from rulesets.table.combatant import MAX_TEXT
from rulesets.table.commands import Add
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from rulesets.vocabulary.incoming import TEXTS, VALUES

SHIPPED = tuple(loader.shipped())


@cache
def rules_of(ident: str) -> Rules:
    return loader.load(ident)


def fitted(ruleset: str, **what: Any) -> Fitted:
    return fit(rules_of(ruleset), Creature(**{"name": "Ash", **what}))


def shown(ruleset: str, **values: Any) -> dict[str, Any]:
    """The stats as the sheet shows them."""
    return effective(rules_of(ruleset), fitted(ruleset, values=values).given)


def notes(one: Fitted) -> str:
    return str(one.given.get("notes", ""))


def told(one: Fitted) -> str:
    return " ".join(str(sentence) for sentence in one.told)


# -- 5e → srd35 ----------------------------------------------------------------------------------------


GOBLIN = {
    "str": 8, "dex": 14, "con": 10, "int": 10, "wis": 8, "cha": 8, "max_hp": 7, "ac": 15, "speed": 30,
    "speed_unit": "feet",
}  # fmt: skip


def test_armor_class_is_entered_as_what_is_left_of_it_so_that_flat_footed_goes_on_working() -> None:
    """“AC, leading number: ac (or armor = AC − 10 − Dex modifier, …)”."""
    one = fitted("srd35", values=GOBLIN)
    assert one.given["armor"] == 3
    assert "ac" not in one.given
    assert effective(rules_of("srd35"), one.given)["ac"] == 15


@pytest.mark.parametrize(
    ("values", "initiative"), [({}, 2), ({"init_extra": 2}, 4), ({"initiative": 7, "init_extra": 2}, 7)]
)
def test_initiative_is_dexterity_and_what_comes_on_top_and_a_printed_total_wins(
    values: dict[str, int], initiative: int
) -> None:
    """“Dex modifier + extra bonus (set init_misc = extra); a printed total wins (2024 layout)”."""
    assert shown("srd35", **GOBLIN, **values)["initiative"] == initiative


def test_saves_of_three_abilities_are_ours_and_the_others_are_noted() -> None:
    """“Con / Dex / Wis save: fortitude / reflex / will; Str / Int / Cha save: notes”."""
    one = fitted("srd35", values={**GOBLIN, "save_con": 3, "save_wis": 2, "save_str": 5, "save_cha": -1})
    stats = effective(rules_of("srd35"), one.given)
    assert (stats["fortitude"], stats["will"]) == (3, 2)
    assert notes(one).splitlines() == ["Strength save: +5", "Charisma save: -1"]


def test_a_save_that_is_not_listed_is_the_modifier() -> None:
    """“not listed: the modifier, which is our default”."""
    assert shown("srd35", **GOBLIN)["reflex"] == 2


def test_temporary_points_and_points_now() -> None:
    """“temporary hit points: temp_hp”; hp below 0: 0."""
    stats = shown("srd35", **GOBLIN, hp=3, temp_hp=5)
    assert (stats["hp"], stats["max_hp"], stats["temp_hp"]) == (3, 7, 5)
    assert shown("srd35", **GOBLIN, hp=-4)["hp"] == 0


# -- 3.5 and PF1 → srd35 -------------------------------------------------------------------------------


def test_saves_of_its_own_kind_are_bonuses() -> None:
    """“Fort/Ref/Will are bonuses”."""
    stats = shown("srd35", save_fort=11, save_ref=4, save_will=3, bab=4, level=6)
    assert [stats[name] for name in ("fortitude", "reflex", "will", "bab", "level")] == [11, 4, 3, 4, 6]


def test_reductions_are_listed() -> None:
    """“DR 5/silver”, “—”: no bypass, “Resist fire 10”: only."""
    one = fitted(
        "srd35",
        reductions=(
            Reduction(value=5, bypass=("silver", "magic")),
            Reduction(value=3),
            Reduction(value=10, only=("fire",)),
        ),
    )
    assert one.given["dr"] == [
        {"value": 5, "bypass": ["silver", "magic"]},
        {"value": 3},
        {"value": 10, "only": ["fire"]},
    ]


def test_feats_that_the_rules_ask_for_are_taken_and_all_others_are_noted() -> None:
    """“Combat Reflexes: feats = ["combat_reflexes"], uncanny dodge: ["uncanny_dodge"]”."""
    one = fitted("srd35", feats=("Combat Reflexes", "uncanny dodge (Dex)", "Iron Will", "Dodge"))
    assert one.given["feats"] == ["combat_reflexes", "uncanny_dodge"]
    assert notes(one) == "Feats and qualities: Iron Will, Dodge"
    said = fitted("srd35", feats=("Iron Will",), texts=(("Feats", "Iron Will, Dodge"),))
    assert notes(said) == "Feats: Iron Will, Dodge"


# -- Saga ----------------------------------------------------------------------------------------------


DROID = {
    "level": 12, "heroic": 0, "initiative": 8, "defense_ref": 17, "defense_fort": 14, "defense_will": 11,
    "threshold": 19, "max_hp": 54, "sr": 15, "speed": 8, "speed_unit": "squares", "force_points": 1,
    "size": "large", "bab": 9,
}  # fmt: skip


def test_defenses_are_taken_as_printed() -> None:
    """“Init: initiative; Ref/Fort/Will as printed; damage_threshold; SR; squares: speed; Force Points”."""
    stats = shown("saga-edition", **DROID)
    assert {name: stats[name] for name in ("initiative", "reflex", "fortitude", "will", "sr", "speed")} == {
        "initiative": 8, "reflex": 17, "fortitude": 14, "will": 11, "sr": 15, "speed": 8,
    }  # fmt: skip
    assert (stats["damage_threshold"], stats["force_points"], stats["heroic"]) == (19, 1, False)
    assert notes(fitted("saga-edition", values=DROID)) == "Base attack bonus: +9"


@pytest.mark.parametrize(
    ("size", "bonus"),
    [("tiny", 0), ("medium", 0), ("large", 5), ("huge", 10), ("gargantuan", 20), ("colossal", 50)],
)
def test_size_is_a_bonus(size: str, bonus: int) -> None:
    """“size: size_bonus (Large 5, Huge 10, Gargantuan 20, Colossal 50)”."""
    assert shown("saga-edition", size=size)["size_bonus"] == bonus


@pytest.mark.parametrize(("condition", "tracks"), [(0, {}), (2, {"condition": 2}), (5, {"condition": 5})])
def test_the_condition_track_comes_with_its_step(condition: int, tracks: dict[str, int]) -> None:
    """“condition track step 0–5: tracks = { condition = n }”."""
    assert fitted("saga-edition", values={"condition": condition}).given.get("tracks", {}) == tracks


def test_a_step_that_is_beyond_the_track_is_told_and_noted() -> None:
    one = fitted("saga-edition", values={"condition": 9})
    assert notes(one) == "Condition track: 9 down"
    assert any("cannot come from condition" in str(told) for told in one.told)


def test_the_other_one_takes_the_same_words_and_says_what_has_no_source() -> None:
    """“SR: max_sr and sr, Ref: reflex, BAB: bab, init_mod, threshold as printed; derived, and said so”."""
    rules = rules_of("sagas-hub")
    one = fit(rules, Creature(name="W-7", family="saga", values=DROID))
    stats = effective(rules, one.given)
    assert {name: stats[name] for name in ("init_mod", "reflex", "max_sr", "sr", "bab")} == {
        "init_mod": 8, "reflex": 17, "max_sr": 15, "sr": 15, "bab": 9,
    }  # fmt: skip
    assert stats["damage_threshold"] == 19
    finding = Finding()
    finding.add(one.creature)
    assert any("General Defense" in str(sentence) for sentence in all_told(rules, finding, [one]))


# -- other games ---------------------------------------------------------------------------------------


def test_every_save_has_its_place_where_there_are_six() -> None:
    stats = shown("dnd5e", **GOBLIN, save_str=5, save_con=3)
    assert (stats["str_save"], stats["con_save"], stats["dex_save"], stats["ac"]) == (5, 3, 2, 15)


@pytest.mark.parametrize("ruleset", ["moon-swing", "kaiser", "pf2e"])
def test_games_that_share_nothing_get_points_and_notes(ruleset: str) -> None:
    """“share only name, hp, temporary hp and notes with anything here: offer those, nothing more”."""
    one = fitted(ruleset, values={**GOBLIN, "hp": 4, "temp_hp": 2})
    assert set(one.given) == {"name", "kind", "side", "max_hp", "hp", "temp_hp", "notes"}
    assert "Strength: 8" in notes(one)
    assert "Speed: 30 feet" in notes(one)


@pytest.mark.parametrize("ruleset", ["cards", "passes", "shots"])
def test_a_ruleset_that_says_nothing_of_imports_gets_a_name_and_notes(ruleset: str) -> None:
    one = fitted(ruleset, values=GOBLIN)
    assert set(one.given) == {"name", "kind", "side", "notes"}
    assert "Hit points: 7" in notes(one)


@pytest.mark.parametrize(
    ("ruleset", "speed", "unit", "ours"),
    [
        ("srd35", 30, "feet", 30),
        ("srd35", 6, "squares", 30),
        ("srd35", 9, "meters", 30),
        ("saga-edition", 30, "feet", 6),
        ("saga-edition", 6, "squares", 6),
        ("saga-edition", 9, "meters", 6),
        ("saga-edition", 6, "", 6),
    ],
)
def test_speed_comes_in_the_rulesets_own_unit(ruleset: str, speed: int, unit: str, ours: int) -> None:
    assert shown(ruleset, speed=speed, **({"speed_unit": unit} if unit else {}))["speed"] == ours


def test_a_game_that_a_ruleset_does_not_know_is_told() -> None:
    finding = Finding()
    finding.add(Creature(name="W-7", family="saga", values=DROID))
    said = [str(one) for one in all_told(rules_of("srd35"), finding, ())]
    assert any("saga" in sentence and "notes" in sentence for sentence in said)


# -- for all -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "kind", "side"),
    [
        ({}, "npc", "foes"),
        ({"kind": "pc"}, "pc", "party"),
        ({"kind": "npc"}, "npc", "foes"),
        ({"kind": "npc", "side": "party"}, "npc", "party"),
        ({"kind": "pc", "side": "guests"}, "pc", "guests"),
    ],
)
def test_sides_and_kinds(what: dict[str, str], kind: str, side: str) -> None:
    """“pc: party, npc: foes unless the file knows better”."""
    given = fitted("srd35", **what).given
    assert (given["kind"], given["side"]) == (kind, side)


def test_hidden_is_no_side() -> None:
    """“Hidden is not a side.”"""
    given = fitted("srd35", hidden=True).given
    assert (given["hidden"], given["side"]) == (True, "foes")


@pytest.mark.parametrize(("name", "usual"), [("max_hp", 10), ("ac", 10)])
def test_nothing_is_no_maximum_and_no_armor_class(name: str, usual: int) -> None:
    """“0 or empty hp as a maximum, AC 0, threshold 0: not given. Leave our usual value and name it.”"""
    one = fitted("srd35", values={name: 0})
    assert effective(rules_of("srd35"), one.given)[name] == usual
    assert "Ash" in told(one)
    assert "threshold" in told(fitted("saga-edition", values={"threshold": 0}))


def test_points_now_are_the_most_where_no_most_is_known_and_that_is_a_guess() -> None:
    one = fitted("srd35", values={"hp": 12})
    assert (one.given["max_hp"], one.given["hp"]) == (12, 12)
    assert "max_hp" in one.guessed
    assert "max_hp" not in fitted("srd35", values={"hp": 0}).given


def test_a_condition_stays_an_effect_of_its_name_and_the_state_is_only_named() -> None:
    """“an imported condition is an effect of that name with its rounds, also where a ruleset has a state”."""
    one = fitted("srd35", effects=(Effect(name="Prone", rounds=2), Effect(name="Hexed")))
    assert [(effect.name, effect.rounds) for effect in one.effects] == [("Prone", 2), ("Hexed", None)]
    assert one.states == {"Prone": "prone"}
    assert "states" not in one.given


def test_what_was_worked_out_is_known_by_the_stats_that_it_became() -> None:
    one = fitted("srd35", values={"ac": 17, "max_hp": 11, "str": 12}, guessed=frozenset({"ac", "max_hp"}))
    assert one.guessed == {"armor", "ac", "max_hp"}


def test_a_column_is_the_stat_of_that_id_label_or_short() -> None:
    """facts/table.md: “the stat whose id, label or short is the heading”."""
    one = fitted("srd35", columns={"Base Attack Bonus": "+3", "Fort": "5", "str": "18", "DR": "5/silver"})
    assert [one.given[name] for name in ("bab", "fortitude", "str")] == [3, 5, 18]
    assert one.given["dr"] == [{"value": 5, "bypass": ["silver"]}]
    assert notes(one) == ""


def test_a_column_without_a_place_stands_in_the_notes_without_markup() -> None:
    """“Strip HTML and Foundry's @UUID[…]{…}/[[/r …]] from texts.”"""
    one = fitted(
        "srd35", columns={"Traits": "<b>Sly</b> @UUID[Actor.x]{Bob} [[/r 1d6]]", "Seen": "[ ] 1 < 2"}
    )
    assert "Traits: Sly Bob" in notes(one)
    assert "Seen: [ ] 1 < 2" in notes(one), "and nothing else is changed"


def test_a_column_that_no_stat_is_called_by_is_noted_and_told() -> None:
    """facts/table.md: “kept as notes ("Seite: Gegner")”."""
    one = fitted("srd35", columns={"Seite": "Gegner", "Level": "1/2"})
    assert notes(one).splitlines() == ["Seite: Gegner", "Level: 1/2"]
    finding = Finding()
    finding.add(one.creature)
    assert any("“Seite”" in str(sentence) for sentence in all_told(rules_of("srd35"), finding, [one]))
    assert "Level" in told(one)


def test_a_column_of_codes_is_one_where_the_stat_is() -> None:
    one = fitted("moon-swing", columns={"Dex": "3D+1", "Blaster": "many"})
    assert one.given["dex"] == "3D+1"
    assert notes(one) == "Blaster: many"


def test_a_value_beyond_the_bounds_of_its_stat_is_told_and_noted() -> None:
    one = fitted("srd35", values={"level": -3, "str": 10**12})
    assert not {"level", "str"} & set(one.given)
    assert "Level: -3" in notes(one)
    assert f"Strength: {10**12}" in notes(one)
    assert "Level" in told(one)


def test_texts_stand_in_the_notes_in_their_order() -> None:
    one = fitted("srd35", texts=(("CR", "1/4"), ("", "Nimble."), ("Empty", " ")))
    assert notes(one) == "CR: 1/4\nNimble."


def test_notes_that_are_too_long_are_cut_and_told() -> None:
    one = fitted("srd35", texts=(("", "x" * (MAX_TEXT + 1)),))
    assert len(notes(one)) == MAX_TEXT
    assert "Ash" in told(one)


def test_a_name_that_is_too_long_stands_whole_in_the_notes() -> None:
    one = fitted("srd35", name="x" * 500)
    assert len(one.name) == 200
    assert "x" * 500 in notes(one)


# -- which ruleset -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "ruleset"),
    [("3.5", "srd35"), ("pf1", "srd35"), ("5e", "dnd5e"), ("saga", "saga-edition"), ("", "srd35")],
)
def test_the_nearest_ruleset_is_proposed(family: str, ruleset: str) -> None:
    """The game that most are of, and of those that take it the one it is nearest to."""
    finding = Finding()
    values = DROID if family == "saga" else GOBLIN
    finding.add(Creature(name="Ash", family=family, values=values))
    assert propose([rules_of(one) for one in SHIPPED], finding) == ruleset


def test_nothing_is_proposed_where_there_is_nothing() -> None:
    assert propose([], Finding()) == ""


# -- whatever comes ------------------------------------------------------------------------------------


def on_the_table(rules: Rules, state: Encounter) -> dict[str, Any]:
    """The stats of who has been added, asked one by one."""
    found = {}
    for name, rule in rules.stats.items():
        with suppress(FormulaError):
            value = value_of(rules, state, state.combatants["who"], f"stat('{name}')")
            found[name] = print_code(value) if rule.type == "code" and value is not None else value
    return found


TEXT = st.text(max_size=40)
NUMBERS = st.one_of(st.integers(-3, 40), st.integers())
UNITS = st.sampled_from(("feet", "squares", "meters", "leagues"))
SOME_TEXTS = st.fixed_dictionaries({}, optional={"size": TEXT, "speed_unit": UNITS})
SOME_NUMBERS = st.dictionaries(st.sampled_from(sorted(VALUES.keys() - TEXTS)), NUMBERS)
KINDS = st.lists(TEXT, max_size=2).map(tuple)
RECORDS = st.builds(
    Creature,
    name=TEXT,
    family=st.sampled_from(("", "3.5", "pf1", "saga", "5e", "other")),
    kind=st.sampled_from(("", "pc", "npc")),
    side=st.one_of(st.just(""), TEXT),
    hidden=st.booleans(),
    values=st.builds(lambda numbers, texts: {**numbers, **texts}, SOME_NUMBERS, SOME_TEXTS),
    columns=st.dictionaries(st.one_of(TEXT, st.sampled_from(("HP", "Level", "dr", "Dex", "Traits"))), TEXT),
    feats=st.tuples(TEXT),
    reductions=st.lists(st.builds(Reduction, value=NUMBERS, bypass=KINDS, only=KINDS)).map(tuple),
    texts=st.lists(st.tuples(TEXT, TEXT)).map(tuple),
)


@pytest.mark.parametrize("ruleset", SHIPPED)
@settings(deadline=None, max_examples=40)
@examples(record=RECORDS)
def test_whatever_was_read_can_be_put_on_the_table(ruleset: str, record: Creature) -> None:
    """No value of a file makes a combatant that a ruleset refuses; nothing of what it said is gone."""
    rules = rules_of(ruleset)
    one = fit(rules, record)
    done = decide(rules, Encounter(), Add(combatant={"id": "who", **one.given}), BlindDice())
    assert not isinstance(done, Refusal), (done, one.given)
    assert effective(rules, one.given) == on_the_table(rules, done.state)
    for label, text in record.texts:
        assert not text.strip() or text.strip() in notes(one), label


def test_a_step_that_brings_a_state_is_seen_in_the_stats() -> None:
    one = fitted("saga-edition", values={**DROID, "condition": 4})
    rules = rules_of("saga-edition")
    done = decide(rules, Encounter(), Add(combatant={"id": "who", **one.given}), BlindDice())
    assert not isinstance(done, Refusal)
    assert effective(rules, one.given) == on_the_table(rules, done.state)
    assert effective(rules, one.given)["speed"] == 4
