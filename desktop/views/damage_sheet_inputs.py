"""Inputs of a pipeline: fields made from what the ruleset says it is told."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from desktop.views.calm import calm
from desktop.views.inspector_fields import NumberField, TypedField, plain_label
from rulesets.compiled import Input, Pipeline


class InputsView(QWidget):
    """One field for each input of a pipeline; the amount can be halved and doubled."""

    changed = Signal()
    apply = Signal()
    """Enter in a field."""

    def __init__(self, pipeline: Pipeline, parent: QWidget | None = None) -> None:
        """Make the fields of ``pipeline``."""
        super().__init__(parent)
        self._pipeline = pipeline
        self._fields: dict[str, QWidget] = {}
        self.half = self._scaler("½", self.tr("Half"), self._on_half)
        self.double = self._scaler("×2", self.tr("Double"), self._on_double)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for line, (name, rule) in enumerate(pipeline.inputs.items()):
            self._add(line, name, rule)
        for button in (self.half, self.double):
            button.setVisible(pipeline.amount in self._fields)

    @property
    def fields(self) -> dict[str, QWidget]:
        """Name → field."""
        return self._fields

    @property
    def amount(self) -> NumberField | None:
        """The field of the amount, if the pipeline has one."""
        field = self._fields.get(self._pipeline.amount)
        return field if isinstance(field, NumberField) else None

    def values(self) -> dict[str, Any]:
        """Return what is given; what is left empty is not in it."""
        given: dict[str, Any] = {}
        for name, field in self._fields.items():
            value = _value(field)
            if value is not None and value != "":
                given[name] = value
        return given

    def missing(self) -> str:
        """Return the label of the first needed input that is empty, or ''."""
        given = self.values()
        for name, rule in self._pipeline.inputs.items():
            if rule.needed and name not in given:
                return rule.label or name
        return ""

    def clear(self) -> None:
        """Set every field back to its default, and the amount to nothing."""
        for name, field in self._fields.items():
            _put(field, self._pipeline.inputs[name].default)
        self.changed.emit()

    def start(self) -> None:
        """Put the cursor into the amount, or the first field."""
        field = self.amount or next(iter(self._fields.values()), None)
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(field, QLineEdit):
            field.selectAll()

    # -- internal ------------------------------------------------------------------------------------

    def _add(self, line: int, name: str, rule: Input) -> None:
        field = self._field(rule)
        self._fields[name] = field
        label = rule.label or name
        field.setAccessibleName(label)
        field.setToolTip("\n".join(part for part in (rule.text, rule.cite) if part))
        if isinstance(field, QCheckBox):
            field.setText(label)
            self._grid.addWidget(field, line, 1)
            return
        text = plain_label(label, self)
        text.setWordWrap(False)
        text.setBuddy(field)
        self._grid.addWidget(text, line, 0)
        if name != self._pipeline.amount:
            self._grid.addWidget(field, line, 1)
            return
        row = QHBoxLayout()
        row.addWidget(field)
        row.addWidget(self.half)
        row.addWidget(self.double)
        row.addStretch(1)
        self._grid.addLayout(row, line, 1)

    def _field(self, rule: Input) -> QWidget:
        match rule.type:
            case "bool":
                box = QCheckBox(self)
                box.setChecked(bool(rule.default))
                box.toggled.connect(self._on_changed)
                return box
            case "choice":
                combo = QComboBox(self)
                calm(combo)
                for choice in rule.choices:
                    combo.addItem(choice.capitalize() if choice else self.tr("none"), choice)
                combo.setCurrentIndex(max(0, combo.findData(rule.default)))
                combo.currentIndexChanged.connect(self._on_changed)
                return combo
        number = rule.type == "number"
        field = NumberField(self, least=rule.least, digits=5) if number else TypedField(self)
        _put(field, rule.default)
        field.typed.connect(self._on_changed)
        field.returnPressed.connect(self.apply)
        return field

    def _scaler(self, text: str, name: str, slot: Any) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(slot)
        return button

    def _on_changed(self) -> None:
        self.changed.emit()

    def _on_half(self) -> None:
        self._scale(1, 2)

    def _on_double(self) -> None:
        self._scale(2, 1)

    def _scale(self, times: int, by: int) -> None:
        amount = self.amount
        if amount is not None and amount.number is not None:
            amount.number = amount.number * times // by
            self.changed.emit()


def _value(field: QWidget) -> Any:
    match field:
        case QCheckBox():
            return field.isChecked()
        case QComboBox():
            return field.currentData()
        case NumberField():
            return field.number
        case QLineEdit():
            return field.text().strip()
    return None


def _put(field: QWidget, value: Any) -> None:
    match field:
        case QCheckBox():
            field.setChecked(bool(value))
        case QComboBox():
            field.setCurrentIndex(max(0, field.findData(value)))
        case TypedField():
            field.put("" if value is None else str(value))


def label_line(text: str, widget: QWidget, parent: QWidget) -> QHBoxLayout:
    """Return a line with a label and its field."""
    label = QLabel(text, parent)
    label.setBuddy(widget)
    line = QHBoxLayout()
    line.addWidget(label)
    line.addWidget(widget, 1)
    return line
