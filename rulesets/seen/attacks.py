"""An attack before it is recorded: what it can be made with, what it is rolled against, whether it hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.answered import attacks_answered
from rulesets.engine.scope import states_in_force
from rulesets.engine.uses import times
from rulesets.formula.amounts import read_amount
from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.formula.dice import print_code
from rulesets.seen.attack_texts import plain_attacks
from rulesets.seen.labels import label_in
from rulesets.seen.not_entered import not_entered_labels
from rulesets.seen.number_format import minus
from rulesets.seen.proposed import is_attack, kinds_of_skill
from rulesets.seen.queries import pipeline_for, value_of
from rulesets.seen.scene import Scene
from rulesets.seen.throws import Throwable, texts_of, throwables
from rulesets.seen.why.breakdown import Part
from rulesets.seen.why.explain import explain_formula, explain_stat
from rulesets.table.combatant import Combatant
from rulesets.table.commands import RecordAttack, Throw
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import FormulaRule, Rules
from rulesets.vocabulary.base import AttackKind
from rulesets.vocabulary.values import CRITICAL, CRITICAL_MISS, HARM, HIT

NATURAL = "natural"
"""Its input that is what the die showed, if it asks for that."""
THREAT, CONFIRMED = "threat", "confirmed"
"""Inputs of a critical hit: the lowest die that threatens one, and whether a second roll has hit, too."""
_KINDS: tuple[str, ...] = get_args(AttackKind)


class Way(Struct, frozen=True):
    """Something that an attack can be made with."""

    roll: Throwable
    dice: str
    """What is rolled, as it is typed: '1d20+7', '4D+1'."""
    kind: str
    """Kind of attack that it makes, '' where that is not known."""
    threat: int = 20
    """The lowest die with which a hit may be critical, as the texts say."""
    times: int = 2
    """By what a critical hit multiplies the damage, as the texts say."""
    action: str = ""
    """Id of the only action that attacks so: the formula of attacks has a case that is called like it."""


def ways(scene: Scene, who: Combatant, target: Combatant | None) -> list[Way]:
    """Return what ``who`` can roll an attack with, the likeliest first, with what marks it at ``target``."""
    known = {attack.name: attack for attack in plain_attacks(texts_of(who))}
    found = []
    for one in throwables(scene, who, target):
        if not one.harm and not one.aside:
            way = Way(one, _dice(scene, who, one), _kind(scene.rules, who, one))
            text = known.get(one.order.what)
            way = way if text is None else replace(way, threat=text.threat, times=text.times)
            found += [way] if text is None else [way, *_special(scene, who, way)]
    found = [each for way in found for each in _by_base(scene, who, way)]
    return [way for way in found if way.dice]


def _by_base(scene: Scene, who: Combatant, way: Way) -> Iterator[Way]:
    """Yield a way of the formula of attacks; one that only an action makes, for each kind it builds on.

    The kind that the formula builds on where nothing is said goes first.
    """
    order, rule = way.roll.order, scene.rules.formulas.get(way.roll.order.formula)
    case = "" if rule is None else str(order.inputs.get(rule.by, ""))
    if rule is None or not is_attack(scene.rules, case):
        yield way
        return
    base = _base(rule)
    kinds = [one for one in _KINDS if base and one in rule.cases]
    for kind in sorted(kinds, key=lambda one: one != rule.inputs[base]):
        told = replace(order, inputs={**order.inputs, base: kind})
        roll = replace(way.roll, of=f"{way.roll.of} {kind}", order=told)
        yield replace(way, roll=roll, dice=_dice(scene, who, roll), kind=kind, action=case)
    if not base:
        yield replace(way, action=case)


def _special(scene: Scene, who: Combatant, way: Way) -> Iterator[Way]:
    """Yield an attack of a note as each action makes it for which the formula of attacks has a case."""
    for name, rule in scene.rules.formulas.items():
        base, kind = _base(rule), way.kind if way.kind in rule.cases else "melee"
        if not base or kind not in rule.cases or not rule.dice_of(kind):
            continue
        for case in [one for one in rule.cases if is_attack(scene.rules, one)]:
            plain, made = (
                _worked_out(scene, who, replace(way.roll, order=Throw(formula=name, inputs=inputs)), {})
                for inputs in ({rule.by: kind}, {rule.by: case, base: kind})
            )
            if plain is not None and made is not None:
                dice = f"{way.dice}{made - plain:+d}"
                order = replace(way.roll.order, amount=dice)
                roll = replace(way.roll, dice=dice, of=case.replace("_", " "), order=order)
                yield replace(way, roll=roll, dice=dice, action=case)


def _base(rule: FormulaRule) -> str:
    """Return the input of a formula that says on which other case one of its cases builds, or ''."""
    texts = {one: usual for one, usual in rule.inputs.items() if one != rule.by and isinstance(usual, str)}
    return next((one for one, usual in texts.items() if usual in rule.cases), "")


def told_by(rules: Rules, pipeline: str, action: str) -> dict[str, str]:
    """Return what an action says in the sheet of a pipeline: the choices there that are called like it."""
    rule = rules.pipelines.get(pipeline)
    inputs = {} if rule is None or not action else rule.inputs
    return {name: action for name, one in inputs.items() if one.type == "choice" and action in one.choices}


def _dice(scene: Scene, who: Combatant, one: Throwable) -> str:
    """Return what is rolled; of a formula its die and what is added to that, if it does no more with it."""
    if not one.order.formula:
        return one.order.amount
    rule = scene.rules.formulas[one.order.formula]
    dice = rule.dice_of(str(one.order.inputs.get(rule.by, "")))
    if len(dice) != 1:
        return ""
    came = [_worked_out(scene, who, one, {dice[0]: shown}) for shown in (1, 2, 9)]
    if any(number is None for number in came):
        return ""
    plus, *others = (int(number or 0) - shown for number, shown in zip(came, (1, 2, 9), strict=True))
    return f"1{dice[0]}{f'{plus:+d}' if plus else ''}" if set(others) == {plus} else ""


def _worked_out(scene: Scene, who: Combatant, one: Throwable, shown: dict[str, int]) -> int | None:
    order = one.order
    try:
        inputs = {**order.inputs, **shown}
        return int(explain_formula(scene.rules, scene.state, order.formula, who, inputs).value or 0)
    except (FormulaError, ValueError, TypeError, ArithmeticError):
        return None


def _kind(rules: Rules, who: Combatant, one: Throwable) -> str:
    """Return the kind of attack that a roll makes: the ruleset's, its case, or as the texts say."""
    what = one.order.what
    of_rules = kinds_of_skill(rules, what)
    of_case = (word for word in one.of.split() if word in _KINDS)
    of_text = (attack.kind for attack in plain_attacks(texts_of(who)) if attack.name == what)
    return next((kind for found in (of_rules, of_case, of_text) for kind in found if kind), "")


