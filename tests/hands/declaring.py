"""Declaring by hand on the board: who, what, and the fields of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop.declare.inputs import Lines, Several
from rulesets.seen.queries import late_declaration
from rulesets.vocabulary import find_phase
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands, Lost


def declare(hands: Hands, name: str, fields: Mapping[str, Any], filled_in: Callable[[], None]) -> None:
    """Let those who are selected declare ``name``, or that there is nothing more.

    ``filled_in`` is called before the button is pressed.

    Raises:
        Lost: if the window does not ask for what is to be declared.
    """
    board, bridge = hands.window.board, hands.window.services.bridge
    phase = find_phase(bridge.rules, bridge.state.clock.phase)
    if phase is None or not board.isVisible():
        raise Lost("nobody is asked to declare")
    if name and name == late_declaration(bridge.rules, phase):
        filled_in()
        hands.click(board.late)
        return
    if board.name.count() > 1:
        put(hands, board.name, name)
    for key, rule in bridge.rules.declarations[name].inputs.items() if name else ():
        field = board.fields.input(key)
        if field is None:
            raise Lost(f"the board does not ask for {rule.label or key}")
        _fill(hands, field, fields.get(key))
    filled_in()
    hands.click(board.declare)


def _fill(hands: Hands, field: QWidget, value: Any) -> None:
    """Fill in a field; None empties what an earlier round has left in it."""
    match field:
        case Lines():
            for line, text in zip(field.lines, value or (), strict=False):
                put(hands, line, text)
        case Several():
            menu = field.menu()
            for action in menu.actions() if menu is not None else ():
                if action.isChecked() != (action.data() in (value or ())):
                    action.trigger()
        case _:
            put(hands, field, "" if value is None else value)
