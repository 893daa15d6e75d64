"""How the window shares its room out: at the first start, on a small screen, and when it starts again."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QByteArray, QRect, QRectF
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from desktop.files.samples import samples, shipped
from desktop.list.columns import Kind
from desktop.list.delegates.budget import place_tokens
from desktop.list.delegates.chips import place_chips
from desktop.list.delegates.row import inner
from desktop.list.looks import widest_name
from desktop.main.layout import USUAL_SIZE, log_height, packed, restore_place
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from desktop.theme import metrics_of
from rulesets.table import commands as cmd
from tests.desktop.fights import start
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
def test_six_lines_of_the_log_are_whole_in_every_sample_also_while_everybody_declares(hands: Hands) -> None:
    """Beside a board of declarations there were 4.5 lines: it was taken for twice as high as it is."""
    window, few, boards = hands.window, [], 0
    for sample in samples():
        window.files.open(shipped(sample.name))
        window.services.bridge.dispatch(cmd.Start())
        for size in (SMALL, (1280, 720)):
            window.resize(*size)
            hands.settle()
            table, log = window.table, window.log.list
            boards += window.board.isVisible()
            lines = log.viewport().height() / log.verticalHeader().defaultSectionSize()
            rows = table.viewport().height() / table.rowHeight(0)
            few += [(sample.name, size, lines, rows)] if lines < 6 or rows < 4 else []
    assert few == []
    assert boards > 2


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


def _shown_effects(window: MainWindow, who: str) -> list[str]:
    """What can be read in the column of effects in somebody's row."""
    table = window.table
    at = [column.kind for column in table.initiative.columns].index(Kind.EFFECTS)
    row = table.initiative.row_of(who)
    box = inner(QRectF(table.visualRect(table.initiative.index(row, at))), metrics_of(table.font()))
    chips = table.initiative.value_at(row).effects
    return [placed.text for placed in place_chips(chips, box, metrics_of(table.font()), lines=2)]


@pytest.mark.slow
def test_effects_and_tokens_are_read_in_large_text_in_a_small_window(hands: Hands) -> None:
    """At 16 points "+2" stood in the place of both effects, and "+3" in that of all tokens but one."""
    window = hands.window
    window.resize(*SMALL)
    window.do("text-size:16")
    window.files.open(shipped("ambush-at-docking-bay-94"))
    start(window.services.bridge)
    for name in ("Aid another", "Prone in mud"):
        window.services.bridge.dispatch(cmd.BeginEffect(on="sergeant", name=name, rounds=2))
    hands.settle()
    first, second = _shown_effects(window, "sergeant")
    assert first.startswith("Aid")
    assert second.startswith("Pro")
    assert first.endswith("2r")
    assert second.endswith("2r")
    table, metrics = window.table, metrics_of(window.table.font())
    at = [column.kind for column in table.initiative.columns].index(Kind.BUDGET)
    cell = inner(QRectF(table.visualRect(table.initiative.index(1, at))), metrics)
    tokens = table.initiative.value_at(table.initiative.row_of("sergeant")).tokens
    assert [one.token for one in place_tokens(tokens, cell, metrics)] == list(tokens)
    window.do("text-size:0")


@pytest.mark.slow
def test_a_long_name_has_the_room_of_effects_that_nobody_has(hands: Hands) -> None:
    window, name = hands.window, "Grand Inquisitor Talas of Mordennar"
    window.resize(1440, 900)
    window.files.open(shipped("ambush-at-docking-bay-94"))
    window.services.bridge.dispatch(cmd.Describe(who="sergeant", changes={"name": name}))
    hands.settle()
    table = window.table
    kinds = [column.kind for column in table.initiative.columns]
    assert table.columnWidth(kinds.index(Kind.COMBATANT)) >= widest_name([name], table.font())
    before = [table.columnWidth(at) for at in range(len(kinds))]
    bridge = window.services.bridge
    bridge.dispatch(cmd.BeginEffect(on="sergeant", name="Blinded by the sand", rounds=2))
    hands.settle()
    assert _shown_effects(window, "sergeant") == ["Blinded by the sand 2r"]
    assert [table.columnWidth(at) for at in range(len(kinds))] == before, "it has room as they stand"
    for effect in ("Choked by the sand", "Buried in the sand"):
        bridge.dispatch(cmd.BeginEffect(on="sergeant", name=effect, rounds=2))
    hands.settle()
    with_effect = [table.columnWidth(at) for at in range(len(kinds))]
    assert with_effect != before
    for _ in range(3):
        bridge.undo()
    hands.settle()
    assert [table.columnWidth(at) for at in range(len(kinds))] == with_effect, "nothing goes back and forth"


