"""Nothing in the window moves under the mouse: side panel, message bar, log."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QCursor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.actions.budget_view import LOW_ROWS
from desktop.attack.dialog import AttackDialog
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.belonging import noticing
from desktop.damage.dialog import DamageDialog
from desktop.declare.react_dialog import ReactDialog
from desktop.files.samples import read_sample, shipped
from desktop.inspector.effect_dialog import EffectDialog
from desktop.main.window import MainWindow
from desktop.messages.feedback import SOON_OLD
from desktop.widgets.dialogs import fit
from desktop.widgets.fields import NumberField
from desktop.widgets.section import Section
from desktop.widgets.text_size import apply_text_size
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.desktop.fights import start
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def fight(hands: Hands, qtbot: QtBot) -> MainWindow:
    """The sample fight in a small window."""
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    hands.window.resize(QSize(1024, 640))
    settled(hands.window, qtbot)
    return hands.window


def settled(window: MainWindow, qtbot: QtBot) -> None:
    """Let the side panel come up to date, and everything be laid out."""
    qtbot.waitUntil(lambda: not window.inspector._later.isActive())
    qtbot.waitUntil(lambda: not window._foot._later.isActive())
    for _ in range(5):  # one layout after the other, from the inside out
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def places(window: MainWindow, *widgets: QWidget) -> list[tuple[int, int]]:
    """Top and height of widgets in the window."""
    return [(widget.mapTo(window, QPoint(0, 0)).y(), widget.height()) for widget in widgets]


@pytest.mark.slow
def test_a_round_moves_nothing_in_the_side_panel(fight: MainWindow, qtbot: QtBot) -> None:
    """What the one who needs the most room has taken is kept: whoever comes next leaves what stands below."""
    panel, bridge = fight.inspector, fight.services.bridge
    parts = (panel.sheet, panel.action_list.filter, panel.action_list.button, panel.tracks)
    before = places(fight, *parts)  # from the first turn on, in the surprise round
    seen = set()
    for _ in range(16):
        bridge.dispatch(cmd.EndTurn())
        settled(fight, qtbot)
        seen.add(panel.shown)
        assert places(fight, *parts) == before
    assert len(seen) > 4


@pytest.mark.slow
def test_no_room_is_kept_for_what_is_said_before_the_start_alone(hands: Hands, qtbot: QtBot) -> None:
    """ "From the start" stood under each token: half of what was kept free was never needed again."""
    plays.open_sample(hands)
    window = hands.window
    bridge = window.services.bridge
    unaware = [who.id for who in bridge.state.combatants.values() if not who.aware]
    bridge.dispatch_all(noticing(bridge.state, unaware))  # a surprise round says more under its tokens
    window.resize(QSize(1440, 1000))
    settled(window, qtbot)
    waiting = window.inspector.budget.minimumHeight()
    start(window.services.bridge)
    settled(window, qtbot)
    assert window.inspector.budget.minimumHeight() < waiting


@pytest.mark.slow
def test_the_system_s_text_size_brings_back_the_heights(
    fight: MainWindow, hands: Hands, qtbot: QtBot
) -> None:
    """Ctrl++ three times and Ctrl+0: all stands where it stood."""
    settled(fight, qtbot)
    parts = (*fight.inspector.sections.values(), fight.table, fight.log, fight.top_bar, fight.status)
    before = places(fight, *parts)
    for keys in (*["Ctrl++"] * 3, "Ctrl+0"):
        fight.do("larger-text" if keys == "Ctrl++" else "usual-text")
        hands.settle()
        settled(fight, qtbot)
    qtbot.waitUntil(lambda: places(fight, *parts) == before)


@pytest.mark.slow
def test_another_fight_begins_with_heights_of_its_own(
    window: MainWindow, fight: MainWindow, qtbot: QtBot
) -> None:
    """What the budget of one ruleset needed is not kept free under the next."""
    fight.resize(1440, 1000)
    settled(fight, qtbot)
    high = fight.inspector.budget.minimumHeight()
    fight.do("sample:the-mill-race")
    settled(fight, qtbot)
    qtbot.waitUntil(lambda: fight.inspector.budget.minimumHeight() < high)


@pytest.mark.slow
def test_damage_can_be_entered_without_scrolling_in_a_small_window(fight: MainWindow) -> None:
    """At 1024×640 the Apply section stands in sight, with some actions below it."""
    area = fight.inspector._area
    top, height = places(fight, area.viewport())[0]
    for part in (fight.inspector.sheet, fight.inspector.action_list.filter):
        at, high = places(fight, part)[0]
        assert top <= at
        assert at + high <= top + height


@pytest.mark.slow
def test_a_full_budget_leaves_what_is_below_it_in_sight_in_a_small_window(
    window: MainWindow, fight: MainWindow, qtbot: QtBot
) -> None:
    """Fifth edition has six tokens, and more for a wyrm: half of the panel was kept free for those."""
    fight.do("sample:the-salt-stair")
    fight.services.bridge.dispatch(cmd.Start())
    settled(fight, qtbot)
    panel, seen = fight.inspector, set()
    for _ in range(8):
        fight.services.bridge.dispatch(cmd.EndTurn())
        settled(fight, qtbot)
        seen.add(panel.shown)
        bottom = max(tile.geometry().bottom() for tile in panel.budget.tiles)
        row = panel.budget.tiles[0].height() + 4
        kept = max(bottom + 2 * row, LOW_ROWS * row)  # attacks come with an action, and push what is behind
        assert panel.budget.height() - panel.fontMetrics().height() < kept
    assert len(seen) > 4
    fight.resize(1440, 1000)
    settled(fight, qtbot)
    assert panel.budget.minimumHeight() >= panel.budget.most > 0, "where there is room nothing moves"


@pytest.mark.slow
@pytest.mark.parametrize("height", [640, 800])
def test_a_message_takes_no_room_and_moves_nothing(fight: MainWindow, qtbot: QtBot, height: int) -> None:
    """List, panel and log stay as they are, to the line that is painted where the pointer may be."""
    fight.resize(1024, height)
    settled(fight, qtbot)
    parts = (fight.table, fight.inspector, fight.log, fight.log.list, fight.status)
    before, newest = places(fight, *parts), fight.log.list.visualRect(fight.log.model.now())
    fight.services.bridge.dispatch(cmd.Act(who="ioan", name="attack"))
    assert fight.messages.isVisible()
    settled(fight, qtbot)
    assert places(fight, *parts) == before
    assert fight.log.list.visualRect(fight.log.model.now()) == newest
    assert fight.messages.geometry().top() >= fight.status.geometry().top()
    assert fight.messages.geometry().bottom() == fight.height() - 1
    assert fight.messages.label.width() > fight.messages.width() // 2
    fight.services.bridge.dispatch(cmd.EndTurn())
    settled(fight, qtbot)
    assert not fight.messages.isVisible()


@pytest.mark.slow
def test_the_log_shows_six_lines_and_keeps_the_height_it_is_given(fight: MainWindow, qtbot: QtBot) -> None:
    rows = fight.log.list
    line = rows.verticalHeader().defaultSectionSize()
    assert rows.viewport().height() >= 6 * line
    fight._left.setSizes([200, 300])
    fight._left.splitterMoved.emit(200, 1)  # as the mouse does
    given = fight.log.height()
    fight.feedback.tell("Something that is told.")
    fight.resize(1024, 700)
    fight.resize(1024, 640)
    settled(fight, qtbot)
    fight._room.share()
    assert abs(fight.log.height() - given) <= 1


@pytest.mark.slow
def test_a_dialog_grows_towards_the_pointer_never_away_from_it(
    fight: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its buttons stay under the mouse that is about to press them."""
    react = ReactDialog(fight.services.bridge, fight.services.texts, "sarlane", fight)
    qtbot.addWidget(react)
    react.move(100, 300)
    with qtbot.waitExposed(react):
        react.show()
    foot = react.geometry().bottom()
    at = react.ok.mapToGlobal(react.ok.rect().center())
    monkeypatch.setattr(QCursor, "pos", lambda: at)
    fit(react, QSize(react.width(), react.height() + 60))
    assert abs(react.geometry().bottom() - foot) <= 1
    top = react.geometry().top()
    monkeypatch.setattr(QCursor, "pos", lambda: react.geometry().topLeft() + QPoint(20, 5))
    fit(react, QSize(react.width(), react.height() + 40))
    assert react.geometry().top() == top


