"""What is said of an attack before it is recorded: what it is rolled with, what is open, what to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop.widgets.citations import followed_by, with_citation
from desktop.widgets.lacking import lacking
from desktop.widgets.people import attack_kinds
from desktop.widgets.roll_marks import told
from rulesets.seen.attacks import covering, die_counts, shifts
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.offers import can_react, could_take
from rulesets.seen.proposed import attacked_next, may_be_of, named_out
from rulesets.seen.queries import pipeline_for, reactions_to_attack
from rulesets.seen.scene import MarkedRoll
from rulesets.seen.throws import knows_attacks, rolled_besides

if TYPE_CHECKING:
    from desktop.attack.attempt import Attempt
    from desktop.bridge import Bridge
    from desktop.widgets.attack_roll import AttackRollField
    from desktop.widgets.texts import Texts
    from rulesets.seen.attacks import Shift, Way
    from rulesets.table.encounter import Encounter

translate = QCoreApplication.translate


def of_roll(attempt: Attempt, texts: Texts, ways: Sequence[Way], meant: tuple[str, Sequence[str]]) -> str:
    """Return what is for and against the roll; where nothing is known to attack with, what is to be typed.

    ``meant`` is which reaction or action the attack is, and of which kinds that can be.
    """
    if attempt.way is not None:
        return told(attempt.scene, attempt.way.roll, attempt.marks(texts))
    return "\n".join(filter(None, (_nothing_known(attempt, ways, meant), _marks_alone(attempt, texts))))


def _nothing_known(attempt: Attempt, ways: Sequence[Way], meant: tuple[str, Sequence[str]]) -> str:
    """Return what is to be typed where nothing is known that the attacker attacks with, or ''."""
    (called, kinds), rules = meant, attempt.bridge.rules
    name = "" if attempt.who is None else attempt.who.name
    if ways and kinds and not any(may_be_of(way.kind, kinds) for way in ways):
        none = translate("Attack", "{reaction} is made {how}, and no such attack of {name} is known.")
        rule = rules.reactions.get(called) or rules.actions.get(called)
        label, text, cite = (called, "", "") if rule is None else (rule.label, rule.text, rule.cite)
        said = none.format(reaction=label or called, how=attack_kinds()[kinds[0]], name=name)
        return followed_by(f"{said} {text}".strip(), cite)
    if ways:
        return ""
    if not knows_attacks(rules):
        none = translate(
            "Attack",
            "Say what came of it, or type what was rolled by your own book: in these rules is no roll to "
            "attack, what they roll is {rolled}.",
        )
        said = none.format(rolled=rolled_besides(rules))
        noted = translate(
            "Attack", "The damage of what stands in the notes as “Sword +5 (1d8+2)” comes after a hit."
        )
        return f"{said} {noted}" if pipeline_for(rules, "damage") else said
    known = translate(
        "Attack",
        "No attack of {name} is known: type the total, or dice as in d20+5. What stands in the notes as "
        "“Sword +5 (1d8+2)” is known.",
    )
    return known.format(name=name)


def _marks_alone(attempt: Attempt, texts: Texts) -> str:
    """Return what is for and against an attack of which it is not known what it is rolled with, or ''."""
    if attempt.who is None or not attempt.marked:
        return ""
    marked = attempt.scene.rolls_ahead(attempt.who, attempt.marked, attempt.target)
    return "; ".join(one.line for one in texts.rolls(marked))


def of_open(attempt: Attempt) -> str:
    """Return that the attack is recorded already, and its result goes to that line, in words, or ''."""
    if attempt.who is None or attempt.target is None or not attempt.is_open():
        return ""
    said = translate(
        "Attack", "An attack of {who} on {target} is open: the result is that of this one, no second attack."
    )
    return said.format(who=attempt.who.name, target=attempt.target.name)


def of_fallen(attempt: Attempt) -> str:
    """Return that whom the attacker has announced to attack is out of the fight, in words, or ''."""
    if attempt.who is None:
        return ""
    rules, state = attempt.bridge.rules, attempt.bridge.state
    fallen = state.combatants.get(named_out(rules, state, attempt.who.id))
    said = translate("Attack", "{name}, whom {who} was to attack, is out of the fight: choose the target.")
    return "" if fallen is None else said.format(name=fallen.name, who=attempt.who.name)


def of_total(attempt: Attempt, roll: AttackRollField) -> str:
    """Return that the total is none that the dice come to, or ask for the die where that counts."""
    total, hits = roll.number, attempt.hits
    if total is None:
        return ""
    if roll.beyond is not None:
        low, high = roll.beyond
        text = translate(
            "Attack", "{dice} comes to {low} to {high}: {total} is taken as typed, at least {more} more."
        )
        if total < low:
            text = translate(
                "Attack", "{dice} comes to {low} to {high}: {total} is taken as typed, at least {more} less."
            )
        more = max(total - high, low - total)
        return text.format(dice=roll.offered, low=low, high=high, total=total, more=more)
    die = roll.extreme
    if die is None or hits is None or not die_counts(attempt.bridge.rules, hits, die, attempt.threat):
        return ""
    text = translate("Attack", "Did the die show {die}? Then type {sum}: it counts for itself.")
    return text.format(die=die, sum=f"{die}{total - die:+d}" if total != die else f"{die}+0")


def of_tied(attempt: Attempt, texts: Texts) -> str:
    """Return what ties to the attacker put on what the target rolls against it, or ''.

    Where attacks are rolled against a number of the target, it rolls nothing (E-KAI-07).
    """
    who, target, roll = attempt.who, attempt.target, attempt.marked
    if target is None or not roll or attempt.defences():
        return ""
    put = attempt.scene.tied(target, who, roll)
    said = translate("Attack", "{name} rolls against it with {marks}.")
    marked = texts.rolls([MarkedRoll(roll, put)] if put else [])
    return "\n".join(said.format(name=target.name, marks=one.text) for one in marked)


def of_defence(attempt: Attempt, stat: str) -> str:
    """Return which states and tracks are in the number it is rolled against, in words: 'Prone −4'."""
    return ", ".join(one.told for one in _shifts(attempt, stat))


def of_lacking(attempt: Attempt, stat: str) -> str:
    """Return which of them take nothing from it since a number of the target is not entered, in words."""
    text = translate("Attack", "{state}: {lacking}")
    return "; ".join(
        text.format(state=one.told, lacking=", ".join(lacking(one.lacks)))
        for one in _shifts(attempt, stat)
        if one.lacks
    )


def _shifts(attempt: Attempt, stat: str) -> list[Shift]:
    if attempt.target is None or not stat:
        return []
    return shifts(attempt.bridge.rules, attempt.bridge.state, attempt.target, stat)


def of_no_defence() -> str:
    """Return why nothing stands in the number it is rolled against where the ruleset names no stat for it."""
    return translate("Attack", "no number of the target: type what is rolled against it")


def of_covered(attempt: Attempt) -> str:
    """Return which reaction of the round it is rolled against, in words, or ''."""
    covered = attempt.covered()
    if covered is None or attempt.target is None:
        return ""
    name, total = covered
    rule = attempt.bridge.rules.reactions[name]
    text = translate("Attack", "{name} has rolled {total} in this round: {reaction}")
    said = text.format(name=attempt.target.name, total=total, reaction=entry_label(rule, name))
    return with_citation(said, rule.cite)


def of_others(bridge: Bridge, texts: Texts, who: str, target: str, selected: Sequence[str]) -> str:
    """Return who is ``selected`` and neither attacks nor is attacked by this, in words, or ''."""
    left = [one for one in selected if one not in (who, target)]
    if not left or len(selected) < 2:
        return ""
    text = translate("Attack", "One attack, on {target} alone. Selected too, and not part of it: {names}.")
    said = text.format(target=texts.name(target), names=texts.names(left))
    following = attacked_next(bridge.rules, bridge.state, who, left)
    then = translate("Attack", "The next attack is proposed on {name}.").format(name=texts.name(following))
    return f"{said} {then}" if following else said


def of_answers(attempt: Attempt, state: Encounter) -> str:
    """Return what the target can answer with once the attack is recorded, as ``state`` has it, or ''."""
    target = None if attempt.target is None else state.combatants.get(attempt.target.id)
    rules = attempt.bridge.rules
    if target is None or not can_react(rules, state, target):
        return ""
    answered = {name for attack in state.notes.attacks[-1:] for name in attack.answered}
    answered |= {*covering(rules, target, attempt.kind)}  # what goes on answering is rolled against already
    left = (name for name in reactions_to_attack(rules, state, target.id) if name not in answered)
    names = [label_in(rules.reactions, name) for name in left if could_take(rules, state, target, name)]
    said = translate("Attack", "{name} can answer with: {reactions}")
    return said.format(name=target.name, reactions=", ".join(names)) if names else ""
