"""The players' screen: it follows the fight, shows what was chosen, and hides; the preview shows the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QProxyStyle, QStyle
from pytestqt.qtbot import QtBot

from desktop.players.curtain import UnreadablePicture, read_picture
from desktop.players.facts_dialog import FactsDialog
from desktop.players.view import PlayersView
from desktop.players.window import PlayersWindow
from desktop.players.words import heading, spoken
from rulesets.seen.facts import Facts
from rulesets.seen.players_screen import (
    NOTHING,
    AnnouncedShown,
    ConditionShown,
    PlayersScreen,
    PointsShown,
    RowShown,
    TrackShown,
)
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.desktop.many import Windows
from tests.desktop.painted.writing import writing
from tests.hands.keys_and_mouse import Hands

SHIFT = Qt.KeyboardModifier.ShiftModifier


def opened(hands: Hands) -> PlayersWindow:
    """The players' screen, opened by its key."""
    hands.key(Qt.Key.Key_F11, on=hands.window)
    screen = hands.window.players.screen
    assert screen is not None
    assert screen.isVisible()
    return screen


def said(screen: PlayersWindow) -> str:
    return screen.view.accessibleDescription()


def test_it_opens_by_its_key_follows_every_step_and_closes_by_escape(hands: Hands) -> None:
    """Whoever acts, who is next, and what was done; nobody and no number that is kept from them."""
    under_way(hands)
    bridge = hands.window.services.bridge
    bridge.dispatch(cmd.Describe(who="sergeant", changes={"hidden": True}))
    bridge.dispatch(cmd.Describe(who="trooper-1", changes={"alias": "Somebody in white"}))
    screen = opened(hands)
    assert hands.window.actions_.by_id["players-screen"].isChecked()
    assert heading(screen.view.shown).now == "Sarlane Vex"
    assert heading(screen.view.shown).next == "Next: K-77 “Lug”"
    assert "sergeant" not in said(screen)
    assert "Somebody in white" in said(screen)
    assert "Stormtrooper 1" not in said(screen)
    bridge.dispatch(cmd.SetNumbers(who="trooper-2", stats={"hp": 1}))
    hands.until(lambda: "Nearly down" in said(screen), "the step to be shown")
    assert "1/10" not in said(screen)
    hands.key(Qt.Key.Key_Escape, on=screen)
    assert not screen.isVisible()
    assert not hands.window.actions_.by_id["players-screen"].isChecked()


def test_what_they_see_is_worked_out_after_the_game_masters_own_window_is_painted(
    hands: Hands, qtbot: QtBot
) -> None:
    """In the same frame, and so that the key is seen to do something as soon as without players."""
    under_way(hands)
    opened(hands)
    window, happened = hands.window, []

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                happened.append("painted")
            return False

    painted = Painted()
    window.table.viewport().installEventFilter(painted)
    window.players.feed.changed.connect(lambda: happened.append("players"))
    with qtbot.waitSignal(window.players.feed.changed):
        window.services.bridge.dispatch(cmd.EndTurn())
        assert happened == []
    assert happened[0] == "painted"
    assert happened[-1] == "players"
    window.table.viewport().removeEventFilter(painted)


