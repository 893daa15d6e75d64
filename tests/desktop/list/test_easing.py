"""Rows slide to their new places; what the list says and obeys stands there from the first moment on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget
from pytestqt.qtbot import QtBot

from rulesets.table import commands as cmd
from tests.desktop.list.shown_list import Shown, fight
from tests.desktop.list.tables import ORDER, do

__all__ = ["fight"]

PUT_OFF = cmd.Delay(who="vex", after="dock")
"""The topmost row goes to the bottom, and all others go up."""


@pytest.fixture
def seen(fight: Shown) -> Iterator[Shown]:
    """The list of a fight, as on a screen."""
    fight.view.easing.unseen = False
    yield fight
    fight.view.easing.stop()


def painted(shown: Shown) -> QImage:
    """What the list shows."""
    return shown.view.viewport().grab().toImage()


def strip(picture: QImage, shown: Shown, row: int) -> QImage:
    """What is shown at the place of a row."""
    height = shown.view.rowHeight(0)
    return picture.copy(0, row * height, picture.width(), height)


@pytest.mark.slow
def test_who_is_put_off_slides_to_its_place(seen: Shown, qtbot: QtBot) -> None:
    """The first picture has the moved row, as it looks now, at its old place; the last one at its new one."""
    do(seen.bridge, PUT_OFF)
    assert seen.view.initiative.row_of("vex") == len(ORDER) - 1
    assert seen.view.easing.active
    begun = painted(seen)
    qtbot.waitUntil(lambda: not seen.view.easing.active)
    ended = painted(seen)
    assert strip(begun, seen, 0) == strip(ended, seen, len(ORDER) - 1)
    assert strip(begun, seen, 3) == strip(ended, seen, 2), "those that make room come from below"
    assert begun != ended


@pytest.mark.slow
def test_mouse_and_keys_meet_everybody_at_the_new_place(seen: Shown) -> None:
    """Whoever is clicked on in the midst of it is the one whose place it is, and nothing slides on."""
    do(seen.bridge, PUT_OFF)
    place = seen.view.visualRect(seen.view.initiative.index(len(ORDER) - 1, 1)).center()
    QTest.mouseClick(seen.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert seen.view.current() == "vex"
    assert not seen.view.easing.active


def test_a_move_back_goes_on_from_where_rows_are_seen(seen: Shown) -> None:
    """Undone before anything was seen to move, nothing has to move."""
    do(seen.bridge, PUT_OFF)
    assert seen.bridge.undo() is not None
    assert not seen.view.easing.active


def test_nothing_slides_where_it_is_not_wanted(seen: Shown) -> None:
    """The user's setting, a system on which nothing moves, and a list that is out of sight."""
    view = seen.view
    view.easing.wanted = False
    do(seen.bridge, PUT_OFF)
    assert not view.easing.active
    view.easing.wanted = True
    still = _Still("fusion")
    still.setParent(view)
    view.setStyle(still)
    seen.bridge.undo()
    assert not view.easing.active
    view.setStyle(None)
    view.hide()
    do(seen.bridge, PUT_OFF)
    assert not view.easing.active


class _Still(QProxyStyle):
    """A style of a system on which nothing moves."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: object = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0
        return super().styleHint(hint, option, widget)
