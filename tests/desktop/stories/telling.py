"""Stories as the tests take them: ruleset and case of each, and how one is put on the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rulesets
from desktop.bridge import Bridge
from desktop.files.encounters import Encounters
from rulesets.campaign.things import Prepared
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.values import Header
from rulesets.reading import loader
from rulesets.scenarios.files import find_files, read_file
from rulesets.scenarios.steps import STEP_KEYS, command_of
from rulesets.table.commands import Add
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import find_phase

HERE = Path(__file__).parent
Case = dict[str, Any]


def stories() -> list[tuple[str, Case]]:
    """Ruleset and case of every story."""
    files = [read_file(path) for path in find_files([HERE])]
    return [(data["ruleset"], case) for data in files for case in data["case"]]


def story(ruleset: str) -> Case:
    """The story of a ruleset."""
    return next(case for name, case in stories() if name == ruleset)


def open_story(encounters: Encounters, ruleset: str, case: Case, path: Path) -> None:
    """Put the story's combatants on the table, as a prepared encounter does."""
    people = tuple(dict(given) for given in case["combatants"])
    encounters.new_from(Prepared(case["title"], ruleset, case.get("options") or {}, people), path)


def open_own_story(encounters: Encounters, bridge: Bridge, folder: Path, case: Case, path: Path) -> None:
    """The same under a ruleset of the user's own: made as a file, which carries its ruleset, and opened."""
    rules = loader.load(folder, case.get("options") or {})
    header = Header(
        name=case["title"],
        app_version=rulesets.__version__,
        created="",
        ruleset_id=rules.id,
        ruleset_text=(folder / loader.FILE).read_text(encoding="utf-8"),
        ruleset_hash=rules.hash,
        options=json.dumps(rules.options_set),
    )
    EncounterFile.create(path, header).close()
    encounters.open(path)
    for given in case["combatants"]:
        assert bridge.dispatch(Add(combatant=dict(given))) is not None


def play_until(bridge: Bridge, case: Case, active: str) -> None:
    """Bring a story on the table to the first turn of ``active``, for tests of what can happen then."""
    for step in case["steps"]:
        phase = find_phase(bridge.rules, bridge.state.clock.phase)
        if bridge.state.walk.active == active and phase is not None and phase.activity == "act":
            return
        args = {key: value for key, value in step.items() if key not in STEP_KEYS and key != "do"}
        if step["do"] in ("undo", "redo"):
            getattr(bridge, step["do"])()
            continue
        command = command_of(bridge.rules, step["do"], args, bool(step.get("override", False)))
        assert not isinstance(command, Refusal)
        assert (bridge.dispatch(command) is None) == bool(step.get("refused", False)), step
    raise AssertionError(f"the turn of {active} never comes")
