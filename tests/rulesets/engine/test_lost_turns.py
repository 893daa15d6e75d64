"""Turns that somebody lost, or had too often, and effects that ended elsewhere: one small fight for each.

Every fight was found by the laws of a pass (``pass_laws``) over rulesets that are made or written, and says
what the rules want of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.engine import coming
from rulesets.fight.session import Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Missed
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from tests.rulesets.engine.made_rulesets import FEATURES, rules_of, text_of

PLAIN: Mapping[str, Any] = {key: values[0] for key, values in FEATURES.items()}
"""Everybody has one turn a round, in an order that is rolled once; nobody can delay."""
SYSTEMS = Path(__file__).parents[2] / "systems"


def made(**features: Any) -> Rules:
    """The plain ruleset with some features of another kind."""
    return rules_of(text_of({**PLAIN, "effects_at": "round", **features}))


class Fight:
    """A fight of some who are called by letters, with the counts that they rolled."""

    def __init__(self, rules: Rules, counts: Mapping[str, int], **stats: Mapping[str, Any]) -> None:
        self.session = Session(rules, dice=RandomDice(1))
        for number, name in enumerate(counts):
            side = "party" if number % 2 else "foes"
            self.do(cmd.Add(combatant={"id": name, "side": side, **stats.get(name, {})}))
        first = next(iter(rules.orders.values()))
        by_side = {"foes": 4, "party": 9} if first.of == "side" else counts
        self.do(cmd.Start(rolls=dict(by_side) if first.roll is not None else {}))

    def do(self, *commands: cmd.Command) -> None:
        for command in commands:
            done = self.session.dispatch(command)
            assert not isinstance(done, Refusal), (command, done)

    def end(self, *who: str) -> None:
        """End the turns of these, who have to be active one after the other."""
        for one in who:
            assert self.active == one, (self.active, one)
            self.do(cmd.EndTurn())

    def refused(self, command: cmd.Command) -> str:
        done = self.session.preview(command)
        return done.code if isinstance(done, Refusal) else ""

    @property
    def active(self) -> str:
        return self.session.state.walk.active

    @property
    def round(self) -> int:
        return self.session.state.clock.round

    def acted(self, round_: int) -> str:
        return " ".join(turn.slot for turn in self.session.state.acted.get(round_, ()))

    def left(self, name: str) -> int | None:
        """Rounds left of an effect; None if it has ended."""
        return next((one.left for one in self.session.state.effects.values() if one.name == name), None)


# -- the beginning of a turn is taken back: that turn is still to come (contract: resume) ----------------


def test_a_turn_taken_back_by_one_who_waited_since_the_last_round_is_still_to_come() -> None:
    """W resumes in round 2 before its own count (E-SRD-09), behind X, who waits: M and Z keep their turns."""
    fight = Fight(made(to='"wait"'), {"X": 20, "M": 18, "W": 15, "Z": 10})
    fight.end("X", "M")
    fight.do(cmd.Delay(who="W"))
    fight.end("Z")
    fight.do(cmd.Delay(who="X"), cmd.Resume(who="W"))
    fight.end("W", "M", "Z")
    assert fight.acted(2) == "W M Z"


def test_resuming_first_in_a_round_that_was_rolled_for_leaves_all_others_their_turns() -> None:
    """The place of the last turn is one of the last round's order; it says nothing in this one (E-SRD-09)."""
    fight = Fight(made(to='"wait"', rolled="round"), {"A": 9, "B": 6, "C": 3})
    fight.end("A")
    fight.do(cmd.Delay(who="B"))
    fight.end("C")
    fight.do(cmd.RollInitiative(rolls={"C": 9, "A": 6, "B": 3}), cmd.Resume(who="B"))
    fight.end("B", "C", "A")
    assert fight.acted(2) == "B C A"


def test_resuming_first_in_an_order_made_for_the_phase_leaves_all_others_their_turns() -> None:
    """The same where the order is made without a roll, and a resumed turn does not move."""
    rules = made(to='"wait"', rolled="phase", place="stays")
    fight = Fight(rules, {"A": 0, "B": 0, "C": 0})
    fight.end("A")
    fight.do(cmd.Delay(who="B"))
    fight.end("C")
    fight.do(cmd.Resume(who="B"))
    fight.end("B", "A")
    assert fight.acted(2).startswith(("A", "B A"))


