"""Stats of a combatant by group: what counts now, where it comes from, and how it is read from a field."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from rulesets.formula.amounts import read_amount
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import print_code
from rulesets.seen.labels import entry_label, plain, spelled
from rulesets.seen.number_format import entry_shown
from rulesets.seen.queries import choices_of, value_of
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules, Stat

INPUT, DERIVED, OVERRIDDEN = "input", "derived", "overridden"


class StatRow(Struct, frozen=True):
    """One stat of one combatant."""

    name: str
    label: str
    type: str
    """number · bool · code · text · list · reduction"""
    origin: str
    """input · derived · overridden: a value entered where a formula would have given one"""
    base: str
    """Before tracks and states, as it is edited."""
    now: str
    """As it counts; differs from ``base`` if tracks or states change it."""
    least: int | None = None

    @property
    def modified(self) -> bool:
        """True if tracks or states change the value."""
        return self.base != self.now


def kind_of(rule: Stat) -> str:
    """Return how a stat is entered; a stat whose default is a truth value is one."""
    return "bool" if isinstance(rule.default, bool) else rule.type


def groups(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return group label → names of its stats, both in the ruleset's order."""
    found: dict[str, list[str]] = {}
    for name, rule in rules.stats.items():
        found.setdefault(rule.group, []).append(name)
    return {group: tuple(names) for group, names in found.items()}


def stat_row(rules: Rules, state: Encounter, who: Combatant, name: str) -> StatRow:
    """Return one stat as it stands for ``who``."""
    rule, given = rules.stats[name], who.stats.get(name)
    origin = INPUT
    if rule.formula and not rule.to_begin_with:
        origin = DERIVED if given is None else OVERRIDDEN
    if given is not None:
        base = given
    else:
        base = _formula_value(rules, state, who, rule.formula) if rule.formula else rule.default
    now = _formula_value(rules, state, who, name)
    kind = kind_of(rule)
    return StatRow(
        name,
        entry_label(rule, name),
        kind,
        origin,
        shown_value(rules, kind, base),
        shown_value(rules, kind, now),
        rule.least,
    )


def _formula_value(rules: Rules, state: Encounter, who: Combatant, formula: str) -> Any:
    """Return a formula's value; None where somebody's entries make it impossible (a division by 0)."""
    try:
        return value_of(rules, state, who, formula)
    except (FormulaError, ArithmeticError):
        return None


# -- text and values -----------------------------------------------------------------------------------


def as_text(kind: str, value: Any) -> str:
    """Return a stat's value as it is shown and edited."""
    if value is None:
        return ""
    if kind == "bool" or isinstance(value, bool):
        return "✓" if value else ""
    if kind == "code":
        return print_code(int(value)) if isinstance(value, int | float) else str(value)
    if kind == "reduction" and isinstance(value, list | tuple):
        return "; ".join(_reduction_text(entry) for entry in value)
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    if isinstance(value, float):
        return f"{value:g}" if not value.is_integer() else str(math.floor(value))
    return str(value)


def shown_value(rules: Rules, kind: str, value: Any) -> str:
    """Return a stat's value as people read it; what names an entry of a table is called like that."""
    if kind == "text" and isinstance(value, str) and value:
        return entry_shown(rules, value)
    if kind == "list" and isinstance(value, list | tuple):
        return ", ".join(str(item).replace("_", " ") for item in value)
    return as_text(kind, value)


def entered_value(rules: Rules, kind: str, text: str) -> Any:
    """Return the value that a GM typed for a stat; an entry of a table may be called by its label.

    Words of a list that the ruleset knows, such as types of damage, are entered as it spells them.

    Raises:
        ValueError: if the text is no value of this kind.
    """
    value = from_text(kind, text)
    if kind == "list" and value is not None:
        return _as_spelled(rules, value)
    if kind != "text" or value is None:
        return value
    tables = (table.entries.items() for table in rules.tables.values())
    labels = {entry.label.casefold(): ident for entries in tables for ident, entry in entries if entry.label}
    return labels.get(value.casefold(), value)


def _as_spelled(rules: Rules, typed: Sequence[str]) -> list[str]:
    """Return words as the ruleset spells them, where it knows them; in capitals or not."""
    told = (
        choice for one in rules.pipelines.values() for rule in one.inputs.values() for choice in rule.choices
    )
    known = {_folded(word): word for word in (*told, *_asked_for(rules, r"'([^']+)' in \w")) if word}
    return [known.get(_folded(word), word) for word in typed]


