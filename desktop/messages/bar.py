"""A bar for what the GM must know: it never blocks, stays until dismissed or replaced, and is spoken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop.theme import theme_of
from desktop.widgets.announcing import announce
from desktop.widgets.citations import in_sight
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip

Tone = Literal["info", "warning", "error"]
_COLOURS = {"info": "text", "warning": "warn", "error": "bad"}


class MessageBar(QFrame):
    """One message with at most two things to do about it, and perhaps a way to leave it for later."""

    dismissed = Signal()
    shown = Signal()
    """There is something new to read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin hidden."""
        super().__init__(parent)
        self._tone: Tone = "info"
        self._said = ""
        """The whole message: ids of rules in it are no words to be read, and stand in the tool tip."""
        self._callback: Callable[[], object] | None = None
        self._second_callback: Callable[[], object] | None = None
        self._mark = ToneLabel("", self)
        self._mark.setWordWrap(False)
        font = self._mark.font()
        font.setBold(True)
        self._mark.setFont(font)
        self._text = ToneLabel("", self, tone="text")
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._action = QPushButton(self)
        self._action.clicked.connect(self._on_action)
        self._later = QPushButton(self)
        self._later.clicked.connect(self._on_close)
        self._second = QPushButton(self)
        self._second.clicked.connect(self._on_second)
        self._close = QToolButton(self)
        self._close.setText("✕")
        self._close.setAutoRaise(True)
        self._close.setToolTip(self.tr("Dismiss (Esc)"))
        self._close.setAccessibleName(self.tr("Dismiss the message"))
        self._close.clicked.connect(self._on_close)
        for button in (self._action, self._later, self._second, self._close):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys where they are
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 2, 8, 2)
        layout.addWidget(self._mark)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._later)
        layout.addWidget(self._second)
        layout.addWidget(self._close)
        self.hide()

    # -- interface -----------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The message shown, or ''."""
        return self._said if not self.isHidden() else ""

    @property
    def tone(self) -> Tone:
        """How grave it is."""
        return self._tone

    @property
    def action(self) -> QPushButton:
        """The button for what can be done about it."""
        return self._action

    @property
    def later(self) -> QPushButton:
        """The button that takes the message away in words."""
        return self._later

    @property
    def second(self) -> QPushButton:
        """The button beside it."""
        return self._second

    @property
    def label(self) -> QLabel:
        """The label of the message."""
        return self._text

    def show_message(
        self,
        text: str,
        *,
        tone: Tone = "info",
        action: str = "",
        callback: Callable[[], object] | None = None,
        later: str = "",
        second: str = "",
        second_callback: Callable[[], object] | None = None,
    ) -> None:
        """Show ``text`` in place of what was there; ``action`` is the button that calls ``callback``.

        ``later`` is what a second button says that only takes the message away, as ✕ does; ``second`` is on
        one that calls ``second_callback`` and leaves the message where it is.
        """
        self._tone = tone
        self._callback, self._second_callback = callback, second_callback
        self._mark.set_tone(_COLOURS[tone])
        self._mark.say(self._word(tone))
        self._show_text(text)
        self._action.setText(action)
        self._action.setVisible(bool(action) and callback is not None)
        self._later.setText(later)
        self._later.setVisible(bool(later))
        self._second.setText(second)
        self._second.setVisible(bool(second) and second_callback is not None)
        self.setAccessibleName(f"{self._word(tone)} {text}".strip())
        self.show()
        self.updateGeometry()
        self.update()
        self.shown.emit()
        self._announce()

    def add(self, text: str) -> None:
        """Say more of what is shown, and leave its buttons as they are."""
        if not self.isHidden():
            self._show_text(f"{self._said} {text}")
            self.setAccessibleName(f"{self.accessibleName()} {text}")
            self.updateGeometry()
            self.shown.emit()
            announce(self, text, urgent=self._tone != "info", always=True)

    def height_at(self, width: int) -> int:
        """Return the height that the message needs in ``width`` pixels."""
        layout = self.layout()
        needed = -1 if layout is None else layout.totalHeightForWidth(width)
        return needed if needed >= 0 else self.sizeHint().height()

    def clear(self) -> None:
        """Take the message away."""
        self._callback = self._second_callback = None
        self._show_text("")
        self.hide()

    # -- internal ------------------------------------------------------------------------------------

    def _show_text(self, text: str) -> None:
        self._said, shown = text, in_sight(text)
        self._text.setText(shown)
        self._text.setToolTip(tip(text) if shown != text else "")

    def _word(self, tone: Tone) -> str:
        return {"info": "", "warning": self.tr("Warning:"), "error": self.tr("Error:")}[tone]

    def _announce(self) -> None:
        announce(self, self.accessibleName(), urgent=self._tone != "info", always=True)

    def _on_action(self) -> None:
        callback = self._callback
        self.clear()
        if callback is not None:
            callback()

    def _on_second(self) -> None:
        if self._second_callback is not None:
            self._second_callback()

    def _on_close(self) -> None:
        self.clear()
        self.dismissed.emit()

    # -- Qt ------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_close()
            event.accept()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = theme_of(self.palette())
        colours = {"info": theme.selection, "warning": theme.warn, "error": theme.bad}
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised)
            painter.fillRect(QRectF(0, 0, 5, self.height()), colours[self._tone])
            painter.setPen(theme.edge)
            painter.drawLine(0, 0, self.width(), 0)
