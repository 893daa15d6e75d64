"""The table of which rulesets use which keys."""

from __future__ import annotations

from rulesets.reading.loader import shipped
from tests.key_use import main, stated, used_in


def test_every_key_that_a_ruleset_uses_is_stated() -> None:
    """What only an option says counts, too: Moon Swing's older rule of haste."""
    found = used_in(shipped()["moon-swing"])
    assert {("Phase", "first"), ("Delay", "until"), ("Entry", "label"), ("Ruleset", "seconds")} <= found
    assert found <= stated().keys()


def test_keys_of_few_can_be_asked_for(capsys) -> None:
    assert main(["--most", "0", str(shipped()["shots"])]) == 0
    told = capsys.readouterr().out
    assert "| Delay | `contest` | 0 |" in told
    assert "| Delay | `until` |" not in told
