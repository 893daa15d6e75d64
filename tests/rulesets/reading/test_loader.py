"""Finding, loading, storing and checking rulesets."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from rulesets.reading import loader

SHIPPED = sorted(loader.shipped())


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_shipped_ruleset_has_no_problem_with_any_option(ruleset) -> None:
    assert [str(problem) for problem in loader.check(ruleset)] == []


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_compiled_ruleset_comes_back_as_it_was(ruleset) -> None:
    rules = loader.load(ruleset)
    back = loader.decode(loader.encode(rules))
    assert msgspec.structs.asdict(back) == msgspec.structs.asdict(rules)
    assert list(back.stats) == list(rules.stats)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_ruleset_is_known_by_its_folder(ruleset) -> None:
    folder = loader.shipped()[ruleset]
    rules = loader.load(ruleset)
    assert (rules.id, folder.name) == (ruleset, ruleset)
    assert loader.load(folder).hash == loader.load(folder / "ruleset.toml").hash == rules.hash
    text = (folder / "ruleset.toml").read_text(encoding="utf-8")
    assert loader.load_text(text, "stored").hash == rules.hash


def test_saga_edition_with_its_options() -> None:
    rules = loader.load("saga-edition", {"second_wind_cost": 1, "full_round_allows_swift": True})
    assert rules.actions["second_wind"].parts == 1
    assert rules.costs["full-round"].alternatives[0].pay == {"standard": "1", "move": "1"}
    assert rules.options_set["second_wind_cost"] == "1"
    assert (rules.main_order, rules.main_track) == ("initiative", "condition")
    assert rules.modified == {"fortitude", "reflex", "will", "speed"}


def test_loading_twice_compiles_once() -> None:
    assert loader.load("saga-edition") is loader.load("saga-edition")


@pytest.mark.parametrize(("source", "hint"), [("saga-editon", "'saga-edition'"), ("nowhere/at-all.toml", "")])
def test_a_ruleset_that_is_not_there(source, hint) -> None:
    with pytest.raises(loader.RulesetError) as error:
        loader.load(source)
    (problem,) = error.value.problems
    assert "no file" in problem.message
    assert hint in problem.hint
    assert loader.check(source) == [problem]


def test_a_file_that_is_no_text(tmp_path) -> None:
    file = tmp_path / "ruleset.toml"
    file.write_bytes(b"id = '\xff\xfe'")
    with pytest.raises(loader.RulesetError, match="not UTF-8"):
        loader.load(tmp_path)


def test_a_broken_file_is_checked_without_an_exception(tmp_path) -> None:
    file = tmp_path / "ruleset.toml"
    file.write_text("id = ", encoding="utf-8")
    (problem,) = loader.check(file)
    assert problem.line == 1


def test_the_loader_and_a_stored_ruleset_need_no_pydantic(tmp_path) -> None:
    file = tmp_path / "rules.msgpack"
    file.write_bytes(loader.encode(loader.load("saga-edition")))
    program = (
        "import sys, pathlib\n"
        "from rulesets.reading import loader\n"
        "rules = loader.decode(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "print(rules.id, sorted({'pydantic', 'pydantic_core', 'tomllib'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split("\n")[0] == "saga-edition []", done.stderr


def test_what_was_stored_by_something_else_is_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        loader.decode(b"\x93\x01\x02\x03")
