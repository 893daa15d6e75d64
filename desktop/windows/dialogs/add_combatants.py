"""Who comes in: a name and how many, whose side, and the ruleset's numbers where they differ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from desktop.models.naming import MOST, numbered_names, unique_ids
from desktop.models.stats import known_feats, words
from desktop.views.inspector_fields import NumberField
from desktop.views.inspector_section import Section
from desktop.windows.dialogs.add_stats import StatFields
from desktop.windows.dialogs.base import CommandDialog
from desktop.windows.dialogs.people import narrow
from rulesets.encounter.commands import Add, Command
from rulesets.encounter.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts


def read_count(name: str, count: int) -> tuple[str, int]:
    """Return name and number of 'Stormtrooper x3' or 'Stormtrooper ×3'; else what was given."""
    found = re.fullmatch(r"(.*\S)\s+[x×]\s?(\d{1,2})", name)
    return (found[1], int(found[2])) if found and int(found[2]) else (name, count)


class AddCombatantsDialog(CommandDialog):
    """One command for each combatant. Numbers left blank are the ruleset's own."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin with one player character; the ruleset says which numbers are asked for first."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Add combatants"))
        rules, state = bridge.rules, bridge.state
        self._running = state.clock.status == RUNNING
        self._kind_chosen = False
        self.name, self.side, self.feats = QLineEdit(self), QComboBox(self), QLineEdit(self)
        self.count = NumberField(self, least=1, digits=2)
        self.kind = QComboBox(self)
        self.together = QCheckBox(self.tr("They share one &turn, as the group"), self)
        self.group = QComboBox(self)
        self.aware = QCheckBox(self.tr("&Aware of the others at the start"), self)
        self.roll = NumberField(self)
        self.notes = QLineEdit(self)
        edited = {name: rule for name, rule in rules.stats.items() if rule.edited}
        self.first = StatFields(edited, rules, self)
        others = {name: rule for name, rule in rules.stats.items() if not rule.edited}
        self.others = StatFields(others, rules, self, grouped=True)
        self._lay_out()
        self._connect()
        self.finish(self.tr("Add"))
        self.name.setFocus()

    def _lay_out(self) -> None:
        state = self.bridge.state
        self.name.setMaxLength(200)
        self.name.setPlaceholderText(self.tr("Stormtrooper"))
        self.count.number = 1
        self.count.setAccessibleName(self.tr("How many"))
        self.count.setToolTip(self.tr("1 to {most}; several are numbered").format(most=MOST))
        line = QHBoxLayout()
        line.addWidget(self.name, 1)
        line.addWidget(QLabel("×", self))
        line.addWidget(self.count)
        holder = QWidget(self)
        line.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(line)
        holder.setFocusProxy(self.name)
        self.name.setAccessibleName(self.tr("Name"))
        for box in (self.side, self.group):
            box.setEditable(True)
            narrow(box)
        sides = dict.fromkeys(c.side for c in state.combatants.values())
        self.side.addItems(list(sides) or [self.tr("party"), self.tr("opponents")])
        self.group.addItems(list(dict.fromkeys(c.group for c in state.combatants.values() if c.group)))
        self.group.setCurrentText("")
        self.group.setAccessibleName(self.tr("Name of the group"))
        self.group.setEnabled(False)
        self.kind.addItem(self.tr("Player character"), "pc")
        self.kind.addItem(self.tr("Non-player character"), "npc")
        self.aware.setChecked(True)
        self.add_row(self.tr("&Name × count"), holder)
        self.add_row(self.tr("&Side"), self.side)
        self.add_row(self.tr("&Kind"), self.kind)
        self.form.addRow(self.together, self.group)
        self.form.addRow("", self.aware)
        self.aware.setVisible(self.bridge.rules.surprise not in ("", "false"))
        if self._running:
            self.add_row(self.tr("&Initiative"), self.roll, self.tr("the total; blank = rolled"))
        else:
            self.roll.hide()
        self._add_stats()

    def _add_stats(self) -> None:
        self.body.addWidget(self.first)
        feats = known_feats(self.bridge.rules)
        self.feats.setPlaceholderText(", ".join(feats) or self.tr("separated by commas"))
        inside = QWidget(self)
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, 6, 0)
        form.addRow(self.others)
        form.addRow(self.tr("&Feats"), self.feats)
        form.addRow(self.tr("N&otes"), self.notes)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(self.fontMetrics().height() * 9)
        area.setWidget(inside)
        self.more = Section(self.tr("All numbers"), self, is_open=False)
        self.more.set_content(area)
        self.more.opened.connect(self._make_room)
        self.body.addWidget(self.more, 1)

    def _connect(self) -> None:
        self.name.textChanged.connect(self._on_name)
        self.count.typed.connect(self.refresh)
        self.together.toggled.connect(self._on_together)
        self.group.editTextChanged.connect(self.refresh)
        self.side.editTextChanged.connect(self.refresh)
        self.kind.activated.connect(self._on_kind)
        self.side.editTextChanged.connect(self._guess_kind)
        self.count.typed.connect(self._guess_kind)
        self.aware.toggled.connect(self.refresh)
        self.roll.typed.connect(self.refresh)
        for fields in (self.first, self.others):
            fields.changed.connect(self.refresh)

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        state = self.bridge.state
        name, count = read_count(self.name.text().strip(), self.count.number or 1)
        people = state.combatants.values()
        taken = {*state.combatants, *(c.group for c in people if c.group)}
        ids = unique_ids(name, count, taken | {self._group()})
        names = numbered_names(name, count, {c.name for c in people})
        shared = self._shared()
        commands: list[Command] = []
        for number, (ident, each) in enumerate(zip(ids, names, strict=True)):
            first = number == 0 or not self._group()
            roll = self.roll.number if self._running and first else None
            commands.append(Add(combatant={"id": ident, "name": each, **shared}, roll=roll))
        return commands

    def missing(self) -> str:
        if not self.name.text().strip():
            return self.tr("Give a name.")
        if not 1 <= (self.count.number or 0) <= MOST:
            return self.tr("Type how many, from 1 to {most}.").format(most=MOST)
        if not self.side.currentText().strip():
            return self.tr("Name the side.")
        if self.together.isChecked() and not self._group():
            return self.tr("Name the group.")
        for fields in (self.first, self.others):
            wrong = fields.wrong()
            if wrong:
                return self.tr("{stat}: “{text}” is no value for it.").format(**wrong)
        return ""

    def foreseen(self, _command: Command, _outcome: object) -> str:
        names = [command.combatant["name"] for command in self.wanted() if isinstance(command, Add)]
        if len(names) == 1:
            return ""
        return self.tr("{first} to {last}").format(first=names[0], last=names[-1])

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(max(size.width(), self.fontMetrics().averageCharWidth() * 70), size.height())

    # -- internal ------------------------------------------------------------------------------------

    def _shared(self) -> dict[str, Any]:
        """Return what all of them have in common."""
        shared: dict[str, Any] = {
            "side": self.side.currentText().strip(),
            "kind": str(self.kind.currentData()),
            "aware": self.aware.isChecked(),
            **self.first.values(),
            **self.others.values(),
        }
        if self._group():
            shared["group"] = self._group()
        if words(self.feats.text()):
            shared["feats"] = words(self.feats.text())
        if self.notes.text().strip():
            shared["notes"] = self.notes.text().strip()
        return shared

    def _group(self) -> str:
        return self.group.currentText().strip() if self.together.isChecked() else ""

    def _on_together(self, together: bool) -> None:
        self.group.setEnabled(together)
        if together and not self.group.currentText().strip():
            self.group.setCurrentText(self.name.text().strip())
        self.refresh()

    def _on_name(self) -> None:
        self.refresh()

    def _on_kind(self, _index: int) -> None:
        self._kind_chosen = True
        self.refresh()

    def _guess_kind(self) -> None:
        """Until the GM says it: several at once are not players' characters, and sides keep to one kind."""
        if self._kind_chosen:
            return
        side = self.side.currentText().strip()
        people = self.bridge.state.combatants.values()
        otherwise = "pc" if self.side.currentIndex() < 1 else "npc"
        kind = next((c.kind for c in people if c.side == side), otherwise)
        self.kind.setCurrentIndex(self.kind.findData("npc" if (self.count.number or 1) > 1 else kind))

    def _make_room(self) -> None:
        wanted = self.height() + self.fontMetrics().height() * 12
        screen = self.screen().availableGeometry().height() if self.screen() is not None else wanted
        self.resize(self.width(), min(wanted, screen - 40))
