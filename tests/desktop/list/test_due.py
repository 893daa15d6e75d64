"""What must not be forgotten: checks at the end of a countdown, upkeep, rolls that are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.actions.view import ActionList
from desktop.bridge import Bridge
from desktop.list.due import due
from desktop.list.due_board import DueBoard
from desktop.list.model import InitiativeModel
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.reading.shelf import SYSTEMS
from rulesets.table import commands as cmd, events as ev
from rulesets.words.texts import Speaker
from tests.hands.keys_and_mouse import Hands

ASKING = Path(__file__).parents[2] / "systems" / "frayed-thread"
"""A ruleset of the tests that asks for many rolls."""


def opened(ruleset: str | Path, *commands: cmd.Command) -> Bridge:
    """A fight of Ada and the orc in which ``commands`` have been carried out."""
    bridge = Bridge()
    bridge.open(loader.load(ruleset))
    for ident, name, side in (("ada", "Ada", "party"), ("orc", "Orc", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": name, "side": side})) is not None
    for command in commands:
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    return bridge


def kaiser(*commands: cmd.Command, orc: int = 12) -> Bridge:
    """The Action Phase, Ada first."""
    return opened(
        "kaiser",
        cmd.Start(),
        cmd.Declare(who=("ada",), done=True),
        cmd.Declare(who=("orc",), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": orc}),
        *commands,
    )


@pytest.fixture
def board(qapp, qtbot):
    """Makes the strip of a fight."""

    def make(bridge: Bridge) -> DueBoard:
        found = DueBoard(bridge)
        qtbot.addWidget(found)
        return found

    return make


def srd(*commands: cmd.Command) -> Bridge:
    """Ada acts first, then the orc."""
    return opened("srd35", cmd.Start(rolls={"ada": 20, "orc": 10}), *commands)


DYING = (
    cmd.Add(combatant={"id": "bo", "name": "Bo", "hp": -3, "max_hp": 8}, roll=15),
    cmd.EndTurn(),
)


def test_the_roll_of_a_dying_one_is_rolled_or_typed(board) -> None:
    """E-SRD-32: asked for in its place, rolled by nobody but who presses the button."""
    bridge = srd(*DYING)
    strip = board(bridge)
    (line,) = strip.lines
    assert line.due.text == "Bo: Dying (d100), 10 or less: stable"
    assert line.buttons["roll"].text() == "Roll d100"
    line.total.number = 11
    line.total.returnPressed.emit()
    assert strip.isHidden()
    assert bridge.state.combatants["bo"].stats["hp"] == -4
    bridge.undo()
    strip.lines[0].buttons["roll"].click()
    assert strip.isHidden()
    (rolled,) = [event for event in bridge.log[-1].events if isinstance(event, ev.Rolled)]
    assert 1 <= rolled.total <= 100
    lost = bridge.state.combatants["bo"].stats["hp"] == -4
    assert lost == (rolled.total > 10)


def test_rolls_without_a_number_say_so_and_blows_are_told_apart(board) -> None:
    """004-143 gives no number for massive damage: two blows are told apart by what they dealt."""
    bridge = opened("sagas-hub", cmd.Start(rolls={"ada": 20, "orc": 10}))
    strip = board(bridge)
    for amount in (40, 35):
        assert bridge.dispatch(cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": amount}))
    said = "Orc: Massive damage, {}: no number in the rules, you decide"
    blows = [line.due.text for line in strip.lines if "Massive" in line.due.text]
    assert blows == [said.format(40), said.format(35)]
    button = next(line for line in strip.lines if "Massive" in line.due.text).buttons["failure"]
    assert button.text() == "Note: Failure", "nothing comes of it by itself"
    assert "what comes of it is for you to say" in button.toolTip()
    button.click()
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    assert texts.title(bridge.log[-1]) == "Orc: Massive damage, 40, failure"


def test_what_who_acts_owes_stands_first_and_blows_are_one_row(board) -> None:
    """E-S4-06, 004-143: a death save stood below three blows; who is dying already is asked of no blow."""
    hp = [cmd.SetNumbers(who=one, stats={"max_hp": 60, "hp": 60}) for one in ("ada", "orc")]
    bridge = opened("sagas-hub", *hp, cmd.Start(rolls={"ada": 20, "orc": 10}))
    strip = board(bridge)
    for number, amount in enumerate((30, 31, 32)):
        one = ("ada", "orc", "ada")[number]
        assert bridge.dispatch(cmd.SetNumbers(who=one, stats={"hp": 60})) is not None
        assert bridge.dispatch(cmd.Apply(pipeline="damage", to=(one,), inputs={"amount": amount}))
    (group,) = strip.groups
    assert group.due.text == "Massive damage: 3 rolls of 2 combatants"
    group.buttons["each"].click()
    assert [line.label.text().strip() for line in strip.lines] == ["Ada, 30", "Ada, 32", "Orc, 31"]
    for command in (cmd.BeginEffect(on="orc", name="dying"), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None
    assert bridge.dispatch(cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 33}))
    assert strip.lines[0].due.text == "Orc: Death save, 10 or more"
    assert strip.groups[0].y() >= strip.lines[0].y()
    assert len(strip.groups[0].due.each) == 3


def test_what_is_typed_where_many_are_rolled_at_once_is_the_first_total(board, qtbot) -> None:
    """Three were dying: 60 and Enter let the program roll for all of them, and the digits were gone."""
    people = [
        cmd.Add(combatant={"id": who, "name": who.title(), "hp": -3, "max_hp": 8}, roll=15) for who in DEAD
    ]
    bridge = opened("srd35", cmd.Start(rolls={"ada": 20, "orc": 10}), *people, *[cmd.EndTurn()] * 5)
    strip = board(bridge)
    strip.show()
    (group,) = strip.groups
    before = bridge.cursor
    QTest.keyClicks(group.buttons["roll"], "6")
    assert strip.lines[0].due in group.due.each
    QTest.keyClicks(strip.lines[0].total, "0")
    assert (strip.lines[0].total.text(), bridge.cursor) == ("60", before)


def test_the_keys_go_from_a_total_to_no_verdict(board, qtbot) -> None:
    """A save was typed, and Space, meant for the turn, noted a success of an older blow."""
    blow = cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 30})
    hp = cmd.SetNumbers(who="ada", stats={"max_hp": 60, "hp": 60})
    dying = cmd.SetNumbers(who="orc", stats={"max_hp": 40, "hp": 0, "below_zero": 12})
    start = cmd.Start(rolls={"ada": 20, "orc": 10})
    bridge = opened(
        "sagas-hub", hp, dying, cmd.BeginEffect(on="orc", name="dying"), start, blow, cmd.EndTurn()
    )
    strip = board(bridge)
    strip.show()
    save = next(line for line in strip.lines if line.due.who == "orc")
    verdicts = [line for line in strip.lines if line.due.who == "ada"]
    assert verdicts
    assert not any(line.is_rolled for line in verdicts)
    save.total.setFocus()
    with qtbot.waitSignal(strip.left):
        QTest.keyClicks(save.total, "25")
        QTest.keyClick(save.total, Qt.Key.Key_Return)
    assert not any(line.isAncestorOf(strip.window().focusWidget()) for line in verdicts)


def test_a_total_that_is_half_typed_outlasts_another_number_and_company(board) -> None:
    """A 20 was typed and lost: a blow changed the number to be reached, and two more had to roll the same."""
    bridge = opened("srd35", cmd.SetNumbers(who="ada", stats={"max_hp": 90, "hp": 90}))
    for who in ("bo", "cy"):
        ogre = {"id": who, "name": who.title(), "side": "foes", "max_hp": 90, "hp": 90}
        assert bridge.dispatch(cmd.Add(combatant=ogre)) is not None
    assert bridge.dispatch(cmd.SetNumbers(who="orc", stats={"max_hp": 90, "hp": 90})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ada": 20, "orc": 10, "bo": 9, "cy": 8})) is not None
    strip = board(bridge)
    strip.show()
    blow = {"pipeline": "damage", "inputs": {"amount": 60}}
    assert bridge.dispatch(cmd.Apply(to=("orc",), **blow)) is not None
    (line,) = strip.lines
    QTest.keyClicks(line.total, "20")
    assert bridge.dispatch(cmd.Apply(to=("bo", "cy"), **blow)) is not None
    (group,) = strip.groups
    assert group.buttons["each"].isChecked()
    assert {line.due.who: line.total.text() for line in strip.lines} == {"orc": "20", "bo": "", "cy": ""}
    group.buttons["each"].click()
    assert not strip.lines


DEAD = ("bo", "cy", "di")


def test_a_natural_twenty_that_is_typed_brings_back_and_a_one_is_two_failures(board, qtbot) -> None:
    """R5E-55: the die counts for itself. A 20 came as a plain success; 19+1 is one, and 1+1 is no 2."""
    dying = cmd.Add(
        combatant={
            "id": "bo",
            "name": "Bo",
            "kind": "pc",
            "hp": 0,
            "max_hp": 9,
            "states": ["unconscious", "dying"],
        },
        roll=15,
    )
    for typed, read in (("20", (1, 0, 0)), ("19+1", (0, 1, 0)), ("1", (0, 0, 2)), ("2-1", (0, 0, 1))):
        bridge = opened("dnd5e", cmd.Start(rolls={"ada": 20, "orc": 10}), dying, cmd.EndTurn())
        (line,) = board(bridge).lines
        assert line.due.text == "Bo: Death save, 10 or more"
        assert "What is added is typed with a +, as in 19+1." in line.total.toolTip()
        QTest.keyClicks(line.total, typed)
        QTest.keyClick(line.total, Qt.Key.Key_Return)
        stats = bridge.state.combatants["bo"].stats
        came = tuple(stats.get(one) or 0 for one in ("hp", "death_successes", "death_failures"))
        assert came == read, typed


def test_what_the_rules_add_is_no_part_of_the_die(board) -> None:
    """A5E-10: a level of exhaustion takes 2 off a save: an 18 in all is a 20 on the die, a 20 is none."""
    for typed, hp in ((18, 1), (20, 0)):
        bridge = Bridge()
        bridge.open(loader.load("dnd5e", {"exhaustion": "d20"}))
        dying = {"id": "bo", "kind": "pc", "hp": 0, "max_hp": 9, "states": ["unconscious", "dying"]}
        for command in (
            cmd.Add(combatant={"id": "ada"}),
            cmd.Add(combatant=dying),
            cmd.MoveTrack(who="bo", track="exhaustion", by=1),
            cmd.Start(rolls={"ada": 20, "bo": 15}),
            cmd.EndTurn(),
        ):
            assert bridge.dispatch(command) is not None, bridge.preview(command)
        (line,) = board(bridge).lines
        line.total.number = typed
        line.total.returnPressed.emit()
        assert bridge.state.combatants["bo"].stats.get("hp") == hp


def test_a_death_save_that_changes_nothing_says_that() -> None:
    """E-S4-06: a success counts nothing, and the one who made it is dying still."""
    bridge = opened("sagas-hub", cmd.Start(rolls={"ada": 20, "orc": 10}))
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for command in (cmd.BeginEffect(on="orc", name="dying"), cmd.EndTurn()):
        assert bridge.dispatch(command)
    done = bridge.dispatch(cmd.Check(who="orc", name="death", total=22))
    assert done is not None
    said = texts.entry(done.entry)
    assert (said.title, said.lines) == (
        "Orc: Death save, 22, 10 or more: success",
        ("Nothing changes for Orc by it",),
    )


def test_rolls_that_were_passed_over_are_all_owed_and_counted_as_rolls(board) -> None:
    """E-SRD-32: one a round. A second one stands beside the first; rolls are not taken for people."""
    bridge = srd(*DYING, cmd.EndTurn(), cmd.EndTurn(), cmd.EndTurn())
    strip = board(bridge)
    assert [line.due.text for line in strip.lines] == [
        "Bo: Dying (d100), 10 or less: stable",
        "Bo: Dying (d100), 10 or less: stable (roll 2)",
    ]
    strip.lines[0].total.number = 11
    strip.lines[0].total.returnPressed.emit()
    (line,) = strip.lines
    assert (line.due.text, line.total.text()) == ("Bo: Dying (d100), 10 or less: stable", "")
    assert (
        bridge.dispatch(cmd.Add(combatant={"id": "cy", "name": "Cy", "hp": -3, "max_hp": 8}, roll=14))
        is not None
    )
    for _ in range(4):
        assert bridge.dispatch(cmd.EndTurn()) is not None
    (group,) = strip.groups
    assert group.due.text == "Dying (d100), 10 or less: 5 rolls of 2 combatants"
    group.buttons["success"].click()
    assert strip.isHidden(), "who is stable owes no more, and that stops nobody else's"
    assert all("stable" in one.states for one in map(bridge.state.combatants.get, ("bo", "cy")))
    bridge.undo()
    assert len(strip.groups[0].due.each) == 5


def test_a_death_save_is_asked_for_when_the_turn_of_the_dying_comes(board) -> None:
    """E-S4-06: Endurance against 10 and the hit points below 0; it stays until it is answered."""
    bridge = opened(
        "sagas-hub",
        cmd.SetNumbers(who="orc", stats={"max_hp": 40, "hp": 0, "below_zero": 12}),
        cmd.BeginEffect(on="orc", name="dying"),
        cmd.Start(rolls={"ada": 20, "orc": 10}),
    )
    strip = board(bridge)
    assert strip.isHidden()
    assert bridge.dispatch(cmd.EndTurn()) is not None
    (line,) = strip.lines
    assert line.due.text == "Orc: Death save, 22 or more"
    assert "1 on the die" in line.due.told
    line.total.number = 12
    line.total.returnPressed.emit()
    assert [one.due.text for one in strip.lines] == [
        "Orc: Devastating injury: no number in the rules, you decide"
    ], "a miss by 10 is one, too"
    assert bridge.state.combatants["orc"].stats["failed_saves"] == 2


@pytest.mark.parametrize(
    ("ruleset", "stats", "said"),
    [
        (
            "sagas-hub",
            {"max_hp": 16, "hp": 16},
            "Orc: Massive damage, 10: no number in the rules, you decide",
        ),
        (
            "kaiser",
            {"max_hp": 16, "hp": 16},
            "Orc: Resistance against a critical hit: no number in the rules, you decide",
        ),
        ("srd35", {"max_hp": 90, "hp": 90}, "Orc: Fortitude save against massive damage, 15 or more"),
    ],
)
def test_the_check_that_a_blow_asks_for_stays_until_it_is_answered(board, ruleset, stats, said) -> None:
    """004-143, E-KAI-19, E-SRD-35: the turn may go on, the strip keeps it."""
    bridge = opened(
        ruleset,
        cmd.SetNumbers(who="orc", stats=stats),
        cmd.Start(rolls={"ada": 20, "orc": 10}),
        cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": stats["hp"] * 2 // 3}, by="ada"),
    )
    strip = board(bridge)
    (line,) = strip.lines
    assert line.due.text == said
    assert bridge.dispatch(cmd.SetNumbers(who="ada", stats={"hp": 1})) is not None
    assert [one.due.text for one in strip.lines] == [said]
    strip.lines[0].buttons["success"].click()
    assert strip.isHidden()


def test_a_devastating_injury_is_due_with_the_dice_of_its_roll(board) -> None:
    """004-79: 3d20 after an improved heavy attack; the table is not in the source, so nothing comes of it."""
    bridge = opened(
        "sagas-hub",
        cmd.SetNumbers(who="orc", stats={"max_hp": 90, "hp": 90}),
        cmd.Start(rolls={"ada": 20, "orc": 10}),
        cmd.Apply(
            to=("orc",), pipeline="damage", inputs={"amount": 20, "special": "improved_heavy"}, by="ada"
        ),
    )
    strip = board(bridge)
    (line,) = strip.lines
    assert line.due.text == "Orc: Devastating injury, 3d20: no number in the rules, you decide"
    line.buttons["failure"].click()
    assert strip.isHidden()


@pytest.mark.slow
def test_the_degrees_of_a_failure_are_asked_for_where_it_was_failed(hands: Hands) -> None:
    """E-KAI-19: a failed resistance costs an AP for each degree; the sheet for them is there at once."""
    bridge = hands.window.services.bridge
    people = [cmd.Add(combatant={"id": one, "name": one, "side": one, "hp": 20}) for one in ("ada", "orc")]
    hands.window.services.encounters.new("Ford", "kaiser", {}, people)
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ada", "orc"), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 15}),
        cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": 12}, by="ada"),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    (line,) = hands.window.due.lines
    said = [line.buttons[name].text() for name in ("success", "failure")]
    assert said == ["Note: Success", "Note: Failure…"], "one notes, and the other asks for more"
    assert [one.text() for one in line.outcomes.menu().actions() if "Failure" in one.text()] == [
        "Note: &Failure…"
    ]
    hands.click(line.buttons["failure"])
    dialog = hands.dialog()
    assert dialog.windowTitle().startswith("Failed resistance")
    QTest.keyClicks(dialog.focusWidget(), "2")
    hands.accept()
    assert bridge.state.combatants["orc"].pools["ap"] == 4
    assert hands.window.due.isHidden()


def test_whoever_has_no_life_points_left_goes_on_only_by_the_word_of_the_game_master(board) -> None:
    """Kaiser's source does not say what comes of it: the strip says so, and a failure takes it out."""
    bridge = kaiser(
        cmd.SetNumbers(who="orc", stats={"max_hp": 22, "hp": 22}),
        cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": 60}, by="ada"),
    )
    strip = board(bridge)
    line = next(one for one in strip.lines if one.due.asked.name == "down")
    assert line.due.text == "Orc: No life points left: still in the fight?"
    assert "does not say" in line.due.told
    line.buttons["failure"].click()
    assert bridge.state.combatants["orc"].out == "defeated"
    assert strip.isHidden()
    bridge.undo()
    assert bridge.dispatch(cmd.Apply(to=("orc",), pipeline="heal", inputs={"amount": 1})) is not None
    assert "down" not in [one.due.asked.name for one in strip.lines], "healed, there is nothing to be said"


