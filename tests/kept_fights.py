"""Fights that earlier programs left in tests/encounters, and the records of what is shown of them.

`python -m tests.kept_fights` shows where records differ from what is shown now, and `--renew printed` writes
what is shown now into them, for instance when a sentence of the log has changed. Exit status: 0 if nothing
differs any more, else 1.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulesets.engine import uses
from rulesets.fight.kept import Kept, read_kept
from rulesets.fight.session import Session
from rulesets.formula.dice import RandomDice
from rulesets.output.exporting.as_json import exported
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.summary import summarise_kept
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal

ROOT = Path(__file__).parents[1]
ENCOUNTERS = ROOT / "tests" / "encounters"
BEFORE = (
    "before-merge",
    "before-concepts",
    "before-fewer-keys",
    "before-waves",
    "before-plain-words",
    "before-own-degrees",
)
FILES = sorted(file for folder in BEFORE for file in (ENCOUNTERS / folder).glob("*.turnwright"))
TEMPLATES = TemplateFolder(ROOT / "resources" / "templates")
DOCUMENTS = ("run-sheet", "status", "record", "cards")
NOTED_SINCE = uses.key_of(uses.ROUND, "", uses.UNDONE)
TOLD = ("printed", "export")
"""What is said of a fight: it may be said in other words, and more of it."""


def plainly(state: Encounter) -> Any:
    """A state as the record has it: by which edition of the rules it goes is no fact of the table."""
    told = msgspec.to_builtins(state)
    told.pop("rules", None)
    return json.loads(json.dumps(told))


def printed(kept: Kept) -> dict[str, str]:
    """Every document that there was then as a text."""
    exporter, summary = Exporter(TEMPLATES), summarise_kept(kept)
    return {kind: exporter.export(summary, Wanted("md", kind)).decode() for kind in DOCUMENTS}


def next_turn(session: Session) -> Any:
    """The state after what the fight waits for, with dice that fall as they fell then."""
    session.dice = RandomDice(11)
    for command in (cmd.EndTurn(), cmd.RollInitiative(), cmd.NextPhase(override=True)):
        if not isinstance(session.dispatch(command), Refusal):
            return _as_noted_then(plainly(session.state))
    raise AssertionError("nothing goes on")


def _as_noted_then(state: Any) -> Any:
    """A state without what is noted since as a turn ends: that something declared was not carried out."""
    for who in state["combatants"].values():
        used = who.get("used", {})
        for name in [name for name in used if name.startswith(NOTED_SINCE)]:
            del used[name]
        if not used:
            who.pop("used", None)
    return state


def shown(path: Path) -> dict[str, Any]:
    """All that is shown of a file, and where it leads."""
    kept = read_kept(path)
    found: dict[str, Any] = {
        "state": plainly(kept.session.state),
        "export": msgspec.to_builtins(exported(summarise_kept(kept))),
        "printed": printed(kept),
        "next": next_turn(kept.session),
    }
    kept.session.undo()
    kept.session.undo()
    return json.loads(json.dumps({**found, "back": plainly(kept.session.state)}))


def recorded(path: Path) -> dict[str, Any]:
    """What was shown of a file when its record was written."""
    return json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


# -- when something is said in other words ---------------------------------------------------------


def differences(name: str, was: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """The lines of a diff between a record and what is shown now, part by part."""
    for part in sorted(was.keys() | now.keys()):
        yield from difflib.unified_diff(
            _lines(was.get(part)), _lines(now.get(part)), f"{name}: {part}", f"{name}: {part} now", "", "", 1
        )


def _lines(part: Any) -> list[str]:
    if isinstance(part, dict) and all(isinstance(text, str) for text in part.values()):
        return [f"{kind}: {line}" for kind, text in sorted(part.items()) for line in text.splitlines()]
    return json.dumps(part, ensure_ascii=False, indent=1, sort_keys=True).splitlines()


def renewed(was: Any, now: Any) -> Any:
    """What is shown now, in the order in which the record has it."""
    if isinstance(was, list) and isinstance(now, list):
        there = [*was, *[None] * len(now)]
        return [renewed(before, one) for before, one in zip(there, now, strict=False)]
    if not isinstance(was, dict) or not isinstance(now, dict):
        return now
    keys = [*(key for key in was if key in now), *(key for key in now if key not in was)]
    return {key: renewed(was.get(key), now[key]) for key in keys}


def main(arguments: Sequence[str] | None = None) -> int:
    """Show what differs; write it into the records where that is wanted."""
    parser = argparse.ArgumentParser(description="Where records of kept fights differ from today.")
    parser.add_argument(
        "--renew",
        nargs="+",
        default=[],
        choices=TOLD,
        help="write these parts as they are shown now; how a fight stands and goes on is never renewed",
    )
    parser.add_argument("files", nargs="*", type=Path, help="files of fights; left out: all")
    options = parser.parse_args(arguments)
    left = False
    for path in options.files or FILES:
        was, now = recorded(path), shown(path)
        for line in differences(f"{path.parent.name}/{path.stem}", was, now):
            print(line)
        taken = {part: now[part] if part in options.renew else was[part] for part in was}
        if taken != was:
            text = json.dumps(renewed(was, taken), ensure_ascii=False, indent=1) + "\n"
            path.with_suffix(".json").write_text(text, encoding="utf-8")
        left |= taken != now
    return int(left)


if __name__ == "__main__":
    sys.exit(main())
