"""The six ability scores, in whatever shape they are printed, written or copied.

'Str 23, Dex 14'; a line of names over a line of scores; a name, its score, and so on, a line each; a table;
the grid of 2024's layout with score, modifier and save behind each name.
"""

from __future__ import annotations

import re

from rulesets.incoming.found import ABILITIES
from rulesets.incoming.texts import plain_dashes

_TOKEN = re.compile(
    r"(?P<name>\b(?:str|dex|con|int|wis|cha)(?:ength|terity|stitution|elligence|dom|risma)?\b)"
    r"|(?P<signed>\(?\s?[+-]\s?\d{1,3}\s?\)?)"
    r"|(?P<score>(?<!\d)\d{1,3}(?!\d))"
    r"|(?P<none>[-Ø*]+(?=\s*(?:[,;.|\n\t(]|$|\s)))"
    r"|(?P<filler>(?:mod(?:ifier)?s?|saves?|score|and|abilit(?:y|ies)|stats)\b|[\s,;.:|/()\[\]]+)"
    r"|(?P<other>\w+|.)",
    re.IGNORECASE | re.DOTALL,
)
_USUAL = re.compile(
    r"(?:Abilities|Stats)?:?\s{0,4}"
    + r",?\s{1,4}".join(rf"{name}:?\s{{1,4}}(\d{{1,3}}|-(?!\d))" for name in ABILITIES)
    + r"\.?\s*",
    re.IGNORECASE,
)
"""The line of most books, which needs no closer look."""
_MOST = 4_000
"""Characters that are looked at."""


def scores_of(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the scores by ability, and the saves where a grid has a third number.

    An ability that is not there ('-') has 10: its modifier is 0.
    """
    said = plain_dashes(text[:_MOST])
    if usual := _USUAL.fullmatch(said):
        numbers = (int(score) if score != "-" else 10 for score in usual.groups())
        return dict(zip(ABILITIES, numbers, strict=True)), {}
    best: tuple[dict[str, int], dict[str, int]] = {}, {}
    for run in _runs(said):
        found = _read(run)
        if len(found[0]) > len(best[0]):
            best = found
    return best


def _runs(text: str) -> list[list[tuple[str, str]]]:
    """Return the stretches of names and numbers; any other word ends one."""
    runs: list[list[tuple[str, str]]] = []
    run: list[tuple[str, str]] = []
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup or "other"
        if kind == "filler":
            continue
        if kind != "other":
            if run or kind == "name":
                run.append((kind, token[0]))
        elif run:
            runs.append(run)
            run = []
    return [*runs, run] if run else runs


def _read(run: list[tuple[str, str]]) -> tuple[dict[str, int], dict[str, int]]:
    scores: dict[str, int] = {}
    saves: dict[str, int] = {}
    i = 0
    while i < len(run):
        names = []
        while i < len(run) and run[i][0] == "name":
            names.append(run[i][1][:3].lower())
            i += 1
        numbers = []
        while i < len(run) and run[i][0] != "name":
            numbers.append(run[i])
            i += 1
        _give(names, numbers, scores, saves)
    return scores, saves


def _give(
    names: list[str], numbers: list[tuple[str, str]], scores: dict[str, int], saves: dict[str, int]
) -> None:
    """Give the abilities named their scores; behind a single name come score, modifier and save."""
    unsigned = [text for kind, text in numbers if kind in ("score", "none")]
    if not names or len(unsigned) < len(names):
        return
    for name, text in zip(names, unsigned, strict=False):
        if name in ABILITIES and name not in scores:
            scores[name] = int(text) if text.isdecimal() else 10
    signed = [text for kind, text in numbers if kind == "signed"]
    if len(names) == 1 and len(signed) == 2 and "(" not in signed[1]:
        saves.setdefault(names[0], int(re.sub(r"[^\d-]", "", signed[1])))
