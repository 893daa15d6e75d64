"""What the first frame does not show waits for it, one thing after the other; nothing is lost by that."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import rulesets
from desktop.app_services import AppServices
from desktop.files.ruleset_cache import RulesetCache
from desktop.main.window import MainWindow
from desktop.process import first_frame, quick_start
from desktop.process.first_frame import FirstFrame
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing
from tests.hands.keys_and_mouse import Hands

LATER = {
    *("rulesets.engine.ruling", "desktop.inspector.view", "desktop.log.view"),
    *("desktop.main.start_page", "desktop.widgets.fields"),
    *("rulesets.seen.attack_texts", "rulesets.seen.why.explain"),
    *("desktop.main.players", "desktop.sharing.shared_fight", "aiohttp", "asyncio", "segno"),
}
"""What decides commands, the panels, the page of an empty window, the fields of numbers, what reads attacks
in notes and explains numbers, the players."""
START = """
import os, sys
from desktop.main import start_report
from desktop.process import first_frame
def say(line):
    print(line, sorted({later!r}.intersection(sys.modules)), flush=True)
    os._exit(0)
start_report._say, first_frame.LATEST = say, 100_000
from desktop.__main__ import main
main(["--report-painted", {path!r}])
"""


class Slow(QWidget):
    """Notes when it is painted."""

    def __init__(self, done: list[str]) -> None:
        super().__init__()
        self._done = done

    def paintEvent(self, event) -> None:
        self._done.append("painted")


def test_what_waits_is_done_after_the_first_frame_in_order(qtbot: QtBot) -> None:
    done: list[str] = []
    window = Slow(done)
    qtbot.addWidget(window)
    first = FirstFrame(window)
    for name in ("one", "two"):
        first.then(lambda name=name: done.append(name))
    window.show()
    first.watch()
    qtbot.waitUntil(lambda: "two" in done)
    assert done[0] == "painted"
    assert [name for name in done if name != "painted"] == ["one", "two"]
    first.then(lambda: done.append("later"))
    qtbot.waitUntil(lambda: done[-1] == "later")


def test_a_window_that_is_never_painted_is_made_all_the_same(qtbot: QtBot, monkeypatch) -> None:
    """It may have been started minimised."""
    monkeypatch.setattr(first_frame, "LATEST", 1)
    done: list[str] = []
    window = QWidget()
    qtbot.addWidget(window)
    first = FirstFrame(window)
    first.then(lambda: done.append("one"))
    window.setUpdatesEnabled(False)
    window.show()
    first.watch()
    qtbot.waitUntil(lambda: done == ["one"])


def test_the_panels_come_by_themselves(hands: Hands) -> None:
    window = hands.window
    hands.until(lambda: window.panels.are_made, "the panels to be there")
    assert window.panels.beside is window.inspector
    assert window.panels.below is window.log
    assert window.isAncestorOf(window.inspector)
    assert window.isAncestorOf(window.log)


def test_whoever_asks_for_a_panel_gets_it_at_once(program: AppServices, qtbot: QtBot) -> None:
    window = MainWindow(program)
    qtbot.addWidget(window)
    assert not window.panels.are_made
    assert window.isAncestorOf(window.log)
    assert window.panels.are_made


@pytest.mark.slow
def test_a_fight_is_seen_before_anything_else_is_loaded(program: AppServices, tmp_path: Path) -> None:
    """What a start need not wait for comes behind its first frame."""
    program.encounters.new("Seen", "saga-edition")
    program.bridge.dispatch(cmd.Add(combatant={"id": "a", "name": "A", "hp": 20}))
    assert program.encounters.current is not None
    path = str(program.encounters.current.path)
    program.encounters.close()
    own = {f"XDG_{kind}_HOME": str(tmp_path / "own") for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    code = START.format(later=LATER, path=path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "shown []\n", done.stderr


def test_garbage_is_collected_again_once_the_window_is_there() -> None:
    enabled = gc.isenabled()
    try:
        quick_start.collect_nothing()
        assert not gc.isenabled()
        quick_start.collect_again()
        assert gc.isenabled()
    finally:
        gc.enable() if enabled else gc.disable()


def test_a_compiled_ruleset_is_used_for_what_it_was_made_from_only(tmp_path: Path, monkeypatch) -> None:
    """The name of the file is a short checksum: two rulesets may share it."""
    monkeypatch.setattr("desktop.files.ruleset_cache.zlib.crc32", lambda _: 7)
    cache = RulesetCache(tmp_path)
    ids = ["saga-edition", "kaiser", "saga-edition"]
    texts = [(loader.shipped()[ident] / loader.FILE).read_text(encoding="utf-8") for ident in ids]
    writings = [Writing("x", text) for text in texts]
    assert [cache.compiled(writing, {}).id for writing in writings] == ids
    assert len(list(tmp_path.iterdir())) == 1


def test_a_compiled_ruleset_is_old_when_its_compiler_changes(tmp_path: Path) -> None:
    """Every file that reads, checks or compiles a ruleset is among what the result was made from."""
    home = Path(rulesets.__file__).parent
    text = (loader.shipped()["kaiser"] / loader.FILE).read_text(encoding="utf-8")
    RulesetCache(tmp_path).compiled(Writing("x", text), {})
    (kept,) = tmp_path.iterdir()
    for part in ("reading", "vocabulary"):
        names = [file.relative_to(home).as_posix() for file in (home / part).rglob("*.py")]
        assert names
        assert not [name for name in names if f"\0{name} ".encode() not in kept.read_bytes()]
