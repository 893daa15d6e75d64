"""While declarations are sealed nothing that can be read off a combatant tells what it has declared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.seen.offers import Offer, offers, told_offers
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.vocabulary import PlainStage, RollRule, Rules, StateRule


@pytest.fixture
def session() -> Session:
    """Two who declare, sealed (002-6)."""
    return begun(loader.load("kaiser"))


def begun(rules: Rules) -> Session:
    session = Session(rules)
    for ident in ("A", "B"):
        assert isinstance(session.dispatch(cmd.Add(combatant={"id": ident})), Done)
    assert isinstance(session.dispatch(cmd.Start()), Done)
    return session


def told(session: Session, who: str = "A") -> dict[str, Offer]:
    scene = Viewer(session.rules).look(session.state)
    return {f"{one.kind}:{one.id}": one for one in told_offers(scene, scene.state.combatants[who])}


def refused(session: Session, who: str = "A") -> set[str]:
    found = offers(session.rules, session.state, session.state.combatants[who])
    return {f"{one.kind}:{one.id}" for one in found if one.refusal is not None}


def declare(session: Session, who: str, name: str) -> None:
    fields = {"points": 1} if name == "guard" else {}
    assert isinstance(session.dispatch(cmd.Declare(who=(who,), name=name, fields=fields)), Done)


def test_what_can_be_done_does_not_tell_what_was_declared(session: Session) -> None:
    """A Complete-round power bars every Swift Action, and takes all points: neither is told (E-KAI-10)."""
    told_of = {}
    for name in ("guard", "complete_power"):
        before = session.state
        declare(session, "A", name)
        told_of[name] = told(session)
        if name == "complete_power":
            assert "action:talk" in refused(session)
        session.state = before
    assert told_of["guard"] == told_of["complete_power"]
    assert told_of["guard"]["action:talk"].legal


def test_what_everybody_sees_is_told_of_one_who_has_declared(session: Session) -> None:
    declare(session, "A", "complete_power")
    attack = told(session)["action:attack"].refusal
    assert attack is not None
    assert attack.code == "wrong-phase"


def test_a_state_that_is_shown_is_told_of_one_who_has_declared() -> None:
    rules = loader.load("kaiser")
    barred = {**rules.states, "dazed": replace(rules.states["flat-footed"], forbids=("act",), ends=())}
    session = begun(replace(rules, states=barred))
    declare(session, "A", "guard")
    assert isinstance(session.dispatch(cmd.BeginEffect(on="A", name="dazed")), Done)
    refusal = told(session)["action:talk"].refusal
    assert refusal is not None
    assert refusal.params["state"] == "dazed"


def test_of_one_who_has_not_declared_everything_is_told(session: Session) -> None:
    declare(session, "A", "complete_power")
    assert {ident for ident, one in told(session, "B").items() if not one.legal} == refused(session, "B")


def test_once_all_have_declared_all_of_it_is_told(session: Session) -> None:
    declare(session, "A", "complete_power")
    assert refused(session) - {ident for ident, one in told(session).items() if not one.legal}
    for who in ("A", "B"):
        assert isinstance(session.dispatch(cmd.Declare(who=(who,), done=True)), Done)
    assert refused(session) == {ident for ident, one in told(session).items() if not one.legal}


def test_a_state_that_would_give_a_declaration_away_marks_nothing_before_it_is_revealed() -> None:
    rules = loader.load("kaiser")
    attacked = RollRule(label="Attacks against it", own=False)
    rule = rules.declarations["guard"]
    guarded = replace(rule, does=(PlainStage(begin=("guarded",)),))
    rules = replace(
        rules,
        rolls={"attacked": attacked},
        states={**rules.states, "guarded": StateRule(label="On guard", marks={"attacked": "-"})},
        declarations={**rules.declarations, "guard": guarded},
    )
    session = begun(rules)
    declare(session, "A", "guard")
    marked = []
    for sealed in (True, False):
        scene = Viewer(rules).look(session.state)
        assert scene.sealed is sealed
        assert "guarded" in scene.state.combatants["A"].states
        marked.append([roll.id for roll in scene.marked_rolls(scene.state.combatants["A"])])
        for who in ("A", "B"):
            session.dispatch(cmd.Declare(who=(who,), done=True))
    assert marked == [[], ["attacked"]]
