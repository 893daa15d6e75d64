"""What is in force on the selected combatant: states and effects, rounds left, a button to end each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.models.effects import EffectRow
from desktop.views.inspector_fields import ToneLabel, plain_label
from rulesets.encounter.commands import EndEffect

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts


class EffectLine(QWidget):
    """One effect or state with the button that ends it."""

    remove = Signal(str)
    """Its name."""

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._texts = texts
        self._row: EffectRow | None = None
        self._label = plain_label("", self, bold=True)
        self._lasts = ToneLabel("", self)
        self._about = ToneLabel("", self)
        self._remove = QPushButton(self.tr("Remove"), self)
        self._remove.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._remove.clicked.connect(self._ask)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 1, 0, 1)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        grid.addWidget(self._label, 0, 0)
        grid.addWidget(self._lasts, 0, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self._remove, 0, 2)
        grid.addWidget(self._about, 1, 0, 1, 3)

    @property
    def row(self) -> EffectRow | None:
        """What is shown."""
        return self._row

    @property
    def button(self) -> QPushButton:
        """The button that ends it."""
        return self._remove

    def show_row(self, row: EffectRow) -> None:
        """Show ``row``; nothing happens if it is shown already."""
        if row == self._row:
            return
        self._row = row
        mark = {"bad": "▼ ", "good": "▲ "}.get(row.tone, "")
        self._label.setText(mark + row.label)
        self._lasts.setText(row.lasts or self.tr("state"))
        by = self.tr("by {name}").format(name=self._texts.name(row.by)) if row.by else ""
        self._about.say(" · ".join(part for part in (row.text, by) if part))
        self._about.setToolTip(row.cite)
        self._remove.setAccessibleName(self.tr("Remove {effect}").format(effect=row.label))

    def _ask(self) -> None:
        if self._row is not None:
            self.remove.emit(self._row.name)


class EffectsView(QWidget):
    """All effects and states of one combatant."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._who = ""
        self._lines: list[EffectLine] = []
        self._none = ToneLabel(self.tr("Nothing is in force."), self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._layout.addWidget(self._none)

    @property
    def lines(self) -> list[EffectLine]:
        """The lines shown, first one first."""
        return [line for line in self._lines if not line.isHidden()]

    def show_rows(self, who: str, rows: tuple[EffectRow, ...]) -> None:
        """Show what is in force on ``who``; the focus stays on the line where it was."""
        self._who = who
        focused = next((n for n, line in enumerate(self._lines) if line.button.hasFocus()), None)
        while len(self._lines) < len(rows):
            line = EffectLine(self._texts, self)
            line.remove.connect(self._end)
            self._lines.append(line)
            self._layout.addWidget(line)
        for number, line in enumerate(self._lines):
            if number < len(rows):
                line.show_row(rows[number])
            line.setVisible(number < len(rows))
        self._none.setVisible(not rows)
        if focused is not None and rows:
            self._lines[min(focused, len(rows) - 1)].button.setFocus()

    def _end(self, name: str) -> None:
        self._bridge.dispatch(EndEffect(on=self._who, name=name))
