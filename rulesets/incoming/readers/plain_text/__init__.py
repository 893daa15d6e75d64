"""Stat blocks as pasted text, in the layouts of books, wikis and programs, and lists as they are typed.

A text becomes lines (`lines`), creatures side by side come below each other (`columns`), what has lost its
line breaks gets them back (`run_on`); words that books put before numbers (`labels`) begin fields, and the
lines over them are titles (`titles`), so that blocks part (`blocks`). Which layout a block is in is told by
its fields (`layouts`); the rest is for the notes (`noted`). What is no stat block may be a list
(`short_list`).
"""

from __future__ import annotations

import re

from rulesets.incoming import d20
from rulesets.incoming.found import Creature, Finding, Refused
from rulesets.incoming.reader import LIKELY, MAYBE, NO, SURE, Reader
from rulesets.incoming.readers.plain_text.aligned import with_tabs
from rulesets.incoming.readers.plain_text.blocks import Block, Field, blocks_of
from rulesets.incoming.readers.plain_text.columns import one_below_the_other
from rulesets.incoming.readers.plain_text.labels import begins_with_number, is_alone
from rulesets.incoming.readers.plain_text.layouts import numbers_of
from rulesets.incoming.readers.plain_text.lines import Lines, lines_of
from rulesets.incoming.readers.plain_text.noted import texts_of
from rulesets.incoming.readers.plain_text.run_on import parted
from rulesets.incoming.readers.plain_text.short_list import creatures_of
from rulesets.incoming.source import Source
from rulesets.incoming.texts import plain_dashes

_TOLD = tuple(
    (words, re.compile(pattern))
    for words, pattern in (
        (("hp", "hit", "hd"), r"\b(?:hp|hit points)\b[\s*:_|]{0,8}\d|\bhit (?:dice|points)\b|\bhd\s\d"),
        (("ac", "armo", "def"), r"\b(?:ac|armou?r class|def(?:ense|ence)s?)\b"),
        (("init", "sp"), r"\b(?:init(?:iative)?|speed|spd)\b[\s*:_|]{0,8}(?:[+\-–−]|\d|fly)"),
        (("str",), r"\b(?:str(?:ength)?)\b[^\w]{1,40}(?:\d|dex)"),
        (
            ("fort", "challenge", "cr", "threshold"),
            r"\bfort(?:itude)?\b[^\w]{1,8}(?:defense:?\s)?[+\-–−]?\d|\b(?:challenge|cr)\b[^\w]{1,8}\d"
            r"|\bthreshold\b",
        ),
    )
)
"""What stat blocks of every layout say, in small letters, and words without one of which it is not there."""
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)", re.MULTILINE)
_LOOKED_AT = 200_000
"""Characters by which it is told whether there is a stat block."""
_SHOWN = 60
_SAVES = "saving throws"


def _recognise(source: Source) -> int:
    if source.head[:1] in ("{", "[", "<") and (source.is_json or _is_data(source)):
        return NO
    text = plain_dashes(source.text[:_LOOKED_AT])
    if not text.strip():
        return NO
    small = text.lower()
    told = [any(word in small for word in words) and bool(pattern.search(small)) for words, pattern in _TOLD]
    if told[0] and sum(told) >= 3:
        return MAYBE if _FENCE.search(text) else SURE if all(told) else LIKELY
    if told[0]:
        return MAYBE
    return MAYBE if creatures_of(source.text) else NO


def _is_data(source: Source) -> bool:
    """Return whether it is XML that is no page to be read."""
    return source.xml_root.lower() not in (
        "",
        "html",
        *"bip",
        "div",
        "table",
        "section",
        "article",
        "span",
        "ul",
    ) and (re.fullmatch(r"h[1-6]|strong|em|meta|doctype", source.xml_root.lower()) is None)


