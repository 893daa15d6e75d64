"""What can be rolled by name for somebody: the roll announced next, attacks, formulas with dice, skills."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.answered import ATTACK
from rulesets.engine.counts import is_moving
from rulesets.engine.marks import modifier
from rulesets.formula.amounts import AmountError, read_amount
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import Dice, parse_code, print_code
from rulesets.formula.wild import throw
from rulesets.seen.attack_texts import (
    LONGEST,
    HarmPart,
    as_called,
    attack_passages,
    kinds_by_words,
    kinds_in,
    named_codes,
    named_dice,
    plain_attacks,
)
from rulesets.seen.proposed import act_at_hand, roll_of_attack, rolled_with, skill_at_hand
from rulesets.seen.queries import formulas_for_people, named_action, value_of
from rulesets.seen.scene import Scene
from rulesets.seen.why.explain import explain_roll
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Throw
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import FormulaRule, Rules
from rulesets.vocabulary.base import AttackKind
from rulesets.vocabulary.checks import CheckRule
from rulesets.vocabulary.rounds import OrderRoll


class Throwable(Struct, frozen=True):
    """Something to roll that has a name."""

    label: str
    """As the ruleset calls it."""
    dice: str
    """'4D+1', 'd20'; what is added to a formula's dice is the formula's own business."""
    order: Throw
    """What keeps it in the log; nothing of it is rolled yet."""
    of: str = ""
    """The case of a formula: 'ranged'."""
    meant: bool = False
    """The act that was announced is, or may be, rolled with it."""
    announced: bool = False
    """It was said that it is."""
    short: bool = False
    """Penalties have left less of it than can be rolled."""
    harm: bool = False
    """It is the damage of the attack of that name."""
    aside: bool = False
    """It is nobody's attack or skill: what the rules ask for at their time, dice in a note."""
    roll: str = ""
    """Kind of roll that it is, where something may mark it."""
    also: tuple[str, ...] = ()
    """Further kinds of roll that it is, by words beside the attack: 'agile'."""
    in_turn: tuple[str, int] | None = None
    """Of an attack with a bonus for each of a turn: the tally that says which is next, and its count."""

    @property
    def key(self) -> str:
        """What it is known by, whoever rolls it and however large it is: 'attack:ranged', 'blaster'."""
        if self.order.formula:
            return f"{self.order.formula}:{self.of}"
        if self.in_turn:
            return self.order.what
        return f"{self.order.what}:{self.of}:damage" if self.harm else f"{self.order.what}{self.of}"


def throwables(scene: Scene, who: Combatant | None, target: Combatant | None = None) -> Iterator[Throwable]:
    """Yield what ``who`` can roll by name, what is most likely wanted first; for nobody, bare formulas.

    Of attacks at a ``target`` the numbers that mark them are taken into the sum on both sides. What was
    declared, sealed, is in none of it.
    """
    if who is not None:
        who = scene.told.combatants.get(who.id, who)
        yield from _announced(scene, who)
        yield from _attacks(scene, who, target)
    yield from _formulas(scene, who)
    if who is not None:
        yield from _codes(scene, who)
        yield from _rolls(scene, who)
        yield from _noted(who)


def _announced(scene: Scene, who: Combatant) -> Iterator[Throwable]:
    """Yield what the act that was announced is rolled with, or the attacks that it may be, the best first."""
    rules, act = scene.rules, act_at_hand(scene.rules, scene.state, who)
    skill = "" if act is None else skill_at_hand(rules, who, act)
    if skill:
        pips = int(explain_roll(rules, scene.told, who, skill).value or 0)
        yield _code(scene, who, skill, pips, meant=True, announced=True)
        return
    action = None if act is None or skill else named_action(rules, act.text)
    for name, code in () if action is None else _best(scene, who, action.attacks):
        yield _code(scene, who, name, code, meant=True)


