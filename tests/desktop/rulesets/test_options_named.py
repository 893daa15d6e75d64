"""An option is named where it bites: in a refusal, in the preview of damage, where an encounter begins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.main.new_encounter_dialog import NewEncounterDialog
from rulesets.table.commands import Act, Add, Start
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow
SHIELDS = "A hit beyond the shield rating"


def begun(hands: Hands, **options: str) -> None:
    """Two of whom one has a shield, and the first has the turn."""
    people = [
        Add(combatant={"id": "Ada", "max_sr": 10, "sr": 10}),
        Add(combatant={"id": "Rook", "side": "foes"}),
    ]
    start = Start(rolls={"Ada": 20, "Rook": 5})
    hands.window.services.encounters.new("Bay", "saga-edition", options, commands=(*people, start))
    hands.settle()


def test_a_refusal_names_the_option_that_would_have_let_it_be_paid(hands: Hands) -> None:
    """An evening: "no swift action left" for the third swift action of Recover, and nothing said why."""
    begun(hands)
    bridge, bar = hands.window.services.bridge, hands.window.messages
    for _ in range(2):
        bridge.dispatch(Act(who="Ada", cost="swift"))
    assert "no swift action left this turn" in bar.text
    assert bar.text.endswith("can change that: “Core rulebook” does.")
    begun(hands, exchange="core")
    for _ in range(3):
        assert bridge.dispatch(Act(who="Ada", cost="swift")) is not None
    bridge.dispatch(Act(who="Ada", cost="swift"))
    assert "no swift action left" in bar.text


def test_the_preview_of_damage_names_the_option_that_leaves_a_stage_out(hands: Hands) -> None:
    """An evening: SR stayed 5 after 14 and 12, and whoever knows the core rulebook took it for a fault.

    Later: what the option says was to be looked up.
    """
    begun(hands)
    hands.choose("Ada")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    hands.type(sheet.inputs.amount, "14")
    hands.settle()
    told = f"“Shield rating worn” is left out: option “{SHIELDS}” is “Changes nothing: by hand”."
    assert sheet._problem.text() == told
    assert sheet._apply.isEnabled()
    hands.type(sheet.inputs.amount, "9")
    hands.settle()
    assert sheet._problem.text() == ""
    hands.leave()


def test_an_encounter_begins_with_what_is_otherwise_than_in_the_book(hands: Hands) -> None:
    """In its empty log, which said "Nothing in the log fits", and over the folded options of a new one."""
    services, log = hands.window.services, hands.window.log
    services.encounters.new("Bay", "saga-edition")
    hands.settle()
    first, second = log.list._empty.split("\n")
    assert first == "What happens is written here. “Add combatants” brings in whoever takes part."
    assert second.startswith(
        "Otherwise than “Core rulebook”, as Encounter → Options of this encounter… has it: "
    )
    assert SHIELDS in second
    services.encounters.new("Stair", "dnd5e")
    hands.settle()
    assert log.list._empty == first
    hands.menu("new")
    dialog = hands.dialog()
    assert isinstance(dialog, NewEncounterDialog)
    dialog.choose("saga-edition")
    assert dialog._section.title == "Options of the ruleset (7 otherwise than “Core rulebook”)"
    assert dialog.options is not None
    dialog.options.set_values({"shields": "wear"})
    assert dialog._section.title == "Options of the ruleset (6 otherwise than “Core rulebook”): 1 changed"
    dialog.choose("dnd5e")
    assert dialog._section.title == "Options of the ruleset"
    hands.leave()
