"""Combatants of a fight as they were entered, to be kept: unhurt, with what makes them who they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.campaign.things import Prepared, Wave
from rulesets.formula.dice import print_code
from rulesets.table import encounter as table
from rulesets.table.combatant import PC, Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

Given = Mapping[str, Any]
"""What a combatant was given when it came in."""
OTHERS = ("tracks", "pools", "states")
"""What else may have been given, besides numbers."""


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
        if rule is None or rule.vital or value is None:
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
