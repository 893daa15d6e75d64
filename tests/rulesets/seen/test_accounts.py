"""Totals of a fight: what is printed is what the log says (issue 6: "compared with totals computed
independently from the log")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesets.fight.session import Entry, Session
from rulesets.output.papers.figures import account_table
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import Template, TemplatePart
from rulesets.output.summary import summarise
from rulesets.reading import loader
from rulesets.seen.accounts import BREAK, Accounts, Snapshot, accounts
from rulesets.seen.fates import fates
from rulesets.seen.harm import Counted, counted
from rulesets.seen.queries import rounds_done
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal


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
    assert told.played == 90.0, "the table was left: nobody played for a day"


def test_an_evening_that_was_left_open_is_not_counted() -> None:
    """A break of more than half an hour is none of the fight's time, in a turn or before it."""
    steps = [order(cmd.Start(rolls={"a": 20, "b": 10}), 1000.0), order(cmd.EndTurn(), 1000.0 + BREAK)]
    assert (fight(*steps).played, fight(*steps).breaks) == (BREAK, 0.0)
    later = order(cmd.EndTurn(), 1000.0 + 3 * BREAK)
    told = fight(*steps, later, order(cmd.EndTurn(), 1060.0 + 3 * BREAK))
    assert (told.played, told.breaks) == (BREAK + 60.0, 2 * BREAK)


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


def test_a_round_to_whose_end_somebody_comes_back_is_over_once() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.EndTurn()),
        order(cmd.EndTurn()),
        order(cmd.Delay(who="a")),
        order(cmd.EndTurn()),  # round 3 begins, and with it the fresh turn of a
        order(cmd.Resume(who="a")),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 8}, by="a")),
        order(cmd.EndTurn()),
    )
    assert told.rounds == (
        Snapshot(0, {"party": 20, "foes": 20}),
        Snapshot(1, {"party": 20, "foes": 20}),
        Snapshot(2, {"party": 20, "foes": 12}),
        Snapshot(3, {"party": 20, "foes": 12}),
    )


def test_who_has_left_is_still_told_of() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 5}, by="a")),
        order(cmd.Leave(who="b")),
    )
    assert told.combatants["b"].taken == 5
    assert told.sides["b"] == "foes"


# -- a surprise round, groups, shields ---------------------------------------------------------------


def played(ruleset: str, people: Sequence[dict[str, Any]], *commands: cmd.Command) -> Session:
    session = Session(loader.load(ruleset))
    orders = [*(cmd.Add(combatant=dict(one)) for one in people), *commands]
    for number, command in enumerate(orders):
        assert not isinstance(session.dispatch(command, 100.0 + number), Refusal), command
    return session


GOBLINS = tuple(
    {"id": f"g{n}", "side": "foes", "kind": "npc", "group": "Goblins", "max_hp": 5} for n in (1, 2)
)


def hit(who: str, amount: int, by: str = "", **more: Any) -> cmd.Apply:
    return cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount, **more}, by=by)


def test_a_surprise_round_is_no_completed_one_and_its_damage_is_in_the_chart() -> None:
    """003-22: the surprise round is before the first; who fell in it has no turns with its group."""
    session = played(
        "srd35",
        ({"id": "a", "max_hp": 20}, *GOBLINS, {"id": "late", "side": "foes", "max_hp": 5, "aware": False}),
        cmd.Start(rolls={"a": 20, "Goblins": 10}),
        hit("g1", 20, "a"),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.RollInitiative(rolls={"late": 5}),
    )
    assert (session.state.clock.round, session.state.clock.completed) == (1, 1)
    assert rounds_done(session.state) == 0
    for _ in range(3):
        session.dispatch(cmd.EndTurn(), 200.0)
    told = accounts(session.rules, session.log)
    assert rounds_done(session.state) == 1
    assert told.rounds[0] == Snapshot(0, {"party": 20, "foes": 15}), "before the surprise round"
    assert [shot.round for shot in told.rounds] == [0, 1, 2]
    assert told.surprised == Snapshot(0, {"party": 20, "foes": 10}), "after it"
    assert {who: one.turns for who, one in told.combatants.items()} == {"a": 3, "g1": 0, "g2": 2, "late": 1}
    assert not told.combatants["g1"].seconds
    assert told.combatants["g2"].seconds


