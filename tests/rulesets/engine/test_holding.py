"""States that hold while something is so, that put out of the fight, that climb; places that are over; dice.

The rules are one of the tests' own: every ruleset can say what the SRD's injuries say (E-SRD-30 to 44).
"""

from __future__ import annotations

import pytest

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.accounts import accounts
from rulesets.seen.queries import active_slot, ended, names_on, value_of
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker
from tests.rulesets.looking import look_at_everything
from tests.rulesets.small_rules import edition

BELOW = """
[stat.hp]
least = -20
[pipeline.damage]
does = [{ id = "hp", label = "Hit points", absorb = "hp" }]
[pipeline.mend]
label = "Mend"
amount = "points"
inputs.points = { label = "Points", each = true, dice = "2d6" }
does = [{ id = "hp", label = "Hit points", stat = "hp", by = "left", cap = "max_hp" }]
[state.down]
label = "Down"
while = "hp <= 0 and hp > -5"
out = "disabled"
[state.gone]
label = "Gone"
while = "hp <= -5"
out = "defeated"
[state.flat]
label = "Flat"
while = "has_state('down') or has_state('dazed')"
forbids = ["act"]
allows = ["focus"]
[state.uneasy]
label = "Uneasy"
worse = "afraid"
[state.afraid]
label = "Afraid"
worse = "in-terror"
[state.in-terror]
label = "In terror"
[tally.asked]
label = "Times asked"
resets = "encounter-start"
[[trigger]]
at = "place-over"
does = [{ tally = "asked", by = 1 }]
"""


class Fight:
    """A fight of A, B and C in this order by the rules above, with ``text`` laid over them."""

    def __init__(self, text: str = "", dice: tuple[int, ...] = ()) -> None:
        self.writing = edition(BELOW + text)
        self.session = Session(loader.load_writing(self.writing), dice=ListedDice(dice), writing=self.writing)
        for ident, side in (("A", "party"), ("B", "party"), ("C", "foes")):
            self.do(cmd.Add(combatant={"id": ident, "side": side}))
        self.do(cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))

    @property
    def state(self) -> Encounter:
        return self.session.state

    def do(self, command: cmd.Command) -> Done:
        """Carry out a command, which goes back and forth exactly."""
        before = self.state
        done = self.session.dispatch(command)
        assert not isinstance(done, Refusal), done
        assert take_back(self.state, done.entry.events) == before
        assert replay(before, done.entry.events) == self.state
        look_at_everything(self.session.rules, self.state)
        return done

    def hurt(self, who: str, amount: int) -> Done:
        return self.do(cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount}))

    def names(self, who: str) -> list[str]:
        return names_on(self.state, self.state.combatants[who])

    def out(self, who: str) -> str:
        return self.state.combatants[who].out

    @property
    def active(self) -> str:
        return active_slot(self.session.rules, self.state)

    def lines(self) -> tuple[str, ...]:
        return tuple(Speaker(self.session.rules, lambda who: who).entry(self.session.log[-1]).lines)


# -- while and out ---------------------------------------------------------------------------------


def test_a_state_holds_as_long_as_its_while_and_its_followers_with_it() -> None:
    """E-SRD-30, E-SRD-40: what follows from a state comes and goes with it."""
    fight = Fight()
    fight.hurt("B", 12)
    assert fight.names("B") == ["down", "flat"]
    fight.hurt("B", 3)
    assert fight.names("B") == ["gone"]
    fight.do(cmd.SetNumbers(who="B", stats={"hp": 4}))
    assert fight.names("B") == []


def test_hit_points_go_as_far_down_as_their_least_and_no_further() -> None:
    """E-SRD-30: below 0 by data alone."""
    fight = Fight()
    fight.hurt("B", 500)
    assert fight.state.combatants["B"].stats["hp"] == -20


def test_who_is_put_out_by_a_state_loses_its_turn_and_gets_it_back() -> None:
    """E-SRD-32, E-SRD-33."""
    fight = Fight()
    fight.hurt("A", 10)
    assert (fight.out("A"), fight.active) == ("disabled", "B")
    fight.do(cmd.SetNumbers(who="A", stats={"hp": 1}))
    assert (fight.out("A"), fight.active) == ("", "B")
    fight.do(cmd.EndTurn())
    fight.do(cmd.EndTurn())
    assert fight.active == "A"


