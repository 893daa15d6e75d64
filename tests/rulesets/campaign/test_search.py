"""Finding stat blocks by what is typed."""

from __future__ import annotations

import pytest

from rulesets.campaign.search import Finder
from rulesets.campaign.things import Block
from rulesets.reading import loader
from tests.effort import calls

WOLF = Block("Wolf", {"side": "foes", "max_hp": 13, "notes": "Hunts in packs."}, tags=("forest", "beast"))
DIRE = Block("Dire wolf", {"side": "foes", "max_hp": 37, "feats": ["track"]}, tags=("beast",))
GUARD = Block("Guard", {"side": "town", "max_hp": "2d8+4", "heroic": True, "notes": "Knows the wolf."})


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", ["Wolf", "Dire wolf", "Guard"]),
        ("wolf", ["Wolf", "Dire wolf", "Guard"]),
        ("WOLF dire", ["Dire wolf"]),
        ("beast", ["Wolf", "Dire wolf"]),
        ("beast forest", ["Wolf"]),
        ("packs", ["Wolf"]),
        ("track", ["Dire wolf"]),
        ("town", ["Guard"]),
        ("13", ["Wolf"]),
        ("3", []),
        ("max_hp 37", ["Dire wolf"]),
        ("hit points 37", ["Dire wolf"]),
        ("2d8", ["Guard"]),
        ("max_hp>13", ["Dire wolf"]),
        ("max_hp>=13 beast", ["Wolf", "Dire wolf"]),
        ("max_hp<13", []),
        ("dragon", []),
    ],
)
def test_every_word_is_found_in_name_side_tags_notes_or_numbers(typed: str, names: list[str]) -> None:
    finder = Finder((WOLF, DIRE, GUARD), loader.load("saga-edition"))
    assert [block.name for block in finder.find(typed)] == names


def test_the_name_that_begins_so_comes_first() -> None:
    finder = Finder((GUARD, DIRE, WOLF))
    assert [block.name for block in finder.find("wolf")] == ["Wolf", "Dire wolf", "Guard"]


def test_five_thousand_blocks_take_no_longer_than_looking_at_each_once() -> None:
    """Nothing is made ready anew for a key (targets: 30 ms from key to painted list)."""
    blocks = [Block(f"Wolf {number}", {"max_hp": number, "notes": "Hunts."}) for number in range(5000)]
    finder = Finder(blocks)
    assert calls(finder.find, "wolf hunts 4999") < 60_000
    assert [block.name for block in finder.find("4999")] == ["Wolf 4999"]
