"""Coming in inside of another's turn: how the opposed rolls came out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.widgets.citations import followed_by
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from rulesets.seen.queries import contest_of
from rulesets.table.commands import Command, Resume
from rulesets.table.outcome import Outcome

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class InterruptDialog(CommandDialog):
    """A total for the one who waited and one for whoever acts; without them it is settled at the table."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask for the slot ``who``, which comes in."""
        super().__init__(bridge, texts, "", parent)
        rules, state = bridge.rules, bridge.state
        self._slots = (who, state.walk.active)
        title = self.tr("{who} interrupts {active}")
        self.setWindowTitle(title.format(who=texts.name(who), active=texts.name(state.walk.active)))
        said = self.tr("Both roll {contest}; the higher total goes first.")
        cite = rules.delay.cite if rules.delay is not None else ""
        self.about.say(followed_by(said.format(contest=contest_of(rules, state, who)), cite))
        self.totals = {slot: NumberField(self) for slot in self._slots}
        for slot, field in self.totals.items():
            hint = self.tr("both blank = it goes through without a roll") if slot != who else ""
            self.add_row(texts.name(slot).replace("&", "&&"), field, hint)
            field.typed.connect(self.refresh)
        self.finish(self.tr("Interrupt"))
        self.totals[who].setFocus()

    def wanted(self) -> list[Command]:
        totals = {slot: field.number for slot, field in self.totals.items()}
        contest = {slot: total for slot, total in totals.items() if total is not None}
        return [Resume(who=self._slots[0], interrupt=True, contest=contest)]

    def missing(self) -> str:
        blank = [slot for slot, field in self.totals.items() if field.number is None]
        if len(blank) != 1:
            return ""
        return self.tr("Type the total of {name}, too.").format(name=self.texts.name(blank[0]))

    def foreseen(self, command: Command, outcome: object) -> str:
        return self.texts.drop(command, outcome) if isinstance(outcome, Outcome) else ""
