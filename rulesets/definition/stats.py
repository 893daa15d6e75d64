"""Stats: what is known of a combatant in numbers, codes and lists."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.definition.base import Entry, StatRef, Text, schema_or, spelled_out

StatType = Literal["number", "bool", "code", "text", "list", "reduction"]


class StatDef(Entry):
    """A stat: an input with a default, or derived by a formula. May be written as its bare value."""

    model_config = ConfigDict(json_schema_extra=schema_or({"type": ["number", "boolean", "string", "array"]}))

    labelled = False
    bare = "value"

    value: Any = Field(
        default=None,
        description="A number or bool is the default of an input, a text a formula; for type code a die code "
        "such as '3D+2' is a default too, for type text every text. Left out: not given.",
    )
    type: StatType | None = Field(
        default=None,
        description="What it holds; left out: what 'type' lists, or bool, list or number by its value.",
    )
    group: Text = Field(default="", description="Heading under which it is shown.")
    vital: bool = Field(
        default=False,
        description="Kept as a number of its own from joining on (hit points), not derived at every look.",
    )
    also: StatRef = Field(
        default="", description="Stat whose given value fills this one in when this one is not given."
    )
    least: int | None = Field(default=None, description="Smallest value that can be entered.")
    printed: bool = Field(
        default=False, description="Stands in the printed summary and on the players' card."
    )
    edited: bool = Field(default=False, description="Shown in the short form of adding a combatant.")

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, data: object) -> Any:
        return spelled_out(cls, data)
