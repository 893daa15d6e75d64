# ruff: noqa: E501
"""Stats and stages that come in kinds are said once, and are there once for each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.reading import loader
from rulesets.table.writing import Writing
from tests.rulesets.small_rules import ROUND, edition

LIMBS = """
[table.limb.entries]
arm = { label = "arm", short = "AR", values = { part = 4 } }
leg = { label = "leg", values = { part = 3 } }

[stat]
toughness = 12

[stat.points]
label = "Points, {kind}"
short = "{kind}"
kinds = "limb"
value = "floor(toughness / table('limb', '{kind}', 'part'))"
to_begin_with = true

[stat.hand]
kinds = { left = "left hand", right = "" }
value = 0

[state.lame]
label = "Lame {kind}"
kinds = "limb"
add = { toughness = -1 }

[pipeline.maim]
label = "Maim"
does = [
  { label = "Twice, {kind}", id = "twice", kinds = "limb", stat = "points_{kind}", by = "0 - table('limb', '{kind}', 'part')" },
  { flag = "maimed" },
  { kinds = { arm = "arm" }, if = "points_{kind} < 0", begin = ["lame-{kind}"] },
]

[option.frail]
label = "Frail"
default = "no"
values.no = { label = "No" }
values.yes = { label = "Yes", patch = { stat = { points = { value = "1" } }, pipeline = { maim = { does = { twice = { by = "-9" } } } } } }
"""
SMALL = f'id = "limbs"\nlabel = "Limbs"\n{LIMBS}{ROUND}'


def told(text: str) -> list[str]:
    with pytest.raises(loader.RulesetError) as error:
        loader.load_text(text, "limbs")
    return [str(problem) for problem in error.value.problems]


def test_each_kind_is_there_in_its_place() -> None:
    rules = loader.load_text(SMALL, "limbs")
    assert [*rules.stats] == ["toughness", "points_arm", "points_leg", "hand_left", "hand_right"]
    assert [rules.stats[name].label for name in ("points_arm", "points_leg")] == [
        "Points, arm",
        "Points, leg",
    ]
    assert [rules.stats[name].short for name in ("points_arm", "points_leg")] == ["AR", "leg"]
    assert rules.stats["points_leg"].formula == "floor(toughness / table('limb', 'leg', 'part'))"
    assert [(name, state.label) for name, state in rules.states.items()] == [
        ("lame-arm", "Lame arm"),
        ("lame-leg", "Lame leg"),
    ]
    stages = rules.pipelines["maim"].stages
    assert [(one.id, one.label) for one in stages[:2]] == [
        ("twice-arm", "Twice, arm"),
        ("twice-leg", "Twice, leg"),
    ]
    assert [one.flag for one in stages] == ["", "", "maimed", ""]
    assert (stages[3].condition, stages[3].begin) == ("points_arm < 0", ("lame-arm",))


def test_an_option_changes_all_of_them_at_once() -> None:
    rules = loader.load_text(SMALL, "limbs", {"frail": "yes"})
    assert {rules.stats[name].formula for name in ("points_arm", "points_leg")} == {"1"}
    assert [one.formula for one in rules.pipelines["maim"].stages[:2]] == ["-9", "-9"]


def test_one_that_is_written_besides_differs_in_what_it_says() -> None:
    rules = loader.load_text(SMALL.replace("toughness = 12", "toughness = 12\npoints_leg = 7"), "limbs")
    assert (rules.stats["points_leg"].default, rules.stats["points_leg"].label) == (7, "Points, leg")
    assert rules.stats["points_arm"].formula


def test_one_that_is_written_behind_its_kinds_has_theirs_too() -> None:
    """It was taken for the whole of that kind: such a stat had no value, and nobody said so."""
    alike = loader.load_text(SMALL, "limbs").stats["points_leg"]
    text = SMALL + '\n[stat.points_leg]\ntext = "What the leg can take."\n'
    assert loader.load_text(text, "limbs").stats["points_leg"] == replace(
        alike, text="What the leg can take."
    )


@pytest.mark.parametrize("before", [True, False])
def test_a_state_that_is_written_besides_its_kinds_has_the_rest_from_them(before: bool) -> None:
    """It was either taken for the whole of that kind or not read at all."""
    own = '[state.lame-leg]\ntone = "bad"\nforbids = ["delay"]\n'
    head, family, rest = SMALL.partition("[state.lame]")
    rules = loader.load_text(f"{head}{own}{family}{rest}" if before else f"{SMALL}\n{own}", "limbs")
    alike = loader.load_text(SMALL, "limbs").states
    assert rules.states["lame-leg"] == replace(alike["lame-leg"], tone="bad", forbids=("delay",))
    assert rules.states["lame-leg"].label == "Lame leg"
    assert rules.states["lame-arm"] == alike["lame-arm"]
    assert list(rules.states) == list(alike)


def test_another_ruleset_builds_on_them() -> None:
    """A kind more is an entry more of the table, in whatever ruleset it is written."""
    base = Writing("limbs", SMALL)
    text = (
        'id = "more"\nextends = "limbs"\n[table.limb.entries.tail]\nlabel = "tail"\nvalues = { part = 6 }\n'
    )
    rules = loader.load_writing(Writing("more", text, base=base))
    assert [name for name in rules.stats if name.startswith("points")] == [
        "points_arm",
        "points_leg",
        "points_tail",
    ]
    assert "lame-tail" in rules.states


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'kinds = "limb"\nvalue',
            'kinds = "lim"\nvalue',
            "There is no table 'lim' with entries that the kinds could be. (did you mean 'limb'?)",
        ),
        ('kinds = "limb"\nadd', 'kinds = "toughness"\nadd', "There is no table 'toughness' with entries"),
        (
            'value = "floor(toughness',
            'value = "floor(tuffness',
            "There is no stat and no other name 'tuffness' here.",
        ),
        (
            '{ kinds = { arm = "arm" }, if = "points_{kind} < 0", begin = ["lame-{kind}"] }',
            '{ kinds = { arm = "arm" }, begin = ["lame-{kin}"] }',
            "There is no state 'lame-{kin}'.",
        ),
        ('{ kinds = { arm = "arm" }', "{ kinds = 7", "kinds: This must be a table, not 7."),
        (
            'kinds = "limb", stat = "points_{kind}"',
            'stat = "points_{kind}"',
            "There is no stat 'points_{kind}'. ('{kind}' is filled in where there are 'kinds'",
        ),
        ('{ kinds = { arm = "arm" }, if', "{ if", "there are no tables in a formula. ('{kind}' is filled in"),
    ],
)
def test_a_slip_is_told_at_the_line_of_all(old: str, new: str, message: str) -> None:
    assert old in SMALL
    text = SMALL.replace(old, new)
    line = text.count("\n", 0, text.index(new)) + 1
    found = told(text)
    assert [one for one in found if message in one and f":{line}:" in one], found


def test_what_would_be_written_out_without_end_is_refused() -> None:
    """A few lines may not become millions: it is paid from what reading a ruleset may cost."""
    entries = "\n".join(f'k{number} = {{ label = "x" }}' for number in range(3000))
    stats = "\n".join(
        f's{number} = {{ value = 1, kinds = "many", text = "{"x" * 200}" }}' for number in range(300)
    )
    found = told(f'id = "limbs"\nlabel = "Limbs"\n[table.many.entries]\n{entries}\n[stat]\n{stats}\n{ROUND}')
    assert any("steps of work" in one for one in found), found


def test_nothing_is_written_out_where_nothing_comes_in_kinds() -> None:
    rules = loader.load_writing(edition())
    assert all(not stage.kinds for pipeline in rules.pipelines.values() for stage in pipeline.stages)
