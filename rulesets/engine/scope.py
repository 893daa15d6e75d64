"""Where formulas find their values: a combatant's stats and what stands on the table."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from rulesets.engine.draft import Draft
from rulesets.formula.compiling import (
    ACTOR,
    ALL,
    MAX_NUMBER,
    MINE,
    OTHER_FUNCTIONS,
    OWNER,
    TARGET,
    WHOSE,
    FormulaError,
    as_number,
    evaluate,
    fixed_number,
)
from rulesets.formula.text import shown
from rulesets.formula.work import FORMULA, MAX_VALUE, STATE, ValueWork
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Pool, Rules, StateRule, Step

MAX_DEPTH = 8
"""How deep named formulas may build on each other."""
MAX_STATS_DEEP = 24
"""How deep stats may be derived from each other: as much as Python can follow inside of a window."""
MAX_FORMULAS = 500
"""Named formulas that one value may ask for in all."""
EFFECTS_A_STEP = 20
"""Effects that are gone through in the time of one step."""
UNTOLD: Mapping[str, Any] = {
    "points": 0, "distance": 0, "limited": False, "target": "", "effect": "", "words": ()
}  # fmt: skip
"""What formulas read of an action that takes effect later than its command."""
Table = Encounter | Draft
"""What a scope looks at: an encounter, or a draft of one."""


class CombatantScope:
    """The names and functions of a formula about ``who`` (or about nobody), with ``local`` values first."""

    __slots__ = (
        "actor",
        "asked",
        "deep",
        "depth",
        "known",
        "local",
        "others",
        "rules",
        "shared",
        "table",
        "unchanged_by",
        "who",
        "work",
    )

    def __init__(
        self,
        rules: Rules,
        table: Table,
        who: Combatant | None,
        local: Mapping[str, Any] | None = None,
        actor: Combatant | None = None,
        shared: dict[str, Any] | None = None,
    ) -> None:
        """Look at ``who`` on ``table``; names in ``local`` hide stats of the same name.

        ``actor`` is who does it to ``who``, for the functions that ask about that one. ``shared`` keeps what
        is the same whoever is asked about, for whoever asks for many combatants while nothing changes.
        """
        self.rules = rules
        self.table = table
        self.who = who
        self.local = local
        self.actor = actor
        self.unchanged_by: Collection[str] = ()
        """States and tracks that change no stat here: what it would be but for them."""
        self.others: dict[str, CombatantScope | None] = {}
        """What looks at others; one for a value, so that its limits count together."""
        self.work = table.work if isinstance(table, Draft) else ValueWork(MAX_VALUE)
        """A command's budget of steps while it is decided, else one of this value."""
        self.depth = self.deep = self.asked = 0
        self.known: dict[str, Any] = {}
        """Derived stats worked out before: each is, once for a value, however often it is asked for."""
        self.shared: dict[str, Any] = {} if shared is None else shared
        """What was worked out before and is the same whoever is asked about: sums by side, the next side."""

    def name(self, name: str) -> Any:
        """Return a local value, a stat or one of the encounter's own names."""
        if self.local is not None and name in self.local:
            return self.local[name]
        if name in self.rules.stats:
            return self.stat(name)
        if name in _BY_RULES:
            return _BY_RULES[name](self)
        finder = _NAMES.get(name)
        if finder is None:
            raise FormulaError(f"there is nothing called {name!r}")
        return finder(self.table, self.who)

    def stat(self, name: str) -> Any:
        """Return a stat: the given value or its formula, changed by tracks and states."""
        rule, who = self.rules.stats[name], self.who
        changed = who is not None and name in self.rules.modified
        value = None if who is None else who.stats.get(name)
        if not changed and (value is not None or not rule.formula):
            return rule.default if value is None else value
        if name in self.known:
            return self.known[name]
        if self.deep >= MAX_STATS_DEEP:
            raise FormulaError(f"the stat {name!r} is derived from too many others, one from the other")
        self.deep += 1
        try:
            if value is None:
                value = evaluate(rule.formula, self) if rule.formula else rule.default
            if changed and who is not None and isinstance(value, int | float):
                value = modified(self.rules, self, who, name, value)
        finally:
            self.deep -= 1
        self.known[name] = value
        return value

    def call(self, function: str, args: list[Any]) -> Any:
        """Return what an encounter function says about the combatant."""
        return _FUNCTIONS[function](self, *args)

    def other(self, which: str) -> CombatantScope | None:
        """Return the scope of one of ``OTHERS``, for whom nobody does anything; None if there is nobody."""
        if which not in self.others:
            who = self._find(which)
            self.others[which] = None if who is None else self.of(who)
        return self.others[which]

    def of(self, who: Combatant | None) -> CombatantScope:
        """Return the scope of somebody else, or of nobody, whose limits count together with these."""
        found = CombatantScope(self.rules, self.table, who, shared=self.shared)
        found.work, found.deep = self.work, self.deep
        return found

    def _find(self, which: str) -> Combatant | None:
        if which == ACTOR:
            return self.actor
        if which == OWNER:
            return self.table.combatants.get(owner_of(self.rules, self.table, self.who, self))
        if which == TARGET:
            return self.table.combatants.get(str((self.local or {}).get(TARGET, "")))
        return next(iter(self.table.members(self.table.walk.active)), None)


