"""A letter that is underlined works, and one Escape closes the innermost thing that is open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenuBar, QTabBar, QWidget

from desktop.files.samples import read_sample, samples, shipped
from desktop.process.in_front import dialog_in_front
from rulesets.table.commands import Start
from tests.desktop.fights import under_way

ASKING = (
    *("add", "belongs", "attack", "count", "damage", "declare", "delay", "effect", "export", "formula"),
    *("heal", "options", "print", "ready", "react", "rename", "start", "trigger", "bring-back", "new"),
    *("bind-keys", "about", "wave", "parties", "dice", "note"),
)
ALT, ESCAPE = Qt.KeyboardModifier.AltModifier, Qt.Key.Key_Escape


def underlined(top: QWidget) -> Iterator[tuple[str, str, bool]]:
    """Give (keys, text, whether they are bound) of every letter that is underlined in a window."""
    for widget in top.findChildren(QWidget):
        if widget.window() is not top or not widget.isVisible():
            continue
        bound = None
        match widget:
            case QLabel() if widget.buddy() is not None:
                texts = [widget.text()]
            case QAbstractButton():
                texts, bound = [widget.text()], widget.shortcut().toString()
            case QMenuBar():
                texts = [action.text() for action in widget.actions() if action.isVisible()]
            case QTabBar():
                texts = [widget.tabText(at) for at in range(widget.count())]
            case _:
                continue
        for text in texts:
            keys = QKeySequence.mnemonic(text).toString()
            if keys:
                yield keys, text, bound in (None, keys)


def faults(top: QWidget) -> list[str]:
    seen: dict[str, str] = {}
    found = []
    for keys, text, bound in underlined(top):
        if not bound:
            found.append(f"{text!r} does not obey {keys}")
        if keys in seen:
            found.append(f"{keys} is {seen[keys]!r} and {text!r}")
        seen[keys] = text
    return found


@pytest.mark.slow
def test_every_letter_that_is_underlined_on_the_start_page_is_bound_once(hands):
    assert faults(hands.window) == []


BEFORE_THE_FIGHT = ("ambush-at-docking-bay-94", "the-salt-stair", "the-cold-store")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sample", "begun"),
    [*((name, False) for name in BEFORE_THE_FIGHT), *((one.name, True) for one in samples())],
)
def test_every_letter_that_is_underlined_is_bound_once(hands, sample, begun):
    window = hands.window
    window.services.encounters.new_from(read_sample(shipped(sample)))
    if begun:
        window.services.bridge.dispatch(Start())
    hands.settle()
    assert faults(window) == []
    hands.choose(next(iter(window.services.bridge.state.combatants)))
    for command in ASKING:
        window.do(command)
        hands.settle()
        dialog = dialog_in_front(window)
        if dialog is not None:
            assert faults(dialog) == [], command
            dialog.reject()
            hands.no_dialog()


@pytest.mark.slow
def test_alt_and_the_letter_press_the_button_and_type_nothing(hands):
    under_way(hands)
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    QTest.keyClicks(dialog.name, "Orc chief")
    hands.key(Qt.Key.Key_L, ALT, on=dialog.name)
    assert dialog.name.text() == ""
    assert [line.name for line in dialog.lines.lines] == ["Orc chief"]
    QTest.keyClicks(dialog.name, "Orc")
    hands.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier, on=dialog.name)
    assert [line.name for line in dialog.lines.lines] == ["Orc chief", "Orc"]
    handle = hands.window.windowHandle()
    assert handle is not None
    QTest.keyClicks(dialog.name, "Elf")
    QTest.keyClick(handle, Qt.Key.Key_L, ALT)  # also before the dialog has the keyboard
    assert len(dialog.lines.lines) == 3
    hands.leave()
    hands.menu("attack")
    dialog = hands.dialog()
    QTest.keyClick(handle, Qt.Key.Key_T, ALT)
    assert dialog.target.hasFocus(), "a letter of a label leads to its field"
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["damage", "add", "effect", "count"])
def test_one_escape_leaves_a_dialog_with_something_typed_in_it(hands, command):
    under_way(hands)
    hands.choose("deel")
    hands.menu(command)
    hands.dialog()
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "12+x")
    hands.key(ESCAPE, on=QApplication.activePopupWidget() or field)
    if QApplication.focusWidget() is not field and dialog_in_front() is not None:
        hands.key(ESCAPE, on=field)
    assert dialog_in_front() is None


@pytest.mark.slow
def test_one_escape_leads_from_a_half_typed_field_to_the_list_and_menus_close_first(hands):
    under_way(hands)
    hands.choose("deel")
    window = hands.window
    window.panels.flush()
    amount = window.inspector.sheet.inputs.amount
    hands.type(amount, "12")
    hands.key(ESCAPE, on=amount)
    assert (amount.text(), window.table.hasFocus()) == ("", True)
    hands.menu("damage")
    dialog = hands.dialog()
    dialog.targets.menu().popup(dialog.mapToGlobal(dialog.rect().center()))
    hands.key(ESCAPE, on=dialog.targets.menu())
    assert dialog_in_front() is dialog
    hands.key(ESCAPE, on=dialog)
    hands.no_dialog()
    hands.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, "lug")
    hands.key(ESCAPE, on=line)
    assert not window.find_bar.isVisible()
    assert window.table.hasFocus()
