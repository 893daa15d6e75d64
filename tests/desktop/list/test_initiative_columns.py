"""The columns of the initiative list come from the ruleset."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from desktop.list.columns import Kind
from desktop.list.looks import LOOKS
from desktop.list.model import InitiativeModel
from desktop.theme import metrics_of
from rulesets.reading.loader import load, shipped
from rulesets.table import commands as cmd
from rulesets.vocabulary import Key, Rules
from tests.desktop.list.tables import (
    SAGA,
    begun,
    do,
    opened,
)
from tests.desktop.list.watching import Watch, assert_as_new, watched


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
    keys = (Key(by="value", value="dex"),)
    order = replace(rules.orders["initiative"], roll=None, keys=keys, aside="wis")
    made = replace(rules, stats=stats, orders={"initiative": order})
    bridge, texts = opened(made)
    do(bridge, cmd.Add(combatant={"id": "a", "dex": "3D+2"}))
    model = InitiativeModel(bridge, texts)
    assert (model.rows[0].count, model.rows[0].aside) == ("3D+2", "Per 2D+1")
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Dex"
    metrics = metrics_of(QFont("DejaVu Sans", 12))
    width = QFontMetricsF(metrics.small).horizontalAdvance("Per 2D+1")
    assert LOOKS[Kind.COUNT].span(bridge.viewer, metrics).liked > metrics.stripe + width, "as large as others"


def test_pools_shown_as_numbers_and_hidden_ones(qapp: Any) -> None:
    rules = load(SAGA)
    pools = dict(rules.pools)
    pools["move"] = replace(pools["move"], shown="number", short="AP", size="6")
    pools["swift"] = replace(pools["swift"], shown="hidden")
    bridge, texts = begun(replace(rules, pools=pools))
    tokens = InitiativeModel(bridge, texts).value_at(0).tokens
    assert [token.short for token in tokens] == ["STD", "AP", "R"]
    assert (tokens[1].number, tokens[1].left, tokens[1].size) == (True, 6, 6)


def test_who_must_act_now_is_told_although_its_slot_was_not_touched(qapp: Any) -> None:
    rules = load(SAGA)
    assert rules.delay is not None
    opened_ = begun(replace(rules, delay=replace(rules.delay, until="pass", then="must-act")))
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
    wounds = replace(damage, stages=tuple(stage for stage in damage.stages if stage.formula != "hp"))
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
