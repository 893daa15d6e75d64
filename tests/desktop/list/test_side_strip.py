"""Sides with their rolls, over the list, where a ruleset rolls by side."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from desktop.bridge import Bridge
from desktop.list.model import InitiativeModel
from desktop.list.side_strip import SideStrip
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd

ALONE = " · A side of its own: Cannot talk to the rest of its side"
"""Of whoever is one though the row has the colour of the others (001-16)."""


def strip_of(qtbot, ruleset: str, rolls: dict[str, int]) -> tuple[Bridge, SideStrip]:
    """The strip of a fight of three, one of whom is cut off from its side."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for ident, side in (("ada", "party"), ("bo", "party"), ("orc", "foes")):
        one = {"id": ident, "name": ident.title(), "side": side, "kind": "npc" if side == "foes" else "pc"}
        assert bridge.dispatch(cmd.Add(combatant=one)) is not None
    if "separated" in rules.stats:
        bridge.dispatch(cmd.SetNumbers(who="bo", stats={"separated": True}))
    strip = SideStrip(bridge, texts, InitiativeModel(bridge, texts))
    qtbot.addWidget(strip)
    assert bridge.dispatch(cmd.Start(rolls=rolls)) is not None
    return bridge, strip


def test_the_lowest_roll_stands_first(qapp, qtbot) -> None:
    """It declares first (001-27); who cannot talk to the others is a side of its own (001-16)."""
    bridge, strip = strip_of(qtbot, "moon-swing", {"party": 9, "foes": 5, "bo": 11})
    assert [(side.name, side.text, side.told) for side in strip.sides] == [
        ("foes", "Initiative 5 · first", "Orc rolled"),
        ("party", "Initiative 9", "Ada rolled"),
        ("Bo", "Initiative 11", f"Bo rolled{ALONE}"),
    ]
    assert strip.sides[2].mark == -1
    bridge.undo()
    assert strip.isHidden()


@pytest.mark.parametrize(("points", "width"), [(9, 330), (18, 520), (18, 1024)])
def test_every_side_is_to_be_seen_before_what_it_rolled(qapp, qtbot, points: float, width: int) -> None:
    """In large letters the third side stood beyond the edge."""
    _, strip = strip_of(qtbot, "moon-swing", {"party": 9, "foes": 5, "bo": 11})
    font = strip.font()
    font.setPointSizeF(points)
    strip.setFont(font)
    strip.resize(width, strip.sizeHint().height())
    strip.grab()
    told = {strip.told_at(QPointF(x, strip.height() / 2)) for x in range(0, width - 4, 2)}
    assert {"Orc rolled", "Ada rolled", f"Bo rolled{ALONE}"} <= told
    assert not strip.told_at(QPointF(width - 2, strip.height() / 2)), "none of them is cut at the edge"


def test_where_there_is_little_room_the_numbers_are_left_and_not_their_name(qapp, qtbot) -> None:
    """In letters of 14 points at 1024 pixels each side had "Ini…" behind it, and no number."""
    _, strip = strip_of(qtbot, "moon-swing", {"party": 9, "foes": 5, "bo": 11})
    font = strip.font()
    font.setPointSizeF(14)
    strip.setFont(font)
    strip.resize(1024, strip.sizeHint().height())
    assert strip.rolled() == ["Initiative 5 · first", "Initiative 9", "Initiative 11"]
    strip.resize(440, strip.height())
    assert strip.rolled() == ["5 · first", "9", "11"]


def test_where_nobody_rolls_by_side_there_is_no_strip(qapp, qtbot) -> None:
    _, strip = strip_of(qtbot, "saga-edition", {"ada": 20, "bo": 15, "orc": 10})
    assert strip.sides == []
    assert strip.isHidden()