@pytest.mark.slow
def test_a_long_name_in_the_panel_moves_nothing_below_it(hands: Hands) -> None:
    """The panel shifted by a line when somebody with a longer name was shown."""
    window, places = hands.window, set()
    window.resize(1024, 640)
    window.do("text-size:14")
    names = ("Ann", "Stormtrooper sergeant of the outer ring 1")
    people = tuple({"id": f"p{at}", "name": name, "side": f"s{at}"} for at, name in enumerate(names))
    window.services.encounters.new_from(Prepared("Ford", "saga-edition", {}, people))
    assert window.services.bridge.dispatch(cmd.Start(rolls={"p0": 20, "p1": 10}))
    for who in ("p0", "p1", "p0"):
        window.table.select(who)
        hands.settle()
        places.add(window.inspector.head.height())
    window.do("text-size:0")
    assert len(places) == 1


@pytest.mark.slow
def test_what_is_said_of_a_total_moves_no_field_of_the_attack(fight: MainWindow, qtbot: QtBot) -> None:
    """The window grew by a line with its hint, and all fields went down."""
    dialog = AttackDialog(fight.services.bridge, fight.services.texts, "sarlane", fight)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    settled(fight, qtbot)
    before = dialog.size(), dialog.roll.y()
    QTest.keyClicks(dialog.roll, "1")
    settled(fight, qtbot)
    assert dialog.about.text()
    assert (dialog.size(), dialog.roll.y()) == before


