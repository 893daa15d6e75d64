"""The initiative list: menu, selection, sight and looks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from desktop.list.columns import Column, Kind
from desktop.list.delegates.budget import place_tokens
from desktop.list.delegates.row import RowDelegate, fitted, inner
from desktop.list.delegates.track import place_pips
from desktop.list.looks import Measured, spans, widths
from desktop.list.view import COMING, InitiativeList
from desktop.theme import dark_theme, light_theme, metrics_of
from desktop.widgets.roles import Role
from desktop.widgets.style import apply_theme
from rulesets.reading.loader import load
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules
from tests.desktop.list.shown_list import Shown, fight, show
from tests.desktop.list.tables import PEOPLE, SAGA, begun, crowd, do, gathered, opened

__all__ = ["fight"]

# -- menu, selection, sight ------------------------------------------------------------------------


def menu_of(shown: Shown) -> list[str]:
    """Object names of what the context menu offers for the selection."""
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(shown.view.viewport(), event)
    menu = shown.view.findChild(QMenu)
    assert menu is not None
    names = [action.objectName() for action in menu.actions() if action.objectName()]
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return names


def test_the_menu_offers_what_makes_sense(fight: Shown) -> None:
    fight.view.select("vex")
    names = menu_of(fight)
    assert {"delay", "ready", "react", "damage", "heal", "defeat", "disable", "remove"} <= set(names)
    assert not {"resume", "trigger", "restore", "up"} & set(names)
    do(fight.bridge, cmd.Delay(who="vex"), cmd.Defeat(who="dock"))
    assert "resume" in menu_of(fight)
    fight.view.select("dock")
    assert {"restore", "remove"} <= set(menu_of(fight))


def test_the_menu_before_the_start(qtbot: QtBot) -> None:
    shown = show(qtbot, gathered())
    shown.view.select("vex")
    names = menu_of(shown)
    assert {"up", "down", "remove", "add"} <= set(names)
    assert not {"delay", "primary", "ready"} & set(names)
    do(shown.bridge, *(cmd.Leave(who=person["id"]) for person in PEOPLE))
    assert menu_of(shown) == ["dice", "add", "wave", "find", "paste-people"]


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("defeat", cmd.Defeat(who="dock")),
        ("disable", cmd.Disable(who="dock")),
        ("remove", cmd.Leave(who="dock")),
    ],
)
def test_the_menu_dispatches_what_needs_no_further_word(
    fight: Shown, name: str, command: cmd.Command
) -> None:
    fight.view.select("dock")
    fight.view.keys.by_name[name].trigger()
    assert fight.bridge.log[-1].command == command
    fight.bridge.undo()
    assert fight.view.initiative.row_of("dock") == 6


def test_who_is_looked_at_is_told(fight: Shown) -> None:
    fight.view.select("deel")
    assert (fight.current[-1], fight.view.current()) == ("deel", "deel")
    fight.hand.press("dock")
    fight.hand.release(fight.hand.at("dock"))
    assert fight.current[-1] == "dock"
    fight.view.select("nobody")
    assert fight.view.current() == "dock"
    fight.bridge.open(load(SAGA))
    assert fight.current[-1] == ""


def test_the_selection_stays_with_its_combatant(fight: Shown) -> None:
    fight.view.select("vex")
    do(fight.bridge, cmd.Delay(who="vex", after="dock"))
    assert fight.view.selected_ids() == ["vex"]
    do(fight.bridge, cmd.Leave(who="sgt"))
    assert fight.view.selected_ids() == ["vex"]


@pytest.mark.slow
def test_whoever_acts_is_kept_in_sight(qtbot: QtBot) -> None:
    shown = show(qtbot, crowd(40))
    for _ in range(39):
        do(shown.bridge, cmd.EndTurn())
    active = shown.view.visualRect(shown.view.initiative.index(39, 0))
    assert shown.view.viewport().rect().contains(active.center())
    do(shown.bridge, cmd.EndTurn())
    assert shown.view.verticalScrollBar().value() == 0


@pytest.mark.parametrize(("height", "most"), [(100, 20), (420, 5)])
def test_whoever_comes_next_is_in_sight_too_and_the_list_seldom_moves(
    qtbot: QtBot, height: int, most: int
) -> None:
    """It went on by one row each turn, with the turn in its last one."""
    shown = show(qtbot, crowd(20))
    view = shown.view
    view.resize(900, height)
    bar, room = view.verticalScrollBar(), view.viewport().rect()
    moves, at = 0, bar.value()
    for row in range(1, 20):
        do(shown.bridge, cmd.EndTurn())
        coming = min(row + COMING, 19) if height > 200 else row
        for seen in (row, coming):
            assert room.contains(view.visualRect(view.initiative.index(seen, 0)).center()), (row, seen)
        moves += bar.value() != at
        at = bar.value()
    assert 0 < moves <= most


def test_no_row_slides_away_under_a_mouse_that_is_about_to_click(qtbot: QtBot) -> None:
    """Twice the wrong one was healed: the list moved up when the turn advanced."""
    shown = show(qtbot, crowd(20))
    view = shown.view
    view.resize(900, 300)
    bar, room = view.verticalScrollBar(), view.viewport().rect()
    while view.visualRect(view.initiative.index(COMING + 1, 0)).bottom() < room.bottom() - view.rowHeight(0):
        do(shown.bridge, cmd.EndTurn())
        if bar.value() or shown.bridge.state.walk.active == shown.ids()[8]:
            break
    at, point = bar.value(), QPoint(150, 60)
    there = view.indexAt(point).row()
    for _ in range(6):
        QTest.mouseMove(view.viewport(), point)
        shown.hand.move(point)
        do(shown.bridge, cmd.EndTurn())
        view.select(shown.bridge.state.walk.active)
    assert bar.value() == at
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert view.current() == shown.ids()[there]
    shown.hand.move(point)
    do(shown.bridge, cmd.EndTurn())
    assert bar.value() == at
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    active = view.visualRect(view.initiative.index(view.initiative.row_of(shown.bridge.state.walk.active), 0))
    assert room.contains(active.center())
    assert bar.value() != at


def test_a_menu_that_nothing_was_chosen_in_changes_nobodys_keys(fight: Shown) -> None:
    """A right click and Escape: the keys were for somebody else afterwards."""
    fight.view.select("vex")
    automatic = fight.view.picked
    for chosen in (False, True):
        place = fight.hand.at("dock")
        QTest.mousePress(fight.view.viewport(), Qt.MouseButton.RightButton, pos=place)
        where = fight.view.viewport().mapToGlobal(place)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
        QApplication.sendEvent(fight.view.viewport(), event)
        QTest.mouseRelease(fight.view.viewport(), Qt.MouseButton.RightButton, pos=place)
        assert fight.view.selected_ids() == ["dock"]
        menu = fight.view.findChild(QMenu)
        assert menu is not None
        if chosen:
            menu.setActiveAction(next(one for one in menu.actions() if one.objectName() == "defeat"))
            QTest.keyClick(menu, Qt.Key.Key_Return)
        else:
            QTest.keyClick(menu, Qt.Key.Key_Escape)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert fight.view.selected_ids() == (["dock"] if chosen else ["vex"])
        assert chosen or fight.view.picked == automatic
    assert fight.bridge.state.combatants["dock"].out == "defeated"


@pytest.mark.parametrize("points", [9, 14, 18])
def test_the_menu_of_a_row_is_not_higher_than_a_small_screen(
    fight: Shown, qapp: QApplication, points: int
) -> None:
    """At 14 points it was 910 pixels high at 1024x640: groups are menus of their own where that is needed."""
    before = qapp.font()
    font = QFont(before)
    font.setPointSizeF(points)
    qapp.setFont(font)
    try:
        menu = fight.view.keys.menu(fight.view.situation(), fight.view, 640)
        assert menu.sizeHint().height() <= 640
        names = {one.objectName() for one in menu.findChildren(QAction) if one.objectName()}
        names |= {one.objectName() for inner in menu.findChildren(QMenu) for one in inner.actions()}
        names |= {one.objectName() for one in menu.actions()}
        assert {"delay", "ready", "react", "damage", "heal", "defeat", "remove", "card", "find"} <= names
        assert ("damage" in {one.objectName() for one in menu.actions()}) is True
        menu.deleteLater()
    finally:
        qapp.setFont(before)


# -- looks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [330, 480, 700, 1024, 1440, 3000])
@pytest.mark.parametrize("points", [9, 24])
def test_there_is_never_anything_to_scroll_sideways(qtbot: QtBot, width: int, points: float) -> None:
    bridge, texts = begun()
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    font = view.font()
    font.setPointSizeF(points)
    view.setFont(font)
    view.resize(width, 600)
    with qtbot.waitExposed(view):
        view.show()
    columns = range(view.initiative.columnCount())
    assert sum(view.columnWidth(column) for column in columns) == view.viewport().width()
    assert min(view.columnWidth(column) for column in columns) > 10
    assert view.rowHeight(0) >= view.fontMetrics().height() * 2


def test_at_a_window_of_1024_names_and_tokens_have_room(qtbot: QtBot) -> None:
    shown = show(qtbot, begun(), (1024 - 300, 500))
    kinds = [column.kind for column in shown.view.initiative.columns]
    em = shown.view.fontMetrics().height()
    assert shown.view.columnWidth(kinds.index(Kind.COMBATANT)) >= em * 8
    needs = spans(shown.view.initiative.columns, shown.bridge.viewer, shown.view.font())
    assert shown.view.columnWidth(kinds.index(Kind.BUDGET)) >= needs[kinds.index(Kind.BUDGET)].least
    assert sum(widths(needs, 1)) == 1


def test_names_give_way_before_numbers_get_smaller(qapp: QApplication) -> None:
    """At 18 points in 1024 pixels counts of fifth edition were half their size, beside long names."""
    viewer, font = Viewer(load("dnd5e")), QFont()
    font.setPointSizeF(18)
    kinds = (Kind.COUNT, Kind.COMBATANT, Kind.BUDGET, Kind.HEALTH, Kind.TRACK, Kind.EFFECTS)
    columns = [Column(kind, "") for kind in (*kinds, "stat:ac")]
    needs = spans(columns, viewer, font, Measured(name=400))
    found = widths(needs, round(sum(need.bare for need in needs) * 0.85))
    for need, width in zip(needs, found, strict=True):
        assert width >= need.bare - 1 or not need.firm
    assert found[1] < needs[1].bare


@pytest.mark.parametrize("points", [9, 14, 18, 24])
def test_a_number_is_made_to_fit_and_never_cut_short(qapp: QApplication, points: float) -> None:
    """Small letters are wider than in proportion: at 14 points "12" stood there as "1…"."""
    font = QFont()
    font.setPointSizeF(points)
    for text in ("12", "120/120", "3D+1"):
        whole = QFontMetricsF(font).horizontalAdvance(text)
        for part in (0.98, 0.9, 0.7, 0.5, 0.3):
            assert QFontMetricsF(fitted(font, text, whole * part)).horizontalAdvance(text) <= whole * part
        assert fitted(font, text, whole) == font


def test_no_room_is_kept_for_tokens_that_nobody_is_shown(qapp: QApplication) -> None:
    """What counts announced acts is told by these."""
    counting, bare = Viewer(load("moon-swing")), Viewer(Rules(id="bare"))
    assert counting.rules.pools
    budget = [Column(Kind.BUDGET, "Actions left")]
    assert spans(budget, counting, QFont()) == spans(budget, bare, QFont())


def test_other_rulesets_get_other_columns(fight: Shown) -> None:
    rules = load(SAGA)
    fight.bridge.open(replace(rules, pipelines={}, main_track="", tracks={}))
    do(fight.bridge, *(cmd.Add(combatant=dict(person)) for person in PEOPLE))
    header = fight.view.initiative.headerData
    labels = [header(number, Qt.Orientation.Horizontal) for number in range(4)]
    assert labels == ["Count", "Combatant", "Actions left", "Effects"]
    assert not fight.view.grab().isNull()


def test_an_empty_list_says_what_to_do(qtbot: QtBot) -> None:
    empty, closed = show(qtbot, opened()), opened()
    closed[0].close()
    nothing = show(qtbot, closed)
    assert empty.view.grab().toImage() != nothing.view.grab().toImage()


@pytest.mark.slow
def test_light_and_dark_follow_the_palette(qtbot: QtBot, qapp: QApplication) -> None:
    shown = show(qtbot, begun())
    pictures = []
    try:
        for scheme, theme in (("light", light_theme()), ("dark", dark_theme())):
            assert apply_theme(qapp, scheme) == theme  # type: ignore[arg-type]
            qtbot.waitUntil(lambda base=theme.base: shown.view.palette().base().color() == base)
            picture = shown.view.grab().toImage()
            below = QPoint(picture.width() // 2, picture.height() - 4)
            assert picture.pixelColor(below) == theme.base
            pictures.append(picture)
        assert pictures[0] != pictures[1]
    finally:
        apply_theme(qapp, "system")


# -- double clicks ---------------------------------------------------------------------------------


def spot(fight: Shown, who: str, kind: Kind, number: int) -> QPoint:
    """The middle of a row's token or step."""
    view = fight.view
    column = next(n for n, c in enumerate(view.initiative.columns) if c.kind == kind)
    index = view.initiative.index(view.initiative.row_of(who), column)
    row, rect, metrics = index.data(Role.ROW), QRectF(view.visualRect(index)), metrics_of(view.font())
    if kind == Kind.BUDGET:
        return place_tokens(row.tokens, inner(rect, metrics), metrics)[number].rect.center().toPoint()
    return place_pips(row.pips.steps, rect, metrics)[number].center().toPoint()


