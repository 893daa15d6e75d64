"""What all definitions share: strict models, texts for people, and types that say what a text refers to."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from rulesets.formula.compiling import CONSTANTS


@dataclass(frozen=True)
class IsFormula:
    """Marks a text as a formula; ``words`` are texts that mean something else there ('all')."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ref:
    """Marks a text as the id of an entry of one of ``kinds``; kinds are section names of the source."""

    kinds: tuple[str, ...]


@dataclass(frozen=True)
class IsRefill:
    """Marks a text as a moment of refilling: turn, round, start or 'phase:<id>'."""


@dataclass(frozen=True)
class IsForbidden:
    """Marks a text as something a state forbids: an activity or an id, perhaps with '@phase'."""


@dataclass(frozen=True)
class IsText:
    """Marks a text as one for people, which a translation can give in another language."""


def formula_text(value: object) -> object:
    """Return the text of a formula; numbers and bools of the source become theirs."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    return value.strip() if isinstance(value, str) else value


def plain_text(value: object) -> object:
    """Return numbers and bools as the text under which options are compared: true is 'true', 3 is '3'."""
    return formula_text(value)


def checked_name(value: str) -> str:
    """Return ``value`` if formulas can read it as a name."""
    if not value.isidentifier() or keyword.iskeyword(value) or value in CONSTANTS:
        raise ValueError(
            f"{value!r} cannot be a name in formulas; names are letters, digits and _, and no word like 'if'"
        )
    return value


DICE = r"([1-9]\d?)?d[1-9]\d{0,2}"
"""Dice such as 'd20' or '2d6': there is no die without sides, and no roll without a die."""
ID_PATTERN = r"^[a-z0-9][a-z0-9_-]*$"
_SCALAR = WithJsonSchema({"type": ["string", "number", "boolean"]})
Formula = Annotated[str, BeforeValidator(formula_text), IsFormula(), _SCALAR]
Amount = Annotated[str, BeforeValidator(formula_text), IsFormula(("all",)), _SCALAR]
Text = Annotated[str, IsText()]
PlainText = Annotated[str, BeforeValidator(plain_text), _SCALAR]
Id = Annotated[str, Field(pattern=ID_PATTERN)]
Name = Annotated[str, AfterValidator(checked_name)]
StatRef = Annotated[str, Ref(("stat",))]
OrderRef = Annotated[str, Ref(("order",))]
PhaseRef = Annotated[str, Ref(("phase",))]
PoolRef = Annotated[str, Ref(("pool",))]
TallyRef = Annotated[str, Ref(("tally",))]
CounterRef = Annotated[str, Ref(("pool", "tally"))]
CostRef = Annotated[str, Ref(("cost",))]
ActionRef = Annotated[str, Ref(("action",))]
ReactionRef = Annotated[str, Ref(("reaction",))]
PipelineRef = Annotated[str, Ref(("pipeline",))]
DeclarationRef = Annotated[str, Ref(("declaration",))]
StateRef = Annotated[str, Ref(("state",))]
StateOrEffectRef = Annotated[str, Ref(("state", "effect"))]
TableRef = Annotated[str, Ref(("table",))]
TrackRef = Annotated[str, Ref(("track",))]
ResourceRef = Annotated[str, Ref(("resource",))]
OptionRef = Annotated[str, Ref(("option",))]
Refill = Annotated[str, IsRefill()]
Forbidden = Annotated[str, IsForbidden()]


def schema_or(*others: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    """Return what makes the schema of a table allow ``others``, its shorthands, too."""

    def widen(schema: dict[str, Any]) -> None:
        table = dict(schema)
        schema.clear()
        schema.update({key: table.pop(key) for key in ("title", "description") if key in table})
        schema["anyOf"] = [*others, table]

    return widen


def schema_pair(schema: dict[str, Any]) -> None:
    """Make the schema of a table that is written as a pair say so."""
    kept: dict[str, Any] = {key: schema[key] for key in ("title", "description") if key in schema}
    items = list(schema["properties"].values())
    schema.clear()
    schema.update({**kept, "type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2})


class Model(BaseModel):
    """A table of the source: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    bare: ClassVar[str] = ""
    """The key that a bare value in place of the table stands for; '' if there is none."""


class Entry(Model):
    """What every entry of a ruleset has for people."""

    labelled: ClassVar[bool] = True
    """False for entries that nobody is shown by their label."""

    label: Text = Field(default="", description="What people read: the name of the thing.")
    short: Text = Field(default="", max_length=4, description="At most four characters, for tokens.")
    text: Text = Field(default="", description="The rule in one or two sentences, in your own words.")
    cite: str = Field(
        default="",
        description="Where the rule stands: a page, a sentence, a rule id. Refusals and explanations "
        "show it.",
    )


def spelled_out(model: type[Model], data: object) -> Any:
    """Return a table for an entry that may be written as a bare value."""
    return data if isinstance(data, dict) else {model.bare: data}
