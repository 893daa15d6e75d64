"""Keys: every command can have another one; menus, buttons, list, log and the sheet of keys follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from desktop.actions.rows import ANNOUNCES
from desktop.app_services import AppServices
from desktop.commands.bindable import bindable, keys_of_window, usual
from desktop.commands.keys import Doubt, Keys, Trouble
from desktop.commands.keys_dialog import KeyLine, KeysDialog
from desktop.help.key_sheet import columns, groups
from desktop.main.window import MainWindow
from desktop.process.settings_store import SettingsStore, read
from rulesets.reading import loader
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    """Settings of a user who has changed nothing."""
    return SettingsStore(tmp_path / "settings.json")


@pytest.fixture
def keys(qapp, store: SettingsStore) -> Keys:
    """The usual keys."""
    return keys_of_window(store)


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Hands in a window with the running sample: Sarlane Vex acts."""
    hands = Hands(window)
    under_way(hands)
    return hands


def pool(hands: Hands, name: str, who: str = "sarlane") -> int:
    """What somebody has left."""
    return hands.window.services.bridge.state.combatants[who].pools[name]


# -- the table --------------------------------------------------------------------------------------


def test_the_usual_keys_can_be_bound_and_belong_to_one_command_each(keys: Keys) -> None:
    seen = [key for bound in usual().values() for key in bound]
    assert len(seen) == len(set(seen))
    for name, bound in usual().items():
        assert [keys.doubt(name, key) for key in bound] == [None] * len(bound), name
    assert {command.ident for command in bindable()} == {name.removeprefix("list:") for name in usual()}


def test_who_takes_a_key_has_it_and_the_other_has_not(keys: Keys) -> None:
    assert keys.losers("list:ready", ["H"]) == ["list:damage"]
    keys.bind("list:ready", ["H"])
    assert (keys.of("list:ready"), keys.of("list:damage"), keys.owner("H")) == (("H",), (), "list:ready")
    keys.bind("list:damage", ["R"])
    keys.reset("list:damage")
    assert (keys.of("list:ready"), keys.of("list:damage"), keys.owner("R")) == ((), ("H",), "")
    keys.reset("list:ready")
    assert keys.of("list:ready") == ("R",)
    assert not any(keys.is_changed(name) for name in keys.names)


def test_a_key_that_is_given_back_returns_to_its_command(keys: Keys) -> None:
    keys.bind("undo", ["Ctrl+P"])
    assert keys.of("print") == ()
    keys.reset("undo")
    assert keys.of("print") == ("Ctrl+P",)


def test_changed_keys_are_there_next_time_and_only_they_are_kept(keys: Keys, store: SettingsStore) -> None:
    keys.bind("list:react", ["E", "X"])
    keys.bind("undo", [])
    assert read(store._path).keys == {"list:react": ("E", "X"), "undo": ()}
    again = keys_of_window(SettingsStore(store._path))
    assert (again.shown("list:react"), again.shown("undo"), again.troubles) == ("E, X", "", [])
    again.reset_all()
    assert read(store._path).keys == {}
    assert again.of("undo") == ("Ctrl+Z",)


@pytest.mark.parametrize(
    ("name", "key", "doubt"),
    [
        ("undo", "U", Doubt.PLAIN),
        ("undo", "Shift+U", Doubt.PLAIN),
        ("undo", "Space", Doubt.PLAIN),
        ("list:undo", "U", None),
        ("undo", "F5", None),
        ("undo", "Alt+U", None),
        ("undo", "Alt+E", Doubt.MENU),
        ("list:undo", "Return", Doubt.TAKEN_BY_QT),
        ("list:undo", "Ctrl+C", Doubt.EDITING),
        ("undo", "Ctrl+Oops", Doubt.NO_KEY),
        ("undo", "Ctrl+K, Ctrl+U", Doubt.NO_KEY),
    ],
)
def test_which_keys_a_command_can_have(keys: Keys, name: str, key: str, doubt: Doubt | None) -> None:
    assert keys.doubt(name, key) is doubt
    if doubt is not None:
        with pytest.raises(ValueError, match="cannot have"):
            keys.bind(name, [key])


def test_what_makes_no_sense_in_the_settings_is_told_and_the_rest_holds(qapp, tmp_path: Path) -> None:
    """Whoever writes the file may write one key without a list; every binding is judged by itself."""
    path = tmp_path / "settings.json"
    path.write_text(
        '{"theme": "dark", "keys": {"list:ready": "X", "dleay": ["Ctrl+1"], "undo": ["Ctrl+Oops", "F9"],'
        ' "print": ["Q"], "list:delay": ["X", "Y"], "redo": null, "open": {"a": 1}}}'
    )
    store = SettingsStore(path)
    keys = keys_of_window(store)
    assert store.now.theme == "dark"
    assert keys.of("list:ready") == ("X",)
    assert keys.of("undo") == ("F9",)
    assert keys.of("print") == ("Ctrl+P",)
    assert keys.of("list:delay") == ("Y",)
    assert keys.of("redo") == ()
    assert keys.of("open") == ("Ctrl+O",)
    assert keys.troubles == [
        Trouble("command", "dleay"),
        Trouble("key", "undo", "Ctrl+Oops"),
        Trouble("key", "print", "Q"),
        Trouble("double", "list:delay", "X"),
        Trouble("key", "open", '{"a": 1}'),
    ]


