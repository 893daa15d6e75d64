"""What a formula may be written with, checked before anything parses it: no character that could surprise.

Names, numbers, texts in quotes, brackets and a few signs: nothing else reaches :mod:`ast`, so there are no
escapes, comments, further lines or letters that only look like others (they would be read as the same name).
"""

from __future__ import annotations

import re
import unicodedata

MAX_TEXT = 400
"""Characters of a formula."""
MAX_BRACKETS = 24
"""How deep brackets may stand in brackets."""
_TOKEN = re.compile(
    r"(?P<space>[ \t\n]++)"
    r"|(?P<name>[^\W\d]\w*+)"
    r"|(?P<number>(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)"
    r"|(?P<text>'[^'\\\n]*+'|\"[^\"\\\n]*+\")"
    r"|(?P<sign><=|>=|==|!=|[-+*/<>(),\[\]])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_INSTEAD = {
    "=": "two values are compared with ==",
    "&": "both is written: and",
    "|": "either is written: or",
    "!": "the opposite is written: not",
    "^": "there are no powers; multiply instead",
    "%": "there are no remainders; every third round is: round / 3 == floor(round / 3)",
    "?": "a choice is written: a if condition else b",
    ":": "a choice is written: a if condition else b",
    ";": "a formula is one value",
    "\\": "a backslash cannot stand in a formula",
    "#": "a formula holds no comments; write them in the line above",
    "×": "multiplying is written *",
    "·": "multiplying is written *",
    "÷": "dividing is written /",
    "−": "the minus is the plain -",
    "–": "the minus is the plain -",
    "—": "the minus is the plain -",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "'": "a text ends with the quote it begins with",
    '"': "a text ends with the quote it begins with",
    "{": "there are no tables in a formula",
    "}": "there are no tables in a formula",
    ".": "a name has no dot",
} | dict.fromkeys("“”„‘’‚«»`´", "quotes are the plain ' or \"")
"""Sign that has no place in a formula → what is written instead."""

_APART = {("number", "name"), ("text", "name"), ("name", "text")}
"""Kinds of words that cannot stand side by side without a space: 3D, u'a'."""
_NEVER = {("text", "text"), ("number", "number"), ("number", "text"), ("text", "number")}
"""Kinds of words that cannot follow each other at all: 'a' 'b' would be one text."""


class FormulaError(ValueError):
    """A formula that cannot be read, or that meets a value it cannot work with."""

    def __init__(self, message: str, formula: str = "") -> None:
        """Say what is wrong; ``formula`` is the text of the one that met it, where that is known."""
        super().__init__(message)
        self.formula = formula


def shown(value: object) -> str:
    """Return ``value`` for a sentence, cut short if it is long."""
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "a huge number"
    return text if len(text) <= 60 else f"{text[:56]} ..."


def check_text(text: str) -> None:
    """Refuse a text that is too long, or has something in it that no formula is written with.

    Raises:
        FormulaError: with what it is, and what is written instead.
    """
    if len(text) > MAX_TEXT:
        raise FormulaError(f"the formula is longer than {MAX_TEXT} characters")
    if not text.strip():
        raise FormulaError(f"{text!r} cannot be read as a formula: it is empty")
    deep, before, last = 0, "", ""
    for match in _TOKEN.finditer(text):
        kind, word = str(match.lastgroup), match[0]
        if kind == "other":
            said = _INSTEAD.get(word, f"{word!r} is not allowed in a formula")
            raise FormulaError(f"{shown(text)} cannot be read as a formula: {said}")
        if kind == "name" and unicodedata.normalize("NFKC", word) != word:
            what = f"{word!r} has letters that only look like others"
            raise FormulaError(f"{shown(text)} cannot be read as a formula: {what}")
        if (before, kind) in _APART or (last, kind) in _NEVER:
            what = f"a sign is missing before {word}"
            raise FormulaError(f"{shown(text)} cannot be read as a formula: {what}")
        deep += (word in ("(", "[")) - (word in (")", "]"))
        if deep > MAX_BRACKETS:
            raise FormulaError("the formula is too long or too deeply nested")
        before = kind
        last = last if kind == "space" else kind
    if deep:
        what = "a bracket is not closed" if deep > 0 else "a bracket is closed that was not opened"
        raise FormulaError(f"{shown(text)} cannot be read as a formula: {what}")
