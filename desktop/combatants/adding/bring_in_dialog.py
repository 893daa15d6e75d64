"""Bringing a wave in with what was rolled for it at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.combatants.newcomers import deck_on_joining, rolls_on_joining
from desktop.combatants.waves import next_wave, wave_shown
from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField, TypedField
from rulesets.seen.number_format import cards_typed
from rulesets.table.commands import BringIn, Command, Result
from rulesets.table.encounter import Wave

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class BringInDialog(CommandDialog):
    """Which wave comes in, and a field for everybody, or every group, that rolls or is dealt a card."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Offer the waves that are to come, the next one first."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Bring in who is to come"))
        self._rolls = rolls_on_joining(bridge.rules, bridge.state)
        self._deck = deck_on_joining(bridge.rules, bridge.state)
        self.wave = QComboBox(self)
        narrow(self.wave)
        first = next_wave(bridge.state)
        for wave in bridge.state.waves:
            self.wave.addItem(wave_shown(wave), wave.id)
        self.wave.setCurrentIndex(self.wave.findData("" if first is None else first.id))
        self.add_row(self.tr("&Who"), self.wave)
        self.fields: dict[str, TypedField] = {}
        """Slot → the field for its roll."""
        self.wave.currentIndexChanged.connect(self._show_fields)
        self.finish(self.tr("&Bring in"))
        self._show_fields()

    def _chosen(self) -> Wave | None:
        ident = self.wave.currentData()
        return next((wave for wave in self.bridge.state.waves if wave.id == ident), None)

    def _show_fields(self) -> None:
        for old in self.fields.values():
            self.form.removeRow(old)
        self.fields = {}
        wave = self._chosen()
        for given in wave.combatants if wave is not None and self._rolls else ():
            slot = str(given.get("group") or given["id"])
            if slot not in self.fields:
                field: TypedField = TypedField(self) if self._deck else NumberField(self)
                field.setPlaceholderText(self.tr("dealt") if self._deck else self.tr("rolled"))
                self.add_row(str(given.get("group") or given.get("name") or slot), field)
                field.typed.connect(self.refresh)
                self.fields[slot] = field
        if self.fields:
            next(iter(self.fields.values())).setFocus()
        self.refresh()
        self.grow()

    def wanted(self) -> list[Command]:
        wave = self._chosen()
        return [] if wave is None else [BringIn(wave=wave.id, rolls=self._typed())]

    def _typed(self) -> dict[str, Result]:
        rolls: dict[str, Result] = {}
        for slot, field in self.fields.items():
            if isinstance(field, NumberField):
                if field.number is not None:
                    rolls[slot] = field.number
            elif cards := cards_typed(self.bridge.rules, self._deck, field.text()):
                rolls[slot] = cards
        return rolls
