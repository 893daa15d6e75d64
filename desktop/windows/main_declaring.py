"""Declaring by hand, for the program's own demonstrations: who, what, and the fields of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.windows.dialogs.declare import DeclareDialog
from desktop.windows.main_fields import named, put
from desktop.windows.main_hands import Hands, Lost


def declare(
    hands: Hands, who: Sequence[str], name: str, fields: Mapping[str, Any], *, done: bool = False
) -> None:
    """Declare for each of ``who`` what ``name`` says; ``done`` is that nothing more is declared.

    Raises:
        Lost: if the window does not ask for what is to be declared.
    """
    rules = hands.window.services.bridge.rules
    for one in who:
        hands.primary()
        dialog = hands.dialog()
        if not isinstance(dialog, DeclareDialog):
            raise Lost("nobody is asked to declare")
        put(hands, dialog.who, one)
        put(hands, dialog.name, "" if done and not name else name)
        for key, value in fields.items():
            rule = rules.declarations[name].fields[key]
            put(hands, named(dialog, rule.label or key), value)
        if not dialog.ok.isEnabled():
            raise Lost(f"{one} cannot declare: {dialog.reason}")
        hands.accept()
