"""Stat blocks and parties are taken elsewhere from their windows, and come back (issue 18: Take)."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog

from desktop.combatants.blocks.window import BlocksWindow
from desktop.combatants.copying import MARKDOWN, has_copies
from desktop.combatants.parties_window import PartiesWindow
from desktop.paper.people_export import PeopleExportDialog
from desktop.process.in_front import dialog_in_front
from rulesets.campaign.own_files import of_file
from rulesets.campaign.reading import read
from rulesets.campaign.things import Block, Member, Party
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

W = TypeVar("W", bound=QDialog)
CTRL = Qt.KeyboardModifier.ControlModifier
RULESET = "srd35"
WOLF = {"kind": "npc", "side": "foes", "max_hp": "2d8+4", "notes": "Trips"}
OGRE = {"kind": "npc", "side": "foes", "max_hp": 29}
HEROES = (
    Member({"id": "vex", "name": "Vex", "max_hp": 30}, {"stats": {"hp": 12}}),
    Member({"id": "deel", "name": "Deel", "max_hp": 20}),
)


def opened(hands: Hands, command: str, kind: type[W]) -> W:
    hands.window.do(command)
    hands.until(lambda: isinstance(dialog_in_front(), kind), "the window")
    found = dialog_in_front()
    assert isinstance(found, kind)
    found.activateWindow()
    hands.until(found.isActiveWindow, "the window to have the keys")
    return found


def fight(hands: Hands, ruleset: str = RULESET) -> None:
    hands.window.services.encounters.new("A fight", ruleset, {})
    hands.settle()


def blocks(hands: Hands) -> BlocksWindow:
    for name, given in (("Zz ogre", OGRE), ("Zz wolf", WOLF)):
        hands.window.services.campaigns.write(Block(name, given, RULESET))
    fight(hands)
    window = opened(hands, "blocks", BlocksWindow)
    window.search.setText("zz")
    return window


def parties(hands: Hands) -> PartiesWindow:
    hands.window.services.campaigns.write(Party(name="Heroes", ruleset=RULESET, members=HEROES))
    return opened(hands, "show-parties", PartiesWindow)


def written(hands: Hands, window: BlocksWindow | PartiesWindow, form: str, path: Path) -> PeopleExportDialog:
    """Export by the button of a window; returns the dialog as it was accepted."""
    window.export.click()
    hands.settle()
    dialog = window.findChild(PeopleExportDialog)
    assert dialog is not None
    dialog.format.setCurrentIndex(dialog.format.findData(form))
    dialog.save.click()
    hands.settle()
    files = window.findChild(QFileDialog)
    assert files is not None
    before = window.told.text()
    files.fileSelected.emit(str(path))
    files.reject()
    hands.until(lambda: window.told.text() != before, "the file")
    return dialog


def test_all_blocks_that_are_found_go_out_as_they_are_kept(hands: Hands, tmp_path: Path) -> None:
    window, path = blocks(hands), tmp_path / "blocks.toml"
    written(hands, window, "toml", path)
    found = of_file(read(path))
    assert isinstance(found, tuple)
    assert {one.name: one.given for one in found} == {"Zz ogre": OGRE, "Zz wolf": WOLF}
    assert {one.ruleset for one in found} == {RULESET}
    window.reject()


def test_of_several_that_are_selected_those_go_out(hands: Hands, tmp_path: Path) -> None:
    window, path = blocks(hands), tmp_path / "blocks.csv"
    window.search.setText("")
    names = [block.name for block in window.model.entries()]
    assert len(names) > 2
    window.search.setText("zz")
    window.table.selectAll()
    assert not window.remove.isEnabled(), "one at a time"
    hands.window.services.campaigns.changed.emit()
    assert len(window.table.rows()) == window.model.rowCount() > 1, "as they were selected"
    window.search.setText("zz ogre")
    written(hands, window, "csv", path)
    text = path.read_text("utf-8")
    assert "Zz ogre" in text
    assert "Zz wolf" not in text
    window.reject()


def test_a_file_that_cannot_be_written_is_told(hands: Hands, tmp_path: Path) -> None:
    window, file = blocks(hands), tmp_path / "file"
    file.write_text("a file, and no folder")
    written(hands, window, "md", file / "blocks.md")
    assert "Saved" not in window.told.text()
    window.reject()


def test_blocks_that_are_copied_are_pasted_into_the_fight(hands: Hands) -> None:
    window = blocks(hands)
    window.table.selectAll()
    QTest.keyClick(window.table, Qt.Key.Key_C, CTRL)
    assert "2 are copied" in window.told.text()
    data = QGuiApplication.clipboard().mimeData()
    assert has_copies(data)
    assert data.text().startswith("Zz ogre, foes\n")
    assert "**Zz wolf**, foes" in bytes(data.data(MARKDOWN).data()).decode()
    window.reject()
    hands.settle()
    hands.window.do("paste-people")
    bridge = hands.window.services.bridge
    people = {one.name: one for one in bridge.state.combatants.values()}
    assert people.keys() == {"Zz ogre", "Zz wolf"}
    assert bridge.value(people["Zz ogre"].id, "max_hp") == 29
    assert 6 <= bridge.value(people["Zz wolf"].id, "max_hp") <= 20
    assert people["Zz wolf"].notes == "Trips"
    hands.window.do("undo")
    assert not bridge.state.combatants


def test_a_party_goes_out_as_it_stands_and_some_of_it_alone(hands: Hands, tmp_path: Path) -> None:
    """Also where no encounter is open, and another ruleset is chosen: by the ruleset that it is of."""
    window, path = parties(hands), tmp_path / "heroes.toml"
    written(hands, window, "toml", path)
    found = of_file(read(path))
    assert isinstance(found, Party)
    assert (found.name, found.ruleset) == ("Heroes", RULESET)
    assert [(one.name, one.carried.get("stats")) for one in found.members] == [
        ("Vex", {"hp": 12}),
        ("Deel", None),
    ]
    window.members.selectRow(1)
    hands.window.services.campaigns.changed.emit()  # as the watched folder says a little later
    window.export.click()
    hands.settle()
    dialog = window.findChildren(PeopleExportDialog)[-1]
    dialog.only.setChecked(True)
    assert dialog.chosen == ("party", "toml", ("deel",))
    assert not dialog.kind.isVisible(), "it is a party and nothing else"
    dialog.reject()
    window.reject()


def test_a_party_is_copied_from_the_list_and_one_of_it_from_the_members(hands: Hands) -> None:
    fight(hands, "dnd5e")
    window = parties(hands)
    QTest.keyClick(window.list, Qt.Key.Key_C, CTRL)
    text = QGuiApplication.clipboard().text()
    assert "Vex" in text
    assert "12/30" in text
    assert "Deel" in text
    window.members.selectRow(0)
    window.members.setFocus()
    QTest.keyClick(window.members, Qt.Key.Key_C, CTRL)
    assert "“Vex” is copied" in window.told.text()
    window.reject()
    hands.settle()
    hands.window.do("paste-people")
    assert [one.name for one in hands.window.services.bridge.state.combatants.values()] == ["Vex"]
