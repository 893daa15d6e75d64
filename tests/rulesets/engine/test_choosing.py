"""Who goes next where somebody chooses: what a phase's 'choice' can say, and what happens around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesets.fight.session import Done, Session
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.reading.problems import RulesetError
from rulesets.seen.queries import choosable, open_choice, value_of
from rulesets.table import commands as cmd
from rulesets.table.events import Flagged, Told
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from rulesets.words.spelling import Spelling
from rulesets.words.terms import Terms
from tests.effort import calls

SYSTEMS = Path(__file__).parents[2] / "systems"
PLAIN = """
id = "plain"
label = "Plain"
effects_at = "turn"
[stat]
luck = 0
[order.list]
label = "List"
rolled = "phase"
keys = ["list"]
[phase.turns]
label = "Turns"
activity = "act"
order = "list"
cite = "P 1"
choice = {choice}
{more}
"""


def rules_of(choice: str = "{}", more: str = "") -> Rules:
    return loader.load_text(PLAIN.replace("{choice}", choice).replace("{more}", more), "plain.toml")


class Fight:
    """A fight of some who are called by letters; small letters are the other side."""

    def __init__(self, rules: Rules, who: Sequence[str] = "ABcd", dice: Sequence[int] = ()) -> None:
        self.session = Session(rules, dice=ListedDice(dice))
        for name in who:
            self.do(cmd.Add(combatant={"id": name, "side": "upper" if name.isupper() else "lower"}))
        self.do(cmd.Start())

    def do(self, command: cmd.Command) -> Done:
        done = self.session.dispatch(command)
        assert not isinstance(done, Refusal), done
        return done

    def refused(self, command: cmd.Command) -> str:
        refusal = self.session.dispatch(command)
        assert isinstance(refusal, Refusal)
        return f"{refusal.code}/{refusal.reason}"

    def turn(self, who: str) -> None:
        self.do(cmd.Choose(who=who))
        self.do(cmd.EndTurn())

    def worked_out(self, who: str, text: str) -> Any:
        return value_of(self.session.rules, self.session.state, self.session.state.combatants[who], text)

    @property
    def active(self) -> str:
        return self.session.state.walk.active

    @property
    def able(self) -> str:
        return "".join(choosable(self.session.rules, self.session.state))

    @property
    def chooser(self) -> tuple[str, str]:
        choice = open_choice(self.session.rules, self.session.state)
        assert choice is not None
        return choice.by, choice.who


# -- who can be chosen, and who chooses ------------------------------------------------------------


def test_without_further_words_the_gm_chooses_among_all_who_have_still_to_act() -> None:
    fight = Fight(rules_of())
    assert (fight.able, fight.chooser) == ("ABcd", ("gm", ""))
    fight.turn("c")
    assert (fight.able, fight.chooser) == ("ABd", ("gm", ""))


def test_from_is_asked_of_each_and_otherwise_where_it_holds_for_nobody() -> None:
    fight = Fight(rules_of('{ from = "luck > 0", otherwise = "side == \'lower\'" }'))
    assert fight.able == "cd"
    fight.do(cmd.SetNumbers(who="B", stats={"luck": 2}))
    assert (fight.active, fight.able) == ("", "B"), "a correction begins nobody's turn"
    fight.turn("B")
    assert fight.able == "cd"


def test_who_has_still_to_act_is_added_up_over_a_side_and_over_all_others() -> None:
    """Whose turn is under way is among them, whoever is out and whoever has gone is not."""
    fight = Fight(rules_of())
    both = "[sum('to_act', 'mine'), sum('to_act', 'others'), sum('to_act')]"
    assert fight.worked_out("A", both) == [2, 2, 4]
    fight.do(cmd.Choose(who="A"))
    assert fight.worked_out("c", both) == [2, 2, 4]
    fight.do(cmd.EndTurn())
    fight.do(cmd.Defeat(who="c"))
    assert fight.worked_out("c", both) == [1, 1, 2]
    fight.do(cmd.SetNumbers(who="d", stats={"luck": 3}))
    assert fight.worked_out("A", "[sum('luck', 'mine'), sum('luck')]") == [0, 3]
    assert fight.worked_out("A", "sum('acted_this_round', 'mine')") == 1


def test_what_is_added_up_is_read_out_in_words() -> None:
    rules = rules_of(more="[state.along]\nlabel = 'Goes along'")
    said = Spelling(Terms(rules, str)).formula("sum('luck', 'mine') > sum('to_act', 'others') + sum('along')")
    assert said == (
        "luck, added up over the own side > has still to act, added up over the other sides + "
        "Goes along, added up over everybody"
    )


def test_names_are_asked_of_others_as_their_stats_are() -> None:
    fight = Fight(rules_of())
    assert fight.worked_out("A", "[active_stat('side'), active_stat('to_act')]") == ["", False], (
        "it is nobody's turn"
    )
    fight.do(cmd.Choose(who="d"))
    assert fight.worked_out("A", "[active_stat('side'), active_stat('to_act'), stat('side')]") == [
        "lower",
        True,
        "upper",
    ]


def test_the_side_at_the_top_says_who_of_all_opens() -> None:
    fight = Fight(rules_of('{ from = "side != last_side", by = "side", opens = "winner" }'))
    assert (fight.able, fight.chooser) == ("ABcd", ("side", "upper"))
    fight.turn("d")
    assert (fight.able, fight.chooser) == ("AB", ("side", "upper"))
    fight.turn("A")
    assert fight.active == "c", "the only one left of them"


def test_the_next_side_is_none_where_nobody_takes_turns() -> None:
    fight = Fight(rules_of('{ from = "side == next_side" }'), "Ab")
    assert (fight.worked_out("A", "next_side"), fight.active) == ("lower", "A"), (
        "the only one who can be chosen has begun by itself"
    )
    fight.do(cmd.EndTurn())
    assert (fight.worked_out("A", "next_side"), fight.active) == ("", "b"), (
        "nobody comes after this one in the round"
    )
    fight.do(cmd.EndEncounter())
    assert fight.worked_out("A", "next_side") == ""


def test_a_sum_that_is_built_on_itself_has_no_result() -> None:
    """Written out it is found at load; by a name that is worked out it is found when it is asked."""
    which = "[stat.which]\nlabel = 'Which'\nvalue = 'odd'\ntype = 'text'"
    rules = rules_of(more=f"{which}\n[stat.odd]\nlabel = 'Odd'\nvalue = 'sum(which)'")
    fight = Fight(rules)
    with pytest.raises(FormulaError, match="the stat 'odd' is derived from too many"):
        fight.worked_out("A", "odd")


def test_who_is_on_which_side_is_not_asked_of_sides() -> None:
    for text in ("next_side", "'many' if sum('luck', 'mine') > 1 else side"):
        with pytest.raises(RulesetError, match="goes by who is on which side, so it cannot say that"):
            loader.load_text(f'side_of = "{text}"\n' + PLAIN.format(choice="{}", more=""), "plain.toml")


MISUSED = [
    ("{ from = \"sum('to_act', 'ours') > 0\" }", "", "sum() adds up over 'mine', 'others' or 'all'"),
    ("{ from = \"sum('to_atc') > 0\" }", "", "There is no stat or state 'to_atc'. (did you mean 'to_act'?)"),
    ("{}", "who = \"sum('to_act', 'mine') > 0\"", "'to_act' goes by who takes part"),
    ("{}", 'who = "side == next_side"', "'next_side' goes by who takes part"),
    (
        "{}",
        "who = 'odd'\n[stat.odd]\nlabel = 'Odd'\ntype = 'bool'\nvalue = 'formula(\"on\")'\n"
        "[formula.on]\nis = \"stat('to_act')\"",
        "phase.turns.who: 'to_act' goes by who takes part",
    ),
    ("{}", "[stat.odd]\nlabel = 'Odd'\nvalue = \"sum('odd') + 1\"", "This stat is derived from itself"),
    ("{}", "[state.x]\nlabel = 'X'\nwhile = \"sum('luck') > 1\"", "'while' is not asked again when sum()"),
    (
        "{}",
        "[state.x]\nlabel = 'X'\nwhile = \"stat('round') > 1\"",
        "'while' is not asked again when 'round'",
    ),
]


@pytest.mark.parametrize(("choice", "more", "message"), MISUSED, ids=[one[2] for one in MISUSED])
def test_what_sums_and_sides_cannot_say_is_told(choice: str, more: str, message: str) -> None:
    with pytest.raises(RulesetError) as error:
        rules_of(choice, more)
    assert message in str(error.value)


def test_what_is_left_is_skipped_where_nobody_can_be_chosen_at_all() -> None:
    fight = Fight(rules_of('{ from = "side != last_side", otherwise = false }'), "ABc")
    fight.turn("A")
    assert fight.active == "c"
    fight.do(cmd.EndTurn())
    assert fight.active == "B"
    fight.do(cmd.EndTurn())
    assert fight.session.state.clock.round == 2
    assert fight.active == "c", "the round goes on with the other side"


def test_the_side_that_went_last_is_known_although_its_last_one_has_left() -> None:
    fight = Fight(rules_of('{ from = "side != last_side", by = "side" }'))
    fight.turn("A")
    fight.do(cmd.Leave(who="A"))
    assert (fight.able, fight.chooser) == ("cd", ("side", "lower"))


def test_the_side_that_went_last_is_the_one_it_had_then() -> None:
    fight = Fight(rules_of('{ from = "side != last_side" }'))
    fight.turn("A")
    fight.do(cmd.Describe(who="A", changes={"side": "lower"}))
    assert fight.able == "cd"


def test_a_name_that_is_nearly_right_is_pointed_out() -> None:
    with pytest.raises(RulesetError, match="last_side"):
        rules_of('{ from = "side != lst_side" }')


def test_only_where_turns_are_taken_somebody_chooses() -> None:
    with pytest.raises(RulesetError, match="chooses who goes next"):
        rules_of("{}", '[phase.end]\nlabel = "End"\nactivity = "tick"\nchoice = { by = "gm" }\n')


def test_the_last_one_chooses_and_may_be_kept_from_choosing_itself() -> None:
    fight = Fight(rules_of('{ by = "last", from = "not went_last" }'), "AB")
    fight.turn("A")
    assert fight.active == "B"
    fight.do(cmd.EndTurn())
    assert fight.active == "A", "of two only the other one is left"


def test_a_group_chooses_and_is_chosen_as_one() -> None:
    fight = Fight(rules_of('{ by = "last" }'), "AB")
    fight.do(cmd.Add(combatant={"id": "x", "group": "pack"}))
    fight.do(cmd.Add(combatant={"id": "y", "group": "pack"}))
    assert choosable(fight.session.rules, fight.session.state) == ("A", "B", "pack")
    fight.turn("y")
    assert fight.chooser == ("last", "pack")
    fight.do(cmd.Defeat(who="x"))
    assert fight.chooser == ("last", "pack"), "one of it is still there"
    fight.do(cmd.Defeat(who="y"))
    assert fight.chooser == ("gm", "")


# -- how it opens ----------------------------------------------------------------------------------


def test_the_order_s_first_one_opens_once_and_anew_in_every_round() -> None:
    for anew, second in (("false", "AB"), ("true", "A")):
        fight = Fight(rules_of(f'{{ by = "last", opens = "order", anew = {anew} }}'), "AB")
        assert fight.active == "A"
        fight.do(cmd.EndTurn())
        fight.do(cmd.EndTurn())
        assert fight.session.state.clock.round == 2
        assert (fight.able or fight.active) == second


def test_one_of_the_order_s_first_side_opens() -> None:
    fight = Fight(
        rules_of('{ from = "side != last_side", by = "side", opens = "side", anew = true }'), "cAdB"
    )
    assert (fight.able, fight.chooser) == ("cd", ("side", "lower"))
    assert fight.refused(cmd.Choose(who="A")) == "cannot-be-chosen/not-among"


# -- passes ----------------------------------------------------------------------------------------


def test_the_choice_goes_on_from_pass_to_pass() -> None:
    more = 'turns = "passes"\npass = "beat"\nwho = "pool(\'beats\') > 0"\n'
    more += '[pool.beats]\nlabel = "Beats"\nsize = 2\nresets = "phase-start:turns"\n'
    more += '[cost.beat]\nlabel = "Beat"\nalternatives = [{ beats = 1 }]\n'
    fight = Fight(rules_of('{ by = "last" }', more), "AB")
    for who in "AB":
        if not fight.active:
            fight.do(cmd.Choose(who=who))
        fight.do(cmd.Act(who=who, cost="beat"))
        fight.do(cmd.EndTurn())
    assert fight.session.state.clock.segment == 2
    assert (fight.able, fight.chooser) == ("AB", ("last", "B"))
    fight.do(cmd.NextPhase(override=True))
    assert fight.session.state.clock.segment == 3, "what the GM closes is one pass"


# -- turns that are put off ------------------------------------------------------------------------

DELAY = '[delay]\nlabel = "Delay"\nto = ["wait", "after"]\n'


def test_who_goes_behind_somebody_comes_up_by_itself_once_that_one_has_gone() -> None:
    fight = Fight(rules_of("{}", DELAY), "ABCD")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Delay(who="A", after="C"))
    assert fight.able == "BCD"
    fight.turn("B")
    assert fight.able == "CD"
    fight.do(cmd.Choose(who="C"))
    fight.do(cmd.EndTurn())
    assert fight.active == "A"
    fight.do(cmd.EndTurn())
    assert fight.active == "D"


def test_who_goes_behind_one_that_falls_comes_up_at_once() -> None:
    fight = Fight(rules_of("{}", DELAY), "ABCD")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Delay(who="A", after="C"))
    fight.do(cmd.Defeat(who="C"))
    assert fight.active == "A"


def test_two_behind_each_other_stop_nothing() -> None:
    fight = Fight(rules_of("{}", DELAY), "ABC")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Delay(who="B", after="A", override=True))
    fight.do(cmd.Delay(who="A", after="B", override=True))
    assert fight.active in "AB"


def test_only_the_waiting_are_left() -> None:
    """Who waits need not act while others can be chosen; then the lowest must."""
    fight = Fight(rules_of("{}", DELAY + 'until = "pass"\nthen = "must-act"\n'), "ABC")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Delay(who="A"))
    assert fight.able == "BC"
    assert fight.refused(cmd.EndTurn()) == "not-active/nobody-chosen"
    fight.turn("B")
    assert fight.active == "C"
    fight.do(cmd.EndTurn())
    assert (fight.active, fight.able) == ("", "")
    fight.do(cmd.Resume(who="A"))
    assert fight.active == "A"


def test_who_resumes_takes_back_a_turn_that_was_chosen_and_has_not_begun() -> None:
    fight = Fight(rules_of("{}", DELAY), "ABC")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Delay(who="A"))
    fight.turn("B")
    assert fight.active == "C"
    fight.do(cmd.Resume(who="A"))
    fight.do(cmd.EndTurn())
    assert fight.active == "C"
    assert [turn.slot for turn in fight.session.state.acted[1]] == ["B", "A", "C"]


# -- coming, going, counting down ------------------------------------------------------------------


def test_all_fall_and_one_gets_up_again() -> None:
    fight = Fight(rules_of('{ by = "last" }'), "AB")
    fight.do(cmd.Defeat(who="A"))
    assert fight.active == "B"
    fight.do(cmd.Defeat(who="B"))
    assert (fight.active, fight.able) == ("", "")
    fight.do(cmd.Restore(who="A"))
    assert fight.active == "A"


def test_who_joins_late_has_no_place_unless_the_gm_insists() -> None:
    rules = loader.load_text(
        PLAIN.replace("{choice}", "{}").replace("{more}", "").replace("keys =", 'joins = "next"\nkeys ='), "p"
    )
    fight = Fight(rules, "AB")
    fight.do(cmd.Add(combatant={"id": "C"}))
    assert fight.able == "AB"
    assert fight.refused(cmd.Choose(who="C")) == "cannot-be-chosen/no-place-yet"
    fight.do(cmd.Choose(who="C", override=True))
    assert fight.active == "C"


def test_an_effect_of_one_that_has_no_turn_counts_down_when_the_pass_is_over() -> None:
    fight = Fight(rules_of(), "AB")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.Defeat(who="B"))
    fight.do(cmd.BeginEffect(on="B", name="burning", rounds=2))
    fight.do(cmd.BeginEffect(on="A", name="held", rounds=2))
    (mark,) = {e.anchor for e in fight.session.state.effects.values()}
    assert mark == "A"
    fight.do(cmd.EndTurn())
    lefts = {e.name: e.left for e in fight.session.state.effects.values()}
    assert lefts == {"burning": 1, "held": 1}, "once in a round, whoever is passed by"


def test_an_effect_of_one_that_waits_since_an_earlier_pass_counts_down_when_a_pass_is_over() -> None:
    """Its place comes by without it, as it does for one that is out."""
    fight = Fight(rules_of('{ from = "luck < 1", otherwise = "false" }', DELAY), "AB")
    fight.do(cmd.Choose(who="A"))
    fight.do(cmd.BeginEffect(on="B", name="burning", rounds=1))
    fight.do(cmd.Delay(who="A"))
    fight.do(cmd.SetNumbers(who="A", stats={"luck": 1}))
    fight.do(cmd.EndTurn())
    assert (fight.session.state.clock.round, fight.active) == (2, "B")
    assert [effect.left for effect in fight.session.state.effects.values()] == [1], "its turn had come up"
    fight.do(cmd.EndTurn())
    assert fight.session.state.clock.round == 3
    assert not fight.session.state.effects


def test_who_takes_no_part_cannot_be_chosen() -> None:
    fight = Fight(rules_of("{}", 'who = "luck >= 0"'), "ABC")
    fight.do(cmd.SetNumbers(who="B", stats={"luck": -1}))
    assert fight.able == "AC"
    assert fight.refused(cmd.Choose(who="B")) == "cannot-be-chosen/takes-no-part"


def test_a_fight_begins_again_without_anybody_having_gone() -> None:
    fight = Fight(rules_of('{ by = "last" }'), "ABC")
    fight.turn("A")
    fight.do(cmd.EndEncounter())
    fight.do(cmd.Start())
    assert (fight.able, fight.chooser) == ("ABC", ("gm", ""))


# -- where nobody chooses --------------------------------------------------------------------------


def test_where_turns_follow_an_order_nobody_is_chosen() -> None:
    session = Session(loader.load("srd35"))
    session.dispatch(cmd.Add(combatant={"id": "A"}))
    refused = session.dispatch(cmd.Choose(who="A"))
    assert isinstance(refused, Refusal)
    assert refused.reason == "not-running"
    session.dispatch(cmd.Start())
    refused = session.dispatch(cmd.Choose(who="A", override=True))
    assert isinstance(refused, Refusal)
    assert refused.reason == "nobody-chooses"
    assert not choosable(session.rules, session.state)


def told(done: Done) -> list[dict[str, Any]]:
    return [e.params for e in done.outcome.events if isinstance(e, Told) and e.code == "chosen"]


def test_the_log_keeps_who_chose_whom() -> None:
    fight = Fight(loader.load(SYSTEMS / "limelight"), "AB")
    assert told(fight.do(cmd.Choose(who="A"))) == [{"slot": "A", "by": "gm", "chooser": ""}]
    fight.do(cmd.EndTurn())
    fight.do(cmd.EndTurn())
    done = fight.do(cmd.Choose(who="B"))
    assert told(done) == [{"slot": "B", "by": "last", "chooser": "B"}]
    assert not [e for e in done.outcome.events if isinstance(e, Flagged)]


def test_the_next_side_and_sums_are_worked_out_once_for_all_who_can_be_chosen() -> None:
    """Of four times as many it takes some four times as much, and not sixteen times."""
    rules = rules_of("{ from = \"side == next_side and sum('to_act') > 0\" }")
    few, many = (
        Fight(rules, [f"{letter}{number}" for number in range(n) for letter in "Ab"]) for n in (20, 80)
    )
    cost = [calls(choosable, rules, fight.session.state) for fight in (few, many)]
    assert many.able
    assert cost[1] < 6 * cost[0], cost
