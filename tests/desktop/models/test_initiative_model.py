"""The initiative model: always what a new one would show, told with the smallest exact signals."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy

from desktop.bridge import Bridge
from desktop.models.initiative import MOST_MOVES, InitiativeModel
from desktop.roles import Role
from desktop.services.texts import Texts
from rulesets.compiled import Rules
from rulesets.encounter import commands as cmd
from rulesets.encounter.encounter import GHOST
from rulesets.loader import load, shipped
from tests.desktop.models.tables import (
    COUNTS,
    ORDER,
    PEOPLE,
    SAGA,
    begun,
    crowd,
    do,
    fight,
    gathered,
    opened,
    play,
)

Opened = tuple[Bridge, Texts]


class Watch:
    """Counts what a model tells, and holds it to Qt's rules."""

    def __init__(self, model: InitiativeModel) -> None:
        self.model = model
        warning = QAbstractItemModelTester.FailureReportingMode.Warning
        self.tester = QAbstractItemModelTester(model, warning)
        self.changed = QSignalSpy(model.dataChanged)
        self.moved = QSignalSpy(model.rowsMoved)
        self.inserted = QSignalSpy(model.rowsInserted)
        self.removed = QSignalSpy(model.rowsRemoved)
        self.laid_out = QSignalSpy(model.layoutChanged)
        self.reset = QSignalSpy(model.modelReset)

    def rows(self) -> list[tuple[int, int]]:
        """Ranges of rows that look different."""
        return [(spy[0].row(), spy[1].row()) for spy in map(self.changed.at, range(self.changed.count()))]

    def told(self) -> dict[str, int]:
        """How often each signal came, as far as it came."""
        spies = {
            "changed": self.changed,
            "moved": self.moved,
            "inserted": self.inserted,
            "removed": self.removed,
            "laid out": self.laid_out,
            "reset": self.reset,
        }
        return {name: spy.count() for name, spy in spies.items() if spy.count()}


def watched(opened: Opened, parent: Any) -> tuple[Bridge, InitiativeModel, Watch]:
    bridge, texts = opened
    model = InitiativeModel(bridge, texts, parent)
    return bridge, model, Watch(model)


def ids(model: InitiativeModel) -> list[str]:
    return [model.combatant_at(row) for row in range(model.rowCount())]


def assert_as_new(bridge: Bridge, texts: Texts, model: InitiativeModel) -> None:
    """The model shows what one that was made just now would show, row by row."""
    fresh = InitiativeModel(bridge, texts)
    assert model.rows == fresh.rows
    assert [model.row_of(ident) for ident in ids(fresh)] == list(range(fresh.rowCount()))
    assert model.columns == fresh.columns


# -- what it shows ---------------------------------------------------------------------------------


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


def test_tokens_show_what_is_left_and_extra_reactions_on_the_reactions_token(qapp: Any) -> None:
    bridge, model, _ = watched(begun(), None)
    do(bridge, cmd.Act(who="vex", cost="standard"))
    tokens = {token.short: token for token in model.value_at(0).tokens}
    assert list(tokens) == ["STD", "MOV", "SW", "R"]
    assert (tokens["STD"].spent, tokens["MOV"].spent) == (True, False)
    deel = {token.short: token for token in model.value_at(model.row_of("deel")).tokens}
    assert (deel["R"].extra, tokens["R"].extra) == (4, 0)


def test_sides_keep_their_marks_when_the_list_is_reordered(qapp: Any) -> None:
    bridge, model, _ = watched(gathered(), None)
    before = {row.side: row.mark for row in model.rows}
    do(bridge, cmd.MoveInList(who="dock", index=0))
    assert {row.side: row.mark for row in model.rows} == before
    assert len(set(before.values())) == 3


# -- columns come from the ruleset -----------------------------------------------------------------


def kinds(rules: Rules) -> list[str]:
    return [str(column.kind) for column in InitiativeModel(*opened(rules)).columns]


