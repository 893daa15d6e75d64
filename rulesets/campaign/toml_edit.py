"""Texts of campaign files: written anew, or changed in place with comments and order kept.

A text is cut where its lists of tables begin, ``[[combatant]]`` by ``[[combatant]]``. What has not changed is
never touched, to the byte; only the tables that have changed are edited, by tomlkit. Whatever comes of it is
read again and has to say what was wanted, so no slip of an editor ever gets into a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from msgspec import Struct

from rulesets.reading import toml_text

Path = tuple[str, ...]
"""Keys that lead to a table, without numbers: ('wave', 'combatant')."""
LISTS: Mapping[Path, tuple[str, ...]] = {
    (): ("combatant", "member", "wave", "effect"),
    ("wave",): ("combatant",),
}
"""Table → its lists whose tables are written below each other, each with a [[header]]."""
TABLES = frozenset({("options",), ("member", "carried"), ("fight",)})
"""Tables that are written below a [header] of their own; others stand in one line."""
WIDEST = 100
"""Letters of a list in one line."""
MOST_EDITED = 300_000
"""Letters of a text that is edited as a whole, where it cannot be cut."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(
    r"[ \t]*\[\[[ \t]*([A-Za-z0-9_-]+(?:[ \t]*\.[ \t]*[A-Za-z0-9_-]+)*)[ \t]*\]\][ \t]*\r?\Z"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NO_CONTENT = re.compile(r"[ \t]*(?:#.*)?\r?\n?\Z")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


# -- anew --------------------------------------------------------------------------------------------


def written(data: Mapping[str, Any], heading: str = "") -> str:
    """Return a text that says ``data``, below a ``heading`` in a comment; what has no value is left out."""
    comment = "".join(f"# {line}\n" for line in heading.splitlines())
    body = _table(data, ())
    return comment + ("\n" if comment and not body.startswith("\n") else "") + body


def _table(data: Mapping[str, Any], path: Path) -> str:
    lines, below = "", ""
    for key, value in data.items():
        if value is None:
            continue
        inner = (*path, key)
        if key in LISTS.get(path, ()) and _is_tables(value):
            below += "".join(f"\n[[{_dotted(inner)}]]\n{_table(each, inner)}" for each in value)
        elif inner in TABLES and isinstance(value, Mapping):
            below += f"\n[{_dotted(inner)}]\n{_table(value, inner)}"
        else:
            lines += f"{key_text(key)} = {value_text(value)}\n"
    return lines + below


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _dotted(path: Path) -> str:
    return ".".join(map(key_text, path))


def key_text(key: str) -> str:
    """Return a key as TOML has it."""
    return key if _BARE.fullmatch(key) else _text(key)


def value_text(value: Any) -> str:
    """Return a value as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        items = [value_text(item) for item in value]
        flat = f"[{', '.join(items)}]"
        return flat if len(flat) <= WIDEST else "[\n" + "".join(f"  {item},\n" for item in items) + "]"
    if isinstance(value, Mapping):
        pairs = [f"{key_text(key)} = {_flat(item)}" for key, item in value.items() if item is not None]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    return _long_text(str(value))


def _flat(value: Any) -> str:
    """Return a value in one line, as it has to be inside of an inline table."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flat, value))}]"
    return _text(value) if isinstance(value, str) else value_text(value)


def _text(text: str) -> str:
    kept = text.encode("utf-8", "replace").decode("utf-8")
    return '"' + "".join(map(_escaped, kept)) + '"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


def _long_text(text: str) -> str:
    """Return a text of several lines below each other, any other in one line."""
    if "\n" not in text.strip():
        return _text(text)
    lines = [_text(line)[1:-1] for line in text.split("\n")]
    return '"""\n' + "\n".join(lines) + '"""'


# -- changed -----------------------------------------------------------------------------------------


def changed(text: str, data: Mapping[str, Any]) -> str:
    """Return ``text``, which is TOML, with what has to be another one for it to say ``data``.

    Where that cannot be done in place it is written anew, below the comment that the text begins with.

    Raises:
        ValueError: if ``text`` is no TOML, or above the limits.
    """
    wanted = plain(data)
    was = toml_text.loads(text)
    if same(was, wanted):
        return text
    for edited in (_cut, _whole):
        found = _tried(edited, text, was, wanted)
        if found is not None:
            return found
    comment = "".join(f"{line}\n" for line in _comment(text))
    return f"{comment}\n{_table(wanted, ())}" if comment else _table(wanted, ())


def plain(data: Any) -> Any:
    """Return ``data`` as it is read again: lists for tuples, and nothing for what has no value."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items() if value is not None}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    return data.encode("utf-8", "replace").decode("utf-8") if isinstance(data, str) else data


def same(one: Any, other: Any) -> bool:
    """Return whether two values are written alike: 1, 1.0 and true are not, and nan is."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other) if isinstance(one, float) else bool(one == other)


