"""The cells of rulesets that declare: what was announced, act by act, and what comes next is rolled with."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop.combatants.naming import spelled
from desktop.list.rows.values import Card, Plain
from desktop.list.rows.words import Naming
from rulesets.formula.dice import print_code
from rulesets.seen.number_format import minus
from rulesets.seen.queries import EXTRA, LOST, NOW, SAID, SPARE, TO_COME, Announced, NextRoll, choices_of
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Declaration, Entry, Rules

_CONTEXT = "InitiativeModel"


def cards_of(scene: Scene, who: Combatant, names: Naming) -> tuple[Card, ...]:
    """Return the cards of one combatant; while declarations are sealed only that there are some."""
    acts = scene.announced(who)
    if acts and scene.sealed:
        return (_sealed_card(who),)
    rules, roll = scene.rules, scene.next_roll(who)
    return tuple(_card(rules, act, roll, names) for act in acts)


def throw_of(scene: Scene, who: Combatant) -> Plain | None:
    """Return what the next announced act is rolled with, or None."""
    rules, roll = scene.rules, scene.next_roll(who)
    if roll is None:
        return None
    stat = rules.stats.get(roll.skill)
    off = roll.pips - roll.code
    taken = difference(off)
    if stat is None:
        penalty = QCoreApplication.translate(_CONTEXT, "on every roll")
        full = QCoreApplication.translate(_CONTEXT, "no penalty")
        return Plain(taken or print_code(0), penalty) if off else Plain("–", full)
    label = stat.label or roll.skill
    why = f"{label} {print_code(roll.code)}{f' {taken}' if off else ''}"
    possible = roll.pips >= max(1, roll.least)
    told = why if possible else QCoreApplication.translate(_CONTEXT, "{why}: too little to be rolled")
    return Plain(print_code(max(0, roll.pips)), why, told.format(why=why), possible)


def difference(pips: int) -> str:
    """Return pips that are added or taken off, as a code with its sign: '− 1D', '+ 2D'; '' for none."""
    if not pips:
        return ""
    sign = "−" if pips < 0 else "+"
    return f"{sign} {print_code(abs(pips))}"


def _sealed_card(who: Combatant) -> Card:
    told = QCoreApplication.translate(_CONTEXT, "Sealed: shown when everybody has declared")
    number = QCoreApplication.translate(_CONTEXT, "%n declared", "", len(who.declared))
    return Card(QCoreApplication.translate(_CONTEXT, "Sealed"), number, "sealed", told)


def _card(rules: Rules, act: Announced, roll: NextRoll | None, names: Naming) -> Card:
    if act.how in (SPARE, EXTRA):
        return _reaction_card(rules, act)
    rule = rules.declarations.get(act.name)
    if act.how == SAID:
        return _said_card(rules, rule, act, names)
    text = act.text or QCoreApplication.translate(_CONTEXT, "open")
    under = ""
    if act.how in (TO_COME, NOW) and act.number == 1 and roll is not None and roll.skill:
        under = print_code(max(0, roll.pips))
    elif act.how == LOST:
        under = QCoreApplication.translate(_CONTEXT, "lost")
    elif act.how not in (TO_COME, NOW):
        under = QCoreApplication.translate(_CONTEXT, "done")
    told = " · ".join(part for part in (f"{act.number} {text}", under) if part)
    return Card(f"{act.number} {text}", under, act.how, told)


def _reaction_card(rules: Rules, act: Announced) -> Card:
    reaction = rules.reactions.get(act.name)
    label = reaction.label if reaction is not None and reaction.label else spelled(act.name)
    if act.how == SPARE:
        under = QCoreApplication.translate(_CONTEXT, "for action {number}").format(number=act.number)
    else:
        under = QCoreApplication.translate(_CONTEXT, "on top")
    return Card(label, under, act.how, f"{label} · {under}")


def _said_card(rules: Rules, rule: Declaration | None, act: Announced, names: Naming) -> Card:
    label = rule.label if rule is not None and rule.label else spelled(act.name)
    said = said_fields(rules, rule, act.fields, names)
    parts = [label, *said]
    if rule is not None and rule.text:
        parts.append(rule.text)
    return Card(label, ", ".join(said), SAID, " · ".join(parts))


def said_fields(rules: Rules, rule: Declaration | None, fields: dict[str, Any], names: Naming) -> list[str]:
    """Return what was filled in, in short: names, labels of choices, numbers that are not nothing."""
    found: list[str] = []
    for key, field in rule.inputs.items() if rule is not None else ():
        value = fields.get(key)
        if value in (None, "", 0, False, [], ()):
            continue
        if field.type in ("combatant", "combatants"):
            several = value if isinstance(value, list | tuple) else [value]
            found += [names.name(str(each)) for each in several]
        elif field.type in ("choice", "stat"):
            found.append(_labelled(choices_of(rules, field).get(str(value)), str(value)))
        elif value is True:
            found.append(field.label or key)
        elif field.type == "number":
            found.append(f"{field.label or key} {minus(str(value))}")
        else:
            found += [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
    return found


def _labelled(entry: Entry | None, ident: str) -> str:
    return entry.label if entry is not None and entry.label else spelled(ident)
