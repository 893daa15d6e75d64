"""One case of a scenario, checked before it is played: everything that is wrong with it, told at once.

What cannot be played is an error. What can, but never holds or always does because of a name that nothing
has, is a warning: it stands beside the result and changes nothing about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import listed
from rulesets.reading.source import as_option
from rulesets.scenarios.expectations import check_expected
from rulesets.scenarios.findings import Finding, has
from rulesets.scenarios.names import Names
from rulesets.scenarios.steps import (
    ROLLING,
    ROLLS,
    SIMPLE,
    STEP_KEYS,
    STEPS,
    TRAVELLING,
)
from rulesets.table import commands as cmd
from rulesets.table.combatant import GIVEN_KEYS
from rulesets.vocabulary import Option, Rules

CASE_KEYS = {"id", "title", "source", "basis", "options", "dice", "combatants", "steps"}
NEEDED = {"id": "a text", "steps": "a list of tables", "combatants": "a list of tables"}
APPLYING = ("to", "who", "edits", "by")
"""Keys of a pipeline's step besides its inputs."""


def shape(case: Any) -> Iterator[Finding]:
    """Yield what keeps a case from being one, whatever its ruleset is."""
    if not isinstance(case, dict):
        yield Finding((), "A case is a table: [[case]].")
        return
    yield from unknown((), case, CASE_KEYS, "A case", warning=False)
    for key, what in NEEDED.items():
        if key not in case:
            yield Finding((key,), f"The case has no '{key}'.", f"{key} is {what}")
    for key in ("combatants", "steps"):
        entries = case.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            yield Finding((key,), f"'{key}' is a list of tables.", f"{key} = [ {{ ... }}, {{ ... }} ]")
    if not isinstance(case.get("options") or {}, dict):
        yield Finding(("options",), "'options' is a table: option = value.")
    if not isinstance(case.get("dice") or [], list):
        yield Finding(("dice",), "'dice' is a list of whole numbers and cards.", "dice = [4, 2]")


def options(given: Mapping[str, Any], known: Mapping[str, Option]) -> Iterator[Finding]:
    """Yield options that the ruleset does not have, and values that they do not have."""
    for name, value in given.items():
        if name not in known:
            message = f"The ruleset has no option {name!r}."
            yield Finding(("options", name), message, did_you_mean(name, known) or has(known))
            continue
        values = [choice.value for choice in known[name].choices]
        if as_option(value) not in values:
            message = f"The option {name!r} has no value {as_option(value)!r}."
            hint = did_you_mean(as_option(value), values) or has(values)
            yield Finding(("options", name), message, hint)


