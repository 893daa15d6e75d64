"""A story played by hand in the window and by the core: after every step both encounters are the same."""

from __future__ import annotations

from msgspec import to_builtins
from PySide6.QtCore import Qt

from rulesets.scenarios.play import Player
from rulesets.seen.queries import live_slots, main_order
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from tests.desktop.stories.telling import Case
from tests.hands.keys_and_mouse import Hands
from tests.hands.scenario import ByHand


def differences(ours: Encounter, cores: Encounter) -> list[str]:
    """Where two encounters differ, as short as can be; they are the same if this is empty."""
    found: list[str] = []
    if ours != cores:
        _compare(to_builtins(ours), to_builtins(cores), "", found)
    return found or ["they are not equal"] * (ours != cores)


def _compare(ours: object, cores: object, where: str, found: list[str]) -> None:
    if isinstance(ours, dict) and isinstance(cores, dict):
        for key in sorted({*ours, *cores}, key=str):
            _compare(ours.get(key), cores.get(key), f"{where}/{key}", found)
    elif ours != cores:
        found.append(f"{where}: window {ours!r}, core {cores!r}")


def plays_alike(hands: Hands, rules: Rules, case: Case) -> tuple[int, int]:
    """After each step, at the end, and after everything was undone and done again.

    Returns how many steps of undo the window has come to, and how many the core.
    """
    bridge, table = hands.window.services.bridge, hands.window.table.initiative
    core, player = Player(rules, case), ByHand(hands)
    assert bridge.state == core.session.state
    before, setup = bridge.state, bridge.session.cursor
    for number, step in enumerate(case["steps"], 1):
        assert core.play(step) == "", f"step {number}"
        player.play(step)
        found = differences(bridge.state, core.session.state)
        assert not found, f"step {number}: {step}\n{found}"
    if hands.asked():  # the next round's roll
        hands.leave()
    played, slots = bridge.state, live_slots(main_order(bridge.rules, bridge.state))
    assert played.clock.round >= 3
    listed = [table.combatant_at(row) for row in range(table.rowCount())]
    shown = list(dict.fromkeys(played.combatants[who].slot for who in listed))
    assert [slot for slot in shown if slot in slots] == slots
    steps = bridge.session.cursor - setup
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.state == before
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert bridge.state == played
    assert [table.combatant_at(row) for row in range(table.rowCount())] == listed
    return steps, core.session.cursor