def fill_from_others(rules: Rules, stats: dict[str, Any]) -> None:
    """Fill in stats from others that are given; a value that could not be entered says nothing of them."""
    for key, rule in rules.stats.items():
        if rule.filled_from and key not in stats and rule.filled_from in stats:
            value = stats[rule.filled_from]
            if rule.least is None or not isinstance(value, int | float) or value >= rule.least:
                stats[key] = value


def owner_of(rules: Rules, table: Table, who: Combatant | None, scope: CombatantScope | None = None) -> str:
    """Return the id of the combatant to whom somebody belongs, there or not; '' if to nobody."""
    if who is None or not rules.owner:
        return ""
    found = evaluate(rules.owner, scope or CombatantScope(rules, table, who))
    return found if isinstance(found, str) and found != who.id else ""


def modified(rules: Rules, scope: CombatantScope, who: Combatant, name: str, value: float) -> float:
    """Return ``value`` of a stat after what tracks and states add and multiply, rounded down."""
    if not (who.tracks or who.states or scope.table.effects) and abs(value) <= MAX_NUMBER:
        return value
    factor = 1.0
    scope.work.spend(len(who.tracks) + len(who.states) + _looking(scope.table), FORMULA, name)
    for source, changes in changing(rules, scope.table, who):
        if source not in scope.unchanged_by:
            value += evaluate(changes.add[name], scope) if name in changes.add else 0
            factor *= evaluate(changes.factor[name], scope) if name in changes.factor else 1.0
    if not abs(value) <= MAX_NUMBER or not abs(value * factor) <= MAX_NUMBER:
        raise FormulaError(f"the stat {name!r} grows beyond all measure")
    return value if factor == 1.0 else math.floor(value * factor)


def changing(rules: Rules, table: Table, who: Combatant) -> Iterator[tuple[str, Step | StateRule]]:
    """Yield the ids of tracks and of states in force on ``who``, each with the step or state that changes."""
    for name, place in who.tracks.items():
        track = rules.tracks.get(name)
        if track is not None and place.step:
            yield name, track.steps[min(place.step, len(track.steps) - 1)]
    for name in states_in_force(rules, table, who):
        state = rules.states.get(name)
        if state is not None:
            yield name, state


def _looking(table: Table) -> int:
    """Return what going through the effects of everybody costs."""
    return len(table.effects) // EFFECTS_A_STEP


