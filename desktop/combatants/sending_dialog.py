"""Somebody who is there leaves, to come back later: alone, or with those who are to come already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from desktop.combatants.copying import first_given
from desktop.combatants.waves import free_wave, read_when, wave_shown
from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from rulesets.campaign.copies import copies
from rulesets.table.carried import Carried
from rulesets.table.commands import Command, Leave, PlanWave
from rulesets.table.encounter import Wave

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class SendingDialog(CommandDialog):
    """They wait as they stand: what they have lost, and what lasts on them, is so when they come in."""

    def __init__(
        self, bridge: Bridge, texts: Texts, who: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Send ``who``; nobody has gone before the dialog is accepted."""
        super().__init__(bridge, texts, "", parent)
        self._people = [ident for ident in who if ident in bridge.state.combatants]
        self._copies = copies(bridge.rules, bridge.state, self._people, first_given(bridge))
        names = texts.names(self._people)
        self.setWindowTitle(self.tr("Send to a wave: {names}").format(names=names))
        self.wave = QComboBox(self)
        narrow(self.wave)
        self.wave.addItem(self.tr("a wave of their own"), "")
        for one in bridge.state.waves:
            self.wave.addItem(wave_shown(one), one.id)
        self.when = QLineEdit(self)
        self.when.setMaxLength(200)
        self.when.setPlaceholderText(self.tr("round 3, or: when the alarm rings"))
        self.add_row(self.tr("Come &with"), self.wave)
        self.add_row(self.tr("&When"), self.when)
        self.show_row(self.wave, bool(bridge.state.waves))
        self.wave.currentIndexChanged.connect(self._chosen)
        self.when.textChanged.connect(self.refresh)
        self.finish(self.tr("&Send"))
        self.when.setFocus()

    def _chosen(self, _row: int) -> None:
        self.show_row(self.when, not self.wave.currentData())
        self.refresh()

    def wanted(self) -> list[Command]:
        """Return what lets them leave one after the other, and wait together."""
        state, ident = self.bridge.state, str(self.wave.currentData() or "")
        round_, when = read_when(self.when.text())
        new = Wave(free_wave(state), (), when, round_)
        wave = next((one for one in state.waves if one.id == ident), new)
        people = (*wave.combatants, *(one.given for one in self._copies.people))
        carried: dict[str, Carried] = dict(wave.carried)
        for one in self._copies.people:
            if one.carried is not None:
                carried[str(one.given["id"])] = one.carried
        planned = PlanWave(
            wave=wave.id,
            when=wave.when,
            round=wave.round,
            notes=wave.notes,
            combatants=people,
            carried=carried,
        )
        return [*(Leave(who=ident) for ident in self._people), planned]

    def foreseen(self, command: Command, _outcome: object) -> str:
        """Say that they leave: at the players' table somebody sees them go."""
        count = len(self._people)
        one, more = (
            self.tr("Leaves the fight, and waits under the list."),
            self.tr("Leave, and wait together."),
        )
        return (one if count == 1 else more) if isinstance(command, PlanWave) else ""
