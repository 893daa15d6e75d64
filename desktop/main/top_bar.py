"""The bar on top: what is played, where the round stands, and the four buttons that a fight needs most."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.main.phases import Moment
from desktop.main.stepper import Stepper
from desktop.theme import scaled, theme_of
from desktop.widgets.plain_text import PlainLabel, tip

NAMES = ("undo", "delay", "ready", "react", "primary")
LETTERS = 28
"""Width of the primary button in letters, where there is room: most of what it says moves no other button."""
GAPS = 100
"""Pixels between all the parts of the bar, and at its ends."""


class Elided(PlainLabel):
    """A label of plain text that ends in … where there is no room for all of it."""

    def __init__(self, parent: QWidget | None = None, *, scale: float = 1.0, bold: bool = False) -> None:
        """``scale`` is relative to the font around it."""
        super().__init__("", parent)
        self._scale, self._bold = scale, bold
        self._enlarge()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def embolden(self, *, bold: bool) -> None:
        """Be bold from now on, or not."""
        self._bold = bold
        self._enlarge()

    def _enlarge(self) -> None:
        parent = self.parentWidget()
        font = scaled(parent.font() if parent is not None else self.font(), self._scale)
        font.setBold(self._bold)
        if font != self.font():
            self.setFont(font)

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.averageCharWidth() * 6, metrics.height())

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 2, metrics.height())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font around it."""
        if event.type() == QEvent.Type.FontChange:
            self._enlarge()
        super().changeEvent(event)

    def setText(self, text: str) -> None:
        """Show ``text``, and all of it as a tool tip where it is cut short."""
        super().setText(text)
        self._tell_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole text as a tool tip where it is cut short."""
        self._tell_whole()
        super().resizeEvent(event)

    def _tell_whole(self) -> None:
        cut = QFontMetrics(self.font()).horizontalAdvance(self.text()) > self.width()
        self.setToolTip(tip(self.text()) if cut else "")

    def shown(self) -> str:
        """Return as much of the text as there is room for."""
        metrics = QFontMetrics(self.font())
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        text = self.shown()
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class About(Elided):
    """What is played; a click asks for the options. The menu has the same for the keyboard."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show a hand over what can be clicked."""
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)


