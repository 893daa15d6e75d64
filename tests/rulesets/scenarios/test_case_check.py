"""`play` checks scenario files before it plays them: all at once, each slip with its place (issue 5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesets.__main__ import main
from rulesets.reading.checks.vain import STEPS as BUILT_IN
from rulesets.reading.problems import Problem
from rulesets.reading.shelf import LIBRARY, Shelf
from rulesets.scenarios.files import named_files
from rulesets.scenarios.rehearsal import Rehearsal, rehearse
from rulesets.scenarios.steps import STEPS, ScenarioError
from tests.rulesets.every_case import BESIDE, FILES
from tests.sampling import mostly_slow

CASE = """ruleset = "srd35"

[[case]]
id = "first"
%s
combatants = [
  { id = "Ashley"%s },
]
steps = [
  { do = "start", rolls = { Ashley = 5 } },
  { %s },
]
"""
STEP = 11
"""Line of the last step."""


def played(folder: Path, text: str) -> Rehearsal:
    """What playing a file of this text comes to."""
    file = folder / "slips.toml"
    file.write_text(text, encoding="utf-8")
    return rehearse([file], Shelf())


def only(rehearsal: Rehearsal) -> Problem:
    """The only problem that was found."""
    (problem,) = rehearsal.problems
    return problem


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", mostly_slow([*FILES, *BESIDE], *BESIDE), ids=lambda file: f"{file.parts[-3]}-{file.stem}"
)
def test_the_shared_scenarios_have_no_findings(file: Path) -> None:
    """What holds is not complained of: the checks know every name that these files use."""
    assert [str(problem) for problem in rehearse([file], Shelf()).problems] == []


@pytest.mark.parametrize(
    ("head", "combatant", "step", "line", "key", "message", "hint"),
    [
        ('titel = "x"', "", "", 5, "titel", "knows no 'titel'", "'title'"),
        ("options = { flat_footed_end = 1 }", "", "", 5, "options.flat_footed_end", "no option", "_ends"),
        ('options = { effects_end = "slto" }', "", "", 5, "options.effects_end", "no value 'slto'", "'slot'"),
        ("dice = 3", "", "", 5, "dice", "a list of whole numbers", "[4, 2]"),
        ("", ", hpp = 3", "", 7, "combatants[1].hpp", "has no 'hpp'", "'hp'"),
        ("", ", standard = 0", "", 7, "combatants[1].standard", "has no", "pools = { standard = 0 }"),
        ("", ", pools = { standrd = 0 }", "", 7, "combatants[1].pools.standrd", "no pool", "'standard'"),
        ("", ", tracks = { woe = 1 }", "", 7, "combatants[1].tracks.woe", "no track 'woe'", ""),
        ("", "", 'do = "strt"', STEP, "step 2: do", "no step 'strt'", "'start'"),
        ("", "", 'do = "act", whoo = "Ashley", who = "Ashley"', STEP, "step 2: whoo", "no 'whoo'", "'who'"),
        ("", "", 'do = "act", cost = "swift"', STEP, "step 2", "needs 'who'", ""),
        ("", "", "expect = { rounds = 1 }", STEP, "step 2: expect.rounds", "no key 'rounds'", "'round'"),
        ("", "", "expect = { hp = { Ashe = 0 } }", STEP, "step 2: expect.hp.Ashe", "'Ashe'", "'Ashley'"),
        ("", "", "expect = { ap = { Ashley = 0 } }", STEP, "step 2: expect.ap", "no pool 'ap'", ""),
        (
            "", "", "expect = { value = { Ashley = { dexx = 0 } } }",
            STEP, "step 2: expect.value.Ashley.dexx", "no stat 'dexx'", "'dex'",
        ),
        (
            "", "", "expect = { value = { Ashley = { standard = 1 } } }",
            STEP, "step 2: expect.value.Ashley.standard", "no stat", "budget = { Ashley = { standard = 1 } }",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_an_error(
    tmp_path: Path, head: str, combatant: str, step: str, line: int, key: str, message: str, hint: str
) -> None:
    """The scenario's own file and line, the place in the case, and what was likely meant."""
    found = played(tmp_path, CASE % (head, combatant, step))
    problem = only(found)
    assert (problem.line, problem.key, problem.warning) == (line, f"first: {key}", False)
    assert problem.file.endswith("slips.toml")
    assert message in problem.message
    assert hint in problem.hint
    assert [(one.case, one.unplayed) for one in found.results] == [("first", True)]


