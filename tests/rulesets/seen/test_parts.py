"""How much each of several takes is asked of the ruleset, and offered nowhere else as a roll or a formula."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.parts import PartRule, dice_of, part_of, part_rules
from rulesets.seen.queries import formulas_for_people
from rulesets.seen.scene import Viewer
from rulesets.seen.throws import throwables
from rulesets.table import commands as cmd


def table(system: str, **stats: object) -> Session:
    session = Session(loader.load(system))
    session.dispatch(cmd.Add(combatant={"id": "orc", "name": "Orc", **stats}))
    return session


@pytest.mark.parametrize(
    ("system", "stats", "die"),
    [
        ("saga-edition", ["reflex", "fortitude", "will"], ""),
        ("srd35", ["reflex", "fortitude", "will"], "d20"),
        ("pf2e", ["reflex", "fortitude", "will"], "d20"),
        ("kaiser", [], ""),
        ("sagas-hub", [], ""),
        ("moon-swing", [], ""),
    ],
)
def test_a_ruleset_says_by_which_numbers_an_area_is_rolled(system: str, stats: list[str], die: str) -> None:
    rules = loader.load(system)
    found = part_rules(rules, next(n for n, one in rules.pipelines.items() if one.role == "damage"))
    assert [one.stat for one in found] == stats
    assert {one.die for one in found} == ({die} if stats else set())
    assert part_rules(rules, "heal") == []


def test_a_part_is_open_until_both_numbers_are_known() -> None:
    session = table("pf2e", reflex=5)
    rules, state, orc = session.rules, session.state, session.state.combatants["orc"]
    rule = PartRule("basic_save", "reflex", "dc", "save", "d20")
    assert dice_of(Viewer(rules).look(state), rule, orc) == "1d20+5"
    assert part_of(rules, state, rule, orc, None, total=20) is None
    assert part_of(rules, state, rule, orc, 20) is None
    parts = [part_of(rules, state, rule, orc, 20, total=total) for total in (10, 11, 20, 30)]
    assert parts == [2, 1, 0.5, 0]
    assert part_of(rules, state, rule, orc, 20, total=25, natural=20) == 0


@pytest.mark.parametrize("system", ["saga-edition", "srd35", "dnd5e", "pf2e"])
def test_it_is_no_formula_and_no_roll_for_itself(system: str) -> None:
    """A d20 in it would be one more attack to choose, and a formula that tells half as a number."""
    session = table(system)
    assert not {"area", "save_half", "basic_save"} & formulas_for_people(session.rules).keys()
    offered = throwables(Viewer(session.rules).look(session.state), session.state.combatants["orc"])
    assert not [one for one in offered if one.label in ("Save for half", "Basic save", "Area attack")]
