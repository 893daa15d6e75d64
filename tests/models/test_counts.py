"""Fights by initiative counts: the model of the rules holds in the cases, and random fights go as it says."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.models.contest import contest
from tests.models.counts import SYSTEMS, Counts, Open, fight

CASES = Path(__file__).parent.parent / "scenarios"
FIGHTS, STEPS = 80, 12
TURNS = ["start", "initiative", "end-turn", "advance", "delay", "resume", "ready", "trigger", "end-encounter"]
PEOPLE = ["add", "remove", "defeat", "disable", "restore", "effect", "end-effect", "attack"]
# What the model does not hold as a whole: other pools, hit points, tracks, the clock.
EDGES = {"budget", "can", "cannot", "value", "hp", "temp_hp", "sr", "track", "tracks", "elapsed", "result"}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_random_fights_go_as_the_rules_say(ruleset: str) -> None:
    for seed in range(FIGHTS):
        deviation = contest(fight(ruleset), seed, STEPS)
        assert deviation is None, f"seed {seed}\n{deviation}"


def cases(ruleset: str) -> list[Any]:
    found = tomllib.loads((CASES / f"{ruleset}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(ruleset, case, id=case["id"]) for case in found if plays(case)]


def plays(case: dict[str, Any]) -> bool:
    """Return whether a case is about turns alone, with every roll given."""
    return not case.get("dice") and all(
        not (step.get("override") and step["do"] in ("act", "ready"))
        and (
            step.get("do") in (*TURNS, *PEOPLE)
            or (step.get("do") == "act" and step.get("cost") in ("standard", "move"))
        )
        for step in case["steps"]
    )


@pytest.mark.parametrize(("ruleset", "case"), [one for ruleset in SYSTEMS for one in cases(ruleset)])
def test_the_model_holds_in_the_cases(ruleset: str, case: dict[str, Any]) -> None:
    model = Counts(ruleset, case.get("options", {}), case["combatants"])
    for number, step in enumerate(case["steps"], 1):
        refused: str | bool = False
        try:
            for part in model.parts(step):
                refused = refused or model.judge(part)
        except Open:  # a default is shown from here on, and the model holds what the rules say
            assert number > 1
            return
        assert bool(refused) == bool(step.get("refused")), f"step {number}: {refused}"
        told, facts = step.get("expect", {}), model.facts()
        for key in set(told) & set(facts) - EDGES:
            assert differs(key, told[key], facts[key]) is None, f"step {number}: {key}: {facts[key]}"
        running = {(one, name) for one, left in facts.get("countdown", {}).items() for name in left}
        for key in ("has", "lacks"):
            for one, names in told.get(key, {}).items():
                for name in set(names) - {"flat-footed"}:
                    assert ((one, name) in running) == (key == "has"), f"step {number}: {key}: {one}: {name}"


def differs(key: str, told: Any, facts: Any) -> Any:
    """Return what a case tells otherwise than the facts, or None."""
    if key in ("delaying", "readied"):
        return None if set(told) == set(facts) else facts
    if key in ("has", "lacks", "countdown"):
        return None
    if key in ("acted", "counts"):
        return next((one for one in told if one in facts and told[one] != facts[one]), None)
    return None if told == facts else facts
