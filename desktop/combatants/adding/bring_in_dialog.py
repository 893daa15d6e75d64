"""Letting some come in with what was rolled for them at the table: a wave, or a party of the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.combatants.newcomers import deck_on_joining, rolls_on_joining
from desktop.combatants.waves import is_players, next_wave, wave_shown
from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField, TypedField
from rulesets.seen.number_format import cards_typed
from rulesets.table.commands import Add, BringIn, Command, Result
from rulesets.table.encounter import Wave

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class _RollFields(CommandDialog):
    """A field for everybody, or every group, that comes in and rolls or is dealt a card."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Ask for nobody's roll yet."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Bring in who is to come"))
        self._rolls = rolls_on_joining(bridge.rules, bridge.state)
        self._deck = deck_on_joining(bridge.rules, bridge.state)
        self.fields: dict[str, TypedField] = {}
        """Slot → the field for its roll."""
        dealt = self.tr("A card that was drawn at the table is typed here; the others are dealt.")
        rolled = self.tr("What was rolled at the table is typed here; what is left blank is rolled.")
        self.about.say("" if not self._rolls else dealt if self._deck else rolled)

    def ask_for(self, coming: Iterable[Mapping[str, Any]]) -> None:
        """Ask for the rolls of those who come in; a player's is asked for first of all."""
        for old in self.fields.values():
            self.form.removeRow(old)
        self.fields = {}
        players: list[TypedField] = []
        for given in coming if self._rolls else ():
            slot = _slot(given)
            if slot not in self.fields:
                field: TypedField = TypedField(self) if self._deck else NumberField(self)
                field.setPlaceholderText(self.tr("dealt") if self._deck else self.tr("rolled"))
                self.add_row(str(given.get("group") or given.get("name") or slot), field)
                field.typed.connect(self.refresh)
                self.fields[slot] = field
                if is_players(given):
                    players.append(field)
        if self.fields:
            next(iter((*players, *self.fields.values()))).setFocus()
        self.refresh()
        self.grow()

    def typed_rolls(self) -> dict[str, Result]:
        """Return slot → total, or cards, of what was typed."""
        rolls: dict[str, Result] = {}
        for slot, field in self.fields.items():
            if isinstance(field, NumberField):
                if field.number is not None:
                    rolls[slot] = field.number
            elif cards := cards_typed(self.bridge.rules, self._deck, field.text()):
                rolls[slot] = cards
        return rolls


class BringInDialog(_RollFields):
    """Which wave comes in, and what was rolled for it."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None, wave: str = "") -> None:
        """Offer the waves that are to come, ``wave`` or the next one first."""
        super().__init__(bridge, texts, parent)
        self.wave = QComboBox(self)
        narrow(self.wave)
        first = next_wave(bridge.state)
        for each in bridge.state.waves:
            self.wave.addItem(wave_shown(each), each.id)
        self.wave.setCurrentIndex(self.wave.findData(wave or ("" if first is None else first.id)))
        self.add_row(self.tr("&Who"), self.wave)
        self.wave.currentIndexChanged.connect(self._show_fields)
        self.finish(self.tr("&Bring in"))
        self._show_fields()

    def _chosen(self) -> Wave | None:
        ident = self.wave.currentData()
        return next((wave for wave in self.bridge.state.waves if wave.id == ident), None)

    def _show_fields(self) -> None:
        wave = self._chosen()
        self.ask_for(() if wave is None else wave.combatants)

    def wanted(self) -> list[Command]:
        wave = self._chosen()
        return [] if wave is None else [BringIn(wave=wave.id, rolls=self.typed_rolls())]


class JoinDialog(_RollFields):
    """What was rolled for some who come in at once."""

    def __init__(
        self, bridge: Bridge, texts: Texts, parent: QWidget | None = None, adds: Sequence[Add] = ()
    ) -> None:
        """Ask for the rolls of those whom ``adds`` let in."""
        super().__init__(bridge, texts, parent)
        self._adds = tuple(adds)
        self.finish(self.tr("&Bring in"))
        self.ask_for([one.combatant for one in self._adds])

    def wanted(self) -> list[Command]:
        """Return the orders, of which the first of a slot has its roll."""
        rolls = self.typed_rolls()
        found: list[Command] = []
        for one in self._adds:
            found.append(replace(one, roll=rolls.pop(_slot(one.combatant), one.roll)))
        return found


def _slot(given: Mapping[str, Any]) -> str:
    """Return the slot of somebody who comes in, as entered: that of the group, or its own."""
    return str(given.get("group") or given["id"])
