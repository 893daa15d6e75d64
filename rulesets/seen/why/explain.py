"""Explanations: what a number is made of and which rule says so, as data. The window says it in words.

For every explanation of a number :func:`rulesets.seen.why.breakdown.total` of its parts is its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from rulesets.engine.announcing import PLENTY
from rulesets.engine.compute import evaluated_inputs, expression_of
from rulesets.engine.index import index_of
from rulesets.engine.scope import CombatantScope, pool_size, value_of
from rulesets.seen.spendable import COMING, Budget
from rulesets.seen.why.breakdown import Breakdown, Part, closed, is_number, total
from rulesets.seen.why.log import taken_by_others
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import Encounter
from rulesets.table.entry import Entry
from rulesets.vocabulary import PoolStage, Rules


class Explanation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What something is made of."""

    what: str
    """stat · pool · count · roll · track · stage · formula"""
    name: str
    """Its id in the ruleset."""
    who: str = ""
    value: Any = None
    kind: str = "number"
    """number · code · bool · text · list · reduction"""
    parts: tuple[Part, ...] = ()
    notes: tuple[Part, ...] = ()
    """What belongs to it and adds nothing: conditions, tie-breaks, what a step changes."""
    pipeline: str = ""
    """Of a stage: the pipeline in which it stands."""
    cite: str = ""
    text: str = ""


def explain_stat(rules: Rules, state: Encounter, who: Combatant, name: str) -> Explanation:
    """Return what a stat is made of: entered, default or formula, and what tracks and states change."""
    rule = rules.stats[name]
    scope = CombatantScope(rules, state, who)
    return Explanation(
        what="stat",
        name=name,
        who=who.id,
        value=scope.stat(name),
        kind="bool" if isinstance(rule.default, bool) else rule.type,
        parts=Breakdown(scope).stat(name),
        cite=rule.cite,
        text=rule.text,
    )


def explain_pool(
    rules: Rules, state: Encounter, who: Combatant, name: str, log: Sequence[Entry] = ()
) -> Explanation:
    """Return what is left of a pool and why: its size, what was spent, given or lent.

    ``log`` tells what others took from it, such as by a hit, since it was full last.
    """
    rule = rules.pools[name]
    spend, size = Budget(rules, state, who).of(name), pool_size(rules, state, who, name)
    left, has = spend.left, spend.has
    scope = CombatantScope(rules, state, who)
    parts: tuple[Part, ...] = ()
    if left is None or has is None or size is None:
        parts = (Part(kind="unlimited" if left is None else "left", op="=", value=left),)
    else:
        sized = Breakdown(scope).formula(rule.size)
        parts = closed(sized, size, "least")
        for (other, hit), number in taken_by_others(log, who.id, name, size).items():
            cite = _cost_of_a_hit(rules, name) if hit else ""
            parts = (*parts, Part(kind="hit" if hit else "taken", name=other, value=-number, cite=cite))
        parts = closed(parts, has, "lent" if spend.why == COMING else "spent" if has < size else "given")
        if left != has:
            parts = (*parts, Part(kind=spend.why, name=spend.state or spend.needs, value=left - has))
    notes: tuple[Part, ...] = ()
    if rule.refill_by:
        back = value_of(rules, state, who, rule.refill_by)
        notes = (
            Part(kind="refill", name=rule.resets, value=back, parts=Breakdown(scope).formula(rule.refill_by)),
        )
    return Explanation(
        what="pool",
        name=name,
        who=who.id,
        value=left,
        parts=parts,
        notes=notes,
        cite=rule.cite,
        text=rule.text,
    )


def _cost_of_a_hit(rules: Rules, pool: str) -> str:
    """Return where the rule stands by which a hit takes from a pool, or ''."""
    struck = index_of(rules).triggers.get("hit", ())
    takes = (one for one in struck if any(isinstance(s, PoolStage) and s.pool == pool for s in one.does))
    return next((one.cite for one in takes), "")