def test_who_is_dying_has_a_turn_in_a_group_as_well_as_alone() -> None:
    """E-S4-06: a death save is made in it; of a hero alone it was counted, and of a thug among others not."""
    thugs = tuple({"id": one, "side": "foes", "group": "Thugs", "max_hp": 9} for one in ("t1", "t2", "t3"))
    session = played(
        "sagas-hub",
        ({"id": "a", "max_hp": 20}, {"id": "b", "side": "foes", "max_hp": 9}, *thugs),
        cmd.BeginEffect(on="t1", name="dying"),
        cmd.BeginEffect(on="b", name="dying"),
        cmd.Start(rolls={"a": 20, "Thugs": 10, "b": 5}),
        cmd.Defeat(who="t3"),
        cmd.EndTurn(),
        cmd.EndTurn(),
    )
    told = accounts(session.rules, session.log)
    turns = {who: one.turns for who, one in told.combatants.items()}
    assert turns == {"a": 1, "b": 1, "t1": 1, "t2": 1, "t3": 0}


def test_a_turn_that_a_group_has_together_is_one_turn_of_its_side() -> None:
    """003-2: a group acts together. Everybody of it had that turn; its time is told once."""
    session = played(
        "srd35",
        ({"id": "a", "max_hp": 20}, *GOBLINS, {"id": "hound", "side": "foes", "max_hp": 14}),
        cmd.Start(rolls={"a": 20, "Goblins": 10, "hound": 5}),
    )
    for at in (105.0, 135.0, 145.0):  # in turn one second, thirty and ten
        session.dispatch(cmd.EndTurn(), at)
    told = accounts(session.rules, session.log)
    foes = told.of_sides()["foes"]
    assert {who: one.turns for who, one in told.combatants.items()} == {"a": 2, "g1": 1, "g2": 1, "hound": 1}
    assert (foes.turns, foes.seconds) == (2, (30.0, 10.0))
    assert {one.name: one.seconds for one in told.slots.values()} == {
        "a": (1.0,),
        "Goblins": (30.0,),
        "hound": (10.0,),
    }


def test_what_a_shield_wears_is_neither_dealt_nor_taken() -> None:
    """004-131..133: a shield stops damage and wears by 5 or 10; who is behind it loses what comes through."""
    people = ({"id": "a"}, {"id": "b", "side": "foes", "max_hp": 40, "max_sr": 15})
    session = played(
        "sagas-hub",
        people,
        cmd.Start(rolls={"a": 20, "b": 10}),
        hit("b", 22, "a"),
    )
    b = session.state.combatants["b"]
    assert (b.stats["hp"], b.stats["sr"]) == (33, 5)
    told = accounts(session.rules, session.log)
    assert (told.combatants["a"].dealt, told.combatants["b"].taken, told.combatants["b"].soaked) == (7, 7, 10)
    assert told.rounds[0].points["foes"] == 40


def test_points_below_0_are_counted_and_it_is_said_what_is() -> None:
    """E-S4-06, E-SRD-30: 20 against 16 are 20 lost where points go on below 0, and 16 where they do not."""
    people = ({"id": "a"}, {"id": "b", "side": "foes", "max_hp": 16})
    for ruleset, dealt, how in (
        ("sagas-hub", 20, "below-0"),
        ("srd35", 20, "below-0"),
        ("saga-edition", 16, "to-0"),
        ("dnd5e", 16, "to-0"),
    ):
        session = played(ruleset, people, cmd.Start(rolls={"a": 20, "b": 10}), hit("b", 20, "a"))
        told = accounts(session.rules, session.log).combatants
        assert (ruleset, told["a"].dealt, told["b"].taken) == (ruleset, dealt, dealt)
        assert counted(session.rules) == Counted("Hit points", how)
    assert counted(loader.load("shots")) == Counted("Wounds", "mounting")
    assert counted(loader.load("moon-swing")) is None


