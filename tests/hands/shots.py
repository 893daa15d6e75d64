"""Pictures of every screen, light and dark, small and large: reached by commands from an empty window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from desktop.app import application
from desktop.help.about_dialog import AboutDialog
from desktop.theme import Scheme
from tests.hands import plays
from tests.hands.campaign_shots import CampaignSeries
from tests.hands.keys_and_mouse import Hands, Lost
from tests.hands.players_shots import players_shots
from tests.hands.ruleset_shots import RulesetSeries
from tests.hands.stage import stage
from tests.hands.story_shots import StorySeries, stories

SIZES = (QSize(1024, 640), QSize(1440, 900))
SCHEMES: tuple[Scheme, ...] = ("dark", "light")


LARGE: tuple[Scheme, QSize] = ("light", SIZES[0])
"""The one look at twice the size: what fits at 1024×640 there fits everywhere."""


def looks() -> list[tuple[Scheme, QSize, str]]:
    """Scheme, size and name of every look; on a screen that shows everything larger there is one."""
    screen = QGuiApplication.primaryScreen()
    percent = round(100 * screen.devicePixelRatio()) if screen is not None else 100
    if percent != 100:
        return [(*LARGE, f"{LARGE[0]}-{LARGE[1].width()}x{LARGE[1].height()}-at-{percent}")]
    return [
        (scheme, size, f"{scheme}-{size.width()}x{size.height()}") for scheme in SCHEMES for size in SIZES
    ]


def shots(folder: Path, told: Path | None = None) -> int:
    """Leave the pictures in ``folder`` and print their paths; returns 0.

    With ``told``, a folder of scenarios, also the moments of each of these, of whatever system.

    Raises:
        ScenarioError: if a scenario cannot be read.
        OSError: if the folder cannot be written.
        Lost: if a screen was not reached.
    """
    folder.mkdir(parents=True, exist_ok=True)
    application(["turnwright"])  # without it there is no screen to ask
    known = stories(told) if told is not None else []
    for scheme, size, look in looks():
        with stage(scheme, size) as (_, hands):
            Series(hands, folder, look).take()
        with stage(scheme, size) as (_, hands):
            RulesetSeries(hands, folder, look).take()
        with stage(scheme, size) as (_, hands):
            CampaignSeries(hands, folder, look).take()
        for story in known:
            with stage(scheme, size) as (_, hands):
                StorySeries(hands, story, folder, look).take()
    return 0


class Series:
    """All screens in one look and one size."""

    def __init__(self, hands: Hands, folder: Path, look: str) -> None:
        """Name the pictures after ``look``."""
        self._hands, self._folder, self._look = hands, folder, look
        self._number = 0

    def take(self) -> None:
        """Play the sample fight and take a picture of every screen on the way."""
        self._before_the_fight()
        self._surprise()
        self._mid_round()
        self._answers()

    def _shot(self, what: str) -> None:
        self._number += 1
        path = self._folder / f"{self._look}-{self._number:02}-{what}.png"
        self._hands.picture(path)
        print(path, flush=True)

    def _name(self, name: str) -> None:
        """Type a name into the dialog that has just opened: its first field waits for it."""
        field = self._hands.dialog().focusWidget()
        if not isinstance(field, QLineEdit):
            raise Lost("the dialog does not wait for a name")
        self._hands.type(field, name)

    def _before_the_fight(self) -> None:
        hands = self._hands
        self._shot("start-page")
        hands.menu("new")
        self._name("Cantina, back door")
        self._shot("new-encounter")
        hands.leave()
        plays.open_sample(hands)
        self._shot("before-the-fight")
        hands.key(Qt.Key.Key_N)
        self._name("Stormtrooper")
        self._shot("add-combatants")
        hands.leave()
        plays.ask_for_initiative(hands)
        self._shot("start")
        plays.begin(hands)

    def _surprise(self) -> None:
        hands = self._hands
        hands.spend("1")
        plays.next_turn(hands, "sergeant")
        self._shot("surprise-round")
        for digit, then in zip("12111", ("lug", "deel", "trooper-1", "trooper-2", "sarlane"), strict=True):
            hands.spend(digit)
            plays.next_turn(hands, then)

    def _mid_round(self) -> None:
        hands = self._hands
        plays.wounds(hands)
        plays.readied_and_suppressed(hands)
        plays.take_row(hands)
        self._shot("drop-sentence")
        plays.delay(hands)
        self._shot("mid-round")
        self._players()
        hands.menu("players-preview")
        self._shot("preview")
        hands.menu("players-hide")
        self._shot("hidden")
        for ident in ("players-hide", "players-preview", "players-facts"):
            hands.menu(ident)
        self._shot("what-the-players-see")
        hands.leave()
        hands.choose("sergeant")
        plays.ask_for_damage(hands, 21)
        self._shot("damage-sheet")
        hands.accept()

    def _players(self) -> None:
        players_shots(self._hands, self._folder, self._look)

    def _answers(self) -> None:
        hands = self._hands
        hands.choose("foreman")
        hands.key(Qt.Key.Key_1)
        hands.until(lambda: bool(hands.window.messages.text), "the refusal")
        self._shot("refusal")
        hands.click(hands.window.messages.action)
        self._shot("overridden")
        hands.choose("ioan")
        plays.effect(hands, "Bolstered", 4)
        log = hands.window.log.list
        hands.click_row(log, log.model().rowCount() - 4)
        self._shot("log")
        hands.menu("keys")
        self._shot("keys")
        hands.leave()
        self._about()

    def _about(self) -> None:
        """What the program says of itself, and what is new in it."""
        hands = self._hands
        hands.menu("about")
        self._shot("about")
        about = hands.dialog()
        if not isinstance(about, AboutDialog):
            raise Lost("nothing tells what the program is")
        hands.click(about.lesser)
        self._shot("licences")
        hands.leave()
        hands.menu("changelog")
        self._shot("whats-new")
        hands.leave()
