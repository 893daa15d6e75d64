"""Rulesets are found in the user's folder beside the shipped ones, and none breaks the others (issue 5)."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from desktop.process.paths import Paths
from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf, user_folder
from rulesets.reading.starting import CannotStart, start
from tests.sampling import mostly_slow

MINE = 'id = "mine"\nlabel = "Mine"\nextends = "srd35"\n'


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A shelf with an empty folder of the user's."""
    (tmp_path / "rulesets").mkdir()
    return Shelf(tmp_path / "rulesets")


def put(shelf: Shelf, ident: str, text: str) -> Path:
    """Write a ruleset into the user's folder."""
    assert shelf.own is not None
    (shelf.own / ident).mkdir()
    file = shelf.own / ident / "ruleset.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_half_a_ruleset_is_not_left_where_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up at the second file: all that was made is gone, what was there before stays."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("my own")
    write, written = Path.write_text, []

    def fills_up(path: Path, text: str, encoding: str) -> int:
        written.append(path)
        if len(written) > 1:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", fills_up)
    for name in ("mine", "new"):
        written.clear()
        with pytest.raises(OSError, match="No space left"):
            start(tmp_path / name, "srd35")
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == [
        "mine",
        "mine/notes.txt",
    ]


def test_core_and_window_mean_the_same_folder() -> None:
    assert user_folder() == Paths.standard().rulesets


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert {found.id for found in Shelf(tmp_path / "nowhere").found()} == set(loader.shipped())


def test_the_users_stand_behind_the_shipped_ones(shelf: Shelf) -> None:
    file = put(shelf, "mine", MINE)
    last = shelf.found()[-1]
    assert (last.id, last.file, last.own, last.problem) == ("mine", file, True, "")
    assert loader.load_writing(shelf.writing("mine")).label == "Mine"


def test_a_broken_one_breaks_no_other(shelf: Shelf) -> None:
    put(shelf, "broken", "[[[")
    put(shelf, "mine", MINE)
    assert loader.load_writing(shelf.writing("mine")).id == "mine"
    (problem,) = loader.check("broken", shelf)
    assert (problem.line, problem.key) == (1, "")


@pytest.mark.parametrize(("ident", "said"), [("srd35", "comes with the program"), ("My House", "is no id")])
def test_a_folder_that_cannot_be_used_says_why_and_the_shipped_one_stays(
    shelf: Shelf, ident: str, said: str
) -> None:
    put(shelf, ident, MINE)
    (found,) = [found for found in shelf.found() if found.own]
    assert said in found.problem
    assert shelf.folder("srd35") == loader.shipped()["srd35"]


def test_one_of_the_users_may_extend_another(shelf: Shelf) -> None:
    put(shelf, "mine", MINE)
    put(shelf, "yours", 'id = "yours"\nlabel = "Yours"\nextends = "mine"\n[stat]\nmax_hp = 40\n')
    rules = loader.load_writing(shelf.writing("yours"))
    assert (rules.id, rules.stats["max_hp"].default) == ("yours", 40)


@pytest.mark.parametrize(
    ("texts", "said", "hint"),
    [
        ({"mine": MINE.replace("srd35", "srd53")}, "no ruleset 'srd53'", "did you mean 'srd35'?"),
        ({"mine": MINE.replace("srd35", "mine")}, "circle: mine → mine", ""),
        ({"mine": MINE.replace("srd35", "b"), "b": 'extends = "mine"\n'}, "circle: mine → b → mine", ""),
        ({"mine": MINE.replace("srd35", "../srd35")}, "no ruleset '../srd35'", "did you mean 'srd35'?"),
        (
            {"mine": 'extends = "a1"\n', **{f"a{n}": f'extends = "a{n + 1}"\n' for n in range(1, 12)}},
            "More than 8 rulesets",
            "",
        ),
    ],
)
def test_what_is_extended_must_be_there_and_lead_somewhere(shelf: Shelf, texts, said: str, hint: str) -> None:
    for ident, text in texts.items():
        put(shelf, ident, text)
    (problem,) = loader.check("mine", shelf)
    assert problem.key == "extends"
    assert problem.line > 0
    assert said in problem.message
    assert hint in problem.hint


def test_a_file_too_large_is_not_read(shelf: Shelf) -> None:
    file = put(shelf, "mine", MINE)
    with file.open("ab") as large:
        large.truncate(100_000_000)
    (problem,) = loader.check("mine", shelf)
    assert "larger than 4 MB" in problem.message


def test_translations_are_found_beside_the_text(shelf: Shelf) -> None:
    file = put(shelf, "mine", MINE)
    for name in ("ruleset.de.toml", "ruleset.pt-BR.toml", "ruleset.old version.toml", "notes.toml"):
        (file.parent / name).write_text("", encoding="utf-8")
    assert sorted(shelf.writing("mine").languages) == ["de", "pt-br"]


# -- a new one ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("base", mostly_slow(["", *sorted(loader.shipped())], "", "srd35"))
def test_a_new_one_has_no_problem_and_its_scenarios_pass(tmp_path: Path, capsys, base: str) -> None:
    """``new DIR --from srd35`` starts one with comments (issue 5)."""
    folder = tmp_path / "my-house"
    assert main(["new", str(folder), *(["--from", base] if base else [])]) == 0
    assert main(["check", str(folder)]) == 0
    assert main(["play", str(folder)]) == 0
    text = (folder / "ruleset.toml").read_text(encoding="utf-8")
    assert 'id = "my-house"' in text
    assert 'label = "My House"' in text
    assert "no problems" in capsys.readouterr().out
    assert loader.load(folder).id == "my-house"


@pytest.mark.slow
@pytest.mark.parametrize("base", mostly_slow(sorted(loader.shipped()), "kaiser", "srd35"))
def test_the_examples_in_a_new_one_hold_once_their_mark_is_taken_away(tmp_path: Path, base: str) -> None:
    start(tmp_path / "mine", base)
    file = tmp_path / "mine" / "ruleset.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    end = next(n for n, line in enumerate(lines) if line.startswith("# ------"))
    begin = next(n for n, line in enumerate(lines) if line == "#")
    lines[begin:end] = [line.removeprefix("# ").removeprefix("#") for line in lines[begin:end]]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert loader.check(file) == []
    assert loader.load(file).actions["boast"].label == "Boast"


def test_a_new_one_lists_everything_of_its_base_that_has_an_id(tmp_path: Path) -> None:
    start(tmp_path / "mine", "kaiser")
    text, rules = (tmp_path / "mine" / "ruleset.toml").read_text(encoding="utf-8"), loader.load("kaiser")
    listed = text.partition("what Kaiser")[2].replace("\n#    ", "").splitlines()
    heads = {
        line[3:].partition("]")[0]: line.partition("] ")[2].split(", ") for line in listed if "[" in line
    }
    assert heads["relation"] == list(rules.relations) == ["surprise"]
    assert heads["phase"] == [phase.id for phase in rules.phases]
    assert "trigger" not in heads


def test_what_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    start(tmp_path / "mine")
    (tmp_path / "mine" / "ruleset.toml").write_text("precious")
    with pytest.raises(CannotStart, match="nothing was changed"):
        start(tmp_path / "mine", "srd35")
    assert (tmp_path / "mine" / "ruleset.toml").read_text() == "precious"


@pytest.mark.parametrize(("name", "said"), [("My House", "is no id"), ("srd35", "already")])
def test_a_name_that_cannot_be_an_id_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(CannotStart, match=said):
        start(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_base_writes_nothing(tmp_path: Path, capsys) -> None:
    assert main(["new", str(tmp_path / "mine"), "--from", "srd53"]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
