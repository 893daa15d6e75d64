"""What errors mean to the game master: what happened, what was kept, what to do."""

from __future__ import annotations

from pathlib import Path

from desktop.messages.sentences import sentence
from rulesets.campaign.reading import Unreadable


def test_a_file_that_cannot_be_used_is_named_and_called_nothing_that_it_is_not(qapp: object) -> None:
    """It may be a party, stat blocks or a campaign as well as a prepared encounter."""
    told = sentence(Unreadable(Path("heroes.toml"), "this is no TOML", 3))
    assert told.startswith("A file cannot be used: heroes.toml")
    assert told.endswith("It was left as it is: mend it, or do without it.")
    assert "prepared" not in told
