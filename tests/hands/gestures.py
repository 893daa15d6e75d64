"""What all gestures of a scenario played by hand have in common: rows, menus, dialogs, overriding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from desktop.rolls.start_dialog import StartDialog
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands, Lost

Args = dict[str, Any]
NO_KEYS = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
DRAG = "drag"
"""What a watcher is told before a row is let go; before a dialog is accepted it is told the step's name."""


class Gestures:
    """In one window; what the present step wants is kept here."""

    def __init__(self, hands: Hands, watch: Callable[[str], None] | None = None) -> None:
        """Play in the window that ``hands`` have taken hold of; ``watch`` sees dialogs and drags."""
        self.hands, self.window, self._watch = hands, hands.window, watch
        self.bridge = hands.window.services.bridge
        self._step = ""
        self._refused = self._insists = False

    def _why(self) -> str:
        return self.window.messages.text or "nothing happened"

    def _override(self) -> None:
        """Press the button of the message that a refusal has left."""
        if not self.window.messages.action.isVisible():
            raise Lost(f"nothing can be overridden: {self._why()}")
        self.hands.click(self.window.messages.action)

    def _select(self, who: str | list[str]) -> None:
        """Click on the rows of those meant; of a group on its first member's."""
        names = [who] if isinstance(who, str) else list(who)
        members = [next((c.id for c in self.bridge.state.members(name)), name) for name in names]
        self.hands.choose(members[0])
        for other in members[1:]:
            self.hands.also(other)

    def _pick(self, menu: str, ident: str) -> None:
        """Choose an entry of a submenu."""
        for action in self.window.actions_.menus[menu].actions():
            if action.objectName() == ident:
                action.trigger()
                self.hands.settle()
                return
        raise Lost(f"the menu {menu!r} does not offer {ident!r}")

    def _answer(self, dialog: QDialog) -> None:
        """Accept a dialog; leave it again if it does not let itself be accepted, as a refusal should."""
        tick = getattr(dialog, "override", None)
        if self._insists and tick is not None and tick.isVisible():
            put(self.hands, tick, True)
        self._filled_in()
        if not self._refused:
            ok = getattr(dialog, "ok", None)
            if ok is not None and not ok.isEnabled():
                raise Lost(f"{dialog.windowTitle()}: {getattr(dialog, 'reason', '')}")
            asks_on = any(getattr(dialog, name, None) is not None for name in ("to_sheet", "strikes_at"))
            self.hands.key(Qt.Key.Key_Return, on=self.hands.dialog())
            if asks_on:
                self.hands.leave()  # the damage, or what strikes back, is a step of its own
            if isinstance(dialog, StartDialog) and isValid(dialog) and dialog.isVisible():
                self.hands.key(Qt.Key.Key_Return, on=dialog)  # it has asked whether such a roll is meant
            self.hands.no_dialog()
            return
        self.hands.key(Qt.Key.Key_Return, on=dialog)
        if dialog.isVisible():
            self.hands.leave()

    def _filled_in(self) -> None:
        if self._watch is not None:
            self._watch(self._step)
