"""One chapter for each section of a ruleset: what it is, an example, and all its keys in a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from rulesets.reading.keys import PAIRS, TEXTS, KeyInfo, TableKey, keys_of, statement, table_in
from rulesets.reading.reference.words import anchor, link, takes
from rulesets.vocabulary.base import Common, Entry, Keyed
from rulesets.vocabulary.budget import Alternative
from rulesets.vocabulary.inputs import Told
from rulesets.vocabulary.stages import Act, Deed, Stage
from rulesets.vocabulary.written import Ruleset

_QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
_TICKED = re.compile(r"(`[^`]*`)")
SPECIMEN = Path(__file__).with_name("specimen.toml")
_PART = re.compile(r"^#:: (\S+)\n", re.MULTILINE)
_KEYS = "Its keys:"
SHARED: tuple[type[Keyed], ...] = (Entry, Common, Deed, Act, Told)
"""Keys that several tables have: told once, in chapters of their own."""


def examples() -> dict[str, str]:
    """Return heading → the part of the specimen that shows it."""
    parts = _PART.split(SPECIMEN.read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def sections() -> Iterator[tuple[TableKey, type | None]]:
    """Yield every section that is a table or holds tables, with the table, in their order."""
    for key in keys_of(Ruleset).values():
        table = table_in(key.hint)
        if table is not None:
            yield key, table


def inner_tables(table: type, seen: set[type]) -> Iterator[type]:
    """Yield the tables inside of ``table`` that were not told of before."""
    for key in keys_of(table).values():
        inner = table_in(key.hint)
        if inner is not None and inner not in seen and inner not in TEXTS:
            seen.add(inner)
            yield inner
            yield from inner_tables(inner, seen)


def all_sections() -> str:
    """Return the chapters of all sections."""
    seen = {table for _, table in sections() if table is not None}
    chapters = [_top()]
    for key, table in sections():
        chapters.append(_section(key, table))
        if table is not None:
            chapters += [_part(inner) for inner in inner_tables(table, seen)]
    return "\n\n".join(chapters)


def _top() -> str:
    """Return the chapter of the keys that stand at the top of the file."""
    own = {f"| `{key.written}` " for key, _ in sections()}
    rows = [row for row in _rows(Ruleset) if not any(row.startswith(key) for key in own)]
    return "\n\n".join(
        [
            "## The top of the file",
            "These keys stand first, before the first `[section]`.",
            _example("ruleset"),
            _KEYS,
            _table(rows),
            *(_shared(table) for table in SHARED),
        ]
    )


def _shared(table: type[Keyed]) -> str:
    """Return the chapter of keys that several tables have."""
    return "\n\n".join([f"## {table.heading}", _said(table), _table(_rows(table))])


def _section(section: TableKey, table: type | None) -> str:
    key = section.written
    lines = [f"## {key}", _written(key, takes(section.hint))]
    if table is None:
        lines += [_sentence(section.info.description), _example(key)]
        return "\n\n".join(lines)
    lines += [_intro(table), _example(key), *_own(table)]
    return "\n\n".join(lines)


def _written(key: str, said: str) -> str:
    """Return how the entries of a section are written, by what it takes."""
    if said.startswith("list"):
        return f"Written as `[[{key}]]`, once for each."
    if said.startswith("for each"):
        return f"Written as `[{key}.<id>]` for each, or all of them as lines below `[{key}]`."
    return f"Written as `[{key}]`; there is at most one."


def _part(table: type) -> str:
    return "\n\n".join([f"### {anchor(table)}", _intro(table), _example(anchor(table)), *_own(table)])


def _own(table: type) -> list[str]:
    """Return the keys that a table has for itself, if there are any."""
    rows = _rows(table)
    return [_KEYS, _table(rows)] if rows else []


def _intro(table: type) -> str:
    people = ""
    if issubclass(table, Entry):
        people = " It also has the keys [for people](#for-people)" + (
            "; `label` is needed." if table.labelled else "."
        )
    return " ".join(filter(None, (_said(table) + people, told_elsewhere(table, keys_of(table).values()))))


def _said(table: type) -> str:
    return escaped(" ".join((table.__doc__ or "").split()))


def told_elsewhere(table: type, keys: Iterable[TableKey]) -> str:
    """Return a sentence on those of a table's keys that are told elsewhere; '' if there are none."""
    found: dict[type[Keyed], list[str]] = {}
    for key in keys:
        where, _ = statement(table, key.written)
        if where is not table and not (where is Entry and issubclass(table, Entry)):
            first = keys_of(where)[key.written].default
            other = f" (left out: {_default(key)})" if key.default != first and not key.needed else ""
            found.setdefault(where, []).append(f"`{key.written}`{other}")
    chapters = {where: _chapter(where) for where in found}
    told = (f"{', '.join(found[at])} ({link(_slug(chapters[at]), chapters[at].lower())})" for at in found)
    return f"Keys that others have, too: {'; '.join(told)}." if found else ""


