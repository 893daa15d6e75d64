"""Where in a text stat blocks begin and end, and the fields of each.

A block begins with its title: the line over the one that says size and kind, or one with a challenge rating,
a heading in Markdown, or just a short line over a block's first field. It ends where the next one begins.
"""

from __future__ import annotations

import re

from msgspec import Struct, field

from rulesets.incoming.readers.plain_text.labels import Found, label_at, pieces
from rulesets.incoming.readers.plain_text.lines import Lines
from rulesets.incoming.readers.plain_text.titles import (
    has_rating,
    is_class_line,
    is_kind_line,
    may_be_title,
    title_of,
)

ANCHORS = frozenset({"hit_dice", "init", "ac", "hp", "defenses", "ref"})
"""Fields that a creature has once, among the first: where one stands again, another creature may begin."""
_OVER = frozenset({"xp", "cr", "destiny", "force", "dark_side", "level", "name"})
"""Fields that may stand between a title and the first of `ANCHORS`."""
_FAR = 9
"""A title stands at most so many lines over the first field, blank ones not counted."""


class Field(Struct):
    """A label and what stands behind it."""

    key: str
    label: str
    lines: list[str]

    @property
    def text(self) -> str:
        """What it says, in one line."""
        return self.lines[0] if len(self.lines) == 1 else " ".join(line for line in self.lines if line)

    @property
    def entries(self) -> str:
        """What it says, an entry a line: one ends with its sentence, or where a line is left blank."""
        said: list[str] = []
        ended = True
        for line in self.lines:
            if not line:
                ended = True
                continue
            if ended or not said:
                said.append(line)
            else:
                said[-1] += " " + line
            ended = line.endswith((".", "!", ".”", '."'))
        return "\n".join(said)


class Block(Struct):
    """One stat block."""

    name: str = ""
    rating: str = ""
    head: list[str] = field(default_factory=list)
    """What stands between its title and its first field: size and kind, people and class."""
    kind: str = ""
    """The one of them that says size and kind."""
    fields: list[Field] = field(default_factory=list)
    first: dict[str, Field] = field(default_factory=dict)
    """The first of each kind of its fields."""
    raw: list[str] = field(default_factory=list)
    """All of its lines."""

    def get(self, key: str) -> str:
        """Return what the first field of that key says, '' if there is none."""
        found = self.first.get(key)
        return "" if found is None else found.text

    def add(self, part: Field) -> None:
        """Add a field."""
        self.fields.append(part)
        self.first.setdefault(part.key, part)

    def has(self, key: str) -> bool:
        """Return whether there is such a field."""
        return key in self.first


def blocks_of(lines: Lines) -> tuple[list[Block], list[str]]:
    """Return the stat blocks of a text, and the lines before the first one."""
    labels = [label_at(line) if line else None for line in lines.said]
    starts = _starts(lines, labels)
    if not starts:
        return [], [line for line in lines.said if line]
    ends = [start for start, _ in starts[1:]] + [len(lines.said)]
    blocks = [
        _block(lines.said[start:end], labels[start:end], titled=titled)
        for (start, titled), end in zip(starts, ends, strict=True)
    ]
    return blocks, [line for line in lines.said[: starts[0][0]] if line]


def _starts(lines: Lines, labels: list[Found | None]) -> list[tuple[int, bool]]:
    """Return the number of each block's first line, and whether that is a title."""
    starts: list[tuple[int, bool]] = []
    seen: set[str] = set()
    last = -1
    """The last line that is of the block before."""
    for i, label in enumerate(labels):
        if label is None or label.label.field not in ANCHORS:
            continue
        key = label.label.field
        if not seen or key in seen or i - last > 1:
            title = _title(lines, labels, i, last, again=key in seen, first=not seen)
            if title is not None:
                starts.append((title, True))
                seen = set()
            elif not seen:
                starts.append((i, False))
        seen.add(key)
        last = i
    return starts


def _title(
    lines: Lines, labels: list[Found | None], anchor: int, last: int, *, again: bool, first: bool
) -> int | None:
    """Return the number of the line that is the title over a block's first field; None: there is none."""
    above = _above(lines, labels, anchor, last)
    if not above:
        return None
    said = lines.said
    kind = next((n for n, i in enumerate(above) if is_kind_line(said[i])), None)
    over = above[kind + 1 :] if kind is not None else above
    for i in over[:5]:
        if labels[i] is None and has_rating(said[i]):
            return i
    for i in (over if kind is not None else above)[:4]:
        found = labels[i]
        if found is not None and found.label.field == "name":
            return i
        if i in lines.headings and found is None:
            return i
    if kind is not None:
        return _over_kind(lines, labels, over, above[kind])
    plain = [i for i in above if labels[i] is None]
    near = plain[0] if plain else None
    if len(plain) > 1 and is_class_line(said[plain[0]]) and may_be_title(said[plain[1]]):
        near = plain[1]
    if near is None or not (again or first) or not may_be_title(said[near]):
        return None
    return near