def test_a_segment_goes_on_with_those_whose_turn_was_taken_back() -> None:
    """Who waits into the next segment (option of A001-8) may act first in it; the others act after it."""
    rules = made(to='"wait"', passes=True, until="phase", then="must-act")
    fight = Fight(rules, {"A": 9, "C": 6, "B": 3})
    fight.end("A")
    fight.do(cmd.Delay(who="C"))
    fight.end("B")
    fight.do(cmd.Delay(who="A"), cmd.Resume(who="C"))
    fight.end("C")
    assert (fight.session.state.clock.segment, fight.active) == (2, "B")


def test_a_turn_is_kept_for_as_long_as_the_ruleset_lets_one_wait() -> None:
    """'until' says what ends waiting: a turn of the pass is lost with that, and one comes up in the next;
    who may wait until the phase is over is not called before."""
    found = {}
    for until in ("pass", "phase"):
        fight = Fight(made(to='"wait"', passes=True, until=until, then="lost"), {"A": 9, "B": 6})
        fight.do(cmd.Delay(who="A"), cmd.Act(who="B", name="deed"), cmd.EndTurn())
        assert fight.session.state.clock.segment == 2
        found[until] = (fight.active, list(fight.session.state.put_off))
    assert found == {"pass": ("A", []), "phase": ("B", ["A"])}


def test_a_round_that_the_gm_began_from_a_phase_without_turns_is_not_taken_back_with_its_first_turn() -> None:
    """Nobody could act, so the round before stopped at its countdowns: there is no turn to go back to."""
    rules = made(who="fit > 0", effects_at="phase", to='"wait"')
    fight = Fight(rules, {"A": 9, "B": 6}, A={"fit": 0}, B={"fit": 0})
    fight.do(cmd.SetNumbers(who="A", stats={"fit": 1}), cmd.NextPhase())
    assert (fight.round, fight.active) == (2, "A")
    fight.do(cmd.Resume(who="B", override=True))
    fight.end("B", "A")
    assert fight.round == 3


def test_who_is_let_go_first_in_a_round_by_the_gm_takes_nobodys_turn() -> None:
    """The GM insists on B in front of everybody; A's turn had begun untouched and begins again."""
    fight = Fight(made(to='"wait"', rolled="round"), {"A": 9, "B": 6, "C": 3})
    fight.end("A", "B", "C")
    fight.do(cmd.RollInitiative(rolls={"A": 9, "B": 6, "C": 3}), cmd.Resume(who="B", override=True))
    fight.end("B", "A", "C")
    assert fight.acted(2) == "B A C"


def test_a_phase_that_the_gm_closes_does_not_stand_still_on_a_turn_taken_back() -> None:
    """Nobody would be active though B has its turn to come (contract: resume)."""
    fight = Fight(made(to='"wait"', rolled="phase", closes="gm"), {"A": 0, "B": 0}, A={"speed": 1})
    fight.end("A", "B")
    fight.do(cmd.NextPhase(), cmd.Resume(who="B", override=True))
    fight.end("B")
    assert fight.active == "A"
    fight.end("A")


def test_who_delayed_to_a_count_keeps_it_when_another_turn_is_taken_back() -> None:
    """B puts its turn off to count 5; A takes now the turn that it waited with (contract: resume)."""
    fight = Fight(made(to='"count", "wait"', lower="same-round"), {"B": 9, "A": 6, "C": 3})
    fight.end("B")
    fight.do(cmd.Delay(who="A"))
    fight.end("C")
    fight.do(cmd.Delay(who="B", count=5))
    assert (fight.round, fight.active) == (2, "A")
    fight.do(cmd.Resume(who="A"))
    fight.end("A", "B", "C")
    assert fight.acted(2) == "A B C"


