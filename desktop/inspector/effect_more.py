"""What of a new effect only some rulesets know: who keeps it up, what it brings, the save that ends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.citations import with_citation
from desktop.widgets.fields import NumberField
from desktop.widgets.plain_text import tip
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

translate = QCoreApplication.translate


def keeping_up(rules: Rules) -> str:
    """Return the state of whoever keeps up effects; '' where the ruleset knows none."""
    return next((name for name, rule in rules.states.items() if rule.sustains), "")


def saves(rules: Rules) -> dict[str, str]:
    """Return what can end an effect by a save → its label; nothing where the ruleset has none."""
    check = rules.ends_effects
    if check is None:
        return {}
    before, _, after = check.ends_effects.partition("{ability}")
    return {
        name.removeprefix(before).removesuffix(after): entry_label(rule, name)
        for name, rule in rules.rolls.items()
        if name.startswith(before) and name.endswith(after) and len(name) > len(before + after)
        if rules.stats.get(name) is not None
    }


class BroughtField(QLineEdit):
    """States by name, with commas between them."""

    def __init__(self, rules: Rules, parent: QWidget) -> None:
        """Know the states that an effect can bring."""
        super().__init__(parent)
        states = [(name, rule) for name, rule in rules.states.items() if not rule.size and not rule.holds]
        self._known = {name.casefold(): name for name, _ in states}
        self._known |= {rule.label.casefold(): name for name, rule in states if rule.label}

    def words(self) -> list[str]:
        """Return what was typed, one by one."""
        return [word.strip() for word in self.text().split(",") if word.strip()]

    @property
    def states(self) -> tuple[str, ...]:
        """Return the states that were named."""
        found = (self._known.get(word.casefold()) for word in self.words())
        return tuple(dict.fromkeys(name for name in found if name))

    @property
    def unknown(self) -> str:
        """Return the first word that is no state, or ''."""
        return next((word for word in self.words() if word.casefold() not in self._known), "")


class SaveFields(QWidget):
    """Which save ends the effect, against what number, and when it is due."""

    changed = Signal()

    def __init__(self, rules: Rules, parent: QWidget) -> None:
        """Begin without a save."""
        super().__init__(parent)
        self.ability, self.against, self.at = QComboBox(self), NumberField(self, least=0), QComboBox(self)
        self.ability.addItem(translate("SaveFields", "none"), "")
        for name, label in saves(rules).items():
            self.ability.addItem(label, name)
        self.at.addItem(translate("SaveFields", "at turn end"), "turn-end")
        self.at.addItem(translate("SaveFields", "at turn start"), "turn-start")
        narrow(self.ability)
        narrow(self.at)
        self.ability.setAccessibleName(translate("SaveFields", "Save"))
        self.against.setAccessibleName(translate("SaveFields", "Number to reach"))
        self.against.setPlaceholderText("≥")
        self.at.setAccessibleName(translate("SaveFields", "When the save is due"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.ability, 2)
        row.addWidget(self.against)
        row.addWidget(self.at, 2)
        self.setFocusProxy(self.ability)
        for box in (self.ability, self.at):
            box.currentIndexChanged.connect(self._on_changed)
        self.against.typed.connect(self.changed)
        self._on_changed()

    def _on_changed(self) -> None:
        for field in (self.against, self.at):
            field.setEnabled(bool(chosen(self.ability)))
        self.changed.emit()

    def put(self, save: Mapping[str, Any]) -> None:
        """Show a save as it is ordered; {} for none."""
        self.ability.setCurrentIndex(max(0, self.ability.findData(save.get("ability", ""))))
        self.against.number = save.get("dc") if save else None
        self.at.setCurrentIndex(max(0, self.at.findData(save.get("at", ""))))

    @property
    def save(self) -> dict[str, Any]:
        """Return the save as it is ordered; {} for none."""
        if not chosen(self.ability):
            return {}
        return {"ability": chosen(self.ability), "dc": self.against.number or 0, "at": chosen(self.at)}

    @property
    def lacks_number(self) -> bool:
        """Return whether the number is missing."""
        return bool(chosen(self.ability)) and self.against.number is None


def kept_box(rules: Rules, parent: QWidget) -> QCheckBox:
    """Return the box that says that whoever begins it keeps it up."""
    state = rules.states.get(keeping_up(rules))
    box = QCheckBox(translate("EffectMore", "&Kept up by whoever begins it"), parent)
    if state is not None:
        box.setText(
            translate("EffectMore", "&Kept up by whoever begins it: {state}").format(state=state.label)
        )
        box.setToolTip(tip(with_citation(state.text, state.cite)))
    return box
