"""Condition tracks: how badly off somebody is, in steps."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.vocabulary.base import Entry, Formula, StateRef, StatRef, Text, schema_or, spelled_out
from rulesets.vocabulary.stages import StageDef


class StepDef(Entry):
    """A step of a track. It may be written as its bare label: `steps = ["Unhurt", "Hurt", "Down"]`."""

    model_config = ConfigDict(json_schema_extra=schema_or({"type": "string"}))
    bare = "label"

    penalty: int = Field(
        default=0,
        description="A number that formulas read as `step('<track>', 'penalty')`. It does nothing by itself.",
    )
    values: dict[str, float] = Field(
        default_factory=dict, description="Further numbers, read as `step('<track>', '<name>')`."
    )
    add: dict[StatRef, int] = Field(default_factory=dict, description="What it adds to stats.")
    factor: dict[StatRef, float] = Field(
        default_factory=dict, description="What stats are multiplied by, rounded down."
    )
    states: list[StateRef] = Field(default_factory=list, description="States that hold on this step.")
    out: Literal["", "defeated", "disabled"] = Field(
        default="", description="Who comes here is out of the fight, or cannot act for now."
    )

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, data: object) -> Any:
        return spelled_out(cls, data)


class TrackDef(Entry):
    """How badly off somebody is, in steps. Formulas read it with 'track()' and 'step()'."""

    main: bool = Field(default=False, description="The one that is meant when none is named.")
    steps: list[StepDef] = Field(default_factory=list, description="From unhurt to worst.")
    last: Formula = Field(
        default="",
        description="Step at which it ends for a combatant; left out: its last one.",
        examples=["2 + toughness"],
    )
    on_worse: list[StageDef] = Field(
        default_factory=list,
        description="What happens at a move for the worse; 'moved' is by how many steps.",
    )
    on_better: list[StageDef] = Field(
        default_factory=list, description="What happens at a move for the better, likewise."
    )
    group: Text = Field(default="", description="Heading under which it is shown.")
