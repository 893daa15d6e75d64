"""From 9 to 24 pt nothing is cut off: rows are as high as what stands in them, columns as wide.

What is too long for its column ends in an ellipsis or goes to a second line; it never runs out of its cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import services
from desktop.app_services import AppServices
from desktop.declare.board import DeclareBoard
from desktop.list.columns import Kind
from desktop.list.view import InitiativeList
from desktop.main.top_bar import TopBar
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from rulesets.table import commands as cmd
from tests.desktop.fights import begun, under_way
from tests.desktop.painted.writing import Written, writing
from tests.desktop.stories.telling import open_story, story
from tests.hands.keys_and_mouse import Hands
from tests.hands.scenario import ByHand

SIZES = (QSize(1024, 640), QSize(1440, 900))
POINTS = (9, 12, 14, 18, 24)
ROOM_FOR = 12
"""Size up to which a small window has room for the whole board of declarations, too."""


@pytest.fixture
def program(app: QApplication, readable: None, tmp_path: Path) -> Iterator[AppServices]:
    built = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    yield built
    built.keeper.stop()
    built.encounters.close()


@pytest.fixture(params=POINTS)
def hands(qtbot: QtBot, app: QApplication, program: AppServices, request: pytest.FixtureRequest) -> Hands:
    app.setFont(QFont("DejaVu Sans", request.param))
    shown = MainWindow(program)
    qtbot.addWidget(shown)
    shown.resize(SIZES[-1])
    with qtbot.waitExposed(shown):
        shown.show()
    return Hands(shown)


def looks(hands: Hands) -> Iterator[str]:
    """Bring the window to each size; yield which."""
    for size in SIZES:
        hands.window.resize(size)
        hands.settle()
        assert hands.window.size() == size
        yield f"{size.width()}x{size.height()} at {hands.window.font().pointSize()} pt"


def _ink(text: Written) -> QRectF:
    """Where a text has ink."""
    return QFontMetricsF(text.font).tightBoundingRect(text.text).translated(text.at)


def run_out(table: InitiativeList) -> list[str]:
    """Texts that are not wholly inside the cell that they begin in."""
    found = []
    for text in writing(table.viewport()):
        box = _ink(text)
        index = table.indexAt(box.center().toPoint())
        cell = QRectF(table.visualRect(index)).adjusted(-0.5, -0.5, 0.5, 0.5)
        if not index.isValid() or not cell.contains(box):
            found.append(f"{text.text}: {box.getRect()} in {cell.getRect()}")
    return found


def cut_off(part: QWidget) -> list[str]:
    """Labels and buttons that have less room than their words, or are not wholly to be seen."""
    found = []
    for widget in part.findChildren(QWidget):
        if not isinstance(widget, QLabel | QAbstractButton) or not widget.isVisible() or not widget.text():
            continue
        need = widget.minimumSizeHint() if isinstance(widget, QLabel) else widget.sizeHint()
        if isinstance(widget, QLabel) and widget.wordWrap():
            need = QSize(0, widget.heightForWidth(widget.width()))
        seen = widget.visibleRegion().boundingRect()
        if need.width() > widget.width() or need.height() > widget.height() or seen != widget.rect():
            found.append(
                f"{widget.text()}: {need.toTuple()} in {widget.size().toTuple()}, seen {seen.getRect()}"
            )
    return found


@pytest.mark.slow
def test_a_fight_in_all_sizes(hands: Hands) -> None:
    begun(hands)
    bar = hands.window.findChild(TopBar)
    for at in looks(hands):
        assert not run_out(hands.window.table), at
        assert not cut_off(bar), at


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moon-swing", "kaiser"])
def test_declarations_in_all_sizes(hands: Hands, ruleset: str, tmp_path: Path) -> None:
    """A small window has no room for board, list and log in the largest sizes: there the board is pressed."""
    case = story(ruleset)
    open_story(hands.window.services.encounters, ruleset, case, tmp_path / "story.turnwright")
    hands.settle()
    player = ByHand(hands)
    for step in case["steps"][:5]:
        player.play(step)
    bar, board = hands.window.findChild(TopBar), hands.window.findChild(DeclareBoard)
    for at in looks(hands):
        assert not run_out(hands.window.table), at
        roomy = hands.window.width() > SIZES[0].width()
        if roomy or hands.window.font().pointSize() <= ROOM_FOR:
            assert not cut_off(bar), at
            assert not cut_off(board), at


@pytest.mark.slow
def test_the_board_leaves_the_list_its_room(hands: Hands, tmp_path: Path) -> None:
    """What is said of all stands beside the name where there is room."""
    open_story(hands.window.services.encounters, "moon-swing", story("moon-swing"), tmp_path / "s.turnwright")
    hands.settle()
    ByHand(hands).play(story("moon-swing")["steps"][0])
    board = hands.window.findChild(DeclareBoard)
    for at in looks(hands):
        title, facts, _ = board.words
        places = {label.text(): label.geometry() for label in board.findChildren(QLabel)}
        points, roomy = hands.window.font().pointSize(), hands.window.width() > SIZES[0].width()
        if points == POINTS[0] or (roomy and points <= ROOM_FOR):
            assert places[facts].left() > places[title].right(), at


@pytest.mark.slow
def test_temporary_points_never_go_where_their_column_is_narrow(hands: Hands) -> None:
    """At 14 points and 1440×900 they went as soon as somebody had an effect."""
    under_way(hands)
    bridge, window = hands.window.services.bridge, hands.window
    assert bridge.dispatch(cmd.SetNumbers(who="lug", stats={"temp_hp": 10}))
    for name in ("prone", "suppressed"):
        assert bridge.dispatch(cmd.BeginEffect(on="lug", name=name))
    for at in looks(hands):
        index = window.table.initiative.index(window.table.initiative.row_of("lug"), 1)
        window.table.scrollTo(index)
        line, texts = window.table.visualRect(index), writing(window.table.viewport())
        said = [one.text for one in texts if line.top() < one.at.y() < line.bottom()]
        assert "+10" in said, (at, said)
        assert not run_out(window.table), at


@pytest.mark.slow
def test_a_column_has_one_size_and_reasons_are_whole(hands: Hands, tmp_path: Path) -> None:
    """Moon Swing: "3D" was large, "3D+2" small, "Per 2D+1" smaller; "Throwing 3D -…" said nothing."""
    case = story("moon-swing")
    open_story(hands.window.services.encounters, "moon-swing", case, tmp_path / "story.turnwright")
    hands.settle()
    player, table, reasons = ByHand(hands), hands.window.table, set()
    kinds = [column.kind for column in table.initiative.columns]
    count, throw = kinds.index(Kind.COUNT), kinds.index(Kind.ROLL)
    for step in (None, *case["steps"][:8]):
        if step is not None:
            player.play(step)
        for size in SIZES:
            hands.window.resize(size)
            hands.settle()
            sizes: dict[tuple[int, int], set[float]] = {}
            rows = table.initiative.rows
            for text in writing(table.viewport()):
                index = table.indexAt(_ink(text).center().toPoint())
                if index.column() not in (count, throw):
                    continue
                said = rows[index.row()].says(Kind.ROLL)
                below = said is not None and text.text in said.under and text.text != said.text
                small = below if index.column() == throw else text.text != rows[index.row()].count
                sizes.setdefault((index.column(), small), set()).add(text.font.pointSizeF())
                reasons |= {text.text} if index.column() == throw and small else set()
                assert "…" not in text.text, (size, text.text)
            assert [few for few in sizes.values() if len(few) > 1] == [], (size, sizes)
    assert reasons or hands.window.font().pointSize() > ROOM_FOR
