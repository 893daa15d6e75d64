"""Effects that are kept up by their author, or brought by others: R5E-33, R5E-61, R5E-63, R5E-64.

The rules are one of the tests' own.
"""

from __future__ import annotations

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.queries import names_on
from rulesets.table import commands as cmd
from tests.rulesets.carried_out import do
from tests.rulesets.small_rules import edition

MORE = """
[state.chanting]
label = "Chanting"
sustains = true
lasts = "not has_state('dazed')"
lost_flag = "chant-lost"
[state.rapt]
label = "Rapt"
until = "turn-end"
"""


class Choir:
    """Three who chant at each other."""

    def __init__(self) -> None:
        writing = edition(MORE)
        self.session = Session(loader.load_writing(writing), dice=ListedDice(()), writing=writing)
        for ident in ("ann", "bob", "cid"):
            self.do(cmd.Add(combatant={"id": ident}))
        self.do(cmd.Start(rolls={"ann": 18, "bob": 12, "cid": 5}))

    def do(self, command: cmd.Command) -> Done:
        return do(self.session, command)

    def names(self, who: str) -> list[str]:
        return sorted(names_on(self.session.state, self.session.state.combatants[who]))

    def chant(self, name: str, on: str, *also: str) -> Done:
        return self.do(cmd.BeginEffect(on=on, also=also, name=name, by="ann", sustained=True))


def test_another_name_takes_the_place_of_the_first() -> None:
    choir = Choir()
    choir.chant("hymn", "bob", "cid")
    assert (choir.names("ann"), choir.names("cid")) == (["chanting"], ["hymn"])
    choir.chant("dirge", "cid")
    assert (choir.names("bob"), choir.names("cid")) == ([], ["dirge"])


def test_a_state_with_a_time_of_its_own_keeps_what_else_was_said() -> None:
    """Its time is only where none is said: that it is kept up, and what it brings, stays said."""
    choir = Choir()
    choir.do(cmd.BeginEffect(on="bob", name="rapt", by="ann", sustained=True, brings=("dazed",)))
    assert (choir.names("ann"), choir.names("bob")) == (["chanting"], ["dazed", "rapt"])
    choir.do(cmd.EndEffect(on="ann", name="chanting"))
    assert choir.names("bob") == []


def test_it_is_over_with_its_last_effect_and_they_with_it() -> None:
    choir = Choir()
    choir.chant("hymn", "bob", "cid")
    choir.do(cmd.EndEffect(on="bob", name="hymn"))
    assert choir.names("ann") == ["chanting"]
    choir.do(cmd.EndEffect(on="cid", name="hymn"))
    assert choir.names("ann") == []
    choir.chant("hymn", "bob", "cid")
    choir.do(cmd.BeginEffect(on="ann", name="dazed"))
    assert (choir.names("ann"), choir.names("bob"), choir.names("cid")) == (["dazed"], [], [])


def test_it_ends_when_its_author_leaves() -> None:
    choir = Choir()
    choir.chant("hymn", "bob", "ann")
    choir.do(cmd.Leave(who="ann"))
    assert choir.names("bob") == []


def test_a_brought_state_lasts_as_long_as_anything_brings_it() -> None:
    choir = Choir()
    for name in ("fog", "dust"):
        choir.do(cmd.BeginEffect(on="bob", name=name, brings=("dazed",)))
    choir.do(cmd.EndEffect(on="bob", name="fog"))
    assert choir.names("bob") == ["dazed", "dust"]
    choir.do(cmd.EndEffect(on="bob", name="dust"))
    assert choir.names("bob") == []