@pytest.mark.slow
@pytest.mark.parametrize(
    "empty",
    [
        pytest.param(cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": 25}), id="hurt"),
        pytest.param(cmd.SetNumbers(who="orc", stats={"hp": 0, "below_zero": 15}), id="by hand"),
    ],
)
def test_whoever_has_no_hit_points_left_is_asked_about_in_sagas(hands: Hands, empty: cmd.Command) -> None:
    """004-160 says that with one you act normally: the GM says what comes of none, E-S4-06 what dying is."""
    window = hands.window
    people = [cmd.Add(combatant={"id": one, "name": one.title(), "side": one}) for one in ("ada", "orc")]
    window.services.encounters.new("Ford", "sagas-hub", {}, people)
    bridge, due = window.services.bridge, window.due
    for command in (cmd.Start(rolls={"ada": 20, "orc": 10}), empty):
        assert bridge.dispatch(command) is not None
    hands.settle()
    row = window.table.initiative.value_at(window.table.initiative.row_of("orc"))
    assert (row.health.now, row.health.full) == (-15, 10)
    assert "Without hit points" in [chip.text for chip in row.chips]
    line = next(one for one in due.lines if one.due.text == "Orc: Going on without hit points")
    assert "It goes on" in line.buttons["success"].text()
    hands.click(line.buttons["own:dying"])
    assert sorted(bridge.state.combatants["orc"].states) == ["dying", "without-hp"]
    assert "down" not in [one.due.asked.name for one in due.lines]


@pytest.mark.slow
def test_who_acts_on_while_something_is_open_for_it_is_said_to(hands: Hands) -> None:
    """Kaiser lets whoever has no life points left act until you say otherwise; row and head say so."""
    people = tuple({"id": name.lower(), "name": name, "side": name} for name in ("Ada", "Orc"))
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "kaiser", {}, people))
    bridge, table = window.services.bridge, window.table.initiative
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ada",), done=True),
        cmd.Declare(who=("orc",), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 15}),
        cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": 60}, by="ada"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    question = "No life points left: still in the fight?"

    def said() -> list[tuple[str, str]]:
        chips = table.value_at(table.row_of("orc")).chips
        return [(chip.text, chip.told) for chip in chips if chip.text.startswith("acts")]

    ((text, told),) = said()
    assert text == "acts · roll open"
    assert question in told
    assert f"still open: {question}" in window.inspector.head.words()[2]
    for name in ("down", "critical"):  # the blow is resisted by who goes on
        assert bridge.dispatch(cmd.Check(who="orc", name=name, degree="success")) is not None
    hands.settle()
    assert said() == [("acts now", "")]
    assert "still open" not in window.inspector.head.words()[2]


