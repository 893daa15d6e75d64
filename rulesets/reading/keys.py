"""The keys of each table, as the vocabulary states them: for all that reads, checks and describes texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from rulesets.vocabulary.base import Keyed, said_of, stated_in
from rulesets.vocabulary.budget import CostIf
from rulesets.vocabulary.rounds import Key
from rulesets.vocabulary.stages import STAGES, Stage

PAIRS: tuple[type, ...] = (CostIf,)
"""Tables that are written as pairs."""


TEXTS: tuple[type, ...] = (Key,)
"""Tables that are only written as texts: they have no keys that anybody would write."""


class KeyInfo(Struct, frozen=True, kw_only=True):
    """What is said of a key besides its name, its type and its default: see the vocabulary's ``keyed``."""

    description: str
    alias: str = ""
    examples: tuple[Any, ...] = ()
    ge: int | None = None
    le: int | None = None
    max_length: int | None = None
    pattern: str = ""
    after: str = ""
    section: bool = False
    called: str = ""
    """What people call it where a change of rules is told; of a section one of its entries."""
    stated: type | None = None
    """The table that states it, where that is another one."""


class TableKey(NamedTuple):
    """One key of a table."""

    name: str
    """The field that holds it."""
    written: str
    """What it is called in a text."""
    hint: Any
    """Its type, with the marks that say what a text means."""
    info: KeyInfo
    default: Any
    """NODEFAULT if it is needed."""

    @property
    def needed(self) -> bool:
        """Return whether the table means nothing without it."""
        return self.default is NODEFAULT


@cache
def keys_of(table: type) -> Mapping[str, TableKey]:
    """Return the keys of a table by what they are called in a text, in their order."""
    hints = get_type_hints(table, include_extras=True)
    found = [
        TableKey(name, info.alias or name, hints[name], info, default)
        for name, info, default in _fields(table)
    ]
    return {key.written: key for key in _ordered(found)}


def _fields(table: type) -> Iterator[tuple[str, KeyInfo, Any]]:
    """Yield name, what is said of it, and default of each key that is a field."""
    defaults = {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in fields(table)
    }
    for name, said in said_of(table).items():
        yield name, KeyInfo(**said), defaults[name]


def _ordered(keys: Iterable[TableKey]) -> list[TableKey]:
    """Return ``keys`` with those that are only written behind the ones that they name."""
    ordered: list[TableKey] = []
    for key in sorted(keys, key=lambda key: bool(key.info.after)):
        names = [other.name for other in ordered]
        place = names.index(key.info.after) + 1 if key.info.after else len(ordered)
        ordered.insert(place, key)
    return ordered


def statement(table: type, key: str) -> tuple[type, str]:
    """Return the table that states a key, by what it is called in a text, and the key: many stand once."""
    return stated_in(table, keys_of(table)[key].name), key


def name_of(table: type) -> str:
    """Return what a table is called, whatever form of it this is: ``WrittenStat`` is Stat."""
    return table.__name__.removeprefix("Written").removesuffix("Rule").removesuffix("Keys")


def is_table(hint: Any) -> bool:
    """Return whether a type is a table of a ruleset."""
    return isinstance(hint, type) and issubclass(hint, Keyed)


@cache
def unwrapped(hint: Any, marks: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its marks, and the marks."""
    while hasattr(hint, "__metadata__"):
        marks = (*marks, *hint.__metadata__)
        hint = get_args(hint)[0]
    return hint, marks


def table_in(hint: Any) -> type | None:
    """Return the table that a type holds somewhere inside, or None; of several what they have in common."""
    bare, _ = unwrapped(hint)
    if is_table(bare):
        return bare  # type: ignore[no-any-return]
    found = [table for arg in get_args(bare) if (table := table_in(arg)) is not None]
    if not found:
        return None
    return next(base for base in found[0].__mro__ if all(issubclass(table, base) for table in found))


def one_table(hint: Any) -> Any:
    """Return what several tables of a type have in common; any other type as it is."""
    args = get_args(hint)
    return table_in(hint) if args and all(is_table(arg) for arg in args) else hint


def kinds_of(table: type) -> tuple[type, ...]:
    """Return the kinds of a table that are told apart by their keys, or the table alone."""
    return STAGES if table is Stage else (table,)


def known_keys(table: type) -> Mapping[str, TableKey]:
    """Return the keys of a table whichever kind of it this is."""
    return {name: key for kind in kinds_of(table) for name, key in keys_of(kind).items()}


def beside(table: type, key: str) -> list[str]:
    """Return the verbs of stages beside which a key means something; none if it is no key of stages."""
    if not issubclass(table, Stage):
        return []
    return [kind.verb for kind in STAGES if kind.verb and key in keys_of(kind)]
