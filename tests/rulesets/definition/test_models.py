"""The definition says everything the compiled ruleset holds, and says it to people too."""

from __future__ import annotations

import inspect
import json
from typing import Any, get_args

import msgspec
import pytest

from rulesets import compiled
from rulesets.engine import scope
from rulesets.formula.compiling import ENCOUNTER_FUNCTIONS
from rulesets.reading.checks import formulas
from rulesets.vocabulary import (
    actions,
    budget,
    options,
    orders,
    phases,
    pipelines,
    ruleset,
    stages,
    states,
    stats,
    tracks,
    turns,
)
from rulesets.vocabulary.base import Model

SUBJECTS = (
    actions, budget, options, orders, phases, pipelines, ruleset, stages, states, stats, tracks, turns,
)  # fmt: skip
DEFINITIONS = {
    name.removesuffix("Def"): thing
    for subject in SUBJECTS
    for name, thing in vars(subject).items()
    if isinstance(thing, type) and issubclass(thing, Model) and name.endswith("Def")
}
NAMES = {"Ruleset": "Rules"}
PAIRS = {"CostIf", "Row"}
"""Written as pairs, compiled to pairs."""
MADE = {
    "Choice": {"value"},
    "Phase": {"id"},
    "Ruleset": {"hash", "options_set", "main_track", "main_order", "modified"},
    "Stat": {"default", "formula"},
    "Option": {"choices"},
}
"""Compiled fields that are made of something else in the source."""
SOURCE_ONLY = {
    "Ruleset": {"types", "extends", "without"},
    "Stat": {"value"},
    "Option": {"values"},
    "Trigger": {"id"},
}


def struct_of(name: str) -> Any:
    for candidate in (NAMES.get(name, name), f"{name}Rule"):
        if hasattr(compiled, candidate):
            return getattr(compiled, candidate)
    raise AssertionError(f"nothing compiled is called {name}")


@pytest.mark.parametrize("name", sorted(set(DEFINITIONS) - PAIRS))
def test_definition_and_compiled_form_have_the_same_fields_and_defaults(name) -> None:
    model, struct = DEFINITIONS[name], struct_of(name)
    fields = set(model.model_fields) - SOURCE_ONLY.get(name, set())
    assert fields == set(struct.__struct_fields__) - MADE.get(name, set())
    for field in msgspec.structs.fields(struct):
        defined = model.model_fields.get(field.name)
        if defined is None or defined.is_required() or (name, field.name) == ("Stat", "type"):
            continue
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        given = defined.get_default(call_default_factory=True)
        assert given == (list(default) if isinstance(default, tuple) else default) or not (given or default)


def test_every_compiled_struct_has_a_definition() -> None:
    structs = {
        name.removesuffix("Rule")
        for name, thing in vars(compiled).items()
        if isinstance(thing, type)
        and issubclass(thing, msgspec.Struct)
        and thing.__module__.startswith(compiled.__name__)
    }
    assert structs - {"Entry", "Rules"} == set(DEFINITIONS) - PAIRS - {"Ruleset"}


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_every_field_is_described(name) -> None:
    for field, info in DEFINITIONS[name].model_fields.items():
        assert info.description, field
        assert info.description.endswith((".", "?")), (field, info.description)


def test_moments_are_the_closed_set_of_the_compiled_form() -> None:
    assert get_args(phases.At) == compiled.AT_MOMENTS


def test_the_schema_can_be_made_and_knows_the_shorthands() -> None:
    schema = ruleset.RulesetDef.model_json_schema()
    json.dumps(schema)
    kinds = schema["$defs"]
    assert kinds["StepDef"]["anyOf"][0] == {"type": "string"}
    assert kinds["AlternativeDef"]["additionalProperties"]
    assert "pay" not in kinds["AlternativeDef"]["properties"]
    assert (kinds["RowDef"]["minItems"], kinds["RowDef"]["maxItems"]) == (2, 2)
    assert "if" in kinds["MomentDef"]["properties"]
    assert {"stat", "order", "phase", "trigger"} <= set(schema["properties"])


@pytest.mark.parametrize("name", sorted(ENCOUNTER_FUNCTIONS))
def test_the_arguments_of_functions_are_those_of_the_engine(name) -> None:
    least, most = formulas.ARGUMENTS[name]
    parameters = list(inspect.signature(scope._FUNCTIONS[name]).parameters.values())[1:]
    needed = [parameter for parameter in parameters if parameter.default is inspect.Parameter.empty]
    assert (least, most) == (len(needed), len(parameters))
