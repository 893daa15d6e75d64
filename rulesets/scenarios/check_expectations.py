"""What a step expects, checked before it is played: keys, shapes, and names that can never be right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import Loc, listed
from rulesets.scenarios.expectations import KEYS
from rulesets.scenarios.names import Names


class Finding(Struct, frozen=True):
    """Something that is wrong with a case, and where in it."""

    at: Loc
    message: str
    hint: str = ""
    warning: bool = False
    """True if the case is played all the same."""

    def below(self, *at: str | int) -> Finding:
        """Return the same, found inside of ``at``."""
        return replace(self, at=(*at, *self.at))

    def mildly(self) -> Finding:
        """Return the same as a warning."""
        return replace(self, warning=True)


def has(names: Iterable[str]) -> str:
    """Return ``there is 'a', 'b' or 'c'``, where that is short enough to help."""
    names = list(names)
    return f"there is {listed(names)}" if 0 < len(names) <= 12 else ""


def _hint(name: str, known: Collection[str]) -> str:
    return did_you_mean(name, known) or has(sorted(known))


EXAMPLES = {
    "acted": '{ 1 = ["Ada"] }',
    "budget": "{ Ada = { action = 1 } }",
    "value": "{ Ada = { guard = 1 } }",
    "tracks": "{ Ada = { wounds = 1 } }",
    "countdown": "{ Ada = { slowed = 2 } }",
    "penalty": '{ Ada = { against = "Bo", value = -2 } }',
    "flag_values": "{ massive-damage = { damage = 16 } }",
    "states": '{ Ada = ["prone"] }',
    "has": '{ Ada = ["prone"] }',
    "lacks": '{ Ada = ["prone"] }',
    "can": '{ Ada = ["strike"] }',
    "cannot": '{ Ada = ["strike"] }',
    "surprises": '{ Ada = ["Bo"] }',
    "tied": '{ Ada = ["Bo"] }',
    "with_state": '{ prone = ["Ada"] }',
    "roller": '{ party = "Ada" }',
    **dict.fromkeys(
        ("counts", "actions", "left", "hp", "temp_hp", "sr", "ap", "track"),
        "{ Ada = 1 }",
    ),
}
"""Key whose value is a table → what it looks like."""
_OF_LISTS = ("acted", "states", "has", "lacks", "can", "cannot", "surprises", "tied", "with_state")
_OF_TABLES = ("budget", "value", "tracks", "countdown", "penalty", "flag_values")
_NOBODY = "Nobody in this case is called {}"
_LISTS = (
    "order", "unrolled", "segments", "side_order", "declares", "delaying", "readied", "choosable", "flags",
    "resolved",
)  # fmt: skip
_ASKED = (
    "budget", "actions", "left", "hp", "temp_hp", "sr", "ap", "track", "tracks", "states", "has", "lacks",
    "value", "tied", "penalty",
)  # fmt: skip
"""Keys that cannot be answered for somebody who is not there."""
_VAIN = ("can", "cannot", "counts", "countdown", "surprises")
"""Keys that have an answer for nobody, which says nothing."""
_NUMBERS = ("hp", "temp_hp", "sr", "ap")


def expected(names: Names, wanted: Any) -> Iterator[Finding]:
    """Yield everything that is wrong with the value of 'expect'."""
    if not isinstance(wanted, dict):
        yield Finding((), "'expect' is a table.", 'expect = { active = "Ada" }')
        return
    for key, value in wanted.items():
        if key not in KEYS:
            yield Finding((key,), f"There is no key {key!r} in 'expect'.", did_you_mean(key, KEYS))
            continue
        ill = list(_shape(key, value))
        yield from ill
        if not any(finding.at == (key,) for finding in ill):
            for finding in _named(names, key, value):
                yield finding.below(key)


def _shape(key: str, value: Any) -> Iterator[Finding]:
    """Yield a value that cannot be compared, or never be the same."""
    if key in EXAMPLES and not isinstance(value, dict):
        yield Finding((key,), f"{key!r} is a table.", f"{key} = {EXAMPLES[key]}", warning=True)
        return
    inner = list if key in _OF_LISTS else dict if key in _OF_TABLES else None
    if inner is not None:
        what = "a list" if inner is list else "a table"
        for name, part in value.items():
            if not isinstance(part, inner):
                hint = f"{key} = {EXAMPLES[key]}"
                yield Finding((key, name), f"What stands under {name!r} is {what}.", hint, warning=True)
    if key in _LISTS and not isinstance(value, list):
        yield Finding((key,), f"{key!r} is a list.", warning=True)


def _named(names: Names, key: str, value: Any) -> Iterator[Finding]:
    if key in _ASKED or key in _VAIN:
        there = names.anybody if key in ("counts", "surprises") else names.people
        for who in value:
            if who not in there:
                hint = did_you_mean(who, there) or has(sorted(there))
                yield Finding((who,), f"{_NOBODY.format(repr(who))}.", hint, key in _VAIN)
    if key in _NUMBERS and value:
        known = {*names.values, *names.rules.pools}
        if key not in known:
            yield Finding((), f"This ruleset has no stat and no pool {key!r}.", did_you_mean(key, known))
    checker = _CHECKERS.get(key)
    if checker is not None:
        yield from checker(names, value)


def _unknown(
    at: Loc,
    found: Iterable[Any],
    known: Collection[str],
    what: str,
    near: Collection[str] | None = None,
    *,
    places: bool = False,
) -> Iterator[Finding]:
    """Yield the names among ``found`` that nothing has, as warnings."""
    for place, name in enumerate(found):
        if isinstance(name, str) and name not in known:
            message, hint = f"{what.format(repr(name))}.", _hint(name, known if near is None else near)
            yield Finding((*at, place if places else name), message, hint, warning=True)


_NO_STATE = "{} is neither a state of the ruleset nor an effect that this case or the ruleset begins"
_NO_DOING = "The ruleset has no action, cost or reaction {}"


def _inside(
    of: type[list[Any]] | type[dict[str, Any]],
    known: Callable[[Names], Collection[str]],
    what: str,
    near: Callable[[Names], Collection[str]] | None = None,
) -> Callable[[Names, Mapping[str, Any]], Iterator[Finding]]:
    """Return a checker of tables whose values are lists or tables of known names."""

    def check(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
        for key, found in value.items():
            if isinstance(found, of):
                likely = (near or known)(names)
                yield from _unknown((key,), found, known(names), what, likely, places=of is list)

    return check


def _people(names: Names, value: Any) -> Iterator[Finding]:
    if isinstance(value, list):
        yield from _unknown((), value, names.anybody, _NOBODY, places=True)


def _one(names: Names, value: Any) -> Iterator[Finding]:
    if value not in ("", "gm") and value not in names.anybody:
        for finding in _unknown((), [value], names.anybody, _NOBODY):
            yield replace(finding, at=())


def _phase(names: Names, value: Any) -> Iterator[Finding]:
    if value and value not in names.phases:
        for finding in _unknown((), [value], names.phases, "The ruleset has no phase {}"):
            yield replace(finding, at=())


def _values(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield stats that nothing has; what is no plain name is a formula, and left to be worked out."""
    for who, stats in value.items():
        for name in stats if isinstance(stats, dict) else ():
            if name.isidentifier() and name not in names.values:
                at, hint = (who, name), did_you_mean(name, names.values)
                if name in names.rules.pools:
                    hint = f"it is a pool: budget = {{ {who} = {{ {name} = {stats[name]} }} }}"
                yield Finding(at, f"The ruleset has no stat {name!r}.", hint)