def _attacks(scene: Scene, who: Combatant, target: Combatant | None) -> Iterator[Throwable]:
    """Yield the attacks that stand in notes and texts of ``who`` with a bonus and dice, and their damage.

    The bonus is added to the die that initiative is rolled with. Where that is not a single one (a pool, a
    code, a card), or the ruleset does not say that attacks are rolled, a bonus means something else, and
    only the damage is offered. The bonus of the next attack of the turn comes first: by what the ruleset
    counts, else by what was recorded. What marks the roll as a number is part of the sum, also what the
    count of attacks puts on it, unless the note has a bonus for each of them.
    """
    die = _die_of_attacks(scene.rules)
    counted = _attacks_made(scene, who)
    for attack in plain_attacks(texts_of(who)):
        roll = roll_of_attack(scene.rules, attack.kind)
        also = _rolls_beside(scene.rules, roll, attack.words)
        bonuses = list(enumerate(attack.bonuses if die else (), 1))
        in_turn = counted if len(bonuses) > 1 else None
        marked = _number_on(scene, who, roll, target, also, counted=in_turn is None)
        if bonuses:
            made = in_turn[1] if in_turn is not None else _attacks_recorded(scene, who)
            bonuses.insert(0, bonuses.pop(min(made, len(bonuses) - 1)))
        for number, bonus in bonuses:
            amount = "".join((f"1{die}", *(f"{one:+d}" for one in (bonus, marked) if one)))
            of = str(number) if number > 1 else ""
            order = Throw(who=who.id, amount=amount, what=attack.name)
            yield Throwable(attack.name, amount, order, of, roll=roll, also=also, in_turn=in_turn)
        order = Throw(who=who.id, amount=attack.damage, what=attack.name)
        yield Throwable(attack.name, attack.damage, order, harm=True)


def _rolls_beside(rules: Rules, roll: str, words: Collection[str]) -> tuple[str, ...]:
    """Return the kinds of roll that words beside an attack name, of those that all attacks are the wider of.

    How it is made is no such word: that is what it is rolled as.
    """
    wider = {roll_of_attack(rules, ""), roll} - {""}
    named = (name for name, rule in rules.rolls.items() if rule.of in wider and name in words)
    return tuple(name for name in named if name not in get_args(AttackKind))


def uncounted(rules: Rules, state: Encounter, who: str, action: str) -> Encounter:
    """Return an encounter in which the last act of ``who``, an ``action``, was not counted yet."""
    rule, one = rules.actions.get(action), state.combatants.get(who)
    if rule is None or one is None:
        return state
    counting = (name for name, tally in rules.tallies.items() if tally.counts in rule.words)
    less = {name: one.tallies[name] - 1 for name in counting if one.tallies.get(name)}
    if not less:
        return state
    before = replace(one, tallies={**one.tallies, **less})
    return replace(state, combatants={**state.combatants, who: before})


def _number_on(
    scene: Scene,
    who: Combatant,
    roll: str,
    target: Combatant | None = None,
    also: Collection[str] = (),
    *,
    counted: bool = True,
) -> int:
    """Return what the marks on a roll of ``who``, at a target on both sides, come to as a number."""
    ahead = scene.rolls_ahead(who, roll, target, also, counted=counted) if roll else ()
    return sum(modifier(one.marks) for one in ahead if one.id == roll)


def _attacks_made(scene: Scene, who: Combatant) -> tuple[str, int] | None:
    """Return the tally that counts the attacks of the turn under way, and its count; None where none does."""
    if scene.state.walk.active != who.slot:
        return None
    found = (name for name, rule in scene.rules.tallies.items() if rule.counts == ATTACK)
    return next(((name, who.tallies.get(name, 0)) for name in found), None)


def _attacks_recorded(scene: Scene, who: Combatant) -> int:
    """Return how many attacks of ``who`` are recorded in its own turn; 0 in the turn of another."""
    if scene.state.walk.active != who.slot:
        return 0
    return sum(one.by == who.id for one in scene.state.notes.attacks)


def knows_attacks(rules: Rules) -> bool:
    """Return whether a ruleset says what an attack is rolled with: a skill, a formula or a kind of roll."""
    skills = any(action.attacks for action in rules.actions.values())
    formulas = any(
        rule.dice_of(case) for rule in formulas_for_people(rules).values() for case in _cases(rule)
    )
    return skills or formulas or bool(_die_of_attacks(rules))


def rolled_besides(rules: Rules) -> str:
    """Return what a ruleset has rolled at its time, or drawn, as it is read: 'Shot (d6), Dying (d20)'."""
    orders = [
        (rule.label or name, rule.roll.dice) for name, rule in rules.orders.items() if rule.roll is not None
    ]
    checks = [(rule.label or name, rule.dice) for name, rule in rules.checks.items() if rule.dice]
    return ", ".join(f"{label} ({dice})" if dice else label for label, dice in (*orders, *checks))


def _cases(rule: FormulaRule) -> tuple[str, ...]:
    return tuple(rule.cases) or ("",)


def _die_of_attacks(rules: Rules) -> str:
    """Return the single die to which the bonus of an attack is added, that of initiative; or ''.

    Nothing is added to it where no attack is marked as a kind of roll, nor to the die of a count that moves:
    a clock is rolled with a die, too.
    """
    if not roll_of_attack(rules, "melee"):
        return ""
    dice = (
        one.roll.dice
        for name, one in rules.orders.items()
        if one.roll is not None and one.roll.dice and not is_moving(rules, name)
    )
    found = next(dice, "")
    return found if found[:1] == "d" else ""


