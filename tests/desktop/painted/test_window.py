"""Every text of the window can be read in every look (WCAG 1.4.3; 1.4.6 in high contrast).

A fight is played by hand to where the window says much: a row held over others, a refusal, an override, lines
of the log that are taken back, the palette, the board of declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import services
from desktop.app_services import AppServices
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from tests.desktop.fights import begun
from tests.desktop.painted.conftest import LEAST, look
from tests.desktop.painted.measured import measured
from tests.desktop.stories.telling import open_story, story
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def program(app: QApplication, readable: None, tmp_path: Path) -> Iterator[AppServices]:
    built = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    yield built
    built.keeper.stop()
    built.encounters.close()


@pytest.fixture
def hands(qtbot: QtBot, app: QApplication, program: AppServices) -> Hands:
    """Hands in a window with letters so large that their strokes are more than edges."""
    app.setFont(QFont("DejaVu Sans", 13))
    shown = MainWindow(program)
    qtbot.addWidget(shown)
    shown.resize(1800, 1600)
    with qtbot.waitExposed(shown):
        shown.show()
    return Hands(shown)


Read = Callable[..., list[object]]


@pytest.fixture(params=[("light",), pytest.param(tuple(LEAST), marks=pytest.mark.slow)], ids=["light", "all"])
def read(request: pytest.FixtureRequest, app: QApplication) -> Read:
    """Gives what in a widget cannot be read, and what of the texts named is not to be seen in it."""

    def in_every_look(widget: QWidget, *needed: str) -> list[object]:
        wrong: list[object] = []
        for scheme in request.param:
            look(app, scheme)
            found = measured(widget)
            texts = [one.text for one in found]
            wrong += [] if found else [(scheme, "nothing is written")]
            wrong += [(scheme, one) for one in found if one.contrast < LEAST[scheme]]
            wrong += [(scheme, text) for text in needed if not any(one.startswith(text) for one in texts)]
        return wrong

    return in_every_look


@pytest.mark.slow
def test_the_first_page_can_be_read(hands: Hands, read: Read) -> None:
    assert not read(hands.window, "Ctrl+K  Command palette", "d20 SRD 3.5")


@pytest.mark.slow
def test_a_fight_can_be_read(hands: Hands, read: Read) -> None:
    """Top bar, list, inspector, log; a drop that is held, a refusal, an override, steps taken back."""
    window = hands.window
    begun(hands)
    plays.surprise_round(hands)
    plays.wounds(hands)
    plays.readied_and_suppressed(hands)
    said = plays.take_row(hands)
    assert not read(window.table.drag.indicator, said[:5])
    plays.delay(hands)
    hands.choose("foreman")
    hands.key(Qt.Key.Key_1)
    refused = ("Next turn  Space", "Undo", "Delay", "Ready", "Round 1", "Override", "HIT POINTS", "acted")
    assert not read(window, *refused, "delaying", "readied", "Sarlane Vex", "STD", "Normal", "Add effect")
    hands.click(window.messages.action)
    hands.choose("sergeant")
    plays.damage(hands, 21)
    assert not read(window, "GM override", "21 damage", "— Threshold reached")
    hands.key(Qt.Key.Key_Z, CONTROL)
    hands.key(Qt.Key.Key_Z, CONTROL)
    assert not read(window, "GM override", "redo to here")
    plays.ask_for_damage(hands, 21)
    assert not read(hands.dialog(), "34 → 13")
    hands.leave()


@pytest.mark.slow
def test_the_palette_can_be_read(hands: Hands, read: Read) -> None:
    """What can be done, what cannot and why, kinds and keys."""
    begun(hands)
    hands.key(Qt.Key.Key_K, CONTROL)
    palette = hands.window.palette_.view
    assert not read(palette)
    palette.leave()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moon-swing", "kaiser"])
def test_declarations_can_be_read(hands: Hands, read: Read, ruleset: str, tmp_path: Path) -> None:
    """The board, what it asks for, and the cards of those who have declared."""
    from tests.hands.scenario import ByHand

    case = story(ruleset)
    open_story(hands.window.services.encounters, ruleset, case, tmp_path / "story.turnwright")
    hands.settle()
    player = ByHand(hands)
    for step in case["steps"][:5]:
        player.play(step)
    title = hands.window.findChild(QWidget, "declare-board")
    assert title.isVisible()
    assert not read(hands.window, title.words[0], title.primary_text)
