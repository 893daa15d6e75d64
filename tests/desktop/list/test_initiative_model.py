"""The initiative model: always what a new one would show, and every cell says it in words."""

from __future__ import annotations

import random
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt

from desktop.actions.budget import tokens
from desktop.bridge import Bridge
from desktop.list.model import InitiativeModel
from desktop.main.turn_count import TurnCount
from desktop.widgets.roles import Role
from desktop.widgets.texts import Texts
from rulesets.output.stat_block import standings
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from rulesets.table.encounter import GHOST
from rulesets.vocabulary import find_phase
from rulesets.words.texts import Speaker
from tests.desktop.list.tables import (
    COUNTS,
    ORDER,
    PEOPLE,
    SAGA,
    begun,
    do,
    fight,
    gathered,
    opened,
    play,
)
from tests.desktop.list.watching import Watch, assert_as_new, ids, watched

# -- what it shows ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fight_shows_after_each_step_what_a_new_model_shows(qapp: Any) -> None:
    bridge, texts = gathered()
    model = InitiativeModel(bridge, texts)
    watch = Watch(model)
    for step in fight():
        play(bridge, step)
        assert_as_new(bridge, texts, model)
    while bridge.undo():
        assert_as_new(bridge, texts, model)
    while bridge.redo():
        assert_as_new(bridge, texts, model)
    assert watch.reset.count() == 0


def any_command(chance: random.Random, bridge: Bridge) -> cmd.Command:
    """A command that may be refused; most of them can change more than one row."""
    state = bridge.state
    who = chance.choice([*state.combatants, "vex"])
    active = state.walk.active or who
    other = chance.choice([*state.combatants, "vex"])
    new = {"id": f"n{chance.random()}", "side": chance.choice(["party", "aliens", "imperials"]), "hp": 9}
    if chance.random() < 0.3:
        new["group"] = "squad"
    choices: list[cmd.Command] = [
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.Act(who=active, cost=chance.choice(["standard", "move", "swift"])),
        cmd.Act(who=active, name=chance.choice(["aim", "fall_prone", "charge"])),
        cmd.Delay(who=active),
        cmd.Delay(who=active, after=other),
        cmd.Delay(who=active, count=chance.randint(0, 20)),
        cmd.Delay(who=active, count=30, round=state.clock.round + 1, override=True),
        cmd.Resume(who=who, override=chance.random() < 0.5),
        cmd.Ready(who=active, action="Shoot", trigger="it moves"),
        cmd.Trigger(who=who, by=other),
        cmd.React(who=who),
        cmd.Apply(pipeline="damage", to=(who, other), inputs={"amount": chance.randint(0, 40)}),
        cmd.Apply(pipeline="heal", to=(who,), inputs={"amount": 5}),
        cmd.MoveTrack(who=who, by=chance.choice([-2, 1, 9]), persistent=chance.random() < 0.5),
        cmd.BeginEffect(on=who, name=chance.choice(["prone", "slowed"]), rounds=chance.choice([-1, 1, 2])),
        cmd.Add(combatant=new, roll=chance.randint(1, 30)),
        cmd.Leave(who=who),
        cmd.Defeat(who=who),
        cmd.Disable(who=who),
        cmd.Restore(who=who),
        cmd.SetNumbers(who=who, initiative=chance.randint(-3, 30), override=True),
        cmd.SetNumbers(who=who, stats={"dex": chance.randint(3, 30)}),
        cmd.Describe(who=who, changes={"name": f"Name {chance.random()}"}),
        cmd.Describe(who=who, changes={"side": chance.choice(["party", "pirates"])}),
        cmd.EndEncounter(),
        cmd.Start(rolls={}),
        cmd.MoveInList(who=who, index=chance.randint(0, 9)),
    ]
    return chance.choice(choices[:-3] if chance.random() < 0.97 else choices)


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_it_shows_what_a_new_model_shows(qapp: Any, seed: int, late: bool) -> None:
    chance = random.Random(seed)
    bridge, texts = opened(load(SAGA, {"surprised_roll": "late"} if late else None), seed)
    for person in PEOPLE:
        do(bridge, cmd.Add(combatant={**person, "aware": chance.random() < 0.7}))
    model = InitiativeModel(bridge, texts)
    watch = Watch(model)
    do(bridge, cmd.Start())
    accepted = 0
    for _ in range(120):
        match chance.random():
            case luck if luck < 0.12:
                accepted += bridge.undo()
            case luck if luck < 0.2:
                accepted += bridge.redo()
            case _:
                accepted += bridge.dispatch(any_command(chance, bridge)) is not None
        assert_as_new(bridge, texts, model)
    assert accepted > 40
    assert watch.reset.count() == 0


