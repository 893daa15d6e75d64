"""Texts of what provokes, of what is begun and completed, of ties made by hand and of flags with numbers."""

from __future__ import annotations

import pytest

from rulesets.seen.offers import offers
from rulesets.table import commands as cmd
from rulesets.table.told import Thrown
from tests.rulesets.words.spoken_fight import Fight


def two(ruleset: str, **stats: object) -> Fight:
    """Deel Surool against Sarlane Vex, who has ``stats``; Deel Surool acts first."""
    fight = Fight({"id": "deel", **stats}, {"id": "vex", "side": "foes", **stats}, ruleset=ruleset)
    fight.do(cmd.Start(rolls={"deel": 20, "vex": 10}))
    return fight


def test_what_provokes_says_so() -> None:
    fight = two("srd35")
    assert "Deel Surool provokes attacks of opportunity" in fight.do(cmd.Act(who="deel", name="move")).lines
    said = fight.do(cmd.Act(who="deel", name="aid_another"))
    assert said.lines == ("Deel Surool may provoke attacks of opportunity",)
    assert fight.do(cmd.Act(who="deel", name="speak")).lines == ()


def test_the_halves_of_a_full_round_action_are_counted() -> None:
    fight = two("srd35")
    half = cmd.Act(who="deel", name="extinguish_flames", limited=True)
    assert fight.do(half).title == "Deel Surool: Extinguish flames, part 1 of 2 (standard)"
    fight.do(cmd.EndTurn())
    fight.do(cmd.EndTurn())
    assert fight.do(half).title == "Deel Surool: Extinguish flames, part 2 of 2 (standard)"


def test_what_may_be_begun_is_offered_beside_the_whole_of_it() -> None:
    fight = two("srd35")
    state = fight.session.state
    found = {offer.id: offer.cost for offer in offers(fight.rules, state, state.combatants["deel"])}
    assert found["light_torch"] == "Full-round action"
    assert found["light_torch:limited"] == "Standard action"
    assert "charge:limited" not in found


def test_too_long_an_action_cannot_be_readied() -> None:
    fight = two("srd35")
    refused = fight.refused(cmd.Ready(who="deel", action="run", trigger="Vex moves"))
    assert refused == "“Run” takes too long to be readied. Choose something shorter. (E-SRD-11..15)"


def test_a_brawl_names_who_is_in_it_and_whose_turn_it_limits() -> None:
    fight = two("sagas-hub")
    said = fight.do(cmd.BeginEffect(on="vex", name="brawl", by="deel"))
    assert "Brawl: Deel Surool and Sarlane Vex" in said.lines
    said = fight.do(cmd.EndTurn())
    assert "Sarlane Vex has a limited turn: what is possible in the struggle is for you to say" in said.lines
    said = fight.do(cmd.EndEffect(on="vex", name="brawl"))
    assert said.lines == ("Brawl on Deel Surool ends",)


def test_flags_come_with_their_numbers() -> None:
    fight = two("sagas-hub", hp=40, damage_threshold=15)
    said = fight.do(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 21, "special": "heavy"}))
    assert "Sarlane Vex has taken massive damage, 21 of at least 20: make the check" in said.lines
    assert (
        "Sarlane Vex has suffered a devastating injury, 21 above the threshold of 15: injury roll 1d20"
        in said.lines
    )


@pytest.mark.parametrize(
    ("special", "fell", "amount", "told"),
    [
        ("heavy", (4, 3), 26, "2d8+5: (4 + 3) × 3 + 5 = 26, heavy"),
        ("heavy", (7,), 26, "2d8+5: 7 × 3 + 5 = 26, heavy"),
        ("heavy", (4, 3), 30, "2d8+5: 4 + 3 + 5 = 12, heavy"),
        ("", (4, 3), 26, "2d8+5: 4 + 3 + 5 = 12"),
    ],
    ids=["multiplied", "one die", "by hand", "nothing multiplies"],
)
def test_dice_that_count_several_times_say_so(
    special: str, fell: tuple[int, ...], amount: int, told: str
) -> None:
    """004-75: it read "26 damage (2d8+5: 4 + 3 + 5 = 12, heavy)"."""
    inputs = {"amount": amount, **({"special": special} if special else {})}
    thrown = (Thrown("amount", "2d8+5", fell, 5),)
    said = two("sagas-hub", hp=90).do(cmd.Apply(pipeline="damage", to=("vex",), inputs=inputs, thrown=thrown))
    assert f"({told})" in said.title


def test_a_pipeline_that_moves_only_a_track_says_what_it_was_told() -> None:
    fight = two("sagas-hub")
    said = fight.do(cmd.Apply(pipeline="stress", to=("vex",), inputs={"save": 4, "dc": 12}))
    assert said.title == "Sarlane Vex: extreme stress (wisdom save 4, needed 12)"
    assert said.lines == ("Save failed: condition track Normal → Step 1",)


def test_whose_turn_it_is_after_a_death_in_the_own_turn_is_not_overlooked() -> None:
    """000-9: the dead take no turn, so it is over at once; what ends somebody else's is no news."""
    fight = Fight({"id": "deel", "hp": 9}, {"id": "vex", "side": "foes", "hp": 9}, {"id": "st1", "hp": 9})
    fight.do(cmd.Start(rolls={"deel": 20, "vex": 15, "st1": 10}))
    kill = cmd.Apply(pipeline="damage", to=("deel",), inputs={"amount": 40}, by="vex")
    said = fight.do(kill)
    assert said.marked == ("Next: Sarlane Vex (15)",)
    assert fight.do(cmd.EndTurn()).marked == ()
    assert fight.do(cmd.Defeat(who="vex")).marked == ()


@pytest.mark.parametrize(
    ("ruleset", "check", "what"),
    [
        ("sagas-hub", "massive", "that is for you to say."),
        ("kaiser", "critical", "enter the degrees as Failed resistance."),
    ],
)
def test_a_failure_of_which_the_rules_let_nothing_come_says_what_is_to_do(
    ruleset: str, check: str, what: str
) -> None:
    """004-143 gives no rule, E-KAI-19 an AP for each degree: the game master reads it where it is failed."""
    fight = two(ruleset, hp=22, max_hp=22)
    for degree in ("success", "failure"):
        fight.do(
            cmd.Apply(pipeline="heal", to=("vex",), inputs={"amount": 11})
        )  # who falls is asked otherwise
        fight.do(cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 11}))
        asked = next(one for one in fight.session.state.asked if one.check == check)
        said = fight.do(cmd.Check(who="vex", name=asked.name, degree=degree))
        told = [line for line in said.marked if line.startswith("Nothing is applied to Sarlane Vex ")]
        assert len(told) == (degree == "failure")
    assert told[0].endswith(what)
    assert told == fight.speaker.asked(fight.session.line[-1].events), "so the message bar says it, too"
