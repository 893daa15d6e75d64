"""The log: rows that follow commands and undo, filter, copy, the way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QImage, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionViewItem

from desktop.log.head import SELECTED
from desktop.log.lines import LogLine, spot
from desktop.log.model import LogModel
from desktop.log.rows import PAD, LogDelegate, broken, fitting, kept_end, title_room, wrapped
from desktop.log.view import LogView
from desktop.theme import theme_of
from desktop.widgets.pictures import Pictures
from desktop.widgets.roles import Role
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from rulesets.words.texts import EntryText
from tests.desktop.fights import COUNTS, under_way
from tests.effort import calls
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def model(fight, watched):
    model = LogModel(fight.bridge, fight.texts)
    watched(model)
    return model


def entries(model):
    """Rows that are entries, as (title, undone)."""
    lines = [model.index(row).data(Role.LINE) for row in range(model.rowCount())]
    return [(line.text.title, line.undone) for line in lines if line.text is not None]


def headings(model):
    lines = [model.index(row).data(Role.LINE) for row in range(model.rowCount())]
    return [line.heading for line in lines if line.heading]


def row_of(model, number):
    """The index of the row of an entry, counted from 0; the last for -1."""
    rows = [row for row in range(model.rowCount()) if model.is_entry(model.index(row))]
    return model.index(rows[number])


def test_rows_come_with_commands_and_stay_while_they_can_be_redone(fight, model, qtbot):
    """What was taken back is in sight until something new cuts it off; nothing is ever reset."""
    with qtbot.assertNotEmitted(model.modelReset):
        count = len(fight.bridge.log)
        fight.do(cmd.Act(who="deel", name="attack"), cmd.EndTurn())
        assert [undone for _, undone in entries(model)] == [False] * (count + 2)
        with qtbot.assertNotEmitted(model.rowsRemoved):
            fight.bridge.undo()
            fight.bridge.undo()
        assert [undone for _, undone in entries(model)] == [False] * count + [True] * 2
        fight.bridge.redo()
        assert [undone for _, undone in entries(model)] == [False] * (count + 1) + [True]
        fight.do(cmd.Act(who="deel", name="aim"))
        assert len(entries(model)) == count + 2
        assert "Aim" in entries(model)[-1][0]
        fight.bridge.undo_to(2)
        assert [undone for _, undone in entries(model)] == [False] * 2 + [True] * count
        assert model.now() == row_of(model, 1)


def test_only_the_rows_that_look_different_are_repainted(fight, model, qtbot):
    fight.do(cmd.Act(who="deel", name="attack"), cmd.EndTurn())
    last = model.rowCount() - 1
    with qtbot.waitSignal(model.dataChanged) as told:
        fight.bridge.undo()
    assert (told.args[0].row(), told.args[1].row()) == (last - 1, last)


def test_headings_part_the_log(fight, model, qtbot):
    """Before the fight, each round, after it; a heading is no line that can be chosen."""
    assert headings(model) == ["Before the fight", "Round 1"]
    for _ in range(4):
        fight.do(cmd.EndTurn())
    assert headings(model) == ["Before the fight", "Round 1", "Round 2"]
    first = model.index(0)
    assert first.data() == "Before the fight"
    assert not first.flags() & Qt.ItemFlag.ItemIsSelectable
    round_two = model.index(model.rowCount() - 2)
    assert round_two.data() == "Round 2"
    fight.bridge.undo()
    assert round_two.data(Role.LINE).undone
    fight.do(cmd.Act(who="boss", name="aim", override=True))
    assert headings(model) == ["Before the fight", "Round 1"]
    fight.do(cmd.EndEncounter(), cmd.Leave(who="st-1"))
    assert headings(model)[-1] == "After the fight"


@pytest.mark.parametrize(
    ("place", "section", "short"),
    [
        ("R1 · 17", "Round 1", "R1 · 17"),
        ("R2 · 2", "Round 2", "R2 · 2"),
        ("R2 · Segment 1", "Round 2 · Segment 1", "R2 · Seg 1"),
        ("R2 · Declaration", "Round 2 · Declaration", "R2"),
        ("", "Before the fight", ""),
    ],
)
def test_the_column_is_short_because_the_heading_is_not(place, section, short):
    assert spot(place, section) == short


def test_a_filter_keeps_the_headings_of_what_it_shows(fight, model):
    for _ in range(4):
        fight.do(cmd.EndTurn())
    fight.do(cmd.SetNumbers(who="boss", stats={"hp": 5}))
    model.show_only(words="SERGEANT hit")
    assert headings(model) == ["Round 2"]
    assert len(entries(model)) == 1
    fight.do(cmd.SetNumbers(who="boss", stats={"hp": 4}), cmd.Act(who="deel", name="aim"))
    assert headings(model) == ["Round 2"]
    assert len(entries(model)) == 2
    model.show_only(words="")
    assert len(entries(model)) == len(fight.bridge.log)


def test_the_whole_log_as_text_has_headings_and_leaves_out_what_was_undone(fight, model):
    fight.do(cmd.Act(who="deel", name="aim"), cmd.Act(who="deel", name="attack"))
    fight.bridge.undo()
    blocks = model.plain_log().split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == ["Before the fight", "Round 1"]
    assert "Aim" in blocks[-1].splitlines()[-1]


def test_entries_are_rendered_when_they_are_looked_at(fight, monkeypatch):
    rendered = []
    real = fight.texts.entry
    monkeypatch.setattr(
        fight.texts, "entry", lambda entry, **how: rendered.append(entry) or real(entry, **how)
    )
    model = LogModel(fight.bridge, fight.texts)
    fight.do(cmd.Act(who="deel", name="attack"))
    assert rendered == []
    text = model.index(2).data(Role.ENTRY)
    assert model.index(2).data(Role.ENTRY) is text
    assert rendered == [fight.bridge.log[1]]


def test_another_encounter_is_another_log(fight, model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        fight.bridge.open(fight.bridge.rules)
    assert model.rowCount() == 0


def test_only_what_concerns_one(fight, model):
    fight.do(cmd.Apply(pipeline="damage", to=("boss",), inputs={"amount": 3}, by="deel"))
    fight.do(cmd.Act(who="deel", name="aim"))
    model.show_only(frozenset({"boss"}))
    assert len(entries(model)) == 3  # joined, the encounter began, damage
    fight.do(cmd.SetNumbers(who="lug", stats={"hp": 5}))
    assert len(entries(model)) == 3
    fight.do(cmd.SetNumbers(who="boss", stats={"hp": 5}))
    assert len(entries(model)) == 4
    fight.bridge.undo()
    assert [undone for _, undone in entries(model)] == [False] * 3 + [True]
    model.show_only(frozenset())
    assert len(entries(model)) == len(fight.bridge.line)


@pytest.fixture
def view(fight, qtbot):
    view = LogView(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(700, 160)
    view.show()
    qtbot.waitExposed(view)
    return view


def many(fight):
    for amount in range(20):
        fight.do(cmd.Apply(pipeline="damage", to=("lug",), inputs={"amount": amount % 3 + 1}))


def read(view, qtbot):
    """Put the keyboard into the lines."""
    view.activateWindow()
    view.list.setFocus()
    qtbot.waitUntil(view.list.hasFocus)


def test_what_is_read_stays_in_sight(fight, view, qtbot):
    """While the keyboard is in the log it goes along only if the newest line was in sight."""
    bar = view.list.verticalScrollBar()
    many(fight)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    read(view, qtbot)
    bar.setValue(5)
    before = bar.maximum()
    fight.do(cmd.Act(who="deel", name="aim"))
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == 5


def test_whatever_happens_next_brings_the_newest_line_back(fight, view, qtbot):
    """The line in full closes and gives its room back; so it is after a command, an undo and a redo."""
    many(fight)
    bar = view.list.verticalScrollBar()
    view.list.setCurrentIndex(row_of(view.model, 2))
    fight.do(cmd.Delay(who="deel"))
    assert not view.in_full
    assert not view.list.currentIndex().isValid()
    for step in (fight.bridge.undo, fight.bridge.redo):
        bar.setValue(0)
        step()
        now = view.model.now()
        qtbot.waitUntil(lambda now=now: view.list.viewport().rect().contains(view.list.visualRect(now)))


def link_of(view, index):
    """Where the link of a row is painted."""
    view.list.scrollTo(index)
    rect = view.list.visualRect(index)
    return QPoint(rect.right() - 20, rect.center().y())


def click(view, qtbot, point):
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_undo_and_redo_to_a_line_by_its_link(fight, view, qtbot):
    """Every line but the last one in force has a link; it leads back, or forward to what was undone."""
    view.undo_to.connect(fight.bridge.go_to)
    fight.do(cmd.Act(who="deel", name="aim"), cmd.Act(who="deel", name="attack"))
    aim, attack = row_of(view.model, -2), row_of(view.model, -1)
    qtbot.waitUntil(lambda: view.list.visualRect(attack).isValid())
    click(view, qtbot, link_of(view, attack))
    assert fight.bridge.cursor == len(fight.bridge.line), "the last one has no link"
    click(view, qtbot, link_of(view, aim))
    assert fight.bridge.cursor == len(fight.bridge.line) - 1
    click(view, qtbot, link_of(view, attack))
    assert fight.bridge.cursor == len(fight.bridge.line)


def test_the_first_click_on_a_link_counts_after_a_line_with_details(fight, view, qtbot):
    """The details go when another line is chosen, and the rows move: not while a link is pressed."""
    for amount in (12, 11, 10):
        fight.do(cmd.Act(who="deel", name="aim", override=True))
        fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": amount}))
    view.list.setCurrentIndex(row_of(view.model, -1))
    assert view.in_full
    wanted = row_of(view.model, -3)
    with qtbot.waitSignal(view.undo_to) as asked:
        click(view, qtbot, link_of(view, wanted))
    assert asked.args == [view.model.cursor_after(wanted)]


def test_undo_to_a_line_by_key_button_and_menu(fight, view, qtbot):
    read(view, qtbot)
    last = row_of(view.model, -1)
    view.list.setCurrentIndex(last)
    assert not view.back.isEnabled()
    fight.do(cmd.Act(who="deel", name="aim"))
    assert view.back.isEnabled()
    with qtbot.waitSignal(view.undo_to) as asked:
        view.back.click()
    assert asked.args == [len(fight.bridge.log) - 1]
    with qtbot.waitSignal(view.undo_to) as asked:
        qtbot.keyClick(view.list, Qt.Key.Key_Return)
    assert asked.args == [len(fight.bridge.log) - 1]
    view.list.asked_menu.emit(row_of(view.model, 1), QPoint(10, 10))
    menu = view.findChild(QMenu)
    back, _mend, _without, copy, everything = menu.actions()
    with qtbot.waitSignal(view.undo_to) as asked:
        back.trigger()
    assert asked.args == [2]
    assert copy.isEnabled()
    everything.trigger()
    assert QGuiApplication.clipboard().text() == view.model.plain_log()
    menu.close()


def test_the_button_and_the_menu_say_which_way_it_is(fight, view, qtbot):
    fight.do(cmd.Act(who="deel", name="aim"))
    fight.bridge.undo()
    view.list.setCurrentIndex(row_of(view.model, -1))
    assert view.back.text() == "Redo to here"
    with qtbot.waitSignal(view.undo_to) as asked:
        view.back.click()
    assert asked.args == [len(fight.bridge.line)]
    index = row_of(view.model, -1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Taken back: ")


def test_the_arrow_keys_pass_over_headings(fight, view, qtbot):
    index = next(view.model.index(row) for row in range(1, 99) if view.model.index(row).data() == "Round 1")
    view.list.setCurrentIndex(view.model.index(index.row() + 1))
    qtbot.keyClick(view.list, Qt.Key.Key_Up)
    assert view.list.currentIndex().row() == index.row() - 1
    qtbot.keyClick(view.list, Qt.Key.Key_Down)
    assert view.list.currentIndex().row() == index.row() + 1


def test_the_place_of_the_fight_stays_in_sight_through_undo(fight, view, qtbot):
    many(fight)
    bar = view.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    for _ in range(15):
        fight.bridge.undo()
    now = view.list.visualRect(view.model.now())
    assert view.list.viewport().rect().contains(now)
    fight.do(cmd.Act(who="deel", name="aim"))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_the_filter_can_follow_the_selection(fight, view):
    view.head.choose(SELECTED)
    view.select("boss")
    shown = len(entries(view.model))
    assert shown < len(fight.bridge.log)
    fight.do(cmd.SetNumbers(who="boss", stats={"hp": 5}))
    assert len(entries(view.model)) == shown + 1
    view.select("lug")
    assert not any("Sergeant: hit" in title for title, _ in entries(view.model))


def test_words_are_found_in_title_and_details(fight, view, qtbot):
    """All words, in any case; Escape shows everything again."""
    fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}))
    view.head.words.setFocus()
    qtbot.keyClicks(view.head.words, "sergeant damage")
    qtbot.waitUntil(lambda: len(entries(view.model)) == 1)
    qtbot.keyClicks(view.head.words, "zzz")
    qtbot.waitUntil(lambda: view.model.rowCount() == 0)
    qtbot.keyClick(view.head.words, Qt.Key.Key_Escape)
    assert len(entries(view.model)) == len(fight.bridge.log)
    qtbot.keyClick(view.head.words, Qt.Key.Key_Down)
    assert view.list.hasFocus()


def test_selected_lines_are_copied_as_text(fight, view, qtbot):
    fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}))
    fight.do(cmd.Act(who="deel", name="attack"))
    fight.do(cmd.Act(who="deel", name="attack", override=True))
    view.list.setFocus()
    view.list.setCurrentIndex(row_of(view.model, -3))
    qtbot.keyClick(view.list, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keySequence(view.list, QKeySequence(QKeySequence.StandardKey.Copy))
    lines = QGuiApplication.clipboard().text().splitlines()
    assert "K-77 <b>Lug</b>" in lines[0]
    assert lines[1].startswith("    ")
    assert any("override" in line.casefold() for line in lines[2:])


def test_the_selected_line_is_shown_in_full(fight, view):
    fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}))
    view.list.setCurrentIndex(row_of(view.model, -1))
    assert "Sergeant" in view.in_full
    fight.do(cmd.EndTurn())
    view.list.setCurrentIndex(row_of(view.model, 0))
    assert "Sergeant" not in view.in_full


def test_the_filter_knows_who_is_there(fight, view):
    assert view.who.findData("st-1") > 0
    view.show_only("boss")
    assert len(entries(view.model)) < len(fight.bridge.log)
    fight.do(cmd.Leave(who="boss"))
    assert view.who.currentData() == ""
    assert len(entries(view.model)) == len(fight.bridge.log)


def test_what_must_not_be_overlooked_stands_first_and_in_a_colour_of_its_own(qtbot, qapp):
    """A fumble behind a long line of counts was cut off: it is painted before them, as a warning."""
    line = LogLine(
        text=EntryText("Initiative", ("counts " * 40, "Vex has fumbled"), marked=("Vex has fumbled",))
    )
    calm = LogLine(text=EntryText("Initiative", ("counts " * 40, "Vex has fumbled")))
    seen, delegate = [], LogDelegate()
    delegate.pictures = Pictures(2)
    for one in (line, calm):
        image = QImage(600, 24, QImage.Format.Format_RGB32)
        option = QStyleOptionViewItem()
        option.rect, option.palette = image.rect(), qapp.palette()
        image.fill(option.palette.base().color())
        with QPainter(image) as painter:
            delegate.paint_line(painter, option, one)
        warn = theme_of(option.palette).warn.rgb()
        seen.append(any(image.pixel(x, y) == warn for x in range(600) for y in range(24)))
    assert seen == [True, False]


def test_lines_that_are_let_be_look_as_the_delegate_paints_them(fight, qtbot):
    """Without the mouse, the keys or a selection no line is asked for by Qt: it looks the same."""
    view = LogView(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(700, 220)
    view.show()
    fight.do(cmd.EndTurn(), cmd.EndTurn())
    rows = view.list
    seen = rows.viewport().grab().toImage()
    by_qt = QImage(seen.size(), seen.format())
    by_qt.fill(rows.palette().base().color())
    with QPainter(by_qt) as painter:
        option = QStyleOptionViewItem()
        rows.initViewItemOption(option)
        option.state &= ~QStyle.StateFlag.State_HasFocus
        for row in range(view.model.rowCount()):
            option.rect = rows.visualRect(view.model.index(row))
            rows.itemDelegate().paint(painter, option, view.model.index(row))
    assert seen == by_qt


def test_the_log_is_painted_in_the_frame_after_the_list(fight, qtbot):
    """What a step came to is there at once, and is seen as soon as the list has been."""
    view = LogView(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(700, 220)
    with qtbot.waitExposed(view):
        view.show()
    before = view.model.rowCount()
    fight.do(cmd.EndTurn())
    assert view.model.rowCount() > before
    assert not view.list.updatesEnabled()
    qtbot.waitUntil(view.list.updatesEnabled)


def test_a_log_that_is_shown_for_the_first_time_waits_for_no_frame(window):
    """Where the page was turned to a fight, the cards of the start page stood in the place of the log."""
    rows = window.log.list
    window.files.open_sample()
    assert window.log.isVisible()
    assert rows.model().rowCount()
    assert rows.updatesEnabled()


def test_what_it_came_to_is_the_last_thing_that_is_cut(table, qtbot):
    """An evening at the table, 28: lines were cut exactly where deaths and who is next stand."""
    view = LogView(table.bridge, table.texts)
    qtbot.addWidget(view)
    metrics = QFontMetrics(view.list.font())
    lines = ["hit points 12 → 0", "Stormtrooper 2 is out", "Next: Deel"]

    def at(text: str) -> str:
        return fitting(lines, metrics, metrics.horizontalAdvance(text))

    whole = "— hit points 12 → 0 · Stormtrooper 2 is out · Next: Deel"
    assert at(whole) == whole
    assert at("— … · Stormtrooper 2 is out · Next: Deel") == "— … · Stormtrooper 2 is out · Next: Deel"
    cut = at("— … · Next: Deel and a little more")
    assert cut.startswith("— Stormtr"), "what there is room for is begun"
    assert cut.endswith("… · Next: Deel")
    assert at("— … · Ne…").startswith("— … · N")


def test_what_many_were_hit_with_leaves_room_for_who_fell(qapp) -> None:
    """The names of all targets took the line, and nothing behind them was painted."""
    assert title_room(600, 0) == 600
    assert title_room(600, 100) == 600 - 100 - PAD
    assert title_room(600, 2000) == 300
    many = LogLine(text=EntryText("30 damage to " + "Stormtrooper, " * 20, ("Stormtrooper 2 is out",)))
    none = LogLine(text=EntryText("30 damage to " + "Stormtrooper, " * 20, ("",)))
    seen = []
    for one in (many, none):
        delegate, image = LogDelegate(), QImage(600, 24, QImage.Format.Format_RGB32)
        delegate.pictures = Pictures(2)
        option = QStyleOptionViewItem()
        option.rect, option.palette = image.rect(), qapp.palette()
        image.fill(option.palette.base().color())
        with QPainter(image) as painter:
            delegate.paint_line(painter, option, one)
        seen.append(image)
    assert seen[0] != seen[1], "who is out is painted"


def shown_of_last(hands: Hands) -> str:
    """What is painted of the words of the newest line."""
    rows = hands.window.log.list
    index = rows.model().index(rows.model().rowCount() - 1, 0)
    rows.scrollTo(index)
    option = QStyleOptionViewItem()
    rows.initViewItemOption(option)
    option.rect = rows.visualRect(index)
    delegate = rows.itemDelegate()
    assert isinstance(delegate, LogDelegate)
    return " ".join(filter(None, delegate.words_shown(option, index.data(Role.LINE))))


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 14])
def test_the_hit_points_that_are_left_are_read_in_a_small_window(hands: Hands, size: int) -> None:
    """An evening at the table: "7 damage to Stormtrooper sergeant 1 (by Ann): hi…"."""
    window = hands.window
    window.resize(1024, 640)
    window.do(f"text-size:{size}")
    people = tuple(
        {"id": one, "name": name, "side": one[0], "max_hp": 30}
        for one, name in (
            ("ann", "Ann"),
            ("s1", "Stormtrooper sergeant 1"),
            ("s2", "Stormtrooper sergeant 2"),
        )
    )
    window.services.encounters.new_from(Prepared("Ford", "saga-edition", {}, people))
    bridge = window.services.bridge
    for who in ((), ("s1",), ("s1", "s2")):
        damage = cmd.Apply(to=who, pipeline="damage", inputs={"amount": 7}, by="ann")
        assert bridge.dispatch(damage if who else cmd.Start(rolls={"ann": 20, "s1": 10, "s2": 9}))
        hands.settle()
        assert who or size or "…" not in shown_of_last(hands), (
            "what there is room for beside the title is there"
        )
        if len(who) == 1:
            assert shown_of_last(hands).startswith("7 damage to Stormtrooper sergeant 1")
            assert shown_of_last(hands).endswith(": hit points 30 → 23")
    assert shown_of_last(hands).endswith(" 2: hit points 30 → 23")
    assert shown_of_last(hands).startswith("7 damage to Stormtrooper sergeant 1, Stormtroop")
    assert " 1: hit points 23 → 16" in shown_of_last(hands)
    assert size or "Stormtrooper sergeant 1: hit points 23 → 16" in shown_of_last(hands)
    window.do("text-size:0")


def test_only_lines_in_sight_are_measured_and_a_low_one_stays_low(fight, qtbot):
    """Half the lines were cut in names: "10 damage to…per sergeant"; one that fits has one line as before."""
    view = LogView(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(330, 200)
    with qtbot.waitExposed(view):
        view.show()
    who = fight.bridge.state.walk.active
    for _ in range(30):
        fight.do(cmd.Apply(to=(who,), pipeline="damage", inputs={"amount": 1}, by=who))
    fight.do(cmd.EndTurn())
    rows = view.list
    qtbot.waitUntil(rows.updatesEnabled)
    low, last = rows.verticalHeader().defaultSectionSize(), view.model.rowCount() - 1
    assert rows.verticalScrollBar().value() == rows.verticalScrollBar().maximum()
    assert rows.rowHeight(last) == low
    assert rows.rowHeight(last - 1) > low
    assert rows.rowHeight(12) == low, "not measured"
    rows.scrollTo(view.model.index(12))
    assert rows.rowHeight(12) > low
    view.resize(1400, 200)
    assert rows.rowHeight(12) == low
    view.resize(330, 200)
    first = next(row for row in range(last) if view.model.is_entry(view.model.index(row)) and row > 10)
    index = view.model.index(first)
    rows.scrollTo(index)
    option = QStyleOptionViewItem()
    rows.initViewItemOption(option)
    option.rect = rows.visualRect(index)
    link = rows.itemDelegate().link_rect(option, index.data(Role.LINE)).center()
    assert rows.link_at(link) == index
    with qtbot.waitSignal(view.undo_to) as told:
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=link)
    assert told.args == [view.model.cursor_after(index)]


def test_of_what_is_cut_the_number_of_a_name_and_what_it_came_to_stay(qapp) -> None:
    metrics = QFontMetrics(qapp.font())
    text = "7 damage to Stormtrooper 12 (by Ann): hit points 30 → 23"
    cut = kept_end(text, metrics, metrics.horizontalAdvance(text[:-4]))
    assert cut == "7 damage to Stormtrooper 12…: hit points 30 → 23"
    cut = kept_end(text, metrics, metrics.horizontalAdvance("7 damage to St… 12: hit points 30 → 23"))
    assert cut.startswith("7 dam")
    assert cut.endswith("12: hit points 30 → 23")
    lines = ("Stormtrooper sergeant 1: hit points 23 → 16", "Deel: hit points 30 → 23")
    shown = fitting(
        lines, metrics, metrics.horizontalAdvance("— Storm…nt 1: hit points 23 → 16 · " + lines[1])
    )
    assert shown.startswith("— Stor")
    assert shown.endswith(f" 1: hit points 23 → 16 · {lines[1]}")


def test_a_title_is_not_cut_for_who_acts_next(qapp) -> None:
    """It stood there as "Serg…down — Next: Lieutenant Sayle", with room for its own words in its half."""
    title = "Sergeant Holt: Slow down"
    line = LogLine(text=EntryText(title, ("Next: Lieutenant Sayle of the garrison",)))
    option, delegate = QStyleOptionViewItem(), LogDelegate()
    whole = []
    for wide in range(100, 1400, 20):
        option.rect = QRect(0, 0, wide, 24)
        shown, _, after = delegate.words_shown(option, line)
        whole.append(shown == title)
        assert not whole[-1] or after.startswith("— Next: Lieu")
    assert True in whole
    assert whole == sorted(whole), "wider, it is not cut again"


def test_a_title_has_what_the_lines_behind_it_leave(qapp) -> None:
    """It stood there as "5 dam…ief 3: hit points 14 → 9" with the room of a name behind its line."""
    title = "5 damage to Orc chief 3: hit points 14 → 9"
    lines = ("Orc chief 3: condition track 0 → −1", "Next: Orc chief 1 (12)")
    option, delegate = QStyleOptionViewItem(), LogDelegate()
    line = LogLine(text=EntryText(title, lines))
    bold = QFont(option.font)
    bold.setBold(True)
    loud, before, cut = QFontMetrics(bold), {}, 0
    for wide in range(300, 1000, 10):
        option.rect = QRect(0, 0, wide, 24)
        shown, _, after = delegate.words_shown(option, line)
        begun, had = before.setdefault(after, (wide, loud.horizontalAdvance(shown)))
        grown = loud.horizontalAdvance(shown) - had
        cut += shown != title
        assert shown == title or grown > wide - begun - 4 * loud.averageCharWidth(), (wide, shown, after)
    assert cut


@pytest.mark.slow
def test_who_did_what_to_whom_is_read_in_full_in_large_text(hands: Hands) -> None:
    """It was "37 damage to Sarlane Vex…"; of two in an area only what the second one has left was read."""
    window = hands.window
    window.resize(1024, 640)
    window.do("sample")
    window.do("text-size:14")
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls=COUNTS))
    for to in (("sarlane",), ("sarlane", "trooper-2")):
        harm = cmd.Apply(pipeline="damage", to=to, inputs={"amount": 7}, by="trooper-1")
        assert bridge.dispatch(harm)
        hands.settle()
        row = window.log.model.line_at(window.log.model.rowCount() - 1).text
        assert row is not None
        shown = shown_of_last(hands)
        assert row.title in shown
        assert all(said.rpartition(" hit points ")[2] in shown for said in row.lines)
        assert "(by Stormtrooper 1)" in shown
    rows = window.log.list
    last = rows.visualRect(rows.model().index(rows.model().rowCount() - 1, 0))
    assert rows.viewport().rect().contains(last), "the newest line is in sight, however high it is"
    window.do("text-size:0")


@pytest.mark.slow
def test_what_was_rolled_for_initiative_is_read_in_full(hands: Hands) -> None:
    """Dice and totals were cut in their middle, where one looks for them: 'Rolled: p…), beasts: 8'."""
    window = hands.window
    window.resize(1024, 640)
    window.do("sample:the-cold-store")
    assert window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    text = window.log.model.line_at(window.log.model.rowCount() - 1).text
    assert text is not None
    shown = shown_of_last(hands)
    assert "…" not in shown
    assert all(said in shown for said in (text.title, *text.lines))


def test_words_are_told_in_lines_as_far_as_they_have_room(qapp) -> None:
    """In the order in which they are said; what has no room is cut at the end of the last line."""
    metrics = QFontMetrics(QFont())
    wide = metrics.horizontalAdvance("m" * 20)
    lines = tuple(f"Orc {number}: {number} → 0" for number in range(3))
    rows, told = wrapped(EntryText("5 damage to three of them", lines), metrics, metrics, [wide] * 8)
    assert told
    assert " ".join(said for row in rows for said in row if said) == (
        "5 damage to three of them — Orc 0: 0 → 0 · Orc 1: 1 → 0 · Orc 2: 2 → 0"
    )
    rows, told = wrapped(EntryText("5 damage to three of them", lines), metrics, metrics, [wide // 2] * 2)
    assert (len(rows), told, rows[-1][2][-1]) == (2, False, "…")
    assert broken("m" * 30, metrics, wide) == ("m" * 20, "m" * 10), "a word wider than a line"
    assert broken("m" * 30, metrics, wide, within=True) == ("", "m" * 30), "in a line of its own"


def test_of_a_long_entry_no_more_is_measured_than_has_room(qapp) -> None:
    metrics = QFontMetrics(QFont())
    few, many = (
        calls(wrapped, EntryText("Begins", tuple(map(str, range(most)))), metrics, metrics, [500] * 4)
        for most in (200, 20_000)
    )
    assert many < 2 * few


@pytest.mark.slow
def test_a_death_is_said_once_in_log_and_list(hands: Hands) -> None:
    """Killed was told by track, state, flag and as being out; the list had four chips for it."""
    window = hands.window
    window.do("sample:the-cold-store")
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start())
    wound = cmd.Apply(pipeline="wound", to=("sergeant",), inputs={"damage": 30, "strength": 10})
    assert bridge.dispatch(wound)
    hands.settle()
    text = window.log.model.line_at(window.log.model.rowCount() - 1).text
    assert text is not None
    assert text.lines == ("Killed: wounds Unhurt → Killed",)
    rows = window.table.initiative
    assert [chip.text for chip in rows.value_at(rows.row_of("sergeant")).chips] == ["Killed"]


@pytest.mark.slow
def test_who_is_next_is_painted_lighter_than_what_happens(hands: Hands) -> None:
    """Half of the log was "Next: …", as loud as the damage between."""
    under_way(hands)
    bridge = hands.window.services.bridge
    hands.primary()
    assert bridge.dispatch(cmd.Apply(pipeline="damage", to=("sarlane",), inputs={"amount": 7}))
    hands.settle()
    model = hands.window.log.model
    lines = [model.line_at(row) for row in range(model.rowCount())]
    routine = {line.text.title for line in lines if line.text is not None and line.routine}
    assert "Next: Trooper sergeant (21)" in routine
    assert "Sarlane Vex joins" in routine
    loud = [line for line in lines if line.text is not None and not line.routine]
    assert [line.text.title.partition(" (")[0] for line in loud if line.text is not None] == [
        "The encounter begins with a surprise round",
        "7 damage to Sarlane Vex: DR 2, hit points 52 → 47",
    ]


def test_new_lines_that_the_words_hide_are_said_and_escape_shows_all(fight, view, qtbot):
    """What was done after the find was used was nowhere to be seen, and nothing said that it was hidden."""
    view.head.words.setFocus()
    qtbot.keyClicks(view.head.words, "zzz")
    qtbot.waitUntil(lambda: view.model.rowCount() == 0)
    newer = view.head.newer
    assert newer.isHidden(), "what is older is what one looks through"
    fight.do(cmd.Act(who="deel", name="aim"))
    assert newer.text() == "Esc: 1 newer line does not match"
    fight.do(cmd.Act(who="deel", name="attack"))
    assert newer.text() == "Esc: 2 newer lines do not match"
    fight.bridge.undo()
    assert newer.text() == "Esc: 1 newer line does not match"
    qtbot.keyClick(view.head.words, Qt.Key.Key_Escape)
    assert newer.isHidden()
    assert (view.head.words.text(), len(entries(view.model))) == ("", len(fight.bridge.line))


def test_new_lines_about_others_are_said_and_a_click_shows_them(fight, view, qtbot):
    view.show_only("boss")
    fight.do(cmd.SetNumbers(who="lug", stats={"hp": 5}))
    assert view.head.newer.text() == "1 newer line does not match"
    qtbot.mouseClick(view.head.newer, Qt.MouseButton.LeftButton)
    assert view.head.newer.isHidden()
    assert view.head.chosen == ""
    assert len(entries(view.model)) == len(fight.bridge.log)


@pytest.mark.slow
def test_finding_in_the_log_has_a_key_and_escape_in_the_list_shows_what_is_new(window) -> None:
    """Ctrl+Shift+F shows the log and goes there; from the list one Escape brings back what is hidden."""
    hands = Hands(window)
    under_way(hands)
    hands.menu("log")
    hands.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    log = window.panels.log
    hands.until(log.head.words.hasFocus, "the keys to be in the words")
    assert not log.isHidden()
    hands.type(log.head.words, "zzz")
    hands.until(lambda: log.model.rowCount() == 0, "the words to be looked for")
    window.table.setFocus()
    hands.spend("1")
    assert log.head.newer.text() == "Esc: 1 newer line does not match"
    hands.key(Qt.Key.Key_Escape)
    assert len(entries(log.model)) == len(window.services.bridge.log)
    assert log.head.words.text() == ""


def test_a_line_is_read_whole_under_the_mouse_until_it_goes_for_the_link(fight, view, qtbot):
    """The link came over the end of a line that was pointed at, and the end was nowhere to be read."""
    fight.do(
        cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}, by="deel"), cmd.EndTurn()
    )
    index = row_of(view.model, -2)
    rows, delegate, line = view.list, view.list.itemDelegate(), index.data(Role.LINE)
    view.resize(420, 200)
    option = QStyleOptionViewItem()
    rows.initViewItemOption(option)
    option.rect = QRect(rows.visualRect(index))
    option.rect.setHeight(delegate.line_height(option.fontMetrics))
    whole = delegate.words_shown(option, line)
    option.state |= QStyle.StateFlag.State_MouseOver
    assert delegate.words_shown(option, line) == whole
    rows.scrollTo(index)
    QTest.mouseMove(rows.viewport(), link_of(view, index))
    qtbot.waitUntil(lambda: delegate.aimed)
    assert delegate.words_shown(option, line) != whole, "there it is, and can be pressed"
    QTest.mouseMove(rows.viewport(), rows.visualRect(index).center())
    qtbot.waitUntil(lambda: not delegate.aimed)
    assert delegate.words_shown(option, line) == whole