def test_before_the_start_rows_stand_as_in_the_list(qapp: Any) -> None:
    bridge, model, _ = watched(gathered(), None)
    assert ids(model) == [person["id"] for person in PEOPLE]
    assert {row.count for row in model.rows} == {"–"}
    assert not any(token.spent for row in model.rows for token in row.tokens)
    do(bridge, cmd.MoveInList(who="s2", index=0))
    assert ids(model)[0] == "s2"


def test_running_rows_follow_the_order_and_a_group_stays_together(qapp: Any) -> None:
    _, model, _ = watched(begun(), None)
    assert tuple(ids(model)) == ORDER
    counts = {row.id: row.count for row in model.rows}
    assert counts["s1"] == counts["s2"] == "14"
    assert model.value_at(5).follows == "Stormtrooper 1"
    assert model.rows_of_slot("squad") == [4, 5]
    assert model.rows_of_slot("nobody") == []


def test_who_has_no_place_yet_stands_below_and_ghost_places_have_no_row(qapp: Any) -> None:
    rules = load(SAGA, {"surprised_roll": "late"})
    opened_ = gathered(rules)
    bridge, model, _ = watched(opened_, None)
    do(bridge, cmd.Describe(who="vex", changes={"aware": False}))
    do(bridge, cmd.Start(rolls={who: count for who, count in COUNTS.items() if who != "vex"}))
    assert ids(model)[-1] == "vex"
    assert model.rows[-1].count == "–"
    do(bridge, cmd.BeginEffect(on="sgt", name="slowed", rounds=3), cmd.Delay(who="sgt", count=12))
    slots = bridge.state.orders["initiative"].slots
    assert any(slot.startswith(GHOST) for slot in slots)
    assert sorted(ids(model)) == sorted(person["id"] for person in PEOPLE)


def test_a_row_says_what_a_combatant_is_up_to(qapp: Any) -> None:
    bridge, model, _ = watched(begun(), None)
    do(bridge, cmd.Ready(who="vex", action="Shoot", trigger="the door opens"), cmd.EndTurn())
    do(bridge, cmd.Delay(who="sgt"), cmd.Defeat(who="dock"))
    rows = {row.id: row for row in model.rows}
    assert (rows["k77"].active, rows["vex"].acted, rows["sgt"].waiting) == (True, True, True)
    assert [chip.text for chip in rows["vex"].chips] == ["readied: the door opens", "acted"]
    assert "Shoot" in rows["vex"].chips[0].told
    assert [chip.text for chip in rows["sgt"].chips] == ["delaying"]
    assert [chip.text for chip in rows["k77"].chips] == ["acts now"]
    assert (rows["dock"].out, rows["dock"].chips[0].text) == ("defeated", "defeated")
    assert (bool(rows["k77"].tokens), rows["dock"].tokens) == (True, ()), "the dead have nothing to spend"


def test_the_dead_show_nothing_that_can_go_on(qapp: Any) -> None:
    """An evening: *Second wind 1/3*, Prone and Stunned stood on the dead. They come back with their owner."""
    bridge, model, _ = watched(begun(), None)
    do(
        bridge,
        cmd.SetNumbers(who="vex", stats={"hp": 9}),
        cmd.Act(who="vex", name="second_wind"),
        cmd.BeginEffect(on="vex", name="prone"),
        cmd.BeginEffect(on="vex", name="Bless", rounds=4),
    )
    row = model.rows[0]
    assert [chip.text for chip in row.chips] == ["acts now", "Second wind 1/3"]
    assert [chip.text for chip in row.effects] == ["Prone", "Bless 4r"]
    do(bridge, cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 90}))
    row = next(row for row in model.rows if row.id == "vex")
    assert ([chip.text for chip in row.chips], row.effects) == (["Dead"], ())
    bridge.undo()
    row = next(row for row in model.rows if row.id == "vex")
    assert [chip.text for chip in row.effects] == ["Prone", "Bless 4r"]


