"""The parts that others wrote, with the full text of each one's licence, and a line to find words in them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontDatabase, QFontMetrics, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.help.licences import Component
from desktop.widgets.buttons import side_button
from desktop.widgets.labels import plain_label
from desktop.widgets.plain_text import PlainLabel, tip

_NUMBER = Qt.ItemDataRole.UserRole
_LIST = 27
"""Letters that the list is wide."""
_LINE = 84
"""Letters of a licence that stand in a line: most are broken below 80."""


class Licences(QWidget):
    """A list of parts, and the licence of the chosen one."""

    wants = Signal(str)
    """The address on the web of a part, which somebody has clicked on."""

    def __init__(self, parts: Sequence[Component], parent: QWidget | None = None) -> None:
        """Show the first of ``parts``."""
        super().__init__(parent)
        self._parts = tuple(parts)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("Find a part, a licence or words of its text · Enter: the next"))
        self.line.setAccessibleName(self.tr("Find in the licences"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._typed)
        self.line.returnPressed.connect(self._next)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Parts that others wrote"))
        self.list.currentItemChanged.connect(self._chosen)
        self.head = plain_label("", self, bold=True)
        self.home = side_button(self.tr("&Home page"), self, self._home_wanted)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        letters = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        letters.setPointSizeF(self.font().pointSizeF())
        self.text.setFont(letters)
        self.text.setTabChangesFocus(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(3)
        self._lay_out()
        self._fill()

    def _lay_out(self) -> None:
        self.none = PlainLabel(self.tr("Nothing has these words."), self)
        self.none.hide()
        left = QWidget(self)
        parts = QVBoxLayout(left)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.addWidget(self.list, 1)
        parts.addWidget(self.none)
        right = QWidget(self)
        text = QVBoxLayout(right)
        text.setContentsMargins(0, 0, 0, 0)
        above = QHBoxLayout()
        above.addWidget(self.head, 1)
        above.addWidget(self.home, 0, Qt.AlignmentFlag.AlignTop)
        text.addLayout(above)
        text.addWidget(self.text, 1)
        across = QSplitter(Qt.Orientation.Horizontal, self)
        across.addWidget(left)
        across.addWidget(right)
        across.setStretchFactor(1, 1)
        across.setChildrenCollapsible(False)
        wide = self.fontMetrics().averageCharWidth() * _LIST
        across.setSizes([wide, self._line_width()])
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(across, 1)
        find = QAction(self)
        find.setShortcuts(QKeySequence.StandardKey.Find)
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self._begin_finding)
        self.addAction(find)

    def _line_width(self) -> int:
        return QFontMetrics(self.text.font()).horizontalAdvance("0" * _LINE)

    # -- interface ---------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Wide enough for a licence as it was written."""
        wide = self.fontMetrics().averageCharWidth() * _LIST + self._line_width()
        return QSize(wide, super().sizeHint().height())

    @property
    def chosen(self) -> Component | None:
        """The part whose licence is shown."""
        item = self.list.currentItem()
        return None if item is None else self._parts[int(item.data(_NUMBER))]

    def choose(self, name: str) -> None:
        """Show the licence of the part of this name, and let it be read by keyboard."""
        self.line.clear()
        for row in range(self.list.count()):
            if self._parts[self.list.item(row).data(_NUMBER)].name == name:
                self.list.setCurrentRow(row)
        self.text.setFocus()

    # -- internal ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        """List the parts that have the words of the line."""
        before, words = self.chosen, self._words()
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for number, part in enumerate(self._parts):
            told = f"{part.title} {part.licence}"
            if words and words not in told.casefold() and words not in part.text().casefold():
                continue
            licence = part.licence or self.tr("licence not told")
            item = QListWidgetItem(f"{part.title}\n{licence}")
            item.setData(_NUMBER, number)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
            self.list.addItem(item)
            if part is before:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.blockSignals(blocked)
        self.none.setVisible(not self.list.count())
        self._chosen()

    def _words(self) -> str:
        return self.line.text().strip().casefold()

    def _chosen(self) -> None:
        part = self.chosen
        missing = self.tr("The text of this licence did not come with the program. Look at its home page.")
        self.text.setPlainText("" if part is None else part.text() or missing)
        self.head.setText("" if part is None else f"{part.title}: {part.licence}")
        self.text.setAccessibleName(
            self.tr("Licence of {name}").format(name="" if part is None else part.name)
        )
        self.home.setVisible(part is not None and bool(part.home))
        if part is not None:
            self.home.setToolTip(tip(self.tr("Open {address} in the browser").format(address=part.home)))
            self.home.setAccessibleDescription(self.home.toolTip())
        self._next()

    def _typed(self) -> None:
        self._fill()

    def _next(self) -> None:
        """Go to the next place with the words in the text; behind the last one comes the first."""
        words = self._words()
        if not words or self.text.find(words):
            return
        here = self.text.textCursor()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if not self.text.find(words):
            self.text.setTextCursor(here)

    def _begin_finding(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _home_wanted(self) -> None:
        if self.chosen is not None:
            self.wants.emit(self.chosen.home)

    # -- Qt ----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the line first, then it closes the window; Enter in the line is no button's."""
        if self.line.hasFocus():
            if event.key() == Qt.Key.Key_Escape and self.line.text():
                self.line.clear()
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                return
        super().keyPressEvent(event)
