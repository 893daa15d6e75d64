"""Filling in fields by keys: what a game master types and ticks."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QRadioButton, QWidget

from tests.hands.keys_and_mouse import Hands, Lost


def put(hands: Hands, field: QWidget, value: Any) -> None:
    """Bring a field to show ``value``, with the keys that its kind of field takes.

    Raises:
        Lost: if it cannot be seen, or does not take the value.
    """
    if not field.isVisible() or not field.updatesEnabled():
        raise Lost(f"{field.accessibleName()!r} cannot be seen")
    match field:
        case QCheckBox():
            wanted = Qt.CheckState.Checked if value else Qt.CheckState.Unchecked
            for _ in range(2):  # from neither to unticked it takes two
                if field.checkState() != wanted:
                    _press_space(hands, field)
        case QRadioButton():
            _press_space(hands, field)
        case QComboBox():
            _pick(hands, field, value)
        case QLineEdit():
            write(hands, field, _words(value))
        case _:
            raise Lost(f"nothing can be entered into {type(field).__name__} {field.accessibleName()!r}")


def write(hands: Hands, line: QLineEdit, text: str) -> None:
    """Type a text in place of what stands there; what the field completes by itself is deleted."""
    hands.type(line, text)
    completer = line.completer()
    popup = completer.popup() if completer is not None else None
    if popup is not None:
        if popup.isVisible():
            QTest.keyClick(popup, Qt.Key.Key_Escape)
        line.activateWindow()  # as every window manager does
        hands.until(line.isActiveWindow, "the window to be active again")
    QTest.keyClick(line, Qt.Key.Key_Delete)
    if line.text() != text:
        raise Lost(f"{line.accessibleName()!r} shows {line.text()!r} instead of {text!r}")


def named(parent: QWidget, name: str) -> QWidget:
    """The visible field under ``parent`` that a screen reader calls ``name``."""
    for field in parent.findChildren(QWidget):
        if field.accessibleName() == name and field.isVisible():
            return field
    raise Lost(f"there is no field called {name!r}")


def _press_space(hands: Hands, button: QWidget) -> None:
    button.setFocus()
    hands.key(Qt.Key.Key_Space, on=button)


def _pick(hands: Hands, box: QComboBox, value: Any) -> None:
    """Choose an entry by what it stands for; into an editable box other words can be typed."""
    at = box.findData(value)
    line = box.lineEdit()
    if line is not None:
        write(hands, line, box.itemText(at) if at >= 0 else _words(value))
        return
    if at < 0:
        raise Lost(f"{box.accessibleName()!r} does not offer {value!r}")
    box.setFocus()
    key = Qt.Key.Key_Down if at > box.currentIndex() else Qt.Key.Key_Up
    low, high = sorted((at, box.currentIndex()))
    lines = sum(_is_line(box, number) for number in range(low, high))
    for _ in range(high - low - lines):
        QTest.keyClick(box, key)
    hands.settle()
    if box.currentIndex() != at:
        raise Lost(f"{box.accessibleName()!r} shows {box.currentText()!r}, {value!r} was wanted")


def _is_line(box: QComboBox, number: int) -> bool:
    """Return whether an entry only parts others: the keys pass over it."""
    return bool(box.itemData(number, Qt.ItemDataRole.AccessibleDescriptionRole) == "separator")


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
