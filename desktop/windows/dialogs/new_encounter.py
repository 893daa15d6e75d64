"""A new encounter: what it is called, which ruleset it is played with, and that ruleset's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.views.inspector_fields import ToneLabel, roomy
from desktop.views.inspector_section import Section
from desktop.windows.dialogs.people import fit, narrow, press_with_ctrl_return
from rulesets.compiled import Option, Preset

if TYPE_CHECKING:
    from desktop.services.ruleset_infos import RulesetInfo


class Chosen(Struct, frozen=True):
    """What the GM chose."""

    name: str
    ruleset: str
    options: dict[str, str]
    """Options that differ from their defaults."""


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
        self.preset = QComboBox(self)
        narrow(self.preset)
        self.preset.setPlaceholderText(self.tr("A mixture of your own"))
        self._about_preset = ToneLabel("", self)
        self._about_preset.hide()
        self.preset.addItem(self.tr("As the ruleset has it"), "")
        for ident, preset in presets.items():
            self.preset.addItem(preset.label or ident, ident)
        self.preset.setCurrentIndex(0)
        self.preset.activated.connect(self._on_preset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        if presets:
            label = QLabel(self.tr("&All at once"), self)
            label.setBuddy(self.preset)
            layout.addWidget(label)
            layout.addWidget(self.preset)
            layout.addWidget(self._about_preset)
        else:
            self.preset.hide()
        for ident, option in options.items():
            self._add(layout, ident, option)

    def show_values(self, values: Mapping[str, str]) -> None:
        """Show options that were used before; what the ruleset no longer has is left out."""
        for ident, value in values.items():
            box = self.boxes.get(ident)
            if box is not None and box.findData(value) >= 0:
                box.setCurrentIndex(box.findData(value))

    def values(self) -> dict[str, str]:
        """Return what differs from the defaults."""
        chosen = {ident: str(box.currentData()) for ident, box in self.boxes.items()}
        return {ident: value for ident, value in chosen.items() if value != self._options[ident].default}

    def _add(self, layout: QVBoxLayout, ident: str, option: Option) -> None:
        box = QComboBox(self)
        narrow(box)
        for choice in option.choices:
            box.addItem(choice.label or choice.value, choice.value)
        box.setCurrentIndex(max(0, box.findData(option.default)))
        box.setAccessibleName(option.label or ident)
        self.boxes[ident] = box
        box.currentIndexChanged.connect(self._on_option)
        label = QLabel(option.label or ident, self)
        label.setBuddy(box)
        label.setContentsMargins(0, 8, 0, 0)
        layout.addWidget(label)
        layout.addWidget(box)
        about = " ".join(part for part in (option.text, f"({option.cite})" if option.cite else "") if part)
        if about:
            box.setAccessibleDescription(about)
            layout.addWidget(ToneLabel(about, self))

    def _on_option(self, _index: int) -> None:
        """Name the preset that the options are, whoever set them; none if they are a mixture."""
        if self._setting:
            return
        values = self.values()
        sets = {"": {}, **{ident: preset.options for ident, preset in self._presets.items()}}
        fits = next((ident for ident, options in sets.items() if self._beside(options) == values), None)
        self.preset.setCurrentIndex(-1 if fits is None else self.preset.findData(fits))
        self.changed.emit()

    def _beside(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return those of ``options`` that differ from the defaults."""
        known = self._options
        return {k: v for k, v in options.items() if k in known and v != known[k].default}

    def _on_preset(self, _index: int) -> None:
        preset = self._presets.get(str(self.preset.currentData()))
        self._about_preset.say(" ".join((preset.text, preset.cite)).strip() if preset is not None else "")
        self._setting = True
        for ident, box in self.boxes.items():
            value = self._options[ident].default
            if preset is not None:
                value = preset.options.get(ident, value)
            box.setCurrentIndex(max(0, box.findData(value)))
        self._setting = False
        self.changed.emit()


class NewEncounterDialog(QDialog):
    """Asks for name, ruleset and options."""

    def __init__(
        self,
        rulesets: Sequence[RulesetInfo],
        parent: QWidget | None = None,
        usual: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Offer ``rulesets``, the first one chosen, with the options that each was used with last."""
        super().__init__(parent)
        self._rulesets = list(rulesets)
        self._usual = dict(usual or {})
        self.setWindowTitle(self.tr("New encounter"))
        self.name = QLineEdit(self)
        self.name.setMaxLength(120)
        self.name.setPlaceholderText(self.tr("Ambush at the docking bay"))
        self.ruleset = QComboBox(self)
        narrow(self.ruleset)
        for info in self._rulesets:
            self.ruleset.addItem(info.label or info.id, info.id)
        self.about = ToneLabel("", self)
        roomy(self.about)
        self.options: OptionsView | None = None
        self._section = Section(self.tr("Options of the ruleset"), self, is_open=True)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._section.set_content(self._area)
        self._reason = ToneLabel("", self, tone="warn")
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.ok.setText(self.tr("&Create"))
        press_with_ctrl_return(self, self.ok)
        self._lay_out()
        self.name.textChanged.connect(self._check)
        self.ruleset.currentIndexChanged.connect(self._on_ruleset)
        self._on_ruleset()
        self.name.setFocus()
        fit(self, self.sizeHint())

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in ((self.tr("&Name"), self.name), (self.tr("&Ruleset"), self.ruleset)):
            label = QLabel(text, self)
            label.setBuddy(field)
            field.setAccessibleName(text.replace("&", ""))
            form.addRow(label, field)
        form.addRow("", self.about)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._section, 1)
        layout.addWidget(self._reason)
        layout.addWidget(self.buttons)

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def reason(self) -> str:
        """Why there can be no such encounter yet, or ''."""
        return self._reason.text()

    def chosen(self) -> Chosen:
        """Return name, ruleset and options."""
        options = self.options.values() if self.options is not None else {}
        return Chosen(self.name.text().strip(), str(self.ruleset.currentData() or ""), options)

    def accept(self) -> None:
        """Accept, if nothing is missing."""
        self._check()
        if self.ok.isEnabled():
            super().accept()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        return QSize(em * 84, 580)

    def _on_ruleset(self, _index: int = 0) -> None:
        at = self.ruleset.currentIndex()
        info = self._rulesets[at] if 0 <= at < len(self._rulesets) else None
        self.about.setText(info.text if info is not None else "")
        options = dict(info.options) if info is not None else {}
        presets = dict(info.presets) if info is not None else {}
        self.options = OptionsView(options, presets, self)
        self.options.show_values(self._usual.get(info.id, {}) if info is not None else {})
        self.options.changed.connect(self._name_section)
        self._area.setWidget(self.options)
        self._name_section()
        self._section.setVisible(bool(options))
        self._check()

    def _name_section(self) -> None:
        """Say in the heading how many options are not the ruleset's own."""
        count = len(self.options.values()) if self.options is not None else 0
        title = self.tr("Options of the ruleset")
        changed = self.tr("{title}: {count} changed").format(title=title, count=count)
        self._section.set_title(changed if count else title)

    def _check(self) -> None:
        reason = ""
        if not self.name.text().strip():
            reason = self.tr("Give the encounter a name.")
        elif not self._rulesets:
            reason = self.tr("There is no ruleset to play with.")
        self._reason.say(reason)
        self.ok.setEnabled(not reason)
        self.ok.setToolTip(reason)
