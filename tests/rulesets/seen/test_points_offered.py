"""What a point can be spent on is offered to whoever is in the fight."""

from __future__ import annotations

from rulesets.fight.session import Session
from rulesets.reading.loader import load
from rulesets.seen.offers import points_offered
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd


def offered(session: Session, who: str) -> set[str]:
    scene = Viewer(session.rules).look(session.state)
    found = points_offered(scene, session.state.combatants[who], "benny")
    return {offer.id for offer in found if offer.refusal is None}


def test_the_defeated_are_offered_nothing_and_a_soak_ends_with_the_turn() -> None:
    """CA-46 to CA-50: who is incapacitated still soaks the hit within the turn; the defeated do nothing."""
    session = Session(load("cards"))
    people = (
        {"id": "ada", "name": "Ada"},
        {"id": "captain", "name": "Captain", "side": "foes", "kind": "npc", "wild": True},
    )
    for one in people:
        session.dispatch(cmd.Add(combatant=one))
    session.dispatch(cmd.Start(rolls={"ada": "AS", "captain": "2C"}))
    session.dispatch(cmd.Apply(pipeline="damage", to=("captain",), inputs={"amount": 21}))
    assert "benny.soak" in offered(session, "captain")
    session.dispatch(cmd.EndTurn())
    assert "benny.soak" not in offered(session, "captain")
    assert "benny.reroll" in offered(session, "captain")
    session.dispatch(cmd.Defeat(who="captain"))
    assert offered(session, "captain") == set()
