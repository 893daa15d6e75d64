"""Texts as they were typed, whatever they are put into: HTML, Markdown."""

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
