"""A window as it is on the first start, and hands to play in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app import services
from desktop.app_services import AppServices
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from desktop.widgets.style import apply_theme
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def program(qapp, tmp_path: Path) -> Iterator[AppServices]:
    """The program without a window."""
    built = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    yield built
    built.campaigns.stop()
    built.keeper.stop()
    built.encounters.close()


@pytest.fixture
def hands(qtbot: QtBot, qapp, program: AppServices) -> Hands:
    """Hands in a window as it is on the first start."""
    apply_theme(qapp, "dark")
    shown = MainWindow(program)
    qtbot.addWidget(shown)
    shown.resize(1440, 900)
    with qtbot.waitExposed(shown):
        shown.show()
    return Hands(shown)