def test_the_window_tells_of_it(qtbot: QtBot, program: AppServices) -> None:
    program.settings.change(keys={"dleay": ("F7",), "undo": ("Q",), "list:ready": ("X",)})
    window = MainWindow(program)
    qtbot.addWidget(window)
    assert window.messages.text.startswith(
        "Some kept keys make no sense: “dleay” is no command; “Q” cannot be a key of “undo”. All others hold."
    )
    assert window.top_bar._keys["ready"] == "X"


# -- what follows -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_list_obeys_the_key_that_is_bound(hands: Hands) -> None:
    window = hands.window
    window.keys.bind("list:spend-1", ["B"])
    hands.key(Qt.Key.Key_1)
    assert pool(hands, "standard") == 1
    hands.key(Qt.Key.Key_B)
    assert pool(hands, "standard") == 0
    assert window.actions_.menus["spend"].actions()[0].text().endswith("\tB")


@pytest.mark.slow
def test_what_has_no_key_in_the_list_can_get_one_and_the_other_way_round(hands: Hands) -> None:
    """Undo by a letter in the list, a type of action by a key that works anywhere."""
    window = hands.window
    window.keys.bind("list:undo", ["U"])
    window.keys.bind("spend-3", ["F6"])
    hands.key(Qt.Key.Key_F6, on=window)
    assert pool(hands, "swift") == 0
    hands.key(Qt.Key.Key_U)
    assert pool(hands, "swift") == 1
    window.keys.reset_all()
    hands.key(Qt.Key.Key_F6, on=window)
    hands.key(Qt.Key.Key_U)
    assert pool(hands, "swift") == 1


@pytest.mark.slow
def test_menus_buttons_hint_and_status_show_the_bound_keys(hands: Hands) -> None:
    window = hands.window
    window.keys.bind("list:primary", ["J"])
    window.keys.bind("list:damage", [])
    window.keys.bind("undo", ["Ctrl+U"])
    window.keys.bind("palette", ["F4"])
    window.resize(1700, 800)
    hands.settle()
    assert window.top_bar.primary.text() == "Next turn  J"
    assert "(Ctrl+U)" in window.top_bar.buttons["undo"].toolTip()
    assert window.actions_.by_id["undo"].shortcut().toString() == "Ctrl+U"
    assert window.actions_.by_id["damage"].text() == "&Damage…"
    assert window.menuBar().cornerWidget().text() == "F4  Command palette"  # type: ignore[attr-defined]
    hint = window.status.texts[1]
    assert hint.startswith("J: Next turn")
    assert "damage" not in hint


@pytest.mark.slow
def test_the_sheet_of_keys_shows_the_bound_keys_without_scrolling(hands: Hands) -> None:
    """At 1024 × 640."""
    hands.window.keys.bind("list:ready", ["Q"])
    hands.window.resize(1024, 640)
    hands.settle()
    hands.key(Qt.Key.Key_F1, on=hands.window)
    dialog = hands.dialog()
    area = dialog.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == area.horizontalScrollBar().maximum() == 0
    assert dialog.height() <= 640
    assert dialog.width() <= 1024
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert texts[texts.index("Q") + 1] == "Ready"
    assert texts[texts.index("1 – 6") + 1].startswith("Spend")
    hands.leave()


@pytest.mark.parametrize(("ruleset", "delays", "readies"), [("dnd5e", False, True), ("shots", True, False)])
def test_the_sheet_of_keys_has_what_the_ruleset_has(
    store: SettingsStore, ruleset: str, delays: bool, readies: bool
) -> None:
    """Nothing is said of delaying where nobody delays, and nothing of readying where nobody readies."""
    told = "\n".join(
        f"{key}: {text}"
        for group in groups(keys_of_window(store), loader.load(ruleset))
        for key, text in group.lines
    )
    assert [f": {one}" in told for one in ("Delay", "Resume", "Take the turn that was put off")] == [
        delays
    ] * 3
    assert [f": {one}" in told for one in ("Ready", "Take the readied action")] == [readies] * 2
    kinds = sorted((cost.key, cost.label) for cost in loader.load(ruleset).costs.values() if cost.key)
    spent = ", ".join(f"{digit}\u00a0{label}" for digit, label in kinds)
    assert f"1 – 6: Spend: {spent}" in told, "an evening at the table, 20: they need not follow the tiles"
    assert f"{ANNOUNCES}: " in told, "the actions have a key that no menu of the menu bar has"
    assert "Alt at the drop" in told, "a refused drop of either can be insisted on"
    assert "Interrupt" not in told
    everything = {text for group in groups(keys_of_window(store)) for _, text in group.lines}
    assert {"Delay", "Ready", "Take the readied action"} <= everything, "without a fight all are told"


