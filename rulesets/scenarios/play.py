"""Scenario files: cases of what happens at the table and what then holds (the contract of the core).

A file holds cases of one ruleset. A step does something, or only expects; see the chapter on testing in
``resources/ruleset-guide.md`` for every step and key. What a step's ``do`` names is a command of the engine,
or a pipeline or declaration that the ruleset gives that name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.compute import compute
from rulesets.engine.decide import decide
from rulesets.fight.session import Session
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import ListedDice, OutOfDice
from rulesets.reading import loader
from rulesets.reading.problems import Loc
from rulesets.scenarios.expectations import Step, differences
from rulesets.scenarios.steps import STEP_KEYS, ScenarioError, command_of, no_step
from rulesets.seen import queries
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules
from rulesets.words.codes import names_of
from rulesets.words.texts import Speaker

MAX_ADVANCE = 2000


class Result(Struct, frozen=True):
    """How one case came out; ``failure`` is '' if it holds."""

    file: str
    case: str
    title: str
    failure: str = ""
    step: int = 0
    line: int = 0
    """Where that step stands in the file, from 1; 0 if it cannot be told."""
    unplayed: bool = False
    """True if it could not be played; problems tell all that keeps it from that."""


def with_line(result: Result, number: int, lines: Mapping[Loc, int]) -> Result:
    """Return how the case at place ``number`` came out with the line of its step."""
    at = ("case", number, "steps", result.step - 1)
    return replace(result, line=lines.get(at, lines.get(at[:2], 0)))


def _told(error: Exception) -> str:
    """Return what Python says of a step that cannot be played, in words for whoever wrote it."""
    what = str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
    if isinstance(error, LookupError) and " " not in what:
        return f"there is nothing called '{what}' here"
    if isinstance(error, AttributeError | TypeError):
        return f"a value is not of the form that is needed here ({what})"
    return what


def play_case(path: Path, ruleset: Writing, case: Mapping[str, Any]) -> Result:
    """Play one case.

    Raises:
        ScenarioError: if the ruleset, an option, a combatant or a step is not what it should be.
    """
    title = str(case.get("title", ""))
    try:
        rules = loader.load_writing(ruleset, case.get("options") or {})
    except loader.RulesetError as error:
        raise ScenarioError(f"{path}: {case['id']}: {error}") from None
    try:
        player = Player(rules, case)
    except ScenarioError as error:
        raise ScenarioError(f"{path}: {error}") from None
    for number, step in enumerate(case["steps"], 1):
        try:
            failure = player.play(step)
        except OutOfDice as error:
            failure = str(error)
        except ScenarioError as error:
            raise ScenarioError(f"{path}: {case['id']}: step {number}: {error}", number) from None
        except (AttributeError, LookupError, TypeError, ValueError, FormulaError) as error:
            raise ScenarioError(f"{path}: {case['id']}: step {number}: {_told(error)}", number) from error
        if failure:
            return Result(str(path), case["id"], title, failure, number)
    if player.dice.left:
        return Result(
            str(path),
            case["id"],
            title,
            f"dice left over: nobody rolls {list(player.dice.left)}",
            len(case["steps"]),
        )
    return Result(str(path), case["id"], title)


class Player:
    """Plays the steps of one case."""

    def __init__(self, rules: Rules, case: Mapping[str, Any]) -> None:
        """Put the case's combatants on the table."""
        self.rules = rules
        self.dice = ListedDice(case.get("dice") or ())
        base = Encounter()
        for given in case["combatants"]:
            added = decide(rules, base, cmd.Add(combatant=dict(given)), self.dice)
            if isinstance(added, Refusal):
                who = given.get("id", given) if isinstance(given, dict) else given
                raise ScenarioError(f"{case['id']}: combatants: {who}: {said(rules, base, added)}")
            base = added.state
        self.session = Session(rules, dice=self.dice, base=base)

    def play(self, step: Mapping[str, Any]) -> str:
        """Play one step; return how it differs from what is expected, or ''."""
        outcome = self._do(step) if "do" in step else Step(self.rules, self.session.state)
        wanted = step.get("refused", False)
        got = outcome.refusal
        if wanted:
            if got is None:
                return f"expected it to be refused ({wanted}), but it was accepted"
            if wanted is not True and wanted not in names_of(got.code, got.reason):
                return f"expected refusal {wanted!r}, got {self._said(got)}"
        elif got is not None:
            return f"expected it to be accepted, but it was refused: {self._said(got)}"
        return differences(outcome, step.get("expect") or {})

    def _said(self, refusal: Refusal) -> str:
        return said(self.rules, self.session.state, refusal)

    def _do(self, step: Mapping[str, Any]) -> Step:
        name = step["do"]
        args = {key: value for key, value in step.items() if key not in STEP_KEYS and key != "do"}
        if name in ("undo", "redo"):
            return self._travel(name, int(args.get("times", 1)))
        if name == "advance":
            return self._advance(args.get("to", ""), args.get("round"))
        if name == "compute":
            result = compute(
                self.rules, self.session.state, args["formula"], args.get("who", ""), args.get("with") or {}
            )
            if isinstance(result, Refusal):
                return self._step(refusal=result)
            return self._step(result=result)
        command = command_of(self.rules, name, args, bool(step.get("override", False)))
        if isinstance(command, Refusal):
            if "refused" not in step:
                raise no_step(self.rules, str(name))
            return self._step(refusal=command)
        done = self.session.dispatch(command)
        return self._step(refusal=done) if isinstance(done, Refusal) else self._step(outcomes=[done.outcome])

    def _step(
        self,
        *,
        outcomes: Sequence[Outcome] = (),
        refusal: Refusal | None = None,
        result: Any = None,
    ) -> Step:
        return Step(self.rules, self.session.state, list(outcomes), refusal, result)

    def _travel(self, name: str, times: int) -> Step:
        there, back = self.session.undo, self.session.redo
        if name == "redo":
            there, back = back, there
        for done in range(times):
            moved = there()
            if isinstance(moved, Refusal):
                for _ in range(done):  # a refused step changes nothing
                    back()
                return self._step(refusal=moved)
        return self._step()

    def _advance(self, to: str, round_: int | None) -> Step:
        """Go on until ``to`` is active in ``round_``; what does not come about changes nothing."""
        found = self._way(to, round_)
        if isinstance(found, Refusal):
            return self._step(refusal=found)
        outcomes: list[Outcome] = []
        for command in found:
            done = self.session.dispatch(command)
            if isinstance(done, Refusal):
                return self._step(outcomes=outcomes, refusal=done)
            outcomes.append(done.outcome)
        return self._step(outcomes=outcomes)

    def _way(self, to: str, round_: int | None) -> list[cmd.Command] | Refusal:
        """Return what ends turns and closes phases until ``to`` is active in ``round_`` (this or the next).

        Without ``to`` the round has come when it begins. Where somebody chooses who goes next, ``to`` is
        chosen as soon as it can be, and until then whoever stands first among those that can.
        """
        state, dice = self.session.state, ListedDice(self.dice.left)
        who = state.combatants.get(to)
        slot = to if who is None else who.slot
        if to and next(state.members(slot), None) is None:
            return Refusal(Code.UNKNOWN_COMBATANT, "", {"who": to}, final=True)
        way: list[cmd.Command] = []
        first = state.clock.round
        last = round_ if round_ is not None else first + 1
        while (to or round_ is not None) and len(way) < MAX_ADVANCE and state.clock.round <= last:
            there = not to or queries.active_slot(self.rules, state) == slot
            if there and (round_ is None or state.clock.round == round_):
                return way
            able = queries.choosable(self.rules, state)
            choice: cmd.Command = cmd.Choose(who=to if to in able else able[0]) if able else cmd.EndTurn()
            done = decide(self.rules, state, choice, dice)
            if isinstance(done, Refusal):
                choice = cmd.NextPhase()
                done = decide(self.rules, state, choice, dice)
            if isinstance(done, Refusal):
                return done
            way.append(choice)
            state = done.state
        return Refusal(Code.BAD_VALUE, "never-active")


def said(rules: Rules, state: Encounter, refusal: Refusal) -> str:
    """Return a refusal with its code and its sentence."""

    def name(who: str) -> str:
        return state.combatants[who].name if who in state.combatants else who

    return f"{refusal.code}: {Speaker(rules, name).refusal(refusal)}"
