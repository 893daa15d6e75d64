"""Choosing who goes next in the window: what it shows while the choice is open, and every way to make it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from desktop.commands.table import sense_of
from desktop.list.columns import Kind
from desktop.list.delegates.combatant import choose_mark
from desktop.main.window import MainWindow
from desktop.theme import metrics_of
from rulesets.table import commands as cmd
from tests.desktop.stories.telling import open_own_story, open_story, story
from tests.hands.keys_and_mouse import Hands
from tests.sampling import mostly_slow

SYSTEMS = Path(__file__).parents[2] / "systems"
PEOPLE = [
    {"id": "ada", "name": "Ada"},
    {"id": "bors", "name": "Bors"},
    {"id": "cleo", "name": "Cleo", "side": "court"},
]


@pytest.fixture
def scene(hands: Hands, tmp_path: Path) -> Hands:
    """Three in a scene that has begun: it is open who opens it."""
    services, case = hands.window.services, {"title": "A scene", "combatants": PEOPLE}
    open_own_story(
        services.encounters, services.bridge, SYSTEMS / "limelight", case, tmp_path / "a.turnwright"
    )
    services.bridge.dispatch(cmd.Start())
    hands.settle()
    return hands


def active(hands: Hands) -> str:
    return hands.window.services.bridge.state.walk.active


def marked(window: MainWindow) -> list[str]:
    return [row.id for row in window.table.initiative.rows if row.choosable]


def place(hands: Hands, who: str, kind: Kind) -> QPoint:
    table = hands.window.table
    column = [one.kind for one in table.initiative.columns].index(kind)
    return table.visualRect(table.initiative.index(table.initiative.row_of(who), column)).center()


# -- what is shown ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_bar_and_rows_say_who_chooses_and_who_can_be_chosen(scene: Hands) -> None:
    window = scene.window
    bar, model = window.top_bar, window.table.initiative
    assert bar.primary.text().startswith("Choose who goes next")
    assert window.actions_.by_id["primary"].text().replace("&", "").startswith("Choose who goes next")
    assert marked(window) == ["ada", "bors", "cleo"]
    assert "Scene · 0 of 3 gone" in bar.stepper.accessibleName()
    assert "▷" in window.status.texts[1]
    scene.mark("bors")
    assert bar.primary.text().startswith("Hand the spotlight on")
    assert "Scene · 1 of 3" in bar.stepper.accessibleName()
    assert "gone" not in bar.stepper.accessibleName()
    assert marked(window) == []
    scene.key(Qt.Key.Key_Space)
    assert bar.primary.text().startswith("Bors chooses who is next")
    assert "Scene · 1 of 3 gone" in bar.stepper.accessibleName()
    assert marked(window) == ["ada", "cleo"]
    said = {
        model.combatant_at(row): model.index(row, 1).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(model.rowCount())
    }
    assert "can go next" in said["ada"].lower()
    assert "can go next" not in said["bors"].lower()
    assert "chooses who is next" in said["bors"]


@pytest.mark.slow
def test_a_long_name_leaves_the_bar_its_room(scene: Hands) -> None:
    bridge = scene.window.services.bridge
    bridge.dispatch(cmd.Describe(who="ada", changes={"name": "Adalbertina of the Far Northern Shore"}))
    scene.mark("ada")
    scene.key(Qt.Key.Key_Space)
    assert scene.window.top_bar.primary.text().startswith("Choose who goes next")


@pytest.mark.slow
def test_a_side_that_chooses_is_named(hands: Hands, tmp_path: Path) -> None:
    services = hands.window.services
    case = {
        "title": "A ford",
        "combatants": [{"id": name, "side": "red" if name.isupper() else "grey"} for name in "ABcd"],
    }
    path = tmp_path / "b.turnwright"
    open_own_story(services.encounters, services.bridge, SYSTEMS / "two-banners", case, path)
    services.bridge.dispatch(cmd.Start(rolls={"red": 5, "grey": 2}))
    hands.settle()
    assert hands.window.top_bar.primary.text().startswith("red chooses who is next")
    assert marked(hands.window) == ["A", "B"]


# -- ways to choose --------------------------------------------------------------------------------


def by_mark(hands: Hands) -> None:
    assert hands.mark("cleo")


def by_enter(hands: Hands) -> None:
    hands.choose("cleo")
    hands.key(Qt.Key.Key_Return)


def by_double_click(hands: Hands) -> None:
    viewport, point = hands.window.table.viewport(), place(hands, "cleo", Kind.COMBATANT)
    for gesture in (QTest.mouseClick, QTest.mouseDClick):
        gesture(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    hands.settle()


def by_primary(hands: Hands) -> None:
    hands.choose("cleo")
    hands.primary()


def by_arrows(hands: Hands) -> None:
    hands.key(Qt.Key.Key_Space)  # goes to the first that can
    assert active(hands) == ""
    assert hands.window.table.current() == "ada"
    assert "▷" in hands.window.messages.text
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Down)
    hands.key(Qt.Key.Key_Space)


def by_menu(hands: Hands) -> None:
    hands.choose("cleo")
    hands.menu("choose")


def by_context_menu(hands: Hands) -> None:
    hands.choose("cleo")
    table = hands.window.table
    menu = table.keys.menu(table.situation(), table)
    next(action for action in menu.actions() if action.text().replace("&", "") == "Goes next").trigger()
    menu.deleteLater()
    hands.settle()


def by_palette(hands: Hands) -> None:
    hands.choose("cleo")
    palette = hands.window.palette_
    (item,) = [item for item in palette.items() if item.text == "Goes next"]
    assert item.enabled
    palette.view.chosen.emit(item.key)
    hands.settle()


WAYS = (
    by_mark,
    by_enter,
    by_double_click,
    by_primary,
    by_arrows,
    by_menu,
    by_context_menu,
    by_palette,
)


@pytest.mark.slow
@pytest.mark.parametrize("way", mostly_slow(WAYS, WAYS[0]), ids=[way.__name__ for way in WAYS])
def test_every_way_to_choose(scene: Hands, way: Callable[[Hands], None]) -> None:
    way(scene)
    assert active(scene) == "cleo"
    assert scene.window.table.current() == "cleo"
    assert scene.window.services.bridge.log[-1].command == cmd.Choose(who="cleo")


@pytest.mark.slow
def test_a_click_beside_the_mark_only_selects(scene: Hands) -> None:
    for kind in (Kind.COMBATANT, Kind.COUNT, Kind.TRACK):
        scene.click_at(place(scene, "bors", kind))
        assert active(scene) == ""
    assert scene.window.table.current() == "bors"


@pytest.mark.slow
def test_the_mouse_that_leaves_the_mark_chooses_nobody(scene: Hands) -> None:
    """Pressed on a mark and let go of elsewhere it is a drag, or nothing."""
    table, left = scene.window.table, Qt.MouseButton.LeftButton
    cell = table.visualRect(table.initiative.index(table.initiative.row_of("ada"), 1))
    mark = choose_mark(QRectF(cell), metrics_of(table.font())).center().toPoint()
    QTest.mousePress(table.viewport(), left, Qt.KeyboardModifier.NoModifier, mark)
    QTest.mouseRelease(table.viewport(), left, Qt.KeyboardModifier.NoModifier, cell.center())
    scene.settle()
    assert active(scene) == ""


@pytest.mark.slow
def test_who_cannot_go_next_is_refused_and_goes_if_the_gm_insists(scene: Hands) -> None:
    scene.mark("ada")
    scene.key(Qt.Key.Key_Space)
    scene.choose("ada")
    scene.key(Qt.Key.Key_Return)
    assert active(scene) == ""
    assert "has already had a turn" in scene.window.messages.text
    assert "LL 2" in scene.window.messages.text
    scene.click(scene.window.messages.action)
    assert active(scene) == "ada"


@pytest.mark.slow
def test_a_second_press_never_chooses_who_was_selected_by_its_own_turn(scene: Hands) -> None:
    """At the end of a round the last one could choose itself: that takes more than a key pressed twice."""
    scene.mark("ada")
    scene.key(Qt.Key.Key_Space)
    scene.mark("bors")
    scene.key(Qt.Key.Key_Space)
    assert active(scene) == "cleo"
    scene.key(Qt.Key.Key_Space)
    assert scene.window.table.current() == "cleo"
    scene.key(Qt.Key.Key_Space)
    assert active(scene) == ""
    assert scene.window.table.current() == "ada"
    scene.choose("cleo")
    scene.primary()
    assert active(scene) == "cleo"


# -- back, log, other systems ----------------------------------------------------------------------


@pytest.mark.slow
def test_back_one_turn_stops_at_the_open_choice(scene: Hands) -> None:
    scene.mark("ada")
    scene.key(Qt.Key.Key_Space)
    scene.mark("bors")
    scene.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert (active(scene), marked(scene.window)) == ("", ["bors", "cleo"])
    scene.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert active(scene) == "ada"
    scene.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert (active(scene), marked(scene.window)) == ("", ["ada", "bors", "cleo"])


@pytest.mark.slow
def test_the_log_says_who_chose_whom(scene: Hands) -> None:
    texts, bridge = scene.window.services.texts, scene.window.services.bridge

    def last() -> str:
        return texts.title(bridge.log[-1])

    scene.mark("ada")
    assert last() == "Ada goes next, chosen by the GM"
    scene.key(Qt.Key.Key_Space)
    scene.mark("cleo")
    assert last() == "Cleo goes next, chosen by Ada"
    for _ in range(2):
        scene.key(Qt.Key.Key_Space)
    scene.mark("bors")
    assert last() == "Bors goes next, by its own choice"


@pytest.mark.slow
def test_where_turns_follow_an_order_nothing_speaks_of_choosing(hands: Hands, tmp_path: Path) -> None:
    open_story(hands.window.services.encounters, "srd35", story("srd35"), tmp_path / "c.turnwright")
    hands.settle()
    bridge = hands.window.services.bridge
    assert not hands.window.actions_.by_id["choose"].isVisible()
    bridge.dispatch(cmd.Start())
    hands.choose(next(iter(bridge.state.combatants)))
    assert sense_of("choose", hands.window.table.situation()).why_not
    before = hands.window.services.bridge.session.cursor
    hands.key(Qt.Key.Key_Return)
    assert hands.window.services.bridge.session.cursor == before
    assert marked(hands.window) == []
