"""What has happened in the present turn that somebody may react to, in words; what is done by an attack."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from rulesets.seen.attacks import strikes
from rulesets.seen.labels import label_in
from rulesets.seen.proposed import Cause, causes, is_blow, lets_attack
from rulesets.seen.queries import acting_one
from rulesets.table.commands import Act, Command, React
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules


def said_causes(rules: Rules, state: Encounter, who: str) -> dict[str, Cause]:
    """Return what ``who`` may react to by what it is called, the likeliest first."""
    said = {_called(rules, state, one): one for one in reversed(causes(rules, state, who))}
    return dict(reversed(said.items()))


def likely_cause(rules: Rules, state: Encounter, who: str, by: str = "") -> str:
    """Return what ``who`` likely reacts to, something done ``by`` one first; '' if nothing is likely.

    That is neither what it has reacted to already, nor what somebody of its own side has done.
    """
    said = said_causes(rules, state, who)
    left = [text for text, one in said.items() if (who, text) not in state.notes.reacted and not one.friendly]
    return next((text for text in left if said[text].by == by), left[0] if left else "")


def likely_causer(rules: Rules, state: Encounter, who: str) -> str:
    """Return who has done what ``who`` likely reacts to, or ''."""
    one = said_causes(rules, state, who).get(likely_cause(rules, state, who))
    return "" if one is None else one.by


def is_struck(rules: Rules, state: Encounter, command: Command) -> bool:
    """Return whether what a command spends is an attack: the window of attacks rolls and records it, too.

    So it is with what is paid for attacks that follow it. A reaction is one if it strikes, and something has
    happened that it answers. Somebody must be there.
    """
    if len(state.combatants) < 2:
        return False
    if isinstance(command, React):
        answers = not command.to or bool(likely_cause(rules, state, command.who))
        return answers and strikes(rules, command.name)
    return isinstance(command, Act) and (is_blow(rules, command.name) or lets_attack(rules, command.name))


def struck_one(rules: Rules, state: Encounter, command: Command) -> str:
    """Return whom an attack of a command is aimed at, or '': who strikes back strikes whoever gave cause."""
    target = str(getattr(command, "target", ""))
    if isinstance(command, React) and not target:
        return likely_causer(rules, state, command.who) or acting_one(rules, state)
    return target


def _called(rules: Rules, state: Encounter, cause: Cause) -> str:
    """Return what something is called that is reacted to; players may read it, so nobody is betrayed."""
    if cause.label:
        return cause.label
    one = state.combatants.get(cause.by)
    named = one is not None and not one.hidden and not one.alias
    told = _unnamed_cause(cause, named=named)
    text = told.format(name="" if one is None else one.name, act=label_in(rules.actions, cause.act))
    again = QCoreApplication.translate("ReactDialog", "{attack} ({number})")
    return text if cause.number < 2 else again.format(attack=text, number=cause.number)


def _unnamed_cause(cause: Cause, *, named: bool) -> str:
    """Return in which words something is told that has no label: an act that provokes, or an attack."""
    if cause.act:
        return QCoreApplication.translate("ReactDialog", "{act} by {name}") if named else "{act}"
    if named:
        return QCoreApplication.translate("ReactDialog", "attack by {name}")
    return QCoreApplication.translate("ReactDialog", "the attack")
