"""What is in force on the selected combatant: states and effects, rounds left, a button to end each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.inspector.effects import EffectRow
from desktop.widgets.citations import cited, place_in_words, with_citation
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.lacking import lacking
from desktop.widgets.plain_text import tip
from rulesets.table.commands import EndEffect, SetNumbers

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class EffectLine(QWidget):
    """One effect or state: how long, what then, and the buttons that end or maintain it. Delete ends it."""

    remove = Signal(str, str)
    """Its name, and who began it where several have begun one of the name."""
    maintain = Signal(object)
    """The command that maintains it."""
    resized = Signal(str, int)
    """Its name, and how large it is to be."""

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._texts = texts
        self._row: EffectRow | None = None
        self._label = plain_label("", self, bold=True)
        self._lasts = ToneLabel("", self)
        self._about = ToneLabel("", self)
        self._remove = QPushButton(self.tr("End"), self)
        self._remove.setToolTip(self.tr("End it now (Delete)"))
        self._maintain = QPushButton(self.tr("Maintain"), self)
        self._smaller, self._larger = QPushButton("−", self), QPushButton("+", self)
        for button, by in ((self._smaller, -1), (self._larger, 1)):
            button.setMaximumWidth(button.fontMetrics().height() * 2)
            button.clicked.connect(partial(self._size, by))
        for button in (self._remove, self._maintain, self._smaller, self._larger):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._remove.clicked.connect(self._ask)
        self._maintain.clicked.connect(self._keep)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 1, 0, 1)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self._label, 0, 0)
        buttons = (self._smaller, self._larger, self._maintain, self._remove)
        for column, button in enumerate(buttons, 1):
            grid.addWidget(button, 0, column)
        grid.addWidget(self._lasts, 1, 0, 1, len(buttons) + 1)
        grid.addWidget(self._about, 2, 0, 1, len(buttons) + 1)

    @property
    def row(self) -> EffectRow | None:
        """What is shown."""
        return self._row

    @property
    def button(self) -> QPushButton:
        """The button that ends it."""
        return self._remove

    @property
    def size_buttons(self) -> tuple[QPushButton, QPushButton]:
        """The buttons that make it one smaller and one larger, shown where its size is a number."""
        return self._smaller, self._larger

    @property
    def maintain_button(self) -> QPushButton:
        """The button that maintains it, shown while that is due."""
        return self._maintain

    @property
    def about(self) -> str:
        """What is said of it besides."""
        return self._about.text()

    def words(self) -> str:
        """Return how long it lasts and what then, as it is shown."""
        return self._lasts.text()

    def show_row(self, row: EffectRow) -> None:
        """Show ``row``; nothing happens if it is shown already."""
        if row == self._row:
            return
        self._row = row
        mark = {"bad": "▼ ", "good": "▲ "}.get(row.tone, "")
        self._label.setText(mark + row.label)
        self._lasts.set_tone("warn" if row.due else "text")
        self._lasts.say(self._duration(row))
        about = (*lacking(row.lacks), *self.origin(), row.notes, row.shared, row.text)
        self._about.say(" · ".join(part for part in (*about, place_in_words(cited(row.cite))) if part))
        self._about.setToolTip(tip(with_citation(row.text, row.cite)))
        self._remove.setAccessibleName(self.tr("End {effect}").format(effect=row.label))
        self._offer_sizes(row)
        self._maintain.setVisible(row.maintain is not None)
        self._maintain.setAccessibleName(self.tr("Maintain {effect}").format(effect=row.label))

    def origin(self) -> list[str]:
        """Return where it comes from, what keeps it up and what ends it."""
        told: list[str] = []
        row = self._row
        if row is None:
            return told
        if row.kept_up and row.by:
            told.append(self.tr("kept up by {name}").format(name=self._texts.name(row.by)))
        elif row.kept_up:
            told.append(self.tr("kept up"))
        elif row.by:
            told.append(self.tr("by {name}").format(name=self._texts.name(row.by)))
        if row.brought_by:
            told.append(self.tr("brought by {effects}").format(effects=row.brought_by))
        if row.save:
            at_end = self.tr("{save} of {number} at the end of a turn ends it")
            words = (
                at_end if row.save_at == "turn-end" else self.tr("{save} of {number} at its start ends it")
            )
            told.append(words.format(save=row.save, number=row.against))
        for effect, on in row.keeps:
            names = ", ".join(self._texts.name(who) for who in on)
            told.append(self.tr("{effect} on {names}").format(effect=effect, names=names))
        return told

    def _offer_sizes(self, row: EffectRow) -> None:
        name = row.label.removesuffix(f" {row.size}")
        ends, told = self.tr("{effect} ends"), self.tr("{effect} {size}")
        for button, size in ((self._smaller, row.size - 1), (self._larger, row.size + 1)):
            button.setVisible(row.size > 0)
            words = told.format(effect=name, size=size) if size > 0 else ends.format(effect=name)
            button.setToolTip(tip(words))
            button.setAccessibleName(words)

    def _duration(self, row: EffectRow) -> str:
        """Return how long it lasts, what changes its size, and what happens at zero: 'a; b; c'."""
        lasts = self._countdown(row)
        return "; ".join(part for part in (row.ticks, lasts) if part)

    def _countdown(self, row: EffectRow) -> str:
        if not row.lasts:
            return self.tr("lasts until its rule or you end it")
        if row.due and row.at_zero == "check":
            return self.tr("Check now. It stays until you end it.")
        words = [row.lasts] if row.counts_on != "upkeep" else []
        match "" if row.until else row.counts_on:
            case "turn":
                words.append(
                    self.tr("counts down on the turn of {name}").format(name=self._texts.name(row.anchor))
                )
            case "turn-end":
                words.append(
                    self.tr("counts down when the turn of {name} is over").format(
                        name=self._texts.name(row.anchor)
                    )
                )
            case "place":
                words.append(self.tr("counts down at its place in the order"))
            case "phase":
                words.append(self.tr("counts down in the phase {phase}").format(phase=row.anchor))
            case "round":
                words.append(self.tr("counts down when the round is over"))
        match row.at_zero:
            case "check":
                words.append(self.tr("then a check"))
            case "end" if row.counts_on and not row.until:
                words.append(self.tr("then it ends"))
            case "maintain" if row.due:
                words.append(
                    self.tr("not maintained yet: it ends with the phase {phase}").format(phase=row.anchor)
                )
            case "maintain":
                words.append(self.tr("maintained for this round"))
        return "; ".join(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._ask()
            event.accept()
            return
        super().keyPressEvent(event)

    def _ask(self) -> None:
        if self._row is not None:
            self.remove.emit(self._row.name, self._row.author)

    def _size(self, by: int) -> None:
        if self._row is not None and self._row.size:
            self.resized.emit(self._row.name, self._row.size + by)

    def _keep(self) -> None:
        if self._row is not None and self._row.maintain is not None:
            self.maintain.emit(self._row.maintain)


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
            line.maintain.connect(self._bridge.dispatch)
            line.resized.connect(self._resize)
            self._lines.append(line)
            self._layout.addWidget(line)
        for number, line in enumerate(self._lines):
            if number < len(rows):
                line.show_row(rows[number])
            line.setVisible(number < len(rows))
        self._none.setVisible(not rows)
        if focused is not None and rows:
            self._lines[min(focused, len(rows) - 1)].button.setFocus()

    def _resize(self, name: str, size: int) -> None:
        self._bridge.dispatch(SetNumbers(who=self._who, stats={name: size}))

    def _end(self, name: str, by: str) -> None:
        self._bridge.dispatch(EndEffect(on=self._who, name=name, by=by))
