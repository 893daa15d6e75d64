"""Regular expressions are read alike by every Python that may run them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("desktop", "rulesets", "packaging")
SOURCES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
ALL_OR_NOTHING = re.compile(r"(?<!\\)\)(?:[*+?]|\{[0-9,]+\})\+|\(\?>")


def test_no_group_takes_all_or_nothing() -> None:
    """gh-106052: the first releases of Python 3.11 (Debian 12 has 3.11.2) match (?:…)*+ otherwise.

    There a text over several lines was no string, and <p title=> a tag in which nothing is in doubt.
    """
    assert ALL_OR_NOTHING.search(r"(?:a|b)*+") is not None
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in SOURCES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if ALL_OR_NOTHING.search(line) is not None
    ]
    assert len(SOURCES) > 500
    assert found == []
