"""The log: rows that follow commands and undo, filter, copy, the way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop.models.log import LogModel
from desktop.roles import Role
from desktop.views.log_view import LogView
from rulesets.encounter import commands as cmd


@pytest.fixture
def model(fight, watched):
    model = LogModel(fight.bridge, fight.texts)
    watched(model)
    return model


def test_rows_come_and_go_with_commands(fight, model, qtbot):
    with qtbot.assertNotEmitted(model.modelReset):
        assert model.rowCount() == len(fight.bridge.log)
        fight.do(cmd.Act(who="deel", name="attack"), cmd.EndTurn())
        assert model.rowCount() == len(fight.bridge.log)
        fight.bridge.undo()
        fight.bridge.undo()
        fight.do(cmd.Act(who="deel", name="aim"))
        assert model.rowCount() == len(fight.bridge.log)
        assert "Aim" in model.index(model.rowCount() - 1).data(Qt.ItemDataRole.DisplayRole)
        fight.bridge.undo_to(2)
        assert model.rowCount() == 2
        fight.bridge.redo()
        assert model.rowCount() == 3


def test_entries_are_rendered_when_they_are_looked_at(fight, monkeypatch):
    rendered = []
    real = fight.texts.entry
    monkeypatch.setattr(fight.texts, "entry", lambda entry: rendered.append(entry) or real(entry))
    model = LogModel(fight.bridge, fight.texts)
    fight.do(cmd.Act(who="deel", name="attack"))
    assert rendered == []
    text = model.index(1).data(Role.ENTRY)
    assert model.index(1).data(Role.ENTRY) is text
    assert rendered == [fight.bridge.log[1]]


def test_another_encounter_is_another_log(fight, model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        fight.bridge.open(fight.bridge.rules)
    assert model.rowCount() == 0


def test_only_what_concerns_one(fight, model):
    fight.do(cmd.Apply(pipeline="damage", to=("boss",), inputs={"amount": 3}, by="deel"))
    fight.do(cmd.Act(who="deel", name="aim"))
    model.show_only(frozenset({"boss"}))
    assert model.rowCount() == 3  # joined, the encounter began, damage
    fight.do(cmd.SetNumbers(who="lug", stats={"hp": 5}))
    assert model.rowCount() == 3
    fight.do(cmd.SetNumbers(who="boss", stats={"hp": 5}))
    assert model.rowCount() == 4
    fight.bridge.undo()
    assert model.rowCount() == 3
    model.show_only(frozenset())
    assert model.rowCount() == len(fight.bridge.log)


@pytest.fixture
def view(fight, qtbot):
    view = LogView(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(700, 160)
    view.show()
    qtbot.waitExposed(view)
    return view


def many(fight):
    for amount in range(20):
        fight.do(cmd.Apply(pipeline="damage", to=("lug",), inputs={"amount": amount % 3 + 1}))


def test_it_goes_along_only_while_the_newest_line_is_in_sight(fight, view, qtbot):
    bar = view.list.verticalScrollBar()
    many(fight)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(5)
    before = bar.maximum()
    fight.do(cmd.Act(who="deel", name="aim"))
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == 5


def test_undo_to_a_line_by_its_link(fight, view, qtbot):
    fight.do(cmd.Act(who="deel", name="aim"), cmd.Act(who="deel", name="attack"))
    index = view.model.index(view.model.rowCount() - 2)
    qtbot.waitUntil(lambda: view.list.visualRect(index).isValid())
    view.list.scrollTo(index)
    rect = view.list.visualRect(index)
    link = QPoint(rect.right() - 20, rect.center().y())
    with qtbot.waitSignal(view.undo_to) as asked:
        qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=link)
    fight.bridge.undo_to(asked.args[0])
    assert view.model.rowCount() == index.row() + 1
    assert "Aim" in view.model.index(index.row()).data(Qt.ItemDataRole.DisplayRole)


def test_undo_to_a_line_by_button_and_menu(fight, view, qtbot):
    last = view.model.index(view.model.rowCount() - 1)
    view.list.setCurrentIndex(last)
    assert not view.back.isEnabled()
    fight.do(cmd.Act(who="deel", name="aim"))
    assert view.back.isEnabled()
    with qtbot.waitSignal(view.undo_to) as asked:
        view.back.click()
    assert asked.args == [len(fight.bridge.log) - 1]
    view.list.asked_menu.emit(view.model.index(1), QPoint(10, 10))
    menu = view.findChild(QMenu)
    back, copy = menu.actions()
    with qtbot.waitSignal(view.undo_to) as asked:
        back.trigger()
    assert asked.args == [2]
    assert copy.isEnabled()
    menu.close()


def test_selected_lines_are_copied_as_text(fight, view, qtbot):
    fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}))
    fight.do(cmd.Act(who="deel", name="attack"))
    fight.do(cmd.Act(who="deel", name="attack", override=True))
    count = view.model.rowCount()
    view.list.setFocus()
    view.list.setCurrentIndex(view.model.index(count - 3))
    qtbot.keyClick(view.list, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keySequence(view.list, QKeySequence(QKeySequence.StandardKey.Copy))
    lines = QGuiApplication.clipboard().text().splitlines()
    assert "K-77 <b>Lug</b>" in lines[0]
    assert lines[1].startswith("    ")
    assert any("override" in line.casefold() for line in lines[2:])


def test_the_selected_line_is_shown_in_full(fight, view):
    fight.do(cmd.Apply(pipeline="damage", to=("lug", "boss"), inputs={"amount": 12}))
    view.list.setCurrentIndex(view.model.index(view.model.rowCount() - 1))
    assert "Sergeant" in view.in_full
    fight.do(cmd.EndTurn())
    view.list.setCurrentIndex(view.model.index(0))
    assert "Sergeant" not in view.in_full


def test_the_filter_knows_who_is_there(fight, view):
    assert view.who.findData("st-1") > 0
    view.show_only("boss")
    shown = view.model.rowCount()
    assert shown < len(fight.bridge.log)
    fight.do(cmd.Leave(who="boss"))
    assert view.who.currentData() == ""
    assert view.model.rowCount() == len(fight.bridge.log)
