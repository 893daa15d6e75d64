"""Every scenario file plays: the conformance cases and those that ship beside a ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import find_files, read_file
from rulesets.scenarios.play import play_case
from rulesets.scenarios.rehearsal import rehearse
from rulesets.scenarios.steps import ScenarioError
from tests.rulesets.every_case import BESIDE, FILES, cases_of


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_every_option_has_a_case(ruleset: str) -> None:
    """Each value of each option that is not the default is set by a case, so its patch has an effect."""
    rules = loader.load(ruleset)
    every = [case for file in [*FILES, *BESIDE] for case in cases_of(file)]
    cases = [case.data for case in every if case.ruleset == ruleset]
    tried = {
        (name, str(value).lower()) for case in cases for name, value in (case.get("options") or {}).items()
    }
    missing = [
        f"{name} = {choice.value}"
        for name, option in rules.options.items()
        for choice in option.choices
        if choice.value != option.default and (name, choice.value) not in tried
    ]
    assert not missing


def test_play_reports_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A failing case names file, id, title, step, what was expected and what came; exit status 1."""
    file = tmp_path / "wrong.toml"
    file.write_text(
        'ruleset = "saga-edition"\n[[case]]\nid = "x"\ntitle = "Nobody acts"\ncombatants = [{ id = "A" }]\n'
        'steps = [{ do = "start", rolls = { A = 3 } }, { expect = { active = "B" } }]\n'
    )
    assert main(["play", str(file)]) == 1
    shown = capsys.readouterr().out
    for part in (str(file), "x", "Nobody acts", "step 2", "'B'", "'A'", "0 passed, 1 failed"):
        assert part in shown


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ruleset = ", "wrong.toml"),
        ('ruleset = "saga-edition"', "case"),
        ('ruleset = "saga-edition"\n[[case]]\nid = "x"\ncombatants = []', "steps"),
        ('ruleset = "saga-edition"\n[[case]]\nid = "x"\ncombatants = []\nsteps = []\nstpes = []', "stpes"),
        (
            'ruleset = "saga-edition"\n[[case]]\nid = "x"\ncombatants = [{ id = "A" }]\n'
            'steps = [{ expect = { activ = "A" } }]',
            "activ",
        ),
        (
            'ruleset = "saga-edition"\n[[case]]\nid = "x"\ncombatants = [{ id = "A", dxe = 3 }]\nsteps = []',
            "dxe",
        ),
        (
            'ruleset = "saga-edition"\n[[case]]\nid = "x"\noptions = { exchnage = "core" }\n'
            'combatants = [{ id = "A" }]\nsteps = []',
            "exchnage",
        ),
    ],
)
def test_unreadable_files_say_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    """A file that cannot be read names file, case and key; exit status 2."""
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    assert main(["play", str(file)]) == 2
    assert named in capsys.readouterr().err


def test_dice_too_few_and_left_over_fail(tmp_path: Path) -> None:
    """One die too few or one left over fails the case (contract)."""
    file = tmp_path / "dice.toml"
    file.write_text(
        'ruleset = "saga-edition"\n'
        '[[case]]\nid = "few"\ncombatants = [{ id = "A" }, { id = "B" }]\ndice = [3]\n'
        'steps = [{ do = "start" }]\n'
        '[[case]]\nid = "many"\ncombatants = [{ id = "A" }]\ndice = [3, 4]\nsteps = [{ do = "start" }]\n'
    )
    few, many = rehearse([file], Shelf()).results
    assert "more dice" in few.failure
    assert "left over" in many.failure


def test_a_missing_path_is_named() -> None:
    with pytest.raises(ScenarioError, match="no such file"):
        find_files([Path("nowhere")])


HEAD = 'ruleset = "saga-edition"\n[[case]]\nid = "a"\ncombatants = [{ id = "A" }]\n'


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('{ do = "strt" }', r"step 1: there is no step 'strt' \(did you mean 'start'\?\)"),
        ('{ do = "act", who = "A", words = ["x"] }', r"step 1: the step 'act' takes a text for 'words'"),
        ('{ do = "act", whoo = "A" }', r"step 1: the step 'act' knows no 'whoo' \(did you mean 'who'\?\)"),
        ('{ do = "act", cost = "swift" }', "step 1: the step 'act' needs 'who'"),
        ('{ do = "declare", name = "x" }', "step 1: the step 'declare' needs 'who'"),
        ("{ expect = { rounds = 1 } }", "step 1: expect: there is no key 'rounds'"),
    ],
)
def test_a_slip_in_a_step_is_said_in_words(tmp_path: Path, step: str, said: str) -> None:
    """Who writes cases is told file, case, step and what to write instead (issue 5)."""
    file = tmp_path / "slips.toml"
    file.write_text(f"{HEAD}steps = [{step}]\n")
    with pytest.raises(ScenarioError, match=f"slips.toml: a: {said}"):
        play_case(file, Shelf().writing("saga-edition"), read_file(file)["case"][0])


def test_a_failure_names_its_line_and_the_refusal_in_words(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        HEAD + 'steps = [\n{ do = "start", rolls = { A = 5 } },\n{ do = "act", who = "A", name = "x" },\n]\n'
    )
    (result,) = rehearse([file], Shelf()).results
    assert (result.step, result.line) == (2, 7)
    assert "unknown-action: " in result.failure
    assert "“x”" in result.failure


def test_a_case_of_ones_own_ruleset_finds_it_beside_and_what_it_extends(tmp_path: Path) -> None:
    """A folder may carry its own scenarios (issue 5)."""
    (tmp_path / "mine" / "scenarios").mkdir(parents=True)
    (tmp_path / "mine" / "ruleset.toml").write_text(
        'id = "mine"\nlabel = "M"\nextends = "srd35"\n[stat]\nmax_hp = 33\n'
    )
    file = tmp_path / "mine" / "scenarios" / "a.toml"
    file.write_text(HEAD.replace("saga-edition", "mine") + "steps = [{ expect = { hp = { A = 33 } } }]\n")
    assert [result.failure for result in rehearse([file], Shelf()).results] == [""]
    assert find_files([tmp_path / "mine"]) == [file]