def test_who_was_let_in_and_is_taken_back_untouched_has_its_turn_to_come() -> None:
    """The GM lets C go, thinks better of it and lets D go first: C is where it was before."""
    fight = Fight(made(to='"wait"'), {"A": 9, "B": 6, "C": 3, "D": 1})
    fight.end("A")
    fight.do(cmd.Resume(who="C", override=True), cmd.Resume(who="D", override=True))
    fight.end("D")
    assert sorted(_rest(fight)) == ["B", "C"]


def test_who_waits_with_the_turn_of_a_round_has_none_before_the_first_of_that_round() -> None:
    """B has had its turn of round 1; the GM lets it wait with that of round 2, and it acts in that."""
    fight = Fight(made(to='"wait"'), {"A": 9, "B": 6, "C": 3})
    fight.end("A", "B", "C")
    fight.do(cmd.Delay(who="B", override=True), cmd.Resume(who="C", override=True))
    fight.end("C")
    assert (fight.round, fight.refused(cmd.Resume(who="B"))) == (2, "not-waiting")
    fight.end("A")
    fight.do(cmd.Resume(who="B"))
    fight.end("B", "C")
    assert fight.round == 3


def test_who_was_let_in_before_a_round_was_taken_back_has_its_turn_in_that_round() -> None:
    """B takes its turn of round 1 after all; what the GM tried in round 2 is taken back with it."""
    fight = Fight(made(to='"wait"'), {"A": 9, "B": 6, "C": 3})
    fight.end("A")
    fight.do(cmd.Delay(who="B"))
    fight.end("C")
    fight.do(cmd.Resume(who="C", override=True), cmd.Resume(who="B"))
    fight.end("B")
    assert (fight.round, fight.active) == (2, "A")
    assert sorted(_rest(fight)) == ["A", "B", "C"]


def _rest(fight: Fight) -> list[str]:
    """Let the round come to its end; return who had a turn."""
    round_, found = fight.round, list[str]()
    while fight.round == round_ and fight.active:
        found.append(fight.active)
        fight.do(cmd.EndTurn())
    return found


# -- counted anew: a number is corrected, no turn is given or taken (contract: set) ----------------------


def test_a_count_corrected_to_one_that_has_gone_by_loses_no_turn() -> None:
    """B has still to act in this round, wherever its new count stands."""
    fight = Fight(made(), {"A": 9, "B": 6, "C": 3})
    fight.end("A")
    fight.do(cmd.SetNumbers(who="C", initiative=12))
    assert sorted(_rest(fight)) == ["B", "C"]


def test_nor_does_it_where_the_gm_closes_the_phase() -> None:
    """Nobody would be active though C has a turn to come (002-22)."""
    fight = Fight(made(closes="gm"), {"A": 9, "B": 6, "C": 3})
    fight.end("A")
    fight.do(cmd.SetNumbers(who="C", initiative=12))
    assert sorted(_rest(fight)) == ["B", "C"]


# -- whose place has gone by waits for the next round ----------------------------------------------------


def test_a_joiner_whose_count_has_gone_by_does_not_act_when_the_last_one_is_removed() -> None:
    """Joiners act when their turn comes up (E-SW-15): the removed one's turn was the last of the round."""
    fight = Fight(made(), {"A": 9, "B": 3})
    fight.end("A")
    fight.do(cmd.Add(combatant={"id": "J"}, roll=6), cmd.Leave(who="B"))
    assert (fight.round, fight.active) == (2, "A")


def test_a_joiner_above_one_who_has_come_up_and_acts_later_has_missed_the_round() -> None:
    """C came up on 3 and waited, so that 6 has gone by (E-SW-15), whoever acts later in between."""
    fight = Fight(made(to='"count", "wait"', place="stays"), {"A": 9, "B": 8, "C": 3})
    fight.end("A")
    fight.do(cmd.Delay(who="B", count=5, round=2), cmd.Leave(who="A"), cmd.Delay(who="C"))
    fight.do(cmd.Resume(who="C", override=True), cmd.Add(combatant={"id": "J"}, roll=6))
    assert (fight.round, fight.active) == (1, "C")
    fight.end("C")
    assert fight.round == 2


