"""The log that players read speaks of what happened at the table, and not of what the program has done."""

from __future__ import annotations

import re

import pytest

from rulesets.fight.kept import read_kept
from rulesets.output.summary import Summary, summarise_kept
from rulesets.seen.scene import Audience
from tests.kept_fights import ENCOUNTERS

OF_PROGRAM = re.compile(
    r"The turn of .* is over|Phase: |The phase is over|finished declaring| still at |chosen by the GM"
    r"|the pass was closed"
)
"""What closes a step, repeats the heading, changes nothing, or is said of the game master."""


def told(ruleset: str, audience: Audience) -> Summary:
    """A kept fight as it is told."""
    file = ENCOUNTERS / "before-plain-words" / f"{ruleset}.turnwright"
    return summarise_kept(read_kept(file), audience=audience)


def lines(summary: Summary) -> list[tuple[str, str]]:
    """The sentences of a log with the sections in which they stand."""
    return [(one.section, line) for one in summary.happened for line in (one.title, *one.lines)]


@pytest.mark.parametrize("ruleset", ["frayed-thread", "kaiser", "limelight"])
def test_players_read_nothing_that_only_the_program_says(ruleset: str) -> None:
    of_gm, heard = lines(told(ruleset, Audience.GM)), lines(told(ruleset, Audience.PLAYERS))
    assert any(OF_PROGRAM.search(line) for _, line in of_gm), "the game master reads it"
    assert [line for _, line in heard if OF_PROGRAM.search(line)] == []
    begun = {line for _, line in of_gm if re.match(r"Round \d+ begins|.*no turn this time", line)}
    named = {line.partition(":")[0] for _, line in heard}
    assert {line.partition(":")[0] for line in begun} <= named, "what else came of such a step is told"


def test_whoever_is_chosen_by_the_game_master_is_simply_next() -> None:
    choices = [
        step.title for step in told("limelight", Audience.PLAYERS).happened if step.command == "choose"
    ]
    assert any(title.startswith("Next: ") for title in choices)
    assert any("chosen by" in title for title in choices), "players choose, too"


def test_the_dice_of_initiative_are_not_told_beside_the_order_that_they_made() -> None:
    heard = lines(told("kaiser", Audience.PLAYERS))
    assert any(line.startswith("Initiative: ") for _, line in heard)
    assert not any(line.startswith("Rolled: ") for _, line in heard)


def test_a_round_is_told_where_it_begins_and_a_phase_where_no_heading_names_it() -> None:
    """001-36: who hesitates is told so once."""
    heard = lines(told("moon-swing", Audience.PLAYERS))
    steps = [one for one in told("kaiser", Audience.PLAYERS).happened if one.title.endswith(" begins")]
    rounds = [(one.section.partition(" · ")[0], one.title) for one in steps if one.title.startswith("Round")]
    assert rounds
    assert [title for section, title in rounds if title != f"{section} begins"] == []
    assert [line for section, line in heard if line.removeprefix("Now: ") in section.split(" · ")] == []
    assert any(line.endswith(": Hesitated") for _, line in heard)
    assert not any(line.startswith("Hesitated: ") for _, line in heard)
