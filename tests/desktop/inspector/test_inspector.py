"""The inspector: shows one combatant, dispatches commands, keeps what is half typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.inspector.head import about
from desktop.inspector.view import LEAST_WIDTH, Inspector
from rulesets.table import commands as cmd
from tests.desktop.inspector.inspecting import settle


@pytest.fixture
def inspector(fight, qtbot):
    inspector = Inspector(fight.bridge, fight.texts)
    qtbot.addWidget(inspector)
    inspector.resize(LEAST_WIDTH, 640)
    inspector.show()
    qtbot.waitExposed(inspector)
    inspector.show_combatant("deel")
    return inspector


def test_the_head_tells_who_it_is(fight, inspector):
    name, facts, status = inspector.head.words()
    assert name == "Deel Surool"
    assert facts == "party · PC · Initiative 24"
    assert status == "acts now"
    inspector.show_combatant("st-2")
    assert inspector.head.words()[1] == "empire · NPC · group Troopers · Initiative 14"


def test_names_are_plain_text(fight, inspector):
    inspector.show_combatant("lug")
    label = next(label for label in inspector.findChildren(QLabel) if "<b>Lug</b>" in label.text())
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_tokens_follow_what_is_spent(fight, inspector, qtbot):
    fight.do(cmd.Act(who="deel", name="attack"))
    settle(qtbot, inspector)
    standard = inspector.budget.tiles[0]
    assert standard.token.spent
    assert "used" in standard.accessibleName()


def test_nothing_is_done_for_what_happens_to_others(fight, inspector, qtbot):
    settle(qtbot, inspector)
    fight.do(cmd.SetNumbers(who="lug", stats={"hp": 5}))
    assert not inspector._later.isActive()
    fight.do(cmd.EndTurn())
    assert inspector._later.isActive()
    settle(qtbot, inspector)


def test_many_commands_are_one_update(fight, inspector, qtbot, monkeypatch):
    fight.do(*(cmd.SetNumbers(who="deel", stats={"hp": hp}) for hp in range(20, 30)))
    settle(qtbot, inspector)
    shown = []
    monkeypatch.setattr(inspector.head, "show_about", shown.append)
    fight.bridge.undo_to(len(fight.bridge.log) - 10)
    settle(qtbot, inspector)
    assert len(shown) == 1


def test_a_step_of_the_ladder_is_a_click_away(fight, inspector, qtbot):
    (ladder,) = inspector.tracks.views
    ladder.buttons[3].click()
    settle(qtbot, inspector)
    assert fight.who("deel").tracks["condition"].step == 3
    assert [b.step.number for b in ladder.buttons if b.step.here] == [3]
    steps = len(fight.bridge.log)
    ladder.buttons[3].click()
    assert len(fight.bridge.log) == steps
    ladder.buttons[3].setFocus()
    qtbot.keyClick(ladder.buttons[3], Qt.Key.Key_Up)
    assert ladder.buttons[2].hasFocus()
    qtbot.keyClick(ladder.buttons[2], Qt.Key.Key_Return)
    assert fight.who("deel").tracks["condition"].step == 2


def test_persistent_steps_are_asked_for_and_marked(fight, inspector, qtbot):
    (ladder,) = inspector.tracks.views
    inspector.tracks.persistent.setChecked(True)
    ladder.buttons[1].click()
    settle(qtbot, inspector)
    assert fight.who("deel").tracks["condition"].persistent == 1
    assert "persistent" in ladder.buttons[1].accessibleName()
    inspector.show_combatant("lug")
    assert not inspector.tracks.persistent.isChecked()


def test_effects_and_states_are_removed_by_their_buttons(fight, inspector, qtbot):
    fight.do(cmd.BeginEffect(on="deel", name="prone", by="boss"), cmd.MoveTrack(who="deel", by=9))
    settle(qtbot, inspector)
    lines = inspector.effects.lines
    assert [line.row.label for line in lines] == ["Helpless", "Prone"]
    lines[1].button.click()
    settle(qtbot, inspector)
    assert [line.row.label for line in inspector.effects.lines] == ["Helpless"]
    inspector.effects.lines[0].button.click()
    assert fight.who("deel").states == ()
    with qtbot.waitSignal(inspector.wants) as asked:
        inspector.add_effect.click()
    assert asked.args == ["effect"]


def test_notes_are_kept_on_leaving_the_field(fight, inspector, qtbot):
    inspector.notes.setFocus()
    qtbot.keyClicks(inspector.notes, "Owes money")
    inspector.sheet.start()
    assert fight.who("deel").notes == "Owes money"


def test_half_typed_notes_survive_updates_and_ctrl_return_keeps_them(fight, inspector, qtbot):
    inspector.notes.setFocus()
    qtbot.keyClicks(inspector.notes, "Owes")
    fight.do(cmd.Act(who="deel", name="attack"))
    settle(qtbot, inspector)
    assert inspector.notes.toPlainText() == "Owes"
    qtbot.keyClick(inspector.notes, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert fight.who("deel").notes == "Owes"
    assert inspector.notes.hasFocus()


def test_notes_stay_with_whom_they_were_typed_for(fight, inspector, qtbot):
    inspector.notes.setPlainText("About Deel")
    inspector.show_combatant("lug")
    assert fight.who("deel").notes == "About Deel"
    assert fight.who("lug").notes == ""
    assert inspector.notes.toPlainText() == ""


@pytest.fixture
def stats(inspector):
    inspector.sections["stats"].heading.click()
    inspector.refresh()
    return inspector.stats


def test_a_derived_value_is_overridden_and_given_back(fight, inspector, stats, qtbot):
    field = stats.fields["reflex"]
    assert field.editor.text() == "21"
    field.editor.setFocus()
    field.editor.selectAll()
    qtbot.keyClicks(field.editor, "25")
    qtbot.keyClick(field.editor, Qt.Key.Key_Return)
    assert fight.who("deel").stats["reflex"] == 25
    settle(qtbot, inspector)
    assert "Overridden" in field.editor.accessibleDescription()
    assert not field.back.isHidden()
    field.back.click()
    settle(qtbot, inspector)
    assert "reflex" not in {k for k, v in fight.who("deel").stats.items() if v is not None}
    assert field.back.isHidden()
    assert field.editor.text() == "21"


def test_half_typed_numbers_survive_updates(fight, inspector, stats, qtbot):
    field = stats.fields["hp"].editor
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "3")
    fight.do(cmd.Apply(pipeline="damage", to=("deel",), inputs={"amount": 12}))
    settle(qtbot, inspector)
    assert field.text() == "3"
    assert field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "38"


def test_before_the_fight_whoever_is_unhurt_stays_so(table, qtbot):
    """52 hit points at full health left an unhurt monster at 10 of 52, and it began the fight so."""
    inspector = Inspector(table.bridge, table.texts)
    qtbot.addWidget(inspector)
    inspector.show()
    for who in ("owlbear", "hurt"):
        table.do(cmd.Add(combatant={"id": who, "max_hp": 10}))
    table.do(cmd.SetNumbers(who="hurt", stats={"hp": 3}))

    def enter(who, key, number):
        inspector.show_combatant(who)
        inspector.sections["stats"].unfold()
        settle(qtbot, inspector)
        field = inspector.stats.fields[key].editor
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, number)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        return table.who(who).stats["hp"]

    assert enter("owlbear", "max_hp", "52") == 52
    assert enter("hurt", "max_hp", "52") == 3
    table.bridge.undo()
    table.bridge.undo()
    assert table.who("owlbear").stats["hp"] == 10, "it was one step"
    assert enter("owlbear", "hp", "7") == 7
    table.do(cmd.SetNumbers(who="owlbear", stats={"hp": 10}), cmd.Start())
    assert enter("owlbear", "max_hp", "60") == 10, "in the fight it is hurt as it was"


def test_wrong_values_are_said_in_words_and_kept(fight, inspector, stats, qtbot):
    field = stats.fields["dr"].editor
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "a lot")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "a lot" in stats.problem
    assert field.text() == "a lot"
    field.selectAll()
    qtbot.keyClicks(field, "5 except energy")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert stats.problem == ""
    assert fight.who("deel").stats["dr"] == [{"value": 5, "bypass": ["energy"]}]


def test_a_tick_is_a_value(fight, inspector, stats, qtbot):
    stats.fields["heroic"].editor.click()
    assert fight.who("deel").stats["heroic"] is False


def test_names_and_feats_are_described(fight, inspector, stats, qtbot):
    for field, text in ((stats.described.name, "Deel"), (stats.described.feats, "quick_draw, dodge")):
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert fight.who("deel").name == "Deel"
    assert fight.who("deel").feats in (("quick_draw", "dodge"), ["quick_draw", "dodge"])


def test_folded_sections_stay_folded(fight, inspector, qtbot):
    inspector.sections["tracks"].heading.click()
    assert inspector.tracks.isHidden()
    fight.do(cmd.MoveTrack(who="lug", by=2))
    inspector.show_combatant("lug")
    assert inspector.tracks.isHidden()
    inspector.sections["tracks"].heading.click()
    settle(qtbot, inspector)
    assert [b.step.number for b in inspector.tracks.views[0].buttons if b.step.here] == [2]


def test_scroll_position_and_focus_survive_updates(fight, inspector, qtbot):
    bar = inspector._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    inspector.sheet.inputs.amount.setFocus()
    bar.setValue(90)
    fight.do(cmd.Act(who="deel", name="attack"))
    settle(qtbot, inspector)
    assert bar.value() == 90
    assert inspector.sheet.inputs.amount.hasFocus()


def test_a_pinned_combatant_stays(fight, inspector):
    inspector.head.pin.click()
    inspector.show_combatant("lug")
    assert inspector.shown == "deel"
    inspector.head.pin.click()
    assert inspector.shown == "lug"


def test_who_leaves_is_not_shown_any_more(fight, inspector, qtbot):
    fight.do(cmd.Leave(who="deel"))
    settle(qtbot, inspector)
    assert inspector.shown == ""
    assert inspector.head.isHidden()
    fight.bridge.close()
    assert inspector.shown == ""
    inspector.show_combatant("deel")


def test_keys_lead_into_the_sheet(fight, inspector):
    inspector.sections["sheet"].heading.click()
    inspector.apply("heal")
    assert inspector.sheet.pipeline == "heal"
    assert inspector.sheet.inputs.amount.hasFocus()


@pytest.mark.parametrize("width", [300, 420, 800])
def test_nothing_is_wider_than_the_panel(fight, inspector, stats, qtbot, width):
    inspector.resize(width, 640)
    fight.do(cmd.BeginEffect(on="deel", name="A very long name that somebody has typed", rounds=3))
    settle(qtbot, inspector)
    inside = inspector._inside
    qtbot.waitUntil(lambda: inside.width() <= inspector._area.viewport().width())


def test_every_control_has_a_name(fight, inspector, stats):
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit

    kinds = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit)
    nameless = [
        widget
        for kind in kinds
        for widget in inspector.findChildren(kind)
        if widget.isVisible()
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QLineEdit)
    ]
    assert nameless == []


def test_a_kind_that_cannot_be_kept_is_not_shown(fight, inspector, qtbot, monkeypatch):
    """Every command is on the disk before the window shows it: without room nothing looks changed."""

    def no_room(*_command):
        raise OSError("no space left on device")

    inspector.sections["stats"].unfold()
    settle(qtbot, inspector)
    described = inspector.stats.described
    before = described.kind.currentData()
    monkeypatch.setattr(fight.bridge.session, "dispatch", no_room)
    other = 1 - described.kind.currentIndex()
    described.kind.setCurrentIndex(other)
    described.kind.activated.emit(other)
    assert described.kind.currentData() == before == fight.bridge.state.combatants["deel"].kind


def test_who_is_dead_is_not_helpless_besides(fight):
    """ "Dead · Helpless", "Dead · Flat-footed": who is dead is only dead, in the details as in the list."""
    fight.do(cmd.Apply(pipeline="damage", to=("boss",), inputs={"amount": 200}))
    fight.do(cmd.BeginEffect(on="boss", name="helpless"))
    boss = fight.who("boss")
    assert {"dead", "helpless"} <= set(boss.states)
    assert about(fight.bridge.scene, boss).states == ("Dead",)
    teller = list(fight.bridge.scene.states_left(boss))
    assert teller == ["dead"]
