"""Words that 3.5, PF1 and 5e print alike: dice, hit points, speeds, saves, damage reduction, resistances.

Each takes a text as it is printed and answers with numbers under the names of `VALUES`; where nothing of the
kind is in the text it answers None or with nothing, and never with a guess. All are linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from rulesets.incoming.found import ABILITIES, Reduction
from rulesets.incoming.texts import number, plain_dashes

_SAVES = {
    "fort": "save_fort", "fortitude": "save_fort", "ref": "save_ref", "reflex": "save_ref",
    "will": "save_will",
    **dict(zip(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"),
               (f"save_{name}" for name in ABILITIES), strict=True)),
    **{name: f"save_{name}" for name in ABILITIES},
}  # fmt: skip
"""Word of a saving throw, in lower case → name of its value."""
_WORD_NUMBER = re.compile(r"\b([A-Za-z]{2,15})\.?:?\s{0,4}([+-]?\s{0,2}\d{1,4})(?![\d,]*d\d)")
_SCORE = re.compile(r"\b(str|dex|con|int|wis|cha)[a-z]{0,12}\.?:?\s{0,4}(\d{1,4}|-|\*|null)", re.IGNORECASE)
_DICE = re.compile(r"([+-]*)\s{0,4}(?:(\d{1,4}/\d{1,4}|½|¼|\d{1,5})?\s?[dD](\d{1,5})|(\d{1,6}))")
_HIT_DICE = re.compile(r"(\d{1,4}/\d{1,4}|½|¼|\d{1,5})?\s?[dD](\d{1,5})")
_REDUCTION = re.compile(r"(\d{1,6})\s{0,3}/((?:\s{0,3}\+\d|[^\d/;,()])*)")
_BRACKETS = re.compile(r"\([^()]*\)?")
_LOOSE = re.compile(r"\s{0,5}([,;])[\s,;.]*")
_SPEED = re.compile(r"([^\d]*)(\d{1,5})(?:\.\d{1,3})?[\s-]{0,3}([a-z']*)\.?\s{0,3}([a-z]*)")
_UNITS = {
    **dict.fromkeys(("ft", "feet", "foot", "'"), "feet"),
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres"), "meters"),
    **dict.fromkeys(("sq", "square", "squares"), "squares"),
}
_WALKING = frozenset({"", "walk", "walking", "land", "base", "speed", "ground", "base speed", "land speed"})
_OTHER_WAYS = frozenset({"fly", "flying", "swim", "swimming", "climb", "climbing", "burrow", "hover"})
_FOLLOWING = frozenset(
    {
        "immune", "immunity", "immunities", "resist", "resistance", "resistances", "sr", "weakness",
        "weaknesses", "vulnerable", "vulnerability", "speed", "defensive", "regeneration", "fast", "hardness",
        "spell",
    }
)  # fmt: skip
"""Words that begin the next line of a stat block, where it ran into this one."""
_LIST_MARK = re.compile(r"[,;()]")
_RAISED = re.compile(r"(?<=[a-z)])\s?B$")
_BEFORE_KIND = frozenset({"resist", "resistance", "resistances", "to"})
_NO_KIND = frozenset({"all", "any", "channel", "turn", "turning", "spell", "damage"})


def score(value: object) -> int:
    """Return an ability score; a creature without that ability ('-', null, 0) has 10: its modifier is 0."""
    found = number(value)
    return found if found is not None and found > 0 else 10


def scores(text: str) -> dict[str, int]:
    """Return the ability scores of 'Str 22, Dex 1, Int -'."""
    found: dict[str, int] = {}
    for match in _SCORE.finditer(plain_dashes(text)):
        found.setdefault(match[1].lower(), score(match[2]))
    return found


def modifier(of: int) -> int:
    """Return the modifier of an ability score."""
    return of // 2 - 5


def saves(text: str) -> dict[str, int]:
    """Return the saves of 'Fort +6, Ref +0, Will +3; +4 vs. poison', of 'Con +6' and 'Constitution +6'."""
    found: dict[str, int] = {}
    for word, bonus in _WORD_NUMBER.findall(plain_dashes(text)):
        name = _SAVES.get(word.lower())
        if name is not None:
            found.setdefault(name, int(bonus.replace(" ", "")))
    return found


def average(dice: str) -> int | None:
    """Return what '2d8 + 5' comes to on the average, rounded down; None: there are no dice in it.

    Sums like '2d8+1d10+3' and slips like '6d10++6' count; what stands before a ';' does not ('3 HD; 2d8').
    """
    total, any_dice = Fraction(), False
    said = plain_dashes(dice).rpartition(";")[2].replace("plus", "+")
    for signs, count, sides, plain in _DICE.findall(said):
        sign = -1 if signs.endswith("-") else 1
        if sides:
            any_dice = True
            total += sign * _how_many(count) * Fraction(int(sides) + 1, 2)
        elif signs:
            total += sign * int(plain)
    return int(total // 1) if any_dice else None


def _how_many(dice: str) -> Fraction:
    above, _, below = {"": "1", "½": "1/2", "¼": "1/4"}.get(dice, dice).partition("/")
    return Fraction(int(above), int(below or 1) or 1)


def hit_points(text: object) -> tuple[int | None, bool]:
    """Return the hit points of '135 (18d10+36)', and whether only dice were given and this is their average.

    (None, False) where none are given; so is 0, which no creature has as its maximum.
    """
    said = str(text if text is not None else "").strip()
    before = plain_dashes(said).partition("(")[0]
    if not re.search(r"\d\s?[dD]\d|^\s*[dD]\d", before) and (given := number(before)) is not None:
        return (given if given > 0 else None), False
    rolled = average(said)
    return (rolled, True) if rolled is not None and rolled > 0 else (None, False)


def hit_dice(text: str) -> int | None:
    """Return the number of Hit Dice of '(8d8+48)', '(3 HD; 2d8+1d10+3)'; None: none, or a part ('½d8')."""
    said = plain_dashes(text)
    if told := re.search(r"(?<![\d/])(\d{1,4})\s{0,2}HD\b", said):
        return int(told[1])
    total = 0
    for count, _sides in _HIT_DICE.findall(said):
        if count and not count.isdecimal():
            return None
        total += int(count or 1)
    return total or None


def speed(text: str) -> tuple[int, str] | None:
    """Return speed and its unit ('feet', 'squares', 'meters'): walking, or the first other if that is 0.

    '30 ft. (20 ft. in armor)' is 30, 'fly 60 ft. (perfect)' is 60; a number without a unit is feet.
    """
    said = _BRACKETS.sub(" ", plain_dashes(text[:2_000]).lower())
    said = re.sub(r"(\d),(\d)", r"\1.\2", said)
    found: list[tuple[bool, int, str]] = []
    for part in re.split(r"[,;\n]", said):
        match = _SPEED.match(part)
        if match:
            way = " ".join(match[1].replace(":", " ").replace(".", " ").split())
            after = match[4] if match[3] in _UNITS else match[3]
            walks = way in _WALKING and after not in _OTHER_WAYS
            found.append((walks, int(match[2]), _UNITS.get(match[3], "feet")))
    walking = [one for one in found if one[0]]
    moving = [one for one in (*walking[:1], *found) if one[1] > 0]
    best = (moving or walking or found)[:1]
    return (best[0][1], best[0][2]) if best else None


def reductions(text: str) -> tuple[tuple[Reduction, ...], str]:
    """Return what 'DR 10/good or silver' takes off, and the part of the text that says something else.

    'or' is one reduction that each of the words goes past; 'and' is one per word, of which the largest
    counts, so that both are needed; '-' is passed by nothing. The next line of a stat block that ran into
    this one is not taken for a kind of damage, but its resistances count.
    """
    said = " ".join(plain_dashes(text).split())
    found: list[Reduction] = []
    rest: list[str] = []
    end = 0
    for match in _REDUCTION.finditer(said):
        rest.append(said[end : match.start()])
        words = match[2].replace("(", " ").split()
        stop = next((i for i, word in enumerate(words) if word.lower() in _FOLLOWING), len(words))
        found += (Reduction(value=int(match[1]), bypass=kinds) for kinds in _needed(words[:stop]))
        rest.append(" ".join(words[stop:]))
        end = match.end()
    rest.append(said[end:])
    said = " ".join(piece.strip() for piece in rest if piece.strip())
    left = _LOOSE.sub(r"\1 ", said).strip(" ,;.")
    left = re.sub(r"^DR\b[\s,;.:]*", "", left)
    before, resist, after = _part_at_resist(left)
    if resist:
        more, after = resistances(after)
        return (*found, *more), " ".join((before + after).split())
    return tuple(found), left


def _part_at_resist(text: str) -> tuple[str, str, str]:
    found = re.search(r"\bresist(?:ances?)?\b", text, re.IGNORECASE)
    return (text[: found.start()], found[0], text[found.end() :]) if found else (text, "", "")


def _needed(words: list[str]) -> Iterable[tuple[str, ...]]:
    groups: list[list[list[str]]] = [[[]]]
    for word in words:
        if word.lower() == "and":
            groups.append([[]])
        elif word.lower() == "or":
            groups[-1].append([])
        else:
            groups[-1][-1].append(word.lower().strip("."))
    every = [
        tuple(name for name in (" ".join(kind).strip("- ") for kind in group) if name) for group in groups
    ]
    return [kinds for kinds in every if kinds] or [()]


def resistances(text: str) -> tuple[tuple[Reduction, ...], str]:
    """Return what 'Resist fire 10, cold 5' takes off, and the part without numbers."""
    found: list[Reduction] = []
    rest: list[str] = []
    waiting: list[str] = []
    for part in re.split(r"[,;\n]|\band\b|(?<=\d)\s", plain_dashes(text)):
        words = [word for word in part.lower().split() if word not in _BEFORE_KIND]
        amount = words.pop() if words and words[-1].isdecimal() else ""
        kind = " ".join(words).strip(" .:")
        if not _is_kind(kind) or len(amount) > 6:
            rest.append(part.strip())
        elif not amount:
            waiting += [kind] if kind else []
        else:
            found += (Reduction(value=int(amount), only=(one,)) for one in (*waiting, kind) if one)
            waiting = []
    return tuple(found), ", ".join((*rest, *waiting))


def _is_kind(words: str) -> bool:
    each = words.split()
    return (
        words != "energy" and len(each) <= 2 and all(word.isalpha() and word not in _NO_KIND for word in each)
    )


def listed(text: str) -> tuple[str, ...]:
    """Return the names of 'Dodge, Weapon Focus (club, greatclub)': commas in brackets part none."""
    names: list[str] = []
    depth, start = 0, 0
    said = " ".join(text.split())
    for mark in _LIST_MARK.finditer(said):
        char = mark[0]
        depth += (char == "(") - (char == ")" and depth > 0)
        if char in ",;" and not depth:
            names.append(said[start : mark.start()])
            start = mark.end()
    names.append(said[start:])
    # A bonus feat has a raised B in print, which a copy puts behind its name.
    return tuple(_RAISED.sub("", name.strip()) for name in names if name.strip())


def challenge(rating: object) -> str:
    """Return a challenge rating as it is printed: 0.25 is '1/4', '1/2' stays; '' where there is none."""
    if rating is None or isinstance(rating, bool):
        return ""
    said = re.sub(r"(?i)^(?:CR|challenge(?: rating)?)\b[\s:]*", "", str(rating).strip())
    parts = {"0.125": "1/8", "0.25": "1/4", "0.5": "1/2", "0.33": "1/3", "0.3333": "1/3", "0.17": "1/6"}
    return parts.get(said, said.removesuffix(".0"))
