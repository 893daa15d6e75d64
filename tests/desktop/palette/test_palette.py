"""The command palette: everything that can be done and everybody there is, by a few letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop.actions.fields import ActField
from desktop.commands.table import FOLDERS
from desktop.declare.react_dialog import ReactDialog
from desktop.main.window import MainWindow
from desktop.palette.values import PaletteItem
from desktop.process.settings_store import SettingsStore
from desktop.rulesets.change_dialog import EncounterOptionsDialog
from rulesets.campaign.things import Prepared
from rulesets.table.commands import Add, Declare, Start
from tests.desktop.fights import under_way
from tests.effort import calls
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier
EACH = 100
"""Calls of functions for each combatant that the palette finds."""


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Hands in a new window."""
    return Hands(window)


@pytest.fixture
def fight(hands: Hands) -> Hands:
    """The sample in its surprise round: Sarlane Vex acts."""
    under_way(hands)
    return hands


def ask(hands: Hands, query: str) -> list[str]:
    """Press Ctrl+K, type, and return what is shown."""
    view = hands.window.palette_.view
    if not view.isVisible():
        hands.key(Qt.Key.Key_K, CONTROL)
    view.line.clear()
    QTest.keyClicks(view.line, query)
    model = view.view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def press(hands: Hands, key: Qt.Key) -> None:
    """Press a key in the palette's line."""
    hands.key(key, on=hands.window.palette_.view.line)


def item(hands: Hands, key: str) -> PaletteItem:
    """What the palette has under a key."""
    return next(found for found in hands.window.palette_.items() if found.key == key)


def entries(menu: QMenu, before: str = "") -> list[str]:
    """Every entry of a menu that can be seen; those of its submenus, not of its folders, with their name."""
    found = []
    for action in menu.actions():
        inner, text = action.menu(), action.text().partition("\t")[0].replace("&", "")
        if isinstance(inner, QMenu):
            within = before if action.objectName() in FOLDERS else f"{text}: "
            found += entries(inner, within) if action.isVisible() else []
        elif action.isVisible() and not action.isSeparator() and action.objectName() != "palette":
            named = text.partition(": ")[0] if action.objectName() in ("undo", "redo") else text
            found.append(before + named)
    return found


@pytest.mark.slow
def test_it_has_every_entry_of_every_menu_and_every_combatant(fight: Hands) -> None:
    """Submenus included: types of action, pipelines, themes, recent files."""
    texts = [found.shown.removesuffix(" (on)") for found in fight.window.palette_.items()]
    for top in fight.window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        assert set(entries(menu)) <= set(texts)
    assert {"Spend: Swift action", "Apply: Temporary hit points", "Theme: Dark", "Guide"} <= set(texts)
    assert any(text.startswith("Recent: ") for text in texts)
    names = {one.name for one in fight.window.services.bridge.state.combatants.values()}
    assert {found.text for found in fight.window.palette_.items() if found.is_combatant} == names


@pytest.mark.slow
def test_words_of_the_table_find_what_a_ruleset_has(fight: Hands) -> None:
    """A second wave, hidden people; Saga Edition declares nothing, and nothing offers to."""
    assert ask(fight, "wave")[0] == "Add a wave to come later…"
    assert ask(fight, "hid")[0] == "Hidden from the players, or seen"
    assert ask(fight, "declare") == []


def test_enter_does_the_best_match_and_the_focus_is_where_it_was(fight: Hands) -> None:
    bridge, table = fight.window.services.bridge, fight.window.table
    assert ask(fight, "spend sw")[0] == "Spend: Swift action"
    assert QApplication.focusWidget() is fight.window.palette_.view.line
    press(fight, Qt.Key.Key_Return)
    assert bridge.state.combatants["sarlane"].pools["swift"] == 0
    assert not fight.window.palette_.view.isVisible()
    assert QApplication.focusWidget() is table


@pytest.mark.slow
def test_escape_leaves_and_changes_nothing(fight: Hands) -> None:
    """Into the field that had the focus, too."""
    fight.menu("find")
    line, cursor = fight.window.find_bar.line, fight.window.services.bridge.session.cursor
    ask(fight, "next")
    press(fight, Qt.Key.Key_Escape)
    assert not fight.window.palette_.view.isVisible()
    assert QApplication.focusWidget() is line
    assert fight.window.services.bridge.session.cursor == cursor


@pytest.mark.slow
def test_its_key_closes_it_again(fight: Hands) -> None:
    ask(fight, "")
    fight.key(Qt.Key.Key_K, CONTROL, on=fight.window.palette_.view.line)
    assert not fight.window.palette_.view.isVisible()