@pytest.mark.slow
def test_a_dialog_with_more_targets_keeps_its_width_and_stays_on_the_screen(
    fight: MainWindow, qtbot: QtBot
) -> None:
    """The window of an area slid off the right edge when a second was ticked, and from under the mouse."""
    dialog = DamageDialog(fight.services.bridge, fight.services.texts, "damage", ["sarlane"], fight)
    qtbot.addWidget(dialog)
    room = dialog.screen().availableGeometry()
    with qtbot.waitExposed(dialog):
        dialog.show()
    frame = dialog.frameGeometry()
    dialog.move(room.right() - frame.width(), room.bottom() - frame.height())
    before = dialog.width()
    for action in dialog._people.actions():
        action.setChecked(True)
    settled(fight, qtbot)
    assert dialog.width() == before
    assert room.contains(dialog.frameGeometry())


def test_on_the_start_page_a_message_moves_nothing(window: MainWindow, qtbot: QtBot) -> None:
    settled(window, qtbot)
    before = window.pages.geometry()
    window.feedback.tell("Something that is told.")
    settled(window, qtbot)
    assert window.pages.geometry() == before
    assert window.messages.geometry().bottom() == window.height() - 1


@pytest.mark.slow
def test_news_gets_old_and_trouble_does_not(fight: MainWindow) -> None:
    bridge = fight.services.bridge
    fight.feedback.tell("Something that is told.")
    for _ in range(SOON_OLD - 1):
        bridge.dispatch(cmd.EndTurn())
        assert fight.messages.text
    bridge.dispatch(cmd.EndTurn())
    assert not fight.messages.text
    for said in (lambda: fight.feedback.saved_file(Path("x.pdf")), lambda: fight.feedback.warn("Nothing.")):
        said()
        assert fight.messages.text
        bridge.dispatch(cmd.EndTurn())
        assert not fight.messages.text, "it covered the line of hints until it was clicked away"
    for trouble in (lambda: fight.feedback.read_only("x"), lambda: fight.feedback.trouble(OSError("full"))):
        trouble()
        for _ in range(SOON_OLD + 1):
            bridge.dispatch(cmd.EndTurn())
        assert fight.messages.text


@pytest.mark.slow
def test_redo_has_two_keys(hands: Hands, fight: MainWindow) -> None:
    """Ctrl+Shift+Z and Ctrl+Y; the menu shows the first."""
    bridge = fight.services.bridge
    shortcuts = [key.toString() for key in fight.actions_.by_id["redo"].shortcuts()]
    assert shortcuts == ["Ctrl+Shift+Z", "Ctrl+Y"]
    assert fight.actions_.by_id["redo"].shortcut() == QKeySequence("Ctrl+Shift+Z")
    steps = bridge.cursor
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.cursor == steps - 1
    hands.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert bridge.cursor == steps