def test_tokens_of_a_turn_to_come_are_hollow_beside_what_is_readied(qapp: Any) -> None:
    """E-SW-18: full tokens looked as if all could be done now; until then it is what was readied."""
    bridge, model, _ = watched(begun(), None)
    while bridge.state.walk.active != "deel":
        do(bridge, cmd.EndTurn())
    do(bridge, cmd.Ready(who="deel", action="Shoot", trigger="the door opens"))
    while bridge.state.clock.round == 1:
        do(bridge, cmd.EndTurn())
    rows = {row.id: row for row in model.rows}
    told = "with the next turn; until then readied: Shoot"
    waits = {token.short: (bool(token.left), token.limited) for token in rows["deel"].tokens}
    assert waits == {"STD": (True, told), "MOV": (True, told), "SW": (True, told), "R": (True, "")}
    assert {token.limited for token in rows["dock"].tokens} == {""}
    while bridge.state.walk.active != "deel":
        do(bridge, cmd.EndTurn())
    rows = {row.id: row for row in model.rows}
    assert {token.limited for token in rows["deel"].tokens} == {""}


def test_who_has_missed_its_turn_does_not_look_as_if_it_had_one_and_says_why(qapp: Any) -> None:
    """004-42, 003-16: a joiner whose place has come by acts from the next round on, the others this round."""
    bridge, model, _ = watched(begun(), None)
    count = TurnCount()
    phase = find_phase(bridge.rules, bridge.state.clock.phase)
    assert phase is not None
    bridge.changed.connect(count.follow)
    assert count.turns(bridge.rules, bridge.state, phase) == (1, 6)
    do(bridge, cmd.EndTurn(), cmd.EndTurn())
    do(bridge, cmd.Add(combatant={"id": "late", "name": "Late"}, roll=23))
    do(bridge, cmd.Add(combatant={"id": "soon", "name": "Soon"}, roll=12))
    rows = {row.id: row for row in model.rows}
    assert (rows["late"].missed, rows["late"].acted) == (True, False)
    (chip,) = rows["late"].chips
    assert chip.text == "no turn this time"
    assert chip.told == "No turn this time: it has joined too late, and acts from the next round on."
    assert (rows["soon"].missed, rows["soon"].chips) == (False, ())
    assert count.turns(bridge.rules, bridge.state, phase) == (3, 7)
    do(bridge, cmd.SetNumbers(who="late", initiative=5))
    assert not model.value_at(model.row_of("late")).missed
    assert count.turns(bridge.rules, bridge.state, phase) == (3, 8)
    do(bridge, *(cmd.EndTurn() for _ in range(6)))
    assert bridge.state.clock.round == 2
    assert count.turns(bridge.rules, bridge.state, phase) == (1, 8)


@pytest.mark.parametrize(
    ("ruleset", "hp"), [("srd35", -4), ("srd35", -30), ("saga-edition", 0), ("dnd5e", 0), ("pf2e", 0)]
)
def test_who_cannot_act_has_nothing_to_spend_once_the_fight_is_over_either(
    qapp: Any, ruleset: str, hp: int
) -> None:
    """The dying and the dead had all their tokens, as those who can act."""
    bridge, texts = opened(load(ruleset))
    people = [{"id": "ann", "hp": 20, "max_hp": 20}, {"id": "orc", "side": "foes", "hp": 20, "max_hp": 20}]
    do(bridge, *(cmd.Add(combatant=one) for one in people), cmd.Start(rolls={"ann": 20, "orc": 5}))
    do(bridge, cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 20 - hp}))
    model = InitiativeModel(bridge, texts)
    orc, ann = ([token.spent for token in model.value_at(model.row_of(who)).tokens] for who in ("orc", "ann"))
    assert all(orc)
    assert not all(ann)
    do(bridge, cmd.EndEncounter())
    assert all(token.spent for token in model.value_at(model.row_of("orc")).tokens)
    assert [token.spent for token in model.value_at(model.row_of("ann")).tokens] == ann