def _with_state(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    yield from _unknown((), value, names.in_force, _NO_STATE, names.likely)
    yield from _inside(list, lambda of: of.people, _NOBODY)(names, value)


_IN_FORCE = _inside(list, lambda names: names.in_force, _NO_STATE, lambda names: names.likely)
_DOINGS = _inside(list, lambda names: names.doings, _NO_DOING)
_CHECKERS: dict[str, Callable[[Names, Any], Iterator[Finding]]] = {
    "has": _IN_FORCE,
    "lacks": _IN_FORCE,
    "states": _IN_FORCE,
    "with_state": _with_state,
    "countdown": _inside(dict, lambda names: names.in_force, _NO_STATE, lambda names: names.likely),
    "can": _DOINGS,
    "cannot": _DOINGS,
    "tracks": _inside(dict, lambda names: names.rules.tracks, "The ruleset has no track {}"),
    "budget": _inside(dict, lambda names: names.rules.pools, "The ruleset has no pool {}"),
    "value": _values,
    "phase": _phase,
    "active": _one,
    "must_act": _one,
    "next_to_declare": _one,
    "order": _people,
    "unrolled": _people,
    "delaying": _people,
    "readied": _people,
    "acted": _inside(list, lambda names: names.anybody, _NOBODY),
    "tied": _inside(list, lambda names: names.people, _NOBODY),
}