@pytest.mark.slow
def test_what_is_due_moves_no_row_and_stands_in_one_line(hands: Hands, qtbot: QtBot) -> None:
    """The strip takes its room at the foot of the list; whoever is selected stays in sight."""
    window, bridge = hands.window, hands.window.services.bridge
    window.resize(1024, 640)
    people = [cmd.Add(combatant={"id": f"p{n}", "name": f"Sellsword {n}"}) for n in range(6)]
    dying = cmd.Add(combatant={"id": "bo", "name": "Bo of the Ford", "hp": -3, "max_hp": 8})
    rolls = {**{f"p{n}": 30 - 2 * n for n in range(6)}, "bo": 29}
    window.services.encounters.new("E", "srd35", commands=(dying, *people, cmd.Start(rolls=rolls)))
    settled(window, qtbot)
    table = window.table

    def rows() -> list[tuple[int, int]]:
        tops = (table.visualRect(table.initiative.index(row, 1)).topLeft() for row in range(4))
        return [(at.y(), at.x()) for at in (table.viewport().mapTo(window, top) for top in tops)]

    assert window.due.isHidden()
    before, log = rows(), places(window, window.log)
    assert bridge.dispatch(cmd.EndTurn()) is not None
    settled(window, qtbot)
    assert window.due.isVisible()
    assert (rows(), places(window, window.log)) == (before, log)
    assert window.due.mapTo(window, QPoint(0, 0)).y() >= table.mapTo(window, QPoint(0, table.height())).y()
    for line in window.due.lines:
        assert line.height() < 2 * line.buttons["shows"].height(), "in one line"
    window.do("undo")
    settled(window, qtbot)
    assert window.due.isHidden()
    assert rows() == before
    last = table.initiative.rowCount() - 1
    table.select(table.initiative.combatant_at(last))
    window.do("redo")
    settled(window, qtbot)
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex())), (
        "who is looked at is seen"
    )


# -- dialogs -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nobody_is_suggested_to_attack_itself(fight: MainWindow, qtbot: QtBot) -> None:
    """The active one attacks whoever is selected; if that is itself, somebody of another side."""
    bridge, texts = fight.services.bridge, fight.services.texts
    attack = AttackDialog(bridge, texts, "sarlane")
    qtbot.addWidget(attack)
    spent, recorded = attack.commands()
    made = {"who": "sarlane", "kind": "ranged", "using": "Heavy blaster rifle"}
    assert recorded == cmd.RecordAttack(target="sergeant", **made)
    assert isinstance(spent, cmd.Act)
    assert (spent.who, spent.name) == ("sarlane", "attack")
    assert attack.minimumWidth() >= attack.fontMetrics().horizontalAdvance(attack.windowTitle()) * 2
    chosen = AttackDialog(bridge, texts, "lug")
    qtbot.addWidget(chosen)
    assert chosen.commands()[-1] == replace(recorded, target="lug")
    chosen.target.setCurrentIndex(chosen.target.findData("sarlane"))
    assert not chosen.ok.isEnabled()
    assert "attacked" in chosen.reason


@pytest.mark.slow
def test_a_dialog_grows_with_what_it_says(fight: MainWindow, qtbot: QtBot) -> None:
    """A refusal takes no room from the hints; without it the dialog does not jump back."""
    react = ReactDialog(fight.services.bridge, fight.services.texts, "sarlane", fight)
    qtbot.addWidget(react)
    with qtbot.waitExposed(react):
        react.show()
    before = react.height()
    react.who.setCurrentIndex(react.who.findData("ioan"))
    assert react.reason
    assert react.height() > before
    assert react.height() >= react.layout().totalHeightForWidth(react.width())
    high = react.height()
    react.who.setCurrentIndex(react.who.findData("sarlane"))
    assert react.height() == high


