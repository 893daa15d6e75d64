"""The JSON schema of a ``ruleset.toml``, as editors use it for completion, hover texts and marks on slips.

pydantic's own schema is right for machines. Here it is made readable for people: the words of the file and
no names of classes, what a key takes in plain words, and words to choose from wherever there are some. It is
draft 7, the newest that TOML editors know well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from rulesets.reading.keys import TableKey, keys_of, kinds_of, name_of, table_in, unwrapped
from rulesets.reading.models import model_of
from rulesets.reading.names import ACTIVITIES, REFILLS
from rulesets.reading.reference.words import anchor, takes
from rulesets.vocabulary.base import IsForbidden, IsRefill
from rulesets.vocabulary.written import Ruleset

Schema = dict[str, Any]
NAME_PATTERN = r"^[A-Za-z_][A-Za-z0-9_]*$"
_BEFORE = {"type": "string", "description": "Over another ruleset: the entry before which this one is put."}
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@cache
def schema_text() -> str:
    """Return the schema as the text of a file; it is the same as long as the program runs."""
    return json.dumps(ruleset_schema(), indent=2, ensure_ascii=False) + "\n"


def ruleset_schema() -> Schema:
    """Return the schema of a ruleset.toml."""
    made = model_of(Ruleset).model_json_schema()
    definitions = made.pop("$defs")
    for table in tables_inside(Ruleset):
        own = made if table is Ruleset else definitions[name_of(table)]
        for key in keys_of(table).values():
            shown = _properties(own).get(key.written)
            if shown is not None:
                _explain(shown, key)
    whole: Schema = _tidied({**made, "definitions": definitions})
    names = {name_of(table): anchor(table) for table in tables_inside(Ruleset)}
    whole["definitions"] = {
        names[name]: {**schema, "title": names[name]} for name, schema in whole["definitions"].items()
    }
    text = json.dumps(whole)
    for name, word in names.items():
        text = text.replace(f'"#/$defs/{name}"', f'"#/definitions/{word}"')
    named: Schema = json.loads(text)
    for section in named["properties"].values():
        _name_entries(section)
        _allow_before(section, named["definitions"])
    _allow_changes(named, named["definitions"])
    top = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Ruleset"}
    return {**top, **{key: value for key, value in named.items() if key != "title"}, "required": ["id"]}


def tables_inside(whole: type) -> Iterator[type]:
    """Yield a table and all tables inside of it, each once."""
    seen = {whole}
    waiting = [whole]
    while waiting:
        table = waiting.pop()
        yield table
        inner = {table_in(key.hint) for key in keys_of(table).values()}
        new = {kind for found in inner if found is not None for kind in kinds_of(found)} - seen
        seen |= new
        waiting += sorted(new, key=lambda found: found.__name__)


def _properties(schema: Schema) -> Schema:
    """Return the keys of a table, which may have shorthands beside it."""
    tables = [schema, *schema.get("anyOf", ())]
    return next((table["properties"] for table in tables if "properties" in table), {})


def _explain(shown: Schema, key: TableKey) -> None:
    """Say in plain words what a key takes, and offer the words that it knows."""
    told = " ".join(key.info.description.split())
    plain = _LINK.sub(r"\1", takes(key.hint))
    shown["description"] = _LINK.sub(r"\1", told) + f"\n\nTakes: {plain}."
    hint, marks = unwrapped(key.hint)
    marks = (*marks, *_inner_marks(hint))
    if any(isinstance(mark, IsRefill) for mark in marks):
        shown.pop("type", None)
        shown["anyOf"] = [{"enum": list(REFILLS)}, {"type": "string", "pattern": r"^phase-start:.+$"}]
    elif any(isinstance(mark, IsForbidden) for mark in marks) and "items" in shown:
        shown["items"] = {"anyOf": [{"enum": list(ACTIVITIES)}, {"type": "string"}]}


def _inner_marks(hint: Any) -> Iterator[Any]:
    for arg in getattr(hint, "__args__", ()):
        yield from getattr(arg, "__metadata__", ())


def _name_entries(section: Schema) -> None:
    """Let the entries of a section only have ids, or names where formulas read them."""
    patterns = section.get("patternProperties")
    if patterns:
        section["additionalProperties"] = False
    elif section.get("additionalProperties") and "propertyNames" not in section:
        section["propertyNames"] = {"pattern": NAME_PATTERN}


# -- what a ruleset that extends another may write besides ---------------------------------------------------


def _allow_before(section: Schema, definitions: dict[str, Schema]) -> None:
    """Let an entry of a section say before which other one it is put."""
    inside = [*section.get("patternProperties", {}).values(), section.get("additionalProperties")]
    for name in (_named(entry) for entry in inside if isinstance(entry, dict)):
        if name:
            _properties(definitions[name])["before"] = _BEFORE


def _allow_changes(node: Any, definitions: dict[str, Schema]) -> None:
    """Let a table stand over a list whose entries have ids: it changes those that it names."""
    for entry in node if isinstance(node, list) else node.values() if isinstance(node, dict) else ():
        _allow_changes(entry, definitions)
    listed = isinstance(node, dict) and node.get("type") == "array"
    names = _kinds(node.get("items", {})) if listed else []
    if names and all("id" in _properties(definitions[name]) for name in names):
        for name in names:
            _properties(definitions[name])["before"] = _BEFORE
        changes = {"type": "object", "additionalProperties": node["items"]}
        node["anyOf"] = [{"type": node.pop("type"), "items": node.pop("items")}, changes]


def _kinds(schema: Any) -> list[str]:
    """Return the definitions that a schema refers to: one, or several kinds of which it is."""
    kinds = schema.get("anyOf", [schema]) if isinstance(schema, dict) else []
    names = [_named(kind) for kind in kinds]
    return names if all(names) else []


def _named(schema: Any) -> str:
    """Return the definition that a schema refers to, or ''."""
    return str(schema.get("$ref", "")).removeprefix("#/definitions/") if isinstance(schema, dict) else ""


# -- tidying -----------------------------------------------------------------------------------------------


def _tidied(node: Any) -> Any:
    """Return a schema without what is only of use to programs."""
    if isinstance(node, list):
        return [_tidied(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    for tidy in (_any_kind, _without_null, _without_empty, _pair, _reference):
        node = tidy(node)
    return {key: _children(key, value) for key, value in node.items() if not _superfluous(key, value)}


def _children(key: str, value: Any) -> Any:
    """Tidy what is below a key; the names of properties and definitions are no keys of the schema's own."""
    if key in ("properties", "definitions", "patternProperties"):
        return {name: _tidied(schema) for name, schema in value.items()}
    if key == "description":
        return " ".join(value.split(" "))
    return value if key in ("default", "enum", "examples", "required") else _tidied(value)


