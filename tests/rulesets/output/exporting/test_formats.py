"""Formats as they are told of, by hand, to whoever reads about the program before it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.command_line import SUBCOMMANDS
from desktop.commands.table import COMMANDS
from rulesets.output.exporting.formats import CALLED, FORMATS

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize(
    "place",
    [
        *("README.md", "resources/guide.md", "packaging/linux/README.txt", "packaging/linux/turnwright.1"),
        "packaging/linux/alt.turnwright.turnwright.metainfo.xml",
    ],
)
def test_texts_that_list_the_formats_name_all_of_them(place: str) -> None:
    text = (ROOT / place).read_text(encoding="utf-8")
    assert [name for name in CALLED if name not in text] == []


def test_the_command_line_and_the_search_for_commands_know_all_formats() -> None:
    does = next(one.does for one in SUBCOMMANDS if one.name == "summary")
    assert [name for name in CALLED if name not in does] == []
    words = COMMANDS["export"].words.split()
    assert [one.called for one in FORMATS.values() if one.called.casefold() not in words] == []
