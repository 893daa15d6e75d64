"""What people call what a ruleset has: by its label, or by its id in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rulesets.seen.number_format import minus
from rulesets.vocabulary import Declaration, OrderRule, Rules, choices_of

_ID = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)+")


def plain(ident: str) -> str:
    """Return an id without a label as people read it; what is no id of a ruleset stays as it was typed."""
    return re.sub("[_-]", " ", ident) if _ID.fullmatch(ident) else ident


class Labelled(Protocol):
    """An entry of a ruleset, and whatever else is shown by its label."""

    @property
    def label(self) -> str:
        """What people read."""


def entry_label(entry: Labelled | None, ident: str) -> str:
    """Return the label of an entry, or its id as people read it."""
    return (entry.label if entry is not None else "") or plain(ident)


def label_in(table: Mapping[str, Labelled], ident: str) -> str:
    """Return the label of an entry of a table, or its id as people read it."""
    return entry_label(table.get(ident), ident)


def spelled_label(entry: Labelled | None, name: str) -> str:
    """Return the label of an entry, or the name that somebody gave to what is none, as a heading."""
    return (entry.label if entry is not None else "") or spelled(name)


def state_label(rules: Rules, name: str) -> str:
    """Return what a state or an effect is called, of the ruleset or not."""
    return spelled_label(rules.states.get(name), name)


def action_label(rules: Rules, name: str) -> str:
    """Return what an action is called, of the catalogue or not."""
    return spelled_label(rules.actions.get(name), name)


def spelled(ident: str) -> str:
    """Return a name for people; what is written like an id ('fighting-defensively') becomes words."""
    if ident != ident.lower() or " " in ident:
        return ident
    return ident.replace("-", " ").replace("_", " ").capitalize()


def counted(label: str, count: str, spent: str) -> str:
    """Return a count by its order's name, and what the ruleset says of one that gives no turn any more."""
    return ": ".join(part for part in (f"{label} {count}".strip(), spent) if part)


def said_fields(
    rules: Rules, rule: Declaration | None, fields: Mapping[str, Any], name: Callable[[str], str]
) -> list[str]:
    """Return what was filled in, in short: names, labels of choices, numbers that are not nothing."""
    found: list[str] = []
    for key, field in rule.inputs.items() if rule is not None else ():
        value = fields.get(key)
        if value in (None, "", 0, False, [], ()):
            continue
        if field.type in ("combatant", "combatants"):
            several = value if isinstance(value, list | tuple) else [value]
            found += [name(str(each)) for each in several]
        elif field.chosen or field.type == "stat":
            found.append(spelled_label(choices_of(rules, field).get(str(value)), str(value)))
        elif value is True:
            found.append(entry_label(field, key))
        elif field.type == "number":
            found.append(f"{entry_label(field, key)} {minus(str(value))}")
        else:
            found += [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]
    return found


def count_label(rules: Rules, order: OrderRule | None) -> str:
    """Return what the count of an order is where it is a stat and no roll; '' otherwise."""
    if order is None or order.roll is not None or order.value not in rules.stats:
        return ""
    stat = rules.stats[order.value]
    return stat.short or stat.label
