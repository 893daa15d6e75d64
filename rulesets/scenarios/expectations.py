"""What a scenario step can expect, each key answered from the encounter and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.compiled import Rules
from rulesets.engine import queries
from rulesets.engine.decide import decide
from rulesets.engine.ruling import Outcome
from rulesets.engine.ties import tied_to
from rulesets.formula.dice import BlindDice, parse_code, print_code
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter, Order
from rulesets.table.events import Flagged, Told
from rulesets.table.refusal import Refusal


class Step:
    """A step that was played: the encounter after it and what it came to."""

    def __init__(
        self,
        rules: Rules,
        state: Encounter,
        outcomes: list[Outcome] | None = None,
        refusal: Refusal | None = None,
        result: Any = None,
    ) -> None:
        """Keep what the expectations are compared with."""
        self.rules, self.state = rules, state
        self.outcomes, self.refusal, self.result = outcomes or [], refusal, result

    def who(self, ident: str) -> Combatant:
        """Return a combatant; raises KeyError if the case names one that is not there."""
        return self.state.combatants[ident]


def differences(step: Step, expect: Mapping[str, Any]) -> str:
    """Return the first expectation that does not hold, as 'key: expected ..., got ...', or ''."""
    for key, wanted in expect.items():
        if key not in _ANSWERS:
            raise KeyError(f"expect: there is no key {key!r}")
        got = _ANSWERS[key](step, wanted)
        if _normal(key, got) != _normal(key, wanted):
            return f"{key}: expected {wanted!r}, got {got!r}"
    return ""


_SETS = {"unrolled", "choosable", "delaying", "readied", "flags"}
_MAPS_OF_SETS = {"states", "with_state", "surprises", "tied"}


def _normal(key: str, value: Any) -> Any:
    if key in _SETS:
        return sorted(value)
    if key in _MAPS_OF_SETS:
        return {name: sorted(items) for name, items in value.items()}
    if key == "acted":
        return {str(name): list(items) for name, items in value.items()}
    return value


def _each(answer: Callable[[Step, Combatant], Any]) -> Callable[[Step, Any], Any]:
    """Answer a map from ids with one value each."""
    return lambda step, wanted: {ident: answer(step, step.who(ident)) for ident in wanted}


def _order(step: Step, wanted: Any) -> list[str]:
    return queries.live_slots(queries.main_order(step.rules, step.state))


def _acted(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {str(round_): [turn.slot for turn in step.state.acted.get(int(round_), ())] for round_ in wanted}


def _budget(step: Step, wanted: Any) -> dict[str, dict[str, int | None]]:
    return {
        ident: {pool: step.who(ident).pools.get(pool) for pool in pools} for ident, pools in wanted.items()
    }


def _number(step: Step, who: Combatant, name: str) -> Any:
    return who.pools[name] if name in who.pools else queries.stat(step.rules, step.state, who, name)


def _tracks(step: Step, wanted: Any) -> dict[str, dict[str, int]]:
    return {
        ident: {track: queries.step_of(step.who(ident), track) for track in tracks}
        for ident, tracks in wanted.items()
    }


def _value(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    return {
        ident: {name: queries.stat(step.rules, step.state, step.who(ident), name) for name in names}
        for ident, names in wanted.items()
    }


def _with_state(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        name: [c.id for c in step.state.combatants.values() if name in queries.names_on(step.state, c)]
        for name in wanted
    }


def _has(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if name in queries.names_on(step.state, step.who(ident))]
        for ident, names in wanted.items()
    }


def _lacks(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if name not in queries.names_on(step.state, step.who(ident))]
        for ident, names in wanted.items()
    }


def is_legal(rules: Rules, state: Encounter, who: str, name: str) -> bool:
    """Return whether an action, or an action of that type, can be taken now.

    Types that are only parts of something else are not offered.
    """
    typed = name in rules.costs and rules.costs[name].kind != "part"
    command = cmd.Act(who=who, cost=name) if typed else cmd.Act(who=who, name=name)
    if name in rules.reactions and name not in rules.costs and name not in rules.actions:
        return not isinstance(decide(rules, state, cmd.React(who=who, name=name), BlindDice()), Refusal)
    return not isinstance(decide(rules, state, command, BlindDice()), Refusal)


def _can(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if is_legal(step.rules, step.state, ident, name)]
        for ident, names in wanted.items()
    }


def _cannot(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if not is_legal(step.rules, step.state, ident, name)]
        for ident, names in wanted.items()
    }


def _side_order(step: Step, wanted: Any) -> list[str]:
    for name, rule in step.rules.orders.items():
        if rule.of == "side":
            return queries.live_slots(step.state.orders.get(name) or Order())
    return []


def _rollers(step: Step, wanted: Any) -> dict[str, str]:
    for name, rule in step.rules.orders.items():
        if rule.of == "side":
            places = (step.state.orders.get(name) or Order()).places
            return {side: places[side].roller for side in wanted if side in places}
    return {}


def _declares(step: Step, wanted: Any) -> list[str]:
    found = queries.declaring_order(step.rules)
    return [] if found is None else queries.live_slots(step.state.orders.get(found[0]) or Order())


def _countdown(step: Step, wanted: Any) -> dict[str, dict[str, int]]:
    return {
        ident: {e.name: e.left for e in step.state.effects.values() if e.on == ident and e.name in names}
        for ident, names in wanted.items()
    }


def _surprises(step: Step, wanted: Any) -> dict[str, list[str]]:
    names = [name for name, rule in step.rules.relations.items() if rule.order]
    return {
        ident: [over for name in names for over in queries.over_whom(step.state, name, ident)]
        for ident in wanted
    }


def _penalty(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    return {
        ident: {
            "against": tie["against"],
            "value": queries.penalty(step.rules, step.state, step.who(ident), tie["against"]),
        }
        for ident, tie in wanted.items()
    }


def _roll(step: Step, wanted: Any) -> Any:
    if not step.outcomes:
        return None
    last = step.outcomes[-1]
    if isinstance(wanted, str) and isinstance(last.roll, int):
        return wanted if parse_code(wanted) == last.roll else print_code(last.roll)
    return last.roll


def _flags(step: Step, wanted: Any) -> list[str]:
    return sorted({flag for outcome in step.outcomes for flag in outcome.flags})


def _tally(step: Step, who: Combatant) -> int:
    return who.tallies.get(next(iter(step.rules.tallies), ""), 0)


def _left(step: Step, who: Combatant) -> int | None:
    shown = [name for name, pool in step.rules.pools.items() if pool.refill.startswith("phase:")]
    return who.pools.get(shown[0], 0) if shown else None


def _flag_values(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    """Return flag → what its line shows."""
    raised = [event for outcome in step.outcomes for event in outcome.events if isinstance(event, Flagged)]
    return {event.name: event.values for event in raised if event.name in wanted}


def _provokes(step: Step, wanted: Any) -> str:
    """Return whether the action of the step provokes attacks of opportunity: yes, no, maybe or ''."""
    told = [event for outcome in step.outcomes for event in outcome.events if isinstance(event, Told)]
    return next((event.params["provokes"] for event in reversed(told) if event.code == "acted"), "")


def _tied(step: Step, who: Combatant) -> list[str]:
    """Return everybody who is tied to somebody by hand."""
    names = [name for name, rule in step.rules.relations.items() if rule.state]
    return sorted({other for name in names for other in tied_to(step.state, name, who.id)})


def _chooses(step: Step, wanted: Any) -> str:
    """Return who says who goes next ('gm', a combatant, group or side), or who may among the waiting."""
    choice = queries.open_choice(step.rules, step.state)
    if choice is None:
        return queries.chooses(step.rules, step.state)
    return choice.who or choice.by


_ANSWERS: dict[str, Callable[[Step, Any], Any]] = {
    "round": lambda step, wanted: step.state.clock.round,
    "phase": lambda step, wanted: step.state.clock.phase,
    "segment": lambda step, wanted: step.state.clock.segment,
    "active": lambda step, wanted: queries.active_slot(step.rules, step.state),
    "order": _order,
    "counts": lambda step, wanted: {slot: queries.count_of(step.rules, step.state, slot) for slot in wanted},
    "unrolled": lambda step, wanted: queries.unrolled(step.rules, step.state),
    "acted": _acted,
    "segments": lambda step, wanted: queries.segments(step.state),
    "surprise_round": lambda step, wanted: step.state.clock.surprise,
    "surprises": _surprises,
    "side_order": _side_order,
    "declares": _declares,
    "next_to_declare": lambda step, wanted: queries.next_to_declare(step.rules, step.state),
    "roller": _rollers,
    "must_act": lambda step, wanted: queries.must_act(step.rules, step.state),
    "chooses": _chooses,
    "choosable": lambda step, wanted: list(queries.choosable(step.rules, step.state)),
    "countdown": _countdown,
    "budget": _budget,
    "actions": _each(_tally),
    "left": _each(_left),
    "hp": _each(lambda step, who: _number(step, who, "hp")),
    "temp_hp": _each(lambda step, who: _number(step, who, "temp_hp")),
    "sr": _each(lambda step, who: _number(step, who, "sr")),
    "ap": _each(lambda step, who: _number(step, who, "ap")),
    "track": _each(lambda step, who: queries.step_of(who, step.rules.main_track)),
    "tracks": _tracks,
    "states": _each(lambda step, who: queries.names_on(step.state, who)),
    "has": _has,
    "lacks": _lacks,
    "with_state": _with_state,
    "readied": lambda step, wanted: [c.id for c in step.state.combatants.values() if c.readied is not None],
    "delaying": lambda step, wanted: queries.delaying(step.rules, step.state),
    "can": _can,
    "cannot": _cannot,
    "value": _value,
    "roll": _roll,
    "result": lambda step, wanted: step.result,
    "flags": _flags,
    "flag_values": _flag_values,
    "provokes": _provokes,
    "tied": _each(_tied),
    "resolved": lambda step, wanted: list(step.state.notes.resolved),
    "penalty": _penalty,
    "elapsed": lambda step, wanted: queries.elapsed(step.rules, step.state),
    "ended": lambda step, wanted: queries.ended(step.rules, step.state),
}

KEYS = frozenset(_ANSWERS)
"""Everything that 'expect' can name."""
