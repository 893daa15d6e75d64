"""What may be written, and what it is compiled to."""

from __future__ import annotations

import pytest

from rulesets.reading import loader
from rulesets.reading.shorthands import key_from_text
from rulesets.vocabulary import Alternative, CostIf, Key, Moment, OrderRoll, Rules, Step


@pytest.fixture
def compiled(small):
    """The small ruleset with more behind it, compiled."""

    def load(more: str = "", stats: str = "") -> Rules:
        text = small.replace("[stat]\n", f"[stat]\n{stats}")
        return loader.load_text(f"{text}\n{more}", "small.toml")

    return load


def test_stats_by_what_their_value_is(compiled) -> None:
    stats = compiled(
        "",
        "blaster = '3D+2'\ndodge = { value = 'blaster + D', type = 'code' }\n"
        "tactics = { value = '4D', label = 'T' }\nmotto = { value = 'dex + 1', type = 'text' }\n"
        "heroic = false\ntraits = []\nhalf = 0.5\nnotes = {}\n"
        "dr = { value = 0, type = 'reduction' }\n",
    ).stats
    assert (stats["blaster"].type, stats["blaster"].default, stats["blaster"].formula) == ("code", 11, "")
    assert (stats["dodge"].default, stats["dodge"].formula) == (None, "blaster + D")
    assert stats["tactics"].default == 12
    assert (stats["motto"].default, stats["motto"].formula) == ("dex + 1", "")
    assert (stats["heroic"].type, stats["heroic"].default) == ("bool", False)
    assert (stats["traits"].type, stats["traits"].default) == ("list", [])
    assert (stats["half"].default, stats["notes"].default, stats["dr"].type) == (0.5, None, "reduction")
    assert (stats["dex_mod"].default, stats["dex_mod"].formula) == (None, "floor((dex - 10) / 2)")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("roll desc", {"by": "roll", "descending": True}),
        ("roll asc", {"by": "roll", "descending": False}),
        ("dex_mod desc", {"by": "value", "value": "dex_mod", "descending": True}),
        ("max(dex, per - 1) asc", {"by": "value", "value": "max(dex, per - 1)", "descending": False}),
        ("rolloff d20 desc", {"by": "rolloff", "dice": "d20", "descending": True, "once": False}),
        ("rolloff d6 asc once", {"by": "rolloff", "dice": "d6", "descending": False, "once": True}),
        ("rolloff", {"by": "rolloff", "dice": "d20", "descending": True, "once": False}),
        ("rolloff roll asc", {"by": "rolloff", "dice": "roll", "descending": False, "once": False}),
        ("coin", {"by": "coin"}),
        ("kind npc", {"by": "kind", "value": "npc"}),
        ("pick npc", {"by": "pick", "value": "npc"}),
        ("list", {"by": "list"}),
        ("list alike", {"by": "list", "alike": True}),
        ("order sides", {"by": "order", "value": "sides"}),
        ("order sides reversed", {"by": "order", "value": "sides", "descending": False}),
        ("rank per + 1 desc", {"by": "rank", "value": "per + 1", "descending": True}),
        ("rank asc", {"by": "value", "value": "rank", "descending": False}),
    ],
)
def test_keys_of_orders(text, key) -> None:
    assert key_from_text(text) == key


@pytest.mark.parametrize(
    "text", ["", "dex", "kind foe", "order", "order sides up", "rolloff d20 d6", "coin desc twice"]
)
def test_what_is_no_key(text) -> None:
    with pytest.raises(ValueError, match="a key is"):
        key_from_text(text)


@pytest.mark.parametrize(
    ("written", "roll"),
    [
        ("'d20'", OrderRoll(dice="d20")),
        ("'d20 + dex_mod + 2'", OrderRoll(dice="d20", plus="dex_mod + 2")),
        ("'2d6 - 1'", OrderRoll(dice="2d6", plus="- 1")),
        (
            "{ dice = 'd20', plus = 'dex', another_die_at = 20 }",
            OrderRoll(dice="d20", plus="dex", another_die_at=20),
        ),
        ("{ code = 'dex + 2' }", OrderRoll(code="dex + 2")),
        ("{ code = 'dex + 2', plus = 'dex' }", OrderRoll(code="dex + 2", plus="dex")),
    ],
)
def test_rolls_of_orders(compiled, written, roll) -> None:
    assert compiled(f"[order.x]\nlabel = 'X'\nroll = {written}").orders["x"].roll == roll