def test_tokens_show_what_is_left_and_extra_reactions_on_the_reactions_token(qapp: Any) -> None:
    bridge, model, _ = watched(begun(), None)
    do(bridge, cmd.Act(who="vex", cost="standard"))
    tokens = {token.short: token for token in model.value_at(0).tokens}
    assert list(tokens) == ["STD", "MOV", "SW", "R"]
    assert (tokens["STD"].spent, tokens["MOV"].spent) == (True, False)
    deel = {token.short: token for token in model.value_at(model.row_of("deel")).tokens}
    assert (deel["R"].extra, tokens["R"].extra) == (4, 0)


def test_list_tiles_and_paper_tell_the_same_of_what_can_be_spent(qapp: Any) -> None:
    """E-SW-09, CR 143: spent is what was used, what a state forbids, and what a turn that is over brought."""
    bridge, texts = begun()
    model = InitiativeModel(bridge, texts)
    do(bridge, cmd.EndTurn(), cmd.BeginEffect(on="deel", name="unconscious", rounds=3))
    rules, state = bridge.rules, bridge.state
    paper = {one.id: one for one in standings(rules, state, Speaker(rules, str).terms)}
    for number in range(model.rowCount()):
        row = model.index(number, 0).data(Role.ROW)
        shown = [(token.label, token.left) for token in row.tokens]
        tiles = [(tile.label, tile.left) for tile in tokens(bridge.scene, state.combatants[row.id])]
        assert shown == tiles[: len(shown)]
        assert shown == [(p.label, p.left) for p in paper[row.id].pools if not rules.pools[p.id].shown_with]
        spent = {"vex": 3, "deel": 4}.get(row.id, 0)
        assert sum(left == 0 for _, left in shown) == spent, row.id


def test_sides_keep_their_marks_when_the_list_is_reordered(qapp: Any) -> None:
    bridge, model, _ = watched(gathered(), None)
    before = {row.side: row.mark for row in model.rows}
    do(bridge, cmd.MoveInList(who="dock", index=0))
    assert {row.side: row.mark for row in model.rows} == before
    assert len(set(before.values())) == 3


def test_sides_keep_their_marks_when_another_one_comes_or_one_goes(qapp: Any) -> None:
    """A new side sorts before the others by name; it recolours nobody, now or when the file is opened."""
    bridge, model, _ = watched(gathered(), None)
    before = {row.side: row.mark for row in model.rows}
    do(bridge, cmd.Add(combatant={"id": "aa", "side": "aardvarks", "kind": "npc"}))
    do(bridge, cmd.Describe(who="dock", changes={"side": "abductors"}))
    marks = {row.side: row.mark for row in model.rows}
    assert len(set(marks.values())) == len(marks), "each has a mark of its own"
    assert {side: mark for side, mark in marks.items() if side in before} == {
        side: mark for side, mark in before.items() if side in marks
    }
    again = InitiativeModel(bridge, model._texts)
    assert {row.side: row.mark for row in again.rows} == marks


# -- words -----------------------------------------------------------------------------------------


@pytest.fixture
def words(qapp: Any) -> dict[str, str]:
    """What the cells of Deel's row say, by kind of column, after a hard time."""
    bridge, texts = begun()
    model = InitiativeModel(bridge, texts)
    do(
        bridge,
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.Describe(who="deel", changes={"name": "<b>Deel</b> & Co"}),
        cmd.Apply(pipeline="temp-hp", to=("deel",), inputs={"amount": 9}),
        cmd.MoveTrack(who="deel", by=2, persistent=True),
        cmd.BeginEffect(on="deel", name="suppressed", rounds=2),
        cmd.Act(who="deel", cost="standard"),
    )
    row = model.row_of("deel")
    role = Qt.ItemDataRole.AccessibleTextRole
    return {
        str(column.kind): model.index(row, number).data(role) for number, column in enumerate(model.columns)
    }


def test_every_cell_says_in_words_what_it_paints(words: dict[str, str]) -> None:
    assert words["count"] == "Count 16 (+4)"
    assert words["combatant"] == "<b>Deel</b> & Co, party, acts now"
    assert words["budget"].startswith("Standard: spent, Move: 1 of 1 left")
    assert "Extra attacks of opportunity: 4 left" in words["budget"]
    assert words["health"] == "Hit points: 48 of 48, 9 temporary"
    assert words["track"].startswith("Condition track: step 2 of 5, −2 on defenses")
    assert words["track"].endswith("2 persistent")
    assert words["effects"] == "Suppressed: 2 rounds"


