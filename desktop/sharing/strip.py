"""A strip under the list: the slips that wait, each with the buttons that settle it.

The one that a key settles stands first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop.bridge import Bridge
from desktop.sharing.desk import SlipDesk, Waiting
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel

MOST = 4
"""Slips that are shown; the others are counted and come up as these are settled."""


class SlipStrip(QFrame):
    """Is there only while a slip waits."""

    renewed = Signal()
    """There are other lines now."""

    def __init__(
        self,
        desk: SlipDesk,
        bridge: Bridge,
        keys: Callable[[str], str],
        parent: QWidget | None = None,
    ) -> None:
        """Show what is on ``desk``; ``keys`` tells by which key a command is given."""
        super().__init__(parent)
        self._desk, self._keys = desk, keys
        self._shown: dict[str, _Line] = {}
        self._seen: set[str] = set()
        """Ids of sealed slips that the game master has looked at."""
        self.setAccessibleName(self.tr("Slips of players"))
        self._more = ToneLabel("", self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 12, 6)
        self._column.setSpacing(3)
        self._column.addWidget(self._more)
        desk.changed.connect(self.renew)
        bridge.changed.connect(self._follow)
        self.renew()

    @property
    def lines(self) -> list[_Line]:
        """The slips that are shown, the one that a key settles first."""
        return list(self._shown.values())

    def _follow(self) -> None:
        """Names or the phase may be others now."""
        if self._shown:
            self.renew()

    def renew(self) -> None:
        """Show the slips that wait."""
        waiting = self._desk.waiting
        for line in self._shown.values():
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._shown = {}
        following = self._desk.next
        if following is not None:
            waiting = (following, *(one for one in waiting if one is not following))
        for at, one in enumerate(waiting[:MOST]):
            line = self._line(one, first=at == 0)
            self._column.insertWidget(at, line)
            self._shown[one.slip.id] = line
        left = len(waiting) - MOST
        self._more.say(self.tr("%n more", "", left) if left > 0 else "")
        self.setVisible(bool(waiting))
        self.renewed.emit()

    def _line(self, one: Waiting, *, first: bool) -> _Line:
        hidden = one.slip.what == "declare" and self._desk.sealed and one.slip.id not in self._seen
        text = self._desk.text(one, in_full=not hidden)
        line = _Line(text, self)
        line.add(self._named(self.tr("Accept"), "accept-slip", first), partial(self._desk.accept, one))
        line.add(self._named(self.tr("Dismiss"), "dismiss-slip", first), partial(self._desk.dismiss, one))
        if hidden:
            line.add(self.tr("Look"), partial(self._look, one))
        return line

    def _named(self, text: str, command: str, first: bool) -> str:
        key = self._keys(command) if first else ""
        return f"{text} ({key})" if key else text

    def _look(self, one: Waiting) -> None:
        """Show what is sealed: the game master alone looks at this screen, and has asked for it."""
        self._seen.add(one.slip.id)
        self.renew()


class _Line(QWidget):
    """One slip."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = text
        self.label = ToneLabel(f"✉  {text}", self, tone="text")
        self.label.setWordWrap(False)
        self.buttons: list[QPushButton] = []
        self._row = FlowLayout(self)
        self._row.addWidget(self.label)

    def add(self, text: str, act: Callable[[], object]) -> None:
        """Add a button."""
        button = QPushButton(text, self)
        button.setAccessibleName(f"{text}: {self.text}")
        button.clicked.connect(lambda _checked=False: act())
        self._row.addWidget(button)
        self.buttons.append(button)
