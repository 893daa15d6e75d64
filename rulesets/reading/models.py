"""The pydantic models that a text is validated by, made from the vocabulary."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
    create_model,
    model_serializer,
    model_validator,
)

from rulesets.formula.compiling import CONSTANTS
from rulesets.reading.keys import PAIRS, TableKey, is_table, keys_of, name_of, unwrapped
from rulesets.reading.shorthands import SHORTHANDS, Shorthand
from rulesets.vocabulary.base import AsList, IsFormula, IsId, IsName, IsPlain, OfTable, Several
from rulesets.vocabulary.stages import STAGES, PlainStage, Stage
from rulesets.vocabulary.written import Ruleset

ID_PATTERN = r"^[a-z0-9][a-z0-9_-]*$"
STAGE = "stage "
"""Begins the marks that pydantic puts into the places of what it finds: of which kind a stage is."""
_SCALAR = WithJsonSchema({"type": ["string", "number", "boolean"]})


def ruleset_from(raw: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of raw tables.

    Raises:
        ValidationError: of pydantic, with all that is wrong with them.
    """
    return msgspec.convert(model_of(Ruleset).model_validate(raw).model_dump(), Ruleset)


@cache
def model_of(table: type) -> type[BaseModel]:
    """Return the model of a table: no unknown keys, no silent conversions."""
    short = SHORTHANDS.get(table)
    fields: dict[str, Any] = {key.name: (_hint(key.hint), _field(key)) for key in keys_of(table).values()}
    return create_model(
        name_of(table),
        __config__=ConfigDict(
            extra="forbid",
            strict=True,
            frozen=True,
            defer_build=table is not Ruleset,
            json_schema_extra=_schema(short) if short is not None else None,
        ),
        __doc__=table.__doc__,
        __validators__=_validators(table, short),
        **fields,
    )


def _validators(table: type, short: Shorthand | None) -> dict[str, Callable[..., Any]]:
    found: dict[str, Any] = {}
    if short is not None:
        found["spelled"] = model_validator(mode="before")(short.spelled)
    if table in PAIRS:
        found["paired"] = model_serializer(mode="plain")(lambda self: list(self.__dict__.values()))
    if issubclass(table, Stage):
        tag = {"verb": table.verb or "plain"}
        found["tagged"] = model_serializer(mode="wrap")(lambda self, dump: {**dump(self), **tag})
    return found


def _stage_kind(value: Any) -> str:
    """Return the mark of the kind of stage that a raw table is, by its verb."""
    if isinstance(value, BaseModel):
        return f"{STAGE}{type(value).__name__}"
    given = value if isinstance(value, dict) else {}
    kind = next((kind for kind in STAGES if given.get(kind.verb, "") != ""), PlainStage)
    return f"{STAGE}{name_of(kind)}"


def _field(key: TableKey) -> Any:
    """Return what a model says of a field."""
    info, default = key.info, key.default
    given: dict[str, Any] = {"default": ... if default is NODEFAULT else default}
    if isinstance(default, tuple | dict):
        given = {"default_factory": (lambda: list(default)) if isinstance(default, tuple) else dict}
    for name in ("ge", "le", "max_length"):
        if getattr(info, name) is not None:
            given[name] = getattr(info, name)
    return Field(
        **given,
        description=info.description,
        alias=info.alias or None,
        pattern=info.pattern or None,
        examples=list(info.examples) or None,
    )


def _hint(hint: Any) -> Any:
    """Return the type that a model has for one of the vocabulary's."""
    bare, marks = unwrapped(hint)
    for mark in marks:
        if isinstance(mark, IsFormula | IsPlain):
            return Annotated[str, BeforeValidator(formula_text), _SCALAR]
        if isinstance(mark, IsId):
            return Annotated[str, Field(pattern=ID_PATTERN)]
        if isinstance(mark, IsName):
            return Annotated[str, AfterValidator(_checked_name)]
    if is_table(bare):
        return model_of(bare)
    origin, args = get_origin(bare), get_args(bare)
    if origin is tuple:
        entry = _hint(args[0])
        many = list[entry]  # type: ignore[valid-type]
        if any(isinstance(mark, Several) for mark in marks):
            only = _several if is_table(unwrapped(args[0])[0]) else _several_texts
            return Annotated[many, BeforeValidator(only, json_schema_input_type=entry | many)]
        return many
    if origin is dict:
        table: Any = dict[_hint(args[0]), _hint(args[1])]  # type: ignore[misc]
        if any(isinstance(mark, OfTable) for mark in marks):  # what is a text has been written out before
            return Annotated[table, BeforeValidator(_same, json_schema_input_type=str | table)]
        if any(isinstance(mark, AsList) for mark in marks):
            ids: Any = list[_hint(args[0])]  # type: ignore[misc]
            return Annotated[table, BeforeValidator(_under_any, json_schema_input_type=ids | table)]
        return table
    if origin in (Union, UnionType) and args == STAGES:
        kinds = [Annotated[model_of(kind), Tag(f"{STAGE}{name_of(kind)}")] for kind in STAGES]
        return Annotated[Union[tuple(kinds)], Discriminator(_stage_kind)]  # noqa: UP007
    if origin in (Union, UnionType):
        return Union[tuple(_hint(arg) for arg in args)]  # noqa: UP007
    return bare


def _under_any(data: object) -> Any:
    return {one: "true" for one in data if isinstance(one, str)} if isinstance(data, list) else data


def _schema(short: Shorthand) -> Callable[[dict[str, Any]], None]:
    """Return what makes the schema of a table allow its shorthand, too."""

    def widen(schema: dict[str, Any]) -> None:
        kinds: Any = short.kinds[0] if len(short.kinds) == 1 else list(short.kinds)
        table = dict(schema)
        schema.clear()
        schema.update({key: table.pop(key) for key in ("title", "description") if key in table})
        schema["anyOf"] = [{"type": kinds}, table]

    return short.schema or widen


# -- single values ---------------------------------------------------------------------------------------


def formula_text(value: object) -> object:
    """Return the text of a formula; numbers and bools of the source become theirs."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    return value.strip() if isinstance(value, str) else value


def _checked_name(value: str) -> str:
    """Return ``value`` if formulas can read it as a name."""
    if not value.isidentifier() or keyword.iskeyword(value) or value in CONSTANTS:
        raise ValueError(
            f"{value!r} cannot be a name in formulas; names are letters, digits and _, and no word like 'if'"
        )
    return value


def _same(value: object) -> Any:
    return value


def _several(value: object) -> Any:
    return [value] if isinstance(value, dict) else value


def _several_texts(value: object) -> Any:
    return value if isinstance(value, dict | list) else [value]
