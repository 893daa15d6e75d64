"""Putting off one's turn: delaying and readying."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rulesets.vocabulary.base import ActionRef, CostRef, Entry, Formula, Text
from rulesets.vocabulary.orders import KeyDef
from rulesets.vocabulary.phases import At

Way = Literal["count", "after", "wait"]


def _waiting() -> list[Way]:
    return ["wait"]


class DelayDef(Entry):
    """How a turn is put off. Without this section nobody can delay."""

    labelled = False

    to: list[Way] = Field(
        default_factory=_waiting,
        description="A new count, the place behind somebody, or waiting until one chooses to act.",
    )
    lower: Literal["always", "same-round", "never"] = Field(
        default="never", description="Whether the new count must be lower than the old one."
    )
    untouched: bool = Field(
        default=True, description="Refused once something other than a light action was done."
    )
    needs: Formula = Field(default="", description="Must hold for it.", examples=["pool('action') > 0"])
    behind: int | None = Field(
        default=None,
        description="Added to the count of whoever one comes in behind; left out: counts stay as they are.",
    )
    moves: bool = Field(default=True, description="A delayed turn gets a new place in the order.")
    lasts: Literal["encounter", "pass"] = Field(default="encounter", description="How long that place lasts.")
    ties: Literal["rules", "after"] = Field(
        default="rules",
        description="A count that somebody has: the rules break the tie, or one comes in behind.",
    )
    same_place: list[KeyDef] = Field(
        default_factory=list, description="Order of several behind the same one: keys as of an order."
    )
    rest_waiting: Literal["lose", "lowest-first"] = Field(
        default="lose",
        description="A turn still put off when its place comes up again is lost, or the last one must act.",
    )
    chooses: bool = Field(
        default=False,
        description="While others still have turns the first one waiting may choose who goes first.",
    )
    until: Literal["pass", "phase"] = Field(
        default="pass",
        description="By lowest-first: who waits must act before the pass is over, or before the phase is.",
    )
    lost_with_pass: bool = Field(
        default=False, description="The GM may close a pass in which somebody still waits; the turn is lost."
    )
    verb: Text = Field(default="", description="What the table calls it: 'slow down'.")


class ReadyDef(Entry):
    """How an action is readied. Without this section nobody can."""

    labelled = False

    cost: CostRef = Field(default="", description="Cost of readying.")
    pays: CostRef = Field(default="", description="Cost of taking the readied action.")
    of: list[CostRef] = Field(
        default_factory=list, description="Costs of catalogue actions that can be readied; none: all."
    )
    along: list[ActionRef] = Field(
        default_factory=list,
        description="Actions that may go along with a readied one, before the turn it interrupts is over.",
    )
    place: Literal["before", "stay"] = Field(
        default="before", description="The slot moves to just before the one that set it off, or stays."
    )
    rise: bool = Field(default=True, description="The slot may move up.")
    lost_at: At = Field(default="turn", description="When an unused readied action is lost.")
