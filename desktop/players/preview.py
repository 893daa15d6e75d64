"""What the players see, in small, beside the game master's list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.players.curtain import Curtain
from desktop.players.view import PlayersView
from desktop.widgets.plain_text import PlainLabel, tip

USUAL = QSize(1280, 720)
"""The screen that is shown in small as long as none is filled."""


class Preview(QWidget):
    """A small picture of the players' screen, with what is done most often about it."""

    wants = Signal(str)
    """Id of a command."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setAccessibleName(self.tr("Preview of the players' screen"))
        self.title = PlainLabel(self.tr("The players see"), self)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hides = self._button("players-hide", self.tr("Hide"))
        self.hides.setCheckable(True)
        self.facts = self._button("players-facts", self.tr("What…"))
        self.facts.setToolTip(tip(self.tr("Choose what the players see")))
        self.view = PlayersView(self)
        self.view.shape = USUAL
        self.curtain = Curtain(self.view)
        self.curtain.hide()
        head = self._head = QHBoxLayout()
        head.setContentsMargins(8, 2, 4, 2)
        head.addWidget(self.title, 1)
        head.addWidget(self.hides)
        head.addWidget(self.facts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        self.view.installEventFilter(self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._fit)

    def _button(self, ident: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.wants.emit(ident))
        return button

    def shown_on(self, size: QSize | None) -> None:
        """Show a screen of this size in small; None for one of the usual size."""
        wanted = size or USUAL
        if wanted != self.view.shape:
            self.view.shape = wanted
            self.view.rest()
            self._fit()
            self._place()

    def hide_behind(self, image: QImage | None, *, hidden: bool) -> None:
        """Show that the screen is hidden, and behind what."""
        self.curtain.show_picture(image)
        self.curtain.setVisible(hidden)
        self.hides.setChecked(hidden)
        self.hides.setText(self.tr("Show") if hidden else self.tr("Hide"))
        said = self.tr("They see the picture") if hidden else self.tr("The players see")
        self.title.setText(said)

    def _place(self) -> None:
        shape = self.view.shape or USUAL
        size = shape.scaled(self.view.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.view.width() - size.width()) // 2, (self.view.height() - size.height()) // 2
        self.curtain.setGeometry(left - 1, top - 1, size.width() + 2, size.height() + 2)

    def _fit(self) -> None:
        """Be as high as the screen in small is, at this width; no higher than wide."""
        shape = self.view.shape or USUAL
        high = round(self.width() * min(1.0, shape.height() / max(1, shape.width())))
        self.setFixedHeight(high + self._head.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover all of the screen in small, whatever size it has come to."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()  # within this event the layout has not come to its end
