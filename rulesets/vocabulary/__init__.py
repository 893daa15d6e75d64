"""Every key that a ruleset can say, once: as a field of a struct that the engine reads.

What authors are told of a key, how its text is checked and what it refers to stands beside the field. The
loader (:mod:`rulesets.reading`) makes structs from a ``ruleset.toml`` with the options of an encounter
patched in; models, schema and reference come from the same statement. Every ``Expr`` is a formula (see
:mod:`rulesets.formula`); '' means none.

No pydantic is loaded here, and no text is read. What is written in another way than it is compiled stands
in :mod:`rulesets.vocabulary.written`, which is only loaded where texts are read.
"""

from rulesets.vocabulary.base import AT_MOMENTS, Entry, Expr, Moment
from rulesets.vocabulary.budget import (
    Action,
    Alternative,
    Cost,
    CostIf,
    Declaration,
    Pool,
    Reaction,
    Resource,
    Tally,
    Use,
)
from rulesets.vocabulary.harm import Pipeline, RelationRule, RollRule, StateRule, Step, Track
from rulesets.vocabulary.inputs import Input
from rulesets.vocabulary.rounds import (
    DeckRule,
    DelayRule,
    Key,
    NextRule,
    OrderRoll,
    OrderRule,
    Phase,
    ReadyRule,
)
from rulesets.vocabulary.stages import (
    AbsorbStage,
    AnyStage,
    Deed,
    DrawStage,
    EffectStage,
    GainStage,
    LetStage,
    PlainStage,
    PoolStage,
    ReduceStage,
    ScaleStage,
    SetStage,
    Stage,
    TallyStage,
    TrackStage,
    TriggerRule,
)
from rulesets.vocabulary.values import FormulaRule, Row, Stat, Table, TableEntry
from rulesets.vocabulary.whole import SECTIONS, Choice, Option, Preset, Rules, find_phase

__all__ = [
    "AT_MOMENTS",
    "SECTIONS",
    "AbsorbStage",
    "Action",
    "Alternative",
    "AnyStage",
    "Choice",
    "Cost",
    "CostIf",
    "DeckRule",
    "Declaration",
    "Deed",
    "DelayRule",
    "DrawStage",
    "EffectStage",
    "Entry",
    "Expr",
    "FormulaRule",
    "GainStage",
    "Input",
    "Key",
    "LetStage",
    "Moment",
    "NextRule",
    "Option",
    "OrderRoll",
    "OrderRule",
    "Phase",
    "Pipeline",
    "PlainStage",
    "Pool",
    "PoolStage",
    "Preset",
    "Reaction",
    "ReadyRule",
    "ReduceStage",
    "RelationRule",
    "Resource",
    "RollRule",
    "Row",
    "Rules",
    "ScaleStage",
    "SetStage",
    "Stage",
    "Stat",
    "StateRule",
    "Step",
    "Table",
    "TableEntry",
    "Tally",
    "TallyStage",
    "Track",
    "TrackStage",
    "TriggerRule",
    "Use",
    "find_phase",
]
