"""Stages: single steps with one verb each, of pipelines, actions and triggers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rulesets.vocabulary.base import (
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
from rulesets.vocabulary.phases import At

VERBS = ("let", "reduce", "scale", "absorb", "gain", "set", "track", "pool", "tally", "effect")
"""Of these a stage has at most one."""
COMPANIONS = ("begin", "end", "flag", "out")
"""These can stand alone or beside a verb."""


class StageDef(Model):
    """One step of what happens. It has exactly one verb: see [verbs of stages](#verbs-of-stages)."""

    id: str = Field(default="", description="Name of the stage in results.")
    label: Text = Field(default="", description="What people read beside its number.")
    cite: str = Field(default="", description="Where the rule stands.")
    on: Literal["self", "target"] = Field(
        default="self",
        description="Whom it works on: who does it, or the target, which the window then asks for. Formulas "
        "of the stage are read over that one. Only in what an action, reaction or resource 'does'.",
    )
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
    let: str = Field(default="", description="Verb: this name takes 'value' for the stages after it.")
    value: Formula = Field(default="", description="Beside 'let', 'gain' and 'set': the value.")
    reduce: Formula = Field(default="", description="Verb: takes this off what is left.")
    scale: Formula = Field(default="", description="Verb: what is left, times this, rounded down.")
    absorb: StatRef = Field(default="", description="Verb: this stat takes what is left as far as it goes.")
    gain: StatRef = Field(default="", description="Verb: this stat grows by 'value', up to 'cap'.")
    cap: Formula = Field(
        default="",
        description="Beside 'gain' and 'pool': where growing stops. Beside 'pool' the name 'size' is how "
        "much the pool holds.",
        examples=["max_life", "size"],
    )
    set: StatRef = Field(default="", description="Verb: this stat becomes 'value'.")
    track: TrackRef = Field(
        default="", description="Verb: moves along this track, 'by' steps or 'to' a step."
    )
    by: Formula = Field(
        default="",
        description="Beside 'track', 'pool' and 'tally': how much. On a track a positive number is worse.",
    )
    to: Formula = Field(default="", description="Beside 'track': the step, counted from 0.")
    recovers: bool = Field(default=False, description="Beside 'track': moving up stops at persistent steps.")
    persistent: bool = Field(
        default=False, description="Beside 'track': steps for the worse do not recover by themselves."
    )
    begin: list[StateRef] = Field(
        default_factory=list, description="Verb, also beside another one: states that begin."
    )
    end: list[StateOrEffectRef] = Field(
        default_factory=list, description="Verb, also beside another one: states and effects that end."
    )
    pool: PoolRef = Field(default="", description="Verb: this pool changes by 'by'.")
    short: list[StateRef] = Field(
        default_factory=list, description="Beside 'pool': states that begin when it has less than 'by' takes."
    )
    tally: TallyRef = Field(default="", description="Verb: this tally changes by 'by'.")
    flag: str = Field(
        default="",
        description="Verb, also beside another one: what the GM is told, a [flag](#flags) or a word of "
        "your own.",
    )
    shows: dict[Name, Formula] = Field(
        default_factory=dict, description="Beside 'flag': values that its line shows, by name."
    )
    effect: str = Field(default="", description="Verb: an effect of this name begins.")
    rounds: Formula = Field(default="", description="Beside 'effect': how long it lasts.")
    out: Literal["", "defeated", "disabled", "restore"] = Field(
        default="",
        description="Verb, also beside another one: takes the combatant out of the fight, or brings it back.",
    )


class TriggerDef(Entry):
    """Something that happens by itself at a [moment](#moments)."""

    labelled = False

    id: str = Field(default="", description="By which a ruleset that extends this one can change it.")
    at: At = Field(description="The moment. The table of [moments](#moments) says for whom it comes.")
    phase: PhaseRef = Field(default="", description="Only in this phase, or at its beginning.")
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
    does: list[StageDef] = Field(
        default_factory=list,
        description="What happens, to each of those for whom the moment comes, one after the other.",
    )
