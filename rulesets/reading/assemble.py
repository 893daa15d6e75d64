"""From the ruleset as it is written to the compiled one: what the two say differently is worked out here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from rulesets.formula.dice import parse_code
from rulesets.reading.names import kinds_of
from rulesets.vocabulary.base import Keyed
from rulesets.vocabulary.harm import StateRule
from rulesets.vocabulary.rounds import Phase
from rulesets.vocabulary.stages import TriggerRule
from rulesets.vocabulary.values import FormulaRule, Stat
from rulesets.vocabulary.whole import Choice, Option, Rules
from rulesets.vocabulary.written import Ruleset, WrittenOption, WrittenStat

KIND = "{kind}"
"""What stands in the label of a state for what people read of its kind."""
Made = TypeVar("Made", bound=Keyed)


def type_of(stat: WrittenStat) -> str:
    """Return the type of a stat: its own, or that of its default."""
    if stat.type or is_code(stat.value):
        return stat.type or "code"
    if isinstance(stat.value, bool):
        return "bool"
    return "list" if isinstance(stat.value, list) else "number"


def stat_value(stat: WrittenStat, kind: str) -> tuple[Any, str]:
    """Return default and formula of a stat of type ``kind``: one of them, by what its value is."""
    value = stat.value
    if not isinstance(value, str) or kind == "text":
        return value, ""
    if kind == "code" and value.strip():
        try:
            return parse_code(value), ""
        except ValueError:
            return None, value
    return None, value.strip()


def assemble(definition: Ruleset, text_hash: str, options_set: dict[str, str]) -> Rules:
    """Return the ruleset as the engine reads it: what is said alike in both is the same."""
    states, codes = dict(_states(definition)), _codes(definition)
    implied = _implied(states)
    return _compiled(
        Rules,
        definition,
        stats={name: _stat(stat) for name, stat in definition.stats.items()},
        phases=tuple(_compiled(Phase, phase, id=name) for name, phase in definition.phases.items()),
        states=states,
        formulas={name: _formula(rule, codes) for name, rule in definition.formulas.items()},
        triggers=tuple(_compiled(TriggerRule, trigger) for trigger in definition.triggers),
        options={name: _option(option) for name, option in definition.options.items()},
        hash=text_hash,
        options_set=options_set,
        main_track=main_track(definition),
        plain_reaction=next((name for name, one in definition.reactions.items() if one.unnamed), ""),
        main_order=main_order(definition),
        modified=modified(definition),
        implied=implied,
        implying=_implying(implied),
    )


def _compiled(kind: type[Made], written: Keyed, /, **made: Any) -> Made:
    """Return a table as the engine reads it, with what is ``made`` of others."""
    shared = {name: getattr(written, name) for name in kind.__struct_fields__ if name not in made}
    return kind(**shared, **made)


def _stat(stat: WrittenStat) -> Stat:
    kind = type_of(stat)
    default, formula = stat_value(stat, kind)
    return _compiled(Stat, stat, type=kind, default=default, formula=formula)


def _option(option: WrittenOption) -> Option:
    choices = tuple(_compiled(Choice, choice, value=value) for value, choice in option.values.items())
    return _compiled(Option, option, choices=choices)


def _states(definition: Ruleset) -> Iterator[tuple[str, StateRule]]:
    """Yield the states, those that come in kinds as one for each kind; one may be written besides."""
    of_kinds = {name for several, rule in definition.states.items() for name in kinds_of(several, rule)}
    for name, rule in definition.states.items():
        if not rule.kinds and name not in of_kinds:
            yield name, _compiled(StateRule, rule, kind="")
        for kind, text in rule.kinds.items():
            label = rule.label.replace(KIND, text or kind)
            own = definition.states.get(f"{name}-{kind}")
            if own is not None and not own.kinds:
                yield f"{name}-{kind}", _compiled(StateRule, own, kind=kind)
            else:
                yield f"{name}-{kind}", _compiled(StateRule, rule, label=label, kinds={}, kind=kind)


def is_code(value: Any) -> bool:
    """Return whether a value can be read as nothing but a die code: '3D', '2D+1'."""
    return isinstance(value, str) and "D" in value and isinstance(_code(value), int)


def _codes(definition: Ruleset) -> set[str]:
    return {name for name, stat in definition.stats.items() if type_of(stat) == "code"}


def _formula(rule: FormulaRule, stats: set[str]) -> FormulaRule:
    """Return a named formula with the defaults of inputs that are codes as codes."""
    given = {name for name, value in rule.inputs.items() if rule.type != "code" and is_code(value)}
    codes = {name: _code(value) for name, value in rule.inputs.items() if name in stats | given}
    return replace(rule, inputs={**rule.inputs, **codes}) if codes else rule


def _code(value: Any) -> Any:
    try:
        return parse_code(value) if isinstance(value, str) else value
    except ValueError:
        return value


def main_track(definition: Ruleset) -> str:
    """Return the track that is meant when none is named: the first one; '' if there is none."""
    return next(iter(definition.tracks), "")


def main_order(definition: Ruleset) -> str:
    """Return the order of the last phase of every round in which turns are taken."""
    acting = [phase for phase in definition.phases.values() if phase.activity == "act"]
    every_round = [phase for phase in acting if phase.when == "round"]
    if every_round:
        return every_round[-1].order
    return acting[0].order if acting else ""


def modified(definition: Ruleset) -> frozenset[str]:
    """Return the stats that steps of tracks or states change."""
    changes = [step for track in definition.tracks.values() for step in track.steps]
    names = {name for step in changes for name in (*step.add, *step.factor)}
    return frozenset(names.union(*((*state.add, *state.factor) for state in definition.states.values())))


def _implied(states: Mapping[str, StateRule]) -> dict[str, tuple[str, ...]]:
    """Return state → every state that it implies, directly or by another."""
    found: dict[str, tuple[str, ...]] = {}
    for name, state in states.items():
        whole = list(state.implies)
        for other in whole:  # grows while it is gone through
            whole += [more for more in states[other].implies if more not in (name, *whole)]
        if whole:
            found[name] = tuple(whole)
    return found


def _implying(implied: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return state → itself and every state that implies it."""
    found: dict[str, tuple[str, ...]] = {}
    for name, others in implied.items():
        for other in others:
            found[other] = (*found.get(other, (other,)), name)
    return found
