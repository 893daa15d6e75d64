"""Checks that what an entry refers to is there."""

from __future__ import annotations

import re

from rulesets.engine.index import WORD
from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.checks.formulas import missing
from rulesets.reading.names import ACTIVITIES, REFILLS, Ids, moment_meant
from rulesets.reading.problems import Loc, listed
from rulesets.reading.sites import sites, tables
from rulesets.reading.source import Source
from rulesets.reading.spreading import NO_KINDS, PLACE
from rulesets.vocabulary.base import IsForbidden, IsRefill, IsWord, Ref
from rulesets.vocabulary.budget import RESERVED
from rulesets.vocabulary.rounds import Key
from rulesets.vocabulary.written import Ruleset

_FORBIDDEN = re.compile(r"^(?:act:)?([^@:]+)(?:@([^@:]+)(?::(.+))?)?$")


def check_references(source: Source, definition: Ruleset, ids: Ids) -> None:
    """Complain about every id that nothing has."""
    for loc, text, mark in sites(definition):
        if isinstance(mark, Ref):
            _check(source, loc, text, ids, *mark.kinds)
        elif isinstance(mark, IsRefill):
            _check_refill(source, loc, text, ids)
        elif isinstance(mark, IsWord):
            _check(source, loc, text, ids, "word")
        elif isinstance(mark, IsForbidden):
            _check_forbidden(source, loc, text, ids)
    for loc, table in tables(definition):
        if isinstance(table, Key) and table.by == "order":
            _check(source, loc, table.value, ids, "order")
    for name, pipeline in definition.pipelines.items():
        amount = pipeline.begins_with
        if amount not in (*pipeline.inputs, "amount", ""):
            message = f"The pipeline has no input {amount!r}."
            source.complain(("pipeline", name, "amount"), message, did_you_mean(amount, pipeline.inputs))
    for name, formula in definition.formulas.items():
        if formula.by and formula.by not in formula.inputs:
            message = f"The formula has no input {formula.by!r}."
            source.complain(("formula", name, "by"), message, did_you_mean(formula.by, formula.inputs))


def _check(source: Source, loc: Loc, text: str, ids: Ids, *kinds: str) -> None:
    known = ids.of(*kinds)
    if text not in known:
        others = RESERVED if loc[-2:] == ("pay", text) else ()
        hint = NO_KINDS if PLACE in text else did_you_mean(text, known.union(others))
        source.complain(loc, missing(kinds, text), hint)


def _check_refill(source: Source, loc: Loc, text: str, ids: Ids) -> None:
    word, _, phase = text.partition(":")
    if word == "phase-start" and phase:
        _check(source, loc, phase, ids, "phase")
    elif text not in REFILLS:
        message = f"{text!r} is none of {listed([*REFILLS, 'phase-start:<id>'])}."
        source.complain(loc, message, moment_meant(text, REFILLS))


def _check_forbidden(source: Source, loc: Loc, text: str, ids: Ids) -> None:
    match = _FORBIDDEN.match(text)
    if match is None:
        source.complain(loc, f"{text!r} is not written as 'act', 'act@phase' or 'act@phase:unaware'.")
        return
    item, phase, whom = match.groups()
    typed = text.startswith("act:")
    known = ids.of("cost") if typed else ids.of("cost", "action", "reaction").union(ACTIVITIES)
    if item.startswith(WORD):
        _check(source, loc, item[1:], ids, "word")
    elif item not in known:
        what = "cost" if typed else "activity, cost, action or reaction"
        source.complain(loc, f"There is no {what} {item!r}.", did_you_mean(item, known))
    if phase:
        _check(source, loc, phase, ids, "phase")
    if whom and whom != "unaware":
        source.complain(loc, f"{whom!r} cannot stand here; it can only be 'unaware'.")
