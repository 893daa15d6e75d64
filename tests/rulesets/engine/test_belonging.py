"""Somebody who belongs to another: its owner's states count at once (R5E-71); and the active one is asked.

The rules are one of the tests' own.
"""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.queries import names_on, unrolled, value_of
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.carried_out import do
from tests.rulesets.small_rules import edition

LAIRS = """
owner = "master"
[stat]
master = { value = "", type = "text", label = "Belongs to" }
might = { value = 3, label = "Might" }
borrowed = { value = "owner_stat('might') + 1", label = "Borrowed might" }
[state.silent]
label = "Silent"
while = "owner_has_state('dazed')"
forbids = ["act"]
[action.sneer]
label = "Sneer"
cost = "focus"
needs = "active_has_state('dazed') and active_stat('might') > 2"
needs_text = "only at a dazed one in its turn"
[cost.focus]
off_turn = true
"""


class Lair:
    """A den that belongs to the worm, and a hero."""

    def __init__(self) -> None:
        writing = edition(LAIRS)
        self.session = Session(loader.load_writing(writing), dice=ListedDice(()), writing=writing)
        for ident, more in (
            ("den", {"master": "worm"}),
            ("worm", {"might": 5}),
            ("hero", {"side": "heroes"}),
        ):
            self.do(cmd.Add(combatant={"id": ident, **more}))
        self.do(cmd.Start(rolls={"worm": 18, "den": 12, "hero": 5}))

    def do(self, command: cmd.Command) -> Done:
        return do(self.session, command)

    def names(self, who: str = "den") -> list[str]:
        return names_on(self.session.state, self.session.state.combatants[who])


def test_a_state_follows_that_of_the_owner() -> None:
    lair = Lair()
    lair.do(cmd.BeginEffect(on="worm", name="dazed"))
    assert (lair.names(), lair.names("hero")) == (["silent"], [])
    lair.do(cmd.EndTurn())
    assert isinstance(lair.session.dispatch(cmd.Act(who="den", cost="action")), Refusal)
    lair.do(cmd.EndEffect(on="worm", name="dazed"))
    assert lair.names() == []


def test_an_owner_who_leaves_or_comes_is_asked_anew() -> None:
    lair = Lair()
    lair.do(cmd.BeginEffect(on="worm", name="dazed"))
    lair.do(cmd.Leave(who="worm"))
    assert lair.names() == []
    lair.do(cmd.Add(combatant={"id": "worm", "states": ["dazed"]}, roll=3))
    assert lair.names() == ["silent"]


@pytest.mark.parametrize(("of", "value"), [("den", 6), ("hero", 1)])
def test_a_stat_can_be_the_owners(of, value) -> None:
    """Whoever belongs to nobody has nothing of an owner."""
    lair = Lair()
    one = lair.session.state.combatants[of]
    assert value_of(lair.session.rules, lair.session.state, one, "borrowed") == value


def test_the_active_one_is_asked() -> None:
    lair = Lair()
    refused = lair.session.dispatch(cmd.Act(who="hero", name="sneer"))
    assert isinstance(refused, Refusal)
    assert refused.code == "requirement"
    said = Speaker(lair.session.rules, lambda who: who).refusal(refused)
    assert "only at a dazed one in its turn" in said
    lair.do(cmd.BeginEffect(on="worm", name="dazed"))
    lair.do(cmd.Act(who="hero", name="sneer"))


FIXED = """
[stat]
den = { value = false, label = "A den" }
[order.initiative]
keys = ["roll desc", "den asc", "list"]
[order.initiative.roll]
dice = "d20"
fixed = "12 if den else none"
"""


def test_a_slot_with_a_fixed_count_is_not_rolled_and_stands_where_the_keys_say() -> None:
    """R5E-71: on its count, behind everybody else on it."""
    writing = edition(FIXED)
    session = Session(loader.load_writing(writing), dice=ListedDice((12, 3)), writing=writing)
    for one in ({"id": "den", "den": True}, {"id": "worm"}, {"id": "hero", "side": "heroes"}):
        assert isinstance(session.dispatch(cmd.Add(combatant=one)), Done)
    assert unrolled(session.rules, session.state) == ["worm", "hero"]
    refused = session.dispatch(cmd.Start(rolls={"den": 20}))
    assert isinstance(refused, Refusal)
    assert refused.reason == "no-roll-for"
    assert isinstance(session.dispatch(cmd.Start()), Done)
    order = session.state.orders["initiative"]
    assert order.slots == ("worm", "den", "hero")
    assert (order.places["den"].count, order.places["den"].fixed) == (12, True)
