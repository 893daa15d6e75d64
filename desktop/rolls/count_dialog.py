"""Correcting an initiative count, or the card in its place, in the running fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField, TypedField
from desktop.widgets.plain_text import tip
from rulesets.seen.number_format import card_shown, cards_typed
from rulesets.seen.queries import main_order, pile_left, place_of
from rulesets.table.commands import Command, SetNumbers
from rulesets.table.outcome import Outcome

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class CountDialog(CommandDialog):
    """A new count, or card, for one combatant or its group; ties go by the ruleset.

    Whoever is active stays so.
    """

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask, with the present count or card filled in."""
        super().__init__(bridge, texts, "", parent)
        self._who = who
        one = bridge.state.combatants.get(who)
        self._slot = one.slot if one is not None else who
        order = bridge.rules.orders.get(bridge.rules.main_order)
        self._deck = order.roll.deck if order is not None and order.roll is not None else ""
        self._place = place_of(bridge.rules, bridge.state, self._slot)
        if self._deck:
            self._ask_card()
        else:
            self._ask_number()
        title = self.tr("Correct the card: {name}") if self._deck else self.tr("Correct the count: {name}")
        self.setWindowTitle(title.format(name=texts.name(self._slot)))
        self.count.typed.connect(self.refresh)
        self.finish(self.tr("Correct"))
        self.count.setFocus()
        self.count.selectAll()

    def _ask_number(self) -> None:
        self.count: TypedField = NumberField(self)
        self.count.put("" if self._place is None else str(self._place.count))
        self.add_row(self.tr("&Initiative count"), self.count)

    def _ask_card(self) -> None:
        self.count = TypedField(self)
        self.count.put("" if self._place is None else self._place.card)
        self.add_row(self.tr("C&ard"), self.count)
        deal = self.buttons.addButton(self.tr("&Deal one"), QDialogButtonBox.ButtonRole.ActionRole)
        self.deal_button = deal
        deal.setAutoDefault(False)
        left = len(pile_left(self.bridge.rules, self.bridge.state, self._deck))
        deal.setEnabled(left > 0)
        deal.setToolTip(tip(self.tr("Fills in any of the {number} cards left.").format(number=left)))
        deal.clicked.connect(self._deal)

    def _deal(self) -> None:
        left = pile_left(self.bridge.rules, self.bridge.state, self._deck)
        self.count.put(self.bridge.dice.draw(left))
        self.refresh()

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        text = self.count.text().strip()
        if self._deck:
            return [SetNumbers(who=self._who, initiative=" ".join(self._cards()))]
        number = self.count.number if isinstance(self.count, NumberField) else None
        return [SetNumbers(who=self._who, initiative=number if text else None)]

    def missing(self) -> str:
        if self._deck:
            return "" if self._cards() else self.tr("Type the new card.")
        blank = isinstance(self.count, NumberField) and self.count.number is None
        return self.tr("Type the new count.") if blank else ""

    def foreseen(self, command: Command, outcome: object) -> str:
        """Say who has the card already: it may lie on the table twice only by mistake."""
        if not self._deck or not isinstance(outcome, Outcome):
            return ""
        card, said = self._cards()[0], self.texts.drop(command, outcome)
        places = main_order(self.bridge.rules, self.bridge.state).places
        holder = next((s for s, place in places.items() if place.card == card and s != self._slot), "")
        if holder:
            has = self.tr("{name} has {card}, too.")
            shown = card_shown(self.bridge.rules, self._deck, card)
            return f"{said}. " + has.format(name=self.texts.name(holder), card=shown)
        return said

    def _cards(self) -> tuple[str, ...]:
        return cards_typed(self.bridge.rules, self._deck, self.count.text())