@pytest.mark.slow
def test_arrows_move_while_the_line_keeps_the_focus(fight: Hands) -> None:
    """Around at both ends."""
    shown, view = ask(fight, "@"), fight.window.palette_.view
    assert len(shown) == 8
    for key, row in (
        (Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Up, 7), (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_PageDown, 7), (Qt.Key.Key_PageUp, 0), (Qt.Key.Key_Tab, 1), (Qt.Key.Key_Backtab, 0),
    ):  # fmt: skip
        press(fight, key)
        assert view.view.currentIndex().row() == row
        assert QApplication.focusWidget() is view.line


@pytest.mark.slow
def test_go_to_selects_a_combatant(fight: Hands) -> None:
    assert ask(fight, "deel")[0] == "Go to Deel Surool"
    press(fight, Qt.Key.Key_Return)
    assert fight.window.table.current() == "deel"
    assert QApplication.focusWidget() is fight.window.table


@pytest.mark.slow
def test_a_click_does_what_it_is_on(fight: Hands) -> None:
    shown, view = ask(fight, "@tro"), fight.window.palette_.view.view
    fight.click_row(view, shown.index("Go to Stormtrooper 2"))
    assert fight.window.table.current() == "trooper-2"


@pytest.mark.slow
def test_what_the_selected_can_do_stands_there_with_its_cost(fight: Hands) -> None:
    """What it cannot do comes after it, quieter, with the reason; Enter then asks the rules."""
    bridge = fight.window.services.bridge
    assert item(fight, "offer:action:drop_item").kind == "Sarlane Vex · Free action"
    fight.spend("1")
    tired = item(fight, "offer:type:standard")
    assert not tired.enabled
    assert "has one action, and it is taken" in tired.reason
    ask(fight, "standard action")
    press(fight, Qt.Key.Key_Return)
    while "has one action, and it is taken" not in fight.window.messages.text:
        ask(fight, "standard action")
        press(fight, Qt.Key.Key_Down)
        press(fight, Qt.Key.Key_Return)
    assert not fight.window.messages.action.isHidden()
    assert bridge.state.combatants["sarlane"].pools["standard"] == 0


@pytest.mark.slow
def test_what_needs_a_word_asks_for_it(fight: Hands) -> None:
    """As in the details of the combatant."""
    fight.menu("primary")
    ask(fight, "react")
    press(fight, Qt.Key.Key_Return)
    assert isinstance(fight.dialog(), ReactDialog)
    fight.leave()


