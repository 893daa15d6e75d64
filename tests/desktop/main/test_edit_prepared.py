"""A prepared encounter is opened to be changed, and written back as one file: nothing is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.main.window import MainWindow
from rulesets.table import commands as cmd
from rulesets.table.encounter import SETUP
from tests.hands.keys_and_mouse import Hands

SAMPLES = ("ambush-at-docking-bay-94", "the-glass-tram")


def prepared(hands: Hands, sample: str) -> Path:
    """Keep a sample with a wave and a note as prepared; its file has a comment. The start page is open."""
    window = hands.window
    window.do(f"sample:{sample}")
    bridge = window.services.bridge
    late = {"id": "late", "name": "Latecomer", "side": "foes"}
    assert bridge.dispatch(cmd.PlanWave(wave="w", round=3, combatants=(late,)))
    window.campaign.keep("The ambush")
    window.do("close")
    (path,) = (window.services.campaigns.current.folder / "encounters").iterdir()
    path.write_text(f"# for the second evening\n{path.read_text('utf-8')}", "utf-8")
    window.services.campaigns.changed.emit()
    return path


def edited(hands: Hands) -> None:
    """F2 on its entry of the start page."""
    page = hands.window.start_page.campaign
    entry = next(one for one in page.entries.choices if one.text() == "The ambush")
    hands.key(Qt.Key.Key_F2, on=entry)
    assert hands.window.services.bridge.is_open


def said(window: MainWindow) -> str:
    return window.top_bar.says("primary")


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES)
def test_it_is_changed_and_written_back_and_never_played(hands: Hands, sample: str) -> None:
    path, window = prepared(hands, sample), hands.window
    campaign = window.services.campaigns.current
    (before,) = campaign.encounters()
    edited(hands)
    bridge = window.services.bridge
    assert window.windowTitle().startswith("Prepared: The ambush")
    assert said(window) == "Done"
    who = next(iter(bridge.state.combatants))
    assert bridge.dispatch(cmd.Describe(who=who, changes={"notes": "Talks first."}))
    assert said(window) == "Keep as prepared"
    hands.key(Qt.Key.Key_Space)
    assert said(window) == "Done"
    assert bridge.state.clock.status == SETUP
    text = path.read_text("utf-8")
    assert text.startswith("# for the second evening\n")
    (after,) = campaign.encounters()
    changed = [one for one in after.combatants if one["id"] == who]
    assert changed[0]["notes"] == "Talks first."
    assert [one for one in after.combatants if one["id"] != who] == [
        one for one in before.combatants if one["id"] != who
    ]
    assert (after.waves, after.options, after.name) == (before.waves, before.options, before.name)
    hands.click(window.messages.action)
    assert campaign.encounters()[0].combatants == before.combatants, "Undo"
    assert said(window) == "Keep as prepared"
    hands.primary()
    hands.primary()
    assert not bridge.is_open, "Done"
    assert campaign.encounters()[0].combatants == after.combatants
    assert not campaign.played(), "nothing was played"
    assert window.services.settings.now.recent == () or all(
        "drafts" not in one for one in window.services.settings.now.recent
    )
    assert not list(window.services.paths.drafts.rglob("*.*")), "nothing is left behind"


@pytest.mark.slow
def test_what_was_not_kept_is_there_again(hands: Hands) -> None:
    path, window = prepared(hands, SAMPLES[0]), hands.window
    kept = path.read_bytes()
    edited(hands)
    bridge = window.services.bridge
    who = next(iter(bridge.state.combatants))
    bridge.dispatch(cmd.Leave(who=who))
    window.do("close")
    assert path.read_bytes() == kept
    edited(hands)
    assert who not in bridge.state.combatants
    assert "not kept yet" in window.messages.text
    assert said(window) == "Keep as prepared"
    bridge.undo()
    assert who in bridge.state.combatants


@pytest.mark.slow
def test_what_others_have_changed_meanwhile_stays(hands: Hands) -> None:
    path, window = prepared(hands, SAMPLES[0]), hands.window
    edited(hands)
    others = path.read_text("utf-8").replace("# for the second evening", "# by somebody else")
    path.write_text(others, "utf-8")
    bridge = window.services.bridge
    bridge.dispatch(cmd.Leave(who=next(iter(bridge.state.combatants))))
    hands.primary()
    assert path.read_text("utf-8") == others
    assert len(window.services.campaigns.current.encounters()) == 2
    assert "both are kept" in window.messages.text
