"""A field for a number that is typed, or rolled: dice typed into it ('2d8+1') are rolled on the spot."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.widgets.buttons import side_button
from desktop.widgets.fields import NumberField
from desktop.widgets.plain_text import PlainLabel
from rulesets.formula.dice import Dice


class RollField(QWidget):
    """A number, its Roll button, and the dice as they fell."""

    typed = Signal()
    """The number changed, by hand or by dice."""

    def __init__(self, dice: Dice, die: str, name: str, parent: QWidget | None = None) -> None:
        """Roll with ``dice``; ``die`` is rolled where nothing else was typed ('' : it must be typed)."""
        super().__init__(parent)
        self._last = die
        self.field = NumberField(self, digits=6, dice=dice)
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(die or self.tr("or 2d6"))
        self.button = side_button(self.tr("Roll"), self)
        self.button.setAccessibleName(self.tr("Roll {input}").format(input=name))
        self.button.setToolTip(self.tr("Type dice such as 2d8+1 or 4D+2, then roll; or type the result."))
        self.fell = PlainLabel(parent=self)
        self.field.typed.connect(self._on_typed)
        self.button.clicked.connect(self.roll)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.field)
        layout.addWidget(self.button)
        layout.addWidget(self.fell, 1)
        self._show_button()

    @property
    def text(self) -> str:
        """The number as text; '' while there is none, as with dice that were not rolled."""
        return "" if self.field.number is None else str(self.field.number)

    def put(self, text: str) -> None:
        """Show a number."""
        self.field.put(text)
        self.fell.clear()
        self._show_button()

    def roll(self) -> None:
        """Roll the dice that are typed, or those that were rolled last, or the die of the field."""
        if self.field.thrown and not self.field.unread and self._last:
            self.field.put(self._last)
        if not self.field.throw():
            self.field.setFocus()

    def _on_typed(self) -> None:
        if not self.field.thrown:
            self._last = self.field.text()
        self.fell.setText(self.field.fell)
        self._show_button()
        self.typed.emit()

    def _show_button(self) -> None:
        self.button.setEnabled(bool(self._last) or not self.field.thrown)
