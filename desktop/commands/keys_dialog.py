"""Changing the keys: every command with its keys, a field to press a new one in, and who would lose it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.commands.key_table import LIST, Command, KeysModel
from desktop.commands.keys import IN_LIST, Doubt, Keys, native, normal
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import PlainLabel

_PORTABLE = QKeySequence.SequenceFormat.PortableText


class KeyLine:
    """The field and the buttons for one kind of binding of the chosen command."""

    def __init__(self, title: str, dialog: KeysDialog, grid: QGridLayout, row: int, prefix: str) -> None:
        """Stand in ``row`` of ``grid``; ``prefix`` begins the names of the bindings."""
        self.prefix = prefix
        self.label = PlainLabel(title, dialog)
        self.edit = QKeySequenceEdit(dialog)
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setAccessibleName(title.replace("&", ""))
        self.label.setBuddy(self.edit)
        self.use = QPushButton(dialog.tr("Use this key"), dialog)
        self.add = QPushButton(dialog.tr("Use it, too"), dialog)
        self.none = QPushButton(dialog.tr("No key"), dialog)
        self.reset = QPushButton(dialog.tr("Usual key"), dialog)
        for column, widget in enumerate((self.label, self.edit, self.use, self.add, self.none, self.reset)):
            grid.addWidget(widget, row, column)
            if isinstance(widget, QPushButton):
                widget.setAutoDefault(False)

    @property
    def key(self) -> str:
        """The key that was pressed in the field."""
        return self.edit.keySequence().toString(_PORTABLE)


class KeysDialog(QDialog):
    """What is changed holds at once; nothing has to be applied, everything can be reset."""

    def __init__(self, keys: Keys, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        """Show ``commands`` with their ``keys``."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Change the keys"))
        self._keys = keys
        self._texts = {command.ident: command.text for command in commands}
        self._model = KeysModel(keys, commands, self)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Find a command or a key"))
        self.filter.setAccessibleName(self.tr("Find a command or a key"))
        self.filter.setClearButtonEnabled(True)
        self.table = QTableView(self)
        self.chosen = PlainLabel(parent=self)
        self.told = ToneLabel("", self, tone="text")
        grid = QGridLayout()
        self.anywhere = KeyLine(self.tr("&Anywhere in the window"), self, grid, 0, "")
        self.in_list = KeyLine(self.tr("In the &list"), self, grid, 1, IN_LIST)
        self.reset_all = QPushButton(self.tr("&Reset all keys"), self)
        self._set_up()
        self._lay_out(grid)
        self._connect()
        self.table.selectRow(0)
        self.filter.setFocus()

    def _set_up(self) -> None:
        self.table.setModel(self._model)
        self.table.setAccessibleName(self.tr("Commands and their keys"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        letter = self.fontMetrics().averageCharWidth()
        for column, letters in ((1, 14), (2, 20), (3, 16)):
            self.table.setColumnWidth(column, letters * letter)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setHighlightSections(False)
        font = self.chosen.font()
        font.setBold(True)
        self.chosen.setFont(font)
        self.reset_all.setAutoDefault(False)

    def _lay_out(self, grid: QGridLayout) -> None:
        column = QVBoxLayout(self)
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        column.addWidget(self.chosen)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        self.told.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        column.addWidget(self.told)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.reset_all, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        parent = self.parentWidget()
        if parent is not None:
            self.resize(min(760, parent.width() - 40), min(680, parent.height() - 20))

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._filter)
        self.table.selectionModel().currentRowChanged.connect(self._chose)
        self.table.doubleClicked.connect(self._begin)
        self.reset_all.clicked.connect(self._reset_all)
        for line in (self.anywhere, self.in_list):
            line.edit.keySequenceChanged.connect(partial(self._pressed, line))
            line.use.clicked.connect(partial(self._use, line))
            line.add.clicked.connect(partial(self._add, line))
            line.none.clicked.connect(partial(self._take, line))
            line.reset.clicked.connect(partial(self._reset, line))

    # -- what is chosen ----------------------------------------------------------------------------

    def choose(self, ident: str) -> None:
        """Choose a command."""
        for row in range(self._model.rowCount()):
            command = self._model.command(row)
            if command is not None and command.ident == ident:
                self.table.selectRow(row)

    def _ident(self) -> str:
        command = self._model.command(self.table.currentIndex().row())
        return "" if command is None else command.ident

    def _filter(self, query: str) -> None:
        """Hide what does not fit; the first that does is chosen."""
        first = -1
        for row in range(self._model.rowCount()):
            fits = self._model.fits(row, query)
            self.table.setRowHidden(row, not fits)
            if fits and first < 0:
                first = row
        if first >= 0 and self.table.isRowHidden(self.table.currentIndex().row()):
            self.table.selectRow(first)

    def _chose(self, _current: QModelIndex, _before: QModelIndex) -> None:
        self.chosen.setText(self._texts.get(self._ident(), ""))
        self.told.setText("")
        self._show()

    def _show(self) -> None:
        """Show the keys of the chosen command in the fields."""
        ident = self._ident()
        for line in (self.anywhere, self.in_list):
            name = line.prefix + ident
            first = next(iter(self._keys.of(name)), "")
            line.edit.blockSignals(True)
            line.edit.setKeySequence(QKeySequence.fromString(first, _PORTABLE))
            line.edit.blockSignals(False)
            line.use.setEnabled(False)
            line.add.setEnabled(False)
            line.none.setEnabled(bool(self._keys.of(name)))
            line.reset.setEnabled(self._keys.is_changed(name))
            line.use.setText(self.tr("Use this key"))

    def _begin(self, index: QModelIndex) -> None:
        """Wait for a key in the field that belongs to what was double-clicked."""
        line = self.in_list if index.column() == LIST else self.anywhere
        line.edit.setFocus()

    # -- a new key ---------------------------------------------------------------------------------

    def _pressed(self, line: KeyLine, _key: QKeySequence | None = None) -> None:
        """Say what the key would mean, and let it be used or taken from whoever has it."""
        name, key = line.prefix + self._ident(), line.key
        line.use.setText(self.tr("Use this key"))
        if not key:  # not shown anew: the field clears itself before it takes the key that is pressed
            for button in (line.use, line.add):
                button.setEnabled(False)
            self.told.setText("")
            return
        doubt = self._keys.doubt(name, key)
        own = normal(key) in self._keys.of(name)
        line.use.setEnabled(doubt is None and (not own or len(self._keys.of(name)) > 1))
        line.add.setEnabled(doubt is None and not own and bool(self._keys.of(name)))
        losers = self._keys.losers(name, [key])
        if doubt is not None:
            self.told.setText(self._doubtful(doubt, key))
        elif losers:
            text = self.tr(
                "{key} is the key of “{other}”. Use it here and “{other}” loses it, or press another one."
            )
            self.told.setText(text.format(key=native(key), other=self._named(losers[0])))
            line.use.setText(self.tr("Take it"))
        elif own:
            self.told.setText("")
        else:
            self.told.setText(self.tr("{key} is free.").format(key=native(key)))

    def _named(self, name: str) -> str:
        return self._texts.get(name.removeprefix(IN_LIST), name).rstrip("…")

    def _doubtful(self, doubt: Doubt, key: str) -> str:
        text = {
            Doubt.NO_KEY: self.tr("That is no key that can be used."),
            Doubt.TAKEN_BY_QT: self.tr("{key} moves about or answers in every part of the window."),
            Doubt.EDITING: self.tr("{key} belongs to the fields, where one copies and pastes."),
            Doubt.MENU: self.tr("{key} opens a menu."),
            Doubt.PLAIN: self.tr(
                "{key} alone would be typed wherever there is a field: use it in the list, or with Ctrl or "
                "Alt."
            ),
        }[doubt]
        return text.format(key=native(key))

    def _use(self, line: KeyLine, _checked: bool = False) -> None:
        self._bind(line, (line.key,))

    def _add(self, line: KeyLine, _checked: bool = False) -> None:
        self._bind(line, (*self._keys.of(line.prefix + self._ident()), line.key))

    def _take(self, line: KeyLine, _checked: bool = False) -> None:
        self._bind(line, ())

    def _reset(self, line: KeyLine, _checked: bool = False) -> None:
        self._bind(line, self._keys.usual(line.prefix + self._ident()))

    def _bind(self, line: KeyLine, keys: Sequence[str]) -> None:
        name = line.prefix + self._ident()
        losers = self._keys.losers(name, keys)
        self._keys.bind(name, keys)
        has = self._keys.shown(name) or self.tr("no key")
        text = self.tr("“{command}” has {keys} now.").format(command=self._named(name), keys=has)
        for loser in losers:
            left = self._keys.shown(loser) or self.tr("no key")
            more = self.tr("“{command}” has {keys}.").format(command=self._named(loser), keys=left)
            text = f"{text} {more}"
        self._show()
        self.told.setText(text)

    def _reset_all(self) -> None:
        self._keys.reset_all()
        self._show()
        self.told.setText(self.tr("All commands have their usual keys again."))
