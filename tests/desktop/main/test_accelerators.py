"""A letter that is underlined works, no number is spun, one Escape closes the innermost open thing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QStyleOptionViewItem,
    QTabBar,
    QWidget,
)

from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.commands.table import COMMANDS
from desktop.files.samples import read_sample, samples, shipped
from desktop.help.browser import HelpBrowser
from desktop.help.menu import CHAPTERS
from desktop.process.in_front import dialog_in_front
from desktop.widgets.letters import letter_of
from rulesets.table.commands import Start
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

ANYWHERE = (
    *("about", "about-fight", "bind-keys", "blocks", "campaign-new", "columns", "export", "export-people"),
    *("keep-party", "keep-prepared", "keys", "new", "players-facts", "print", "show-parties"),
)
"""Commands whose dialog is the same whatever is fought with."""
BY_THE_RULES = ("add", "belongs", "damage", "effect", "formula", "heal", "known", "options", "rename", "wave")
"""Commands whose dialog is made by the ruleset, and opened before a fight too."""
IN_THE_FIGHT = ("attack", "bring-back", "count", "delay", "dice", "react", "ready", "trigger")
WITH_ALL_OF_IT = "ambush-at-docking-bay-94"
"""A sample whose ruleset delays, readies and reacts."""
HELPED = (WITH_ALL_OF_IT, "the-salt-stair")
"""Samples in whose dialogs F1 is pressed: what it does there is no matter of the ruleset."""
LETTERS = "JQXZKYVBWH"
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


def spun(top: QWidget) -> Iterator[str]:
    """Give what spins a number, or would in a cell that is edited: it drops what is no digit."""
    for box in top.findChildren(QAbstractSpinBox):
        yield type(box).__name__
    for view in top.findChildren(QAbstractItemView):
        model = view.model()
        width = model.columnCount() if isinstance(model, QAbstractTableModel) else min(1, model.rowCount())
        for index in (model.index(0, column) for column in range(width)):
            delegate = view.itemDelegateForIndex(index)
            if delegate is not None and index.flags() & Qt.ItemFlag.ItemIsEditable:
                editor = delegate.createEditor(view.viewport(), QStyleOptionViewItem(), index)
                if isinstance(editor, QAbstractSpinBox):
                    yield f"column {index.column()} of {type(view).__name__}"
                if editor is not None:
                    editor.deleteLater()


def faults(top: QWidget) -> list[str]:
    """Return what is wrong with the letters and the fields of numbers of a window, in words."""
    seen: dict[str, str] = {}
    found = [f"{box} spins a number" for box in spun(top)]
    for keys, text, bound in underlined(top):
        if not bound:
            found.append(f"{text!r} does not obey {keys}")
        if keys in seen:
            found.append(f"{keys} is {seen[keys]!r} and {text!r}")
        seen[keys] = text
    return found


def lettering(menu: QMenu) -> list[str]:
    """Return what is wrong with the letters of a menu that opens."""
    menu.aboutToShow.emit()
    shown = [one.text() for one in menu.actions() if one.isVisible() and one.text()]
    letters = [letter_of(text) for text in shown]
    return [
        text for text, letter in zip(shown, letters, strict=True) if letters.count(letter) > 1 or not letter
    ]


@pytest.mark.slow
@pytest.mark.parametrize("sample", [one.name for one in samples()])
def test_every_entry_of_every_menu_has_a_letter_of_its_own(hands, sample):
    """Also where the ruleset fills a menu: types of action, what is applied, tracks; and sizes of text."""
    window = hands.window
    window.services.encounters.new_from(read_sample(shipped(sample)))
    hands.settle()
    hands.choose(next(iter(window.services.bridge.state.combatants)))
    for ident, menu in window.actions_.menus.items():
        assert lettering(menu) == [], ident
    context = window.table._actions.menu(window.table.situation(), window.table, room=400)
    for menu in (context, *context.findChildren(QMenu)):
        assert lettering(menu) == []
    context.deleteLater()


@pytest.mark.slow
def test_level_and_armor_class_have_letters_where_combatants_are_added(hands):
    """Level had none: nothing that it is written with was free."""
    for sample in samples():
        hands.window.services.encounters.new_from(read_sample(shipped(sample.name)))
        hands.settle()
        hands.menu("add")
        labels = [label.text() for label in hands.dialog().first._labels.values()]
        assert all(map(letter_of, labels)), labels
        hands.leave()


@pytest.mark.slow
def test_every_letter_that_is_underlined_on_the_start_page_is_bound_once(hands):
    assert faults(hands.window) == []


def unhelpful(hands: Hands, dialog: QDialog) -> list[str]:
    """Return what F1, or Alt and a letter that is underlined nowhere, does in a dialog and should not."""
    lines = [line for line in dialog.findChildren(QLineEdit) if line.isVisible() and line.isEnabled()]
    typed, taken = [line.text() for line in lines], {keys for keys, _, _ in underlined(dialog)}
    handle, free = dialog.windowHandle(), next(key for key in LETTERS if f"Alt+{key}" not in taken)
    assert handle is not None
    for line in lines[:1]:
        line.setFocus()
    QTest.keyClick(handle, getattr(Qt.Key, f"Key_{free}"), ALT)
    found = [] if [line.text() for line in lines] == typed else [f"Alt+{free} types"]
    QTest.keyClick(handle, Qt.Key.Key_F1)
    page = hands.dialog()
    browsers = [] if page is dialog else page.findChildren(HelpBrowser)
    heading = next((one.textCursor().block().text() for one in browsers), "")
    if heading not in CHAPTERS.values():
        found.append(f"F1 leads to {heading!r}")
    if page is not dialog:
        page.reject()
        hands.settle()
    return found


def asked(hands: Hands, sample: str, commands: tuple[str, ...], *, begun: bool = False) -> set[str]:
    """Return which of ``commands`` open a dialog; nothing is at fault there, nor in the window."""
    window = hands.window
    window.services.encounters.new_from(read_sample(shipped(sample)))
    if begun:
        window.services.bridge.dispatch(Start())
    hands.settle()
    assert faults(window) == [], sample
    hands.choose(next(iter(window.services.bridge.state.combatants)))
    opened = set()
    for command in commands:
        assert command in COMMANDS
        window.do(command)
        hands.settle()
        dialog = dialog_in_front(window)
        if dialog is not None:
            assert faults(dialog) == [], (sample, command)
            if sample in HELPED and not dialog.findChildren(HelpBrowser):
                assert unhelpful(hands, dialog) == [], command
            opened.add(command)
            dialog.reject()
            hands.no_dialog()
    return opened


@pytest.mark.slow
def test_every_letter_before_a_fight_is_bound_once_and_no_number_is_spun(hands):
    """With every ruleset; the primary button asks for initiative, where that is rolled before the round."""
    opened = {one.name: asked(hands, one.name, (*BY_THE_RULES, "primary")) for one in samples()}
    assert set.union(*opened.values()) == {*BY_THE_RULES, "primary"}
    assert all(len(one) >= len(BY_THE_RULES) for one in opened.values()), "a formula is not everywhere"
    assert asked(hands, "the-salt-stair", ANYWHERE) == set(ANYWHERE)


@pytest.mark.slow
@pytest.mark.parametrize("sample", [one.name for one in samples()])
def test_every_letter_in_a_fight_is_bound_once_and_no_number_is_spun(hands, sample):
    opened = asked(hands, sample, (*BY_THE_RULES, *IN_THE_FIGHT), begun=True)
    assert opened >= {*BY_THE_RULES, "attack", "bring-back", "count", "dice"} - {"formula"}
    if sample == WITH_ALL_OF_IT:
        assert opened == {*BY_THE_RULES, *IN_THE_FIGHT}


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
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_J, ALT)
    assert amount.text() == "12", "Alt types nothing"
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


@pytest.mark.slow
def test_the_letter_of_a_field_selects_what_stands_in_it_also_from_within(hands: Hands) -> None:
    """With the keys in the field, Alt+I and 9 made 99 of a 9."""
    under_way(hands)
    hands.key(Qt.Key.Key_N)
    asked = hands.dialog()
    assert isinstance(asked, AddCombatantsDialog)
    for _ in range(2):
        QTest.keyClick(asked.windowHandle(), Qt.Key.Key_I, ALT)
        assert asked.roll.hasFocus()
        QTest.keyClicks(asked.roll, "9")
        assert asked.roll.text() == "9"
    hands.leave()