def test_an_effect_of_that_name_puts_out_as_the_state_does() -> None:
    fight = Fight()
    fight.do(cmd.BeginEffect(on="A", name="gone", rounds=2, by="B"))
    assert (fight.out("A"), fight.active) == ("defeated", "B")
    fight.do(cmd.EndEffect(on="A", name="gone"))
    assert fight.out("A") == ""


def test_what_the_game_master_says_stays_until_the_answer_changes() -> None:
    """The GM is always right: ended by hand it is over, begun by hand it lasts, out by hand stays out."""
    fight = Fight()
    fight.hurt("B", 10)
    fight.do(cmd.EndEffect(on="B", name="down"))
    assert (fight.names("B"), fight.out("B")) == ([], "")
    fight.hurt("B", 1)
    assert fight.names("B") == []
    fight.hurt("B", 4)
    assert fight.names("B") == ["gone"]
    fight.do(cmd.Restore(who="B"))
    assert (fight.names("B"), fight.out("B")) == (["gone"], "")
    fight.do(cmd.Defeat(who="C"))
    fight.hurt("C", 11)
    fight.do(cmd.Apply(pipeline="mend", to=("C",), inputs={"points": 9}))
    assert (fight.names("C"), fight.out("C")) == ([], "defeated")


def test_who_comes_in_hurt_is_out_from_the_start() -> None:
    """E-SRD-30."""
    fight = Fight()
    fight.do(cmd.Add(combatant={"id": "D", "hp": -1}, roll=20))
    assert (fight.names("D"), fight.out("D")) == (["down", "flat"], "disabled")
    assert value_of(fight.session.rules, fight.state, fight.state.combatants["D"], "max_hp") == 10


def test_a_fight_is_over_when_states_have_put_one_side_out() -> None:
    fight = Fight()
    assert not ended(fight.session.rules, fight.state)
    fight.hurt("C", 11)
    assert ended(fight.session.rules, fight.state)


def test_a_fall_and_a_death_are_told_by_their_states_and_counted_once() -> None:
    fight = Fight()
    fight.hurt("C", 11)
    assert fight.lines() == ("Down, flat: C",)
    fight.hurt("C", 11)
    assert fight.lines() == ("Gone: C",), "of the dead 'no longer down' would sound like good news"
    assert accounts(fight.session.rules, fight.session.log).combatants["C"].defeats == 1


@pytest.mark.parametrize(
    ("holds", "changes"),
    [
        ("grit > 2", [cmd.SetNumbers(who="B", stats={"grit": 3})]),
        ("pluck > 2", [cmd.SetNumbers(who="B", stats={"grit": 2})]),
        ("pluck > 2", [cmd.BeginEffect(on="B", name="bold", rounds=2)]),
        ("formula('brave')", [cmd.SetNumbers(who="B", stats={"grit": 2})]),
        ("has_state('dazed')", [cmd.BeginEffect(on="B", name="dazed", rounds=2)]),
        ("track('wounds') > 0", [cmd.MoveTrack(who="B", by=1)]),
        ("speed < 30", [cmd.MoveTrack(who="B", track="slow", by=1)]),
        ("kind == 'npc'", [cmd.Describe(who="B", changes={"kind": "npc"})]),
        ("has('nerves')", [cmd.Describe(who="B", changes={"feats": ["nerves"]})]),
    ],
)
def test_a_while_is_asked_again_whatever_it_reads_changes(holds: str, changes: list[cmd.Command]) -> None:
    """Directly, or through stats, formulas, and what states and tracks add."""
    fight = Fight(
        "[stat]\npluck = { value = 'grit + 1', label = 'Pluck' }\nspeed = { value = 30, label = 'Speed' }\n"
        "[state.bold]\nlabel = 'Bold'\nadd = { pluck = 2 }\n"
        "[track.slow]\nlabel = 'Slow'\nsteps = ['No', { label = 'Yes', add = { speed = -10 } }]\n"
        "[formula.brave]\nis = 'pluck > 2'\n"
        f'[state.so]\nlabel = "So"\nwhile = "{holds}"\n'
    )
    assert "so" not in fight.names("B")
    for command in changes:
        fight.do(command)
    assert "so" in fight.names("B")
    fight.session.undo()
    assert "so" not in fight.names("B")


