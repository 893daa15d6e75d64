"""One stat block to be read and changed, in the form that the ruleset makes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.adding.stats import StatFields, noted_attacks
from desktop.combatants.stats import entered_feats, shown_feats, words
from desktop.widgets.boxes import narrow
from desktop.widgets.labels import label_of_field
from desktop.widgets.section import Section
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.vocabulary import Rules, Stat

HANDLED = ("side", "kind", "feats", "notes")
"""What has a field of its own, besides the stats."""


def _parted(rules: Rules, *, of_member: bool) -> tuple[dict[str, Stat], dict[str, Stat]]:
    """Return the numbers that are seen at once, and all others."""
    edited = {
        name: rule
        for name, rule in rules.stats.items()
        if rule.when_added or (of_member and rule.to_begin_with)
    }
    return edited, {name: rule for name, rule in rules.stats.items() if name not in edited}


class BlockForm(QScrollArea):
    """Name, tags, side, kind, numbers, feats and notes."""

    changed = Signal()

    def __init__(self, rules: Rules, parent: QWidget | None = None, *, of_member: bool = False) -> None:
        """Make the fields for a ruleset; a member of a party has no tags, and on top what it stands at."""
        super().__init__(parent)
        self._rules = rules
        self._rest: dict[str, Any] = {}
        self._putting = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget(self)
        whole = QVBoxLayout(inside)
        whole.setContentsMargins(0, 0, 6, 0)
        form = QFormLayout()
        whole.addLayout(form)
        whole.addStretch(1)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.name, self.tags, self.side = QLineEdit(inside), QLineEdit(inside), QLineEdit(inside)
        self.kind = QComboBox(inside)
        narrow(self.kind)
        self.kind.addItem(self.tr("Player character"), "pc")
        self.kind.addItem(self.tr("Non-player character"), "npc")
        self.tags.setPlaceholderText(self.tr("separated by commas"))
        edited, others = _parted(rules, of_member=of_member)
        self.first = StatFields(edited, rules, inside, dice=True)
        self.others = StatFields(others, rules, inside, grouped=True, dice=True)
        self.feats, self.notes = QLineEdit(inside), QPlainTextEdit(inside)
        self.feats.setPlaceholderText(self.tr("separated by commas"))
        self.notes.setPlaceholderText(noted_attacks(rules))
        self.notes.setTabChangesFocus(True)
        self.notes.setMaximumHeight(self.fontMetrics().height() * 5)
        for text, field in (
            (self.tr("Na&me"), self.name),
            (self.tr("&Tags"), self.tags),
            (self.tr("&Side"), self.side),
            (self.tr("K&ind"), self.kind),
        ):
            form.addRow(label_of_field(text, field), field)
        form.setRowVisible(self.tags, not of_member)
        form.addRow(self.first)
        form.addRow(label_of_field(self.tr("N&otes"), self.notes), self.notes)
        self.more = Section(self.tr("All numbers"), inside, is_open=False)
        self.more.set_content(self.others)
        form.addRow(self.more)
        form.addRow(label_of_field(self.tr("&Feats"), self.feats), self.feats)
        self.setWidget(inside)
        tab_as_laid_out(self)
        self._listen()

    def _listen(self) -> None:
        """Tell whatever is typed."""
        for line in (self.name, self.tags, self.side, self.feats):
            line.textChanged.connect(self._told)
        self.notes.textChanged.connect(self._told)
        self.kind.currentIndexChanged.connect(self._told)
        for fields in (self.first, self.others):
            fields.changed.connect(self._told)

    def put(self, name: str, tags: tuple[str, ...], given: dict[str, Any]) -> None:
        """Show a stat block."""
        self._putting = True
        self._rest = {k: v for k, v in given.items() if k not in HANDLED and k not in self._rules.stats}
        self.name.setText(name)
        self.tags.setText(", ".join(tags))
        self.side.setText(str(given.get("side", "")))
        self.kind.setCurrentIndex(max(0, self.kind.findData(given.get("kind", "npc"))))
        self.feats.setText(shown_feats(given.get("feats", ())))
        self.notes.setPlainText(str(given.get("notes", "")))
        for fields in (self.first, self.others):
            fields.put(given)
        self._putting = False

    def given(self) -> dict[str, Any]:
        """Return what the fields say, as a combatant is given; what has no field stays as it was."""
        found: dict[str, Any] = {}
        if self.side.text().strip():
            found["side"] = self.side.text().strip()
        found["kind"] = str(self.kind.currentData())
        found.update(self.first.values() | self.others.values())
        if feats := entered_feats(self._rules, self.feats.text()):
            found["feats"] = feats
        if self.notes.toPlainText().strip():
            found["notes"] = self.notes.toPlainText().strip()
        return {**found, **self._rest}

    def tags_typed(self) -> tuple[str, ...]:
        """Return the tags, each once."""
        return tuple(dict.fromkeys(words(self.tags.text())))

    def wrong(self) -> str:
        """Return what cannot be kept as it stands, in words, or ''."""
        if not self.name.text().strip():
            return self.tr("Give the stat block a name.")
        for fields in (self.first, self.others):
            if wrong := fields.wrong():
                return self.tr("{stat}: “{text}” is no value for it.").format(**wrong)
        return ""

    def _told(self, *_: object) -> None:
        if not self._putting:
            self.changed.emit()
