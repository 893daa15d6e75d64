"""Every rule of every system is shown: by a case of its scenarios, or by a sentence for the GM to judge.

Naming a rule in an entry of a ruleset is not enough: only what is played counts. And no code knows a system
by name: what a system is stands in its ruleset alone (architecture, The vocabulary).
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rulesets.reading import loader
from tests.everyday import EVERYDAY, words_of_rulesets
from tests.rulesets.every_case import cases_of

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "tests" / "rules.tsv").read_text(encoding="utf-8").splitlines()
RULES = [tuple(line.split("\t")) for line in LINES[2:]]
SYSTEMS = sorted({system for _, system in RULES})
CODE = [
    path
    for folder in ("rulesets", "desktop")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "systems" not in path.parts
]


def shown(system: str) -> set[str]:
    """Return everything that the cases of a system name as their source."""
    files = [*(ROOT / "tests" / "scenarios").glob("*.toml")]
    files += loader.shipped()[system].glob("scenarios/*.toml")
    cases = [case for file in files for case in cases_of(file) if case.ruleset == system]
    return {name for case in cases for name in case.data.get("source", ())}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_shown_or_judged(system: str) -> None:
    """Nothing in the rules files was forgotten."""
    known = {rule for rule, of in RULES if of == system}
    assert not known - shown(system) - set(loader.judged(system))


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_judged_is_a_rule_with_a_sentence(system: str) -> None:
    """The few rules that only a GM can judge say so in words that the program can show."""
    known = {rule for rule, of in RULES if of == system}
    for rule, sentence in loader.judged(system).items():
        assert rule in known
        assert sentence.endswith(".")
        assert len(sentence) > 20


@cache
def texts_of(path: Path) -> list[str]:
    """Return every string of a module that is no docstring (of a module, a function or a field)."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


@pytest.mark.slow
def test_no_code_cites_a_rule_of_a_system() -> None:
    """What a refusal cites is the ruleset's: no string that could reach a GM has a citation in it."""
    rule = re.compile(r"\b[AR]?00\d-\d+|\bE-[A-Z]+\d?-\d+")
    guilty = [
        f"{path.relative_to(ROOT)}: {text!r}" for path in CODE for text in texts_of(path) if rule.search(text)
    ]
    assert not guilty


OTHERS = {("foundry_dnd5e", "foundry-dnd5e"), ("foundry_dnd5e", "dnd5e")}
"""Names that another program gives its own systems: one of ours happens to be called alike."""


@pytest.mark.slow
def test_no_code_names_a_system() -> None:
    """Systems differ in their ruleset.toml and nowhere else; only the sample names the one it is for.

    Those that are called by an everyday word are named where a text is that word and nothing else, unless it
    is a word of rulesets, too.
    """
    names = set(loader.shipped()) | {loader.load(system).label for system in loader.shipped()}
    whole = names & EVERYDAY - words_of_rulesets()
    guilty = [
        f"{path.relative_to(ROOT)}: {text!r}"
        for path in CODE
        for text in texts_of(path)
        if text in whole or any(name in text for name in names - EVERYDAY)
        if (path.stem, text) not in OTHERS
    ]
    assert not guilty
