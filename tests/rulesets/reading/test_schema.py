"""The schema for editors accepts what the program accepts, and marks what it does not know."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.reading.reference.sections import SPECIMEN
from rulesets.reading.schema import ruleset_schema

SCHEMA = ruleset_schema()
READER = jsonschema.Draft7Validator(SCHEMA)
RULESETS = {
    **{name: folder / "ruleset.toml" for name, folder in loader.shipped().items()},
    "specimen": SPECIMEN,
}


def slips(text: str) -> list[str]:
    """What an editor would mark in a ruleset."""
    return [error.message for error in READER.iter_errors(tomllib.loads(text))]


def test_it_is_a_schema() -> None:
    """It is one of the draft that it names."""
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_shipped_rulesets_fit(name: str) -> None:
    """Nothing is marked in a ruleset that has no errors."""
    assert slips(RULESETS[name].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        'lable = "x"',
        "[stat]\nlife = { valeu = 3 }",
        '[stat."two words"]\nvalue = 1',
        "[pool.Action]\nsize = 1",
        '[pool.action]\nresets = "somtimes"',
        '[pool.action]\nshape = ""',
        '[phase.turns]\nactivity = "fight"',
        "[order.x]\nroll = 3",
        '[action.a]\ncost_if = [["true"]]',
        '[action.a]\ndoes = [{ gian = "life" }]',
        '[state.a]\nends = { at = "dawn" }',
        '[track.a]\nsteps = [{ label = "a", values = { penalty = "much" } }]',
        "[cost.a]\nkey = 7",
        "[cost.a]\nalternatives = [{ action = [1] }]",
    ],
)
def test_slips_are_marked(text: str) -> None:
    """A wrong key, id or word is marked while it is typed."""
    assert slips(f'id = "x"\n{text}') != []


@pytest.mark.parametrize(
    "text",
    [
        "[stat]\nlife = 3",
        '[stat]\nlife = "3 + 4"',
        '[order.x]\nroll = "d20"\nkeys = ["roll desc", "coin"]',
        "[pool.action]\nsize = 2\nresets = \"phase-start:turns\"",
        '[state.a]\nends = { at = "turn-start" }',
        '[state.a]\nends = [{ at = "turn-start" }, { at = "hit" }]',
        '[track.a]\nsteps = ["Fine", { label = "Hurt" }]',
        '[formula]\nfall = "3 * 4"',
        '[phase.dusk]\nlabel = "Dusk"\nbefore = "turns"',
        '[pipeline.damage.does.armour]\nreduce = "2"\nbefore = "hp"',
    ],
)  # fmt: skip
def test_shorthands_are_known(text: str) -> None:
    """Whatever may be written in a short way is not marked, nor what an extended ruleset brings along."""
    assert slips(f'id = "x"\n{text}') == []


def _nodes(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [found for entry in node for found in _nodes(entry)]
    if not isinstance(node, dict):
        return []
    return [node, *(found for entry in node.values() for found in _nodes(entry))]


def test_it_speaks_the_words_of_the_file() -> None:
    """Keys are those of the file, and no name of a class or of a field behind them is to be seen."""
    text = json.dumps(SCHEMA)
    assert "Def" not in text.replace("Default", "")
    assert {"stat", "phase", "trigger"} <= set(SCHEMA["properties"])
    assert {"stats", "phases", "triggers", "types"}.isdisjoint(SCHEMA["properties"])
    assert "if" in SCHEMA["definitions"]["let-stage"]["properties"]
    assert "condition" not in SCHEMA["definitions"]["let-stage"]["properties"]


def test_every_key_has_a_hover_text() -> None:
    """An editor has something to say about every key of every table."""
    tables = [node for node in _nodes(SCHEMA) if isinstance(node.get("properties"), dict) and "type" in node]
    silent = [
        key for table in tables for key, schema in table["properties"].items() if "description" not in schema
    ]
    assert len(tables) > 30
    assert silent == []


def test_words_are_offered() -> None:
    """Where only some words are known an editor offers them, and never an empty one."""
    pool = SCHEMA["definitions"]["pool"]["properties"]
    assert pool["shown"]["enum"] == ["square", "circle", "number", "hidden"]
    assert "round-start" in pool["resets"]["anyOf"][0]["enum"]
    assert all("" not in node["enum"] for node in _nodes(SCHEMA) if isinstance(node.get("enum"), list))


def test_command_prints_or_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m rulesets schema` prints it, and writes it where it is told to."""
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    file = tmp_path / "ruleset.schema.json"
    assert main(["schema", str(file)]) == 0
    assert json.loads(file.read_text(encoding="utf-8")) == SCHEMA
