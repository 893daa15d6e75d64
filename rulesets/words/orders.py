"""Short labels of commands, for the undo menu and wherever nothing has come of a command yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesets.seen.labels import plain
from rulesets.table import commands as cmd
from rulesets.words.filling import Templates
from rulesets.words.terms import Terms

COMMANDS: dict[str, Templates] = {
    "start": "Start the encounter",
    "initiative": "Roll initiative",
    "end-turn": ("End the turn of {who}", "End the turn"),
    "next-phase": ("Close {phase:l}", "Close the phase"),
    "set": (
        "Set initiative of {who} to {initiative}",
        "Set {key:l} of {who} to {value}",
        "Set numbers of {who}",
    ),
    "describe": ("Rename {who} to {name}", "Change {fields} of {who}", "Change {who}"),
    "describe-encounter": "Change {fields} of the encounter",
    "note-effect": "Note on an effect",
    "wave": ("Wave in round {round}", "Wave {when:l}", "A wave to come"),
    "bring-in": "Those to come come in",
    "act": ("{who}: {name}", "{who}: {cost}", "Action of {who}"),
    "resolve": ("Call off the action of {off}", "Resolve the action of {who}"),
    "react": ("{who} {who:reacts|react}: {name}", "{who} {who:reacts|react}"),
    "attack": "Attack of {who} on {target}",
    "delay": ("{word:u} {who} to {count}", "{word:u} {who} behind {after}", "{word:u} {who}"),
    "resume": "{who} {who:acts|act} now",
    "choose": "{who} {who:goes|go} next",
    "ready": ("{ready}: {who}", "Ready an action: {who}"),
    "trigger": "Readied action of {who}",
    "declare": ("Declare {name}: {who}", "Declare: {who}"),
    "apply": ("{pipeline} {amount} to {who}", "{pipeline}: {who}"),
    "check": ("{check} of {who}: {degree}", "{check} of {who}: {total}", "{check} of {who}"),
    "track": ("{track}: {who} {worse} worse", "{track}: {who} {better} better", "{track}: {who}"),
    "effect": "{name} on {on}",
    "end-effect": "End {name} on {on}",
    "add": ("Add {name}", "Add a combatant"),
    "remove": "Remove {who}",
    "defeat": "Defeat {who}",
    "disable": "Disable {who}",
    "restore": "Restore {who}",
    "spend": ("Spend {resource} of {who} on {on}", "Spend {resource} of {who}"),
    "dice": ("{who}: {what} {amount}", "{who}: {what}", "{what} {amount}", "{amount}", "{what}"),
    "rest": "{name}: {who}",
    "end-encounter": "End the encounter",
    "move-in-list": "Move {who} in the list",
    "rules": "Change the rules",
    "take-up": "Go on with a fight",
}
"""Tag of a command → its short label (undo menu, log)."""

_PEOPLE = ("who", "by", "after", "target", "on")


def command(terms: Terms, order: cmd.Command) -> str:
    """Return the short label of a command."""
    tag = str(order.__struct_config__.tag or "")
    params: dict[str, Any] = {
        name: terms.name(getattr(order, name))
        for name in _PEOPLE
        if isinstance(getattr(order, name, None), str)
    }
    writer = _WRITERS.get(type(order))
    if writer is not None:
        params.update(writer(terms, order))
    return terms.say(COMMANDS.get(tag, plain(tag)), params)


def _set(terms: Terms, order: cmd.SetNumbers) -> dict[str, Any]:
    if order.initiative is not None:
        return {"initiative": None if order.stats or order.pools else order.initiative}
    if len(order.stats) + len(order.pools) != 1:
        return {}
    for pool, left in order.pools.items():
        return {"key": terms.pool(pool), "value": left}
    key, value = next(iter(order.stats.items()))
    return {"key": terms.stat(key), "value": terms.value(value, key)}


def _describe(terms: Terms, order: cmd.Describe) -> dict[str, Any]:
    if list(order.changes) == ["name"]:
        return {"name": str(order.changes["name"])}
    return {"fields": terms.listed([terms.field(key) or plain(key) for key in order.changes])}


def _effect(terms: Terms, order: cmd.BeginEffect) -> dict[str, Any]:
    return {"on": terms.names([order.on, *order.also])}


def _act(terms: Terms, order: cmd.Act) -> dict[str, Any]:
    return {"name": terms.thing(order.name), "cost": terms.cost(order.cost)}


def _react(terms: Terms, order: cmd.React) -> dict[str, Any]:
    reactions = terms.rules.reactions
    known = order.name in reactions
    return {"name": terms.label(reactions, order.name) if known else terms.thing(order.name)}


def _delay(terms: Terms, order: cmd.Delay) -> dict[str, Any]:
    count = None if order.after else order.count
    return {"word": delay_word(terms), "count": count}


def delay_word(terms: Terms) -> str:
    """Return the ruleset's word for delaying."""
    rule = terms.rules.delay
    return (rule.verb or rule.label if rule is not None else "") or terms.word("delay")


