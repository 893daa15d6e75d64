"""Benchmarks of the rules core, the start and the window, each beside a yardstick measured in the same run.

Prints one table (what, ours, yardstick, ratio, target) and writes it as JSON. No pass or fail: machines
differ, ratios are what counts.

    python tests/benchmarks/run.py [--json FILE] [--only WORD] [--frozen PROGRAM] [--frozen-bare PROGRAM]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from library_rows import library_rows  # noqa: E402
from paper_rows import paper_rows  # noqa: E402
from sharing_rows import sharing_rows  # noqa: E402
from start_rows import start_rows  # noqa: E402
from table import Row, lines, median  # noqa: E402
from window_rows import players_rows, window_rows  # noqa: E402

from desktop.files.kept_proofs import KeptProofs  # noqa: E402
from rulesets.fight.kept import Kept, keep_proof, kept  # noqa: E402
from rulesets.fight.session import Session, decode_entry, encode_entry  # noqa: E402
from rulesets.fight.storage.opening import look  # noqa: E402
from rulesets.fight.storage.schema import write_file  # noqa: E402
from rulesets.fight.storage.values import Header  # noqa: E402
from rulesets.formula.dice import RandomDice  # noqa: E402
from rulesets.output.summary import summarise  # noqa: E402
from rulesets.reading import loader  # noqa: E402 - the path comes first
from rulesets.reading.shelf import Shelf  # noqa: E402
from rulesets.scenarios.files import find_files  # noqa: E402
from rulesets.scenarios.rehearsal import rehearse  # noqa: E402
from rulesets.table import commands as cmd  # noqa: E402
from rulesets.vocabulary import Rules  # noqa: E402


def python_yardstick() -> float:
    """Time of 1,000 small dict copies with 100 entries: what the interpreter costs on this machine (ms)."""
    table = {f"c{number}": number for number in range(100)}

    def run() -> None:
        for number in range(1000):
            copied = dict(table)
            copied["c1"] = number

    return median(run, 21)


def fight(combatants: int, ruleset: str = "saga-edition") -> Session:
    """Return a running fight without journal."""
    session = Session(loader.load(ruleset), dice=RandomDice(1))
    for number in range(combatants):
        side = "foes" if number % 2 else "party"
        session.dispatch(
            cmd.Add(combatant={"id": f"c{number}", "side": side, "hp": 10**6, "dex_mod": number % 5})
        )
    session.dispatch(cmd.Start())
    return session


def engine_rows() -> list[Row]:
    """Commands per second without window and journal, against the yardstick's operations per second."""
    yardstick = python_yardstick()
    rows = []
    for combatants in (10, 100, 1000):
        session = fight(combatants)
        turns = median(lambda s=session: [s.dispatch(cmd.EndTurn()) for _ in range(300)], 9) / 300
        rows.append(
            Row(f"next turn, {combatants} combatants", turns, yardstick / 1000, turns / (yardstick / 1000),
                ">= 20,000/s at 100" if combatants == 100 else "")
        )  # fmt: skip
    session = fight(100)
    command = cmd.Apply(pipeline="damage", to=("c7",), inputs={"amount": 3})
    damage = median(lambda: [session.dispatch(command) for _ in range(300)], 9) / 300
    rows.append(
        Row("damage, 100 combatants", damage, yardstick / 1000, damage / (yardstick / 1000), ">= 10,000/s")
    )
    return rows


def long_fight(commands: int) -> Session:
    """Return a fight of so many commands as they are mixed at a table: turns, damage, actions, effects."""
    session, chance = fight(100), random.Random(1)
    while len(session.line) < commands:
        one, other, at = f"c{chance.randrange(100)}", f"c{chance.randrange(100)}", 1e9 + len(session.line)
        mixed = (
            (50, cmd.EndTurn()),
            (30, cmd.Apply(pipeline="damage", to=(one,), inputs={"amount": 3}, by=other)),
            (10, cmd.Act(who=session.state.walk.active, cost="swift")),
            (10, cmd.BeginEffect(on=one, name="marked", rounds=1, by=other)),
        )
        command = chance.choices([command for _, command in mixed], [share for share, _ in mixed])[0]
        session.dispatch(command, at)
    return session


def log_rows() -> list[Row]:
    """A fight of 20,000 commands, opened, closed and summed up, against decoding.

    It is opened as one that nobody has proved (checked, decoded, replayed), and as the same file later.
    """
    session = long_fight(20_000)
    bodies = [encode_entry(entry) for entry in session.log]
    decoding = median(lambda: [decode_entry(body) for body in bodies], 5)
    writing = Shelf().writing("saga-edition")
    header = Header(
        name="x",
        app_version="0.1.0",
        created="2025-11-21T19:30:00+00:00",
        ruleset_id="saga-edition",
        ruleset_text=writing.text,
        ruleset_hash=session.rules.hash,
        beside=msgspec.json.encode(writing).decode(),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.turnwright"
        steps = ((n, "command", n - 1, n, "step", body, 1e9) for n, body in enumerate(bodies, 1))
        write_file(path, header, steps)

        proofs = KeptProofs(Path(folder) / "proofs")

        def rules_of(*_: object) -> Rules:
            return session.rules

        def open_file() -> Kept:
            with look(path, proofs=proofs) as found:
                return kept(path, found.contents, rules_of)

        opening = median(open_file, 5)
        begin = time.perf_counter()
        keep_proof(proofs, path, rules_of)
        closing = (time.perf_counter() - begin) * 1000
        assert open_file().contents.proof is not None
        again = median(open_file, 5)
        reading = median(lambda: list(open_file().session.line), 5)
    summing = median(lambda: summarise(session.rules, session.log, "x"), 5)
    return [
        Row("open a fight of 20,000 commands", opening, decoding, opening / decoding, "<= 300 ms"),
        Row("prove it when it is closed", closing, decoding, closing / decoding, "<= 300 ms"),
        Row("open it again", again, decoding, again / decoding, "<= 100 ms"),
        Row("open it again and read every step", reading, decoding, reading / decoding, "<= 200 ms"),
        Row("summary of a fight of 20,000 commands", summing, decoding, summing / decoding, "<= 1 s"),
    ]


def scenario_rows() -> list[Row]:
    """All scenarios, loaded rulesets included."""
    begin = time.perf_counter()
    for file in find_files([ROOT / "tests" / "scenarios"]):
        rehearse([file], Shelf())
    taken = (time.perf_counter() - begin) * 1000
    return [Row("all shared scenarios", taken, 10_000, taken / 10_000, "<= 10 s")]


GROUPS: dict[str, Callable[[], list[Row]]] = {
    "engine": engine_rows,
    "log": log_rows,
    "scenarios": scenario_rows,
    "start": start_rows,
    "window": window_rows,
    "players": players_rows,
    "library": library_rows,
    "sharing": sharing_rows,
    "paper": lambda: paper_rows(fight),
}


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=sorted(GROUPS))
    parser.add_argument("--frozen", type=Path, help="standalone program to start; else the one in dist")
    parser.add_argument("--frozen-bare", type=Path, help="the bare window's; else the one in build/bare")
    given = parser.parse_args()
    groups = {**GROUPS, "start": lambda: start_rows(given.frozen, given.frozen_bare)}
    rows: list[Row] = []
    for name, group in groups.items():
        if given.only in (None, name):
            found = group()
            rows += found
            print(*lines(found), sep="\n", flush=True)  # at once: a later one may fail
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps([row._asdict() for row in rows], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
