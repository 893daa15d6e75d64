"""Creatures side by side whose columns are made of blanks, as pages are copied: with tabs between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rulesets.incoming.readers.plain_text.columns import head_of, is_of_several

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_LONGEST = 300
"""Characters of a line of several creatures."""
_LEAST = 3
"""So many labelled lines at least have their cells at the same places."""


def with_tabs(text: str) -> str:
    """Return a text with tabs in place of the blanks that part the columns of creatures side by side."""
    if text.count("  ") < _LEAST:
        return text
    lines = text.split("\n")
    labelled = {
        i: cuts
        for i, line in enumerate(lines)
        if len(line) < _LONGEST and "  " in line and (cuts := _cuts(line))
    }
    usual = Counter(labelled.values()).most_common(1)
    if not usual or usual[0][1] < _LEAST:
        return text
    cuts = usual[0][0]
    found = [i for i, own in labelled.items() if own == cuts]
    begin = head_of(found[0], lambda i: i >= 0 and len(_GAP.split(lines[i].strip())) == len(cuts))
    for i in range(begin, _end(lines, found[-1], cuts)):
        if lines[i].strip():
            lines[i] = _cells(lines[i], cuts)
    return "\n".join(lines)


def _cuts(line: str) -> tuple[int, ...]:
    """Return where the cells of a labelled line of several creatures begin; (): it is none."""
    cells = [found.end() for found in _GAP.finditer(line)]
    return tuple(cells) if len(cells) > 1 and is_of_several(_GAP.sub("\t", line.strip())) else ()


def _end(lines: Sequence[str], last: int, cuts: tuple[int, ...]) -> int:
    """Return the number of the line after a table: what follows may have its columns at the same places."""
    end = last + 1
    while end < len(lines) and len(lines[end]) > cuts[0] and _is_cut(lines[end], cuts):
        end += 1
    return end


def _is_cut(line: str, cuts: tuple[int, ...]) -> bool:
    return not any(line[cut - 2 : cut].strip() for cut in cuts)


def _cells(line: str, cuts: tuple[int, ...]) -> str:
    """Return a line with tabs where its columns begin; if a word stands across such a place, at each gap."""
    if not _is_cut(line, cuts):
        return _GAP.sub("\t", line)
    edges = (0, *cuts, len(line))
    return "\t".join(line[start:end].strip() for start, end in pairwise(edges))