def explain_roll(rules: Rules, state: Encounter, who: Combatant, skill: str) -> Explanation:
    """Return the die code that a skill is rolled with now: the skill, what is added, what is taken off.

    Without a skill it is what is added to every roll, or taken off.
    """
    if skill and not rules.act_roll:
        return explain_stat(rules, state, who, skill)
    if not skill:
        return _every_roll(rules, state, who)
    scope = CombatantScope(rules, state, who, {"skill": value_of(rules, state, who, skill)})
    parts = Breakdown(scope, {"skill": skill}).formula(rules.act_roll)
    value = int(value_of(rules, state, who, rules.act_roll, scope.local))
    return Explanation(
        what="roll",
        name=skill,
        who=who.id,
        value=value,
        kind="code",
        parts=closed(parts, value, "rounded"),
        cite=rules.stats[skill].cite,
    )


def _every_roll(rules: Rules, state: Encounter, who: Combatant) -> Explanation:
    """Return what is added to a roll with any skill or taken off, and by what its dice are multiplied."""
    scopes = [CombatantScope(rules, state, who, {"skill": code}) for code in (PLENTY, 2 * PLENTY)]
    once, twice = (Breakdown(scope).formula(rules.act_roll) for scope in scopes)
    value, more = (int(value_of(rules, state, who, rules.act_roll, scope.local)) for scope in scopes)
    added = tuple(part for part, other in zip(once, twice, strict=True) if part.value == other.value)
    grown = [(part, other.value - part.value) for part, other in zip(once, twice, strict=True)]
    times = tuple(
        structs.replace(part, op="×", value=1 + by / PLENTY)
        for part, by in grown
        if by and part.kind not in ("input", "formula")
    )
    value -= (more - value) // PLENTY * PLENTY
    parts = closed(added, value, "rounded")
    return Explanation(what="roll", name="", who=who.id, value=value, kind="code", parts=parts, notes=times)


def counted_in(rules: Rules, state: Encounter, who: Combatant, formula: str) -> list[Part]:
    """Return the stats and states that count in what a formula comes to now, as they stand in it."""
    parts = Breakdown(CombatantScope(rules, state, who)).formula(formula)
    each = [one for part in parts for one in (part.parts if part.kind == "formula" else (part,))]
    return [one for one in each if one.kind in ("stat", "state") and one.value]


def explain_track(rules: Rules, state: Encounter, who: Combatant, track: str) -> Explanation:
    """Return where somebody stands on a track: steps that recover and those that do not, what they change."""
    rule, place = rules.tracks[track], who.tracks.get(track, TrackPlace())
    at = min(place.step, len(rule.steps) - 1)
    step = rule.steps[at]
    parts = (
        Part(kind="recovers", value=at - place.persistent),
        Part(kind="persistent", value=place.persistent),
    )
    changes = [(stat, "+", by) for stat, by in step.add.items()]
    changes += [(stat, "×", by) for stat, by in step.factor.items()]
    notes = [
        Part(kind="changes", name=stat, op=op, value=value_of(rules, state, who, by))
        for stat, op, by in changes
    ]
    notes += [Part(kind="state", name=state, op="") for state in step.states]
    if step.penalty:
        notes.insert(0, Part(kind="penalty", name=track, at=at, op="", value=-step.penalty))
    shown = tuple(part for part in parts if part.value) or parts[:1]
    return Explanation(
        what="track",
        name=track,
        who=who.id,
        value=at,
        parts=shown,
        notes=tuple(notes),
        cite=step.cite or rule.cite,
        text=step.text or rule.text,
    )


def explain_formula(
    rules: Rules, state: Encounter, formula: str, who: Combatant | None, given: Mapping[str, Any]
) -> Explanation:
    """Return how one of the ruleset's named formulas comes to its result with these values.

    Raises:
        FormulaError: if a value is missing, of the wrong kind, or there is no such case.
        ValueError: if a die code cannot be read.
    """
    rule = rules.formulas[formula]
    local = evaluated_inputs(rules, state, rule, who, given)
    text = expression_of(rule, local)
    scope = CombatantScope(rules, state, who, local)
    value = value_of(rules, state, who, text, local)
    parts = closed(Breakdown(scope).formula(text), value, "rounded") if is_number(value) else ()
    if not parts:
        parts = Breakdown(scope).formula(text)
    return Explanation(
        what="formula",
        name=formula,
        who="" if who is None else who.id,
        value=int(value) if rule.type == "code" else value,
        kind=rule.type if not isinstance(value, bool) else "bool",
        parts=parts,
        cite=rule.cite,
        text=rule.text,
    )


__all__ = [
    "Explanation",
    "explain_formula",
    "explain_pool",
    "explain_roll",
    "explain_stat",
    "explain_track",
    "total",
]