def hurt(amount: int, *commands: cmd.Command) -> Bridge:
    """Ada acts first and sings; then she is hurt."""
    return opened(
        ASKING,
        cmd.Start(rolls={"ada": 20, "orc": 10}),
        cmd.SetNumbers(who="ada", stats={"max_life": 60, "life": 60}),
        cmd.Act(who="ada", name="sing"),
        cmd.Apply(pipeline="harm", to=("ada",), inputs={"amount": amount}),
        *commands,
    )


def test_a_click_that_misses_the_field_of_a_total_decides_nothing(board, qtbot) -> None:
    """*Roll d20* stood right beside it: such a click killed somebody."""
    bridge = srd(*DYING, cmd.EndTurn(), cmd.EndTurn(), cmd.EndTurn())
    strip = board(bridge)
    strip.resize(700, 60)
    strip.show()
    (line, *_), steps = strip.lines, len(bridge.log)
    height, room = line.total.height(), line.total.parentWidget()
    for x in (-height // 2, line.total.width() + height // 2):
        at = line.total.mapTo(line, QPoint(x, height // 2))
        assert line.childAt(at) in (room, line.label, None), "no button is near"
        qtbot.mouseClick(line.childAt(at) or line, Qt.MouseButton.LeftButton)
    assert len(bridge.log) == steps
    assert line.total.isVisible()


def test_dice_typed_for_a_roll_are_thrown_and_what_is_no_total_stays(board, qtbot, monkeypatch) -> None:
    """What was thrown is looked at before it counts; what cannot be read stays."""
    monkeypatch.setattr("desktop.widgets.fields.RandomDice", lambda: ListedDice([11]))
    bridge = hurt(30)
    total = board(bridge).lines[0].total
    steps = len(bridge.log)
    qtbot.keyClicks(total, "d20+4?")
    qtbot.keyClick(total, Qt.Key.Key_Return)
    assert (total.text(), len(bridge.log)) == ("d20+4?", steps)
    qtbot.keyClick(total, Qt.Key.Key_Backspace)
    qtbot.keyClick(total, Qt.Key.Key_Return)
    assert (total.text(), total.fell, len(bridge.log)) == ("15", "d20+4: 11 + 4 = 15", steps)
    qtbot.keyClick(total, Qt.Key.Key_Return)
    assert bridge.log[-1].command == cmd.Check(who="ada", name="song", total=15)


def test_a_roll_that_a_rule_asks_for_is_rolled_typed_or_judged(board) -> None:
    bridge = hurt(30)
    strip = board(bridge)
    song, nerve = strip.lines
    assert song.due.text == "Ada: Song, 15 or more"
    assert song.due.told == "Holds the song against what it was hurt by."
    assert [*song.buttons] == ["roll", "success", "failure", "shows"]
    assert song.buttons["roll"].text() == "Roll d20"
    song.total.returnPressed.emit()
    assert len(strip.lines) == 2  # nothing was typed
    song.total.number = 15
    song.total.returnPressed.emit()
    assert bridge.log[-1].command == cmd.Check(who="ada", name="song", total=15)
    assert strip.lines == [nerve]
    assert nerve.due.text == "Ada: Nerve: no number in the rules, you decide"
    assert [*nerve.buttons] == ["success", "failure", "shows"]
    assert nerve.total.isHidden()
    nerve.buttons["failure"].click()
    assert bridge.log[-1].command == cmd.Check(who="ada", name="nerve", degree="failure")
    assert strip.isHidden()


def test_a_roll_that_a_rule_asks_for_is_rolled_by_the_program(board) -> None:
    bridge = hurt(5)
    strip = board(bridge)
    strip.lines[0].buttons["roll"].click()
    assert strip.isHidden()
    (rolled,) = [event for event in bridge.log[-1].events if isinstance(event, ev.Rolled)]
    assert 1 <= rolled.total <= 20


def test_only_degrees_that_there_are_can_be_chosen(board) -> None:
    bridge = hurt(60, cmd.EndTurn(), cmd.EndTurn())
    strip = board(bridge)
    (line,) = strip.lines
    assert line.due.text == "Ada: Thread, 10 or more"
    assert [*line.buttons] == [
        "roll",
        "critical-success",
        "success",
        "failure",
        "critical-failure",
        "shows",
    ]
    line.buttons["critical-success"].click()
    assert bridge.state.combatants["ada"].stats["life"] == 1


@pytest.mark.parametrize(("answer", "left"), [("failure", -1), ("success", 0)])
def test_what_has_no_number_is_judged(board, answer: str, left: int) -> None:
    """E-SRD-31: whether an action of a disabled one was strenuous."""
    bridge = srd(
        cmd.SetNumbers(who="ada", stats={"hp": 0}),
        cmd.Act(who="ada", name="attack_melee"),
    )
    strip = board(bridge)
    (line,) = strip.lines
    asked = "Ada: Was the action strenuous?"
    assert line.due.text == asked
    said = {name: button.text() for name, button in line.buttons.items()}
    assert (said["success"], said["failure"]) == ("It was not", "It was"), (
        "an evening at the table, 19: which button means what is not to be guessed"
    )
    line.buttons[answer].click()
    assert bridge.state.combatants["ada"].stats["hp"] == left
    speaker = Speaker(bridge.rules, {"ada": "Ada"}.get)
    said = [line for entry in bridge.log for line in speaker.entry(entry).lines]
    said += [speaker.entry(entry).title for entry in bridge.log]
    assert "Ada is asked: Was the action strenuous?" in said
    assert any(line.startswith("Ada: Was the action strenuous? It was") for line in said)
    assert all(one.due.text != asked for one in strip.lines)


def test_nothing_is_due(board) -> None:
    assert board(opened("kaiser")).isHidden()


def test_a_check_is_due_when_the_countdown_is_over(board, qtbot) -> None:
    """At zero another Resistance Check, or it ends (002-43); a failed one gives a new countdown (A002-8)."""
    bridge = kaiser(cmd.BeginEffect(on="orc", name="poison", rounds=1, by="ada", at_zero="check"))
    strip = board(bridge)
    assert strip.isHidden()
    for command in (cmd.EndTurn(), cmd.EndTurn(), cmd.NextPhase()):
        bridge.dispatch(command)
    (line,) = strip.lines
    assert line.due.text == "Orc: the check against Poison is due"
    line.rounds.number = 3
    line.buttons["again"].click()
    assert strip.isHidden()
    assert [effect.left for effect in bridge.state.effects.values()] == [3]


def test_a_check_that_was_passed_ends_it(board) -> None:
    bridge = kaiser(cmd.BeginEffect(on="orc", name="poison", rounds=1, by="ada", at_zero="check"))
    strip = board(bridge)
    for command in (cmd.EndTurn(), cmd.EndTurn(), cmd.NextPhase()):
        bridge.dispatch(command)
    strip.lines[0].buttons["over"].click()
    assert not bridge.state.effects


def test_what_has_to_be_maintained_asks_for_it(board) -> None:
    """1 AP each round in one's own turn or in the End Phase, or it ends with that phase (E-KAI-14)."""
    effect = cmd.BeginEffect(on="orc", name="fear", by="ada", at_zero="maintain")
    bridge = kaiser(cmd.EndTurn(), effect, cmd.EndTurn(), cmd.NextPhase(), cmd.NextPhase())
    strip = board(bridge)
    for command in (
        cmd.Declare(who=("ada",), done=True),
        cmd.Declare(who=("orc",), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 12}),
    ):
        bridge.dispatch(command)
    (line,) = strip.lines
    assert line.due.text == "Ada: maintain Fear on Orc, or it ends"
    line.buttons["maintain"].click()
    assert strip.isHidden()
    assert bridge.state.combatants["ada"].pools["ap"] == 5


def test_somebody_defeated_is_asked_too(board) -> None:
    """Mortally wounded: 2D at the end of every round (E-D6-08)."""
    bridge = opened(
        "moon-swing",
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": "fire"}),
        cmd.Declare(who=("ada",), fields={"actions": 1, "first": "fire"}, done=True),
        cmd.Apply(pipeline="wound", to=("orc",), inputs={"level": "mortally-wounded"}),
        cmd.EndTurn(),
    )
    strip = board(bridge)
    (line,) = strip.lines
    assert line.due.text == "Orc: Mortally wounded (2d6), 1 or more"
    assert bridge.state.combatants["orc"].out == "defeated"
    line.buttons["failure"].click()
    assert strip.isHidden()
    assert "killed" in bridge.state.combatants["orc"].states


def test_surprise_is_told_on_both_rows(qapp, qtbot) -> None:
    """Twenty more: surprise over that opponent, until its turn (002-16, 002-17)."""
    bridge = kaiser(orc=0)
    model = InitiativeModel(bridge, Texts())
    rows = {row.id: [chip.text for chip in row.chips] for row in model.rows}
    assert rows["ada"] == ["acts now", "Surprises orc"]
    assert rows["orc"] == ["Surprised by ada"]
    bridge.dispatch(cmd.EndTurn())
    rows = {row.id: [chip.text for chip in row.chips] for row in model.rows}
    assert rows["orc"] == ["acts now"]


def test_an_announced_action_waits_for_those_who_react(board, fight, qtbot) -> None:
    """A reaction comes before what it answers (CR 146); then it happens, or it does not."""
    actions = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(actions)
    strip = board(fight.bridge)
    for button, told in (("happens", 1), ("never", 0)):
        actions.show_offers("deel")
        actions.rows.setCurrentIndex(actions.model.first_legal())
        row = actions.model.row(actions.rows.currentIndex())
        actions.announce_selected()
        (line,) = strip.lines
        assert line.due.text == f"Deel Surool has announced: {row.label}. Whoever reacts goes first"
        before = len(fight.bridge.state.notes.resolved)
        line.buttons[button].click()
        assert strip.isHidden()
        assert len(fight.bridge.state.notes.resolved) - before == told


def test_a_roll_says_with_what_it_is_thrown_and_a_power_has_its_name(qapp):
    """R5E-30, R5E-48, R5E-68."""
    bridge = opened("dnd5e", cmd.SetNumbers(who="orc", stats={"recharge": ["breath:5"]}))
    for command in (
        cmd.Start(rolls={"ada": 10, "orc": 20}),
        cmd.Act(who="orc", name="breath"),
        cmd.MoveTrack(who="ada", by=3),
        cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 10}),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None
    assert [one.text for one in due(bridge.scene)] == [
        "Ada: Death save, 10 or more with disadvantage (Exhaustion)"
    ]
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert due(bridge.scene)[0].text == "Orc: Recharge, Breath (d6), 5 or more"


@pytest.mark.slow
def test_a_roll_is_named_when_its_place_comes_and_not_before(hands: Hands) -> None:
    """R5E-55: who fell in somebody else's turn makes its death save when its own turn begins."""
    people = (
        {"id": "ann", "name": "Ann", "kind": "pc", "max_hp": 10},
        {"id": "imp", "name": "Imp", "side": "foes", "kind": "npc"},
    )
    window = hands.window
    window.services.encounters.new_from(Prepared("Pit", "dnd5e", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"imp": 20, "ann": 10}),
        cmd.Apply(to=("ann",), pipeline="damage", inputs={"amount": 12}),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    assert bridge.state.walk.active == "imp"
    assert window.due.isHidden()
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "ann"
    assert [line.due.text for line in window.due.lines] == ["Ann: Death save, 10 or more"]
    (line,) = window.due.lines
    line.buttons["failure"].setFocus()  # as a click does: what is typed next went into the log's field
    hands.click(line.buttons["failure"])
    assert window.due.isHidden()
    assert window.focusWidget() is window.table
    bridge.undo()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        hands.key(key, on=window.focusWidget())
    assert not bridge.state.asked, "Space leads to it, and Enter in the empty field throws the die"


def test_the_same_roll_of_many_is_one_row_that_opens(hands: Hands) -> None:
    """E-SRD-35: an area that asks six minions for a save must not bury what else is due."""
    ogres = tuple(
        {"id": f"o{n}", "name": f"Ogre {n}", "side": "foes", "kind": "npc", "max_hp": 90} for n in range(1, 7)
    )
    window = hands.window
    window.services.encounters.new_from(Prepared("Cave", "srd35", {}, ({"id": "ann", "name": "Ann"}, *ogres)))
    bridge, strip = window.services.bridge, window.due
    for command in (
        cmd.Start(rolls={"ann": 20, **{one["id"]: 10 for one in ogres}}),
        cmd.Apply(to=tuple(one["id"] for one in ogres), pipeline="damage", inputs={"amount": 60}, by="ann"),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    (group,) = strip.groups
    assert (group.due.text, strip.lines) == (
        "Fortitude save against massive damage, 15 or more: 6 combatants",
        [],
    )
    assert [*group.buttons] == ["roll", "success", "failure", "each"]
    hands.click(group.buttons["each"])
    assert [line.due.text[:6] for line in strip.lines] == ["Ogre 1", "Ogre 2", "Ogre 3", "Ogre 4"]
    assert [line.label.text().strip() for line in strip.lines] == [f"Ogre {n}" for n in range(1, 5)]
    kept = strip.lines[1]
    kept.total.number = 20
    hands.click(strip.lines[0].buttons["success"])
    (group,) = strip.groups
    assert group.due.text.endswith("5 combatants")
    assert strip.lines[0] is kept, "what was typed stays"
    assert kept.total.number == 20
    hands.click(group.buttons["each"])
    assert strip.lines == []
    hands.click(strip.groups[0].buttons["failure"])
    assert strip.isHidden()
    assert all("dead" in bridge.state.combatants[f"o{n}"].states for n in range(2, 7))
    bridge.undo()
    assert len(strip.groups[0].due.each) == 5, "one answer for all is one step"


def test_few_who_roll_the_same_are_named_and_players_stand_apart(board) -> None:
    """Whoever lets all foes fail means no hero, whose roll is still open from the turn before."""
    people = tuple({"id": f"o{n}", "name": f"Ogre {n}", "kind": "npc", "max_hp": 90} for n in (1, 2, 3))
    bridge = opened("srd35", *(cmd.Add(combatant=one) for one in people), cmd.Start())
    strip = board(bridge)
    hurt = ("ada", *(str(one["id"]) for one in people))
    assert bridge.dispatch(cmd.SetNumbers(who="ada", stats={"max_hp": 90, "hp": 90}))
    assert bridge.dispatch(cmd.Apply(to=hurt, pipeline="damage", inputs={"amount": 60}))
    save = "Fortitude save against massive damage, 15 or more"
    assert [group.due.text for group in strip.groups] == [f"{save}: Ogre 1, Ogre 2, Ogre 3"]
    assert [line.due.text for line in strip.lines] == [f"Ada: {save}"]


@pytest.mark.slow
def test_who_goes_on_over_an_open_roll_is_led_there_first_and_then_warned(hands: Hands) -> None:
    """E-S4-06: the death save was due in this turn. Nothing is blocked; one press leads back to it."""
    window = hands.window
    people = (
        {"id": "oorla", "name": "Oorla", "max_hp": 30},
        {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
    )
    window.services.encounters.new_from(Prepared("Dock", "sagas-hub", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.BeginEffect(on="thug", name="dying", rounds=-1),
    ):
        assert bridge.dispatch(command) is not None
    hands.primary()
    assert bridge.state.walk.active == "thug"
    assert window.messages.tone == "info", "it is named in its turn, here and in the strip"
    (line,) = window.due.lines
    assert window.top_bar.says("primary") == "Go to roll: Death save of Thug"
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "thug"
    assert window.focusWidget() is line.total
    assert window.messages.text == f"{line.due.text}. Type the total. Ctrl+Return goes on without it."
    assert window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange), "a ring shows where the keys are"
    assert window.top_bar.says("primary") == "Next turn"
    hands.primary()
    assert bridge.state.walk.active == "oorla", "nobody is held up"
    assert window.messages.tone == "warning"
    assert window.messages.text == f"Passed over, and still open: {line.due.text}"
    window.messages.action.click()
    assert bridge.state.walk.active == "thug"
    assert window.messages.text == "Thug has the turn again.", "the warning is gone"
    window.table.setFocus()
    hands.key(Qt.Key.Key_Space)
    assert window.messages.text.endswith("goes on without it.")
    hands.key(Qt.Key.Key_4, on=window.focusWidget())
    hands.key(Qt.Key.Key_Return, on=window.focusWidget())
    assert not bridge.state.asked
    assert "goes on without it" not in window.messages.text, "it has been rolled"
    assert window.focusWidget() is window.table
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "oorla"


def dying_turn(hands: Hands) -> None:
    """The place of Thug, who is dying in 3.5, has come: 10 on d100 stabilizes. Oorla acts."""
    hands.window.services.encounters.new_from(
        Prepared(
            "Dock",
            "srd35",
            {},
            (
                {"id": "oorla", "name": "Oorla", "max_hp": 30},
                {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "hp": -3, "max_hp": 8},
            ),
        )
    )
    for command in (cmd.Start(rolls={"oorla": 20, "thug": 10}), cmd.EndTurn()):
        assert hands.window.services.bridge.dispatch(command) is not None
    hands.settle()
    assert hands.window.services.bridge.state.walk.active == "oorla"
    assert hands.window.services.bridge.state.asked


@pytest.mark.slow
def test_a_digit_in_the_list_is_the_total_of_the_roll_that_is_open(hands: Hands) -> None:
    """60 and Enter: the digits spent actions while a roll was open whose time had come."""
    dying_turn(hands)
    window, bridge = hands.window, hands.window.services.bridge
    before = bridge.cursor
    window.table.setFocus()
    hands.key(Qt.Key.Key_6)
    (line,) = window.due.lines
    assert window.focusWidget() is line.total
    assert window.messages.text.startswith(line.due.text)
    hands.key(Qt.Key.Key_0, on=line.total)
    assert (line.total.text(), bridge.cursor) == ("60", before)
    hands.key(Qt.Key.Key_Return, on=line.total)
    assert isinstance(bridge.session.log[-1].command, cmd.Check)
    assert window.focusWidget() is window.table
    before = bridge.cursor
    for digit in (Qt.Key.Key_4, Qt.Key.Key_1):
        hands.key(digit)
    assert bridge.cursor == before, "a total too many is no two actions"
    assert window.messages.text == "No roll of this turn is open. “41” was not taken."


@pytest.mark.slow
def test_who_goes_on_over_a_total_that_is_only_typed_is_told_so(hands: Hands) -> None:
    """The turn ended, and of the 60 that stood there nothing was said."""
    dying_turn(hands)
    window = hands.window
    (line,) = window.due.lines
    hands.type(line.total, "60")
    hands.choose("oorla")
    hands.key(Qt.Key.Key_Space)
    assert "Enter records 60, which was typed there." in window.messages.text
    hands.primary()
    told = f"Passed over, and still open: {line.due.text} (60 was typed there, and not recorded)"
    assert window.messages.text.endswith(told)
    assert window.messages.action.text() == "Undo"


@pytest.mark.slow
def test_escape_lets_an_open_roll_be_and_digits_are_actions_again(hands: Hands) -> None:
    dying_turn(hands)
    window = hands.window
    window.table.setFocus()
    hands.key(Qt.Key.Key_1)
    (line,) = window.due.lines
    hands.key(Qt.Key.Key_Escape, on=line.total)
    assert window.focusWidget() is window.table
    assert not window.due.waits_for_total
    before = window.services.bridge.cursor
    hands.key(Qt.Key.Key_1)
    assert window.focusWidget() is window.table
    assert window.services.bridge.cursor > before, "an action of whoever acts"


@pytest.mark.slow
def test_a_total_that_the_dice_cannot_give_is_recorded_by_the_second_enter(hands: Hands) -> None:
    """73 on a d20 was taken at once."""
    dying_turn(hands)
    window, bridge = hands.window, hands.window.services.bridge
    (line,) = window.due.lines
    before = bridge.cursor
    hands.type(line.total, "173")
    assert line.total.note is not None
    assert line.total.note.text() == "d100 comes to 1 to 100 here. Enter twice records 173 all the same."
    hands.key(Qt.Key.Key_Return, on=line.total)
    assert (line.total.text(), bridge.cursor) == ("173", before)
    hands.key(Qt.Key.Key_Return, on=line.total)
    assert bridge.cursor > before
    assert bridge.undo()
    (line,) = window.due.lines
    hands.type(line.total, "90+20")
    hands.key(Qt.Key.Key_Return, on=line.total)
    assert bridge.cursor > before - 1, "a sum says what is added"
    assert not bridge.state.asked


OWN_DEGREES = """
[action.blow]
label = "Blow"
cost = "free"
does = [{ ask = "sword" }]

[check.sword]
label = "Sword"
dice = "d100"
against = "50"
at_most = true
degrees.over = { label = "Special", if = "total <= 10", does = [{ flag = "special" }] }
"""


def test_a_degree_of_the_rulesets_own_is_a_button_whatever_it_is_called(board) -> None:
    """Five degrees in one check: what only this ruleset knows stands between those that are always there."""
    text = (SYSTEMS / "srd35" / "ruleset.toml").read_text(encoding="utf-8")
    bridge = Bridge()
    bridge.open(loader.load_text(text + OWN_DEGREES, "srd35"))
    for ident in ("ada", "orc"):
        bridge.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title(), "side": ident}))
    bridge.dispatch(cmd.Start(rolls={"ada": 20, "orc": 10}))
    bridge.dispatch(cmd.Act(who="ada", name="blow"))
    (line,) = board(bridge).lines
    words = [button.text() for button in line.buttons.values()]
    assert words[:4] == ["Roll d100", "Special", "Success", "Failure"]
    line.buttons["own:over"].click()
    last = bridge.session.log[-1]
    assert [event.name for event in last.events if isinstance(event, ev.Flagged)] == ["special"]
    assert not bridge.state.asked


