"""How everybody stands, as paper and files tell it, is how the engine has them."""

from __future__ import annotations

from rulesets.fight.session import Session
from rulesets.output.stat_block import Standing, standings
from rulesets.seen import queries
from rulesets.seen.scene import Viewer
from rulesets.table.encounter import Encounter
from rulesets.words.terms import Terms
from rulesets.words.texts import Speaker


def told(session: Session, state: Encounter | None = None) -> list[Standing]:
    shown = state or session.state
    names = {ident: who.name for ident, who in shown.combatants.items()}
    return standings(session.rules, shown, terms(session, names))


def terms(session: Session, names: dict[str, str]) -> Terms:
    return Speaker(session.rules, lambda ident: names.get(ident, ""), str).terms


def stands_there_once(session: Session) -> None:
    """From the top of the order down, with counts, points and tracks as the engine has them."""
    shown = told(session)
    state = Viewer(session.rules).look(session.state).told  # sealed, what was declared is told to nobody
    assert sorted(who.id for who in shown) == sorted(session.state.combatants)
    for who in shown:
        combatant = state.combatants[who.id]
        assert (who.name, who.side) == (combatant.name, combatant.side)
        for track in who.tracks:
            assert (
                track.at == combatant.tracks[track.id].step if track.id in combatant.tracks else not track.at
            )
            assert len(track.steps) == len(track.names) > track.at
        for pool in who.pools:
            assert pool.left == queries.left_of(session.rules, state, combatant, pool.id)
    acting = session.state.walk.active
    assert {who.id for who in shown if who.active} <= {who.id for who in session.state.members(acting)}
