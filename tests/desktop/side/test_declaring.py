"""What was missing at the table: declaring, correcting a count, a number in a name, a calm wheel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget

from desktop.bridge import Bridge
from desktop.services.texts import Texts
from desktop.views.calm import calm
from desktop.windows.dialogs.add_combatants import read_count
from desktop.windows.dialogs.count import CountDialog
from desktop.windows.dialogs.declare import DeclareDialog
from rulesets import loader
from rulesets.encounter import commands as cmd
from rulesets.engine.queries import count_of


def table(ruleset: str) -> tuple[Bridge, Texts]:
    """Two who face each other, and have to declare."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for ident, side in (("ada", "party"), ("orc", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "side": side})) is not None
    assert (
        bridge.dispatch(cmd.Start(rolls={"party": 5, "foes": 9} if ruleset == "moon-swing" else {}))
        is not None
    )
    return bridge, texts


def test_a_plan_is_declared_with_its_fields(qapp, qtbot) -> None:
    """How many actions and what the first is (001-36, 001-37); a dodge cannot be declared (001-69)."""
    bridge, texts = table("moon-swing")
    dialog = DeclareDialog(bridge, texts)
    qtbot.addWidget(dialog)
    assert not dialog.ok.isEnabled(), "the first action is still missing"
    first = next(field for field in dialog.findChildren(QLineEdit) if "First" in field.accessibleName())
    qtbot.keyClicks(first, "dodge")
    assert not dialog.ok.isEnabled()
    first.clear()
    qtbot.keyClicks(first, "fire")
    assert dialog.ok.isEnabled(), dialog.reason
    assert bridge.dispatch(dialog.command()) is not None
    assert bridge.state.combatants["ada"].declared[0].fields == {"actions": 1, "first": "fire"}


def test_nothing_more_completes_where_the_ruleset_asks_for_it(qapp, qtbot) -> None:
    """Intentions are any number; the combatant says when it is done (002-7, 002-10)."""
    bridge, texts = table("kaiser")
    for who in ("ada", "orc"):
        dialog = DeclareDialog(bridge, texts)
        qtbot.addWidget(dialog)
        assert dialog.command() == cmd.Declare(who=(who,), done=True)
        assert bridge.dispatch(dialog.command()) is not None
    assert bridge.dispatch(cmd.RollInitiative(rolls={"ada": 20, "orc": 15})) is not None
    assert bridge.state.walk.active == "ada"


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
