"""Texts of what provokes, of what is begun and completed, of ties made by hand and of flags with numbers."""

from __future__ import annotations

from rulesets.seen.offers import offers
from rulesets.table import commands as cmd
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


def test_a_pipeline_that_moves_only_a_track_says_what_it_was_told() -> None:
    fight = two("sagas-hub")
    said = fight.do(cmd.Apply(pipeline="stress", to=("vex",), inputs={"save": 4, "dc": 12}))
    assert said.title == "Sarlane Vex: extreme stress (wisdom save 4, needed 12)"
    assert said.lines == ("Save failed: condition track Normal → Step 1",)
