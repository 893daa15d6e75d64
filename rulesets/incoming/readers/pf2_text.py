"""Stat blocks of Pathfinder 2 as text, as books, wikis and programs print them and people paste them.

They are told by what only they print: 'Creature 3' behind or under the name, Perception with a bonus as a
line of its own, and armor class in one line with Fortitude. Abilities stand there as modifiers, and skills as
what is added to the die.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from rulesets.incoming import d20
from rulesets.incoming.found import ABILITIES, Creature, Finding, Reduction, Refused, Value
from rulesets.incoming.reader import NO, SURE, Reader
from rulesets.incoming.readers.plain_text.lines import lines_of
from rulesets.incoming.readers.plain_text.titles import SIZES, title_of
from rulesets.incoming.source import Source
from rulesets.incoming.texts import plain_dashes

_LOOKED_AT = 200_000
"""Characters by which it is told whether there is a stat block."""
_RATED = re.compile(r"(?:^|(?<=\s))creature\s{1,3}(?P<level>[+-]?\d{1,2})$", re.IGNORECASE)
"""'Goblin Warrior Creature -1', or the second half of it in a line of its own."""
_PERCEPTION = re.compile(r"^perception:?\s{0,3}(?P<bonus>[+-]\s?\d{1,2})\b", re.IGNORECASE | re.MULTILINE)
_DEFENSES = re.compile(
    r"^ac:?\s{0,3}(?P<ac>\d{1,2})\b[^\n]{0,60};\s{0,3}fort\b", re.IGNORECASE | re.MULTILINE
)
_WORDS = ("creature", "perception", "fort")
"""What these three say, in small letters: two of them must be there."""
_SAVE = re.compile(r"\b(fort|ref|will)[a-z]{0,8}:?\s{0,3}([+-]\s?\d{1,2})", re.IGNORECASE)
_HIT_POINTS = re.compile(r"\bHP:?\s{0,3}(\d{1,3}(?:,\d{3})+|\d{1,5})\b")
_MODIFIER = re.compile(r"\b(str|dex|con|int|wis|cha)[a-z]{0,9}:?\s{0,3}([+-]\s?\d{1,2})\b", re.IGNORECASE)
_SKILL = re.compile(r"([A-Z][A-Za-z' -]{2,40}?)\s{1,3}([+-]\s?\d{1,2})\b")
_RESISTED = re.compile(
    r"^resistances?\b:?(?P<said>[^;\n]*)|;\s*resistances?\b:?(?P<also>[^;\n]*)", re.IGNORECASE
)
_REACTION = re.compile(
    r"^(?P<name>[A-Z][A-Za-z' -]{2,40}?)\s*(?:\[reaction\]|\(reaction\)|⤾|↺|\u2b32)", re.IGNORECASE
)
_ACTIONS = re.compile(r"\s*\[(?:one|two|three|free)-action[s]?\]|\s*[◆◇⬻⬺⬽]+")
_BRACKETS = re.compile(r"\([^()]*\)")
_LABEL = re.compile(
    r"(?:perception|languages|skills|str|items|ac|hp|speed|melee|ranged|immunities|weaknesses|resistances?|"
    r"source|recall knowledge)\b|[A-Z][A-Za-z' -]{2,40}\s*(?:\[|\()",
    re.IGNORECASE,
)
"""What begins a line that is no more of the one before."""


class _Block(Struct):
    name: str
    level: int | None
    lines: list[str]

    @property
    def text(self) -> str:
        """All of its lines."""
        return "\n".join(self.lines)


def _recognise(source: Source) -> int:
    if source.head[:1] in ("{", "[") or not source.text.strip():
        return NO
    small = source.text[:_LOOKED_AT].lower()
    if sum(word in small for word in _WORDS) < 2:
        return NO
    text = "\n".join(_lines(source.text[:_LOOKED_AT]))
    perceives, defends = _PERCEPTION.search(text) is not None, _DEFENSES.search(text) is not None
    rated = any(_RATED.search(line) for line in text.splitlines())
    return SURE if perceives + defends + rated >= 2 else NO


def _read(source: Source, finding: Finding) -> None:
    for block in _blocks(_lines(source.text)):
        with finding.entry(block.name):
            if _HIT_POINTS.search(block.text) is None:
                finding.tell("“{name}” was left out: no stat block without hit points.", name=block.name)
            else:
                finding.add(_creature(block))
    if not finding.creatures and not finding.told:
        raise Refused("No stat block was found. The text is as it was.")


def _lines(text: str) -> list[str]:
    return [plain_dashes(line).strip() for line in lines_of(text).said]


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Yield the blocks: each begins with its name, over or beside its level, or over its Perception."""
    said = [line for line in lines if line]
    starts: list[tuple[int, int, str, int | None]] = []
    for number, line in enumerate(said):
        rated = _RATED.search(line)
        if rated is not None:
            before = line[: rated.start()].strip(" ,;:")
            begins = number if before or not number else number - 1
            starts.append((begins, number + 1, before or said[begins], int(rated["level"])))
        elif _PERCEPTION.match(line) and not _is_under(starts, said, number):
            begins = max(0, _over(said, number))
            starts.append((begins, begins + 1, said[begins], None))
    ends = [begins for begins, *_ in starts[1:]] + [len(said)]
    for (_, first, name, level), end in zip(starts, ends, strict=True):
        yield _Block(title_of(name).name or "?", level, said[first:end])


