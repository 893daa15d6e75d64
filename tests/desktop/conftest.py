"""The whole program in a folder of its own, offscreen; and a small fight without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.app import services
from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from desktop.main import program as main_program
from desktop.main.window import MainWindow
from desktop.process import memory
from desktop.process.paths import Paths
from desktop.widgets.style import apply_theme
from desktop.widgets.text_size import apply_text_size
from tests.desktop.many import Windows
from tests.desktop.small_fight import fight, table, watched
from tests.hands.keys_and_mouse import Hands

__all__ = ["fight", "table", "watched"]


@pytest.fixture(autouse=True, scope="session")
def nothing_set_aside() -> Iterator[None]:
    """Let no window look through all there is for garbage and set the rest aside once its encounter is open.

    A run of tests holds a hundred times what a program does: it was half the time of a test with windows.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (memory, main_program):
            patch.setattr(module, "set_aside", lambda: None)
        yield


class HoldingBot(QtBot):
    """Holds the widgets it is given until the test is over.

    Qt's own bot forgets them. A widget that a test function leaves behind is painted once more before it is
    closed, and if garbage is looked for in the midst of that, Python deletes the widget that is painted.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        """Hold nothing yet."""
        super().__init__(request)
        self.held: list[QWidget] = []

    def addWidget(self, widget: QWidget, **options: Any) -> None:
        """Close ``widget`` when the test is over, and not before."""
        self.held.append(widget)
        super().addWidget(widget, **options)


@pytest.fixture
def qtbot(qapp, request: pytest.FixtureRequest) -> QtBot:
    """Plays keys and mouse, and holds widgets."""
    return HoldingBot(request)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of a user who has never started the program."""
    return Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache")


@pytest.fixture
def program(qapp, paths: Paths) -> Iterator[AppServices]:
    """The program without a window."""
    built = services(paths)
    yield built
    built.campaigns.stop()
    built.keeper.stop()
    built.tasks.stop()
    built.encounters.close()
    apply_text_size(qapp, 0)  # a test that fails half-way leaves its large letters to nobody


@pytest.fixture
def window(qtbot: QtBot, qapp, program: AppServices) -> MainWindow:
    """The window as it is on the first start."""
    apply_theme(qapp, "dark")
    shown = MainWindow(program)
    qtbot.addWidget(shown)
    shown.resize(1180, 760)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.activateWindow()
    return shown


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Hands in a new window."""
    return Hands(window)


@pytest.fixture
def windows(qapp, qtbot: QtBot, paths: Paths) -> Iterator[Windows]:
    """The program before its first window."""
    apply_theme(qapp, "dark")
    made = Windows(paths, qtbot)
    yield made
    made.end()


@pytest.fixture
def files(paths: Paths, tmp_path: Path) -> tuple[Path, Path]:
    """Two encounters, kept and closed."""
    built = services(paths)
    made = []
    for name in ("one", "two"):
        made.append(tmp_path / f"{name}.turnwright")
        sample = read_sample(shipped())
        built.encounters.new(name, sample.ruleset, sample.options, sample.commands, made[-1])
    built.encounters.close()
    built.keeper.stop()
    return made[0], made[1]