def _superfluous(key: str, value: Any) -> bool:
    """Return whether a key says nothing: titles made of names of fields, empty defaults, and what is needed.

    What an entry needs can stand in the ruleset that this one extends.
    """
    return key in ("title", "required") or (key == "default" and value in ("", None, [], {}))


def _any_kind(node: Schema) -> Schema:
    """Kinds of stages are told apart by their verbs, which a change of one may leave out."""
    if "oneOf" not in node:
        return node
    return {**{key: value for key, value in node.items() if key != "oneOf"}, "anyOf": node["oneOf"]}


def _without_null(node: Schema) -> Schema:
    kinds = node.get("anyOf")
    if not kinds or {"type": "null"} not in kinds:
        return node
    left = [kind for kind in kinds if kind != {"type": "null"}]
    rest = {key: value for key, value in node.items() if key != "anyOf"}
    return {**rest, **(left[0] if len(left) == 1 else {"anyOf": left})}


def _without_empty(node: Schema) -> Schema:
    words = node.get("enum")
    return {**node, "enum": [word for word in words if word != ""]} if isinstance(words, list) else node


def _pair(node: Schema) -> Schema:
    if "prefixItems" not in node:
        return node
    rest = {key: value for key, value in node.items() if key != "prefixItems"}
    return {**rest, "items": node["prefixItems"], "additionalItems": False}


def _reference(node: Schema) -> Schema:
    """Draft 7 hears nothing beside a reference, so what stands there goes around it."""
    if "$ref" not in node or len(node) == 1:
        return node
    rest = {key: value for key, value in node.items() if key not in ("$ref", "allOf")}
    return {**rest, "allOf": [{"$ref": node["$ref"]}]}
