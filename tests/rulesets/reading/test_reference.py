"""The reference for authors says what the program knows: complete, checked, and no older than the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from rulesets.__main__ import main
from rulesets.engine.scope import NAMES
from rulesets.formula.compiling import CONSTANTS, functions
from rulesets.reading import loader
from rulesets.reading.keys import keys_of
from rulesets.reading.models import model_of
from rulesets.reading.names import ACTIVITIES, REFILLS, SECTION_NAMES
from rulesets.reading.reference import glossary
from rulesets.reading.reference.chapters import reference
from rulesets.reading.reference.sections import SPECIMEN, all_sections, examples
from rulesets.reading.reference.words import anchor
from rulesets.reading.schema import tables_inside
from rulesets.reading.shelf import Shelf
from rulesets.reading.shorthands import key_from_text
from rulesets.vocabulary.base import AT_MOMENTS
from rulesets.vocabulary.stages import VERBS, Stage
from rulesets.vocabulary.written import Ruleset

STORED = Path(__file__).parents[3] / "resources" / "ruleset-reference.md"
RENEW = "renew it with: .venv/bin/python -m rulesets reference resources/ruleset-reference.md"
TABLES = list(tables_inside(Ruleset))


def test_stored_copy_is_what_the_code_says() -> None:
    """The page in the Help menu is made from the vocabulary as it is now."""
    assert STORED.read_text(encoding="utf-8") == reference(), RENEW


def test_the_examples_are_a_ruleset_without_errors() -> None:
    """Every example of the reference is a part of one ruleset in which nothing is wrong."""
    assert [str(problem) for problem in loader.check(SPECIMEN, Shelf())] == []


def test_every_table_has_an_example() -> None:
    """Each section and each table inside of one is shown by an example that can be read by itself."""
    shown = examples()
    sections = set(keys_of(Ruleset))
    assert {anchor(Stage if issubclass(table, Stage) else table) for table in TABLES} <= set(shown)
    for name, text in shown.items():
        data = tomllib.loads(text)
        assert set(data) <= sections, name


@pytest.mark.parametrize(
    ("table", "key", "example"),
    [
        (table, key.written, example)
        for table in TABLES
        for key in keys_of(table).values()
        for example in key.info.examples
    ],
)
def test_examples_of_keys_fit_their_keys(table: type, key: str, example: object) -> None:
    """What a key gives as an example is accepted by it."""
    needed = {other.written: word_for(other.hint) for other in keys_of(table).values() if other.needed}
    model = model_of(table)
    assert isinstance(model.model_validate({**needed, key: example}), model)


def word_for(hint: object) -> str:
    """A word that a key takes which needs one."""
    return next((word for word in get_args(hint) if isinstance(word, str)), "round")


def test_every_key_has_a_description() -> None:
    """No key stands in the reference without a sentence."""
    silent = [
        f"{table.__name__}.{key.name}"
        for table in TABLES
        for key in keys_of(table).values()
        if len(key.info.description) < 8 or not key.info.description.endswith(".")
    ]
    assert silent == []


def test_glossary_is_complete() -> None:
    """The glossary has a word on every function, name, moment and activity, and on nothing else."""
    assert set(glossary.FUNCTIONS) == set(functions())
    assert set(glossary.CONSTANTS) == set(CONSTANTS)
    assert set(glossary.NAMES) == set(NAMES)
    assert set(glossary.TOLD) == frozenset().union(*SECTION_NAMES.values())
    assert set(glossary.MOMENTS) == set(AT_MOMENTS)
    assert set(glossary.ACTIVITIES) == set(ACTIVITIES)
    assert set(glossary.REFILLS) == set(REFILLS)


def test_every_verb_of_stages_is_shown_with_its_keys() -> None:
    """Each has a table of its own, in which the verb itself stands first."""
    text = reference()
    for verb in VERBS:
        _, _, told = text.partition(f"### Stages with {verb}\n")
        assert told.split("\n")[3].startswith(f"| `{verb}` "), verb


@pytest.mark.parametrize("text", [text for text, _ in glossary.KEYS])
def test_sort_keys_are_read(text: str) -> None:
    """Every way to write a sort key in the glossary is one."""
    assert key_from_text(text)["by"] == {"agility": "value", "then": "value"}.get(
        text.split()[0], text.split()[0]
    )


def test_links_lead_somewhere() -> None:
    """Every link of the reference names a heading of it, or another page of the resources."""
    text = reference()
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    targets = set(re.findall(r"\]\(([^)]+)\)", text))
    assert {target[1:] for target in targets if target.startswith("#")} <= headings
    assert {target for target in targets if not target.startswith("#")} == {"ruleset-guide.md"}


@pytest.mark.slow
def test_no_words_of_python() -> None:
    """Nobody who reads a section has to know the language that the program is written in."""
    for word in ("None", "True`", "False`", "dict", "str |", "bool |", "Def", "pydantic"):
        assert word not in all_sections().replace("`bool`", ""), word


@pytest.mark.slow
def test_command_prints_or_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m rulesets reference` prints the page, and writes it where it is told to."""
    assert main(["reference"]) == 0
    assert capsys.readouterr().out == reference()
    file = tmp_path / "reference.md"
    assert main(["reference", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == reference()
    assert main(["reference", str(tmp_path / "nowhere" / "x.md")]) == 2
    assert "cannot be written" in capsys.readouterr().err
