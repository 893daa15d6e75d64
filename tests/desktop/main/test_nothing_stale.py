"""What a step has changed is on the screen: no part of the window shows what it showed before."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from desktop.main.window import MainWindow
from desktop.widgets.pictures import Pictures
from rulesets.table import commands as cmd
from tests.desktop.fights import start
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def painted_anew(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> QImage:
    """The window with all of it painted, nothing from a picture that was kept."""
    kept = Pictures.paint

    def fresh(self: Pictures, *given: Any) -> None:
        self._kept.clear()
        kept(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Pictures, "paint", fresh)
        return window.grab().toImage()


def on_screen(hands: Hands) -> QImage:
    """What is seen once everything has been painted that is to be."""
    hands.settle()
    window = hands.window
    return window.screen().grabWindow(window.winId()).toImage()


def differing(seen: QImage, anew: QImage, window: MainWindow, of: QWidget) -> str:
    """Where a part of the window looks otherwise than if it were painted anew; '' if nowhere."""
    place = QRect(of.mapTo(window, QPoint(0, 0)), of.size())
    one, other = seen.copy(place), anew.copy(place).convertToFormat(seen.format())
    if one == other:
        return ""
    rows = [
        y for y in range(one.height()) if one.copy(0, y, one.width(), 1) != other.copy(0, y, one.width(), 1)
    ]
    return f"{type(of).__name__}: rows {rows[0]} to {rows[-1]} of {one.height()}"


@pytest.mark.slow
def test_every_step_is_seen_wherever_it_shows(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, lines, tokens and the stepper are painted from pictures, and in part: it is the same picture."""
    window = hands.window
    plays.open_sample(hands)
    bridge = window.services.bridge
    start(bridge)
    window.resize(QSize(1200, 760))
    window.panels.make()
    parts = (
        window.table.viewport(),
        window.log.list.viewport(),
        window.top_bar.stepper,
        window.inspector.budget,
    )
    active = bridge.state.walk.active
    steps = (
        lambda: bridge.dispatch(cmd.EndTurn()),
        lambda: bridge.dispatch(cmd.SetNumbers(who=active, stats={"hp": 3})),
        lambda: bridge.dispatch(cmd.Act(who=bridge.state.walk.active, cost="swift")),
        lambda: bridge.dispatch(cmd.Delay(who=bridge.state.walk.active)),
        bridge.undo,
        bridge.undo,
        bridge.redo,
        lambda: bridge.dispatch(cmd.EndTurn()),
    )
    for number, step in enumerate(steps):
        step()
        seen = on_screen(hands)
        assert not seen.isNull()
        anew = painted_anew(window, monkeypatch)
        assert not [found for part in parts if (found := differing(seen, anew, window, part))], number
