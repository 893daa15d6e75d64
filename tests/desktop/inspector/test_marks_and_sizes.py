"""Marked rolls, effects with a size and durations until a named moment, as the window and paper tell them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel, QMenu

from desktop.bridge import Bridge
from desktop.inspector.effect_dialog import EffectDialog
from desktop.main.window import MainWindow
from desktop.rolls.answers import RollSheet
from desktop.why.model import Whys
from desktop.widgets.texts import Texts
from rulesets.fight.session import Session
from rulesets.formula.dice import ListedDice
from rulesets.output.exporting.as_json import as_json
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import read_template
from rulesets.output.summary import summarise
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.words.texts import Speaker
from tests.desktop.paper.papers import ROOT
from tests.hands.keys_and_mouse import Hands
from tests.rulesets.small_rules import edition

MARKED = """
[order.initiative.roll]
dice = "d20"
plus = "quickness"
marked = "initiative"
[roll]
check = { label = "Checks" }
initiative = { label = "Initiative", of = "check" }
attack = { label = "Attacks" }
attacked = { label = "Attacks against it", own = false }
[state.prone]
label = "Prone"
text = "On the ground."
cite = "T-1"
marks = { attack = "-", attacked = "+" }
[state.poisoned]
label = "Poisoned"
marks = { attack = "-", check = "-" }
[state.invisible]
label = "Invisible"
marks = { attack = "+" }
[state.keen]
label = "Keen"
cite = "T-2"
marks = { initiative = "+", attack = "1" }
[state.blessed]
label = "Blessed"
marks = { attack = "2" }
[state.helpless]
label = "Helpless"
marks = { attack = "!" }
[state.frightened]
label = "Frightened"
tone = "bad"
size = 1
ticks = [{ at = "turn-end", by = "-1" }]
marks = { check = "-size('frightened')" }
[stat]
host = 1
[pool]
hosted = { label = "Hosted", size = "host" }
[track.fatigue]
label = "Fatigue"
steps = ["Fresh", { label = "Winded", marks = { attacked = "+" } }, "Spent"]
"""


@pytest.fixture
def opened(window: MainWindow) -> Callable[..., Hands]:
    """Opens a fight of Mira, whose turn comes first, and Bo."""

    def open_it(*states: str, dice: tuple[int, ...] = (15, 3, 7, 4), begun: bool = True) -> Hands:
        writing, bridge = edition(MARKED), window.services.bridge
        bridge.open(loader.load_writing(writing), dice=ListedDice(dice), writing=writing)
        window.services.texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.line)
        hands = Hands(window)
        for one in (
            {"id": "mira", "name": "Mira", "states": list(states)},
            {"id": "bo", "name": "Bo", "side": "foes"},
        ):
            assert bridge.dispatch(cmd.Add(combatant=one))
        if begun:
            assert bridge.dispatch(cmd.Start())
        hands.settle()
        hands.choose("mira")
        hands.settle()
        return hands

    return open_it


def order(hands: Hands, *commands: cmd.Command) -> None:
    for command in commands:
        assert hands.window.services.bridge.dispatch(command)
    hands.settle()


def lines(hands: Hands) -> list[str]:
    return [line.text() for line in hands.window.inspector.rolls.lines]


# -- marked rolls ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_marked_rolls_stand_in_a_section_of_their_own(opened) -> None:
    hands = opened("prone", "poisoned", "invisible")
    section = hands.window.inspector.sections["rolls"]
    assert section.isVisibleTo(hands.window)
    assert lines(hands) == [
        "▼ Checks: disadvantage — Poisoned",
        "Attacks: disadvantage — Poisoned, Prone; advantage — Invisible → straight",
        "▼ Attacks against it: advantage — Prone",
    ]
    attacks = hands.window.inspector.rolls.lines[1]
    assert attacks.toolTip().splitlines()[2] == "disadvantage — Prone. On the ground. (rule T-1)"
    assert attacks.accessibleDescription() == attacks.toolTip()
    order(hands, *(cmd.EndEffect(on="mira", name=name) for name in ("prone", "poisoned", "invisible")))
    assert not section.isVisibleTo(hands.window)
    assert lines(hands) == []
    hands.window.services.bridge.undo()
    hands.settle()
    assert lines(hands) == ["▲ Attacks: advantage — Invisible"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("states", "told"),
    [
        (("keen", "blessed"), "▲ Attacks: +2 Blessed, +1 Keen → +3"),
        (("blessed", "prone"), "▼ Attacks: disadvantage — Prone; +2 Blessed"),
        (("invisible", "helpless"), "▼ Attacks: fails — Helpless; advantage — Invisible → fails"),
    ],
)
def test_what_marks_come_to_is_said_where_it_is_more_than_one(opened, states, told) -> None:
    assert told in lines(opened(*states))


@pytest.mark.slow
def test_a_track_marks_by_its_label(opened) -> None:
    hands = opened()
    assert lines(hands) == []
    order(hands, cmd.MoveTrack(who="mira", track="fatigue", by=1))
    assert lines(hands) == ["▼ Attacks against it: advantage — Fatigue"]


@pytest.mark.slow
def test_marked_rolls_stand_on_paper_and_in_the_export(opened) -> None:
    hands = opened("prone", "keen")
    session = hands.window.services.bridge.session
    summary = summarise(session.rules, session.log, "Marks")
    read = json.loads(as_json(summary))["combatants"][0]
    assert read["rolls"][1] == {
        "id": "attack",
        "label": "Attacks",
        "edge": "disadvantage",
        "modifier": 1,
        "marks": [
            {"reason": "Keen", "mark": 1, "cite": "T-2"},
            {"reason": "Prone", "mark": "disadvantage", "cite": "T-1"},
        ],
    }
    made = document(summary, "status", read_template(ROOT / "resources" / "templates" / "status.toml"))
    assert "Attacks against it: advantage — Prone" in repr(made)


# -- effects with a size -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_size_is_read_in_the_list_and_what_changes_it_in_its_tool_tip(opened) -> None:
    hands = opened()
    order(hands, cmd.BeginEffect(on="mira", name="frightened", value=2))
    model = hands.window.table.initiative
    (chip,) = model.value_at(model.row_of("mira")).effects
    assert chip.text == "Frightened 2"
    assert chip.told == "Frightened 2: 1 less at the end of its turns; until it is 0"
    (line,) = hands.window.inspector.effects.lines
    assert line.words() == "1 less at the end of its turns; until it is 0"
    assert lines(hands) == ["▼ Checks: −2 Frightened"]


@pytest.mark.slow
def test_a_size_is_changed_by_the_inspector_step_by_step(opened) -> None:
    hands = opened()
    bridge = hands.window.services.bridge
    order(hands, cmd.BeginEffect(on="mira", name="frightened", value=1, until="encounter"))
    (line,) = hands.window.inspector.effects.lines
    smaller, larger = line.size_buttons
    assert (smaller.accessibleName(), larger.accessibleName()) == ("Frightened ends", "Frightened 2")
    steps = len(bridge.log)
    larger.click()
    hands.settle()
    assert bridge.state.effects["mira:frightened"].size == 2
    assert bridge.state.effects["mira:frightened"].until == "encounter"
    assert len(bridge.log) == steps + 1
    bridge.undo()
    hands.settle()
    smaller.click()
    hands.settle()
    assert bridge.state.effects == {}
    assert hands.window.inspector.effects.lines == []


@pytest.mark.slow
def test_a_size_is_changed_by_the_menus(opened) -> None:
    """Those of the window and of the list, for all of those selected whom it is on."""
    hands = opened()
    window, bridge = hands.window, hands.window.services.bridge
    assert not window.actions_.menus["sizes"].menuAction().isVisible()
    order(hands, cmd.BeginEffect(on="mira", name="frightened", value=2, also=("bo",)))
    told = ["Frightened: one larger", "Frightened: one smaller"]
    assert [action.text() for action in window.actions_.menus["sizes"].actions()] == told
    menu = window.table.keys.menu(window.table.situation(), window.table)
    inner = next(
        m for m in menu.findChildren(QMenu) if [a.text().replace("&", "") for a in m.actions()] == told
    )
    inner.actions()[0].trigger()
    hands.settle()
    sizes = [bridge.state.effects[f"{who}:frightened"].size for who in ("mira", "bo")]
    assert sizes == [3, 2]
    window.actions_.menus["sizes"].actions()[1].trigger()
    hands.settle()
    assert bridge.state.effects["mira:frightened"].size == 2
    menu.deleteLater()


def test_the_dialog_offers_size_moment_and_whose_turn(opened, qtbot) -> None:
    hands = opened()
    services = hands.window.services
    dialog = EffectDialog(services.bridge, services.texts, ["bo"])
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.name.setCurrentText("Frightened")
    qtbot.keyClicks(dialog.value, "3")
    assert not dialog.of.isEnabled()
    dialog.until.setCurrentIndex(dialog.until.findData("turn-end"))
    assert dialog.of.isEnabled()
    dialog.of.setCurrentIndex(dialog.of.findData("mira"))
    (command,) = dialog.wanted()
    assert command == cmd.BeginEffect(
        on="bo", name="frightened", value=3, until="turn-end", of="mira", by="mira"
    )
    dialog.until.setCurrentIndex(dialog.until.findData("encounter"))
    assert not dialog.rounds.isEnabled()
    assert dialog.wanted()[0].of == ""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("frightened 2", ("frightened", 2)),
        ("FRIGHTENED", ("frightened", None)),
        ("prone 2", ("prone 2", None)),
        ("a curse 2", ("a curse 2", None)),
    ],
)
def test_a_size_can_stand_behind_the_name(opened, qtbot, typed: str, meant: tuple[str, int | None]) -> None:
    """As it is said at the table; what has no size keeps the words as they were typed."""
    hands = opened()
    dialog = EffectDialog(hands.window.services.bridge, hands.window.services.texts, ["bo"])
    qtbot.addWidget(dialog)
    dialog.name.setEditText(typed)
    (command,) = dialog.wanted()
    assert isinstance(command, cmd.BeginEffect)
    assert (command.name, command.value) == meant


def test_a_ruleset_without_sizes_is_asked_for_none(fight, qtbot) -> None:
    dialog = EffectDialog(fight.bridge, fight.texts, ["deel"])
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert not any(field.isVisible() for field in (dialog.value, dialog.until, dialog.of))
    shown = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert not [text for text in shown if "Whose" in text]


# -- until a named moment ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"until": "turn-start"}, "until the start of Mira's next turn"),
        ({"until": "turn-end"}, "until the end of Mira's next turn"),
        ({"until": "turn-end", "rounds": 0}, "until the end of Mira's turn"),
        ({"until": "turn-end", "rounds": 2}, "2 rounds, until the end of Mira's turn"),
        ({"until": "turn-end", "of": "bo"}, "until the end of Bo's next turn"),
        ({"until": "round-end"}, "until the end of the round"),
        ({"until": "round-end", "rounds": 0}, "until the end of the round"),
        ({"until": "encounter"}, "until the encounter ends"),
    ],
)
def test_a_named_moment_is_said_in_words(opened, given, told) -> None:
    """In the list, the inspector, the log and on paper."""
    hands = opened()
    order(hands, cmd.BeginEffect(**{"on": "bo", "name": "prone", "by": "mira", "of": "mira", **given}))
    services = hands.window.services
    hands.choose("bo")
    hands.settle()
    model = hands.window.table.initiative
    (chip,) = model.value_at(model.row_of("bo")).effects
    assert told in chip.told
    if given["until"] != "encounter":
        assert chip.text == f"Prone, {told}"
    (line,) = hands.window.inspector.effects.lines
    assert line.words() == told
    session = services.bridge.session
    said = services.texts.entry(session.log[-1])
    logged = told if given.get("of") != "bo" else "until the end of Bo's turn"
    assert logged in said.title
    summary = summarise(session.rules, session.log, "Moments")
    (effect,) = next(who.effects for who in summary.standings if who.id == "bo")
    assert effect.duration == told


@pytest.mark.slow
def test_in_the_turn_at_whose_end_it_ends_it_is_that_turn(opened) -> None:
    hands = opened()
    order(hands, cmd.BeginEffect(on="mira", name="prone", until="turn-end", of="bo"), cmd.EndTurn())
    services = hands.window.services
    effect = services.bridge.state.effects["mira:prone"]
    assert services.texts.duration(effect) == "until the end of Bo's turn"


# -- why, and pools of those without points ----------------------------------------------------------


@pytest.mark.slow
def test_why_an_initiative_was_rolled_with_an_advantage(opened) -> None:
    hands = opened("keen", dice=(5, 15, 3))
    services = hands.window.services
    (why,) = Whys(services.bridge, services.texts).count("mira")
    assert why.value == "15"
    assert (why.lines[0].value, why.lines[0].label) == ("15", "on the die")
    assert [(line.value, line.label, line.cite) for line in why.notes] == [
        ("5", "on the die the other time, which does not count", ""),
        ("", "advantage: Keen", "rule T-2"),
    ]


@pytest.mark.slow
def test_throws_that_were_rolled_to_be_seen_are_kept(opened) -> None:
    """As the sheet of initiative does it: rolled beforehand, then given with the order to begin."""
    hands = opened("keen", dice=(5, 15, 3), begun=False)
    services = hands.window.services
    sheet = RollSheet(services.bridge)
    assert sheet.roll_blanks() is None
    order(hands, *sheet.commands())
    (why,) = Whys(services.bridge, services.texts).count("mira")
    assert (why.lines[0].value, why.notes[0].value) == ("15", "5")


@pytest.mark.slow
def test_somebody_without_points_has_no_empty_tokens(opened) -> None:
    """A lair, say; anybody else sees that there is nothing."""
    hands = opened()
    order(hands, cmd.Add(combatant={"id": "den", "name": "Den", "max_hp": 0, "host": 0}))
    order(hands, cmd.SetNumbers(who="mira", stats={"host": 0}))
    tiles = {}
    for who in ("mira", "den"):
        hands.choose(who)
        hands.settle()
        tiles[who] = [tile.token.id for tile in hands.window.inspector.budget.tiles]
    assert "hosted" in tiles["mira"]
    assert "hosted" not in tiles["den"]
    assert "action" in tiles["den"]


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("kaiser", "The rounds go down in each phase “End”: 1 is over with the next of them."),
        ("moon-swing", "The rounds go down at the end of each round: 1 is over with this one."),
        ("pf2e", ""),
    ],
)
def test_where_rounds_go_down_for_all_is_said_where_they_are_named(qapp, qtbot, ruleset, said) -> None:
    """002-42: "for one round" set in the last turn of a round was over with that round, without a word."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(ruleset))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.line)
    for ident in ("ann", "bo"):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title()}))
    dialog = EffectDialog(bridge, texts, ["ann"])
    qtbot.addWidget(dialog)
    dialog.name.setCurrentText("Slippery")
    assert dialog.reason == ""
    dialog.rounds.number = 1
    dialog.refresh()
    assert dialog.reason == said


def test_what_goes_down_by_itself_is_not_told_to_last_until_it_is_ended() -> None:
    """PF-41: Frightened 2 was to last "until it is ended"."""
    session = Session(loader.load("pf2e"))
    session.dispatch(cmd.Add(combatant={"id": "ann", "name": "Ann"}))
    session.dispatch(cmd.BeginEffect(on="ann", name="frightened", value=2))
    session.dispatch(cmd.BeginEffect(on="ann", name="clumsy", value=2))
    frightened, clumsy = session.state.effects.values()
    terms = Speaker(session.rules, {"ann": "Ann"}.get)
    assert terms.duration(frightened) == "until it is 0"
    assert terms.duration(clumsy) == "until it is ended"
