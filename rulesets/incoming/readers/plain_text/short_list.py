"""Lists as they are typed in a hurry: '3 goblins, ogre (hp 30)'.

How many, what they are called, and a few numbers. Prose is none of it: each part has to be of that shape, and
some part has to have a count or hit points.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rulesets.incoming.found import Creature, Value
from rulesets.incoming.texts import name_of, plain_dashes

LONGEST = 4_000
"""Characters of a list; what is longer is something else."""
MOST_WORDS = 5
MOST_OF_ONE = 200
"""So many of one kind at most are meant."""
_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_STATS = {
    "hp": "max_hp", "hit points": "max_hp", "hps": "max_hp", "ac": "ac", "armor class": "ac",
    "init": "initiative", "initiative": "initiative", "dex": "dex", "str": "str", "con": "con",
    "int": "int", "wis": "wis", "cha": "cha", "fort": "save_fort", "ref": "save_ref", "will": "save_will",
    "threshold": "threshold", "dt": "threshold", "speed": "speed", "level": "level", "bab": "bab",
}  # fmt: skip
_STAT = "|".join(sorted(_STATS, key=len, reverse=True))
_SAID = re.compile(
    rf"\s*(?:(?P<before>{_STAT})\s*[:=]?\s*(?P<value>[+-]?\d{{1,6}})|(?P<number>[+-]?\d{{1,6}})\s*(?P<after>{_STAT}))"
    r"(?:\s*(?:ft\.?|feet|squares|sq\.?))?(?=[\s,;/|)]|$)[\s,;/|]*",
    re.IGNORECASE,
)
_COUNT = re.compile(r"(?:(\d{1,3})\s?[x×]?|[x×]\s?(\d{1,3}))\s+(?=\D)", re.IGNORECASE)
_COUNT_WORD = re.compile(rf"({'|'.join(_COUNTS)})\s+", re.IGNORECASE)
_AND = re.compile(rf"\s+(?:and|und)\s+(?=\d|(?:{'|'.join(_COUNTS)})\s)(?![^()]*\))", re.IGNORECASE)
"""What parts a list besides commas, outside of brackets."""
_COUNT_BEHIND = re.compile(r"\s*(?:[x×]\s?(\d{1,3})|\(\s?[x×]?\s?(\d{1,3})\s?[x×]?\s?\))$", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][\w'’.\-–]*(?:\s+[\w'’.#\-–]+){0,5}$")
_WITH_STATS = re.compile(
    rf"[\s:–—-]+(?:with\s+)?(?=(?:(?:{_STAT})\b\s*[:=]?\s*[+-]?\d|\d{{1,6}}\s*(?:hp|ac)\b))", re.IGNORECASE
)
_IRREGULAR = {
    "wolves": "wolf", "werewolves": "werewolf", "dwarves": "dwarf", "elves": "elf", "thieves": "thief",
    "men": "man", "women": "woman", "zombies": "zombie", "mice": "mouse", "heroes": "hero",
    "calves": "calf", "geese": "goose", "guardsmen": "guardsman", "bowmen": "bowman",
    "swordsmen": "swordsman", "lizardmen": "lizardman", "oxen": "ox", "spies": "spy", "mummies": "mummy",
    "harpies": "harpy", "flies": "fly", "allies": "ally", "enemies": "enemy",
}  # fmt: skip
_PLURAL = re.compile(r"(?P<two>(?:ch|sh|ss|x)es)$|(?:[bdgklmnrtw]|[aeo]y|[bcdgklmnprt]e|rse)s$")
"""Words that are sure to be plurals, and whether they lose two letters."""


class _Entry(Struct):
    count: int
    said_count: bool
    name: str
    values: dict[str, Value]
    rest: str = ""
    """What stands in brackets and is no number."""


def creatures_of(text: str) -> list[Creature]:
    """Return the creatures of a short list; [] if the text is none."""
    if not 0 < len(text) <= LONGEST or text.rstrip().endswith((".", "!", "?")):
        return []
    entries: list[_Entry] = []
    for part in _parts(text):
        values, rest = _stats(part)
        if values and not rest and entries:
            entries[-1].values.update(values)
            continue
        entry = _entry(part)
        if entry is None:
            return []
        entries.append(entry)
    telling = sum(entry.said_count or "max_hp" in entry.values for entry in entries)
    plain = [entry for entry in entries if not entry.said_count and not entry.values]
    if not telling or len(plain) > telling + 1 or any(len(entry.name.split()) > 3 for entry in plain):
        return []
    return [_creature(entry) for entry in entries]


def _parts(text: str) -> list[str]:
    """Return the parts of a list: what stands in brackets is not parted."""
    parts: list[str] = []
    depth, start = 0, 0
    for i, char in enumerate(text):
        depth += (char in "([") - (char in ")]" and depth > 0)
        if char == "\n" or (char in ",;+&" and not depth and not _in_number(text, i)):
            parts.append(text[start:i])
            start, depth = i + 1, 0
    parts.append(text[start:])
    said = []
    for part in parts:
        plain = re.sub(r"^\s*(?:[-*•·]\s+|(?:and|und|plus)\s+)", "", part).strip(" \t:")
        said += [piece for piece in _AND.split(plain) if piece]
    return said


def _in_number(text: str, i: int) -> bool:
    return text[i] in "+&" and i + 1 < len(text) and text[i + 1].isdigit()


def _stats(text: str) -> tuple[dict[str, Value], str]:
    """Return the numbers in a text such as 'hp 30, AC 14' or '30 hp', and what is left of it."""
    said, at = plain_dashes(text), 0
    values: dict[str, Value] = {}
    while at < len(said) and (found := _SAID.match(said, at)):
        name = _STATS[(found["before"] or found["after"]).lower()]
        values.setdefault(name, int(found["value"] or found["number"]))
        at = found.end()
    return values, text[at:].strip()


def _entry(part: str) -> _Entry | None:
    """Return one creature of a list; None if the part is nothing of the kind."""
    said = part.strip()
    count, counted = 1, False
    if found := _COUNT.match(said):
        count, counted, said = int(found[1] or found[2]), True, said[found.end() :]
    elif found := _COUNT_WORD.match(said):
        count, counted, said = _COUNTS[found[1].lower()], True, said[found.end() :]
    values: dict[str, Value] = {}
    rest = ""
    name, bracket, inside = said.partition("(")
    if bracket and inside.rstrip().endswith(")") and not _COUNT_BEHIND.search(said):
        values, rest = _stats(inside.rstrip()[:-1])
        said = name.strip()
    elif found := _WITH_STATS.search(said):
        values, left = _stats(said[found.end() :])
        if left:
            return None
        said = said[: found.start()].strip()
    if found := _COUNT_BEHIND.search(said):
        count, counted, said = int(found[1] or found[2]), True, said[: found.start()]
    said = name_of(said).rstrip(" :,-–")
    if not _NAME.match(said) or len(said.split()) > MOST_WORDS or not 0 < count <= MOST_OF_ONE:
        return None
    if said.lower() in _STATS or said.endswith("."):
        return None
    return _Entry(count, counted, singular(said) if count > 1 else said, values, rest)


def singular(name: str) -> str:
    """Return what one of several is called, where that is sure: 'goblins' is 'goblin', 'elves of Ur' stay."""
    before, blank, word = name.rpartition(" ")
    if re.search(r"\b(?:of|from|in|on|with|the|at)\b", before):
        return name
    low = word.lower()
    if low in _IRREGULAR:
        one = _IRREGULAR[low]
        return before + blank + (one.capitalize() if word[0].isupper() else one)
    found = _PLURAL.search(low) if len(low) > 3 and low.isalpha() else None
    return name if found is None else name[: -2 if found["two"] else -1]


def _creature(entry: _Entry) -> Creature:
    values = dict(entry.values)
    if values.get("max_hp") == 0:
        del values["max_hp"]
    texts = (("", entry.rest),) if entry.rest else ()
    return Creature(name=entry.name, count=entry.count, kind="npc", values=values, texts=texts)
