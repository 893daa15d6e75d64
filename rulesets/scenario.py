"""Scenario files: cases of what happens at the table and what then holds (the contract of the core).

A file holds cases of one ruleset. A step does something, or only expects; see the README's chapter on
scenarios for every step and key. What a step's ``do`` names is a command of the engine, or a pipeline or
declaration that the ruleset gives that name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from rulesets import loader
from rulesets.compiled import Rules
from rulesets.dice import ListedDice, OutOfDice
from rulesets.encounter import commands as cmd
from rulesets.encounter.encounter import Encounter
from rulesets.encounter.refusal import Refusal
from rulesets.engine import queries
from rulesets.engine.compute import compute
from rulesets.engine.decide import decide
from rulesets.engine.ruling import Outcome
from rulesets.expecting import Step, differences
from rulesets.formula import FormulaError
from rulesets.session import Done, Session

CASE_KEYS = {"id", "title", "source", "basis", "options", "dice", "combatants", "steps"}
STEP_KEYS = {"expect", "refused", "override"}
MAX_ADVANCE = 2000
NO_CASES = frozenset({"ruleset.toml", "judgement.toml"})
"""Files of a ruleset that hold no cases."""


class ScenarioError(ValueError):
    """A scenario file that cannot be read: names file, case and key."""


class Result(Struct, frozen=True):
    """How one case came out; ``failure`` is '' if it holds."""

    file: str
    case: str
    title: str
    failure: str = ""
    step: int = 0


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files named or found in named folders, sorted within each folder.

    Raises:
        ScenarioError: if a path does not exist or a folder holds none.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.toml") if p.name not in NO_CASES)
            if not inside:
                raise ScenarioError(f"{path}: the folder holds no scenario files")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise ScenarioError(f"{path}: there is no such file or folder")
    return found


def play_file(path: Path) -> list[Result]:
    """Play every case of a file.

    Raises:
        ScenarioError: if the file cannot be read or a case is not one.
    """
    data = read_file(path)
    source: Path | str = data["ruleset"]
    beside = path.parent.parent / "ruleset.toml"
    if source not in loader.shipped() and beside.is_file():
        source = beside
    return [play_case(path, source, case) for case in data["case"]]


def read_file(path: Path) -> dict[str, Any]:
    """Return the parsed file with ``ruleset`` and ``case``.

    Raises:
        ScenarioError: naming file, case and key of what is wrong.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from None
    if not isinstance(data.get("ruleset"), str):
        raise ScenarioError(f"{path}: ruleset: names the ruleset of all cases, and is missing")
    cases = data.get("case")
    if not isinstance(cases, list) or not cases:
        raise ScenarioError(f"{path}: case: there is not one")
    for case in cases:
        name = case.get("id", "?")
        unknown = sorted(set(case) - CASE_KEYS)
        if unknown:
            raise ScenarioError(f"{path}: {name}: {unknown[0]}: unknown key")
        for key in ("id", "steps", "combatants"):
            if key not in case:
                raise ScenarioError(f"{path}: {name}: {key}: missing")
    return data


