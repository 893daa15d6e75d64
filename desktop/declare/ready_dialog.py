"""Which action is readied, and what sets it off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from desktop.inspector.effect_more import keeping_up
from desktop.widgets.boxes import NameBox, narrow
from desktop.widgets.command_dialog import CommandDialog
from rulesets.seen.labels import entry_label
from rulesets.seen.queries import active_slot, id_of_action, shares_place
from rulesets.table.commands import Command, Ready

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class ReadyDialog(CommandDialog):
    """Two lines of words: the action may be one of the catalogue or anything else."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask for the combatant ``who``."""
        rule = bridge.rules.ready
        super().__init__(bridge, texts, "", parent)
        self._who = who
        self.setWindowTitle(f"{rule.label if rule else self.tr('Ready')}: {texts.name(who)}")
        self.about.say(self._about())
        self.action = NameBox(self)
        narrow(self.action)
        for ident, action in bridge.rules.actions.items():
            if action.offered:
                self.action.addItem(entry_label(action, ident), ident)
        self.action.setCurrentText("")
        self.trigger = QLineEdit(self)
        self.trigger.setMaxLength(200)
        self.trigger.setPlaceholderText(self.tr("for example: somebody comes through the door"))
        self.add_row(self.tr("&Action"), self.action, self.tr("An action of the ruleset, or your own words."))
        self.add_row(self.tr("&When"), self.trigger)
        self.kept = QCheckBox(self.tr("&Kept up until it is used"), self)
        state = bridge.rules.states.get(keeping_up(bridge.rules))
        self.kept.setVisible(state is not None)
        if state is not None:
            self.kept.setText(self.tr("&Kept up until it is used: {state}").format(state=state.label))
            self.form.addRow("", self.kept)
        self.kept.toggled.connect(self.refresh)
        self.action.editTextChanged.connect(self._say_whose_words)
        self.action.left.connect(self._say_whose_words)
        self.action.editTextChanged.connect(self.refresh)
        self.trigger.textChanged.connect(self.refresh)
        self.finish(self.tr("Ready"))
        self.action.setFocus()

    def _about(self) -> str:
        """Return the rule, that the turn is over with it, and that a group stays, where so it is."""
        rules, state = self.bridge.rules, self.bridge.state
        if rules.ready is None:
            return ""
        who = state.combatants.get(self._who)
        ends = rules.ready.ends_turn and who is not None and who.slot == active_slot(rules, state)
        stays = rules.ready.place != "stays" and who is not None and shares_place(state, who)
        return "\n".join(
            filter(
                None,
                (
                    rules.ready.text,
                    self.tr("This ends the turn.") if ends else "",
                    self.tr("The group keeps its place while others of it can act.") if stays else "",
                ),
            )
        )

    def _say_whose_words(self) -> None:
        """Say whether the ruleset knows what is readied: no rule is behind words of one's own."""
        text = self.action.own_words
        own = bool(text) and not id_of_action(self.bridge.rules, text)
        known = self.tr("An action of the ruleset, or your own words.")
        self.say_hint(self.action, self.tr("Your own words: no action of the ruleset.") if own else known)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter behind the action goes on to what sets it off, as long as that is not said."""
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and self.action.currentText().strip() and not self.trigger.text().strip():
            self.trigger.setFocus(Qt.FocusReason.TabFocusReason)
            event.accept()
            return
        super().keyPressEvent(event)

    def wanted(self) -> list[Command]:
        text, trigger = self.action.currentText().strip(), self.trigger.text().strip()
        action = id_of_action(self.bridge.rules, text) or text
        return [Ready(who=self._who, action=action, trigger=trigger, sustained=self.kept.isChecked())]

    def missing(self) -> str:
        if not self.action.currentText().strip():
            return self.tr("Name the action that is readied.")
        if not self.trigger.text().strip():
            return self.tr("Say what sets it off.")
        return ""
