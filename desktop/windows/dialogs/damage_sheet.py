"""The damage sheet as a dialog: one pipeline on several targets, every stage of each, one commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from desktop.views import damage_sheet
from desktop.windows.dialogs.people import press_with_ctrl_return
from rulesets.encounter.commands import Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts


class DamageSheet(QDialog):
    """Accepted when Apply was pressed and nothing stands against it."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        pipeline: str,
        targets: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        """Ask for ``pipeline`` (an id or a role) on ``targets``."""
        super().__init__(parent)
        self.sheet = damage_sheet.DamageSheet(
            bridge, texts, self, pipeline=pipeline, targets=targets, scrolls=True, commits=False
        )
        names = ", ".join(texts.name(who) for who in targets[:3])
        more = self.tr("{names} and {count} more").format(names=names, count=len(targets) - 3)
        self._names = more if len(targets) > 3 else names
        self.sheet.applied.connect(self.accept)
        self.sheet.chooser.chosen.connect(self._title)
        self._title()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, Qt.Orientation.Horizontal, self)
        buttons.addButton(self.sheet.apply_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.rejected.connect(self.reject)
        self.sheet.apply_button.setDefault(True)
        press_with_ctrl_return(self, self.sheet.apply_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.sheet, 1)
        layout.addWidget(buttons)
        room = self.screen().availableSize()
        self.resize(self.sizeHint().boundedTo(room * 0.9))
        self.sheet.start()

    def commands(self) -> list[Command]:
        """Return what to dispatch."""
        return [self.sheet.command()]

    def command(self) -> Command:
        """Return what to dispatch."""
        return self.sheet.command()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        rows = len(self.sheet.targets)
        return QSize(em * (64 if rows < 2 else 130), min(720, 290 + 90 * rows))

    def _title(self, _pipeline: str = "") -> None:
        self.setWindowTitle(f"{self.sheet.chooser.text}: {self._names}")
