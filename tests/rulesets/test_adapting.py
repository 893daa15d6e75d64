"""A fight is played on by other rules (issue 5: "offered the change as a command ... and can be undone")."""

from __future__ import annotations

import pytest

from rulesets import loader
from rulesets.dice import ListedDice
from rulesets.encounter import commands as cmd, events as ev
from rulesets.encounter.combatant import OUT_DEFEATED, TrackPlace
from rulesets.encounter.refusal import Refusal
from rulesets.engine.queries import active_slot, choosable, penalty, stat
from rulesets.session import Done, Session, decode_entry, encode_entry
from rulesets.texts import Speaker
from rulesets.writing import Writing
from tests.rulesets.small_rules import RICH, Played, edition
from tests.rulesets.tree_journal import TreeJournal

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
    assert stat(fight.session.rules, fight.state, fight.a, "nature") == 3


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
    bare = Writing("rich", RICH.text.replace("adds = { combo = 1 }\n", ""))
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
    fight.change(edition('[declaration.oath.fields]\ngod = { label = "God" }'))
    assert fight.a.declared[0].fields == {"words": "by stone"}
    done = fight.change(edition('[declaration.oath.fields]\nwords = { type = "number" }'))
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
    fight.change(edition('[delay]\nrest_waiting = "lowest-first"'))
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


CHOOSING = '[phase.turns]\nchoice = { by = "gm", alone = "asks" }'
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
    assert choosable(fight.session.rules, fight.state) == ("C",)
    fight.session.undo()
    fight.do(cmd.Delay(who="B"))
    fight.change(edition(CHOOSING, "delay"))
    assert active_slot(fight.session.rules, fight.state) == "B", "there is no waiting any more"


# -- what is refused ------------------------------------------------------------------------------


def test_the_same_rules_are_no_change() -> None:
    fight = Played()
    assert fight.refused().code == "same-rules"
    assert fight.refused(vigour="plain").code == "same-rules"


def test_rules_with_errors_are_refused_with_what_is_wrong() -> None:
    fight = Played()
    refusal = fight.refused(edition('[pool]\naction = { size = "nonsense" }'))
    assert refusal.code == "bad-rules"
    said = Speaker(fight.session.rules, str).refusal(refusal)
    assert "nonsense" in said
    assert said.startswith("These rules have errors and are not used: ")
    assert fight.refused(vigour="huge").code == "bad-rules"


def test_a_session_that_knows_no_text_takes_one_but_no_options() -> None:
    session = Session(loader.load_writing(RICH))
    refused = session.dispatch(cmd.ChangeRules(options={"vigour": "tough"}))
    assert isinstance(refused, Refusal)
    assert refused.reason == "no-text"
    assert isinstance(session.dispatch(cmd.ChangeRules(writing=RICH, options={"vigour": "tough"})), Done)
    assert isinstance(session.dispatch(cmd.ChangeRules()), Done), "now it is known"


LUCK = '[order.luck]\nlabel = "By luck"\nroll = "d6 + luck"\nkeys = ["roll desc"]\n'
ROLLED = '[phase.luck]\nlabel = "Rolling luck"\nactivity = "roll"\norder = "luck"\nbefore = "turns"\n'
CODA = '[phase.coda]\nlabel = "Coda"\nactivity = "act"\norder = "luck"\n'
FRAY = '[phase.fray]\nlabel = "Fray"\nactivity = "act"\norder = "initiative"'


@pytest.mark.parametrize(
    ("text", "without", "reason"),
    [
        (FRAY, ("phase.turns",), "phase-gone"),
        (FRAY + '\n[phase.turns]\nactivity = "declare"', (), "phase-gone"),
        (LUCK + ROLLED + '[phase.turns]\norder = "luck"', (), "order-gone"),
        (LUCK + CODA + ROLLED.replace("before", 'when = "start"\nbefore'), (), "order-unrolled"),
    ],
)
def test_a_fight_that_could_not_go_on_is_not_changed(
    text: str, without: tuple[str, ...], reason: str
) -> None:
    fight = Played()
    refusal = fight.refused(edition(text, *without))
    assert refusal.reason == reason
    said = Speaker(fight.session.rules, str).refusal(refusal)
    assert "?" not in said
    before = Played(started=False)
    before.change(edition(text, *without))


def test_an_order_that_the_next_round_rolls_may_come_into_a_running_fight() -> None:
    fight = Played()
    luck = LUCK.replace("keys", 'rolled = "round"\nkeys')
    refusal = fight.refused(edition(luck + ROLLED + CODA))
    assert refusal.reason == "order-unrolled", "this round has gone past its roll"
    fight.change(edition(luck + ROLLED.replace('before = "turns"\n', "") + CODA))
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert fight.state.clock.phase == "luck"
    fight.do(cmd.RollInitiative(rolls={"A": 1, "B": 2, "C": 3}))
    assert active_slot(fight.session.rules, fight.state) == "C"


