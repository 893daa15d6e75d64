"""What must not be forgotten now, in words: checks that are due, effects to maintain, rolls asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from desktop.widgets.texts import translated
from rulesets.seen.asked import Asked, Matter
from rulesets.seen.labels import action_label, state_label
from rulesets.seen.proposed import sheet_after_roll
from rulesets.seen.scene import Scene
from rulesets.table.combatant import PC, Combatant
from rulesets.table.commands import RecordAttack
from rulesets.table.encounter import Attack, OpenCheck
from rulesets.vocabulary import Rules
from rulesets.vocabulary.checks import SUCCESS

if TYPE_CHECKING:
    from rulesets.words.terms import Terms

translate = QCoreApplication.translate

MANY = 3
"""From so many on the same is one row."""
MOST_NAMED = 4
"""People who are named in the row of all: of more it says how many they are."""
LONGEST = 30
"""Letters that say on the primary button what is rolled, and by whom."""
TO_ROLL = frozenset({Matter.OPEN, Matter.CHECK})
"""What is rolled for."""
DueKey = tuple[str, str, str, OpenCheck | None, int]
"""What something to be done is known by: matter, who, name, the roll, which of several alike."""


class Due(Struct, frozen=True):
    """One thing to be done."""

    asked: Asked
    text: str
    """Who and what: 'Bandit 1: the check against Poison is due'."""
    told: str = ""
    least: str = ""
    """What of the text is cut short first where there is no room for all of it: what the roll is called."""
    name: str = ""
    """Who alone."""
    degrees: tuple[tuple[str, str], ...] = ()
    """Every way in which it can come out, and what that is called."""
    decides: bool = True
    """Something comes of an answer by itself; else it is noted, and the rest is for the game master."""
    nth: int = 1
    """Of several rolls that are alike and all owed (one of a round that was passed over): which it is."""
    opening: frozenset[str] = frozenset()
    """The ways to come out that open a sheet, in which more is asked for."""
    brief: str = ""
    """The same where there is little room, if that can be said: 'Bandit 1: Dying, ≤ 10'."""

    def buttons(self, text: str) -> list[tuple[str, str]]:
        """Return every way to come out with its button, the best first; what opens a sheet says so.

        ``text`` is what stands on one: '{degree}'.
        """
        opens = translate("Due", "{button}…")
        named = [(degree, text.format(degree=word)) for degree, word in reversed(self.degrees)]
        return [
            (degree, opens.format(button=said) if degree in self.opening else said) for degree, said in named
        ]

    @property
    def who(self) -> str:
        """Id of the combatant that it is about."""
        return self.asked.who

    @property
    def alone(self) -> str:
        """What it is called where the row above says what is rolled: who, and what tells it from another."""
        told = (self.name, *((self.asked.name,) if self.asked.name.isdecimal() else ()))
        return ", ".join(told) if self.nth == 1 else f"{', '.join(told)} ({self.nth})"

    @property
    def takes_total(self) -> bool:
        """Whether a total of it decides by a number."""
        check = self.asked.check
        return check is not None and check.against is not None

    @property
    def key(self) -> DueKey:
        """What it is known by from one moment to the next."""
        return self.asked.matter, self.asked.who, self.asked.name, self.asked.check, self.nth


class DueTogether(Struct, frozen=True):
    """The same to be done for many: one row, as long as nobody asks for each."""

    key: tuple[str, ...]
    """What they have in common."""
    each: tuple[Due, ...]
    text: str
    """What, and for how many: 'Massive damage: 6 combatants', 'Dying: 5 rolls of 3 combatants'."""
    brief: str = ""
    """The same where there is little room."""

    @property
    def least(self) -> str:
        """What of the text is cut short first: nothing before its end, as what is rolled begins it."""
        return ""

    @property
    def told(self) -> str:
        """The rule."""
        return self.each[0].told


def together(scene: Scene, found: Sequence[Due]) -> list[Due | DueTogether]:
    """Return what is to be done row by row: rolls of the same kind for MANY or more stand as one.

    So do attacks that earlier turns have left open: who never says what came of any loses no room to them.
    Player characters are apart: whoever answers for all foes means none of them.
    """
    kinds: dict[tuple[str, ...], list[Due]] = {}
    for one in found:
        kinds.setdefault(key_of(scene, one), []).append(one)
    rows: list[Due | DueTogether] = []
    for key, each in kinds.items():
        first = each[0].asked
        if len(each) < MANY or not (first.matter in TO_ROLL or first.earlier):
            rows += each
        else:
            rows.append(as_one(scene, key, each))
    return rows


def as_one(scene: Scene, key: tuple[str, ...], each: Sequence[Due]) -> DueTogether:
    """Return the row of all of them, who stand in it as they were added."""
    places = {ident: place for place, ident in enumerate(scene.state.combatants)}
    each = sorted(each, key=lambda one: places[one.who])
    text, brief = (_words_together(scene, each, brief=brief) for brief in (False, True))
    return DueTogether(key, tuple(each), text, brief)


def key_of(scene: Scene, one: Due) -> tuple[str, ...]:
    """Return what this has in common with all that can stand in one row with it.

    A number as its name tells blows apart, and not what is rolled.
    """
    asked, played = one.asked, scene.state.combatants[one.asked.who].kind == PC
    if asked.earlier:
        return (asked.matter, "", "", "")
    check = asked.check.check if asked.check is not None else ""
    name = "" if check and asked.name.isdecimal() else asked.name
    return (asked.matter, check, name, PC if played else "")


def _words_together(scene: Scene, each: Sequence[Due], *, brief: bool) -> str:
    """Return what is to be done for many, with the number to be reached if it is the same for all."""
    first = each[0].asked
    if first.earlier:
        text = translate("Due", "{number} attacks of earlier turns: no results yet")
        return text.format(number=len(each))
    what = state_label(scene.rules, first.name)
    if first.check is not None:
        same = {one.asked.check.against for one in each if one.asked.check is not None}
        alike = len({one.asked.name for one in each}) == 1
        against = first.check.against if len(same) == 1 else None
        what = _rolled(scene.rules, first if alike else replace(first, name=""), against, brief=brief)
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


def due(scene: Scene, hits: Mapping[int, RecordAttack] | None = None) -> list[Due]:
    """Return what is to be done now: what whoever acts owes stands first, and what is only noted last.

    ``hits`` are those without damage, by their places in the log.
    """
    if not scene.asked and not hits:
        return []
    people, terms = scene.state.combatants, _terms(scene.rules)
    found: list[Due] = []
    alike = Counter[tuple[str, OpenCheck | str]]()
    for one in scene.asked:
        nth = 1
        if one.check is not None or one.attack is not None:
            which = one.name if one.check is None else one.check
            alike[one.who, which] += 1
            nth = alike[one.who, which]
        (text, told), brief = _words(scene, one), ""
        if one.matter is Matter.OPEN and one.check is not None:
            brief = _open_roll(scene, one, one.check, brief=True)
        if one.check is not None and nth > 1:
            again = translate("Due", "{text} (roll {nth})")
            text, brief = (again.format(text=said, nth=nth) if said else "" for said in (text, brief))
        name, degrees = people[one.who].name, _degrees(terms, one)
        decides = one.check is None or scene.rules.checks[one.check.check].decides
        least, opening = _least(scene.rules, one), _opening(scene.rules, one)
        found.append(Due(one, text, told, least, name, degrees, decides, nth, opening, brief))
    for step, hit in (hits or {}).items():
        attack = Attack(hit.who, hit.target, hit.kind, hit.result, hit.label)
        asked = Asked(Matter.HIT, hit.who, hit.label, attack=attack, step=step)
        text, name = without_damage(people, hit), people[hit.who].name
        told = translate("Due", "None puts it aside, as for an attack that does no damage.")
        found.append(Due(asked, text, told, name=name, nth=step))
    acts = scene.state.walk.active
    return sorted(found, key=lambda one: (people[one.who].slot != acts, not one.decides))


def rolled_first(scene: Scene, proposed: Collection[DueKey]) -> Due | None:
    """Return the first roll that the rules ask for, of those that were not ``proposed`` yet.

    One whose time has come goes before one that a blow has brought, if that has a number to be reached: where
    the game master decides, the keys would be at a button that decides by the next press.
    """
    if not any(one.check is not None for one in scene.asked):
        return None
    open_ones = [one for one in due(scene) if one.asked.timely or one.takes_total]
    found = [one for one in open_ones if one.key not in proposed]
    return min(found, key=lambda one: not one.asked.timely, default=None)


def to_roll(scene: Scene, one: Due) -> str:
    """Return that a roll is to be made, in few words; a long name would leave the rest of the bar no room."""
    whole, terms = translate("Due", "Go to roll: {what} of {name}"), _terms(scene.rules)
    check = one.asked.name if one.asked.check is None else one.asked.check.check
    text = whole.format(what=terms.check(check, one.asked.name), name=one.name)
    if len(text) <= LONGEST:
        return text
    return translate("Due", "Go to roll: {what}").format(what=terms.check(check, ""))


def without_damage(people: Mapping[str, Combatant], hit: RecordAttack) -> str:
    """Return that the damage of a hit is still to be given."""
    text = translate("Due", "{name} hit {target}: no damage yet")
    return text.format(name=people[hit.who].name, target=people[hit.target].name)


def _terms(rules: Rules) -> Terms:
    from rulesets.words.terms import Terms  # with the first that is due

    return Terms(rules, str, translated)


def _degrees(terms: Terms, one: Asked) -> tuple[tuple[str, str], ...]:
    """Return every way in which a roll can come out, the worst first, in the ruleset's words if any."""
    check = "" if one.check is None else one.check.check
    return tuple((degree, terms.answer(check, degree) or degree) for degree in one.degrees)


