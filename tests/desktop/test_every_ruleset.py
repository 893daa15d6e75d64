"""Nothing at the side knows a system: with every shipped ruleset everything is made from its data."""

from __future__ import annotations

import pytest

from desktop.bridge import Bridge
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.damage.dialog import DamageDialog
from desktop.declare.delay_dialog import DelayDialog
from desktop.declare.react_dialog import ReactDialog
from desktop.inspector.view import Inspector
from desktop.log.view import LogView
from desktop.rolls.start_dialog import StartDialog
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING


@pytest.fixture(params=sorted(loader.shipped()))
def bridge(request, qapp):
    bridge = Bridge()
    bridge.open(loader.load(request.param))
    return bridge


@pytest.fixture
def texts(bridge):
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    return texts


@pytest.fixture
def started(bridge, texts, qtbot):
    """Two of the party against a group of two, added and started through the dialogs."""
    for name, side, count in (("Ace", "party", 1), ("Jaluun", "party", 1), ("Trooper", "empire", 2)):
        dialog = AddCombatantsDialog(bridge, texts)
        qtbot.addWidget(dialog)
        dialog.name.setText(name)
        dialog.side.setCurrentText(side)
        dialog.count.number = count
        dialog.together.setChecked(count > 1)
        dialog.accept()
        assert dialog.result(), dialog.reason
        for command in dialog.commands():
            assert bridge.dispatch(command)
    dialog = StartDialog(bridge, texts)
    qtbot.addWidget(dialog)
    dialog.accept()
    if not dialog.result():  # a tie is shown before it is settled as listed
        dialog.accept()
    assert dialog.result(), dialog.reason
    assert bridge.dispatch(dialog.command())
    assert bridge.state.clock.status == RUNNING
    return bridge


@pytest.mark.slow
def test_the_inspector_shows_whatever_there_is(started, texts, qtbot):
    rules = started.rules
    inspector, log = Inspector(started, texts), LogView(started, texts)
    for widget in (inspector, log):
        qtbot.addWidget(widget)
        widget.show()
        qtbot.waitExposed(widget)
    inspector.sections["stats"].heading.click()
    inspector.show_combatant("ace")
    assert set(inspector.stats.fields) == set(rules.stats)
    shown = [name for name, track in rules.tracks.items() if len(track.steps) > 1]
    assert len(inspector.tracks.views) == len(shown)
    assert set(inspector.sheet.chooser.labels) == set(rules.pipelines)
    assert inspector.action_list.model.rowCount() == len(started.offers("ace"))
    assert not inspector.grab().isNull()
    for track in rules.tracks:
        started.dispatch(cmd.MoveTrack(who="ace", by=1, track=track))
    qtbot.waitUntil(lambda: not inspector._later.isActive())
    for view in inspector.tracks.views:
        assert [button.step.number for button in view.buttons if button.step.here] == [1]
    lines = [row for row in range(log.model.rowCount()) if log.model.is_entry(log.model.index(row))]
    assert len(lines) == len(started.log)
    assert not log.grab().isNull()


@pytest.mark.slow
def test_every_pipeline_can_be_tried(started, texts, qtbot):
    for pipeline, rule in started.rules.pipelines.items():
        dialog = DamageDialog(started, texts, pipeline, ["ace", "trooper-1"])
        qtbot.addWidget(dialog)
        assert set(dialog.sheet.inputs.fields) == set(rule.inputs)
        own = [row.own for row in dialog.sheet.rows() if row.own is not None]
        assert len(own) == (2 if any(one.each for one in rule.inputs.values()) else 0)
        for asked in (dialog.sheet.inputs, *own):
            for name, field in asked.fields.items():
                if rule.inputs[name].type == "number":
                    field.number = 3
        dialog.sheet.inputs.changed.emit()
        if not dialog.sheet.apply_button.isEnabled():
            assert dialog.sheet.problem
        else:
            assert started.dispatch(dialog.command())


@pytest.mark.slow
def test_dialogs_open_on_whatever_the_rules_allow(started, texts, qtbot):
    for dialog in (DelayDialog(started, texts, "ace"), ReactDialog(started, texts, "ace")):
        qtbot.addWidget(dialog)
        assert dialog.commands()
        assert dialog.ok.isEnabled() or dialog.reason


@pytest.mark.slow
def test_a_running_round_may_ask_for_its_roll(started, texts, qtbot):
    dialog = StartDialog(started, texts)
    qtbot.addWidget(dialog)
    assert isinstance(dialog.command(), cmd.RollInitiative)
