"""Fields for a combatant's numbers before it is there: blank is what the ruleset gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop.combatants.stats import entered_value, kind_of, shown_value, words_offered
from desktop.widgets.citations import with_citation
from desktop.widgets.fields import NumberField, stat_field
from desktop.widgets.labels import plain_label
from desktop.widgets.letters import lettered
from desktop.widgets.plain_text import tip
from desktop.widgets.tiles import TileLayout
from rulesets.formula.dice import parse_dice
from rulesets.seen.attack_texts import example_of_attack
from rulesets.seen.labels import entry_label, label_in
from rulesets.vocabulary import Rules, Stat


def noted_attacks(rules: Rules) -> str:
    """Return what the empty field of the notes says: attacks are read from there, with their damage."""
    text = QCoreApplication.translate("StatFields", "also what it attacks with, and its damage: {attack}")
    return text.format(attack=example_of_attack(rules))


class StatFields(QWidget):
    """One field for each stat, by group where there are many."""

    changed = Signal()

    def __init__(
        self,
        stats: Mapping[str, Stat],
        rules: Rules,
        parent: QWidget | None = None,
        *,
        grouped: bool = False,
        dice: bool = False,
    ) -> None:
        """Make fields for ``stats``, under headings if ``grouped``; with ``dice`` they are kept as typed."""
        super().__init__(parent)
        self._dice = dice
        self._stats = dict(stats)
        self._base: dict[str, Any] = {}
        self._rules = rules
        self.fields: dict[str, QWidget] = {}
        self._labels: dict[str, QLabel] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        groups: dict[str, list[str]] = {}
        for name, rule in self._stats.items():
            groups.setdefault(rule.group if grouped else "", []).append(name)
        for group, names in groups.items():
            if group:
                layout.addWidget(plain_label(group, self, bold=True))
            tiles = TileLayout(tile=self.fontMetrics().averageCharWidth() * 32, gap=4)
            tiles.set_columns_gap(20)
            for name in names:
                tiles.addWidget(self._cell(name))
            layout.addLayout(tiles)

    def underline(self, taken: Iterable[str]) -> None:
        """Underline a letter that is not ``taken`` in each label, as far as they go: Alt leads there."""
        plain = [entry_label(self._stats[name], name).replace("&", "&&") for name in self._labels]
        for label, text in zip(self._labels.values(), lettered(plain, taken), strict=True):
            label.setText(text)

    def set_base(self, base: Mapping[str, Any]) -> None:
        """Show what a stat block gives where nothing is typed."""
        self._base = {name: base[name] for name in self.fields if name in base}
        for name, field in self.fields.items():
            rule = self._stats[name]
            if isinstance(field, QCheckBox):
                _check(field, rule, self._base.get(name))
            elif isinstance(field, QLineEdit):
                field.setPlaceholderText(self._blank(name, rule))

    def put(self, given: Mapping[str, Any]) -> None:
        """Fill in what is given, to be changed; what is not given stays blank."""
        self.clear()
        for name, field in self.fields.items():
            kind, value = kind_of(self._stats[name]), given.get(name)
            if isinstance(field, QCheckBox):
                _check(field, self._stats[name], value)
            elif isinstance(field, QLineEdit) and value is not None:
                field.setText(shown_value(self._rules, kind, value))

    def clear(self) -> None:
        """Take away what was typed."""
        for field in self.fields.values():
            if isinstance(field, QLineEdit):
                field.clear()
        self.set_base({})

    def _blank(self, name: str, rule: Stat) -> str:
        """Return what counts while a field is blank."""
        kind = kind_of(rule)
        if name in self._base:
            return shown_value(self._rules, kind, self._base[name])
        return self.tr("auto") if rule.formula else shown_value(self._rules, kind, rule.default)

    def values(self) -> dict[str, Any]:
        """Return what is given; blank fields are left out, and so is what cannot be read."""
        given: dict[str, Any] = {}
        for name, field in self.fields.items():
            try:
                value = self._value(name, field)
            except ValueError:
                continue
            if value is not None:
                given[name] = value
        return given

    def wrong(self) -> dict[str, str] | None:
        """Return label and text of the first field that cannot be read, or None."""
        for name, field in self.fields.items():
            try:
                self._value(name, field)
            except ValueError:
                text = field.text() if isinstance(field, QLineEdit) else ""
                return {"stat": label_in(self._stats, name), "text": text}
        return None

    def _value(self, name: str, field: QWidget) -> Any:
        if isinstance(field, QCheckBox):
            if field.checkState() == Qt.CheckState.PartiallyChecked:
                return None
            rule = self._stats[name]
            usual = None if rule.formula and name not in self._base else self._base.get(name, rule.default)
            return None if usual is not None and field.isChecked() == bool(usual) else field.isChecked()
        if isinstance(field, NumberField):
            if field.unread:
                raise ValueError(field.text())
            return field.number
        if not isinstance(field, QLineEdit):
            return None
        if self._dice and self._stats[name].takes_dice and parse_dice(field.text()) is not None:
            return "".join(field.text().split())
        return entered_value(self._rules, kind_of(self._stats[name]), field.text())

    def _cell(self, name: str) -> QWidget:
        rule = self._stats[name]
        cell = QWidget(self)
        grid = QGridLayout(cell)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        label: QLabel = plain_label(entry_label(rule, name), cell)
        field = self._field(name, rule, cell)
        field.setAccessibleName(entry_label(rule, name))
        about = with_citation(rule.text, rule.cite)
        field.setToolTip(tip(about))
        label.setBuddy(field)
        grid.addWidget(label, 0, 0)
        grid.addWidget(field, 0, 1)
        self.fields[name], self._labels[name] = field, label
        return cell

    def _field(self, name: str, rule: Stat, parent: QWidget) -> QWidget:
        kind = kind_of(rule)
        if kind == "bool":
            box = QCheckBox(parent)
            box.setTristate(bool(rule.formula))
            box.checkStateChanged.connect(self._on_checked)
            _check(box, rule, None)
            return box
        field = stat_field("text" if self._dice and rule.takes_dice else kind, rule.least, parent)
        if not isinstance(field, NumberField):
            field.setMaximumWidth(field.fontMetrics().averageCharWidth() * 16)
        if rule.choices:
            field.offer_words(words_offered(self._rules, rule))
        field.setPlaceholderText(self._blank(name, rule))
        field.typed.connect(self._on_changed)
        return field

    def _on_checked(self, state: Qt.CheckState) -> None:
        """Say "auto" of a box that is neither ticked nor not: the ruleset says which."""
        box = self.sender()
        if isinstance(box, QCheckBox):
            box.setText(self.tr("auto") if state == Qt.CheckState.PartiallyChecked else "")
        self._on_changed()

    def _on_changed(self) -> None:
        self.changed.emit()


def _check(box: QCheckBox, rule: Stat, value: Any) -> None:
    """Tick a box as a value says, None for what the ruleset gives; where a formula does, that is neither."""
    if value is None and rule.formula:
        box.setCheckState(Qt.CheckState.PartiallyChecked)
    else:
        box.setChecked(bool(rule.default if value is None else value))
