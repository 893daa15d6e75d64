"""One chapter for each section of a ruleset: what it is, an example, and all its keys in a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from pydantic.fields import FieldInfo

from rulesets.reading.reference.words import PAIRS, anchor, model_of, takes
from rulesets.vocabulary.base import Entry, Model
from rulesets.vocabulary.budget import AlternativeDef
from rulesets.vocabulary.ruleset import RulesetDef

_QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
_TICKED = re.compile(r"(`[^`]*`)")
SPECIMEN = Path(__file__).with_name("specimen.toml")
_PART = re.compile(r"^#:: (\S+)\n", re.MULTILINE)
_KEYS = "Its keys:"
SHARED = ("label", "short", "text", "cite")
"""Keys that every entry has for people: told once, in a chapter of their own."""


def examples() -> dict[str, str]:
    """Return heading → the part of the specimen that shows it."""
    parts = _PART.split(SPECIMEN.read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def sections() -> Iterator[tuple[str, type[Model] | None, FieldInfo]]:
    """Yield every section that is a table or holds tables: its key, model and field, in their order."""
    for name, field in RulesetDef.model_fields.items():
        key, model = field.alias or name, model_of(field.annotation)
        if model is not None or key == "type":
            yield key, model, field


def inner_models(model: type[Model], seen: set[type[Model]]) -> Iterator[type[Model]]:
    """Yield the tables inside of ``model`` that were not told of before."""
    for field in model.model_fields.values():
        inner = model_of(field.annotation)
        if inner is not None and inner not in seen:
            seen.add(inner)
            yield inner
            yield from inner_models(inner, seen)


def all_sections() -> str:
    """Return the chapters of all sections."""
    seen: set[type[Model]] = {model for _, model, _ in sections() if model is not None}
    chapters = [_top()]
    for key, model, field in sections():
        chapters.append(_section(key, model, field))
        if model is not None:
            chapters += [_part(inner) for inner in inner_models(model, seen)]
    return "\n\n".join(chapters)


def _top() -> str:
    """Return the chapter of the keys that stand at the top of the file."""
    own = {f"| `{key}` " for key, _, _ in sections()}
    rows = [row for row in _rows(RulesetDef) if not any(row.startswith(key) for key in own)]
    return "\n\n".join(
        [
            "## The top of the file",
            "These keys stand first, before the first `[section]`.",
            _example("ruleset"),
            _KEYS,
            _table(rows),
            "## For people",
            "Almost every entry of every section can have these four keys. A missing label is an error "
            "wherever people would read it.",
            _table(_rows(Entry, shared=True)),
        ]
    )


def _section(key: str, model: type[Model] | None, field: FieldInfo) -> str:
    lines = [f"## {key}", _written(key, field)]
    if model is None:
        lines += [_sentence(field.description), _example(key)]
        return "\n\n".join(lines)
    lines += [_intro(model), _example(key), _KEYS, _table(_rows(model))]
    return "\n\n".join(lines)


def _written(key: str, field: FieldInfo) -> str:
    """Return how the entries of a section are written."""
    said = takes(field.annotation)
    if key == "type":
        return "Written as `[type]`, one line for each type of stat."
    if said.startswith("list"):
        return f"Written as `[[{key}]]`, once for each."
    if said.startswith("for each"):
        return f"Written as `[{key}.<id>]` for each, or all of them as lines below `[{key}]`."
    return f"Written as `[{key}]`; there is at most one."


def _part(model: type[Model]) -> str:
    return "\n\n".join(
        [f"### {anchor(model)}", _intro(model), _example(anchor(model)), _KEYS, _table(_rows(model))]
    )


def _intro(model: type[Model]) -> str:
    shared = ""
    if issubclass(model, Entry):
        shared = " It also has the keys [for people](#for-people)" + (
            "; `label` is needed." if model.labelled else "."
        )
    said = " ".join((model.__doc__ or "").split())
    return escaped(said) + shared


def _example(name: str) -> str:
    return f"```toml\n{examples()[name]}\n```"


def _rows(model: type[Model], *, shared: bool = False) -> list[str]:
    """Return the rows of a table of keys; those for people stand in a chapter of their own."""
    rows = []
    for place, (name, field) in enumerate(model.model_fields.items()):
        people = name in SHARED and issubclass(model, Entry)
        if people is not shared:
            continue
        if model is AlternativeDef and name == "pay":
            cells = ["any id of a [pool](#pool)", "[formula](#formulas) or `all`", "–", _AMOUNT]
        else:
            key = ("first", "second")[place] if model in PAIRS else f"`{field.alias or name}`"
            takes_ = ", ".join([takes(field.annotation, tuple(field.metadata)), *_bounds(field)])
            cells = [key, takes_, _default(model, field), _meaning(field)]
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return rows


_AMOUNT = "How much of that pool it takes; `all`: whatever is left."


def _bounds(field: FieldInfo) -> Iterator[str]:
    for mark in field.metadata:
        for attribute, word in (
            ("ge", "at least {}"),
            ("le", "at most {}"),
            ("max_length", "at most {} letters"),
        ):
            if getattr(mark, attribute, None) is not None:
                yield word.format(getattr(mark, attribute))


def _default(model: type[Model], field: FieldInfo) -> str:
    """Return that a key is needed, or what it is when left out."""
    if field.is_required():
        return "needed"
    value = field.get_default(call_default_factory=True)
    if value in ("", None, [], {}):
        return "–"
    return f"`{json.dumps(value) if isinstance(value, list | bool) else value}`"


def _meaning(field: FieldInfo) -> str:
    shown = ", ".join(f"`{toml(example)}`" for example in field.examples or ())
    said = _sentence(field.description)
    return f"{said} For example {shown}." if shown else said


def toml(value: object) -> str:
    """Return a plain value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _sentence(text: str | None) -> str:
    return escaped(" ".join((text or "").split()))


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
