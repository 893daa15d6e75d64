"""The guide for ruleset authors can be trusted: every block of it is loaded and every output is real."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.scenarios import expectations, steps as scenario_steps
from rulesets.scenarios.check import CASE_KEYS
from rulesets.scenarios.play import play_case
from rulesets.scenarios.steps import STEP_KEYS
from rulesets.table.writing import Writing
from tests.guide_book import (
    EXAMPLE,
    GUIDE,
    NAME,
    REFERENCE,
    RENEW,
    ROOT,
    Block,
    Example,
    blocks,
    example,
    expected,
    outputs,
    pieced,
    replaced,
)

TEXT = GUIDE.read_text(encoding="utf-8")
BLOCKS = blocks(TEXT)
OUTPUTS = list(outputs(TEXT))
WHOLE = example(TEXT)
KINDS = (
    "step", "top", "slip", "scenario", "wrong scenario", "recipe", "piece", "alone", "case", "output: ",
    "file ",
)  # fmt: skip
INDEX = "How do I say …"


def problems(text: str) -> list[str]:
    """Everything that is wrong with a ruleset."""
    return [str(problem) for problem in loader.check_writing(Writing("guide", text))]


def steps() -> list[Any]:
    """The ruleset as it stands after each step of the example."""
    growing, found = Example(), []
    for block in BLOCKS:
        growing.take(block)
        if block.mark == "step":
            found.append(pytest.param(growing.ruleset, id=f"step {len(found) + 1}"))
    return found


def recipes() -> list[Any]:
    """Each recipe with its heading, as a whole ruleset, and the cases that stand below it."""
    found: list[tuple[str, str, list[str]]] = []
    top = ""
    for block in BLOCKS:
        if block.mark == "top":
            top = block.text
        elif block.mark == "recipe":
            found.append((heading(block), f"{top}{WHOLE.ruleset}\n{block.text}", []))
            top = ""
        elif block.mark.startswith("piece"):
            found.append((heading(block), f"{top}{pieced(block)}", []))
            top = ""
        elif block.mark == "alone":
            found.append((heading(block), block.text, []))
        elif block.mark == "case":
            found[-1][2].append(block.text)
    return [pytest.param(text, cases, id=name) for name, text, cases in found]


def heading(block: Block) -> str:
    """The heading under which a block stands."""
    lines = TEXT.splitlines()[: block.line]
    return next(line.lstrip("# ") for line in reversed(lines) if line.startswith("#"))


def test_every_block_is_played() -> None:
    """No block with a ruleset, a scenario or an output stands in the guide without being tried."""
    unmarked = [block.text for block in BLOCKS if block.language in ("toml", "text") and not block.mark]
    assert unmarked == ["#:schema ./ruleset.schema.json\n"]
    assert [block.mark for block in BLOCKS if block.mark and not block.mark.startswith(KINDS)] == []


def test_blocks_are_told_apart() -> None:
    """Where comments are not shown two blocks would run into each other; a sentence stands between them."""
    shown = re.sub(r"^<!--.*?-->\n", "", TEXT, flags=re.MULTILINE)
    assert re.findall(r"^```\n\n```\w*$", shown, flags=re.MULTILINE) == []


@pytest.mark.parametrize("ruleset", steps())
def test_every_step_can_be_played(ruleset: str) -> None:
    """After each step of the example there is a ruleset without errors."""
    assert problems(ruleset) == []


@pytest.mark.parametrize(("block", "output"), OUTPUTS, ids=[f"line {block.line}" for block, _ in OUTPUTS])
def test_outputs_are_real(block: Block, output: str) -> None:
    """What the guide says the program says is what it says, word for word."""
    assert block.text == output, RENEW


@pytest.mark.parametrize(("ruleset", "cases"), recipes())
def test_every_recipe_works(ruleset: str, cases: list[str]) -> None:
    """A recipe has no errors, and what its case says holds."""
    assert problems(ruleset) == []
    assert cases
    for text in cases:
        for case in tomllib.loads(text)["case"]:
            result = play_case(Path("guide"), Writing("guide", ruleset), case)
            assert not result.failure, f"{result.case} step {result.step}: {result.failure}"


def test_a_recipe_says_in_place_of_what_it_stands() -> None:
    """The sentence before such a piece names the entries that the test takes out, and no others."""
    pieces = [block for block in BLOCKS if block.mark.startswith("piece")]
    told = {}
    for block in pieces:
        before = TEXT[: block.begin].rsplit("\n<!-- ", 1)[0].rstrip().rpartition("\n\n")[2]
        told[block.line] = re.findall(r"`\[([\w.-]+)\]`", before) if "place of" in before else []
    assert told == {block.line: replaced(block) for block in pieces}
    assert sum(map(bool, told.values())) > 10


def test_the_example_is_stored() -> None:
    """What the guide builds lies ready in the resources, and its scenarios hold."""
    assert (EXAMPLE / "ruleset.toml").read_text(encoding="utf-8") == WHOLE.ruleset, RENEW
    assert (EXAMPLE / "scenarios" / "first.toml").read_text(encoding="utf-8") == WHOLE.scenario, RENEW
    assert main(["play", str(EXAMPLE)]) == 0
    assert EXAMPLE.name == NAME


def rows(title: str) -> dict[str, str]:
    """The rows of the tables below a heading: first cell → the others."""
    part = TEXT.split(f"\n### {title}\n")[1].split("\n#")[0]
    found = {}
    for line in part.splitlines():
        if line.startswith("|") and not line.startswith("| ---"):
            first, rest = line.strip("| ").split("|", 1)
            found[first.strip()] = rest
    return found


def words(cells: Any) -> set[str]:
    """All words in backticks."""
    return {word for cell in cells for word in re.findall(r"`([\w-]+)`", cell)}


def test_every_step_of_scenarios_is_listed() -> None:
    """Each command that a step can name stands in the table, with all that it takes."""
    listed = rows("What can happen")
    by_name = {name: rest for first, rest in listed.items() for name in words([first])}
    apart = {"do", "advance", "add", "declare", "compute", "undo", "redo"}
    assert set(by_name) == {*scenario_steps.SIMPLE, *scenario_steps.ROLLING, *apart}
    for name, command in scenario_steps.SIMPLE.items():
        taken = {field.name for field in fields(command)} - {"override"}
        assert taken <= words([by_name[name]]), name


def test_every_expectation_is_listed_as_it_says_of_itself() -> None:
    """The rows of what can be expected are made from the expectations."""
    assert all(one.about.endswith(".") for one in expectations.EXPECTATIONS.values())
    assert expected() in TEXT, RENEW


def test_keys_of_cases_and_steps_are_listed() -> None:
    """So do the keys of a case and those that every step can have."""
    listed = words(rows("A case"))
    assert listed == CASE_KEYS | STEP_KEYS


def test_messages_are_those_of_the_program() -> None:
    """The table of messages quotes what stands in the output above it."""
    part = TEXT.split("\n## Trouble\n")[1]
    said = part.split("```text\n")[1].split("```")[0]
    table = part.split("| The message begins |")[1].split("\n\n")[0]
    quoted = [line.strip("| ").split(" | ")[0] for line in table.splitlines()[2:]]
    assert len(quoted) > 6
    missing = [one for cell in quoted for one in cell.split(" / ") if one not in said]
    assert missing == ["There is no value behind the ="]
    with pytest.raises(loader.RulesetError, match="There is no value behind the ="):
        loader.load_text("id = ", "x")


@pytest.mark.slow
def test_links_lead_somewhere() -> None:
    """Every link names a page of the resources and a heading on it."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in (GUIDE, REFERENCE)}
    for name, text in pages.items():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            page, _, anchor = target.partition("#")
            assert (page or name) in pages, target
            assert not anchor or anchor in anchors(pages[page or name]), target


