"""What `without` leaves out, and what of the rulesets below still asks for it.

Nobody should edit a ruleset that comes with the program: what is missing in it since something was left out
is told with what else to leave out, or to write anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.reading.problems import Loc

MOST = 5
"""Paths that one hint names."""
_MISSING = re.compile(r"There is no .*?(?:'(?P<word>[^']*)'|\[(?P<table>[\w.-]+)\])")
_HINT = "leave out what asks for it, too: without = ["
_LIST = re.compile(re.escape(_HINT) + r"(?P<paths>[^\]]*)\]")


def gone(message: str, left_out: Iterable[Loc]) -> bool:
    """Return whether what a message misses is what was left out."""
    match = _MISSING.search(message)
    if match is None:
        return False
    word = match["word"] or (match["table"] or "").rpartition(".")[2]
    return any(word == path[-1] for path in left_out)


def nameable(raw: Mapping[str, Any], place: Loc) -> tuple[Loc, str]:
    """Return the deepest place that `without` can name, and in words what may be written anew instead.

    Entries of lists are named by their ids. A plain value is not left out: its table may need it.
    """
    node: Any = raw
    path: list[str] = []
    for part in place:
        if isinstance(node, list):
            entry = node[part] if isinstance(part, int) and part < len(node) else None
            name = entry.get("id") if isinstance(entry, dict) else None
        else:
            entry = node.get(part) if isinstance(node, dict) else None
            name = part
        if not isinstance(name, str) or "." in name:
            break
        path.append(name)
        node = entry
    if len(path) > 2 and not isinstance(node, dict | list):
        return tuple(path[:-1]), f"give it another {path[-1]!r}"
    return tuple(path), "write the list anew" if isinstance(node, list) else ""


def asked_for(path: Loc, instead: str) -> str:
    """Return the hint for a place of a ruleset below that asks for something that was left out."""
    named = ".".join(str(part) for part in path)
    return f'{_HINT}"{named}"]' + (f", or {instead}" if instead else "")


def together(hints: Iterable[str]) -> str:
    """Return one hint for several places that ask for the same thing: the paths of all of them."""
    hints = list(hints)
    found = [match["paths"] for hint in hints if (match := _LIST.match(hint))]
    paths = list(dict.fromkeys(found))
    if len(paths) < 2:
        return hints[0]
    more = ["…"] if len(paths) > MOST else []
    return f"{_HINT}{', '.join([*paths[:MOST], *more])}]"
