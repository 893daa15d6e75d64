"""What authors with nothing but the guide fell over is told so that they can mend it (issue 5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.reading.leaving import MOST, together
from rulesets.reading.problems import Problem
from rulesets.reading.shelf import Shelf
from rulesets.reading.translation import spoken_alike
from rulesets.table.writing import Writing

HEAD = 'id = "mine"\nlabel = "Mine"\nextends = "srd35"\n'


def checked(folder: Path, text: str, **languages: str) -> list[Problem]:
    """Return what is said of a ruleset in a folder called 'mine'."""
    file = folder / "mine" / "ruleset.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    for language, words in languages.items():
        (file.parent / f"ruleset.{language}.toml").write_text(words, encoding="utf-8")
    return loader.check(file, Shelf())


def of_small(small: str, more: str = "", top: str = "") -> list[Problem]:
    """Return what is said of the small ruleset with ``more`` behind it, or of a text that extends it."""
    below = Writing("small/ruleset.toml", f"{small}\n{more}")
    return loader.check_writing(Writing("mine/ruleset.toml", top, base=below) if top else below)


# -- what it extends ---------------------------------------------------------------------------------


def test_a_doubled_key_and_a_slip_do_not_hide_the_base(tmp_path: Path) -> None:
    (twice,) = checked(tmp_path, HEAD + 'label = "Ours"\n')
    assert (twice.line, twice.key) == (4, "label")
    (slip,) = checked(tmp_path, HEAD + "version = “2”\n[stat]\nluck == 3\n")
    assert (slip.line, slip.message) == (4, "Curly quotes are no quotes here.")


def test_extends_is_one_id(tmp_path: Path) -> None:
    (problem,) = checked(tmp_path, HEAD.replace('"srd35"', '["srd35"]'))
    assert (problem.line, problem.message) == (3, "'extends' is the id of one ruleset, in quotes.")


# -- what is left out --------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_still_asks_for_what_is_left_out_can_be_left_out_as_it_is_told(tmp_path: Path) -> None:
    left = HEAD + 'without = ["phase.surprise", "ready"]\n'
    (problem,) = checked(tmp_path, left)
    assert problem.key == "cost.standard.in_phase.surprise"
    told = problem.hint.partition("without = [")[2].removesuffix("]")
    assert told.startswith('"cost.standard.in_phase.surprise", "cost.move.in_phase.surprise"')
    assert checked(tmp_path, left.replace('"ready"]', f'"ready", {told}]')) == []


def test_an_entry_that_asks_for_it_is_named_with_what_to_give_it_instead(small: str) -> None:
    top = 'id = "mine"\nextends = "small"\nwithout = ["cost.standard"]\n'
    (problem,) = of_small(small, top=top)
    assert problem.file == "small/ruleset.toml"
    assert problem.hint == (
        "leave out what asks for it, too: without = [\"action.attack\"], or give it another 'cost'"
    )


def test_a_slip_of_ones_own_gets_no_such_hint(small: str) -> None:
    top = 'id = "mine"\nextends = "small"\nwithout = ["state.prone"]\n'
    top += '[action.fall]\nlabel = "F"\ncost = "standard"\nneeds = "has_state(\'prone\')"\n'
    (problem,) = of_small(small, top=top)
    assert "without" not in problem.hint


def test_hints_of_many_places_are_one() -> None:
    hints = [f'leave out what asks for it, too: without = ["a.{n}"]' for n in range(MOST + 2)]
    assert together(hints[:1]) == hints[0]
    assert together([hints[0], hints[0] + ", or give it another 'cost'", hints[1]]).endswith('["a.0", "a.1"]')
    assert together(hints).endswith('"a.4", …]')
    assert together(["did you mean 'x'?", ""]) == "did you mean 'x'?"


def test_an_empty_table_over_one_is_a_warning(small: str) -> None:
    top = 'id = "mine"\nextends = "small"\n[action]\n[pipeline.damage]\ninputs = {}\n'
    (problem,) = of_small(small, top=top)
    assert (problem.warning, problem.line, problem.key) == (True, 5, "pipeline.damage.inputs")
    assert problem.hint == 'to empty it: without = ["pipeline.damage.inputs"]'


# -- translations ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_texts_of_what_is_extended_are_counted_and_ones_own_are_told(tmp_path: Path) -> None:
    text = HEAD + 'without = ["action.charge"]\n[action.jig]\nlabel = "Jig"\ncost = "standard"\ntext = "−1"\n'
    text += '[action.reel]\nlabel = "Reel"\ncost = "standard"\n'
    german = 'label = "Meins"\n\n[action.charge]\nlabel = "Ansturm"\n[action.jig]\n'
    first, left, own, other = checked(tmp_path, text, de=german)
    assert all(problem.warning for problem in (first, left, own, other))
    assert first.file.endswith("ruleset.de.toml")
    assert first.message.endswith(" texts of d20 SRD 3.5 are not translated.")
    assert "`translate`" in first.hint
    assert (left.line, left.key) == (4, "action.charge.label")
    assert "'action.charge' is left out by 'without'" in left.message
    assert (own.line, own.message) == (5, "'Jig' is not translated.")
    assert other.file.endswith("ruleset.toml")
    assert (other.line, other.message) == (10, "'Reel' is not translated in ruleset.de.toml.")


@pytest.mark.parametrize("text", ["0", "−1", "+5 %", "2d6", "d20 + 1", "3D", "1/2", "—"])
def test_numbers_signs_and_dice_need_no_translation(text: str) -> None:
    assert spoken_alike(text)


@pytest.mark.parametrize("text", ["D", "Prone", "1 step", "ß", "d6 fire"])
def test_words_do(text: str) -> None:
    assert not spoken_alike(text)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "no problems"),
        (
            "[tally.x]\nlabel = 'X'\nresets = 'turn-end'\nlabell = 'Y'\n",
            "1 error, which must be mended before it can be played",
        ),
        (
            "[tally.x]\nlabel = 'X'\nlabell = 'Y'\nresset = 'turn-end'\n",
            "2 errors, which must be mended before it can be played",
        ),
        ("[pipeline.damage]\ninputs = {}\n", "1 warning; it can be played all the same"),
        (
            "[pipeline.damage]\ninputs = {}\nsconds = 3\n",
            "1 error and 1 warning; the error must be mended before it can be played",
        ),
    ],
)
def test_errors_and_warnings_are_counted_apart(
    tmp_path: Path, small: str, capsys, more: str, said: str
) -> None:
    for name, text in (("small", small), ("mine", f'id = "mine"\nextends = "small"\n{more}')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.toml").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path / "mine")]) == (1 if more else 0)
    assert capsys.readouterr().out.splitlines()[-1].endswith(f"mine/ruleset.toml: {said}")


# -- slips -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "key", "message", "hint"),
    [
        (
            '[cost.jig]\nlabel = "Jig"\nalternatives = [{ standard = 1, borow = { move = 1 } }]',
            "cost.jig.alternatives[1].borow",
            "There is no key 'borow' here, and no pool.",
            "did you mean 'borrows'?",
        ),
        (
            '[state.dizzy]\nlabel = "Dizzy"\nends = "turn"',
            "state.dizzy.ends",
            "This must be a table, not 'turn'.",
            'write { at = "turn-start" }',
        ),
        (
            '[order.jig]\nlabel = "Jig"\nrolled = "phase"\nkeys = ["rollof 2d6 desc"]',
            "order.jig.keys[1]",
            "'rollof' begins no key, did you mean 'rolloff'?",
            "",
        ),
        (
            '[order.jig]\nlabel = "Jig"\nrolled = "phase"\nkeys = ["coins"]',
            "order.jig.keys[1]",
            "'coins' begins no key, did you mean 'coin'?",
            "",
        ),
        (
            '[action.jig]\nlabel = "Jig"\ncost = "standard"\nseconds = 10',
            "action.jig.seconds",
            "There is no key 'seconds' here.",
            "keys of the whole ruleset stand before the first [table]",
        ),
        (
            '[action.jig]\nlabel = "Jig"\ncost = "standard"\nneeds = "round % 3 == 0"',
            "action.jig.needs",
            "every third round is: round / 3 == floor(round / 3)",
            "",
        ),
    ],
)
def test_what_was_meant_is_said(find, more: str, key: str, message: str, hint: str) -> None:
    problem = next(problem for problem in find(more) if problem.key == key)
    assert message in problem.message
    assert problem.hint == hint


def test_a_formula_that_begins_like_a_word_of_keys_stays_one(find) -> None:
    assert find("", {"max_hp = 10": "max_hp = 10\nlists = 1", '"dex_mod desc"': '"lists desc"'}) == []


def test_the_folder_bears_the_id(small: str) -> None:
    (problem,) = loader.check_writing(Writing("other/ruleset.toml", small))
    assert (problem.warning, problem.line, problem.key) == (True, 1, "id")
    assert "'small'" in problem.message
    assert "'other'" in problem.message
    assert loader.check_writing(Writing("ruleset.toml", small)) == []


# -- kinds of values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "key", "message"),
    [
        (
            "[pool.luck]\nlabel = 'L'\nsize = \"'x'\"",
            "pool.luck.size",
            "A number is needed here, not a text.",
        ),
        (
            "[trigger.a]\nat = 'round-start'\ndoes = [{ pool = 'move', by = \"'a'\" }]",
            "trigger.a.does[1].by",
            "A number is needed here, not a text.",
        ),
        ("[stat.luck]\nvalue = \"'x' + 1\"", "stat.luck.value", "'x' is a text, and only numbers"),
        ("[stat.luck]\nvalue = \"max('x', 1)\"", "stat.luck.value", "'x' is a text, and only numbers"),
        ("[stat.luck]\nvalue = \"1 if 'a' < 3 else 2\"", "stat.luck.value", "A text cannot be compared with"),
        ('[stat.luck]\nvalue = "-[1, 2]"', "stat.luck.value", "[1, 2] is a list"),
        ("[stat.luck]\nvalue = \"'x' if dex > 3 else 'y'\"", "stat.luck.value", "not a text."),
        ("[state.tired]\nlabel = 'T'\nadd = { dex = \"'x'\" }", "state.tired.add.dex", "not a text."),
    ],
)
def test_a_text_where_a_number_is_needed_is_found(find, more: str, key: str, message: str) -> None:
    (problem,) = find(more.replace("[trigger.a]", "[[trigger]]"))
    assert problem.key in (key, key.replace("trigger.a", "trigger[1]"))
    assert message in problem.message
    assert not problem.warning


def test_a_text_that_is_compared_with_a_number_is_a_warning(small: str) -> None:
    more = '[action.jig]\nlabel = "Jig"\ncost = "standard"\nneeds = "dex == \'low\'"\n'
    (problem,) = of_small(small, more)
    assert (problem.warning, problem.message) == (True, "A number is never the same as a text.")


def test_what_depends_is_left_alone(find) -> None:
    more = "[stat.nature]\nvalue = 'calm'\ntype = 'text'\n[stat.luck]\n"
    more += "value = \"1 if nature == 'calm' else 2\"\n"
    more += "[formula.pick]\nlabel = 'P'\ninputs = { dex = 'x' }\nis = \"1 if dex == 'x' else 2\"\n"
    assert find(more) == []


# -- names and options -------------------------------------------------------------------------------


def test_a_flag_almost_like_one_that_is_known_is_a_warning(small: str) -> None:
    (problem,) = of_small(small, '[[trigger]]\nat = "round-start"\ndoes = [{ flag = "masive-damage" }]\n')
    assert (problem.warning, problem.hint) == (True, "did you mean 'massive-damage'?")
    assert of_small(small, '[[trigger]]\nat = "round-start"\ndoes = [{ flag = "the-bell-tolls" }]\n') == []


def test_an_effect_almost_like_another_is_a_warning(small: str) -> None:
    stages = ", ".join(f'{{ effect = "{word}" }}' for word in ("blessed", "blessed", "blesed"))
    (problem,) = of_small(small, f'[[trigger]]\nat = "round-start"\ndoes = [{stages}]\n')
    assert (problem.warning, problem.key) == (True, "trigger[1].does[3].effect")
    assert problem.hint == "did you mean 'blessed'?"


def test_an_effect_that_nobody_begins_cannot_be_asked_for(find) -> None:
    more = '[[trigger]]\nat = "round-start"\ndoes = [{ effect = "blessed" }, { end = ["blesed"] }]\n'
    (problem,) = find(more)
    assert problem.hint == "did you mean 'blessed'?"


OPTION = """
[option.quick]
label = "Quick"
default = "no"
values.no = { label = "No" }
values.yes = { label = "Yes", patch.pool.move = { size = %d } }
"""


def test_an_option_that_changes_nothing_is_a_warning(small: str) -> None:
    assert of_small(small, OPTION % 2) == []
    (problem,) = of_small(small, OPTION % 1)
    assert (problem.warning, problem.key) == (True, "option.quick.values.yes")
    assert problem.message == "With this value everything is as with the default 'no'."


@pytest.mark.parametrize("label", ["lable", "labl", "Label", "labell"])
def test_a_misspelt_label_of_what_an_option_makes_is_one_finding(small: str, label: str) -> None:
    patch = f'values.yes = {{ label = "Y", patch.action.jig = {{ {label} = "Jig", cost = "standard" }} }}'
    option = OPTION.replace(OPTION.strip().splitlines()[-1], patch)
    (problem,) = of_small(small, option)
    assert (problem.hint, problem.warning) == ("did you mean 'label'?", False)
