"""Log lines and refusals say what happened at the table, or why it cannot happen, in the ruleset's words."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Entry, Session
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Code, Refusal
from rulesets.words import texts
from rulesets.words.texts import EntryText, Speaker, Timeline
from tests.rulesets.words.spoken_fight import NAMES, Fight, begun


@pytest.fixture
def fight() -> Fight:
    """Two against two, all aware; Deel Surool acts first."""
    return begun()


def test_the_start_says_the_order_and_who_is_first(fight: Fight) -> None:
    said = fight.said[-1]
    assert said.title == "The encounter begins"
    assert said.lines == (
        "Initiative: Deel Surool: 22, Sarlane Vex: 20, Stormtrooper 1: 14, Stormtrooper 2: 14",
        "Tie broken by dexterity modifier: Stormtrooper 1 before Stormtrooper 2",
        "Round 1 begins",
        "First: Deel Surool (22)",
    )
    assert said.place == "R1 · 22"


def test_a_surprise_round_is_said_with_its_victims_and_rolls() -> None:
    fight = Fight({"id": "deel"}, {"id": "st1", "side": "empire", "aware": False})
    said = fight.do(cmd.Start(rolls={"deel": 15, "st1": 15}, rolloffs=({"deel": 9, "st1": 4},)))
    assert said.title == "The encounter begins with a surprise round"
    assert said.place == "Surprise · 15"
    assert "Flat-footed: Stormtrooper 1" in said.lines
    said = fight.do(cmd.EndTurn())
    assert (said.title, said.lines, said.place) == ("Next: Deel Surool (15)", ("Round 1 begins",), "R1 · 15")
    assert fight.do(cmd.EndTurn()).lines == ("No longer flat-footed: Stormtrooper 1",)


def test_dice_are_shown_beside_what_came_of_them() -> None:
    fight = Fight({"id": "deel"}, {"id": "vex"})
    for event, told in (
        (ev.Rolled("initiative", "deel", 19, (15,)), "19 (15 + 4)"),
        (ev.Rolled("initiative", "deel", 6, (2, 2)), "6 (2 + 2 + 2)"),  # 2D+2: its pips, too
        (ev.Rolled("initiative", "deel", 9, (10,)), "9 (10 − 1)"),
        (ev.Rolled("initiative", "deel", 7, (3, 4)), "7 (3 + 4)"),
        (ev.Rolled("initiative", "deel", 18, (18,)), "18"),  # "Reed goblin 1 18 (18)" read like a mistake
    ):
        lines = fight.speaker.entry(Entry(cmd.Start(), (event,))).lines
        assert lines == (f"Rolled: Deel Surool: {told}",)


def test_the_end_of_a_turn_says_who_is_next(fight: Fight) -> None:
    fight.do(cmd.EndTurn())
    fight.do(cmd.EndTurn())
    assert fight.said[-1] == EntryText("Next: Stormtrooper 1 (14)", (), False, "R1 · 14")


def test_spending_twice_names_the_action_and_the_rule(fight: Fight) -> None:
    fight.do(cmd.Act(who="deel", name="attack", target="st2"))
    assert fight.said[-1].title == "Deel Surool: Attack, target Stormtrooper 2 (standard)"
    assert (
        fight.refused(cmd.Act(who="deel", cost="standard"))
        == "Deel Surool has no standard action left this turn. (Rulebook p. 144-145)"
    )
    assert fight.refused(cmd.Act(who="deel", name="charge")) == (
        "This takes standard, move and swift together, and Deel Surool has no standard left this turn. "
        "(Rulebook p. 145, E-SW-04)"
    )


def test_a_cost_paid_by_another_pool_says_so(fight: Fight) -> None:
    fight.do(cmd.Act(who="deel", cost="move"))
    assert fight.said[-1].title == "Deel Surool: Move action"
    fight.do(cmd.Act(who="deel", name="stand_up"))
    assert fight.said[-1].title == "Deel Surool: Stand up (move, paid with standard)"


def test_an_action_of_parts_counts_them_and_what_it_does(fight: Fight) -> None:
    fight.do(cmd.SetNumbers(who="deel", stats={"hp": 10}))
    assert fight.said[-1].title == "Deel Surool: hit points 48 → 10"
    fight.do(cmd.Act(who="deel", name="second_wind"))
    assert fight.said[-1].title == "Deel Surool: Second wind, part 1 of 3 (swift)"
    for _ in range(2):
        for _ in range(4):
            fight.do(cmd.EndTurn())
        fight.do(cmd.Act(who="deel", name="second_wind"))
    assert fight.said[-1].title == "Deel Surool: Second wind, part 3 of 3 (swift)"
    assert fight.said[-1].lines == ("Deel Surool regains 14 hit points",)
    assert fight.said[-1].place == "R3 · 22"


def test_damage_says_what_stopped_it_and_what_it_did(fight: Fight) -> None:
    fight.do(cmd.Apply(pipeline="damage", to=("st2",), inputs={"amount": 18}))
    assert fight.said[-1].title == "18 damage to Stormtrooper 2: DR 2, hit points 22 → 6"
    assert fight.said[-1].lines == ()
    fight.do(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 18, "type": "energy"}))
    assert fight.said[-1].title == "18 damage to Sarlane Vex (energy): hit points 30 → 12"
    assert fight.said[-1].lines == ("Threshold reached: condition track Normal → −1",)


def test_damage_to_many_has_a_line_for_each(fight: Fight) -> None:
    said = fight.do(cmd.Apply(pipeline="damage", to=("vex", "st2"), inputs={"amount": 5}))
    assert said.title == "5 damage to Sarlane Vex, Stormtrooper 2"
    assert said.lines == ("Sarlane Vex: hit points 30 → 25", "Stormtrooper 2: DR 2, hit points 22 → 19")


def test_half_and_none_of_an_area_stand_in_the_title(fight: Fight) -> None:
    """The window has a line for an entry: who took how much must not be cut off behind what came of it."""
    shares = {"st2": {"amount": 4}, "st1": {"amount": 0}}
    order = cmd.Apply(
        pipeline="damage", to=("vex", "st2", "st1"), inputs={"amount": 9}, own=shares, by="deel"
    )
    said = fight.do(order)
    assert said.title == "Damage: 9 to Sarlane Vex, 4 to Stormtrooper 2, 0 to Stormtrooper 1 (by Deel Surool)"
    assert said.lines == ("Sarlane Vex: hit points 30 → 21", "Stormtrooper 2: DR 2, hit points 22 → 20")


def test_what_a_stage_adds_is_said_as_such() -> None:
    """A5E-18: vulnerability doubles. What is more was told as a loss of less than nothing: "−−6"."""
    fight = Fight({"id": "vex", "hp": 30, "vulnerable": ["fire"]}, ruleset="dnd5e")
    said = fight.do(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 6, "type": "fire"}))
    assert "vulnerability +6, hit points 30 → 18" in said.title


def test_damage_of_nothing_is_said_as_such(fight: Fight) -> None:
    said = fight.do(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 0}))
    assert said.title == "0 damage to Sarlane Vex"


def test_a_death_is_said_once_with_its_states(fight: Fight) -> None:
    said = fight.do(cmd.Apply(pipeline="damage", to=("st1",), inputs={"amount": 60}))
    assert said.lines == (
        "No hit points left: condition track Normal → Helpless",
        "Dead: Stormtrooper 1",
    )


def test_healing_and_temporary_points_are_said_shortly(fight: Fight) -> None:
    fight.do(cmd.SetNumbers(who="vex", stats={"hp": 6}))
    said = fight.do(cmd.Apply(pipeline="heal", to=("vex",), inputs={"amount": 10}))
    assert said.title == "Sarlane Vex: heal 10, hit points 6 → 16"
    said = fight.do(cmd.Apply(pipeline="temp-hp", to=("vex",), inputs={"amount": 4}))
    assert said.title == "Sarlane Vex: temporary hit points 0 → 4"


def test_the_track_says_its_steps(fight: Fight) -> None:
    assert fight.do(cmd.MoveTrack(who="deel", by=1)).title == "Deel Surool: condition track Normal → −1"
    said = fight.do(cmd.MoveTrack(who="deel", by=4))
    assert said.title == "Deel Surool: condition track −1 → Helpless"
    assert said.lines == ("Next: Sarlane Vex (20)",), "the state is called as the step, and said with it"
    assert fight.do(cmd.MoveTrack(who="deel", by=1)).title == "Deel Surool: condition track still at Helpless"


def test_an_override_is_marked_and_says_which_rule_stood_against_it(fight: Fight) -> None:
    said = fight.do(cmd.Act(who="vex", cost="standard", override=True))
    assert said.overridden
    assert said.title == "GM override: Sarlane Vex: Standard action"
    assert said.lines == (
        "Against the rule: It is the turn of Deel Surool, not of Sarlane Vex. End that turn first. "
        "(Rulebook p. 143-144)",
    )


def test_delaying_is_refused_to_a_count_that_is_not_lower(fight: Fight) -> None:
    assert (
        fight.refused(cmd.Delay(who="deel", count=22))
        == "Delaying means a lower count: 22 is not below 22. (Rulebook p. 144)"
    )


def test_delays_and_resumes(fight: Fight) -> None:
    said = fight.do(cmd.Delay(who="deel"))
    assert said.title == "Deel Surool delays and can come in later"
    assert said.lines == ("Next: Sarlane Vex (20)",)
    assert said.place == "R1 · 22"
    said = fight.do(cmd.Delay(who="vex", count=12))
    assert (said.title, said.lines) == ("Sarlane Vex delays to 12", ("Next: Stormtrooper 1 (14)",))
    fight.do(cmd.Act(who="st1", cost="swift"))
    assert (
        fight.refused(cmd.Resume(who="deel"))
        == "Stormtrooper 1 has already done something this turn; Deel Surool can come in when that turn is "
        "over. (Rulebook p. 144)"
    )
    fight.do(cmd.EndTurn())
    said = fight.do(cmd.Resume(who="deel"))
    assert (said.title, said.place) == ("Deel Surool acts now, after Stormtrooper 1", "R1 · 13")


def test_readied_actions_are_readied_taken_and_lost(fight: Fight) -> None:
    said = fight.do(cmd.Ready(who="deel", action="attack", trigger="the door opens"))
    assert said.title == "Deel Surool readies “Attack”, set off by “the door opens”"
    for _ in range(4):
        fight.do(cmd.EndTurn())
    assert fight.said[-1].lines == (
        "Round 2 begins",
        "Deel Surool has not used the readied action “Attack” and loses it",
    )
    fight.do(cmd.Ready(who="deel", action="throw the lever", trigger="they run"))
    fight.do(cmd.EndTurn())
    said = fight.do(cmd.Trigger(who="deel", by="vex"))
    assert said.title == "Deel Surool takes the readied action “throw the lever”, set off by Sarlane Vex"


def test_effects_begin_and_run_out(fight: Fight) -> None:
    said = fight.do(cmd.BeginEffect(on="vex", name="Suppressed", rounds=1, by="deel"))
    assert said.title == "Suppressed on Sarlane Vex, from Deel Surool, 1 round"
    for _ in range(4):
        fight.do(cmd.EndTurn())
    assert fight.said[-1].lines == ("Round 2 begins", "Suppressed on Sarlane Vex is over")
    fight.do(cmd.BeginEffect(on="vex", name="prone"))
    assert fight.said[-1].title == "Prone on Sarlane Vex, until it is ended"


def test_who_comes_is_renamed_and_leaves(fight: Fight) -> None:
    fight.names = {**NAMES, "foreman": "Dock foreman"}
    said = fight.do(cmd.Add(combatant={"id": "foreman", "name": "Dock foreman"}, roll=11))
    assert (said.title, said.place) == ("Dock foreman joins, initiative 11", "R1 · 22")
    said = fight.do(cmd.Describe(who="foreman", changes={"name": "Hask"}))
    assert said == EntryText("Dock foreman is now called Hask", (), False, "R1 · 22")
    assert fight.do(cmd.Leave(who="foreman")).title == "Hask leaves"


def test_requirements_speak_with_the_rulesets_words(fight: Fight) -> None:
    assert fight.refused(cmd.Act(who="deel", name="second_wind")) == (
        "Deel Surool cannot use “Second wind”: only a heroic character (or one with Extra Second Wind) "
        "with at most half of its hit points. (Rulebook p. 145, E-SW-11)"
    )
    fight.do(cmd.Defeat(who="vex"))
    assert (
        fight.refused(cmd.React(who="vex", name="reaction"))
        == "Sarlane Vex is defeated and cannot act. Restore the combatant first."
    )
    assert (
        fight.refused(cmd.Act(who="gone", cost="standard"))
        == "There is nobody called “gone” in this encounter. Choose somebody from the list."
    )
    assert (
        fight.refused(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": -1}))
        == "Damage: “-1” is not a whole number of at least 0."
    )


# -- places -----------------------------------------------------------------------------------------


def test_places_are_folded_over_the_log_and_back(fight: Fight) -> None:
    fight.do(cmd.Act(who="deel", cost="free"))
    fight.do(cmd.Delay(who="deel", count=16))
    fight.do(cmd.EndTurn())
    fight.do(cmd.Act(who="deel", cost="swift"))
    said = [entry.place for entry in fight.said]
    assert said[4:] == ["R1 · 22", "R1 · 22", "R1 · 22", "R1 · 16", "R1 · 16"]
    assert texts.places(fight.rules, fight.session.log) == said
    back = Timeline(fight.rules, fight.session.state)
    marks = [back.back(entry.events) for entry in reversed(fight.session.log)]
    forth = Timeline(fight.rules, Encounter())
    assert marks == [forth.forward(entry.events) for entry in fight.session.log][::-1]


def test_before_and_after_the_fight_there_is_no_place(fight: Fight) -> None:
    assert [entry.place for entry in fight.said[:4]] == [""] * 4
    fight.do(cmd.EndEncounter())
    fight.do(cmd.SetNumbers(who="deel", stats={"hp": 3}))
    assert [entry.place for entry in fight.said[-2:]] == ["R1 · 22", ""]


def test_who_is_a_side_of_its_own_acts_by_no_count_of_that_side() -> None:
    """R001-06, R001-29: what it rolled for itself says who declares first, and nothing of its place."""
    fight = Fight(
        {"id": "ace", "dex": "3D", "separated": True},
        {"id": "orc", "side": "foes", "dex": "2D"},
        ruleset="moon-swing",
    )
    fight.do(cmd.Start(rolls={"ace": 12, "foes": 5}))
    for who in ("orc", "ace"):
        said = fight.do(cmd.Declare(who=(who,), fields={"actions": 1, "first": "fire"}))
    assert said.lines[-1] == "Next: ace"


def test_the_log_stands_at_the_shot_that_is_played() -> None:
    """SH-02, SH-03: what is done after paying is done at the shot of the turn, not where one acts next."""
    fight = Fight({"id": "ada"}, {"id": "bo", "side": "foes"}, ruleset="shots")
    fight.do(cmd.Start(rolls={"ada": 12, "bo": 8}))
    paid = fight.do(cmd.Act(who="ada", name="attack"))
    hurt = fight.do(cmd.Apply(to=("bo",), pipeline="damage", inputs={"amount": 5}, by="ada"))
    over = fight.do(cmd.EndTurn())
    assert [one.place for one in (paid, hurt, over)] == ["R1 · 12", "R1 · 12", "R1 · 9"]


def test_a_tie_that_a_value_breaks_is_told() -> None:
    """Where blanks were rolled nothing said why one of two with the same count came first."""
    people = ({"id": "vex", "dex": 14}, {"id": "deel", "dex": 18})
    fight = Fight(*people)
    said = fight.do(cmd.Start(rolls={"vex": 15, "deel": 15}))
    assert "Tie broken by dexterity modifier: Deel Surool before Sarlane Vex" in said.lines


@pytest.mark.parametrize(("group", "has"), [("goblins", "have"), ("squad", "has"), ("boss", "has")])
def test_a_group_that_is_called_by_the_plural_has_its_verb(group: str, has: str) -> None:
    """ "goblins has no turn this time": one who is called so is one, and so is a squad."""
    speaker = Speaker(loader.load("saga-edition"), {"deel": "Deel Jones"}.get)  # type: ignore[arg-type]

    def said(who: object) -> str:
        return speaker.refusal(Refusal(Code.CANNOT_DELAY, "has-acted", {"who": who}))

    assert said(group).startswith(f"{group} {has} already acted")
    assert said("deel").startswith("Deel Jones has already acted")
    assert said(("deel", group)).startswith(f"Deel Jones, {group} have already acted")


def test_a_roll_of_a_turn_that_has_come_by_stands_under_its_count() -> None:
    """E-SRD-32: the dying roll at their place, and the roll stood under the count of whoever came next."""
    session = Session(loader.load("srd35"))
    speaker = Speaker(session.rules, {"a": "Ada", "b": "Bo", "c": "Cy"}.__getitem__)
    for command in (
        *(cmd.Add(combatant={"id": who, "max_hp": 20, "side": who, "kind": "pc"}) for who in "abc"),
        cmd.Start(rolls={"a": 20, "b": 10, "c": 5}),
        cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 25}, by="a"),
        cmd.EndTurn(),
        cmd.Check(who="b", name="stabilize", total=50),
        cmd.EndTurn(),
    ):
        assert not isinstance(session.dispatch(command, 0.0), Refusal)
    forth = Timeline(session.rules, session.base)
    marks = [forth.forward(entry.events) for entry in session.log]
    places = [speaker.entry(entry, mark).place for entry, mark in zip(session.log, marks, strict=True)]
    assert places[-3:] == ["R1 · 5", "R1 · 10", "R2 · 20"]
    back = Timeline(session.rules, session.state)
    assert [back.back(entry.events) for entry in reversed(session.log)] == marks[::-1]
