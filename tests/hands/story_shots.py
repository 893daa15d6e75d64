"""Pictures of a story on its way: whatever system it is of, the same moments, named after its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.campaign.things import Prepared
from rulesets.scenarios.files import find_files, read_file
from rulesets.vocabulary import Rules, find_phase
from tests.hands.gestures import DRAG
from tests.hands.keys_and_mouse import Hands
from tests.hands.players_shots import players_shots
from tests.hands.scenario import ByHand

Step = Mapping[str, Any]


def stories(folder: Path) -> list[Story]:
    """Every story in a folder, by the names of their files.

    Raises:
        ScenarioError: if one cannot be read.
    """
    files = [read_file(path) for path in find_files([folder])]
    return [Story(data["ruleset"], case) for data in files for case in data["case"]]


class Story:
    """A scenario that is played by hand."""

    def __init__(self, ruleset: str, case: Mapping[str, Any]) -> None:
        """Take a case of a scenario file."""
        self.ruleset, self.case = ruleset, case
        self.steps: list[Step] = list(case["steps"])

    def open(self, hands: Hands) -> None:
        """Put its combatants on the table, as a prepared encounter does."""
        people = tuple(dict(given) for given in self.case["combatants"])
        name = self.case["id"].replace("-", " ").capitalize()
        options = self.case.get("options") or {}
        sample = Prepared(name=name, ruleset=self.ruleset, options=options, combatants=people)
        hands.window.services.encounters.new_from(sample)
        hands.settle()

    def dialogs(self, rules: Rules) -> dict[int, str]:
        """Which steps' dialogs are worth a picture, and what it is called."""
        wanted: dict[int, str] = {}
        names = [step.get("do", "") for step in self.steps]
        for name in ("start", "initiative"):
            if name in names:
                wanted[names.index(name)] = name
        declares = [
            at for at, step in enumerate(self.steps) if names[at] == "declare" and "refused" not in step
        ]
        if declares:
            wanted[next((at for at in declares[2:] if not self.steps[at].get("done")), declares[0])] = (
                "declaring"
            )
        hurts = [
            at
            for at, name in enumerate(names)
            if name in rules.pipelines and rules.pipelines[name].role == "damage"
        ]
        if hurts:
            many = (at for at in hurts if isinstance(self.steps[at].get("to"), list))
            wanted[next(many, hurts[0])] = "damage-sheet"
        return wanted


class StorySeries:
    """The moments of one story in one look."""

    def __init__(self, hands: Hands, story: Story, folder: Path, look: str) -> None:
        """Name the pictures after ``look`` and the story's ruleset."""
        self._hands, self._story, self._folder, self._look = hands, story, folder, look
        self._taken: set[str] = set()
        self._at = 0
        self._dialogs: dict[int, str] = {}

    def take(self) -> None:
        """Play until the second round's turns have begun and take a picture of every moment on the way."""
        bridge = self._hands.window.services.bridge
        self._story.open(self._hands)
        self._shot("before-the-fight")
        self._dialogs = self._story.dialogs(bridge.rules)
        player = ByHand(self._hands, self._watch)
        last = max(self._dialogs, default=0)
        for at, step in enumerate(self._story.steps):
            self._at = at
            player.play(step)
            self._after(step)
            if at > last and bridge.state.clock.round > 1 and self._activity() == "act":
                break
        self._mid_round()

    def _shot(self, what: str) -> None:
        if what not in self._taken:
            self._taken.add(what)
            path = self._folder / f"{self._look}-{self._story.ruleset}-{len(self._taken):02}-{what}.png"
            self._hands.picture(path)
            print(path, flush=True)

    def _watch(self, what: str) -> None:
        """A dialog is filled in, or a row is held where it is to be dropped."""
        if what == DRAG:
            self._shot("drop-sentence")
        elif self._at in self._dialogs:
            self._shot(self._dialogs[self._at])

    def _after(self, step: Step) -> None:
        bridge, window = self._hands.window.services.bridge, self._hands.window
        if step.get("refused") and window.messages.text:
            self._shot("refusal")
        activity = self._activity()
        if activity == "tick":
            self._shot("end-phase")
        if activity == "act" and bridge.state.put_off and bridge.state.effects:
            self._mid_round()

    def _mid_round(self) -> None:
        """Where something is in force and somebody waits, or else at the end of what is played."""
        if "mid-round" not in self._taken:
            self._shot("mid-round")
            players_shots(self._hands, self._folder, f"{self._look}-{self._story.ruleset}")
            log = self._hands.window.log.list
            self._hands.click_row(log, log.model().rowCount() - 4)
            self._shot("log")

    def _activity(self) -> str:
        bridge = self._hands.window.services.bridge
        phase = find_phase(bridge.rules, bridge.state.clock.phase)
        return phase.activity if phase is not None else ""
