"""Stats: what is known of a combatant in numbers, codes and lists."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.vocabulary.base import Entry, StatRef, Text, schema_or, spelled_out

StatType = Literal["number", "bool", "code", "text", "list", "reduction"]


class StatDef(Entry):
    """What is known of a combatant: filled in, with a default, or worked out by a formula.

    A stat may be written as its bare value: 'luck = 1'.
    """

    model_config = ConfigDict(json_schema_extra=schema_or({"type": ["number", "boolean", "string", "array"]}))

    labelled = False
    bare = "value"

    value: Any = Field(
        default=None,
        description="A number, 'true' or 'false' is the default of what is filled in. A text is a "
        "formula that works "
        "the stat out. For type code a die code such as '3D+2' is a default, too; for type text every text "
        "is. Left out: nothing is known until somebody fills it in.",
    )
    type: StatType | None = Field(
        default=None,
        description="What it holds; left out: what the section 'type' lists, or what its value is.",
    )
    group: Text = Field(default="", description="Heading under which it is shown.")
    vital: bool = Field(
        default=False,
        description="It goes up and down by itself, like hit points: its formula only gives the number "
        "to begin with.",
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
