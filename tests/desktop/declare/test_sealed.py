"""A sealed declaration leaves nothing anywhere that another one would not leave, too (A002-6).

The same fight is looked at after one declaration and, that taken back, after another: texts, tool tips and
what a screen reader hears, the pictures of list and side panel, menus, palette, paper and files are the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit, QWidget

from desktop.process.in_front import dialog_in_front
from rulesets.campaign.things import Prepared
from rulesets.output.exporting.formats import FORMATS
from rulesets.output.summary import summarise
from rulesets.table import commands as cmd
from tests.desktop.declare.declaring import PEOPLE
from tests.desktop.paper.papers import KINDS, paper
from tests.hands.keys_and_mouse import Hands

SAID = (
    cmd.Declare(who=("ysolde",), name="attack"),
    cmd.Declare(who=("ysolde",), name="guard", fields={"points": 2}),
    cmd.Declare(who=("ysolde",), name="sprint"),
    cmd.Declare(who=("ysolde",), name="total_attack"),
    cmd.Declare(who=("ysolde",), name="total_defense"),
    cmd.Declare(who=("ysolde",), name="complete_power"),
    cmd.Declare(who=("ysolde",), name="anticipate_surprise", fields={"against": ["imp"]}),
)
ASKED = ("dice", "attack", "damage", "mend")
"""What opens a dialog, whoever is selected."""
SELDOM = (  # what is printed stands in the papers
    *("react", "effect", "count", "leave-out", "formula", "keep-prepared", "known", "belongs"),
    *("delay", "ready"),
)
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def of_model(model: QAbstractItemModel) -> Iterator[str]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(model.rowCount(QModelIndex())):
        for column in range(columns):
            yield from (f"{row} {column} {model.index(row, column).data(role)}" for role in ROLES)


def of_window(window: QWidget) -> Iterator[str]:
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window):
            continue
        yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
        match widget:
            case QLabel() | QAbstractButton() | QLineEdit():
                yield f"{type(widget).__name__} {widget.text()}"
            case QComboBox():
                yield widget.currentText()
            case QAbstractItemView() if widget.model() is not None:
                yield from of_model(widget.model())


def of_dialogs(hands: Hands, *commands: str) -> Iterator[str]:
    """What the dialogs of commands say, and all that can be chosen in them."""
    for command in commands:
        hands.window.do(command)
        hands.settle()
        dialog = dialog_in_front(hands.window)
        if dialog is not None:
            yield f"{command} {dialog.windowTitle()}"
            yield from of_window(dialog)
            boxes = dialog.findChildren(QComboBox)
            yield from (box.itemText(at) for box in boxes for at in range(box.count()))
            dialog.reject()
            hands.no_dialog()


def all_that_is_seen(hands: Hands, declared: cmd.Declare) -> tuple[list[str], list[object]]:
    """What is told and what is painted, whoever is selected; the declaration is taken back afterwards."""
    window, bridge = hands.window, hands.window.services.bridge
    assert bridge.dispatch(declared) is not None, declared
    told: list[str] = []
    painted: list[object] = []
    for who in ("ysolde", "imp"):
        hands.choose(who)
        window.messages.clear()
        hands.settle()
        told += of_window(window)
        window.actions_.menus["edit"].aboutToShow.emit()  # it says there what would be taken back
        told += (f"{action.text()} {action.isEnabled()}" for action in window.actions_.by_id.values())
        told += map(repr, window.palette_.items())
        told += of_dialogs(hands, *ASKED)
        window.messages.clear()
        hands.settle()
        painted += [window.table.grab().toImage(), window.inspector.grab().toImage()]
    entries = [replace(entry, at=0.0) for entry in bridge.session.log]
    summary = summarise(bridge.rules, entries, "Hall", bridge.session.base)
    told += (str(one.make(summary)) for one in FORMATS.values() if one.make is not None)
    told += (repr(paper(summary, kind)) for kind in KINDS)
    bridge.undo()
    return told, painted


@pytest.fixture
def hall(hands: Hands) -> Hands:
    hands.window.services.encounters.new_from(Prepared("Hall", "kaiser", {}, PEOPLE["kaiser"]))
    assert hands.window.services.bridge.dispatch(cmd.Start()) is not None
    hands.settle()
    for section in hands.window.inspector.sections.values():
        section.unfold()
    return hands


@pytest.mark.slow
def test_nothing_tells_what_was_declared(hall: Hands) -> None:
    told, painted = all_that_is_seen(hall, SAID[0])
    for declared in SAID[1:]:
        now, pictures = all_that_is_seen(hall, declared)
        assert [one for one in zip(now, told, strict=True) if one[0] != one[1]] == [], declared.name
        assert pictures == painted, declared.name


@pytest.mark.slow
def test_no_dialog_tells_what_was_declared(hall: Hands) -> None:
    bridge, told = hall.window.services.bridge, []
    for declared in (SAID[0], SAID[-1]):
        assert bridge.dispatch(declared) is not None
        hall.choose("ysolde")
        told.append([*of_dialogs(hall, *SELDOM)])
        bridge.undo()
    assert [one for one in zip(*told, strict=True) if one[0] != one[1]] == []


@pytest.mark.slow
def test_a_sealed_declaration_is_changed_once_it_was_asked_to_be_shown(hall: Hands) -> None:
    """Ctrl+M opened it in plain view, its name in the title, on a screen that players may see."""
    bridge = hall.window.services.bridge
    assert bridge.dispatch(SAID[1]) is not None
    hall.key(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    dialog = hall.dialog()
    assert dialog.windowTitle() == "Change: Ysolde: sealed declaration"
    assert not dialog.name.isVisible()
    assert not dialog.ok.isEnabled()
    assert dialog.peek.hasFocus()
    hall.click(dialog.peek)
    assert (dialog.name.currentData(), dialog.fields.values()) == ("guard", {"points": 2})
    hall.type(dialog.fields.input("points"), "1")
    hall.leave()
    hall.menu("mend")
    dialog = hall.dialog()
    assert not dialog.name.isVisible(), "left and gone on with it is sealed again"
    hall.click(dialog.peek)
    assert dialog.fields.values() == {"points": 1}
    dialog.name.setCurrentIndex(dialog.name.findData("sprint"))
    assert dialog.ok.isEnabled(), dialog.reason
    hall.click(dialog.ok)
    assert "Sprint" not in hall.dialog().about
    hall.accept()
    assert bridge.log[-1].command == cmd.Declare(who=("ysolde",), name="sprint")
    assert "Sprint" not in hall.window.messages.text


@pytest.mark.slow
def test_steps_that_were_cut_off_do_not_tell_what_was_declared(hall: Hands) -> None:
    bridge = hall.window.services.bridge
    for declared in SAID[:2]:
        assert bridge.dispatch(declared) is not None
        bridge.undo()
    assert bridge.dispatch(SAID[2]) is not None
    found = [*of_dialogs(hall, "bring-back")]
    assert any("Ysolde: sealed declaration" in one for one in found)
    assert not any("Attack" in one or "Guard" in one for one in found)


@pytest.mark.slow
def test_the_board_tells_what_one_more_costs_and_not_what_is_left(hall: Hands) -> None:
    """What was declared first would be known by what is left of the points."""
    bridge, board = hall.window.services.bridge, hall.window.board
    assert bridge.dispatch(SAID[0]) is not None
    hall.choose("ysolde")
    board.name.setCurrentIndex(board.name.findData("run"))
    assert board.words[2].startswith("AP −3.")
    bridge.undo()
    board.name.setCurrentIndex(board.name.findData("run"))
    assert board.words[2].startswith("AP −3.")


@pytest.mark.slow
def test_what_was_insisted_on_is_remembered_like_anything_else(hall: Hands) -> None:
    """Offered again in the next round, though a rule was against it in this one."""
    bridge, board = hall.window.services.bridge, hall.window.board
    for declared in (cmd.Declare(who=("ysolde",), name="sprint"), SAID[0]):
        assert bridge.dispatch(declared) is None or declared.name == "sprint"
    board.choose(["ysolde"])
    board.name.setCurrentIndex(board.name.findData("guard"))
    field = board.fields.input("points")
    assert isinstance(field, QLineEdit)
    hall.type(field, "4")
    board.submit()
    hall.window.feedback.override()
    assert bridge.log[-1].overridden
    bridge.undo()
    board.name.setCurrentIndex(board.name.findData("run"))
    board.name.setCurrentIndex(board.name.findData("guard"))
    assert board.fields.values() == {"points": 4}
