"""The turn timer in the status line, and the offer to go on after the program ended abruptly."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.bridge import Bridge
from desktop.commands.table import called
from desktop.main.turn_timer import TurnTimer, spelled
from desktop.messages.bar import MessageBar
from desktop.messages.feedback import Feedback
from desktop.widgets.texts import Texts


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (41, "0:41"), (600, "10:00"), (3723, "1:02:03")])
def test_times_are_spelled_as_on_a_clock(seconds: int, text: str) -> None:
    assert spelled(seconds) == text


@pytest.mark.slow
def test_it_runs_with_a_turn_and_begins_anew_with_the_next(qapp, qtbot) -> None:
    timer = TurnTimer()
    qtbot.addWidget(timer)
    assert timer.isHidden()
    timer.follow("vex", 1)
    assert not timer.isHidden()
    assert timer.text() == "Turn 0:00"
    qtbot.waitUntil(lambda: timer.text() == "Turn 0:01")
    timer.follow("vex", 1)
    assert timer.text() == "Turn 0:01", "the same turn goes on"
    timer.follow("sgt", 2)
    assert timer.text() == "Turn 0:00"
    timer.want(False)
    assert timer.isHidden()
    timer.want(True)
    timer.follow("", 2)
    assert timer.isHidden(), "nobody has the turn"


def test_what_was_open_is_offered_again(qapp, qtbot, tmp_path: Path) -> None:
    """The encounter is kept; one press goes on with it."""
    bar, opened = MessageBar(), []
    qtbot.addWidget(bar)
    feedback = Feedback(Bridge(), Texts(), bar, called=called)
    feedback.crashed_before(tmp_path / "crash.txt", tmp_path / "Ambush.turnwright", opened.append)
    assert bar.action.text() == "Open “Ambush” again"
    bar.action.click()
    assert opened == [str(tmp_path / "Ambush.turnwright")]
