"""What is made where: what plays the standalone programs is never among what is given away."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

import dev
from devtools import building, display
from devtools.console import ROOT, DevError


def test_what_plays_a_program_lies_elsewhere_in_its_place() -> None:
    for program in (building.folder_program(), building.single_file("0.1.0")):
        hands = building.hands_of(program)
        assert not hands.is_relative_to(building.DIST)
        assert hands.parent.relative_to(building.HANDS) == program.parent.relative_to(building.DIST)
        assert hands.name == f"hands{building.EXE}"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """What is given away and what is played, alike but for the programs themselves."""
    monkeypatch.setattr(building, "DIST", tmp_path / "dist")
    monkeypatch.setattr(building, "HANDS", tmp_path / "hands")
    made = (tmp_path / "dist" / "turnwright", tmp_path / "hands" / "turnwright")
    for folder in made:
        (folder / "_internal").mkdir(parents=True)
        (folder / "_internal" / "libQt6Gui.so.6").write_bytes(b"Qt")
    (made[0] / f"{building.NAME}{building.EXE}").write_bytes(b"program")
    (made[1] / f"{building.HANDS_NAME}{building.EXE}").write_bytes(b"hands")
    (made[1] / "_internal" / "QtTest.abi3.so").write_bytes(b"keys")
    return made


def test_hands_have_all_that_is_given_away(folders: tuple[Path, Path]) -> None:
    programs = {f"{building.NAME}{building.EXE}"}
    assert set(building.unlike(*folders)) == programs
    building.see_that_hands_play_what_is_given_away()


@pytest.mark.parametrize("spoil", [Path.unlink, lambda file: file.write_bytes(b"Xt")])
def test_hands_that_would_play_something_else_are_told(folders: tuple[Path, Path], spoil) -> None:
    spoil(folders[1] / "_internal" / "libQt6Gui.so.6")
    with pytest.raises(DevError, match=r"libQt6Gui\.so\.6"):
        building.see_that_hands_play_what_is_given_away()


@pytest.mark.parametrize("hands", [False, True])
def test_hands_are_made_only_when_they_are_asked_for(
    hands: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frozen: list[tuple[str, ...]] = []
    for name in ("DIST", "HANDS", "BARE"):
        monkeypatch.setattr(building, name, tmp_path / name)
    (tmp_path / "HANDS").mkdir()
    (tmp_path / "HANDS" / "left behind").touch()
    monkeypatch.setattr(building, "ROOT", tmp_path)
    monkeypatch.setattr(building, "version", lambda: "0.1.0")
    monkeypatch.setattr(building, "draw_icons", lambda python: None)
    monkeypatch.setattr(building, "size", lambda path: 1)
    monkeypatch.setattr(building, "freeze", lambda python, spec, out, *words: frozen.append(words))
    monkeypatch.setattr(building, "see_that_hands_play_what_is_given_away", lambda: None)
    building.build(Path("python"), hands=hands)
    assert frozen == [(building.WITH_HANDS,) if hands else (), ()]
    assert not (tmp_path / "HANDS" / "left behind").exists()


def test_neither_wheel_nor_source_ships_tests() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert set(told["targets"]["wheel"]["packages"]) == {"rulesets", "desktop", "resources"}
    assert "/tests" in told["targets"]["sdist"]["exclude"]


def test_without_a_display_the_hands_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """dev.py run: what cannot be shown is left as files."""
    ran: list[list[str]] = []

    def spawn(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(dev, "spawn", spawn)
    monkeypatch.setattr(dev, "prepare", lambda needs, purpose: Path("python"))
    monkeypatch.setattr(display, "has_display", lambda environ: False)
    assert dev.main(["run"]) == 0
    assert ran == [["python", "-m", "tests.hands", "demo", str(ROOT / "build" / "demo")]]
