"""Hit points below 0 in the window, on paper and in files; who is out by its states is told so by them."""

from __future__ import annotations

import pytest

from desktop.actions.budget import tokens
from desktop.bridge import Bridge
from desktop.damage.model import target_rows
from desktop.damage.sheet import DamageSheet
from desktop.inspector.head import about
from desktop.list.columns import COLUMNS, Kind
from desktop.list.model import InitiativeModel
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.output.stat_block import standings
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.hands.keys_and_mouse import Hands


def hurt(amount: int, who: str = "orc") -> cmd.Apply:
    return cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount})


@pytest.fixture
def opened(qapp):
    """Opens a fight of Ada and the orc, who has 10 hit points, and carries out commands in it."""

    def make(*commands: cmd.Command, ruleset: str = "srd35") -> tuple[Bridge, InitiativeModel]:
        bridge = Bridge()
        bridge.open(loader.load(ruleset))
        for ident, name, side in (("ada", "Ada", "party"), ("orc", "Orc", "foes")):
            assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": name, "side": side})) is not None
        for command in (cmd.Start(rolls={"ada": 20, "orc": 10}), *commands):
            assert bridge.dispatch(command) is not None, bridge.preview(command)
        return bridge, InitiativeModel(bridge, Texts(bridge))

    return make


def chips(model: InitiativeModel, at: int = 1) -> list[str]:
    return [chip.text for chip in model.value_at(at).chips]


def test_the_list_tells_hit_points_below_0_and_the_state_that_they_bring(opened) -> None:
    """E-SRD-30: dying is what it says, not a general word for being out."""
    _, model = opened(hurt(13))
    row = model.value_at(1)
    assert (row.health.now, row.health.full, row.health.share) == (-3, 10, 0.0)
    assert COLUMNS[Kind.HEALTH].short(row) == "-3/10"
    assert COLUMNS[Kind.HEALTH].read(row, "Hit points") == "Hit points: −3 of 10"
    assert chips(model) == ["Dying", "Unconscious", "Helpless", "Flat-footed"]


def test_at_0_the_state_says_it_and_no_further_chip(opened) -> None:
    """E-SRD-31; where no state says it the list does, and where one does that is enough (004-160)."""
    assert chips(opened(hurt(10))[1]) == ["Disabled", "Flat-footed"]
    assert chips(opened(hurt(10), ruleset="sagas-hub")[1]) == ["Without hit points"]
    emptied = cmd.SetNumbers(who="orc", stats={"hp": 0})
    assert chips(opened(emptied, ruleset="pf2e")[1]) == ["no hit points left"]


def test_who_is_out_by_hand_is_told_to_be_so(opened) -> None:
    bridge, model = opened(cmd.Defeat(who="orc"))
    assert chips(model)[0] == "defeated"
    assert about(bridge.scene, bridge.state.combatants["orc"]).out == "defeated"
    bridge, model = opened(hurt(30))
    assert chips(model)[0] == "Dead"
    assert about(bridge.scene, bridge.state.combatants["orc"]).out == ""


def test_the_sheet_tells_what_begins_and_ends_by_itself(opened) -> None:
    """E-SRD-30, E-SRD-34: seen before it is applied."""
    bridge, _ = opened(hurt(10))
    for command, told in (
        (hurt(2), ["Begins: Dying, Unconscious, Helpless", "Is over: Disabled"]),
        (cmd.Apply(pipeline="heal", to=("orc",), inputs={"amount": 4}), ["Is over: Disabled"]),
        (hurt(0), []),
    ):
        result = bridge.preview(command)
        assert not isinstance(result, Refusal)
        (row,) = target_rows(bridge.rules, command, result)
        follows = [cell for cell in row.cells if cell.verb == "state"]
        assert [f"{cell.label}: {cell.after}" for cell in follows] == told
        assert not any(cell.editable for cell in follows)
    (row,) = target_rows(bridge.rules, hurt(2), bridge.preview(hurt(2)))
    assert [(cell.before, cell.after) for cell in row.cells if cell.id == "hp"] == [("0", "−2")]


@pytest.mark.parametrize(("amount", "told"), [(12, False), (18, True), (1, False)])
def test_a_blow_to_0_says_that_the_track_takes_no_step(opened, amount: int, told: bool) -> None:
    """004-140: a threshold that was reached moved nothing, and nothing said so."""
    bridge, _ = opened(cmd.Add(combatant={"id": "isk", "name": "Isk", "max_hp": 16}), ruleset="sagas-hub")
    result = bridge.preview(hurt(amount, "isk"))
    assert not isinstance(result, Refusal)
    (row,) = target_rows(bridge.rules, hurt(amount, "isk"), result)
    labels = [cell.label for cell in row.cells]
    assert ("No step of the track at 0 hit points" in labels) == told
    assert ("Threshold" in labels) == (amount == 12)


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (29, ["Begins: Dead"]),
        (28, ["Begins: Unconscious, Dying, Prone"]),
    ],
)
def test_the_sheet_tells_the_states_that_a_fall_begins(opened, amount: int, told: list[str]) -> None:
    """R5E-53, R5E-54: with as much left as the maximum one is dead; less than that, dying."""
    given = {"id": "isk", "name": "Isk", "kind": "pc", "max_hp": 21, "hp": 8}
    bridge, _ = opened(cmd.Add(combatant=given, override=True), ruleset="dnd5e")
    result = bridge.preview(hurt(amount, "isk"))
    assert not isinstance(result, Refusal)
    (row,) = target_rows(bridge.rules, hurt(amount, "isk"), result)
    assert sorted(f"{cell.label}: {cell.after}" for cell in row.cells if cell.verb == "state") == sorted(told)