def states_in_force(rules: Rules, table: Table, who: Combatant) -> Collection[str]:
    """Return the states in force on ``who`` and those they imply; an effect of that name counts as one."""
    names = who.states
    if table.effects:
        effects = {e.name for e in table.effects.values() if e.on == who.id and e.name in rules.states}
        names = (*names, *sorted(effects.difference(names)))
    if not rules.implied or rules.implied.keys().isdisjoint(names):
        return names
    return tuple(dict.fromkeys((*names, *(more for name in names for more in rules.implied.get(name, ())))))


def is_able(rules: Rules, table: Table, who: Combatant) -> bool:
    """Return whether somebody is neither out nor in a state, however it came about, that is unable to act."""
    names = (name for name in states_in_force(rules, table, who) if name in rules.states)
    return not who.out and not any(rules.states[name].incapable for name in names)


def value_of(
    rules: Rules,
    table: Table,
    who: Combatant | None,
    formula: str,
    local: Mapping[str, Any] | None = None,
    actor: Combatant | None = None,
    shared: dict[str, Any] | None = None,
) -> Any:
    """Return the value of ``formula`` for ``who``, to whom ``actor`` does something."""
    return evaluate(formula, CombatantScope(rules, table, who, local, actor, shared))


def pool_size(rules: Rules, table: Table, who: Combatant, pool: str) -> int | None:
    """Return the size of a pool for a combatant; None is without limit."""
    formula = rules.pools[pool].size
    fixed = fixed_number(formula)  # as of most: this is asked at every beginning of a turn
    size = value_of(rules, table, who, formula) if fixed is None else fixed
    return None if size is None else max(0, int(size))


def refilled(
    pool: Pool, left: int | None, size: int | None, debt: int, value: Callable[[str], Any]
) -> int | None:
    """Return what a pool holds once it is refilled; ``value`` works out formulas of its combatant.

    It comes back in whole or in part, never above its size; what is above that already stays. What the
    last turns have lent out is taken off.
    """
    if size is None or left is None or not pool.refill_by:
        return filled(pool, size, debt)
    debt = 0 if pool.follows else debt  # what was taken beyond a size that shrank
    more = max(0, int(as_number(value(pool.refill_by), pool.refill_by)))
    return max(0, max(left, min(size, left + more)) - debt)


def filled(pool: Pool, size: int | None, debt: int) -> int | None:
    """Return what a pool of a size holds if all of it comes back, less what the last turns have lent out."""
    return None if size is None else max(0, size if pool.follows else size - debt)


def reduction_against(reduction: Any, kind: str, unnamed: Any = True) -> int:
    """Return what a damage reduction takes off damage of ``kind``.

    A number always counts. A list holds ``{value, only, bypass}``: ``only`` names the types it works on,
    ``bypass`` the types that ignore it; of several that work the largest counts (they do not add up). Unless
    ``unnamed``, this damage is lessened only by what works on its type by name. Damage may be of several
    types at once ('magic and silver'), and so may be what ignores it: it needs all of these.
    """
    if not isinstance(reduction, list | tuple):
        return int(reduction or 0) if unnamed else 0
    best, kinds = 0, _kinds(kind)
    for entry in reduction:
        only, bypass = entry.get("only") or (), entry.get("bypass") or ()
        works = any(kinds & _kinds(word) for word in only) or (unnamed and not only)
        if works and not any(_kinds(word) <= kinds for word in bypass if _kinds(word)):
            best = max(best, int(entry["value"]))
    return best


def _kinds(named: Any) -> frozenset[str]:
    """Return the types of damage in a text, however they are written: 'Cold iron' is 'cold-iron'."""
    parts = re.split(r"\s*,\s*|\s+and\s+", str(named).casefold().strip())
    return frozenset(re.sub(r"[\s_]+", "-", part) for part in parts if part)


def some_aware(table: Table) -> bool:
    """Return whether anybody was aware at the start."""
    return any(c.aware for c in table.combatants.values())