def test_nor_when_somebody_is_defeated_while_nobody_is_active() -> None:
    """Only `restore` and `add` let the next one act at once (contract); the phase stays open."""
    fight = Fight(made(closes="gm"), {"A": 9, "B": 3})
    fight.end("A")
    fight.do(cmd.Add(combatant={"id": "J"}, roll=6))
    fight.end("B")
    fight.do(cmd.Defeat(who="A"))
    assert (fight.round, fight.active) == (1, "")


def test_who_was_out_when_its_place_came_does_not_act_when_the_last_one_is_removed() -> None:
    """It was skipped (contract: defeated ones are skipped); somebody was active when it was restored."""
    fight = Fight(made(), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Defeat(who="B"))
    fight.end("A")
    fight.do(cmd.Restore(who="B"), cmd.Leave(who="C"))
    assert (fight.round, fight.active) == (2, "A")


def test_who_was_out_when_its_place_came_does_not_act_behind_one_who_resumes() -> None:
    """A is the only one left and has to act; its turn comes behind the last place, not on top (002-26)."""
    rules = made(to='"wait"', until="pass", then="must-act")
    fight = Fight(rules, {"A": 9, "B": 6})
    fight.do(cmd.Defeat(who="B"), cmd.Delay(who="A"), cmd.Resume(who="A"), cmd.Restore(who="B"))
    fight.end("A")
    assert fight.round == 2


# -- the active one leaves -------------------------------------------------------------------------------


def test_removing_the_active_one_leaves_the_next_its_turn_whatever_other_orders_say() -> None:
    """In the order of plans B stands before C; it is C's place in the order of turns that is left."""
    fight = Fight(loader.load(SYSTEMS / "iron-hour"), {"B": 0, "C": 0, "D": 0})
    for who, tempo in (("D", "heavy"), ("C", "quick"), ("B", "steady")):
        fight.do(cmd.Declare(who=(who,), name=tempo))
    assert fight.active == "C"
    fight.do(cmd.Leave(who="C"))
    assert fight.active == "B"


def test_an_effect_of_one_who_leaves_in_its_turn_does_not_count_down_at_once() -> None:
    """Its place has come up in this round already, and counts from the next one on (004-207)."""
    fight = Fight(loader.load(SYSTEMS / "iron-hour"), {"A": 0, "D": 0})
    fight.do(cmd.Declare(who=("D",), name="heavy"), cmd.Declare(who=("A",), name="quick"))
    fight.do(cmd.BeginEffect(on="D", name="mark", rounds=2), cmd.Leave(who="A"))
    assert fight.left("mark") == 2


def test_removing_whoever_declared_last_closes_no_declarations() -> None:
    """B has still to declare (001-36), whatever the order of turns says of A's place."""
    fight = Fight(loader.load("moon-swing"), {"A": 0, "B": 0})
    fight.do(cmd.Declare(who=("A",), name="hesitate"), cmd.Leave(who="A"))
    assert fight.session.state.clock.phase == "declaration"
    assert fight.active == "B"


# -- one turn for one who waits --------------------------------------------------------------------------


def test_who_has_just_resumed_cannot_resume_again() -> None:
    """It is active (contract/kaiser); only a turn that came up by itself can be taken back."""
    fight = Fight(made(to='"wait"'), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Delay(who="A"))
    fight.end("B")
    fight.do(cmd.Resume(who="A"))
    assert fight.refused(cmd.Resume(who="A")) == "not-waiting"


# -- an effect of N rounds ends the Nth time its place comes up ------------------------------------------


def test_an_effect_begun_in_a_turn_that_is_taken_back_does_not_count_down_with_it() -> None:
    """When A's turn begins again it is still the turn in which the effect began (contract/saga-srd 19)."""
    for at in ("turn", "place"):
        fight = Fight(made(to='"wait"', effects_at=at), {"B": 9, "X": 8, "A": 6})
        fight.do(cmd.Delay(who="B"))
        fight.end("X")
        fight.do(cmd.BeginEffect(on="B", name="mark", rounds=2), cmd.Resume(who="B"))
        fight.end("B")
        assert (fight.active, fight.left("mark")) == ("A", 2)