def content(rules: Rules, case: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what is wrong with the combatants and steps of a case that has its shape."""
    names = Names(rules, case)
    for place, given in enumerate(case["combatants"]):
        for finding in combatant(names, given):
            yield finding.below("combatants", place)
    for place, step in enumerate(case["steps"]):
        for finding in _step(names, step):
            yield finding.below("steps", place)


def combatant(names: Names, given: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield keys, tracks, pools and states of a combatant that its ruleset does not know."""
    rules = names.rules
    known = [*GIVEN_KEYS, *rules.stats, *(state for state, rule in rules.states.items() if rule.size)]
    if "id" not in given:
        yield Finding((), "A combatant needs an 'id'.")
    for key in given:
        if key in known:
            continue
        hint = did_you_mean(key, known)
        if key in rules.pools:
            hint = f"it is a pool: pools = {{ {key} = {given[key]} }}"
        yield Finding((key,), f"A combatant of this ruleset has no {key!r}.", hint)
    for key, table in (("tracks", rules.tracks), ("pools", rules.pools)):
        entries = given.get(key, {})
        for name in entries if isinstance(entries, dict) else ():
            if name not in table:
                hint = did_you_mean(name, table) or has(table)
                yield Finding((key, name), f"There is no {key[:-1]} {name!r} in this ruleset.", hint)
    states = given.get("states", [])
    for place, name in enumerate(states if isinstance(states, list) else ()):
        if isinstance(name, str) and name not in names.of_rules:
            hint = did_you_mean(name, names.of_rules)
            message = f"{name!r} is no state of the ruleset: it lasts, and does nothing."
            yield Finding(("states", place), message, hint, warning=True)


# -- steps -----------------------------------------------------------------------------------------


def _step(names: Names, step: Mapping[str, Any]) -> Iterator[Finding]:
    if "do" in step:
        yield from _doing(names, step)
    else:
        yield from unknown((), step, STEP_KEYS | {"do"}, "A step without 'do'")
    refused = step.get("refused", False)
    if isinstance(refused, str) and refused and refused not in names.refusals:
        hint = did_you_mean(refused, names.refusals) or "the reference lists all under 'Refusals'"
        message = f"Nothing is ever refused with {refused!r}."
        yield Finding(("refused",), message, hint, warning=True)
    if "expect" in step:
        for finding in check_expected(names, step["expect"]):
            yield finding.below("expect")


def _doing(names: Names, step: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a step names that its ``do`` does not know, or lacks that it needs."""
    rules, name = names.rules, step["do"]
    told = {key: value for key, value in step.items() if key not in STEP_KEYS and key != "do"}
    if not isinstance(name, str):
        yield Finding(("do",), "'do' is a text: what happens.")
    elif name in ROLLING or name in TRAVELLING:
        keys = ROLLS if name in ROLLING else TRAVELLING[name]
        yield from unknown((), told, keys, f"The step {name!r}")
        if name == "compute" and "formula" not in told:
            yield Finding((), "The step 'compute' needs 'formula'.")
    elif name in SIMPLE or name == "add":
        for finding in _told(name, SIMPLE.get(name, cmd.Add), told):
            yield finding.hinted(_declared(name)) if name in rules.declarations else finding
        if isinstance(told.get("combatant"), dict) and "refused" not in step:
            for finding in combatant(names, told["combatant"]):
                yield finding.below("combatant").mildly()
    elif name == "declare" or name in rules.declarations:
        yield from _declaring(names, name, told, bool(step.get("refused")))
    elif name in rules.pipelines:
        inputs = [*APPLYING, *rules.pipelines[name].inputs]
        if not step.get("refused"):
            yield from unknown((), told, inputs, f"The step {name!r}")
    elif "refused" not in step:
        known = [*STEPS, *rules.declarations, *rules.pipelines]
        hint = did_you_mean(name, known) or f"there is {listed(known)}"
        yield Finding(("do",), f"There is no step {name!r}.", hint)


def _declared(name: str) -> str:
    """Return how a declaration is made that is called like a step of its own."""
    return f'the declaration is {{ do = "declare", name = "{name}" }}'


def _told(name: str, command: type[cmd.Command], told: Mapping[str, Any]) -> Iterator[Finding]:
    fields = {field.name: field for field in msgspec.structs.fields(command) if field.name != "override"}
    yield from unknown((), told, fields, f"The step {name!r}", warning=False)
    for key, field in fields.items():
        if field.required and key not in told:
            yield Finding((), f"The step {name!r} needs {key!r}.")


def _declaring(names: Names, name: str, told: Mapping[str, Any], refused: bool) -> Iterator[Finding]:
    if "who" not in told:
        yield Finding((), f"The step {name!r} needs 'who'.")
    which = told.get("name", "") if name == "declare" else name
    rule = names.rules.declarations.get(which) if isinstance(which, str) else None
    if rule is not None and not refused:
        keys = ["who", *(["name", "done"] if name == "declare" else []), *rule.inputs]
        yield from unknown((), told, keys, f"The step {name!r}")


def unknown(
    at: tuple[str | int, ...], told: Iterable[str], known: Iterable[str], what: str, *, warning: bool = True
) -> Iterator[Finding]:
    """Yield the keys that ``what`` does not know; those that are passed over in silence are warnings."""
    known = sorted(known)
    for key in told:
        if key not in known:
            hint = did_you_mean(key, known) or has(known)
            yield Finding((*at, key), f"{what} knows no {key!r}.", hint, warning)
