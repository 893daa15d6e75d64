"""What an action still has to be told: fields that its cost and its formulas read, and ways to pay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rulesets.formula.compiling import compile_formula
from rulesets.seen.aiming import possible_targets
from rulesets.seen.labels import label_in
from rulesets.seen.offers import cost_of
from rulesets.seen.proposed import author, likely_skill, rolled_with
from rulesets.seen.queries import alternatives, leaves_weapon_open, needs_target, value_of
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act, Command, React, SpendPoint
from rulesets.table.encounter import UPKEEP, Encounter
from rulesets.vocabulary import Action, Alternative, Cost, Reaction, Rules
from rulesets.vocabulary.base import WHOLE

NUMBER, CHOICE = "number", "choice"


class ActField(Struct, frozen=True):
    """One thing that a command can say."""

    id: str
    """A field of Act: points · distance · skill · target · pay · effect · cost"""
    type: str
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label); '' as value leaves it to the rules."""
    usual: Any = None
    """What the rules take when it is left to them: shown, and not filled in."""
    suggested: Any = None
    """What is filled in to begin with, where the rules leave it open."""
    needed: bool = False


class Asked(Struct, frozen=True):
    """What the rules say that an act at some cost in some phase can be told, whoever does it."""

    choices: tuple[Alternative, ...]
    read: frozenset[str]
    """The names that its formulas read."""
    varies: ActField | None
    distance: ActField | None
    pay: ActField | None
    aimed: bool
    """It makes a difference whom it is aimed at."""


Known = dict[tuple[str, str, str], Asked]
"""What has been asked of the rules, by action, cost and phase; it lasts as long as the rules do."""


def act_fields(
    scene: Scene, who: Combatant, command: Command, known: Known | None = None
) -> tuple[ActField, ...]:
    """Return the fields of an offered action, and whom a reaction or a point is for; () for anything else.

    Whoever asks for many keeps what is ``known`` of these rules.
    """
    if isinstance(command, React):
        return _of_reaction(scene, who, command)
    if isinstance(command, SpendPoint):
        return _of_point(scene, who, command)
    if not isinstance(command, Act):
        return ()
    rules, state = scene.rules, scene.state
    action = rules.actions.get(command.name)
    cost_id = _cost_id(rules, state, who, command, action)
    if cost_id not in rules.costs:
        return ()
    known = {} if known is None else known
    key = (command.name, cost_id, state.clock.phase)
    if key not in known:
        known[key] = _asked(rules, command.name, rules.costs[cost_id], state.clock.phase)
    asked = known[key]
    fields: list[ActField | None] = [
        asked.varies,
        _points(rules, state, who, action, asked.choices, asked.read),
        asked.distance,
        _skill(rules, state, who, action),
        _target(scene, who, command, action, asked),
        asked.pay,
        _upkeep(state, who, action),
    ]
    return tuple(field for field in fields if field is not None)


def _asked(rules: Rules, name: str, cost: Cost, phase: str) -> Asked:
    action, choices = rules.actions.get(name), tuple(alternatives(cost, phase))
    formulas = _formulas(action, cost, choices)
    compiled = [compile_formula(text) for text in formulas]
    aimed = ("target",) if any(formula.aimed for formula in compiled) else ()
    read = frozenset(aimed).union(*(formula.names for formula in compiled))
    return Asked(
        choices,
        read,
        _varies(rules, action),
        _distance(rules, cost, choices, read),
        _pay(rules, choices),
        action is not None and is_aimed(rules, name, action),
    )


def must_be_told(scene: Scene, who: str, command: Command) -> bool:
    """Return whether a command comes to nothing before something is entered: points, a distance, a target."""
    one = scene.state.combatants.get(who)
    fields = () if one is None else act_fields(scene, one, command)
    return any(field.needed and field.suggested in (None, "") for field in fields)


def _of_reaction(scene: Scene, who: Combatant, command: React) -> tuple[ActField, ...]:
    """Return the target of a reaction that needs one; whoever made the last attack is filled in."""
    rules, state = scene.rules, scene.state
    rule = rules.reactions.get(command.name)
    if rule is None:
        return ()
    if not needs_target(rule.does, rules):
        active = author(rules, state, (who.id,), hostile=True)
        aimed = is_aimed(rules, command.name, rule)
        return (ActField("target", CHOICE, others(scene, who), suggested=active),) if aimed else ()
    attackers = [attack.by for attack in state.notes.attacks if attack.target == who.id]
    last = attackers[-1] if attackers and attackers[-1] in state.combatants else ""
    return (ActField("target", CHOICE, others(scene, who), suggested=last, needed=True),)


def _of_point(scene: Scene, who: Combatant, command: SpendPoint) -> tuple[ActField, ...]:
    """Return the target of what a point is spent on, if that needs one."""
    rules = scene.rules
    rule = rules.resources[command.resource]
    use = rule.uses.get(command.on)
    does = (*rule.does, *(use.does if use is not None else ()))
    if not needs_target(does, rules):
        return ()
    return (ActField("target", CHOICE, others(scene, who), needed=True),)


