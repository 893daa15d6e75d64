"""Before a fight ends: which rolls are open that nobody would ask for any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.widgets.command_dialog import CommandDialog
from rulesets.table.commands import Command, EndEncounter

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

MOST_NAMED = 12
"""Rolls that are named; of more their number is told."""


class EndDialog(CommandDialog):
    """Names what is open. It can be rolled first, or the fight ends, and the log says what was not rolled."""

    def __init__(
        self, bridge: Bridge, texts: Texts, still_open: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Name the rolls that are ``still_open``."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("End the encounter"))
        named, more = still_open[:MOST_NAMED], len(still_open) - MOST_NAMED
        lines = [self.tr("Still to be rolled:"), *(f"\u2003{text}" for text in named)]
        if more > 0:
            lines.append("\u2003" + self.tr("and %n more", "", more))
        lines.append(
            self.tr("If the fight ends now, nobody asks for it any more. The log says what was open.")
        )
        self.about.say("\n".join(lines))
        self.finish(self.tr("&End all the same"))

    def wanted(self) -> list[Command]:
        return [EndEncounter()]