@pytest.mark.slow
@pytest.mark.parametrize("width", [1024, 1440])
def test_the_first_effect_moves_no_column_where_it_has_room(hands: Hands, width: int) -> None:
    """Names, tokens and numbers slid to the left for a chip for which its column was wide enough."""
    window = hands.window
    window.resize(width, 700)
    window.files.open(shipped("toll-at-the-reed-ford"))
    bridge, table = window.services.bridge, window.table
    assert bridge.dispatch(cmd.Start()) is not None
    hands.settle()
    before = [table.columnWidth(at) for at in range(table.initiative.columnCount())]
    who = next(iter(bridge.state.combatants))
    for name in ("Prone", "Bleeding badly"):
        assert bridge.dispatch(cmd.BeginEffect(on=who, name=name, rounds=2)) is not None
        hands.settle()
        assert [table.columnWidth(at) for at in range(len(before))] == before, name
    assert any(text.startswith("Bleeding badly") for text in _shown_effects(window, who))


def _packed_on(window: MainWindow, wide: int, frame: QRect, *, maximized: bool = False) -> str:
    """What Qt would have packed of a window that was left so on a screen of that width."""
    sides = (frame.left(), frame.top(), frame.right(), frame.bottom())
    known = struct.pack(">IHH4i4ii??i", 0x1D9D0CB, 3, 0, *sides, *sides, 0, maximized, False, wide)
    return packed(QByteArray(known + struct.pack(">4i", *sides)))


@pytest.mark.slow
def test_left_on_a_small_screen_it_takes_its_share_of_a_large_one(window: MainWindow) -> None:
    """It came back as small as Qt lets a window be: Qt takes back no geometry of a screen so different."""
    room = window.screen().availableGeometry().size()
    kept = _packed_on(window, room.width() // 2, QRect(20, 20, room.width() * 4 // 10, 400))
    window.resize(640, 420)
    restore_place(window, kept)
    assert window.width() >= min(room.width() * 7 // 10, USUAL_SIZE.width())
    assert window.screen().availableGeometry().contains(window.geometry())
    restore_place(window, _packed_on(window, room.width() // 2, QRect(0, 0, 300, 300), maximized=True))
    assert window.isMaximized()


@pytest.mark.slow
@pytest.mark.parametrize("top", [-300, -40, 3000])
def test_left_off_the_screen_it_comes_back_with_its_title_in_reach(window: MainWindow, top: int) -> None:
    window.showNormal()
    room = window.screen().availableGeometry()
    restore_place(window, _packed_on(window, room.width(), QRect(20, top, 700, 500)))
    assert room.top() <= window.frameGeometry().top() < room.bottom() - 100


@pytest.mark.slow
def test_left_on_this_screen_it_is_as_it_was(window: MainWindow, hands: Hands) -> None:
    window.resize(700, 500)
    hands.settle()
    kept = packed(window.saveGeometry())
    window.resize(760, 600)
    restore_place(window, kept)
    assert window.size().toTuple() == (700, 500)
    for broken in ("", "x", packed(QByteArray(b"\x01\xd9\xd0\xcb" + b"\xff" * 80))):
        restore_place(window, broken)


@pytest.mark.slow
def test_the_log_gives_way_before_a_board_leaves_the_list_two_rows(hands: Hands) -> None:
    """While declarations were made at 1024×640 the log had seven lines and the list two rows."""
    window = hands.window
    window.resize(*SMALL)
    window.do("text-size:12")
    window.do("sample:the-cold-store")
    hands.settle()
    high = window.log.height()
    window.services.bridge.dispatch(cmd.Start())
    hands.until(lambda: window.table.viewport().height() >= 3.5 * window.table.rowHeight(0), "four rows")
    assert window.board.isVisible()
    assert window.log.list.viewport().height() >= window.log.list.verticalHeader().defaultSectionSize()
    while window.board.isVisible():
        for who in window.board.who:
            window.services.bridge.dispatch(cmd.Declare(who=(who,), name="hesitate"))
        hands.settle()
    hands.until(lambda: window.log.height() == high, "the log to be as it was")
    window.do("text-size:0")
