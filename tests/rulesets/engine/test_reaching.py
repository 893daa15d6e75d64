"""What somebody does reaches its target, formulas ask who does it, and pools come back in part."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulesets.engine.evolve import take_back
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.accounts import accounts
from rulesets.seen.offers import offers
from rulesets.seen.queries import left_of
from rulesets.seen.why.explain import explain_pool
from rulesets.seen.why.stages import explain_stages
from rulesets.table import commands as cmd
from rulesets.table.events import Told
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.engine.reaching import RULES, rules_of


class Fight:
    """Ada of the party has the turn; Rook and Bo stand against her."""

    def __init__(self, more: Sequence[str] = ("Bo",), **ada: object) -> None:
        self.session = Session(rules_of(), dice=ListedDice(()))
        self.do(cmd.Add(combatant={"id": "Ada", "side": "party", **ada}))
        for name in ("Rook", *more):
            self.do(cmd.Add(combatant={"id": name, "side": "foes"}))
        self.do(cmd.Start())
        self.speaker = Speaker(self.session.rules, str)

    def do(self, command: cmd.Command) -> Done:
        """Carry it out: as it was foreseen, and it can be taken back exactly."""
        before, foreseen = self.session.state, self.session.preview(command)
        self.session.preview()  # looks elsewhere: the command is decided anew, and not taken as foreseen
        done = self.session.dispatch(command)
        assert not isinstance(done, Refusal), done
        assert not isinstance(foreseen, Refusal)
        assert foreseen.events == done.outcome.events
        assert take_back(self.session.state, self.session.log[-1].events) == before
        return done

    def refused(self, command: cmd.Command) -> Refusal:
        refusal = self.session.dispatch(command)
        assert isinstance(refusal, Refusal)
        return refusal

    def who(self, ident: str):
        return self.session.state.combatants[ident]

    def lines(self) -> str:
        """What the log says of the last command."""
        entry = self.speaker.entry(self.session.log[-1])
        return "\n".join([entry.title, *entry.lines])


# -- a target --------------------------------------------------------------------------------------


def test_every_verb_works_on_the_target_and_only_there() -> None:
    fight = Fight(might=4, feats=["feared"])
    before = fight.who("Ada")
    fight.do(cmd.Act(who="Ada", name="all", target="Rook"))
    ada, rook = fight.who("Ada"), fight.who("Rook")
    assert rook.stats["hp"] == 10 - 4 * 2  # their might less their own again: read over the target
    assert (rook.stats["luck"], rook.pools["guard"], rook.tallies["marks"]) == (0, 1, 1)
    assert rook.tracks["harm"].step == 1
    assert (rook.states, ada.states) == ((), ("proud",))
    effect = fight.session.state.effects["Rook:marked"]
    assert (effect.by, effect.left) == ("Ada", 2)
    assert (ada.stats["hp"], ada.pools["guard"], ada.tracks) == (10, 2, before.tracks)
    assert ada.used == {"encounter:all": 1}, "what is counted is the actor's"
    assert rook.used == {}


def test_the_log_names_the_target() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="all", target="Rook"))
    said = fight.lines()
    assert said.startswith("Ada: Everything, target Rook")
    for line in ("Rook: health 10 → 4", "Rook: guard 2 → 1", "Rook: harm Fine → Hurt", "Proud: Ada"):
        assert line in said, said


def test_without_a_target_it_is_refused_with_its_rule_and_asked_for() -> None:
    fight = Fight()
    refusal = fight.refused(cmd.Act(who="Ada", name="all"))
    assert (refusal.code, refusal.reason, refusal.cite) == ("requirement", "needs-target", "R 1")
    assert not refusal.final
    assert fight.refused(cmd.Act(who="Ada", name="all", target="nobody")).code == "unknown-combatant"
    offered = {o.id: o for o in offers(fight.session.rules, fight.session.state, fight.who("Ada"))}
    assert offered["all"].legal, "who it is done to is all that is still open"
    for _ in range(4):
        fight.do(cmd.Act(who="Ada", name="bleed"))
    offered = {o.id: o for o in offers(fight.session.rules, fight.session.state, fight.who("Ada"))}
    assert not offered["all"].legal, "another reason counts"


def test_whoever_insists_has_the_rest_of_it() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="all", override=True))
    assert fight.who("Ada").states == ("proud",)
    assert all(fight.who(who).stats["hp"] == 10 for who in ("Ada", "Rook", "Bo"))
    assert "needs a target" in fight.lines()


def test_who_is_put_out_in_its_own_turn_is_passed_by() -> None:
    """As after damage: the turn of who is out is over, what it had announced is forgotten."""
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="mend", target="Rook", pending=True))
    fight.do(cmd.Act(who="Ada", name="fell", target="Ada"))
    assert fight.who("Ada").out == "defeated"
    assert fight.session.state.walk.active == "Rook"
    assert fight.session.state.notes.pending == ()
    fight.do(cmd.Act(who="Rook", name="raise", target="Ada"))
    assert fight.who("Ada").out == ""


def test_a_pending_action_keeps_its_target() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="mend", target="Rook", pending=True))
    assert fight.session.state.notes.pending[0].target == "Rook"
    fight.do(cmd.Resolve(who="Ada"))
    assert fight.who("Rook").stats["hp"] == 12
    fight.do(cmd.Act(who="Ada", name="mend", target="Bo", pending=True))
    fight.do(cmd.Leave(who="Bo"))
    assert fight.refused(cmd.Resolve(who="Ada")).reason == "needs-target"
    fight.do(cmd.Resolve(who="Ada", cancel=True))


def test_an_action_in_parts_needs_it_at_the_last_one() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="rite"))
    assert fight.refused(cmd.Act(who="Ada", name="rite")).reason == "needs-target"
    fight.do(cmd.Act(who="Ada", name="rite", target="Bo"))
    assert fight.who("Bo").states == ("marked",)


def test_a_reaction_reaches_who_made_the_attack() -> None:
    fight = Fight()
    fight.do(cmd.RecordAttack(who="Ada", target="Rook", kind="melee", result="hit"))
    assert fight.who("Rook").stats["luck"] == 3, "a trigger at a hit asks who made it"
    fight.do(cmd.React(who="Rook", name="riposte"))
    assert fight.who("Ada").stats["hp"] == 7
    fight.do(cmd.React(who="Bo", name="riposte", by="Ada", kind="melee", result="miss"))
    assert fight.who("Ada").stats["hp"] == 4
    fight.do(cmd.React(who="Rook", name="curse"))
    assert fight.who("Ada").states == ("marked",)
    assert fight.refused(cmd.React(who="Ada", name="curse")).reason == "needs-target"
    fight.do(cmd.React(who="Ada", name="curse", target="Bo"))
    assert fight.who("Bo").states == ("marked",)


def test_a_point_is_spent_on_a_target() -> None:
    fight = Fight()
    assert fight.refused(cmd.SpendPoint(who="Ada", resource="luck")).reason == "needs-target"
    fight.do(cmd.SpendPoint(who="Ada", resource="luck", target="Rook"))
    assert (fight.who("Ada").stats["luck"], fight.who("Rook").states) == (1, ("marked",))


def test_a_readied_action_is_aimed_at_what_sets_it_off() -> None:
    fight = Fight()
    fight.do(cmd.Ready(who="Ada", action="mend", trigger="Rook falls"))
    fight.do(cmd.EndTurn())
    fight.do(cmd.Trigger(who="Ada", by="Rook"))
    assert fight.who("Rook").stats["hp"] == 12


def test_totals_know_who_did_it() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="all", target="Rook"))
    fight.do(cmd.Act(who="Ada", name="bleed"))
    fight.do(cmd.React(who="Bo", name="riposte", by="Ada", kind="melee", result="miss"))
    told = accounts(fight.session.rules, fight.session.log)
    assert (told.combatants["Ada"].dealt, told.combatants["Rook"].taken) == (6, 6)
    assert (told.combatants["Bo"].dealt, told.combatants["Ada"].taken) == (3, 4)
    assert told.unattributed == 1, "what it took from itself"


# -- who does it -----------------------------------------------------------------------------------


def test_a_pipeline_asks_who_does_it() -> None:
    fight = Fight(might=4, states=["proud"])
    fight.do(cmd.Apply(pipeline="blow", to=("Rook", "Bo"), by="Ada", inputs={"amount": 1}))
    assert [fight.who(who).stats["hp"] for who in ("Rook", "Bo")] == [4, 4]
    fight.do(cmd.Apply(pipeline="blow", to=("Rook",), inputs={"amount": 1}))
    assert fight.who("Rook").stats["hp"] == 3, "nobody is named, although it is Ada's turn"


def test_a_roll_that_a_pipeline_asks_for_remembers_whom_the_act_was_aimed_at() -> None:
    """An act that applies a pipeline needs a target where a roll of that works on one."""
    rules = rules_of(
        RULES
        + """