def all_aware(table: Table) -> bool:
    """Return whether everybody was aware at the start."""
    return all(c.aware for c in table.combatants.values())


def _count(scope: CombatantScope) -> int:
    """Return somebody's count in the main order, or in another one where it has no place of its own there."""
    rules, table, who = scope.rules, scope.table, scope.who
    if who is None:
        return 0
    names = (rules.main_order, *(name for name in table.orders if name != rules.main_order))
    places = (table.orders[name].places.get(who.slot) for name in names if name in table.orders)
    return next((place.count for place in places if place is not None), 0)


def _card(table: Table, who: Combatant | None) -> str:
    """Return the card that counts for a combatant, '' without one."""
    places = (order.places.get(who.slot) for order in table.orders.values()) if who is not None else ()
    return next((place.card for place in places if place is not None and place.card), "")


def _leads(table: Table, who: Combatant | None) -> bool:
    """Return whether a combatant is the first one of those who share its turn."""
    return who is not None and next(iter(table.members(who.slot))).id == who.id


def _first_of_all(table: Table, who: Combatant | None) -> bool:
    """Return whether a combatant is the first one in the list that is not out of the fight."""
    first = next((one.id for one in table.combatants.values() if not one.out), "")
    return who is not None and who.id == first


def _acted_this_round(table: Table, who: Combatant | None) -> bool:
    return who is not None and any(turn.slot == who.slot for turn in table.acted.get(table.clock.round, ()))


def has_acted(table: Table) -> bool:
    """Return whether something other than a light action was done in the present turn."""
    return table.notes.done == 2


def _attacks_made(table: Table, who: Combatant | None) -> int:
    """Return how many attacks of a combatant were recorded in the present turn."""
    return 0 if who is None else sum(attack.by == who.id for attack in table.notes.attacks)


def _together(table: Table, who: Combatant | None) -> bool:
    """Return whether somebody acts at the same moment as the active one and has still to do so."""
    return who is not None and who.slot in table.walk.together and who.slot != table.walk.active


ACTED, COUNT, TO_ACT, NEXT_SIDE = "acted_this_turn", "count", "to_act", "next_side"
_NAMES: dict[str, Callable[[Table, Combatant | None], Any]] = {
    "round": lambda table, who: table.clock.round,
    "phase": lambda table, who: table.clock.phase,
    "segment": lambda table, who: table.clock.segment,
    "surprise_round": lambda table, who: table.clock.surprise,
    "some_aware": lambda table, who: some_aware(table),
    "all_aware": lambda table, who: all_aware(table),
    "aware": lambda table, who: who is None or who.aware,
    "joined": lambda table, who: who is not None and who.joined,
    "kind": lambda table, who: "" if who is None else who.kind,
    "side": lambda table, who: "" if who is None else who.side,
    "id": lambda table, who: "" if who is None else who.id,
    "group": lambda table, who: "" if who is None else who.group,
    "taken_out": lambda table, who: "" if who is None else who.out,
    "active": lambda table, who: who is not None and table.walk.active == who.slot,
    "together": _together,
    "waiting": lambda table, who: who is not None and who.slot in table.put_off,
    "acted_this_round": _acted_this_round,
    ACTED: lambda table, who: has_acted(table),
    "attacks_made": _attacks_made,
    "counted": lambda table, who: table.walk.counted,
    "own_card": _card,
    "first_of_group": _leads,
    "first_of_all": _first_of_all,
    "last_side": lambda table, who: table.walk.side,
    "went_last": lambda table, who: who is not None and bool(table.walk.went) and table.walk.went == who.slot,
}


def _to_act(scope: CombatantScope) -> bool:
    from rulesets.engine.coming import has_to_act  # it asks formulas itself

    return scope.who is not None and has_to_act(scope.rules, scope.table, scope.who)


def _next_side(scope: CombatantScope) -> str:
    from rulesets.engine.coming import next_side  # it asks formulas itself

    if NEXT_SIDE not in scope.shared:
        scope.shared[NEXT_SIDE] = next_side(scope.rules, scope.table)
    return str(scope.shared[NEXT_SIDE])