def _chapter(table: type[Keyed]) -> str:
    """Return the heading of the chapter that tells of a table."""
    if "heading" in table.__dict__:
        return table.heading
    return f"Stages with {table.verb}" if issubclass(table, Stage) else anchor(table)


def _slug(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _example(name: str) -> str:
    return f"```toml\n{examples()[name]}\n```"


def keys_table(table: type, of: type) -> str:
    """Return the keys of one kind of a table; those of every kind, ``of``, are told elsewhere."""
    others = [key for name, key in keys_of(table).items() if name not in keys_of(of)]
    return "\n\n".join(filter(None, (_table(_rows(table)), told_elsewhere(table, others))))


def _rows(table: type) -> list[str]:
    """Return the rows of a table of keys; what other tables say stands there."""
    rows = []
    for place, key in enumerate(keys_of(table).values()):
        if statement(table, key.written)[0] is not table and table not in PAIRS:
            continue
        if table is Alternative and key.name == "pay":
            cells = ["any id of a [pool](#pool)", "[formula](#formulas) or `all`", "–", _AMOUNT]
        else:
            head = ("first", "second")[place] if table in PAIRS else f"`{key.written}`"
            taken = ", ".join([takes(key.hint), *_bounds(key.info)])
            cells = [head, taken, _default(key), _meaning(key.info)]
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return rows


_AMOUNT = "How much of that pool it takes; `all`: whatever is left."


def _bounds(info: KeyInfo) -> Iterator[str]:
    for most, word in (
        (info.ge, "at least {number}"),
        (info.le, "at most {number}"),
        (info.max_length, "at most {number} letters"),
    ):
        if most is not None:
            yield word.format(number=most)


def _default(key: TableKey) -> str:
    """Return that a key is needed, or what it is when left out."""
    if key.needed:
        return "needed"
    value = list(key.default) if isinstance(key.default, tuple) else key.default
    if value in ("", None, [], {}):
        return "–"
    return f"`{json.dumps(value) if isinstance(value, list | bool) else value}`"


def _meaning(info: KeyInfo) -> str:
    shown = ", ".join(f"`{toml(example)}`" for example in info.examples)
    said = _sentence(info.description)
    return f"{said} For example {shown}." if shown else said


def toml(value: object) -> str:
    """Return a plain value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _sentence(text: str) -> str:
    return escaped(" ".join(text.split()))


def escaped(text: str) -> str:
    """Return a text without what Markdown would take for its own; what it quotes is shown as code.

    What stands in backticks is left as it is.
    """
    return "".join(part if place % 2 else _code(part) for place, part in enumerate(_TICKED.split(text)))


def _code(text: str) -> str:
    parts = _QUOTED.split(text)
    plain = [part.replace("<", "&lt;").replace("*", "\\*") for part in parts[::2]]
    code = [f"`{part}`" for part in parts[1::2]]
    return "".join(part for pair in zip_longest(plain, code, fillvalue="") for part in pair)


def _table(rows: list[str]) -> str:
    return "\n".join(["| Key | Takes | If left out | Meaning |", "| --- | --- | --- | --- |", *rows])