def _is_under(starts: list[tuple[int, int, str, int | None]], said: list[str], number: int) -> bool:
    """Return whether a line of Perception is of the block that has begun: it has none so far."""
    return bool(starts) and not any(_PERCEPTION.match(line) for line in said[starts[-1][1] : number])


def _over(said: list[str], number: int) -> int:
    """Return the line that is the name over Perception: traits and size may stand in between."""
    return number - 2 if number > 1 and said[number - 1].split(" ")[0].lower() in SIZES else number - 1


def _joined(lines: list[str]) -> list[str]:
    """Return the lines with those put together that a page has broken."""
    said: list[str] = []
    for line in lines:
        goes_on = said and (line[0].islower() or said[-1].endswith((",", ";")))
        if goes_on and not _LABEL.match(line):
            said[-1] += " " + line
        else:
            said.append(line)
    return said


def _creature(block: _Block) -> Creature:
    lines = _joined(block.lines)
    text = "\n".join(lines)
    values: dict[str, Value] = {}
    if (perception := _PERCEPTION.search(text)) is not None:
        values["perception"] = values["initiative"] = _bonus(perception["bonus"])
    if (defends := _DEFENSES.search(text)) is not None:
        values["ac"] = int(defends["ac"])
    for line in lines:
        if line[:2].lower() in ("ac", "fo") or _DEFENSES.match(line):
            values.update({f"save_{of.lower()}": _bonus(bonus) for of, bonus in _SAVE.findall(line)})
    if (hp := _HIT_POINTS.search(text)) is not None:
        values["max_hp"] = int(hp[1].replace(",", ""))
    columns = _columns(lines)
    if block.level is not None and block.level > 0:
        values["level"] = block.level
    elif block.level is not None:
        columns["Level"] = str(block.level)
    values.update(_abilities(lines))
    return Creature(
        name=block.name,
        family="pf2",
        kind="npc",
        values={**values, **_measures(lines)},
        columns=columns,
        feats=tuple(found["name"] for line in lines if (found := _REACTION.match(line)) is not None),
        reductions=tuple(_reductions(lines)),
        texts=tuple(("", line) for line in _noted(block, lines)),
    )


def _bonus(said: str) -> int:
    return int(said.replace(" ", ""))


def _abilities(lines: list[str]) -> dict[str, Value]:
    """Return ability scores that give the modifiers which are printed: other games count with these."""
    line = next((one for one in lines if len(_MODIFIER.findall(one)) == len(ABILITIES)), "")
    return {of.lower(): 10 + 2 * _bonus(bonus) for of, bonus in _MODIFIER.findall(line)}


def _columns(lines: list[str]) -> dict[str, str]:
    """Return skills with what is added to the die, by their names."""
    line = next((one for one in lines if one.lower().startswith("skills")), "")
    said = _BRACKETS.sub("", line[len("skills") :].lstrip(" :"))
    return {name.strip(" ,;"): str(_bonus(bonus)) for name, bonus in _SKILL.findall(said)}


def _measures(lines: list[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for line in lines:
        words = line.lower().split(" ")
        if "size" not in found and (size := next((word for word in words[:4] if word in SIZES), "")):
            found["size"] = size
        if line[:5].lower() == "speed" and (speed := d20.speed(line[5:])) is not None and speed[0] >= 0:
            found["speed"], found["speed_unit"] = speed
    return found


def _reductions(lines: list[str]) -> Iterator[Reduction]:
    for line in lines:
        for found in _RESISTED.finditer(line):
            said = _BRACKETS.sub("", found["said"] or found["also"] or "")
            yield from d20.resistances(said)[0]


def _noted(block: _Block, lines: list[str]) -> Iterator[str]:
    """Yield what is for the notes: everything that the numbers do not say already."""
    if block.level is not None:
        yield f"Creature {block.level}"
    for line in lines:
        begins = line.lower()
        said = begins.startswith("skills") or len(_MODIFIER.findall(line)) == len(ABILITIES)
        bare = _PERCEPTION.fullmatch(line) or re.fullmatch(r"HP:? \d+|Speed:? \d+ (?:feet|ft\.?)", line)
        if not said and not bare:
            yield _ACTIONS.sub("", line)


READER = Reader(id="pf2-text", label="Pathfinder 2 stat block as text", recognise=_recognise, read=_read)