@pytest.mark.slow
def test_what_has_a_target_is_asked_for_beside_the_fight(
    fight: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What must be entered before an action can be done is asked for where actions stand."""
    window, asked = fight.window, []
    window.palette_.asks.connect(asked.append)
    needed = ActField("target", "choice", (("", ""), ("lug", "Lug")), needed=True)
    monkeypatch.setattr("desktop.actions.fields.act_fields", lambda *_: (needed,))
    before = len(window.services.bridge.log)
    ask(fight, "drop item")
    press(fight, Qt.Key.Key_Return)
    assert asked == [("action", "drop_item")]
    assert len(window.services.bridge.log) == before
    row = window.inspector.action_list.model.row(window.inspector.action_list.rows.currentIndex())
    assert row.id == "drop_item"


@pytest.mark.slow
def test_what_is_disabled_says_why_and_does_nothing(hands: Hands) -> None:
    """Without an encounter, before the start."""
    assert item(hands, "menu:print").reason == "no encounter is open"
    plays.open_sample(hands)
    assert item(hands, "menu:print").enabled
    assert item(hands, "menu:delay").reason == "the fight has not begun"
    assert item(hands, "menu:redo").reason == "nothing was taken back"
    ask(hands, "delay")
    press(hands, Qt.Key.Key_Return)
    view = hands.window.palette_.view
    assert view.isVisible()
    assert view.told == "the fight has not begun"
    spoken = view.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Delay…, Turn, D, not now: the fight has not begun"


@pytest.mark.slow
def test_what_was_used_last_comes_first(fight: Hands) -> None:
    """Also after the next start, as far as it is a command of the menus."""
    for query in ("guide", "go to deel", "what's new"):
        ask(fight, query)
        press(fight, Qt.Key.Key_Return)
        if fight.asked():
            fight.leave()
    assert ask(fight, "")[:3] == ["What's New", "Go to Deel Surool", "Guide"]
    store = SettingsStore(fight.window.services.paths.settings)
    assert store.now.used == ("menu:changelog", "menu:guide")


def test_what_is_prepared_stands_before_files_of_its_name(fight: Hands, tmp_path: Path) -> None:
    """Its name and Enter begin it; commands and combatants whose names begin so come before it."""
    services = fight.window.services
    for name in ("Deel", "Go"):
        file = tmp_path / f"{name}.turnwright"
        file.touch()
        services.settings.opened(file)
        services.campaigns.write(Prepared(name, "saga-edition", {}, ({"id": "a", "name": "Ann"},)))
    services.campaigns.write(Prepared("The last ford", "dnd5e", {}, ({"id": "a", "name": "Ann"},)))
    fight.window.others.show_recent()
    fight.window.campaign.fill_menus()
    found = [
        "Begin a prepared encounter: Deel",
        "Recent: Deel",
        "Edit an encounter that is prepared: Deel",
        "Recent in a new window: Deel",
    ]
    assert ask(fight, "deel")[:5] == ["Go to Deel Surool", *found]
    assert ask(fight, "recent deel")[:2] == ["Recent: Deel", "Recent in a new window: Deel"]
    assert ask(fight, "begin prepared go")[0] == "Begin a prepared encounter: Go"
    assert ask(fight, "ford")[0] == "Begin a prepared encounter: The last ford", "samples are nobody's own"
    ask(fight, "deel")
    press(fight, Qt.Key.Key_Down)
    press(fight, Qt.Key.Key_Return)
    assert services.encounters.current.path.stem == "Deel"


@pytest.mark.slow
def test_what_is_pressed_elsewhere_closes_it(fight: Hands) -> None:
    """A key of the window does its work, and a click into the list stays there."""
    view = fight.window.palette_.view
    ask(fight, "x")
    fight.key(Qt.Key.Key_Z, CONTROL, on=view.line)
    ask(fight, "x")
    fight.click(fight.window.table.viewport())
    fight.window.table.setFocus()
    assert not view.isVisible()
    ask(fight, "")
    fight.window.services.encounters.close()
    assert not view.isVisible()


@pytest.mark.slow
def test_nothing_fits(fight: Hands) -> None:
    assert ask(fight, "qqqq") == []
    press(fight, Qt.Key.Key_Return)
    press(fight, Qt.Key.Key_Down)
    assert fight.window.palette_.view.isVisible()


def test_the_menu_bar_says_which_key_opens_it(hands: Hands) -> None:
    hint = hands.window.menuBar().cornerWidget()
    assert hint.text() == "Ctrl+K  Command palette"  # type: ignore[attr-defined]
    hands.click(hint)
    assert hands.window.palette_.view.isVisible()
    assert hint.isVisible()


@pytest.mark.slow
def test_it_stays_within_the_window(fight: Hands) -> None:
    """At the least size, too."""
    ask(fight, "")
    fight.window.resize(640, 420)
    fight.settle()
    view = fight.window.palette_.view
    assert fight.window.rect().contains(view.geometry())


@pytest.mark.slow
def test_a_thousand_combatants_do_not_slow_it_down(fight: Hands) -> None:
    """Opening and every letter ask for some functions for each of them, and no more."""
    bridge = fight.window.services.bridge
    for number in range(3, 1003):
        bridge.session.dispatch(Add(combatant={"id": f"t{number}", "name": f"Stormtrooper {number}"}), 0.0)
    bridge.reset.emit()
    palette = fight.window.palette_
    assert calls(palette.view.begin, palette.items(), ()) < 1000 * EACH
    for query in ("t", "tr", "tro", "trop", "@storm 99"):
        assert calls(palette.view.line.setText, query) < 1000 * EACH, query
    assert palette.view.view.model().rowCount() > 10


@pytest.mark.slow
def test_a_command_that_has_gone_meanwhile_is_not_done(fight: Hands) -> None:
    """Menus of the ruleset are made anew; the palette holds what it found."""
    ask(fight, "spend swift")
    fight.window.actions_.fill_spending(fight.window.services.bridge.rules, fight.window.keys)
    press(fight, Qt.Key.Key_Return)
    assert fight.window.services.bridge.state.combatants["sarlane"].pools["swift"] == 1
    assert all(isinstance(action, QAction) for action in fight.window.palette_._found.values())


@pytest.mark.slow
def test_what_was_done_is_not_found_as_what_takes_it_back(hands: Hands) -> None:
    """The menu says "Undo: Start" and the like: who typed the words again and pressed Enter lost the step."""
    under_way(hands)
    undo = next(item for item in hands.window.palette_.items() if item.key == "menu:undo")
    assert undo.text == "Undo"
    assert undo.told
    assert hands.window.actions_.by_id["undo"].text().startswith("&Undo: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("kill", "Defeated"),
        ("dead", "Begin Dead"),
        ("slain", "Defeated"),
        ("bigger font", "Larger text"),
        ("hurt", "Damage…"),
        ("grenade", "Damage…"),
        ("area", "Damage…"),
        ("next", "Next turn"),
        ("dmg", "Damage…"),
        ("reinforcements", "Add a wave to come later…"),
        ("shortcuts", "Keys"),
        ("prone", "Begin Prone"),
        ("foreman", "Go to Dock foreman"),
        ("add effect", "Begin an effect…"),
        ("effect", "Begin an effect…"),
        ("condition", "Begin an effect…"),
        ("stunned", "Cannot act for now"),
        ("note", "Write a note…"),
    ],
)
def test_words_of_game_masters_find_what_they_mean(fight: Hands, words: str, found: str) -> None:
    """Nothing was found by them, and nonsense by some."""
    assert ask(fight, words)[0].startswith(found)


@pytest.mark.slow
def test_a_state_of_the_ruleset_is_begun_by_its_name(fight: Hands) -> None:
    """ "stun" found "Close the encounter". Enter twice: it is on whoever is selected."""
    texts = ask(fight, "prone")
    assert not [text for text in texts if "encounter" in text.lower()]
    press(fight, Qt.Key.Key_Return)
    fight.accept()
    bridge = fight.window.services.bridge
    who = bridge.state.combatants["sarlane"]
    assert "prone" in {effect.name for effect in bridge.scene.effects(who)}


@pytest.mark.slow
def test_an_option_of_the_ruleset_is_found_by_its_name_and_its_choices(fight: Hands) -> None:
    """A000-2, an evening: "giving up" found nothing; it is an option, and the option is what opens."""
    window = fight.window
    assert ask(fight, "giving up")[0] == "Giving up actions…"
    assert item(fight, "option:exchange").told.endswith("In force: Standard for move.")
    press(fight, Qt.Key.Key_Return)
    dialog = fight.dialog()
    assert isinstance(dialog, EncounterOptionsDialog)
    box = dialog.options.boxes["exchange"]
    assert dialog.focusWidget() is box
    seen = box.visibleRegion().boundingRect()
    assert seen == box.rect(), "it is in sight"
    fight.leave()
    assert ask(fight, "one swift action")[0] == "Second wind costs…"
    press(fight, Qt.Key.Key_Escape)
    window.resize(QSize(1024, 640))
    ask(fight, "second wind costs")
    press(fight, Qt.Key.Key_Return)
    dialog = fight.dialog()
    assert isinstance(dialog, EncounterOptionsDialog)
    box = dialog.options.boxes["second_wind_cost"]
    assert box.visibleRegion().boundingRect() == box.rect()
    fight.leave()


def test_who_has_not_declared_in_time_is_found(hands: Hands) -> None:
    """001-44: "hesit" found the effect alone, and not what the board has a button for."""
    bridge = hands.window.services.bridge
    hands.window.do("sample:the-cold-store")
    bridge.dispatch(Start(rolls={"party": 12, "beasts": 5, "garrison": 9, "whisper": 15}))
    hands.settle()
    assert ask(hands, "hesit")[:2] == ["Hesitated", "Begin Hesitated"]
    press(hands, Qt.Key.Key_Return)
    assert [one.name for one in bridge.state.combatants["jackal-1"].declared] == ["hesitate"]
    assert hands.window.messages.text == "Sand jackal 1 has not declared in time."
    for who in [*hands.window.board.who, *bridge.scene.declaring.open]:
        bridge.dispatch(Declare(who=(who,), name="hesitate"))
    assert "Hesitated" not in ask(hands, "hesit"), "nobody declares any more"


@pytest.mark.slow
def test_what_puts_a_fight_on_paper_is_found_by_what_it_is_called_elsewhere(fight: Hands) -> None:
    """There is no document called Summary: 'Summ' led to *Status* by letters far apart."""
    for query in ("Summ", "summary"):
        assert ask(fight, query)[:2] == ["Print…", "Export…"]
    assert set(ask(fight, "pdf")[:2]) == {"Print…", "Export…"}
    assert ask(fight, "print")[0] == "Print…"


@pytest.mark.slow
def test_what_is_called_as_typed_is_not_another_command(fight: Hands) -> None:
    """“recover” and Enter opened Heal while Recover was refused: the rules say why, and nothing is done."""
    bridge = fight.window.services.bridge
    before = len(bridge.log)
    assert ask(fight, "recover")[:2] == ["Recover", "Heal…"]
    press(fight, Qt.Key.Key_Return)
    assert not fight.asked()
    assert len(bridge.log) == before
    assert "cannot use “Recover”" in fight.window.messages.text


@pytest.mark.slow
def test_what_asks_the_same_as_a_command_stands_there_once(fight: Hands) -> None:
    """There were two *Delay…*, of the menu and of the selected."""
    assert ask(fight, "delay").count("Delay…") == 1
    assert "Ready an action…" in ask(fight, "ready"), "what the ruleset calls otherwise is found by that"