def _read(source: Source, finding: Finding) -> None:
    lines = lines_of(with_tabs(source.text))
    below, headings = one_below_the_other(lines.said, lines.headings)
    blocks, before = blocks_of(_whole(below, headings))
    made = 0
    for block in blocks:
        with finding.entry(block.name):
            made += _take(block, finding)
    if made:
        if before:
            finding.tell("This is no stat block and was left out: “{text}”", text=_beginning(before))
        return
    typed = creatures_of(source.text)
    if not typed:
        raise Refused(
            "No stat block was found: that takes a name and hit points, or hit points and a defense. "
            "The text is as it was."
        )
    finding.told.clear()
    for creature in typed:
        finding.add(creature)


def _is_save(label: str, following: str) -> bool:
    """Return whether the saving throws stand under their label, and are no scores: 'DEX +7, CON +10'."""
    return label.lower() == _SAVES and re.match(r"[A-Za-z]{3,12} ?[+\-–−]\s?\d", following) is not None


def _whole(said: list[str], headings: set[int]) -> Lines:
    """Return the lines with those parted that are a whole stat block, and labels put before their numbers."""
    whole = Lines([], set())
    skip = -1
    for i, raw in enumerate(said):
        if i <= skip:
            continue
        line = raw.strip()
        if len(line) < 30 and (is_alone(line) or line.lower() == _SAVES):
            skip = next((n for n in range(i + 1, min(i + 3, len(said))) if said[n]), i)
            following = said[skip].strip() if skip > i else ""
            if begins_with_number(following) or _is_save(line, following):
                whole.said.append(f"{line} {following}")
                continue
            skip = i
        parts = parted(line)
        if i in headings or len(parts) > 1:
            whole.headings.add(len(whole.said))
        whole.said += parts
    return whole


def _take(block: Block, finding: Finding) -> bool:
    """Add a stat block to the finding; answers whether it is one."""
    has_hp = block.has("hp") or block.has("hit_dice")
    if not has_hp or not (block.name or block.has("ac") or block.has("ref") or block.has("defenses")):
        finding.tell(
            "“{name}” was left out: no stat block without hit points.",
            name=block.name or _beginning(block.raw),
        )
        return False
    family, made = numbers_of(block)
    name = block.name or block.kind or "?"
    if not block.name:
        finding.tell("A stat block has no name: it is called “{name}”.", name=name)
    if "max_hp" not in made.values:
        finding.tell("“{name}” has no hit points that can be read: the usual ones stay.", name=name)
    elif "max_hp" in made.guessed:
        finding.tell("“{name}”: only dice are given, its hit points are their average.", name=name)
    feats = tuple(feat for part in block.fields if (said := _qualities(part)) for feat in _listed(said))
    finding.add(
        Creature(
            name=name,
            family=family,
            kind="npc",
            values=made.values,
            feats=feats,
            reductions=tuple(made.reductions),
            texts=texts_of(block),
            guessed=frozenset(made.guessed),
        )
    )
    return True


def _qualities(part: Field) -> str:
    """Return the feats and qualities that a field lists; 'Skills and Feats' has skills first."""
    if part.key in ("feats", "talents", "qualities"):
        return part.text
    if part.key == "senses" and part.label.lower() == "skills and feats":
        return part.text.partition(";")[2]
    return ""


_RAISED = re.compile(r"(?<=[a-z)\]])(?:\[?[A-Z]{1,4}\]?|[*†‡]+)(?:,\s?[A-Z]{1,4})?$|\s?\[[A-Z]{1,4}\]$")
"""A mark raised in print, which a copy glues to a feat: for a bonus feat, or a book."""


def _listed(text: str) -> tuple[str, ...]:
    return tuple(_RAISED.sub("", name) for name in d20.listed(text) if name not in ("-", "–", "—"))


def _beginning(lines: list[str]) -> str:
    said = " ".join(" ".join(lines[:5]).split())
    return said if len(said) <= _SHOWN else said[: _SHOWN - 1].rstrip() + "…"


READER = Reader(id="plain-text", label="Stat block as text", recognise=_recognise, read=_read)