def test_what_an_effect_takes_is_dealt_by_whoever_began_it() -> None:
    """PF-50: persistent damage was nobody's, though it was said because of whom it burns."""
    session = Session(loader.load("pf2e"))
    for ident in "abc":
        session.dispatch(cmd.Add(combatant={"id": ident, "side": ident, "max_hp": 20}))
    session.dispatch(cmd.Start(rolls={"a": 20, "b": 10, "c": 5}))
    session.dispatch(cmd.BeginEffect(on="b", name="persistent-fire", value=5, by="a"))
    session.dispatch(cmd.BeginEffect(on="c", name="persistent-acid", value=3))
    for _ in range(3):
        session.dispatch(cmd.EndTurn())
    told = accounts(session.rules, session.log)
    assert (told.combatants["b"].taken, told.combatants["c"].taken) == (5, 3)
    assert (told.combatants["a"].dealt, told.unattributed) == (5, 3)


def test_wounds_are_caused_by_whoever_is_named() -> None:
    """001-112: where there are no points, nobody was told to have wounded anybody."""
    session = Session(loader.load("moon-swing"))
    for ident in "ab":
        session.dispatch(cmd.Add(combatant={"id": ident, "side": ident}))
    session.dispatch(cmd.Start(rolls={"a": 9, "b": 5}))
    for amount in (16, 20):
        rolled = {"damage": amount, "strength": 10}
        session.dispatch(cmd.Apply(pipeline="wound", to=("b",), inputs=rolled, by="a"))
    kept = accounts(session.rules, session.log)
    told = kept.combatants
    assert (told["a"].caused, told["b"].caused) == (told["b"].worse, 0)
    assert told["b"].worse > 1
    table = account_table("", list(told.items()), lambda key, **_: key)
    assert [column.title for column in table.columns][1:3] == ["caused", "worse"]


def test_wounds_that_are_counted_up_are_dealt_and_taken_like_hit_points() -> None:
    """SH-20: the record of a shot clock's fight had not one number of what was dealt."""
    session = Session(loader.load("shots"))
    session.dispatch(cmd.Add(combatant={"id": "ann", "toughness": 5}))
    session.dispatch(cmd.Add(combatant={"id": "boss", "side": "foes", "rank": "boss", "toughness": 7}))
    session.dispatch(cmd.Start(rolls={"ann": 12, "boss": 9}))
    for amount, to, by in ((20, "boss", "ann"), (3, "boss", "ann"), (9, "ann", "boss")):
        session.dispatch(cmd.Apply(pipeline="damage", to=(to,), inputs={"amount": amount}, by=by))
    session.dispatch(cmd.Apply(pipeline="heal", to=("boss",), inputs={"amount": 6}))
    told = accounts(session.rules, session.log).combatants
    assert (told["ann"].dealt, told["ann"].taken) == (13, 4)
    assert (told["boss"].dealt, told["boss"].taken, told["boss"].healed) == (4, 13, 6)


def test_who_heals_is_credited_with_the_points_that_are_got_back() -> None:
    """A healer's evening: the totals said who got points back, and nobody who gave them."""
    session = Session(loader.load("shots"))
    for ident in ("ann", "medic", "boss"):
        session.dispatch(cmd.Add(combatant={"id": ident, "toughness": 5}))
    session.dispatch(cmd.Start(rolls={"ann": 12, "medic": 10, "boss": 9}))
    session.dispatch(cmd.Apply(pipeline="damage", to=("ann",), inputs={"amount": 20}, by="boss"))

    def columns() -> list[str]:
        told = accounts(session.rules, session.log).combatants
        return [one.title for one in account_table("", [*told.items()], lambda key, **_: key).columns]

    session.dispatch(cmd.Apply(pipeline="heal", to=("ann",), inputs={"amount": 2}))
    assert "given" not in columns(), "nobody was named for it"
    session.dispatch(cmd.Apply(pipeline="heal", to=("ann",), inputs={"amount": 4}, by="medic"))
    told = accounts(session.rules, session.log).combatants
    assert (told["ann"].healed, told["medic"].given, told["boss"].given, told["medic"].dealt) == (6, 4, 0, 0)
    assert columns()[columns().index("healed") + 1] == "given"


