"""A table for random fights: how one begins, and what must hold whatever happens at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
)

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Session, decode_entry, encode_entry
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.seen.queries import choosable, live_slots
from rulesets.table import commands as cmd
from rulesets.table.encounter import GHOST, Encounter
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from tests.rulesets.fight.playing_again import play_again
from tests.rulesets.looking import look_at_everything, say_everything
from tests.rulesets.words.refused import is_listed

NAMES = ["A", "B", "C", "D", "E", "F"]


@cache
def choices_of(ruleset: Path | str) -> list[dict[str, str]]:
    """No option switched, and each value of each option on its own."""
    options = loader.load(ruleset).options
    return [{}, {}, *({name: c.value} for name, option in options.items() for c in option.choices)]


@cache
def writing_of(ruleset: Path | str) -> Writing:
    """The text of a ruleset."""
    return Shelf().writing(ruleset)


def of_each_state(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return an invariant of the encounter that is not asked again of one that a refused command leaves."""

    @wraps(check)
    def once(self: Table) -> None:
        state = self.session.state
        if self.checked.get(check.__name__) is not state:
            check(self)
            self.checked[check.__name__] = state

    return once


class Table(RuleBasedStateMachine):
    """One random fight; subclasses name the ruleset and say what happens."""

    ruleset: Path | str = ""
    tried: Counter[str]
    accepted: Counter[str]
    sitting: type[Session] = Session
    dice_seed = 1
    asks_everything = True
    """Whether every question is asked after each step: not in fights that prove something else."""

    def __init__(self) -> None:
        super().__init__()
        self.session = self.seated({})
        self.checked: dict[str, Encounter] = {}
        """Invariant → the encounter of which it was seen last that it holds."""

    def seated(self, option: dict[str, str]) -> Session:
        """A session of this ruleset whose rules can be changed."""
        self.first = loader.load_writing(writing_of(self.ruleset), option)
        dice, writing = RandomDice(self.dice_seed), writing_of(self.ruleset)
        return self.sitting(self.first, dice=dice, writing=writing)

    # -- carrying out, with everything that must hold for one command ---------------------------------

    def do(self, command: cmd.Command) -> None:
        kind = str(command.__struct_config__.tag)
        type(self).tried[kind] += 1
        before, cursor = self.session.state, self.session.cursor
        foreseen = self.session.preview(command)
        self.session.preview()  # looks elsewhere: the command is decided anew, and not taken as foreseen
        result = self.session.dispatch(command)
        if isinstance(result, Refusal):
            assert isinstance(foreseen, Refusal)
            assert is_listed(self.session.rules, result), result
            assert foreseen == result
            assert self.session.state is before
            assert self.session.cursor == cursor
            return
        type(self).accepted[kind] += 1
        assert not isinstance(foreseen, Refusal)
        if not foreseen.blind:
            assert foreseen.events == result.outcome.events, "the preview tells what will happen"
            assert foreseen.state == self.session.state
        entry = self.session.log[-1]
        assert replay(before, entry.events) == self.session.state
        assert take_back(self.session.state, entry.events) == before, "undo is exact"
        assert decode_entry(encode_entry(entry)) == entry, "the journal keeps what happened"

    @property
    def ids(self) -> list[str]:
        return list(self.session.state.combatants)

    def someone(self, data: Any) -> str:
        """Mostly somebody who is there, mostly the one whose turn it is."""
        state = self.session.state
        active = [c.id for c in state.members(state.walk.active)] if state.walk.active else []
        pool = [*active * 6, *self.ids, "nobody"] if active else [*self.ids, "nobody"]
        return data.draw(st.sampled_from(pool))

    def anyone(self, data: Any) -> str:
        return data.draw(st.sampled_from([*self.ids * 3, "nobody"]))

    # -- how it begins --------------------------------------------------------------------------------

    @initialize(data=st.data(), count=st.integers(2, 5))
    def begin(self, data: Any, count: int) -> None:
        option = data.draw(st.sampled_from(choices_of(self.ruleset)))
        self.session = self.seated(option)
        sides = ["party", "foes", "third"]
        for name in NAMES[:count]:
            self.join(data, name, data.draw(st.sampled_from(sides)))
        if data.draw(st.booleans()):
            self.do(cmd.MoveInList(who=NAMES[0], index=1))
        self.do(cmd.Start())

    def join(self, data: Any, name: str, side: str) -> None:
        given: dict[str, Any] = {"id": name, "side": side}
        if name in ("C", "D") and data.draw(st.booleans()):
            given["group"] = "squad"
        if data.draw(st.integers(0, 3)) == 0:
            given["aware"] = False
        if data.draw(st.booleans()):
            given["kind"] = "npc"
        if "hp" in self.session.rules.stats and data.draw(st.booleans()):
            given["hp"] = data.draw(st.integers(1, 60))
        roll = data.draw(st.none() | st.integers(1, 30))
        self.do(cmd.Add(combatant=given, roll=roll))

    # -- what must hold at all times ----------------------------------------------------------------------

    @invariant()
    @of_each_state
    def pools_are_never_below_zero(self) -> None:
        for combatant in self.session.state.combatants.values():
            assert all(left is None or left >= 0 for left in combatant.pools.values())

    @invariant()
    @of_each_state
    def whatever_is_asked_has_an_answer(self) -> None:
        """Once rules were changed: no question, offer or wording stumbles over what they were."""
        if self.asks_everything and self.session.state.rules:
            look_at_everything(self.session.rules, self.session.state)

    @invariant()
    @of_each_state
    def orders_are_total(self) -> None:
        state = self.session.state
        slots = {combatant.slot for combatant in state.combatants.values()}
        for name, order in state.orders.items():
            assert len(order.slots) == len(set(order.slots))
            assert set(order.slots) == set(order.places)
            if self.session.rules.orders[name].of != "side":
                assert set(live_slots(order)) <= slots

    @invariant()
    @of_each_state
    def whoever_is_named_is_there(self) -> None:
        state = self.session.state
        slots = {combatant.slot for combatant in state.combatants.values()} | {""}
        assert state.walk.active in slots
        assert state.walk.went in slots or state.walk.went[0] == GHOST  # the one who took it may have left
        assert set(state.put_off) <= slots
        assert {effect.on for effect in state.effects.values()} <= set(state.combatants)
        assert {tie.of for tie in state.relations.values()} <= set(state.combatants)

    @invariant()
    @of_each_state
    def whoever_can_be_chosen_is_let_go(self) -> None:
        """While it is open who goes next, those who can be chosen can, and nobody else."""
        able = choosable(self.session.rules, self.session.state)
        for who in self.session.state.combatants.values() if able else ():
            refused = isinstance(self.session.preview(cmd.Choose(who=who.id)), Refusal)
            assert refused == (who.slot not in able), who.id

    def teardown(self) -> None:
        say_everything(self.session)
        state = Encounter()
        line = [decode_entry(encode_entry(entry)) for entry in self.session.line]
        for entry in line[: self.session.cursor]:
            state = replay(state, entry.events)
        assert state == self.session.state, "a replayed log gives the same state"
        again = Session(self.first, writing=writing_of(self.ruleset))
        again.load(line, self.session.cursor)
        assert again.state == state, "and so does one that is opened"
        play_again(self.session, Session(self.first, writing=writing_of(self.ruleset)))
