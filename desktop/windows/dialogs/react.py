"""Who reacts, to what, and with which reaction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from desktop.windows.dialogs.base import CommandDialog
from desktop.windows.dialogs.people import chosen, narrow, people_box
from rulesets.compiled import Reaction
from rulesets.encounter.commands import Command, React

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts


class ReactDialog(CommandDialog):
    """The ruleset's reactions, the first possible one chosen; only fields that the reaction has are shown."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask, with ``who`` chosen."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("React"))
        rules, state = bridge.rules, bridge.state
        self.who = people_box(state.combatants.values(), who, self)
        self.name = QComboBox(self)
        narrow(self.name)
        for ident, reaction in rules.reactions.items():
            self.name.addItem(reaction.label or ident, ident)
        self.name.setEditable(bool(rules.plain_reaction))
        self.to = QComboBox(self)
        self.to.setEditable(True)
        narrow(self.to)
        self.to.addItems(self._happened())
        self.to.setCurrentText("")
        self.skill = QComboBox(self)
        self.skill.addItem(self.tr("as the reaction says"), "")
        for ident, stat in rules.stats.items():
            if stat.type == "code":
                self.skill.addItem(stat.label or ident, ident)
        self.spare = QCheckBox(self.tr("&Use an open declared action"), self)
        self.moving = QCheckBox(self.tr("&Move while reacting"), self)
        self.add_row(self.tr("&Who"), self.who)
        self.add_row(self.tr("&Reaction"), self.name)
        self.add_row(self.tr("&To"), self.to, self.tr("What is reacted to; one word for one opportunity."))
        self.add_row(self.tr("&Skill"), self.skill)
        self.form.addRow("", self.spare)
        self.form.addRow("", self.moving)
        self._connect()
        self._choose_possible()
        self.finish(self.tr("React"))
        self.to.setFocus()
        self._on_name()

    def _connect(self) -> None:
        self.who.currentIndexChanged.connect(self._choose_possible)
        self.name.currentTextChanged.connect(self._on_name)
        self.to.editTextChanged.connect(self.refresh)
        self.skill.currentIndexChanged.connect(self.refresh)
        self.spare.toggled.connect(self.refresh)
        self.moving.toggled.connect(self.refresh)

    def _happened(self) -> list[str]:
        """Return labels of what has happened in the present turn."""
        notes = self.bridge.state.notes
        labels = [attack.label for attack in notes.attacks] + [pending.name for pending in notes.pending]
        return list(dict.fromkeys(label for label in reversed(labels) if label))

    def _choose_possible(self) -> None:
        """Choose the first reaction that is possible now."""
        for offer in self.bridge.offers(chosen(self.who)):
            if offer.kind == "reaction" and (offer.legal or bool(offer.command.to)):
                self.name.setCurrentIndex(self.name.findData(offer.id))
                break
        self.refresh()

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        ident, rule = self._reaction()
        shown = rule is not None
        return [
            React(
                who=chosen(self.who),
                to=self.to.currentText().strip(),
                name=ident,
                skill=chosen(self.skill) if not self.skill.isHidden() else "",
                spare=shown and self.spare.isChecked() and not self.spare.isHidden(),
                move=shown and self.moving.isChecked() and not self.moving.isHidden(),
            )
        ]

    def missing(self) -> str:
        ident, rule = self._reaction()
        if not chosen(self.who):
            return self.tr("There is nobody to react.")
        if not ident:
            return self.tr("Name the reaction.")
        if rule is not None and rule.prompted and not self.to.currentText().strip():
            return self.tr("Say what is reacted to.")
        return ""

    def _reaction(self) -> tuple[str, Reaction | None]:
        """Return name and rule of the reaction; one with a free name counts as the ruleset's plain one."""
        rules = self.bridge.rules
        text = self.name.currentText().strip()
        found = self.name.findText(text)
        ident = str(self.name.itemData(found)) if found >= 0 else text
        return ident, rules.reactions.get(ident) or rules.reactions.get(rules.plain_reaction)

    def _on_name(self) -> None:
        _, rule = self._reaction()
        rules = self.bridge.rules
        formulas = [*rule.sets.values(), *rule.adds.values()] if rule is not None else []
        moves = any(re.search(r"\bmove\b", formula) for formula in formulas)
        self._show_row(self.skill, bool(rules.act_roll) and rule is not None and not rule.skill)
        self._show_row(self.spare, rule is not None and bool(rule.spare))
        self._show_row(self.moving, moves)
        text = rule.text if rule is not None else ""
        cite = f"({rule.cite})" if rule is not None and rule.cite else ""
        self.about.say(" ".join(part for part in (text, cite) if part))
        self.refresh()

    def _show_row(self, field: QWidget, shown: bool) -> None:
        self.form.setRowVisible(field, shown)
