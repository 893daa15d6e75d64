"""Settings survive damage, and a disk that takes none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.process.settings import Settings
from desktop.process.settings_store import MOST_RECENT, SettingsStore, read
from rulesets.seen.facts import Facts


def test_what_is_changed_is_there_next_time(tmp_path: Path) -> None:
    """All of it, in one file that people can read."""
    store = SettingsStore(tmp_path / "deep" / "settings.json")
    store.change(theme="dark", splitters={"left": "AAAA"}, show_log=False)
    store.opened(tmp_path / "one.turnwright")
    again = SettingsStore(tmp_path / "deep" / "settings.json")
    assert again.now == store.now
    assert again.now.last_encounter == str(tmp_path / "one.turnwright")
    assert json.loads((tmp_path / "deep" / "settings.json").read_text())["theme"] == "dark"
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["settings.json"]


@pytest.mark.slow
def test_the_last_file_is_the_first_of_the_recent_ones(tmp_path: Path) -> None:
    """Each stands there once, and not more of them than fit a menu."""
    store = SettingsStore(tmp_path / "settings.json")
    for number in [*range(15), 3]:
        store.opened(Path(f"/fights/{number}.turnwright"))
    assert store.now.recent[:2] == ("/fights/3.turnwright", "/fights/14.turnwright")
    assert len(store.now.recent) == MOST_RECENT == len(set(store.now.recent))
    store.forget(Path("/fights/3.turnwright"))
    assert store.now.last_encounter == ""
    assert store.now.recent[0] == "/fights/14.turnwright"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("", Settings()),
        ("[]", Settings()),
        ('{"theme": "Dark", "recent": [1, 2], "geometry": 5}', Settings(theme="dark")),
        ('{"show_log": "maybe", "theme": "pink", "last_encounter": "/a"}', Settings(last_encounter="/a")),
        ('{"theme": "dark", "from": "a later version"}', Settings(theme="dark")),
        ('{"theme": "dark"', Settings()),
        (
            '{"facts": {"points": "nothing", "order": 3, "later": 1, "notes": false}}',
            Settings(facts=Facts(points="nothing", notes=False)),
        ),
        ("\x00" * 5000, Settings()),
        ("[" * 100_000, Settings()),
        ('"' + "x" * 2_000_000 + '"', Settings()),
    ],
)
def test_a_damaged_file_keeps_what_makes_sense(tmp_path: Path, written: str, kept: Settings) -> None:
    """Every setting is judged by itself."""
    path = tmp_path / "settings.json"
    path.write_text(written)
    assert read(path) == kept


def test_settings_that_cannot_be_written_are_not_an_error(tmp_path: Path) -> None:
    """A file stands where the folder should be: that holds for root, too."""
    (tmp_path / "config").write_text("in the way")
    store = SettingsStore(tmp_path / "config" / "settings.json")
    store.change(theme="light")
    assert store.now.theme == "light"
    assert store.failure is not None
    assert (tmp_path / "config").read_text() == "in the way"


@pytest.mark.slow
def test_sound_settings_need_no_pydantic(tmp_path: Path) -> None:
    """Reading them is part of every start."""
    path = tmp_path / "settings.json"
    SettingsStore(path).change(theme="dark")
    code = (
        "import sys; from pathlib import Path; from desktop.process.settings_store import read;"
        f"print(read(Path({str(path)!r})).theme, 'pydantic' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["dark", "False"]