def test_the_index_leads_to_every_recipe() -> None:
    """What a game master wants to say is found in few enough rows, and each leads somewhere."""
    index = TEXT.split(f"\n## {INDEX}\n")[1].split("\n## ")[0]
    entries = [line for line in index.splitlines() if line.startswith("| ") and "---" not in line]
    entries = [entry for entry in entries if not entry.startswith("| At the table |")]
    assert 50 <= len(entries) <= 90
    assert [entry for entry in entries if not re.search(r"\]\([\w.-]*#[\w-]+\)", entry)] == []
    assert len({entry.split(" | ")[0] for entry in entries}) == len(entries)
    named = {anchor for entry in entries for anchor in re.findall(r"\]\(#([\w-]+)\)", entry)}
    chapters = re.findall(r"^## Recipes.*?(?=^## )", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert len(chapters) > 2
    for chapter in chapters:
        recipes_of = {"recipes", *(anchor for anchor in anchors(chapter) if anchor.startswith("recipes-"))}
        assert anchors(chapter) - named - recipes_of == set()


def anchors(text: str) -> set[str]:
    """The anchors of all headings of a page."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    heads = [line.lstrip("# ") for line in text.splitlines() if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


def test_commands_are_those_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command that the guide names is one."""
    with pytest.raises(SystemExit):
        main(["--help"])
    known = capsys.readouterr().out
    for name in re.findall(r"python -m rulesets (\w+)", TEXT):
        assert f"    {name} " in known, name
    assert (ROOT / "README.md").is_file()
