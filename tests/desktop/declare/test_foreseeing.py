"""What a press would come to is worked out once, and the board is renewed once for what changed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from desktop.app_services import AppServices
from desktop.commands.primary import Primary
from desktop.declare.board import DeclareBoard
from desktop.list.due_board import DueBoard
from desktop.main import saying
from desktop.main.window import MainWindow
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.declare.declaring import PEOPLE, ROLLS, typed
from tests.rulesets.decisions import decisions

RULESET = "moon-swing"


@pytest.fixture
def declaring(window: MainWindow) -> MainWindow:
    """The whole window, in which the first of four declares."""
    bridge = window.services.bridge
    bridge.open(loader.load(RULESET))
    for one in PEOPLE[RULESET]:
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    assert bridge.dispatch(cmd.Start(rolls=ROLLS[RULESET])) is not None
    assert window.board.who == window.table.selected_ids() == ["st-1"]
    return window


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[cmd.Command]:
    """The declarations that were decided, to be foreseen or carried out, in the order in which they were."""
    return decisions(monkeypatch, cmd.Declare)


@pytest.mark.slow
def test_a_letter_is_foreseen_once(declaring: MainWindow, decided: list[cmd.Command], qtbot) -> None:
    """The cost, the reason and the word on the button are read from one preview."""
    line = declaring.board.fields.input("first")
    assert isinstance(line, QLineEdit)
    line.setFocus()
    for number, letter in enumerate("Fire", 1):
        qtbot.keyClicks(line, letter)
        assert len(decided) == number, decided


@pytest.mark.slow
def test_a_press_foresees_only_what_is_declared_next(
    declaring: MainWindow, decided: list[cmd.Command], qtbot
) -> None:
    """What is committed was decided when it was typed; one decision is for the one who declares then."""
    board = declaring.board
    typed(qtbot, board, "first", "Fire blaster")
    decided.clear()
    board.press()
    assert (board.who, declaring.table.selected_ids()) == (["st-2"], ["st-2"])
    assert decided == [board.command()]
    decided.clear()
    board.press()
    assert decided == [], "what is still missing is known: the press goes to its field"


@pytest.mark.slow
def test_the_primary_button_is_worded_once_for_each_step(
    declaring: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    """The board's own button says something else as soon as another one declares: all is said after that."""
    said, word = [], saying.primary_now

    def counted(services: AppServices, due: DueBoard) -> Primary:
        said.append(word(services, due))
        return said[-1]

    monkeypatch.setattr(saying, "primary_now", counted)
    board, bridge = declaring.board, declaring.services.bridge
    while board.who:
        typed(qtbot, board, "first", "Fire blaster")
        said.clear()
        board.press()
        assert len(said) == 1, board.who
    assert len(bridge.line) == len(PEOPLE[RULESET]) * 2 + 1
    for _ in PEOPLE[RULESET]:
        said.clear()
        assert bridge.undo()
        assert len(said) == 1, board.who
    button = declaring.top_bar.buttons["primary"]
    assert button.text() == board.primary_text


@pytest.mark.slow
def test_what_others_do_is_foreseen_anew(declaring: MainWindow, decided: list[cmd.Command], qtbot) -> None:
    """The same words may come to something else once the encounter has changed."""
    bridge, board = declaring.services.bridge, declaring.board
    typed(qtbot, board, "first", "Fire blaster")
    decided.clear()
    assert bridge.dispatch(cmd.Add(combatant={"id": "late", "name": "Late"})) is not None
    assert board.who == ["st-1"]
    assert decided == [board.command()]


@pytest.mark.slow
def test_the_board_is_not_renewed_within_its_own_renewal(
    declaring: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    """Whoever hears that somebody else declares finds all of the board saying so."""
    board, window = declaring.board, declaring
    within, most, heard = 0, 0, []
    renew = DeclareBoard._renew

    def counted(self: DeclareBoard) -> None:
        nonlocal within, most
        within += 1
        most = max(most, within)
        renew(self)
        within -= 1

    monkeypatch.setattr(DeclareBoard, "_renew", counted)
    board.turn_of.connect(lambda who: heard.append((who, board.who, board.words[0])))
    for name in ("Trooper 1", "Trooper 2", "Jaluun"):
        assert board.words[0] == f"{name} declares"
        typed(qtbot, board, "first", "Fire blaster")
        board.press()
    window.table.select("st-1")  # has declared: the one whose turn it is declares still
    window.services.bridge.undo()
    assert most == 1
    assert heard == [
        ("st-2", ["st-2"], "Trooper 2 declares"),
        ("jaluun", ["jaluun"], "Jaluun declares"),
        ("ace", ["ace"], "Ace declares"),
        ("jaluun", ["jaluun"], "Jaluun declares"),
    ]
