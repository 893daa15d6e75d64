"""Which columns the list has: all stats, pools and tracks of a ruleset to choose from, kept for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.list.columns import WITHOUT, Choice, choices, with_or_without
from desktop.widgets.buttons import side_button
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, roomy
from rulesets.seen.labels import entry_label
from rulesets.seen.scene import Viewer

_CHOICE = Qt.ItemDataRole.UserRole
_FLAG = Qt.ItemFlag
_TICKED = _FLAG.ItemIsEnabled | _FLAG.ItemIsUserCheckable | _FLAG.ItemIsSelectable
_LETTERS, _LINES = 46, 30


class ColumnsDialog(FightDialog):
    """A list to tick; every tick holds at once."""

    chosen = Signal(object)
    """tuple of str: the columns as they are wanted now."""

    def __init__(self, viewer: Viewer, chosen: tuple[str, ...], parent: QWidget | None = None) -> None:
        """Offer what the ruleset of ``viewer`` has, with ``chosen`` ticked."""
        super().__init__(parent)
        self._viewer, self._now = viewer, chosen
        name = entry_label(viewer.rules, viewer.rules.id)
        self.setWindowTitle(self.tr("Columns of the list"))
        self._about = ToneLabel(self.tr("Kept for every fight with {ruleset}.").format(ruleset=name), self)
        roomy(self._about)
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(self.tr("Find a number, a pool or a track"))
        self.words.setAccessibleName(self.tr("Find a number, a pool or a track"))
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Columns"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.usual = side_button(self.tr("As the &ruleset has them"), self)
        buttons.addButton(self.usual, QDialogButtonBox.ButtonRole.ResetRole)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        for widget in (self._about, self.words):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        self._fill()
        self.list.itemChanged.connect(self._ticked)
        self.words.textChanged.connect(self._filter)
        self.usual.clicked.connect(self._give_back)
        buttons.rejected.connect(self.reject)
        self.words.setFocus()
        room = self.screen().availableSize() * 0.9
        wide, high = (
            self.fontMetrics().averageCharWidth() * _LETTERS,
            self.fontMetrics().lineSpacing() * _LINES,
        )
        self.resize(QSize(wide, high).boundedTo(room))

    def _fill(self) -> None:
        """Make a line for each column, below its heading."""
        self.list.blockSignals(True)
        self.list.clear()
        for heading, several in choices(self._viewer):
            top = QListWidgetItem(heading, self.list)
            top.setFlags(Qt.ItemFlag.NoItemFlags)
            font = top.font()
            font.setBold(True)
            top.setFont(font)
            for choice in several:
                item = QListWidgetItem(choice.label, self.list)
                item.setData(_CHOICE, choice)
                item.setFlags(_TICKED)
                there = WITHOUT + choice.name not in self._now if choice.own else choice.name in self._now
                item.setCheckState(Qt.CheckState.Checked if there else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)

    def _ticked(self, item: QListWidgetItem) -> None:
        choice = item.data(_CHOICE)
        if isinstance(choice, Choice):
            wanted = item.checkState() == Qt.CheckState.Checked
            self._now = with_or_without(self._now, choice, wanted=wanted)
            self.chosen.emit(self._now)

    def _give_back(self) -> None:
        self._now = ()
        self._fill()
        self._filter(self.words.text())
        self.chosen.emit(())

    def _filter(self, words: str) -> None:
        """Show what has the words in it, with its heading."""
        heading: QListWidgetItem | None = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_CHOICE) is None:
                heading = item
                item.setHidden(True)
                continue
            fits = words.strip().casefold() in item.text().casefold()
            item.setHidden(not fits)
            if fits and heading is not None:
                heading.setHidden(False)
