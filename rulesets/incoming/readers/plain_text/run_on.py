"""Stat blocks that are one line: written so, or copied from where line breaks are lost."""

from __future__ import annotations

import re

from rulesets.incoming.readers.plain_text.labels import Found, label_at
from rulesets.incoming.readers.plain_text.titles import kind_at

SHORTEST = 50
_SECTION = re.compile(r"(?<=[.)]) ((?:Bonus |Legendary |Mythic |Lair )?Actions|Reactions|Traits) (?=[A-Z])")
"""Headings of parts, behind the end of a sentence."""
_NEEDED = frozenset({"ac", "hp", "hit_dice", "defenses", "ref"})
_ENOUGH = 4
_NAMED = re.compile(r"[^\s:].{0,58}?: (?=[A-Za-z])")
"""A name and a colon, behind which hit points are enough: 'Orc: AC 13, HP 15'."""
_HURT = frozenset({"hp", "hit_dice"})
_TELLING = frozenset(
    {
        "init", "hp", "ac", "speed", "fort", "ref", "will", "saves", "bab", "bab_grapple", "grapple", "cmb",
        "threshold", "hit_dice", "scores", "cr", "saving_throws", "defenses", "xp", "shield",
    }
)  # fmt: skip
_HAS = frozenset(
    {"has", "have", "is", "are", "with", "and", "of", "the", "to", "its", "a", "an", "at", "than"}
)
"""Before a label these make a sentence of it."""


def parted(line: str) -> list[str]:
    """Return the lines that a whole stat block in one line would have; else the line."""
    named = ": " in line and _NAMED.match(line) is not None
    if (len(line) < SHORTEST and not named) or "\t" in line or not _could_be_whole(line.lower(), named):
        return [line]
    found = _labels(line)
    keys = {label.label.field for _, label in found}
    first = found[0][0] if found else 0
    if line[:first].endswith(": ") and named and label_at(line) is None:
        enough = bool(keys & _HURT)
    else:
        told = len(keys & _TELLING) >= _ENOUGH and bool(keys & _NEEDED)
        enough = told and not keys.isdisjoint({"ac", "ref", "defenses"})
    if not enough:
        return [line]
    title = line[:first].strip(" ,;:.(—–-")
    words = title.split()
    if not title or len(title) > 160 or words[-1].lower() in _HAS:
        return [line]
    said = _title_lines(title)
    ends = [at for at, _ in found[1:]] + [len(line)]
    for (at, _), end in zip(found, ends, strict=True):
        said += _SECTION.sub(r"\n\1\n", line[at:end].strip(" ,;")).splitlines()
    return said


def _could_be_whole(low: str, named: bool) -> bool:
    """Return whether a line, in lower case, has the words without which there is no stat block."""
    hurt = "hp" in low or "hit points" in low or "hd " in low or "hit dice" in low
    guarded = "ac" in low or "armor" in low or "armour" in low or "ref" in low or "defens" in low
    return hurt and (named or guarded)


def _title_lines(title: str) -> list[str]:
    at = kind_at(title)
    if at > 0:
        return [title[:at].strip(" ,;:."), title[at:].strip()]
    name, parted_by, more = title.partition(": ")
    return [name, more] if parted_by else [title]


def _labels(line: str) -> list[tuple[int, Found]]:
    """Return the labels in a line that are sure to be some, with the places where they stand."""
    found: list[tuple[int, Found]] = []
    seen: set[str] = set()
    depth = 0
    start = 0
    section = _SECTION.search(line)
    for at, char in enumerate(line[: section.start() if section else len(line)]):
        if char == "(":
            depth += 1
        elif char == ")" and depth:
            depth -= 1
        if char in " ;,." and at + 1 < len(line) and line[at + 1].isalpha() and at >= start and not depth:
            label = label_at(line, at + 1)
            if label is None or (key := _key(label)) in seen or not _sure(label, line, at, found):
                continue
            found.append((at + 1, label))
            seen.add(key)
            start = label.end - 1
    return found


def _key(label: Found) -> str:
    return label.spelled.lower() if label.label.follows == "text" else label.label.field


def _sure(label: Found, line: str, at: int, found: list[tuple[int, Found]]) -> bool:
    spelled = line[at + 1 : label.end].rstrip()
    if spelled.endswith(":"):
        return True
    if label.label.follows == "number":
        return True
    if label.label.follows == "scores":
        return not (found and found[-1][1].label.field in ("saves", "saving_throws", "skills", "scores"))
    # A list of languages or of actions begins with a capital, behind what is finished.
    return (
        bool(found)
        and spelled[:1].isupper()
        and line[: at + 1].rstrip()[-1:] in (";", ")", ".", *"0123456789")
    )
