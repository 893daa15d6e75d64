"""Tab goes as the eye does, also to what has come later than the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.combatants.parties import stem
from desktop.main.campaign_section import CampaignPage
from desktop.widgets.letters import letter_of
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.campaign.things import Party, Prepared
from rulesets.table import commands as cmd
from tests.desktop.declare.declaring import PEOPLE
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow


def tabbed(hands: Hands, first: QWidget, steps: int) -> list[QWidget]:
    """Return where Tab leads from a control, one after the other."""
    first.setFocus()
    found = [first]
    for _ in range(steps):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        found.append(now)
    return found


def test_what_is_prepared_comes_before_the_samples_below_it(hands: Hands) -> None:
    """What the campaign had was read after the page was made, and came last."""
    window = hands.window
    troll = {"id": "troll", "name": "Troll"}
    window.services.campaigns.write(Prepared("Wolf pass", "dnd5e", {}, (troll,)))
    window.services.campaigns.write(Party(name="Heroes", ruleset="dnd5e"))
    window.do("sample")
    window.do("close")
    window.campaign.begin()
    hands.settle()
    page = window.start_page
    kept = page.campaign.entries.choices
    assert [one.text() for one in kept][:1] == ["Wolf pass"]
    assert stem(window.services.campaigns.current.encounters()[0]) == "Wolf pass"
    new = page._own.choices[0]
    found = tabbed(hands, new, 8)
    assert found[0] is new
    assert kept[0] in found, [one.objectName() or type(one).__name__ for one in found]
    assert found.index(kept[0]) < found.index(page.samples.choices[0])
    tops = [one.mapTo(page.widget(), QPoint(0, 0)).y() for one in found]
    assert tops == sorted(tops)


def test_home_and_end_go_to_the_first_and_the_last_entry_of_the_start_page(hands: Hands) -> None:
    """They scrolled the page, and the keys stayed where they were."""
    page = hands.window.start_page
    hands.settle()
    page.samples.choices[2].setFocus()
    hands.key(Qt.Key.Key_End, on=page.samples.choices[2])
    assert page.samples.choices[-1].hasFocus()
    hands.key(Qt.Key.Key_Home, on=page.samples.choices[-1])
    assert page._own.choices[0].hasFocus()


def test_a_letter_leads_to_every_entry_of_the_campaigns(hands: Hands) -> None:
    """The menu of the start page had letters for none of the campaigns themselves."""
    hands.window.services.campaigns.write(Prepared("Wolf pass", "dnd5e", {}, ({"id": "a", "name": "A"},)))
    hands.window.campaign.begin()
    hands.settle()
    section = hands.window.start_page.campaign
    section.show_page(CampaignPage("One", others=(("campaign:b", "Other days"), ("campaign:c", "Old days"))))
    letters = [letter_of(action.text()) for action in section.button.menu().actions() if action.text()]
    assert len(letters) == 5
    assert all(letters)
    assert len(set(letters)) == 5, letters


def test_panels_and_waves_have_their_places(hands: Hands) -> None:
    under_way(hands)
    window = hands.window
    wolf = {"id": "wolf", "name": "Wolf"}
    assert window.services.bridge.dispatch(cmd.PlanWave(wave="w", round=9, combatants=(wolf,)))
    hands.settle()
    buttons = window.waves.lines[0].buttons
    found = tabbed(hands, window.table, 8)
    assert found[1] is buttons["come"], "the line under the list"
    assert all(window.waves.isAncestorOf(one) for one in found[1:4])
    assert window.log.isAncestorOf(found[4])
    assert any(window.inspector.isAncestorOf(one) for one in found), "the panel comes next"


def test_the_start_page_shows_where_the_keys_are(hands: Hands) -> None:
    """Each entry is painted otherwise while it has the focus."""
    page = hands.window.start_page
    page.first.setFocus()
    hands.settle()
    entry = page.samples.choices[1]
    without = entry.grab().toImage()
    entry.setFocus()
    hands.settle()
    assert entry.grab().toImage() != without


def test_in_dialogs_one_field_leads_to_the_one_beside_or_below_it(hands: Hands) -> None:
    """And not to a button first, wherever fields were made after the buttons."""
    under_way(hands)
    leads: dict[str, Callable[[Any], list[QWidget]]] = {
        "campaign-new": lambda asked: [asked.name, asked.folder, asked.choose],
        "keep-prepared": lambda asked: [asked.name, asked.without_players, asked.ok],
        "wave": lambda asked: [asked.when, asked.name, asked.count],
        "delay": lambda asked: [asked.radios["count"], asked.count, asked.after],
        "damage": lambda asked: [
            asked.sheet.inputs.amount,
            asked.sheet.inputs.half,
            asked.sheet.inputs.double,
        ],
    }
    for command, wanted in leads.items():
        hands.menu(command)
        asked = hands.dialog()
        fields = wanted(asked)
        assert tabbed(hands, fields[0], len(fields) - 1) == fields, command
        if command == "damage":
            assert asked.sheet.by in tabbed(hands, fields[-1], 6), "who did it comes before the buttons"
        hands.leave()


def test_whatever_is_declared_tab_goes_through_its_fields(hands: Hands) -> None:
    """They are made when a declaration is chosen: Tab went past them to the button."""
    window, board = hands.window, hands.window.board
    window.services.encounters.new_from(Prepared("Ford", "kaiser", {}, PEOPLE["kaiser"]))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start())
    hands.settle()
    with_fields = 0
    board.name.setFocus()
    for _ in range(board.name.count() + 1):
        rule = bridge.rules.declarations.get(str(board.name.currentData() or ""))
        keys = () if rule is None else rule.inputs
        fields = [field for key in keys if (field := board.fields.input(key))]
        with_fields += len(fields) > 1
        found = tabbed(hands, board.name, len(fields) + 2)
        assert found == [board.name, *fields, board.declare, window.table], board.name.currentText()
        board.name.setFocus()
        last = board.name.currentIndex() == board.name.count() - 1
        QTest.keyClick(board.name, Qt.Key.Key_Home if last else Qt.Key.Key_Down)
        hands.settle()
    assert with_fields > 1


def test_rolls_that_are_asked_come_after_the_list(hands: Hands) -> None:
    """Also when one of them comes or goes; they were reached by the mouse alone."""
    window = hands.window
    people = tuple({"id": one, "name": one, "side": one, "max_hp": 90} for one in ("ada", "orc", "imp"))
    window.services.encounters.new_from(Prepared("Cave", "srd35", {}, people))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ada": 20, "orc": 10, "imp": 5}))

    def strip_is_next(*rows: str) -> None:
        hands.settle()
        assert [row.due.name for row in window.due.lines] == [*rows]
        wanted = []
        for row in window.due.lines:
            roll, *others = row.buttons.values()
            wanted += [row.total, roll, *others]
        found = tabbed(hands, window.table, len(wanted) + 1)
        assert found[1:-1] == wanted
        assert window.log.isAncestorOf(found[-1])
        QTest.keyClick(found[-1], Qt.Key.Key_Backtab)
        assert QApplication.focusWidget() is wanted[-1]

    for hurt in (("orc",), ("orc", "imp")):
        blow = cmd.Apply(to=hurt[-1:], pipeline="damage", inputs={"amount": 60}, by="ada")
        assert bridge.dispatch(blow)
        strip_is_next(*hurt)
    bridge.undo()
    strip_is_next("orc")


def test_no_item_of_a_layout_is_held_behind_its_back(qapp, qtbot) -> None:
    """A gap that Qt had deleted was taken for the layout that came to lie there: no damage window opened."""
    root = QWidget()
    qtbot.addWidget(root)
    layout = QVBoxLayout(root)
    layout.addWidget(QLineEdit(root))
    layout.addStretch(1)
    items = [layout.itemAt(number) for number in range(2)]
    tab_as_laid_out(root)
    assert [isValid(item) for item in items] == [False, False]
