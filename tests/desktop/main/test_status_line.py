"""The line at the bottom paints no frames itself: there are none in the style that the program has."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStatusBar
from pytestqt.qtbot import QtBot

from desktop.main.status import StatusLine
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


class AsEver(StatusLine):
    """Lets Qt paint it."""

    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted = True
        QStatusBar.paintEvent(self, event)


def test_it_looks_as_if_qt_had_painted_it(qtbot: QtBot) -> None:
    pictures = []
    for kind in (StatusLine, AsEver):
        line = kind()
        qtbot.addWidget(line)
        line.resize(600, 30)
        line.show_hint("Space: next turn")
        line.show_offer("Other rules on disk")
        line.show()
        pictures.append(line.grab().toImage())
    assert line.painted
    assert pictures[0] == pictures[1]


def test_it_says_before_space_that_a_roll_is_still_open(hands: Hands) -> None:
    """Space goes on all the same: whether it waits is for the table to say (E-SRD-32: the dying roll)."""
    people = tuple(
        {"id": who, "name": who, "side": side, "hp": hp, "max_hp": 8}
        for who, side, hp in (("ada", "party", 8), ("bo", "party", -3), ("orc", "foes", 8))
    )
    services = hands.window.services
    services.encounters.new_from(Prepared("Pit", "srd35", {}, people))
    assert services.bridge.dispatch(cmd.Start(rolls={"ada": 20, "bo": 15, "orc": 3})) is not None
    hands.settle()
    assert "still open" not in hands.window.status.texts[1]
    assert services.bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    assert hands.window.status.texts[1].startswith("One roll is still open · Space: ")
    assert services.bridge.undo()
    hands.settle()
    assert "still open" not in hands.window.status.texts[1]
