"""The way of a ruleset from its text to the compiled form, with all problems found on it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice

from msgspec.structs import replace

from rulesets.compiled import Rules
from rulesets.definition.assemble import assemble
from rulesets.definition.cycles import check_cycles
from rulesets.definition.formulas import check_formulas
from rulesets.definition.gathering import gathered
from rulesets.definition.names import Ids
from rulesets.definition.problems import Problem, RulesetError
from rulesets.definition.reach import check_reach
from rulesets.definition.references import check_references
from rulesets.definition.ruleset import RulesetDef
from rulesets.definition.sanity import check_sanity
from rulesets.definition.source import Source, TooMany, pages_of
from rulesets.definition.translation import check_languages, translated
from rulesets.definition.validate import validate
from rulesets.definition.values import check_defaults, check_values
from rulesets.definition.words import check_words
from rulesets.writing import Writing

LEAST_VARIANTS, VARIANT_WORK = 20, 20_000_000
"""Settings of options that are tried at least, and characters that are read for it in all."""


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
        raise RulesetError(gathered(source.problems))
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
        return gathered(found)
    known = {(problem.key, problem.message) for problem in found}
    most = max(LEAST_VARIANTS, VARIANT_WORK // (len(writing.text) + 1))
    for what, options in islice(_variants(definition), most):
        other = Source(writing)
        _compile(other, _examine(other, options))
        for problem in other.problems:
            if problem.warning and (problem.file, problem.line) not in other.patched:
                continue  # what the option takes away leaves things that are not needed with it
            if (problem.key, problem.message) not in known:
                known.add((problem.key, problem.message))
                found.append(replace(problem, message=f"With {what}: {problem.message}"))
    return gathered(found) + check_languages(source, definition)


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
    definition = None
    with suppress(TooMany):
        source.choose(options)
        definition = validate(source)
        if definition is None:
            return None
        ids = Ids(definition, source.raw, source.mended)
        check_formulas(source, definition, ids)
        check_references(source, definition, ids)
        check_cycles(source, definition)
        check_reach(source, definition)
        check_words(source, definition)
        check_sanity(source, definition)
        check_values(source, definition)
    return definition


def _compile(source: Source, definition: RulesetDef | None, language: str = "") -> Rules | None:
    """Return the compiled ruleset if nothing is wrong with it but what warnings tell of."""
    if definition is None or source.broken:
        return None
    if language:
        definition = translated(source, definition, language)
    text_hash = content_hash(source.writing, source.options_set)
    rules = assemble(definition, text_hash, source.options_set)
    with suppress(TooMany):
        check_defaults(source, rules)
    return None if source.broken else rules
