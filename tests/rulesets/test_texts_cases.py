"""Every case of the conformance files can be told without a hole in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.reading import loader
from rulesets.scenarios.files import read_file
from rulesets.scenarios.play import Player
from rulesets.seen.offers import offers
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words import texts
from rulesets.words.texts import Speaker

SCENARIOS = Path(__file__).parent.parent / "scenarios"


def cases() -> list[Any]:
    found = []
    for file in sorted(SCENARIOS.glob("*.toml")):
        data = read_file(file)
        if data["ruleset"] in loader.shipped():
            found += [pytest.param(data["ruleset"], case, id=case["id"]) for case in data["case"]]
    return found


@pytest.mark.parametrize(("ruleset", "case"), cases())
def test_no_case_leaves_a_hole_in_a_sentence(ruleset: str, case: dict[str, Any]) -> None:
    rules = loader.load(ruleset, case.get("options") or {})
    player = Player(rules, case)
    session, dispatch = player.session, player.session.dispatch
    speaker = Speaker(rules, lambda ident: f"Name {ident}")
    said: list[str] = []

    def spoken(command: cmd.Command, at: float = 0.0) -> Any:
        said.append(speaker.command(command))
        said.append(speaker.drop(command, session.preview(command)))
        result = dispatch(command, at)
        if isinstance(result, Refusal):
            said.append(speaker.refusal(result))
        else:
            entry = speaker.entry(result.entry)
            assert entry.title
            said.extend((entry.title, *entry.lines))
        return result

    session.dispatch = spoken  # type: ignore[method-assign]
    for step in case["steps"]:
        player.play(step)
    for combatant in session.state.combatants.values():
        refused = [offer.refusal for offer in offers(rules, session.state, combatant) if offer.refusal]
        said.extend(speaker.refusal(refusal) for refusal in refused)
    said.extend(texts.places(rules, session.log, session.base))
    holes = [line for line in said if set("{}?") & set(line)]
    assert not holes