def test_columns_are_as_low_as_they_can_be() -> None:
    assert columns([5, 4, 3, 2, 1], 2) == [[0, 1], [2, 3, 4]]
    assert columns([9, 1, 1], 3) == [[0], [1, 2]]
    assert columns([3, 3], 1) == [[0, 1]]


@pytest.mark.slow
def test_letters_and_digits_work_after_a_click_in_the_log(hands: Hands) -> None:
    """They mean whoever is selected in the list; arrows and copying stay the log's."""
    log = hands.window.log.list
    last = log.model().rowCount() - 1
    hands.click_row(log, last)
    assert log.hasFocus()
    hands.key(Qt.Key.Key_1, on=log)
    assert pool(hands, "standard") == 0
    hands.key(Qt.Key.Key_Space, on=log)
    assert hands.window.services.bridge.state.walk.active == "sergeant"
    hands.window.keys.bind("list:undo", ["U"])
    hands.click_row(log, last)
    hands.key(Qt.Key.Key_U, on=log)
    assert hands.window.services.bridge.state.walk.active == "sarlane"


@pytest.mark.slow
def test_escape_leads_back_to_the_list(hands: Hands) -> None:
    log, table = hands.window.log.list, hands.window.table
    log.setFocus()
    hands.key(Qt.Key.Key_Escape, on=log)
    assert table.hasFocus()


@pytest.mark.slow
def test_a_click_on_a_button_leaves_the_letters_with_the_list(hands: Hands) -> None:
    hands.click(hands.window.top_bar.primary)
    assert hands.window.table.hasFocus()
    hands.key(Qt.Key.Key_1)
    assert pool(hands, "standard", "sergeant") == 0


# -- the dialog -------------------------------------------------------------------------------------


@pytest.fixture
def dialog(hands: Hands) -> KeysDialog:
    """Change the keys…"""
    hands.menu("bind-keys")
    shown = hands.dialog()
    assert isinstance(shown, KeysDialog)
    return shown


def press(
    line: KeyLine, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press a key in a field that waits for one."""
    line.edit.setFocus()
    QTest.keyClick(line.edit, key, modifiers)


@pytest.mark.slow
def test_a_free_key_is_used(hands: Hands, dialog: KeysDialog) -> None:
    dialog.choose("ready")
    press(dialog.in_list, Qt.Key.Key_X)
    assert dialog.told.text() == "X is free."
    hands.click(dialog.in_list.use)
    assert dialog.told.text() == "“Ready” has X now."
    assert hands.window.keys.of("list:ready") == ("X",)
    hands.click(dialog.in_list.reset)
    assert hands.window.keys.of("list:ready") == ("R",)
    hands.leave()


@pytest.mark.slow
def test_a_conflict_is_told_in_words_and_the_key_can_be_taken_or_left(
    hands: Hands, dialog: KeysDialog
) -> None:
    keys = hands.window.keys
    dialog.choose("ready")
    press(dialog.in_list, Qt.Key.Key_H)
    assert (
        dialog.told.text()
        == "H is the key of “Damage”. Use it here and “Damage” loses it, or press another one."
    )
    assert keys.of("list:damage") == ("H",)
    hands.click(dialog.in_list.use)
    assert dialog.told.text() == "“Ready” has H now. “Damage” has no key."
    assert (keys.of("list:ready"), keys.of("list:damage")) == (("H",), ())
    hands.click(dialog.reset_all)
    assert keys.of("list:damage") == ("H",)
    hands.leave()


@pytest.mark.slow
def test_a_second_key_and_none(hands: Hands, dialog: KeysDialog) -> None:
    keys = hands.window.keys
    dialog.choose("undo")
    press(dialog.anywhere, Qt.Key.Key_Backspace, Qt.KeyboardModifier.AltModifier)
    hands.click(dialog.anywhere.add)
    assert keys.of("undo") == ("Ctrl+Z", "Alt+Backspace")
    hands.click(dialog.anywhere.none)
    assert keys.of("undo") == ()
    cells = [
        dialog.table.model().index(dialog.table.currentIndex().row(), column).data() for column in (0, 2)
    ]
    assert cells == ["Undo", "none *"]
    hands.leave()


@pytest.mark.slow
def test_a_letter_alone_does_not_work_anywhere(hands: Hands, dialog: KeysDialog) -> None:
    dialog.choose("undo")
    press(dialog.anywhere, Qt.Key.Key_U)
    assert dialog.told.text().startswith("U alone would be typed")
    assert not dialog.anywhere.use.isEnabled()
    hands.leave()


@pytest.mark.slow
def test_commands_are_found_by_text_and_by_key(hands: Hands, dialog: KeysDialog) -> None:
    def shown() -> list[str]:
        table = dialog.table
        rows = range(table.model().rowCount())
        return [table.model().index(row, 0).data() for row in rows if not table.isRowHidden(row)]

    assert len(shown()) == len(list(bindable()))
    dialog.filter.setText("ctrl+del")
    assert shown() == ["Remove"]
    assert dialog.chosen.text() == "Remove"
    dialog.filter.setText("one worse")
    assert shown() == ["Track: one worse"]
    hands.leave()
