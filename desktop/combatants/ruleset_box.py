"""A line that says of which ruleset a window is, where no encounter says so, and lets another be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop.widgets.boxes import narrow
from desktop.widgets.plain_text import PlainLabel


class RulesetBox(QWidget):
    """Is there only if there is something to choose."""

    turned = Signal(str)
    """Id of the ruleset that was chosen."""

    def __init__(
        self, rulesets: Sequence[tuple[str, str]], chosen: str, parent: QWidget | None = None
    ) -> None:
        """Offer rulesets (id, name), of which ``chosen`` is shown."""
        super().__init__(parent)
        self.is_offered = bool(rulesets)
        self.box = QComboBox(self)
        narrow(self.box)
        self.box.setAccessibleName(self.tr("Ruleset"))
        for ident, name in rulesets:
            self.box.addItem(name, ident)
        self.box.setCurrentIndex(self.box.findData(chosen))
        label = PlainLabel(self.tr("Ru&leset"), self)
        label.setBuddy(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.box, 1)
        self.setHidden(not self.is_offered)
        self.box.activated.connect(self._chosen)

    def _chosen(self, _row: int) -> None:
        self.turned.emit(str(self.box.currentData()))
