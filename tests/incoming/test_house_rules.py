"""A ruleset of one's own takes what other programs write: the recipe of the guide does what it says."""

from __future__ import annotations

import re
import tomllib

from rulesets.incoming.fitting import fit, propose
from rulesets.incoming.found import Creature, Finding
from rulesets.reading import loader
from rulesets.vocabulary import Rules
from tests.guide_book import GUIDE, blocks, example

RECIPE = "### Creatures of other programs"
GOBLIN = {"max_hp": 7, "hp": 7, "ac": 15, "dex": 14, "initiative": 2, "save_dex": 4}


def of_the_guide() -> tuple[Rules, dict[str, object]]:
    """The ruleset of the recipe, and the combatant that its case has."""
    text = GUIDE.read_text(encoding="utf-8")
    part = text.split(f"\n{RECIPE}\n")[1].split("\n## ")[0]
    recipe, case = (re.sub(r"^```toml\n|```$", "", found) for found in re.findall(r"```toml\n[^`]*```", part))
    assert recipe in [block.text for block in blocks(text)]
    rules = loader.load_text(f"{example(text).ruleset}\n{recipe}", "guide")
    return rules, tomllib.loads(case)["case"][0]["combatants"][0]


def test_the_creature_of_the_recipe_comes_in_as_its_case_has_it() -> None:
    rules, wanted = of_the_guide()
    given = fit(rules, Creature(name="Goblin", values=GOBLIN, feats=("Quick Draw",))).given
    assert {key: given[key] for key in wanted if key != "id"} == {
        key: value for key, value in wanted.items() if key != "id"
    }
    assert given["feats"] == ["quick_draw"]
    assert given["notes"] == "Dexterity: 14\nDexterity save: +4"


def test_without_a_printed_bonus_it_is_worked_out_and_dexterity_has_its_place() -> None:
    rules, _ = of_the_guide()
    values = {**GOBLIN, "init_extra": 1}
    del values["initiative"]
    given = fit(rules, Creature(name="Goblin", values=values)).given
    assert given["nerve"] == 3
    assert given["notes"] == "Dexterity save: +4"


def test_it_is_proposed_for_the_games_that_it_names() -> None:
    rules, _ = of_the_guide()
    finding = Finding()
    finding.add(Creature(name="Goblin", family="5e", values=GOBLIN))
    assert propose([loader.load("kaiser"), rules], finding) == rules.id
