"""Lines of the log that a game master of another system needs, and the headings above them."""

from __future__ import annotations

from rulesets.table import commands as cmd
from tests.rulesets.words.spoken_fight import Fight, begun


def heading(fight: Fight) -> str:
    """The heading above the newest entry."""
    entry = fight.session.log[-1]
    return fight.speaker.section(entry, fight.timeline.back(entry.events))


def test_what_changes_nothing_says_so() -> None:
    """'heal 9' alone would let a game master believe that somebody was healed."""
    fight = begun()
    said = fight.do(cmd.Apply(pipeline="heal", to=("deel",), inputs={"amount": 9}))
    assert said.lines == ("This changes nothing",)
    fight.do(cmd.Apply(pipeline="damage", to=("deel",), inputs={"amount": 5}))
    said = fight.do(cmd.Apply(pipeline="heal", to=("deel",), inputs={"amount": 9}))
    assert "43 → 48" in said.title
    assert said.lines == ()


def test_a_declaration_says_what_it_cost() -> None:
    """Intentions are paid in action points when they are declared (kaiser: 002-7, 002-8)."""
    fight = Fight({"id": "a", "name": "Marten"}, names={"a": "Marten"}, ruleset="kaiser")
    fight.do(cmd.Start())
    assert fight.do(cmd.Declare(who=("a",), name="magic")).title == "Marten declares Magic (2 AP)"
    assert fight.do(cmd.Declare(who=("a",), done=True)).title == "Marten has finished declaring"


def test_headings_name_round_phase_and_segment() -> None:
    """Moon Swing declares and then acts in segments: each has a heading of its own."""
    names = {"a": "Ace", "b": "Bo"}
    fight = Fight({"id": "a"}, {"id": "b", "side": "foes"}, names=names, ruleset="moon-swing")
    assert heading(fight) == "Before the fight"
    fight = Fight({"id": "a"}, {"id": "b", "side": "foes"}, names=names, ruleset="moon-swing")
    fight.do(cmd.Start(rolls={"party": 12, "foes": 8}))
    for who in ("b", "a"):
        fight.do(cmd.Declare(who=(who,), fields={"actions": 2, "first": "fire"}))
    fight.do(cmd.EndTurn())
    sections = []
    timeline = type(fight.timeline)(fight.rules, fight.session.base)
    for entry in fight.session.log:
        sections.append(fight.speaker.section(entry, timeline.forward(entry.events)))
    assert list(dict.fromkeys(sections)) == [
        "Before the fight",
        "Round 1 · Declaration",
        "Round 1 · Segment 1",
    ]


def test_the_surprise_round_and_the_end_have_headings() -> None:
    fight = Fight({"id": "deel"}, {"id": "st1", "side": "empire", "aware": False})
    fight.do(cmd.Start(rolls={"deel": 20, "st1": 10}))
    entry = fight.session.log[-1]
    assert fight.speaker.section(entry, fight.timeline.back(entry.events)) == "Surprise round"
    fight.timeline.forward(entry.events)
    fight.do(cmd.EndEncounter())
    fight.do(cmd.Leave(who="st1"))
    assert heading(fight) == "After the fight"
