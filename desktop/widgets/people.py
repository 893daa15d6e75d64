"""What dialogs about combatants choose from: everybody by name, kinds of attack, what comes of one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.widgets.boxes import narrow
from rulesets.table.combatant import Combatant
from rulesets.vocabulary.values import HIT, MISS


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


def offer_people(box: QComboBox, people: Iterable[Combatant]) -> None:
    """Offer others in a box of people, or the same in another order; who is chosen and still there stays."""
    kept, before = box.currentData(), box.blockSignals(True)
    first = 1 if box.itemData(0) == "" else 0
    while box.count() > first:
        box.removeItem(first)
    for who in people:
        box.addItem(who.name, who.id)
    found = box.findData(kept)
    box.setCurrentIndex(found if found >= 0 or not first else 0)
    box.blockSignals(before)


def attack_kinds() -> dict[str, str]:
    """Return the kinds of attack with what people call them."""
    return {
        "ranged": QCoreApplication.translate("People", "at range"),
        "point-blank": QCoreApplication.translate("People", "point-blank"),
        "melee": QCoreApplication.translate("People", "in melee"),
        "brawl": QCoreApplication.translate("People", "brawling"),
    }


def attack_results() -> dict[str, str]:
    """Return what can come of an attack with what people call it."""
    return {
        HIT: QCoreApplication.translate("People", "hit"),
        MISS: QCoreApplication.translate("People", "miss"),
        "tie": QCoreApplication.translate("People", "tie"),
    }
