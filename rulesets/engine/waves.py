"""Those who are still to come: planned in waves, each of which comes in as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine import as_entered, effects, membership
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.formula.work import FOR_EACH
from rulesets.table.combatant import GIVEN_KEYS, MAX_COMBATANTS, MAX_ID, MAX_TEXT
from rulesets.table.commands import Add, BringIn, PlanWave
from rulesets.table.encounter import MAX_WAVES, Wave
from rulesets.table.refusal import Code


def decide_plan(ruling: Ruling, command: PlanWave) -> None:
    """Have a wave wait, plan one anew, or wait for it no longer if nobody is in it."""
    waves = ruling.draft.waves
    index = next((number for number, one in enumerate(waves) if one.id == command.wave), len(waves))
    old = waves[index] if index < len(waves) else None
    if not command.combatants:
        if old is None:
            raise ruling.reject(Code.BAD_VALUE, "no-such-wave", name=command.wave)
        ruling.set_wave(index, None)
        ruling.tell("wave-dropped", names=_names(old))
        return
    new = _read(ruling, command)
    if old is None and len(waves) >= MAX_WAVES:
        raise ruling.reject(Code.BAD_VALUE, "too-many-waves", most=MAX_WAVES)
    ruling.set_wave(index, new)
    ruling.tell("wave-planned", names=_names(new), round=new.round, when=new.when)


def _read(ruling: Ruling, command: PlanWave) -> Wave:
    """Return the wave of a command, once everybody in it could join: not who could not, nor anybody twice."""
    if not command.wave.strip() or len(command.wave) > MAX_ID:
        raise ruling.reject(Code.BAD_VALUE, "bad-id", value=command.wave[:MAX_ID])
    for key, text in (("when", command.when), ("notes", command.notes)):
        if len(text) > MAX_TEXT:
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
    round_ = checked_number(ruling, command.round, "round", least=0)
    if len(command.combatants) > MAX_COMBATANTS:
        raise ruling.reject(Code.BAD_VALUE, "too-many", most=MAX_COMBATANTS)
    people = ruling.draft.combatants.values()
    ids, groups = {one.id for one in people}, {one.group for one in people}
    for wave in ruling.draft.waves:
        if wave.id != command.wave:
            ids |= {str(one["id"]) for one in wave.combatants}
            groups |= {str(one.get("group", "")) for one in wave.combatants}
    for given in command.combatants:
        one = as_entered.read_combatant(ruling, as_entered.at_least(ruling, given))
        if one.id in ids or one.id in groups or one.group in ids:
            raise ruling.reject(Code.BAD_VALUE, "id-taken", who=one.id)
        ids.add(one.id)
        groups |= {one.group} - {""}
    for who, carried in command.carried.items():
        if who not in {given["id"] for given in command.combatants}:
            raise ruling.reject(Code.UNKNOWN_COMBATANT, who=who)
        as_entered.read_carried(ruling, carried)
    given_all = tuple(dict(given) for given in command.combatants)
    return Wave(command.wave, given_all, command.when, round_, command.notes, dict(command.carried))


def decide_bring_in(ruling: Ruling, command: BringIn) -> None:
    """Let everybody of a wave join, one after the other; who shares a turn rolls once (004-42)."""
    waves = ruling.draft.waves
    index = next((number for number, one in enumerate(waves) if one.id == command.wave), -1)
    if index < 0:
        raise ruling.reject(Code.BAD_VALUE, "no-such-wave", name=command.wave)
    wave, rolls = waves[index], dict(command.rolls)
    ruling.work.left += FOR_EACH * len(wave.combatants)
    ruling.set_wave(index, None)
    ruling.tell("wave-came", names=_names(wave))
    for given in wave.combatants:
        known = {key: value for key, value in given.items() if _is_known(ruling, key)}
        slot = str(given.get("group", "") or given["id"])
        carried = wave.carried.get(given["id"])
        membership.join(ruling, Add(combatant=known, carried=carried, roll=rolls.pop(slot, None)))
        _tell_lost(ruling, given, known)
    for who in rolls:
        raise ruling.reject(Code.UNKNOWN_COMBATANT, who=who)


def _is_known(ruling: Ruling, key: str) -> bool:
    """Return whether the rules in force know what a combatant is given; it may be for others."""
    return key in GIVEN_KEYS or key in ruling.rules.stats or effects.has_size(ruling, key)


def _tell_lost(ruling: Ruling, given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for key in given:
        if key not in known:
            ruling.tell("rules-lost", who=given["id"], kind="stat", what=key, value=given[key])


def _names(wave: Wave) -> list[str]:
    return [str(one.get("name") or one["id"]) for one in wave.combatants]