def test_columns_come_from_the_ruleset(qapp: Any) -> None:
    rules = load(SAGA)
    assert kinds(rules) == ["count", "combatant", "budget", "health", "track", "effects"]
    assert "health" not in kinds(replace(rules, pipelines={}))
    assert "track" not in kinds(replace(rules, main_track="", tracks={}))
    assert "budget" not in kinds(replace(rules, pools={}))
    hidden = {name: replace(pool, shown="hidden") for name, pool in rules.pools.items()}
    assert "budget" not in kinds(replace(rules, pools=hidden))


def test_an_order_without_a_roll_shows_its_value(qapp: Any) -> None:
    rules = load(SAGA)
    stats = {
        **rules.stats,
        "dex": replace(rules.stats["dex"], type="code", default=11),
        "wis": replace(rules.stats["wis"], type="code", short="Per", default=7),
    }
    order = replace(rules.orders["initiative"], roll=None, value="dex", aside="wis")
    made = replace(rules, stats=stats, orders={"initiative": order})
    bridge, texts = opened(made)
    do(bridge, cmd.Add(combatant={"id": "a", "dex": "3D+2"}))
    model = InitiativeModel(bridge, texts)
    assert (model.rows[0].count, model.rows[0].aside) == ("3D+2", "Per 2D+1")
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Dex"


def test_pools_shown_as_numbers_and_pools_of_one_phase(qapp: Any) -> None:
    rules = load(SAGA)
    pools = dict(rules.pools)
    pools["move"] = replace(pools["move"], shown="number", short="AP", size="6")
    pools["swift"] = replace(pools["swift"], only="surprise")
    bridge, texts = begun(replace(rules, pools=pools))
    tokens = InitiativeModel(bridge, texts).value_at(0).tokens
    assert [token.short for token in tokens] == ["STD", "AP", "R"]
    assert (tokens[1].number, tokens[1].left, tokens[1].size) == (True, 6, 6)


def test_who_must_act_now_is_told_although_its_slot_was_not_touched(qapp: Any) -> None:
    rules = load(SAGA)
    assert rules.delay is not None
    opened_ = begun(replace(rules, delay=replace(rules.delay, rest_waiting="lowest-first")))
    bridge, model, _ = watched(opened_, None)
    do(bridge, cmd.Delay(who="vex"), cmd.Delay(who="sgt"), *[cmd.EndTurn()] * 4)
    assert [row.id for row in model.rows if "must act now" in [chip.text for chip in row.chips]] == ["sgt"]
    assert_as_new(*opened_, model)


def test_a_track_of_one_step_or_without_short_names(qapp: Any) -> None:
    rules = load(SAGA)
    track = rules.tracks["condition"]
    unhurt = replace(track, steps=track.steps[:1])
    assert "track" not in kinds(replace(rules, tracks={"condition": unhurt}))
    nameless = replace(track, steps=tuple(replace(step, short="") for step in track.steps))
    bridge, texts = begun(replace(rules, tracks={"condition": nameless}))
    pips = InitiativeModel(bridge, texts).value_at(0).pips
    assert pips is not None
    assert pips.steps == ("0", "1", "2", "3", "4", "5")


def test_damage_that_takes_no_hit_points_needs_no_column_for_them(qapp: Any) -> None:
    rules = load(SAGA)
    damage = rules.pipelines["damage"]
    wounds = replace(damage, stages=tuple(stage for stage in damage.stages if stage.absorb != "hp"))
    assert "health" not in kinds(replace(rules, pipelines={"damage": wounds}))


@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_every_shipped_ruleset_is_followed(qapp: Any, ruleset: str) -> None:
    chance = random.Random(5)
    bridge, texts = opened(load(ruleset))
    for number in range(6):
        side, kind = chance.choice(("party", "imperials")), chance.choice(("pc", "npc"))
        do(bridge, cmd.Add(combatant={"id": f"c{number}", "side": side, "kind": kind}))
    model = InitiativeModel(bridge, texts)
    watch = Watch(model)
    do(bridge, cmd.Start())
    steps: tuple[Any, ...] = (
        lambda: cmd.EndTurn(),
        lambda: cmd.NextPhase(),
        lambda: cmd.RollInitiative(),
        lambda: cmd.Declare(who=(bridge.state.walk.active or "c0",), done=True),
        lambda: cmd.Act(who=bridge.state.walk.active or "c0", cost=chance.choice(list(bridge.rules.costs))),
        lambda: cmd.Delay(who=bridge.state.walk.active or "c0"),
        lambda: cmd.Resume(who=chance.choice(list(bridge.state.combatants))),
        lambda: cmd.MoveTrack(who="c1", by=1),
        lambda: cmd.BeginEffect(on="c2", name="slowed", rounds=2),
    )
    for _ in range(80):
        if chance.random() < 0.1:
            bridge.undo()
        else:
            bridge.dispatch(chance.choice(steps)())
        assert_as_new(bridge, texts, model)
    assert watch.reset.count() == 0


