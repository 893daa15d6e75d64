"""'Why?' on every number: by key, by menu, by click, with the rule that is behind it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QScrollArea

from desktop.bridge import Bridge
from desktop.inspector.view import Inspector
from desktop.why.card import WhyCard
from desktop.why.model import Whys
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def inspector(fight, qtbot):
    inspector = Inspector(fight.bridge, fight.texts)
    qtbot.addWidget(inspector)
    inspector.resize(360, 900)
    inspector.show()
    qtbot.waitExposed(inspector)
    inspector.show_combatant("deel")
    return inspector


def card() -> WhyCard:
    """The card that is on the screen; it is closed."""
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, WhyCard)
    shown.close()
    return shown


def ask(qtbot, widget) -> list[str]:
    widget.setFocus()
    qtbot.keyClick(widget, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    return card().text.splitlines()


@pytest.mark.slow
def test_a_stat_tells_its_terms_and_what_lowers_it(fight, inspector, qtbot):
    """E-SW-05: the track lowers defences; the base is 10, the level and the modifier."""
    inspector.sections["stats"].heading.click()
    inspector.refresh()
    fight.do(cmd.MoveTrack(who="deel", by=2))
    lines = ask(qtbot, inspector.stats.fields["reflex"].editor)
    assert lines[0] == "Reflex: 19"
    assert lines[1:4] == ["+10 fixed by the rule", "+7 Level", "+4 Dexterity modifier (Rulebook p. 144)"]
    assert "−2 Condition track: −2 on defenses, attacks and checks (rule E-SW-05)" in lines


@pytest.mark.slow
def test_a_click_on_the_name_of_a_stat_asks(fight, inspector, qtbot):
    inspector.sections["stats"].heading.click()
    inspector.refresh()
    field = inspector.stats.fields["level"]
    label = next(label for label in field.findChildren(QLabel) if label.text() == "Level")
    qtbot.mouseClick(label, Qt.MouseButton.LeftButton)
    assert card().text.splitlines() == ["Level: 7", "+7 entered"]


@pytest.mark.slow
def test_the_menu_of_a_number_asks_first(fight, inspector, qtbot):
    amount = inspector.stats
    inspector.sections["stats"].heading.click()
    inspector.refresh()
    editor = amount.fields["will"].editor
    QApplication.sendEvent(
        editor,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(2, 2), editor.mapToGlobal(QPoint(2, 2))),
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    why = menu.actions()[0]
    assert why.text().startswith("Why?")
    menu.close()
    why.trigger()
    assert card().text.startswith("Will:")


@pytest.mark.slow
def test_a_token_tells_what_was_spent(fight, inspector, qtbot):
    fight.do(cmd.Act(who="deel", name="attack"))
    qtbot.waitUntil(lambda: not inspector._later.isActive())
    tile = inspector.budget.tiles[0]
    tile.setFocus()
    qtbot.keyClicks(tile, "?")
    assert card().text.splitlines() == [
        "Standard: 0",
        "+1 fixed by the rule",
        "−1 spent",
        "Rulebook p. 144-145",
    ]


def test_the_head_tells_the_die_and_the_modifier(fight, inspector, qtbot):
    inspector.head.why.click()
    lines = card().text.splitlines()
    assert lines[0] == "Initiative: Deel Surool: 24"
    assert lines[1] == "+17 on the die, from the total"


@pytest.mark.slow
def test_a_track_tells_which_steps_recover(fight, inspector, qtbot):
    fight.do(cmd.MoveTrack(who="deel", by=2), cmd.MoveTrack(who="deel", by=1, persistent=True))
    qtbot.waitUntil(lambda: not inspector._later.isActive())
    (ladder,) = inspector.tracks.views
    lines = ask(qtbot, ladder.buttons[3])
    assert lines[:3] == ["Condition track: 3", "+2 steps that recover", "+1 persistent steps"]
    assert "−5 Reflex" in lines


@pytest.mark.slow
def test_every_stage_of_the_damage_sheet_tells_why(fight, inspector, qtbot):
    """E-SW-08: 20 damage less the reduction reach a threshold of 17."""
    inspector.sheet.start()
    qtbot.keyClicks(inspector.sheet.inputs.amount, "20")
    (row,) = inspector.sheet.rows()
    assert ask(qtbot, row.stage("dr").number)[0] == "Damage reduction: 2"
    lines = ask(qtbot, row.stage("step").number)
    assert lines[0] == "Threshold reached: 1"
    assert "✓ Damage dealt ≥ Damage threshold" in lines
    row._why.click()
    assert "✗ Hit points is 0" in card().text


@pytest.mark.slow
def test_why_a_wound_is_one_begins_with_it_and_with_the_rolls_that_made_it(hands: Hands) -> None:
    """E-D6-03: it began with stuns that did not happen, and said of no wound by how much."""
    hands.window.do("sample:the-cold-store")
    assert hands.window.services.bridge.dispatch(cmd.Start())
    hands.choose("sayle")
    sheet = hands.window.inspector.sheet
    for name, rolled in (("damage", "16"), ("strength", "10")):
        hands.type(sheet.inputs.fields[name], rolled)
    hands.settle()
    (row,) = sheet.rows()
    hands.click(row._why)
    first, *others = card().text.splitlines()
    assert first.startswith(row.stages()[0].cell.label)
    said = [line.strip() for line in others]
    assert "16 Damage roll" in said, said
    assert "10 Strength roll" in said, said


def test_escape_closes_the_card(fight, inspector, qtbot):
    inspector.head.why.click()
    shown = QApplication.activePopupWidget()
    assert isinstance(shown, WhyCard)
    assert not shown.grab().isNull()
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None


@pytest.mark.parametrize(
    ("system", "stat", "pipeline", "given", "said"),
    [
        ("srd35", "hp", "damage", {"hp": 8, "max_hp": 20}, ["8", "−5", "+2"]),
        ("shots", "wounds", "damage", {}, ["0", "+5", "−2"]),
        ("srd35", "nonlethal", "nonlethal", {}, ["0", "+5", "−2"]),
    ],
)
def test_what_has_changed_a_number_is_told_whatever_it_is_called(qapp, system, stat, pipeline, given, said):
    """Nothing that damage or healing has made of a number is said to have been entered."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(system))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    heal = next(name for name, rule in bridge.rules.pipelines.items() if rule.role == "heal")
    assert bridge.dispatch(cmd.Add(combatant={"id": "a", "name": "Ann", **given}))
    if given:
        (why,) = Whys(bridge, texts).stat("a", stat)
        assert [line.label for line in why.lines] == ["as entered: nothing has changed it since"]
    for each, amount in ((pipeline, 5), (heal, 2)):
        assert bridge.dispatch(cmd.Apply(pipeline=each, to=("a",), inputs={"amount": amount}))
    (why,) = Whys(bridge, texts).stat("a", stat)
    assert [line.value for line in why.lines] == said
    assert why.lines[0].label == "to begin with"
    assert all(" → " in line.label for line in why.lines[1:])