def _declare(terms: Terms, order: cmd.Declare) -> dict[str, Any]:
    return {
        "who": terms.names(order.who),
        "name": terms.label(terms.rules.declarations, order.name),
    }


def _apply(terms: Terms, order: cmd.Apply) -> dict[str, Any]:
    rule = terms.rules.pipelines.get(order.pipeline)
    return {
        "who": terms.names(order.to),
        "pipeline": terms.label(terms.rules.pipelines, order.pipeline),
        "amount": order.inputs.get(rule.amount) if rule is not None and rule.amount else None,
    }


def _check(terms: Terms, order: cmd.Check) -> dict[str, Any]:
    return {
        "check": terms.check(order.name, order.name),
        "degree": terms.degree(order.name.partition(":")[0], order.degree),
        "total": order.roll if order.total is None else order.total,
    }


def _track(terms: Terms, order: cmd.MoveTrack) -> dict[str, Any]:
    return {
        "track": terms.track(order.track or terms.rules.main_track),
        "worse": order.by if order.by > 0 else None,
        "better": -order.by if order.by < 0 else None,
    }


def _spend(terms: Terms, order: cmd.SpendPoint) -> dict[str, Any]:
    resource = terms.label(terms.rules.resources, order.resource)
    return {"resource": resource, "on": terms.use(order.resource, order.on)}


def _throw(terms: Terms, order: cmd.Throw) -> dict[str, Any]:
    formula = terms.label(terms.rules.formulas, order.formula) if order.formula else ""
    return {"what": formula or terms.thing(order.what), "amount": order.amount}


def _add(terms: Terms, order: cmd.Add) -> dict[str, Any]:
    return {"name": str(order.combatant.get("name") or order.combatant.get("id") or "")}


def _noted(terms: Terms, order: cmd.DescribeEncounter) -> dict[str, Any]:
    return {"fields": terms.listed([terms.field(key) or plain(key) for key in order.changes])}


def _wave(terms: Terms, order: cmd.PlanWave) -> dict[str, Any]:
    return {"round": order.round or None}


_WRITERS: dict[type[cmd.Command], Callable[[Terms, Any], dict[str, Any]]] = {
    cmd.SetNumbers: _set,
    cmd.Describe: _describe,
    cmd.DescribeEncounter: _noted,
    cmd.PlanWave: _wave,
    cmd.Act: _act,
    cmd.BeginEffect: _effect,
    cmd.Resolve: lambda terms, order: {"off": terms.name(order.who) if order.cancel else ""},
    cmd.React: _react,
    cmd.Delay: _delay,
    cmd.Ready: lambda terms, order: {"ready": terms.rules.ready.label if terms.rules.ready else ""},
    cmd.Declare: _declare,
    cmd.Apply: _apply,
    cmd.Check: _check,
    cmd.MoveTrack: _track,
    cmd.BeginEffect: lambda terms, order: {"name": terms.state(order.name)},
    cmd.EndEffect: lambda terms, order: {"name": terms.state(order.name)},
    cmd.SpendPoint: _spend,
    cmd.Throw: _throw,
    cmd.Rest: lambda terms, order: {
        "name": terms.label(terms.rules.rests, order.name),
        "who": terms.names(order.who),
    },
    cmd.Add: _add,
}
"""Command → what fills its label beyond the names of those it is about."""
