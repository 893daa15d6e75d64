"""Options are patches on the ruleset."""

from __future__ import annotations

import pytest

from rulesets.reading import loader
from rulesets.vocabulary import ReduceStage, ScaleStage, StatStage

OPTIONS = """
[option.parts]
label = "Parts"
default = 1
values.1 = { label = "One" }
values.3 = { label = "Three", patch = { action = { attack = { parts = 3 } } } }

[option.costly]
label = "Costly"
default = false
values.false = { label = "No" }
values.true.label = "Yes"
values.true.patch.cost.standard.alternatives = [{ standard = 1, move = 1 }]

[preset.hard]
label = "Hard"
options = { parts = 3, costly = true }
"""


@pytest.fixture
def load(small):
    """The small ruleset with two options, and perhaps more."""
    return lambda options=None, more="": loader.load_text(f"{small}{OPTIONS}{more}", "small.toml", options)


def test_defaults_hold_where_nothing_is_chosen(load) -> None:
    rules = load()
    assert rules.options_set == {"parts": "1", "costly": "false"}
    assert rules.actions["attack"].parts == 1
    assert rules.presets["hard"].options == {"parts": "3", "costly": "true"}


@pytest.mark.parametrize("value", [3, "3"])
def test_values_are_compared_as_texts(load, value) -> None:
    rules = load({"parts": value})
    assert rules.options_set["parts"] == "3"
    assert rules.actions["attack"].parts == 3


def test_tables_merge_and_lists_are_replaced(load) -> None:
    cost = load({"costly": True}).costs["standard"]
    assert cost.label == "Standard action"
    assert [alternative.pay for alternative in cost.alternatives] == [{"standard": "1", "move": "1"}]


def test_a_patch_leaves_the_ruleset_for_others_as_it_was(load) -> None:
    load({"costly": True, "parts": 3})
    assert load().actions["attack"].parts == 1
    assert len(load().costs["standard"].alternatives[0].pay) == 1


def test_the_hash_tells_texts_and_options_apart(load) -> None:
    assert load().hash == load({"parts": 1}).hash
    assert len({load().hash, load({"parts": 3}).hash, load(more="# a comment").hash}) == 3
    assert load() is load({})


@pytest.mark.parametrize(
    ("options", "key", "message", "hint"),
    [
        ({"part": 1}, "option.part", "no option 'part'", "'parts'"),
        ({"costly": "ture"}, "option.costly", "no value 'ture'", "'true'"),
    ],
)
def test_unknown_options_and_values_are_refused(load, options, key, message, hint) -> None:
    with pytest.raises(loader.RulesetError) as error:
        load(options)
    (problem,) = error.value.problems
    assert problem.key == key
    assert message in problem.message
    assert hint in problem.hint


YES = "option.x.values.yes.patch"


def patched(patch: str) -> str:
    """An option of which one value has ``patch``, in the last line."""
    return f"""
[option.x]
label = "X"
default = "no"
values.no = {{ label = "No" }}
values.yes = {{ label = "Yes", patch = {patch} }}
"""


@pytest.mark.parametrize(
    ("patch", "key", "message", "hint"),
    [
        ("{ action = { atack = { parts = 2 } } }", f"{YES}.action.atack", "no [action.atack]", "'attack'"),
        ("{ delay = { lower = 'always' } }", f"{YES}.delay", "no [delay]", ""),
        ("{ actoin = { attack = { parts = 2 } } }", f"{YES}.actoin", "no [actoin]", "'action'"),
        ("{ action = { attack = { prts = 2 } } }", "action.attack.prts", "no key 'prts'", "'parts'"),
        ("{ action = { attack = { cost = 'x' } } }", "action.attack.cost", "no cost 'x'", ""),
    ],
)  # fmt: skip
def test_a_patch_that_fits_nowhere_is_found_where_it_stands(
    load, tmp_path, small, patch, key, message, hint
) -> None:
    text = f"{small}{OPTIONS}{patched(patch)}"
    with pytest.raises(loader.RulesetError) as error:
        loader.load_text(text, "small.toml", {"x": "yes"})
    problem = error.value.problems[0]
    assert problem.key == key
    assert message in problem.message
    assert hint in problem.hint
    assert problem.line == text.count("\n")

    file = tmp_path / "small.toml"
    file.write_text(text, encoding="utf-8")
    assert loader.load(file).options_set["x"] == "no"
    assert [found.message for found in loader.check(file)] == [
        f"With the option x = yes: {problem.message}" for problem in error.value.problems
    ]


