"""Counts that move: every slip in what moves them, sorts by them and comes again because of them is found."""

from __future__ import annotations

import pytest

from rulesets.reading import loader

CLOCK = """
id = "clock"
label = "Clock"
[stat]
speed = 1
[order.clock]
label = "Clock"
roll = "d6"
rolled = "round"
keys = ["count desc", "speed desc"]
[phase.roll]
label = "Roll"
activity = "roll"
order = "clock"
[phase.turns]
label = "Turns"
activity = "act"
order = "clock"
who = "count > 0"
turns = "again"
[pool.nerve]
label = "Nerve"
size = 1
"""
STILL = CLOCK.replace('"count desc"', '"roll desc"').replace('turns = "again"', "")
PASSES = CLOCK.replace('turns = "again"', 'turns = "passes"')


def problems(text: str) -> list[tuple[str, str]]:
    """Return key and message of each problem of a text."""
    try:
        loader.load_text(text, "clock.toml")
    except loader.RulesetError as error:
        return [(problem.key, problem.message) for problem in error.problems]
    return []


def test_a_clock_has_no_problem() -> None:
    assert problems(CLOCK) == []
    assert problems(STILL) == []
    assert problems(PASSES.replace('"passes"', '"passes"\npass = "Pass"')) == []


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        (
            STILL.replace("rolled =", "shift = 'speed'\nrolled ="),
            "order.clock.shift",
            "only where counts move",
        ),
        (CLOCK.replace('roll = "d6"', ""), "order.clock.keys", "no count that could move"),
        (CLOCK.replace("rolled =", "shift = \"pool('nerve')\"\nrolled ="), "order.clock.shift", "pool()"),
        (CLOCK.replace('"speed desc"', '"speed - round desc"'), "order.clock.keys[2]", "'round'"),
        (
            CLOCK.replace('order = "clock"', 'order = "clock"\nturns = "again"', 1),
            "phase.roll.turns",
            "'act'",
        ),
        (STILL.replace("who =", "pass = 'Pass'\nwho ="), "phase.turns.pass", "no passes"),
        (PASSES, "phase.turns", "need a name"),
        (STILL.replace("who =", "turns = 'again'\nwho ="), "phase.turns.turns", "again and again"),
        (
            STILL + "[[trigger]]\nat = 'turn-start'\ndoes = [{ count_in = 'clock', by = 1 }]",
            "trigger[1].does[1].count_in",
            "do not move",
        ),
        (
            CLOCK + "[[trigger]]\nat = 'turn-start'\ndoes = [{ count_in = 'clock' }]",
            "trigger[1].does[1]",
            "either 'by' or 'to'",
        ),
        (
            STILL + "[cost.x]\nlabel = 'X'\nalternatives = [{ off_count = 1 }]",
            "cost.x.alternatives[1].off_count",
            "do not move",
        ),
        (CLOCK + "[delay]\nto = ['after']", "delay.to", "'wait' comes in"),
        ("[delay]\nthen = 'must-act'", "delay.then", "Nobody has to act then"),
        ("[delay]\nuntil = 'never'\nthen = 'may-act'", "delay.then", "Nobody has to act then"),
        (
            CLOCK.replace('"speed desc"', '"then speed desc"'),
            "order.clock.keys[2]",
            "it needs together = true",
        ),
        (CLOCK + "[pool.off_count]\nlabel = 'Count'", "pool.off_count", "something else"),
    ],
)
def test_a_slip_is_found(text: str, key: str, said: str) -> None:
    assert said in dict(problems(text))[key]