# -- signals are minimal ---------------------------------------------------------------------------


def test_the_next_turn_of_fifty_changes_two_rows(qapp: Any) -> None:
    bridge, _, watch = watched(crowd(50), None)
    do(bridge, cmd.EndTurn())
    assert watch.told() == {"changed": 1}
    assert watch.rows() == [(0, 1)]


def test_a_new_pass_changes_everything_and_resets_nothing(qapp: Any) -> None:
    bridge, _, watch = watched(crowd(20), None)
    do(bridge, *[cmd.EndTurn()] * 20)
    assert set(watch.told()) == {"changed"}
    assert watch.rows()[-1] == (0, 19)


def test_what_changes_nothing_to_be_seen_tells_nothing(qapp: Any) -> None:
    bridge, _, watch = watched(begun(), None)
    do(bridge, cmd.Describe(who="dock", changes={"notes": "owes Deel money"}))
    assert watch.told() == {}


def test_one_row_down_is_one_move_to_source_plus_two(qapp: Any) -> None:
    bridge, model, watch = watched(begun(), None)
    do(bridge, cmd.Delay(who="vex", after="sgt"))
    assert ids(model)[:2] == ["sgt", "vex"]
    assert watch.moved.count() == 1
    _, source, _, _, to = watch.moved.at(0)
    assert (source, to) == (0, 2)
    assert "laid out" not in watch.told()
    bridge.undo()
    assert ids(model)[:2] == ["vex", "sgt"]
    assert watch.moved.count() == 2


def test_a_group_moves_member_by_member(qapp: Any) -> None:
    opened_ = begun()
    bridge, model, watch = watched(opened_, None)
    do(bridge, cmd.SetNumbers(who="s1", initiative=30))
    assert ids(model)[:3] == ["s1", "s2", "vex"]
    assert watch.moved.count() == 2
    assert_as_new(*opened_, model)


def test_joining_and_leaving_are_single_rows(qapp: Any) -> None:
    bridge, model, watch = watched(begun(), None)
    do(bridge, cmd.Add(combatant={"id": "late", "hp": 3}, roll=18))
    assert ids(model)[2] == "late"
    assert [watch.inserted.at(0)[1], watch.inserted.at(0)[2]] == [2, 2]
    bridge.undo()
    assert [watch.removed.at(0)[1], watch.removed.at(0)[2]] == [2, 2]
    assert watch.reset.count() == 0


def test_rolling_for_many_changes_the_layout_once_and_keeps_indexes(qapp: Any) -> None:
    bridge, texts = opened()
    number = MOST_MOVES * 3
    for each in range(number):
        do(bridge, cmd.Add(combatant={"id": f"c{each}"}))
    bridge, model, watch = watched((bridge, texts), None)
    kept = [QPersistentModelIndex(model.index(row, 1)) for row in range(number)]
    do(bridge, cmd.Start(rolls={f"c{each}": each for each in range(number)}))
    assert ids(model) == [f"c{each}" for each in reversed(range(number))]
    assert watch.laid_out.count() == 1
    assert "moved" not in watch.told()
    assert "reset" not in watch.told()
    assert [index.data(Role.COMBATANT) for index in kept] == [f"c{each}" for each in range(number)]


def test_another_encounter_resets_once(qapp: Any) -> None:
    bridge, model, watch = watched(begun(), None)
    bridge.open(load(SAGA))
    assert (watch.reset.count(), model.rowCount()) == (1, 0)
    bridge.close()
    assert (watch.reset.count(), model.columnCount()) == (2, 0)


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
    assert words["track"].startswith("Condition track: step 2 of 5, -2 on defenses")
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
