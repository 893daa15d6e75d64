"""The rules core on the command line: ``python -m rulesets``, then a command; ``--help`` lists them."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.reading import loader
from rulesets.reading.reference.chapters import reference
from rulesets.reading.schema import schema_text
from rulesets.reading.shelf import Shelf
from rulesets.reading.starting import CannotStart, start, translation
from rulesets.scenarios.files import named_files
from rulesets.scenarios.play import Result
from rulesets.scenarios.rehearsal import NO_RULESET, rehearse
from rulesets.scenarios.steps import ScenarioError


class Subcommand(NamedTuple):
    """One of the words that follow ``python -m rulesets``."""

    name: str
    help: str
    run: Callable[[argparse.Namespace], int]
    """Does it and returns the exit status."""
    takes: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Its arguments: the name of each, and what argparse is told of it."""


_OUT: dict[str, Any] = {"type": Path, "nargs": "?", "help": "file to write it to; left out: it is printed"}
SUBCOMMANDS = (
    Subcommand(
        "list",
        "the rulesets that come with the program and your own, one a line",
        lambda given: list_rulesets(),
    ),
    Subcommand(
        "check",
        "everything that is wrong with a ruleset, all at once",
        lambda given: check_ruleset(given.path),
        (("path", {"help": "the id of a ruleset, a ruleset.toml, or the folder that holds one"}),),
    ),
    Subcommand(
        "play",
        "play scenario files (exit 0 all hold, 1 not all, 2 unreadable)",
        lambda given: play_scenarios(given.paths, as_json=given.json),
        (
            ("paths", {"nargs": "+", "help": "ids of rulesets, scenario files, or folders that hold some"}),
            ("--json", {"action": "store_true", "help": "machine-readable results"}),
        ),
    ),
    Subcommand(
        "new",
        "start a ruleset of your own, with comments and a first scenario",
        lambda given: new_ruleset(given.folder, given.base),
        (
            ("folder", {"type": Path, "help": "where; the folder's name becomes the id"}),
            (
                "--from",
                {"dest": "base", "default": "", "help": "id of the ruleset that it extends"},
            ),
        ),
    ),
    Subcommand(
        "show",
        "the text of a ruleset",
        lambda given: show_ruleset(given.path),
        (("path", {"help": "its id, its ruleset.toml, or its folder"}),),
    ),
    Subcommand(
        "translate",
        "the texts of a ruleset that a language still lacks",
        lambda given: show_translation(given.path, given.language),
        (
            ("path", {"help": "the id of a ruleset, its ruleset.toml, or its folder"}),
            ("language", {"help": "such as de, fr or pt-br"}),
        ),
    ),
    Subcommand(
        "schema",
        "the JSON schema of a ruleset.toml, for editors",
        lambda given: write_schema(given.out),
        (("out", _OUT),),
    ),
    Subcommand(
        "reference",
        "the reference of everything a ruleset can say",
        lambda given: write_reference(given.out),
        (("out", _OUT),),
    ),
)
"""Every one of them, as the help lists them."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return its exit status (see ``play`` for its three)."""
    given = parser().parse_args(arguments)
    try:
        status: int = given.run(given)
    except loader.RulesetError as error:
        for problem in error.problems:
            print(problem if problem.line else _sentence(problem), file=sys.stderr)
        return 2
    except (CannotStart, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return status


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    top = argparse.ArgumentParser(prog="python -m rulesets", description=__doc__)
    known = top.add_subparsers(dest="command", required=True)
    for one in SUBCOMMANDS:
        made = known.add_parser(one.name, help=one.help)
        made.set_defaults(run=one.run)
        for name, told in one.takes:
            made.add_argument(name, **told)
    return top


def _sentence(problem: loader.Problem) -> str:
    """Return a problem that has no line, such as that there is no such file."""
    named = "" if problem.file in problem.message else f"{problem.file}: "
    return f"{named}{problem.message}" + (f" ({problem.hint})" if problem.hint else "")


def list_rulesets() -> int:
    """Print id, label and version of every ruleset; of one that cannot be played, what is wrong with it."""
    shelf = Shelf.standard()
    for found in shelf.found():
        if found.problem:
            print(f"{found.folder}: {found.problem}")
            continue
        try:
            rules = loader.load_writing(shelf.writing(found.file))
        except loader.RulesetError as error:
            print(f"{found.id}: has errors\n{error}")
            continue
        where = f", {found.folder}" if found.own else ""
        print(f"{found.id:<16} {rules.label} (version {rules.version}{where})")
    return 0


def check_ruleset(path: str) -> int:
    """Print every problem of a ruleset, and what could be said in short.

    The exit status is 0 if there is no problem, 1 if there is, 2 if there is no such file; advice is none.
    """
    shelf = Shelf.standard()
    file = shelf.file(path)
    if not file.is_file():
        print(f"{file}: there is no such file, and no ruleset of that id", file=sys.stderr)
        return 2
    problems, advice = loader.check(file, shelf), loader.advice(file, shelf)
    for told in (*problems, *advice):
        print(told)
    pieces = f"; {len(advice)} piece{'s' * (len(advice) != 1)} of advice" if advice else ""
    print(f"{file}: {_counted(problems)}{pieces}")
    return 1 if problems else 0


def _counted(problems: list[loader.Problem]) -> str:
    errors = sum(not problem.warning for problem in problems)
    warnings = len(problems) - errors
    parts = [(errors, "error"), (warnings, "warning")]
    counts = " and ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in parts if n)
    if not problems:
        return "no problems"
    if not errors:
        return f"{counts}; it can be played all the same"
    if not warnings:
        return f"{counts}, which must be mended before it can be played"
    return f"{counts}; the {'error' if errors == 1 else 'errors'} must be mended before it can be played"


def new_ruleset(folder: Path, base: str) -> int:
    """Start a ruleset and print what was written and what to do next."""
    shelf = Shelf.standard()
    for file in start(folder, base, shelf):
        print(file)
    print(f"\nCheck it:             python -m rulesets check {folder}")
    print(f"Play its scenarios:   python -m rulesets play {folder}")
    if shelf.own is not None and folder.resolve().parent != shelf.own.resolve():
        print(f"The window finds rulesets in {shelf.own}: move the folder there to play with it.")
    return 0


def show_ruleset(path: str) -> int:
    """Print the text of a ruleset as it was written."""
    shelf = Shelf.standard()
    print(shelf.writing(shelf.file(path)).text, end="")
    return 0


def show_translation(path: str, language: str) -> int:
    """Print the texts of a ruleset that a language lacks, to be filled in."""
    print(translation(path, language, Shelf.standard()), end="")
    return 0


def write_schema(out: Path | None) -> int:
    """Print the JSON schema of a ruleset.toml, or write it to a file; 2 if that cannot be written."""
    return _put(schema_text(), out)


def write_reference(out: Path | None) -> int:
    """Print the reference as Markdown, or write it to a file; 2 if that cannot be written."""
    return _put(reference(), out)


def _put(text: str, out: Path | None) -> int:
    if out is None:
        print(text, end="")
        return 0
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"{out}: the file cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{out}: written")
    return 0


