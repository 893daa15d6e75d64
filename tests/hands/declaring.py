"""Declaring by hand on the board: who, what, and the fields of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop.declare.fields import DeclareFields
from desktop.declare.inputs import Lines, Several
from rulesets.seen.queries import late_declaration
from rulesets.vocabulary import Declaration, find_phase
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
    if name:
        fill_fields(hands, board.fields, bridge.rules.declarations[name], fields)
    filled_in()
    hands.click(board.declare)


def fill_fields(hands: Hands, asked: DeclareFields, what: Declaration, fields: Mapping[str, Any]) -> None:
    """Fill in what belongs to a declaration, on the board or in the dialog.

    Raises:
        Lost: if something is not asked for.
    """
    for key, rule in what.inputs.items():
        field = asked.input(key)
        if field is None:
            raise Lost(f"nothing asks for {rule.label or key}")
        _fill(hands, field, fields.get(key))


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
