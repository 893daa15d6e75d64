"""The scanner finds the line of every key that tomllib reads."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from rulesets.reading import loader
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc

TEXT = '''\
# a comment with [brackets]
a = 1
"quoted key" = "a \\" quote, [ and }"
[table] # behind
b.c = { d = 1, "e f" = [1, { g = "}" }], h = 'x\\' }
list = [
  "one", # comment ]
  { two = 2 },
  [3, 4],
]
long = """
not = "a key"
"""
raw = \'\'\'
[not.a.table]\'\'\'
[[many]]
x = 1
[[many]]
x = 2
[many.inner]
y = 3
[table.deeper]
z = 1979-05-27T07:32:00Z
'''


def places(value: Any, loc: Loc = ()) -> list[Loc]:
    """Every place in parsed TOML."""
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [place for key, entry in entries for place in ((*loc, key), *places(entry, (*loc, key)))]


def test_lines_of_everything_toml_can_write() -> None:
    lines = find_lines(TEXT)
    assert set(places(tomllib.loads(TEXT))) <= {*lines, ("many",)}
    assert lines["a",] == 2
    assert lines["quoted key",] == 3
    assert lines["table", "b", "c", "e f", 1, "g"] == 5
    assert lines["table", "list"] == 6
    assert [lines["table", "list", place] for place in range(3)] == [7, 8, 9]
    assert lines["table", "list", 1, "two"] == 8
    assert lines["table", "raw"] == 14
    assert (lines["many", 0, "x"], lines["many", 1, "x"], lines["many", 1, "inner", "y"]) == (17, 19, 21)
    assert lines["table", "deeper", "z"] == 23


@pytest.mark.slow
def test_every_place_of_the_shipped_rulesets_has_its_line() -> None:
    for folder in loader.shipped().values():
        text = (folder / "ruleset.toml").read_text(encoding="utf-8")
        lines, rows = find_lines(text), text.splitlines()
        for place in places(tomllib.loads(text)):
            if place in lines and isinstance(place[-1], str):
                assert place[-1] in rows[lines[place] - 1]
            else:
                assert place in lines or len(place) == 1, place


def test_what_cannot_be_followed_has_no_line() -> None:
    assert find_lines("a = 'no end") == {("a",): 1}
    assert find_lines("= 1") == {}