def test_a_declaration_that_is_called_like_a_step_says_how_it_is_made(tmp_path: Path) -> None:
    text = (CASE % ("", "", 'do = "attack", who = "Ashley"')).replace("srd35", "kaiser")
    problem = only(played(tmp_path, text))
    assert (problem.line, problem.message) == (STEP, "The step 'attack' needs 'target'.")
    assert problem.hint == 'the declaration is { do = "declare", name = "attack" }'


def test_what_is_not_lacking_is_told_and_not_what_is(tmp_path: Path) -> None:
    step = 'expect = { lacks = { Ashley = ["prone", "stunned"] } }'
    (result,) = played(tmp_path, CASE % ("", ', states = ["prone"]', step)).results
    assert result.failure.endswith("lacks: expected {'Ashley': ['prone', 'stunned']}, but Ashley has 'prone'")


@pytest.mark.parametrize(
    ("step", "key", "hint"),
    [
        ("expect = { lacks = { Ashley = ['pronee'] } }", "expect.lacks.Ashley[1]", "'prone'"),
        ("expect = { has = { Ashley = ['pronee'] } }", "expect.has.Ashley[1]", "'prone'"),
        ("expect = { states = { Ashley = ['pronee'] } }", "expect.states.Ashley[1]", "'prone'"),
        ("expect = { with_state = { pronee = [] } }", "expect.with_state.pronee", "'prone'"),
        ("expect = { countdown = { Ashley = { pronee = 1 } } }", "expect.countdown.Ashley.pronee", "'prone'"),
        ("expect = { cannot = { Ashley = ['chrge'] } }", "expect.cannot.Ashley[1]", "'charge'"),
        ("expect = { cannot = { Ashly = ['charge'] } }", "expect.cannot.Ashly", "'Ashley'"),
        ("expect = { tracks = { Ashley = { woe = 0 } } }", "expect.tracks.Ashley.woe", ""),
        ("expect = { budget = { Ashley = { swft = 1 } } }", "expect.budget.Ashley.swft", "'swift'"),
        ("expect = { phase = 'turn' }", "expect.phase", "'turns'"),
        ("expect = { active = 'Ashly' }", "expect.active", "'Ashley'"),
        ("expect = { order = ['Ashly'] }", "expect.order[1]", "'Ashley'"),
        ("expect = { flag_values = { damage = 16 } }", "expect.flag_values.damage", "massive-damage = {"),
        ("do = 'damage', to = 'Ashley', amuont = 3", "amuont", "'amount'"),
        (
            "do = 'act', who = 'Ashley', name = 'x', refused = 'unknown-acton'",
            "refused",
            "did you mean 'unknown-action'?",
        ),
        ("do = 'undo', tims = 2", "tims", "'times'"),
    ],
)
def test_a_name_that_nothing_has_is_a_warning(tmp_path: Path, step: str, key: str, hint: str) -> None:
    """The case is played and passes or fails by what happens; the warning stands beside it."""
    found = played(tmp_path, CASE % ("", "", step))
    problem = only(found)
    assert (problem.line, problem.key, problem.warning) == (STEP, f"first: step 2: {key}", True)
    assert hint in problem.hint
    assert [result.case for result in found.results] == ["first"]
    assert not found.unreadable


