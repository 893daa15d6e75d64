"""Stages: single steps with one verb each, of pipelines, actions and triggers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rulesets.definition.base import (
    Entry,
    Formula,
    Model,
    Name,
    PhaseRef,
    PoolRef,
    StateOrEffectRef,
    StateRef,
    StatRef,
    TallyRef,
    Text,
    TrackRef,
)
from rulesets.definition.phases import At

VERBS = ("let", "reduce", "scale", "absorb", "gain", "set", "track", "pool", "tally", "effect")
"""Of these a stage has at most one."""
COMPANIONS = ("begin", "end", "flag", "out")
"""These can stand alone or beside a verb."""


class StageDef(Model):
    """One stage of a pipeline or of what an action does. It has exactly one verb."""

    id: str = Field(default="", description="Name of the stage in results.")
    label: Text = Field(default="", description="What people read beside its number.")
    cite: str = Field(default="", description="Where the rule stands.")
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
    let: str = Field(default="", description="Verb: this name takes 'value' for the stages after it.")
    value: Formula = Field(default="", description="Of let, gain and set.")
    reduce: Formula = Field(default="", description="Verb: takes this off what is left.")
    scale: Formula = Field(default="", description="Verb: what is left, times this, rounded down.")
    absorb: StatRef = Field(default="", description="Verb: this stat takes what is left as far as it goes.")
    gain: StatRef = Field(default="", description="Verb: this stat grows by 'value', up to 'cap'.")
    cap: Formula = Field(default="", description="Of gain: where it stops.")
    set: StatRef = Field(default="", description="Verb: this stat becomes 'value'.")
    track: TrackRef = Field(
        default="", description="Verb: moves along this track, 'by' steps or 'to' a step."
    )
    by: Formula = Field(
        default="", description="Of track, pool and tally: how much; positive is worse on a track."
    )
    to: Formula = Field(default="", description="Of track: the step.")
    recovers: bool = Field(default=False, description="Of track: moving up stops at persistent steps.")
    persistent: bool = Field(
        default=False, description="Of track: steps for the worse do not recover by themselves."
    )
    begin: list[StateRef] = Field(default_factory=list, description="States that begin.")
    end: list[StateOrEffectRef] = Field(default_factory=list, description="States and effects that end.")
    pool: PoolRef = Field(default="", description="Verb: this pool changes by 'by'.")
    short: list[StateRef] = Field(
        default_factory=list, description="Of pool: states that begin when it has less than 'by'."
    )
    tally: TallyRef = Field(default="", description="Verb: this tally changes by 'by'.")
    flag: str = Field(default="", description="What the GM is told of, by name ('died').")
    shows: dict[Name, Formula] = Field(
        default_factory=dict, description="Of flag: values that its line shows, by name."
    )
    effect: str = Field(default="", description="Verb: an effect of this name begins.")
    rounds: Formula = Field(default="", description="Of effect: how long it lasts.")
    out: Literal["", "defeated", "disabled", "restore"] = Field(
        default="", description="Takes the combatant out of the fight, or brings it back."
    )
    told: str = Field(default="", description="Code of the log line.")


class TriggerDef(Entry):
    """At a moment, something happens to somebody."""

    labelled = False

    id: str = Field(default="", description="By which a ruleset that extends this one can change it.")
    at: At = Field(description="The moment.")
    phase: PhaseRef = Field(default="", description="Only in this phase, or at its beginning.")
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
    does: list[StageDef] = Field(default_factory=list, description="What happens.")
