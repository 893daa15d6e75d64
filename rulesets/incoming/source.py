"""What is brought, in every form a reader asks for, each made once and within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from rulesets.incoming.cut_off import beginning_of
from rulesets.incoming.found import Refused, Told

LARGEST = 40_000_000
"""Bytes of a file that is read."""
DEEPEST = 60
"""Tables in tables."""
PASTED = "the text"
"""What is called so that has no file."""
LONGEST = 1_000_000
"""Characters of one text."""


class Source:
    """A file or a pasted text: its bytes under a name. Each form raises Refused if it cannot be made."""

    def __init__(
        self, name: str, data: bytes, meanings: Mapping[str, str] | None = None, *, whole: bool = False
    ) -> None:
        """Take bytes; `name` is what the file is called in messages, '' if it was pasted.

        `meanings` says by heading what the columns of a table are, where somebody has said it. With `whole`
        JSON that breaks off is none; else what is whole of it is taken.
        """
        if len(data) > LARGEST:
            raise Refused(
                "“{name}” is larger than {most} MB. Bring a smaller part.", name=name, most=LARGEST // 10**6
            )
        self.name = name or PASTED
        self.data = data
        self.meanings = meanings or {}
        self.whole = whole
        self.broken: Told | None = None
        """What is to be told of JSON that breaks off, once it was read."""

    @property
    def ending(self) -> str:
        """What the name ends with, in lower case, with its dot; a hint at most: what it is decides."""
        return "." + self.name.rpartition(".")[2].lower() if "." in self.name else ""

    @cached_property
    def text(self) -> str:
        """The text, whatever it is encoded in, with line feeds and without a byte order mark."""
        return decoded(self.data)

    @cached_property
    def head(self) -> str:
        """The first 4,000 characters or so, to tell formats by; blanks before them are gone."""
        return decoded(self.data[:4_000], whole=False).lstrip()

    @property
    def json(self) -> Any:
        """The JSON value that it is; Refused where it is none."""
        value = self._json
        if isinstance(value, Refused):
            raise value.with_traceback(None)
        return value

    @cached_property
    def _json(self) -> Any:
        """The value, or why there is none: each reader asks, and a long text is looked at once."""
        try:
            value = msgspec.json.decode(self.text)
        except (msgspec.DecodeError, RecursionError) as error:
            found = None if self.whole else beginning_of(self.text)
            if found is None:
                return Refused("“{name}” is no whole JSON: {detail}.", name=self.name, detail=error)
            value = found.value
            self.broken = Told(
                "The file breaks off in line {line}. What is whole before was taken; {who} was left out.",
                {"line": found.line, "who": f"“{found.name}”" if found.name else "what comes last"},
            )
        if _deeper_than(value, DEEPEST):
            return Refused(
                "“{name}” has tables in tables, {most} deep and more.", name=self.name, most=DEEPEST
            )
        return value

    @cached_property
    def is_json(self) -> bool:
        """True if it is JSON, whatever is in it."""
        return self.head[:1] in tuple('{["') and not isinstance(self._json, Refused)

    @cached_property
    def xml_root(self) -> str:
        """Name of the XML element around everything, '' if it is no XML."""
        found = re.match(
            r"(?:<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>|\s)*<([A-Za-z_][\w.:-]*)",
            self.head,
            re.DOTALL,
        )
        return found[1].rpartition(":")[2] if found else ""


def decoded(data: bytes, *, whole: bool = True) -> str:
    """Return the text that bytes are: by their byte order mark, else as UTF-8, else as Windows-1252."""
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ):
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            break
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            cut = not whole and error.start >= len(data) - 4
            text = data.decode("utf-8", "ignore") if cut else data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _deeper_than(value: Any, most: int) -> bool:
    level: list[Any] = [value] if isinstance(value, dict | list) else []
    for _ in range(most):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
