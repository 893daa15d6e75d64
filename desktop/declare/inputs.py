"""Inputs of a declaration that Qt has none for: several lines, several choices, and what is in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from desktop.declare.model import MOST_TEXTS
from desktop.widgets.fields import NumberField


class Lines(QWidget):
    """Several lines of text side by side."""

    changed = Signal()

    def __init__(self, make: Any, parent: QWidget | None = None) -> None:
        """``make(parent)`` gives a line."""
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.lines: list[QLineEdit] = []
        for _ in range(MOST_TEXTS):
            line = make(self)
            line.textEdited.connect(self.changed)
            line.hide()
            row.addWidget(line)
            self.lines.append(line)
        self._number = 0
        self.setFocusProxy(self.lines[0])

    def set_number(self, number: int) -> None:
        """Show so many lines; what was typed into the others stays and is not counted."""
        if number != self._number:
            self._number = number
            for at, line in enumerate(self.lines):
                line.setVisible(at < number)
                line.setPlaceholderText(self.tr("open"))
                line.setAccessibleName(self.tr("Later action {number}").format(number=at + 2))
            self.updateGeometry()

    def clear(self) -> None:
        """Take away what was typed."""
        for line in self.lines:
            line.setText("")

    @property
    def texts(self) -> list[str]:
        """What was typed, without what stays open behind it."""
        found = [line.text().strip() for line in self.lines[: self._number]]
        while found and not found[-1]:
            found.pop()
        return found

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(max(size.width(), 40), size.height())


class _Ticking(QMenu):
    """A menu in which one after another is ticked: it stays until a click elsewhere or Escape."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is None or not action.isCheckable():
            super().mouseReleaseEvent(event)
            return
        action.trigger()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Space; Enter ticks and closes, as in any menu."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
            event.accept()
            return
        super().keyPressEvent(event)


class Several(QToolButton):
    """A button with a menu in which several combatants are ticked."""

    changed = Signal()

    def __init__(self, entries: list[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Offer (id, name)."""
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setMenu(_Ticking(self))
        self.offer(entries)

    def offer(self, entries: list[tuple[str, str]]) -> None:
        """Offer others, none of them ticked."""
        menu = self.menu()
        if menu is None:
            return
        menu.clear()
        for ident, name in entries:
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setData(ident)
            action.toggled.connect(self._ticked)
        self._ticked()

    def _actions(self) -> Iterator[QAction]:
        menu = self.menu()
        yield from menu.actions() if menu is not None else ()

    @property
    def ids(self) -> list[str]:
        """Those that are ticked."""
        return [str(action.data()) for action in self._actions() if action.isChecked()]

    def tick(self, ids: list[str]) -> None:
        """Tick these and no others."""
        for action in self._actions():
            action.setChecked(action.data() in ids)

    def _ticked(self) -> None:
        names = [action.text().replace("&&", "&") for action in self._actions() if action.isChecked()]
        text = ", ".join(names[:2]) + (f" +{len(names) - 2}" if len(names) > 2 else "")
        self.setText((text or self.tr("choose…")).replace("&", "&&"))
        self.changed.emit()


NOTHING = "-"
"""What a box holds for a choice of nothing, where leaving it out means something."""


def value_of(widget: QWidget) -> Any:
    """Return what stands in a field's widget, None if it is empty, '' for a choice of nothing."""
    match widget:
        case NumberField():
            return widget.number
        case QLineEdit():
            return widget.text().strip() or None
        case QCheckBox():
            return widget.isChecked() or None
        case QComboBox():
            said = str(widget.currentData() or "") or None
            return "" if said == NOTHING else said
        case Several():
            return widget.ids or None
        case Lines():
            return widget.texts or None
    return None


def put(widget: QWidget, value: Any) -> None:
    """Show a value in a field's widget."""
    match widget:
        case NumberField():
            widget.number = int(value)
        case QLineEdit():
            widget.setText(str(value))
        case QCheckBox():
            widget.setChecked(bool(value))
        case QComboBox():
            widget.setCurrentIndex(max(0, widget.findData(NOTHING if value == "" else str(value))))
        case Several():
            widget.tick([str(each) for each in value])
        case Lines():
            for line, text in zip(widget.lines, value, strict=False):
                line.setText(str(text))
