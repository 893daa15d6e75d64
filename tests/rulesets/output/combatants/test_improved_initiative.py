"""For Improved Initiative: what goes out is read as its own importer reads (its version 3.11.8)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from rulesets.engine.scope import value_of
from rulesets.fight.session import Done, Session
from rulesets.output.combatants.as_improved_initiative import json_of
from rulesets.output.combatants.neutral import values_of
from rulesets.output.combatants.outgoing import KINDS, Outgoing
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter

GOBLIN = {"kind": "npc", "side": "foes", "dex": 14, "armor": 3, "max_hp": 7, "name": "Goblin"}
PEOPLE: tuple[dict[str, Any], ...] = (
    {
        "id": "vex",
        "name": "Käpt’n “Vex”",
        "str": 16,
        "dex": 9,
        "con": 15,
        "armor": 8,
        "init_misc": 4,
        "fortitude": 6,
        "max_hp": 30,
        "hp": 21,
        "temp_hp": 5,
        "notes": "Longspear\nreach",
    },
    {"id": "g1", **GOBLIN},
    {"id": "g2", **GOBLIN, "hidden": True, "hp": 0},
)


class Read(Struct):
    """One combatant as the program shows it."""

    name: str
    player: bool
    hp: tuple[int, int, int]
    ac: int
    bonus: int
    count: int
    scores: dict[str, int]
    saves: dict[str, int]
    tags: list[tuple[str, int, str, str]]
    hidden: bool
    notes: str


def shown(fight: dict[str, Any]) -> list[Read]:
    """Read combatants as the program does.

    A name that stands more than once gets its index, the modifier comes on top of Dexterity's, and a tag
    without anybody's turn lasts until it is removed.
    """
    people = fight["Combatants"]
    names = [one["StatBlock"]["Name"] for one in people]
    called = {one["Id"]: one["StatBlock"]["Name"] for one in people}
    assert len(called) == len(people), "no id stands twice"
    found = []
    for one in people:
        block = one["StatBlock"]
        name = block["Name"]
        index = f" {one['IndexLabel']}" if names.count(name) > 1 else ""
        tags = [
            (
                tag["Text"],
                tag["DurationRemaining"] if tag["DurationCombatantId"] else -1,
                tag["DurationTiming"],
                called.get(tag["DurationCombatantId"], ""),
            )
            for tag in one["Tags"]
        ]
        found.append(
            Read(
                name=one["Alias"] or f"{name}{index}",
                player=block["Player"] not in ("", "npc"),
                hp=(one["CurrentHP"], block["HP"]["Value"], one["TemporaryHP"]),
                ac=block["AC"]["Value"],
                bonus=(block["Abilities"]["Dex"] - 10) // 2 + block["InitiativeModifier"],
                count=one["Initiative"],
                scores=block["Abilities"],
                saves={save["Name"]: save["Modifier"] for save in block["Saves"]},
                tags=tags,
                hidden=one["Hidden"],
                notes=one["CurrentNotes"],
            )
        )
    return found


def imported(text: str) -> tuple[dict[str, Any], dict[str, dict[str, dict[str, Any]]]]:
    """Return the fight that is taken up, and the entries of each list of the library by id."""
    data = json.loads(text)
    entries: dict[str, dict[str, dict[str, Any]]] = {}
    for key, value in data.items():
        where, dot, ident = key.partition(".")
        if where == "ImprovedInitiative":
            assert isinstance(value, str), "its own storage holds texts"
            continue
        if dot:
            assert value["Id"] == ident
            assert ident in data[where]
            entries.setdefault(where, {})[ident] = value
    fight = data.get("ImprovedInitiative.AutoSavedEncounters.default", "{}")
    return json.loads(fight), entries


def fought(ruleset: str, people: Sequence[dict[str, Any]], *orders: cmd.Command) -> Session:
    session = Session(loader.load(ruleset))
    for order in (*(cmd.Add(combatant=dict(one)) for one in people), *orders):
        result = session.dispatch(order)
        assert isinstance(result, Done), result
    return session


def begun() -> Session:
    return fought(
        "srd35",
        PEOPLE,
        cmd.Start(rolls={"vex": 21, "g1": 12, "g2": 17}),
        cmd.BeginEffect(on="vex", name="Poisoned", rounds=3, by="vex"),
        cmd.BeginEffect(on="g1", name="Hexed"),
        cmd.EndTurn(),
    )


def sent(session: Session, kind: str) -> str:
    return json_of(Outgoing(rules=session.rules, name="Mill race", kind=kind, state=session.state))


def test_a_running_fight_is_shown_as_it_stands() -> None:
    session = begun()
    fight, entries = imported(sent(session, "fight"))
    assert entries == {}
    vex, g2, g1 = shown(fight)
    assert (vex.name, vex.player, vex.hp, vex.ac, vex.count) == ("Käpt’n “Vex”", True, (21, 30, 5), 17, 21)
    assert (vex.bonus, vex.saves) == (3, {"Con": 6, "Dex": -1, "Wis": 0})
    assert vex.scores == {"Str": 16, "Dex": 9, "Con": 15, "Int": 10, "Wis": 10, "Cha": 10}
    assert vex.notes == "Longspear\nreach"
    assert [tag[:2] for tag in vex.tags] == [("Poisoned", 3)]
    assert vex.tags[0][3] == "Käpt’n “Vex”"
    assert (g1.name, g1.player, g1.hp, g1.ac, g1.bonus) == ("Goblin 2", False, (7, 7, 0), 15, 2)
    assert ("Hexed", -1, "StartOfTurn", "") in g1.tags
    assert (g2.name, g2.hidden, g2.hp, g2.count) == ("Goblin 1", True, (0, 7, 0), 17)
    active = next(one for one in fight["Combatants"] if one["Id"] == fight["ActiveCombatantId"])
    assert active["CurrentHP"] == session.state.combatants[session.state.walk.active].stats["hp"]
    assert fight["RoundCounter"] == session.state.clock.round == 1


def test_a_fight_that_has_not_begun_has_neither_round_nor_turn() -> None:
    fight, _ = imported(sent(fought("srd35", PEOPLE), "fight"))
    assert (fight["RoundCounter"], fight["ActiveCombatantId"]) == (0, None)
    assert [one.count for one in shown(fight)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("kind", "where", "names"),
    [
        ("encounter", "SavedEncounters", ["Mill race"]),
        ("party", "PersistentCharacters", ["Käpt’n “Vex”"]),
        ("blocks", "Creatures", ["Käpt’n “Vex”", "Goblin", "Goblin"]),
    ],
)
def test_the_library_takes_encounters_characters_and_creatures(
    kind: str, where: str, names: list[str]
) -> None:
    fight, entries = imported(sent(begun(), kind))
    assert fight == {}
    assert list(entries) == [where]
    assert [one["Name"] for one in entries[where].values()] == names
    if kind == "encounter":
        assert [one.tags for one in shown(next(iter(entries[where].values())))] == [[], [], []]
    if kind == "party":
        assert next(iter(entries[where].values()))["CurrentHP"] == 21


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
@pytest.mark.parametrize("kind", KINDS)
def test_every_ruleset_goes_out(ruleset: str, kind: str) -> None:
    """What a ruleset has no number for is left at what the program begins with; names and notes are there."""
    people = [{"id": "a", "name": "A", "notes": "by the door"}, {"id": "b", "kind": "npc", "side": "foes"}]
    text = sent(fought(ruleset, people, cmd.Start()), kind)
    fight, entries = imported(text)
    assert "by the door" in text
    assert len(fight.get("Combatants", ())) == (2 if kind == "fight" else 0)
    assert sum(map(len, entries.values())) == {"fight": 0, "encounter": 1, "party": 1, "blocks": 2}[kind]


def test_a_formula_of_the_way_in_is_answered_the_other_way_round() -> None:
    """Armor is ac - 10 - dex_mod there; fortitude is a save of either game."""
    session = fought("srd35", PEOPLE)
    who = session.state.combatants["vex"]
    found = values_of(session.rules, who)
    assert found["ac"] == value_of(session.rules, session.state, who, "ac") == 17
    assert found["initiative"] == value_of(session.rules, session.state, who, "initiative") == 3
    assert found["save_fort"] == found["save_con"] == 6
    assert (found["hp"], found["max_hp"], found["temp_hp"], found["speed"]) == (21, 30, 5, 30)


def test_what_passes_is_not_taken_for_what_lasts() -> None:
    """Who lies on the ground is no worse protected in its stat block."""
    session = fought("srd35", PEOPLE, cmd.BeginEffect(on="vex", name="prone"))
    assert values_of(session.rules, session.state.combatants["vex"])["ac"] == 17


def test_squares_are_feet_there() -> None:
    session = fought("saga-edition", [{"id": "vex", "speed": 4}])
    assert values_of(session.rules, session.state.combatants["vex"])["speed"] == 20


def test_nobody_at_all_goes_out_as_nothing() -> None:
    rules = loader.load("srd35")
    fight, _ = imported(json_of(Outgoing(rules=rules, name="x", kind="fight", state=Encounter())))
    assert fight["Combatants"] == []