_BY_RULES: dict[str, Callable[[CombatantScope], Any]] = {
    COUNT: _count,
    TO_ACT: _to_act,
    NEXT_SIDE: _next_side,
}
"""Names that go by the rules, too: by which order, and who takes part."""
NAMES = frozenset((*_NAMES, *_BY_RULES))
"""Names that every formula can read besides stats."""


def _step(scope: CombatantScope, track: str, attribute: str, default: Any = 0) -> Any:
    if scope.who is None:
        return default
    place = scope.who.tracks.get(track, TrackPlace())
    if track not in scope.rules.tracks:
        raise FormulaError(f"there is no track {track!r}")
    steps = scope.rules.tracks[track].steps
    step = steps[min(place.step, len(steps) - 1)]
    return step.penalty if attribute == "penalty" else step.values.get(attribute, default)


def _track(scope: CombatantScope, track: str) -> int:
    return 0 if scope.who is None else scope.who.tracks.get(track, TrackPlace()).step


def _liftable(scope: CombatantScope, track: str) -> int:
    place = TrackPlace() if scope.who is None else scope.who.tracks.get(track, TrackPlace())
    return max(0, place.step - place.persistent)


def _pool(scope: CombatantScope, pool: str) -> int:
    left = None if scope.who is None else scope.who.pools.get(pool, 0)
    return 10**6 if left is None else left


def _table(scope: CombatantScope, table: str, value: Any, column: str = "") -> Any:
    """Return the row that ``value`` reaches, or the column of the entry of that id."""
    if table not in scope.rules.tables:
        raise FormulaError(f"there is no table {shown(table)}")
    if column:
        entry = scope.rules.tables[table].entries.get(str(value))
        if entry is None:
            raise FormulaError(f"there is no {shown(value)} in the table {table!r}")
        number = entry.values.get(column, 0)
        return int(number) if float(number).is_integer() else number
    if not isinstance(value, int | float):
        raise FormulaError(f"the table {table!r} is asked with {shown(value)}, which is no number")
    rows = {int(bound): result for bound, result in scope.rules.tables[table].rows.items()}
    reached = [bound for bound in rows if bound <= value]
    return rows[max(reached)] if reached else ""


def _in_force(scope: CombatantScope, state: str) -> bool:
    who = scope.who
    if who is None:
        return False
    scope.work.spend(_looking(scope.table), STATE, state)
    names = scope.rules.implying.get(state, (state,))
    return any(name in who.states for name in names) or any(
        effect.on == who.id and effect.name in names for effect in scope.table.effects.values()
    )


def _size(scope: CombatantScope, state: str) -> int:
    """Return how large a state or effect in force is; 0 if it is not, or has no size."""
    effect = None if scope.who is None else scope.table.effects.get(f"{scope.who.id}:{state}")
    return 0 if effect is None else effect.size


def _done(scope: CombatantScope, word: str) -> int:
    """Return how many acts of the combatant in the present turn have a word."""
    who = scope.who
    return 0 if who is None else sum(act.by == who.id and word in act.words for act in scope.table.notes.did)


def _stat(scope: CombatantScope, name: str) -> Any:
    """Return the stat of a name that is worked out, or what else is known by it."""
    if name in scope.rules.stats:
        return scope.stat(name)
    if name not in NAMES:
        raise FormulaError(f"there is no stat {shown(name)}")
    return scope.of(scope.who).name(name)


def _sum(scope: CombatantScope, what: str, whose: str = ALL) -> Any:
    """Add something up over a side, all others or everybody: a stat, a name, or who is in a state."""
    if whose not in WHOSE:
        raise FormulaError(f"sum() is asked of {shown(whose)}, which is none of 'mine', 'others' and 'all'")
    key = f"sum of {what}"
    if key not in scope.shared:
        scope.shared[key] = _summed(scope, what)
    sums: dict[str, Any] = scope.shared[key]
    total = sum(sums.values())
    if whose == ALL or scope.who is None:
        return total
    mine = sums.get(_side(scope.of(scope.who)), 0)
    return mine if whose == MINE else total - mine