def _tried(
    edited: Callable[[str, dict[str, Any], dict[str, Any]], str],
    text: str,
    was: dict[str, Any],
    wanted: dict[str, Any],
) -> str | None:
    from tomlkit.exceptions import TOMLKitError

    try:
        found = edited(text, was, wanted)
        return found if same(toml_text.loads(found), wanted) else None
    except (TOMLKitError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None  # what the editor makes of unusual texts is its own affair: nothing was written


def _comment(text: str) -> list[str]:
    found = []
    for line in text.splitlines():
        if not line.lstrip().startswith("#"):
            break
        found.append(line.rstrip())
    return found


def _whole(text: str, was: dict[str, Any], wanted: dict[str, Any]) -> str:
    if len(text) > MOST_EDITED:
        raise ValueError("too much to edit")
    return _head(text, (), was, wanted)


class _Part(Struct):
    """One table of a list: its key, its text with everything in it, and what it is to say."""

    key: str
    text: str
    was: dict[str, Any] = {}


def _cut(text: str, was: dict[str, Any], wanted: dict[str, Any], path: Path = ()) -> str:
    """Edit the tables of lists each for itself, and the rest as one."""
    if same(was, wanted):
        return text
    keys = LISTS.get(path, ())
    head, parts = _split(text, path, keys)
    rest = tuple({key: value for key, value in of.items() if key not in keys} for of in (was, wanted))
    result = _head(head, path, *rest)
    for key in keys:
        of_key = [part for part in parts if part.key == key]
        for part, said in zip(of_key, was.get(key, []), strict=True):
            part.was = said
    texts: list[str] = []
    seen: set[str] = set()
    for part in parts:
        if part.key not in seen:
            seen.add(part.key)
            texts += _list([p for p in parts if p.key == part.key], wanted.get(part.key, []), path)
    for key in keys:
        if key not in seen:
            texts += _list([], wanted.get(key, []), (*path,), key)
    for each in texts:
        result = _ended(result) + each
    return result


def _list(parts: Sequence[_Part], wanted: Sequence[dict[str, Any]], path: Path, key: str = "") -> list[str]:
    """Return the texts of a list's tables: those that were there keep theirs, edited where they changed."""
    key = key or parts[0].key
    inner = (*path, key)
    found = []
    for part, said in _matched(parts, wanted):
        if part is None:
            found.append(f"\n[[{_dotted(inner)}]]\n{_table(said, inner)}")
        elif inner in LISTS:
            found.append(_cut(part.text, part.was, said, inner))
        else:
            found.append(part.text if same(part.was, said) else _head(part.text, inner, part.was, said))
    return found


def _matched(
    parts: Sequence[_Part], wanted: Sequence[dict[str, Any]]
) -> list[tuple[_Part | None, dict[str, Any]]]:
    """Return which table each of ``wanted`` was: the one of its name, or the one in its place."""
    called: dict[str, list[_Part]] = {}
    for part in reversed(parts):
        called.setdefault(_name(part.was), []).append(part)
    found: list[_Part | None] = []
    for said in wanted:
        name = _name(said)
        found.append(called[name].pop() if name and called.get(name) else None)
    if len(parts) == len(wanted):
        taken = {id(part) for part in found if part is not None}
        for place, part in enumerate(parts):
            if found[place] is None and id(part) not in taken:
                found[place] = part
    return list(zip(found, wanted, strict=True))


def _name(table: Mapping[str, Any]) -> str:
    """Return what a table is known by, as it is written; '' if nothing tells."""
    return next((value_text(table[key]) for key in ("id", "name", "when") if key in table), "")


def _split(text: str, path: Path, keys: Sequence[str]) -> tuple[str, list[_Part]]:
    """Return what stands before the first table of a list, and each of these with the comment above it."""
    lines = _LINE.findall(text)
    bare = toml_text.structure(text).split("\n")
    starts: list[tuple[int, str]] = []
    for number, line in enumerate(bare[: len(lines)]):
        match = _HEADER.match(line)
        names = [] if match is None else [name.strip() for name in match[1].split(".")]
        if names[:-1] == list(path) and names and names[-1] in keys:
            starts.append((_above(lines, number, starts[-1][0] + 1 if starts else 0), names[-1]))
    ends = [start for start, _ in starts[1:]] + [len(lines)]
    parts = [_Part(key, "".join(lines[start:end])) for (start, key), end in zip(starts, ends, strict=True)]
    return "".join(lines[: starts[0][0]] if starts else lines), parts


def _above(lines: Sequence[str], number: int, least: int) -> int:
    """Return where the comment begins that stands right above a line."""
    while number > least and lines[number - 1].lstrip().startswith("#"):
        number -= 1
    return number


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _head(text: str, path: Path, was: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Edit one table, with nothing below it but tables of its own; what stands behind it stays behind it."""
    if same(was, wanted):
        return text
    import tomlkit

    lines = _LINE.findall(text)
    end = len(lines)
    while end and _NO_CONTENT.match(lines[end - 1]) and (path or was):
        end -= 1
    document = tomlkit.parse("".join(lines[:end]))
    table: Any = document
    for key in path:
        table = table[key]
        table = table[0] if isinstance(table, list) else table
    below = {key: value for key, value in wanted.items() if (*path, key) in TABLES and key not in was}
    _merge(table, was, {key: value for key, value in wanted.items() if key not in below})
    return _ended(document.as_string()) + _below(below, path) + "".join(lines[end:])


def _below(tables: Mapping[str, Any], path: Path) -> str:
    return "".join(
        f"\n[{_dotted((*path, key))}]\n{_table(value, (*path, key))}" for key, value in tables.items()
    )


def _merge(table: Any, was: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    import tomlkit

    for key in was:
        if key not in wanted:
            del table[key]
    for key, value in wanted.items():
        if key not in was:
            table[key] = tomlkit.parse(f"k = {value_text(value)}\n")["k"]
        elif isinstance(value, dict) and isinstance(was[key], dict):
            _merge(table[key], was[key], value)
        elif _are_tables_still(was[key], value):
            for place, (old, new) in enumerate(zip(was[key], value, strict=True)):
                _merge(table[key][place], old, new)
        elif not same(was[key], value):
            table[key] = tomlkit.parse(f"k = {value_text(value)}\n")["k"]


def _are_tables_still(was: Any, wanted: Any) -> bool:
    """Return whether a list has as many tables as before: comments between them stay where they are."""
    both = isinstance(was, list) and isinstance(wanted, list) and len(was) == len(wanted)
    return both and all(isinstance(one, dict) for one in (*was, *wanted))
