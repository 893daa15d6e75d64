"""The options of the encounter that is open: with meaning and citation, changed as a command (issue 5)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from desktop.rulesets.change_dialog import EncounterOptionsDialog
from desktop.widgets.citations import followed_by, in_sight
from desktop.widgets.plain_text import tip
from rulesets.reading.loader import shipped
from rulesets.table.commands import ChangeRules, EndEncounter
from tests.desktop.fights import begun
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands
from tests.sampling import mostly_slow

OPTION = "second_wind_cost"


def asked(hands: Hands) -> EncounterOptionsDialog:
    """The dialog, from the menu."""
    hands.menu("options")
    dialog = hands.dialog()
    assert isinstance(dialog, EncounterOptionsDialog)
    return dialog


def notch() -> QWheelEvent:
    """A notch of the wheel towards what is below."""
    at, down = QPointF(5, 5), QPoint(0, -120)
    nothing, whole = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, down, down, Qt.MouseButton.NoButton, nothing, whole, False)


def choose(hands: Hands, dialog: EncounterOptionsDialog, option: str, value: str) -> None:
    """Choose a value, and wait until what it would do is worked out."""
    box = dialog.options.boxes[option]
    box.setCurrentIndex(box.findData(value))
    hands.until(lambda: not dialog.working, "what would change")


@pytest.mark.slow
@pytest.mark.parametrize("moment", mostly_slow(["before", "during", "after"], "during"))
def test_options_are_changed_as_one_command(hands: Hands, moment: str) -> None:
    """Before the start, in the fight and after its end; undo brings them back."""
    bridge = hands.window.services.bridge
    if moment == "before":
        plays.open_sample(hands)
    else:
        begun(hands)
    if moment == "after":
        assert bridge.dispatch(EndEncounter()) is not None
    before, rules, options = bridge.cursor, bridge.rules.hash, dict(bridge.rules.options_set)
    dialog = asked(hands)
    assert not dialog.ok.isEnabled()
    choose(hands, dialog, OPTION, "1")
    assert "Second wind costs" in dialog.preview.toPlainText()
    assert bridge.rules.hash == rules, "what is shown is not in force"
    hands.click(dialog.ok)
    hands.no_dialog()
    assert bridge.cursor == before + 1
    assert isinstance(bridge.log[-1].command, ChangeRules)
    assert bridge.rules.options_set == {**options, OPTION: "1"}
    assert bridge.undo()
    assert bridge.rules.hash == rules


@pytest.mark.slow
def test_the_wheel_reads_down_the_options_and_changes_none(hands: Hands) -> None:
    """After a notch or two the list stood still, and the option under the mouse had another value."""
    begun(hands)
    dialog = asked(hands)
    before = dialog.options.values()
    for box in dialog.options.boxes.values():
        QApplication.sendEvent(box, notch())
    assert dialog.options.values() == before
    hands.leave()


@pytest.mark.slow
def test_values_in_force_are_shown_and_brought_back(hands: Hands) -> None:
    """What is chosen differs from what is in force, and both from the ruleset's own: all of it is said."""
    hands.window.services.encounters.new("Try", "saga-edition", {OPTION: "1"})
    dialog = asked(hands)
    said = dialog.options._values[OPTION]
    assert dialog.options.boxes[OPTION].currentData() == "1"
    assert said.text() == "◆ The ruleset's own: Three swift actions"
    assert not dialog.as_it_was.isEnabled()
    choose(hands, dialog, OPTION, "3")
    assert said.text() == "◆ In force: One swift action"
    hands.click(dialog.as_it_was)
    assert dialog.values() == {OPTION: "1"}
    assert not dialog.ok.isEnabled()
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", mostly_slow(sorted(shipped()), "srd35"))
def test_every_option_says_what_it_means_and_where_it_stands(hands: Hands, ruleset: str) -> None:
    """Text and citation of each, on the screen and for whoever does not see it; ids of rules on a pointer."""
    hands.window.services.encounters.new("Try", ruleset)
    dialog = asked(hands)
    labels = dialog.options.findChildren(QLabel)
    shown, told = {label.text() for label in labels}, {label.toolTip() for label in labels}
    for ident, option in hands.window.services.bridge.rules.options.items():
        about = followed_by(option.text, option.cite)
        assert in_sight(about) in shown
        assert tip(about) in told
        box = dialog.options.boxes[ident]
        assert about in box.accessibleDescription()
        assert box.accessibleName() == option.label
    hands.leave()


@pytest.mark.slow
def test_it_can_be_done_by_keyboard(hands: Hands) -> None:
    """Boxes by their arrows, Ctrl+Return applies."""
    plays.open_sample(hands)
    dialog = asked(hands)
    box = dialog.options.boxes[OPTION]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() == 0 else Qt.Key.Key_Up)
    hands.until(lambda: not dialog.working and dialog.ok.isEnabled(), "what would change")
    wanted = dict(dialog.values())
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    hands.no_dialog()
    assert hands.window.services.bridge.log[-1].command == ChangeRules(options=wanted)


@pytest.mark.slow
def test_a_click_on_the_ruleset_asks_for_them(hands: Hands) -> None:
    """Where the bar says what is played."""
    plays.open_sample(hands)
    hands.click(hands.window.top_bar.about)
    assert isinstance(hands.dialog(), EncounterOptionsDialog)
    hands.leave()


@pytest.mark.slow
def test_everything_has_room_in_a_small_window(hands: Hands) -> None:
    """At 1024×640: within it, long texts wrapped, nothing wider than its place."""
    hands.window.resize(1024, 640)
    hands.window.services.encounters.new("Try", "sagas-hub")
    dialog = asked(hands)
    assert dialog.width() <= 1024
    assert dialog.height() <= 640
    view = dialog.options
    assert view.width() <= view.parentWidget().width()
    for label in view.findChildren(QLabel):
        if label.isVisible() and label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()), label.text()
    hands.leave()
