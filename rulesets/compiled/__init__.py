"""A ruleset as the engine reads it: frozen structs with plain formulas, cheap to load and to look up.

The loader makes one from a ``ruleset.toml`` (validated by :mod:`rulesets.reading`) with the options of
an encounter patched in. Every ``Expr`` here is a formula (see :mod:`rulesets.formula`); '' means none.
"""

from rulesets.compiled.base import AT_MOMENTS, Entry, Expr, Moment, Stage, TriggerRule
from rulesets.compiled.budget import (
    Action,
    Alternative,
    Cost,
    Declaration,
    Field,
    Pool,
    Reaction,
    Resource,
    Tally,
)
from rulesets.compiled.harm import Input, Pipeline, RelationRule, StateRule, Step, Track
from rulesets.compiled.rounds import DelayRule, Key, NextRule, OrderRule, Phase, ReadyRule, Roll
from rulesets.compiled.values import FormulaRule, Stat, Table, TableEntry
from rulesets.compiled.whole import Choice, Option, Preset, Rules, find_phase

__all__ = [
    "AT_MOMENTS",
    "Action",
    "Alternative",
    "Choice",
    "Cost",
    "Declaration",
    "DelayRule",
    "Entry",
    "Expr",
    "Field",
    "FormulaRule",
    "Input",
    "Key",
    "Moment",
    "NextRule",
    "Option",
    "OrderRule",
    "Phase",
    "Pipeline",
    "Pool",
    "Preset",
    "Reaction",
    "ReadyRule",
    "RelationRule",
    "Resource",
    "Roll",
    "Rules",
    "Stage",
    "Stat",
    "StateRule",
    "Step",
    "Table",
    "TableEntry",
    "Tally",
    "Track",
    "TriggerRule",
    "find_phase",
]
