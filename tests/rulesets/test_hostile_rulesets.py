"""A ruleset or another text from anywhere costs no more than its limits say, and says what is above them.

Nothing here measures seconds: work is counted in steps, so that the same file does the same on every
machine and when a fight is played again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulesets import loader, toml_text
from rulesets.definition import build
from rulesets.definition.problems import RulesetError
from rulesets.papers.templates import TemplateError, read_template
from rulesets.scenario import ScenarioError, read_file
from rulesets.shelf import FILE, Shelf
from rulesets.toml_text import MAX_DEPTH, MAX_DIGITS, MAX_KEY, TooMuch
from rulesets.writing import Writing

MEMORY = 600 * 2**20
"""Bytes of addresses that whoever reads a hostile text may use."""


def said(text: str) -> str:
    """Return the first sentence with which a text is refused as a ruleset."""
    with pytest.raises(RulesetError) as caught:
        loader.load_text(text, "hostile")
    return caught.value.problems[0].message


# -- limits before parsing -----------------------------------------------------------------------------

DOTTED = "\n".join(f"a{number}." + ".".join(["b"] * 4900) + " = 1" for number in range(88))
"""880 kB that took tomllib 8 GB and 40 seconds."""

TOO_MUCH = [
    pytest.param(DOTTED, "dots between the parts of keys", id="dotted keys"),
    pytest.param("a" + ".b" * MAX_DEPTH + " = 1", f"more than {MAX_DEPTH} parts", id="one dotted key"),
    pytest.param("a" + ' . "b"' * MAX_DEPTH + " = 1", f"more than {MAX_DEPTH} parts", id="quoted parts"),
    pytest.param("[a" + ".b" * MAX_DEPTH + "]", f"more than {MAX_DEPTH} parts", id="a dotted header"),
    pytest.param("k" * (MAX_KEY + 1) + " = 1", f"longer than {MAX_KEY} characters", id="a long key"),
    pytest.param(f'"{"k" * (MAX_KEY + 1)}" = 1', f"longer than {MAX_KEY} characters", id="a quoted key"),
    pytest.param("a = " + "9" * 5000, f"more than {MAX_DIGITS} digits", id="a long number"),
    pytest.param("a = -" + "9" * 5000, f"more than {MAX_DIGITS} digits", id="a negative number"),
    pytest.param("a = [1, 0x" + "f" * 5000 + "]", f"more than {MAX_DIGITS} digits", id="a hex number"),
    pytest.param("a = " + "[" * 5000, "nested too deeply", id="lists in lists"),
    pytest.param("a = " + "{ a = " * 1000, "nested too deeply", id="tables in tables"),
    pytest.param("a = [\n" + "[],\n" * 70_000 + "]", "tables and lists", id="many lists"),
    pytest.param("\n".join(f"k{number} = 1" for number in range(61_000)), "keys", id="many keys"),
    pytest.param('x = "\n' + "a" + ".b" * MAX_DEPTH + " = 1", "parts", id="behind a slip"),
]


@pytest.mark.parametrize(("text", "sentence"), TOO_MUCH)
def test_a_text_above_a_limit_is_refused_before_it_is_parsed(text: str, sentence: str) -> None:
    assert sentence in said(text)


def test_reading_dotted_keys_needs_no_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "ruleset.toml").write_text(DOTTED, encoding="utf-8")
    program = "import sys; from rulesets.__main__ import main; sys.exit(main(['check', sys.argv[1]]))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert done.returncode == 1
    assert "dots between the parts of keys" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


WITHIN = [
    "a" + ".b" * (MAX_DEPTH - 1) + " = 1",
    "a = " + "9" * MAX_DIGITS,
    f'a = "{"." * 5000}"',
    f"# {'a.' * 5000} = {'9' * 5000} [[[[\na = 1",
    'a = """\n' + "[" * 100 + "\n" + "b." * 100 + '= 1\n"""',
    "a = '''" + "{" * 100 + "'''",
    'a = """x\\""" ' + "[" * 50 + '"""" # "\nb = 1',
    "a = [" * 1 + '"' + "[" * 50 + '", ' + "'" + "{" * 50 + "'" + "]",
    "a = 1979-05-27T07:32:00.999999",
    "a = " + "1." + "3" * 60,
]


@pytest.mark.parametrize("text", WITHIN)
def test_what_stands_in_strings_and_comments_is_no_structure(text: str) -> None:
    assert toml_text.loads(text) == tomllib.loads(text)


def test_every_text_that_comes_with_the_program_is_within_the_limits() -> None:
    """Far within: the largest shipped ruleset uses less than a tenth of any of them."""
    tenth = toml_text.Limits("a ruleset", 100_000, 10_000, 6_000, 6_000, 6_000)
    files = [*Path(loader.__file__).parent.glob("systems/*/*.toml")]
    assert len(files) > 5
    for file in files:
        toml_text.check(file.read_text(encoding="utf-8"), tenth)


def test_a_template_and_a_scenario_have_the_same_limits(tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text("a" + ".b" * 16_000 + " = 1", encoding="utf-8")
    with pytest.raises(TemplateError, match=f"more than {MAX_DEPTH} parts"):
        read_template(file)
    with pytest.raises(ScenarioError, match=f"more than {MAX_DEPTH} parts"):
        read_file(file)
    with pytest.raises(TooMuch) as caught:
        toml_text.loads("\n\na = " + "9" * 5000)
    assert caught.value.line == 3


# -- every folder on its own ---------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """The user's rulesets: a sound one among bad ones."""
    bad = {
        "a-number": 'id = "a-number"\nlabel = "A"\nseconds = ' + "9" * 5000,
        "b-dotted": DOTTED,
        "c-nested": "a = " + "[" * 900,
        "d-extends": 'extends = "d-extends"\n' + "x" + ".y" * 5000 + " = 1",
        "e-bytes": "\udcff",
    }
    for name, text in bad.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE).write_text(text, encoding="utf-8", errors="surrogateescape")
    sound = (loader.shipped()["kaiser"] / FILE).read_text(encoding="utf-8")
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / FILE).write_text(sound.replace('"kaiser"', '"house"', 1), encoding="utf-8")
    if hasattr(os, "mkfifo"):
        (tmp_path / "f-pipe").mkdir()
        os.mkfifo(tmp_path / "f-pipe" / FILE)
    return Shelf(tmp_path)


def test_a_bad_folder_leaves_the_list_of_the_others_as_it_is(shelf: Shelf, tmp_path: Path) -> None:
    own = [found for found in shelf.found() if found.own]
    assert len(own) >= 6
    for found in own:
        if found.id != "house":
            with pytest.raises(RulesetError):
                loader.load_writing(shelf.writing(found.file))
            assert loader.check(found.folder, shelf)[0].message
    assert loader.load_writing(shelf.writing("house")).id == "house"


def test_what_nobody_has_thought_of_is_a_problem_of_that_ruleset_alone(monkeypatch, caplog) -> None:
    """A mistake of the program, met in one ruleset, must not take "New encounter" from all of them."""

    def trips(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(build, "build", trips)
    monkeypatch.setattr(build, "check", trips)
    assert "cannot make anything of this ruleset (KeyError)" in said('id = "x"')
    assert "(KeyError)" in loader.check_writing(Writing("x", 'id = "x"'))[0].message
    assert "oops" in caplog.text
