"""A step is looked at once: the list, the stepper, the messages and the button read one scene."""

from __future__ import annotations

import pytest

from desktop.main.window import MainWindow
from rulesets.reading import loader
from rulesets.seen import queries
from rulesets.seen.scene import Scene, Viewer
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["saga-edition", "moon-swing"])
def test_a_step_makes_one_scene_for_all_who_look(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    bridge, looked, chosen = window.services.bridge, [], []
    look, choice = Viewer.look, queries.open_choice

    def counted(viewer: Viewer, state: Encounter) -> Scene:
        looked.append(state)
        return look(viewer, state)

    def asked(rules: Rules, state: Encounter) -> queries.OpenChoice | None:
        chosen.append(state)
        return choice(rules, state)

    bridge.open(loader.load(ruleset))
    for number in range(3):
        assert bridge.dispatch(cmd.Add(combatant={"id": f"c{number}", "side": f"s{number % 2}"})) is not None
    monkeypatch.setattr(Viewer, "look", counted)
    monkeypatch.setattr(queries, "open_choice", asked)
    for command in (cmd.Start(), cmd.Describe(who="c1", changes={"name": "Other"}), cmd.Leave(who="c2")):
        looked.clear()
        chosen.clear()
        assert bridge.dispatch(command) is not None
        assert looked == [bridge.state]
        assert len(chosen) <= 1, "who can be chosen is found out once"
    window.table.select("c0")
    assert len(looked) == 1, "who is selected is no step"
