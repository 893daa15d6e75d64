"""Lines of the log that a game master of another system needs, and the headings above them."""

from __future__ import annotations

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
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


def test_a_number_that_is_set_to_what_it_was_stays() -> None:
    """'313 → 313' reads like a slip; that somebody looked at a number and left it is worth a line."""
    fight = on_counts("shots", ada=12)
    assert fight.do(cmd.SetNumbers(who="ada", stats={"wounds": 3})).title.endswith("wounds is 3")
    assert fight.do(cmd.SetNumbers(who="ada", stats={"wounds": 3})).title.endswith("wounds still at 3")
    assert fight.do(cmd.SetNumbers(who="ada", initiative=12)).title == "Ada: initiative still at 12"
    assert fight.do(cmd.SetNumbers(who="ada", initiative=11)).title == "Ada: initiative 12 → 11"


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


def on_counts(ruleset: str, **rolls: int) -> Fight:
    """A fight of a ruleset whose counts move; ``rolls`` by name."""
    people = ({"id": name, "side": name, "kind": "pc"} for name in rolls)
    found = Fight(*people, names={name: name.capitalize() for name in rolls}, ruleset=ruleset)
    found.do(cmd.Start(rolls=rolls))
    return found


def test_whatever_moves_a_count_is_told_with_from_where_to_where() -> None:
    """SHA-3, SH-06, SH-12, IP-13: a shot that is let pass, a dodge, a late joiner, wounds."""
    shots = on_counts("shots", ada=12, bo=9)
    assert "Ada: shot 12 → 11, at the end of the turn" in shots.do(cmd.EndTurn()).lines
    assert shots.do(cmd.React(who="bo", name="dodge", to="a shot")).lines.count("Bo: shot 9 → 8") == 1
    late = shots.do(cmd.Add(combatant={"id": "cy"}, roll=14))
    assert [line for line in late.lines if "shot" in line] == ["cy: shot 14 → 11, on joining"]
    passes = on_counts("passes", ada=25, bo=13)
    hurt = passes.do(cmd.Apply(pipeline="damage", to=("ada", "bo"), inputs={"amount": 7}))
    assert [line for line in hurt.lines if line.startswith("Score")] == [
        "Score, wound modifier: Ada 25 → 23, Bo 13 → 11"
    ]
    typed = passes.do(cmd.SetNumbers(who="bo", stats={"hp": 10}))
    assert "Bo: score 11 → 13, wound modifier" in typed.lines


def test_the_end_of_a_pass_is_one_line_whoever_lost_score() -> None:
    """IP-04: everybody loses 10."""
    fight = on_counts("passes", **{f"orc{number}": 20 - number for number in range(8)})
    for _ in range(7):
        fight.do(cmd.EndTurn())
    said = fight.do(cmd.EndTurn())
    (line,) = [line for line in said.lines if "→" in line]
    assert line.startswith("Score, at the end of the pass: Orc0 20 → 10, Orc1 19 → 9")
    assert line.endswith(" and 3 more")


def test_a_roll_that_is_asked_for_is_told_once() -> None:
    """R5E-55: “rolls now: Death save” says that a check is due."""
    people = ({"id": "ada", "kind": "pc", "max_hp": 9}, {"id": "bo", "side": "foes"})
    fight = Fight(*people, names={"ada": "Ada", "bo": "Bo"}, ruleset="dnd5e")
    fight.do(cmd.Start(rolls={"bo": 20, "ada": 10}))
    fight.do(cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 9}))
    assert fight.do(cmd.EndTurn()).lines == ("Ada rolls now: Death save, 10 or more",)


def test_the_log_tells_of_everybody_how_much_it_was_dealt() -> None:
    """The title names some of many, and of whoever was dying already no line told how much it had taken."""
    rules = loader.load("dnd5e")
    session, speaker = Session(rules), Speaker(rules, lambda ident: ident.title())
    orcs = [f"o{number}" for number in range(1, 15)]
    for who in orcs:
        assert not isinstance(session.dispatch(cmd.Add(combatant={"id": who, "max_hp": 9})), Refusal)
    session.dispatch(cmd.Start())
    for amount, own in ((9, {}), (8, {"o14": {"amount": 3}}), (1, {})):
        order = cmd.Apply(pipeline="damage", to=tuple(orcs), inputs={"amount": amount}, own=own)
        assert not isinstance(session.dispatch(order), Refusal)
    first, second, third = (speaker.entry(entry).lines for entry in session.log[-3:])
    assert first[13] == "O14: hit points 9 → 0", "the title says how much, since it is the same for all"
    assert second[:2] == ("O1: 8 damage, death saves failed 0 → 1", "O2: 8 damage, death saves failed 0 → 1")
    assert second[13] == "O14: 3 damage, death saves failed 0 → 1"
    assert third[13] == "O14: death saves failed 1 → 2"


def test_that_parts_paid_are_lost_is_told_at_once() -> None:
    """E-SW-06: three swift actions in the same or consecutive rounds."""
    rules = loader.load("saga-edition")
    session, speaker = Session(rules), Speaker(rules, lambda ident: ident.title())
    session.dispatch(cmd.Add(combatant={"id": "ada"}))
    session.dispatch(cmd.Start())
    session.dispatch(cmd.MoveTrack(who="ada", track="condition", by=2))
    session.dispatch(cmd.Act(who="ada", name="recover"))
    told: list[str] = []
    for _ in range(3):
        session.dispatch(cmd.EndTurn())
        told += speaker.asked(session.log[-1].events)
    assert told == ["Ada was interrupted: what was paid for “Recover” is lost"]
