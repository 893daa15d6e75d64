"""The vocabulary says every key once, to people too, and what is made from it has every key."""

from __future__ import annotations

import inspect
import json

import pytest

from rulesets.engine import scope
from rulesets.formula.compiling import ENCOUNTER_FUNCTIONS
from rulesets.reading.checks import formulas
from rulesets.reading.keys import keys_of, name_of
from rulesets.reading.models import model_of
from rulesets.reading.schema import tables_inside
from rulesets.reading.shorthands import SHORTHANDS
from rulesets.vocabulary import Option, Phase, Rules, Stat, TriggerRule
from rulesets.vocabulary.base import Keyed, keyed
from rulesets.vocabulary.written import Ruleset

TABLES = {name_of(table): table for table in tables_inside(Ruleset)}
COMPILED = {"Ruleset": Rules, "Stat": Stat, "Option": Option, "Phase": Phase, "Trigger": TriggerRule}
MADE = {
    "Phase": {"id"},
    "Ruleset": {
        "hash",
        "options_set",
        "main_track",
        "main_order",
        "modified",
        "plain_reaction",
        "implied",
        "implying",
    },
    "Stat": {"default", "formula"},
    "Option": {"choices"},
}
"""Compiled fields that are made of something else in the source."""
SOURCE_ONLY = {
    "Ruleset": {"extends", "without"},
    "Stat": {"value", "kinds"},
    "Option": {"values"},
    "Trigger": {"id"},
}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_key_is_a_field_and_a_key_of_the_model(name) -> None:
    keys = [key.name for key in keys_of(TABLES[name]).values()]
    assert sorted(keys) == sorted(TABLES[name].__struct_fields__)
    assert list(model_of(TABLES[name]).model_fields) == keys


@pytest.mark.parametrize("name", sorted(COMPILED))
def test_the_compiled_form_differs_only_where_it_has_to(name) -> None:
    written, compiled = set(TABLES[name].__struct_fields__), set(COMPILED[name].__struct_fields__)
    assert written - compiled == SOURCE_ONLY.get(name, set())
    assert compiled - written == MADE.get(name, set())


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_field_is_described(name) -> None:
    for key in keys_of(TABLES[name]).values():
        assert key.info.description.endswith((".", "?")), key


def test_a_field_of_which_nothing_is_said_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):

        class Odd(Keyed, frozen=True, kw_only=True):
            said: str = keyed("", "Something.")
            unsaid: str = ""


def test_only_tables_of_rulesets_have_shorthands() -> None:
    assert set(SHORTHANDS) <= set(TABLES.values())


@pytest.mark.slow
def test_the_schema_can_be_made_and_knows_the_shorthands() -> None:
    schema = model_of(Ruleset).model_json_schema()
    json.dumps(schema)
    kinds = schema["$defs"]
    assert kinds["Step"]["anyOf"][0] == {"type": "string"}
    assert kinds["Alternative"]["additionalProperties"]
    assert "pay" not in kinds["Alternative"]["properties"]
    assert kinds["Table"]["properties"]["rows"]["type"] == "object"
    assert "if" in kinds["Moment"]["properties"]
    assert {"stat", "order", "phase", "trigger"} <= set(schema["properties"])


@pytest.mark.parametrize("name", sorted(ENCOUNTER_FUNCTIONS))
def test_the_arguments_of_functions_are_those_of_the_engine(name) -> None:
    least, most = formulas.ARGUMENTS[name]
    parameters = list(inspect.signature(scope._FUNCTIONS[name]).parameters.values())[1:]
    needed = [parameter for parameter in parameters if parameter.default is inspect.Parameter.empty]
    assert (least, most) == (len(needed), len(parameters))
