"""The small form under the list of actions: what the selected one still has to be told."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop.actions.fields import NUMBER, ActField
from desktop.widgets.calm import calm
from desktop.widgets.fields import NumberField, left_out, unread_under
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import plain_label
from rulesets.table.commands import Act, Command, React, SpendPoint


class ActForm(QWidget):
    """Fields of one action; hidden while there is nothing to say."""

    changed = Signal()
    done = Signal()
    """Enter in a field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without fields."""
        super().__init__(parent)
        self._fields: tuple[ActField, ...] = ()
        self._pairs: list[QWidget] = []
        self._widgets: dict[str, NumberField | QComboBox] = {}
        self._flow = FlowLayout(self, gap=10)
        self.hide()

    @property
    def widgets(self) -> dict[str, NumberField | QComboBox]:
        """Id → field shown."""
        return self._widgets

    def show_fields(self, fields: tuple[ActField, ...]) -> None:
        """Show ``fields``; if they are shown already, what was entered stays."""
        if fields == self._fields:
            return
        self._fields = fields
        for pair in self._pairs:
            self._flow.removeWidget(pair)
            pair.deleteLater()
        self._pairs, self._widgets = [], {}
        for field in fields:
            self._add(field)
        self.setVisible(bool(fields))

    def clear(self) -> None:
        """Set every field back."""
        for field in self._fields:
            _begin(self._widgets[field.id], field)

    def missing(self) -> str:
        """Return the label of the first needed field that is empty, or ''."""
        for field in self._fields:
            if field.needed and self._value(field) in (None, ""):
                return self._label(field)
        return ""

    @property
    def unread(self) -> str:
        """What cannot be read in a field, in words, or ''."""
        return unread_under(self)

    def start(self) -> None:
        """Put the cursor into the first field that is needed, or the first one."""
        wanted = next((f for f in self._fields if f.needed), next(iter(self._fields), None))
        if wanted is not None:
            self._widgets[wanted.id].setFocus(Qt.FocusReason.OtherFocusReason)

    def filled(self, command: Command) -> Command:
        """Return ``command`` with what was entered."""
        if not isinstance(command, Act | React | SpendPoint) or not self._fields:
            return command
        given: dict[str, Any] = {field.id: self._value(field) for field in self._fields}
        return replace(command, **{key: value for key, value in given.items() if value not in (None, "")})

    def said(self) -> frozenset[str]:
        """Return the ids of the fields in which something else stands than what was suggested."""
        found = ((field, self._value(field) or None) for field in self._fields)
        return frozenset(field.id for field, value in found if value != (field.suggested or None))

    def _value(self, field: ActField) -> Any:
        widget = self._widgets[field.id]
        return widget.number if isinstance(widget, NumberField) else widget.currentData()

    # -- internal ------------------------------------------------------------------------------------

    def _label(self, field: ActField) -> str:
        return {
            "points": self.tr("Points"),
            "distance": self.tr("Distance"),
            "skill": self.tr("Rolled with"),
            "target": self.tr("Target"),
            "pay": self.tr("Pay with"),
            "effect": self.tr("Which"),
            "cost": self.tr("As"),
        }[field.id]

    def _blank(self, field: ActField) -> str:
        blank = {
            "skill": self.tr("nothing"),
            "target": self.tr("choose whom") if field.needed else self.tr("nobody named"),
            "pay": self.tr("the cheapest"),
        }.get(field.id, "")
        return left_out(str(field.usual or ""), blank)

    def _add(self, field: ActField) -> None:
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        label = plain_label(self._label(field), pair)
        label.setWordWrap(False)
        widget: NumberField | QComboBox
        if field.type == NUMBER:
            widget = NumberField(pair, least=0, digits=4)
            _begin(widget, field)
            widget.typed.connect(self.changed)
            widget.returnPressed.connect(self.done)
        else:
            widget = QComboBox(pair)
            calm(widget)
            for value, text in field.choices:
                widget.addItem(text if value or text else self._blank(field), value)
            _begin(widget, field)
            widget.currentIndexChanged.connect(self.changed)
        widget.setAccessibleName(self._label(field))
        label.setBuddy(widget)
        row.addWidget(label)
        row.addWidget(widget)
        self._flow.addWidget(pair)
        self._pairs.append(pair)
        self._widgets[field.id] = widget
        pair.show()


def _begin(widget: NumberField | QComboBox, field: ActField) -> None:
    if isinstance(widget, NumberField):
        widget.begin(usual=field.usual, suggested=field.suggested)
    else:
        widget.setCurrentIndex(max(0, widget.findData(field.suggested)))
