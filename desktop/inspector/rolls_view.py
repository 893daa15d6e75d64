"""Rolls of the selected combatant that states and tracks mark: what by, and what it comes to."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip
from rulesets.words.rolls import RollText

_SIGNS = {"bad": "▼ ", "good": "▲ "}


class RollsView(QWidget):
    """A line for each marked roll; the tool tip has the rule behind every mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._lines: list[ToneLabel] = []
        self._rolls: tuple[RollText, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)

    @property
    def lines(self) -> list[ToneLabel]:
        """The lines shown, first one first."""
        return self._lines[: len(self._rolls)]

    def show_rolls(self, rolls: tuple[RollText, ...]) -> None:
        """Show marked rolls; nothing happens if they are shown already."""
        if rolls == self._rolls:
            return
        self._rolls = rolls
        while len(self._lines) < len(rolls):
            line = ToneLabel("", self, tone="text")
            self._lines.append(line)
            self._layout.addWidget(line)
        for line in self._lines[len(rolls) :]:
            line.hide()
        for line, roll in zip(self._lines, rolls, strict=False):
            line.say(_SIGNS.get(roll.tone, "") + roll.line)
            line.setToolTip(tip("\n".join(roll.told)))
            line.setAccessibleName(roll.line)
            line.setAccessibleDescription("\n".join(roll.told))
