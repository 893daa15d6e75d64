"""What a combatant can do now, and what it cannot and why: every entry tried by the same ``decide``."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.announcing import announced_act
from rulesets.engine.decide import decide
from rulesets.engine.powers import powers_of
from rulesets.formula.dice import BlindDice
from rulesets.seen.ahead import CountMove, count_move
from rulesets.seen.queries import of_slot, value_of
from rulesets.seen.scene import Scene
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Action, Alternative, Phase, Reaction, Rules, find_phase

NEEDS_TARGET = "needs-target"
"""Refused for nothing else than that nobody is named yet: it comes last of all reasons, and is asked for."""


class Offer(Struct, frozen=True):
    """One thing that a combatant may want to do."""

    id: str
    kind: str
    """type (an action type) · action · power · reaction · point (its use) · delay · ready · declaration"""
    label: str
    """What the ruleset calls it; '' if it has only its id."""
    cost: str
    """Label of what it costs."""
    cite: str
    text: str
    command: Any
    """The command that does it, as far as it needs no further word."""
    refusal: Refusal | None = None
    parts: tuple[int, int] = (0, 1)
    """Parts paid and parts needed."""
    moves: CountMove | None = None
    """How it moves the count, where counts move."""

    @property
    def called(self) -> str:
        """Return what people read: its label, or its id in words."""
        name = self.id.replace("-", " ").replace("_", " ")
        return self.label or name[:1].upper() + name[1:]

    @property
    def legal(self) -> bool:
        """True if it can be done now."""
        return self.refusal is None


def offers(rules: Rules, state: Encounter, who: Combatant) -> list[Offer]:
    """Return everything the ruleset has for ``who``: types, catalogue, reactions, points, delay, ready."""
    found = [*_types(rules, who), *_actions(rules, who), *_powers(rules, state, who), *_reactions(rules, who)]
    for resource in rules.resources:
        found += _points(rules, state, who, resource)
    if rules.ready is not None:
        label = rules.costs[rules.ready.cost].label if rules.ready.cost in rules.costs else ""
        command = cmd.Ready(who=who.id, action="?", trigger="?")
        found.append(
            Offer("ready", "ready", rules.ready.label, label, rules.ready.cite, rules.ready.text, command)
        )
    if rules.delay is not None and who in of_slot(rules, state, who.slot):
        delay = rules.delay
        found.append(
            Offer("delay", "delay", delay.label, "", delay.cite, delay.text, cmd.Delay(who=who.slot))
        )
    tried = [_tried(rules, state, offer) for offer in found]
    return [offer for offer in tried if offer.refusal is None or offer.refusal.reason != "not-limited"]


def told_offers(scene: Scene, who: Combatant) -> list[Offer]:
    """Return the offers with the refusals that ``scene`` tells; what it keeps back, doing it tells."""
    return _as_told(scene, who, offers(scene.rules, scene.state, who))


def _as_told(scene: Scene, who: Combatant, found: list[Offer]) -> list[Offer]:
    return [
        offer if offer.refusal is None or scene.tells(who, offer.refusal) else replace(offer, refusal=None)
        for offer in found
    ]


def points_offered(scene: Scene, who: Combatant, resource: str) -> list[Offer]:
    """Return what a point of ``resource`` can be spent on by name, with the refusals that are told."""
    found = _points(scene.rules, scene.state, who, resource)
    return _as_told(scene, who, [_tried(scene.rules, scene.state, offer) for offer in found])


def _tried(rules: Rules, state: Encounter, offer: Offer) -> Offer:
    result = decide(rules, state, offer.command, BlindDice())
    if not isinstance(result, Refusal):
        who = state.combatants.get(getattr(offer.command, "who", ""))
        moved = count_move(rules, state, result.state, who.slot) if who is not None else None
        return offer if moved is None else replace(offer, moves=moved)
    return offer if result.reason == NEEDS_TARGET else replace(offer, refusal=result)


def _types(rules: Rules, who: Combatant) -> list[Offer]:
    return [
        Offer(name, "type", cost.label, "", cost.cite, cost.text, cmd.Act(who=who.id, cost=name))
        for name, cost in rules.costs.items()
        if cost.kind == "action"
    ]


def _actions(rules: Rules, who: Combatant) -> list[Offer]:
    found = []
    for name, action in rules.actions.items():
        if not action.offered:
            continue
        part = who.parts.get(name)
        paid = part.paid if part is not None else 0
        command = cmd.Act(who=who.id, name=name)
        found.append(_deed(rules, name, action, action.cost, command, (paid, action.parts)))
        if action.limited is not None:  # as the lesser one it may be; it is left out where it may not
            lesser = cmd.Act(who=who.id, name=name, limited=True)
            parts = (paid, action.limited.parts)
            found.append(_deed(rules, f"{name}:limited", action, action.limited.cost, lesser, parts))
    return found


def _powers(rules: Rules, state: Encounter, who: Combatant) -> list[Offer]:
    """Return what somebody has of its own and is spent when done."""
    found = []
    for own in powers_of(rules, state, who):
        label = rules.costs[own.rule.cost].label if own.rule.cost in rules.costs else ""
        command = cmd.Act(who=who.id, name=own.name)
        found.append(Offer(own.name, "power", "", label, own.rule.cite, own.rule.text, command))
    return found


def _reactions(rules: Rules, who: Combatant) -> list[Offer]:
    return [
        _deed(
            rules,
            name,
            reaction,
            reaction.cost,
            cmd.React(who=who.id, name=name, to="?" if reaction.prompted else ""),
        )
        for name, reaction in rules.reactions.items()
    ]


def _points(rules: Rules, state: Encounter, who: Combatant, resource: str) -> list[Offer]:
    """Return what a point can be spent on by name, as long as there is one."""
    rule = rules.resources[resource]
    if not rule.uses or int(value_of(rules, state, who, rule.stat) or 0) <= 0:
        return []
    return [
        Offer(
            f"{resource}.{name}",
            "point",
            use.label or name,
            rule.label,
            use.cite,
            use.text,
            cmd.SpendPoint(who=who.id, resource=resource, on=name),
        )
        for name, use in rule.uses.items()
    ]


def _deed(
    rules: Rules,
    ident: str,
    rule: Action | Reaction,
    cost: str,
    command: cmd.Command,
    parts: tuple[int, int] = (0, 1),
) -> Offer:
    """Return what is offered of an action or a reaction at one of its costs."""
    kind = "action" if isinstance(rule, Action) else "reaction"
    label = rules.costs[cost].label if cost in rules.costs else ""
    return Offer(ident, kind, rule.label, label, rule.cite, rule.text, command, None, parts)


def stand_ins(rules: Rules, state: Encounter, pool: str) -> list[str]:
    """Return the labels of the action types that a pool can pay for besides its own."""
    phase = find_phase(rules, state.clock.phase)
    found = []
    for ident, cost in rules.costs.items():
        if cost.kind != "action" or ident == pool:
            continue
        choices: tuple[Alternative, ...] = cost.alternatives
        if phase is not None and phase.id in cost.in_phase:
            choices = cost.in_phase[phase.id]
        for number, alternative in enumerate(choices):
            if number and list(alternative.pay) == [pool]:
                found.append(cost.label)
    return found


def is_possible(rules: Rules, state: Encounter, command: cmd.Command) -> bool:
    """Return whether a command would be accepted now, whatever is rolled."""
    return not isinstance(decide(rules, state, command, BlindDice()), Refusal)


def announced_acts(rules: Rules, phase: Phase, state: Encounter) -> tuple[cmd.Act, ...]:
    """Return the acts that the active slot has announced for this turn, with what they are rolled with."""
    cost = next(
        (
            name
            for name, rule in rules.costs.items()
            if any(phase.forgone <= alternative.pay.keys() for alternative in rule.alternatives)
        ),
        "",
    )
    able = [
        who
        for who in state.members(state.walk.active)
        if not who.out and all((who.pools.get(pool) or 0) > 0 for pool in phase.forgone)
    ]
    return tuple(announced_act(rules, state, who, cost) for who in able) if cost else ()
