"""What a combatant can do now, and what it cannot and why: every entry tried by the same ``decide``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from rulesets.engine.announcing import announced_act
from rulesets.engine.decide import decide
from rulesets.engine.index import index_of
from rulesets.engine.powers import powers_of
from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.formula.dice import BlindDice
from rulesets.seen.ahead import CountMove, count_move, undone
from rulesets.seen.queries import id_of_action, is_able, of_slot, value_of
from rulesets.seen.scene import Scene
from rulesets.table import commands as cmd
from rulesets.table.combatant import OUT_DEFEATED, Combatant
from rulesets.table.encounter import Encounter
from rulesets.table.events import Overrode
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Action, Alternative, Phase, Reaction, Rules, alternatives, find_phase
from rulesets.vocabulary.base import WHOLE

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
    trials = Trials(rules, state, who)
    return [trials.tried(number) for number in range(len(trials))]


class Trials:
    """Everything the ruleset has for a combatant at one moment, each tried when it is first asked for.

    Of acts that are alike (:func:`kinds_of_acts`) the first that can be done is enough.
    """

    def __init__(self, rules: Rules, state: Encounter, who: Combatant, scene: Scene | None = None) -> None:
        """Find what there is for ``who``; with a ``scene`` refusals are told as far as it tells them."""
        self.state = state
        self._rules, self._who, self._scene = rules, who, scene
        self._possible: dict[Hashable, Offer] = {}
        self._done: dict[int, Offer] = {}
        self._kinds = kinds_of_acts(rules)
        listed = [one for one in catalogue(rules) if not one.command.limited or self._is_there(one)]
        self._found = [*listed, *_found(rules, state, who)]
        self._listed = len(listed)
        """How many of them are from the catalogue, which has the same for everybody."""

    def __len__(self) -> int:
        """How many there are."""
        return len(self._found)

    def kind(self, number: int) -> str:
        """Return of which kind an offer is, which needs no trial."""
        return self._found[number].kind

    def tried(self, number: int) -> Offer:
        """Return an offer as it was tried."""
        found = self._done.get(number)
        if found is None:
            offer = self._found[number]
            to_try = self._to(offer) if number < self._listed else offer
            found = self._done[number] = self._told(self._try(to_try))
        return found

    def _is_there(self, lesser: Offer) -> bool:
        """Return whether an act is offered as the lesser one: only where it may be that."""
        refusal = tried(self._rules, self.state, self._to(lesser)).refusal
        return refusal is None or refusal.reason != "not-limited"

    def _to(self, listed: Offer) -> Offer:
        return _offered_to(self._rules, self.state, self._who, listed)

    def _try(self, offer: Offer) -> Offer:
        kind = self._kinds.get(offer.id)
        if kind is None:
            return tried(self._rules, self.state, offer)
        key = (kind, self._who.parts.get(offer.id))
        same = self._possible.get(key)
        if same is not None:
            return offer if same.moves is None else replace(offer, moves=same.moves)
        one = tried(self._rules, self.state, offer)
        if one.legal:
            self._possible[key] = one
        return one

    def _told(self, offer: Offer) -> Offer:
        if self._scene is None or offer.refusal is None or self._scene.tells(self._who, offer.refusal):
            return offer
        return replace(offer, refusal=None)


_catalogues: WeakKeyDictionary[Rules, tuple[Offer, ...]] = WeakKeyDictionary()


def catalogue(rules: Rules) -> tuple[Offer, ...]:
    """Return the types and the acts of the catalogue as they are offered to nobody yet; made once."""
    found = _catalogues.get(rules)
    if found is None:
        found = _catalogues[rules] = (*_types(rules), *_actions(rules))
    return found


def cost_of(rules: Rules, state: Encounter, who: Combatant, action: Action) -> str:
    """Return what an action costs ``who`` now, taken whole: the first of its other costs that holds.

    Where somebody's entries give such a formula no result it is the usual one, with which that is said.
    """
    holding = (other.cost for other in action.cost_if if value_of(rules, state, who, other.condition))
    try:
        return next(holding, action.cost)
    except (FormulaError, ArithmeticError):
        return action.cost


def _offered_to(rules: Rules, state: Encounter, who: Combatant, listed: Offer) -> Offer:
    """Return what the catalogue lists as it is offered to ``who``: command, cost, parts paid of it."""
    act = listed.command
    part, rule = who.parts.get(act.name), rules.actions.get(act.name)
    paid, needed = (0 if part is None else part.paid), listed.parts[1]
    cost = listed.cost
    if rule is not None and rule.cost_if and not act.limited:
        cost = rules.costs[cost_of(rules, state, who, rule)].label
    return replace(listed, command=replace(act, who=who.id), cost=cost, parts=(paid, needed))


def _found(rules: Rules, state: Encounter, who: Combatant) -> list[Offer]:
    """Return what there is for ``who`` besides the catalogue."""
    found = [*_powers(rules, state, who), *_reactions(rules, who)]
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
    return found


def trials(scene: Scene, who: Combatant) -> Trials:
    """Return the offers with the refusals that ``scene`` tells; what it keeps back, doing it tells."""
    return Trials(scene.rules, scene.state, who, scene)


def told_offers(scene: Scene, who: Combatant) -> list[Offer]:
    """Return all of :func:`trials` as they were tried."""
    found = trials(scene, who)
    return [found.tried(number) for number in range(len(found))]


def _as_told(scene: Scene, who: Combatant, found: list[Offer]) -> list[Offer]:
    return [
        offer if offer.refusal is None or scene.tells(who, offer.refusal) else replace(offer, refusal=None)
        for offer in found
    ]


def points_offered(scene: Scene, who: Combatant, resource: str) -> list[Offer]:
    """Return what a point of ``resource`` can be spent on by name, with the refusals that are told."""
    found = _points(scene.rules, scene.state, who, resource)
    return _as_told(scene, who, [tried(scene.rules, scene.state, offer) for offer in found])


def newly_offered(scene: Scene, before: Encounter, who: str) -> list[Offer]:
    """Return what ``who`` can spend a point on now by a need that did not hold before: to soak a hit."""
    rules, now, then = scene.rules, scene.state.combatants.get(who), before.combatants.get(who)
    found: list[Offer] = []
    for name, rule in rules.resources.items() if now is not None and then is not None else ():
        needy = {f"{name}.{use}" for use, one in rule.uses.items() if one.needs}
        if now is None or then is None or not needy:
            continue
        earlier = (tried(rules, before, one) for one in _points(rules, before, then, name))
        had = {one.id for one in earlier if one.legal}
        offered = points_offered(scene, now, name)
        found += [one for one in offered if one.legal and one.id in needy and one.id not in had]
    return found


_PROSE = frozenset({"label", "short", "text", "cite", "needs_text"})
"""What only people read of a rule."""
_kinds: WeakKeyDictionary[Rules, Mapping[str, int]] = WeakKeyDictionary()
_distances: WeakKeyDictionary[Rules, dict[str, frozenset[str]]] = WeakKeyDictionary()
"""Rules → phase → costs that are so much of a pool as the distance is."""


def kinds_of_acts(rules: Rules) -> Mapping[str, int]:
    """Return the number of its kind for each act of the catalogue that others are like; it is found out once.

    Those of a kind differ in what people read and in their ids, which no rule names anywhere: if one can be
    done, so can the others, and the same comes of it. Where combatants have powers of their own these may
    bear the id of any act, so none are told to be alike.
    """
    found = _kinds.get(rules)
    if found is None:
        found = _kinds[rules] = {} if rules.powers else _alike(rules)
    return found


def _alike(rules: Rules) -> dict[str, int]:
    plainly = to_builtins(rules)
    named = set(_words(plainly))
    kinds: dict[str, list[str]] = {}
    for name, action in rules.actions.items():
        if action.offered and not action.span and name not in named:
            said = {key: value for key, value in plainly["actions"][name].items() if key not in _PROSE}
            kinds.setdefault(repr(sorted(said.items())), []).append(name)
    several = [names for names in kinds.values() if len(names) > 1]
    return {name: number for number, names in enumerate(several) for name in names}


def _words(said: Any, *, table: str = "") -> Iterator[str]:
    """Yield every id and every part of a formula that a rule names; the keys of the catalogue name nobody."""
    if isinstance(said, str):
        yield from re.findall(r"[\w-]+", said)
        yield from re.findall(r"\w+", said)
    elif isinstance(said, dict):
        for key, value in said.items():
            if key in _PROSE and isinstance(value, str):
                continue
            if table != "actions":
                yield from _words(key)
            yield from _words(value, table=key if not table and isinstance(value, dict) else "-")
    elif isinstance(said, list | tuple):
        for one in said:
            yield from _words(one, table="-")


def tried(rules: Rules, state: Encounter, offer: Offer) -> Offer:
    """Return an offer with why it cannot be done, or how it moves the count.

    Of what is paid by its distance one foot or square is tried: who has none left does not move.
    """
    result = attempt(rules, state, offer.command)
    if not isinstance(result, Refusal):
        who = state.combatants.get(getattr(offer.command, "who", ""))
        moved = count_move(rules, state, result.state, who.slot) if who is not None else None
        return offer if moved is None else replace(offer, moves=moved)
    return offer if result.reason == NEEDS_TARGET else replace(offer, refusal=result)


def can_be_done(rules: Rules, state: Encounter, command: cmd.Command) -> bool:
    """Return whether a command would be accepted now, or lacks nothing but a target."""
    result = attempt(rules, state, command)
    return not isinstance(result, Refusal) or result.reason == NEEDS_TARGET


def attempt(rules: Rules, state: Encounter, command: cmd.Command) -> Outcome | Refusal:
    """Return what comes of a command, whatever is rolled.

    What is paid by its distance goes one foot or square. Where what an action needs depends on its target and
    nobody is named yet, it is done to the first one that it can be done to.
    """
    if isinstance(command, cmd.Act) and command.distance is None and _goes(rules, state, command):
        command = replace(command, distance=1)
    result = decide(rules, state, command, BlindDice())
    if not isinstance(result, Refusal) or not isinstance(command, cmd.Act) or command.target:
        return result
    if result.reason in _NEEDS and _needs_read_target(rules, command):
        for target in islice(state.combatants, MOST_TRIED):
            aimed = decide(rules, state, replace(command, target=target), BlindDice())
            if not isinstance(aimed, Refusal):
                return aimed
    return result


_NEEDS = ("needs", "cost-needs")
"""Refusals for what an action or its cost needs."""


def _needs_read_target(rules: Rules, act: cmd.Act) -> bool:
    """Return whether it depends on the target of an act whether what it needs holds."""
    action = rules.actions.get(act.name)
    cost = rules.costs.get(act.cost or (action.cost if action is not None else ""))
    needed = [rule.needs for rule in (action, cost) if rule is not None and rule.needs]
    return any(compile_formula(text).aimed for text in needed)


def _goes(rules: Rules, state: Encounter, act: cmd.Act) -> bool:
    """Return whether an act is paid by how far it goes."""
    phase = state.clock.phase
    found = _distances.setdefault(rules, {})
    if phase not in found:
        found[phase] = frozenset(
            name
            for name, cost in rules.costs.items()
            if any(
                amount not in WHOLE and "distance" in compile_formula(amount).names
                for one in alternatives(cost, phase)
                for amount in one.pay.values()
            )
        )
    action = rules.actions.get(act.name)
    return (act.cost or (action.cost if action is not None else "")) in found[phase]


def _types(rules: Rules) -> list[Offer]:
    return [
        Offer(name, "type", cost.label, "", cost.cite, cost.text, cmd.Act(who="", cost=name))
        for name, cost in rules.costs.items()
        if cost.kind == "action"
    ]


def _actions(rules: Rules) -> list[Offer]:
    found = []
    for name, action in rules.actions.items():
        if not action.offered:
            continue
        command = cmd.Act(who="", name=name)
        found.append(_deed(rules, name, action, action.cost, command, (0, action.parts)))
        if action.limited is not None:  # as the lesser one it may be; it is left out where it may not
            lesser, parts = cmd.Act(who="", name=name, limited=True), (0, action.limited.parts)
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
            cmd.React(who=who.id, name=name, to="?" if reaction.needs_cause else ""),
        )
        for name, reaction in rules.reactions.items()
    ]


def _points(rules: Rules, state: Encounter, who: Combatant, resource: str) -> list[Offer]:
    """Return what a point can be spent on by name, as long as there is one; whoever is defeated is done."""
    rule = rules.resources[resource]
    if who.out == OUT_DEFEATED or not rule.uses or int(value_of(rules, state, who, rule.stat) or 0) <= 0:
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
            if number and list(alternative.takes) == [pool]:
                found.append(cost.label)
    return found


def is_possible(rules: Rules, state: Encounter, command: cmd.Command) -> bool:
    """Return whether a command would be accepted now, whatever is rolled."""
    return not isinstance(decide(rules, state, command, BlindDice()), Refusal)


def undone_by(rules: Rules, state: Encounter, who: str) -> tuple[tuple[str, str], ...]:
    """Return (declaration, action that carries it out) of what ``who`` has still to do in its turn."""
    by = index_of(rules).carried_out
    found = [(name, act) for one, name in undone(rules, state) if one == who for act in sorted(by[name])]
    return tuple((name, act) for name, act in found if is_possible(rules, state, cmd.Act(who=who, name=act)))


MOST_TRIED = 60
"""Combatants whose reactions are tried; of more, all who can act are taken to have one."""
_MAY_COME = ("no-act", "no-attack", "no-prompt", NEEDS_TARGET)
"""What a reaction lacks as long as nothing has happened."""


def can_react(rules: Rules, state: Encounter, who: Combatant) -> bool:
    """Return whether ``who`` could react to something: is able to, and has a reaction left that it can pay.

    What there is to react to may come yet.
    """
    if not is_able(rules, state, who):
        return False
    return len(state.combatants) > MOST_TRIED or any(
        could_take(rules, state, who, name) for name in rules.reactions
    )


def could_take(rules: Rules, state: Encounter, who: Combatant, reaction: str) -> bool:
    """Return whether ``who`` could take a reaction and pay for it, whatever there is to react to."""
    react = cmd.React(who=who.id, name=reaction, to="?", override=True)
    result = decide(rules, state, react, BlindDice())
    if isinstance(result, Refusal):
        return False
    return all(event.reason in _MAY_COME for event in result.events if isinstance(event, Overrode))


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
    return tuple(act_announced(rules, state, who, cost) for who in able) if cost else ()


def act_announced(rules: Rules, state: Encounter, who: Combatant, cost: str) -> cmd.Act:
    """Return the command that takes the next act that was announced: with what its name does, if it may.

    Whoever said "get up" is prone no more (001-60, E-D6-05); other words are for the log alone.
    """
    act = announced_act(rules, state, who, cost)
    name = id_of_action(rules, act.words)
    if not name or not rules.actions[name].does or cost not in rules.actions[name].costs:
        return act
    named = replace(act, name=name)
    return named if is_possible(rules, state, named) else act
