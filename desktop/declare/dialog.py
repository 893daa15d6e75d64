"""Declaring outside of the phase for it: what the ruleset lets one declare in the own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QPushButton, QWidget

from desktop.declare.fields import DeclareFields
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.citations import followed_by
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.people import people_box
from rulesets.seen.aiming import possible_targets
from rulesets.seen.labels import entry_label
from rulesets.seen.queries import acting_one
from rulesets.table.commands import Command, Declare
from rulesets.vocabulary.whole import in_turn

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class DeclareDialog(CommandDialog):
    """One declaration of one combatant."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask for ``who``, or for whoever acts."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Declare"))
        rules, state = bridge.rules, bridge.state
        self.who = people_box(possible_targets(bridge.scene), who or acting_one(rules, state), self)
        self.name = QComboBox(self)
        narrow(self.name)
        now = {ident: rule for ident, rule in rules.declarations.items() if in_turn(rules, rule)}
        now = {} if bridge.scene.activity == "declare" else now  # of a line that is changed: all are
        for ident, rule in (now or rules.declarations).items():
            self.name.addItem(entry_label(rule, ident), ident)
        self.fields = DeclareFields(self)
        self.name_in_title(self.who)
        self.add_row(self.tr("&Who"), self.who)
        self.add_row(self.tr("&Declares"), self.name)
        self.form.addRow(self.fields)
        self.who.currentIndexChanged.connect(self._on_name)
        self.name.currentIndexChanged.connect(self._on_name)
        self.fields.changed.connect(self.refresh)
        self.fields.pressed.connect(self.accept)
        self._sealed: Declare | None = None
        """What is not to be seen before it is asked for: it is filled in then."""
        self._seals = False
        self.peek = QPushButton(self.tr("S&how"), self)
        self.peek.setToolTip(self.tr("Show what was declared; players should not look."))
        self.peek.clicked.connect(self._show_sealed)
        self.buttons.addButton(self.peek, QDialogButtonBox.ButtonRole.ActionRole)
        self.peek.hide()
        self.tell_below_fields()
        self.finish(self.tr("Declare"))
        self._on_name()

    def fill_sealed(self, command: Declare) -> None:
        """Take over a command that players may not see: nothing tells of it before *Show* was pressed."""
        self._sealed, self._seals = command, True
        for field in (self.name, self.fields):
            self.show_row(field, shown=False)
        self.who.setEnabled(False)
        self.about.say("")
        self.peek.show()
        self.peek.setFocus()
        self.refresh()

    def _show_sealed(self) -> None:
        command, self._sealed = self._sealed, None
        if command is None:
            return
        self.peek.hide()
        self.who.setEnabled(True)
        self.show_row(self.name, shown=True)
        self._on_name()
        self.fill(command)
        self.name.setFocus()

    def reject(self) -> None:
        """Close it; one that may be gone on with later is sealed again."""
        if self._seals and self._sealed is None:
            self.fill_sealed(self._declared())
        super().reject()

    def fill(self, command: Declare) -> None:
        """Fill everything in as a command has it."""
        if self.name.findData(command.name) < 0:
            rule = self.bridge.rules.declarations.get(command.name)
            self.name.addItem(command.name if rule is None else entry_label(rule, command.name), command.name)
        self.who.setCurrentIndex(max(0, self.who.findData(command.who[0] if command.who else "")))
        self.name.setCurrentIndex(self.name.findData(command.name))
        self.fields.fill(command.fields)
        self.refresh()

    def _on_name(self) -> None:
        rules = self.bridge.rules
        rule = rules.declarations.get(chosen(self.name))
        self.fields.show_rule(self.bridge.scene, chosen(self.who), rule)
        self.form.setRowVisible(self.fields, bool(rule is not None and rule.inputs))
        self.about.say("" if rule is None else followed_by(rule.text, rule.cite))
        self.refresh()

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        return [self._declared()]

    def _declared(self) -> Declare:
        if self._sealed is not None:
            return self._sealed
        return Declare(who=(chosen(self.who),), name=chosen(self.name), fields=self.fields.values())

    def lacking(self) -> str:
        """Return what is missing; what has not been looked at cannot be changed."""
        if self._sealed is not None:
            return self.tr("What was declared is sealed. Show it to change it: players should not look then.")
        return super().lacking()

    def missing(self) -> str:
        return "" if chosen(self.name) else self.tr("This ruleset has nothing to declare.")