def test_nor_with_a_round_that_is_taken_back() -> None:
    """The round is over once B, who waited, has acted; the effect began in the next (contract: resume)."""
    fight = Fight(made(to='"wait"', effects_at="round"), {"A": 9, "B": 6, "C": 3})
    fight.end("A")
    fight.do(cmd.Delay(who="B"))
    fight.end("C")
    assert (fight.round, fight.active) == (2, "A")
    fight.do(cmd.BeginEffect(on="C", name="mark", rounds=2), cmd.Resume(who="B"))
    fight.end("B")
    assert (fight.round, fight.left("mark")) == (2, 2)


def test_an_effect_at_the_place_of_one_who_left_ends_where_the_order_is_made_anew() -> None:
    """Its place counts (004-207), also in rounds whose order does not know it any more."""
    for rolled in ("round", "phase"):
        fight = Fight(made(rolled=rolled, effects_at="place"), {"A": 9, "B": 6}, A={"speed": 1})
        fight.do(cmd.BeginEffect(on="B", name="mark", rounds=1))
        fight.end("A")
        fight.do(cmd.Leave(who="A"))
        for _ in range(2):
            fight.do(cmd.EndTurn())
            if not fight.active:
                fight.do(cmd.RollInitiative(rolls={"B": 6}))
        assert fight.left("mark") is None


def test_going_on_with_a_joiner_lets_no_place_count_down_a_second_time() -> None:
    """B has left, and its place has come up; J acts at once since nobody is active (contract: add)."""
    for at in ("turn", "place"):
        fight = Fight(made(effects_at=at, closes="gm"), {"A": 9, "B": 3})
        fight.end("A")
        fight.do(cmd.BeginEffect(on="A", name="mark", rounds=1), cmd.Leave(who="B"))
        fight.do(cmd.Add(combatant={"id": "J"}, roll=6))
        fight.end("J")
        assert (fight.round, fight.left("mark")) == (1, 1)


def test_an_effect_at_the_place_that_its_owner_left_ends_where_the_order_is_rolled_anew() -> None:
    """A puts its turn off to another count; the place of the effect is none of the next order (003-26)."""
    rules = made(rolled="round", effects_at="place", to='"count"', lower="same-round")
    fight = Fight(rules, {"A": 9, "B": 6})
    fight.do(cmd.BeginEffect(on="B", name="mark", rounds=1), cmd.Delay(who="A", count=3))
    fight.end("B", "A")
    fight.do(cmd.RollInitiative(rolls={"A": 9, "B": 6}))
    fight.end("A", "B")
    assert fight.left("mark") is None


