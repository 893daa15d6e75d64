"""Slips of players: what they order once the game master accepts them, and what their senders are told.

A slip speaks of others by the ids that players know, and of nobody else. Why it was refused is told as far as
players may know it: the same orders are tried on the fight as they know it, and what that says is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rulesets.engine.decide import decide
from rulesets.formula.dice import BlindDice
from rulesets.seen.players import NAMING, Names, for_players, to_be_tried
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.table.slip import Slip
from rulesets.vocabulary import Rules

NOBODY = "?"
"""Stands for whomever the sender cannot know."""


def orders(rules: Rules, state: Encounter, who: str, slip: Slip) -> tuple[cmd.Command, ...]:
    """Return what a slip of the combatant ``who`` orders; nothing for a roll, which is gathered with others.

    Raises:
        KeyError: if the combatant is not there any more.
    """
    names = Names(state.combatants)
    known = {names.id(ident): ident for ident in state.combatants if names.id(ident)}
    return _orders(rules, who, state.combatants[who].slot, slip, known)


def said_of(rules: Rules, slip: Slip, ident: Callable[[str], str]) -> Slip:
    """Return a slip in which everybody who is named goes by another id; '' of ``ident`` is nobody."""
    rule = rules.declarations.get(slip.name) if slip.what == "declare" else None
    fields = dict(slip.fields)
    for key, value in slip.fields.items() if rule is not None else ():
        if rule is not None and key in rule.inputs and rule.inputs[key].type in NAMING and value:
            several = [ident(str(one)) or NOBODY for one in (value if isinstance(value, list) else [value])]
            fields[key] = several if isinstance(value, list) else several[0]
    return replace(slip, fields=fields)


def refused_to(rules: Rules, state: Encounter, who: str, slip: Slip) -> Refusal | None:
    """Return why a slip is refused, as players may know it; None if nothing that they know speaks against it.

    Its parameters have the ids by which players know everybody.
    """
    told = for_players(rules, state)
    known = Names(state.combatants).id(who)
    if known not in told.combatants:
        return None
    people = {ident: ident for ident in told.combatants}
    told = to_be_tried(rules, told)
    for order in _orders(rules, known, told.combatants[known].slot, slip, people):
        found = decide(rules, told, order, BlindDice())
        if isinstance(found, Refusal):
            return found
        told = found.state
    return None


def _orders(
    rules: Rules, who: str, slot: str, slip: Slip, known: Mapping[str, str]
) -> tuple[cmd.Command, ...]:
    """Return the orders under the ids that ``known`` gives for those of the slip."""
    match slip.what:
        case "declare":
            fields = _fields(rules, slip, known)
            return (cmd.Declare(who=(who,), name=slip.name, fields=fields, done=slip.done),)
        case "delay":
            return (cmd.Delay(who=slot),)
        case "resume":
            return (cmd.Resume(who=slot),)
        case "react":
            return (_reaction(rules, who, slip),)
        case "ready":
            return (cmd.Ready(who=who, action=_action(rules, slip.name), trigger=slip.trigger),)
    return ()


def _reaction(rules: Rules, who: str, slip: Slip) -> cmd.React:
    """Return a reaction to what was recorded, or to what the player says."""
    rule = rules.reactions.get(slip.name)
    prompted = rule is not None and rule.needs_cause
    return cmd.React(who=who, name=slip.name, to=(slip.trigger or NOBODY) if prompted else "")


def _action(rules: Rules, said: str) -> str:
    """Return the id of an action that goes by a name, or the player's own words."""
    wanted = said.strip().casefold()
    found = (ident for ident, one in rules.actions.items() if wanted in (ident, one.label.casefold()))
    return next(found, said.strip())


def _fields(rules: Rules, slip: Slip, known: Mapping[str, str]) -> dict[str, Any]:
    """Return what was filled in, with the ids of those who are meant, and without what was left empty."""
    rule = rules.declarations.get(slip.name)
    inputs = {} if rule is None else rule.inputs
    found: dict[str, Any] = {}
    for key, value in slip.fields.items():
        if value in ("", []):
            continue
        if key in inputs and inputs[key].type in NAMING:
            several = value if isinstance(value, list) else [value]
            ids = [known.get(str(one), NOBODY) for one in several]
            found[key] = ids if inputs[key].type == "combatants" else ids[0]
        else:
            found[key] = value
    return found
