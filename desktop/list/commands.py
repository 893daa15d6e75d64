"""What the keys and the menu of the initiative list order, as far as it needs no further word."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.actions.fields import must_be_told
from desktop.list.actions import SPEND
from desktop.why.formulas import formulas_for_people
from rulesets.compiled import Rules, find_phase
from rulesets.seen.queries import announced_act, choosable
from rulesets.table.commands import (
    Act,
    Choose,
    Command,
    Defeat,
    Disable,
    Leave,
    MoveInList,
    MoveTrack,
    React,
    Restore,
    Resume,
)
from rulesets.table.encounter import RUNNING, SETUP, Encounter

_EACH = {"defeat": Defeat, "disable": Disable, "restore": Restore, "remove": Leave}
_TURNS = frozenset({"choose", "delay", "resume", "ready", "trigger", "react", "next", "back", SPEND})
ASK = "ask:"
"""Before a type of action that has to be told how much it is."""
_ALWAYS = frozenset({"next", "back", "add", "find"})


def commands_for(name: str, rules: Rules, state: Encounter, targets: Sequence[str]) -> list[Command] | None:
    """Return the commands that an action of the list orders for ``targets``.

    None if it needs a dialog or the window; an empty list if there is nobody or nothing it could mean.
    """
    if name in _EACH:
        return [_EACH[name](who=who) for who in targets]
    if name in ("worse", "better"):
        by = 1 if name == "worse" else -1
        return [MoveTrack(who=who, by=by) for who in targets] if rules.main_track else []
    if name == "resume":
        return [Resume(who=state.combatants[who].slot) for who in targets[:1]]
    if name == "choose":
        return chosen(rules, state, targets)
    if name in ("up", "down"):
        return _moved(state, targets, -1 if name == "up" else 1)
    if name.startswith(SPEND):
        return _spent(rules, state, name.removeprefix(SPEND), targets)
    return None


def choosing(rules: Rules, state: Encounter) -> bool:
    """Return whether turns of the present phase go to whoever is chosen."""
    phase = find_phase(rules, state.clock.phase) if state.clock.status == RUNNING else None
    return phase is not None and phase.choice is not None


def chosen(rules: Rules, state: Encounter, targets: Sequence[str]) -> list[Command]:
    """Return the command that lets one of ``targets`` go next: the first that can, or the first at all.

    Nothing where turns follow an order. Whom the rules do not let go is refused, and can be insisted on.
    """
    slots = [state.combatants[who].slot for who in targets if who in state.combatants]
    if not slots or not choosing(rules, state):
        return []
    able = choosable(rules, state)
    return [Choose(who=next((slot for slot in slots if slot in able), slots[0]))]


def question(rules: Rules, name: str) -> str:
    """Return what the window is asked for an action of the list that needs a further word."""
    if not name.startswith(SPEND):
        return name
    cost = name.removeprefix(SPEND)
    return "react" if rules.costs[cost].kind == "reaction" else f"{ASK}{cost}"


def _moved(state: Encounter, targets: Sequence[str], by: int) -> list[Command]:
    if state.clock.status != SETUP or not targets:
        return []
    index = list(state.combatants).index(targets[0]) + by
    return [MoveInList(who=targets[0], index=index)] if 0 <= index < len(state.combatants) else []


def _spent(rules: Rules, state: Encounter, cost: str, targets: Sequence[str]) -> list[Command] | None:
    """Return the command that spends a type of action.

    None for a reaction that must say what it answers, and for an action that must be told how much it is.
    """
    rule = rules.costs[cost]
    if rule.kind != "reaction":
        if not targets:
            return []
        who, act = state.combatants[targets[0]], Act(who=targets[0], cost=cost)
        if rules.act_roll and not rule.light:
            act = announced_act(rules, state, who, cost)
        return None if rule.kind == "action" and must_be_told(rules, state, who.id, act) else [act]
    plain = rules.reactions.get(rules.plain_reaction)
    if plain is None or plain.cost != cost or plain.prompted or plain.answers or plain.results:
        return None
    return [React(who=who) for who in targets[:1]]


def hidden_actions(rules: Rules, state: Encounter, targets: Sequence[str]) -> set[str]:
    """Return the names of actions that make no sense for ``targets`` now, for the context menu."""
    chosen_ones = [state.combatants[who] for who in targets]
    hidden: set[str] = set()
    phase = find_phase(rules, state.clock.phase) if state.clock.status == RUNNING else None
    if state.clock.status != RUNNING:
        hidden |= _TURNS
    if state.clock.status != SETUP or len(chosen_ones) != 1:
        hidden |= {"up", "down"}
    if not chosen_ones:
        hidden |= {
            *_TURNS - _ALWAYS,
            *_EACH,
            "belongs",
            "keep",
            "card",
            "damage",
            "heal",
            "effect",
            "worse",
            "better",
            "formula",
        }
    sensible = {
        "choose": choosing(rules, state) and not any(who.slot == state.walk.active for who in chosen_ones),
        "count-off": phase is not None and phase.activity == "declare" and bool(phase.late),
        "group": state.clock.status != RUNNING and len(chosen_ones) > 1,
        "ungroup": state.clock.status != RUNNING and any(who.group for who in chosen_ones),
        "aware": state.clock.status != RUNNING and bool(chosen_ones) and rules.surprise not in ("", "false"),
        "delay": rules.delay is not None,
        "resume": any(who.slot in state.put_off for who in chosen_ones),
        "ready": rules.ready is not None,
        "trigger": any(who.readied is not None for who in chosen_ones),
        "restore": any(who.out for who in chosen_ones),
        "defeat": any(not who.out for who in chosen_ones),
        "disable": any(not who.out for who in chosen_ones),
        "worse": bool(rules.main_track),
        "better": bool(rules.main_track),
        "formula": bool(formulas_for_people(rules)),
        "why": any(who.slot in order.places for who in chosen_ones for order in state.orders.values()),
        "damage": any(pipeline.role == "damage" for pipeline in rules.pipelines.values()),
        "heal": any(pipeline.role == "heal" for pipeline in rules.pipelines.values()),
    }
    return hidden | {name for name, makes_sense in sensible.items() if not makes_sense}