@pytest.mark.slow
def test_a_double_click_makes_it_fill_the_screen_and_a_screen_that_goes_takes_it_along(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never comes to cover the game master's own screen; when its own is back, it is, too."""
    under_way(hands)
    screen = opened(hands)
    QTest.mouseDClick(screen.view, Qt.MouseButton.LeftButton)
    assert screen.isFullScreen()
    gone = screen.screen()
    there: list[object] = []
    monkeypatch.setattr("desktop.main.players.QGuiApplication.screens", lambda: there)
    hands.window.players._screens_changed(gone)
    assert not screen.isVisible()
    assert "gone" in hands.window.messages.text
    there.append(gone)
    hands.window.players._screens_changed(gone)
    hands.until(screen.isVisible, "the screen to be shown again")
    QTest.mouseDClick(screen.view, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(screen.view, Qt.MouseButton.LeftButton)
    assert not screen.isFullScreen()


@pytest.mark.slow
def test_nothing_is_worked_out_for_a_screen_that_nobody_sees(hands: Hands) -> None:
    """The game master's keys cost what they cost without it."""
    under_way(hands)
    screen = opened(hands)
    screen.close()
    hands.until(hands.window.isActiveWindow, "the game master's window to be in front again")
    before = hands.window.players.feed.now
    hands.key(Qt.Key.Key_Space)
    assert hands.window.services.bridge.state.walk.active == "sergeant"
    assert hands.window.players.feed.now is before
    opened(hands)
    assert hands.window.players.feed.now is not before


@pytest.mark.slow
def test_keys_that_are_typed_on_it_are_the_game_masters(hands: Hands) -> None:
    """Its window may have the focus; the fight goes on all the same, and F11 closes it."""
    under_way(hands)
    screen = opened(hands)
    hands.key(Qt.Key.Key_Space, on=screen)
    assert hands.window.services.bridge.state.walk.active == "sergeant"
    hands.key(Qt.Key.Key_F11, on=screen)
    assert not screen.isVisible()


@pytest.mark.slow
def test_one_key_hides_it_behind_a_picture_and_shows_it_again(hands: Hands, tmp_path: Path) -> None:
    """One of the game master's own, kept; no other file, and one that is gone is told of."""
    under_way(hands)
    picture, none = tmp_path / "map.png", tmp_path / "none.png"
    image = QImage(64, 36, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(picture))
    none.write_text("no picture")
    drawing = tmp_path / "drawing.svg"  # could name other files of the machine
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    for file, kept in ((none, ""), (drawing, ""), (picture, str(picture))):
        hands.menu("players-picture")
        dialog = hands.dialog()
        assert isinstance(dialog, QFileDialog)
        dialog.fileSelected.emit(str(file))
        dialog.reject()
        hands.until(dialog.isHidden, "the dialog closes")
        hands.window.activateWindow()
        hands.settle()
        assert hands.window.services.settings.now.players_picture == kept
    screen = opened(hands)
    hands.key(Qt.Key.Key_F11, SHIFT, on=screen)
    assert screen.hides
    assert screen.curtain.geometry() == screen.rect()
    assert screen.grab().toImage().pixelColor(5, 5) == Qt.GlobalColor.darkGreen
    hands.key(Qt.Key.Key_F11, SHIFT, on=screen)
    assert not screen.hides
    picture.unlink()
    hands.window.players._read = "?"
    hands.key(Qt.Key.Key_F11, SHIFT, on=screen)
    assert screen.hides
    assert not screen.curtain.has_picture
    assert "map.png" in hands.window.messages.text
    with pytest.raises(UnreadablePicture):
        read_picture(picture)


@pytest.mark.slow
def test_what_is_chosen_in_the_dialog_is_shown_at_once_and_kept(hands: Hands) -> None:
    """Hit points of the others as numbers, and no counts."""
    under_way(hands)
    screen = opened(hands)
    assert "Unhurt" in said(screen)
    hands.menu("players-facts")
    dialog = hands.dialog()
    assert isinstance(dialog, FactsDialog)
    dialog.points.setCurrentIndex(dialog.points.findData("numbers"))
    dialog.boxes["counts"].click()
    hands.until(lambda: "34/34" in said(screen), "the numbers")
    assert "Unhurt" not in said(screen)
    assert not any(row.count for row in screen.view.shown.rows)
    hands.leave()
    assert hands.window.services.settings.now.facts == Facts(points="numbers", counts=False)


@pytest.mark.slow
def test_the_preview_shows_the_same_and_takes_nothing_from_the_list(hands: Hands) -> None:
    """It stands below the details of the combatant, is off at first, and is remembered."""
    under_way(hands)
    window = hands.window
    window.resize(1024, 640)
    hands.settle()
    wide = window.table.width()
    assert window.players.preview is None
    hands.menu("players-preview")
    preview = window.players.preview
    assert preview is not None
    assert preview.isVisible()
    assert window.table.width() == wide
    assert heading(preview.view.shown).now == "Sarlane Vex"
    assert window.services.settings.now.show_players
    hands.click(preview.hides)
    assert preview.curtain.isVisible()
    assert preview.curtain.geometry().contains(preview.view.rect())
    hands.menu("inspector")
    assert preview.isVisible()
    hands.menu("players-preview")
    assert not preview.isVisible()
    assert window.table.width() > wide, "neither is wanted, so the list has their room"


# -- the view alone --------------------------------------------------------------------------------


def rows(number: int, active: int = 0, **changes: object) -> PlayersScreen:
    people = (
        RowShown(f"c{n}", f"Combatant {n}", count=str(50 - n), active=n == active, bar=100)
        for n in range(number)
    )
    return PlayersScreen(status="running", round=1, stage="round", count_label="Count", rows=tuple(people))


class Still(QProxyStyle):
    """A style of a desktop on which nothing is to move."""

    def styleHint(self, hint: object, *more: object) -> int:  # type: ignore[override]
        return 0 if hint == QStyle.StyleHint.SH_Widget_Animation_Duration else super().styleHint(hint, *more)  # type: ignore[arg-type]


@pytest.fixture
def view(qtbot, qapp) -> PlayersView:
    """A view of full HD, as on a screen."""
    made = PlayersView()
    made.unseen = False
    qtbot.addWidget(made)
    made.resize(1920, 1080)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize("active", [0, 7, 20, 39])
def test_whoever_acts_is_in_sight_in_a_long_list(view: PlayersView, active: int) -> None:
    """Above the first and below the last nothing is left empty."""
    view.show_value(rows(40, active))
    view.rest()
    sizes, top = view.sizes, view._top
    place = active * sizes.row - top
    assert 0 <= place <= (sizes.in_sight - 1) * sizes.row
    assert 0 <= top <= (40 - sizes.in_sight) * sizes.row


def test_counts_are_of_one_size_and_a_name_goes_before_what_is_said_beside_it(view: PlayersView) -> None:
    """'3D+2' is not small beside '17'; a long name is whole where what was declared is long, too."""
    long = "Ysolde of the Ford"
    people = (
        RowShown("a", long, own=True, count="3D+2", points=PointsShown(48, 48), bar=100,
                 announced=(AnnouncedShown("Attack", "Long sword, Shield, Bandit captain"),)),
        RowShown("b", "Bo", count="17"),
    )  # fmt: skip
    view.shape = QSize(1280, 720)
    view.show_value(PlayersScreen("running", round=1, stage="round", count_label="Count", rows=people))
    found = {one.text: one for one in writing(view)}
    assert found["3D+2"].font == found["17"].font
    assert long in found
    assert any(text.startswith("Long sword") for text in found)


def test_rows_slide_and_bars_ease_and_come_to_rest(view: PlayersView) -> None:
    """Half-way the bar is neither as before nor as it will be."""
    first = rows(5)
    view.show_value(first)
    assert not view.moving, "what was not there does not come sliding in"
    hurt = tuple(
        RowShown(one.id, one.name, count=one.count, bar=20 if one.id == "c0" else one.bar)
        for one in (*first.rows[1:], first.rows[0])
    )
    view.show_value(PlayersScreen(status="running", round=1, stage="round", rows=hurt))
    assert view.moving
    view._go_on(0.5)
    spot = view._spots()["c0"]
    assert 0 < spot.y < 4 * view.sizes.row
    assert 0.2 < spot.share < 1
    QTest.qWait(0)
    view.rest()
    assert not view.moving
    assert view._spots()["c0"].share == 0.2


def test_who_wants_no_movement_has_none(view: PlayersView) -> None:
    """By the program's own setting, or by the system's."""
    view.show_value(rows(5))
    view.wanted = False
    view.show_value(rows(5, 1))
    assert not view.moving
    view.wanted = True
    style = Still()
    view.setStyle(style)
    view.show_value(rows(5, 2))
    assert not view.moving
    view.setStyle(None)


def test_everything_is_said_in_words() -> None:
    """For whoever hears the screen: turns, points, tracks, states, what is waited for."""
    ann = RowShown(
        "ann", "Ann", count="17", active=True, points=PointsShown(-3, 20, 4), level="down", bar=0,
        tracks=(TrackShown("Condition", "-2 on all", at=2, last=5),),
        conditions=(ConditionShown("Prone", "bad"), ConditionShown("Surprised", "bad", by="Bo")),
    )  # fmt: skip
    bo = RowShown(
        "bo", "Bo", next=True, word="Bloodied", level="half", waiting=True, readied="the door opens"
    )
    shown = PlayersScreen(
        status="running", round=2, stage="round", pass_word="segment", pass_number=3, rows=(ann, bo)
    )
    text = spoken(shown, shown.rows)
    assert text.splitlines() == [
        "Round 2 · segment 3",
        "Ann",
        "Next: Bo",
        "17, Ann, −3/20 +4, acts now, Condition: −2 on all, Prone, Surprised by Bo",
        "Bo, Bloodied, next, waits, readied: the door opens",
    ]
    assert "Ann, −3/20 +4, declares now" in spoken(replace(shown, activity="declare"), shown.rows)
    assert spoken(NOTHING, ()) == ""
    assert heading(PlayersScreen(status="over", rows=(bo,))).now == "The fight is over"


TWO_SCREENS = """
import json, sys, tempfile
from pathlib import Path
from PySide6.QtGui import QGuiApplication
from PySide6.QtCore import QSize
from tests.hands.stage import stage
from tests.hands import plays
with stage("dark", QSize(1024, 640)) as (window, hands):
    plays.open_sample(hands)
    hands.menu("players-screen")
    own, other = QGuiApplication.screens()
    screen = window.players.screen
    assert window.screen() is own
    assert screen.isFullScreen() and screen.geometry() == other.geometry(), screen.geometry()
    entries = [action.objectName() for action in window.actions_.menus["players-on"].actions()]
    assert entries == ["screen:0", "screen:1"], entries
    window.do("screen:1")
    assert window.services.settings.now.players_screen.startswith(other.name())
    QGuiApplication.screens = staticmethod(lambda: [other])  # as if its own were unplugged
    window.players._screens_changed(own)
    assert screen.isVisible()
    window.move(other.geometry().topLeft())
    hands.until(lambda: not screen.isVisible(), "the game master's window to be seen")
    assert "gone" in window.messages.text
    print("on the second screen")
"""


@pytest.mark.slow
def test_it_fills_the_second_screen_where_there_is_one(tmp_path: Path) -> None:
    """Qt's off-screen platform can have several; the game master's own window keeps the first.

    If that is unplugged, and the window comes to the other one, it is not covered there.
    """
    import json
    import os

    screens = [
        {
            "name": name,
            "x": x,
            "y": 0,
            "width": 1280,
            "height": 720,
            "logicalDpi": 96,
            "logicalBaseDpi": 96,
            "dpr": 1,
        }
        for name, x in (("first", 0), ("second", 1280))
    ]
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}))
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}"}
    done = subprocess.run(
        [sys.executable, "-c", TWO_SCREENS], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "on the second screen" in done.stdout


@pytest.mark.slow
def test_the_screen_is_that_of_one_fight(windows: Windows, files: tuple[Path, Path]) -> None:
    """Players look at one: whichever window shows it last has it."""
    windows.begin(*files)
    first, second = windows.all
    for window in (first, second):
        window.do("players-screen")
    assert first.players.screen is not None
    assert second.players.screen is not None
    assert not first.players.screen.isVisible()
    assert second.players.screen.isVisible()
    second.close()
    assert not second.players.is_open