def harm_of(rules: Rules, state: Encounter, who: Combatant, attack: str = "") -> str:
    """Return the dice of the damage of an attack that stands in notes and texts of ``who``, or ''."""
    return next((part.dice for part in parts_of_harm(rules, state, who, attack)), "")


def parts_of_harm(rules: Rules, state: Encounter, who: Combatant, attack: str = "") -> tuple[HarmPart, ...]:
    """Return the damage of an attack that stands in notes and texts of ``who``, and what is added to it.

    Without a name, or by a name that none of them has, it is the only one there is. Where no attack stands
    with a bonus it is a die code: of what is called like the attack, or the only one.
    """
    text = texts_of(who)
    known = [(one.name.casefold(), one.parts) for one in plain_attacks(text)]
    if not known:
        text = _with_codes(rules, state, who, text)
        known = [(name.casefold(), (HarmPart(code),)) for name, code in named_codes(text)]
    called = attack.casefold()
    named = [one for one in known if one[0] == called] or [
        one for one in known if called and called in one[0].split()
    ]
    found = named or known
    return found[0][1] if len(found) == 1 else ()


def _with_codes(rules: Rules, state: Encounter, who: Combatant, text: str) -> str:
    """Return a text with what somebody's codes come to with what is added: 'STR+1D' as '3D' (001-112)."""
    codes, sums = _sums(rules)
    if sums is None:
        return text

    def come_to(match: re.Match[str]) -> str:
        added = match[2] if "D" in match[2].upper() else f"0D+{match[2]}"
        own = int(value_of(rules, state, who, codes[match[1].casefold()]) or 0)
        return print_code(own + parse_code(added.upper()))

    return sums.sub(come_to, text[:LONGEST])


def _sums(rules: Rules) -> tuple[dict[str, str], re.Pattern[str] | None]:
    """Return what codes are called in small letters, and what finds 'STR+1D'; None without any code."""
    codes = {
        word.casefold(): name
        for name, rule in rules.stats.items()
        if rule.type == "code"
        for word in (name, rule.short, rule.label)
        if word
    }
    words = "|".join(sorted(map(re.escape, codes), key=len, reverse=True))
    form = rf"(?<![\w+])({words}) ?\+ ?(\d{{1,2}}D(?:\+[12])?|[12])(?![\w+])"
    return codes, re.compile(form, re.IGNORECASE) if codes else None


def attacks_noted(rules: Rules, text: str) -> str:
    """Return the sentences of somebody's notes that say what it attacks with, or ''."""
    return attack_passages(text, _sums(rules)[1])


def kinds_of_noted(
    rules: Rules, state: Encounter, who: Combatant, words: Collection[str]
) -> tuple[AttackKind, ...]:
    """Return the kinds of attack that what is noted of ``who`` under one of ``words`` may be; () for none.

    The words are in small letters. What a note calls neither shot nor thrown may be a blade or a fist.
    """
    text = texts_of(who)
    names = [one.name for one in plain_attacks(text)]
    names += [name for name, _ in named_codes(_with_codes(rules, state, who, text))]
    found = (name for name in names if not set(name.casefold().split()).isdisjoint(words))
    return next((("ranged",) if as_called(name) == "ranged" else ("melee", "brawl") for name in found), ())


def kinds_of_words(rules: Rules, state: Encounter, who: Combatant) -> tuple[AttackKind, ...]:
    """Return the kinds of attack that words of one's own for the act at hand may mean; () for any."""
    act = act_at_hand(rules, state, who)
    if act is None or named_action(rules, act.text) is not None:
        return ()
    words = {word.casefold() for word in re.findall(r"\w+", act.text)}
    return kinds_by_words(act.text) or kinds_of_noted(rules, state, who, words)


def known_kinds(who: Combatant) -> tuple[AttackKind, ...]:
    """Return how the attacks are made that stand in notes and texts of ``who``; () where none does."""
    return kinds_in(texts_of(who))


def texts_of(who: Combatant) -> str:
    """Return all that is written about somebody where attacks may stand."""
    texts = [who.notes, who.shared, *(value for value in who.stats.values() if isinstance(value, str))]
    return "\n".join(texts)


def _noted(who: Combatant) -> Iterator[Throwable]:
    """Yield what else stands in notes and texts as a name and dice: 'Rifle 2d8+2', 'Breath weapon (8d6)'."""
    for name, dice in named_dice(texts_of(who)):
        yield Throwable(name, dice, Throw(who=who.id, amount=dice, what=name), aside=True)


def _formulas(scene: Scene, who: Combatant | None) -> Iterator[Throwable]:
    whose = who.id if who is not None else ""
    for name, rule in formulas_for_people(scene.rules).items():
        for case in rule.cases or ("",):
            dice = " + ".join(rule.dice_of(case))
            inputs = {rule.by: case} if rule.by and case else {}
            order = Throw(who=whose, formula=name, inputs=inputs)
            if dice:
                yield Throwable(rule.label, dice, order, case.replace("_", " "))


