"""The sample fight with known counts, for tests of the window."""

from __future__ import annotations

from desktop.bridge import Bridge
from rulesets.table.commands import Start
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

COUNTS = {
    "sarlane": 24,
    "sergeant": 21,
    "lug": 17,
    "deel": 16,
    "trooper-1": 14,
    "trooper-2": 13,
    "foreman": 11,
    "ioan": 9,
}
"""As in the picture of the window, with the tie resolved."""
AWARE = ["sarlane", "sergeant", "lug", "deel", "trooper-1", "trooper-2"]
"""Those who act in the surprise round, in their order."""


def start(bridge: Bridge) -> None:
    """Begin the fight with the counts that were rolled at the table."""
    assert bridge.dispatch(Start(rolls=COUNTS)) is not None


def order(bridge: Bridge) -> list[str]:
    """The slots from the highest count down."""
    return list(bridge.state.orders["initiative"].slots)


def begun(hands: Hands) -> None:
    """The sample, started with typed initiative by hand, in its surprise round."""
    plays.open_sample(hands)
    plays.ask_for_initiative(hands)
    plays.begin(hands)


def under_way(hands: Hands) -> None:
    """The same, for tests that are not about how a fight begins: the counts are given to it, not typed."""
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    plays.turn_of(hands, "sarlane")
    hands.settle()