@pytest.mark.slow
def test_what_a_press_has_made_due_is_not_said_to_be_passed_over_by_it(hands: Hands) -> None:
    """PF-51: the flat check comes at the end of the turn. Whoever goes on from there has passed it over."""
    window = hands.window
    people = (
        {"id": "oorla", "name": "Oorla", "max_hp": 30},
        {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
    )
    window.services.encounters.new_from(Prepared("Dock", "pf2e", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.BeginEffect(on="oorla", name="persistent-fire", value=1),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.primary()
    (line,) = window.due.lines
    assert "Passed over" not in window.messages.text
    hands.primary()
    assert "Passed over" not in window.messages.text, "it leads to the roll first"
    hands.primary()
    passed = f"Passed over, and still open: {line.due.text}"
    assert window.messages.text == passed
    hands.primary()
    assert len(window.due.lines) == 2
    assert window.messages.text == passed, "the one of this turn is new"


@pytest.mark.slow
def test_what_was_announced_and_never_carried_out_does_not_pass_by_without_a_word(hands: Hands) -> None:
    """004-248: it waits for whoever reacts. The turn was ended over it, as if it never had been."""
    window = hands.window
    people = (
        {"id": "oorla", "name": "Oorla", "max_hp": 30},
        {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
    )
    window.services.encounters.new_from(Prepared("Dock", "srd35", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.Act(who="oorla", name="charge", pending=True),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.primary()
    assert bridge.state.walk.active == "thug", "nobody is held up"
    assert window.messages.text == "Announced, and nothing came of it: Oorla: Charge"
    assert "Charge of Oorla is called off" in window.services.texts.entry(bridge.log[-1]).lines
    hands.click(window.messages.action)
    assert [one.who for one in bridge.state.notes.pending] == ["oorla"]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "leads"), [("srd35", True), ("sagas-hub", False)])
def test_space_leads_to_a_roll_that_a_blow_has_brought_if_it_has_a_number(
    hands: Hands, ruleset: str, leads: bool
) -> None:
    """E-SRD-35: the turn went on past *Massive damage*, and stopped at a death save.

    004-143 gives no number for it: Space would be at a button that notes a success by the next press.
    """
    people = (
        {"id": "oorla", "name": "Oorla", "max_hp": 120},
        {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 110},
    )
    window = hands.window
    window.services.encounters.new_from(Prepared("Dock", ruleset, {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.Apply(pipeline="damage", to=("thug",), inputs={"amount": 60}, by="oorla"),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    (line,) = window.due.lines
    assert window.top_bar.says("primary").startswith("Go to roll") is leads
    window.table.setFocus()
    hands.key(Qt.Key.Key_Space)
    assert (bridge.state.walk.active == "oorla") is leads
    if leads:
        assert window.focusWidget() is line.total
        hands.primary()
        assert bridge.state.walk.active == "thug", "nobody is held up"
    assert [one.due.text for one in window.due.lines] == [line.due.text], "it stays until it is answered"
