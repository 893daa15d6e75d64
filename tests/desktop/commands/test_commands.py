"""The table of commands: one record each, from which menus, keys, palette and context menus are made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.commands.keys import IN_LIST
from desktop.commands.situation import CLOSED, Situation
from desktop.commands.table import (
    COMMANDS,
    GROUPS,
    MENUS,
    Folder,
    as_sentence,
    commands,
    entries,
    in_context_menu,
    sense_of,
)
from desktop.list.actions import own_bindings
from desktop.main.window import MainWindow
from desktop.widgets.letters import letter_of
from rulesets.fight.session import Session
from rulesets.reading.loader import load
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from tests.desktop.fights import under_way
from tests.desktop.stories.telling import open_own_story
from tests.hands.keys_and_mouse import Hands

SYSTEMS = Path(__file__).parents[2] / "systems"
DESKTOP = Path(__file__).parents[3] / "desktop"
READ_THE_TABLE = ("declare", "help", "inspector", "list", "log", "main", "messages", "palette", "sharing")
"""The rooms that can: those below `commands` have windows with commands of their own."""
MARKS = {"tr": 0, "translate": 1, "QT_TRANSLATE_NOOP": 1}
"""What marks a text for translation, and as which of its arguments."""
OTHER_THINGS = {
    ("help/about_dialog.py", "Copy"),  # the path of a folder
    ("inspector/view.py", "Apply"),  # the heading of the sheet
    ("log/view.py", "Copy"),  # lines of the log
    ("main/campaign_section.py", "Remove"),  # an entry of the campaign
    ("messages/feedback.py", "Choose a folder…"),  # for an encounter
}
"""Texts that are a command's and mean something else where they stand."""
PEOPLE = [{"id": "ada", "name": "Ada"}, {"id": "bors", "name": "Bors"}, {"id": "cleo", "name": "Cleo"}]


@pytest.fixture
def fight(hands: Hands) -> Hands:
    """The sample in its surprise round: Sarlane Vex acts."""
    under_way(hands)
    return hands


def shown(window: MainWindow) -> list[str]:
    """Ids of what the context menu offers now."""
    menu = window.table.keys.menu(window.table.situation(), window.table)
    found = [action.objectName() for action in menu.actions() if action.objectName()]
    menu.deleteLater()
    return found


def reason(window: MainWindow, ident: str) -> str:
    """What the palette says of a command that cannot be given."""
    (item,) = [item for item in window.palette_.items() if item.key == f"menu:{ident}"]
    assert item.enabled is not bool(item.reason)
    return item.reason


def told_of(hands: Hands, system: str, folder: Path) -> None:
    """Open an encounter of three, by a ruleset of the tests, before its start."""
    services, case = hands.window.services, {"title": "A scene", "combatants": PEOPLE}
    open_own_story(services.encounters, services.bridge, SYSTEMS / system, case, folder / "a.turnwright")
    hands.settle()


