"""What a drag would do, in the sentence that stands at the drop indicator before the mouse is released."""

from __future__ import annotations

from typing import Any

from rulesets.seen.ahead import LOST
from rulesets.seen.queries import contest_of
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import GHOST, Encounter, Order
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import find_phase
from rulesets.words import orders, refusals
from rulesets.words.catalogue import SENTENCES
from rulesets.words.filling import Templates
from rulesets.words.terms import Terms

DROPS: dict[str, Templates] = {
    "count": (
        "{word:u} {who} to count {count} in round {round}, acts after {after}",
        "{word:u} {who} to count {count} in round {round}",
        "{word:u} {who} to count {count}, acts after {after}",
        "{word:u} {who} to count {count}, acts first",
    ),
    "after": (
        "{word:u} {who} to count {count}, acts after {after} and before {before} from now on",
        "{word:u} {who} to count {count}, acts after {after}",
        "{word:u} {who}: acts after {after} this {pass}",
        "{word:u} {who}: acts after {after}",
        "{word:u} {who}",
    ),
    "wait": (
        "{who} {who:waits|wait} and can come in later this {pass}",
        "{who} {who:waits|wait} and can come in later this round",
    ),
    "wait-on": "{who} {who:waits|wait} and can come in in the next round: this one is over with that",
    "wait-lost": (
        "{who} {who:loses|lose} the turn: it cannot be taken later this {pass}, and not in another one",
        "{who} {who:loses|lose} the turn: it cannot be taken later this round",
    ),
    "resume": ("{who} {who:acts|act} now, after {last}", "{who} {who:acts|act} now"),
    "inside": (
        "{who} {who:comes|come} in inside the turn of {active}: both roll {contest}",
        "{who} {who:comes|come} in inside the turn of {active}, which goes on afterwards",
    ),
    "trigger": "{who} {who:takes|take} the readied action “{action}”, set off by {by}",
    "behind": "{who} {who:has|have} lost the roll and {who:acts|act} when the turn of {active} is over",
    "both": "{who} and {active} act at the same moment",
    "list": ("Reorder: {who} before {before}", "Reorder: {who} to the end"),
    "set": (
        "Set {who} to count {count}, acts after {after}",
        "Set {who} to count {count}, acts first",
    ),
    "set-card": (
        "{who} {who:gets|get} {count}, acts after {after}",
        "{who} {who:gets|get} {count}, acts first",
    ),
    "ties": "{sentence}; ties are rolled off",
    "override": "GM override: {sentence}",
    "alt": "Hold Alt to override.",
}
"""What a drag would do, said before the mouse is released."""


def drop(terms: Terms, command: cmd.Command, result: Outcome | Refusal) -> str:
    """Return what releasing the mouse would come to, or why it cannot be done."""
    if isinstance(result, Refusal):
        said = refusals.refusal(terms, result)
        if not result.can_override:
            return said
        return terms.say(SENTENCES, {"first": said, "second": terms.say(DROPS["alt"], {})})
    said = _sentence(terms, command, result)
    if result.blind:
        said = terms.say(DROPS["ties"], {"sentence": said})
    return terms.say(DROPS["override"], {"sentence": said}) if result.overridden else said


def _sentence(terms: Terms, command: cmd.Command, result: Outcome) -> str:
    state = result.state
    match command:
        case cmd.Delay():
            return _delay(terms, command, result)
        case cmd.Resume(interrupt=True) if result.state.walk.interrupted or command.contest:
            return _inside(terms, command, result)
        case cmd.Resume():
            slot = _slot(state, command.who)
            told = (e.params for e in result.events if isinstance(e, ev.Told) and e.code == "resumed")
            last = next((params["last"] for params in told), "") or _ahead(terms, state, slot)
            return terms.say(DROPS["resume"], {"who": terms.name(slot), "last": terms.name(last)})
        case cmd.Trigger():
            told = (e.params for e in result.events if isinstance(e, ev.Told) and e.code == "triggered")
            action = next((terms.thing(given["action"]) for given in told), "")
            taken = {"who": terms.name(command.who), "action": action, "by": terms.name(command.by)}
            return terms.say(DROPS["trigger"], taken)
        case cmd.MoveInList():
            ids = list(state.combatants)
            index = ids.index(command.who) + 1 if command.who in ids else len(ids)
            before = terms.name(ids[index]) if index < len(ids) else ""
            return terms.say(DROPS["list"], {"who": terms.name(command.who), "before": before})
        case cmd.SetNumbers() if command.initiative is not None:
            slot = _slot(state, command.who)
            params = {"who": terms.name(slot), "count": _count(terms, state, slot)}
            key = "set-card" if isinstance(params["count"], str) else "set"
            return terms.say(DROPS[key], {**params, "after": terms.name(_ahead(terms, state, slot))})
        case _:
            return orders.command(terms, command)


