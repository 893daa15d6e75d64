"""The way of a ruleset from its text to the compiled form, with all problems found on it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rulesets.compiled import Rules
from rulesets.definition.assemble import assemble
from rulesets.definition.formulas import check_formulas
from rulesets.definition.names import Ids
from rulesets.definition.problems import Problem, RulesetError
from rulesets.definition.references import check_references
from rulesets.definition.ruleset import RulesetDef
from rulesets.definition.sanity import check_sanity
from rulesets.definition.source import Source
from rulesets.definition.validate import validate
from rulesets.definition.values import check_defaults, check_values


def content_hash(text: str, options_set: Mapping[str, str]) -> str:
    """Return the hash under which a ruleset with its options is known."""
    options = json.dumps(dict(sorted(options_set.items())), ensure_ascii=False)
    return hashlib.sha256(f"{text}\0{options}".encode()).hexdigest()


def build(text: str, name: str, options: Mapping[str, object]) -> Rules:
    """Compile ``text`` with ``options``.

    Raises:
        RulesetError: with all problems.
    """
    source = Source(text, name)
    rules = _compile(source, _examine(source, options))
    if rules is None:
        raise RulesetError(source.problems)
    return rules


def check(text: str, name: str) -> list[Problem]:
    """Return the problems of ``text`` with its default options, every single value of one, and each preset.

    A problem that only shows with an option says with which.
    """
    try:
        source = Source(text, name)
    except RulesetError as error:
        return list(error.problems)
    definition = _examine(source, {})
    _compile(source, definition)
    found = list(source.problems)
    known = {(problem.key, problem.message) for problem in found}
    for what, options in _variants(definition) if definition else ():
        other = Source(text, name)
        _compile(other, _examine(other, options))
        for problem in other.problems:
            if (problem.key, problem.message) not in known:
                known.add((problem.key, problem.message))
                found.append(replace(problem, message=f"With {what}: {problem.message}"))
    return found


def _variants(definition: RulesetDef) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every set of options that is checked, with words for it."""
    for name, option in definition.options.items():
        for value in option.values:
            if value != option.default:
                yield f"the option {name} = {value}", {name: value}
    for name, preset in definition.presets.items():
        known = {key: rule.values for key, rule in definition.options.items()}
        yield f"the preset {name}", {k: v for k, v in preset.options.items() if v in known.get(k, ())}


def _examine(source: Source, options: Mapping[str, object]) -> RulesetDef | None:
    """Lay ``options`` over ``source`` and look for everything that is wrong; return what is sound."""
    source.choose(options)
    definition = validate(source)
    if definition is not None:
        ids = Ids(definition, source.raw)
        check_formulas(source, definition, ids)
        check_references(source, definition, ids)
        check_sanity(source, definition)
        check_values(source, definition)
    source.problems.sort(key=lambda problem: problem.line)
    return definition


def _compile(source: Source, definition: RulesetDef | None) -> Rules | None:
    """Return the compiled ruleset if nothing is wrong with it."""
    if definition is None or source.problems:
        return None
    rules = assemble(definition, content_hash(source.text, source.options_set), source.options_set)
    check_defaults(source, rules)
    return None if source.problems else rules
