"""Another name for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.widgets.command_dialog import CommandDialog
from rulesets.table.commands import Command, Describe

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class RenameDialog(CommandDialog):
    """One field with the name as it is, to be typed over."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask what ``who`` is to be called."""
        super().__init__(bridge, texts, "", parent)
        self._who, before = who, bridge.state.combatants[who].name
        self.setWindowTitle(self.tr("Rename {name}").format(name=before))
        self.name = QLineEdit(before, self)
        self.name.setMaxLength(200)
        self.add_row(self.tr("&Name"), self.name)
        self.name.textChanged.connect(self.refresh)
        self.name.setFocus()
        self.name.selectAll()
        self.finish(self.tr("&Rename"))

    def wanted(self) -> list[Command]:
        return [Describe(who=self._who, changes={"name": self.name.text().strip()})]

    def missing(self) -> str:
        return "" if self.name.text().strip() else self.tr("Give a name.")