def _target(
    scene: Scene, who: Combatant, command: Act, action: Action | None, asked: Asked
) -> ActField | None:
    """Return the choice of a target: needed where this command lets something happen to it."""
    if action is not None and needs_target(action.does, scene.rules):
        part = who.parts.get(command.name)
        parts = action.parts_of(limited=command.limited)
        last = (part.paid if part is not None else 0) + 1 >= parts
        return ActField("target", CHOICE, others(scene, who), needed=last)
    wanted = "target" in asked.read or asked.aimed
    return ActField("target", CHOICE, others(scene, who)) if wanted else None


def is_aimed(rules: Rules, name: str, rule: Action | Reaction) -> bool:
    """Return whether it makes a difference to something, though not to what is done, whom it is aimed at."""
    roll = rules.rolls.get(rule.marked)
    words = rule.words if isinstance(rule, Action) else ()
    called = {name, *(f"#{word}" for word in words)}
    banned = any(not called.isdisjoint(ban.acts) for state in rules.states.values() for ban in state.bans)
    return banned or (roll is not None and bool(roll.against))


def _cost_id(rules: Rules, state: Encounter, who: Combatant, command: Act, action: Action | None) -> str:
    if command.cost or action is None:
        return command.cost
    if command.limited and action.limited is not None:
        return action.limited.cost
    return cost_of(rules, state, who, action)


def _formulas(action: Action | None, cost: Cost, choices: Iterable[Alternative]) -> list[str]:
    does = (*cost.does, *(action.does if action is not None else ()))
    texts = [cost.needs, *(text for stage in does for text in stage.formulas)]
    for one in choices:
        texts += [one.condition, *_amounts(one)]
    if action is not None:
        texts += [action.needs, action.times]
    return [text for text in texts if text]


def _points(
    rules: Rules,
    state: Encounter,
    who: Combatant,
    action: Action | None,
    choices: Iterable[Alternative],
    read: frozenset[str],
) -> ActField | None:
    if "points" not in read:
        return None
    usual = int(value_of(rules, state, who, action.points)) if action is not None and action.points else None
    return ActField("points", NUMBER, usual=usual, needed=_is_paid("points", choices) and usual is None)


def _distance(
    rules: Rules, cost: Cost, choices: Iterable[Alternative], read: frozenset[str]
) -> ActField | None:
    """Return the field of a distance, needed where so much of a pool is paid for it."""
    counted = "distance" in rules.tallies and not cost.light
    if "distance" not in read and not counted:
        return None
    return ActField("distance", NUMBER, needed=_is_paid("distance", choices))


def _is_paid(name: str, choices: Iterable[Alternative]) -> bool:
    """Return whether what ``name`` says decides how much is taken, from a pool or off the count."""
    return any(name in compile_formula(amount).names for one in choices for amount in _amounts(one))


def _amounts(one: Alternative) -> list[str]:
    """Return the formulas of what a way to pay takes, from pools and off the count."""
    pools = [amount for amount in one.pay.values() if amount not in WHOLE]
    return [*pools, one.off_count] if one.off_count else pools


def _skill(rules: Rules, state: Encounter, who: Combatant, action: Action | None) -> ActField | None:
    """Return the choice of a skill where actions are rolled with one, those that were entered first."""
    if not rules.act_roll:
        return None
    codes = rolled_with(rules)
    codes.sort(key=lambda name: name not in who.stats)
    choices = (("", ""), *((name, label_in(rules.stats, name)) for name in codes))
    asked = action is not None and leaves_weapon_open(rules, action)
    return ActField("skill", CHOICE, choices, suggested=likely_skill(rules, state, who, action), needed=asked)


def _pay(rules: Rules, choices: Iterable[Alternative]) -> ActField | None:
    """Return the choice of a pool, where the same cost can be paid from several."""
    pools = dict.fromkeys(
        pool
        for one in choices
        for pool in (*one.takes, *one.borrows)
        if one.pay.get(pool) not in WHOLE and rules.pools[pool].visible
    )
    ways = [one for one in choices if one.pay or one.borrows]
    if len(ways) < 2 or len(pools) < 2:
        return None
    found = (("", ""), *((pool, label_in(rules.pools, pool)) for pool in pools))
    return ActField("pay", CHOICE, found)


def _varies(rules: Rules, action: Action | None) -> ActField | None:
    if action is None or not action.varies:
        return None
    costs = dict.fromkeys((action.cost, *action.varies))
    found = tuple((cost, label_in(rules.costs, cost)) for cost in costs if cost in rules.costs)
    return ActField("cost", CHOICE, (("", ""), *found[1:]), usual=found[0][1])


def _upkeep(state: Encounter, who: Combatant, action: Action | None) -> ActField | None:
    if action is None or not action.maintains:
        return None
    own = [e for e in state.effects.values() if e.by == who.id and e.at_zero == UPKEEP]
    if len(own) < 2:
        return None
    return ActField("effect", CHOICE, tuple((e.id, e.name) for e in own), suggested=own[0].id, needed=True)


def others(scene: Scene, who: Combatant) -> tuple[tuple[str, str], ...]:
    """Return nobody, and everybody else by name, foes first."""
    people = possible_targets(scene, who.id)
    return (("", ""), *((one.id, one.name) for one in people if one.id != who.id))
