"""Delete every leaf of every shipped ruleset, one by one: each deletion must be noticed.

A deletion is noticed if the loader refuses the ruleset, if a case turns red, or if what other programs wrote
becomes something else. Leaves that are text for
people (labels, citations, rule texts) do not count. What is left is data that nobody reads.

    python tests/mutation.py [RULESET...]
"""

from __future__ import annotations

import copy
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rulesets.formula.compiling import FormulaError  # noqa: E402
from rulesets.incoming.fitting import fit  # noqa: E402
from rulesets.incoming.reading import read  # noqa: E402
from rulesets.incoming.source import Source  # noqa: E402
from rulesets.reading import loader  # noqa: E402 - the path comes first
from rulesets.scenarios.files import read_file  # noqa: E402
from rulesets.scenarios.play import Player  # noqa: E402
from rulesets.scenarios.steps import ScenarioError  # noqa: E402

Path_ = tuple[str | int, ...]
TEXTS = {
    "label",
    "short",
    "text",
    "cite",
    "act_cite",
    "needs_text",
    "version",
    "next_label",
    "verb",
    "group",
    "tone",
}
"""Keys whose values are read by people."""
SHOWN = {"sealed", "each", "printed", "when_added", "shown", "aside", "shown_with", "role", "key"}
"""Keys that only say how something is shown, or where a key leads; the window's own tests prove them."""
SHOWN_IN = {
    ("cost", "kind"),
    ("pipeline", "id"),
    ("pipeline", "choices"),
    ("action", "points"),
    ("declaration", "late"),
    ("declaration", "acts"),
    ("declaration", "names"),
    ("declaration", "choices"),
    ("delay", "contest"),
    ("delay", "uncontested"),
    ("deck", "signs"),
    ("roll", "own"),
    ("roll", "against"),
    ("action", "marked"),
    ("action", "attacks"),
    ("reaction", "marked"),
    ("state", "numbers"),
    ("pool", "if_any"),
    ("stat", "looks"),
    ("order", "spent"),
    ("check", "sheet"),
    ("formula", "of_target"),
    ("import", "families"),
}
"""The same for a key within one section: what is offered, named in the log, suggested."""
ATTACKS = {"attack", "melee", "ranged", "brawl", "defends"}
"""Words by which the window proposes what an attack costs, or what answers one: its own tests prove it."""
SHOWN_AT: set[Path_] = {("declaration", "plan", "inputs", "actions", "needed")}
"""The same for single leaves: what a form asks for before the rules refuse it for another reason."""
SHOWN_OF: dict[str, set[Path_]] = {
    "moon-swing": {("action", "use_weapon", "words", 0), ("stat", "leads", "type")},
    "pf2e": {("phase", "initiative", "when")},
    "sagas-hub": {("pipeline", "heal", "does", place, "if") for place in (1, 2)},
    "dnd5e": {
        ("phase", "initiative", "when"),
        *((("state", "stable", "on_begin", place, "if")) for place in (0, 1)),
        *((("pipeline", "heal", "does", place, "if")) for place in (3, 4)),
        *((("stat", name, "type")) for name in ("present", "able")),
    },
}
"""The same for single leaves of one ruleset: whoever has rolled does not roll again, so a roll in every round
would only be one more step in the bar; what is 0 already is not told to have become so; who declares an
attack is asked with which weapon, of which the window's tests tell; what is true or false of itself is shown
as such; a die code is printed as one."""


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every leaf below ``value``."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


def without(data: dict[str, Any], path: Path_) -> dict[str, Any]:
    """Return a copy of ``data`` without the leaf at ``path``."""
    spoiled = copy.deepcopy(data)
    holder: Any = spoiled
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return spoiled


