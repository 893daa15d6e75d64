"""What a ruleset says at each moment, looked up once instead of at every turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct

from rulesets.engine.depending import Depends, declarations_needed, depends_on
from rulesets.vocabulary import Cost, Expr, Reaction, Rules
from rulesets.vocabulary.base import WHOLE
from rulesets.vocabulary.budget import PROVOKES
from rulesets.vocabulary.stages import EffectStage, Stage
from rulesets.vocabulary.values import HIT

Found = TypeVar("Found")
WORD = "#"
"""Before a word of acts, where it stands among ids."""


class PoolUse(Struct, frozen=True):
    """One way to spend a pool: what a state has to forbid to close it.

    What an action needs is asked for by ``deeds`` when it is taken; here it says what is left to be spent.
    """

    activities: tuple[str, ...]
    exempt: bool = False
    """No state closes it."""
    needs: Expr = ""
    """It is open only while this holds."""
    maintains: bool = False
    """It is open only for who has something to keep up."""
    declared: bool = False
    """Only where a phase declares."""
    action: str = ""
    """The action of the catalogue that alone goes this way; '' for types of action and all else."""
    needs_text: str = ""
    """What it needs, in words."""


class Index:
    """Pools by refill, tallies by reset, states and triggers by moment, of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        """Sort the ruleset's entries by when they matter."""
        pools, tallies, states = rules.pools.items(), rules.tallies.items(), rules.states.items()
        self.refills = _sorted((pool.resets, (name, pool)) for name, pool in pools)
        self.lost = _sorted((pool.lost, name) for name, pool in pools if pool.lost)
        self.resets = _sorted((tally.resets, name) for name, tally in tallies)
        self.begins = _sorted((one.at, (name, one)) for name, state in states for one in state.begins)
        self.ends = _sorted((one.at, (name, one)) for name, state in states for one in state.ends)
        self.ticks = _sorted((tick.at, (name, tick)) for name, state in states for tick in state.ticks)
        self.powers = _sorted(("turn-start", (name, power)) for name, power in rules.powers.items())
        self.triggers = _sorted((trigger.at, trigger) for trigger in rules.triggers)
        self.any_time = _any_time(rules)
        """Pools meant for outside of the own turn: what is left of them counts before it, too."""
        self.one_of_all = _one_of_all(rules)
        """Pools of which one may take all of others with it, somewhere: of these there is one action."""
        self.hooked = frozenset(name for name, state in states if state.on_begin or state.on_end)
        """States with whose beginning or end something happens."""
        self.back_if_put_off = frozenset(name for name, state in states if state.back_if_put_off)
        self.ends_at = frozenset(self.ends)
        self.carried_out = _carried_out(rules)
        """Declaration → the actions that only who has made it may take: by each of them it is carried out."""
        self.declares = any(phase.activity == "declare" for phase in rules.phases)
        """Whether a phase opens everybody's declarations; otherwise each turn does."""
        self.provoking = any(set(PROVOKES) & set(action.words) for action in rules.actions.values())
        """Whether it is said of any action that it provokes attacks of opportunity."""
        self.tells_hits = any(rule.role == HIT for rule in rules.formulas.values())
        """Whether it says when an attack hits: one of which nobody has said that is open."""
        self.sustaining = next((name for name, state in states if state.sustains), "")
        """State of whoever keeps up effects; '' if there is none."""
        self.ending_effects = next((name for name, check in rules.checks.items() if check.ends_effects), "")
        """What effects that a save ends ask for; '' if nothing."""
        self.bans = tuple((name, ban) for name, state in states for ban in state.bans)
        """States with what they forbid by the one it is aimed at."""
        self.putting_out = _in_force_by(rules, (name for name, state in states if state.out))
        """States that put out of the fight."""
        self.forbidding = _in_force_by(rules, (name for name, state in states if state.forbids))
        self.ladders = _ladders(rules)
        self.ways = _ways(rules)
        """Pool → the ways to spend it."""
        self.gated = frozenset(pool for pool, ways in self.ways.items() if all(way.needs for way in ways))
        """Pools of which each way to spend them needs something."""
        self._stood_for: dict[str, tuple[str, int]] | None = None
        self._find_what_depends(rules)
        self._looked_at: dict[str, int] = {}

    def _find_what_depends(self, rules: Rules) -> None:
        """Find what has to be asked again when something of a combatant changes, and on what that depends."""
        states, pools = rules.states.items(), rules.pools.items()
        self.held = {name: depends_on(rules, state.holds) for name, state in states if state.holds}
        """States that hold while something is so."""
        self.owned = tuple(name for name, depends in self.held.items() if depends.owner)
        """Those of them that ask the one to whom a combatant belongs."""
        self.lasting = {name: depends_on(rules, state.lasts) for name, state in states if state.lasts}
        """States that end as soon as something is no longer so."""
        self.lasting_by = {
            name: depends_on(rules, state.lasts_by) for name, state in states if state.lasts_by
        }
        """The same of whoever has brought them."""
        self.following = {name: depends_on(rules, pool.size) for name, pool in pools if pool.follows}
        """Pools that follow their size."""
        self.readied = depends_on(rules, rules.ready.lost if rules.ready is not None else "")
        """What losing a readied action depends on."""
        self.phases = {phase.id: phase for phase in rules.phases}
        self.moving = _moving(rules)
        """Orders whose counts move, with what their keys and shift depend on."""
        named = (self.held, self.following, self.lasting, self.lasting_by)
        asked = (self.readied, *(depends for each in named for depends in each.values()))
        self.counting = frozenset().union(*(depends.tallies for depends in asked))
        """Tallies on which any of these depends."""

    def stood_for(self, rules: Rules) -> dict[str, tuple[str, int]]:
        """Return state → the track and the step of it that the state stands for, of the same ruleset.

        Only whoever comes in with states asks: finding it looks through every stage, 3 % of a start's work.
        """
        if self._stood_for is None:
            self._stood_for = _stood_for(rules)
        return self._stood_for

    def anything_at(self, at: str) -> bool:
        """Return whether anything happens at a moment that comes in no phase of its own."""
        return self.looked_at(at, at) > 1

    def sets_off(self, at: str) -> bool:
        """Return whether something ticks, is triggered or is asked at a moment."""
        return at in self.ticks or at in self.triggers or at in self.powers

    def looked_at(self, at: str, key: str) -> int:
        """Return how many things a moment looks at for each combatant: a step of work for each."""
        if key not in self._looked_at:
            tables = (self.refills.get(key), self.resets.get(key), self.ends.get(at), self.begins.get(at))
            found = (*tables, self.ticks.get(at), self.triggers.get(at), self.powers.get(at))
            self._looked_at[key] = 1 + sum(len(entries) for entries in found if entries)
        return self._looked_at[key]


