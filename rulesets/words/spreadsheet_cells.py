"""Texts in the cells of spreadsheets, such that none is run as a formula, and as they were typed again."""

from __future__ import annotations

import re

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How texts begin that some spreadsheet takes for a formula."""
GUARD = "'"
_UNSEEN = re.compile(
    r"^(?:\s|[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e0fff])+"
)
"""Spaces of any kind, controls, and signs that have no width (Unicode's Default_Ignorable_Code_Point)."""


def cell(text: str) -> str:
    """Return a text such that no spreadsheet runs it; :func:`typed` gives it back.

    A text that begins like a formula gets an apostrophe before it, and so does one that begins with that.
    What is not seen at its beginning does not count: spreadsheets trim spaces of any kind and drop signs
    without a width before they look.
    """
    text = text.encode("utf-8", "replace").decode()
    begun = _UNSEEN.sub("", text, count=1)
    return GUARD + text if begun.startswith(FORMULA) or text.startswith((*FORMULA, GUARD)) else text


def typed(text: str) -> str:
    """Return the text that :func:`cell` was given; an apostrophe that it would not have put there stays."""
    plain = text.removeprefix(GUARD)
    return plain if cell(plain) == text else text
