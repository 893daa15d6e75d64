"""The way of a ruleset from its text to the compiled form, with all problems found on it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import PurePath

from msgspec.structs import replace

from rulesets.formula.work import MAX_LOAD, TooMuchWork
from rulesets.reading.assemble import assemble
from rulesets.reading.checks.advice import advise
from rulesets.reading.checks.cycles import check_cycles
from rulesets.reading.checks.formulas import check_formulas
from rulesets.reading.checks.kinds import check_kinds
from rulesets.reading.checks.reach import check_reach
from rulesets.reading.checks.references import check_references
from rulesets.reading.checks.sanity import check_sanity
from rulesets.reading.checks.values import check_defaults, check_values
from rulesets.reading.checks.words import check_words
from rulesets.reading.gathering import gathered
from rulesets.reading.names import Ids
from rulesets.reading.problems import Advice, Problem, RulesetError, dotted
from rulesets.reading.source import Source, TooMany, pages_of
from rulesets.reading.translation import check_languages, translated
from rulesets.reading.validate import validate
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules
from rulesets.vocabulary.written import Ruleset

LEAST_VARIANTS, VARIANT_WORK = 20, 20_000_000
"""Settings of options that are tried at least, and characters that are read for it in all."""
CHECK_LOADS = 3
"""Budgets of work after which no further settings are tried: sound rulesets use a small part of one each."""


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
    plain = _compile(source, definition)
    found = [*source.problems, *_folder(source)]
    if definition is None:
        return gathered(found)
    known = {(problem.key, problem.message) for problem in found}
    most = max(LEAST_VARIANTS, VARIANT_WORK // (len(writing.text) + 1))
    spent = source.work.used
    for what, options in islice(_variants(definition), most):
        if spent > CHECK_LOADS * MAX_LOAD:
            break
        other = Source(writing)
        rules = _compile(other, _examine(other, options))
        spent += other.work.used
        if plain is not None and rules is not None and len(options) == 1:
            found += _idle(source, plain, rules, options)
        for problem in other.problems:
            if problem.warning and (problem.file, problem.line) not in other.patched:
                continue  # what the option takes away leaves things that are not needed with it
            if (problem.key, problem.message) not in known:
                known.add((problem.key, problem.message))
                found.append(replace(problem, message=f"With {what}: {problem.message}"))
    return gathered(found) + check_languages(source, definition)


def advice(writing: Writing) -> list[Advice]:
    """Return what could be said in short, with the default options; a ruleset with errors gets no advice."""
    source = Source(writing)
    definition = _examine(source, {})
    return [] if definition is None or source.broken else advise(source, definition)


def _folder(source: Source) -> list[Problem]:
    """Return a warning if a ruleset lies in a folder that is not called by its id."""
    file, ident = PurePath(source.writing.name), source.raw.get("id", "")
    if file.name != "ruleset.toml" or file.parent.name in ("", "..", ident) or not isinstance(ident, str):
        return []
    message = f"The ruleset calls itself {ident!r}, and its folder is called {file.parent.name!r}."
    place = source.place(("id",))
    return [Problem(*place, "id", message, "give both the same name", warning=True)]


def _idle(source: Source, plain: Rules, rules: Rules, options: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a warning if a value of an option leaves everything as it is with the default."""
    names = (field for field in plain.__struct_fields__ if field not in ("hash", "options_set"))
    if not all(_same(getattr(plain, name), getattr(rules, name)) for name in names):
        return
    for name, value in options.items():
        loc = ("option", name, "values", value)
        message = f"With this value everything is as with the default {plain.options_set[name]!r}."
        yield Problem(
            *source.place(loc), dotted(loc), message, "does its 'patch' change what was meant?", warning=True
        )


def _same(one: object, other: object) -> bool:
    """Return whether two parts of rulesets are the same, in the same order."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one.items()) == list(other.items())
    return one == other


def _variants(definition: Ruleset) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every set of options that is checked, with words for it."""
    for name, option in definition.options.items():
        for value in option.values:
            if value != option.default:
                yield f"the option {name} = {value}", {name: value}
    for name, preset in definition.presets.items():
        known = {key: rule.values for key, rule in definition.options.items()}
        yield f"the preset {name}", {k: v for k, v in preset.options.items() if v in known.get(k, ())}


def _examine(source: Source, options: Mapping[str, object]) -> Ruleset | None:
    """Lay ``options`` over ``source`` and look for everything that is wrong; return what is sound."""
    definition = None
    with _within(source):
        source.choose(options)
        definition = validate(source)
        if definition is None:
            return None
        ids = Ids(definition, source.raw, source.mended)
        check_formulas(source, definition, ids)
        check_kinds(source, definition)
        check_references(source, definition, ids)
        check_cycles(source, definition)
        check_reach(source, definition)
        check_words(source, definition)
        check_sanity(source, definition)
        check_values(source, definition)
    return definition


@contextmanager
def _within(source: Source) -> Iterator[None]:
    """Leave off looking for problems when enough are known, or when the budget of work is used up."""
    try:
        with suppress(TooMany):
            yield
    except TooMuchWork as used:
        source.used_up(used)


def _compile(source: Source, definition: Ruleset | None, language: str = "") -> Rules | None:
    """Return the compiled ruleset if nothing is wrong with it but what warnings tell of."""
    if definition is None or source.broken:
        return None
    if language:
        definition = translated(source, definition, language)
    text_hash = content_hash(source.writing, source.options_set)
    rules = assemble(definition, text_hash, source.options_set)
    with _within(source):
        check_defaults(source, rules)
    return None if source.broken else rules
