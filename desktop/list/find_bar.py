"""Finding a combatant by a part of its name: the list goes there while one types."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from desktop.bridge import Bridge
from desktop.list.model import InitiativeModel
from desktop.widgets.announcing import announce
from desktop.widgets.fuzzy import fold
from desktop.widgets.plain_text import PlainLabel, tip


class FindBar(QFrame):
    """A line to type in. Arrows go to the next that fits and back; Return and Escape leave to the list."""

    found = Signal(str)
    """Id of a combatant that fits."""
    left = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Begin hidden."""
        super().__init__(parent)
        self._bridge = bridge
        self._list: InitiativeModel | None = None
        self._line = QLineEdit(self)
        self._line.setPlaceholderText(
            self.tr("Name of a combatant · ↑ ↓: others that fit · Enter: to the list")
        )
        self._line.setAccessibleName(self.tr("Find a combatant"))
        self._line.textChanged.connect(self._first)
        self._told = PlainLabel(parent=self)
        self._told.setMinimumWidth(self.fontMetrics().horizontalAdvance("1000 / 1000 …"))
        self._back = self._button("▲", self.tr("The one before (↑)"), -1)
        self._on = self._button("▼", self.tr("The next one (↓)"), 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(PlainLabel(self.tr("Find"), self))
        row.addWidget(self._line, 1)
        for widget in (self._told, self._back, self._on):
            row.addWidget(widget)
        self._at = ""
        """Whom the list went to last."""
        self.hide()

    def _button(self, sign: str, text: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setText(sign)
        button.setAutoRaise(True)
        button.setToolTip(tip(text))
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setProperty("by", by)
        button.clicked.connect(self._clicked)
        return button

    @property
    def line(self) -> QLineEdit:
        """The line to type in."""
        return self._line

    @property
    def told(self) -> str:
        """How many fit, and which of them it is."""
        return self._told.text()

    def search_in(self, model: InitiativeModel) -> None:
        """Go through those who fit in the order of this list."""
        self._list = model

    def begin(self) -> None:
        """Show the line, with what was looked for last; the list may be at another one since then."""
        self._at = ""
        self.show()
        self._line.setClearButtonEnabled(True)  # it loads a picture, which a start need not wait for
        self._line.setFocus()
        self._line.selectAll()
        self._tell(self._fitting())

    def _fitting(self) -> list[str]:
        """Those whose names have what is typed, or else all its words, in the order of the list."""
        text = fold(self._line.text()).strip()
        if not text or not self._bridge.is_open or self._list is None:
            return []
        known = self._bridge.state.combatants
        ids = (self._list.combatant_at(row) for row in range(self._list.rowCount()))
        names = [(who, fold(known[who].name)) for who in ids if who in known]
        words = text.split()
        return [who for who, name in names if text in name] or [
            who for who, name in names if all(word in name for word in words)
        ]

    def _first(self) -> None:
        """Stay with whom the list is at while it fits, else go to the first that does."""
        fitting = self._fitting()
        if fitting and self._at not in fitting:
            self._go(fitting[0])
        self._tell(fitting)

    def _step(self, by: int) -> None:
        fitting = self._fitting()
        if fitting:
            at = fitting.index(self._at) + by if self._at in fitting else 0
            self._go(fitting[at % len(fitting)])
        self._tell(fitting)

    def _go(self, who: str) -> None:
        self._at = who
        self.found.emit(who)

    def _leave(self) -> None:
        """Give the keys back to the list: what is typed next is a command for whom it found."""
        self.hide()
        self.left.emit()

    def _clicked(self) -> None:
        sender = self.sender()
        if sender is not None:
            self._step(int(sender.property("by")))

    def _tell(self, fitting: list[str]) -> None:
        told = ""
        if fitting:
            place = fitting.index(self._at) + 1 if self._at in fitting else 0
            told = self.tr("{number} of {all}").format(number=place, all=len(fitting))
        elif self._line.text().strip():
            told = self.tr("nobody")
        self._told.setText(told)
        for button in (self._back, self._on):
            button.setEnabled(len(fitting) > 1)
        if told and self.isVisible():
            announce(self._line, told)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on and back with the arrows, leave with Return, where somebody was found, or Escape."""
        match event.key():
            case Qt.Key.Key_Escape:
                self._leave()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if fitting := self._fitting():
                    if self._at not in fitting:
                        self._go(fitting[0])
                    self._leave()
            case Qt.Key.Key_Down:
                self._step(1)
            case Qt.Key.Key_Up:
                self._step(-1)
            case _:
                super().keyPressEvent(event)
                return
        event.accept()
