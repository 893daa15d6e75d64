"""States: when they begin and end, what they forbid and change."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rulesets.vocabulary.base import Entry, Forbidden, Formula, PipelineRef, StateRef, StatRef
from rulesets.vocabulary.phases import MomentDef


def _several(value: object) -> Any:
    return [value] if isinstance(value, dict) else value


Moments = Annotated[
    list[MomentDef], BeforeValidator(_several, json_schema_input_type=MomentDef | list[MomentDef])
]


class StateDef(Entry):
    """Something that holds of a combatant for a while: prone, stunned. It can forbid and change things."""

    begins: Moments = Field(
        default_factory=list, description="When it begins by itself; the GM can begin it at any time."
    )
    ends: Moments = Field(
        default_factory=list, description="When it ends by itself; left out: when the GM or a rule ends it."
    )
    holds: Formula = Field(
        default="",
        alias="while",
        description="It begins by itself as soon as this comes true of its combatant, and ends as soon as it "
        "is no longer true. It is asked whenever the combatant's stats, states, effects or tracks change. "
        "What the GM begins or ends by hand stays until the answer changes.",
        examples=["life <= 0"],
    )
    forbids: list[Forbidden] = Field(
        default_factory=list,
        description="What cannot be done while it holds: activities such as 'act' and 'react', or "
        "costs, actions and "
        "reactions by id; 'act@surprise' only in that phase.",
        examples=[["act", "react@surprise"]],
    )
    allows: list[Forbidden] = Field(
        default_factory=list,
        description="What can be done all the same, of the kinds that it forbids.",
        examples=[["walk"]],
    )
    add: dict[StatRef, Formula] = Field(default_factory=dict, description="What it adds to stats.")
    factor: dict[StatRef, Formula] = Field(
        default_factory=dict, description="What stats are multiplied by, rounded down."
    )
    unless: dict[Forbidden, Formula] = Field(
        default_factory=dict, description="What it forbids → formula under which it is allowed all the same."
    )
    worse: StateRef = Field(
        default="",
        description="The next state of its ladder. Begun on somebody who is on the ladder already, a state "
        "takes the combatant as many steps further as it stands for: the first one takes one step.",
    )
    out: Literal["", "defeated", "disabled"] = Field(
        default="",
        description="Who is in it is out of the fight, or cannot act for now: no turn comes up.",
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
    tone: Literal["", "good", "bad", "neutral"] = Field(
        default="", description="How it is drawn: good, bad or neither for who is in it."
    )
