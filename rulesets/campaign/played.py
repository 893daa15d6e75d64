"""What was played, as its file says it: one entry for each time, of long ago a total for each encounter.

    [[total]]             [[played]]
    encounter = "Ford"    encounter = "Ford"
    times = 12            at = 2026-11-06T20:15:00+00:00
    last = 2025-…

Who reads only the first kind, as programs before totals do, takes the file all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from rulesets.campaign import toml_edit
from rulesets.campaign.reading import Read, Unreadable, parsed

MOST, LEFT = 400, 200
"""More entries than the first are put together, up to the newest ones, so many as the second."""
_TIMES, _TOTALS = "played", "total"
_TIME = re.compile(r'^\[\[played\]\]\nencounter = "[^"\\\n]*"\nat = [\d:TZ.+-]+\n+(?=\[|\Z)', re.MULTILINE)
_TOTAL = re.compile(
    r'^\[\[total\]\]\nencounter = "[^"\\\n]*"\ntimes = \d+\nlast = [\d:TZ.+-]+\n+(?=\[|\Z)', re.MULTILINE
)
"""Entries as they are written here, up to what follows: another table, or nothing."""
_ABOVE = re.compile(r"#[^\n]*\n\Z")


class Played(Struct, frozen=True):
    """How often a prepared encounter was begun."""

    times: int = 0
    last: datetime | None = None

    def with_more(self, times: int, last: datetime) -> Played:
        """Return what it is with so many times more, the last of them then."""
        return Played(self.times + times, last if self.last is None else max(self.last, last))


def read_played(found: Read) -> tuple[tuple[str, int, datetime], ...]:
    """Return of each entry file name without ending, how often, and when last; raises Unreadable."""
    entries = []
    for key, what in (
        (_TOTALS, "it has an encounter, a text, times, a number from 1, and last, a date and time"),
        (_TIMES, "it has an encounter, a text, and at, a date and time"),
    ):
        given = found.data.get(key, [])
        if not isinstance(given, list):
            raise found.wrong((key,), f"these must be [[{key}]] tables")
        for place, one in enumerate(given):
            entry = _entry(key, one) if isinstance(one, dict) else None
            if entry is None:
                raise found.wrong((key, place), what)
            entries.append(entry)
    return tuple(entries)


def _entry(key: str, one: Mapping[str, Any]) -> tuple[str, int, datetime] | None:
    name, moment = one.get("encounter"), one.get("at" if key == _TIMES else "last")
    times = 1 if key == _TIMES else one.get("times")
    if not isinstance(name, str) or not isinstance(moment, datetime):
        return None
    if type(times) is not int or times < 1:
        return None
    try:
        return name, times, moment.astimezone()
    except (OverflowError, ValueError, OSError):  # in this zone it is in no year that there is
        return None


def summed(entries: tuple[tuple[str, int, datetime], ...]) -> dict[str, Played]:
    """Return file name without ending → how often it was begun, and when last."""
    found: dict[str, Played] = {}
    for name, times, last in entries:
        found[name] = found.get(name, Played()).with_more(times, last)
    return found


def with_another(found: Read, name: str, at: datetime) -> str:
    """Return the text of the file with one entry more; where there are many the oldest are put together.

    Raises:
        Unreadable: if that would be too much.
    """
    before = found.text.rstrip("\n") + "\n\n" if found.text.strip() else ""
    text = f"{before}[[{_TIMES}]]\n{toml_edit.written({'encounter': name, 'at': at})}"
    try:
        new = parsed(found.path, text)
    except Unreadable:  # people have written the list in brackets, below which there are no tables
        entries = [*found.data.get(_TIMES, ()), {"encounter": name, "at": at}]
        text = toml_edit.changed(found.text, {**found.data, _TIMES: entries})
        new = parsed(found.path, text)
    return text if len(new.data[_TIMES]) <= MOST else _shortened(new) or text


def _shortened(found: Read) -> str | None:
    """Return a text that says the same in fewer entries; None where there are not many.

    What people have noted in an entry or beside one stays, and so does that entry.
    """
    text, path = found.text, found.path
    times = [(one, read_played(parsed(path, one.group()))[0]) for one in _plain(_TIME, text)]
    if len(times) <= MOST:
        return None
    old = sorted(times, key=lambda entry: entry[1][2])[:-LEFT]
    totals = [(one, read_played(parsed(path, one.group()))[0]) for one in _plain(_TOTAL, text)]
    gone = sorted((one.span() for one, _ in (*old, *totals)), reverse=True)
    for start, end in gone:
        text = text[:start] + text[end:]
    sums = summed(tuple(entry for _, entry in (*totals, *old)))
    for name, one in sums.items():
        entry = toml_edit.written({"encounter": name, "times": one.times, "last": one.last})
        text = text.rstrip("\n") + f"\n\n[[{_TOTALS}]]\n{entry}"
    new = parsed(path, text)
    same = _others(new) == _others(found) and summed(read_played(new)) == summed(read_played(found))
    return text if same else None


def _plain(shape: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the entries that are as the program writes them, with no comment above them."""
    return [
        one
        for one in shape.finditer(text)
        if not _ABOVE.search(text, max(0, one.start() - 1000), one.start())
    ]


def _others(found: Read) -> dict[str, Any]:
    return {key: value for key, value in found.data.items() if key not in (_TIMES, _TOTALS)}
