"""What must not be forgotten now, in words: checks that are due, effects to maintain, rolls asked for."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.rows.words import action_label, state_label
from rulesets.seen.asked import Asked, Matter
from rulesets.seen.scene import Scene
from rulesets.table.combatant import PC
from rulesets.table.encounter import OpenCheck
from rulesets.vocabulary import Rules

translate = QCoreApplication.translate

MANY = 3
"""From so many on the same is one row."""
MOST_NAMED = 4
"""People who are named in the row of all: of more it says how many they are."""
TO_ROLL = frozenset({Matter.OPEN, Matter.CHECK})
"""What is rolled for."""


class Due(Struct, frozen=True):
    """One thing to be done."""

    asked: Asked
    text: str
    """Who and what: 'Bandit 1: the check against Poison is due'."""
    told: str = ""
    name: str = ""
    """Who alone."""
    degrees: tuple[tuple[str, str], ...] = ()
    """Every way in which it can come out, and what that is called."""
    nth: int = 1
    """Of several rolls that are alike and all owed (one of a round that was passed over): which it is."""

    @property
    def who(self) -> str:
        """Id of the combatant that it is about."""
        return self.asked.who


class DueTogether(Struct, frozen=True):
    """The same to be done for many: one row, as long as nobody asks for each."""

    key: tuple[str, ...]
    """What they have in common."""
    each: tuple[Due, ...]
    text: str
    """What, and for how many: 'Massive damage: 6 combatants', 'Dying: 5 rolls of 3 combatants'."""

    @property
    def told(self) -> str:
        """The rule."""
        return self.each[0].told


def together(scene: Scene, found: Sequence[Due]) -> list[Due | DueTogether]:
    """Return what is to be done row by row: rolls of the same kind for MANY or more stand as one.

    Player characters are apart: whoever answers for all foes means none of them.
    """
    kinds: dict[tuple[str, ...], list[Due]] = {}
    for one in found:
        played = scene.state.combatants[one.asked.who].kind == PC
        kinds.setdefault((*_kind(one), PC if played else ""), []).append(one)
    rows: list[Due | DueTogether] = []
    for key, each in kinds.items():
        if len(each) < MANY or each[0].asked.matter not in TO_ROLL:
            rows += each
        else:
            rows.append(DueTogether(key, tuple(each), _words_together(scene, each)))
    return rows


def _kind(one: Due) -> tuple[str, ...]:
    asked = one.asked
    return (asked.matter, asked.check.check if asked.check is not None else "", asked.name)


def _words_together(scene: Scene, each: Sequence[Due]) -> str:
    """Return what is to be done for many, with the number to be reached if it is the same for all."""
    first = each[0].asked
    what = state_label(scene.rules, first.name)
    if first.check is not None:
        same = {one.asked.check.against for one in each if one.asked.check is not None}
        what = _rolled(scene.rules, first, first.check.against if len(same) == 1 else None)
    people = len({one.who for one in each})
    if people == len(each) <= MOST_NAMED:
        return f"{what}: {', '.join(one.name for one in each)}"
    if people == len(each):
        return translate("Due", "{what}: {number} combatants").format(what=what, number=people)
    if people == 1:
        return translate("Due", "{name}: {what}, {rolls} rolls").format(
            name=each[0].name, what=what, rolls=len(each)
        )
    text = translate("Due", "{what}: {rolls} rolls of {number} combatants")
    return text.format(what=what, rolls=len(each), number=people)


def due(scene: Scene) -> list[Due]:
    """Return what is to be done now."""
    people = scene.state.combatants
    found: list[Due] = []
    alike: dict[tuple[str, OpenCheck], int] = {}
    for one in scene.asked:
        nth = 1
        if one.check is not None:
            nth = alike[one.who, one.check] = alike.get((one.who, one.check), 0) + 1
        text, told = _words(scene, one)
        text = text if nth == 1 else translate("Due", "{text} (roll {nth})").format(text=text, nth=nth)
        found.append(Due(one, text, told, people[one.who].name, _degrees(scene.rules, one), nth))
    return found


def _degrees(rules: Rules, one: Asked) -> tuple[tuple[str, str], ...]:
    """Return every way in which a roll can come out, the worst first, in the ruleset's words if any."""
    rule = None if one.check is None else rules.checks[one.check.check]
    words: dict[str, str] = {
        "critical-success": translate("DueLine", "Critical success"),
        "success": translate("DueLine", "Success"),
        "failure": translate("DueLine", "Failure"),
        "critical-failure": translate("DueLine", "Critical failure"),
    }
    return tuple(
        (degree, (rule is not None and rule.called(degree)) or words.get(degree, degree))
        for degree in one.degrees
    )


def _edge(scene: Scene, check: OpenCheck) -> str:
    """Return what marks the roll and what that comes to: 'with disadvantage (Exhaustion)'."""
    marked = next(scene.rolls_ahead(scene.state.combatants[check.who], check.roll, None), None)
    if marked is None or not check.roll:
        return ""
    signs = {
        "advantage": translate("Due", "with advantage ({reasons})"),
        "disadvantage": translate("Due", "with disadvantage ({reasons})"),
        "straight": translate("Due", "straight ({reasons})"),
        "fails": translate("Due", "fails ({reasons})"),
    }
    rules = scene.rules
    named = dict.fromkeys(
        rules.states[mark.reason].label if mark.reason in rules.states else rules.tracks[mark.reason].label
        for mark in marked.marks
        if mark.sign
    )
    return signs[marked.edge].format(reasons=", ".join(named)) if named else ""


def _rolled(rules: Rules, one: Asked, against: int | None) -> str:
    """Return what is rolled, and the number that it is about, if there is one."""
    if one.check is None:
        return state_label(rules, one.name)
    rule = rules.checks[one.check.check]
    own = one.name.removeprefix(f"{one.check.check}:")
    what = rule.label if own == one.check.check else f"{rule.label}, {state_label(rules, own)}"
    if against is None:
        return what
    text = translate("Due", "{what}, {against} or more")
    if rule.at_most:
        text = translate("Due", "{what}, {against} or less")
    return text.format(what=what, against=against)


def _words(scene: Scene, one: Asked) -> tuple[str, str]:
    """Return what is to be done, and the rule."""
    rules, people = scene.rules, scene.state.combatants
    name, label = people[one.who].name, state_label(rules, one.name)
    match one.matter:
        case Matter.REACTION:
            text = translate("Due", "{name} has announced: {action}. Whoever reacts goes first")
            return text.format(name=name, action=action_label(rules, one.name)), ""
        case Matter.OPEN if one.check is not None:
            rule, what = rules.checks[one.check.check], _rolled(rules, one, one.check.against)
            if one.check.against is None and not rule.answers:
                what = translate("Due", "{what}: the rules name no number").format(what=what)
            words = translate("Due", "{name}: {what}").format(name=name, what=what)
            told = rule.text
            return " ".join(part for part in (words, _edge(scene, one.check)) if part), told
        case Matter.UPKEEP if one.effect is not None and one.maintain is not None:
            text = translate("Due", "{name}: maintain {effect} on {who}, or it ends")
            words = text.format(name=name, effect=label, who=people[one.effect.on].name)
            return words, rules.actions[one.maintain.name].text
    return translate("Due", "{name}: the check against {effect} is due").format(name=name, effect=label), ""
