"""How the window shares its room out: at the first start, on a small screen, and when it starts again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from desktop.files.samples import samples, shipped
from desktop.main.layout import log_height
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from desktop.theme import metrics_of
from tests.desktop.many import Windows
from tests.hands.keys_and_mouse import Hands

SMALL, KAISER = (1024, 640), "the-mill-race"


def panel_is_whole(window: MainWindow) -> bool:
    """Nothing of the panel is cut off, by the window or by its own edge."""
    area = window.inspector._area
    right = window.inspector.mapTo(window, window.inspector.rect().bottomRight())
    return area.horizontalScrollBar().maximum() == 0 and window.rect().contains(right)


@pytest.fixture
def again(paths: Paths, qtbot: QtBot) -> Iterator[Callable[..., Hands]]:
    """Plays in a window, quits, starts again, and goes on with the fight from the start page."""

    def start_again(change: Callable[[MainWindow], object]) -> Hands:
        before = Windows(paths, qtbot)
        window = before.begin()
        Hands(window).settle()
        window.files.open(shipped(KAISER))
        change(window)
        Hands(window).settle()
        before.end()
        after = Windows(paths, qtbot)
        made.append(after)
        hands = Hands(after.begin())
        hands.settle()
        hands.click(hands.window.start_page.first)
        hands.settle()
        return hands

    made: list[Windows] = []
    yield start_again
    for one in made:
        one.end()


@pytest.mark.slow
def test_a_maximised_window_that_starts_again_has_its_panel_and_its_log(again) -> None:
    """The start page is in front at first: what is behind it has no size yet that means anything."""
    hands = again(MainWindow.showMaximized)
    window = hands.window
    assert window.isMaximized()
    assert panel_is_whole(window)
    assert window.inspector.width() >= 240
    assert window.log.height() == log_height(window.fontMetrics())


@pytest.mark.slow
def test_what_was_moved_by_hand_is_so_when_it_starts_again(again) -> None:
    sizes: list[list[int]] = []

    def move(window: MainWindow) -> None:
        window.resize(780, 640)
        Hands(window).settle()
        for splitter, by in ((window.inspector.parentWidget(), -60), (window.log.parentWidget(), -50)):
            assert isinstance(splitter, QSplitter)
            splitter.moveSplitter(splitter.sizes()[0] + by, 1)
            splitter.splitterMoved.emit(splitter.sizes()[0], 1)  # as the mouse does
            sizes.append(splitter.sizes())

    window = again(move).window
    assert [window.inspector.parentWidget().sizes(), window.log.parentWidget().sizes()] == sizes


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (1440, 900)])
def test_eight_rows_and_six_lines_of_the_log_are_whole(hands: Hands, size: tuple[int, int]) -> None:
    """On a small screen rows stand closer; a title bar's height is left for the desktop."""
    window = hands.window
    window.resize(size[0], size[1] - 20)
    window.files.open(shipped("ambush-at-docking-bay-94"))
    hands.settle()
    table, log = window.table, window.log.list
    assert table.viewport().height() >= 8 * table.rowHeight(0)
    assert log.viewport().height() >= 6 * log.verticalHeader().defaultSectionSize()
    usual = metrics_of(table.font())
    assert table.rowHeight(0) == (usual.low_row_height if size == SMALL else usual.row_height)


@pytest.mark.slow
def test_a_new_window_fits_its_screen(windows: Windows) -> None:
    window = windows.begin()
    assert window.screen().availableGeometry().contains(window.frameGeometry())


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.name for one in samples()])
def test_nothing_of_the_panel_is_cut_off_on_a_small_screen(hands: Hands, name: str) -> None:
    window = hands.window
    window.resize(*SMALL)
    window.files.open(shipped(name))
    hands.settle()
    for who in window.services.bridge.state.combatants:
        window.table.select(who)
        hands.settle()
        assert panel_is_whole(window), who