@pytest.mark.slow
def test_tab_goes_through_the_fields_of_an_effect_as_they_stand(fight: MainWindow, qtbot: QtBot) -> None:
    effect = EffectDialog(fight.services.bridge, fight.services.texts, ["lug"], fight)
    qtbot.addWidget(effect)
    with qtbot.waitExposed(effect):
        effect.show()
    effect.rounds.setFocus()
    qtbot.keyClicks(effect.rounds, "3")
    for following in (effect.at_zero, effect.by):
        qtbot.keyClick(effect.focusWidget(), Qt.Key.Key_Tab)
        assert effect.focusWidget() is following


@pytest.mark.slow
def test_what_is_counted_for_the_first_time_moves_nothing(
    window: MainWindow, hands: Hands, qtbot: QtBot
) -> None:
    """Two evenings at the table: the first attack of a turn pushed the sheet and the list of actions down."""
    window.do("sample:toll-at-the-reed-ford")
    bridge, panel = window.services.bridge, window.inspector
    who = next(one.id for one in bridge.state.combatants.values() if one.kind == "pc" and one.aware)
    bridge.dispatch(cmd.Start(rolls={who: 60}))
    window.resize(QSize(1024, 640))
    hands.choose(who)
    settled(window, qtbot)
    before = places(window, panel.sheet, panel.action_list.filter, panel.action_list.rows)
    assert panel.budget.counted == ""
    assert bridge.dispatch(cmd.Act(who=who, name="attack_melee")) is not None
    settled(window, qtbot)
    assert "Single attacks this turn: 1" in panel.budget.counted
    assert places(window, panel.sheet, panel.action_list.filter, panel.action_list.rows) == before


@pytest.mark.slow
def test_room_that_a_declaration_took_is_kept_for_the_next(
    window: MainWindow, hands: Hands, qtbot: QtBot
) -> None:
    """Three acts take three lines; whoever declares next has them free, and the list stays where it is."""
    window.do("sample:the-cold-store")
    bridge, board = window.services.bridge, window.board
    sides = list(dict.fromkeys(one.side for one in bridge.state.combatants.values()))
    bridge.dispatch(cmd.Start(rolls={side: 5 + at for at, side in enumerate(sides)}))
    window.resize(QSize(1024, 640))
    settled(window, qtbot)
    low, first = places(window, window.table), list(board.who)
    number = next(field for field in board.findChildren(NumberField) if field.isVisible())
    hands.type(number, "3")
    settled(window, qtbot)
    high = places(window, window.table)
    assert high[0][0] > low[0][0]
    assert bridge.dispatch(cmd.Declare(who=tuple(first), fields={"actions": 1, "first": "fire"})) is not None
    settled(window, qtbot)
    assert board.who != first
    assert places(window, window.table) == high


