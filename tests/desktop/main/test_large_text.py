"""Every window fits the screen that it is on: 18 points at 1024×640, 24 at 1920×1080."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFormLayout,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from desktop.actions.rows import PAD
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.commands.table import COMMANDS
from desktop.paper.print_dialog import PrintDialog
from desktop.rolls.model import Column
from desktop.rolls.start_dialog import StartDialog
from desktop.theme import scaled
from desktop.widgets.citations import in_sight
from desktop.widgets.text_size import apply_text_size
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow
ASKING = (
    *("new", "add", "damage", "effect", "delay", "ready", "react", "attack", "count", "belongs", "columns"),
    *("options", "bring-back", "keys", "bind-keys", "about", "formula", "print", "export", "rulesets"),
    *("show-parties", "wave", "heal", "share", "dice", "about-fight", "export-people", "mend"),
    *("rename", "known", "card", "keep-prepared", "blocks", "campaign-new", "players-facts"),
    *("send-away", "keep-party"),
)
"""Commands that open a window of their own."""
ELSEWHERE = {
    **dict.fromkeys(
        ("open", "open-window", "rules-on-disk", "copy", "import", "campaign-open", "players-picture"),
        "asks for a file in the system's own window",
    ),
    **dict.fromkeys(("find", "find-log", "palette"), "lies in the window and takes its width"),
    "note": "leads to a field of the panel",
    "interrupt": "asks for two totals, of who waited and who acts: nobody waits here",
    "leave-out": "is the window of 'mend' for a line that others build on",
    "bring-in-rolled": "is the window of rolls, which 'count' and a start show, too",
    "effect-note": "asks for one line",
    "declare": "leads to the board, which has tests of its own below",
    "trigger": "is made as 'ready' is, for whoever has readied something",
    "ending": "comes after the fight: tests/desktop/main/test_end_page.py",
    "carry-over": "is a table and needs a party: it scrolls",
}
"""Commands with … that open no window of their own in this fight, and why not."""


def test_every_command_that_asks_is_tried_in_large_letters_or_there_is_a_reason() -> None:
    tried = set(ASKING)
    assert tried <= set(COMMANDS)
    assert {ident for ident, command in COMMANDS.items() if command.asks} - tried == set(ELSEWHERE)


@pytest.fixture(params=[(QSize(1024, 640), 18), (QSize(1920, 1080), 24)], ids=["1024x640", "1920x1080"])
def large(hands: Hands, qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Hands]:
    """A fight in large letters."""
    font = QFont(QApplication.font())
    size, points = request.param
    under_way(hands)
    hands.window.resize(size)
    apply_text_size(qapp, points)
    hands.settle()
    yield hands
    apply_text_size(qapp, 0)
    qapp.setFont(font)


def labels_under_fields(dialog: QDialog) -> list[str]:
    """The labels over which the field beside them stands."""
    found = []
    for form in dialog.findChildren(QFormLayout):
        for row in range(form.rowCount()):
            label, field = (
                form.itemAt(row, role)
                for role in (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)
            )
            words = label.widget() if label is not None else None
            if isinstance(words, QLabel) and words.isVisible() and words.text() and field is not None:
                wanted = words.x() + words.sizeHint().width()
                found += [words.text()] if wanted > field.geometry().left() else []
    return found


def test_list_log_and_panel_have_the_room_they_need(large: Hands) -> None:
    window = large.window
    table, panel = window.table, window.inspector
    assert table.viewport().height() >= table.rowHeight(0)
    lines = window.log.list
    assert lines.viewport().height() >= 2 * lines.verticalHeader().defaultSectionSize()
    inner = panel._area.widget()
    assert inner.minimumSizeHint().width() <= panel._area.viewport().width()
    assert table.columnWidth(1) > 8 * window.fontMetrics().height()
    right = panel.mapTo(window, panel.rect().bottomRight())
    assert window.rect().contains(right)


def test_every_dialog_can_be_as_small_as_the_screen(large: Hands) -> None:
    """What does not fit is scrolled; buttons are always to be seen, and every label beside its field."""
    room = large.window.size()
    over, silent = [], []
    for ident in ASKING:
        large.menu(ident)
        if not large.asked():
            silent.append(ident)
            continue
        dialog = large.dialog()
        least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
        if least.width() > room.width() or least.height() > room.height() - 40:
            over.append((ident, least.toTuple()))
        over += [(ident, said) for said in labels_under_fields(dialog)]
        large.leave()
    assert over == []
    assert silent == []


def test_all_numbers_of_a_newcomer_stay_on_the_screen(large: Hands) -> None:
    """The window went 150 pixels beyond the edge at 14 points, and its buttons with it."""
    large.menu("add")
    dialog = large.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    assert dialog._scrolled is not None
    if large.window.width() > 1024:
        assert dialog._scrolled.verticalScrollBar().maximum() == 0, "closed it is seen whole"
    large.click(dialog.more.heading)
    large.settle()
    room, screen = large.window.size(), dialog.screen().availableGeometry()
    assert dialog.minimumSizeHint().height() <= room.height() - 40
    assert dialog.height() <= max(screen.height(), room.height())
    assert dialog._scrolled.horizontalScrollBar().maximum() == 0, "nothing is cut off at the side"
    assert dialog.rect().contains(dialog.ok.geometry().translated(dialog.buttons.pos()))
    large.leave()


def test_another_line_begins_with_its_name_in_sight(large: Hands) -> None:
    """The form stayed scrolled down: the next name was typed out of sight."""
    large.menu("add")
    dialog = large.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    assert dialog._scrolled is not None
    large.type(dialog.name, "Orc")
    large.click(dialog.more.heading)
    large.settle()
    bar = dialog._scrolled.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    dialog.put_down()
    large.settle()
    assert dialog.name.hasFocus()
    assert dialog.name.visibleRegion().boundingRect() == dialog.name.rect()
    large.leave()


@pytest.mark.slow
def test_a_menu_longer_than_the_screen_scrolls_in_one_column(hands: Hands) -> None:
    """At 18 points the menu of combatants stood in two columns, beyond the edge of the window."""
    window = hands.window
    window.do("sample")
    window.do("text-size:18")
    hands.settle()
    window.table.select("sarlane")
    context = window.table._actions.menu(window.table.situation(), window.table)
    for menu in (window.actions_.menus["combatant"], context):
        menu.popup(window.mapToGlobal(QPoint(20, 20)))
        hands.settle()
        entries = [one for one in menu.actions() if one.isVisible()]
        assert len({menu.actionGeometry(one).x() for one in entries}) == 1
        assert menu.height() <= window.screen().availableGeometry().height()
        menu.hide()
    window.do("text-size:0")


@pytest.mark.slow
@pytest.mark.parametrize("points", [14, 18])
def test_every_menu_is_whole_on_a_low_screen(hands: Hands, qapp: QApplication, points: int) -> None:
    """At 14 points the menu of combatants was longer than a screen of 640: its end was not seen."""
    under_way(hands)
    apply_text_size(qapp, points)
    for ident, menu in hands.window.actions_.menus.items():
        menu.aboutToShow.emit()
        assert menu.sizeHint().height() <= 640, ident
        assert menu.sizeHint().width() <= 1024, ident


@pytest.mark.slow
def test_names_are_whole_where_initiative_is_rolled_as_long_as_numbers_have_room(hands: Hands) -> None:
    """At 18 points both stormtroopers were "Stormtroope…", beside room for eleven digits."""
    window = hands.window
    window.do("text-size:18")
    window.do("sample")
    hands.settle()
    window.do("primary")
    dialog = hands.dialog()
    assert isinstance(dialog, StartDialog)
    dialog.resize(1000, 600)
    hands.settle()
    table = dialog.table
    names = [str(table.model().index(row, Column.NAME).data()) for row in range(table.model().rowCount())]
    needed = max(map(table.fontMetrics().horizontalAdvance, names))
    assert table.columnWidth(Column.NAME) > needed
    for column in (Column.ROLL, Column.TIE):
        assert table.columnWidth(column) >= table.horizontalHeader().sectionSizeHint(column)
    dialog.reject()
    window.do("text-size:0")


@pytest.mark.slow
def test_the_print_window_grows_with_its_text(hands: Hands) -> None:
    window = hands.window
    window.resize(1440, 900)
    window.do("sample")
    window.do("text-size:16")
    hands.settle()
    window.do("print")
    dialog = hands.dialog()
    assert dialog.width() > 1200
    assert dialog.preview.width() > dialog.width() / 2
    dialog.reject()
    window.do("text-size:0")


@pytest.mark.slow
@pytest.mark.parametrize("points", [14, 18])
def test_a_board_has_the_room_of_the_log_where_it_needs_all_there_is(hands: Hands, points: int) -> None:
    """At 18 points and 1024×640 its second row of fields was out of sight, two lines of the log were not.

    At 14 the list had half a row above these.
    """
    window = hands.window
    window.resize(1024, 640)
    window.do(f"text-size:{points}")
    window.do("sample:the-cold-store")
    window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    board, log = window.board, window.log
    hands.until(lambda: log.visibleRegion().isEmpty(), "the log to give way")
    assert board.fields.height() >= 3 * window.fontMetrics().height()
    assert window.table.viewport().height() >= window.table.rowHeight(0)
    while board.isVisible():
        for who in board.who:
            window.services.bridge.dispatch(cmd.Declare(who=(who,), name="hesitate"))
        hands.settle()
    hands.until(lambda: log.height() >= log.minimumHeight() and not log.visibleRegion().isEmpty(), "the log")
    window.do("text-size:0")


@pytest.mark.slow
def test_a_reason_above_what_cannot_be_done_is_whole_or_says_that_it_goes_on(hands: Hands) -> None:
    """At 18 points it broke off in the midst: "Go on to"."""
    window = hands.window
    window.resize(1024, 640)
    window.do("text-size:18")
    window.do("sample:the-cold-store")
    window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    rows = window.inspector.action_list.rows
    row = rows.offer(rows.model().index(0, 0))
    assert row is not None
    measured = rows.itemDelegate().measured(row, rows.font())
    assert measured.heading == f"Not now: {in_sight(row.heading)}"
    assert row.heading.startswith("That kind of action is not taken")
    small = QFontMetrics(scaled(rows.font(), 0.9))
    room = QRect(0, 0, rows.room - 2 * PAD, 9999)
    wrapped = small.boundingRect(room, int(Qt.TextFlag.TextWordWrap), measured.heading)
    assert measured.above >= wrapped.height()
    long = " ".join([row.heading] * 5)
    cut = rows.itemDelegate().measured(replace(row, heading=long), rows.font())
    assert cut.heading.endswith(" …")
    assert f"Not now: {in_sight(long)}".startswith(cut.heading[:-2])
    window.do("text-size:0")


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "points"), [("the-mill-race", 14), ("the-cold-store", 18)])
def test_a_board_prints_nothing_over_its_fields_and_leaves_the_list_a_row(
    hands: Hands, sample: str, points: int
) -> None:
    """At 14 points what a declaration comes to stood on its last field; the list had half a row.

    What is said below the fields is cut short before the list loses its rows, and then the fields scroll.
    """
    window = hands.window
    window.resize(1024, 640)
    window.do(f"text-size:{points}")
    window.do(f"sample:{sample}")
    window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    board = window.board
    area = board._area
    assert area is not None
    if board.name.count() > 1:
        board.name.setCurrentIndex(board.name.findData("attack"))
    hands.settle()
    parts = [board._head, area, board._told, board.declare]
    placed = [QRect(one.mapTo(board, QPoint()), one.size()) for one in parts]
    over = [(a, b) for a, b in combinations(placed, 2) if a.intersects(b)]
    assert over == []
    assert all(board.rect().contains(one) for one in placed)
    fields = [
        one for one in board.fields.findChildren(QWidget) if one.parent() is board.fields and one.isVisible()
    ]
    assert len(fields) > 3
    assert all(board.fields.rect().contains(one.geometry()) for one in fields)
    first = board.fields.first()
    board.begin()
    assert first is not None
    assert not first.visibleRegion().isEmpty()
    if points == 14:
        assert window.table.viewport().height() >= 3 * window.table.rowHeight(0)
        reason = board._reason
        assert reason.text().startswith(reason.shown[:-2])
        assert reason.shown.endswith(" …")
        assert reason.fontMetrics().horizontalAdvance(reason.shown) > reason.width(), "two lines are left"
        window.resize(1600, 1000)
        hands.until(lambda: reason.shown == reason.text(), "all of it where there is room")
        hands.until(lambda: area.verticalScrollBar().maximum() == 0, "all fields")
    window.do("text-size:0")


@pytest.mark.parametrize("ruleset", ["ambush-at-docking-bay-94", "the-kiln-yard", "the-cold-store"])
def test_what_can_be_done_is_in_sight_in_large_text(hands: Hands, ruleset: str) -> None:
    """At 18 points and 1024×640 it stood below the fold, and the panel had to be moved to the side.

    Also of whoever has so much to spend that its tokens stand in three rows.
    """
    window = hands.window
    window.resize(1024, 640)
    window.do("text-size:18")
    window.do(f"sample:{ruleset}")
    bridge = window.services.bridge
    bridge.dispatch(cmd.Start())
    hands.settle()
    panel = window.inspector
    rows = panel.action_list.rows

    def seen() -> bool:
        room = rows.visibleRegion().boundingRect().height()
        return room >= 2 * window.fontMetrics().height() and not panel._later.isActive()

    acted = set()
    while bridge.state.walk.active and bridge.state.walk.active not in acted:
        hands.until(seen, f"an action that {bridge.state.walk.active} has, with what it costs")
        acted.add(bridge.state.walk.active)
        bridge.dispatch(cmd.EndTurn())
        hands.settle()
    assert panel._area.horizontalScrollBar().maximum() == 0
    assert panel.sections["sheet"].y() > panel.sections["actions"].y()
    window.do("text-size:0")
    window.resize(1440, 900)
    hands.until(lambda: panel.sections["sheet"].y() < panel.sections["actions"].y(), "the usual order")


@pytest.mark.slow
@pytest.mark.parametrize("points", [0, 14, 18])
def test_the_names_of_documents_are_read_in_full_where_one_prints(
    hands: Hands, qapp: QApplication, points: int
) -> None:
    """An evening: "Record (summary of the…"; and the window fits a low screen all the same."""
    under_way(hands)
    hands.window.resize(1024, 640)
    apply_text_size(qapp, points)
    hands.menu("print")
    dialog = hands.dialog()
    assert isinstance(dialog, PrintDialog)
    hands.settle()
    box, option = dialog.options.kind, QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box).width()
    names = [box.itemText(at) for at in range(box.count())]
    assert max(map(box.fontMetrics().horizontalAdvance, names)) <= room, names
    assert dialog.minimumSizeHint().width() <= 1024
    assert dialog.minimumSizeHint().height() <= 640
    hands.leave()
