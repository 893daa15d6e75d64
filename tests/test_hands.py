"""What the hands leave behind: a demonstration, and a picture of every screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from rulesets.reading.loader import shipped

ROOT = Path(__file__).parents[1]


def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Let the hands play to the end, with ``variables`` set in its environment."""
    command = [sys.executable, "-m", "tests.hands", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.slow
def test_the_demonstration_leaves_a_picture_and_a_pdf(tmp_path: Path) -> None:
    """It says in plain sentences what it did and where the files are, away from the user's folders."""
    out, own = tmp_path / "out", Path(os.environ["XDG_DATA_HOME"]) / "Turnwright"
    before = set(own.rglob("*"))
    done = run("demo", out)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[-2].endswith(str(out / "turnwright.png"))
    assert lines[-1].endswith(str(out / "turnwright.pdf"))
    assert all(line[0].isupper() for line in lines)
    assert (out / "turnwright.png").stat().st_size > 20_000
    assert (out / "turnwright.pdf").read_bytes().startswith(b"%PDF")
    assert set(own.rglob("*")) == before


@pytest.mark.slow
def test_every_screen_is_reached_in_every_look(tmp_path: Path) -> None:
    """Light and dark, small and large; the paths are printed."""
    done = run("shots", tmp_path)
    assert done.returncode == 0, done.stderr
    names = [Path(line).name for line in done.stdout.splitlines()]
    assert sorted(names) == sorted(path.name for path in tmp_path.glob("*.png"))
    looks = {"-".join(name.split("-")[:2]) for name in names}
    assert looks == {f"{scheme}-{size}" for scheme in ("dark", "light") for size in ("1024x640", "1440x900")}
    taken = [{name.removeprefix(f"{look}-") for name in names if name.startswith(look)} for look in looks]
    assert all(one == taken[0] for one in taken)
    assert len(taken[0]) * len(looks) == len(names)


@pytest.mark.slow
def test_every_system_is_reached_at_twice_the_size(tmp_path: Path) -> None:
    """The same moments of whatever ships, named after the ruleset."""
    told = ROOT / "tests" / "desktop" / "stories"
    done = run("shots", tmp_path, "--stories", told, QT_SCALE_FACTOR="2")
    assert done.returncode == 0, done.stderr
    names = [Path(line).name for line in done.stdout.splitlines()]
    assert all(name.startswith("light-1024x640-at-200-") for name in names)
    for ruleset in shipped():
        taken = {name.split(f"{ruleset}-")[1][3:] for name in names if f"-{ruleset}-" in name}
        assert {"before-the-fight.png", "mid-round.png", "damage-sheet.png", "log.png"} <= taken
        assert {"start.png", "initiative.png"} & taken, "somewhere initiative is asked for"
    assert QImage(str(tmp_path / names[0])).size() == QSize(2048, 1280)
