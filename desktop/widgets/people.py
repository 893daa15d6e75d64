"""What dialogs about combatants choose from: everybody by name, and the kinds of attack."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.widgets.boxes import narrow
from rulesets.table.combatant import Combatant


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