def play_case(path: Path, ruleset: Path | str, case: Mapping[str, Any]) -> Result:
    """Play one case."""
    title = str(case.get("title", ""))
    try:
        rules = loader.load(ruleset, case.get("options") or {})
    except loader.RulesetError as error:
        raise ScenarioError(f"{path}: {case['id']}: options: {error}") from None
    player = Player(rules, case)
    for number, step in enumerate(case["steps"], 1):
        try:
            failure = player.play(step)
        except OutOfDice as error:
            failure = f"expected no more dice, but {error}"
        except (KeyError, TypeError, ValueError, FormulaError) as error:
            raise ScenarioError(
                f"{path}: {case['id']}: step {number}: {type(error).__name__}: {error}"
            ) from error
        if failure:
            return Result(str(path), case["id"], title, failure, number)
    if player.dice.left:
        return Result(
            str(path), case["id"], title, f"dice left over: {list(player.dice.left)}", len(case["steps"])
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
                raise ScenarioError(f"{case['id']}: combatants: {given}: {added.code} {added.params}")
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
            if wanted is not True and wanted not in (got.code, f"{got.code}/{got.reason}"):
                return f"expected refusal {wanted!r}, got {got.code!r} {got.params}"
        elif got is not None:
            return f"expected it to be accepted, but it was refused: {got.code} {got.reason} {got.params}"
        return differences(outcome, step.get("expect") or {})

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
        for _ in range(times):
            moved = self.session.undo() if name == "undo" else self.session.redo()
            if isinstance(moved, Refusal):
                return self._step(refusal=moved)
        return self._step()

    def _advance(self, to: str, round_: int | None) -> Step:
        """End turns and close phases until ``to`` is active in ``round_`` (this or the next)."""
        outcomes: list[Outcome] = []
        last = self.session.state.clock.round + 1
        for _ in range(MAX_ADVANCE):
            state = self.session.state
            there = queries.active_slot(self.rules, state) == to
            if there and (state.clock.round == round_ if round_ is not None else state.clock.round <= last):
                return self._step(outcomes=outcomes)
            done = self.session.dispatch(cmd.EndTurn())
            if isinstance(done, Refusal):
                done = self.session.dispatch(cmd.NextPhase())
            if isinstance(done, Refusal):
                return self._step(outcomes=outcomes, refusal=done)
            outcomes.append(done.outcome)
        return self._step(outcomes=outcomes, refusal=Refusal("bad-value", "never-active"))


def _who(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _start(args: dict[str, Any]) -> dict[str, Any]:
    return {
        "rolls": dict(args.pop("rolls", {})),
        "rolloffs": tuple(args.pop("rolloffs", ())),
        "coin": args.pop("coin", ""),
        "pick": tuple(args.pop("pick", ())),
    }


_SIMPLE: dict[str, type[cmd.Command]] = {
    "end-turn": cmd.EndTurn,
    "next-phase": cmd.NextPhase,
    "set": cmd.SetNumbers,
    "act": cmd.Act,
    "resolve": cmd.Resolve,
    "react": cmd.React,
    "attack": cmd.RecordAttack,
    "delay": cmd.Delay,
    "resume": cmd.Resume,
    "ready": cmd.Ready,
    "trigger": cmd.Trigger,
    "track": cmd.MoveTrack,
    "effect": cmd.BeginEffect,
    "end-effect": cmd.EndEffect,
    "remove": cmd.Leave,
    "defeat": cmd.Defeat,
    "disable": cmd.Disable,
    "restore": cmd.Restore,
    "spend": cmd.SpendPoint,
    "end-encounter": cmd.EndEncounter,
}
_ROLLING: dict[str, Callable[..., cmd.Command]] = {"start": cmd.Start, "initiative": cmd.RollInitiative}


def command_of(rules: Rules, name: str, args: dict[str, Any], override: bool) -> cmd.Command | Refusal:
    """Return the command that a step means; a refusal if its name means nothing to the ruleset."""
    if name in _ROLLING:
        return _ROLLING[name](override=override, **_start(args))
    if name in _SIMPLE:
        return _SIMPLE[name](override=override, **args)
    if name == "add":
        rolloffs = tuple(args.pop("rolloffs", ()))
        return cmd.Add(override=override, rolloffs=rolloffs, **args)
    if name == "declare":
        who, label, done = _who(args.pop("who")), args.pop("name", ""), args.pop("done", False)
        return cmd.Declare(override=override, who=who, name=label, fields=args, done=done)
    if name in rules.declarations:
        return cmd.Declare(override=override, who=_who(args.pop("who")), name=name, fields=args)
    if name in rules.pipelines:
        target = args.pop("to", None) or args.pop("who", ())
        edits, by = args.pop("edits", {}), args.pop("by", "")
        return cmd.Apply(override=override, pipeline=name, to=_who(target), inputs=args, edits=edits, by=by)
    return Refusal("unknown-action", "", {"name": name})


__all__ = ["Done", "Player", "Result", "ScenarioError", "find_files", "play_case", "play_file", "read_file"]
