"""What changes in the user's folder of rulesets is noticed, however it is written (issue 5)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from desktop.rulesets.watch import RulesetWatch
from tests.desktop.house import HOUSE, add, save_as_editors_do, started

SOON = 3000
"""Milliseconds; about one on an idle machine."""
NEVER = 800
"""Milliseconds in which nothing may come: more than twice what a file is given to come to rest."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The user's folder with a ruleset in it."""
    started(tmp_path / "data" / "rulesets", "srd35")
    return tmp_path / "data" / "rulesets"


@pytest.fixture
def watch(qapp, folder: Path) -> Iterator[RulesetWatch]:
    watch = RulesetWatch(folder)
    watch.begin()
    yield watch
    watch.stop()


def _edited(folder: Path) -> None:
    add(folder / HOUSE / "ruleset.toml", "# more\n")


def _replaced(folder: Path) -> None:
    save_as_editors_do(folder / HOUSE / "ruleset.toml", "id = 'house'\n")


def _translated(folder: Path) -> None:
    (folder / HOUSE / "ruleset.de.toml").write_text("[words]\n", encoding="utf-8")


def _added(folder: Path) -> None:
    started(folder, "", "another")


def _copied(folder: Path) -> None:
    shutil.copytree(folder / HOUSE, folder / "copy")


def _renamed(folder: Path) -> None:
    (folder / HOUSE).rename(folder / "home")


def _deleted(folder: Path) -> None:
    shutil.rmtree(folder / HOUSE)


def _scenario(folder: Path) -> None:
    add(next((folder / HOUSE / "scenarios").glob("*.toml")), "# more\n")


CHANGES = (_edited, _replaced, _translated, _added, _copied, _renamed, _deleted, _scenario)


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed_once(
    watch: RulesetWatch, folder: Path, qtbot: QtBot, change: Callable[[Path], None]
) -> None:
    """Once, when the files have come to rest."""
    heard: list[None] = []
    watch.changed.connect(lambda: heard.append(None))
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        change(folder)
    qtbot.wait(NEVER)
    assert len(heard) == 1


@pytest.mark.slow
def test_a_replaced_file_is_watched_on(watch: RulesetWatch, folder: Path, qtbot: QtBot) -> None:
    """An editor that saves by renaming saves more than once, and another one writes in place after it."""
    file = folder / HOUSE / "ruleset.toml"
    for number in range(3):
        with qtbot.waitSignal(watch.changed, timeout=SOON):
            save_as_editors_do(file, f"# {number}\n")
    with file.open(encoding="utf-8"):  # whoever still reads the old one keeps it alive
        with qtbot.waitSignal(watch.changed, timeout=SOON):
            save_as_editors_do(file, "# the last\n")
        with qtbot.waitSignal(watch.changed, timeout=SOON):
            add(file, "# in place\n")


@pytest.mark.slow
def test_a_folder_that_is_made_later(qtbot: QtBot, tmp_path: Path) -> None:
    """It need not exist, nor what it lies in; nothing is made by watching."""
    folder = tmp_path / "data" / "rulesets"
    watch = RulesetWatch(folder)
    watch.begin()
    assert not folder.parent.exists()
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        started(folder)
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        _edited(folder)
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        shutil.rmtree(folder.parent)
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        started(folder)
    watch.stop()


@pytest.mark.slow
def test_what_is_no_text_of_a_ruleset_is_no_news(watch: RulesetWatch, folder: Path, qtbot: QtBot) -> None:
    """An editor's own files, a file that is only read or written as it was."""
    file = folder / HOUSE / "ruleset.toml"
    with qtbot.assertNotEmitted(watch.changed, wait=NEVER):
        (folder / HOUSE / "notes.txt").write_text("mine", encoding="utf-8")
        (folder / HOUSE / "ruleset.toml~").write_text("old", encoding="utf-8")
        file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_never_comes_to_rest_is_looked_at_all_the_same(
    watch: RulesetWatch, folder: Path, qtbot: QtBot
) -> None:
    """A program that writes all the time does not hide what it writes."""
    writer = QTimer(watch)
    writer.timeout.connect(lambda: _edited(folder))
    with qtbot.waitSignal(watch.changed, timeout=SOON):
        writer.start(50)
    writer.stop()
    qtbot.wait(NEVER)


@pytest.mark.slow
def test_nothing_is_watched_before_it_begins_or_after_it_stops(folder: Path, qtbot: QtBot) -> None:
    """The start of the program costs nothing."""
    watch = RulesetWatch(folder)
    assert watch._watcher is None
    with qtbot.assertNotEmitted(watch.changed, wait=NEVER):
        _edited(folder)
    watch.begin()
    watch.stop()
    with qtbot.assertNotEmitted(watch.changed, wait=NEVER):
        _edited(folder)


@pytest.mark.slow
def test_the_start_loads_nothing_of_it() -> None:
    """What a window needs that is only shown is all that is imported before it is painted."""
    late = (
        "desktop.rulesets.watch", "desktop.rulesets.offer", "desktop.rulesets.cards",
        "desktop.rulesets.editor", "desktop.rulesets.list_dialog", "rulesets.scenarios.play",
        "pydantic", "tomllib",
    )  # fmt: skip
    asked = f"import sys, desktop.app; print([name for name in {late!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
