"""Until when a turn is put off: to a count, behind somebody, or until it is resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QRadioButton, QWidget

from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.queries import (
    can_be_followed,
    count_of,
    live_slots,
    main_order,
    may_wait_for_round,
    turn_is_over,
)
from rulesets.table.commands import Command, Delay
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import find_phase

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class DelayDialog(CommandDialog):
    """What the ruleset lets one delay to; the sentence under it says what will come of it."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask for the combatant (or group) ``who``."""
        rule = bridge.rules.delay
        label = (rule.verb or rule.label) if rule is not None else ""
        label = label[:1].upper() + label[1:]
        super().__init__(bridge, texts, "", parent)
        one = bridge.state.combatants.get(who)
        self._slot = one.slot if one is not None else who
        self.setWindowTitle(f"{label or self.tr('Delay')}: {texts.name(self._slot)}")
        self.about.say(rule.text if rule is not None else "")
        self._kinds = QButtonGroup(self)
        self.radios: dict[str, QRadioButton] = {}
        self.count = NumberField(self)
        self.after = QComboBox(self)
        self.round = NumberField(self, least=1)
        allowed = rule.to if rule is not None else ("wait",)
        for kind in allowed:
            self._add_kind(kind)
        self._fill()
        self.round.setVisible(may_wait_for_round(bridge.rules))
        if may_wait_for_round(bridge.rules):
            self.add_row(self.tr("Not before &round"), self.round, self.tr("blank = as soon as it comes up"))
        first = self.radios["after" if self.after.count() and "after" in allowed else allowed[0]]
        first.setChecked(True)  # behind the next one with one Enter; a number that is typed is a count
        self.count.typed.connect(self._on_count)
        self.after.activated.connect(self._on_after)
        self.round.typed.connect(self.refresh)
        self._kinds.buttonToggled.connect(self.refresh)
        self._unused = ""
        """Digits that were typed where nothing takes them."""
        self.finish(label or self.tr("Delay"))
        tab_as_laid_out(self)
        (self.count if self._kind() == "count" else first).setFocus()

    def _add_kind(self, kind: str) -> None:
        words = {
            "count": self.tr("To &count"),
            "after": self.tr("&Behind"),
            "wait": self.tr("&Wait until it is resumed"),
        }
        radio = QRadioButton(words.get(kind, kind), self)
        self._kinds.addButton(radio)
        self.radios[kind] = radio
        match kind:
            case "count":
                self.count.setAccessibleName(self.tr("Count"))
                self.form.addRow(radio, self.count)
            case "after":
                self.after.setAccessibleName(self.tr("Behind whom"))
                self.form.addRow(radio, self.after)
            case _:
                self.form.addRow(radio)

    def _fill(self) -> None:
        """Offer those behind whom one can delay: who is still to come and can act, the next one first."""
        narrow(self.after)
        rules, state = self.bridge.rules, self.bridge.state
        slots = live_slots(main_order(rules, state))
        at = slots.index(self._slot) if self._slot in slots else -1
        for slot in filter(self._comes, [*slots[at + 1 :], *slots[: max(at, 0)]]):
            count = count_of(rules, state, slot)
            name = self.texts.name(slot)
            self.after.addItem(name if count is None else f"{name} ({count})", slot)
        for kind, widget in (("count", self.count), ("after", self.after)):
            widget.setVisible(kind in self.radios)

    def _comes(self, slot: str) -> bool:
        """Return whether a slot has a turn to come in this pass behind which another can be put off."""
        rules, state = self.bridge.rules, self.bridge.state
        phase = find_phase(rules, state.clock.phase)
        to_come = phase is not None and turn_is_over(rules, state, phase, slot) is False
        return to_come and can_be_followed(state, slot)

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        kind, round_ = self._kind(), self.round.number
        match kind:
            case "count":
                return [Delay(who=self._slot, count=self.count.number, round=round_)]
            case "after":
                return [Delay(who=self._slot, after=chosen(self.after))]
        return [Delay(who=self._slot, round=round_)]

    def missing(self) -> str:
        lacks = ""
        if self._kind() == "count" and self.count.number is None:
            lacks = self.tr("Type the count to act at.")
        elif self._kind() == "after" and not chosen(self.after):
            lacks = self.tr("Nobody comes after.")
        return " ".join(filter(None, (self._refused_anyhow(), lacks))) if lacks else ""

    def _refused_anyhow(self) -> str:
        """Return why the turn cannot be put off at all, before it is said how far; '' if it can."""
        waits = self.bridge.preview(Delay(who=self._slot)) if "wait" in self.radios else None
        return self.texts.refusal(waits) if isinstance(waits, Refusal) else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits are the count wherever the keys are; where none is asked for, that is said.

        Letters are the name of whom to come behind. A key that a field takes never comes here.
        """
        if event.text().isalpha() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self._type_name(event)
        elif not event.text().isdecimal() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif "count" in self.radios:
            self.count.setFocus()
            self.count.clear()
            QCoreApplication.sendEvent(self.count, event)
        else:
            self._unused += event.text()
            self._say_unused()

    def _type_name(self, event: QKeyEvent) -> None:
        if "after" not in self.radios or not self.after.count():
            super().keyPressEvent(event)
            return
        self.radios["after"].setChecked(True)
        self.after.setFocus()
        QCoreApplication.sendEvent(self.after, event)

    def _say_unused(self, *, pressed: bool = False) -> None:
        """Say which digits are for nothing; once something was ``pressed``, what the next press does."""
        text = self.tr("“{typed}” was not taken: this ruleset lets nobody wait for a count.")
        said = [text.format(typed=self._unused)]
        outcome = self.bridge.preview(*self.wanted()) if pressed else None
        if isinstance(outcome, Outcome):
            once_more = self.tr("Press once more for this: {what}.")
            said.append(once_more.format(what=self.texts.drop(self.command(), outcome)))
        self._say(" ".join(said), "warn", ok=True)

    def accept(self) -> None:
        """Accept, unless digits were typed that mean nothing: whoever presses once more has read that."""
        if self._unused:
            self._say_unused(pressed=True)
            self._unused = ""
        else:
            super().accept()

    def lacking(self) -> str:
        """Return what cannot be read in the fields that count, or is still missing."""
        fields = (self.count,) if self._kind() == "count" else ()
        fields = fields if self._kind() == "after" else (*fields, self.round)
        wrong = next((one for one in fields if one.unread), None)
        return self.missing() if wrong is None else f"{wrong.accessibleName()}: {wrong.unread}"

    def foreseen(self, command: Command, outcome: object) -> str:
        if not isinstance(outcome, Outcome):
            return ""
        return " ".join(filter(None, (self.texts.drop(command, outcome), self._far_away())))

    def _far_away(self) -> str:
        """Return that a later round is more than the next one: who waits for it does nothing in between."""
        now, wanted = self.bridge.state.clock.round, self.round.number
        if self._kind() == "after" or wanted is None or wanted <= now + 1:
            return ""
        text = self.tr(
            "It is round {now}: {name} does not act before round {round}. Type {next} for the next round."
        )
        name = self.texts.name(self._slot)
        return text.format(now=now, name=name, round=wanted, next=now + 1)

    def refresh(self) -> None:
        """Ask for a round only where it counts, and say what will come of it."""
        self.round.setEnabled(self._kind() != "after")
        super().refresh()

    def _kind(self) -> str:
        return next((kind for kind, radio in self.radios.items() if radio.isChecked()), "wait")

    def _on_count(self) -> None:
        self.radios["count"].setChecked(True)
        self.refresh()

    def _on_after(self, _index: int) -> None:
        self.radios["after"].setChecked(True)
        self.refresh()
