"""The options of a ruleset: what each means, what its values mean, and which are not the ruleset's own."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop.widgets.boxes import narrow
from desktop.widgets.calm import calm
from desktop.widgets.citations import followed_by
from desktop.widgets.labels import CitedLabel, ToneLabel
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.seen.labels import entry_label
from rulesets.seen.options import Unlike, unlike_the_book
from rulesets.vocabulary import Choice, Option, Preset


class OptionsView(QWidget):
    """One box for each option of a ruleset, with what it is about; presets set several at once."""

    changed = Signal()

    def __init__(
        self, options: dict[str, Option], presets: dict[str, Preset], parent: QWidget | None = None
    ) -> None:
        """Show every option at its default."""
        super().__init__(parent)
        self._options = options
        self._presets = presets
        self._setting = False
        self.boxes: dict[str, QComboBox] = {}
        self._labels: dict[str, QLabel] = {}
        self._in_force: dict[str, str] = {}
        """Option → value that is in force in an encounter; empty for a new one."""
        self._values: dict[str, ToneLabel] = {}
        """Under the box of an option: what the chosen value means, and the ruleset's own if it is another."""
        self.preset = QComboBox(self)
        narrow(self.preset)
        calm(self.preset)
        self.preset.setPlaceholderText(self.tr("A mixture of your own"))
        self._about_preset = CitedLabel("", self)
        self._about_preset.hide()
        self.preset.addItem(self.tr("As the ruleset has it"), "")
        for ident, preset in presets.items():
            self.preset.addItem(entry_label(preset, ident), ident)
        self.preset.setCurrentIndex(0)
        self.preset.activated.connect(self._on_preset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        if presets:
            label = PlainLabel(self.tr("All at &once"), self)
            label.setBuddy(self.preset)
            layout.addWidget(label)
            layout.addWidget(self.preset)
            layout.addWidget(self._about_preset)
        else:
            self.preset.hide()
        for ident, option in options.items():
            self._add(layout, ident, option)
        layout.addStretch(1)

    def show_values(self, values: Mapping[str, str]) -> None:
        """Show options that were used before; what the ruleset no longer has is left out."""
        for ident, value in values.items():
            box = self.boxes.get(ident)
            if box is not None and box.findData(value) >= 0:
                box.setCurrentIndex(box.findData(value))

    def set_values(self, values: Mapping[str, str]) -> None:
        """Show exactly these: every option that is not among them is the ruleset's own."""
        self._setting = True
        self.show_values({ident: option.default for ident, option in self._options.items()} | dict(values))
        self._setting = False
        self._on_option()

    def mark_in_force(self, values: Mapping[str, str]) -> None:
        """Show exactly these; wherever another value is chosen, it is said which one is in force."""
        self._in_force = {ident: values.get(ident, option.default) for ident, option in self._options.items()}
        self.set_values(values)

    def come_to(self, box: QWidget, area: QScrollArea) -> None:
        """Scroll the ``area`` in which this stands to a box, with what is said above it."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        label = next((self._labels[ident] for ident, one in self.boxes.items() if one is box), None)
        for widget in (box, *([] if label is None else [label])):
            area.ensureWidgetVisible(widget)

    def values(self) -> dict[str, str]:
        """Return what differs from the defaults."""
        chosen = {ident: str(box.currentData()) for ident, box in self.boxes.items()}
        return {ident: value for ident, value in chosen.items() if value != self._options[ident].default}

    def unlike_the_book(self) -> Unlike | None:
        """Return in what the chosen values differ from the preset that is a printed book, if there is one."""
        return unlike_the_book(self._options, self._presets, self.values())

    def _add(self, layout: QVBoxLayout, ident: str, option: Option) -> None:
        box = QComboBox(self)
        narrow(box)
        calm(box)  # whoever reads down with the wheel changes no rule
        for choice in option.choices:
            box.addItem(entry_label(choice, choice.value), choice.value)
        box.setCurrentIndex(max(0, box.findData(option.default)))
        box.setAccessibleName(entry_label(option, ident))
        self.boxes[ident] = box
        label = PlainLabel(entry_label(option, ident), self)
        label.setBuddy(box)
        label.setContentsMargins(0, 8, 0, 0)
        label.setWordWrap(True)
        label.setMinimumWidth(1)
        self._labels[ident] = label
        layout.addWidget(label)
        about = _told(option)
        label.setToolTip(tip(about))
        if about:
            told = CitedLabel("", self)
            layout.addWidget(told)
            told.say(about)
        layout.addWidget(box)
        self._values[ident] = CitedLabel("", self, tone="text")
        layout.addWidget(self._values[ident])
        box.currentIndexChanged.connect(self._on_option)
        self._mark(ident)

    def _mark(self, ident: str) -> None:
        """Say what the chosen value means, and whether it is not the ruleset's own."""
        option, box = self._options[ident], self.boxes[ident]
        value = str(box.currentData())
        chosen = next((choice for choice in option.choices if choice.value == value), None)
        parts = [_told(chosen)] if chosen is not None else []
        differs, now = value != option.default, self._in_force.get(ident, value)
        if value != now:
            same = now == option.default
            text = (
                self.tr("◆ In force, and the ruleset's own: {value}")
                if same
                else self.tr("◆ In force: {value}")
            )
            parts.append(text.format(value=_named(option, now)))
        if differs and (value == now or now != option.default):
            parts.append(self.tr("◆ The ruleset's own: {value}").format(value=_named(option, option.default)))
        told = self._values[ident]
        told.say("\n".join(part for part in parts if part))
        if self._in_force:  # room is kept for a line, so that nothing moves under the mouse
            told.setMinimumHeight(told.fontMetrics().height())
            told.show()
        box.setAccessibleDescription(" ".join(part for part in (_told(option), *parts) if part))
        font = QFont(self._labels[ident].font())
        font.setBold(differs)
        self._labels[ident].setFont(font)

    def _on_option(self, _index: int = 0) -> None:
        """Name the preset that the options are, whoever set them; none if they are a mixture."""
        if self._setting:
            return
        for ident in self.boxes:
            self._mark(ident)
        values = self.values()
        sets = {"": {}, **{ident: preset.options for ident, preset in self._presets.items()}}
        fits = next((ident for ident, options in sets.items() if self._beside(options) == values), None)
        self.preset.setCurrentIndex(-1 if fits is None else self.preset.findData(fits))
        self._name_preset()
        self.changed.emit()

    def _beside(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return those of ``options`` that differ from the defaults."""
        known = self._options
        return {k: v for k, v in options.items() if k in known and v != known[k].default}

    def _name_preset(self) -> None:
        preset = self._presets.get(str(self.preset.currentData()))
        self._about_preset.say(_told(preset) if preset is not None else "")

    def _on_preset(self, _index: int) -> None:
        preset = self._presets.get(str(self.preset.currentData()))
        self.set_values(preset.options if preset is not None else {})


def _named(option: Option, value: str) -> str:
    """Return what a value of an option is called."""
    return next((choice.label for choice in option.choices if choice.value == value), "") or value


def _told(entry: Option | Choice | Preset) -> str:
    """Return the meaning and the citation of an entry."""
    return followed_by(entry.text, entry.cite)