def test_a_double_click_spends_a_token_and_one_click_does_not(fight: Shown, qtbot: QtBot) -> None:
    viewport, steps = fight.view.viewport(), fight.bridge.cursor
    move = spot(fight, "vex", Kind.BUDGET, 1)
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=move)
    assert fight.bridge.cursor == steps
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=move)
    assert fight.bridge.log[-1].command == cmd.Act(who="vex", cost="move")
    assert fight.bridge.cursor == steps + 1
    reaction = spot(fight, "vex", Kind.BUDGET, 3)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=reaction)
    assert fight.wanted[-1:] == ["react"] or fight.bridge.log[-1].command == cmd.React(who="vex")


def test_a_double_click_on_a_step_goes_there(fight: Shown, qtbot: QtBot) -> None:
    viewport = fight.view.viewport()
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot(fight, "k77", Kind.TRACK, 2))
    assert fight.bridge.log[-1].command == cmd.MoveTrack(who="k77", by=2)
    steps = fight.bridge.cursor
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot(fight, "k77", Kind.TRACK, 2))
    assert fight.bridge.cursor == steps
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=spot(fight, "k77", Kind.TRACK, 1))
    assert fight.bridge.log[-1].command == cmd.MoveTrack(who="k77", by=-1)
    fight.bridge.undo()
    assert fight.bridge.cursor == steps


