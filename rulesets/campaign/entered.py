"""Combatants of a fight as they were entered, to be kept: unhurt, with what makes them who they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesets.campaign.things import Prepared, Wave
from rulesets.formula.dice import print_code
from rulesets.table import encounter as table
from rulesets.table.combatant import PC, Combatant
from rulesets.table.commands import Add, BringIn, Command, PlanWave, SetNumbers, Start, TakeUp
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

Given = Mapping[str, Any]
"""What a combatant was given when it came in."""
GIVING = (Add, PlanWave, SetNumbers, Start, TakeUp)
"""Commands that say what was given."""
PLANNING = (PlanWave, BringIn)
"""Commands that say who was to come."""
OTHERS = ("tracks", "pools", "states")
"""What else may have been given, besides numbers."""


def first_given(rules: Rules, commands: Iterable[Command]) -> dict[str, dict[str, Any]]:
    """Return by combatant what each was given when it came in, or was planned to come.

    Numbers that the game master has corrected since are in it; what is counted (hit points) only if that was
    before the fight began.
    """
    people: dict[str, dict[str, Any]] = {}
    begun = False
    for command in commands:
        match command:
            case Add():
                people[str(command.combatant.get("id"))] = dict(command.combatant)
            case PlanWave():
                people |= {str(one.get("id")): dict(one) for one in command.combatants}
            case TakeUp():
                people |= {str(one.get("id")): dict(one) for one in command.entered}
                begun = True
            case Start():
                begun = True
            case SetNumbers() if command.who in people:
                _correct(people[command.who], command, rules, begun)
    return people


def _correct(given: dict[str, Any], command: SetNumbers, rules: Rules, begun: bool) -> None:
    for key, value in command.stats.items():
        if not begun or key not in rules.stats or not rules.stats[key].to_begin_with:
            given[key] = value
    if command.pools and not begun:
        given["pools"] = {**given.get("pools", {}), **command.pools}


def waves_of(state: Encounter, commands: Sequence[Command]) -> tuple[table.Wave, ...]:
    """Return the waves of a fight in the order planned: those who wait, and those who have come in."""
    waiting = {wave.id: wave for wave in state.waves}
    found = dict(waiting)
    for command in commands:
        if isinstance(command, PlanWave):
            wave = table.Wave(command.wave, command.combatants, command.when, command.round, command.notes)
            found[command.wave] = waiting.get(command.wave, wave)
    came = {command.wave for command in commands if isinstance(command, BringIn)}
    planned = [command.wave for command in commands if isinstance(command, PlanWave)]
    order = dict.fromkeys((*(one for one in waiting if one not in planned), *planned))
    return tuple(found[ident] for ident in order if ident in waiting or ident in came)


def entered(rules: Rules, who: Combatant, first: Given | None = None) -> dict[str, Any]:
    """Return what is given for a combatant to be there again as it came in.

    What it is called, its side and what is noted are as they are now, its numbers as it was given them at
    ``first``; without that they are those of now, and what is counted (hit points) is the ruleset's own.
    """
    given: dict[str, Any] = {"id": who.id, "name": who.name, "side": who.side, "kind": who.kind}
    if who.group:
        given["group"] = who.group
    if not who.aware:
        given["aware"] = False
    if who.hidden:
        given["hidden"] = True
    for key in ("alias", "notes", "shared"):
        if getattr(who, key):
            given[key] = getattr(who, key)
    if who.feats:
        given["feats"] = list(who.feats)
    return {**given, **(_now(rules, who) if first is None else _at_first(rules, first))}


def _now(rules: Rules, who: Combatant) -> dict[str, Any]:
    """Return the numbers that last, as they are now."""
    given = {}
    for key, value in who.stats.items():
        rule = rules.stats.get(key)
        if rule is None or rule.to_begin_with or value is None:
            continue
        code = rule.type == "code" and isinstance(value, int | float)
        given[key] = print_code(int(value)) if code else value
    return given


def _at_first(rules: Rules, first: Given) -> dict[str, Any]:
    """Return what was given besides what somebody is called, as far as these rules know it."""
    known = {key for key in first if key in rules.stats or key in rules.states or key in OTHERS}
    return {key: value for key, value in first.items() if key in known and value not in (None, {}, [])}


def prepared_of(
    rules: Rules,
    state: Encounter,
    name: str,
    first: Mapping[str, Given],
    waves: Sequence[table.Wave] = (),
    *,
    players: bool = True,
) -> Prepared:
    """Return an encounter as a prepared one: everybody who is there, as they came in.

    ``first`` says by combatant what each was given then; ``waves`` are those who wait, and those who have
    come in, who are to wait again. Without ``players`` the player characters stay out.
    """
    there = {who.id: who for who in state.combatants.values() if players or who.kind != PC}
    kept = {ident: entered(rules, who, first.get(ident)) for ident, who in there.items()}
    waiting = {wave.id for wave in state.waves}
    later = []
    for wave in waves:
        ids = [str(one.get("id")) for one in wave.combatants]
        people = wave.combatants if wave.id in waiting else tuple(kept.pop(one) for one in ids if one in kept)
        if people:
            later.append(Wave(wave.when, wave.round, wave.notes, people))
    return Prepared(
        name, rules.id, dict(rules.options_set), tuple(kept.values()), tuple(later), state.about, state.shared
    )