def marked(node: ast.AST) -> Iterator[str]:
    """Every text in a piece of code that is marked for translation, without mnemonic."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            place = MARKS.get(ast.unparse(call.func).rpartition(".")[2])
            said = call.args[place] if place is not None and place < len(call.args) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield said.value.replace("&", "")


def named(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Every text that is marked right behind a name, in a call or a pair."""
    parts = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
    if len(parts) > 1 and isinstance(parts[0], ast.Constant) and isinstance(parts[0].value, str):
        for said in marked(parts[1]):
            yield parts[0].value, said


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Every module that could read the table."""
    for room in READ_THE_TABLE:
        for path in sorted((DESKTOP / room).rglob("*.py")):
            yield path.relative_to(DESKTOP).as_posix(), ast.parse(path.read_text("utf-8"))


# -- the records -----------------------------------------------------------------------------------


def test_every_command_stands_there_once() -> None:
    idents = [command.id for _, command in commands()]
    assert len(idents) == len(set(idents))
    assert {entry.group for _, entry in entries()} - {""} == set(GROUPS)


def test_what_a_command_is_called_stands_in_the_table_alone() -> None:
    """Elsewhere its text is read by its id: two places would come to say two things of one command."""
    texts = {str(text).replace("&", "") for _, one in entries() for text in (one.text, one.brief) if text}
    twice = {(where, said) for where, tree in sources() for said in marked(tree) if said in texts}
    assert twice == OTHER_THINGS


def test_whoever_offers_a_command_reads_its_words_from_the_table() -> None:
    """A button or an entry made for an id has no words of its own; a sentence round its key may be had."""
    own = [
        f"{where}:{node.lineno}: {said}"
        for where, tree in sources()
        for node in ast.walk(tree)
        for name, said in named(node)
        if name in COMMANDS and "{" not in said
    ]
    assert own == []


@pytest.mark.parametrize("menu", [one.id for one in MENUS])
def test_every_entry_of_a_menu_and_of_the_menus_in_it_has_a_letter_of_its_own(menu: str) -> None:
    """Level, Theme and Rest had none, and three entries of one menu had K."""
    (top,) = (one for one in MENUS if one.id == menu)
    here = [entry for section in top.sections for entry in section]
    for together in (here, *(one.entries for one in here if isinstance(one, Folder))):
        letters = [letter_of(str(entry.text)) for entry in together]
        assert all(letters), [str(entry.text) for entry in together]
        assert len(set(letters)) == len(letters), letters


def test_what_the_list_has_a_key_for_is_in_its_menu_or_a_digit() -> None:
    """A key that nobody can come across is no help."""
    assert {ident for ident, command in COMMANDS.items() if command.list_keys} <= set(own_bindings())


def test_the_context_menu_ends_with_whom_to_add_find_copy_and_paste() -> None:
    """Although the menu bar has them in another order."""
    assert [entry.id for entry in in_context_menu()[-1]] == [
        "add",
        "wave",
        "bring-in",
        "find",
        "copy-people",
        "paste-people",
    ]


@pytest.mark.parametrize("ident", sorted(COMMANDS))
def test_a_command_that_needs_something_says_what_it_lacks_without_an_encounter(ident: str) -> None:
    command = COMMANDS[ident]
    assert command.sense(CLOSED).why_not == ("no encounter is open" if command.needs else "")


def test_a_record_is_judged_by_the_situation_alone() -> None:
    """So that whoever asks gets the same answer: nothing of a window is needed."""
    now = Situation(Viewer(load("saga-edition")).look(Encounter()))
    assert sense_of("delay", now).why_not == "the fight has not begun"
    assert sense_of("damage", now).why_not == "select a combatant"
    assert sense_of("undo", now).why_not == "nothing has happened yet"
    assert sense_of("add", now) == ("", True)


# -- what is made of them --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ident", "key", "missing"),
    [
        ("delay", Qt.Key.Key_D, "this ruleset does not let a turn be put off"),
        ("ready", Qt.Key.Key_R, "this ruleset knows no readied actions"),
        ("trigger", Qt.Key.Key_T, "this ruleset knows no readied actions"),
        ("react", Qt.Key.Key_E, "this ruleset knows no reactions"),
    ],
)
def test_what_a_ruleset_does_not_know_is_disabled_and_every_way_to_it_says_why(
    hands: Hands, tmp_path: Path, ident: str, key: Qt.Key, missing: str
) -> None:
    """Menu, palette, context menu, button and key."""
    window = hands.window
    told_of(hands, "two-banners", tmp_path)
    window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    hands.choose("ada")
    assert not window.actions_.by_id[ident].isEnabled()
    assert reason(window, ident) == missing
    assert ident not in shown(window)
    button = window.top_bar.buttons.get(ident)
    assert button is None or button.isHidden()
    hands.key(key)
    assert window.messages.text == f"{missing.capitalize()}."
    assert not hands.asked()


@pytest.mark.slow
def test_without_a_condition_track_nobody_is_moved_on_it(hands: Hands) -> None:
    """SRD 3.5 has none."""
    window, bridge = hands.window, hands.window.services.bridge
    window.services.encounters.new("Evening", "srd35", commands=[cmd.Add(combatant=PEOPLE[0])])
    hands.settle()
    hands.choose("ada")
    assert reason(window, "track-worse") == "this ruleset knows no condition track"
    assert not {"track-worse", "track-better"} & set(shown(window))
    cursor = bridge.cursor
    hands.key(Qt.Key.Key_K)
    assert (bridge.cursor, window.messages.text) == (cursor, "This ruleset knows no condition track.")


@pytest.mark.slow
def test_buttons_and_context_menu_offer_a_delay_to_whoever_has_a_turn(fight: Hands) -> None:
    window, bridge = fight.window, fight.window.services.bridge
    assert window.top_bar.buttons["delay"].isEnabled()
    assert {"delay", "ready", "react"} <= set(shown(window))
    bridge.dispatch(cmd.EndEncounter())
    fight.settle()
    assert not {"delay", "ready", "react"} & set(shown(window))
    assert reason(window, "delay") == "the fight has not begun"
    fight.key(Qt.Key.Key_D)
    assert window.messages.text == "The fight has not begun."
    assert not fight.asked()


@pytest.mark.slow
@pytest.mark.parametrize(("ident", "key"), [("delay", Qt.Key.Key_D), ("ready", Qt.Key.Key_R)])
def test_while_it_is_nobodys_turn_nothing_is_put_off(hands: Hands, ident: str, key: Qt.Key) -> None:
    """While intentions are declared a dialog would be about nobody; the button keeps its place."""
    window = hands.window
    added = [cmd.Add(combatant={**person, "side": person["id"]}) for person in PEOPLE]
    window.services.encounters.new("Evening", "kaiser", commands=[*added, cmd.Start()])
    hands.settle()
    hands.choose("ada")
    assert window.services.bridge.scene.acting == ""
    hands.key(key)
    assert window.messages.text == "It is nobody's turn."
    assert not hands.asked()
    assert window.actions_.by_id[ident].toolTip() == "It is nobody's turn."
    button = window.top_bar.buttons[ident]
    assert (button.isHidden(), button.isEnabled()) == (False, False)


@pytest.mark.parametrize(
    ("chosen", "started", "missing"),
    [
        (["a"], False, {"group": "select several combatants", "ungroup": "they act one by one already"}),
        (["a", "b"], False, {"ungroup": "they act one by one already"}),
        (["b", "c"], False, {}),
        (["c", "d"], False, {"group": "they act as one group already"}),
        (
            ["a", "b"],
            True,
            dict.fromkeys(("group", "ungroup", "aware"), "the fight has begun already")
            | {"count-off": "nothing is counted off now"},
        ),
    ],
)
def test_who_belongs_together_is_disabled_with_the_reason(
    chosen: list[str], started: bool, missing: dict[str, str]
) -> None:
    """Nothing is done in silence."""
    session = Session(load("saga-edition"))
    for who in "abcd":
        group = "pack" if who in "cd" else ""
        session.dispatch(cmd.Add(combatant={"id": who, "side": who, "group": group}))
    if started:
        session.dispatch(cmd.Start())
    now = Situation(Viewer(session.rules).look(session.state), tuple(chosen))
    asked = ("group", "ungroup", "aware", *(("count-off",) if started else ()))
    assert {ident: why for ident in asked if (why := sense_of(ident, now).why_not)} == missing


def test_nobody_is_unaware_where_a_ruleset_knows_no_surprise() -> None:
    session = Session(load("kaiser"))
    session.dispatch(cmd.Add(combatant={"id": "a"}))
    now = Situation(Viewer(session.rules).look(session.state), ("a",))
    assert sense_of("aware", now).why_not == "this ruleset knows no surprise"


@pytest.mark.slow
def test_what_is_disabled_in_a_menu_says_why_in_its_tool_tip(hands: Hands) -> None:
    """Menus show no tool tips by themselves; what is enabled needs none."""
    actions = hands.window.actions_
    assert all(menu.toolTipsVisible() for menu in actions.menus.values())
    for ident, action in actions.by_id.items():
        if action.isEnabled():
            assert actions.why_not(ident) == ""
        else:
            assert action.toolTip() == as_sentence(actions.why_not(ident))
    assert actions.by_id["print"].toolTip() == "No encounter is open."
    assert actions.menus["spend"].menuAction().toolTip() == "No encounter is open."


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ["sergeant", "lug"])
@pytest.mark.parametrize("way", ["menu", "list"])
def test_resuming_means_the_same_whatever_asks_for_it(fight: Hands, chosen: str, way: str) -> None:
    """The selected one if it waits, else the first that does."""
    window, bridge = fight.window, fight.window.services.bridge
    for _ in range(2):
        assert bridge.dispatch(cmd.Delay(who=bridge.state.walk.active)) is not None
    fight.choose(chosen)
    before = []
    bridge.refused.connect(lambda command, _: before.append(command))
    action = window.actions_.by_id if way == "menu" else window.table.keys.by_name
    action["resume"].trigger()
    ordered = [entry.command for entry in bridge.log if isinstance(entry.command, cmd.Resume)] + before
    assert [order.who for order in ordered] == ["sergeant" if chosen == "sergeant" else "sarlane"]


@pytest.mark.slow
def test_without_a_selection_a_command_means_all_who_act_as_one(fight: Hands) -> None:
    """By the menu and by the key alike."""
    window, bridge = fight.window, fight.window.services.bridge
    squad = ["sarlane", "lug"]
    bridge.undo()
    for who in squad:
        bridge.dispatch(cmd.Describe(who=who, changes={"group": "squad"}))
    bridge.dispatch(cmd.Start(rolls={"squad": 30}))
    fight.settle()
    assert bridge.state.walk.active == "squad"
    for worse in (window.actions_.by_id["track-worse"], window.table.keys.by_name["track-worse"]):
        window.table.clearSelection()  # a step selects who acts
        fight.settle()
        cursor = bridge.cursor
        worse.trigger()
        assert [entry.command for entry in bridge.log[cursor:]] == [
            cmd.MoveTrack(who=who, by=1) for who in squad
        ]


@pytest.mark.slow
def test_choosing_is_refused_in_words_before_anybody_can_be_chosen(hands: Hands, tmp_path: Path) -> None:
    """A menu has the command as soon as one phase of the ruleset lets somebody choose."""
    services = hands.window.services
    told_of(hands, "limelight", tmp_path)
    hands.choose("ada")
    action = hands.window.actions_.by_id["choose"]
    assert action.isVisible()
    assert not action.isEnabled()
    assert reason(hands.window, "choose") == "the fight has not begun", (
        "it was told that turns follow their order"
    )
    services.bridge.dispatch(cmd.Start())
    hands.settle()
    hands.choose("ada")
    assert action.isEnabled()


@pytest.mark.slow
def test_every_entry_of_a_submenu_is_judged_like_it(fight: Hands) -> None:
    window = fight.window
    spend = window.actions_.menus["spend"]
    assert isinstance(spend, QMenu)
    assert window.actions_.why_not("spend") == window.actions_.why_not("spend:swift") == ""
    window.services.encounters.close()
    fight.settle()
    assert window.actions_.why_not("spend") == window.actions_.why_not("spend:swift")
    assert not spend.menuAction().isEnabled()


@pytest.mark.slow
def test_keys_that_were_kept_hold_for_the_same_commands(fight: Hands) -> None:
    """The names by which they are kept are the commands' ids."""
    window = fight.window
    window.services.settings.change(
        keys={"list:track-worse": ("J",), "list:primary": ("M",), "list:spend-3": ("W",), "resume": ("F7",)}
    )
    fight.settle()
    assert window.keys.of(IN_LIST + "track-worse") == ("J",)
    bridge = window.services.bridge
    fight.key(Qt.Key.Key_J)
    assert bridge.log[-1].command == cmd.MoveTrack(who="sarlane", by=1)
    fight.key(Qt.Key.Key_W)
    assert bridge.log[-1].command == cmd.Act(who="sarlane", cost="swift")
    fight.key(Qt.Key.Key_M)
    assert isinstance(bridge.log[-1].command, cmd.EndTurn)
    assert window.actions_.by_id["resume"].shortcut().toString() == "F7"