class Defence(Struct, frozen=True):
    """Something of a target that attacks are rolled against."""

    stat: str
    number: int | None


class HitRule(Struct, frozen=True):
    """How the ruleset has it whether an attack of a kind hits: the formula, and what it is told."""

    formula: str
    case: str
    total: str
    against: str
    """Its inputs: what was rolled, and what that is rolled against."""
    natural: bool


def hit_rule(rules: Rules, kind: str) -> HitRule | None:
    """Return the ruleset's rule of hitting for attacks of a kind, or None."""
    for name, rule in rules.formulas.items():
        if rule.role == HIT:
            case = kind if kind in rule.cases else str(rule.inputs.get(rule.by, ""))
            read = compile_formula(rule.cases.get(case, rule.expression)).names
            told = [one for one in rule.inputs if one in read and one not in (NATURAL, rule.by)]
            if len(told) > 1:
                return HitRule(name, case, told[0], told[1], NATURAL in read)
    return None


def die_counts(rules: Rules, hits: HitRule, die: int, threat: int) -> bool:
    """Return whether it counts that the die of an attack shows ``die``: for a hit, or for a critical one.

    ``threat`` is the lowest die with which a hit may be critical.
    """
    critical = any(NATURAL in rules.formulas[name].inputs for name in criticals(rules))
    return hits.natural or (critical and die >= threat)


