"""Notes stand far down in the details: that there are some is seen at their top."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rulesets.table.commands import Describe
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def test_that_there_are_notes_is_seen_at_the_top_and_one_click_leads_to_them(hands: Hands) -> None:
    """At 14 pt they were three screens below, and nobody knew of them."""
    window = hands.window
    window.resize(1024, 640)
    under_way(hands)
    head, notes = window.inspector.head, window.inspector.notes
    height = head.height()
    for told in ("", "Behind the freezer."):
        done = window.services.bridge.dispatch(Describe(who="sarlane", changes={"notes": told}))
        assert done is not None or not told
        hands.settle()
        assert head.notes.isVisible() == bool(told)
        assert told in head.notes.toolTip()
        assert head.height() == height
    QTest.mouseClick(head.notes, Qt.MouseButton.LeftButton)
    hands.until(notes.hasFocus, "the keys to be in the notes")
    hands.until(lambda: not notes.visibleRegion().isEmpty(), "them to be in sight")
