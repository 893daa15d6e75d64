"""Stats in words offer what the ruleset lists, where they are entered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from desktop.bridge import Bridge
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.widgets.texts import Texts
from rulesets.reading.loader import load_writing
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing
from tests.desktop.inspector.inspecting import do, shown
from tests.rulesets.small_rules import ROUND

RULES = Writing(
    "small",
    f"""
id = "small"
label = "Small"
{ROUND}
[table.stance.entries]
high = {{ label = "High guard" }}
low = {{ label = "Low guard" }}

[stat.stance]
label = "Stance"
type = "text"
value = "high"
choices = "stance"
when_added = true
""",
)


@pytest.fixture
def bridge(qapp) -> Bridge:
    """Nobody stands there yet."""
    bridge = Bridge()
    bridge.open(load_writing(RULES), writing=RULES)
    return bridge


def take(qtbot, line: QLineEdit, typed: str) -> None:
    """Type, and take the only word that is offered."""
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, typed)
    completer = line.completer()
    assert completer is not None
    assert completer.completionCount() == 1
    popup = completer.popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    popup.setCurrentIndex(popup.model().index(0, 0))
    QTest.keyClick(popup, Qt.Key.Key_Return)


def texts_of(bridge: Bridge) -> Texts:
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state)
    return texts


def test_whoever_is_added_takes_one(bridge, qtbot) -> None:
    """By its label; what the rules know is the id."""
    dialog = AddCombatantsDialog(bridge, texts_of(bridge))
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    take(qtbot, dialog.first.fields["stance"], "lo")
    assert dialog.first.fields["stance"].text() == "Low guard"
    assert dialog.first.values() == {"stance": "low"}


def test_tab_takes_the_word_that_is_highlighted_and_goes_on(bridge, qtbot) -> None:
    """It closed the list and left the letters that were typed, as it does where nothing is highlighted."""
    dialog = AddCombatantsDialog(bridge, texts_of(bridge))
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    line = dialog.first.fields["stance"]
    for down, left in ((False, "lo"), (True, "Low guard")):
        line.setFocus()
        line.selectAll()
        qtbot.keyClicks(line, "lo")
        popup = line.completer().popup()
        qtbot.waitUntil(popup.isVisible)
        if down:
            QTest.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(popup, Qt.Key.Key_Tab)
        qtbot.waitUntil(lambda: not line.hasFocus())
        assert (line.text(), popup.isVisible()) == (left, False)
    assert dialog.first.values() == {"stance": "low"}


def test_it_is_changed_at_once_and_any_other_can_be_typed(bridge, qtbot) -> None:
    do(bridge, cmd.Add(combatant={"id": "a", "name": "Ada"}))
    inspector = shown(bridge, texts_of(bridge), qtbot, "a")
    inspector.sections["stats"].heading.click()
    inspector.refresh()
    line = inspector.stats.fields["stance"].editor
    assert isinstance(line, QLineEdit)
    take(qtbot, line, "lo")
    assert bridge.state.combatants["a"].stats["stance"] == "low"
    line.selectAll()
    qtbot.keyClicks(line, "of my own")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert bridge.state.combatants["a"].stats["stance"] == "of my own"