@pytest.mark.slow
def test_lines_that_are_put_down_and_options_that_unfold_leave_what_is_pressed_where_it_is(
    fight: MainWindow, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Another line" went down by a line with each, and the options went up under the mouse."""
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    hands.type(dialog.name, "Imp")
    hands.settle()
    pressed = dialog.more_button.mapToGlobal(dialog.more_button.rect().center())
    monkeypatch.setattr(QCursor, "pos", lambda: pressed)
    before = dialog.geometry()
    hands.click(dialog.more_button)
    assert dialog.geometry() == before, "the room for lines was there"
    assert dialog.more_button.mapToGlobal(dialog.more_button.rect().center()) == pressed
    tops = []
    for name in ("Rat", "Dog", "Cat"):
        hands.type(dialog.name, name)
        dialog.more_button.click()
        hands.settle()
        tops.append((dialog.height(), dialog.more_button.y(), dialog.name.y()))
    assert len(dialog.lines.lines) == 4
    assert len(set(tops)) == 1, tops
    hands.leave()
    fight.do("new")
    new = hands.dialog()
    (options,) = (one for one in new.findChildren(Section) if one.isVisible())
    before = options.heading.mapTo(new, QPoint(0, 0))
    hands.click(options.heading)
    assert options.is_open
    assert options.heading.mapTo(new, QPoint(0, 0)) == before
    hands.leave()


@pytest.mark.slow
def test_the_first_effect_moves_no_column(fight: MainWindow, qtbot: QtBot) -> None:
    """Its column had next to no room before, and took it from all others under the mouse."""
    fight.resize(QSize(1440, 900))
    settled(fight, qtbot)
    table, bridge = fight.table, fight.services.bridge

    def columns() -> list[int]:
        return [table.columnViewportPosition(at) for at in range(table.model().columnCount())]

    before = columns()
    assert not bridge.state.effects
    assert bridge.dispatch(cmd.BeginEffect(on="deel", name="Suppressed", rounds=2)) is not None
    settled(fight, qtbot)
    assert columns() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the-cold-store", "the-mill-race", "the-kiln-yard"])
def test_whoever_is_looked_at_nothing_in_the_side_panel_moves(hands: Hands, qtbot: QtBot, name: str) -> None:
    """Who has hero points, or none, or attacks that are counted, shifted "Can do now" in a small window."""
    window, bridge = hands.window, hands.window.services.bridge
    window.do(f"sample:{name}")
    window.resize(QSize(1024, 640))
    bridge.dispatch(cmd.Start())
    panel = window.inspector
    parts, seen = (panel.sheet, panel.action_list.filter), set()
    for who in bridge.state.combatants:
        hands.choose(who)
        settled(window, qtbot)
        seen.add(tuple(places(window, *parts)))
    assert len(seen) == 1, seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size"), [("the-cold-store", 0), ("the-mill-race", 0), ("the-cold-store", 14)]
)
def test_whatever_is_declared_moves_no_row(hands: Hands, qtbot: QtBot, name: str, size: int) -> None:
    """The board grew with a longer name, with fields, and with what is said under them.

    In large letters by lines of its head and its words, of 3 to 23 pixels.
    """
    window, bridge = hands.window, hands.window.services.bridge
    window.do(f"text-size:{size}")
    window.do(f"sample:{name}")
    window.resize(QSize(1024, 640))
    bridge.dispatch(cmd.Start())
    board = window.board
    seen: set[object] = set()

    def look() -> None:
        seen.add(tuple(places(window, window.table, board)))

    for _ in range(4):
        assert board.isVisible()
        settled(window, qtbot)
        names = [board.name.itemText(at) for at in range(board.name.count())]
        if len(names) > 1:
            widest = max(map(board.name.fontMetrics().horizontalAdvance, names))
            assert widest < board.name.width(), "each is read whole"
        for at in range(board.name.count()):
            if board.name.itemData(at) is not None:
                board.name.setCurrentIndex(at)
                settled(window, qtbot)
                look()
        for line in board.fields.findChildren(QLineEdit):
            if not isinstance(line, NumberField):  # more acts take more fields
                hands.type(line, "2")
        settled(window, qtbot)
        look()
        board.late.click() if board.late.isVisible() else bridge.dispatch(
            cmd.Declare(who=tuple(board.who), done=True)
        )
        settled(window, qtbot)
    window.do("text-size:0")
    assert len(seen) == 1, seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 14])
def test_a_token_that_comes_with_an_action_moves_nothing(hands: Hands, qtbot: QtBot, size: int) -> None:
    """R5E-18: the attacks of an action took a row of their own, and "Can do now" went down by it."""
    window, bridge = hands.window, hands.window.services.bridge
    window.resize(QSize(1024, 640))
    window.do(f"text-size:{size}")
    people = ({"id": "ann", "name": "Ann", "extra_attacks": 1}, {"id": "imp", "name": "Imp", "side": "foes"})
    window.services.encounters.new_from(Prepared("Pit", "dnd5e", {}, people))
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "imp": 10})) is not None
    settled(window, qtbot)
    panel, seen = window.inspector, set()
    for attack in range(3):
        assert len(panel.budget.tiles) == 5 + (attack == 1)
        seen.add(tuple(places(window, panel.sheet, panel.action_list.filter)))
        assert attack == 2 or bridge.dispatch(cmd.Act(who="ann", name="attack")) is not None
        settled(window, qtbot)
    window.do("text-size:0")
    assert len(seen) == 1, seen