def defences(rules: Rules, state: Encounter, hits: HitRule, target: Combatant) -> list[Defence]:
    """Return the numbers of ``target`` that an attack may be rolled against, the usual one first."""
    found = []
    for stat in _rule(rules, hits).of_target.get(hits.against, ()):
        try:
            value = value_of(rules, state, target, stat)
        except (FormulaError, ArithmeticError):
            value = None
        found.append(Defence(stat, int(value) if isinstance(value, int | float) else None))
    return found


class Shift(Struct, frozen=True):
    """What a state or a step of a track makes of a number."""

    label: str
    by: float
    """What it adds; 0 where it is in force and has nothing to take."""
    factor: float = 1
    lacks: tuple[tuple[str, int], ...] = ()
    """Labels of the stats by which it takes nothing, as none is entered, with what counts for each."""

    @property
    def told(self) -> str:
        """What it is and does, for people: 'Prone −4', 'Flat-footed'."""
        by = minus(f"{self.by:+g}") if self.by else ""
        return " ".join(filter(None, (self.label, f"×{self.factor:g}" if self.factor != 1 else by)))


def shifts(rules: Rules, state: Encounter, who: Combatant, stat: str) -> list[Shift]:
    """Return what states and tracks make of a stat of ``who``, and of those that it is made of."""
    parts = [*_within(explain_stat(rules, state, who, stat).parts)]
    changes = [one for one in parts if one.kind in ("state", "step") and type(one.value) in (int, float)]
    found = []
    for one in changes:
        called = label_in(rules.states if one.kind == "state" else rules.tracks, one.name)
        times = one.op == "×"
        found.append(Shift(called, 0, one.value) if times else Shift(called, one.value))
    stats = {stat, *(one.name for one in parts if one.kind == "stat")}
    idle = {name for name in states_in_force(rules, state, who) if name in rules.states}
    idle -= {one.name for one in changes if one.kind == "state"}
    idle = {name for name in idle if stats & rules.states[name].add.keys()}
    for name in sorted(idle):
        lacks = not_entered_labels(rules, who, name)
        found.append(Shift(label_in(rules.states, name), 0, lacks=lacks))
    return found


