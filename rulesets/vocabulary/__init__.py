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
from rulesets.vocabulary.checks import CheckRule
from rulesets.vocabulary.harm import Pipeline, RelationRule, RollRule, StateRule, Step, Tick, Track
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
    DEGREES,
    AbsorbStage,
    AnswerStage,
    AnyStage,
    ApplyStage,
    AskStage,
    CountStage,
    Deed,
    DrawStage,
    EffectStage,
    GainStage,
    LetStage,
    LiftStage,
    PlaceStage,
    PlainStage,
    PoolStage,
    ReduceStage,
    ScaleStage,
    SetStage,
    SizeStage,
    Stage,
    TallyStage,
    TrackStage,
    TriggerRule,
)
from rulesets.vocabulary.values import FormulaRule, Row, Stat, Table, TableEntry
from rulesets.vocabulary.whole import SECTIONS, Choice, Option, Preset, Rules, find_phase

__all__ = [
    "AT_MOMENTS",
    "DEGREES",
    "SECTIONS",
    "AbsorbStage",
    "Action",
    "Alternative",
    "AnswerStage",
    "AnyStage",
    "ApplyStage",
    "AskStage",
    "CheckRule",
    "Choice",
    "Cost",
    "CostIf",
    "CountStage",
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
    "LiftStage",
    "Moment",
    "NextRule",
    "Option",
    "OrderRoll",
    "OrderRule",
    "Phase",
    "Pipeline",
    "PlaceStage",
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
    "SizeStage",
    "Stage",
    "Stat",
    "StateRule",
    "Step",
    "Table",
    "TableEntry",
    "Tally",
    "TallyStage",
    "Tick",
    "Track",
    "TrackStage",
    "TriggerRule",
    "Use",
    "find_phase",
]