def _sorted(entries: Iterable[tuple[str, Found]]) -> dict[str, list[Found]]:
    """Return key → what stands under it, in its order."""
    found: dict[str, list[Found]] = {}
    for key, entry in entries:
        found.setdefault(key, []).append(entry)
    return found


def _carried_out(rules: Rules) -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, action in rules.actions.items():
        for declared in declarations_needed(action.needs):
            found[declared].add(name)
    return {declared: frozenset(names) for declared, names in found.items()}


def _any_time(rules: Rules) -> frozenset[str]:
    return frozenset(
        pool
        for cost in rules.costs.values()
        if cost.kind == "reaction" or (cost.off_turn and not any(w.borrows for w in cost.alternatives))
        for way in cost.alternatives[:1]
        for pool in way.takes
    )


def _one_of_all(rules: Rules) -> frozenset[str]:
    return frozenset(
        pool
        for cost in rules.costs.values()
        for ways in (cost.alternatives, *cost.in_phase.values())
        for way in ways
        if any(amount in WHOLE for amount in way.pay.values())
        for pool, amount in way.pay.items()
        if amount == "1"
    )


def _in_force_by(rules: Rules, states: Iterable[str]) -> frozenset[str]:
    """Return ``states``, and the states that imply one of them."""
    return frozenset(name for state in states for name in rules.implying.get(state, (state,)))


def _stood_for(rules: Rules) -> dict[str, tuple[str, int]]:
    """Return state → the track and the first of its steps that brings it, if nothing else does."""
    found: dict[str, tuple[str, int]] = {}
    for track, rule in rules.tracks.items():
        for place, step in enumerate(rule.steps):
            for state in step.states if place else ():
                found.setdefault(state, (track, place))
    if not found:
        return found
    begun = {name for name, state in rules.states.items() if state.begins or state.holds}
    begun |= {name for name, implying in rules.implying.items() if set(implying) != {name}}
    for stage in stages_in(rules):
        begun.update(stage.begin)
        if isinstance(stage, EffectStage):
            begun.add(stage.effect)
    return {state: at for state, at in found.items() if state not in begun}


