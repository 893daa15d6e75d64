"""The cells of rulesets that declare: what was announced, act by act, and what comes next is rolled with."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop.list.rows.values import Card, Plain
from desktop.list.rows.words import Naming
from rulesets.formula.dice import print_code
from rulesets.seen.labels import entry_label, said_fields, spelled_label
from rulesets.seen.queries import DONE, EXTRA, LOST, NOW, SPARE, TO_COME, Announced, NextRoll
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Declaration, Rules

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
    added = difference(roll.pips - roll.times * roll.code)
    changed = " ".join(part for part in (multiplied(roll.times), added) if part)
    if stat is None:
        penalty = QCoreApplication.translate(_CONTEXT, "on every roll")
        full = QCoreApplication.translate(_CONTEXT, "no penalty")
        return Plain(changed, penalty) if changed else Plain("–", full)
    label = entry_label(stat, roll.skill)
    why = f"{label} {print_code(roll.code)} {changed}".rstrip()
    possible = roll.pips >= max(1, roll.least)
    told = why if possible else QCoreApplication.translate(_CONTEXT, "{why}: too little to be rolled")
    return Plain(print_code(max(0, roll.pips)), why, told.format(why=why), possible)


def multiplied(times: int) -> str:
    """Return how many times the dice of a roll count: '× 2'; '' for once."""
    return "" if times == 1 else f"× {times}"


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
    if not act.number:
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
    return Card(f"{act.number} {text}", under, act.how, told, text)


def _reaction_card(rules: Rules, act: Announced) -> Card:
    reaction = rules.reactions.get(act.name)
    label = spelled_label(reaction, act.name)
    if act.how == SPARE:
        under = QCoreApplication.translate(_CONTEXT, "for action {number}").format(number=act.number)
    else:
        under = QCoreApplication.translate(_CONTEXT, "on top")
    return Card(label, under, act.how, f"{label} · {under}")


def _said_card(rules: Rules, rule: Declaration | None, act: Announced, names: Naming) -> Card:
    label = spelled_label(rule, act.name)
    come = {
        DONE: QCoreApplication.translate(_CONTEXT, "done"),
        LOST: QCoreApplication.translate(_CONTEXT, "lost"),
    }
    said = [*filter(None, [come.get(act.how)]), *said_fields(rules, rule, act.fields, names.name)]
    parts = [label, *said]
    if rule is not None and rule.text:
        parts.append(rule.text)
    return Card(label, ", ".join(said), act.how, " · ".join(parts))
