"""On what a formula about a combatant depends, so that it is only asked again when that changes."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from rulesets.formula.compiling import OTHER_FUNCTIONS, OWNER, FormulaError, compile_formula, sound_nodes
from rulesets.table import events as ev
from rulesets.table.encounter import Effect
from rulesets.vocabulary import Rules

TRACKS = frozenset({"track", "step", "liftable"})
"""Functions that ask where somebody stands on a track."""
DECLARED = "declared"
"""Function that asks whether somebody has declared something."""
FEATS = frozenset({"has", "trait"})
TAKEN_OUT = "taken_out"
"""Name that says how far somebody is out of the fight."""
TELLING = (
    ev.StatChanged
    | ev.TallyChanged
    | ev.TrackMoved
    | ev.StateBegan
    | ev.StateEnded
    | ev.EffectBegan
    | ev.EffectEnded
    | ev.EffectChanged
    | ev.Described
    | ev.OutChanged
    | ev.Joined
    | ev.Left
)
"""Events after which a formula about whom they tell of may have another answer."""


class Depends(Struct):
    """What a formula reads, directly or through what it reads."""

    stats: set[str] = field(default_factory=set)
    states: set[str] = field(default_factory=set)
    tallies: set[str] = field(default_factory=set)
    tracks: bool = False
    described: bool = False
    """Whether it reads who somebody is: kind, side, feats."""
    out: bool = False
    """Whether it reads how far somebody is out of the fight."""
    owner: bool = False
    """Whether it asks the one to whom the combatant belongs."""
    formulas: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    """Names that are no stats: what a pipeline or a formula is told, or has worked out itself."""

    def touched_by(self, event: ev.Event) -> bool:
        """Return whether an event may change the answer about the one it tells of."""
        match event:
            case ev.StatChanged(_, key):
                return key in self.stats
            case ev.TallyChanged(_, key):
                return key in self.tallies
            case ev.TrackMoved():
                return self.tracks
            case ev.Described():
                return self.described
            case ev.OutChanged():
                return self.out
            case ev.Joined() | ev.Left():
                return True
        return state_of(event) in self.states


def state_of(event: ev.Event) -> str:
    """Return the state, or the name of the effect, that an event begins or ends; '' of any other."""
    match event:
        case ev.StateBegan(_, state) | ev.StateEnded(_, state):
            return state
        case ev.EffectBegan(effect) | ev.EffectEnded(effect) | ev.EffectChanged(_, effect):
            return effect.name
    return ""


def told_of(event: Any) -> str:
    """Return the id of whom one of the telling events tells of."""
    if isinstance(event, ev.Joined | ev.Left):
        return event.combatant.id
    effect = event.new if isinstance(event, ev.EffectChanged) else getattr(event, "effect", None)
    return effect.on if isinstance(effect, Effect) else str(event.who)


def depends_on(rules: Rules, *texts: str) -> Depends:
    """Return what formulas depend on; of one that cannot be read nothing is known."""
    found = Depends()
    _follow_all(rules, texts, found)
    return found


def declarations_needed(condition: str) -> set[str]:
    """Return the declarations one of which somebody has to have made for a condition to hold."""
    if DECLARED not in condition:
        return set()
    denied: set[int] = set()
    found: dict[int, str] = {}
    for node in sound_nodes(condition):
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                denied.update(map(id, ast.walk(operand)))
            case ast.Call(func=ast.Name(id=function), args=[ast.Constant(value=str(name))]):
                found |= {id(node): name} if function == DECLARED else {}
    return {name for node, name in found.items() if node not in denied}


def _follow(rules: Rules, text: str, found: Depends) -> None:
    try:
        formula = compile_formula(text)
    except FormulaError:
        return
    for name in formula.names:
        if name not in rules.stats:
            found.out |= name == TAKEN_OUT
            found.described |= name != TAKEN_OUT
            found.told.add(name)
        elif name not in found.stats:
            found.stats.add(name)
            _follow_all(rules, _texts_of_stat(rules, name, found), found)
    for function, word in formula.calls:
        if function in ("has_state", "size"):
            found.states.update(rules.implying.get(word, (word,)) if word else rules.states)
        elif function == "tally":
            found.tallies.update([word] if word else rules.tallies)
        elif function == "stat":
            for name in [word] if word else list(rules.stats):
                if name in rules.stats and name not in found.stats:
                    found.stats.add(name)
                    _follow_all(rules, _texts_of_stat(rules, name, found), found)
                found.out |= name == TAKEN_OUT
                found.described |= name not in (*rules.stats, TAKEN_OUT)
        elif function == "formula":
            named = [word] if word else list(rules.formulas)
            for one in set(named) - found.formulas:
                found.formulas.add(one)
                _follow_all(rules, _texts_of_formula(rules, one), found)
        found.tracks |= function in TRACKS
        found.owner |= OTHER_FUNCTIONS.get(function, ("", ""))[0] == OWNER
        found.described |= function in FEATS


def _follow_all(rules: Rules, texts: Iterable[str], found: Depends) -> None:
    for text in texts:
        if text:
            _follow(rules, text, found)


def _texts_of_stat(rules: Rules, name: str, found: Depends) -> list[str]:
    """Return the formulas that make a stat what it is; what changes it is noted with it."""
    texts = [rules.stats[name].formula]
    for state, rule in rules.states.items():
        if name in rule.add or name in rule.factor:
            found.states.update(rules.implying.get(state, (state,)))
            texts += [rule.add.get(name, ""), rule.factor.get(name, "")]
    for step in (step for track in rules.tracks.values() for step in track.steps):
        if name in step.add or name in step.factor:
            found.tracks = True
            texts += [step.add.get(name, ""), step.factor.get(name, "")]
    return texts


def _texts_of_formula(rules: Rules, name: str) -> list[str]:
    rule = rules.formulas.get(name)
    return [] if rule is None else [rule.expression, *rule.cases.values()]
