"""Declaring in a phase that asks for it: who, what, and the fields that the ruleset gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from desktop.views.inspector_fields import NumberField
from desktop.windows.dialogs.base import CommandDialog
from desktop.windows.dialogs.people import active_one, chosen, narrow, people_box
from rulesets.compiled import Declaration, Field
from rulesets.encounter.commands import Command, Declare
from rulesets.engine.ruling import find_phase

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts


class DeclareDialog(CommandDialog):
    """One declaration of one combatant; where the ruleset has them say so, 'nothing more' completes it."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Ask for whoever declares now, or the first who has still to declare."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Declare"))
        rules, state = bridge.rules, bridge.state
        phase = find_phase(rules, state.clock.phase)
        open_ones = [c for c in state.combatants.values() if not c.done and not c.out]
        first = active_one(state) or next((c.id for c in open_ones), "")
        self.who = people_box(open_ones, first, self)
        self.name = QComboBox(self)
        narrow(self.name)
        if phase is not None and phase.explicit:
            self.name.addItem(self.tr("Nothing more"), "")
        for ident, rule in rules.declarations.items():
            self.name.addItem(rule.label or ident, ident)
        start = self.name.findData(phase.declaration) if phase is not None else 0
        self.name.setCurrentIndex(max(0, start))
        self.add_row(self.tr("&Who"), self.who)
        self.add_row(self.tr("&Declares"), self.name)
        self._fields: dict[str, dict[str, QWidget]] = {}
        for ident, rule in rules.declarations.items():
            self._fields[ident] = {key: self._add(key, field) for key, field in rule.fields.items()}
        self.who.currentIndexChanged.connect(self.refresh)
        self.name.currentIndexChanged.connect(self._on_name)
        self.finish(self.tr("Declare"))
        self._on_name()

    def _add(self, key: str, field: Field) -> QWidget:
        """Add the widget of one field and connect it."""
        label = field.label or key
        widget: QWidget
        if field.type == "number":
            widget = number = NumberField(self)
            number.number = field.least
            number.typed.connect(self.refresh)
        elif field.type == "bool":
            widget = box = QCheckBox(self)
            box.toggled.connect(self.refresh)
        elif field.type == "combatant":
            everybody = self.bridge.state.combatants.values()
            widget = people = people_box(everybody, "", self, nobody=self.tr("nobody"))
            people.currentIndexChanged.connect(self.refresh)
        else:
            widget = line = QLineEdit(self)
            line.textChanged.connect(self.refresh)
        self.add_row(label, widget)
        return widget

    def _rule(self) -> Declaration | None:
        return self.bridge.rules.declarations.get(chosen(self.name))

    def _on_name(self) -> None:
        for ident, widgets in self._fields.items():
            for widget in widgets.values():
                self.form.setRowVisible(widget, ident == chosen(self.name))
        rule = self._rule()
        cite = f"({rule.cite})" if rule is not None and rule.cite else ""
        self.about.say(" ".join(part for part in (rule.text if rule is not None else "", cite) if part))
        self.refresh()

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        ident, rule = chosen(self.name), self._rule()
        fields: dict[str, Any] = {}
        for key, field in rule.fields.items() if rule is not None else ():
            value = _value_of(self._fields[ident][key], field)
            if value is not None:
                fields[key] = value
        return [Declare(who=(chosen(self.who),), name=ident, fields=fields, done=not ident)]

    def missing(self) -> str:
        return "" if chosen(self.who) else self.tr("Everybody has declared.")


def _value_of(widget: QWidget, field: Field) -> Any:
    """Return what stands in a field's widget, or None if it is empty."""
    match widget:
        case NumberField():
            return widget.number
        case QCheckBox():
            return widget.isChecked() or None
        case QComboBox():
            return chosen(widget) or None
        case QLineEdit():
            text = widget.text().strip()
            if field.type == "texts":
                return [part.strip() for part in text.split(",") if part.strip()] or None
            return text or None
    return None