def dock(hands: Hands, ruleset: str, qtbot: QtBot) -> MainWindow:
    """Oorla has the turn, before Maren and Deel."""
    people = ("Oorla", "Maren", "Deel")
    stats = {"max_hp": 30, "hp": 30}
    hands.window.services.encounters.new_from(
        Prepared("Dock", ruleset, {}, tuple({"id": name.lower(), "name": name, **stats} for name in people))
    )
    start = cmd.Start(rolls={name.lower(): 20 - at for at, name in enumerate(people)})
    assert hands.window.services.bridge.dispatch(start) is not None
    settled(hands.window, qtbot)
    return hands.window


@pytest.mark.slow
def test_all_that_is_special_of_somebody_moves_nothing_in_the_side_panel(hands: Hands, qtbot: QtBot) -> None:
    """Whoever was dying had one line more, and what is applied changed places with what can be done."""
    hands.window.resize(QSize(1024, 640))
    window = dock(hands, "sagas-hub", qtbot)
    panel, bridge = window.inspector, window.services.bridge
    parts = (panel.sheet, panel.action_list.filter, panel.tracks)
    before = places(window, *parts)
    for name in ("prone", "unconscious", "dying"):
        assert bridge.dispatch(cmd.BeginEffect(on="maren", name=name, rounds=-1)) is not None
    for press in (lambda: hands.choose("maren"), hands.primary, hands.primary):
        press()
        settled(window, qtbot)
        assert places(window, *parts) == before, panel.head.words()


@pytest.mark.slow
def test_the_first_long_effect_in_large_text_moves_no_row(hands: Hands, qtbot: QtBot) -> None:
    """Columns gave way to it, a label over one of them took a second line, and all rows went down."""
    hands.window.resize(QSize(1440, 900))
    hands.window.do("text-size:14")
    window = dock(hands, "saga-edition", qtbot)
    before = places(window, window.table.viewport())
    for name in ("Blessed by the old gods of the sea", "Cursed", "Slowed"):
        assert window.services.bridge.dispatch(cmd.BeginEffect(on="oorla", name=name, rounds=9)) is not None
    settled(window, qtbot)
    assert places(window, window.table.viewport()) == before
    window.do("text-size:0")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "width"), [(0, 1024), (14, 1440)])
def test_a_long_button_cuts_neither_round_nor_phase(
    hands: Hands, qtbot: QtBot, qapp: QApplication, size: int, width: int
) -> None:
    """*Next turn* kept the width of *Go to roll: Death save of …*: “Surprise rou” stood beside it."""
    window, bar = hands.window, hands.window.top_bar
    window.resize(QSize(width, 640))
    if size:
        apply_text_size(qapp, size)
    window.services.encounters.new_from(read_sample(shipped("last-call-at-the-quiet-moon")))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start()) is not None
    settled(window, qtbot)
    hands.until(lambda: window.panels.are_made, "all that says what can be done")
    settled(window, qtbot)
    for text in ("Go to roll: Death save of Somebody", "Next turn"):
        bar.show_button("primary", text, brief="Go to roll" if "roll" in text else "")
        hands.settle()
        assert bar.says("primary") == text, "all of it is in the tool tip"
        assert bar._title.width() >= bar._title.sizeHint().width(), bar._title.text()
        assert bar.stepper.width() >= bar.stepper.whole_now, text


@pytest.mark.slow
def test_what_the_primary_button_says_moves_no_button_twice(hands: Hands, qtbot: QtBot) -> None:
    """Undo and Delay slid to and fro as a roll came due and was answered."""
    hands.window.resize(QSize(1024, 640))
    window = dock(hands, "sagas-hub", qtbot)
    bridge, buttons = window.services.bridge, window.top_bar.buttons
    assert bridge.dispatch(cmd.BeginEffect(on="maren", name="dying", rounds=-1)) is not None
    hands.primary()
    settled(window, qtbot)
    assert window.top_bar.says("primary").startswith("Go to roll")
    wide = window.top_bar.primary.width()
    beside = buttons["undo"].x()
    assert bridge.dispatch(cmd.Check(who="maren", name="death", degree="success")) is not None
    settled(window, qtbot)
    assert window.top_bar.says("primary") == "Next turn"
    assert (window.top_bar.primary.width(), buttons["undo"].x()) == (wide, beside)
    assert window.width() == 1024
