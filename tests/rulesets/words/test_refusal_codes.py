"""The codes of refusals that authors look up are those that the engine returns, no more and no fewer."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import rulesets
from rulesets.reading import loader
from rulesets.reading.reference.chapters import reference
from rulesets.table.reasons import EMPTY_POOL, REASONS
from rulesets.table.refusal import Code
from rulesets.words.catalogue import REFUSALS
from rulesets.words.codes import known, names_of
from tests.rulesets.words.source_codes import literals

SOURCE = Path(rulesets.__file__).parent
BY_POOLS = ("code", "refusal")
"""What the engine calls the code that a pool gives."""


def returned() -> dict[str, set[str]]:
    """Every code with its reasons, as the source of the engine refuses with them."""
    found: dict[str, set[str]] = defaultdict(set)
    files = [
        *(SOURCE / "engine").rglob("*.py"),
        SOURCE / "fight" / "session.py",
        SOURCE / "fight" / "taking_up.py",
        SOURCE / "scenarios" / "play.py",
    ]
    for node in (node for file in [*files, SOURCE / "scenarios" / "steps.py"] for node in calls(file)):
        if isinstance(node.args[0], ast.Attribute):
            reasons = literals(node.args[1], "") if len(node.args) > 1 else [""]
            found[Code[node.args[0].attr]].update(reasons)
        else:
            assert ast.unparse(node.args[0]) in BY_POOLS
            assert not node.args[1:] or ast.unparse(node.args[1]) == repr(EMPTY_POOL)
    return found


def calls(file: Path) -> list[ast.Call]:
    """The calls in a file that refuse something; the ruling's own are looked at apart."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and file.name != "ruling.py":
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found += [node] if name in ("reject", "forbid", "Refusal") else []
    return found


def in_ruling() -> dict[str, set[str]]:
    """What the ruling itself rejects: its two makers aside."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(ast.parse((SOURCE / "engine" / "ruling.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reject":
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            assert isinstance(node.args[0], ast.Attribute)
            found[Code[node.args[0].attr]].add(str(words[0]) if words else "")
    return found


@pytest.mark.slow
def test_the_list_is_what_the_source_refuses_with() -> None:
    found = returned()
    for code, reasons in in_ruling().items():
        found[code] |= reasons
    for name in loader.shipped():  # what only pools give stands in the list, too, with a sentence
        for pool in loader.load(name).pools.values():
            found[pool.refusal].add("")
    assert {code: sorted(reasons) for code, reasons in found.items()} == {
        code: sorted(reasons) for code, reasons in REASONS.items()
    }


def test_every_code_has_its_reasons() -> None:
    assert list(REASONS) == list(Code)


def test_every_code_and_reason_has_a_sentence_and_a_row() -> None:
    table = reference().split("\n## Refusals\n")[1].split("\n## ")[0]
    for code, reasons in REASONS.items():
        assert f"| `{code}` |" in table
        for reason in reasons:
            assert (reason or code) in REFUSALS
            assert not reason or f"| `{reason}` |" in table


def test_a_refusal_has_three_names() -> None:
    assert names_of("requirement", "needs") == ("requirement", "needs", "requirement/needs")
    assert names_of("no-reaction", "") == ("no-reaction",)
    assert {"no-fuel", "no-fuel/no-budget"} <= known(["no-fuel"])
