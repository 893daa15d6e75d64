"""What of a stat block goes into the notes: everything that its numbers do not say already."""

from __future__ import annotations

import re

from rulesets.incoming.readers.plain_text.blocks import Block, Field
from rulesets.incoming.texts import plain_dashes, without_markup

_BARE = {
    "init": r"[+-]?\s?\d+",
    "ac": r"\d+",
    "hp": r"[\d,]+",
    "bab": r"[+-]?\s?\d+",
    "fort": r"[+-]?\s?\d+",
    "ref": r"[+-]?\s?\d+",
    "will": r"[+-]?\s?\d+",
    "threshold": r"\d+",
    "shield": r"\d+",
    "force": r"\d+",
    "speed": r"\d+ (?:ft\.?|feet|squares?)(?: \(\d+ (?:sq\.?|squares?)\))?",
    "saves": r"Fort(?:itude)? [+-]\d+(?:, Ref(?:lex)? [+-]\d+, Will [+-]\d+)?",
}
"""Field → what it says where all of it is among the numbers."""
_ALL_SAID = {key: re.compile(pattern, re.IGNORECASE) for key, pattern in _BARE.items()}
_NOTHING = frozenset({"", "-", "--", "none", "*"})
_SHORT = {"cr": "CR", "sr": "SR", "dr": "DR", "xp": "XP", "cmb": "CMB", "cmd": "CMD", "pb": "PB", "mr": "MR"}
"""Fields that are said as they are printed: 'CR 5', not 'CR: 5'."""
_LEVELS = ("cl", "challenge level")
_MARKS = re.compile(r"[<&@\[]")


def texts_of(block: Block) -> tuple[tuple[str, str], ...]:
    """Return what goes into the notes, with labels."""
    said: list[tuple[str, str]] = [("", block.rating)] if block.rating else []
    said += [("", line) for line in block.head]
    said += [one for part in block.fields if (one := _text(part)) is not None]
    return tuple((label, without_markup(text) if _MARKS.search(text) else text) for label, text in said)


def _text(part: Field) -> tuple[str, str] | None:
    if part.key == "scores":
        return None
    text = part.entries if part.key == "section" or len(part.lines) > 3 else part.text
    text = text.rstrip(" ,;")
    bare = _ALL_SAID.get(part.key)
    if bare is None and len(text) > 6:
        plain = text
    else:
        plain = plain_dashes(text).strip()
        if plain.lower() in _NOTHING:
            return None
    if bare is not None and bare.fullmatch(plain):
        return None
    if part.key == "cr":
        return ("", f"{'CL' if part.label.lower() in _LEVELS else 'CR'} {text}")
    if short := _SHORT.get(part.key):
        return ("", f"{short} {text}")
    return (part.label.capitalize() if part.label.isupper() and len(part.label) > 3 else part.label, text)
