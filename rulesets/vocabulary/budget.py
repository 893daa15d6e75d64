"""What a turn holds and what actions cost: pools, tallies, costs, resources."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.vocabulary.base import (
    Amount,
    Entry,
    Formula,
    Model,
    PhaseRef,
    PoolRef,
    Refill,
    StatRef,
    TallyRef,
)
from rulesets.vocabulary.stages import StageDef

RESERVED = frozenset({"gives", "borrows", "if", "untouched"})
"""Keys of an alternative that are no pools."""


class PoolDef(Entry):
    """What a turn or a round holds: actions, points. It goes down when it is spent, and is refilled."""

    size: Formula = Field(
        default="0",
        description="How much it holds; the formula 'none' is without limit.",
        examples=["1", "4 + agility"],
    )
    refill: Refill = Field(
        default="turn",
        description="When it is filled up again: to its size, or by 'refill_by'.",
        examples=["round", "phase:plans"],
    )
    refill_by: Formula = Field(
        default="",
        description="How much of it comes back then, never above its size; left out: all of it. It is full "
        "when the encounter starts.",
        examples=["2"],
    )
    lost: Literal["", "turn-end"] = Field(
        default="", description="What is left is gone when the own turn ends."
    )
    refusal: str = Field(
        default="no-budget", description="[Code](#refusals) of what is said when it is used up."
    )
    shape: Literal["square", "round"] = Field(
        default="square", description="How its token in the list is drawn."
    )
    shown: Literal["token", "number", "hidden"] = Field(
        default="token", description="A token for each point, a number, or not at all."
    )
    within: PoolRef = Field(default="", description="Pool whose token also shows this one.")
    only: PhaseRef = Field(
        default="", description="Phase in which it counts; elsewhere it is neither shown nor refilled."
    )


class TallyDef(Entry):
    """What is counted up, like parries made in a round, and set back to 0. Formulas read it: 'tally()'."""

    resets: Refill = Field(default="round", description="When it is set back to 0.")
    shown: Literal["number", "hidden"] = Field(
        default="number", description="A number among what somebody has left, or not at all."
    )


def _schema(schema: dict[str, Any]) -> None:
    """Make the schema say that pools stand beside the other keys."""
    amounts = schema["properties"].pop("pay")
    schema["additionalProperties"] = amounts["additionalProperties"]


class AlternativeDef(Model):
    """One way to pay a cost: pools and how much of each, such as `{ action = 1, steps = 2 }`.

    An empty `{}` costs nothing.
    """

    model_config = ConfigDict(json_schema_extra=_schema)

    pay: dict[PoolRef, Amount] = Field(
        default_factory=dict,
        description="Not written itself: any further key is a pool; a number, 'all' or a formula.",
    )
    gives: dict[PoolRef, int] = Field(default_factory=dict, description="Pools that it fills up by so much.")
    borrows: dict[PoolRef, int] = Field(
        default_factory=dict, description="Pools of the next turn that it takes."
    )
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
    untouched: bool = Field(default=False, description="Every pool of which it takes all must still be full.")

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: object) -> Any:
        if not isinstance(data, dict):
            return data
        known = {key: value for key, value in data.items() if key in RESERVED}
        return {**known, "pay": {key: value for key, value in data.items() if key not in RESERVED}}


class CostDef(Entry):
    """A type of action and what it takes from the pools. The first way to pay that works is used."""

    alternatives: list[AlternativeDef] = Field(
        default_factory=list,
        description="Ways to pay, the cheapest first; none: it cannot be taken.",
        examples=[[{"action": 1}, {"steps": "all"}]],
    )
    in_phase: dict[PhaseRef, list[AlternativeDef]] = Field(
        default_factory=dict, description="Other ways to pay in some phases."
    )
    phases: list[PhaseRef] = Field(
        default_factory=list,
        description="Phases in which it can be taken; none: those where turns are taken.",
    )
    off_turn: bool = Field(default=False, description="Can be taken outside the own turn.")
    light: bool = Field(default=False, description="Too little to count as having acted (free actions).")
    needs: Formula = Field(default="", description="Must hold for it to be taken.")
    adds: dict[TallyRef, Formula] = Field(
        default_factory=dict, description="Tallies that it raises by so much."
    )
    forced: dict[TallyRef, int] = Field(
        default_factory=dict,
        description="Tallies raised when the GM insists on it though it cannot be paid: it is one more "
        "then, and takes nothing of the pools.",
    )
    kind: Literal["action", "reaction", "part"] = Field(
        default="action",
        description="One of the turn's actions, a reaction, or only part of something else and never "
        "offered by itself.",
    )
    key: int = Field(default=0, ge=0, le=6, description="1 to 6: the digit that spends it.")


class ResourceDef(Entry):
    """Points that are spent on rolls, such as luck."""

    stat: StatRef = Field(description="The stat that holds them.")
    not_on: list[str] = Field(default_factory=list, description="What they cannot be spent on.")
    phases: list[PhaseRef] = Field(
        default_factory=list, description="Phases in which they can be spent; none: all."
    )
    once: Literal["", "round"] = Field(default="", description="Round: one of them in a round.")
    adds: Formula = Field(default="", description="Die code that a point adds to the roll.")
    does: list[StageDef] = Field(
        default_factory=list,
        description="What spending one brings with it, to who spends it, or stage by stage to the target.",
    )
