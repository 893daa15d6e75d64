"""Texts as they were typed, whatever they are put into: HTML, Markdown, a cell of a spreadsheet."""

from __future__ import annotations

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_MARKS = re.compile(r"[\\`*_\[\]<>|&~$#^]")
"""Characters that mean something anywhere in a line of Markdown."""
_LEADING = re.compile(r"^[-+=:]")
"""Those that mean something where a line begins."""
_NUMBERED = re.compile(r"^(\d+)([.)])")
_ADDRESSES = re.compile(r"(?i)(?<=www)\.|(?<=[a-z]):(?=//)|@|!(?=\\\[)")
"""What GitHub makes links of, and what makes a picture of a link."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How texts begin that some spreadsheet takes for a formula."""
GUARD = "'"
_UNSEEN = re.compile(
    r"^(?:\s|[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e0fff])+"
)
"""Spaces of any kind, controls, and signs that have no width (Unicode's Default_Ignorable_Code_Point)."""


def printable(text: str) -> str:
    """Return a text without control characters: each stands as '\N{REPLACEMENT CHARACTER}'."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def markdown(text: str) -> str:
    """Return a text such that GitHub's Markdown shows it as it was typed, in a paragraph and in a table."""
    text = printable(text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    return "<br>".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    line = _MARKS.sub(r"\\\g<0>", line)
    line = _ADDRESSES.sub(r"\\\g<0>", line)
    line = _LEADING.sub(r"\\\g<0>", line)
    line = _NUMBERED.sub(r"\1\\\2", line)
    return re.sub(r"^\s+|\s+$|(?<= ) +", _kept, line)


def _kept(spaces: re.Match[str]) -> str:
    """Return spaces that Markdown would drop so that it keeps them, each as wide as it can be said."""
    return "".join("&nbsp;" if each in " \xa0" else f"&#{ord(each)};" for each in spaces[0])


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
    """Return the text that :func:`cell` was given."""
    return text.removeprefix(GUARD)
