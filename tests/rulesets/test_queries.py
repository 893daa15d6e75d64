"""Questions about what is left: pools of the own turn show the coming one, reactions what is left now."""

from __future__ import annotations

from rulesets import loader
from rulesets.encounter import commands as cmd
from rulesets.encounter.refusal import Refusal
from rulesets.engine.queries import left_of
from rulesets.session import Session


def test_a_reaction_spent_is_not_shown_as_back_before_the_own_turn() -> None:
    """Reactions come back at the start of the own turn (A004-16); other actions are shown as they will be."""
    session = Session(loader.load("sagas-hub"))
    for ident, side in (("ada", "party"), ("orc", "foes")):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": side}))
    for command in (
        cmd.Start(rolls={"ada": 20, "orc": 10}),
        cmd.EndTurn(),
        cmd.React(who="ada", name="reaction", to="a shot"),
        cmd.EndTurn(),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    session.dispatch(cmd.EndTurn())
    orc = session.state.combatants["orc"]
    assert session.state.walk.active == "orc"
    assert not isinstance(session.dispatch(cmd.React(who="ada", name="reaction", to="a step")), Refusal)
    session.dispatch(cmd.React(who="orc", name="reaction", to="a word"))
    session.dispatch(cmd.EndTurn())
    rules, state = session.rules, session.state
    orc = state.combatants["orc"]
    assert state.walk.active == "ada"
    assert left_of(rules, state, orc, "reaction") == 2, "3 less the one of its own turn"
    assert left_of(rules, state, orc, "standard") == 1
