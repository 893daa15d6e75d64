"""What readers of JSON share: values at places where something else may stand, names, numbers that are not 0.

Programs and people write numbers as texts, null for everything, lists where maps are expected and the other
way round; what is not as expected is nothing here, and never an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.incoming.found import Finding, Value
from rulesets.incoming.texts import name_of, number, without_markup

_NAMES = ("name", "Name", "value", "Value")
"""Where an entry of a list says what it is."""


def table(value: Any) -> dict[str, Any]:
    """Return a JSON object, {} for anything else."""
    return value if isinstance(value, dict) else {}


def entries(value: Any) -> list[Any]:
    """Return the entries of a list, or the values of an object that stands in its place; else nothing."""
    return value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []


def tables(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a list."""
    return (one for one in entries(value) if isinstance(one, dict))


def at(value: Any, *path: str) -> Any:
    """Return what stands at the end of a path of keys; None: it ends before that."""
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def words(value: Any) -> str:
    """Return a text without markup, or a number as a text; '' for anything else."""
    if isinstance(value, str):
        return without_markup(value) if value else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def word_list(value: Any) -> str:
    """Return 'cold, fire' of a list of texts, or of objects that have a name; of a text, itself."""
    if not isinstance(value, list | dict):
        return words(value)
    said = (words(one) or next((words(one[key]) for key in _NAMES if key in one), "")
            if isinstance(one, dict) else words(one) for one in entries(value))  # fmt: skip
    return ", ".join(one for one in said if one)


def called(entry: Any, *keys: str) -> str:
    """Return the name of an entry, by the first of ``keys`` under which it has one.

    Raises:
        ValueError: if it is no JSON object, or has no name.
    """
    for key in keys:
        said = at(entry, key)
        if isinstance(said, str | int) and not isinstance(said, bool) and (name := name_of(said)):
            return name
    raise ValueError("no name")


def place_of(entry: Any, index: int, *keys: str) -> str:
    """Return what a message calls an entry: its name, or which one of the list it is."""
    try:
        return called(entry, *keys)
    except ValueError:
        return f"entry {index + 1}"


def paragraphs(value: Any, name: str = "name", text: str = "desc") -> Iterator[tuple[str, str]]:
    """Yield the named texts of a list: what somebody can do, and how that works."""
    for one in entries(value):
        if isinstance(one, dict):
            label = name_of(one[name]) if isinstance(one.get(name), str) else ""
            said = words(one.get(text))
            if label or said:
                yield (label, said) if said else ("", label)
        elif said := words(one):
            yield "", said


def put(values: dict[str, Value], **numbers: Any) -> None:
    """Put numbers among the values of a creature; what is none is left out."""
    for name, said in numbers.items():
        found = number(said)
        if found is not None:
            values[name] = found


def put_known(finding: Finding, who: str, values: dict[str, Value], **numbers: Any) -> None:
    """Put numbers that are never 0 among the values of ``who``; which of them are not known is told.

    The names have a word for the message after two underscores: ``max_hp__hit_points``.
    """
    lacking = []
    for key, said in numbers.items():
        name, _, what = key.partition("__")
        found = number(said)
        if found is not None and found > 0:
            values[name] = found
        else:
            lacking.append((what or name).replace("_", " "))
    if lacking:
        finding.tell(
            "“{name}” has no {what} in the file: look at what is proposed.",
            name=who,
            what=" and no ".join(lacking),
        )


def some_of(names: list[str], most: int = 12) -> str:
    """Return names for a message: the first ones, and how many more there are."""
    said = ", ".join(f"“{name}”" for name in names[:most])
    return f"{said} + {len(names) - most}" if len(names) > most else said
