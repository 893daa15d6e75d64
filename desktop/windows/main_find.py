"""Finding a combatant by a part of its name: the list goes there while one types."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from desktop.bridge import Bridge


class FindBar(QFrame):
    """A line to type in. Return goes to the next that fits, Escape leaves."""

    found = Signal(str)
    """Id of a combatant that fits."""
    left = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Begin hidden."""
        super().__init__(parent)
        self._bridge = bridge
        self._line = QLineEdit(self)
        self._line.setPlaceholderText(self.tr("Name of a combatant"))
        self._line.setAccessibleName(self.tr("Find a combatant"))
        self._line.setClearButtonEnabled(True)
        self._line.textChanged.connect(self._first)
        self._line.returnPressed.connect(self._next)
        self._told = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(QLabel(self.tr("Find"), self))
        row.addWidget(self._line, 1)
        row.addWidget(self._told)
        self._at = 0
        self.hide()

    @property
    def line(self) -> QLineEdit:
        """The line to type in."""
        return self._line

    def begin(self) -> None:
        """Show the line, with what was looked for last."""
        self.show()
        self._line.setFocus()
        self._line.selectAll()

    def _fitting(self) -> list[str]:
        text = self._line.text().strip().casefold()
        if not text or not self._bridge.is_open:
            return []
        return [c.id for c in self._bridge.state.combatants.values() if text in c.name.casefold()]

    def _first(self) -> None:
        self._at = 0
        self._go(self._fitting())

    def _next(self) -> None:
        self._at += 1
        self._go(self._fitting())

    def _go(self, fitting: list[str]) -> None:
        if fitting:
            self._at %= len(fitting)
            self.found.emit(fitting[self._at])
            told = self.tr("%1 of %2").replace("%2", str(len(fitting)))
            self._told.setText(told.replace("%1", str(self._at + 1)))
        else:
            self._told.setText(self.tr("nobody") if self._line.text().strip() else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)
