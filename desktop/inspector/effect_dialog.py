"""Which effect or countdown begins, on whom, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from desktop.inspector.effect_more import BroughtField, SaveFields, keeping_up, kept_box, saves
from desktop.inspector.effects import sizes_known, suggestions, upkeep_known
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.citations import followed_by
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from desktop.widgets.labels import plain_label, roomy
from desktop.widgets.people import people_box
from rulesets.formula.amounts import AmountError, read_amount
from rulesets.seen.aiming import possible_targets
from rulesets.seen.labels import entry_label, spelled_label
from rulesets.seen.proposed import causer
from rulesets.seen.queries import acting_one, times_of_their_own
from rulesets.table.commands import BeginEffect, Command
from rulesets.table.encounter import UPKEEP

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


_PAD = Qt.KeyboardModifier.KeypadModifier


class EffectDialog(CommandDialog):
    """Name, rounds, cause: one command for each of those affected."""

    def __init__(
        self, bridge: Bridge, texts: Texts, on: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Ask for an effect on all of ``on``."""
        super().__init__(bridge, texts, "", parent)
        self._on = [who for who in dict.fromkeys(on) if who in bridge.state.combatants]
        self._sized = sizes_known(bridge.rules)
        self._times = times_of_their_own(bridge.rules)
        self._proposed: tuple[int | None, str] = (None, "")
        self.setWindowTitle(self.tr("Add an effect: {names}").format(names=texts.names(self._on)))
        self._make_fields()
        self._lay_out(", ".join(texts.name(who) for who in self._on))
        self.tell_below_fields()
        self._listen()
        self._say_when()
        self.finish(self.tr("Add"))
        self._on_rounds()
        self.name.setFocus()

    def _make_fields(self) -> None:
        """Make them in the order in which Tab goes through them."""
        rules, state = self.bridge.rules, self.bridge.state
        people = possible_targets(self.bridge.scene)
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        narrow(self.name)
        for name in suggestions(rules, state):
            rule = rules.states.get(name)
            self.name.addItem(spelled_label(rule, name), name)
        self.name.setCurrentText("")
        self.value = QLineEdit(self)
        self.rounds = NumberField(self, least=1)
        self.until = QComboBox(self)
        for until, text in self._moments():
            self.until.addItem(text, until)
        self.of = people_box(people, "", self, nobody=self.tr("whoever the rules say"))
        self.at_zero = QComboBox(self)
        self.at_zero.addItem(self.tr("it ends"), "end")
        self.at_zero.addItem(self.tr("it stays, and I am reminded of a check"), "check")
        self.by = people_box(people, causer(rules, state, self._on), self, nobody=self.tr("nobody named"))
        self.upkeep = QCheckBox(self.tr("Has to be &maintained every round"), self)
        self.upkeep.setToolTip(self.tr("By whoever began it; otherwise it ends."))
        self.upkeep.setVisible(upkeep_known(rules))
        self._kept, self._saved = bool(keeping_up(rules)), bool(saves(rules))
        self._timed = self._sized or self._kept or self._saved
        self.brings, self.save = BroughtField(rules, self), SaveFields(rules, self)
        self.kept = kept_box(rules, self)
        self.value.setVisible(self._sized)
        self.brings.setVisible(self._kept or self._saved)
        self.save.setVisible(self._saved)
        self.kept.setVisible(self._kept)

    def _lay_out(self, names: str) -> None:
        self.form.addRow(self.tr("On"), roomy(plain_label(names, self)))
        self.add_row(self.tr("&Effect"), self.name)
        if self._sized:
            self.add_row(self.tr("How &large"), self.value, self.tr("a number or dice; blank = as it begins"))
        self.add_row(self.tr("&Rounds"), self.rounds, self._blank())
        self.add_row(self.tr("&Until"), self.until)
        self.add_row(self.tr("Whose &turn"), self.of)
        self.add_row(self.tr("&When they are over"), self.at_zero)
        self.add_row(self.tr("&By"), self.by)
        if upkeep_known(self.bridge.rules):
            self.form.addRow("", self.upkeep)
        if self._kept or self._saved:
            self.add_row(self.tr("Brin&gs"), self.brings, self.tr("states that last as long, by name"))
        if self._saved:
            self.add_row(self.tr("&Save"), self.save)
        if self._kept:
            self.form.addRow("", self.kept)

    def _say_when(self) -> None:
        """Say what ends it, and ask for the moment where rounds have one, or what the rules end may last."""
        self.say_hint(self.rounds, self._blank())
        for field in (self.until, self.of):
            self.show_row(field, self._timed or bool(self.texts.ends(self._named()[0]) or self._proposed[1]))

    def _blank(self) -> str:
        """Say what it means to name no rounds: what the rules end is ended by them."""
        ends = self.texts.ends(self._named()[0])
        if ends:
            told = self.tr("blank = until the rules end it, {moments}; to keep it, name when it ends")
            return told.format(moments=ends)
        rule = self.bridge.rules.states.get(self._named()[0])
        if rule is not None and rule.until:
            return self.tr("blank = as its rule says, to {moment}").format(moment=self._own(rule.until))
        if self._timed:
            return self.tr("blank = until it is ended, or once where a moment is named")
        return self.tr("blank = until it is ended")

    def _listen(self) -> None:
        self.name.editTextChanged.connect(self._on_name)
        self.value.textEdited.connect(self.refresh)
        for field in (self.of, self.by, self.at_zero):
            field.currentIndexChanged.connect(self.refresh)
        self.rounds.typed.connect(self._on_rounds)
        self.until.currentIndexChanged.connect(self._on_rounds)
        self.upkeep.toggled.connect(self._on_upkeep)
        self.kept.toggled.connect(self.refresh)
        self.brings.textEdited.connect(self.refresh)
        self.save.changed.connect(self.refresh)

    def fill(self, command: BeginEffect) -> None:
        """Fill everything in as a command has it."""
        found = self.name.findData(command.name)
        if found >= 0:
            self.name.setCurrentIndex(found)
        else:
            self.name.setCurrentText(command.name)
        self.value.setText("" if command.value is None else str(command.value))
        self.rounds.number = command.rounds if command.rounds > 0 else None
        for box, value in (
            (self.until, command.until),
            (self.of, command.of),
            (self.at_zero, command.at_zero),
            (self.by, command.by),
        ):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.upkeep.setChecked(command.at_zero == UPKEEP)
        self.brings.setText(", ".join(command.brings))
        self.kept.setChecked(command.sustained)
        self.save.put(command.save)
        self._on_rounds()

    def wanted(self) -> list[Command]:
        name, size = self._named()
        rounds = self.rounds.number
        first, *others = self._on
        return [
            BeginEffect(
                on=first,
                name=name,
                rounds=-1 if rounds is None else rounds,
                by=chosen(self.by),
                at_zero=self._at_zero(),
                value=self._value() if self.value.text().strip() or not size else int(size),
                until=chosen(self.until),
                of=chosen(self.of) if self.of.isEnabled() else "",
                also=tuple(others),
                brings=self.brings.states,
                sustained=self.kept.isChecked(),
                save=self.save.save,
            )
        ]

    def _named(self) -> tuple[str, str]:
        """Return the id of a state, or the name as typed, and a size behind it: 'frightened 2'."""
        text = self.name.currentText().strip()
        known = self._state(text)
        if known:
            return known, ""
        words, _, size = text.rpartition(" ")
        known = self._state(words.strip())
        rule = self.bridge.rules.states.get(known)
        return (known, size) if rule is not None and rule.size and size.isdecimal() else (text, "")

    def _state(self, text: str) -> str:
        """Return the id of what is suggested under a name, in capitals or not; '' for nothing."""
        found = self.name.findText(text, Qt.MatchFlag.MatchFixedString) if text else -1
        return str(self.name.itemData(found)) if found >= 0 else ""

    def _moments(self) -> tuple[tuple[str, str], ...]:
        return (
            ("", self.tr("as the ruleset counts rounds")),
            ("turn-start", self.tr("the start of a turn")),
            ("turn-end", self.tr("the end of a turn")),
            ("round-end", self.tr("the end of the round")),
            ("encounter", self.tr("the end of the encounter")),
        )

    def _own(self, until: str) -> str:
        """Return the moment to which a state lasts by its own rule, by the turns of whoever is in it."""
        own = {
            "turn-start": self.tr("the start of the next turn of whoever is in it"),
            "turn-end": self.tr("the end of the next turn of whoever is in it"),
        }
        return own.get(until) or dict(self._moments())[until]

    def _value(self) -> int | str | None:
        """Return the size that was typed: a number, dice such as '1d6', None for what the state says."""
        text = self.value.text().strip()
        try:
            amount = read_amount(text)
        except AmountError:
            return text  # the rules say what is wrong with it
        if amount is None:
            return None
        return text.lower() if amount.number is None else amount.number

    def _at_zero(self) -> str:
        if self.upkeep.isChecked():
            return UPKEEP
        return chosen(self.at_zero) if self.rounds.number is not None else "end"

    def missing(self) -> str:
        if not self._on:
            return self.tr("Select who is affected first.")
        if not self.name.currentText().strip():
            return self.tr("Name the effect.")
        if self.brings.unknown:
            return self.tr("There is no state “{name}”.").format(name=self.brings.unknown)
        return self.tr("Say what the save has to reach.") if self.save.lacks_number else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on to what nobody has said yet: how large it is, how long it lasts."""
        enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_PAD
        lacking = self._not_said() if enters else None
        if lacking is None:
            super().keyPressEvent(event)
        else:
            lacking.setFocus(Qt.FocusReason.TabFocusReason)

    def _not_said(self, *, named: bool = False) -> QWidget | None:
        """Return the field below the keys of what neither the rules nor anybody said of the effect, or None.

        The keys are in its name or its size, or it was ``named`` elsewhere.

        One in one's own words and one of the rules go the same way, or the digit that is typed next is the
        list's. What the rules end, or give a time, is asked for nothing more.
        """
        name, size = self._named()
        rule = self.bridge.rules.states.get(name)
        in_name = named or self.name.hasFocus()
        if not name or not (in_name or self.value.hasFocus()):
            return None
        if rule is not None and rule.size and not size and in_name and not self.value.text():
            return self.value
        said = self.rounds.text().strip() or chosen(self.until) or self.texts.ends(name)
        return None if said or (rule is not None and rule.until) else self.rounds

    def begin_named(self, name: str) -> None:
        """Ask for an effect that is known by its name: the keys are in what is still to be said of it."""
        self.name.setCurrentIndex(self.name.findData(name))
        (self._not_said(named=True) or self.name).setFocus()

    def foreseen(self, _command: Command, _outcome: object) -> str:
        """Say where the rounds go down, where that is the same for all: also the first one."""
        rules = self.bridge.rules
        if self.rounds.number is None or chosen(self.until) or rules.effects_come_up:
            return ""
        if not rules.effects_tick:
            return self.tr("The rounds go down at the end of each round: 1 is over with this one.")
        phase = next((entry_label(one, one.id) for one in rules.phases if one.activity == "tick"), "")
        told = self.tr("The rounds go down in each phase “{phase}”: 1 is over with the next of them.")
        if rules.effects_at == "next-phase":
            told = self.tr("The rounds go down in each phase “{phase}”, from the next round on.")
        return told.format(phase=phase)

    def _on_name(self) -> None:
        rule = self.bridge.rules.states.get(self._named()[0])
        self.about.say(self._own_words() if rule is None else followed_by(rule.text, rule.cite))
        self._propose()
        self._say_when()
        self.refresh()

    def _own_words(self) -> str:
        """Say of a name that is none of the rules' that nothing comes of it, and which it may begin."""
        text = self._named()[0]
        if not text or self._state(text):
            return ""
        begun = self.name.findText(text, Qt.MatchFlag.MatchStartsWith)
        if begun >= 0:
            told = self.tr("The beginning of “{name}”, ↓ takes it. As it stands it is your own words.")
            return told.format(name=self.name.itemText(begun))
        return self.tr("Your own words: no state of these rules, so nothing comes of it by itself.")

    def _on_upkeep(self, maintained: bool) -> None:
        """What is maintained comes from somebody: unless one is named, from whoever acts."""
        if maintained and not chosen(self.by):
            self.by.setCurrentIndex(
                max(0, self.by.findData(acting_one(self.bridge.rules, self.bridge.state)))
            )
        self._on_rounds()

    def _propose(self) -> None:
        """Fill in how long the rules say that it lasts, unless something else was said already."""
        if (self.rounds.number, chosen(self.until)) != self._proposed or self.rounds.unread:
            return
        self._proposed = rounds, until = self._times.get(self._named()[0], (None, ""))
        self.rounds.number = rounds
        self.until.setCurrentIndex(max(0, self.until.findData(until)))
        self._say_when()
        self._on_rounds()

    def _on_rounds(self) -> None:
        self.of.setEnabled(chosen(self.until) in ("turn-start", "turn-end"))
        self.rounds.setEnabled(chosen(self.until) != "encounter")
        self.at_zero.setEnabled(self.rounds.number is not None and not self.upkeep.isChecked())
        self.refresh()
