"""Totals of a fight: what is printed is what the log says (issue 6: "compared with totals computed
independently from the log")."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulesets.engine.evolve import replay
from rulesets.fight.session import Entry, Session
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import find_files, read_file
from rulesets.scenarios.play import Player
from rulesets.seen.accounts import Accounts, accounts, vital_stats
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter

ROOT = Path(__file__).parents[2]
FILES = find_files([ROOT / "tests" / "scenarios", ROOT / "tests" / "desktop" / "stories"])


def played(path: Path) -> list[Session]:
    """Every case of a file as it was played to its end."""
    data = read_file(path)
    found = []
    for case in data["case"]:
        player = Player(loader.load_writing(Shelf().writing(data["ruleset"]), case.get("options")), case)
        for step in case["steps"]:
            player.play(step)
        found.append(player.session)
    return found


def points(session: Session, state: Encounter, who: str) -> int:
    return sum(int(state.combatants[who].stats.get(name) or 0) for name in vital_stats(session.rules))


def by_states(session: Session) -> dict[str, Counter[str]]:
    """The totals once more, from how everybody stood before and after each entry."""
    found: dict[str, Counter[str]] = {}
    before = session.base
    for entry in session.log:
        after = replay(before, entry.events)
        harm = not isinstance(entry.command, cmd.SetNumbers | cmd.Describe)
        for who in after.combatants.keys() & before.combatants.keys():
            change = points(session, after, who) - points(session, before, who)
            if change > 0:
                found.setdefault(who, Counter())["healed"] += change
            elif change < 0 and harm:
                found.setdefault(who, Counter())["taken"] -= change
                author = getattr(entry.command, "by", "")
                found.setdefault(author if author in after.combatants else "", Counter())["dealt"] -= change
            steps = {t: p.step for t, p in before.combatants[who].tracks.items()}
            for track, place in after.combatants[who].tracks.items():
                found.setdefault(who, Counter())["worse"] += max(0, place.step - steps.get(track, 0))
        before = after
    for listed in before.acted.values():
        for turn in listed:
            for member in before.members(turn.slot):
                found.setdefault(member.id, Counter())["turns"] += 1
    return found


def without_steps_there_and_back(session: Session) -> bool:
    """True if no entry moves somebody along a track twice, or hurts and heals at once."""
    for entry in session.log:
        moved = [(e.who, e.key) for e in entry.events if type(e).__name__ in ("TrackMoved", "StatChanged")]
        if len(moved) != len(set(moved)):
            return False
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_totals_are_those_that_the_states_tell(path: Path) -> None:
    compared = 0
    for session in played(path):
        if not without_steps_there_and_back(session):
            continue
        told, known = accounts(session.rules, session.log, session.base), by_states(session)
        for who, account in told.combatants.items():
            if who not in session.state.combatants:
                continue
            expected = known.get(who, Counter())
            for name in ("dealt", "taken", "healed", "worse", "turns"):
                assert getattr(account, name) == expected[name], (who, name)
                compared += expected[name]
        assert told.unattributed == known.get("", Counter())["dealt"]
    assert compared > 10


def fight(*entries: Entry) -> Accounts:
    session = Session(loader.load("saga-edition"))
    session.dispatch(cmd.Add(combatant={"id": "a", "max_hp": 20}))
    session.dispatch(cmd.Add(combatant={"id": "b", "side": "foes", "max_hp": 20}))
    for number, given in enumerate(entries):
        session.dispatch(given.command, given.at or 100.0 + 10 * number)
    return accounts(session.rules, session.log)


def order(command: Any, at: float = 0.0) -> Entry:
    return Entry(command, (), at)


def test_what_was_done_is_counted_by_whom() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Act(who="a", cost="standard")),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 8}, by="a")),
        order(cmd.Apply(pipeline="heal", to=("b",), inputs={"amount": 3})),
        order(cmd.BeginEffect(on="b", name="Dazzled", by="a")),
        order(cmd.EndTurn()),
        order(cmd.Act(who="b", cost="swift")),
        order(cmd.Act(who="b", cost="move")),
        order(cmd.SetNumbers(who="b", stats={"hp": 1})),
    )
    first, second = told.combatants["a"], told.combatants["b"]
    assert (first.dealt, first.actions, first.effects, first.turns) == (8, {"standard": 1}, 1, 1)
    assert (second.taken, second.healed, second.suffered, second.turns) == (8, 3, 1, 1)
    assert second.actions == {"swift": 1, "move": 1}
    assert (told.unattributed, told.of_sides()["foes"].taken) == (0, 8)


def test_an_override_is_counted_for_whom_it_was_given() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Act(who="a", cost="standard")),
        order(cmd.Act(who="a", cost="standard", override=True)),
        order(cmd.Act(who="b", cost="standard")),
    )
    assert [account.overrides for account in told.combatants.values()] == [1, 0]


def test_turns_have_the_time_that_they_took_at_the_table() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10}), 1000.0),
        order(cmd.Act(who="a", cost="swift"), 1020.0),
        order(cmd.EndTurn(), 1060.0),
        order(cmd.EndTurn(), 1090.0),
        order(cmd.EndTurn(), 90000.0),
    )
    assert [(turn.slot, turn.seconds) for turn in told.turns] == [("a", 60.0), ("b", 30.0)]
    assert (told.began, told.ended) == (1000.0, 90000.0)


def test_points_of_each_side_are_known_after_every_round() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 5})),
        order(cmd.EndTurn()),
        order(cmd.EndTurn()),
        order(cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": 40})),
    )
    assert [shot.points for shot in told.rounds] == [
        {"party": 20, "foes": 20},
        {"party": 20, "foes": 15},
        {"party": 0, "foes": 15},
    ]


def test_who_has_left_is_still_told_of() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 5}, by="a")),
        order(cmd.Leave(who="b")),
    )
    assert told.combatants["b"].taken == 5
    assert told.sides["b"] == "foes"
