"""What a command asks of the game master is told in the message bar, and blocks nothing."""

from __future__ import annotations

import pytest

from desktop.process.in_front import dialog_in_front
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.events import Flagged
from rulesets.words.texts import Speaker

CHECK = "{} has lost half of what life was left at one blow: make the resistance check"


@pytest.fixture
def passage(window):
    """Kaiser, four on two sides."""
    sides = (("ada", "party"), ("bo", "party"), ("cut", "foes"), ("dirk", "foes"), ("ed", "foes"))
    people = [
        cmd.Add(combatant={"id": who, "name": who.capitalize(), "side": side, "hp": 40, "max_hp": 40})
        for who, side in sides
    ]
    window.services.encounters.new("Passage", "kaiser", {}, people)
    return window


def hit(window, *whom, amount):
    blow = cmd.Apply(pipeline="damage", to=whom, inputs={"amount": amount})
    assert window.services.bridge.dispatch(blow) is not None


def test_a_critical_hit_asks_for_the_check_in_the_message_bar(passage):
    """E-KAI-19: who loses half of what life was left makes the resistance check."""
    hit(passage, "cut", amount=19)
    assert passage.messages.text == ""
    hit(passage, "cut", amount=15)
    assert passage.messages.text == CHECK.format("Cut")
    assert dialog_in_front() is None
    hit(passage, "bo", amount=1)
    assert passage.messages.text == ""
    hit(passage, "bo", amount=20)
    passage.services.bridge.undo()
    assert passage.messages.text == ""


def test_many_are_told_in_short(passage):
    hit(passage, "ada", "bo", "cut", "dirk", amount=30)
    names = ("Ada", "Bo", "Cut")
    assert passage.messages.text == " · ".join([*map(CHECK.format, names), "1 more in the log"])


def test_a_message_that_comes_with_it_does_not_push_it_aside(passage):
    bridge = passage.services.bridge
    hit(passage, "cut", amount=1)
    hit(passage, "cut", amount=1)
    bridge.go_to(bridge.cursor - 2)
    hit(passage, "cut", amount=30)
    assert passage.messages.text.startswith(CHECK.format("Cut") + " · 2 undone steps")
    assert passage.messages.action.text() == "Bring back 2 steps"


def test_only_what_asks_for_something_is_told():
    rules = loader.load("kaiser")
    speaker = Speaker(rules, {"a": "Ada"}.get)
    told = [Flagged(name, "a") for name in ("died", "unconscious", "lost-turn", "resistance-check", "fumble")]
    assert speaker.asked(told) == []
    assert speaker.asked(
        [Flagged("massive-damage", "a", {"damage": 20, "limit": 17}), Flagged("own", "a")]
    ) == [
        "Ada has taken massive damage, 20 of at least 17: make the check",
        "Ada: own",
    ]
