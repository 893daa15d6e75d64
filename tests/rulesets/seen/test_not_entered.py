"""A state goes by numbers that nobody may have entered: what counts for them is said."""

from __future__ import annotations

import pytest

from rulesets.reading import loader
from rulesets.seen.not_entered import not_entered
from rulesets.table.combatant import Combatant


@pytest.mark.parametrize(
    ("stats", "lacking"),
    [
        ({"ac": 15}, {"dex": 10}),
        ({"ac": 15, "dex": 14}, {}),
        ({"ac": 15, "dex_mod": 2}, {}),
        ({}, {}),
    ],
)
def test_flat_footed_goes_by_a_dexterity_that_may_not_be_entered(
    stats: dict[str, int], lacking: dict[str, int]
) -> None:
    """E-SRD-03: an armour class was typed and no Dexterity, and flat-footed took nothing, without a word."""
    who = Combatant(id="ogre", name="Ogre", side="foes", stats=dict(stats))
    assert not_entered(loader.load("srd35"), who, "flat-footed") == lacking