def _above(lines: Lines, labels: list[Found | None], anchor: int, last: int) -> list[int]:
    """Return the lines over a block's first field that can be of it, the nearest first."""
    above: list[int] = []
    for i in range(anchor - 1, last, -1):
        if not lines.said[i]:
            continue
        found = labels[i]
        if found is not None and found.label.field not in _OVER and not _could_be_name(lines.said[i], found):
            break
        above.append(i)
        if len(above) == _FAR:
            break
    return above


def _could_be_name(line: str, found: Found) -> bool:
    """Return whether a line that begins with a label is a name all the same: 'Lair Warden'."""
    return (
        found.label.follows == "text"
        and 0 < len(line) - found.end < 30
        and ":" not in line
        and "," not in line
    )


def _over_kind(lines: Lines, labels: list[Found | None], over: list[int], kind: int) -> int:
    """Return the title over the line of size and kind; that line itself if there is none over it."""
    near = [i for i in over if labels[i] is None or _could_be_name(lines.said[i], labels[i])]  # type: ignore[arg-type]
    if not near:
        return kind
    if len(near) == 1 or near[0] - near[1] > 1:
        return near[0]
    named = is_class_line(lines.said[near[0]]) and may_be_title(lines.said[near[1]])
    return near[1] if named else near[0]


def _block(said: list[str], labels: list[Found | None], *, titled: bool) -> Block:
    block = Block(raw=said)
    begins = 0
    if titled:
        begins = 1
        found = labels[0]
        line = said[0][found.end :] if found is not None and found.label.field == "name" else said[0]
        if is_kind_line(line):
            begins = 0
        else:
            title = title_of(line)
            block.name, block.rating = title.name, title.rating
    seen: set[str] = set()
    for i in range(begins, len(said)):
        if said[i]:
            _line(block, seen, said[i], labels[i])
        elif block.fields and block.fields[-1].lines:
            block.fields[-1].lines.append("")
    block.head = _joined(block.head)
    block.kind = next((line for line in block.head if is_kind_line(line)), "")
    return block


def _line(block: Block, seen: set[str], line: str, label: Found | None) -> None:
    if not seen and (label is None or is_kind_line(line)):
        block.head.append(line)
        return
    if seen.isdisjoint(ANCHORS) and is_kind_line(line):
        block.head.append(line)
        return
    for found, text in (
        pieces(line, label, seen) if label is not None or ";" in line or "\t" in line else [(None, line)]
    ):
        key = found.label.field if found is not None else ""
        if found is None or (key in seen and found.label.follows in ("number", "scores") and key != "scores"):
            _go_on(block, text if found is None else f"{found.spelled} {text}")
        elif key == "scores" and block.fields and block.fields[-1].key == "scores":
            block.fields[-1].lines.append(f"{found.spelled} {text}")
        else:
            seen.add(key)
            seen.update(_SAYS.get(key, ()) if key != "hit_dice" or "hp" in text.lower() else ())
            if key == "cr" and is_kind_line(over := text.partition(";")[2].strip()):
                text = text.partition(";")[0]
                block.head.append(over)
            shown = f"{found.spelled} {text}" if found.label.follows == "scores" else text
            block.add(Field(key, found.spelled, [shown] if shown else []))


def _go_on(block: Block, text: str) -> None:
    if not block.fields:
        block.head.append(text)
        return
    last = block.fields[-1]
    if last.key in _ENDED and last.text.count("(") <= last.text.count(")"):
        # What is printed under the rating without a label are the creature's traits.
        block.add(Field("section", "", [text]))
    elif text:
        last.lines.append(text)


_SAYS = {"saves": ("fort",), "defenses": ("ref",), "hit_dice": ("hp",), "bab_grapple": ("bab", "grapple")}
"""Field → others that it says, too; where those stand again, they are of something else."""
_ENDED = frozenset({"cr", "pb"})
_GOES_ON = re.compile(r"[/,(-]$")


def _joined(head: list[str]) -> list[str]:
    """Return the lines over the fields with those put together that were broken in the middle."""
    said: list[str] = []
    for line in head:
        if said and (_GOES_ON.search(said[-1]) or line[0].islower()):
            said[-1] += ("" if said[-1].endswith(("/", "(", "-")) else " ") + line
        else:
            said.append(line)
    return said
