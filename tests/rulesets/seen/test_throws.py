"""What is proposed to be rolled with a name, and with which number."""

from __future__ import annotations

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.scene import Viewer
from rulesets.seen.throws import Throwable, throwables
from rulesets.table import commands as cmd
from tests.rulesets.carried_out import do


def fight(ruleset: str, notes: str) -> Session:
    session = Session(loader.load(ruleset))
    for ident in ("A", "B"):
        do(session, cmd.Add(combatant={"id": ident, "notes": notes}))
    do(session, cmd.Start(rolls={"A": 20, "B": 5}))
    return session


def attacks(session: Session, who: str = "A") -> list[Throwable]:
    scene = Viewer(session.rules).look(session.state)
    found = throwables(scene, session.state.combatants[who])
    return [one for one in found if not one.harm and not one.aside]


def test_the_bonus_of_the_next_attack_of_a_turn_is_proposed() -> None:
    """PF-08: the second attack of a turn has -5 (an agile one -4), the third and all after it twice that."""
    session = fight("pf2e", "Dagger +11/+7/+3 (1d4+4)")
    proposed = []
    for _ in range(3):
        proposed.append(attacks(session)[0].dice)
        do(session, cmd.Act(who="A", name="strike"))
    assert proposed == ["1d20+11", "1d20+7", "1d20+3"]
    assert [one.of for one in attacks(session)] == ["3", "", "2"]
    assert {one.key for one in attacks(session)} == {"Dagger"}, "rolled once, the next of it comes first"
    assert attacks(session, "B")[0].dice == "1d20+11", "in the turn of another it counts nothing"
