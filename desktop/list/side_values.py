"""The sides as the strip over the list shows them, where initiative is rolled by side."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.rows.words import Naming
from rulesets.seen.labels import label_in
from rulesets.seen.proposed import parted_by
from rulesets.seen.scene import Scene
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Rules

translate = QCoreApplication.translate


class SideValue(Struct, frozen=True):
    """One side with its roll."""

    name: str
    mark: int
    """Number of its colour and shape; -1 for one who is a side of its own (001-16)."""
    text: str
    """"Initiative 7 · declares first"."""
    short: str = ""
    """The same where there is no room for what it is called: the number is what is looked for."""
    told: str = ""
    """Who rolled for it, and why one alone is a side."""


def sides_of(rules: Rules, state: Encounter, marks: Mapping[str, int], names: Naming) -> list[SideValue]:
    """Return the sides, the first one to declare first; none where nothing is rolled by side."""
    found: list[SideValue] = []
    for ident, rule in rules.orders.items():
        order = state.orders.get(ident)
        if rule.of != "side" or state.clock.status != RUNNING or order is None:
            continue
        for number, slot in enumerate(order.slots):
            place = order.places[slot]
            first = () if number else (translate("SideStrip", "first"),)
            text, short = (" · ".join((n, *first)) for n in (f"{rule.label} {place.count}", f"{place.count}"))
            told = ""
            if place.roller:
                told = translate("SideStrip", "{name} rolled").format(name=names.name(place.roller))
            if why := _alone(rules, state, slot):
                told = " · ".join(part for part in (told, why) if part)
            found.append(SideValue(names.name(slot), marks.get(slot, -1), text, short, told))
    return found


def _alone(rules: Rules, state: Encounter, slot: str) -> str:
    """Return why somebody is a side of its own, though a row has the colour of another one; or ''."""
    if slot not in state.combatants:
        return ""
    stat = parted_by(rules, state, state.combatants[slot])
    alone = translate("SideStrip", "A side of its own: {why}")
    return alone.format(why=label_in(rules.stats, stat)) if stat else ""


def order_rule(scene: Scene) -> str:
    """Return in what order the present phase goes, or actions are taken, in the ruleset's words."""
    phase, rules = scene.phase, scene.rules
    rule = rules.orders.get(phase.order if phase is not None and phase.order else rules.main_order)
    return rule.text if rule is not None else ""