def play_scenarios(named: list[str], *, as_json: bool) -> int:
    """Check and play scenario files; print what is wrong with them, and how every case came out."""
    shelf = Shelf.standard()
    try:
        rehearsal = rehearse(named_files(named, shelf), shelf)
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 2
    results = rehearsal.results
    failed = [result for result in results if result.failure]
    if as_json:
        rows = [
            {"file": r.file, "case": r.case, "title": r.title, "passed": not r.failure, "step": r.step,
             "line": r.line, "failure": r.failure}
            for r in results
        ]  # fmt: skip
        problems = [
            {"file": p.file, "line": p.line, "key": p.key, "message": p.message, "hint": p.hint,
             "warning": p.warning}
            for p in rehearsal.problems
        ]  # fmt: skip
        counts = {"passed": len(results) - len(failed), "failed": len(failed)}
        print(json.dumps({**counts, "cases": rows, "problems": problems}, indent=2))
    if not as_json or rehearsal.unreadable:
        for problem in rehearsal.problems:
            print(problem, file=sys.stderr)
    if not as_json:
        _print_results(results)
    return 2 if rehearsal.unreadable else 1 if failed else 0


def _print_results(results: list[Result]) -> None:
    vain = Counter(result.file for result in results if result.failure == NO_RULESET)
    for file, cases in vain.items():
        print(f"FAIL {file}: none of its {cases} case{'s' * (cases != 1)} can be played: {NO_RULESET}")
    for result in results:
        if not result.failure:
            print(f"ok   {result.case}: {result.title}")
        elif result.failure != NO_RULESET:
            print(f"FAIL {result.file}:{result.line} {result.case}: {result.title}")
            step = f"step {result.step}: " if result.step or not result.unplayed else ""
            print(f"     {step}{'cannot be played: ' * result.unplayed}{result.failure}")
    failed = sum(bool(result.failure) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")


if __name__ == "__main__":
    sys.exit(main())
