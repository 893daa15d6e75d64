"""The head of the inspector: name, side, kind, group, count, and what sets this combatant apart now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop.inspector.head import About
from desktop.theme import of_name, theme_of
from desktop.why.asking import Asker, show_answer
from desktop.why.model import Whys
from desktop.widgets.labels import FoldedLabel, ToneLabel, wrapped_height
from desktop.widgets.plain_text import tip
from desktop.widgets.steady import Steady
from desktop.widgets.text_size import in_proportion, proportion
from rulesets.seen.labels import counted
from rulesets.seen.number_format import minus
from rulesets.words.explaining import Why

if TYPE_CHECKING:
    from desktop.widgets.texts import Texts

LARGE_NAME, SMALL_NAME = 1.35, 1.1
"""Size of the name in terms of that of other texts."""
LINES, LINES_LOW = 2, 1
"""Lines that are kept for what is special now, in a low panel fewer: what is below never moves for it."""
_MEASURED = 3
"""Names that are measured, the longest by letters."""


class Head(Steady):
    """Who is selected. The line of what is special now keeps its place while it is empty."""

    pinned = Signal(bool)
    """The GM wants this combatant to stay shown, or not any more."""
    noted = Signal()
    """The GM wants to see the notes."""

    def __init__(self, texts: Texts, whys: Whys, parent: QWidget | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._texts = texts
        self._whys = whys
        self._about: About | None = None
        self._name = ToneLabel("", self, tone="text")
        self._low = False
        self._longest: tuple[str, ...] = ()
        self._size = in_proportion(self._name, LARGE_NAME, bold=True)
        self._facts = ToneLabel("", self)
        self._why = QToolButton(self)
        self._why.setText("?")
        self._why.setAutoRaise(True)
        self._why.setToolTip(self.tr("Why this place in the order?"))
        self._why.setAccessibleName(self._why.toolTip())
        self._why.clicked.connect(self.ask)
        self._notes = QToolButton(self)
        self._notes.setText("✎")
        self._notes.setAutoRaise(True)
        self._notes.setAccessibleName(self.tr("Go to the notes"))
        self._notes.clicked.connect(self.noted)
        Asker(self._facts, self._answer)
        self._status = FoldedLabel("", self, tone="warn")
        self._status.fold(LINES)
        font = self._status.font()
        font.setBold(True)
        self._status.setFont(font)
        for kept in (self._status, self._why, self._notes):
            policy = kept.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            kept.setSizePolicy(policy)
        self._pin = QToolButton(self)
        self._pin.setText(self.tr("Pin"))
        self._pin.setCheckable(True)
        self._pin.setToolTip(self.tr("Keep showing this combatant when the turn passes on"))
        self._pin.toggled.connect(self._on_pinned)
        self._lay_out()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self._name, 1)
        line.addWidget(self._pin)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 4)
        layout.setSpacing(2)
        layout.addLayout(line)
        facts = QHBoxLayout()
        facts.setSpacing(2)
        facts.addWidget(self._facts, 1)
        facts.addWidget(self._notes)
        facts.addWidget(self._why)
        layout.addLayout(facts)
        layout.addWidget(self._status)
        layout.addStretch(1)

    @property
    def pin(self) -> QToolButton:
        """The button that keeps the combatant shown."""
        return self._pin

    @property
    def notes(self) -> QToolButton:
        """The button that says that there are notes, has them in its tool tip, and leads to them."""
        return self._notes

    @property
    def why(self) -> QToolButton:
        """The button that explains the count."""
        return self._why

    def ask(self) -> None:
        """Show why the combatant acts when it does."""
        show_answer(self._answer(self._facts), self._facts)

    def _answer(self, _asked: QWidget) -> tuple[Why, ...]:
        return () if self._about is None else self._whys.count(self._about.id)

    def set_low(self, low: bool) -> None:
        """Show the name no larger than it has to be where there is little room, or as a heading."""
        if low != self._low:
            self._low = low
            self._status.fold(LINES_LOW if low else LINES)
            self._size.follow_as(self._font)
            self.forget()

    def keep_for(self, names: Iterable[str]) -> None:
        """Keep the lines that the longest name needs: what is below must not move with who is shown."""
        longest = tuple(sorted(names, key=len)[-_MEASURED:])
        if longest != self._longest:
            self._longest = longest
            self.settle()

    def still_to_come(self) -> int:
        """Return how much higher the longest name is than the one that is shown, and all that is special."""
        letters, width = self._name.fontMetrics(), self._name.width()
        heights = [wrapped_height(letters, name, width) for name in (self._name.text(), *self._longest)]
        lines = LINES_LOW if self._low else LINES
        kept = lines * (self._status.fontMetrics().lineSpacing() + 1) - self._status.heightForWidth(width)
        return max(heights) - heights[0] + max(0, kept)

    def words(self) -> tuple[str, str, str]:
        """Return what is shown: name, facts, status."""
        return self._name.text(), self._facts.text(), self._status.text()

    def show_about(self, about: About) -> None:
        """Show ``about``; nothing happens if it is shown already."""
        if about == self._about:
            return
        self._about = about
        self._say_name()
        kind = self.tr("PC") if about.kind == "pc" else self.tr("NPC")
        facts = [about.side, kind]
        if about.group:
            facts.append(self.tr("group {name}").format(name=about.group))
        if about.count is not None:
            facts.append(counted(about.count_label, minus(str(about.count)), about.spent))
        self._facts.setText(" · ".join(facts))
        self._why.setVisible(about.count is not None)
        self._notes.setVisible(bool(about.notes))
        self._notes.setToolTip(tip(about.notes, wrapped=True))
        self._status.say(" · ".join(self._status_words(about)))
        self.settle()

    def _on_pinned(self, pinned: bool) -> None:
        self._pin.setText(self.tr("Unpin") if pinned else self.tr("Pin"))
        self._say_name()
        self.update()
        self.pinned.emit(pinned)

    def _say_name(self) -> None:
        """Say who this is; somebody who is pinned is not whom the list is at, and looks otherwise."""
        name, pinned = "" if self._about is None else self._about.name, self._pin.isChecked()
        self._name.setText(self.tr("Pinned: {name}").format(name=name) if pinned else name)
        self._name.set_tone("pinned" if pinned else "text")
        self._size.follow_as(self._font)

    def _font(self, font: QFont) -> QFont:
        """Return the font of the name, made of what other texts have: of the fallen it is another one."""
        gone = "" if self._about is None else self._about.gone
        return of_name(proportion(SMALL_NAME if self._low else LARGE_NAME, bold=True)(font), gone)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Put whoever is pinned on a band in the pin's colour."""
        super().paintEvent(event)
        if self._pin.isChecked():
            line = self._name.geometry().united(self._pin.geometry()).adjusted(0, -4, 0, 4)
            with QPainter(self) as painter:
                painter.fillRect(
                    0, line.y(), self.width(), line.height(), theme_of(self.palette()).round_token
                )

    def _status_words(self, about: About) -> list[str]:
        words = []
        if about.out:
            words.append(self.tr("defeated") if about.out == "defeated" else self.tr("cannot act"))
        words += about.states
        if about.active:
            words.append(self.tr("acts now"))
        if about.declares:
            words.append(self.tr("declares now"))
        words += (self.tr("still open: {what}").format(what=one) for one in about.owes)
        if about.waiting:
            words.append(self.tr("waits"))
        why = self._texts.missed(about.missed)
        if why:
            words.append(self.tr("no turn this time: {why}").format(why=why))
        if about.action:
            readied = self.tr("readied: {action}, when {trigger}")
            words.append(readied.format(action=about.action, trigger=about.trigger))
        if not about.aware:
            words.append(self.tr("unaware at the start"))
        return words
