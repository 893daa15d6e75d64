"""The whole of a ``ruleset.toml``: one table per subject, named in the singular."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rulesets.vocabulary.actions import ActionDef, DeclarationDef, ReactionDef
from rulesets.vocabulary.base import Entry, Formula, Id, Name, ReactionRef
from rulesets.vocabulary.budget import CostDef, PoolDef, ResourceDef, TallyDef
from rulesets.vocabulary.options import OptionDef, PresetDef
from rulesets.vocabulary.orders import OrderDef, RelationDef
from rulesets.vocabulary.phases import PhaseDef
from rulesets.vocabulary.pipelines import FormulaDef, PipelineDef, TableDef
from rulesets.vocabulary.stages import TriggerDef
from rulesets.vocabulary.states import StateDef
from rulesets.vocabulary.stats import StatDef, StatType
from rulesets.vocabulary.tracks import TrackDef
from rulesets.vocabulary.turns import DelayDef, ReadyDef


class RulesetDef(Entry):
    """A whole ruleset as it is written."""

    id: Id = Field(description="Lower case, digits, '-' and '_'; the same as the name of its folder.")
    extends: str = Field(
        default="",
        description="Id of the ruleset that this one builds on; what is written here lies over it, by ids.",
    )
    without: list[str] = Field(
        default_factory=list,
        description="What of that ruleset is left out: an entry, such as 'action.charge', something inside "
        "of one ('cost.standard.in_phase'), an entry of a list by its id ('pipeline.damage.stages.armor'), "
        "or a whole section ('ready').",
    )
    version: str = Field(default="1", description="Version of the ruleset, as you like to count.")
    seconds: int = Field(default=6, ge=1, description="Seconds of game time that one round takes.")
    surprise: Formula = Field(
        default="false",
        description="Whether a surprise round opens the encounter.",
        examples=["some_aware and not all_aware"],
    )
    effects_at: Literal["turn", "place", "phase", "round"] = Field(
        default="turn",
        description="An effect counts down when the slot it began on comes up, when the place it began at "
        "comes up, in the phase that ticks, or when the round is over.",
    )
    effects_on_count: bool = Field(
        default=False, description="An effect ends before everybody on its count, not only before its slot."
    )
    effects_first: Literal["tick", "skip"] = Field(
        default="tick", description="In a phase: whether an effect begun this round ticks."
    )
    plain_reaction: ReactionRef = Field(
        default="", description="Reaction that a reaction with a free name counts as."
    )
    side_of: Formula = Field(default="", description="The side somebody declares with; left out: its side.")
    act_roll: Formula = Field(default="", description="Die code of an action with a skill, over 'skill'.")
    act_least: Formula = Field(
        default="", description="The least die code that can be rolled; 'D' is one die."
    )
    act_cite: str = Field(
        default="", description="Where it stands that nothing below the least can be rolled."
    )
    types: dict[StatType, list[str]] = Field(
        default_factory=dict,
        alias="type",
        description="A stat has the type under which its name is listed here. Most stats need none: a "
        "number is a number, a list a list. Write 'code' for die codes, 'text' for words, 'reduction' "
        "for what is taken off damage.",
    )
    stats: dict[Name, StatDef] = Field(
        default_factory=dict, alias="stat", description="Stats of a combatant."
    )
    orders: dict[Id, OrderDef] = Field(default_factory=dict, alias="order", description="Orders of slots.")
    phases: dict[Id, PhaseDef] = Field(
        default_factory=dict, alias="phase", description="Phases, in their order."
    )
    pools: dict[Id, PoolDef] = Field(
        default_factory=dict, alias="pool", description="What a turn holds: actions, points."
    )
    tallies: dict[Id, TallyDef] = Field(
        default_factory=dict, alias="tally", description="What is counted up."
    )
    costs: dict[Id, CostDef] = Field(default_factory=dict, alias="cost", description="Types of action.")
    actions: dict[Id, ActionDef] = Field(default_factory=dict, alias="action", description="The catalogue.")
    reactions: dict[Id, ReactionDef] = Field(
        default_factory=dict, alias="reaction", description="What can be done outside the own turn."
    )
    declarations: dict[Id, DeclarationDef] = Field(
        default_factory=dict, alias="declaration", description="What can be declared."
    )
    states: dict[Id, StateDef] = Field(
        default_factory=dict, alias="state", description="What can hold of a combatant for a while."
    )
    relations: dict[Id, RelationDef] = Field(
        default_factory=dict, alias="relation", description="Ties between opponents."
    )
    delay: DelayDef | None = Field(default=None, description="Delaying; left out: nobody can.")
    ready: ReadyDef | None = Field(default=None, description="Readying; left out: nobody can.")
    tracks: dict[Id, TrackDef] = Field(default_factory=dict, alias="track", description="Condition tracks.")
    pipelines: dict[Id, PipelineDef] = Field(
        default_factory=dict, alias="pipeline", description="What damage, healing and the like do."
    )
    tables: dict[Id, TableDef] = Field(
        default_factory=dict, alias="table", description="Tables for formulas."
    )
    formulas: dict[Id, FormulaDef] = Field(
        default_factory=dict, alias="formula", description="Formulas for players."
    )
    resources: dict[Id, ResourceDef] = Field(
        default_factory=dict, alias="resource", description="Points spent on rolls."
    )
    triggers: list[TriggerDef] = Field(
        default_factory=list, alias="trigger", description="What happens at moments by itself."
    )
    options: dict[Id, OptionDef] = Field(
        default_factory=dict, alias="option", description="Choices of the GM."
    )
    presets: dict[Id, PresetDef] = Field(
        default_factory=dict, alias="preset", description="Several options under one name."
    )
