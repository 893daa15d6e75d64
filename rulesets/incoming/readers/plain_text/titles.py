"""The lines over a stat block's first field: what the creature is called, its rating, its size and kind."""

from __future__ import annotations

import re

from msgspec import Struct

from rulesets.incoming.texts import name_of

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
LONGEST_TITLE = 100
_ALIGNMENT = (
    r"(?:(?:any|always|usually|often)\s+)?(?:[LNC][GNE]?|lawful|neutral|chaotic|true|good|evil|unaligned|any)"
    r"(?:[ -](?:good|evil|neutral|alignment))?,?\s+"
)
_KIND_LINE = re.compile(
    rf"(?:Size/Type:\s*)?(?:{_ALIGNMENT})?(?P<size>{'|'.join(SIZES)})(?:-?\s?size)?\b[ ,/(-]", re.IGNORECASE
)
_KIND = re.compile(
    r"\b(?:aberrations?|animals?|beasts?|celestials?|constructs?|dragons?|droids?|elementals?|fey|fiends?|giants?|"
    r"humanoids?|monstrosity|monstrosities|oozes?|outsiders?|plants?|undead|vermin|swarm|shapechanger|deathless|"
    r"nonheroic|human|vehicle|object|titan|starship)\b",
    re.IGNORECASE,
)
_LEVELS_END = re.compile(r"[A-Za-z)]\s\d{1,2}$")
_CLASS = re.compile(r"\b[a-z][a-z'-]{2,30}\s\d{1,2}(?:\s*/|\s*\(|\s*$|,|\s*;)")
_RATING = re.compile(
    r"[\s,;:—–-]*\(?\b(?P<of>CR|CL|Challenge Rating|Challenge Level|Level)[\s:]{1,3}"
    r"(?P<rating>\d{1,3}(?:\s?/\s?\d{1,2})?|[½¼⅓⅛⅙—–-])(?P<more>\s?/\s?(?:MR|CL)\s?\d{1,2}|\s+\(?XP\s[\d,]{1,9}\)?)?\)?\s*$"
)
_SMALL_WORDS = frozenset({"of", "the", "and", "a", "an", "in", "on", "with", "from", "to", "or", "for"})
_NUMERAL = re.compile(r"[IVX]+")
_SENTENCE_END = (".", "!", "?", ",", ";", ":", "(", "—", "-", "–")
_OPEN_WORDS = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "become", "becomes", "by", "for", "from", "gains", "has",
        "have", "in", "is", "its", "of", "on", "or", "than", "that", "the", "their", "to", "was", "were",
        "with", "plus",
    }
)  # fmt: skip
"""A line that ends with one of these goes on in the next one."""


class Title(Struct, frozen=True):
    """What a title line says."""

    name: str
    rating: str = ""
    """As it is printed, with its abbreviation: 'CR 1/3'."""


def is_kind_line(line: str) -> bool:
    """Return whether a line says size and kind: 'Large giant, chaotic evil', 'Medium Human nonheroic 6'."""
    if len(line) > 160 or not (found := _KIND_LINE.match(line)) or line.endswith("."):
        return False
    return line[found.start()].isupper() and (
        _KIND.search(line) is not None or _LEVELS_END.search(line) is not None or line.endswith("/")
    )


def size_of(line: str) -> str:
    """Return the size that a line of size and kind says, in lower case; '' if it says none."""
    found = _KIND_LINE.match(line)
    return found["size"].lower() if found else ""


def kind_at(text: str) -> int:
    """Return where in a text that has lost its line breaks size and kind begin; -1: nowhere."""
    found = re.search(
        rf"\s(?:(?:[LNC][GNE]|N)\s)?(?:{'|'.join(size.title() for size in SIZES)})\s[A-Za-z]", text[:300]
    )
    return found.start() if found and _KIND.search(text[:400], found.start()) else -1


def has_rating(line: str) -> bool:
    """Return whether a line ends with a challenge rating or level, behind a name."""
    found = _RATING.search(line) if 3 < len(line) <= LONGEST_TITLE + 60 else None
    return found is not None and found.start() > 0


def is_class_line(line: str) -> bool:
    """Return whether a line says sex, people and class levels: 'Female human fighter 5'."""
    return bool(re.match(r"(?:male|female)\b", line, re.IGNORECASE)) or (
        " " in line and _CLASS.search(line) is not None
    )


def may_be_title(line: str) -> bool:
    """Return whether a line with nothing that tells could be what a creature is called."""
    if (
        not 0 < len(line) <= 60
        or line.endswith(_SENTENCE_END)
        or not (line[0].isupper() or line[0].isdigit())
    ):
        return False
    words = line.split()
    return len(words) <= 7 and words[-1].lower() not in _OPEN_WORDS


def title_of(line: str) -> Title:
    """Return name and rating of a title line; a name all in capitals is written as names are."""
    found = _RATING.search(line)
    rating = ""
    if found and found.start() > 0:
        of = {"Challenge Rating": "CR", "Challenge Level": "CL"}.get(found["of"], found["of"])
        rating = f"{of} {found['rating']}{found['more'] or ''}".replace(" / ", "/")
        line = line[: found.start()]
    name = name_of(line).rstrip(" :;").removesuffix(" –").removesuffix(" —")
    return Title(_as_names_are(name) if name.isupper() else name, rating)


def _as_names_are(name: str) -> str:
    words = name.split(" ")
    return " ".join(_word(word, first=i == 0) for i, word in enumerate(words))


def _word(word: str, *, first: bool) -> str:
    plain = word.strip("(),'’\"“”")
    if plain.lower() in _SMALL_WORDS and not first:
        return word.lower()
    # 'AT-ST' and 'R2-D2' are signs, 'II' is a numeral: they stay.
    if _NUMERAL.fullmatch(plain) or any(char.isdigit() for char in word):
        return word
    parts = word.split("-")
    if len(parts) > 1 and all(len(part) <= 3 for part in parts):
        return word
    return "-".join(
        part.lower() if part.lower() in ("o'", "o’", "of", "the") and i else _capital(part)
        for i, part in enumerate(parts)
    )


def _capital(part: str) -> str:
    at = next((i for i, char in enumerate(part) if char.isalpha()), len(part))
    return part[: at + 1] + part[at + 1 :].lower()