def written(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def source(data: dict[str, Any]) -> str:
    """Return a ruleset as TOML, an entry on each line: what is too long for a line is refused unread."""
    lines = []
    for section, value in data.items():
        entries = value.items() if isinstance(value, dict) else ()
        lines += [f"{section}.{json.dumps(name)} = {written(entry)}" for name, entry in entries]
        if not isinstance(value, dict) or not value:
            lines.append(f"{section} = {written(value)}")
    return "\n".join(lines)


def cases_of(ruleset: str) -> list[dict[str, Any]]:
    """Return every case of a ruleset, the conformance cases first."""
    files = [*sorted((ROOT / "tests/scenarios").glob("*.toml"))]
    files += sorted((ROOT / "rulesets/systems" / ruleset).glob("scenarios/*.toml"))
    return [
        case for file in files if (data := read_file(file))["ruleset"] == ruleset for case in data["case"]
    ]


def noticed(text: str, ruleset: str, cases: list[dict[str, Any]]) -> str:
    """Return how a spoiled ruleset is noticed: 'refused', 'red', or '' if it is not.

    The case that turns red comes first from then on: it is likely to notice what stands beside it, too.
    """
    try:
        loader.load_text(text, ruleset, {})
    except loader.RulesetError:
        return "refused"
    for place, case in enumerate(cases):
        if _is_red(text, ruleset, case):
            cases.insert(0, cases.pop(place))
            return "red"
    return ""


def _is_red(text: str, ruleset: str, case: dict[str, Any]) -> bool:
    try:
        player = Player(loader.load_text(text, ruleset, case.get("options") or {}), case)
        return any(player.play(step) for step in case["steps"]) or bool(player.dice.left)
    except (
        loader.RulesetError,
        ScenarioError,
        FormulaError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
    ):
        return True


CREATURES = [
    creature
    for path in sorted((ROOT / "tests/incoming/samples").glob("*/*"))
    if path.name != "EXPECTED.toml"
    for creature in read(Source(path.name, path.read_bytes())).finding.creatures
]
"""What other programs wrote of creatures: all of the samples."""


def brought_in(text: str, ruleset: str) -> list[Any]:
    """Return what becomes of creatures that other programs wrote, by a ruleset of this text."""
    rules = loader.load_text(text, ruleset, {})
    return [fit(rules, creature) for creature in CREATURES]


def is_shown(path: Path_) -> bool:
    """Return whether a leaf only says how something looks."""
    return (
        path[-1] in SHOWN
        or path in SHOWN_AT
        or path[0] == "preset"
        or any((path[0], word) in SHOWN_IN for word in path)
    )


def is_proposed(data: dict[str, Any], path: Path_) -> bool:
    """Return whether a leaf is a word by which an action is known to be an attack."""
    return (
        path[0] == "action"
        and path[2:3] == ("words",)
        and data["action"][path[1]]["words"][path[3]] in ATTACKS
    )


def examine(ruleset: str) -> tuple[str, Counter[str], list[str]]:
    """Delete every leaf of one ruleset; return its name, the counts and what went unnoticed."""
    data = tomllib.loads((loader.shipped()[ruleset] / "ruleset.toml").read_text(encoding="utf-8"))
    cases, counts, unread = cases_of(ruleset), Counter[str](), []
    if noticed(source(data), ruleset, cases):
        return ruleset, Counter(unread=1), ["nothing: it is refused, or a case is red, as it stands"]
    brought = brought_in(source(data), ruleset)
    for path in leaves(data):
        words = {part for part in path if isinstance(part, str)}
        if words & TEXTS and path[-1] in TEXTS:
            counts["text"] += 1
        elif is_shown(path) or path in SHOWN_OF.get(ruleset, ()):
            counts["shown"] += 1
        else:
            spoiled = source(without(data, path))
            how = noticed(spoiled, ruleset, cases if path[0] != "import" else [])
            if not how and path[0] == "import" and brought_in(spoiled, ruleset) != brought:
                how = "red"
            if not how and is_proposed(data, path):
                how = "shown"
            counts[how or "unread"] += 1
            if not how:
                unread.append(".".join(str(part) for part in path))
    return ruleset, counts, unread


def main(names: list[str]) -> int:
    """Examine the named rulesets, or all; 1 if anything went unnoticed."""
    bad = 0
    with ProcessPoolExecutor(max_workers=2) as pool:
        for ruleset, counts, unread in pool.map(examine, names or sorted(loader.shipped())):
            total = sum(counts.values())
            shown = ", ".join(f"{counts[key]} {key}" for key in ("refused", "red", "text", "shown", "unread"))
            print(f"{ruleset}: {total} leaves: {shown}")
            for name in unread:
                print(f"    unread: {name}")
            bad += len(unread)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