def test_other_rules_settle_what_holds() -> None:
    """Who stood by the old rules falls by the new ones if they say so, and the other way round."""
    fight = Fight()
    fight.hurt("B", 8)
    fight.do(cmd.BeginEffect(on="C", name="dazed", rounds=-1, by="A"))
    assert fight.names("C") == ["dazed", "flat"]
    harder = edition(BELOW.replace('"hp <= 0 and', '"hp <= 3 and').replace(" or has_state('dazed')", ""))
    fight.do(cmd.ChangeRules(writing=harder))
    assert (fight.names("B"), fight.out("B")) == (["down", "flat"], "disabled")
    assert fight.names("C") == ["dazed"]
    fight.do(cmd.ChangeRules(writing=Writing("rich", fight.writing.text, base=fight.writing.base)))
    assert (fight.names("B"), fight.out("B")) == ([], "")


def test_a_refusal_names_the_state_that_puts_out() -> None:
    """E-SRD-32: restoring somebody by hand is no way to a turn where a state has put it out."""
    fight = Fight()
    fight.hurt("B", 11)
    refused = fight.session.dispatch(cmd.React(who="B", name="dodge"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason, refused.params["state"]) == ("state-forbids", "", "down")
    fight.do(cmd.Disable(who="C"))
    refused = fight.session.dispatch(cmd.React(who="C", name="dodge"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == ("state-forbids", "out")


# -- what can be done all the same -----------------------------------------------------------------


def test_what_a_state_allows_it_does_not_forbid() -> None:
    """E-SRD-40, E-SRD-41: pinned only to get free, nauseated only to move."""
    fight = Fight()
    fight.do(cmd.BeginEffect(on="A", name="flat", rounds=-1))
    refused = fight.session.preview(cmd.Act(who="A", cost="action"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.params["state"]) == ("state-forbids", "flat")
    fight.do(cmd.Act(who="A", cost="focus"))


# -- ladders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reached"),
    [
        (["uneasy"], "uneasy"),
        (["uneasy", "uneasy"], "afraid"),
        (["uneasy", "uneasy", "uneasy"], "in-terror"),
        (["uneasy", "afraid"], "in-terror"),
        (["afraid", "uneasy"], "in-terror"),
        (["in-terror", "uneasy"], "in-terror"),
    ],
)
def test_states_of_a_ladder_add_up(given: list[str], reached: str) -> None:
    """E-SRD-44."""
    fight = Fight()
    for name in given:
        fight.do(cmd.BeginEffect(on="B", name=name, rounds=4))
    assert fight.names("B") == [reached]


def test_what_lasts_longer_at_the_top_of_a_ladder_stays() -> None:
    """E-SRD-44: a short fright does not shorten a long one, a longer one goes on."""
    fight = Fight()
    left = lambda: [effect.left for effect in fight.state.effects.values()]  # noqa: E731
    fight.do(cmd.BeginEffect(on="B", name="in-terror", rounds=5))
    fight.do(cmd.BeginEffect(on="B", name="uneasy", rounds=2))
    assert left() == [5]
    fight.do(cmd.BeginEffect(on="B", name="uneasy", rounds=9))
    assert left() == [9]
    fight.do(cmd.BeginEffect(on="B", name="uneasy", rounds=-1))
    assert left() == [-1]
    fight.do(cmd.BeginEffect(on="B", name="uneasy", rounds=9))
    assert left() == [-1]
    assert fight.session.log[-1].events[-1].params["name"] == "in-terror"


# -- places that are over, dice that answer --------------------------------------------------------


def test_a_place_is_over_once_a_round_with_a_turn_or_without() -> None:
    """E-SRD-32: what is asked in the place of one who has no turn holds nobody up."""
    fight = Fight()
    asked = lambda: {who.id: who.tallies.get("asked", 0) for who in fight.state.combatants.values()}  # noqa: E731
    fight.hurt("B", 11)
    fight.do(cmd.EndTurn())
    assert (fight.active, asked()) == ("C", {"A": 1, "B": 1, "C": 0})
    fight.do(cmd.EndTurn())
    assert (fight.active, asked()) == ("A", {"A": 1, "B": 1, "C": 1})
    fight.hurt("A", 11)
    assert (fight.active, asked()) == ("C", {"A": 2, "B": 2, "C": 1})


def test_where_turns_are_chosen_the_places_of_those_without_one_are_over_with_the_pass() -> None:
    """E-SRD-32, in rulesets where somebody chooses who goes next."""
    fight = Fight('[phase.turns]\nchoice = { by = "gm" }\n')
    asked = lambda: {who.id: who.tallies.get("asked", 0) for who in fight.state.combatants.values()}  # noqa: E731
    fight.hurt("B", 11)
    fight.do(cmd.Choose(who="C"))
    fight.do(cmd.EndTurn())
    fight.do(cmd.EndTurn())
    assert (fight.state.clock.round, asked()) == (2, {"A": 1, "B": 1, "C": 1})


def test_what_is_not_given_is_rolled_by_each_and_kept_in_the_log() -> None:
    """E-SRD-32: the answer can be typed or rolled."""
    fight = Fight(dice=(1, 2, 6, 6))
    fight.hurt("A", 8)
    fight.hurt("B", 8)
    preview = fight.session.preview(cmd.Apply(pipeline="mend", to=("A", "B")))
    assert not isinstance(preview, Refusal)
    assert preview.blind
    fight.do(cmd.Apply(pipeline="mend", to=("A", "B")))
    assert [fight.state.combatants[who].stats["hp"] for who in "AB"] == [5, 10]
    assert [event.params["inputs"] for event in fight.session.log[-1].events if hasattr(event, "params")] == [
        {"points": 3},
        {"points": 12},
    ]


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[state.x]\nlabel = 'X'\nwhile = \"has_state('y')\"\n"
            "[state.y]\nlabel = 'Y'\nwhile = \"not formula('f')\"\n"
            "[formula.f]\nis = \"has_state('x')\"",
            "These states begin and end each other: 'x' → 'y' → 'x'.",
        ),
        ("[state.x]\nlabel = 'X'\nworse = 'x'", "This refers back to itself: 'x' → 'x'."),
        (
            "[state.x]\nlabel = 'X'\nwhile = 'round > 2'",
            "'while' is not asked again when 'round' changes; it can read stats, states and tracks.",
        ),
        (
            "[state.x]\nlabel = 'X'\nwhile = \"tally('combo') > 2\"",
            "'while' is not asked again when tally() changes; it can read stats, states and tracks.",
        ),
        (
            "[state.x]\nlabel = 'X'\nallows = ['act']",
            "The state forbids nothing, so there is nothing to allow all the same.",
        ),
        (
            "[pipeline.x]\nlabel = 'X'\ninputs.n = { label = 'N', dice = 'd6' }\n"
            "does = [{ stat = 'hp', to = 'n' }]",
            "What is rolled is a number that every target has of its own.",
        ),
        (
            "[pipeline.x]\nlabel = 'X'\ninputs.n = { label = 'N', doubles = 'dice' }\n"
            "does = [{ stat = 'hp', to = 'n' }]",
            "Only what is ticked doubles dice, or what is chosen with 'times'.",
        ),
        (
            "[pipeline.x]\nlabel = 'X'\ninputs.n = { label = 'N', times = '3' }\n"
            "does = [{ stat = 'hp', to = 'n' }]",
            "'times' is how often a choice counts that 'doubles' dice.",
        ),
        (
            "[pipeline.x]\nlabel = 'X'\ninputs.n = { label = 'N' }\n"
            "inputs.m = { label = 'M', type = 'bool', beside = 'n' }\ndoes = [{ stat = 'hp', to = 'n' }]",
            "Only a number and what is chosen stand beside a number.",
        ),
        (
            "[pipeline.x]\nlabel = 'X'\ninputs.n = { label = 'N' }\n"
            "inputs.m = { label = 'M', beside = 'o' }\ndoes = [{ stat = 'hp', to = 'n + m' }]",
            "'beside' names no number that the pipeline is told.",
        ),
    ],
)
def test_slips_are_told_when_the_ruleset_is_read(text: str, said: str) -> None:
    with pytest.raises(loader.RulesetError) as caught:
        loader.load_writing(edition(text))
    assert said in [problem.message for problem in caught.value.problems]


def test_states_that_feed_each_other_through_a_stat_stop() -> None:
    """What no check of the text can see is refused when it comes, and nothing has changed."""
    fight = Fight("[state.swing]\nlabel = 'Swing'\nwhile = 'grit > 2'\nadd = { grit = -5 }\n")
    refused = fight.session.dispatch(cmd.SetNumbers(who="B", stats={"grit": 3}))
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-value"
    assert "grit" not in fight.state.combatants["B"].stats
