"""Slips of TOML and keys written twice: in words, in the right line."""

from __future__ import annotations

import pytest

from rulesets.reading import loader
from rulesets.reading.problems import Problem

SLIPS = [
    ('a = "x', "quote is opened", '"'),
    ("a 1", "no = behind", "key = value"),
    ("a: 1", "not by a colon", "key = value"),
    ("a += 1", "with = alone", ""),
    ("a == 1", "one = sign", ""),
    ("my key = 1", "one word", "my_key"),
    ("größe = 1", "plain letters", ""),
    ("a = { b = 1, }", "comma stands before the }", ""),
    ("a = { b = 1,\n c = 2 }", "must be in one line", "[header]"),
    ("a = { b = 1 c = 2 }", "comma is missing", ""),
    ('a = "C:\\Users"', "backslash", "write it twice"),
    ('a = "\\d"', "backslash", "write it twice"),
    ("a = True", "'True' is no value", "true in small letters"),
    ("a = null", "'null' is no value", "leave the key out"),
    ("a = hello", "needs quotes", '"hello"'),
    ("a = d20 + 2", "needs quotes", '"d20 + 2"'),
    ("a = “x”", "Curly quotes", ""),
    ("a = ", "no value behind", ""),
    ("a = 1,5", "a point, not a comma", "1.5"),
    ("a = 01", "does not begin with 0", "1"),
    ("a = 'it's'", "ends there", "double quotes"),
    ("a = [1 2]", "list is not closed", "comma"),
    ("a = [1, 2\nb = 3", "list is not closed", "comma"),
    ("a = 1 b = 2", "two keys in this line", ""),
    ("[a\nb = 1", "header of a table is not closed", ""),
    ("= 1", "no key before", ""),
    ("// x", "A comment begins with #", ""),
    ('a = """x\nb = 1', "never closed", '"""'),
]


def found(text: str) -> list[Problem]:
    with pytest.raises(loader.RulesetError) as error:
        loader.load_text(text, "x.toml")
    return list(error.value.problems)


@pytest.mark.parametrize(("slip", "message", "hint"), SLIPS, ids=[case[0] for case in SLIPS])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_slip_is_told_once_in_its_line_with_what_to_write(small, slip, message, hint, ending) -> None:
    text = f"{small}[state.x]\nlabel = 'X'\n{slip}\n"
    (problem,) = found(text.replace("\n", ending))
    assert message in problem.message
    assert hint in problem.hint
    assert problem.line == small.count("\n") + 3


def test_of_several_slips_the_first_one_is_told() -> None:
    """It has to be mended before anything behind it can be read for sure."""
    (problem,) = found("a = 1\n[x]\nc = hello\nd = [1,\n2\ne = 3\n[y\n")
    assert (problem.line, problem.hint) == (3, 'write "hello"')


# (what is added behind an action 'x' with a label and a cost; key; offset of the second; line of the first)
TWICE = [
    ("label = 'Y'\n", "action.x.label", 4, 2),
    ("does = [{ flag = 'a', flag = 'b' }]\n", "action.x.does[1].flag", 4, 4),
    ("[action.x]\ntext = 'T'\n", "action.x", 4, 1),
    ("[cost]\n[cost]\n", "cost", 5, 4),
    ("[pool.a]\nlabel = 'A'\n[action.x]\nparts = 2\n", "action.x", 6, 1),
]


@pytest.mark.parametrize(("more", "key", "second", "first"), TWICE, ids=[case[1] + case[0] for case in TWICE])
def test_a_key_or_table_that_is_there_twice_names_both_lines(find, small, more, key, second, first) -> None:
    before = small.count("\n") + 1
    (problem,) = find(f"[action.x]\nlabel = 'X'\ncost = 'standard'\n{more}")
    assert (problem.key, problem.line) == (key, before + second)
    assert f"the first is in line {before + first}" in problem.message


def test_a_mark_at_the_beginning_of_the_file_and_windows_lines_do_no_harm(small) -> None:
    assert loader.load_text("\ufeff" + small.replace("\n", "\r\n"), "x.toml").id == "small"


TOO_LARGE = [
    "x" * 1_000_001,
    "a = 1\n" * 60_001,
    f"a = '{'x' * 10_000}'",
    "a = " + "[" * 9_000,
    "a = [\n" + "[\n" * 90_000,
    ".".join("a" * 4_000) + " = 1",
    f"[{'.'.join('a' * 4_000)}]",
    "a = " + "{a=" * 3_000,
]


@pytest.mark.parametrize("text", TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_what_is_too_large_is_refused_with_one_sentence(text) -> None:
    (problem,) = found(text)
    assert problem.message.endswith(".")


def test_a_large_file_is_not_even_read(tmp_path) -> None:
    file = tmp_path / "ruleset.toml"
    with file.open("wb") as out:
        out.truncate(100_000_000)
    (problem,) = loader.check(file)
    assert "larger than 4 MB" in problem.message


@pytest.mark.parametrize(
    "more",
    [
        "".join(f"k{at} = 1\n" for at in range(1_000)),
        "".join(f"[stat.s{at}]\nvalue = 'x{at}'\n" for at in range(600)),
        pytest.param("".join(f"k{at} = 1\n" for at in range(5_000)), marks=pytest.mark.slow),
        pytest.param(
            "".join(f"[stat.s{at}]\nvalue = 'x{at}'\n" for at in range(3_000)), marks=pytest.mark.slow
        ),
    ],
)
def test_thousands_of_problems_are_cut_off(find, more) -> None:
    found = find(more)
    assert len(found) == 201
    assert "more problems" in found[-1].message
