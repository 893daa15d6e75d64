"""The line above the log: the way back, words to look for, and whose entries are shown."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from desktop.commands.table import called
from desktop.widgets.labels import plain_label
from desktop.widgets.plain_text import tip

SELECTED = "\0selected"
"""Stands in the box for whoever is selected in the list; no combatant's id begins like this."""
PAD = 8


class _NewerButton(QToolButton):
    """Says how many new lines are hidden; its words are cut short where they find no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin hidden."""
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def say(self, text: str, told: str) -> None:
        """Show ``text``, or nothing for ''."""
        self.setText(text)
        self.setToolTip(tip(f"{text}\n{told}"))
        self.setVisible(bool(text))

    def minimumSizeHint(self) -> QSize:
        """Return the room for the number and a word."""
        wanted = super().minimumSizeHint()
        return QSize(min(wanted.width(), self.fontMetrics().averageCharWidth() * 10), wanted.height())

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        room = self.width() - 2 * self.style().pixelMetric(QStyle.PixelMetric.PM_ButtonMargin, option, self)
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)


class LogHead(QWidget):
    """Title and filters of the log."""

    filtered = Signal()
    """Other entries are wanted."""
    asked = Signal()
    """The button was pressed that leads to the selected line."""
    left = Signal()
    """The game master wants to get from here to the lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with everybody."""
        super().__init__(parent)
        self._picked = ""
        self._undone: bool | None = None
        """What the button says of the selected line."""
        self.who = QComboBox(self)
        self.who.setAccessibleName(self.tr("Show only what concerns"))
        self.who.setToolTip(self.tr("Whose entries are shown"))
        self.who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.who.setMinimumContentsLength(14)
        self.words = QLineEdit(self)
        self.words.setAccessibleName(self.tr("Show only entries that say"))
        self.words.setPlaceholderText(self.tr("Find in the log"))
        self.words.setClearButtonEnabled(True)
        self.words.setMaxLength(100)
        self.words.setMaximumWidth(self.fontMetrics().averageCharWidth() * 30)
        self.newer = _NewerButton(self)
        self.back = QToolButton(self)
        self.back.setEnabled(False)
        self.say_back(undone=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(PAD, 4, PAD, 0)
        self._title = plain_label(called("log"), self, bold=True)
        row.addWidget(self._title, 1)
        row.addWidget(self.newer, 1)
        row.addWidget(self.back)
        row.addWidget(self.words)
        row.addWidget(self.who)
        self.who.activated.connect(self._on_filter)
        self.words.textChanged.connect(self._on_filter)
        self.back.clicked.connect(self._on_back)
        self.newer.clicked.connect(self.show_all)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """Id of the combatant whose entries are wanted; '' for everybody."""
        chosen = str(self.who.currentData() or "")
        return self._picked if chosen == SELECTED else chosen

    def select(self, who: str) -> None:
        """Note who is selected in the list; the filter follows if it is set to."""
        if who != self._picked:
            self._picked = who
            if self.who.currentData() == SELECTED:
                self.filtered.emit()

    def choose(self, who: str) -> None:
        """Show what concerns ``who``, or everything for ''; SELECTED for whoever is selected."""
        self.who.setCurrentIndex(max(0, self.who.findData(who)))
        self.filtered.emit()

    @property
    def is_filtered(self) -> bool:
        """Whether not everything is wanted."""
        return bool(self.words.text() or self.chosen)

    def show_all(self) -> None:
        """Want everything again."""
        self.words.blockSignals(True)
        self.words.clear()
        self.words.blockSignals(False)
        self.choose("")

    def say_hidden(self, number: int) -> None:
        """Say in place of the title how many lines have come since then that are not shown; 0 is none."""
        self._title.setHidden(bool(number))
        if not number:
            self.newer.say("", "")
            return
        text = (
            self.tr("1 newer line does not match")
            if number == 1
            else self.tr("{number} newer lines do not match").format(number=number)
        )
        key = self.tr("Esc: {text}").format(text=text) if self.words.text() else text
        self.newer.say(key, self.tr("Show all lines of the log"))

    def fill(self, people: Iterable[tuple[str, str]]) -> None:
        """Offer (id, name) of those who are there; who is gone is chosen no more."""
        before = self.who.currentData() or ""
        self.who.clear()
        self.who.addItem(self.tr("Everybody"), "")
        self.who.addItem(self.tr("Whoever is selected"), SELECTED)
        for ident, name in people:
            self.who.addItem(name, ident)
        found = max(0, self.who.findData(before))
        self.who.setCurrentIndex(found)
        if before and not found:
            self.filtered.emit()

    def say_back(self, *, undone: bool) -> None:
        """Let the button say which way the selected line is."""
        if undone == self._undone:
            return
        self._undone = undone
        if undone:
            self.back.setText(self.tr("Redo to here"))
            self.back.setToolTip(self.tr("Do everything again up to the selected line (Return)"))
        else:
            self.back.setText(self.tr("Undo to here"))
            self.back.setToolTip(self.tr("Take back everything after the selected line (Return)"))

    # -- internal ------------------------------------------------------------------------------------

    def _on_filter(self) -> None:
        self.filtered.emit()

    def _on_back(self) -> None:
        self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and Down go to the lines; Escape is the log's."""
        leads_on = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)
        if leads_on and self.words.hasFocus() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)
