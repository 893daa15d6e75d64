"""Declaring by hand, for the program's own demonstrations: who, what, and the fields of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QDialog

from desktop.windows.dialogs.declare import DeclareDialog
from desktop.windows.main_fields import named, put
from desktop.windows.main_hands import Hands, Lost
from rulesets.engine.ruling import find_phase


def declare(
    hands: Hands,
    who: Sequence[str],
    name: str,
    fields: Mapping[str, Any],
    answer: Callable[[QDialog], None],
    *,
    done: bool = False,
) -> None:
    """Declare for each of ``who`` what ``name`` says; ``done`` is that nothing more is declared.

    ``answer`` accepts what was filled in, or sees it refused.

    Raises:
        Lost: if the window does not ask for what is to be declared.
    """
    bridge = hands.window.services.bridge
    rules, phase = bridge.rules, find_phase(bridge.rules, bridge.state.clock.phase)
    if not name and not done and phase is not None:
        name = phase.declaration
    for one in who:
        hands.primary()
        dialog = hands.dialog()
        if not isinstance(dialog, DeclareDialog):
            raise Lost("nobody is asked to declare")
        put(hands, dialog.who, one)
        put(hands, dialog.name, name)
        for key, value in fields.items():
            rule = rules.declarations[name].fields[key]
            put(hands, named(dialog, rule.label or key), value)
        answer(dialog)
