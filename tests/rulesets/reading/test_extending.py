"""A ruleset lies over the one that it extends (issue 5: "inherits and overrides by id")."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesets.reading import loader
from rulesets.reading.problems import Problem
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

HEAD = 'id = "mine"\nlabel = "Mine"\nextends = "small"\n'
MORE = """
[[trigger]]
id = "wake"
at = "round-start"
does = [{ stat = "hp", by = "1", cap = "max_hp" }]

[option.parts]
label = "Parts"
default = "one"
values.one = { label = "One" }
values.three = { label = "Three", patch = { action = { attack = { parts = 3 } } } }
"""

Extend = Callable[..., Rules]


@pytest.fixture
def extend(small: str) -> Extend:
    """The small ruleset, with options and a trigger, extended by a text."""

    def extended(text: str, options: dict[str, object] | None = None, head: str = HEAD) -> Rules:
        base = Writing("small/ruleset.toml", small.replace("max_hp = 10", "max_hp = 10\nspark = 3") + MORE)
        return loader.load_writing(Writing("mine/ruleset.toml", head + text, base=base), options)

    return extended


@pytest.fixture
def complaints(extend: Extend) -> Callable[..., list[Problem]]:
    """What is wrong with a text that extends the small ruleset."""

    def found(text: str, head: str = HEAD, **options: object) -> list[Problem]:
        with pytest.raises(loader.RulesetError) as caught:
            extend(text, options, head)
        return list(caught.value.problems)

    return found


def test_what_is_not_mentioned_is_inherited(extend: Extend) -> None:
    rules = extend("")
    assert (rules.id, rules.label) == ("mine", "Mine")
    assert rules.actions["attack"].label == "Attack"
    assert [phase.id for phase in rules.phases] == ["initiative", "turns"]


def test_an_entry_of_the_same_id_is_changed_key_by_key(extend: Extend) -> None:
    attack = extend('[action.attack]\nparts = 2\ntext = "Slow."').actions["attack"]
    assert (attack.label, attack.cost, attack.parts, attack.text) == ("Attack", "standard", 2, "Slow.")


def test_an_entry_of_a_new_id_is_added(extend: Extend) -> None:
    rules = extend(
        '[action.shout]\nlabel = "Shout"\ncost = "standard"\n[pool]\nluck = { label = "Luck", size = 1 }'
    )
    assert list(rules.actions) == ["attack", "shout"]
    assert list(rules.pools) == ["standard", "move", "luck"]


def test_before_puts_a_new_or_a_known_entry_elsewhere(extend: Extend) -> None:
    rules = extend(
        '[phase.omens]\nlabel = "Omens"\nactivity = "tick"\nbefore = "turns"\n'
        '[pool]\nmove = { before = "standard" }'
    )
    assert [phase.id for phase in rules.phases] == ["initiative", "omens", "turns"]
    assert list(rules.pools) == ["move", "standard"]


def test_a_bare_value_keeps_what_its_entry_says_besides(extend: Extend) -> None:
    stat = extend('[stat]\ndex_mod = "dex - 10"').stats["dex_mod"]
    assert (stat.formula, stat.label) == ("dex - 10", "Dexterity modifier")


def test_a_table_adds_to_an_entry_that_was_a_bare_value(extend: Extend) -> None:
    stat = extend('[stat.spark]\nlabel = "Spark"').stats["spark"]
    assert (stat.default, stat.label) == (3, "Spark")


def test_lists_are_replaced_and_entries_of_lists_changed_by_id(extend: Extend) -> None:
    assert [
        step.label for step in extend('[track.condition]\nsteps = ["Fine"]').tracks["condition"].steps
    ] == ["Fine"]
    rules = extend(
        '[trigger.wake]\nat = "turn-start"\n[trigger.sleep]\nat = "round-end"\ndoes = [{ end = ["prone"] }]'
    )
    assert [trigger.at for trigger in rules.triggers] == ["turn-start", "round-end"]
    assert rules.triggers[0].does[0].stat == "hp"


def test_without_leaves_things_out(extend: Extend) -> None:
    rules = extend("", head=HEAD + 'without = ["action.attack", "option.parts", "trigger.wake", "track"]\n')
    assert (rules.actions, rules.options, rules.triggers, rules.tracks) == ({}, {}, (), {})


def test_options_are_inherited_and_patch_what_lies_on_top(extend: Extend) -> None:
    text = '[action.attack]\ncost = "standard"\ntext = "Ours."\n[option.parts]\ndefault = "three"'
    assert extend(text).actions["attack"].parts == 3
    assert extend(text, {"parts": "one"}).actions["attack"].parts == 1
    assert extend(text).actions["attack"].text == "Ours."


def test_several_lie_over_each_other(small: str) -> None:
    middle = Writing(
        "middle.toml",
        'id = "middle"\nextends = "small"\n[action.attack]\nparts = 2',
        base=Writing("s", small),
    )
    rules = loader.load_writing(
        Writing("top.toml", 'id = "top"\nextends = "middle"\n[stat]\ndex = 12', base=middle)
    )
    assert (rules.id, rules.label, rules.actions["attack"].parts, rules.stats["dex"].default) == (
        "top",
        "Small",
        2,
        12,
    )


# -- problems ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "key", "message", "hint"),
    [
        ("[action.atack]\nparts = 2", 4, "action.atack", "a new one needs a label", "did you mean 'attack'?"),
        ("[action.attack]\nparts = 0", 5, "action.attack.parts", "at least 1", ""),
        (
            '[action.attack]\n\ncost = "standart"',
            6,
            "action.attack.cost",
            "no cost 'standart'",
            "did you mean 'standard'?",
        ),
        (
            "[trigger.wakes]\nat = 'turn-start'",
            4,
            "trigger.wakes",
            "no entry with the id 'wakes'",
            "did you mean 'wake'?",
        ),
        (
            "[phase.x]\nlabel = 'X'\nactivity = 'tick'\nbefore = 'turn'",
            7,
            "phase.x.before",
            "'turn'",
            "did you mean 'turns'?",
        ),
        (
            "[option.parts]\nvalues.three.patch.action.attack.cost = 'x'\ndefault = 'three'",
            5,
            "",
            "no cost 'x'",
            "",
        ),
    ],
)
def test_a_slip_is_found_in_the_file_and_line_where_it_stands(
    complaints, text, line, key, message, hint
) -> None:
    (problem,) = complaints(text)
    assert (problem.file, problem.line, problem.hint) == ("mine/ruleset.toml", line, hint)
    assert problem.key == key or not key
    assert message in problem.message


def test_a_slip_of_the_base_is_found_in_its_file(small: str) -> None:
    base = Writing("small.toml", small.replace('cost = "standard"', 'cost = "standart"'))
    with pytest.raises(loader.RulesetError) as caught:
        loader.load_writing(Writing("mine.toml", HEAD + "[action.attack]\nparts = 2", base=base))
    (problem,) = caught.value.problems
    line = base.text.splitlines().index('cost = "standart"') + 1
    assert (problem.file, problem.line, problem.key) == ("small.toml", line, "action.attack.cost")


def test_what_breaks_because_something_was_left_out_is_found_where_it_is_used(complaints) -> None:
    found = complaints("", HEAD + 'without = ["cost.standard"]\n')
    assert [(problem.file, problem.key) for problem in found] == [
        ("small/ruleset.toml", "action.attack.cost")
    ]


@pytest.mark.parametrize("path", ["action.atack", "acton.attack", "trigger.wakes"])
def test_what_is_left_out_must_be_there(complaints, path: str) -> None:
    (problem,) = complaints("", HEAD + f'without = ["{path}"]\n')
    assert (problem.line, problem.key) == (4, "without[1]")
    assert "did you mean" in problem.hint


def test_it_needs_an_id_of_its_own(complaints) -> None:
    (problem,) = complaints("", 'extends = "small"\nlabel = "Mine"\n')
    assert problem.key == "id"


def test_without_means_nothing_by_itself(find) -> None:
    (problem,) = find(replace={'label = "Small"': 'label = "Small"\nwithout = ["action.attack"]'})
    assert (problem.line, problem.key) == (3, "without")


def test_lines_of_list_entries_are_right_wherever_they_were_moved(complaints) -> None:
    text = "[pipeline.damage]\ndoes = [\n{ id = 'a', absorb = 'hp' },\n{ id = 'b', absorb = 'hq' },\n]\n"
    text += "[option.turned]\nlabel = 'Turned'\ndefault = 'yes'\n"
    text += "[option.turned.values.yes]\nlabel = 'Yes'\npatch.pipeline.damage.does.b.before = 'a'\n"
    (problem,) = complaints(text)
    assert (problem.line, problem.key) == (7, "pipeline.damage.does[1].absorb")
