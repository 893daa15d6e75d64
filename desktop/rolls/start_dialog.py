"""How initiative came out: a total for each, typed or blank to be rolled; and who was aware.

The same dialog answers the roll that a running round asks for. What is blank is rolled when it is accepted,
or beforehand by a button, so that the game master sees it and may still change it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton, QWidget

from desktop.rolls.model import Column, RollingModel
from desktop.rolls.table import RollTable
from desktop.rolls.tie_panel import TiePanel
from desktop.rolls.words import line_text, rollers_text, surprise_text, ties_by_rule
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.dialogs import fit
from desktop.widgets.labels import ToneLabel
from rulesets.table.commands import Command, Rolling
from rulesets.table.events import Rolled
from rulesets.table.outcome import PICK

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

_PAD = Qt.KeyboardModifier.KeypadModifier
MOST_ROWS = 12
"""Rows that are shown without scrolling."""


class StartDialog(CommandDialog):
    """One row for each slot; groups are one slot."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Ask for the start, or in a running encounter for the roll that it waits for."""
        super().__init__(bridge, texts, "", parent)
        self.model = RollingModel(bridge, texts, self)
        self._given: list[Command] = []
        """What it was filled in with, and nobody has typed."""
        running = self.model.sheet.running
        draws = self.model.draws
        rolling = self.tr("Deal initiative") if draws else self.tr("Roll initiative")
        self.setWindowTitle(rolling if running else self.tr("Start the encounter"))
        self.table = RollTable(self.model, self)
        self.table.setAccessibleName(self.tr("Initiative"))
        self._hide_columns()
        self.ties = TiePanel(self.model, bridge.rules, self)
        self._surprise = ToneLabel("", self, tone="text")
        self.about.say(self.model.rule_text)
        self.rollers = ToneLabel("", self, tone="text")
        self.keys = ToneLabel("", self)
        for widget in (self.table, self.keys, self.rollers, self.ties, self._surprise):
            self.body.addWidget(widget)
        self.body.setStretch(self.body.indexOf(self.table), 1)
        blanks = self.tr("Deal the &blanks") if draws else self.tr("Roll the &blanks")
        roll = self.buttons.addButton(blanks, QDialogButtonBox.ButtonRole.ActionRole)
        self.roll_button = roll
        roll.setToolTip(
            self.tr("Deals a card to whoever has none and shows it; you may still change it.")
            if draws
            else self.tr("Rolls what is left blank and shows it; you may still change it.")
        )
        roll.setAutoDefault(False)
        roll.clicked.connect(self.roll_blanks)
        roll.setVisible(self.model.rolls)
        self.model.edited.connect(self._on_edited)
        self.table.gone_through.connect(self._to_what_is_asked)
        self.table.left.connect(self.reject)
        self.ties.typed.connect(self._ask_who_is_first)
        goes_on = self.tr("&Deal") if draws else self.tr("&Roll")
        self._goes_on = goes_on if running else self.tr("&Start")
        self.finish(self._goes_on)
        self.table.setFocus()
        if self.model.rowCount():
            first = self.model.next_blank()
            self.table.setCurrentIndex(first if first.isValid() else self.model.index(0, Column.NAME))
        self._on_edited()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._mark_default)
        fit(self, self.sizeHint())

    def fill(self, command: Rolling, rolled: Sequence[Rolled]) -> None:
        """Fill in what a command brought with it, and what was rolled for it."""
        sheet = self.model.sheet
        for throw in rolled:
            if throw.what == "initiative" and sheet.rolls_now(throw.who):
                sheet.totals[throw.who] = throw.total
                sheet.dice[throw.who], sheet.dropped[throw.who] = throw.results, throw.dropped
        for slot, total in command.rolls.items():
            if sheet.rolls_now(slot):
                sheet.totals[slot] = total
                sheet.dice[slot] = command.dice.get(slot, ())
                sheet.dropped[slot] = command.dropped.get(slot, ())
        self.model.look_again()
        self._given = self.model.commands()

    def take_over(self, totals: Mapping[str, int]) -> None:
        """Fill in what was rolled at the table, of those who roll now."""
        sheet = self.model.sheet
        given = {slot: total for slot, total in totals.items() if sheet.rolls_now(slot)}
        if given:
            sheet.totals.update(given)
            self.model.look_again()
            self._given = self.model.commands()
            first = self.model.next_blank()
            if first.isValid():
                self.table.setCurrentIndex(first)

    def takes_up(self, left: StartDialog) -> None:
        """Stand as one stood that was closed: totals, dice, roll-offs, who is aware."""
        self.model.take_up(left.model)
        first = self.model.next_blank()
        if first.isValid():
            self.table.setCurrentIndex(first)
        elif not self.ties.picks:
            self._to_the_button()

    def holds_typed(self) -> bool:
        """Return whether anything was typed or rolled here."""
        return self.model.is_answered and self.model.commands() != self._given

    def reject(self) -> None:
        """Close it, with what is still being typed taken over: it may be gone on with."""
        self.table.finish_editing()
        super().reject()

    def _hide_columns(self) -> None:
        model, rolls = self.model, self.model.rolls
        self.table.hide_columns(
            {
                Column.SIDE: not model.has_sides,
                Column.AWARE: model.sheet.running or not model.knows_surprise,
                Column.MODIFIER: not rolls,
                Column.ROLL: not rolls,
                Column.TIE: not model.rolls_off,
            }
        )

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        return self.model.commands()

    def command(self) -> Command:
        """Return the roll itself; who is aware is described before it."""
        return self.commands()[-1]

    def missing(self) -> str:
        if not self.model.rowCount():
            return self.tr("There is nobody yet. Add combatants first.")
        return self.model.unread

    def tried_live(self) -> bool:
        return False

    def refresh(self) -> None:
        """Say what stands against it, or the order as it will be."""
        super().refresh()
        if self.lacking() or not hasattr(self, "table"):
            return
        doubtful = self.model.doubtful
        self.ok.setText(
            self.tr("{start} all the same").format(start=self._goes_on) if doubtful else self._goes_on
        )
        if trouble := self.model.trouble:
            self._say(trouble, "bad", ok=False)
        elif doubtful:
            self._say(doubtful, "warn", ok=True)
        else:
            line = line_text(self.model.sheet, self.model.name, self.model.told)
            ties = ties_by_rule(self.bridge.rules, self.model.sheet, self.model.name, self.texts)
            self._say("\n".join(filter(None, (line, ties))), "quiet", ok=True)

    def accept(self) -> None:
        """Accept, unless dice would tie what only the game master can decide: that is rolled and shown."""
        seen = self.model.doubtful
        self.table.finish_editing()
        if self.model.doubtful not in ("", seen):
            self._to_the_button()  # it asks first: what was typed last cannot be rolled
            return
        if self.model.sheet.open and not self.lacking() and self._may_pick():
            before = {tie.slots for tie in self.model.sheet.ties if tie.by == PICK}
            refusal = self.model.roll_blanks()
            found = {tie.slots for tie in self.model.sheet.ties if tie.by == PICK}
            if refusal is None and found - before:
                self.ties.picks[0].setFocus()
                self._ask_who_is_first()
                return
        super().accept()

    def roll_blanks(self) -> None:
        """Roll what is left blank; nothing of it is kept before the dialog is accepted."""
        self.table.finish_editing()
        if self.lacking():
            self.refresh()
            return
        refusal = self.model.roll_blanks()
        if refusal is not None:
            self._say(self.texts.refusal(refusal), "bad", ok=True)
        elif not self.ties.picks:
            self._to_the_button()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        rows = min(MOST_ROWS, max(4, self.model.rowCount())) * self.table.row_height
        return QSize(em * 122, rows + self.fontMetrics().height() * 11 + 70)

    # -- internal ------------------------------------------------------------------------------------

    def _may_pick(self) -> bool:
        rule = self.model.sheet.rule
        return rule is not None and any(key.by == PICK for key in rule.keys)

    def _keys_in_words(self) -> str:
        """Say what Enter does: as long as no number stands anywhere it leaves all of them to the dice."""
        text = self.tr(
            "Type a total: Enter goes to the next, from the last to “{button}”. {key} goes on at once."
        )
        if not self.table.keeps_enter:
            text = self.tr(
                "Enter alone rolls for everybody. Behind a total that is typed it goes to the next."
            )
            if self.model.draws:
                text = self.tr(
                    "Enter alone deals to everybody. Behind a card that is typed it goes to the next."
                )
        key = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        return text.format(button=self._goes_on.replace("&", ""), key=key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter that nobody has taken accepts, whatever the button looks like; on Cancel it does nothing."""
        pressed = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._cancel.hasFocus()
        if pressed and not event.modifiers() & ~_PAD:
            self.ok.click()
        else:
            super().keyPressEvent(event)

    def _ask_who_is_first(self) -> None:
        """Say why it is still here: whoever types for the fight already does not look at it."""
        text = self.tr("The dice have tied some: say who comes first (Alt+↑, Alt+↓), then press “{button}”.")
        self._say(text.format(button=self.ok.text().replace("&", "")), "warn", ok=True)

    def _to_what_is_asked(self) -> None:
        """Go from the last total to a tie that only the game master can decide, then to the button."""
        asked = self.ties.unanswered
        if asked is None:
            self._to_the_button()
            return
        asked.setFocus()
        if asked in self.ties.picks:
            self._ask_who_is_first()

    def _to_the_button(self) -> None:
        self.ok.setFocus()

    def _mark_default(self) -> None:
        """Let the button look like what Enter does: among numbers that goes on to the next one."""
        now = self.focusWidget()
        if isinstance(now, QPushButton) or not self.isActiveWindow():
            return
        among = now is self.table or self.table.isAncestorOf(now) if now is not None else False
        self.ok.setDefault(not (among and self.table.keeps_enter))

    def _on_edited(self) -> None:
        self.ties.follow()
        self.rollers.say(rollers_text(self.bridge.rules, self.bridge.state, self.model.sheet, self.texts))
        self._surprise.say(surprise_text(self.bridge.rules, self.model.sheet))
        self.keys.say(self._keys_in_words() if self.model.rolls else "")
        self.roll_button.setEnabled(self.model.sheet.open)
        self.refresh()
        self._mark_default()
