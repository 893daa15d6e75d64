"""Dialogs that stand in front of their window, when the program is ended from outside."""

from __future__ import annotations

import pytest

from desktop.combatants.parties_window import PartiesWindow
from desktop.process.in_front import dialog_in_front, dismiss_all
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow


def test_whatever_is_asked_is_answered_with_no_when_the_program_is_ended(hands: Hands) -> None:
    """One dialog in front of another: both would keep the window from closing on SIGTERM."""
    hands.window.services.encounters.new("A fight", "srd35", {})
    hands.window.do("show-parties")
    hands.until(lambda: isinstance(dialog_in_front(), PartiesWindow), "the parties")
    parties = dialog_in_front()
    assert isinstance(parties, PartiesWindow)
    parties.new.click()
    hands.until(lambda: dialog_in_front() not in (None, parties), "the name")
    assert not hands.window.windowHandle().close(), "the dialog comes to the front instead"
    dismiss_all()
    assert dialog_in_front() is None
    assert hands.window.services.campaigns.current.parties() == ()
