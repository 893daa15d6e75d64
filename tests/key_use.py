"""Which keys of the vocabulary the rulesets use: a table for whoever looks for keys that could go.

    python -m tests.key_use                 every key, with how many of the shipped rulesets use it
    python -m tests.key_use --most 1        only keys that at most one of them uses
    python -m tests.key_use FOLDER ...      of these rulesets instead

A key counts as used where a ruleset, with its defaults or with any value of an option, says something other
than what it means left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from rulesets.reading import loader  # noqa: E402
from rulesets.reading.keys import TEXTS, keys_of, kinds_of, name_of, statement  # noqa: E402
from rulesets.reading.reference.sections import inner_tables, sections  # noqa: E402
from rulesets.reading.shelf import Shelf  # noqa: E402
from rulesets.reading.sites import tables  # noqa: E402
from rulesets.reading.source import Source  # noqa: E402
from rulesets.reading.validate import validate  # noqa: E402
from rulesets.vocabulary.base import Entry, Keyed  # noqa: E402
from rulesets.vocabulary.stages import Stage  # noqa: E402
from rulesets.vocabulary.written import Ruleset  # noqa: E402

Stated = tuple[str, str]
"""A table and one of its keys, as they are stated in the reference."""


def stated() -> dict[Stated, None]:
    """Return every statement of a key, in the order of the reference; what tables share is stated once."""
    seen: set[type] = set()
    found: list[type] = [Ruleset, Entry]
    for _, table in sections():
        if table is not None and table not in seen:
            seen.add(table)
            found += [table, *inner_tables(table, seen)]
    kinds = [kind for table in found for kind in ((table, *kinds_of(table)) if table is Stage else (table,))]
    return dict.fromkeys(_named(kind, key) for kind in kinds for key in keys_of(kind))


def _named(table: type, key: str) -> Stated:
    """Return where a key of a table is stated, by name: what means the same in many is stated once."""
    where, key = statement(table, key)
    return name_of(where), key


def used(definition: Ruleset) -> Iterator[Stated]:
    """Yield the keys that a ruleset says something with."""
    for table in [definition, *(table for _, table in tables(definition))]:
        kind: type[Keyed] = type(table)
        if kind in TEXTS:
            continue
        for key in keys_of(kind).values():
            if getattr(table, key.name) != key.default:
                yield _named(kind, key.written)


def used_in(ruleset: Path) -> set[Stated]:
    """Return the keys that a ruleset uses, whatever its options are set to."""
    found: set[Stated] = set()
    plain = _read(ruleset, {})
    values = [(name, value) for name, option in plain.options.items() for value in option.values]
    for options in ({}, *({name: value} for name, value in values)):
        found.update(used(_read(ruleset, options)))
    return found


def _read(ruleset: Path, options: dict[str, str]) -> Ruleset:
    shelf = Shelf()
    source = Source(shelf.writing(shelf.file(ruleset)))
    source.choose(options)
    definition = validate(source)
    assert definition is not None, source.problems
    return definition


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and how many keys there are."""
    parser = argparse.ArgumentParser(description="Which keys of the vocabulary the rulesets use.")
    parser.add_argument("--most", type=int, default=10**6, help="only keys that at most so many use")
    parser.add_argument(
        "rulesets", nargs="*", type=Path, help="folders of rulesets; left out: the shipped ones"
    )
    options = parser.parse_args(arguments)
    users: defaultdict[Stated, list[str]] = defaultdict(list)
    folders = options.rulesets or list(loader.shipped().values())
    for folder in folders:
        for key in used_in(folder):
            users[key].append(folder.name)
    keys = stated()
    print("| table | key | rulesets | |\n| --- | --- | --- | --- |")
    for table, key in keys:
        by = sorted(users[table, key])
        if len(by) <= options.most:
            print(f"| {table} | `{key}` | {len(by)} | {', '.join(by) if len(by) <= 3 else ''} |")
    numbers = [len(users[key]) for key in keys]
    print(
        f"\n{len(keys)} keys and {len(folders)} rulesets: {numbers.count(0)} keys are used by none of them,"
    )
    print(f"{numbers.count(1)} by one, {numbers.count(2)} by two.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