def test_the_tool_tips_say_what_a_double_click_does(fight: Shown) -> None:
    told = {}
    for number, column in enumerate(fight.view.initiative.columns):
        told[column.kind] = fight.view.initiative.index(0, number).data(Qt.ItemDataRole.ToolTipRole)
    assert "Double click: spend one" in told[Kind.BUDGET]
    assert "Double click on a step" in told[Kind.TRACK]


def test_a_long_label_takes_two_lines(fight: Shown, qtbot: QtBot) -> None:
    """“Condition track” is not cut short where its column is narrow."""
    header = fight.view.horizontalHeader()
    fight.view.resize(1400, 480)
    qtbot.waitUntil(lambda: header.height() == header.sizeHint().height())
    wide = header.height()
    fight.view.resize(480, 480)
    qtbot.waitUntil(lambda: header.height() > wide)


def test_rows_look_as_their_delegates_paint_them(fight: Shown) -> None:
    """They are copied from pictures of whole rows: one that is selected, acts or was another has its own."""
    view = fight.view
    for step in (None, cmd.EndTurn(), cmd.EndTurn()):
        if step is not None:
            do(fight.bridge, step)
        view.select(view.initiative.combatant_at(1))
        seen = view.viewport().grab().toImage()
        expected = QImage(seen.size(), QImage.Format.Format_RGB32)
        expected.fill(view.palette().base().color())
        with QPainter(expected) as painter:
            option = QStyleOptionViewItem()
            view.initViewItemOption(option)
            for row in range(view.initiative.rowCount()):
                for column in range(view.initiative.columnCount()):
                    index = view.initiative.index(row, column)
                    option.rect = view.visualRect(index)
                    option.state &= ~QStyle.StateFlag.State_Selected
                    if view.selectionModel().isSelected(index):
                        option.state |= QStyle.StateFlag.State_Selected
                    view.itemDelegateForIndex(index).paint(painter, option, index)
        assert seen.convertToFormat(QImage.Format.Format_RGB32) == expected


def test_only_the_rows_that_are_others_now_are_painted(fight: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    view, painted = fight.view, []
    plain = RowDelegate.paint_value
    view.viewport().grab()

    def noting(self, painter, option, row, *more):
        painted.append(row.id)
        plain(self, painter, option, row, *more)

    monkeypatch.setattr(RowDelegate, "paint_value", noting)
    view.viewport().grab()
    assert not painted, "copied"
    before = view.initiative.rows
    do(fight.bridge, cmd.EndTurn())
    view.viewport().grab()
    changed = {row.id for row, was in zip(view.initiative.rows, before, strict=True) if row != was}
    assert set(painted) <= changed | set(view.selected_ids())
    assert painted