def test_a_patch_may_bring_a_whole_new_entry(load) -> None:
    shove, tries = (
        "{ shove = { label = 'Shove', cost = 'standard' } }",
        "{ tries = { label = 'Tries', resets = 'turn-end' } }",
    )
    more = patched(f"{{ action = {shove}, tally = {tries} }}")
    assert "shove" not in load(more=more).actions
    rules = load({"x": "yes"}, more)
    assert (rules.actions["shove"].cost, rules.tallies["tries"].label) == ("standard", "Tries")
    fields = patched("{ cost = { standard = { in_phase = { turns = [] } } }, stat = { brave = true } }")
    assert load({"x": "yes"}, fields).costs["standard"].in_phase == {"turns": ()}


def test_presets_are_checked_as_a_whole(small, tmp_path) -> None:
    """Each value alone is sound, both together are not."""
    options = OPTIONS.replace(
        "patch = { action = { attack = { parts = 3 } } }",
        "patch = { pool = { move = { size = 0 } }, cost = { standard = { text = 'x' } } }",
    )
    file = tmp_path / "small.toml"
    file.write_text(f"{small}{options}", encoding="utf-8")
    (problem,) = loader.check(file)
    assert problem.message.startswith("With the preset hard: This takes 1 of 'move'")


BLOWS = """
[pipeline.blow]
label = "Blow"
inputs.amount = { label = "Amount" }
does = [
  { id = "half", scale = "1 / 2" },
  { id = "worn", reduce = 1 },
  { id = "left", let = "rest", value = "left" },
]
"""


def stages(load, patch: str) -> list[tuple[str, str]]:
    """The ids of the stages with what each reduces or scales by, an option patched in."""
    rules = load({"x": "yes"}, BLOWS + patched(f"{{ pipeline = {{ blow = {{ does = {patch} }} }} }}"))
    taking = ReduceStage | ScaleStage
    blow = rules.pipelines["blow"].stages
    return [(stage.id, stage.formula if isinstance(stage, taking) else "") for stage in blow]


def test_a_table_laid_over_a_list_changes_its_entries_by_id(load) -> None:
    assert stages(load, "{ worn = { reduce = 5 } }") == [("half", "1 / 2"), ("worn", "5"), ("left", "")]


def test_an_entry_of_a_list_can_be_moved_or_put_in(load) -> None:
    moved = stages(load, "{ worn = { before = 'half' } }")
    assert moved == [("worn", "1"), ("half", "1 / 2"), ("left", "")]
    added = stages(load, "{ more = { reduce = 2, before = 'left' } }")
    assert added == [("half", "1 / 2"), ("worn", "1"), ("more", "2"), ("left", "")]


@pytest.mark.parametrize(
    ("patch", "hint"), [("{ wron = { reduce = 5 } }", "worn"), ("{ worn = { before = 'hlaf' } }", "half")]
)
def test_an_entry_that_a_list_does_not_have_is_found(load, patch, hint) -> None:
    with pytest.raises(loader.RulesetError) as error:
        stages(load, patch)
    (problem,) = error.value.problems
    assert "no entry with the id" in problem.message
    assert repr(hint) in problem.hint
    assert problem.line


INSIDE = """
[[trigger]]
id = "first"
at = "round-end"
does = [{ id = "none", flag = "none" }]

[[trigger]]
id = "bleeding"
at = "turn-end"
does = [{ id = "a", flag = "a" }, { id = "b", stat = "hp", by = "-1" }]

[option.milder]
label = "Milder"
default = false
values.false = { label = "No" }
values.true = { label = "Yes", patch = { trigger = { bleeding = { does = { b = { by = "-2" } } } } } }
"""


def test_an_entry_of_a_list_inside_of_an_entry_is_changed_by_its_id(load) -> None:
    triggers = load({"milder": True}, INSIDE).triggers
    assert [stage.by for stage in triggers[1].does if isinstance(stage, StatStage)] == ["-2"]
    assert len(triggers[1].does) == 2
    assert [stage.by for stage in load(None, INSIDE).triggers[1].does[1:]] == ["-1"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("b = { by", "c = { by", "There is no entry with the id 'c'"),
        ('by = "-2"', 'by = "zzz"', "no other name 'zzz'"),
        ('flag = "a"', "flag = 1", "must be a text"),
    ],
)
def test_what_is_wrong_inside_of_it_is_found_where_it_stands(small, load, old, new, words) -> None:
    more = INSIDE.replace(old, new)
    with pytest.raises(loader.RulesetError) as caught:
        load({"milder": True}, more)
    (problem,) = caught.value.problems
    assert words in problem.message
    text = f"{small}{OPTIONS}{more}".splitlines()
    assert new in text[problem.line - 1]
