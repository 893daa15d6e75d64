"""What the cases of a scenario can name: the ruleset's ids, the case's own people and effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from rulesets.engine.scope import NAMES
from rulesets.formula.compiling import CONSTANTS
from rulesets.scenarios.steps import STEP_KEYS
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules
from rulesets.words.codes import known

OF_TURNS: Mapping[str, Callable[[str], cmd.Command]] = {
    "delay": lambda who: cmd.Delay(who=who),
    "resume": lambda who: cmd.Resume(who=who),
    "ready": lambda who: cmd.Ready(who=who, action="-", trigger="-"),
}
"""What can be done with a turn that is no action of the ruleset."""
_READ = re.compile(r"has_state\('([^']*)'\)")


class Names:
    """The names that one case may use, with the ruleset as its options make it."""

    def __init__(self, rules: Rules, case: Mapping[str, Any]) -> None:
        """Look through the ruleset and the steps of ``case``."""
        self.rules = rules
        people = [given for given in case["combatants"] if isinstance(given, dict)]
        steps = [step for step in case["steps"] if isinstance(step, dict)]
        people += [step["combatant"] for step in steps if isinstance(step.get("combatant"), dict)]
        self.people = {str(given["id"]) for given in people if "id" in given}
        self.slots = self.people | {str(given["group"]) for given in people if given.get("group")}
        self.anybody = self.slots | {str(given.get("side", "party")) for given in people}
        effects, rolls = _in_stages(rules)
        self.of_rules = {*rules.states, *effects}
        """States, and effects that something in the ruleset begins or asks for."""
        begun = [step.get("name") for step in steps if step.get("do") == "effect"]
        self.likely = {*self.of_rules, *(name for name in begun if isinstance(name, str))}
        """Of those that can be in force, what somebody is likely to have meant."""
        self.in_force = {*self.of_rules, *_named(people, steps)}
        """Those, and what the case itself puts on somebody."""
        self.askable = {*rules.checks, *self.in_force, *rolls}
        """What a roll that somebody is asked for can be called."""
        self.doings = {*rules.actions, *rules.costs, *rules.reactions, *rules.declarations, *OF_TURNS}
        self.values = {*rules.stats, *NAMES, *CONSTANTS}
        self.refusals = known(pool.refusal for pool in rules.pools.values())
        self.phases = {phase.id for phase in rules.phases}


@lru_cache(maxsize=4)
def _in_stages(rules: Rules) -> tuple[frozenset[str], frozenset[str]]:
    """Return what stages and formulas of the ruleset name; all cases of a file ask the same ruleset.

    Effects that stages begin or end or that formulas ask for, and rolls that are asked for under a name.
    """
    effects: set[str] = set()
    rolls: set[str] = set()
    for key, text in _texts(msgspec.to_builtins(rules), ""):
        if key in ("effect", "end"):
            effects.add(text)
        effects.update(_READ.findall(text))
        if key == "named" and text[:1] == text[-1:] == "'":
            rolls.add(text[1:-1].partition(":")[0])
    return frozenset(effects), frozenset(rolls)


def _texts(node: Any, key: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a tree with the key under which it stands."""
    if isinstance(node, str):
        yield key, node
    elif isinstance(node, dict):
        for inner, value in node.items():
            yield from _texts(value, str(inner))
    elif isinstance(node, Iterable):
        for value in node:
            yield from _texts(value, key)


def _named(people: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what the combatants of a case begin with, and all that its steps name."""
    for given in people:
        states = given.get("states", ())
        yield from (state for state in states if isinstance(state, str)) if isinstance(states, list) else ()
    for step in steps:
        for key, value in step.items():
            if key not in ("do", *STEP_KEYS):
                yield from (text.strip() for _, text in _texts(value, ""))
