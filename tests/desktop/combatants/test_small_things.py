"""What was missing at the table: correcting a count, a number in a name, a calm wheel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from desktop.combatants.adding.dialog import read_count
from desktop.rolls.count_dialog import CountDialog
from desktop.widgets.calm import calm
from rulesets.seen.queries import count_of


def test_a_count_is_corrected(fight, qtbot) -> None:
    """The present count stands there; the new one moves the row and leaves the turn where it is."""
    dialog = CountDialog(fight.bridge, fight.texts, "boss")
    qtbot.addWidget(dialog)
    assert dialog.count.number == 12
    dialog.count.selectAll()
    qtbot.keyClicks(dialog.count, "16")
    fight.do(dialog.command())
    assert count_of(fight.bridge.rules, fight.bridge.state, "boss") == 16
    assert fight.bridge.state.walk.active == "deel"


@pytest.mark.parametrize(
    ("typed", "count", "meant"),
    [
        ("Stormtrooper x3", 1, ("Stormtrooper", 3)),
        ("Stormtrooper ×12", 1, ("Stormtrooper", 12)),
        ("Stormtrooper", 4, ("Stormtrooper", 4)),
        ("Droid x0", 2, ("Droid x0", 2)),
        ("Maxx3", 1, ("Maxx3", 1)),
        ("x3", 1, ("x3", 1)),
    ],
)
def test_a_number_in_the_name_is_a_number(typed: str, count: int, meant: tuple[str, int]) -> None:
    assert read_count(typed, count) == meant


def test_the_wheel_changes_a_box_only_with_the_focus(qapp, qtbot) -> None:
    """Scrolling past the damage sheet must not turn the damage into another kind."""
    holder = QWidget()
    qtbot.addWidget(holder)
    box = QComboBox(holder)
    box.addItems(["none", "energy", "stun"])
    calm(box)
    at = QPointF(5, 5)
    wheel = QWheelEvent(
        at, at, QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, wheel)
    assert box.currentText() == "none"
