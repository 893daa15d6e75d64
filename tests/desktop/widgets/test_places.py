"""Where small things find room: a note by its field, tiles in rows, a card of reasons, labels of columns."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.list.columns import Column, Kind
from desktop.list.delegates.budget import PADDINGS, least_width, tokens_width
from desktop.list.header import fitted, least_label
from desktop.list.looks import spans
from desktop.list.rows.values import Token
from desktop.theme import metrics_of
from desktop.why.card import WhyCard, WhyLines
from desktop.widgets.field_note import best_place
from desktop.widgets.tiles import packed
from rulesets.reading.loader import load
from rulesets.seen.scene import Viewer
from rulesets.words.explaining import Why, WhyLine

ROOM, NOTE = QRect(0, 0, 400, 300), QSize(120, 24)


def test_a_note_covers_no_other_field() -> None:
    """The popup of dice lay over the boxes below the one that was typed in."""
    field, below = QRect(150, 100, 60, 24), QRect(150, 130, 60, 24)
    above, behind = QRect(150, 70, 60, 24), QRect(220, 100, 60, 24)
    for used in ([], [below], [below, above], [below, above, behind]):
        note = QRect(best_place(NOTE, field, ROOM, used), NOTE)
        assert ROOM.contains(note)
        assert not note.intersects(field)
        assert not any(note.intersects(one) for one in used)
    assert best_place(NOTE, field, ROOM, []).y() > field.bottom(), "below, where nothing is"


def test_a_note_at_the_foot_of_a_window_stands_over_its_field() -> None:
    field = QRect(330, 270, 60, 24)
    note = QRect(best_place(NOTE, field, ROOM, []), NOTE)
    assert ROOM.contains(note)
    assert note.bottom() < field.top()


def test_tiles_fill_rows_and_the_last_one_is_as_wide_as_it_likes() -> None:
    rows = packed([132, 72, 72, 110], 276, 4)
    assert [(first, len(widths)) for first, widths in rows] == [(0, 2), (2, 2)]
    assert sum(rows[0][1]) + 4 == 276
    assert rows[1][1] == [72, 110]


def test_labels_of_columns_are_never_cut_short_by_dots(qapp: QApplication) -> None:
    """ "EFF…" and "CO… TRA…" stood over the list at 16 points."""
    font = QFont(qapp.font())
    wide = QFontMetrics(font).horizontalAdvance("CONDITION")
    for room in range(4, 2 * wide, 7):
        smaller, lines = fitted("CONDITION TRACK", font, room, wraps=True)
        assert not any("…" in line for line in lines)
        assert all(QFontMetrics(smaller).horizontalAdvance(line) <= room for line in lines)
        assert all(line.rstrip(".") in "CONDITION TRACK" for line in lines)
    assert fitted("CONDITION TRACK", font, 2 * wide, wraps=True)[1] == ["CONDITION", "TRACK"]
    assert least_label("Condition track", font) > least_label("Track", font)


def test_a_card_leaves_in_sight_what_it_explains(qapp: QApplication) -> None:
    """The card of "Why so?" lay over the stages that it was about."""
    room = QGuiApplication.primaryScreen().availableGeometry()
    sheet = QRect(room.left(), room.top() + 20, room.width() // 2, room.height() - 40)
    button = QRect(sheet.left() + 10, sheet.bottom() - 40, 80, 24)
    lines = tuple(WhyLine(0, "+1", f"Part {number}") for number in range(8))
    card = WhyCard([Why("Damage", "8", lines)])
    card.show_at(button, sheet)
    assert not card.geometry().intersects(sheet)
    assert room.contains(card.geometry())
    card.close()


def test_a_card_tells_under_the_mouse_what_a_rule_says_that_it_cites(qtbot: QtBot) -> None:
    """ "rule SH-06" alone means nothing to anybody."""
    line = WhyLine(0, "+3", "Dodging", "rule SH-06", "Dodge: +3 on the defence against one attack.")
    lines = WhyLines(Why("Defence now", "16", (line,)))
    qtbot.addWidget(lines)
    lines.resize(400, lines.heightForWidth(400))
    lines.grab()
    below = QPoint(100, lines.height() - 12)
    QApplication.sendEvent(lines, QHelpEvent(QEvent.Type.ToolTip, below, lines.mapToGlobal(below)))
    assert "rule SH-06: Dodge: +3" in QToolTip.text()
    QToolTip.hideText()


def test_a_card_has_the_ids_of_its_own_rule_in_the_tool_tip_of_its_head(qtbot: QtBot) -> None:
    """ "rule E-SW-08" stood below the numbers, and meant nothing there either."""
    plain = WhyLines(Why("Threshold", "20", ()))
    cited = WhyLines(Why("Threshold", "20", (), cite="rule E-SW-08", rule="What it takes."))
    paged = WhyLines(Why("Threshold", "20", (), cite="Rulebook p. 145, rule E-SW-08"))
    for lines in (plain, cited, paged):
        qtbot.addWidget(lines)
    assert cited.heightForWidth(400) == plain.heightForWidth(400) < paged.heightForWidth(400)
    cited.resize(400, 60)
    cited.grab()
    head = QPoint(20, 6)
    QApplication.sendEvent(cited, QHelpEvent(QEvent.Type.ToolTip, head, cited.mapToGlobal(head)))
    assert "rule E-SW-08: What it takes." in QToolTip.text()
    QToolTip.hideText()


def test_tokens_of_which_there_are_several_have_room_for_their_number(qapp: QApplication) -> None:
    """At 16 points "SIM 2" and "FREE" were counted as "+2": the room was that of "SIM"."""
    viewer, metrics = Viewer(load("passes")), metrics_of(qapp.font())
    simple = Token(label="Simple", short="SIM", left=2, size=2)
    several = [simple, Token(label="Free", short="FREE", left=1, size=1, round=True)]
    [span] = spans([Column(Kind.BUDGET, "")], viewer, qapp.font())
    assert span.bare >= least_width(several, metrics)
    assert span.least >= tokens_width(several, metrics, PADDINGS[-1])


def test_a_note_leaves_the_words_beside_its_field_to_be_read() -> None:
    """ "= 21" lay over the name of the field below it."""
    field, below = QRect(100, 100, 60, 20), QRect(90, 124, 200, 20)
    note = QRect(best_place(NOTE, field, ROOM, [], [below]), NOTE)
    assert not note.intersects(below)
    assert not note.intersects(field)