def _summed(scope: CombatantScope, what: str) -> dict[str, Any]:
    """Return what something comes to for each side."""
    known, sums = what in scope.rules.stats or what in NAMES, dict[str, Any]()
    scope.work.spend(len(scope.table.combatants), FORMULA, what)
    for who in scope.table.combatants.values():
        one = scope.of(who)
        value = _stat(one, what) if known else _in_force(one, what)
        side = _side(one)
        sums[side] = sums.get(side, 0) + as_number(value, f"sum('{what}')")
    return sums


def _side(scope: CombatantScope) -> str:
    """Return the side somebody rolls and declares with."""
    return str(evaluate(scope.rules.side_of or "side", scope))


def _formula(scope: CombatantScope, name: str, case: Any = "") -> Any:
    """Return a named formula, or a case of one, with the same values; they may build on each other so far."""
    if scope.depth >= MAX_DEPTH:
        raise FormulaError(f"the formula {name!r} builds on itself")
    scope.asked += 1
    if scope.asked > MAX_FORMULAS:
        raise FormulaError(f"more than {MAX_FORMULAS} named formulas are asked for one value")
    rule = scope.rules.formulas.get(name)
    if rule is None:
        raise FormulaError(f"there is no formula {shown(name)}")
    text = rule.expression or rule.cases.get(str(case), "")
    if not text:
        raise FormulaError(f"the formula {name!r} has no case {case!r}")
    scope.depth += 1
    try:
        return evaluate(text, scope)
    finally:
        scope.depth -= 1


def _asked(scope: CombatantScope, name: str) -> int:
    """Return how many open rolls of a name somebody has been asked for."""
    return (
        0
        if scope.who is None
        else sum((one.who, one.name) == (scope.who.id, name) for one in scope.table.asked)
    )


def _declared_on(scope: CombatantScope, name: str, ident: str) -> bool:
    """Return whether a field of one of the combatant's declarations of that name names somebody."""
    fields = [d.fields for d in (scope.who.declared if scope.who is not None else ()) if d.name == name]
    values = [value for field in fields for value in field.values()]
    return any(value == ident or (isinstance(value, list | tuple) and ident in value) for value in values)


def _of_other(who: str, what: str) -> Callable[..., Any]:
    """Return the function that asks somebody else what ``what`` asks the combatant."""
    nothing = what in ("has", "has_state", "declared")

    def ask(scope: CombatantScope, name: str) -> Any:
        other = scope.other(who)
        if what == "stat" and name not in scope.rules.stats:
            return _stat(other or scope.of(None), name)
        if other is None:
            return False if nothing else 0
        return other.call(what, [name])

    return ask


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "formula": _formula,
    "has": lambda scope, feat: scope.who is not None and feat in scope.who.feats,
    "trait": lambda scope, trait: scope.who is not None and trait in (scope.stat("traits") or ()),
    "has_state": _in_force,
    "size": _size,
    "stat": _stat,
    "done": _done,
    "track": _track,
    "step": _step,
    "liftable": _liftable,
    "pool": _pool,
    "tally": lambda scope, tally: 0 if scope.who is None else scope.who.tallies.get(tally, 0),
    "table": _table,
    "reduction": lambda scope, reduction, kind="", unnamed=True: reduction_against(reduction, kind, unnamed),
    "asked": _asked,
    "sum": _sum,
    "declared_on": _declared_on,
    "declared": lambda scope, name: scope.who is not None and any(d.name == name for d in scope.who.declared),
    **{name: _of_other(who, what) for name, (who, what) in OTHER_FUNCTIONS.items()},
}
