"""Help > What's New, and the one message after an update."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import rulesets
from desktop.app import services
from desktop.help.news import News
from desktop.help.reader import NEWS, Reader
from desktop.main.window import MainWindow
from desktop.process.paths import Paths, resources
from desktop.process.settings_store import SettingsStore
from tests.hands.keys_and_mouse import Hands

ROOT = Path(__file__).parents[3]
CHANGES = (resources() / NEWS).read_text(encoding="utf-8")


def tell(window: MainWindow, seen: str, version: str) -> str:
    """Return what a window says in which ``version`` comes up after ``seen``."""
    store = window.services.settings
    store.note(seen_version=seen)
    News(store, window.feedback, lambda: None, version, window).tell()
    return window.messages.text


def test_the_version_stands_in_one_place_as_far_as_it_can() -> None:
    """Installers read pyproject.toml, the program its own; the newest changes are those of it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project.get("version", rulesets.__version__) == rulesets.__version__
    assert "version" in project or project["dynamic"] == ["version"]
    named = re.findall(r"^## (.+)$", CHANGES, re.MULTILINE)
    assert rulesets.__version__ in named[:2]


@pytest.mark.slow
def test_whats_new_is_read_in_the_reader(hands: Hands) -> None:
    """Beside the fight, open at the present version, with its themes as contents."""
    hands.menu("changelog")
    reader = hands.window.findChild(Reader)
    assert reader is not None
    assert reader.place[0] == NEWS
    assert reader.pages.tabText(reader.pages.currentIndex()) == "What's New"
    assert reader.browser.toPlainText().startswith(rulesets.__version__)
    assert "On paper and as files" in reader.browser.toPlainText()
    reader.close()


@pytest.mark.slow
def test_every_heading_is_reached(hands: Hands) -> None:
    """Two headings of the same words would lead to one place."""
    headings = re.findall(r"^#{2,} (.+)$", CHANGES, re.MULTILINE)
    assert len(headings) == len(set(headings))


@pytest.mark.slow
def test_after_an_update_it_is_said_once(hands: Hands) -> None:
    """With a button that leads there; the next start says nothing."""
    window = hands.window
    assert tell(window, "0.1.0", "0.2.0") == "Turnwright 0.2.0 is new here."
    assert window.messages.action.text() == "What's New"
    assert json.loads(window.services.paths.settings.read_text())["seen_version"] == "0.2.0"
    window.messages.clear()
    assert tell(window, window.services.settings.now.seen_version, "0.2.0") == ""


@pytest.mark.slow
def test_the_button_opens_what_is_new(hands: Hands) -> None:
    """In the reader."""
    window = hands.window
    window.services.settings.note(seen_version="0.0.1")
    window.news.tell()
    hands.click(window.messages.action)
    reader = window.findChild(Reader)
    assert reader is not None
    assert reader.place[0] == NEWS
    reader.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "version", "said"),
    [
        ("", "0.2.0", False),
        ("0.2.0", "0.1.9", False),
        ("0.9.0", "0.10.0", True),
        ("1.0", "1.0", False),
        ("rubbish", "0.1.0", True),
    ],
)
def test_when_it_is_said(hands: Hands, seen: str, version: str, said: bool) -> None:
    """Never on the first start, nor after going back to an older version; by numbers, not by letters."""
    assert bool(tell(hands.window, seen, version)) is said


@pytest.mark.slow
def test_what_is_said_already_goes_before(hands: Hands) -> None:
    """Then the news wait for the next start."""
    window = hands.window
    window.feedback.tell("Something more important.")
    assert tell(window, "0.1.0", "0.2.0") == "Something more important."
    assert window.services.settings.now.seen_version == "0.1.0"


@pytest.mark.slow
def test_the_first_start_is_remembered_with_the_next_change(hands: Hands, paths: Paths) -> None:
    """Nothing is written for it alone; settings from before there were versions are no update."""
    store = hands.window.services.settings
    assert store.now.seen_version == rulesets.__version__
    assert not paths.settings.exists()
    store.change(show_log=False)
    assert SettingsStore(paths.settings).now.seen_version == rulesets.__version__


def test_settings_that_are_not_kept_are_told_once(qtbot, qapp, tmp_path: Path) -> None:
    """Quietly, and not in place of something else."""
    (tmp_path / "config").write_text("in the way")
    built = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    window = MainWindow(built)
    qtbot.addWidget(window)
    window.feedback.tell("Something more important.")
    built.settings.change(theme="light")
    assert window.messages.text == "Something more important."
    window.messages.clear()
    built.settings.change(theme="dark")
    assert "The settings could not be kept" in window.messages.text
    assert window.messages.tone == "info"
    window.messages.clear()
    built.settings.change(theme="light")
    assert window.messages.text == ""
    built.tasks.stop()
    built.keeper.stop()
