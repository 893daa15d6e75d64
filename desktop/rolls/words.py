"""The words of the table of rolls: what is rolled, by whom, what a tie comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop.widgets.citations import followed_by
from rulesets.formula.dice import print_code
from rulesets.seen.labels import entry_label
from rulesets.seen.number_format import minus, value_shown
from rulesets.seen.queries import value_of
from rulesets.seen.why.order import explain_count
from rulesets.seen.why.rollers import Roller, explain_roller
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import COIN, PICK, Tie
from rulesets.vocabulary import OrderRule, Rules
from rulesets.words.filling import small

if TYPE_CHECKING:
    from desktop.rolls.answers import RollSheet
    from desktop.widgets.texts import Texts

translate = QCoreApplication.translate


def dice_text(
    rules: Rules, state: Encounter, members: Sequence[Combatant], rule: OrderRule, roller: Combatant | None
) -> str:
    """Return what is rolled for a slot; a group rolls with its lowest modifier, a side by its roller."""
    roll = rule.roll
    if roll is None:
        return ""
    dice = roll.dice
    if roll.code:
        members = (roller or members[0],)
        dice = print_code(int(value_of(rules, state, members[0], roll.code) or 0))
    if not roll.plus:
        return dice
    plus = min(int(value_of(rules, state, who, roll.plus) or 0) for who in members)
    return f"{dice} {'+' if plus >= 0 else '−'} {abs(plus)}"


def shift_text(rules: Rules, state: Encounter, members: Sequence[Combatant], rule: OrderRule) -> str:
    """Return what the program puts on a total whatever was rolled: '−1 wound modifier'; '' if nothing."""
    if not rule.shift or not members:
        return ""
    shift = min(int(value_of(rules, state, who, rule.shift) or 0) for who in members)
    stat = rules.stats.get(rule.shift)
    name = small(stat.label) if stat is not None else ""
    return f"{'+' if shift > 0 else '−'}{abs(shift)} {name}".rstrip() if shift else ""


def rollers_text(rules: Rules, state: Encounter, sheet: RollSheet, texts: Texts) -> str:
    """Return who rolls for each side and why, a line each: by what number, what comes off it; or ''."""
    rule, lines = sheet.rule, []
    for row in sheet.rows if rule is not None else ():
        who = sheet.roller(row.slot)
        if rule is None or who is None:
            continue
        found = explain_roller(rules, state, rule, who, row.members)
        said = "" if found is None else _roller_text(rules, state, rule, found, texts)
        if said:
            dice = dice_text(rules, state, row.members, rule, who)
            head = translate("Ties", "{side}: {name} rolls {dice}.")
            lines.append(f"{head.format(side=texts.name(row.slot), name=who.name, dice=dice)} {said}")
    return followed_by("\n".join(lines), rule.cite) if rule is not None and lines else ""


def _roller_text(rules: Rules, state: Encounter, rule: OrderRule, found: Roller, texts: Texts) -> str:
    """Return why somebody rolls and not another, and what is taken off or added; '' for nothing."""
    said, then = [], []
    lines = [line for line in texts.why(found.made_of).lines if not line.depth]
    for part, line in zip(found.made_of.parts, lines, strict=False):
        if part.name != rule.roller and line.value:
            then.append((line.value, line.label))
    stat = rules.stats.get(found.by)
    number = value_shown(rules, state, found.who, rule.roller)
    if found.runner_up is not None:
        text = translate("Ties", "Highest {number} of those who can act: {value} ({next} has {other})")
        if found.passed_over is None:
            text = translate("Ties", "Highest {number}: {value} ({next} has {other})")
        label = entry_label(stat, found.by)
        if then:  # who has fewer dice left by it rolls all the same
            before = translate("Ties", "{number} before {changes}")
            label = before.format(number=label, changes=", ".join(small(what) for _, what in then))
        other = value_shown(rules, state, found.runner_up, rule.roller)
        if other == number:
            text = translate(
                "Ties", "Highest {number}: {value}; {next} has the same, and rolls no more dice now"
            )
        said.append(text.format(number=label, value=number, next=found.runner_up.name, other=other))
    said += [f"{value} {what}" for value, what in then]
    return f"{'; '.join(said)}." if said else ""


def value_text(rules: Rules, state: Encounter, members: Sequence[Combatant], rule: OrderRule) -> str:
    """Return by what an order without a roll goes: 'Dexterity 3D+2'."""
    if not rule.value or not members:
        return rule.label
    value = value_of(rules, state, members[0], rule.value)
    stat = rules.stats.get(rule.value)
    code = stat is not None and stat.type == "code"
    return f"{rule.label} {print_code(int(value or 0)) if code else value}"


def tie_text(tie: Tie, rules: Rules, total: str, name: Callable[[str], str], *, listed: bool = True) -> str:
    """Return who is tied, and what decides it, with the citation; ``listed`` if a list is moved for it."""
    rule = rules.orders[tie.order]
    names = ", ".join(name(slot) for slot in tie.slots)
    if tie.number:
        head = translate("Ties", "Still tied: {names}.").format(names=names)
    elif total:
        head = translate("Ties", "Tied at {total}: {names}.").format(total=total, names=names)
    else:
        head = translate("Ties", "Tied in {order}: {names}.").format(order=rule.label, names=names)
    if total and not tie.number and (stats := _compared(tie, rules)):
        head += " " + translate("Ties", "Equal in {stats}.").format(stats=", ".join(stats))
    if tie.by == COIN:
        told = translate("Ties", "A coin decides.")
    elif tie.by == PICK:
        told = translate("Ties", "You say who comes first: Alt+Up and Alt+Down, or drag.")
        if not listed:
            told = translate("Ties", "You say who comes first.")
    elif tie.settled:
        told = translate("Ties", "The roll-off decides.")
    elif tie.equal:
        told = translate("Ties", "The roll-off is a tie, too.")
    elif tie.dice == "roll":
        told = translate("Ties", "They roll again; a blank is rolled.")
    else:
        told = translate("Ties", "They roll {dice}; a blank is rolled.").format(dice=tie.dice)
    return followed_by(f"{head} {told}", rule.cite)


def _compared(tie: Tie, rules: Rules) -> list[str]:
    """Return which numbers are compared before it comes to what decides a tie: they are equal."""
    before = takewhile(lambda key: key.by != tie.by, rules.orders[tie.order].keys)
    found = (rules.stats.get(key.value) for key in before if key.by == "value")
    return [stat.label for stat in found if stat is not None and stat.label]


def surprise_text(rules: Rules, sheet: RollSheet) -> str:
    """Return who acts in the surprise round that would open the encounter, or ''."""
    phase = next((p for p in rules.phases if p.when == "opening" and p.activity == "act"), None)
    if sheet.running or phase is None or not sheet.after.clock.surprise:
        return ""
    people = list(sheet.after.combatants.values())
    acting = [who for who in people if value_of(rules, sheet.after, who, phase.who)]
    others = [who.name for who in people if who not in acting]
    text = translate("Ties", "{phase} round: {count} of {all} act; not {names}.")
    said = text.format(phase=phase.label, count=len(acting), all=len(people), names=", ".join(others))
    return followed_by(said, phase.cite)


_BY_RULE = frozenset({"tie-value", "tie-rank", "tie-kind", "tie-order"})
"""Ties that are not shown beside the order: nobody rolls them off, or is asked."""


def ties_by_rule(rules: Rules, sheet: RollSheet, name: Callable[[str], str], texts: Texts) -> str:
    """Return which ties the ruleset has decided, and by what, with the citation; '' if there is none."""
    said = []
    for slot in sheet.line:
        found = explain_count(rules, sheet.after, slot, order_id=sheet.order)
        notes = () if found is None else found.notes
        lines = [line for line in texts.why(found).notes if not line.depth] if found is not None else []
        said += [
            f"{name(slot)} {line.label}"
            for note, line in zip(notes, lines, strict=True)
            if note.kind in _BY_RULE and note.at
        ]
    cite = "" if sheet.rule is None else sheet.rule.cite
    return followed_by(f"{'; '.join(said)}.", cite) if said else ""


def _placed(sheet: RollSheet, slot: str, told: str) -> str:
    """Return a total as it counts: wounds and the like may come off it as soon as it is there."""
    order = sheet.after.orders.get(sheet.order)
    place = order.places.get(slot) if order is not None else None
    if place is None or sheet.deck or place.count == sheet.totals.get(slot):
        return told
    return translate("Ties", "{count}, rolled {total}").format(count=minus(str(place.count)), total=told)


def line_text(sheet: RollSheet, name: Callable[[str], str], told: Callable[[str], str]) -> str:
    """Return the order as it will stand, or what is still to be rolled; ``told``: a slot's total or card."""
    blank = len(sheet.blank)
    if blank and sheet.deck:
        return translate(
            "Ties", "%n not yet dealt: dealt when you go on, or now with “Deal the blanks”.", "", blank
        )
    if blank:
        return translate(
            "Ties", "%n left blank: rolled when you go on, or now with “Roll the blanks”.", "", blank
        )
    if not sheet.line:
        return ""
    parts = [
        f"{name(slot)} ({_placed(sheet, slot, told(slot))})" for slot in sheet.line if slot in sheet.totals
    ]
    return translate("Ties", "Order: {names}").format(names=", ".join(parts)) if len(parts) > 1 else ""
