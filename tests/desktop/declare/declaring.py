"""A fight in which declarations have begun, with its board and its list."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QLineEdit

from desktop.bridge import Bridge
from desktop.declare.board import DeclareBoard
from desktop.list.model import InitiativeModel
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd

ROLLS = {"moon-swing": {"party": 9, "foes": 5}}
PEOPLE: dict[str, tuple[dict[str, Any], ...]] = {
    "moon-swing": (
        {"id": "ace", "name": "Ace", "dex": "3D", "per": "4D", "blaster": "5D", "force_points": 1},
        {"id": "jaluun", "name": "Jaluun", "dex": "3D", "per": "3D+2", "throwing": "3D+2"},
        {"id": "st-1", "name": "Trooper 1", "side": "foes", "kind": "npc", "blaster": "4D"},
        {"id": "st-2", "name": "Trooper 2", "side": "foes", "kind": "npc", "blaster": "4D"},
    ),
    "kaiser": (
        {"id": "ysolde", "name": "Ysolde", "weapon": "long_sword", "offhand": "shield"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
        {"id": "imp", "name": "Imp", "side": "foes", "kind": "npc"},
    ),
}


@pytest.fixture
def opened(qapp, qtbot, request) -> tuple[Bridge, DeclareBoard, InitiativeModel]:
    """A fight in which declarations have begun, with its board and its list."""
    ruleset = request.param
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for one in PEOPLE[ruleset]:
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    assert bridge.dispatch(cmd.Start(rolls=ROLLS.get(ruleset, {}))) is not None
    board = DeclareBoard(bridge, texts)
    qtbot.addWidget(board)
    board.show()
    return bridge, board, InitiativeModel(bridge, texts, board)


moon = pytest.mark.parametrize("opened", ["moon-swing"], indirect=True)
kaiser = pytest.mark.parametrize("opened", ["kaiser"], indirect=True)


def typed(qtbot, board: DeclareBoard, key: str, text: str) -> None:
    """Type into a field in place of what stands there."""
    field = board.fields.input(key)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
