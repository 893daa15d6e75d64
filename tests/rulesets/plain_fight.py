"""Random fights without Hypothesis's search: the same steps and the same proofs, drawn from one seed.

Hypothesis looks for what nobody thought of and shortens it well, at some milliseconds for every draw. Where
many fights are wanted, the steps of a :class:`~tests.rulesets.random_fight.Fight` are drawn here, and what
fails is shortened by leaving out what it does not need.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Sequence
from typing import Any

import msgspec

from rulesets.fight.session import Done, Session
from rulesets.table import commands as cmd
from rulesets.table.changes import Changes
from rulesets.table.refusal import Refusal
from tests.rulesets.random_fight import Fight

Op = cmd.Command | str
"""What was done to a session: a command, or 'undo' or 'redo'."""


class Failure(msgspec.Struct):
    """What went wrong in a fight, and the shortest way there that was found."""

    what: str
    options: dict[str, str]
    ops: list[Op]

    def __str__(self) -> str:
        """Return the failure with its options and commands, one line each."""
        lines = [f"options {msgspec.json.encode(self.options).decode()}"]
        lines += [op if isinstance(op, str) else msgspec.json.encode(op).decode() for op in self.ops]
        return "\n".join([*lines, self.what])


class Chance:
    """Draws from a strategy with one source of chance, as ``st.data()`` does."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def draw(self, strategy: Any) -> Any:
        """Return a value of a strategy: those that the steps of a fight use, and no others."""
        plain = getattr(strategy, "wrapped_strategy", strategy)
        match type(plain).__name__:
            case "SampledFromStrategy":
                return self.rng.choice(plain.elements)
            case "IntegersStrategy":
                return self.rng.randint(plain.start, plain.end)
            case "BooleansStrategy":
                return self.rng.random() < 0.5
            case "OneOfStrategy":
                return self.draw(self.rng.choice(plain.original_strategies))
            case "ListStrategy":
                length = self.rng.randint(plain.min_size, int(plain.max_size))
                return [self.draw(plain.element_strategy) for _ in range(length)]
            case "JustStrategy":
                return plain.value
            case "DataStrategy":
                return self
        raise TypeError(f"a fight drawn from a seed knows no {strategy!r}")


class Noted(Session):
    """A session that notes what is done to it, and to which every step back and forth must lead back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = dict(self.rules.options_set)
        self.ops: list[Op] = []
        self._known = [self.state]

    def dispatch(self, command: cmd.Command, at: float = 0.0) -> Done | Refusal:
        result = super().dispatch(command, at)
        if isinstance(result, Done):
            self._known[self.cursor :] = [self.state]
        return result

    def undo(self) -> Changes | Refusal:
        self.ops.append("undo")
        return self._led_back(super().undo())

    def redo(self) -> Changes | Refusal:
        self.ops.append("redo")
        return self._led_back(super().redo())

    def _led_back(self, result: Changes | Refusal) -> Changes | Refusal:
        known = self._known[self.cursor]
        assert self.state == known, "there is one state for each place of the line"
        assert list(self.state.effects) == list(known.effects), "and one order in which effects began"
        return result


class _Noting(Fight):
    """A fight that notes each command before anything is asked about it."""

    sitting = Noted

    def do(self, command: cmd.Command) -> None:
        assert isinstance(self.session, Noted)
        self.session.ops.append(command)
        super().do(command)


class PlainFight:
    """One random fight of a machine, drawn from a seed."""

    def __init__(self, machine: type[Fight], seed: int) -> None:
        self.seed = seed
        self.machine: type[Fight] = type(machine.__name__, (_Noting, machine), {"dice_seed": seed})
        self.setup = self.machine.setup_state()

    def play(self, steps: int) -> Failure | None:
        """Play so many steps and all that must hold; return what went wrong, shortened, or None."""
        fight, chance = self.machine(), Chance(random.Random(self.seed))
        try:
            for first in self.setup.initializers:
                self._step(fight, first, chance)
            for _ in range(steps):
                able = [one for one in self.setup.rules if all(holds(fight) for holds in one.preconditions)]
                self._step(fight, chance.rng.choice(able), chance)
            fight.teardown()
        except Exception as error:
            return self._shortened(fight.session, error)
        return None

    def _step(self, fight: Fight, step: Any, chance: Chance) -> None:
        drawn = {name: chance.draw(strategy) for name, strategy in step.arguments.items()}
        step.function(fight, **drawn)
        self._look(fight)

    def _look(self, fight: Fight) -> None:
        for one in self.setup.invariants:
            one.function(fight)

    def _shortened(self, session: Session, error: Exception) -> Failure:
        """Leave out every step without which the same thing goes wrong, from the end on, until all count."""
        assert isinstance(session, Noted)
        options, ops = session.options, list(session.ops)
        again = self._again(options, ops)
        if again is None:
            return Failure(f"{_told(error)}\n(the commands alone do not show it)", options, ops)
        error, place, length = again, _place(again), len(ops) + 1
        while len(ops) < length:
            length = len(ops)
            for at in range(length - 1, -1, -1):
                shorter = [*ops[:at], *ops[at + 1 :]]
                again = self._again(options, shorter)
                if again is not None and _place(again) == place:
                    ops, error = shorter, again
        return Failure(_told(error), options, ops)

    def _again(self, options: dict[str, str], ops: Sequence[Op]) -> Exception | None:
        """Do the same at a table of its own; return what goes wrong."""
        fight = self.machine()
        try:
            fight.session = fight.seated(options)
            for op in ops:
                if not isinstance(op, str):
                    fight.do(op)
                elif op == "undo":
                    fight.session.undo()
                else:
                    fight.session.redo()
                self._look(fight)
            fight.teardown()
        except Exception as error:
            return error
        return None


def _place(error: Exception) -> tuple[str, str, int | None]:
    """Return what went wrong and where, by which two failures are the same one."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return type(error).__name__, last.filename, last.lineno


def _told(error: Exception) -> str:
    return "".join(traceback.format_exception(error)).rstrip()