# -- trusted by whoever reads it ---------------------------------------------------------------------


def test_a_turn_that_was_put_off_is_one_turn_with_the_time_of_both_parts() -> None:
    """004-24: turns and their times are told of the same turns."""
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10}), 100.0),
        order(cmd.Delay(who="a", after="b"), 110.0),  # a has thought about it for 10 seconds
        order(cmd.EndTurn(), 115.0),
        order(cmd.EndTurn(), 135.0),
        order(cmd.EndTurn(), 140.0),
        order(cmd.EndEncounter(), 150.0),
    )
    assert {who: (one.turns, len(one.seconds)) for who, one in told.combatants.items()} == {
        "a": (2, 2),
        "b": (2, 2),
    }
    assert told.combatants["a"].seconds[0] == 30.0


def test_what_was_readied_and_the_reaction_it_took_are_counted() -> None:
    """R5E-27, R5E-28: the action when it is readied, the reaction when it is taken."""
    session = played(
        "dnd5e",
        ({"id": "a", "max_hp": 20}, {"id": "b", "side": "foes", "max_hp": 20}),
        cmd.Start(rolls={"a": 20, "b": 10}),
        cmd.Ready(who="a", action="attack", trigger="it moves"),
        cmd.EndTurn(),
        cmd.Trigger(who="a", by="b"),
        cmd.React(who="b"),
    )
    told = accounts(session.rules, session.log).combatants
    assert (told["a"].actions, told["a"].reactions) == ({"ready": 1, "reaction": 1}, 1)
    assert (told["b"].actions, told["b"].reactions) == ({"reaction": 1}, 1)


def test_a_fight_that_is_started_again_is_told_by_itself() -> None:
    """Its rounds and its time are those of the second one, and so is what was dealt."""
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Act(who="a", cost="standard")),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 8}, by="a")),
        order(cmd.EndTurn()),
        order(cmd.EndEncounter()),
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 2}, by="a")),
        order(cmd.EndTurn()),
        order(cmd.EndEncounter()),
    )
    first, second = told.combatants["a"], told.combatants["b"]
    assert (first.dealt, first.turns, first.actions, len(first.seconds)) == (2, 1, {}, 1)
    assert (second.taken, second.turns) == (2, 1)
    assert told.rounds[0].points == {"party": 20, "foes": 12}


def test_who_was_down_is_known_and_bleeding_is_nobodys_deed() -> None:
    """E-SRD-32: who is dying and healed was down; the hit point lost by a failed roll has no attacker."""
    session = played(
        "srd35",
        ({"id": "ann", "name": "Ann", "max_hp": 20}, {"id": "orc", "side": "foes", "max_hp": 20}),
        cmd.Start(rolls={"orc": 20, "ann": 10}),
        hit("ann", 23),
        cmd.EndTurn(),
        cmd.EndTurn(),
    )
    asked = session.state.asked[0]
    session.dispatch(cmd.Check(who="ann", name=asked.name, total=100), 200.0)
    told = accounts(session.rules, session.log)
    assert (told.unattributed, told.undealt, told.downed) == (24, 1, {"ann"})
    shown = fates(Viewer(session.rules).look(session.state), told)
    assert (shown.out, shown.was_down) == ((("Ann", "party"),), ())
    session.dispatch(cmd.Apply(pipeline="heal", to=("ann",), inputs={"amount": 5}), 201.0)
    told = accounts(session.rules, session.log)
    shown = fates(Viewer(session.rules).look(session.state), told)
    assert (shown.fell, shown.out, shown.was_down) == ((), (), (("Ann", "party"),))
    summary = summarise(session.rules, session.log, "x")
    record = repr(document(summary, "record", Template((TemplatePart("time"), TemplatePart("totals")))))
    assert "Was down: Ann (party)." in record
    assert "Bleeding, strain and such" in record
