"""What a player's slip orders, and what its sender is told: only by what players know of the fight."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.slips import orders, refused_to
from rulesets.table import commands as cmd
from rulesets.table.refusal import Code
from rulesets.table.slip import Slip
from tests.rulesets.carried_out import do

ANN = {"id": "ann", "name": "Ann"}
FOE = {"id": "foe", "name": "Tanlee", "side": "foes", "kind": "npc", "alias": "A stranger"}
SPY = {"id": "spy", "name": "Spy", "side": "foes", "kind": "npc", "hidden": True}


def begun(ruleset: str, **counts: int) -> Session:
    """A fight of those who have a count."""
    session = Session(loader.load(ruleset))
    do(session, *(cmd.Add(combatant=dict(one)) for one in (ANN, FOE, SPY)), cmd.Start(rolls=counts))
    return session


def slip(what: Any, **more: Any) -> Slip:
    return Slip(id="12345678", what=what, **more)


def test_others_are_meant_by_the_ids_that_players_know() -> None:
    """Whoever guesses the id of somebody hidden, or the true id of one in disguise, means nobody."""
    session = begun("kaiser")
    name, key = next(
        (name, key)
        for name, rule in session.rules.declarations.items()
        for key, field in rule.inputs.items()
        if field.type == "combatant"
    )

    def meant(said: str) -> Any:
        sent = slip("declare", name=name, fields={key: said})
        (order,) = orders(session.rules, session.state, "ann", sent)
        assert isinstance(order, cmd.Declare)
        return order.fields[key]

    assert [meant(said) for said in ("?1", "ann")] == ["foe", "ann"]
    assert [meant(said) for said in ("foe", "spy", "nobody")] == ["?", "?", "?"]


@pytest.mark.parametrize(
    ("sent", "order"),
    [
        (slip("delay"), cmd.Delay(who="ann")),
        (slip("resume"), cmd.Resume(who="ann")),
        (
            slip("ready", name="attack in melee", trigger="the door opens"),
            cmd.Ready(who="ann", action="attack_melee", trigger="the door opens"),
        ),
        (slip("ready", name="sing", trigger="x"), cmd.Ready(who="ann", action="sing", trigger="x")),
    ],
)
def test_a_slip_orders_what_the_game_master_would(sent: Slip, order: cmd.Command) -> None:
    session = begun("srd35", ann=20, foe=10, spy=15)
    assert orders(session.rules, session.state, "ann", sent) == (order,)


def test_a_roll_orders_nothing_by_itself() -> None:
    """It is gathered until everybody has rolled: it starts no fight."""
    session = begun("srd35", ann=20, foe=10, spy=15)
    assert orders(session.rules, session.state, "ann", slip("roll", total=17)) == ()


def test_why_is_told_as_players_know_it() -> None:
    """While somebody acts whom they do not see, the last one whom they saw does, under the name they know."""
    session = begun("srd35", ann=5, foe=20, spy=15)
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "spy"
    refusal = refused_to(session.rules, session.state, "ann", slip("ready", name="x", trigger="y"))
    assert refusal is not None
    assert refusal.code == Code.NOT_ACTIVE
    assert refusal.params["active"] == "?1"
    do(session, cmd.EndTurn())
    assert refused_to(session.rules, session.state, "ann", slip("ready", name="x", trigger="y")) is None
