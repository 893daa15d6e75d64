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
from rulesets.definition.source import Source, pages_of
from rulesets.definition.translation import check_languages, translated
from rulesets.definition.validate import validate
from rulesets.definition.values import check_defaults, check_values
from rulesets.writing import Writing


def content_hash(writing: Writing, options_set: Mapping[str, str]) -> str:
    """Return the hash under which a ruleset with its options is known; translations make no difference."""
    options = json.dumps(dict(sorted(options_set.items())), ensure_ascii=False)
    parts = [*(page.text for page in reversed(pages_of(writing))), options]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def build(writing: Writing, options: Mapping[str, object], language: str = "") -> Rules:
    """Compile ``writing`` with ``options``, its texts in ``language`` as far as there are any.

    Raises:
        RulesetError: with all problems.
    """
    source = Source(writing)
    rules = _compile(source, _examine(source, options), language)
    if rules is None:
        raise RulesetError(source.problems)
    return rules


def check(writing: Writing) -> list[Problem]:
    """Return the problems of a ruleset with its default options, every single value of one, and each preset.

    A problem that only shows with an option says with which. What is wrong with translations comes last.
    """
    try:
        source = Source(writing)
    except RulesetError as error:
        return list(error.problems)
    definition = _examine(source, {})
    _compile(source, definition)
    found = list(source.problems)
    if definition is None:
        return found
    known = {(problem.key, problem.message) for problem in found}
    for what, options in _variants(definition):
        other = Source(writing)
        _compile(other, _examine(other, options))
        for problem in other.problems:
            if (problem.key, problem.message) not in known:
                known.add((problem.key, problem.message))
                found.append(replace(problem, message=f"With {what}: {problem.message}"))
    return found + check_languages(source, definition)


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
    source.problems.sort(key=lambda problem: (problem.file != source.name, problem.file, problem.line))
    return definition


def _compile(source: Source, definition: RulesetDef | None, language: str = "") -> Rules | None:
    """Return the compiled ruleset if nothing is wrong with it but what warnings tell of."""
    if definition is None or _has_errors(source):
        return None
    if language:
        definition = translated(source, definition, language)
    text_hash = content_hash(source.writing, source.options_set)
    rules = assemble(definition, text_hash, source.options_set)
    check_defaults(source, rules)
    return None if _has_errors(source) else rules


def _has_errors(source: Source) -> bool:
    return any(not problem.warning for problem in source.problems)