def _opening(rules: Rules, one: Asked) -> frozenset[str]:
    """Return the ways to come out of which a sheet asks for more."""
    check = "" if one.check is None else one.check.check
    return frozenset(degree for degree in one.degrees if sheet_after_roll(rules, check, degree))


def _edge(scene: Scene, check: OpenCheck) -> str:
    """Return what marks the roll and what that comes to: 'with disadvantage (Exhaustion)'.

    Numbers are told of what is rolled at the table alone: dice that are thrown here have them already.
    """
    marked = next(scene.rolls_ahead(scene.state.combatants[check.who], check.roll, None), None)
    if marked is None or not check.roll:
        return ""
    if not scene.rules.checks[check.check].dice and not any(mark.sign for mark in marked.marks):
        from rulesets.words.rolls import rolls_text

        return f"({rolls_text(_terms(scene.rules), [marked])[0].text})"
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


def _rolled(rules: Rules, one: Asked, against: int | None, *, brief: bool = False) -> str:
    """Return what is rolled, and the number that it is about, if there is one: in ``brief`` as a sign."""
    if one.check is None:
        return state_label(rules, one.name)
    rule, what = rules.checks[one.check.check], _terms(rules).check(one.check.check, one.name)
    if against is None:
        return what
    if brief:
        text = translate("Due", "{what}, ≤ {against}" if rule.at_most else "{what}, ≥ {against}")
        return text.format(what=what, against=against)
    if rule.dice and rule.dice not in _dice_of_orders(rules):  # that of everything else is known
        what = translate("Due", "{what} ({dice})").format(what=what, dice=rule.dice)
    text = translate("Due", "{what}, {against} or more")
    if rule.at_most:
        text = translate("Due", "{what}, {against} or less")
    return text.format(what=what, against=against)


