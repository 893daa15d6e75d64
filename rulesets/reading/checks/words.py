"""Checks of words: texts that are compared with what can never be given, the same word used twice."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from rulesets.formula.compiling import FormulaError, compile_formula, sound_nodes
from rulesets.formula.fuzzy import did_you_mean, most_like
from rulesets.reading.checks.texts import values_of
from rulesets.reading.problems import Loc, listed
from rulesets.reading.sites import sites, tables
from rulesets.reading.source import Source
from rulesets.vocabulary.base import Entry, IsForbidden, IsFormula, Ref
from rulesets.vocabulary.budget import ALL
from rulesets.vocabulary.stages import EffectStage, Stage
from rulesets.vocabulary.whole import SECTIONS
from rulesets.vocabulary.written import Ruleset
from rulesets.words.catalogue import FLAGS, REFUSALS

_TOLD_APART = (
    "stats", "orders", "phases", "pools", "costs", "actions", "powers", "reactions", "declarations", "states",
    "tracks", "pipelines", "checks", "resources", "rests", "options", "presets",
)  # fmt: skip
"""Sections whose entries people choose between by their labels."""
ROLES = frozenset({"damage", "heal", "temporary"})
"""Roles of pipelines that windows and totals know."""
NEARLY = 0.86
"""How alike two words are that are probably one, misspelt."""
_CALLED = ("has", "trait")
"""Functions whose first argument is a word that the ruleset lists nowhere."""


def check_words(source: Source, definition: Ruleset) -> None:
    """Complain about words that name nothing, and warn of those that people could not tell apart."""
    used: dict[str, list[Loc]] = {}
    for loc, text, mark in sites(definition):
        if isinstance(mark, IsFormula):
            for node in sound_nodes(text):
                _check_node(source, definition, loc, node)
                if isinstance(node, ast.Call) and _name(node.func) in _CALLED and node.args:
                    word = getattr(node.args[0], "value", None)
                    if isinstance(word, str):
                        used.setdefault(word, []).append(loc)
    _check_spelling(source, used)
    _check_lists(source, definition)
    _check_labels(source, definition)
    _check_stage_ids(source, definition)
    _check_inputs(source, definition)
    _check_sets(source, definition)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


# -- texts in formulas ---------------------------------------------------------------------------------


def _check_node(source: Source, definition: Ruleset, loc: Loc, node: ast.AST) -> None:
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            for one, other in ((left, right), (right, left)):
                if isinstance(other, ast.Constant) and isinstance(other.value, str):
                    _check_compared(source, definition, loc, _name(one), [other.value])
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.In() | ast.NotIn()], comparators=[ast.List() as many]
        ):
            words = [getattr(item, "value", None) for item in many.elts]
            given = [word for word in words if isinstance(word, str)]
            _check_compared(source, definition, loc, name, given)
        case ast.Call(func=ast.Name(id="formula"), args=[ast.Constant(value=str() as name), second]):
            rule, case = definition.formulas.get(name), getattr(second, "value", None)
            if rule is not None and isinstance(case, str) and not rule.expression and case not in rule.cases:
                message = f"The formula {name!r} has no case {case!r}; it has {listed(rule.cases)}."
                source.complain(loc, message, did_you_mean(case, rule.cases))


def _check_compared(source: Source, definition: Ruleset, loc: Loc, name: str, words: Iterable[str]) -> None:
    known = values_of(definition, loc, name)
    for word in words:
        if known and word not in known:
            message = f"{name!r} is never {word!r}; it is {listed(known)}."
            source.complain(loc, message, did_you_mean(word, known), warning=True)


def _check_spelling(source: Source, used: Mapping[str, list[Loc]]) -> None:
    """Warn of a feat or trait that is written almost like another one, and only here."""
    for word, places in used.items():
        others = [other for other in used if other != word and len(used[other]) > 1 and len(other) > 5]
        close = most_like(word, others) if len(places) == 1 else ""
        if close and SequenceMatcher(None, close, word).ratio() > NEARLY:
            message = f"{word!r} is asked for only here, and {close!r} elsewhere."
            source.complain(places[0], message, f"did you mean {close!r}?", warning=True)


# -- the same twice ------------------------------------------------------------------------------------


def _check_lists(source: Source, definition: Ruleset) -> None:
    """Warn of the same id twice in one list."""
    seen: set[tuple[Loc, str]] = set()
    for loc, text, mark in sites(definition):
        if isinstance(mark, Ref | IsForbidden) and isinstance(loc[-1], int):
            if (loc[:-1], text) in seen:
                source.complain(loc, f"{text!r} stands in this list twice.", warning=True)
            seen.add((loc[:-1], text))


def _check_labels(source: Source, definition: Ruleset) -> None:
    for section in _TOLD_APART:
        entries: Mapping[str, Entry] = getattr(definition, section)
        _check_apart(source, (SECTIONS[section],), entries)
    for name, track in definition.tracks.items():
        _check_apart(source, ("track", name, "steps"), dict(enumerate(track.steps)))
    for name, option in definition.options.items():
        _check_apart(source, ("option", name, "values"), option.values)
    for name, declaration in definition.declarations.items():
        _check_apart(source, ("declaration", name, "inputs"), declaration.inputs)
    for name, pipeline in definition.pipelines.items():
        _check_apart(source, ("pipeline", name, "inputs"), pipeline.inputs)
    for name, table in definition.tables.items():
        _check_apart(source, ("table", name, "entries"), table.entries)


def _check_apart(source: Source, loc: Loc, entries: Mapping[str, Entry] | Mapping[int, Entry]) -> None:
    """Warn of entries with the same label that nothing else tells apart."""
    seen: dict[tuple[str, str], str | int] = {}
    for ident, entry in entries.items():
        look = (entry.label.casefold(), str(getattr(entry, "group", "")))
        if getattr(entry, "kind", "") == "part" or source.told(*loc, ident):
            continue
        if entry.label and look in seen:
            other = seen[look] if isinstance(seen[look], str) else f"number {int(seen[look]) + 1}"
            message = f"{other!r} has the label {entry.label!r}, too: people could not tell them apart."
            source.complain((*loc, ident, "label"), message, warning=True)
        seen.setdefault(look, ident)


def _check_stage_ids(source: Source, definition: Ruleset) -> None:
    """Complain about stages of one list with the same id: a number the GM changes would count for both."""
    seen: dict[tuple[Loc, str], int] = {}
    for loc, table in tables(definition):
        if not isinstance(table, Stage) or not table.id:
            continue
        first = seen.setdefault((loc[:-1], table.id), int(loc[-1]))
        if first != loc[-1]:
            message = f"Stage {first + 1} of this list has the id {table.id!r} already."
            source.complain((*loc, "id"), message)


def _check_sets(source: Source, definition: Ruleset) -> None:
    """Warn of words that mean something only if another entry, or the program, has the same."""
    sets = [rule.one_of for rule in definition.declarations.values() if rule.one_of]
    for name, rule in definition.declarations.items():
        if rule.one_of not in ("", ALL) and sets.count(rule.one_of) == 1:
            message = f"No other declaration has the set {rule.one_of!r}, so this one excludes nothing."
            hint = did_you_mean(rule.one_of, set(sets) - {rule.one_of})
            source.complain(("declaration", name, "one_of"), message, hint, warning=True)
    for name, pipeline in definition.pipelines.items():
        _check_known(source, ("pipeline", name, "role"), pipeline.role, ROLES)
    for name, pool in definition.pools.items():
        _check_known(source, ("pool", name, "refusal"), pool.refusal, REFUSALS)
    flags: dict[str, list[Loc]] = {}
    effects: dict[str, list[Loc]] = {}
    for loc, table in tables(definition):
        if isinstance(table, Stage):
            flags.setdefault(table.flag, []).append((*loc, "flag"))
        if isinstance(table, EffectStage):
            effects.setdefault(table.effect, []).append((*loc, "effect"))
    for flag, places in flags.items():
        for place in places:
            _check_known(source, place, flag, FLAGS, NEARLY)
    for used in (flags, effects):
        _check_twins(source, used)


def _check_twins(source: Source, used: Mapping[str, list[Loc]]) -> None:
    """Warn of a name that is written almost like another one, and stands in one place only."""
    for word, places in used.items():
        others = [other for other in used if other and other != word and len(used[other]) > 1]
        close = most_like(word, others) if word and len(places) == 1 and not source.told(*places[0]) else ""
        if close and SequenceMatcher(None, close, word).ratio() > NEARLY:
            message = f"{word!r} stands only here, and {close!r} elsewhere."
            source.complain(places[0], message, f"did you mean {close!r}?", warning=True)


def _check_known(source: Source, loc: Loc, word: str, known: Iterable[str], alike: float = 0.0) -> None:
    """Warn of a word that is almost one that the program knows."""
    close = most_like(word, known) if word and word not in known else ""
    if close and SequenceMatcher(None, close, word).ratio() >= alike:
        hint = f"did you mean {close!r}?"
        source.complain(loc, f"{word!r} is nothing that the program knows.", hint, warning=True)


# -- inputs --------------------------------------------------------------------------------------------


def _check_inputs(source: Source, definition: Ruleset) -> None:
    """Complain about a default that is no case, and warn of inputs that nothing reads."""
    for name, rule in definition.formulas.items():
        texts = [text for text in (rule.expression, *rule.cases.values()) if text]
        read = _read_by(definition, texts, set())
        default = rule.inputs.get(rule.by)
        if rule.by in rule.inputs and rule.cases and str(default) not in ("", *rule.cases):
            message = f"The default {default!r} is none of the cases {listed(rule.cases)}."
            source.complain(
                ("formula", name, "inputs", rule.by), message, did_you_mean(str(default), rule.cases)
            )
        for word in rule.of_target.keys() - rule.inputs.keys():
            message = f"There is no input {word!r} that a stat of the target could fill in."
            source.complain(("formula", name, "of_target", word), message, did_you_mean(word, rule.inputs))
        if source.told("formula", name):
            continue
        for word in rule.inputs:
            if word != rule.by and word not in read:
                message = f"Nothing reads the input {word!r}."
                source.complain(("formula", name, "inputs", word), message, warning=True)


def _read_by(definition: Ruleset, texts: Iterable[str], seen: set[str]) -> set[str]:
    """Return the names that formulas and the named formulas they call read."""
    found: set[str] = set()
    for text in texts:
        try:
            formula = compile_formula(text)
        except FormulaError:
            continue
        found |= formula.names
        for function, name in formula.calls:
            rule = definition.formulas.get(name) if function == "formula" else None
            if rule is not None and name not in seen:
                seen.add(name)
                found |= _read_by(definition, [t for t in (rule.expression, *rule.cases.values()) if t], seen)
        found |= {
            word
            for stat in formula.names & definition.stats.keys()
            if stat not in seen and isinstance(definition.stats[stat].value, str)
            for word in _read_by(definition, [str(definition.stats[stat].value)], seen | {stat})
        }
    return found
