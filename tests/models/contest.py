"""A contest: random steps played on the engine and on a model of the rules that knows nothing of it.

A model is worked out from ``rules`` and the contract alone. It answers every step with the refusal that it
must meet or with what must hold afterwards, in the words of a scenario; so whatever differs is a case that
can be read, shortened, and kept in ``tests/scenarios``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.play import Player
from rulesets.vocabulary import Rules

Step = dict[str, Any]
"""A step of a scenario, without ``expect`` and ``refused``."""
TRAVEL = 0.06
"""Share of steps that go back or forward along the log."""
RAISED = ("flags", "roll", "result")
"""What a step raises itself: it does not hold any longer after a refused step, undo and redo, and an
``advance`` may end nothing, or much."""


class Model(Protocol):
    """What the rules make of a fight; made anew for every fight by a factory of the contest."""

    ruleset: str
    options: Mapping[str, Any]
    combatants: Sequence[Mapping[str, Any]]
    """As a case lists them."""

    def suggest(self, rng: random.Random) -> Step:
        """Return a step to try next, mostly one that makes sense, with every roll that it needs."""

    def judge(self, step: Step) -> str | bool:
        """Play a step. Return False if it is accepted, else the refusal's code, or True for any code.

        A refused step leaves the model as it was. A model that plays a step of several commands (``advance``)
        has ``passed``: the models after each of the last step's commands but the last, for undo.
        """

    def facts(self) -> dict[str, Any]:
        """Return what holds now, as ``expect`` of a scenario has it; what is left open is left out."""

    # A model may also have ``parts(step) -> list[Step]``: the commands that a step is made of, if not one
    # (``advance`` ends several turns, and each is one step of undo).


class Factory(Protocol):
    """Makes the model of one random fight."""

    def __call__(self, rng: random.Random) -> Model:
        """Return a model with combatants and options, before the start."""


class Deviation(msgspec.Struct):
    """Where engine and model disagree, as a case that fails."""

    failure: str
    case: dict[str, Any]
    ruleset: str

    def __str__(self) -> str:
        """Return the failure and the case as it can be put into a scenario file."""
        lines = [f"# {self.ruleset}: {self.failure}", "[[case]]", f"options = {_toml(self.case['options'])}"]
        lines += ["combatants = [", *(f"  {_toml(one)}," for one in self.case["combatants"]), "]"]
        lines += ["steps = [", *(f"  {_toml(step)}," for step in self.case["steps"]), "]"]
        return "\n".join(lines)


class Tried(Counter[str]):
    """How many steps of how many kinds were played: 'do' → times, and 'do refused' → times."""


@cache
def _rules(ruleset: str, options: str) -> Rules:
    return loader.load_writing(Shelf().writing(ruleset), msgspec.json.decode(options))


class _Table:
    """One fight on both: the engine's player, the model, and the models of earlier moments."""

    def __init__(self, model: Model) -> None:
        rules = _rules(model.ruleset, msgspec.json.encode(dict(model.options)).decode())
        case = {"id": "contest", "combatants": [dict(one) for one in model.combatants]}
        self.player = Player(rules, case)
        self.models, self.at = [model], 0

    def play(self, step: Step) -> tuple[Step, str]:
        """Play a step on both; return it with what must hold, and how the engine differs, or ''."""
        wanted = self._judge(step)
        if wanted:
            step = {**step, "refused": wanted}
        facts = self.models[self.at].facts()
        if wanted or step["do"] in ("undo", "redo", "advance"):
            facts = {key: value for key, value in facts.items() if key not in RAISED}
        step = {**step, "expect": facts}
        return step, self.player.play(step)

    def _judge(self, step: Step) -> str | bool:
        if step["do"] in ("undo", "redo"):
            return self._travel(step["do"], step.get("times", 1))
        if hasattr(self.models[self.at], "parts"):
            return self._in_parts(step)
        if step["do"] == "advance":
            return self._advance(step["to"], step.get("round"))
        model = deepcopy(self.models[self.at])
        refused = model.judge(step)
        if refused:
            return refused
        del self.models[self.at + 1 :]
        self.models += [*getattr(model, "passed", []), model]
        self.at = len(self.models) - 1
        return False

    def _in_parts(self, step: Step) -> str | bool:
        """Play a step of several commands, each of them on a copy, by the parts that the model tells."""
        made = [self.models[self.at]]
        for part in made[0].parts(step):  # type: ignore[attr-defined] # asked for before
            made.append(deepcopy(made[-1]))
            refused = made[-1].judge(part)
            if refused:
                return refused
        if len(made) > 1:
            self.models[self.at + 1 :] = made[1:]
            self.at += len(made) - 1
        return False

    def _travel(self, way: str, times: int) -> str | bool:
        to = self.at + (times if way == "redo" else -times)
        if not 0 <= to < len(self.models):
            return f"nothing-to-{way}"
        self.at = to
        return False

    def _advance(self, to: str, round_: int | None) -> bool:
        """End turns and close phases, each a command of its own, until somebody is active (in a round).

        Raises:
            ValueError: if that does not come to pass, which a model should not suggest.
        """
        while True:
            facts = self.models[self.at].facts()
            if facts.get("active") == to and round_ in (None, facts.get("round")):
                return False
            if self._judge({"do": "end-turn"}) and self._judge({"do": "next-phase"}):
                raise ValueError(f"{to} does not become active")


