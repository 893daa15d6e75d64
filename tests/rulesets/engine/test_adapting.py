"""A fight is played on by other rules (issue 5: "offered the change as a command ... and can be undone")."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done
from rulesets.seen.queries import active_slot, penalty, value_of
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DEFEATED, TrackPlace
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import RICH, Played, edition

LEAN = edition(
    "[state.dazed]\nforbids = []",
    "stat.grit",
    "action.trick",
    "cost.focus",
    "pool.focus",
    "option.vigour",
    "option.focus",
)
"""Without grit and without focus."""


def lost(done: Done) -> list[tuple[str, str, str]]:
    """What a change says that it took: kind, from whom, what."""
    told = [e.params for e in done.entry.events if isinstance(e, ev.Told) and e.code == "rules-lost"]
    return [(params["kind"], params["who"], params["what"]) for params in told]


# -- what goes ------------------------------------------------------------------------------------


def test_a_stat_that_nobody_knows_any_more_goes_and_comes_back() -> None:
    fight = Played(grit=4)
    done = fight.change(LEAN)
    assert "grit" not in fight.a.stats
    assert ("stat", "A", "grit") in lost(done)
    fight.session.undo()
    assert fight.a.stats["grit"] == 4


def test_a_stat_of_another_kind_goes_because_its_value_means_nothing_there() -> None:
    fight = Played(nature="wild")
    fight.change(edition('[stat]\nnature = { value = 3, type = "number" }'))
    assert "nature" not in fight.a.stats
    assert value_of(fight.session.rules, fight.state, fight.a, "nature") == 3


def test_a_roll_that_nothing_asks_for_any_more_goes_and_comes_back() -> None:
    fight = Played()
    fight.do(cmd.Apply(pipeline="scare", to=("A", "B")))
    asked = fight.state.asked
    assert [(one.who, one.name, one.against) for one in asked] == [("A", "save", 8), ("B", "save", 8)]
    done = fight.change(edition("", "check.save", "pipeline.scare"))
    assert fight.state.asked == ()
    assert {("check", "A", "save"), ("check", "B", "save")} <= set(lost(done))
    fight.session.undo()
    assert fight.state.asked == asked


def test_a_roll_stays_asked_for_as_long_as_the_new_rules_would_ask_for_it() -> None:
    fight = Played()
    fight.do(cmd.Apply(pipeline="scare", to=("A", "B")))
    fight.change(edition('[check.save]\nwhile = "hp > 0 and id == \'B\'"\nagainst = "20"'))
    assert [(one.who, one.against) for one in fight.state.asked] == [("B", 8)]


def test_pools_tallies_debts_and_uses_of_what_is_gone_go() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", name="trick"))
    done = fight.change(LEAN)
    assert "focus" not in fight.a.pools
    assert fight.a.used == {}
    assert ("pool", "A", "focus") in lost(done)
    fight.session.undo()
    assert fight.a.pools["focus"] == 2
    assert fight.a.used == {"encounter:trick": 1}


def test_uses_of_what_is_still_there_are_kept_whatever_it_is() -> None:
    once = '[declaration.oath]\nonce = "encounter"\nphases = ["turns"]\n'
    fight = Played()
    fight.change(edition(once))
    fight.do(cmd.Declare(who=("A",), name="oath"))
    assert fight.a.used == {"encounter:declaration:oath": 1}
    fight.change(edition(once + "[stat]\nluck = 1\n"))
    assert fight.a.used == {"encounter:declaration:oath": 1}


def test_a_tally_and_a_debt_that_are_gone_are_forgotten() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", cost="action"))
    fight.do(cmd.Act(who="B", cost="hasty"))
    assert fight.a.tallies == {"combo": 1}
    assert fight.state.combatants["B"].debts == {"action": 1}
    text = (
        '[pool.deed]\nlabel = "Deed"\nsize = 1\n[cost.action]\nalternatives = [{ deed = 1 }]\n'
        "[ready]\ncost = 'action'\n"
    )
    bare = Writing("rich", RICH.text.replace('does = [{ tally = "combo", by = 1 }]\n', ""))
    over = Writing("rich", edition(text, "tally.combo", "pool.action", "cost.hasty").text, base=bare)
    fight.change(over)
    assert fight.a.tallies == {}
    assert fight.state.combatants["B"].debts == {}
    assert fight.a.pools == {"focus": 3, "deed": 1}


def test_states_and_effects_of_the_old_rules_end_and_what_the_table_made_up_stays() -> None:
    fight = Played()
    fight.do(cmd.BeginEffect(on="A", name="dazed", rounds=3))
    fight.do(cmd.BeginEffect(on="A", name="soaked", rounds=3))
    fight.do(cmd.MoveTrack(who="B", track="fatigue", by=2))
    assert fight.state.combatants["B"].states == ("dazed",)
    steps = 'steps = [{ label = "Fresh" }, { label = "Winded" }, { label = "Spent" }]'
    fight.change(edition(f"[track.fatigue]\n{steps}", "state.dazed"))
    assert [effect.name for effect in fight.state.effects.values()] == ["soaked"]
    assert fight.state.combatants["B"].states == ()
    assert fight.state.combatants["B"].tracks == {"fatigue": TrackPlace(2)}


def test_a_track_that_is_gone_or_shorter() -> None:
    fight = Played()
    fight.do(cmd.MoveTrack(who="A", track="fatigue", by=2))
    fight.change(edition('[track.fatigue]\nsteps = [{ label = "Fresh" }, { label = "Winded" }]'))
    assert fight.a.tracks == {"fatigue": TrackPlace(1)}
    assert fight.a.states == (), "what the old step began ends with it"
    fight.session.undo()
    done = fight.change(edition("", "track.fatigue"))
    assert fight.a.tracks == {}
    assert lost(done) == [("track", "A", "fatigue")]


def test_a_step_that_now_takes_out_takes_out_and_one_that_no_longer_does_restores() -> None:
    fight = Played()
    fight.do(cmd.MoveTrack(who="B", track="wounds", by=2))
    fight.do(cmd.MoveTrack(who="C", track="wounds", by=1))
    assert fight.state.combatants["B"].out == OUT_DEFEATED
    steps = 'steps = [{ label = "Fine" }, { label = "Hurt", out = "defeated" }, { label = "Dying" }]'
    fight.change(edition(f"[track.wounds]\n{steps}"))
    assert fight.state.combatants["B"].out == ""
    assert fight.state.combatants["C"].out == OUT_DEFEATED


def test_parts_readied_and_announced_actions_that_are_gone() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", name="ritual"))
    fight.do(cmd.EndTurn())
    fight.do(cmd.Ready(who="B", action="trick", trigger="A moves"))
    fight.do(cmd.EndTurn())
    fight.do(cmd.Act(who="C", name="trick", pending=True))
    done = fight.change(edition("", "action.ritual", "action.trick"))
    assert fight.a.parts == {}
    assert fight.state.combatants["B"].readied is None
    assert fight.state.notes.pending == ()
    kinds = [("part", "A", "ritual"), ("readied", "B", "trick"), ("pending", "C", "trick")]
    assert lost(done) == kinds
    said = Speaker(fight.session.rules, str, editions=fight.session.edition).entry(done.entry)
    assert said.title == "Rules changed: the text of the ruleset"
    assert "No longer in the rules: readied Trick (B)" in said.lines


def test_a_shorter_ritual_that_is_paid_already_is_lost_and_a_longer_one_goes_on() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", name="ritual"))
    fight.change(edition("[action.ritual]\nparts = 4"))
    assert fight.a.parts["ritual"].paid == 1
    fight.change(edition("[action.ritual]\nparts = 1"))
    assert fight.a.parts == {}


def test_readied_actions_go_where_nobody_readies() -> None:
    fight = Played()
    fight.do(cmd.Ready(who="A", action="shout", trigger="B moves"))
    fight.change(edition("", "ready"))
    assert fight.a.readied is None


def test_declarations_go_with_their_form_and_keep_what_is_still_asked() -> None:
    fight = Played()
    fight.do(cmd.Declare(who=("A",), name="oath", fields={"words": "by stone"}))
    fight.change(edition('[declaration.oath.inputs]\ngod = { label = "God", type = "text" }'))
    assert fight.a.declared[0].fields == {"words": "by stone"}
    done = fight.change(edition('[declaration.oath.inputs]\nwords = { type = "number" }'))
    assert fight.a.declared == ()
    assert lost(done) == [("declaration", "A", "oath")]


def test_ties_of_both_kinds_go_with_their_relation() -> None:
    fight = Played()
    fight.do(cmd.BeginEffect(on="B", name="pinned", by="A"))
    assert {tie.name for tie in fight.state.relations.values()} == {"edge", "hold"}
    assert penalty(fight.session.rules, fight.state, fight.state.combatants["C"], "A") == -2
    done = fight.change(edition("", "relation.hold", "relation.edge"))
    assert fight.state.relations == {}
    assert {what for kind, _, what in lost(done)} == {"edge", "hold"}
    fight.session.undo()
    assert len(fight.state.relations) == 2


# -- what stays and what comes --------------------------------------------------------------------


def test_what_was_spent_stays_spent_when_a_pool_has_another_size() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", cost="focus"))
    fight.change(focus="five")
    assert [who.pools["focus"] for who in fight.state.combatants.values()] == [4, 5, 5]
    fight.change(focus="one")
    assert [who.pools["focus"] for who in fight.state.combatants.values()] == [0, 1, 1]
    fight.session.undo()
    assert fight.a.pools["focus"] == 4


def test_a_new_pool_is_full_except_for_whom_its_turn_is_over() -> None:
    fight = Played()
    fight.do(cmd.EndTurn())
    text = '[pool]\nswift = { label = "Swift", size = 2, lost = "turn-end" }'
    done = fight.change(edition(text))
    assert [who.pools["swift"] for who in fight.state.combatants.values()] == [0, 2, 2]
    said = Speaker(fight.session.rules, str, editions=fight.session.edition).entry(done.entry)
    assert "New: Swift (A 0, B 2, C 2)" in said.lines


def test_the_unhurt_stay_unhurt_and_damage_taken_stays_damage_taken() -> None:
    fight = Played()
    fight.do(cmd.SetNumbers(who="B", stats={"hp": 3}))
    fight.do(cmd.SetNumbers(who="C", stats={"hp": 0}))
    fight.change(vigour="tough")
    assert [who.stats["hp"] for who in fight.state.combatants.values()] == [14, 7, 0]
    fight.change()
    assert [who.stats["hp"] for who in fight.state.combatants.values()] == [10, 3, 0]


def test_nobody_falls_by_a_change_of_rules() -> None:
    fight = Played()
    fight.change(vigour="tough")
    fight.do(cmd.SetNumbers(who="A", stats={"hp": 2}))
    fight.change()
    assert fight.a.stats["hp"] == 1


def test_typed_hit_points_are_nobodys_default() -> None:
    fight = Played(hp=30)
    fight.change(vigour="tough")
    assert fight.a.stats["hp"] == 30


def test_who_waits_comes_up_next_where_there_is_no_delaying() -> None:
    fight = Played()
    fight.do(cmd.Delay(who="A"))
    fight.do(cmd.Act(who="B", cost="action"))
    assert active_slot(fight.session.rules, fight.state) == "B"
    fight.change(edition("", "delay"))
    fight.do(cmd.EndTurn())
    assert active_slot(fight.session.rules, fight.state) == "A"
    fight.do(cmd.EndTurn())
    assert active_slot(fight.session.rules, fight.state) == "C"


def test_the_last_one_who_waits_comes_up_at_once() -> None:
    fight = Played()
    fight.change(edition('[delay]\nuntil = "pass"\nthen = "must-act"'))
    for who in ("A", "B", "C"):
        fight.do(cmd.Delay(who=who))
    assert active_slot(fight.session.rules, fight.state) == ""
    fight.change(edition("", "delay"))
    assert active_slot(fight.session.rules, fight.state) in ("A", "B", "C")
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert fight.state.clock.round == 2


@pytest.mark.parametrize("at", ["round", "place", "turn"])
def test_effects_count_down_where_the_new_rules_count(at: str) -> None:
    fight = Played()
    fight.do(cmd.BeginEffect(on="B", name="blind", rounds=2))
    fight.change(edition(f'effects_at = "{at}"' if at != "turn" else "[pool]\naction = { size = 2 }"))
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert [effect.left for effect in fight.state.effects.values()] == [1]
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert fight.state.effects == {}


def test_effects_that_ticked_with_the_round_get_a_place() -> None:
    fight = Played()
    fight.change(edition('effects_at = "round"'))
    fight.do(cmd.EndTurn())
    fight.do(cmd.BeginEffect(on="C", name="blind", rounds=1))
    fight.change(RICH)
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert fight.state.effects == {}


def test_other_keys_leave_the_order_as_it_stands_and_count_for_who_comes() -> None:
    fight = Played()
    fight.change(edition('[order.initiative]\nkeys = ["roll desc", "luck desc", "quickness desc"]'))
    assert fight.state.orders["initiative"].slots == ("A", "B", "C")
    fight.do(cmd.Add(combatant={"id": "D", "luck": 9}, roll=10))
    assert fight.state.orders["initiative"].slots == ("A", "D", "B", "C")
    fight.do(cmd.SetNumbers(who="A", initiative=1))
    assert fight.state.orders["initiative"].slots == ("D", "B", "C", "A")


def test_a_turn_that_has_begun_can_still_be_taken_back_by_who_waits() -> None:
    fight = Played()
    fight.do(cmd.Delay(who="A"))
    fight.do(cmd.EndTurn())
    fight.change(focus="five")
    fight.do(cmd.Resume(who="A"))
    assert active_slot(fight.session.rules, fight.state) == "A"
    fight.do(cmd.EndTurn())
    assert active_slot(fight.session.rules, fight.state) == "C"


CHOOSING = '[phase.turns]\nchoice = { by = "gm" }'
CHOSEN = edition(CHOOSING)


def test_where_it_is_no_longer_chosen_who_goes_next_nobody_loses_a_turn() -> None:
    fight = Played()
    fight.change(CHOSEN)
    fight.do(cmd.EndTurn())
    fight.do(cmd.Choose(who="C"))
    fight.change(RICH)
    for who in ("C", "B", "A"):
        assert active_slot(fight.session.rules, fight.state) == who
        fight.do(cmd.EndTurn())


def test_where_it_comes_to_be_chosen_those_who_have_gone_cannot_be() -> None:
    fight = Played()
    fight.do(cmd.EndTurn())
    fight.change(CHOSEN)
    assert active_slot(fight.session.rules, fight.state) == "B"
    fight.do(cmd.EndTurn())
    assert active_slot(fight.session.rules, fight.state) == "C", "nobody else has still to go"
    fight = Played()
    fight.change(CHOSEN)
    fight.do(cmd.Delay(who="A"))
    fight.change(edition(CHOOSING, "delay"))
    assert active_slot(fight.session.rules, fight.state) == "A", "there is no waiting any more"
