"""Texts and numbers as people and programs write them: without markup, dashes as minus, blanks joined."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

_DASHES = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "‒": "-", "‑": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " "}
)
_ENRICHER = re.compile(
    r"@\w{1,40}\[[^\]]{0,400}\](?:\{([^}]{0,400})\})?|\[\[/?[^\]]{0,400}\]\](?:\{([^}]{0,400})\})?"
    r"|&Reference\[([^\]]{0,400})\]"
)
"""Bounded: of a text of nothing but beginnings each would be looked for to its end."""
_BLOCKS = frozenset(
    {"p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "ul", "ol", "hr"}
)
_SILENT = frozenset({"script", "style"})
_TAG = re.compile(
    r"</?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>\"']*(?:\"[^\"<>]*\"[^<>\"']*|'[^'<>]*'[^<>\"']*)*)?/?>"
)
"""A tag that is whole, and of which no attribute holds another one: nearly all there are."""
_ODD = re.compile(r"<[!?]|</?\s?(?:script|style)|<[A-Za-z/][^<>]*(?:<|$)", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[A-Za-z/!?][^<>]*>?")
_FEW, _SHORT = 50, 20_000
"""Broken tags and characters that are read as a browser would; its time grows with the product of both."""
_NUMBER = re.compile(r"[+-]?\d+(?:,\d{3}(?!\d))*")
"""A comma before three digits parts thousands; before others it begins a fraction, as many write it."""


def name_of(text: object) -> str:
    """Return a name: blanks joined, nothing else changed."""
    return " ".join(str(text).split())


def number(text: object) -> int | None:
    """Return the first whole number in something ('17 (natural armor)', '+3', 17.0); None: there is none."""
    if isinstance(text, bool) or text is None:
        return None
    if isinstance(text, int | float):
        return int(text) if abs(text) < 10**9 else None
    found = _NUMBER.search(str(text).translate(_DASHES))
    whole = found[0].replace(",", "") if found else ""
    return int(whole) if 0 < len(whole) < 10 else None


def plain_dashes(text: str) -> str:
    """Return a text with '-' for every dash and minus, and with plain blanks."""
    return text if text.isascii() else text.translate(_DASHES)


def without_markup(text: object) -> str:
    """Return a text without HTML and without what virtual tables put into texts; never used on names."""
    said = str(text)
    if "[" in said:
        said = _ENRICHER.sub(lambda found: next((part for part in found.groups() if part), ""), said)
    if "<" in said:
        said = _TAG.sub(_blank, said)
        if "<" in said and (said.count("<") > _FEW or len(said) > _SHORT):
            said = unescape(_ANY_TAG.sub("", said))
        elif "<" in said and _ODD.search(said):
            reader = _Words()
            reader.feed(said)
            reader.close()
            said = "".join(reader.words)
        else:
            said = unescape(said)
    elif "&" in said:
        said = unescape(said)
    if "\n" not in said:
        return " ".join(said.split())
    lines = (" ".join(line.split()) for line in said.splitlines())
    return "\n".join(line for line in lines if line)


def _blank(tag: re.Match[str]) -> str:
    name = tag[1].lower()
    # What is not shown is left to the one that reads on to its end.
    return tag[0] if name in _SILENT else "\n" if name in _BLOCKS else ""


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT and self._silent > 0
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)