[action.strike]
label = "Strike"
cost = "deed"
does = [{ apply = "land" }]
[pipeline.land]
label = "Land"
does = [{ ask = "edge" }]
[check.edge]
label = "Edge"
against = 4
degrees.success = [{ on = "target", stat = "hp", by = -5 }]
"""
    )
    session = Session(rules, dice=ListedDice(()))
    for name in ("Ada", "Rook"):
        session.dispatch(cmd.Add(combatant={"id": name, "side": name}))
    session.dispatch(cmd.Start())
    lacking = session.dispatch(cmd.Act(who="Ada", name="strike"))
    assert isinstance(lacking, Refusal)
    assert lacking.reason == "needs-target"
    assert isinstance(session.dispatch(cmd.Act(who="Ada", name="strike", target="Rook")), Done)
    assert isinstance(session.dispatch(cmd.Check(who="Ada", name="edge", total=5)), Done)
    people = session.state.combatants
    assert (people["Ada"].stats["hp"], people["Rook"].stats["hp"]) == (10, 5)


def test_why_says_what_the_actor_brings() -> None:
    fight = Fight(might=4)
    rules, state = fight.session.rules, fight.session.state
    command = cmd.Apply(pipeline="blow", to=("Rook",), by="Ada", inputs={"amount": 1})
    found = explain_stages(rules, state, command, "Rook")
    pride, might = fight.speaker.why(found[0]), fight.speaker.why(found[1])
    assert ("✗", "Proud of who does it") in [(line.value, line.label) for line in pride.notes]
    said = [(line.value, line.label) for line in might.lines]
    assert ("+4", "Might of who does it") in said, said


BAD = [
    (
        "[[trigger]]\nat = 'round-start'\ndoes = [{ on = 'target', begin = ['proud'] }]",
        "There is no target here",
    ),
    ("[pipeline.x]\nlabel = 'X'\ndoes = [{ on = 'target', begin = ['proud'] }]", "There is no target here"),
    ("[pipeline.x]\nlabel = 'X'\ndoes = [{ on = 'owner', begin = ['proud'] }]", "Nobody belongs to anybody"),
    ("[stat.x]\nlabel = 'X'\nvalue = \"actor_stat('might')\"", "Nobody does anything here"),
    (
        "[[trigger]]\nat = 'round-start'\nif = \"actor_has('x')\"\ndoes = [{ begin = ['proud'] }]",
        "Nobody does",
    ),
    ("[formula.x]\nlabel = 'X'\nis = \"actor_stat('mihgt')\"", "There is no stat 'mihgt'"),
    ("[formula.x]\nlabel = 'X'\nis = \"actor_has_state('prowd')\"", "There is no state or effect 'prowd'"),
    ("[formula.x]\nlabel = 'X'\nis = \"actor_pool('guard', 1)\"", "actor_pool() takes 1 values, not 2"),
    ("[action.x]\nlabel = 'X'\ncost = 'deed'\ndoes = [{ stat = 'hp', by = 1, cap = 'size' }]", "'size'"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[message for _, message in BAD])
def test_what_cannot_be_meant_is_found_at_load(text: str, message: str) -> None:
    with pytest.raises(loader.RulesetError) as error:
        rules_of(f"{RULES}\n{text}\n")
    assert [problem for problem in error.value.problems if message in str(problem)]


# -- pools in part ---------------------------------------------------------------------------------


def test_a_pool_comes_back_in_part_and_never_above_its_size() -> None:
    fight = Fight()
    assert fight.who("Ada").pools["wind"] == 4, "full at the start"
    fight.do(cmd.Act(who="Ada", name="run"))
    fight.do(cmd.Act(who="Ada", name="run", override=True))
    assert fight.who("Ada").pools["wind"] == 0
    seen = []
    for _ in range(3):
        for _ in range(3):
            fight.do(cmd.EndTurn())
        seen.append(fight.who("Ada").pools["wind"])
    assert seen == [2, 4, 4]


def test_what_the_next_turn_brings_is_told_before_it() -> None:
    """Of a pool that comes back at the own turn, what can be spent then is shown until it comes."""
    fight = Fight()
    session = fight.session
    before = {pool: left_of(session.rules, session.state, fight.who("Bo"), pool) for pool in ("heat", "wind")}
    assert before == {"heat": 5, "wind": 4}
    assert fight.who("Ada").pools["heat"] == 5


def test_a_stage_fills_a_pool_up_to_its_cap() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="breathe"))
    assert fight.who("Ada").pools["wind"] == 4, "a cap takes nothing away"
    fight.do(cmd.Act(who="Ada", name="run"))
    fight.do(cmd.Act(who="Ada", name="breathe"))
    assert fight.who("Ada").pools["wind"] == 3, "not above the cap: its size less one"


def test_why_says_how_much_of_a_pool_comes_back() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="run"))
    rules, state = fight.session.rules, fight.session.state
    said = fight.speaker.why(explain_pool(rules, state, fight.who("Ada"), "wind"))
    assert ("+2", "comes back each round") in [(line.value, line.label) for line in said.notes]


def test_what_is_told_of_a_pool_is_told_of_others_alone() -> None:
    """A pool of one's own is told with what was paid; one of somebody else has a line of its own."""
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="breathe"))
    told = [event.code for event in fight.session.log[-1].events if isinstance(event, Told)]
    assert "pool-changed" not in told


def test_what_an_action_takes_is_not_told_as_healing() -> None:
    fight = Fight()
    fight.do(cmd.Act(who="Ada", name="bleed"))
    assert "Ada: health 10 → 9" in fight.lines()
    fight.do(cmd.Act(who="Ada", name="mend", target="Rook"))
    assert "Rook regains 2 health" in fight.lines()