@pytest.mark.parametrize("system", sorted(loader.shipped()))
def test_every_number_of_every_ruleset_has_words(system, qapp):
    """No template is missing, no id shows where there is a label, nothing is said in braces."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(system))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for ident in ("a", "b"):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": ident.upper()}))
    assert bridge.dispatch(cmd.Start())
    for track in bridge.rules.tracks:
        bridge.dispatch(cmd.MoveTrack(who="a", by=1, track=track))
    whys, said = Whys(bridge, texts), []
    for name, rule in bridge.rules.stats.items():
        found = whys.stat("a", name)
        assert found
        assert found[0].title == rule.label or not rule.label
        said += found
    for pool in bridge.rules.pools:
        said += whys.pool("a", pool)
    for track in bridge.rules.tracks:
        said += whys.track("a", track)
    for pipeline, rule in bridge.rules.pipelines.items():
        inputs = {name: 12 for name, one in rule.inputs.items() if one.type == "number"}
        stages = whys.stages(cmd.Apply(pipeline=pipeline, to=("a",), inputs=inputs), "a")
        assert len(stages) == sum(bool(stage.label) for stage in rule.stages)
        said += stages.values()
    for why in said:
        for line in (*why.lines, *why.notes):
            assert line.label
            assert not set("{}_?") & set(line.label), line


def test_all_that_is_asked_about_somebody_has_the_tracks_it_is_down_on(fight):
    """E-SW-05, E-SW-08: what a step lowers, and the threshold by which damage moves the track."""
    whys = Whys(fight.bridge, fight.texts)
    assert whys.all_of("deel")[-1].title.startswith("Damage threshold")
    assert not [why for why in whys.all_of("deel") if why.title.startswith("Condition track")]
    fight.do(cmd.MoveTrack(who="deel", by=3))
    (track,) = [why for why in whys.all_of("deel") if why.title.startswith("Condition track")]
    assert "Reflex" in [line.label for line in track.notes]
    named = [why.title.split(":")[0] for why in whys.all_of("deel")]
    assert [one for one in named if one in ("Reflex", "Fortitude", "Will")] == ["Reflex", "Fortitude", "Will"]


def test_a_card_is_never_as_tall_as_the_screen(fight, qtbot):
    """An evening: *Why so?* of everything covered the fight; what is longer is scrolled in the card."""
    whys = Whys(fight.bridge, fight.texts).all_of("deel")
    shown = WhyCard(whys * 3)
    qtbot.addWidget(shown)
    room = shown.screen().availableGeometry()
    shown.show_at(QRect(room.left() + 40, room.top() + 30, 200, 20))
    qtbot.waitExposed(shown)
    assert shown.height() <= room.height() * 0.6 + 1
    bar = shown.findChild(QScrollArea).verticalScrollBar()
    assert bar.maximum() > 0
    qtbot.keyClick(shown, Qt.Key.Key_End)
    assert bar.value() == bar.maximum(), "the end of it is there"


def test_what_nobody_knows_is_not_explained(fight):
    whys = Whys(fight.bridge, fight.texts)
    assert whys.stat("nobody", "reflex") == whys.pool("deel", "nothing") == whys.count("nobody") == ()


@pytest.mark.slow
def test_events_that_ask_nothing_pass(fight, inspector, qtbot):
    field = inspector.sheet.inputs.amount
    QApplication.sendEvent(field, QEvent(QEvent.Type.Enter))
    qtbot.keyClicks(field, "7")
    assert field.number == 7
