"""A fight as it stands, as TOML: what is written and read again plays on alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.campaign.fights import StandingFight, read_fight, standing_fight
from rulesets.campaign.reading import Unreadable, parsed
from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named
from tests.sampling import mostly_slow, slow_tests_run


def read_again(fight: StandingFight) -> StandingFight:
    return read_fight(parsed(Path("fight.toml"), fight.text))


class Travels(Fight):
    """A fight that is written as it stands, read and gone on with elsewhere."""

    asks_everything = False

    travelled: Counter[str]

    def teardown(self) -> None:
        rules, state = self.session.rules, self.session.state
        entered = {"A": {"id": "A", "side": "foes", "hp": 7, "odd": {"nothing": True}}}
        fight = standing_fight(
            rules, state, "Here “it” is", {k: v for k, v in entered.items() if k in state.combatants}
        )
        found = read_again(fight)
        assert found == fight
        assert found.text == fight.text
        there = Session(rules)
        done = there.dispatch(found.command)
        assert isinstance(done, Done), done
        assert replace(there.state, rules="") == replace(state, rules="")
        assert list(there.state.combatants) == list(state.combatants)
        assert list(there.state.effects) == list(state.effects)
        assert decode_entry(encode_entry(there.log[0])) == there.log[0]
        self.opened_again(there)
        self.goes_on_alike(there)
        type(self).travelled[state.clock.status] += bool(state.walk.active or state.clock.round)

    def opened_again(self, there: Session) -> None:
        """The file in which it goes on is opened like any other."""
        again = Session(there.rules)
        again.load(list(there.log), 1)
        assert again.state == there.state
        assert isinstance(there.undo(), object)
        assert replace(there.state, rules="") == replace(Session(there.rules).state, rules="")
        there.redo()

    def goes_on_alike(self, there: Session) -> None:
        """The next turn ends there as it does here."""
        for order in (cmd.EndTurn(), cmd.NextPhase()):
            here, elsewhere = self.session.preview(order), there.preview(order)
            if isinstance(here, Refusal):
                assert here == elsewhere
            else:
                assert not isinstance(elsewhere, Refusal)
                assert here.events == elsewhere.events


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, RULESETS[1], RULESETS[3]), ids=named)
def test_a_fight_goes_on_elsewhere_as_it_stands(ruleset: Any, pytestconfig: Any) -> None:
    """Whatever happened in it, by whichever ruleset: nobody's numbers, no place and no countdown differ."""
    travelled: Counter[str] = Counter()
    machine = type("Travelling", (Travels, machine_for(ruleset)), {"travelled": travelled})
    for seed in range(16 if slow_tests_run(pytestconfig) else 4):
        failure = PlainFight(machine, seed).play(50)
        assert failure is None, str(failure)
    assert sum(travelled.values()) > 2, "some of them were under way"


# -- what is refused ---------------------------------------------------------------------------------


def begun() -> Session:
    session = Session(loader.load("saga-edition"))
    people = ({"id": "vex", "name": "Vex", "hp": 12}, {"id": "orc", "side": "foes", "kind": "npc"})
    orders = [cmd.Add(combatant=dict(one)) for one in people]
    for order in (*orders, cmd.Start(rolls={"vex": 21, "orc": 12})):
        assert isinstance(session.dispatch(order), Done)
    return session


def stood(session: Session, **first: Any) -> StandingFight:
    return standing_fight(session.rules, session.state, "Here", first)


def test_it_goes_on_only_where_nothing_is_yet() -> None:
    session = begun()
    refused = session.dispatch(stood(session).command)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == ("bad-value", "table-taken")


def test_the_log_says_that_a_fight_went_on() -> None:
    there = Session(loader.load("saga-edition"))
    there.dispatch(stood(begun()).command)
    speaker = Speaker(there.rules, str)
    assert speaker.entry(there.log[0]).title == "Went on with a fight in round 1"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("hp = 12", 'hp = "many"', "the stat 'hp' cannot have that value"),
        ("hp = 12", "hq = 12", "there is no stat 'hq'"),
        ('active = "vex"', 'active = "nobody"', "somebody who is not there"),
        ("round = 1", "round = -4", "a round is counted as none can be"),
        ("count = 21", "count = 99999999999999", "a number grows beyond all measure"),
    ],
)
def test_what_the_rules_do_not_know_is_refused_and_nothing_is_taken(old: str, new: str, why: str) -> None:
    """A file may have been written by anybody: it is proved as the steps of an encounter are."""
    text = stood(begun()).text
    assert old in text, text
    fight = read_fight(parsed(Path("x"), text.replace(old, new)))
    there = Session(loader.load("saga-edition"))
    refused = there.dispatch(fight.command)
    assert isinstance(refused, Refusal)
    assert refused.reason == "no-such-fight"
    assert why in refused.params["why"]
    assert not there.log


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("version = 1", "version = 2", "fight: it was written by another version of Turnwright"),
        ("[fight]", "[fright]", "fright: there is no such key"),
        ('id = "vex"', 'id = "orc"', "combatant 2: id: there is another one called 'orc'"),
        ('id = "vex"', "id = 5", "combatant 1: id: a text is needed here"),
        ("round = 1", 'round = "one"', "it is no fight"),
        ('name = "Here"', "", "name: a text is needed here"),
        ("[[combatant]]", "[[combatant]]\nentered = 5", "combatant 1: entered: this must be a table"),
    ],
)
def test_what_is_no_such_file_says_what_is_wrong(old: str, new: str, why: str) -> None:
    text = stood(begun()).text
    assert old in text, text
    with pytest.raises(Unreadable) as error:
        read_fight(parsed(Path("x"), text.replace(old, new, 1)))
    assert why in str(error.value)