def test_where_turns_are_chosen_a_place_comes_up_once_in_a_pass_though_its_owner_leaves() -> None:
    """The effect began in A's turn of this round; it ends in the next (004-207)."""
    rules = made(choice="{}", effects_at="turn")
    fight = Fight(rules, {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Choose(who="A"), cmd.BeginEffect(on="B", name="mark", rounds=1), cmd.EndTurn())
    fight.do(cmd.Leave(who="A"), cmd.Choose(who="B"), cmd.EndTurn())
    fight.end("C")
    assert (fight.round, fight.left("mark")) == (2, 1)


def test_where_turns_are_chosen_a_place_comes_up_once_in_a_pass_though_its_owner_waited() -> None:
    """The turn came up and was put off (A004-29); that its owner is taken out then changes nothing."""
    rules = made(choice="{}", effects_at="turn", to='"wait"')
    fight = Fight(rules, {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Choose(who="A"), cmd.BeginEffect(on="B", name="mark", rounds=1), cmd.Delay(who="A"))
    fight.do(cmd.Choose(who="B"), cmd.Defeat(who="A"), cmd.EndTurn())
    fight.end("C")
    assert (fight.round, fight.left("mark")) == (2, 1)


def test_closing_a_pass_by_insisting_lets_the_places_count_down_that_it_did_not_come_to() -> None:
    """The round in which B's place would have come up is over: the effect is, too (003-26)."""
    for at in ("turn", "place"):
        fight = Fight(made(effects_at=at), {"A": 9, "B": 6})
        fight.end("A")
        fight.do(cmd.BeginEffect(on="A", name="mark", rounds=1))
        fight.end("B")
        fight.do(cmd.NextPhase(override=True))
        assert (fight.round, fight.left("mark")) == (3, None)


def test_a_turn_that_a_readied_action_takes_the_place_of_does_not_come_up() -> None:
    """A has no regular turn in that round (E-SRD-14), and an effect of one round ends when its turn comes up
    next, not before (contract/sagas-hub.md 7)."""
    fight = Fight(made(effects_at="turn", ready="moves"), {"C": 12, "B": 9, "A": 6})
    fight.end("C", "B")
    fight.do(cmd.Ready(who="A", action="shoot", trigger="it moves"))
    fight.do(cmd.BeginEffect(on="B", name="mark", rounds=1))
    fight.end("A", "C")
    fight.do(cmd.Trigger(who="A", by="B"))
    fight.end("B")
    assert (fight.round, fight.active, fight.left("mark")) == (3, "C", 1)
    fight.end("C")
    assert (fight.active, fight.left("mark")) == ("A", None)


def test_a_turn_put_off_into_the_next_round_comes_up_once() -> None:
    """C waited in round 1 and resumes in round 2 before its count: the turn that has come up is taken later,
    and has come up once (contract/sagas-hub.md 7)."""
    for place in ("moves", "stays"):
        fight = Fight(made(effects_at="turn", to='"wait"', place=place), {"A": 9, "B": 6, "C": 3})
        fight.end("A", "B")
        fight.do(cmd.BeginEffect(on="A", name="mark", rounds=1), cmd.Delay(who="C"))
        fight.end("A")
        fight.do(cmd.Resume(who="C"))
        _rest(fight)
        assert (fight.round, fight.left("mark")) == (3, 1)
        while fight.active != "C":
            fight.end(fight.active)
        assert fight.left("mark") is None


def test_delaying_to_a_count_leaves_the_effect_on_the_old_one_also_where_the_list_stays_as_it_is() -> None:
    """It stays on the count it began on (contract/saga-srd 19): it ends on 9, and J comes at 8."""
    rules = made(effects_at="place", to='"count"', lower="same-round")
    fight = Fight(rules, {"A": 9, "B": 3})
    fight.do(cmd.BeginEffect(on="B", name="mark", rounds=1), cmd.Delay(who="A", count=7))
    fight.do(cmd.Add(combatant={"id": "J"}, roll=8))
    _rest(fight)
    assert (fight.round, fight.active) == (2, "J")
    assert fight.left("mark") is None


# -- those who go before all others in every pass --------------------------------------------------------


def test_who_joins_does_not_come_before_the_faster_in_the_next_pass() -> None:
    """Those with a higher value of `first` go before all others in every pass (the vocabulary)."""
    rules = made(first="haste", passes=True, rolled="phase")
    fight = Fight(rules, {"A": 0, "B": 0}, A={"haste": 1}, B={"speed": 1})
    fight.end("A")
    fight.do(cmd.Add(combatant={"id": "J", "speed": 2}))
    fight.end("B")
    assert (fight.session.state.clock.segment, fight.active) == (2, "A")


def test_who_has_become_faster_goes_first_from_the_next_pass_on() -> None:
    """The same: the value is that of the pass."""
    fight = Fight(made(first="haste", passes=True), {"A": 9, "B": 6})
    fight.do(cmd.SetNumbers(who="B", stats={"haste": 1}))
    fight.end("A", "B")
    assert (fight.session.state.clock.segment, fight.active) == (2, "B")


# -- the GM closes a pass --------------------------------------------------------------------------------


def test_who_is_taken_out_in_the_moment_in_which_it_acts_loses_its_turn_by_the_closing_alone() -> None:
    """B acts at the same moment as A and would have had its turn all the same (the vocabulary: together)."""
    fight = Fight(made(rolled="phase", together=True), {"A": 0, "B": 0})
    fight.do(cmd.Defeat(who="B"), cmd.NextPhase(override=True))
    assert fight.session.state.missed["B"] == Missed(1, coming.CLOSED)


# -- the GM insists on a turn in the middle of another's -------------------------------------------------


def test_whoever_was_interrupted_goes_on_first_though_the_other_leaves() -> None:
    """A has begun its turn, and goes on before B though its count was corrected (contract: override)."""
    fight = Fight(made(to='"wait"'), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Act(who="A", name="deed"), cmd.SetNumbers(who="A", initiative=1))
    fight.do(cmd.Resume(who="C", override=True), cmd.Leave(who="C"))
    assert fight.active == "A"
    assert fight.session.state.combatants["A"].pools["acts"] == 1


def test_whoever_was_interrupted_goes_on_though_its_readied_action_was_set_off_meanwhile() -> None:
    """A readied action is not a turn (contract): A's turn is not over by it."""
    fight = Fight(made(to='"wait"', ready="moves"), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Ready(who="A", action="shoot", trigger="it moves"), cmd.Resume(who="B", override=True))
    fight.do(cmd.Trigger(who="A", by="B"))
    fight.end("B")
    assert fight.active == "A"
    fight.end("A", "C")


def test_nor_is_the_rest_of_that_turn_lost_when_it_is_put_off() -> None:
    """It puts off a turn that has begun, and not one that its readied action has replaced (E-SRD-14)."""
    counts = {"A": 9, "B": 6, "C": 3, "D": 1}
    fight = Fight(made(to='"after"', needs="true", ready="moves"), counts)
    fight.do(cmd.Ready(who="A", action="shoot", trigger="it moves"), cmd.Resume(who="B", override=True))
    fight.do(cmd.Trigger(who="A", by="B"))
    fight.end("B")
    fight.do(cmd.Delay(who="A", after="C"))
    fight.end("C", "A", "D")
    assert fight.round == 2


def test_a_turn_that_is_over_since_its_owner_is_out_does_not_come_again_with_one_that_is_taken_back() -> None:
    """A was defeated while it was interrupted: its turn is over, whosever begins then (contract)."""
    fight = Fight(made(to='"wait"', place="stays"), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Act(who="A", name="deed"), cmd.Resume(who="C", override=True), cmd.Defeat(who="A"))
    fight.end("C")
    fight.do(cmd.Resume(who="C", override=True), cmd.Restore(who="A"))
    fight.end("C", "B")
    assert fight.round == 2


def test_who_missed_its_turn_and_is_let_in_can_put_that_turn_off() -> None:
    """J has joined too late; the GM gives it a turn all the same, and it delays behind B."""
    fight = Fight(made(to='"after"'), {"A": 9, "B": 6, "C": 3})
    fight.do(cmd.Add(combatant={"id": "J"}, roll=12), cmd.Resume(who="J", override=True))
    assert "J" not in fight.session.state.missed
    fight.do(cmd.Delay(who="J", after="B"))
    fight.end("A", "B", "J", "C")
    assert fight.round == 2


def test_a_turn_more_that_was_put_off_and_did_not_come_leaves_the_next_one_whole() -> None:
    """A's turn of round 2 is a new one, in which what began in it counts down and pools refill (E-SRD-06)."""
    fight = Fight(made(to='"count"', effects_at="turn"), {"A": 9, "B": 6})
    fight.end("A")
    fight.do(cmd.Resume(who="A", override=True), cmd.BeginEffect(on="A", name="mark", rounds=2))
    fight.do(cmd.Delay(who="A", count=1))
    fight.end("B", "B")
    assert (fight.round, fight.active, fight.left("mark")) == (2, "A", 1)


def test_whoever_was_interrupted_and_is_let_in_goes_on_and_has_no_second_turn() -> None:
    """The GM insists on A's turn, which is under way: it goes on with what it had (contract: override)."""
    fight = Fight(made(to='"wait"'), {"B": 9, "A": 6})
    fight.end("B")
    fight.do(cmd.Act(who="A", name="deed"))
    left = fight.session.state.combatants["A"].pools
    fight.do(cmd.Resume(who="B", override=True), cmd.Resume(who="A", override=True))
    assert fight.session.state.combatants["A"].pools == left
    fight.end("A")
    assert fight.round == 2


# -- nobody can take part --------------------------------------------------------------------------------


def test_rounds_do_not_run_on_while_nobody_can_take_part() -> None:
    """With nobody able to act nobody is active and no round passes (contract, as when all are defeated)."""
    fight = Fight(made(who="fit > 0"), {"A": 9}, A={"fit": 0})
    assert fight.round <= 1