def contest(factory: Factory, seed: int, steps: int, tried: Counter[str] | None = None) -> Deviation | None:
    """Play one random fight of so many steps; return where engine and model disagree, shortened, or None."""
    rng = random.Random(seed)
    first = factory(rng)
    table, done = _Table(deepcopy(first)), list[Step]()
    for _ in range(steps):
        if rng.random() < TRAVEL:
            step: Step = {"do": rng.choice(["undo", "undo", "redo"])}
        else:
            step = table.models[table.at].suggest(rng)
        done.append(step)
        played, failure = table.play(step)
        if tried is not None:
            tried[step["do"] + (" refused" if played.get("refused") else "")] += 1
        if failure:
            return _shortened(first, done, failure)
    return None


def follow(model: Model, steps: Sequence[Step]) -> tuple[int, str]:
    """Play steps on both; return how many from the first on the model knows, and how they differ, or ''."""
    table = _Table(model)
    for number, step in enumerate(steps):
        try:
            _, failure = table.play(_bare(step))
        except (LookupError, ValueError):
            return number, ""
        if failure:
            return number, failure
    return len(steps), ""


def _shortened(first: Model, steps: Sequence[Step], failure: str) -> Deviation:
    """Return the deviation with every step left out that it does not need."""
    best, shorter = (failure, list(steps)), _replayed(first, steps)
    while shorter is not None:
        best, shorter = shorter, _shorter(first, shorter[1])
    case = {"options": dict(first.options), "combatants": list(first.combatants), "steps": best[1]}
    return Deviation(best[0], case, first.ruleset)


def _shorter(first: Model, steps: Sequence[Step]) -> tuple[str, list[Step]] | None:
    """Return a deviation that does without one run of these steps, or None if it needs them all."""
    for run in (8, 4, 3, 2, 1):
        for at in range(len(steps) - run, -1, -1):
            found = _replayed(first, [_bare(step) for step in (*steps[:at], *steps[at + run :])])
            if found is not None and len(found[1]) < len(steps):
                return found
    return None


def _bare(step: Mapping[str, Any]) -> Step:
    return {key: value for key, value in step.items() if key not in ("expect", "refused")}


def _replayed(first: Model, steps: Sequence[Step]) -> tuple[str, list[Step]] | None:
    """Return the first deviation of these steps with all up to it, or None if there is none."""
    table, played = _Table(deepcopy(first)), list[Step]()
    for step in steps:
        try:
            shown, failure = table.play(step)
        except (KeyError, LookupError, ValueError, RuntimeError):
            return None
        played.append(shown)
        if failure:
            return failure, [*(_bare_but_refused(one) for one in played[:-1]), played[-1]]
    return None


def _bare_but_refused(step: Mapping[str, Any]) -> Step:
    return {key: value for key, value in step.items() if key != "expect"}


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple | set):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return msgspec.json.encode(value).decode()


def _key(key: object) -> str:
    text = str(key)
    return text if text.replace("_", "").replace("-", "").isalnum() else f'"{text}"'


def save(deviation: Deviation, path: Path) -> None:
    """Add a deviation to a file, to be read by people."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{deviation}\n\n")
