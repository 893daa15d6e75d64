"""Who lies dying is told from the dead at a glance, without colours, wherever names stand."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.desktop.painted.writing import writing
from tests.hands.keys_and_mouse import Hands

PEOPLE = (
    {"id": "oda", "name": "Oda", "max_hp": 20},
    {"id": "tib", "name": "Tib", "max_hp": 20},
    {"id": "ann", "name": "Ann", "max_hp": 20},
)


def fonts(widget: QWidget) -> dict[str, tuple[bool, bool]]:
    """Name → whether it is struck through, whether it is slanted."""
    return {one.text.strip(): (one.font.strikeOut(), one.font.italic()) for one in writing(widget)}


@pytest.mark.slow
def test_the_dying_are_told_from_the_dead(hands: Hands, readable: None) -> None:
    """E-SRD-32, E-SRD-35: one may be up again, the other not."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, PEOPLE))
    do = window.services.bridge.dispatch
    do(cmd.Start(rolls={"oda": 20, "tib": 15, "ann": 10}))
    do(cmd.Apply(pipeline="damage", to=("oda",), inputs={"amount": 23}))
    do(cmd.Apply(pipeline="damage", to=("tib",), inputs={"amount": 31}))
    hands.menu("players-preview")
    hands.settle()
    assert window.players.preview is not None
    for shown in (window.table.viewport(), window.players.preview.view):
        found = fonts(shown)
        said = {
            name: look
            for text, look in found.items()
            for name in ("Oda", "Tib", "Ann")
            if text.endswith(name)
        }
        assert said == {"Oda": (False, True), "Tib": (True, False), "Ann": (False, False)}, shown
    for who, name, look, states in (
        ("oda", "Oda", (False, True), "Dying"),
        ("tib", "Tib", (True, False), "Dead"),
        ("ann", "Ann", (False, False), ""),
    ):
        window.table.pick(who)
        hands.settle()
        head = window.panels.inspector.head
        head_name, _, status = head.words()
        assert head_name == name
        assert states in status
        assert fonts(head)[name] == look
