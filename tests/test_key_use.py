"""The table of which rulesets use which keys."""

from __future__ import annotations

from collections import Counter

import pytest

from rulesets.reading.loader import shipped
from rulesets.reading.reference.rare import RARE
from tests.key_use import main, stated, used_in


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_only_one_ruleset_uses_has_its_reason_in_the_reference() -> None:
    """Two of the shipped rulesets use a key, or the reference says why it is a key all the same."""
    users = Counter(key for folder in shipped().values() for key in used_in(folder))
    reasons = Counter((table, key) for one in RARE for table, keys in one.by_table().items() for key in keys)
    assert set(reasons) == {key for key in stated() if users[key] == 1}
    assert set(reasons.values()) == {1}
