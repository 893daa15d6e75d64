"""What combatants do: actions, reactions, declarations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.vocabulary.base import (
    Amount,
    CostRef,
    CounterRef,
    Entry,
    Formula,
    Model,
    Name,
    PoolRef,
    ResourceRef,
    StateRef,
    StatRef,
    TableRef,
    TallyRef,
    Text,
    schema_pair,
)
from rulesets.vocabulary.stages import StageDef


class CostIfDef(Model):
    """Another cost under a condition, written as a pair: `["has('quick_draw')", "swift"]`."""

    model_config = ConfigDict(json_schema_extra=schema_pair)

    condition: Formula = Field(description="If this holds ...")
    cost: CostRef = Field(description="... this is the cost.")

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, data: object) -> Any:
        if not isinstance(data, list) or len(data) != 2:
            raise ValueError("another cost is a pair of a formula and a cost")
        return {"condition": data[0], "cost": data[1]}


class ActionDef(Entry):
    """Something a combatant can do: it stands in the list of what can be done now."""

    cost: CostRef = Field(default="", description="What it costs. Needed.")
    cost_if: list[CostIfDef] = Field(
        default_factory=list, description="Pairs of a formula and another cost; the first that holds counts."
    )
    limited: CostRef = Field(
        default="", description="Cost when it is taken as a lesser action, in a turn limited to that."
    )
    limited_if: Formula = Field(default="", description="Must hold for that.")
    limited_parts: int = Field(
        default=1, ge=1, description="How many times that lesser cost is paid before it takes effect."
    )
    varies: list[CostRef] = Field(
        default_factory=list, description="Further costs it can be taken at, where the command names one."
    )
    parts: int = Field(default=1, ge=1, description="How many times the cost is paid before it takes effect.")
    uninterrupted: bool = Field(default=False, description="Anything between the parts loses them.")
    needs: Formula = Field(
        default="", description="Must hold for it to be taken.", examples=["life < max_life"]
    )
    needs_text: Text = Field(
        default="",
        description="What is said of it, beginning with 'only': it ends the sentence that refuses.",
        examples=["only who is hurt"],
    )
    once: Literal["", "day", "encounter", "round", "turn"] = Field(
        default="", description="It can be taken only 'times' times in this span."
    )
    times: Formula = Field(default="1", description="Of once: how often.")
    does: list[StageDef] = Field(
        default_factory=list,
        description="What happens to who does it; a stage with on = 'target' happens to the target.",
    )
    skill: Formula = Field(default="", description="Die code that is rolled for it.")
    points: Formula = Field(
        default="", description="What 'points' is in its cost when the command does not say."
    )
    maintains: bool = Field(
        default=False,
        description="Keeps up one of the combatant's effects that end unless they are maintained.",
    )
    provokes: Literal["", "yes", "no", "maybe"] = Field(
        default="", description="Whether it provokes attacks of opportunity."
    )
    exempt: bool = Field(default=False, description="Allowed although a state forbids its kind.")
    offered: bool = Field(default=True, description="Stands in the list of what can be done now.")


class ReactionDef(Entry):
    """Something done outside the own turn: what it answers, what it costs, what it covers."""

    cost: CostRef = Field(default="", description="What it costs.")
    needs: Formula = Field(default="", description="Must hold for it to be taken.")
    needs_text: Text = Field(
        default="",
        description="What is said of it, beginning with 'only': it ends the sentence that refuses.",
    )
    answers: list[str] = Field(
        default_factory=list,
        description="Kinds of attack on oneself in the present turn: 'ranged', 'point-blank', 'melee' "
        "or 'brawl'; none: whatever happens.",
    )
    results: list[str] = Field(
        default_factory=list, description="Results of that attack, 'hit', 'miss' or 'tie'; none: any."
    )
    prompted: bool = Field(default=False, description="Needs the label of what it reacts to.")
    once_per: Literal["", "trigger", "attack"] = Field(
        default="",
        description="Trigger: one of this combatant's reactions to the same label. Attack: it answers each "
        "attack on the combatant once.",
    )
    resolves: Literal["before", "after"] = Field(
        default="before", description="At once, or after the pending action it reacts to."
    )
    skill: StatRef = Field(default="", description="Stat whose die code is rolled.")
    spare: PoolRef = Field(default="", description="Pool of declared actions it may use.")
    spare_keeps: int = Field(
        default=0, ge=0, description="How many of that pool are no spares while the first act is to come."
    )
    adds: dict[TallyRef, Formula] = Field(
        default_factory=dict, description="Tallies it raises when no spare is used."
    )
    covers: Literal["", "round", "turn"] = Field(
        default="", description="Round: the same reaction again in the round changes nothing."
    )
    sets: dict[CounterRef, Formula] = Field(default_factory=dict, description="Pools and tallies it sets.")
    begin: list[StateRef] = Field(default_factory=list, description="States that begin.")
    does: list[StageDef] = Field(
        default_factory=list,
        description="What happens to who reacts; a stage with on = 'target' happens to the one whom it "
        "answers.",
    )


class FieldDef(Entry):
    """What is filled in when something is declared."""

    type: Literal["number", "text", "texts", "bool", "combatant", "combatants", "choice", "stat"] = Field(
        default="text", description="What is filled in."
    )
    least: int | None = Field(default=None, description="Smallest number.")
    default: Formula = Field(default="", description="Value when it is left out.")
    table: TableRef = Field(default="", description="Of type choice: the table whose entries can be chosen.")
    of: Text = Field(default="", description="Of type stat: the group whose stats can be chosen.")
    names: bool = Field(
        default=False, description="What it says names the acts announced, one after the other."
    )
    count: Formula = Field(
        default="", description="Of type texts: how many there can be, and if it is needed must be."
    )
    needed: bool = Field(default=False, description="Cannot be left empty.")
    not_reaction: bool = Field(default=False, description="Cannot be a reaction.")
    spends: ResourceRef = Field(default="", description="Resource of which it takes a point.")


class DeclarationDef(Entry):
    """Something that can be declared in a phase that declares. Formulas in it can read its fields."""

    fields: dict[Name, FieldDef] = Field(default_factory=dict, description="What is filled in.")
    cost: dict[PoolRef, Amount] = Field(
        default_factory=dict, description="Pools and amounts; 'all' takes an untouched pool whole."
    )
    sets: dict[CounterRef, Formula] = Field(default_factory=dict, description="Pools and tallies it sets.")
    adds: dict[TallyRef, Formula] = Field(default_factory=dict, description="Tallies it raises.")
    begin: list[StateRef] = Field(default_factory=list, description="States that begin.")
    once: bool = Field(default=True, description="Only once in the phase.")
    excludes: str = Field(
        default="", description="Name of a set of declarations of which only one can be made."
    )
    alone: bool = Field(default=False, description="No other declaration can stand beside it.")
    needs: Formula = Field(default="", description="Must hold for it to be declared.")
    needs_text: Text = Field(
        default="",
        description="What is said of it, beginning with 'only': it ends the sentence that refuses.",
    )
    completes: bool = Field(
        default=False, description="The combatant has declared with it, whatever the phase says."
    )
    in_turn: bool = Field(default=False, description="Can be declared in the own turn too.")
    acts: Formula = Field(
        default="", description="Number of acts in the round that it announces; each is shown by itself."
    )
    verb: bool = Field(default=False, description="It has a name of its own at the table ('hesitate').")
