"""A strip under the list: who is still to come, and what brings them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop.combatants.waves import people_shown, to_come
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip
from rulesets.table.changes import Changes
from rulesets.table.encounter import RUNNING, Wave

if TYPE_CHECKING:
    from desktop.bridge import Bridge

MOST, LETTERS = 3, 80
"""Waves that are shown, and letters of each; the menu has all of them."""


class WavesStrip(QFrame):
    """Is there only while somebody is to come."""

    wants = Signal(str)
    """'come:wave-1', 'replan:wave-1' or 'drop:wave-1'."""
    renewed = Signal()
    """There are other lines now."""
    reminds = Signal(str)
    """The round of a wave has begun: a sentence says of which."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Follow ``bridge``."""
        super().__init__(parent)
        self._bridge = bridge
        self._shown: tuple[tuple[Wave, ...], int] = ((), 0)
        self.lines: list[WaveLine] = []
        self.setAccessibleName(self.tr("Still to come"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 4, 12, 4)
        self._column.setSpacing(2)
        self._more = ToneLabel("", self)
        self._column.addWidget(self._more)
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._renew)
        self._show((), 0)
        self._renew()

    def _follow(self, changes: Changes) -> None:
        if changes.waves or changes.clock or changes.whole:
            before = self._shown[1]
            self._renew()
            waves, now = self._shown
            for wave in waves if before < now else ():
                if before < wave.round <= now:
                    words = self.tr("They are to come in this round: {people}.")
                    self.reminds.emit(words.format(people=people_shown(wave)))

    def _renew(self) -> None:
        """Show who is to come; whose round is there first of all."""
        state = self._bridge.state if self._bridge.is_open else None
        waves = () if state is None else state.waves
        now = state.clock.round if state is not None and state.clock.status == RUNNING else 0
        if self._shown != (waves, now):
            self._show(waves, now)

    def _show(self, waves: tuple[Wave, ...], now: int) -> None:
        self._shown = (waves, now)
        for line in self.lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        here = [wave for wave in waves if 0 < wave.round <= now]
        shown = [*here, *(wave for wave in waves if wave not in here)][:MOST]
        self.lines = [WaveLine(wave, wave in here, self) for wave in shown]
        for at, line in enumerate(self.lines):
            line.wants.connect(self.wants)
            self._column.insertWidget(at, line)
        left = len(waves) - len(shown)
        self._more.say(self.tr("%n more to come", "", left) if left > 0 else "")
        self.setVisible(bool(waves))
        self.renewed.emit()


class WaveLine(QWidget):
    """One wave, with the buttons that bring it in, plan it anew, or give it up."""

    wants = Signal(str)

    def __init__(self, wave: Wave, here: bool, parent: QWidget | None = None) -> None:
        """Show ``wave``; ``here`` says that its round has come."""
        super().__init__(parent)
        self.wave = wave
        told = to_come(wave, here=here)
        text = told if len(told) <= LETTERS else f"{told[:LETTERS].rstrip()}…"
        self.label = ToneLabel(text, self, tone="warn" if here else "text")
        self.label.setToolTip(tip("\n".join(part for part in (told, wave.notes) if part)))
        self.label.setWordWrap(False)
        row = FlowLayout(self)
        row.addWidget(self.label)
        self.buttons: dict[str, QPushButton] = {}
        for name, button_text in (
            ("come", self.tr("Bring in")),
            ("replan", self.tr("Change…")),
            ("drop", self.tr("Give up")),
        ):
            button = QPushButton(button_text, self)
            button.setAccessibleName(f"{button_text}: {told}")
            button.setObjectName(f"{name}:{wave.id}")
            button.clicked.connect(self._pressed)
            row.addWidget(button)
            self.buttons[name] = button

    def _pressed(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.wants.emit(sender.objectName())