def _folded(word: str) -> str:
    return plain(word).casefold()


def words_offered(rules: Rules, rule: Stat) -> list[str]:
    """Return what a stat in words offers, as people read it and as it is entered: a word is its own label."""
    return [entry.label or word for word, entry in choices_of(rules, rule).items()]


def shown_feats(feats: Iterable[str]) -> str:
    """Return feats as people read them: 'Combat reflexes, Rapid shot'."""
    return ", ".join(map(spelled, feats))


def entered_feats(rules: Rules, text: str) -> list[str]:
    """Return the feats that a GM typed, by the names that formulas ask for where these know them."""
    known = {spelled(feat).casefold(): feat for feat in known_feats(rules)}
    return [known.get(spelled(word).casefold(), word) for word in words(text)]


def _reduction_text(entry: dict[str, Any]) -> str:
    text = str(entry["value"])
    if entry.get("only"):
        text += " only " + ", ".join(entry["only"])
    if entry.get("bypass"):
        text += " except " + ", ".join(entry["bypass"])
    return text


_REDUCTION = re.compile(r"(\d{1,9})(?:\s+only\s+(.+?))?(?:\s+except\s+(.+?))?", re.IGNORECASE)


def from_text(kind: str, text: str) -> Any:
    """Return the value that a GM typed for a stat; None for nothing (the default or formula counts).

    A reduction is a number, or several parts separated by ';' such as '10 only energy; 5 except ion', or as
    stat blocks have it: '5/silver', '10/magic and silver', '5/-'.

    Raises:
        ValueError: if the text is no value of this kind.
    """
    text = text.strip().replace("−", "-")
    if not text:
        return None
    match kind:
        case "number":
            return _whole(text)
        case "code":
            return _pips(text)
        case "list":
            return words(text)
        case "reduction":
            found = [one for part in text.split(";") for one in _reductions(part)]
            return found[0]["value"] if found == [{"value": found[0]["value"]}] else found
    return text


def _whole(text: str) -> int:
    amount = read_amount(text)
    if amount is None or amount.number is None:
        raise ValueError(text)
    return amount.number


def _pips(text: str) -> int:
    """Return a die code in pips: '3D+1', or a sum of such."""
    amount = read_amount(text)
    if amount is None or amount.pips is None:
        raise ValueError(text)
    return amount.pips


def words(text: str) -> list[str]:
    """Return the words of a list that is typed with commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _reductions(text: str) -> list[dict[str, Any]]:
    """Return what is taken off damage; of '10/magic and silver', which needs both, each by itself."""
    if "/" not in text:
        return [_reduction(text)]
    from rulesets.incoming.columns import reduction  # with the first of them that is written so
    from rulesets.incoming.d20 import reductions

    found, rest = reductions(text)
    if rest or not found:
        raise ValueError(text)
    return [reduction(one) for one in found]


def _reduction(text: str) -> dict[str, Any]:
    match = _REDUCTION.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    entry: dict[str, Any] = {"value": int(match[1])}
    if match[2]:
        entry["only"] = words(match[2])
    if match[3]:
        entry["bypass"] = words(match[3])
    return entry


def known_feats(rules: Rules) -> tuple[str, ...]:
    """Return the feats that formulas of the ruleset ask for: the names inside has('...')."""
    return _asked_for(rules, r"has\('([^']+)'\)")


_ASKED: WeakKeyDictionary[Rules, dict[str, tuple[str, ...]]] = WeakKeyDictionary()
"""Rules → pattern → what was found: a form asks with every key."""


def _asked_for(rules: Rules, pattern: str) -> tuple[str, ...]:
    """Return what stands in the ruleset's texts as a pattern has it, sorted; it is looked for once."""
    known = _ASKED.setdefault(rules, {})
    if pattern not in known:
        known[pattern] = _found_in(rules, pattern)
    return known[pattern]


def _found_in(rules: Rules, pattern: str) -> tuple[str, ...]:
    found: set[str] = set()

    def search(value: Any) -> None:
        if isinstance(value, str):
            found.update(re.findall(pattern, value))
        elif isinstance(value, dict):
            for item in value.values():
                search(item)
        elif isinstance(value, list | tuple):
            for item in value:
                search(item)

    search(msgspec.to_builtins(rules))
    return tuple(sorted(found))
