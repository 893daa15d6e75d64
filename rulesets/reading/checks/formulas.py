"""Checks every formula: it can be read and knows its names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rulesets.engine.scope import NAMES
from rulesets.formula.compiling import (
    ACTOR_FUNCTIONS,
    OTHER_FUNCTIONS,
    TARGET,
    TARGET_FUNCTIONS,
    WHOSE,
    Formula,
    FormulaError,
    compile_formula,
    functions,
)
from rulesets.formula.dice import PIPS_PER_DIE, parse_code
from rulesets.formula.fuzzy import did_you_mean
from rulesets.formula.tree import all_nodes
from rulesets.formula.work import SECTION
from rulesets.reading.assemble import stat_value, type_of
from rulesets.reading.checks.texts import texts_of
from rulesets.reading.names import Ids, given_at, has_actor, names_at
from rulesets.reading.problems import Loc, listed
from rulesets.reading.sites import sites
from rulesets.reading.source import Source
from rulesets.reading.spreading import NO_KINDS, PLACE
from rulesets.table.combatant import GIVEN_KEYS
from rulesets.vocabulary.base import IsFormula
from rulesets.vocabulary.values import Table
from rulesets.vocabulary.written import Ruleset

_CALLED = {
    "has_state": ("state", "effect"),
    "size": ("state", "effect"),
    "stat": ("stat",),
    "done": ("word",),
    "track": ("track",),
    "step": ("track",),
    "liftable": ("track",),
    "pool": ("pool",),
    "tally": ("tally",),
    "table": ("table",),
    "declared": ("declaration",),
    "declared_on": ("declaration",),
    "sum": ("stat", "state"),
    "formula": ("formula",),
}
_CALLED |= {
    name: ("stat",) if what == "stat" else _CALLED[what]
    for name, (_, what) in OTHER_FUNCTIONS.items()
    if what == "stat" or what in _CALLED
}
"""Function → sections one of whose ids its first argument must be."""
ARGUMENTS = {
    "has": (1, 1),
    "trait": (1, 1),
    "has_state": (1, 1),
    "size": (1, 1),
    "stat": (1, 1),
    "done": (1, 1),
    "track": (1, 1),
    "step": (2, 3),
    "liftable": (1, 1),
    "pool": (1, 1),
    "tally": (1, 1),
    "table": (2, 3),
    "reduction": (1, 3),
    "declared": (1, 1),
    "declared_on": (2, 2),
    "asked": (1, 1),
    "sum": (1, 2),
    "formula": (1, 2),
    **dict.fromkeys(OTHER_FUNCTIONS, (1, 1)),
    "floor": (1, 1),
    "ceil": (1, 1),
    "abs": (1, 1),
}
"""Function → least and most values that it takes."""
CHECKING = 100
"""Times the steps of working a formula out that it takes to read and check it, and each stage before it."""
_NO_FUNCTION = re.compile(r"there is no function (\w+)\(\)")
_CODE = re.compile(r"^\s*(\d+)D")


def check_formulas(source: Source, definition: Ruleset, ids: Ids) -> None:
    """Complain about every formula that cannot be read or that names what is not there."""
    stats = ids.of("stat")
    for loc, text in _formulas(definition):
        formula = _compiled(source, loc, text)
        if formula is None:
            continue
        before = next((part for part in reversed(loc) if isinstance(part, int)), 0)
        source.work.spend((formula.steps + before) * CHECKING, SECTION, str(loc[0]))
        names = names_at(definition, loc)
        _check_names(source, loc, formula, stats, names)
        for name in sorted(formula.names & stats & names - NAMES - given_at(definition, loc)):
            message = f"Here {name!r} is what the {loc[0]} tells, and not the stat of that name."
            source.complain(loc, message, f"the stat is stat({name!r})", warning=True)
        _check_calls(source, loc, formula, ids, definition)
        _check_arguments(source, loc, text, definition)
        _check_put_together(source, loc, text, ids, definition)
    for stat in definition.stats:
        if stat in NAMES:
            source.complain(("stat", stat), f"The name {stat!r} already says something about the encounter.")
        elif stat in GIVEN_KEYS:
            message = (
                f"{stat!r} of a combatant is something else, so no value could be entered for this stat."
            )
            source.complain(("stat", stat), message, "give it another name", warning=True)


def _formulas(definition: Ruleset) -> Iterator[tuple[Loc, str]]:
    """Yield every formula with its place: marked texts, derived stats, and keys of orders."""
    for site in sites(definition):
        if isinstance(site.mark, IsFormula) and site.text not in site.mark.words:
            yield site.loc, site.text
    for name, stat in definition.stats.items():
        _, formula = stat_value(stat, type_of(stat))
        if formula:
            yield ("stat", name, "value"), formula
    for name, order in definition.orders.items():
        for place, key in enumerate(order.keys):
            if key.by in ("value", "rank"):
                yield ("order", name, "keys", place), key.value
    for place, key in enumerate(definition.delay.same_place if definition.delay else ()):
        if key.by == "value":
            yield ("delay", "same_place", place), key.value


def _compiled(source: Source, loc: Loc, text: str) -> Formula | None:
    try:
        return compile_formula(text)
    except FormulaError as error:
        source.complain(loc, f"{str(error)[:1].upper()}{str(error)[1:]}.", _formula_hint(text, str(error)))
        return None


def _formula_hint(text: str, message: str) -> str:
    if PLACE in text:
        return NO_KINDS
    missing = _NO_FUNCTION.search(message)
    if missing:
        return did_you_mean(missing[1], functions())
    if _CODE.match(text):
        try:
            dice, pips = divmod(parse_code(text), PIPS_PER_DIE)
        except ValueError:
            return ""
        return f"as a formula a die code is written {dice} * D" + (f" + {pips}" if pips else "")
    return ""


def _check_names(
    source: Source, loc: Loc, formula: Formula, stats: frozenset[str], others: frozenset[str]
) -> None:
    for name in sorted(formula.names.difference(stats, others)):
        hint = did_you_mean(name, stats | others)
        source.complain(loc, f"There is no stat and no other name {name!r} here.", hint)


def _check_calls(source: Source, loc: Loc, formula: Formula, ids: Ids, definition: Ruleset) -> None:
    for function, literal in sorted(formula.calls):
        kinds = _CALLED.get(function)
        named = NAMES if kinds and "stat" in kinds else frozenset()
        if kinds and literal and literal not in ids.of(*kinds) | named:
            known = ids.of(*kinds) | named
            source.complain(loc, missing(kinds, literal), did_you_mean(literal, known))
        if function in ACTOR_FUNCTIONS and not has_actor(definition, loc):
            source.complain(loc, f"Nobody does anything here, so {function}() has nobody to ask.")
        if function in TARGET_FUNCTIONS and TARGET not in names_at(definition, loc):
            source.complain(loc, f"Nothing is aimed at anybody here, so {function}() has nobody to ask.")
        if function == "trait" and "traits" not in ids.of("stat"):
            source.complain(loc, "trait() asks for a stat 'traits', which is not there.")


def _check_arguments(source: Source, loc: Loc, text: str, definition: Ruleset) -> None:
    """Complain about calls with too few or too many values, and about values that no step has."""
    for node in all_nodes(text):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name, given = node.func.id, [getattr(arg, "value", None) for arg in node.args]
        least, most = ARGUMENTS.get(name, (1, len(given)))
        if not least <= len(given) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            source.complain(loc, f"{name}() takes {wanted} values, not {len(given)}.")
        elif name == "step" and given[0] in definition.tracks and isinstance(given[1], str):
            known = {"penalty"}.union(*(step.values for step in definition.tracks[given[0]].steps))
            if given[1] not in known:
                message = f"No step of the track {given[0]!r} has a value {given[1]!r}."
                source.complain(loc, message, did_you_mean(given[1], known))
        elif name == "sum" and isinstance(given[-1], str) and given[1:] and given[1] not in WHOSE:
            message = f"sum() adds up over {listed(WHOSE)}, and not over {given[1]!r}."
            source.complain(loc, message, did_you_mean(str(given[1]), WHOSE))
        elif name == "table" and given[0] in definition.tables:
            _check_column(source, loc, definition.tables[given[0]], str(given[0]), given[2:])


def _check_put_together(source: Source, loc: Loc, text: str, ids: Ids, definition: Ruleset) -> None:
    """Warn of ids that are put together where there is nothing of that name, or nobody knows.

    What is only named, as by an input, is left to whoever fills it in.
    """
    for node in all_nodes(text):
        match node:
            case ast.Call(func=ast.Name(id=function), args=[ast.BinOp() as put, *_]) if function in _CALLED:
                kinds = _CALLED[function]
                known = ids.of(*kinds) | (NAMES if "stat" in kinds else frozenset())
                words = texts_of(definition, loc, put)
                said = ast.unparse(put)
                if words is None:
                    message = f"What {said} can be is not known here, nor whether there is such a {kinds[0]}."
                    hint = "it is known of kinds, of choices, and of a table's rows"
                    source.complain(loc, message, hint, warning=True)
                    continue
                for word in sorted(words - known)[:1]:
                    message = f"{missing(kinds, word)[:-1]}, which {said} can be."
                    source.complain(loc, message, did_you_mean(word, known), warning=True)


def _check_column(source: Source, loc: Loc, table: Table, name: str, column: list[object]) -> None:
    """Complain about a table of entries that is asked without a column of its own, and the reverse."""
    known = {key for entry in table.entries.values() for key in entry.values}
    if bool(column) != bool(table.entries):
        wanted = "needs" if table.entries else "has no"
        source.complain(loc, f"The table {name!r} {wanted} a column.")
    elif column and isinstance(column[0], str) and column[0] not in known:
        hint = did_you_mean(column[0], known)
        source.complain(loc, f"The table {name!r} has no column {column[0]!r}.", hint)


def missing(kinds: tuple[str, ...], word: str) -> str:
    """Return the sentence for a reference to what is not there."""
    return f"There is no {' or '.join(kinds)} {word!r}."
