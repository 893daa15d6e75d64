"""What the players know of the selected, and notes for two readers: the game master, and everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from rulesets.seen.labels import spelled_label
from rulesets.table.commands import Command, Describe, DescribeEncounter, NoteEffect

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

LINES = 4


class _NotesDialog(CommandDialog):
    """A form with texts of several lines."""

    def _text(self, text: str, placeholder: str) -> QPlainTextEdit:
        edit = QPlainTextEdit(self)
        edit.setTabChangesFocus(True)
        edit.setPlainText(text)
        edit.setPlaceholderText(placeholder)
        edit.setFixedHeight(self.fontMetrics().lineSpacing() * LINES + 12)
        edit.textChanged.connect(self.refresh)
        return edit

    def _own(self, text: str) -> QPlainTextEdit:
        return self._text(text, self.tr("What only you need to know"))

    def _shared(self, text: str) -> QPlainTextEdit:
        return self._text(text, self.tr("What everybody may read"))

    def missing(self) -> str:
        return "" if self.wanted() else self.tr("Nothing is different yet.")


class KnowingDialog(_NotesDialog):
    """Whether the players see the selected, what they call them, and what everybody may read about them.

    What they do not have in common stays as it is until it is set.
    """

    def __init__(
        self, bridge: Bridge, texts: Texts, who: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Show what holds for ``who``."""
        super().__init__(bridge, texts, "", parent)
        people = bridge.state.combatants
        self._people = [people[ident] for ident in who if ident in people]
        names = texts.names([one.id for one in self._people])
        self.setWindowTitle(self.tr("What the players know: {names}").format(names=names))
        self.hidden = QCheckBox(self.tr("&Hidden from the players"), self)
        self.hidden.setTristate(len({one.hidden for one in self._people}) > 1)
        if self.hidden.isTristate():
            self.hidden.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            self.hidden.setChecked(any(one.hidden for one in self._people))
        aliases = {one.alias for one in self._people}
        self.alias = QLineEdit(aliases.pop() if len(aliases) == 1 else "", self)
        self.alias.setMaxLength(200)
        several = bool(aliases)
        self.alias.setPlaceholderText(self.tr("as they are") if several else self.tr("its own name"))
        self._keeps_aliases = several
        one = self._people[0] if len(self._people) == 1 else None
        self.notes = self._own("" if one is None else one.notes)
        self.shared = self._shared("" if one is None else one.shared)
        self.form.addRow("", self.hidden)
        hint = self.tr("“Hooded figure”: what stands in place of the name in all that players see.")
        self.add_row(self.tr("Name for the &players"), self.alias, hint)
        if one is not None:
            self.add_row(self.tr("&Notes"), self.notes)
            self.add_row(self.tr("Notes for &everybody"), self.shared)
        else:
            self.notes.hide()
            self.shared.hide()
        self.hidden.checkStateChanged.connect(self.refresh)
        self.alias.textChanged.connect(self.refresh)
        self.finish(self.tr("&Change"))
        self.alias.setFocus()

    def wanted(self) -> list[Command]:
        found: list[Command] = []
        for one in self._people:
            changes = {key: value for key, value in self._changes().items() if getattr(one, key) != value}
            if changes:
                found.append(Describe(who=one.id, changes=changes))
        return found

    def _changes(self) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        if self.hidden.checkState() is not Qt.CheckState.PartiallyChecked:
            changes["hidden"] = self.hidden.isChecked()
        alias = self.alias.text().strip()
        if alias or not self._keeps_aliases:
            changes["alias"] = alias
        if len(self._people) == 1:
            changes |= {"notes": self.notes.toPlainText(), "shared": self.shared.toPlainText()}
        return changes


class EncounterNotesDialog(_NotesDialog):
    """Notes on the whole encounter."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Show what is noted."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Notes on the encounter"))
        self.notes, self.shared = self._own(bridge.state.about), self._shared(bridge.state.shared)
        self.add_row(self.tr("&Notes"), self.notes)
        self.add_row(self.tr("Notes for &everybody"), self.shared)
        self.finish(self.tr("&Change"))
        self.notes.setFocus()

    def wanted(self) -> list[Command]:
        state = self.bridge.state
        typed = {"about": self.notes.toPlainText(), "shared": self.shared.toPlainText()}
        changes = {key: text for key, text in typed.items() if getattr(state, key) != text}
        return [DescribeEncounter(changes=changes)] if changes else []


class EffectNotesDialog(_NotesDialog):
    """Notes on one of the effects on the selected."""

    def __init__(
        self, bridge: Bridge, texts: Texts, who: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Offer the effects on ``who``."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Note on an effect"))
        self.effect = QComboBox(self)
        narrow(self.effect)
        for ident in who:
            whom = bridge.state.combatants.get(ident)
            for effect in () if whom is None else bridge.scene.effects(whom):
                words = self.tr("{effect} on {name}")
                rule = bridge.rules.states.get(effect.name)
                called = spelled_label(rule, effect.name)
                label = f"{called} {effect.large}".rstrip()
                self.effect.addItem(words.format(effect=label, name=texts.name(ident)), effect.id)
        self.notes, self.shared = self._own(""), self._shared("")
        self.add_row(self.tr("E&ffect"), self.effect)
        self.add_row(self.tr("&Notes"), self.notes)
        self.add_row(self.tr("Notes for &everybody"), self.shared)
        self.effect.currentIndexChanged.connect(self._show)
        self._show()
        self.finish(self.tr("&Change"))
        self.notes.setFocus()

    def _show(self) -> None:
        effect = self.bridge.state.effects.get(str(self.effect.currentData()))
        self.notes.setPlainText("" if effect is None else effect.notes)
        self.shared.setPlainText("" if effect is None else effect.shared)

    def wanted(self) -> list[Command]:
        effect = self.bridge.state.effects.get(str(self.effect.currentData()))
        if effect is None:
            return []
        typed = {"notes": self.notes.toPlainText(), "shared": self.shared.toPlainText()}
        changes = {key: text for key, text in typed.items() if getattr(effect, key) != text}
        return [NoteEffect(effect=effect.id, changes=changes)] if changes else []