class TopBar(QFrame):
    """Says what is played and when it is; its buttons ask for undo, delay, ready and the primary command."""

    wants = Signal(str)
    """'undo', 'delay', 'ready', 'react', 'primary' or 'options'."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._name = Elided(self, scale=1.25, bold=True)
        self._about = About(self)
        self._about.clicked.connect(self._about_clicked)
        self._title = PlainLabel(parent=self)
        self._time = PlainLabel(parent=self)
        self._times = ("", "")
        """Time in words, and in few letters."""
        self.stepper = Stepper(self)
        self.buttons = {name: self._button(name) for name in NAMES}
        self.primary = self.buttons["primary"]
        self._texts: dict[str, str] = {}
        self._rooms: dict[str, str] = {}
        """The longest that a button may say next; '' is what it says."""
        self._briefs: dict[str, str] = {}
        """What they say where all of it has no room; '' is all of it."""
        self._keys = dict.fromkeys(NAMES, "")
        self._longest: dict[str, str] = {}
        """Keys that may come to stand on a button: it does not change its width for them."""
        self._widest, self._based = 0, 0
        """Width that the primary button has had for this fight, and the one for its longest key."""
        self._lay_out()
        self._enlarge()

    def _button(self, name: str) -> QPushButton:
        button = QPushButton(self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the letters with the list
        button.clicked.connect(self._clicked)
        return button

    def _clicked(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.wants.emit(sender.objectName())

    def _about_clicked(self) -> None:
        self.wants.emit("options")

    @property
    def about(self) -> QLabel:
        """The line with the ruleset; a click on it asks for its options."""
        return self._about

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(4)
        row, below = QHBoxLayout(), QHBoxLayout()
        column.addLayout(row)
        column.addLayout(below)
        self._row, self._below = row, below
        what = QVBoxLayout()
        what.setSpacing(0)
        what.addWidget(self._name)
        what.addWidget(self._about)
        when = QGridLayout()
        when.setHorizontalSpacing(16)
        when.setVerticalSpacing(0)
        when.addWidget(self._title, 0, 0)
        when.addWidget(self._time, 1, 0)
        when.addWidget(self.stepper, 0, 1, 2, 1)
        when.setColumnStretch(1, 1)
        row.addLayout(what, 3)
        row.addLayout(when, 4)
        for name in NAMES:
            row.addWidget(self.buttons[name])
        row.setSpacing(8)
        below.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _enlarge(self) -> None:
        large = scaled(self.font(), 1.4)
        large.setBold(True)
        if large != self._title.font():
            self._title.setFont(large)
        self._accentuate()

    def _accentuate(self) -> None:
        """Give the primary button the theme's accent."""
        theme = theme_of(QGuiApplication.palette())
        palette = QPalette(QGuiApplication.palette())
        palette.setColor(QPalette.ColorRole.Button, theme.accent)
        palette.setColor(QPalette.ColorRole.ButtonText, theme.on_accent)
        off = QPalette.ColorGroup.Disabled
        palette.setColor(off, QPalette.ColorRole.Button, theme.raised)
        palette.setColor(off, QPalette.ColorRole.ButtonText, theme.quiet)
        bold = QFont(self.font())
        bold.setBold(True)
        if palette != self.primary.palette():
            self.primary.setPalette(palette)
        if bold != self.primary.font():
            self.primary.setFont(bold)

    def changeEvent(self, event: QEvent) -> None:
        """Follow font and theme."""
        if event.type() == QEvent.Type.FontChange:
            self._widest = 0
            self._enlarge()
            self._fit()
        elif event.type() == QEvent.Type.PaletteChange:
            self._accentuate()
        super().changeEvent(event)

    # -- what it shows -----------------------------------------------------------------------------

    def show_encounter(self, name: str, about: str) -> None:
        """Show the encounter's name, and its ruleset and numbers below."""
        if (name, about) == (self._name.text(), self._about.text()):
            return
        if name != self._name.text():
            self._widest = 0
        self._name.setText(name)
        self._name.setAccessibleName(name)
        self._about.setText(about)
        self._fit()

    def show_moment(self, moment: Moment) -> None:
        """Show round, time and phases."""
        told, title, room = (moment.time, moment.short), self._title.text(), self.stepper.room
        if moment.title != title:
            self._title.setText(moment.title)
        self.stepper.show_steps(moment.steps)
        if self.stepper.room != room or told != self._times or moment.title != title:
            self._times = told
            self._fit()

    def show_button(
        self,
        name: str,
        text: str,
        *,
        enabled: bool = True,
        shown: bool = True,
        room: str = "",
        brief: str = "",
    ) -> None:
        """Let a button say what it does now, ``brief`` where that has no room; its key stands beside it.

        It is at least as wide as with ``room`` on it: what it may say next moves no button beside it.
        """
        button, words = self.buttons[name], text.replace("&", "&&")
        self._rooms[name], self._briefs[name] = room.replace("&", "&&"), brief.replace("&", "&&")
        button.setEnabled(enabled)
        if self._texts.get(name) == words and shown == self._shows(name):
            return
        self._texts[name] = words
        if shown != self._shows(name):
            self._widest = 0  # all of them move for it
        button.setAccessibleName(text)
        self._tip(name)
        button.setVisible(shown)
        self._fit()

    def says(self, name: str) -> str:
        """Return what a button does now, without its key."""
        return self._texts.get(name, "").replace("&&", "&")

    def show_keys(self, keys: Mapping[str, str], longest: Mapping[str, str]) -> None:
        """Show these keys on the buttons from now on; '' is none. Room is kept for the ``longest``."""
        self._keys.update(keys)
        self._longest = dict(longest)
        for name in self._texts:
            self._tip(name)
        self._fit()

    def _tip(self, name: str) -> None:
        text, key = self._texts[name].replace("&&", "&"), self._keys[name]
        self.buttons[name].setToolTip(tip(f"{text} ({key})" if key else text))

    def _label(self, name: str, keys: Mapping[str, str] | None = None, *, longest: bool = False) -> str:
        """The text of a button with its key, or the ``longest`` that it may come to say."""
        key = (keys or {}).get(name, self._keys[name]).replace("&", "&&")
        text = (longest and self._rooms.get(name)) or self._texts[name]
        return f"{text}  {key}" if key else text

    def _fit(self) -> None:
        """Show the keys on the buttons, unless the phases would have no room beside them."""
        metrics, (time, short) = self.fontMetrics(), self._times
        self._say_time(time)
        shown = [name for name in self._texts if self._shows(name)]
        words = "".join(self._label(name, self._longest, longest=True) for name in shown)
        buttons = metrics.horizontalAdvance(words) + 4 * metrics.averageCharWidth() * len(self._texts)
        wanted = buttons + self.stepper.sizeHint().width() + self._words()
        roomy = wanted + max(self._named() + GAPS, metrics.averageCharWidth() * 24) <= self.width()
        if short and not roomy:
            self._say_time(short)
        for name in self._texts:
            label = self._label(name) if roomy else self._in_brief(name)
            if self.buttons[name].text() != label:
                self._keep_width(name, roomy=roomy)
                self.buttons[name].setText(label)
        self._break(roomy=roomy)
        self._hold_primary()
        self._give_name_room()

    def _keep_width(self, name: str, *, roomy: bool) -> None:
        """Let a button be as wide as with the longest key that may come to stand on it."""
        if name in self._longest:
            button = self.buttons[name]
            button.setMinimumWidth(0)
            if roomy:
                button.setText(self._label(name, self._longest, longest=True))
                button.setMinimumWidth(button.sizeHint().width())
            self._based = button.minimumWidth()

    def _hold_primary(self) -> None:
        """Keep the primary button as wide as it once was, where there is room: none slides away beside it.

        Room that the rest has no use for: what has been cut for it is not cut for a button that says less.
        Room for words that have not come yet leaves the line below the name whole, too.
        """
        needs, spare = self.primary.sizeHint().width(), self._spare()
        usual = QFontMetrics(self.primary.font()).averageCharWidth() * LETTERS
        whole = spare - (self._named() - self._name.sizeHint().width())
        self._widest = max(needs, min(self._widest, spare), min(usual, whole))
        least = max(self._based, self._widest if self._widest > needs else 0)
        if least != self.primary.minimumWidth():
            self.primary.setMinimumWidth(least)

    def _spare(self) -> int:
        """Return the width that the primary button may have while name and present step are told in full."""
        others = [self.buttons[name] for name in self._texts if self._shows(name) and name != "primary"]
        wanted = sum(button.sizeHint().width() + 8 for button in others) + self._words() + GAPS
        return self.width() - wanted - self._name.sizeHint().width() - self.stepper.whole_now

    def _in_brief(self, name: str) -> str:
        """Return what a button says, in few words where all of them would leave the rest no room."""
        text, brief, button = self._texts[name], self._briefs.get(name, ""), self.buttons[name]
        if not brief or self._row.indexOf(button) < 0:
            return text
        metrics = QFontMetrics(button.font())
        around = button.sizeHint().width() - metrics.horizontalAdvance(button.text())
        return text if metrics.horizontalAdvance(text) + around <= self._spare() else brief

    def _say_time(self, text: str) -> None:
        if self._time.text() != text:
            self._time.setText(text)
        self._time.setToolTip("" if text == self._times[0] else tip(self._times[0]))

    def _words(self) -> int:
        """Width of round and time."""
        return max(self._title.sizeHint().width(), self._time.sizeHint().width())

    def _named(self) -> int:
        """Width of the fight's name, or of what stands below it."""
        return max(self._name.sizeHint().width(), self._about.sizeHint().width())

    def _give_name_room(self) -> None:
        """Let the phases be shortened before the fight's name is, and what stands below that before them."""
        buttons = (one for one in self.buttons.values() if not one.isHidden())
        shown = (max(one.sizeHint().width(), one.minimumWidth()) for one in buttons)
        room = self.width() - self._words() - GAPS
        room -= sum(shown) if self._row.indexOf(self.primary) >= 0 else 0
        name = min(self._name.sizeHint().width(), room - self.stepper.minimumSizeHint().width())
        step = max(self.stepper.minimumSizeHint().width(), min(self.stepper.whole_now, room - name))
        least = max(self._name.minimumSizeHint().width(), min(self._named(), room - step))
        for part, width in ((self._name, least), (self.stepper, step)):
            if width != part.minimumWidth():
                part.setMinimumWidth(width)

    def _break(self, *, roomy: bool) -> None:
        """Move the buttons to a line of their own where a large font leaves the words beside them no room."""
        shown = [self.buttons[name] for name in self._texts if self._shows(name)]
        wanted = sum(button.sizeHint().width() + 8 for button in shown) + self._words() + 64
        wanted += self._name.minimumSizeHint().width() + self.stepper.minimumSizeHint().width()
        target, other = (
            (self._row, self._below) if roomy or wanted <= self.width() else (self._below, self._row)
        )
        if other.indexOf(self.primary) >= 0:
            for name in NAMES:
                other.removeWidget(self.buttons[name])
                target.addWidget(self.buttons[name])
            self.updateGeometry()

    def _shows(self, name: str) -> bool:
        return not self.buttons[name].isHidden()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the best of the room there is."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._widest = 0
        self._fit()