def _rolls(scene: Scene, who: Combatant) -> Iterator[Throwable]:
    """Yield what the rules have rolled with dice, with what is added for ``who``: initiative, saves, checks.

    What is added by a formula that has no result now, or asks for more than is known before the roll is
    asked for, is left out, and the roll with it.
    """
    rules = scene.rules
    for name, order in rules.orders.items():
        if order.roll is not None and order.roll.dice and order.of != "side":
            label = rules.rolls[order.roll.marked].label if order.roll.marked else ""
            yield from _with_dice(scene, who, label or order.label or name, order.roll, order.roll.marked)
    for name, check in rules.checks.items():
        if check.dice and check.ends_effects:
            for kind in _kinds(rules, check.ends_effects):
                yield from _with_dice(scene, who, rules.rolls[kind].label or kind, check, kind)
        elif check.dice:
            yield from _with_dice(scene, who, check.label or name, check, check.marked)


def _kinds(rules: Rules, pattern: str) -> Iterator[str]:
    """Yield the kinds of roll that a pattern stands for: '{ability}_save'."""
    before, _, after = pattern.partition("{ability}")
    for kind in rules.rolls:
        if kind.startswith(before) and kind.endswith(after) and kind != pattern:
            yield kind


def with_dice(rules: Rules, order: Throw, dice: Dice) -> Throw:
    """Return a roll of dice and sums with what each die shows, of a wild one all that it shows."""
    amount = read_amount(order.amount)
    thrown = None if amount is None else throw(amount, dice, rules.wild, order.fell)
    return order if thrown is None else replace(order, fell=thrown.fell)


def _with_dice(
    scene: Scene, who: Combatant, label: str, rule: OrderRoll | CheckRule, kind: str
) -> Iterator[Throwable]:
    try:
        plus = value_of(scene.rules, scene.told, who, rule.plus, {"roll": kind}) if rule.plus else 0
        plus = int(plus) + _number_on(scene, who, kind)
        said = f"{rule.dice}{plus:+d}" if plus else rule.dice
        amount = read_amount(said)
    except (FormulaError, AmountError, ArithmeticError, LookupError, TypeError, ValueError):
        return
    if amount is not None:
        yield Throwable(label, said, Throw(who=who.id, amount=said, what=label), aside=True, roll=kind)


def _codes(scene: Scene, who: Combatant) -> Iterator[Throwable]:
    """Yield what is rolled as a code, attacks before all else; what is added or taken off counts."""
    attacks = dict.fromkeys(name for action in scene.rules.actions.values() for name in action.attacks)
    codes = rolled_with(scene.rules)
    for names in (attacks, [one for one in codes if one not in attacks]):
        yield from (_code(scene, who, *one) for one in _best(scene, who, names))


def _best(scene: Scene, who: Combatant, names: Iterable[str]) -> list[tuple[str, int]]:
    """Return stats with the codes that they are rolled with, the best of its own skills first.

    A skill is a code that something else stands for as long as nobody has entered it.
    """
    found: list[tuple[bool, int, str, int]] = []
    for name in names:
        if value_of(scene.rules, scene.told, who, name):
            pips = int(explain_roll(scene.rules, scene.told, who, name).value or 0)
            own = bool(scene.rules.stats[name].formula) and who.stats.get(name) is not None
            found.append((not own, -pips if own else 0, name, pips))
    least = _least(scene, who)
    return [(name, pips) for _, _, name, pips in sorted(found, key=lambda one: one[:2]) if pips >= least]


def too_low(rules: Rules, one: Throwable) -> Refusal | None:
    """Return why nothing can be rolled for want of dice (A001-13), or None."""
    if not one.short:
        return None
    params = {"skill": one.order.what, "who": one.order.who}
    return Refusal(Code.REQUIREMENT, "roll-too-low", params, rules.act_cite)


def _least(scene: Scene, who: Combatant) -> int:
    """Return the least code that can be rolled, in pips."""
    least = scene.rules.act_least
    return max(1, int(value_of(scene.rules, scene.state, who, least) or 0) if least else 0)


def _code(
    scene: Scene, who: Combatant, skill: str, pips: int, *, meant: bool = False, announced: bool = False
) -> Throwable:
    rule, code = scene.rules.stats.get(skill), print_code(pips)
    label = (rule.label if rule is not None else "") or skill
    order, short = Throw(who=who.id, amount=code, what=skill), pips < _least(scene, who)
    return Throwable(label, code, order, meant=meant, announced=announced, short=short)
