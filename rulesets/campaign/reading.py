"""A campaign's file as text and as TOML, and what is wrong with one, with its line."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

LARGEST = 2_000_000
"""Bytes; a file of a campaign above that is a mistake."""
NO_TEXT = "a text is needed here"


class Trouble(Struct, frozen=True):
    """A file that is not used, and why. It is left as it is."""

    path: Path
    line: int
    """Counted from 1; 0 if it is about the whole file."""
    what: str

    def __str__(self) -> str:
        """One line: the file's name, where, what."""
        line = f"line {self.line}: " if self.line else ""
        return f"{self.path.name}: {line}{self.what}"


class Unreadable(ValueError):
    """A file that cannot be used; the message names it, the place and what is wrong."""

    def __init__(self, path: Path, what: str, line: int = 0) -> None:
        """Say what is wrong where."""
        self.trouble = Trouble(path, line, what)
        super().__init__(str(self.trouble))


class Read(Struct, frozen=True):
    """A file that is TOML."""

    path: Path
    text: str
    data: dict[str, Any]

    def needed(self, key: str) -> str:
        """Return a text that has to be there."""
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong((key,), NO_TEXT)
        return value

    def text_of(self, key: str) -> str:
        """Return a text that may be left out."""
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise self.wrong((key,), NO_TEXT)
        return value

    def wrong(self, at: Sequence[str | int], what: str) -> Unreadable:
        """Return the error for what stands at a place: keys, and places in lists counted from 0."""
        from rulesets.reading.lines import find_lines

        lines = find_lines(self.text)
        places = (tuple(at[:number]) for number in range(len(at), 0, -1))
        line = next((lines[place] for place in places if place in lines), 0)
        parts = [f"{part + 1}" if isinstance(part, int) else str(part) for part in at]
        where = ""
        for part, told in zip(at, parts, strict=True):
            where += f" {told}" if isinstance(part, int) else f": {told}" if where else told
        return Unreadable(self.path, f"{where}: {what}" if where else what, line)


def read(path: Path, largest: int = LARGEST) -> Read:
    """Return what a file holds; raises Unreadable."""
    return parsed(path, text_in(path, largest))


def parsed(path: Path, text: str) -> Read:
    """Return what a text says that stands in the file at ``path``; raises Unreadable."""
    from rulesets.reading import toml_text  # only when something of a campaign is asked for

    try:
        return Read(path, text, toml_text.loads(text))
    except toml_text.TooMuch as error:
        raise Unreadable(path, f"it is left unread: {error.message}", error.line) from error
    except toml_text.TOMLDecodeError as error:
        raise Unreadable(path, f"this is no TOML ({error})") from error


def text_in(path: Path, largest: int = LARGEST) -> str:
    """Return the text of a file; raises Unreadable."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for for ever
            raise Unreadable(path, "this is no ordinary file")
        if about.st_size > largest:
            raise Unreadable(path, "the file is too large")
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except FileNotFoundError:
        raise Unreadable(path, "there is no such file") from None
    except OSError as error:
        raise Unreadable(path, f"the file cannot be read ({os.strerror(error.errno or 0)})") from error
    except UnicodeDecodeError as error:
        raise Unreadable(path, f"this is no TOML ({error})") from error
