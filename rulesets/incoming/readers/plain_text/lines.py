"""A pasted text as lines: what only makes it look well is gone, the words are as they were."""

from __future__ import annotations

import html
import re

from msgspec import Struct

LONGEST_LINE = 20_000
"""Characters; a longer line goes on in the next one."""

_CHARACTERS = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2002": " ", "\u2003": " ", "\u3000": " ",
        "\u00ad": None, "\u200b": None, "\u200c": None, "\u200d": None, "\u2060": None, "\ufeff": None,
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
        "ᴮ": None, "ᵇ": None, "\\": None,
    }
)  # fmt: skip
"""Blanks of every width; hyphens and joints that are not seen; letters in one; what ends Markdown's lines."""
_RULE = re.compile(r"[\s\-–—−_=*~#.·•+|:═─━]*")
"""A line that only parts others."""
_RULED = "-–—_=~─━═"
_TABLE_RULE = re.compile(r"[|:\-\s]*-[|:\-\s]*\|?")
_QUOTE = re.compile(r"(?:>\s?)+")
_HEADING = re.compile(r"#{1,6}\s*")
_USUAL = 200
_WIDE = re.compile(r"\s{12,}")
_BULLET = re.compile(r"[*•·▪◦+]\s+|-\s+(?=\*\*)")
_UNDERSCORES = re.compile(r"(?<![\w])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\w])")
_STARS = re.compile(r"\*{2,3}|(?<!\s)\*|\*(?!\s)")
_BROKEN_WORD = re.compile(r"\bf (?=lat-foot|ly\b|ort\b)", re.IGNORECASE)
_ONE_DEFENSE = re.compile(r"defen[sc]e:? (?=ref\b)", re.IGNORECASE)
"""What vehicles have, where people have defenses."""
_NUMBERED = re.compile(
    r"(?:armou?r class|ac|hit points|hp|hit dice|init(?:iative)?|speed|str|dex|con|int|wis|cha|fort)\b",
    re.IGNORECASE,
)
_FIRST_LETTERS = frozenset("AaHhIiSsDdCcWwFf")
_MISREAD = re.compile(r"[lIoO](?:(?<=(?<![\w-])[lI])(?=\d)|(?<=\d[lIoO])(?!\w))")
"""Letters that a scanner takes digits for, in a line that begins with a label of a number."""
_ONLY_TAGS = re.compile(r"<[^<>]*>\s*")
_PAGE = re.compile(
    r"<(?:!doctype html|html|body|div|p|table|h[1-6]|section|article|span|b|strong|meta|ul)\b", re.I
)
_CELL = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:p|br|div|li|tr|h[1-6]|section|article|ul|ol|hr|table)\b[^<>]*>", re.IGNORECASE
)
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")


class Lines(Struct):
    """The lines of a text; a blank one or a rule is ''."""

    said: list[str]
    headings: set[int]
    """Numbers of those that are headings in Markdown."""


def lines_of(text: str) -> Lines:
    """Return a text's lines, without what marks them up. Columns stay parted by tabs."""
    if _PAGE.match(text.lstrip()[:20]):
        text = _of_page(text)
    said: list[str] = []
    headings: set[int] = set()
    for raw in text.splitlines():
        if not raw:
            said.append("")
            continue
        whole = raw if raw.isascii() and "\\" not in raw else raw.translate(_CHARACTERS)
        for start in range(0, len(whole) or 1, LONGEST_LINE):
            if "|" in whole[:4] and _TABLE_RULE.fullmatch(whole[:LONGEST_LINE].strip("> ")):
                continue
            line, is_heading = _line(whole[start : start + LONGEST_LINE])
            if is_heading:
                headings.add(len(said))
            said.append(line)
    return Lines(said, headings)


def _of_page(text: str) -> str:
    """Return what a page in HTML shows, a cell behind the other."""
    said = _BLOCK_TAG.sub("\n", _CELL.sub("\t", text.replace("\n", " ").replace("\t", " ")))
    return html.unescape(_TAG.sub("", said))


def _line(raw: str) -> tuple[str, bool]:
    line = raw.strip(" ")
    if len(line) > _USUAL:
        line = _WIDE.sub("\t", line)
    if line[:1].isalnum():
        return _plain(line), False
    if _RULE.fullmatch(line):
        return "", False
    if line.startswith(">"):
        line = line[_QUOTE.match(line).end() :].strip(" ")  # type: ignore[union-attr]
        if _RULE.fullmatch(line):
            return "", False
    is_heading = line.startswith("#")
    if is_heading:
        line = line[_HEADING.match(line).end() :].rstrip("# ")  # type: ignore[union-attr]
    elif line[0] == "<" and _ONLY_TAGS.fullmatch(line):
        return "", False
    elif line[:2].strip(_RULED) == "" and line[-2:].strip(_RULED) == "":
        line = line.strip(_RULED + " ")
    if line[0:1] in "*•·▪◦+-":
        line = (
            _BULLET.sub("", line, count=1) if (found := _BULLET.match(line)) and found.start() == 0 else line
        )
    return _plain(line), is_heading


def _plain(line: str) -> str:
    """Return a line without the marks that stand within it, and with what copying has spoilt set right."""
    if line.startswith("|") or line.count("|") > 2:
        line = "\t".join(cell.strip() for cell in line.strip("|").split("|"))
        if line and not line[0].strip():
            line = "\t" + line.lstrip("\t")
    if "*" in line:
        line = _STARS.sub("", line)
    if "_" in line:
        line = _UNDERSCORES.sub("", line)
    if "f " in line:
        line = _BROKEN_WORD.sub("f", line)
    if line[:1] in "Dd" and _ONE_DEFENSE.match(line):
        line = _ONE_DEFENSE.sub("Defenses ", line, count=1)
    if line[:1] in _FIRST_LETTERS and _NUMBERED.match(line) and _MISREAD.search(line):
        line = _MISREAD.sub(lambda found: "0" if found[0] in "oO" else "1", line)
    return line.rstrip()