def stages_in(part: object) -> Iterator[Stage]:
    """Yield every stage of a ruleset, or of a part of one."""
    if isinstance(part, Stage):
        yield part
    inside: Iterable[object] = ()
    if isinstance(part, Struct):
        inside = (getattr(part, name) for name in part.__struct_fields__)
    elif isinstance(part, Mapping):
        inside = part.values()
    elif isinstance(part, tuple | list):
        inside = part
    for one in inside:
        yield from stages_in(one)


def _moving(rules: Rules) -> dict[str, Depends]:
    """Return the orders that compare present counts, with what else changes how they stand."""
    found: dict[str, Depends] = {}
    for name, rule in rules.orders.items():
        if any(key.by == "count" for key in rule.keys):
            texts = [key.value for key in rule.keys if key.by in ("value", "rank")]
            found[name] = depends_on(rules, rule.shift, *texts)
            found[name].described |= any(key.by == "kind" for key in rule.keys)
    return found


def _ladders(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return state → all states of its ladder, the mildest first."""
    above = {state.worse for state in rules.states.values() if state.worse}
    found: dict[str, tuple[str, ...]] = {}
    for name, state in rules.states.items():
        if not state.worse or name in above:
            continue
        ladder = [name]
        while rules.states[ladder[-1]].worse not in ("", *ladder):
            ladder.append(rules.states[ladder[-1]].worse)
        found.update(dict.fromkeys(ladder, tuple(ladder)))
    return found


def _ways(rules: Rules) -> dict[str, tuple[PoolUse, ...]]:
    """Return by pool what is paid from it: types of action, actions, reactions, plans.

    An action of a type that stands for it is no way of its own, unless a state lets it alone.
    """
    found: defaultdict[str, list[PoolUse]] = defaultdict(list)
    paid = {name: _paid(cost) for name, cost in rules.costs.items()}
    for name, cost in rules.costs.items():
        for pool in paid[name] if cost.kind == "action" else ():
            found[pool].append(PoolUse(("act", name, f"act:{name}")))
    typed, allowed = set(found), {one for state in rules.states.values() for one in state.allows}
    for name, action in rules.actions.items():
        for cost_id in (cost for cost in action.costs if cost in paid):
            own = (name, *(f"{WORD}{word}" for word in action.words))
            activities = ("act", cost_id, f"act:{cost_id}", *own)
            way = PoolUse(
                activities,
                action.exempt,
                action.needs,
                action.maintains,
                action=name,
                needs_text=action.needs_text,
            )
            part = rules.costs[cost_id].kind != "action"
            apart = action.exempt or part or not allowed.isdisjoint(own)
            for pool in paid[cost_id] - (set() if apart else typed):
                found[pool].append(way)
    for name, reaction in rules.reactions.items():
        spare = {reaction.spare} if reaction.spare else set()
        for pool in spare | paid.get(reaction.cost, set()):
            ways = activities_of(name, reaction)
            found[pool].append(PoolUse(ways, needs=reaction.needs, needs_text=reaction.needs_text))
    for rule in rules.declarations.values():
        for pool in {*rule.pay, *rule.counters} & set(rules.pools):
            found[pool].append(PoolUse(("declare",), declared=True))
    return {pool: tuple(ways) for pool, ways in found.items()}


def activities_of(name: str, reaction: Reaction) -> tuple[str, ...]:
    """Return by what a reaction is forbidden: any of them, it, a word of it."""
    return ("react", name, *(f"{WORD}{word}" for word in reaction.words))


def _paid(cost: Cost) -> set[str]:
    """Return the pools that a cost takes from in some way; what it only empties or fills it is not for."""
    every = (cost.alternatives, *cost.in_phase.values())
    return {pool for ways in every for way in ways for pool in way.takes if way.pay[pool] not in WHOLE}


_INDEXES: WeakKeyDictionary[Rules, Index] = WeakKeyDictionary()


def index_of(rules: Rules) -> Index:
    """Return the index of a ruleset, made on the first call."""
    found = _INDEXES.get(rules)
    if found is None:
        found = _INDEXES[rules] = Index(rules)
    return found
