"""How initiative came out: a total for each, typed or blank to be rolled; and who was aware.

The same dialog answers the roll that a running round asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem as Option,
    QTableView,
    QWidget,
)

from desktop.models.rolling import Column, RollingModel
from desktop.theme import theme_of
from desktop.views.inspector_fields import NumberField, ToneLabel
from desktop.windows.dialogs.base import CommandDialog
from rulesets.encounter.commands import Command, Describe, RollInitiative, Start
from rulesets.encounter.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts

Index = QModelIndex | QPersistentModelIndex


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _NumberDelegate(QStyledItemDelegate):
    """Edits a cell with a field that takes whole numbers only. Enter goes on to the next row."""

    entered = Signal()

    def createEditor(self, parent: QWidget, option: Option, index: Index) -> QWidget:
        editor = NumberField(parent)
        editor.setFrame(False)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: Option, index: Index) -> None:
        editor.setGeometry(option.rect)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Keep Enter from the dialog, whose default button it would press."""
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(editor, QWidget)
        if pressed and isinstance(event, QKeyEvent) and event.key() in _ENTER:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            self.entered.emit()
            return True
        return super().eventFilter(editor, event)


class _RollTable(QTableView):
    """A table in which Enter edits the cell; it never presses the dialog's button by mistake."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.edit(self.currentIndex())
            return
        super().keyPressEvent(event)


class StartDialog(CommandDialog):
    """One row for each slot; groups are one slot."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Ask for the start, or in a running encounter for the roll that it waits for."""
        running = bridge.state.clock.status == RUNNING
        super().__init__(bridge, texts, "", parent)
        self._running = running
        self.setWindowTitle(self.tr("Roll initiative") if running else self.tr("Start the encounter"))
        self.model = RollingModel(bridge, texts, self)
        self.table = _RollTable(self)
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Initiative"))
        delegate = _NumberDelegate(self.table)
        delegate.entered.connect(self._on_entered)
        self.table.setItemDelegate(delegate)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        on = QAbstractItemView.EditTrigger
        # No SelectedClicked: its delayed editor takes away what is typed in the meantime.
        self.table.setEditTriggers(on.AnyKeyPressed | on.DoubleClicked | on.EditKeyPressed)
        self._quiet_selection()
        self._lay_out()
        self._ties = ToneLabel("", self)
        self.about.say(self.model.rule_text)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self._ties)
        self.model.edited.connect(self._on_edited)
        self.finish(self.tr("&Roll") if running else self.tr("&Start"))
        self.table.setFocus()
        if self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, Column.ROLL if self.model.rolls else 0))
        self._on_edited()

    def _lay_out(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        hidden = {Column.AWARE: self._running or not self.model.knows_surprise}
        for column in (Column.MODIFIER, Column.ROLL, Column.TIE):
            hidden[column] = not self.model.rolls
        for column, hides in hidden.items():
            self.table.setColumnHidden(column, hides)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)

    def _quiet_selection(self) -> None:
        """Mark the current cell without shouting: it is mostly empty."""
        palette, theme = self.table.palette(), theme_of(self.table.palette())
        palette.setColor(QPalette.ColorRole.Highlight, theme.selected)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.text)
        self.table.setPalette(palette)

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        rolls, ties = self.model.given(), self.model.tie_breaks()
        rolloffs = (ties,) if ties else ()
        if self._running:
            return [RollInitiative(rolls=rolls, rolloffs=rolloffs)]
        return [Start(rolls=rolls, rolloffs=rolloffs)]

    def missing(self) -> str:
        return "" if self.model.rowCount() else self.tr("There is nobody yet. Add combatants first.")

    def tried_live(self) -> bool:
        return False

    def accept(self) -> None:
        """Change who is aware, then try the start: it depends on that."""
        self._finish_editing()
        if not self._running:
            for who, aware in self.model.changed_awareness():
                if self.bridge.dispatch(Describe(who=who, changes={"aware": aware})) is None:
                    return
        super().accept()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        rows = min(14, max(4, self.model.rowCount()))
        return QSize(em * 84, rows * (self.fontMetrics().height() + 10) + 260)

    def _on_entered(self) -> None:
        """Go to the next row; behind the last one to the button."""
        current = self.table.currentIndex()
        if current.row() + 1 < self.model.rowCount():
            self.table.setCurrentIndex(current.siblingAtRow(current.row() + 1))
        else:
            self.ok.setFocus()

    def _finish_editing(self) -> None:
        """Take over a number that is still being typed."""
        editor = self.table.focusWidget()
        if isinstance(editor, NumberField):
            self.table.commitData(editor)

    def _on_edited(self) -> None:
        names = self.model.tied_names()
        self._ties.say("\n".join(self.tr("Tied at {total}: {names}").format(**tie) for tie in names))
        self.refresh()
