"""The stat blocks beside the form: found by what is typed, taken with Enter or a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.combatants.library import Shelf
from desktop.combatants.parties import SIGN, is_party
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.campaign.search import Finder
from rulesets.campaign.things import Block
from rulesets.vocabulary import Rules

_NAME = Qt.ItemDataRole.UserRole


class _Blocks(QListWidget):
    """Enter takes a block; it never presses the dialog's button."""

    taken = Signal(str)
    pointed = Signal(str)
    """A key has led to a block."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and not event.modifiers()
            and item is not None
        ):
            self.taken.emit(str(item.data(_NAME)))
            return
        super().keyPressEvent(event)
        self.tell(item)

    def begin(self) -> None:
        """Go to the first one."""
        self.setFocus()
        self.setCurrentRow(0)
        self.tell(None)

    def tell(self, before: QListWidgetItem | None) -> None:
        item = self.currentItem()
        if item is not None and item is not before:
            self.pointed.emit(str(item.data(_NAME)))


class LibraryPanel(QWidget):
    """A search field over the stat blocks of the ruleset."""

    chosen = Signal(str)
    """Name of the block that was taken."""
    pointed = Signal(str)
    """Name of the block that the arrow keys have come to; they go on from there."""

    def __init__(
        self,
        shelf: Shelf,
        rules: Rules,
        parent: QWidget | None = None,
        parties: Sequence[tuple[str, str]] = (),
        there: Sequence[Block] = (),
    ) -> None:
        """Show every block of ``shelf``, and the ``parties``: (name, '' or of which other ruleset).

        Those of the ruleset come first, those of others last. Those who are ``there`` stand among the blocks.
        """
        super().__init__(parent)
        self._parties = tuple(parties)
        self._there = tuple(there)
        self._finder = Finder((*shelf.blocks, *there), rules)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search the stat blocks"))
        self.list = _Blocks(self)
        self.list.setAccessibleName(self.tr("Stat blocks"))
        self.list.setAlternatingRowColors(True)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._none = ToneLabel(self.tr("No stat block is called so."), self)
        self._troubles = ToneLabel("", self, tone="warn")
        label = PlainLabel(self.tr("Stat &blocks"), self)
        label.setBuddy(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (label, self.search, self.list, self._none, self._troubles):
            column.addWidget(widget)
        column.setStretch(column.indexOf(self.list), 1)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._take_first)
        self.list.taken.connect(self.chosen)
        self.list.pointed.connect(self.pointed)
        self.list.itemClicked.connect(self._clicked)
        self.list.itemDoubleClicked.connect(self._clicked)  # its second press has brought the keys back here
        self._fill("")
        if shelf.troubles:
            told = self.tr("Left out, the files are as they were: {files}")
            self._troubles.say(told.format(files="; ".join(shelf.troubles)))
        else:
            self._troubles.hide()

    @property
    def troubles(self) -> str:
        """What is wrong with files of the library."""
        return self._troubles.text()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 34, 300)

    def mark(self, name: str) -> None:
        """Mark the block that is taken, or none."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_NAME) == name:
                self.list.setCurrentRow(row)
                return
        self.list.setCurrentRow(-1)

    def _fill(self, text: str) -> None:
        self.list.clear()
        typed = text.strip().removeprefix(SIGN).casefold()
        found = [(name, of) for name, of in self._parties if typed in name.casefold()]
        for name, of in found:
            if not of:
                self.list.addItem(self._party(name))
        for block in () if is_party(text) else self._finder.find(text):
            self.list.addItem(self._item(block))
        for name, of in found:
            if of:
                self.list.addItem(self._party(name, of))
        self._none.setVisible(not self.list.count())

    def _party(self, name: str, of: str = "") -> QListWidgetItem:
        told = self.tr("{sign}{name}  (party, {ruleset})") if of else self.tr("{sign}{name}  (party)")
        item = QListWidgetItem(told.format(sign=SIGN, name=name, ruleset=of))
        item.setData(_NAME, f"{SIGN}{name}")
        fits = self.tr("Of another ruleset: brings in of its members what fits.")
        item.setToolTip(tip(fits if of else self.tr("Brings in all of its members, as they stand.")))
        return item

    def _item(self, block: Block) -> QListWidgetItem:
        own = self.tr("yours") if block.own else self.tr("of this encounter") if block in self._there else ""
        about = " · ".join(part for part in (str(block.given.get("side", "")), own) if part)
        item = QListWidgetItem(f"{block.name}  ({about})" if about else block.name)
        item.setData(_NAME, block.name)
        item.setToolTip(tip(str(block.given.get("notes", ""))))
        return item

    def _clicked(self, item: QListWidgetItem) -> None:
        self.chosen.emit(str(item.data(_NAME)))

    def _take_first(self) -> None:
        """Take the only block found, or go into the list of them."""
        if self.list.count() == 1:
            self.chosen.emit(str(self.list.item(0).data(_NAME)))
        elif self.list.count():
            self.list.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leads from the search into the list; Enter does not press the dialog's button."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus() and self.list.count():
            self.list.begin()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            event.accept()
            return
        super().keyPressEvent(event)