def test_orders_know_their_keys(compiled) -> None:
    rules = compiled("[order.x]\nlabel = 'X'\nkeys = ['order initiative', 'list']")
    assert rules.orders["x"].keys == (Key(by="order", value="initiative"), Key(by="list"))


def test_phases_stand_in_the_order_of_the_file(compiled) -> None:
    rules = compiled("[phase.after]\nlabel = 'After'\nactivity = 'tick'\n")
    assert [phase.id for phase in rules.phases] == ["initiative", "turns", "after"]
    assert rules.main_order == "initiative"


def test_costs(compiled) -> None:
    cost = compiled(
        "[cost.x]\nlabel = 'X'\nalternatives = [{ move = 1 }, { standard = 'all', move = 'points', "
        "if = 'dex > 3' }, { standard = 'full', move = -2 }, {}]\nin_phase.turns = []\n"
    ).costs["x"]
    assert cost.alternatives == (
        Alternative(pay={"move": "1"}),
        Alternative(pay={"standard": "all", "move": "points"}, condition="dex > 3"),
        Alternative(pay={"standard": "full", "move": "-2"}),
        Alternative(),
    )
    assert cost.in_phase == {"turns": ()}


def test_actions_states_tracks_tables_and_formulas(compiled) -> None:
    rules = compiled(
        "[action.draw]\nlabel = 'Draw'\ncost = 'standard'\ncost_if = [[\"has('quick')\", 'standard']]\n"
        "does = [{ track = 'condition', by = -1, recovers = true }]\n"
        "[state.slow]\nlabel = 'Slow'\nfactor.dex = 0.5\n"
        "begins = { at = 'encounter-start', if = 'not aware' }\n"
        "ends = [{ at = 'turn-start', phase = 'turns' }, { at = 'round-start', if = 'round > 1' }]\n"
        "[track.arm]\nlabel = 'Arm'\n"
        "steps = ['Fine', { label = 'Hurt', values = { penalty = 2, soak = 1 }, add = { hp = -1 } }]\n"
        "[table.t]\nrows = { 0 = 'a', 4 = ['b'] }\n"
        "[formula.f]\nis = 'a + 1'\ninputs.a = 1\n[formula.g]\nby = 'mode'\ninputs.mode = 'x'\ncases.x = 1\n"
    )
    assert rules.actions["draw"].cost_if == (CostIf(condition="has('quick')", cost="standard"),)
    assert (rules.actions["draw"].does[0].by, rules.actions["draw"].does[0].recovers) == ("-1", True)
    assert rules.states["slow"].begins == (Moment(at="encounter-start", condition="not aware"),)
    assert rules.states["slow"].ends == (
        Moment(at="turn-start", phase="turns"),
        Moment(at="round-start", condition="round > 1"),
    )
    assert rules.tracks["arm"].steps[0] == Step(label="Fine")
    assert rules.tracks["arm"].steps[1].values == {"penalty": 2.0, "soak": 1.0}
    assert rules.tracks["arm"].steps[1].penalty == 2
    assert rules.main_track == "condition"
    assert rules.modified == {"dex", "hp"}
    assert rules.tables["t"].rows == {"0": "a", "4": ["b"]}
    assert (rules.formulas["f"].expression, rules.formulas["f"].inputs) == ("a + 1", {"a": 1})
    assert rules.formulas["g"].cases == {"x": "1"}


def test_inputs_of_formulas_may_be_codes(compiled) -> None:
    rules = compiled("[formula.f]\nis = 'a + D'\ninputs.a = '2D+1'\n")
    assert rules.formulas["f"].inputs == {"a": 7}


def test_the_first_track_is_the_main_one(compiled) -> None:
    assert compiled().main_track == "condition"
    assert compiled("[track.x]\nlabel = 'X'\nsteps = ['a']").main_track == "condition"
