"""The layouts of stat blocks: how each is told by its fields, and what numbers its fields say.

A further layout is a function for its numbers and a row in `LAYOUTS`; new words are rows in `labels`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from rulesets.incoming import d20
from rulesets.incoming.found import Reduction, Value
from rulesets.incoming.readers.plain_text.blocks import Block
from rulesets.incoming.readers.plain_text.scores import scores_of
from rulesets.incoming.readers.plain_text.titles import size_of
from rulesets.incoming.texts import plain_dashes


class Numbers(Struct):
    """What a block comes to."""

    values: dict[str, Value]
    reductions: list[Reduction]
    guessed: set[str]
    in_grid: dict[str, int] = {}
    """Saving throws that stand beside the scores, by ability."""


class Layout(Struct, frozen=True):
    """A way to print stat blocks."""

    family: str
    told_by: tuple[frozenset[str], ...]
    """Any of these sets of fields is enough."""
    read: Callable[[Block, Numbers], None]
    """Fills in what only this layout prints."""


_FIRST_NUMBER = re.compile(r"[+-]?\s?(\d{1,3}(?:,\d{3})+(?!\d)|\d+)")
_DICE_FIRST = re.compile(r"\(?\s*\d{0,4}d\d", re.IGNORECASE)
_HP_IN_BRACKETS = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9})\s?(?:hp|hit points)\b", re.IGNORECASE)
_DEFENSE = re.compile(r"\b(ref|fort|will)[a-z]*(?:\s+defen[sc]e)?:?\s*([+-]?)\s?(\d{1,9})", re.IGNORECASE)
_REDUCTION = re.compile(
    r"(?:damage reduction|\bDR)\s*:?\s*(\d{1,9}(?:\s?/\s?[^,;()]*)?(?:,\s?\d{1,9}/[^,;()]*)*)", re.IGNORECASE
)
_ENERGY = "acid|cold|electricity|electric|fire|sonic|force|negative energy|positive energy"
_RESIST = re.compile(
    rf"\bresist(?:ances?|s)?(?:\s+to)?:?\s+((?:(?:{_ENERGY}|and|\d{{1,6}})\b[\s,]{{0,5}})+)"
    rf"|\b({_ENERGY})\s+resistance\s+(\d{{1,6}})",
    re.IGNORECASE,
)
_ENERGY_OR_NUMBER = re.compile(rf"{_ENERGY}|\d{{1,6}}", re.IGNORECASE)
_LEVELS = re.compile(r"([A-Za-z][A-Za-z' -]{0,60}?)\s{1,3}(\d{1,3})(?=\s*(?:/|,|;|$))")
_BRACKETS = re.compile(r"\([^()]*\)")
MOST = 10**9


def first_number(text: str) -> int | None:
    """Return the first whole number of a text ('1,200 (12d10)', '−1'); None: none, or too large a one."""
    said = plain_dashes(text)
    found = _FIRST_NUMBER.search(said)
    if found is None or len(found[1]) > 12:
        return None
    value = int(found[1].replace(",", ""))
    return (-value if found[0].startswith("-") else value) if value < MOST else None


def numbers_of(block: Block) -> tuple[str, Numbers]:
    """Return the game a block is of ('' where nothing tells) and its numbers."""
    made = Numbers({}, [], set())
    layout = next(
        (one for one in LAYOUTS if any(block.first.keys() >= fields for fields in one.told_by)), None
    )
    _common(block, made)
    if layout is not None:
        layout.read(block, made)
    return layout.family if layout is not None else "", made


def _common(block: Block, made: Numbers) -> None:
    """Read what every layout prints, whatever it is called there."""
    if size := size_of(block.kind):
        made.values["size"] = size
    scores, made.in_grid = scores_of(_score_text(block))
    made.values.update(scores)
    _hit_points(block, made)
    for key, name in (("ac", "ac"), ("init", "initiative"), ("bab", "bab"), ("bab_grapple", "bab")):
        value = first_number(block.get(key)[:40]) if block.has(key) else None
        if value is not None and (name != "ac" or value > 0):
            made.values.setdefault(name, value)
    if (speed := d20.speed(block.get("speed"))) is not None and speed[0] >= 0:
        made.values["speed"], made.values["speed_unit"] = speed


def _score_text(block: Block) -> str:
    return "\n".join("\n".join(one.lines) for one in block.fields if one.key == "scores") or block.get("init")


def _hit_points(block: Block, made: Numbers) -> None:
    """Hit points as printed; of dice alone the average, rounded down."""
    said = plain_dashes(block.get("hp") or block.get("hit_dice"))
    value: int | None
    if not block.has("hp"):
        told = _HP_IN_BRACKETS.search(said)
        value = first_number(told[1]) if told else d20.average(said[:200])
        if told is None and value is not None:
            made.guessed.add("max_hp")
    elif _DICE_FIRST.match(said):
        told = re.search(r"=\s*(\d{1,9})", said)
        value = int(told[1]) if told else d20.average(said[:200])
        if told is None:
            made.guessed.add("max_hp")
    else:
        value = first_number(said)
    if value is not None and value > 0:
        made.values["max_hp"] = value
    else:
        made.guessed.discard("max_hp")


def _bonuses(block: Block, made: Numbers) -> None:
    """Fortitude, Reflex and Will as they are added to a roll."""
    made.values.update(d20.saves(block.get("saves")))
    for key in ("fort", "ref", "will"):
        if block.has(key) and (value := first_number(block.get(key)[:12])) is not None:
            made.values[f"save_{key}"] = value


def _d20(block: Block, made: Numbers) -> None:
    """3.5 and what came of it."""
    _bonuses(block, made)
    dice = block.get("hit_dice") or _behind_number(block.get("hp"))
    # 'hp 27 (3d12+6)', 'hp 42 (5 HD)': a fraction of a die is no level.
    if (level := d20.hit_dice(dice[:200])) is not None:
        made.values["level"] = level
    _reductions(block, made)


def _behind_number(said: str) -> str:
    return said[said.index("(") :] if "(" in said else ""


def _reductions(block: Block, made: Numbers) -> None:
    for one in block.fields:
        if one.key == "dr":
            said = f"DR {one.text}"
        elif one.key in ("qualities", "resist", "defence", "hp", "ac", "sr"):
            said = f"{one.label} {one.text}"
        else:
            continue
        said = plain_dashes(said)
        low = said.lower()
        for found in _REDUCTION.finditer(said) if "dr" in low or "damage reduction" in low else ():
            made.reductions += _passed(found[1])
        for found in _RESIST.finditer(said) if "resist" in low else ():
            if found[2]:
                made.reductions.append(Reduction(value=int(found[3]), only=(found[2].lower(),)))
            else:
                made.reductions += _resisted(found[1])


def _passed(said: str) -> list[Reduction]:
    if "/" not in said:
        return [Reduction(value=int(re.match(r"\d+", said)[0]))]  # type: ignore[index]
    # '10/cold iron, good or silver' names three of which one is enough; ', 5/-' is another one.
    return list(d20.reductions(said)[0])


def _resisted(said: str) -> list[Reduction]:
    """'acid 10, cold 10 and fire 5'; of 'cold and fire 10' the number is of both."""
    found: list[Reduction] = []
    waiting: list[str] = []
    for token in _ENERGY_OR_NUMBER.findall(said):
        if not token.isdecimal():
            waiting.append({"electric": "electricity"}.get(token.lower(), token.lower()))
            continue
        found += (Reduction(value=int(token), only=(kind,)) for kind in waiting)
        waiting = []
    return found


def _saga(block: Block, made: Numbers) -> None:
    """Saga, from the book or a wiki: defenses are numbers to be reached."""
    said = " ".join(f"{one.key} {one.text}" for one in block.fields if one.key in ("fort", "ref", "will"))
    for word, sign, number in _DEFENSE.findall(plain_dashes(f"{block.get('defenses')} {said}")):
        if not sign:
            made.values.setdefault(f"defense_{word.lower()}", int(number))
    for key, name in (("threshold", "threshold"), ("shield", "sr"), ("sr", "sr"), ("force", "force_points")):
        if (
            block.has(key)
            and (value := first_number(block.get(key)[:40])) is not None
            and (value or key == "force")
        ):
            made.values[name] = value
    if block.has("dr") and (value := first_number(block.get("dr")[:20])):
        made.reductions.append(Reduction(value=value))
    levels = _LEVELS.findall(_BRACKETS.sub(" ", block.kind))
    if levels:
        made.values["level"] = sum(int(level) for _, level in levels)
        common = ("nonheroic", "beast")
        made.values["heroic"] = int(any(not name.lower().strip().endswith(common) for name, _ in levels))


def _fifth(block: Block, made: Numbers) -> None:
    """5e, of 2014 and of 2024: a bonus for each saving throw that is printed."""
    made.values.update({f"save_{name}": bonus for name, bonus in made.in_grid.items()})
    made.values.update(d20.saves(block.get("saving_throws") or block.get("saves")))


def _sets(*told_by: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(fields.split()) for fields in told_by)


LAYOUTS = (
    Layout("saga", _sets("defenses hp", "ref threshold", "fort threshold", "threshold hp"), _saga),
    Layout("pf1", _sets("cmb", "cmd", "xp fort", "xp ref", "defense offense fort"), _d20),
    Layout("3.5", _sets("saves", "fort", "ref", "will", "hit_dice", "grapple", "bab_grapple", "bab"), _d20),
    Layout(
        "5e",
        _sets(
            "saving_throws", "pb", "ac hp scores", "ac hp speed", "ac hp cr", "ac hp section", "ac hp attack"
        ),
        _fifth,
    ),
)
"""The first that is told counts: what tells one is more and more common."""