def test_tooltips_show_users_texts_as_they_are(qapp: Any) -> None:
    bridge, texts = begun()
    do(bridge, cmd.Describe(who="vex", changes={"name": "<img src=x> & Co"}))
    model = InitiativeModel(bridge, texts)
    tip = model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img src=x&gt; &amp; Co" in tip
    assert "<img" not in tip
    assert model.index(0, 5).data(Qt.ItemDataRole.ToolTipRole) == ""


def test_the_model_is_a_flat_table(qapp: Any) -> None:
    _, model, _ = watched(begun(), None)
    inside = model.index(0, 0)
    assert model.rowCount(inside) == model.columnCount(inside) == 0
    assert model.data(QModelIndex()) is None
    assert (model.row_of("nobody"), model.combatant_at(-1), model.combatant_at(99)) == (-1, "", "")
    assert model.index(0, 0).data(Role.SLOT) == "vex"
    assert [model.index(0, column).data() for column in range(4)] == [
        "24",
        "Sarlane Vex",
        "STD MOV SW R",
        "52/52",
    ]


def test_a_turn_that_was_interrupted_says_so_and_is_not_over(qapp: Any) -> None:
    """Whoever comes in inside of it goes first; then it goes on with what it had: in the list, on paper."""
    bridge, texts = begun()
    waits = bridge.state.walk.active
    do(bridge, cmd.Delay(who=waits))
    active, name = bridge.state.walk.active, bridge.state.combatants[waits].name
    bridge, model, watch = watched((bridge, texts), None)
    do(bridge, cmd.Resume(who=waits, interrupt=True))
    row = model.value_at(model.row_of(active))
    assert row.chips[0].text == f"interrupted: goes on after {name}"
    assert not row.acted
    terms = Speaker(bridge.rules, texts.name).terms
    told = {one.id: one.words for one in standings(bridge.rules, bridge.state, terms)}
    assert told[active][0] == f"interrupted, goes on after {name}"
    do(bridge, cmd.EndTurn())
    assert bridge.state.walk.active == active
    assert_as_new(bridge, texts, model)
    assert watch.reset.count() == 0


def test_what_only_a_turn_spends_is_spent_in_the_phase_after_all_turns(qapp) -> None:
    """002-23, 002-40: Active Actions are taken in one's own turn; in the End Phase no turn is to come."""
    bridge, texts = Bridge(), Texts()
    bridge.open(load("kaiser"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    spent = {}
    for command in (
        *(cmd.Add(combatant={"id": who, "side": who}) for who in ("ada", "bo")),
        cmd.Start(),
        cmd.Declare(who=("ada", "bo"), done=True),
        cmd.RollInitiative(rolls={"ada": 25, "bo": 20}),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.NextPhase(),
        cmd.NextPhase(),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
        row = InitiativeModel(bridge, texts).value_at(0)
        spent[bridge.state.clock.round, bridge.state.clock.phase] = [token.spent for token in row.tokens]
    assert spent[1, "intention"] == [False, False]
    assert spent[1, "end"] == [False, True], "points pay for Swift Actions there, too (002-34)"
    assert spent[2, "intention"] == [False, False]


def test_the_worst_of_several_effects_is_hidden_last(qapp: Any) -> None:
    """'+2' hid Dying: what takes somebody out of the fight stands before what was begun earlier."""
    bridge, texts = Bridge(), Texts()
    bridge.open(load("sagas-hub"))
    bridge.dispatch(cmd.Add(combatant={"id": "ada", "name": "Ada"}))
    bridge.dispatch(cmd.Start(rolls={"ada": 20}))
    for name in ("Blessed by a priest", "prone", "dying"):
        assert bridge.dispatch(cmd.BeginEffect(on="ada", name=name, rounds=-1))
    (row,) = (one for one in InitiativeModel(bridge, texts).rows if one.id == "ada")
    assert [chip.text for chip in row.effects] == ["Dying", "Prone", "Blessed by a priest"]
