"""Pictures of an evening with a ruleset of one's own: the list, its errors, a change of it, the options."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from desktop.files.samples import read_sample, shipped
from desktop.rulesets.change_dialog import ChangeRulesDialog, EncounterOptionsDialog
from desktop.rulesets.list_dialog import RulesetsDialog
from desktop.rulesets.new_dialog import NewRulesetDialog
from desktop.rulesets.play_dialog import PlayCasesDialog
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands, Lost

NAME = "Our table"
SLIPS = """
[action.boast]
label = "Boast"
cost = "swif"
text = "Everybody hears of it."

[stat]
swagger = { value = "cha_mod + leve", label = "Swagger" }
"""
"""What an author types by mistake."""
MENDED = """
[action.boast]
label = "Boast"
cost = "swift"
text = "Everybody hears of it."

[action.second_wind]
label = "Second breath"

[stat]
reflex = { value = "10 + level + dex_mod + 2" }
"""


class RulesetSeries:
    """An evening of somebody who writes a ruleset of his own, in one look and one size."""

    def __init__(self, hands: Hands, folder: Path, look: str) -> None:
        """Name the pictures after ``look``."""
        self._hands, self._folder, self._look = hands, folder, look
        self._number = 0

    def take(self) -> None:
        """Start a ruleset, make mistakes, mend them while a fight is played by it, set options."""
        file = self._started()
        before = file.read_text(encoding="utf-8")
        self._with_errors(file, before)
        self._changed_in_a_fight(file, before)
        self._options()

    def _shot(self, what: str) -> None:
        self._number += 1
        path = self._folder / f"{self._look}-rulesets-{self._number:02}-{what}.png"
        self._hands.picture(path)
        print(path, flush=True)

    def _list(self) -> RulesetsDialog:
        self._hands.menu("rulesets")
        dialog = self._hands.dialog()
        if not isinstance(dialog, RulesetsDialog):
            raise Lost("the list of rulesets is not there")
        return dialog

    def _started(self) -> Path:
        hands = self._hands
        dialog = self._list()
        hands.until(lambda: dialog.all_checked, "the rulesets to be checked")
        self._shot("none-of-ones-own")
        hands.click(dialog.buttons["new"])
        asked = hands.dialog()
        field = asked.focusWidget()
        if not isinstance(asked, NewRulesetDialog) or not isinstance(field, QLineEdit):
            raise Lost("nobody asks for a new ruleset")
        hands.type(field, NAME)
        asked.base.setCurrentIndex(asked.base.findData(read_sample(shipped()).ruleset))
        self._shot("new")
        hands.key(Qt.Key.Key_Return, on=field)
        hands.until(lambda: dialog.chosen is not None and dialog.chosen.own, "the new ruleset")
        dialog.activateWindow()
        hands.until(lambda: dialog.all_checked, "it to be checked")
        self._shot("started")
        chosen = dialog.chosen
        if chosen is None:
            raise Lost("nothing was written")
        return chosen.file

    def _with_errors(self, file: Path, before: str) -> None:
        hands = self._hands
        file.write_text(before + SLIPS, encoding="utf-8")
        dialog = self._list()
        hands.until(lambda: dialog.problems_model.rowCount() > 1, "the errors")
        self._shot("errors")
        file.write_text(before, encoding="utf-8")
        hands.until(lambda: dialog.problems_model.rowCount() == 0, "the errors to be mended")
        hands.click(dialog.buttons["play"])
        played = hands.dialog()
        if isinstance(played, PlayCasesDialog):
            hands.until(lambda: not played.playing, "the scenarios")
        self._shot("scenarios")
        hands.leave_one()
        hands.leave()

    def _changed_in_a_fight(self, file: Path, before: str) -> None:
        hands, sample = self._hands, read_sample(shipped())
        services = hands.window.services
        services.encounters.new(sample.name, file.parent.name, sample.options, sample.commands)
        hands.settle()
        plays.ask_for_initiative(hands)
        plays.begin(hands)
        file.write_text(before + SLIPS, encoding="utf-8")
        hands.until(lambda: bool(hands.window.messages.text), "word of the errors")
        self._shot("errors-in-a-fight")
        hands.click(hands.window.messages.later)
        file.write_text(before + MENDED, encoding="utf-8")
        hands.until(lambda: bool(hands.window.messages.text), "word of the change")
        self._shot("changed-on-disk")
        hands.click(hands.window.messages.action)
        dialog = hands.dialog()
        if isinstance(dialog, ChangeRulesDialog):
            hands.until(lambda: not dialog.working, "the change to be worked out")
        self._shot("change-offered")
        hands.accept()
        self._shot("change-applied")

    def _options(self) -> None:
        hands = self._hands
        hands.menu("options")
        dialog = hands.dialog()
        if not isinstance(dialog, EncounterOptionsDialog):
            raise Lost("nobody shows the options")
        self._shot("options")
        for box in list(dialog.options.boxes.values())[:3]:
            box.setCurrentIndex((box.currentIndex() + 1) % box.count())
        hands.until(lambda: not dialog.working, "what would change")
        self._shot("options-chosen")
        hands.leave()