@pytest.mark.parametrize(
    "step",
    [
        "do = 'effect', on = 'Ashley', name = 'cursed', expect = { has = { Ashley = ['cursed'] } }",
        "do = 'damage', to = 'Ashley', amuont = 3, refused = 'bad-value'",
        "do = 'dance', refused = 'unknown-action'",
        "do = 'remove', who = 'Nobody', refused = 'unknown-combatant'",
        "do = 'add', combatant = { id = 'Late', hpp = 3 }, refused = true",
    ],
)
def test_what_is_meant_is_no_finding(tmp_path: Path, step: str) -> None:
    """Free names of effects, and slips that a case makes so that they are refused."""
    found = played(tmp_path, CASE % ("", "", step))
    assert found.problems == []
    assert [result.failure for result in found.results] == [""]


def test_everything_is_told_at_once_and_the_rest_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One bad case does not keep the others of the file, nor one bad file the others, from being played."""
    good = (CASE % ("", "", "expect = { round = 1 }")).split("\n", 2)[2].replace("first", "second")
    bad = CASE % ('titel = "x"', ", hpp = 3", "expect = { rounds = 1 }")
    (tmp_path / "a.toml").write_text(bad + "\n" + good)
    (tmp_path / "b.toml").write_text('ruleset = "srd35"\n[[case]]\nid =\n')
    assert main(["play", str(tmp_path)]) == 2
    shown = capsys.readouterr()
    places = [line.removeprefix(f"{tmp_path}/").split(": ")[0] for line in shown.err.splitlines()]
    assert places == ["a.toml:5", "a.toml:7", "a.toml:11", "b.toml:3"]
    assert shown.out.splitlines()[0].startswith(f"FAIL {tmp_path}/a.toml:")
    assert "cannot be played: A case knows no 'titel'" in shown.out.splitlines()[1]
    assert shown.out.splitlines()[2].startswith("ok   second")
    assert "1 passed, 1 failed" in shown.out
    assert main(["play", str(tmp_path), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["failed"], len(told["problems"])) == (1, 1, 4)
    assert [(row["case"], row["passed"]) for row in told["cases"]] == [("first", False), ("second", True)]


def test_a_case_that_breaks_off_counts_as_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What only playing shows is none the better for it; the exit code is that of what is unreadable."""
    file = tmp_path / "a.toml"
    file.write_text(CASE % ("", "", "expect = { acted = { first = [] } }"))
    assert main(["play", str(file)]) == 2
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_the_cases_of_a_broken_ruleset_are_counted_and_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.toml"
    one, two = (CASE % ("", "", "expect = { round = 1 }"), CASE % ("", "", "expect = { round = 2 }"))
    file.write_text(one.replace("srd35", "srd36") + two.split("\n", 2)[2])
    assert main(["play", str(file)]) == 2
    said = [f"FAIL {file}: none of its 2 cases can be played: the ruleset has errors", "0 passed, 2 failed"]
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('ruleset = "srd36"\n[[case]]\nid = "a"\n', 1, "There is no ruleset 'srd36'"),
        ('[[case]]\nid = "a"\n', 1, "'ruleset' names the ruleset"),
        ('ruleset = "srd35"\n', 1, "There is not one case"),
        ('ruleset = "srd35"\n[[case]]\nid = "a"\nsteps = 3\ncombatants = []\n', 4, "a list of tables"),
        ('ruleset = "srd35"\ncase = [3]\n', 2, "A case is a table"),
    ],
)
def test_what_is_no_scenario_file(tmp_path: Path, text: str, line: int, said: str) -> None:
    problem = only(played(tmp_path, text))
    assert problem.line == line
    assert said in problem.message


def test_a_ruleset_with_errors_is_told_once(tmp_path: Path) -> None:
    """Its problems have their own file and line; its cases are not complained of one by one."""
    (tmp_path / "mine" / "scenarios").mkdir(parents=True)
    (tmp_path / "mine" / "ruleset.toml").write_text('id = "mine"\nlabel = "M"\nextends = "srd35"\nx = 1\n')
    file = tmp_path / "mine" / "scenarios" / "a.toml"
    file.write_text((CASE % ("", "", "")).replace("srd35", "mine"))
    first, second = rehearse([file], Shelf()).problems
    assert (first.file, first.line) == (str(file), 1)
    assert (Path(second.file).name, second.line) == ("ruleset.toml", 4)


