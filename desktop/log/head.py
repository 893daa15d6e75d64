"""The line above the log: the way back, words to look for, and whose entries are shown."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from desktop.commands.table import called
from desktop.widgets.labels import plain_label

SELECTED = "\0selected"
"""Stands in the box for whoever is selected in the list; no combatant's id begins like this."""
PAD = 8


class LogHead(QWidget):
    """Title and filters of the log."""

    filtered = Signal()
    """Other entries are wanted."""
    asked = Signal()
    """The button was pressed that leads to the selected line."""
    left = Signal()
    """The game master wants to get from here to the lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with everybody."""
        super().__init__(parent)
        self._picked = ""
        self._undone: bool | None = None
        """What the button says of the selected line."""
        self.who = QComboBox(self)
        self.who.setAccessibleName(self.tr("Show only what concerns"))
        self.who.setToolTip(self.tr("Whose entries are shown"))
        self.who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.who.setMinimumContentsLength(14)
        self.words = QLineEdit(self)
        self.words.setAccessibleName(self.tr("Show only entries that say"))
        self.words.setPlaceholderText(self.tr("Find in the log"))
        self.words.setClearButtonEnabled(True)
        self.words.setMaxLength(100)
        self.words.setMaximumWidth(self.fontMetrics().averageCharWidth() * 30)
        self.back = QToolButton(self)
        self.back.setEnabled(False)
        self.say_back(undone=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(PAD, 4, PAD, 0)
        row.addWidget(plain_label(called("log"), self, bold=True), 1)
        row.addWidget(self.back)
        row.addWidget(self.words)
        row.addWidget(self.who)
        self.who.activated.connect(self._on_filter)
        self.words.textChanged.connect(self._on_filter)
        self.back.clicked.connect(self._on_back)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """Id of the combatant whose entries are wanted; '' for everybody."""
        chosen = str(self.who.currentData() or "")
        return self._picked if chosen == SELECTED else chosen

    def select(self, who: str) -> None:
        """Note who is selected in the list; the filter follows if it is set to."""
        if who != self._picked:
            self._picked = who
            if self.who.currentData() == SELECTED:
                self.filtered.emit()

    def choose(self, who: str) -> None:
        """Show what concerns ``who``, or everything for ''; SELECTED for whoever is selected."""
        self.who.setCurrentIndex(max(0, self.who.findData(who)))
        self.filtered.emit()

    def fill(self, people: Iterable[tuple[str, str]]) -> None:
        """Offer (id, name) of those who are there; who is gone is chosen no more."""
        before = self.who.currentData() or ""
        self.who.clear()
        self.who.addItem(self.tr("Everybody"), "")
        self.who.addItem(self.tr("Whoever is selected"), SELECTED)
        for ident, name in people:
            self.who.addItem(name, ident)
        found = max(0, self.who.findData(before))
        self.who.setCurrentIndex(found)
        if before and not found:
            self.filtered.emit()

    def say_back(self, *, undone: bool) -> None:
        """Let the button say which way the selected line is."""
        if undone == self._undone:
            return
        self._undone = undone
        if undone:
            self.back.setText(self.tr("Redo to here"))
            self.back.setToolTip(self.tr("Do everything again up to the selected line (Return)"))
        else:
            self.back.setText(self.tr("Undo to here"))
            self.back.setToolTip(self.tr("Take back everything after the selected line (Return)"))

    # -- internal ------------------------------------------------------------------------------------

    def _on_filter(self) -> None:
        self.filtered.emit()

    def _on_back(self) -> None:
        self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape shows everything again; Return and Down go to the lines."""
        if self.words.hasFocus():
            if event.key() == Qt.Key.Key_Escape and self.words.text():
                self.words.clear()
                event.accept()
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and not (
                event.modifiers() & Qt.KeyboardModifier.ControlModifier
            ):
                self.left.emit()
                event.accept()
                return
        super().keyPressEvent(event)
