"""What must not be forgotten now, in words: checks that are due, effects to maintain, rolls asked for."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.rows.words import action_label, state_label
from rulesets.seen.asked import Asked, Matter
from rulesets.seen.scene import Scene

translate = QCoreApplication.translate


class Due(Struct, frozen=True):
    """One thing to be done."""

    asked: Asked
    text: str
    """Who and what: 'Bandit 1: the check against Poison is due'."""
    told: str = ""

    @property
    def who(self) -> str:
        """Id of the combatant that it is about."""
        return self.asked.who


def due(scene: Scene) -> list[Due]:
    """Return what is to be done now."""
    return [Due(one, *_words(scene, one)) for one in scene.asked]


def _words(scene: Scene, one: Asked) -> tuple[str, str]:
    """Return what is to be done, and the rule."""
    rules, people = scene.rules, scene.state.combatants
    name, label = people[one.who].name, state_label(rules, one.name)
    match one.matter:
        case Matter.REACTION:
            text = translate("Due", "{name} has announced: {action}. Whoever reacts goes first")
            return text.format(name=name, action=action_label(rules, one.name)), ""
        case Matter.OPEN if one.check is not None:
            rule, against = rules.checks[one.check.check], one.check.against
            what = (
                rule.label if one.name == one.check.check else f"{rule.label}, {state_label(rules, one.name)}"
            )
            if against is None:
                return translate("Due", "{name}: {what}").format(name=name, what=what), rule.text
            text = translate("Due", "{name}: {what}, {against} or more")
            if rule.at_most:
                text = translate("Due", "{name}: {what}, {against} or less")
            return text.format(name=name, what=what, against=against), rule.text
        case Matter.UPKEEP if one.effect is not None and one.maintain is not None:
            text = translate("Due", "{name}: maintain {effect} on {who}, or it ends")
            words = text.format(name=name, effect=label, who=people[one.effect.on].name)
            return words, rules.actions[one.maintain.name].text
    return translate("Due", "{name}: the check against {effect} is due").format(name=name, effect=label), ""
