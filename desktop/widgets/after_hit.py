"""The damage that follows a hit: with what its sheet is opened, and why its dice are what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop.widgets.citations import followed_by, with_citation
from desktop.widgets.to_sheet import ToSheet, of_notes
from rulesets.seen.attack_texts import example_of_attack, plain_attacks
from rulesets.seen.attacks import Changed, criticals, harm_by_roll, less_damage, told_by
from rulesets.seen.deeds import as_made, paid_for
from rulesets.seen.queries import pipeline_for
from rulesets.seen.throws import attacks_noted, harm_of, knows_attacks, texts_of
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules
from rulesets.vocabulary.values import HARM

if TYPE_CHECKING:
    from desktop.bridge import Bridge


def harm_after(bridge: Bridge, attacker: Combatant, hit: cmd.RecordAttack) -> tuple[str, str]:
    """Return the dice of the damage of a hit that is recorded, as far as they are known, and why in words."""
    dice = harm_of(bridge.rules, bridge.state, attacker, hit.label or hit.using)
    return harm_in_words(dice, harm_by_roll(bridge.rules, bridge.state, attacker, hit, dice))


def sheet_after(bridge: Bridge, hit: cmd.RecordAttack) -> ToSheet:
    """Return what the sheet of the damage of a hit in the log is opened with, as far as the log tells.

    Of an attack that was left open it is only said later that it has hit: with what, and by how much, stands
    where it was made.
    """
    rules, pipeline = bridge.rules, pipeline_for(bridge.rules, "damage")
    hit, attacker = as_made(bridge, hit), bridge.state.combatants.get(hit.who)
    named, action = hit.label or hit.using, paid_for(bridge, hit)
    dice, about, unknown, times = "", "", "", 2
    if attacker is not None:
        dice = harm_of(rules, bridge.state, attacker, named)
        less = less_damage(rules, bridge.state, attacker, action, dice) if action else None
        dice, about = harm_in_words(dice, less) if less is not None else harm_after(bridge, attacker, hit)
        unknown = "" if dice or about else unknown_dice(rules, attacker, named)
        known = (one.times for one in plain_attacks(texts_of(attacker)) if one.name == hit.using)
        times = next(known, times)
    said = told_by(rules, pipeline, action)
    if said and not about:
        about = with_citation(rules.actions[action].text, rules.actions[action].cite)
    about = about or (_margin_unknown(rules, hit) if dice else "")
    told, left = of_notes(rules, bridge.state, pipeline, attacker, named)
    about = "\n".join(filter(None, (unknown, left, about)))
    ticked = criticals(rules) if hit.critical else ()
    return ToSheet(pipeline, (hit.target,), hit.who, dice or None, ticked, times, {**told, **said}, about)


def _margin_unknown(rules: Rules, hit: cmd.RecordAttack) -> str:
    """Return that a rule adds to the damage by how far an attack was above, if that is not known; or ''."""
    if hit.rolled is None or hit.against is not None:
        return ""
    told = QCoreApplication.translate(
        "Deeds", "{rule} is not counted: nobody has said what was rolled against."
    )
    found = (rule for rule in rules.formulas.values() if rule.role == HARM and rule.label)
    return next((followed_by(told.format(rule=one.label), one.cite) for one in found), "")


def unknown_dice(rules: Rules, attacker: Combatant, attack: str) -> str:
    """Return why the dice of the damage of an attack are not known, and where they would be read, or ''."""
    if not knows_attacks(rules):
        return ""
    if not attack and attacks_noted(rules, texts_of(attacker)):
        text = QCoreApplication.translate("Deeds", "With what {name} hit is not said: type the dice of it.")
        return text.format(name=attacker.name)
    text = QCoreApplication.translate(
        "Deeds",
        "No damage dice are noted for {attack} of {name}. In the notes they are read as in “{example}”.",
    )
    if not attack:
        text = QCoreApplication.translate(
            "Deeds", "No damage dice are noted for {name}. In the notes they are read as in “{example}”."
        )
    return text.format(attack=attack, name=attacker.name, example=example_of_attack(rules))


def harm_in_words(dice: str, changed: Changed | None) -> tuple[str, str]:
    """Return the dice of a damage as a rule has changed them, and the rule; of unknown ones what it adds."""
    if changed is None:
        return dice, ""
    about = with_citation(changed.text, changed.cite)
    if not dice:
        text = QCoreApplication.translate(
            "Deeds", "The dice of the weapon are not known: type {dice} more than it has; {rule}"
        )
        return "", text.format(dice=changed.dice, rule=about)
    if changed.dice != dice:
        text = QCoreApplication.translate("Deeds", "{before} is {dice} here; {rule}")
        about = text.format(before=dice, dice=changed.dice, rule=about)
    return changed.dice, about
