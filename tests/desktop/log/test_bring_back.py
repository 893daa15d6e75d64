"""Steps that were cut off come back in the window, from the file, by message and by menu."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from desktop.app_services import AppServices
from desktop.bridge import Bridge
from desktop.files.journal import FileJournal, NotKept
from desktop.files.samples import read_sample, shipped
from desktop.log.bring_back_dialog import BringBackDialog
from desktop.main.window import MainWindow
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import DiskFull
from rulesets.table.commands import Apply, Command, EndTurn
from tests.desktop.fights import start
from tests.hands.keys_and_mouse import Hands


def hit(who: str, amount: int) -> Command:
    return Apply(pipeline="damage", to=(who,), inputs={"amount": amount})


@pytest.fixture
def fight(program: AppServices) -> AppServices:
    """The sample, begun, with one step cut off by another."""
    program.encounters.new_from(read_sample(shipped()))
    start(program.bridge)
    return program


def cut(bridge: Bridge) -> None:
    """Two steps, undone, and another one in their place."""
    for command in (EndTurn(), hit("deel", 5)):
        assert bridge.dispatch(command)
    bridge.undo_to(bridge.cursor - 2)
    assert bridge.dispatch(hit("sarlane", 3))


@pytest.mark.slow
def test_what_comes_back_is_in_the_file(fight: AppServices) -> None:
    """After closing and opening, the encounter and its branches are what the window showed."""
    bridge = fight.bridge
    cut(bridge)
    (branch,) = bridge.branches()
    assert bridge.bring_back(branch.tip)
    bridge.undo()
    state, line, cursor = bridge.state, list(bridge.line), bridge.cursor
    (instead,) = bridge.branches()
    path = fight.encounters.current.path
    fight.encounters.close()
    fight.encounters.open(path)
    assert bridge.state == state
    assert (list(bridge.line), bridge.cursor) == (line, cursor)
    assert list(bridge.branches()) == [instead]
    assert bridge.redo()
    assert bridge.bring_back(instead.tip)
    assert bridge.state.combatants["deel"].stats["hp"] == 48
    assert bridge.dispatch(EndTurn()), "the journal goes on with the right numbers"
    fight.encounters.close()
    fight.encounters.open(path)
    assert len(bridge.branches()) == 1


def test_each_model_is_told_what_changed_once(fight: AppServices, qtbot: QtBot) -> None:
    """One signal for the whole way there, however many steps it has."""
    bridge = fight.bridge
    cut(bridge)
    (branch,) = bridge.branches()
    heard: list[object] = []
    bridge.changed.connect(heard.append)
    with qtbot.assertNotEmitted(bridge.reset):
        assert bridge.bring_back(branch.tip)
    (changes,) = heard
    assert {"deel", "sarlane"} <= changes.combatants  # type: ignore[attr-defined]
    assert not bridge.bring_back(branch.tip), "it is in the log already"


def test_a_full_disk_keeps_things_as_they_are(
    fight: AppServices, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Nothing is shown that is not kept: neither a branch nor a way back over many steps."""
    bridge = fight.bridge
    cut(bridge)
    (branch,) = bridge.branches()
    state, cursor, line = bridge.state, bridge.cursor, list(bridge.line)

    def full(self: EncounterFile, *_: object) -> None:
        raise DiskFull(self.path, "write")

    monkeypatch.setattr(EncounterFile, "_commit", full)
    with qtbot.waitSignal(bridge.failed) as told:
        assert not bridge.bring_back(branch.tip)
    assert isinstance(told.args[0], NotKept)
    with qtbot.waitSignal(bridge.failed):
        assert not bridge.go_to(2)
    assert (bridge.state, bridge.cursor, list(bridge.line)) == (state, cursor, line)
    monkeypatch.undo()
    assert bridge.bring_back(branch.tip)