def _within(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _within(part.parts)


def defence_stats(rules: Rules) -> list[str]:
    """Return the stats that attacks of any kind may be rolled against, the usual ones first."""
    kinds = ["", *(kind for rule in rules.formulas.values() if rule.role == HIT for kind in rule.cases)]
    hits = [found for kind in kinds if (found := hit_rule(rules, kind)) is not None]
    return list(
        dict.fromkeys(stat for one in hits for stat in _rule(rules, one).of_target.get(one.against, ()))
    )


class Rolled(Struct, frozen=True):
    """An attack as it was rolled; what is not known of it is None."""

    who: Combatant
    total: int | None
    against: int | None
    natural: int | None
    """What the die showed."""
    target: Combatant | None = None
    aimed: str = ""
    """Which of the narrower kinds of roll against the target it is, where that was told: from how far."""
    threat: int = 20
    """The lowest die that threatens a critical hit."""
    confirmed: bool | None = None
    """Whether a second roll has hit, too, where it was made."""
    action: str = ""
    """The action with which it is paid."""

    def told(self, hits: HitRule) -> dict[str, Any]:
        """Return its numbers by the names that the ruleset's formulas have for them."""
        numbers = {hits.total: self.total, hits.against: self.against, NATURAL: self.natural}
        numbers |= {THREAT: self.threat, CONFIRMED: self.confirmed}
        return {name: number for name, number in numbers.items() if number is not None}


def comes_out(rules: Rules, state: Encounter, hits: HitRule, rolled: Rolled) -> str:
    """Return what comes of an attack, 'hit', 'miss' or 'tie'; '' where that has no result or is not known.

    It is a tie where both are equal and that is no hit.
    """
    rule, told = _rule(rules, hits), rolled.told(hits)
    if not {hits.total, hits.against} <= told.keys():
        return ""
    hit = _holds(rules, state, hits.formula, rolled.who, {**told, rule.by: hits.case} if rule.by else told)
    if hit is None:
        return ""
    if hit:
        return HIT
    return "tie" if rolled.total == rolled.against and not hits.natural else "miss"


def ticked(rules: Rules, state: Encounter, hits: HitRule, rolled: Rolled) -> tuple[str, ...]:
    """Return the inputs of the damage that a hit ticks, such as that it is critical."""
    found = []
    for name, rule in rules.formulas.items():
        if rule.role == CRITICAL:
            told = {
                **rolled.told(hits),
                **_of_target(rules, state, rule, rolled),
                **_of_action(rules, rule, rolled),
            }
            known = rule.inputs.keys() <= {*told, NATURAL}
            found += [name] if known and _holds(rules, state, name, rolled.who, told) else []
    return tuple(found)


def criticals(rules: Rules) -> tuple[str, ...]:
    """Return the inputs of the damage that a critical hit ticks, whatever makes it one."""
    return tuple(name for name, rule in rules.formulas.items() if rule.role == CRITICAL)


def misses_critically(rules: Rules, state: Encounter, hits: HitRule, rolled: Rolled) -> bool:
    """Return whether an attack that misses does so critically, as far as its numbers are known."""
    told = rolled.told(hits)
    return {hits.total, hits.against} <= told.keys() and any(
        rule.role == CRITICAL_MISS and _holds(rules, state, name, rolled.who, told)
        for name, rule in rules.formulas.items()
    )


def threatened(rules: Rules, state: Encounter, hits: HitRule, rolled: Rolled) -> FormulaRule | None:
    """Return the rule by which a hit is critical if a second roll hits, too; None if none is made."""
    missed, hit = (ticked(rules, state, hits, replace(rolled, confirmed=told)) for told in (False, True))
    return next((rules.formulas[name] for name in hit if name not in missed), None)


def lowest_of_note(rules: Rules, way: Way | None) -> int:
    """Return the lowest die of an attack of which it counts what the die showed; 0 where no rule asks.

    That is the highest there is, or the lowest that threatens.
    """
    asks = any(THREAT in rules.formulas[name].inputs for name in criticals(rules))
    return way.threat if asks and way is not None else 0


def _of_target(rules: Rules, state: Encounter, rule: FormulaRule, rolled: Rolled) -> dict[str, Any]:
    """Return what a formula asks of a target, and of which kind an attack is that is made at it."""
    told: dict[str, Any] = {name: name == rolled.aimed for name in rule.inputs if name in rules.rolls}
    if rolled.target is not None:
        for name in rule.inputs.keys() & rule.of_target.keys():
            try:
                told[name] = value_of(rules, state, rolled.target, rule.of_target[name][0])
            except (FormulaError, ArithmeticError):
                continue
    return told


def _of_action(rules: Rules, rule: FormulaRule, rolled: Rolled) -> dict[str, str]:
    """Return what a formula asks of the choices of the damage: what the action says there, or ''."""
    pipeline = pipeline_for(rules, "damage")
    asked = rules.pipelines[pipeline].inputs if pipeline else {}
    choices = {name: "" for name in rule.inputs if name in asked and asked[name].type == "choice"}
    return {
        **choices,
        **{name: said for name, said in told_by(rules, pipeline, rolled.action).items() if name in choices},
    }


def aims(scene: Scene, who: Combatant, roll: str, target: Combatant, hits: HitRule | None) -> tuple[str, ...]:
    """Return the narrower kinds of roll of which an attack at ``target`` is one: from near, from far.

    There are none where all of them are marked alike and none makes a hit critical.
    """
    rules = scene.rules
    against = rules.rolls[roll].against if roll in rules.rolls else ""
    found = tuple(name for name, rule in rules.rolls.items() if against and rule.of == against)
    if any(one.id in found for one in scene.rolls_ahead(who, roll, target)):
        return found
    if hits is None:
        return ()
    each = {
        ticked(rules, scene.state, hits, Rolled(who, None, None, None, target, name)) for name in (*found, "")
    }
    return found if len(each) > 1 else ()


def _holds(
    rules: Rules, state: Encounter, formula: str, who: Combatant, told: Mapping[str, Any]
) -> bool | None:
    """Return whether a formula holds of the numbers that it asks for; None where it has no result."""
    rule = rules.formulas[formula]
    given = {key: value for key, value in told.items() if key in rule.inputs or key == rule.by}
    try:
        return bool(explain_formula(rules, state, formula, who, given).value)
    except (FormulaError, ValueError, TypeError, ArithmeticError):
        return None


def _rule(rules: Rules, hits: HitRule) -> FormulaRule:
    return rules.formulas[hits.formula]


def strikes(rules: Rules, reaction: str) -> bool:
    """Return whether a reaction is an attack of one's own, which is rolled and hurts: so it is marked."""
    rule = rules.reactions.get(reaction)
    rolls = {one.marked for name, one in rules.actions.items() if one.marked and is_attack(rules, name)}
    return rule is not None and rule.marked in rolls


def rolled_against(rules: Rules, state: Encounter, who: Combatant, reaction: str, total: int) -> int | None:
    """Return what an attack is rolled against that ``who`` has answered with a roll; None if nothing says.

    A formula with a case that is called like the reaction says it, if the roll is all that it asks for.
    """
    for name, rule in rules.formulas.items():
        read = compile_formula(rule.cases[reaction]).names if reaction in rule.cases else ()
        told = [one for one in rule.inputs if one in read]
        if len(told) == 1:
            try:
                inputs = {rule.by: reaction, told[0]: total}
                return int(explain_formula(rules, state, name, who, inputs).value or 0)
            except (FormulaError, ValueError, TypeError, ArithmeticError):
                return None
    return None


def covering(rules: Rules, target: Combatant, kind: str) -> tuple[str, ...]:
    """Return the reactions of ``target`` that were taken and go on answering attacks of a kind."""
    taken = {name: one for name, one in rules.reactions.items() if one.covers}
    return tuple(
        name
        for name, one in taken.items()
        if times(target, one.covers, name) and any(of in ("", kind) for of, _ in attacks_answered(one))
    )


class Changed(Struct, frozen=True):
    """Dice of a damage that a rule has changed."""

    dice: str
    """What they are now, as it is typed."""
    text: str
    """The rule, in words."""
    cite: str


def less_damage(rules: Rules, state: Encounter, who: Combatant, action: str, dice: str) -> Changed | None:
    """Return what is left of the damage of an attack made by an action; None where no rule takes anything.

    How much it takes is known as far as the stats are: the rule is told where that is nothing, too.
    """
    rule = rules.actions.get(action)
    amount = read_amount(dice) if rule is not None and rule.off_damage and dice else None
    if rule is None or amount is None or amount.plus <= 0:
        return None
    try:
        off = int(value_of(rules, state, who, rule.off_damage) or 0)
    except (FormulaError, ArithmeticError):
        off = 0
    return Changed(amount.less(off), rule.text, rule.cite)


def harm_by_roll(
    rules: Rules, state: Encounter, who: Combatant, attack: RecordAttack, dice: str
) -> Changed | None:
    """Return what the dice of the damage are after a hit by its roll; None where they stay as they are.

    Where none are known it is what is added to them.
    """
    hits, amount = hit_rule(rules, attack.kind), read_amount(dice)
    pips = 0 if not dice else None if amount is None else amount.pips
    if hits is None or pips is None or attack.rolled is None or attack.against is None:
        return None
    told = {hits.total: attack.rolled, hits.against: attack.against}
    for name, rule in rules.formulas.items():
        more = [one for one in rule.inputs if one not in told and one != rule.by]
        if rule.role != HARM or len(more) != 1:
            continue
        came = _pips(rules, state, name, who, {**told, more[0]: pips})
        if came is not None and came != pips:
            return Changed(print_code(came), rule.label or name, rule.cite)
    return None


def _pips(
    rules: Rules, state: Encounter, formula: str, who: Combatant, inputs: Mapping[str, Any]
) -> int | None:
    try:
        return int(explain_formula(rules, state, formula, who, inputs).value or 0)
    except (FormulaError, ValueError, TypeError, ArithmeticError):
        return None
