"""What several dialogs use: boxes of combatants, the key of the primary button."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QPoint, QSize
from PySide6.QtGui import QCursor, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton, QWidget

from rulesets.table.combatant import Combatant

MOST = 0.85
"""Part of a window that a large dialog takes."""


def people_box(people: Iterable[Combatant], chosen: str, parent: QWidget, *, nobody: str = "") -> QComboBox:
    """Return a box with everybody by name; ``nobody`` is the first entry, for no one."""
    box = QComboBox(parent)
    narrow(box)
    if nobody:
        box.addItem(nobody, "")
    for who in people:
        box.addItem(who.name, who.id)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


def attack_kinds() -> dict[str, str]:
    """Return the kinds of attack with what people call them."""
    return {
        "ranged": QCoreApplication.translate("People", "at range"),
        "point-blank": QCoreApplication.translate("People", "point-blank"),
        "melee": QCoreApplication.translate("People", "in melee"),
        "brawl": QCoreApplication.translate("People", "brawling"),
    }


def narrow(box: QComboBox) -> None:
    """Keep a box from growing with its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)


def chosen(box: QComboBox) -> str:
    """Return the id chosen in a box, or ''."""
    return str(box.currentData() or "")


def press_with_ctrl_return(dialog: QDialog, button: QPushButton) -> None:
    """Let Ctrl+Return press the primary button of a dialog, as it does everywhere."""
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        QShortcut(QKeySequence(keys), dialog).activated.connect(button.click)


def fit(dialog: QDialog, wanted: QSize) -> None:
    """Give a dialog the size it wants, within the screen (by itself Qt gives it two thirds at most)."""
    screen = dialog.screen().availableGeometry().size()
    parent = dialog.parentWidget()
    room = screen if parent is None else screen.expandedTo(parent.window().size())
    size = wanted.expandedTo(dialog.minimumSizeHint()).boundedTo(room - QSize(24, 48))
    if dialog.isVisible():
        _hold(dialog, size.height() - dialog.height(), QCursor.pos())
    dialog.resize(size)


def _hold(dialog: QDialog, grown: int, pointer: QPoint) -> None:
    """Leave what is under the pointer where it is: below the middle a dialog grows upwards.

    There its buttons are, at their distance from its lower edge. It does not leave the screen.
    """
    place = dialog.frameGeometry()
    if grown > 0 and place.contains(pointer) and pointer.y() > place.center().y():
        top = dialog.screen().availableGeometry().top()
        dialog.move(dialog.x(), max(top, dialog.y() - grown))


def spacious(dialog: QDialog, least: QSize) -> QSize:
    """Return the size of a dialog that makes use of a large window: most of it, ``least`` in a small one."""
    parent = dialog.parentWidget()
    room = parent.window().size() * MOST if parent is not None else least
    return least.expandedTo(room.boundedTo(least * 1.5))