def _dice_of_orders(rules: Rules) -> set[str]:
    """Return the dice that are rolled for initiative, as nearly all is."""
    return {one.roll.dice for one in rules.orders.values() if one.roll is not None}


def _least(rules: Rules, one: Asked) -> str:
    """Return what a game master misses the least of a roll: who rolls, and for what number, stays."""
    if one.check is None or one.check.against is None:
        return ""
    return _terms(rules).check(one.check.check, one.name)


def _open_roll(scene: Scene, one: Asked, check: OpenCheck, *, brief: bool = False) -> str:
    """Return who rolls what for what number; in ``brief`` not with which dice, and what comes of it."""
    rules = scene.rules
    rule, what = rules.checks[check.check], _rolled(rules, one, check.against, brief=brief)
    if check.against is not None and rule.called(SUCCESS) and not brief:
        comes = _terms(rules).degree(check.check, SUCCESS)
        what = translate("Due", "{what}: {comes}").format(what=what, comes=comes)
    if check.against is None and not rule.answers:
        decide = translate("Due", "{what}: no number in the rules, you decide")
        what = (translate("Due", "{what}: you decide") if brief else decide).format(what=what)
    words = translate("Due", "{name}: {what}").format(name=scene.state.combatants[one.who].name, what=what)
    return " ".join(part for part in (words, _edge(scene, check)) if part)


def _words(scene: Scene, one: Asked) -> tuple[str, str]:
    """Return what is to be done, and the rule."""
    rules, people = scene.rules, scene.state.combatants
    name, label = people[one.who].name, state_label(rules, one.name)
    match one.matter:
        case Matter.REACTION:
            text = translate("Due", "{name} has announced: {action}. Whoever reacts goes first")
            return text.format(name=name, action=action_label(rules, one.name)), ""
        case Matter.OPEN if one.check is not None:
            rule = rules.checks[one.check.check]
            told = rule.text
            if one.check.against is None and not rule.answers:
                decide = translate("Due", "The rules set no target number: you decide.")
                told = f"{told} {decide}".strip()
            return _open_roll(scene, one, one.check), told
        case Matter.ATTACK if one.attack is not None:
            made = one.attack
            text = translate("Due", "{name} attacks {target}: no result yet")
            if one.earlier:
                text = translate("Due", "{name} attacked {target}: no result yet")
            if made.rolled is not None and one.earlier:
                text = translate("Due", "{name} attacked {target}, {rolled}: no result yet")
            elif made.rolled is not None:
                text = translate("Due", "{name} attacks {target}, {rolled}: no result yet")
            target = people[made.target].name
            told = translate("Due", "What came of the attack is not known yet.")
            return text.format(name=name, target=target, rolled=made.rolled), told
        case Matter.UPKEEP if one.effect is not None and one.maintain is not None:
            text = translate("Due", "{name}: maintain {effect} on {who}, or it ends")
            words = text.format(name=name, effect=label, who=people[one.effect.on].name)
            return words, rules.actions[one.maintain.name].text
    return translate("Due", "{name}: the check against {effect} is due").format(name=name, effect=label), ""
