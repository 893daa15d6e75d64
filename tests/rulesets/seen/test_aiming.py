"""In which order those are shown whom somebody can aim at."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.seen.aiming import possible_targets
from rulesets.seen.proposed import same_side
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd

PEOPLE = {"ann": "party", "orc-1": "foes", "bea": "party", "orc-2": "foes", "cow": "herd", "orc-3": "foes"}
ROLLS = {"orc-2": 20, "bea": 18, "orc-3": 15, "cow": 12, "ann": 10, "orc-1": 5}


@pytest.fixture
def session() -> Session:
    session = Session(loader.load("srd35"))
    for ident, side in PEOPLE.items():
        assert isinstance(
            session.dispatch(cmd.Add(combatant={"id": ident, "name": ident, "side": side})), Done
        )
    return session


def shown(session: Session, of: str = "") -> list[str]:
    return [who.id for who in possible_targets(Viewer(session.rules).look(session.state), of)]


def test_foes_stand_first_and_everybody_as_in_the_list(session: Session) -> None:
    """An evening: the list went by initiative, and five menus of targets by who had joined first."""
    assert isinstance(session.dispatch(cmd.Start(rolls=ROLLS)), Done)
    assert shown(session) == ["orc-2", "bea", "orc-3", "cow", "ann", "orc-1"]
    assert shown(session, "ann") == ["orc-2", "orc-3", "cow", "orc-1", "bea", "ann"]
    assert shown(session, "orc-3") == ["bea", "cow", "ann", "orc-2", "orc-3", "orc-1"]


def test_who_is_out_stands_last_even_a_foe(session: Session) -> None:
    assert isinstance(session.dispatch(cmd.Start(rolls=ROLLS)), Done)
    assert isinstance(session.dispatch(cmd.Defeat(who="orc-2")), Done)
    assert shown(session, "ann")[-1] == "orc-2"
    assert shown(session, "orc-1")[-1] == "orc-2"
    assert shown(session)[-1] == "orc-2"


def test_before_the_start_they_stand_as_they_came(session: Session) -> None:
    assert shown(session, "ann") == ["orc-1", "orc-2", "cow", "orc-3", "ann", "bea"]


def test_who_is_separated_from_its_side_is_no_foe() -> None:
    """001-16: it rolls and declares alone; in an evening it stood first of those whom its friends may hit."""
    session = Session(loader.load("moon-swing"))
    for ident, side in (("whisper", "party"), ("sayle", "party"), ("thug", "foes")):
        one = {"id": ident, "name": ident, "side": side, "separated": ident == "whisper"}
        assert isinstance(session.dispatch(cmd.Add(combatant=one)), Done)
    assert shown(session, "sayle") == ["thug", "whisper", "sayle"]
    assert shown(session, "thug") == ["whisper", "sayle", "thug"]
    people = session.state.combatants
    assert same_side(session.rules, session.state, people["sayle"], people["whisper"])