def test_the_preview_of_healing_tells_that_dying_ends_and_wounded_comes(opened) -> None:
    """PF-64, PF-65, PF-67: states with a size begin, end and grow by themselves, too."""
    given = {"id": "isk", "name": "Isk", "kind": "pc", "max_hp": 20}
    bridge, _ = opened(cmd.Add(combatant=given, override=True), ruleset="pf2e")
    heal = cmd.Apply(pipeline="heal", to=("isk",), inputs={"amount": 5})
    for wounded in ("Begins: Wounded 1", "Wounded: 1 → 2"):
        assert bridge.dispatch(hurt(25, "isk")) is not None
        result = bridge.preview(heal)
        assert not isinstance(result, Refusal)
        (row,) = target_rows(bridge.rules, heal, result)
        told = [
            f"{cell.label}: " + " → ".join(part for part in (cell.before, cell.after) if part)
            for cell in row.cells
            if cell.verb == "state"
        ]
        assert wounded in told
        assert any(line.startswith("Is over: Dying ") for line in told)
        assert bridge.dispatch(heal) is not None


POISONED = """
id = "poisoned"
extends = "srd35"
label = "Poisoned"

[pipeline.poison]
label = "Poison"
inputs.roll = { label = "Result of d100", least = 1, each = true, dice = "d100" }
does = [{ label = "Stable", if = "roll <= 10", begin = ["stable"] }]
"""


@pytest.mark.slow
def test_what_is_left_empty_is_rolled_and_the_sheet_says_so(opened, qtbot, tmp_path) -> None:
    """The number can be typed or rolled; nothing is shown that the dice have still to say."""
    file = tmp_path / "poisoned.toml"
    file.write_text(POISONED, encoding="utf-8")
    bridge, _ = opened(hurt(13), ruleset=file)
    sheet = DamageSheet(bridge, Texts(bridge), targets=["orc"])
    qtbot.addWidget(sheet)
    sheet.choose("poison")
    sheet.show()
    assert sheet.problem == "Left empty, it is rolled. Result of d100: d100"
    assert all(row.isHidden() for row in sheet.rows())
    assert sheet.apply_button.isEnabled()
    qtbot.keyClicks(sheet.inputs.fields["roll"], "7")
    assert sheet.problem == ""
    told = [f"{view.cell.label}: {view.cell.after}" for row in sheet.rows() for view in row.stages()]
    assert told == ["Stable: Stable", "Is over: Dying"]
    sheet.inputs.fields["roll"].clear()
    assert sheet.apply()
    (told,) = [event for event in bridge.log[-1].events if getattr(event, "code", "") == "applied"]
    assert 1 <= told.params["inputs"]["roll"] <= 100


def test_tallies_that_only_rules_read_are_not_shown(opened) -> None:
    bridge, _ = opened(cmd.Act(who="ada", name="move"), hurt(13))
    found = [one.label for one in tokens(bridge.scene, bridge.state.combatants["ada"])]
    assert "Feet moved since the turn began" in found
    bridge.dispatch(cmd.EndTurn())
    assert bridge.state.combatants["orc"].tallies["asked_in"]
    found += [one.label for one in tokens(bridge.scene, bridge.state.combatants["orc"])]
    assert not any(label.startswith("1 and the round") for label in found)


def test_paper_and_files_tell_the_same(opened) -> None:
    """E-SRD-30."""
    bridge, _ = opened(hurt(13))
    terms = Speaker(bridge.rules, lambda who: who).terms
    orc = next(one for one in standings(bridge.rules, bridge.state, terms) if one.id == "orc")
    assert (orc.points.now, orc.points.full) == (-3, 10)
    assert orc.words == ("Dying", "Flat-footed", "Helpless", "Unconscious")


@pytest.mark.slow
def test_a_blow_that_goes_on_below_0_is_one_plain_sentence(hands: Hands) -> None:
    """E-S4-06: it read "hit points 10 → 0, hit points below zero 0 → 3"."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes", "max_hp": 10})
    window = hands.window
    window.services.encounters.new_from(Prepared("Gate", "sagas-hub", {}, people))
    bridge = window.services.bridge
    for command in (cmd.Start(rolls={"ann": 20, "orc": 10}), hurt(13), hurt(2)):
        assert bridge.dispatch(command) is not None
    hands.settle()
    shown = window.log.model
    told = [shown.index(row, 0).data() for row in range(shown.rowCount())]
    assert any("13 damage to Orc" in one and "hit points 10 → 0, 3 below 0" in one for one in told), told
    assert any("hit points below zero 3 → 5" in one for one in told), told
