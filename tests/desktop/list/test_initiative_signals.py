"""The initiative model tells the smallest exact signals, and never resets during a fight."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPersistentModelIndex

from desktop.list.model import MOST_MOVES
from desktop.widgets.roles import Role
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from tests.desktop.list.tables import (
    SAGA,
    begun,
    crowd,
    do,
    opened,
)
from tests.desktop.list.watching import assert_as_new, ids, watched


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