# -- the command line -------------------------------------------------------------------------------


def test_play_takes_an_id_as_check_does() -> None:
    files = named_files(["kaiser"], Shelf())
    assert files
    assert {file.parts[-3:-1] for file in files} == {("kaiser", "scenarios")}
    with pytest.raises(ScenarioError, match=r"no ruleset of that id \(did you mean 'kaiser'\?\)"):
        named_files(["kaisr"], Shelf())


def test_stat_blocks_beside_a_ruleset_hold_no_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "mine")]) == 0
    blocks = tmp_path / "mine" / LIBRARY
    blocks.write_text('[[combatant]]\nid = "Goblin"\nmax_hp = 7\n', encoding="utf-8")
    assert main(["play", str(tmp_path / "mine")]) == 0
    assert blocks not in named_files([str(tmp_path / "mine")], Shelf())


def test_show_of_an_unknown_name_is_a_plain_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "srd3"]) == 2
    said = capsys.readouterr().err
    assert said == "There is no file 'srd3' and no ruleset of that name. (did you mean 'srd35'?)\n"


def test_a_die_that_is_missing_says_whose_it_is(tmp_path: Path) -> None:
    text = (CASE % ("", "", "")).replace(", rolls = { Ashley = 5 }", "")
    (result,) = played(tmp_path, text).results
    said = (
        "Ashley rolls a d20 for initiative, and there are no more dice: list its result in 'dice' of the case"
    )
    assert result.failure == said


@pytest.mark.parametrize("code", ["requirement", "nobody-there", "requirement/nobody-there"])
def test_a_refusal_goes_by_its_code_its_reason_or_both(tmp_path: Path, code: str) -> None:
    text = 'ruleset = "srd35"\n[[case]]\nid = "a"\ncombatants = []\n'
    text += f'steps = [{{ do = "start", refused = "{code}" }}]\n'
    found = played(tmp_path, text)
    assert found.problems == []
    assert [result.failure for result in found.results] == [""]


def test_what_shows_only_in_play_has_the_line_of_its_step(tmp_path: Path) -> None:
    found = played(tmp_path, CASE % ("", "", "expect = { acted = { first = [] } }"))
    problem = only(found)
    assert (problem.line, problem.warning) == (STEP, False)
    assert problem.message.startswith("first: step 2: ")


@pytest.mark.parametrize("key", ["ap", "value", "lacks", "budget"])
def test_to_expect_nothing_of_nobody_is_legal(tmp_path: Path, key: str) -> None:
    found = played(tmp_path, CASE % ("", "", f"expect = {{ {key} = {{}} }}"))
    assert found.problems == []
    assert [result.failure for result in found.results] == [""]


def test_a_ruleset_that_only_an_option_mends_can_be_played(tmp_path: Path) -> None:
    """A case is judged by the ruleset with its own options."""
    (tmp_path / "mine" / "scenarios").mkdir(parents=True)
    (tmp_path / "mine" / "ruleset.toml").write_text(
        'id = "mine"\nlabel = "M"\nextends = "srd35"\n[stat]\nmax_hp = "nonsense"\n'
        '[option.mended]\nlabel = "M"\ndefault = "no"\n[option.mended.values.no]\nlabel = "No"\n'
        '[option.mended.values.yes]\nlabel = "Yes"\npatch = { stat = { max_hp = 7 } }\n'
    )
    file = tmp_path / "mine" / "scenarios" / "a.toml"
    text = (CASE % ('options = { mended = "yes" }', "", "expect = { round = 1 }")).replace("srd35", "mine")
    file.write_text(text)
    found = rehearse([file], Shelf())
    assert [str(problem) for problem in found.problems] == []
    assert [result.failure for result in found.results] == [""]


def test_the_steps_that_no_pipeline_may_be_called_like_are_those_that_there_are() -> None:
    assert set(STEPS) == BUILT_IN
