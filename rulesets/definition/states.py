"""States: when they begin and end, what they forbid and change."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rulesets.definition.base import Entry, Forbidden, Formula, PipelineRef, StatRef
from rulesets.definition.phases import MomentDef


def _several(value: object) -> Any:
    return [value] if isinstance(value, dict) else value


Moments = Annotated[
    list[MomentDef], BeforeValidator(_several, json_schema_input_type=MomentDef | list[MomentDef])
]


class StateDef(Entry):
    """A state of the ruleset."""

    begins: Moments = Field(
        default_factory=list, description="When it begins by itself: a table or a list of them."
    )
    ends: Moments = Field(default_factory=list, description="When it ends by itself.")
    forbids: list[Forbidden] = Field(
        default_factory=list,
        description="Activities (act, react, declare, ready, delay, resume), or action types, actions and "
        "reactions by id; 'act@surprise' only in that phase, 'act@surprise:unaware' there and only "
        "to whoever was unaware at the start.",
    )
    add: dict[StatRef, Formula] = Field(default_factory=dict, description="What it adds to stats.")
    factor: dict[StatRef, Formula] = Field(
        default_factory=dict, description="What stats are multiplied by, rounded down."
    )
    unless: dict[Forbidden, Formula] = Field(
        default_factory=dict, description="What it forbids → formula under which it is allowed all the same."
    )
    asks: PipelineRef = Field(
        default="", description="Pipeline that answers it: what has to be rolled for whoever is in it."
    )
    incapable: bool = Field(
        default=False,
        description="Who is in it counts as unable to act when the encounter asks whether it is over.",
    )
    back_if_put_off: bool = Field(
        default=False, description="Comes back when the turn whose beginning ended it is put off untouched."
    )
    tone: Literal["", "good", "bad", "neutral"] = Field(default="", description="How its chip is drawn.")
