"""A fight whose program was killed: the start page says where its file stands, not what was noted before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from desktop.main.choices import Choice
from desktop.main.window import MainWindow
from rulesets.fight.storage.lock import lock_path
from rulesets.table import commands as cmd


def left_by_a_kill(program: AppServices, folder: Path, name: str, *, tidied: bool) -> Path:
    """A fight in its third round as a killed program leaves it: file, log and lock."""
    played, left = folder / "played" / f"{name}.turnwright", folder / f"{name}.turnwright"
    played.parent.mkdir(exist_ok=True)
    program.encounters.new_from(read_sample(shipped()), played)
    bridge = program.bridge
    assert bridge.dispatch(cmd.Start()) is not None
    while bridge.state.clock.round < 3:
        assert bridge.dispatch(cmd.EndTurn()) is not None
    for _ in range(len(bridge.state.combatants)):
        assert bridge.dispatch(cmd.EndTurn()) is not None
    while bridge.state.clock.round > 3:
        assert bridge.undo() is not None  # what was taken back is in the file too
    if tidied:
        program.keeper._tidy()
    shutil.copy(played, left)
    for beside in played.parent.glob(f"{played.name}-*"):
        shutil.copy(beside, left.with_name(beside.name))
    shutil.copy(lock_path(played), lock_path(left))
    program.encounters.close()
    return left


def told(window: MainWindow) -> dict[str, str]:
    return {
        str(entry.property("path")): entry.told
        for entry in window.start_page.findChildren(Choice)
        if entry.property("path")
    }


@pytest.mark.slow
def test_the_start_page_says_where_a_killed_fight_stands(
    qtbot: QtBot, program: AppServices, tmp_path: Path
) -> None:
    """Also where the log was brought into the file; what was closed in order is not read again."""
    killed = [
        left_by_a_kill(program, tmp_path, f"killed {tidied}", tidied=tidied) for tidied in (False, True)
    ]
    closed = tmp_path / "closed.turnwright"
    program.encounters.new_from(read_sample(shipped()), closed)
    program.encounters.close()
    broken = tmp_path / "broken.turnwright"
    broken.write_bytes(b"no encounter")
    lock_path(broken).touch()
    names = [str(path) for path in (*killed, closed, broken)]
    program.settings.change(
        recent=tuple(names), last_encounter=names[0], moments=dict.fromkeys(names, "Round 2")
    )
    window = MainWindow(program)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: told(window).get(names[0], "").startswith("Round 3"))
    now = told(window)
    assert now[names[1]].startswith("Round 3 · ")
    assert now[names[2]].startswith("Round 2 · "), "what its settings say is as new as the file"
    assert now[names[3]].startswith("Round 2 · ")
    assert window.start_page.first.accessibleDescription() == now[names[0]]
    window.others.show_recent()
    assert told(window) == now


@pytest.mark.slow
def test_a_fight_that_was_only_looked_at_says_where_it_stands_too(
    qtbot: QtBot, program: AppServices, tmp_path: Path
) -> None:
    """It was none of the recent ones yet when that was noted, and stood there without it."""
    path = tmp_path / "looked at.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    assert program.bridge.dispatch(cmd.Start()) is not None
    program.encounters.close()
    window = MainWindow(program)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.files.open(path)
    qtbot.waitUntil(lambda: str(path) in program.settings.now.recent)
    window.do("close")
    qtbot.waitUntil(lambda: told(window).get(str(path), "").startswith("Surprise round · "))
