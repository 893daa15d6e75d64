"""The rules core on the command line: ``python -m rulesets list | check | play | schema``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rulesets import loader
from rulesets.scenario import Result, ScenarioError, find_files, play_file


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return its exit status (see ``play`` for its three)."""
    parser = argparse.ArgumentParser(prog="python -m rulesets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the shipped rulesets, one a line")
    check = commands.add_parser("check", help="everything that is wrong with a ruleset, all at once")
    check.add_argument("path", type=Path, help="a ruleset.toml, or the folder that holds one")
    play = commands.add_parser("play", help="play scenario files (exit 0 all hold, 1 not all, 2 unreadable)")
    play.add_argument("paths", type=Path, nargs="+", help="scenario files, or folders that hold some")
    play.add_argument("--json", action="store_true", help="machine-readable results")
    commands.add_parser("schema", help="the JSON schema of a ruleset.toml, for editors")
    given = parser.parse_args(arguments)
    if given.command == "list":
        return list_rulesets()
    if given.command == "check":
        return check_ruleset(given.path)
    if given.command == "schema":
        return print_schema()
    return play_scenarios(given.paths, as_json=given.json)


def list_rulesets() -> int:
    """Print id, label and version of every shipped ruleset."""
    for ident in loader.shipped():
        try:
            rules = loader.load(ident)
        except loader.RulesetError as error:
            print(f"{ident}: has errors\n{error}")
            continue
        print(f"{ident:<16} {rules.label} (version {rules.version})")
    return 0


def check_ruleset(path: Path) -> int:
    """Print every problem of a ruleset; 0 if there is none, 1 if there is, 2 if there is no such file."""
    file = path / "ruleset.toml" if path.is_dir() else path
    if not file.is_file():
        print(f"{file}: there is no such file", file=sys.stderr)
        return 2
    problems = loader.check(file)
    for problem in problems:
        print(problem)
    print(f"{file}: {len(problems)} problems" if problems else f"{file}: no problems")
    return 1 if problems else 0


def print_schema() -> int:
    """Print the JSON schema of a ruleset.toml."""
    from rulesets.definition.ruleset import RulesetDef

    print(json.dumps(RulesetDef.model_json_schema(), indent=2))
    return 0


def play_scenarios(paths: list[Path], *, as_json: bool) -> int:
    """Play scenario files and print how every case came out."""
    results: list[Result] = []
    try:
        for file in find_files(paths):
            results += play_file(file)
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 2
    failed = [result for result in results if result.failure]
    if as_json:
        rows = [
            {"file": r.file, "case": r.case, "title": r.title, "passed": not r.failure, "step": r.step,
             "failure": r.failure}
            for r in results
        ]  # fmt: skip
        counts = {"passed": len(results) - len(failed), "failed": len(failed)}
        print(json.dumps({**counts, "cases": rows}, indent=2))
        return 1 if failed else 0
    for result in results:
        if result.failure:
            print(f"FAIL {result.file} {result.case}: {result.title}")
            print(f"     step {result.step}: {result.failure}")
        else:
            print(f"ok   {result.case}: {result.title}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
