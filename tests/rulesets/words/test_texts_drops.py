"""What a drag would do, labels of commands, stages and flags; names and codes that nobody foresaw."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Entry, Session
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Effect
from rulesets.table.refusal import Refusal
from rulesets.table.told import told_applied
from rulesets.words.texts import Speaker
from tests.rulesets.words.spoken_fight import NAMES, Fight, begun


@pytest.fixture
def fight() -> Fight:
    """Two against two, all aware; Deel Surool acts first."""
    return begun()


# -- what a drag would do ---------------------------------------------------------------------------


def test_a_drop_says_count_and_whom_one_acts_after(fight: Fight) -> None:
    assert (
        fight.drop(cmd.Delay(who="deel", count=14))
        == "Delay Deel Surool to count 14, acts after Stormtrooper 1; ties are rolled off"
    )
    assert (
        fight.drop(cmd.Delay(who="deel", after="st2"))
        == "Delay Deel Surool to count 13, acts after Stormtrooper 2"
    )
    assert fight.drop(cmd.Delay(who="deel")) == "Deel Surool waits and can come in later this round"


def test_behind_one_of_two_that_are_tied_it_is_said_before_whom_one_stands() -> None:
    """The count is one below (contract/scenarios.md), and yet one acts before the other, whose is higher."""
    rules = loader.load("saga-edition")
    session = Session(rules)
    for ident in ("rook", "ann", "bo"):
        session.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title()}))
    session.dispatch(
        cmd.Start(
            rolls={"rook": 20, "ann": 12, "bo": 12}, pick=("ann", "bo"), rolloffs=({"ann": 9, "bo": 3},)
        )
    )
    first, other = session.state.orders["initiative"].slots[1:]
    speaker = Speaker(rules, lambda ident: ident.title())
    delay = cmd.Delay(who="rook", after=first)
    said = speaker.drop(delay, session.preview(delay))
    names = first.title(), other.title()
    assert said == "Delay Rook to count 11, acts after {} and before {} from now on".format(*names)
    last = cmd.Delay(who="rook", after=other)
    assert speaker.drop(last, session.preview(last)) == f"Delay Rook to count 11, acts after {names[1]}"


def test_a_ruleset_may_call_delaying_otherwise() -> None:
    rules = loader.load("moon-swing")
    session = Session(rules)
    for ident, dex in (("gan", "4D"), ("rook", "3D"), ("tanlee", "2D")):
        session.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title(), "dex": dex, "per": dex}))
    session.dispatch(cmd.Start(rolls={"party": 12}))
    for ident in ("tanlee", "rook", "gan"):
        session.dispatch(cmd.Declare(who=(ident,), fields={"actions": 1, "first": "fire"}))
    speaker = Speaker(rules, lambda ident: ident.title())
    delay = cmd.Delay(who="gan", after="tanlee")
    assert speaker.drop(delay, session.preview(delay)) == "Slow down Gan: acts after Tanlee this segment"
    wait = cmd.Delay(who="gan")
    assert speaker.drop(wait, session.preview(wait)) == "Gan waits and can come in later this segment"
    assert speaker.command(delay) == "Slow down Gan behind Tanlee"


def test_the_last_of_a_round_is_not_promised_that_it_can_come_in_in_that_one() -> None:
    """The round ends with it: it waits on, and comes in in the next one."""
    rules = loader.load("pf2e")
    session = Session(rules)
    for ident in ("ann", "orc"):
        session.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title(), "side": ident}))
    session.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10}))
    speaker, said = Speaker(rules, lambda ident: ident.title()), []
    for wait in (cmd.Delay(who="ann"), cmd.Delay(who="orc")):
        said.append(speaker.drop(wait, session.preview(wait)))
        session.dispatch(cmd.EndTurn())
    assert said == [
        "Ann waits and can come in later this round",
        "Orc waits and can come in in the next round: this one is over with that",
    ]


def test_who_waits_where_nothing_comes_any_more_is_told_that_the_turn_is_lost() -> None:
    """IP-21: nobody is left in this pass, and after it the score is no more than 0."""
    rules = loader.load("passes")
    session = Session(rules)
    for ident in ("ada", "ben"):
        session.dispatch(cmd.Add(combatant={"id": ident, "name": ident.title()}))
    session.dispatch(cmd.Start(rolls={"ada": 15, "ben": 8}))
    speaker = Speaker(rules, lambda ident: ident.title())
    wait = cmd.Delay(who="ada")
    assert speaker.drop(wait, session.preview(wait)) == "Ada waits and can come in later this round"
    session.dispatch(cmd.EndTurn())
    wait = cmd.Delay(who="ben")
    lost = "Ben loses the turn: it cannot be taken later this round"
    assert speaker.drop(wait, session.preview(wait)) == lost
    session.dispatch(wait)
    told = "Ben delays, and nobody comes in whose time the turn can be taken"
    assert speaker.entry(session.log[-1]).title == told


def test_a_refused_drop_says_why_and_how_to_insist(fight: Fight) -> None:
    assert (
        fight.drop(cmd.Delay(who="deel", count=30))
        == "Delaying means a lower count: 30 is not below 22. (Rulebook p. 144) Hold Alt to override."
    )
    assert fight.drop(cmd.Delay(who="deel", count=30, override=True)).startswith("GM override: Delay Deel")
    assert "Alt" not in fight.drop(cmd.Delay(who="nobody", count=3))


def test_dropping_a_waiting_one_resumes_it(fight: Fight) -> None:
    fight.do(cmd.Delay(who="deel"))
    fight.do(cmd.EndTurn())
    assert fight.drop(cmd.Resume(who="deel")) == "Deel Surool acts now, after Sarlane Vex"


def test_a_new_count_says_where_it_leads(fight: Fight) -> None:
    assert fight.drop(cmd.SetNumbers(who="st2", initiative=21)) == (
        "Set Stormtrooper 2 to count 21, acts after Deel Surool"
    )


def test_before_the_start_a_drop_only_reorders() -> None:
    fight = Fight({"id": "vex"}, {"id": "st1"}, {"id": "deel"})
    assert fight.drop(cmd.MoveInList(who="deel", index=0)) == "Reorder: Deel Surool before Sarlane Vex"
    assert fight.drop(cmd.MoveInList(who="vex", index=2)) == "Reorder: Sarlane Vex to the end"
    assert fight.do(cmd.MoveInList(who="vex", index=2)).title == "Sarlane Vex moves to place 3 of the list"
    assert fight.said[-1].place == ""


# -- labels, stages, flags --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "label"),
    [
        (cmd.Apply(pipeline="damage", to=("deel",), inputs={"amount": 18}), "Damage 18 to Deel Surool"),
        (cmd.Delay(who="deel", count=14), "Delay Deel Surool to 14"),
        (cmd.Act(who="deel", name="second_wind"), "Deel Surool: Second wind"),
        (cmd.EndTurn(), "End the turn"),
        (cmd.MoveTrack(who="deel", by=-2), "Condition track: Deel Surool 2 better"),
        (cmd.SetNumbers(who="deel", initiative=3), "Set initiative of Deel Surool to 3"),
        (cmd.BeginEffect(on="vex", name="prone"), "Prone on Sarlane Vex"),
        (cmd.Add(combatant={"id": "x", "name": "<b>Xan</b>"}), "Add <b>Xan</b>"),
    ],
)
def test_commands_have_short_labels(fight: Fight, command: cmd.Command, label: str) -> None:
    assert fight.speaker.command(command) == label


def test_a_preview_says_where_each_stage_stands_and_whom_it_was(fight: Fight) -> None:
    command = cmd.Apply(pipeline="damage", to=("st2", "deel"), inputs={"amount": 18})
    outcome = fight.session.preview(command)
    assert not isinstance(outcome, Refusal)
    stages = fight.rules.pipelines["damage"].stages
    assert [stages[result.place].id for result in outcome.stages] == [result.id for result in outcome.stages]
    told = [told_applied(event.params) for event in outcome.events if isinstance(event, ev.Told)]
    ran = [(each.who, result.verb, result.number) for each in told for result in each.stages]
    assert ran == [(result.who, result.verb, result.number) for result in outcome.stages]
    assert ("st2", "reduce", 2) in ran


def test_flags_name_who_they_are_about(fight: Fight) -> None:
    assert fight.speaker.flag("massive-damage", "deel") == (
        "Deel Surool has taken massive damage: make the check"
    )
    assert fight.speaker.flag("ship-lost", "deel") == "Deel Surool: ship lost"


def test_durations(fight: Fight) -> None:
    durations = [fight.speaker.duration(Effect("x", "deel", "x", left=left)) for left in (-1, 0, 1, 3)]
    assert durations == ["until it is ended", "check now", "1 round", "3 rounds"]


# -- lists, strangers, translations -----------------------------------------------------------------


def test_of_many_five_are_named(fight: Fight) -> None:
    refusal = Refusal("not-declared", "not-all-declared", {"who": list("abcdefg")})
    assert fight.speaker.refusal(refusal) == "Still to declare: a, b, c, d, e and 2 more."


def test_a_code_that_only_a_ruleset_knows_is_said_all_the_same(fight: Fight) -> None:
    assert fight.speaker.refusal(Refusal("out-of-air")) == "The rules do not allow that now: out of air."
    refusal = Refusal("no-ammo", "", {"pool": "swift", "who": "deel", "left": 0, "needed": 2})
    assert fight.speaker.refusal(refusal) == "Deel Surool has too few swift left: 0, and this takes 2."
    told = Entry(cmd.EndTurn(), (ev.Told("air-lost", {"who": "deel"}),))
    assert fight.speaker.entry(told).lines == ("Deel Surool: air lost",)


def test_hostile_names_stay_as_typed() -> None:
    hostile = {"a": "{who} <b>{0}</b> %s {slot:u}", "b": "<script>{active}</script>"}
    fight = Fight({"id": "a"}, {"id": "b"}, names=hostile)
    fight.do(cmd.Start(rolls={"a": 20, "b": 10}))
    assert fight.said[-1].lines[-1] == "First: {who} <b>{0}</b> %s {slot:u} (20)"
    assert fight.refused(cmd.Act(who="b", cost="swift")) == (
        "It is the turn of {who} <b>{0}</b> %s {slot:u}, not of <script>{active}</script>. "
        "End that turn first. (Rulebook p. 143-144)"
    )


def test_a_translation_may_turn_the_sentence_round() -> None:
    german = {"Next: {slot} ({count})": "{slot} ist dran ({count})"}
    rules = loader.load("saga-edition")
    speaker = Speaker(
        rules, lambda ident: NAMES.get(ident, ""), lambda template: german.get(template, template)
    )
    fight = Fight({"id": "deel"}, {"id": "vex"})
    fight.do(cmd.Start(rolls={"deel": 20, "vex": 10}))
    done = fight.session.dispatch(cmd.EndTurn())
    assert not isinstance(done, Refusal)
    mark = fight.timeline.forward(done.entry.events)
    assert speaker.entry(done.entry, mark).title == "Sarlane Vex ist dran (10)"