def _delay(terms: Terms, command: cmd.Delay, result: Outcome) -> str:
    state = result.state
    slot, rule = _slot(state, command.who), terms.rules.delay
    params: dict[str, Any] = {"who": terms.name(slot), "word": orders.delay_word(terms)}
    phase = find_phase(terms.rules, state.clock.phase)
    if rule is not None and rule.place == "pass" and phase is not None:
        params["pass"] = phase.pass_name
    if not command.after and command.count is None:
        told = [event for event in result.events if isinstance(event, ev.Told)]
        lost = any(event.code == LOST and event.params["slot"] == slot for event in told)
        over = slot in state.put_off and any(event.code == "round-began" for event in told)
        return terms.say(DROPS["wait-lost" if lost else "wait-on" if over else "wait"], params)
    counts = not command.after or (rule is not None and rule.behind is not None)
    params["count"] = _count(terms, state, slot) if counts else None
    params["after"] = terms.name(_ahead(terms, state, slot) or command.after)
    params["before"] = terms.name(_behind(terms, state, slot)) if counts else ""
    put_off = state.put_off.get(slot)
    params["round"] = put_off.round or None if put_off is not None else None
    return terms.say(DROPS["after" if command.after else "count"], params)


def _inside(terms: Terms, command: cmd.Resume, result: Outcome) -> str:
    state = result.state
    slot = _slot(state, command.who)
    laid_aside = [one.slot for one in state.walk.interrupted]
    lost = any(isinstance(event, ev.Told) and event.code == "contest-lost" for event in result.events)
    active = state.walk.active if lost or not laid_aside else laid_aside[-1]
    params = {"who": terms.name(slot), "active": terms.name(active)}
    if lost:
        return terms.say(DROPS["behind"], params)
    if len(set(command.contest.values())) == 1:
        return terms.say(DROPS["both"], params)
    rolls = "" if command.contest else contest_of(terms.rules, state, slot)
    return terms.say(DROPS["inside"], {**params, "contest": rolls})


def _slot(state: Encounter, who: str) -> str:
    combatant = state.combatants.get(who)
    return who if combatant is None else combatant.slot


def _count(terms: Terms, state: Encounter, slot: str) -> int | str | None:
    place = _order(terms, state).places.get(slot)
    return None if place is None else terms.count(terms.rules.main_order, place)


def _ahead(terms: Terms, state: Encounter, slot: str) -> str:
    """Return the slot right ahead of ``slot`` that can have a turn there, or ''."""
    slots = _order(terms, state).slots
    index = slots.index(slot) if slot in slots else 0
    for other in reversed(slots[:index]):
        put_off = state.put_off.get(other)
        waits = put_off is not None and put_off.kind == "wait"
        if not waits and any(not member.out for member in state.members(other)):
            return other
    return ""


def _behind(terms: Terms, state: Encounter, slot: str) -> str:
    """Return the slot right behind ``slot`` if by its count it would stand before it, or ''."""
    order = _order(terms, state)
    slots = [one for one in order.slots if one[0] != GHOST]
    below = slots[slots.index(slot) + 1 :] if slot in slots else []
    return below[0] if below and order.places[below[0]].keys < order.places[slot].keys else ""


def _order(terms: Terms, state: Encounter) -> Order:
    return state.orders.get(terms.rules.main_order) or Order()