# -- before the start, and along the line ----------------------------------------------------------


def test_before_the_start_the_combatants_are_made_whole_by_the_new_rules() -> None:
    fight = Played(started=False, grit=3, hp=7)
    fight.change(
        edition('[stat]\nsp = { value = 5, label = "Shield", vital = true }', "stat.grit", "option.vigour")
    )
    assert fight.a.stats == {"hp": 7, "max_hp": 7, "sp": 5}
    fight.do(cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))


@pytest.mark.parametrize("old", sorted(loader.shipped()))
@pytest.mark.parametrize("new", sorted(loader.shipped()))
def test_a_fight_that_has_not_begun_goes_over_to_any_other_system(old: str, new: str) -> None:
    writings = {
        name: Writing(name, (loader.shipped()[name] / loader.FILE).read_text(encoding="utf-8"))
        for name in (old, new)
    }
    if old == new:
        return
    session = Session(loader.load_writing(writings[old]), writing=writings[old], dice=ListedDice([]))
    for ident in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": ident}))
    before = session.state
    assert isinstance(session.dispatch(cmd.ChangeRules(writing=writings[new])), Done)
    plain = Session(loader.load_writing(writings[new]))
    for ident in ("A", "B"):
        plain.dispatch(cmd.Add(combatant={"id": ident, "side": ident}))
    for ident, who in session.state.combatants.items():
        fresh = plain.state.combatants[ident]
        assert (who.pools, who.tracks, who.states) == (fresh.pools, fresh.tracks, fresh.states)
        assert set(fresh.stats) <= set(who.stats) <= set(session.rules.stats)
    session.undo()
    assert session.state == before


def test_each_point_of_the_line_is_played_by_its_own_edition() -> None:
    fight = Played()
    plain = fight.session.rules
    fight.change(vigour="tough")
    tough = fight.session.rules
    fight.do(cmd.EndTurn())
    fight.session.go_to(4)
    assert fight.session.rules is plain
    fight.session.redo()
    assert fight.session.rules is tough
    outcome = fight.session.preview(cmd.ChangeRules(), cmd.EndTurn())
    assert not isinstance(outcome, Refusal)
    assert fight.session.edition(outcome.state.rules) is plain
    assert fight.session.rules is tough


def test_the_journal_alone_is_enough_to_open_the_fight_again() -> None:
    fight = Played()
    fight.change(edition("", "action.ritual"), vigour="tough")
    fight.change(focus="one")
    line = [decode_entry(encode_entry(entry)) for entry in fight.session.line]
    asked: list[Writing] = []

    def compiler(writing: Writing, options: object) -> loader.Rules:
        asked.append(writing)
        return loader.load_writing(writing, options)  # type: ignore[arg-type]

    again = Session(loader.load_writing(RICH), writing=RICH, compiler=compiler)
    again.load(line, len(line))
    assert again.state == fight.state
    assert again.rules.hash == fight.session.rules.hash
    assert "ritual" not in again.rules.actions
    assert len(asked) == 2


def broken(writing: Writing, options: object) -> loader.Rules:
    raise loader.RulesetError([loader.Problem("rich", 1, "", "It is too old.")])


def test_an_edition_in_force_that_cannot_be_compiled_is_an_error() -> None:
    fight = Played()
    fight.change(vigour="tough")
    again = Session(loader.load_writing(RICH), writing=RICH, compiler=broken)
    with pytest.raises(loader.RulesetError):
        again.load(fight.session.line, len(fight.session.line))


def test_one_that_only_a_redo_would_come_to_does_not_lose_the_fight() -> None:
    fight = Played()
    fight.change(vigour="tough")
    again = Session(loader.load_writing(RICH), writing=RICH, compiler=broken)
    again.load(fight.session.line, 4)
    refused = again.redo()
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-rules"
    assert again.cursor == 4
    say = Speaker(again.rules, str, editions=again.edition)
    assert say.entry(again.line[4]).title == "Rules changed: options Vigour"


def test_a_branch_with_a_change_is_brought_back() -> None:
    journal = TreeJournal()
    fight = Played(started=False)
    session = Session(loader.load_writing(RICH), writing=RICH, journal=journal, dice=ListedDice([]))
    for entry in fight.session.line:
        session.dispatch(entry.command)
    session.dispatch(cmd.ChangeRules(options={"vigour": "tough"}))
    tough = session.state
    session.undo()
    session.dispatch(cmd.ChangeRules(options={"focus": "one"}))
    session.bring_back(session.branches()[0].tip)
    assert session.state == tough
    assert session.rules.options_set["vigour"] == "tough"
