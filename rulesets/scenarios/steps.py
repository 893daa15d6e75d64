"""What a step of a scenario does: the command that its ``do`` and its other keys mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import listed
from rulesets.table import commands as cmd
from rulesets.table.carried import Carried
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import Rules


class ScenarioError(ValueError):
    """A scenario file that cannot be read: names file, case and key."""

    def __init__(self, message: str, step: int = 0) -> None:
        """Keep the number of the step that is to blame, from 1; 0 if it is none."""
        super().__init__(message)
        self.step = step


STEP_KEYS = {"expect", "refused", "override"}
"""Keys that every step can have."""
ROLLS = ("rolls", "rolloffs", "coin", "pick")
TRAVELLING = {
    "undo": ("times",),
    "redo": ("times",),
    "advance": ("to", "round"),
    "compute": ("formula", "who", "with"),
}
"""Steps that are no commands → their keys."""


def _who(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _rolled(result: Any) -> Any:
    """Return the result of a roll; several cards in the order drawn are a list in a file."""
    return tuple(result) if isinstance(result, list) else result


def _start(args: dict[str, Any]) -> dict[str, Any]:
    return {
        "rolls": {who: _rolled(result) for who, result in dict(args.pop("rolls", {})).items()},
        "rolloffs": tuple(args.pop("rolloffs", ())),
        "coin": args.pop("coin", ""),
        "pick": tuple(args.pop("pick", ())),
    }


SIMPLE: dict[str, type[cmd.Command]] = {
    "end-turn": cmd.EndTurn,
    "next-phase": cmd.NextPhase,
    "set": cmd.SetNumbers,
    "act": cmd.Act,
    "resolve": cmd.Resolve,
    "react": cmd.React,
    "attack": cmd.RecordAttack,
    "delay": cmd.Delay,
    "resume": cmd.Resume,
    "choose": cmd.Choose,
    "ready": cmd.Ready,
    "trigger": cmd.Trigger,
    "check": cmd.Check,
    "track": cmd.MoveTrack,
    "effect": cmd.BeginEffect,
    "end-effect": cmd.EndEffect,
    "remove": cmd.Leave,
    "defeat": cmd.Defeat,
    "disable": cmd.Disable,
    "restore": cmd.Restore,
    "spend": cmd.SpendPoint,
    "dice": cmd.Throw,
    "rest": cmd.Rest,
    "end-encounter": cmd.EndEncounter,
}
ROLLING: dict[str, Callable[..., cmd.Command]] = {"start": cmd.Start, "initiative": cmd.RollInitiative}


STEPS = ("undo", "redo", "advance", "compute", "add", "declare", *ROLLING, *SIMPLE)
"""What a step can do, besides the ruleset's own pipelines and declarations."""


def command_of(rules: Rules, name: str, args: dict[str, Any], override: bool) -> cmd.Command | Refusal:
    """Return the command that a step means; a refusal if its name means nothing to the ruleset."""
    if name in ROLLING:
        return ROLLING[name](override=override, **_start(args))
    if name in SIMPLE:
        _require(name, SIMPLE[name], args)
        if name == "act" and isinstance(args.get("traits"), list):
            args["traits"] = tuple(args["traits"])
        if name == "rest":
            args["who"] = _who(args["who"])
        if name == "effect":
            _several(args)
            rounds = args.get("rounds", 1)
            if isinstance(rounds, int) and rounds < 0:  # without rounds is what is told nothing of them
                told = {"what": "rounds", "value": str(rounds), "least": 1}
                return Refusal(Code.BAD_VALUE, "bad-number", told, final=True)
        _require_texts(name, args)
        return SIMPLE[name](override=override, **args)
    if name == "add":
        _require(name, cmd.Add, args)
        rolloffs, roll = tuple(args.pop("rolloffs", ())), _rolled(args.pop("roll", None))
        args["pick"] = tuple(args.pop("pick", ()))
        carried = _carried(args.pop("carried", None))
        return cmd.Add(override=override, rolloffs=rolloffs, roll=roll, carried=carried, **args)
    if name == "declare" or name in rules.declarations:
        _require_who(name, args)
    if name == "declare":
        who, label, done = _who(args.pop("who")), args.pop("name", ""), args.pop("done", False)
        return cmd.Declare(override=override, who=who, name=label, fields=args, done=done)
    if name in rules.declarations:
        return cmd.Declare(override=override, who=_who(args.pop("who")), name=name, fields=args)
    if name in rules.pipelines:
        target = args.pop("to", None) or args.pop("who", ())
        edits, by, own = args.pop("edits", {}), args.pop("by", ""), _own(rules, name, args)
        return cmd.Apply(
            override=override, pipeline=name, to=_who(target), inputs=args, own=own, edits=edits, by=by
        )
    return Refusal(Code.UNKNOWN_ACTION, "", {"name": name})


def _carried(given: Any) -> Carried | None:
    try:
        return None if given is None else msgspec.convert(given, Carried)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"what is carried over: {error}") from error


def _several(args: dict[str, Any]) -> None:
    """Spell out an effect on several, and what it brings."""
    if isinstance(args["on"], list) and args["on"]:
        args["on"], *more = args["on"]
        args["also"] = tuple(more)
    if isinstance(args.get("brings"), list):
        args["brings"] = tuple(args["brings"])


def _own(rules: Rules, pipeline: str, args: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Take from the inputs what lists those of whom alone it is true: 'halved = ["B", "C"]'."""
    own: dict[str, dict[str, Any]] = {}
    for key, rule in rules.pipelines[pipeline].inputs.items():
        if rule.each and rule.type == "bool" and isinstance(args.get(key), list):
            for who in args.pop(key):
                own.setdefault(who, {})[key] = True
    return own


def no_step(rules: Rules, name: str) -> ScenarioError:
    """Return the error of a step whose name means nothing to the ruleset, with what was likely meant."""
    known = [*STEPS, *rules.declarations, *rules.pipelines]
    hint = did_you_mean(name, known)
    return ScenarioError(
        f"there is no step {name!r}" + (f" ({hint})" if hint else f"; there are {listed(known)}")
    )


def _require(name: str, command: type[cmd.Command], args: Mapping[str, Any]) -> None:
    """Raise a ScenarioError for what a step is told and does not know, or needs and is not told."""
    fields = {field.name: field for field in msgspec.structs.fields(command)}
    for key in args:
        if key not in fields:
            hint = did_you_mean(key, fields)
            raise ScenarioError(f"the step {name!r} knows no {key!r}" + (f" ({hint})" if hint else ""))
    for key, field in fields.items():
        if field.required and key not in args:
            raise ScenarioError(f"the step {name!r} needs {key!r}")


def _require_texts(name: str, args: Mapping[str, Any]) -> None:
    """Raise a ScenarioError for a list where a text is told."""
    for field in msgspec.structs.fields(SIMPLE[name]):
        if field.type is str and isinstance(args.get(field.name), list):
            raise ScenarioError(f"the step {name!r} takes a text for {field.name!r}, and no list")


def _require_who(name: str, args: Mapping[str, Any]) -> None:
    if "who" not in args:
        raise ScenarioError(f"the step {name!r} needs 'who'")
