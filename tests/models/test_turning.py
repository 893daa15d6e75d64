"""Fights go as the models of shots, passes, cards, three actions and the fifth edition say.

SH-01..30, IP-01..31, CA-01..49, CA-60; PF-01..52, PF-60..71; R5E-01..29, R5E-49..72.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.scenarios.files import read_file
from tests.models.cards import Cards, fight as cards
from tests.models.contest import Factory, contest, follow
from tests.models.dnd5e import Dnd5e, fight as dnd5e
from tests.models.once import Once
from tests.models.passes import Passes, fight as passes
from tests.models.pf2e import Pf2e, fight as pf2e
from tests.models.shots import Shots, fight as shots
from tests.models.turning import Turning
from tests.sampling import mostly_slow

STEPS = 30
FIGHTS = 20
"""Fights of one test."""
SCENARIOS = Path(__file__).parents[1] / "scenarios"
MODELS: dict[str, type[Turning]] = {
    "shots": Shots,
    "passes": Passes,
    "cards": Cards,
    "pf2e": Pf2e,
    "dnd5e": Dnd5e,
}
FIGHTERS: dict[str, Factory] = {
    "shots": shots,
    "passes": passes,
    "cards": cards,
    "pf2e": pf2e,
    "dnd5e": dnd5e,
}
LEFT = frozenset(
    {"e5-19", "e5-22", "e5-27", "e5-37", "e5-43", "e5-45"}  # advantage, weapons, exhaustion, insisting
    | {"pf2e-basic-save", "r5e-save-half"}  # what a formula comes to
    | {"pf2e-back-at-the-end-of-a-round"}  # a roll answered in a turn that is taken back
)
"""Cases about what the models leave to them."""
CASES = [
    pytest.param(name, case, id=case["id"])
    for name in MODELS
    for case in read_file(SCENARIOS / f"{name}.toml")["case"]
    if "dice" not in case and case["id"] not in LEFT
]
"""The shared cases in which every roll is given, and that the model does not leave to themselves."""


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_model_knows_every_step_of_the_shared_cases(name: str, case: dict[str, Any]) -> None:
    """They settle how the rules are read; engine and model go the same way at each of their steps."""
    model = MODELS[name](case["combatants"], case.get("options", {}))
    assert follow(model, case["steps"]) == (len(case["steps"]), "")


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_model_tells_what_the_shared_cases_expect(name: str, case: dict[str, Any]) -> None:
    """What a case expects and the model knows is the same by the model alone."""
    model = MODELS[name](case["combatants"], case.get("options", {}))
    for number, step in enumerate(case["steps"], 1):
        if step["do"] == "undo":
            break  # which is not the model's
        bare = {key: value for key, value in step.items() if key not in ("expect", "refused")}
        for part in model.parts(bare):
            refused = model.judge(part)
            assert bool(refused) == bool(step.get("refused")), f"step {number}: {refused}"
        facts = model.facts()
        for key, told in step.get("expect", {}).items():
            fact = _lacking(told, facts) if key == "lacks" and isinstance(model, Once) else facts.get(key)
            assert key not in facts or agrees(key, told, fact), f"step {number}: {key}: {fact}"


def _lacking(told: dict[str, list[str]], facts: dict[str, Any]) -> dict[str, list[str]]:
    """Return who lacks what, with names of effects that are none of the ruleset's and that nobody has."""
    on = facts["has"]
    return {
        who: [
            *lacks,
            *(name for name in told.get(who, ()) if name not in on.get(who, ())),
        ]
        for who, lacks in facts["lacks"].items()
    }


def agrees(key: str, told: Any, fact: Any) -> bool:
    """Return whether what a case tells is what the model knows; what either leaves out is not compared."""
    if key in ("has", "lacks"):
        return all(set(names) <= set(fact[one]) for one, names in told.items() if one in fact)
    if isinstance(told, dict):
        inner = "asked" if key == "asks" else ""
        return all(one not in fact or agrees(inner, each, fact[one]) for one, each in told.items())
    if key == "asked":  # a name, or a name and the number that it is rolled against
        return sorted(told) in (sorted(fact), sorted(one.split()[0] for one in fact))
    return bool(told == fact)


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("first", mostly_slow(range(0, 8 * FIGHTS, FIGHTS), 0))
def test_random_fights_go_as_the_rules_say(name: str, first: int) -> None:
    for seed in range(first, first + FIGHTS):
        deviation = contest(FIGHTERS[name], seed, STEPS)
        assert deviation is None, f"seed {seed}\n{deviation}"