def test_the_journal_knows_what_a_branch_shares(fight: AppServices) -> None:
    """Rows are numbered for good, so the numbers of a line are not its places."""
    bridge = fight.bridge
    cut(bridge)
    current = fight.encounters.current
    assert current is not None
    line = current.file.line()
    journal = FileJournal(current.file, tuple(row.seq for row in line.rows), line.cursor)
    (branch,) = journal.branches()
    shared, bodies = journal.branch(branch.tip)
    assert (shared, len(bodies)) == (len(line.rows) - 1, 2)
    with pytest.raises(ValueError, match="not the end of a branch"):
        journal.branch(journal.tip)


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Hands in a window with the sample begun."""
    window.services.encounters.new_from(read_sample(shipped()))
    start(window.services.bridge)
    return Hands(window)


@pytest.mark.slow
def test_the_message_brings_back(hands: Hands) -> None:
    """'Bring back N steps' is offered as soon as a command cuts steps off, and blocks nothing (ui.md)."""
    window, bridge = hands.window, hands.window.services.bridge
    hands.key(Qt.Key.Key_Space)
    hands.spend("1")
    then = bridge.state
    hands.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert window.messages.text == "Sarlane Vex has the turn again.", "nothing is cut off yet"
    bridge.dispatch(hit("lug", 30))
    assert "2 undone steps were cut off" in window.messages.text
    assert window.messages.action.text() == "Bring back 2 steps"
    hands.click(window.messages.action)
    assert bridge.state == then
    assert window.messages.text == ""


@pytest.mark.slow
def test_the_offer_goes_once_the_fight_goes_on(hands: Hands) -> None:
    """The message is in nobody's way; the menu keeps what it offered."""
    window = hands.window
    cut(window.services.bridge)
    assert "cut off" in window.messages.text
    hands.key(Qt.Key.Key_Space)
    assert window.messages.text == ""
    assert window.actions_.by_id["bring-back"].isEnabled()


@pytest.mark.slow
def test_the_menu_lists_what_was_cut_off(hands: Hands) -> None:
    """Each branch with when, how many, first and last step in words; the chosen one comes back."""
    window, bridge = hands.window, hands.window.services.bridge
    cut(bridge)
    bridge.undo()
    bridge.dispatch(hit("sarlane", 4))
    hands.menu("bring-back")
    dialog = hands.dialog()
    assert isinstance(dialog, BringBackDialog)
    model = dialog.table.model()
    rows = [[model.index(row, column).data() for column in (1, 2, 3)] for row in range(model.rowCount())]
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[1][1] == "Next: Trooper sergeant"
    assert "5 damage to Deel Surool" in rows[1][2]
    assert "The last step of the log is cut off" in dialog.about
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    dialog.table.selectionModel().setCurrentIndex(model.index(1, 0), flags)
    assert dialog.ok.text() == "Bring back 2 steps"
    assert dialog.steps.count() == 2
    hands.accept()
    assert bridge.state.combatants["deel"].stats["hp"] == 43
    assert len(bridge.branches()) == 2
    assert window.log.model.undone == 0


@pytest.mark.slow
def test_with_nothing_cut_off_the_list_says_how_it_comes_about(hands: Hands) -> None:
    hands.menu("bring-back")
    dialog = hands.dialog()
    assert isinstance(dialog, BringBackDialog)
    assert "Nothing has been cut off" in dialog.about
    assert not dialog.ok.isEnabled()
    hands.leave()


@pytest.mark.slow
def test_what_cannot_be_kept_is_said_in_the_window(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialog goes, the message tells why, nothing has changed."""
    window, bridge = hands.window, hands.window.services.bridge
    cut(bridge)
    state = bridge.state

    def full(self: EncounterFile, *_: object) -> None:
        raise DiskFull(self.path, "write")

    monkeypatch.setattr(EncounterFile, "_commit", full)
    hands.menu("bring-back")
    dialog = hands.dialog()
    assert isinstance(dialog, BringBackDialog)
    hands.click(dialog.ok)
    hands.no_dialog()
    assert "no room left" in window.messages.text
    assert bridge.state == state
