"""A section of the inspector that can be folded away; it stays as the GM left it while the program runs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.widgets.plain_text import tip

LETTERS = 6
"""Least width of a heading, in letters."""


class Section(QWidget):
    """A heading that folds what stands under it."""

    opened = Signal()
    """It was unfolded: what it shows may be out of date."""

    def __init__(self, title: str, parent: QWidget | None = None, *, is_open: bool = True) -> None:
        """Begin unfolded, or folded."""
        super().__init__(parent)
        self._content: QWidget | None = None
        self._is_open = is_open
        self._title = title
        self._heading = QToolButton(self)
        self._heading.setText(title)
        self._heading.installEventFilter(self)
        self._heading.setAutoRaise(True)
        self._heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._heading.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        font = QFont(self._heading.font())
        font.setBold(True)
        self._heading.setFont(font)
        self._heading.clicked.connect(self._turn)
        self._line = QHBoxLayout()
        self._line.setSpacing(4)
        self._line.addWidget(self._heading, 1)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(4)
        self._body.addLayout(self._line)
        self._body.setAlignment(self._line, Qt.AlignmentFlag.AlignTop)  # folded or not it stands there
        self._mark(is_open)

    @property
    def is_open(self) -> bool:
        """True while the content is shown."""
        return self._is_open

    def unfold(self) -> None:
        """Show the content."""
        if not self._is_open:
            self._turn()

    @property
    def title(self) -> str:
        """The heading, as much of it as there is room for or not."""
        return self._title

    def set_title(self, title: str) -> None:
        """Change the heading."""
        if title == self.title:
            return
        self._title = title
        self._fit()
        self._mark(self.is_open)

    def set_content(self, content: QWidget) -> None:
        """Put ``content`` under the heading."""
        self._content = content
        self._body.addWidget(content)
        content.setVisible(self.is_open)

    def add_corner(self, widget: QWidget) -> None:
        """Put a small button at the end of the heading."""
        self._line.addWidget(widget)

    @property
    def heading(self) -> QToolButton:
        """The button that folds and unfolds."""
        return self._heading

    def _turn(self) -> None:
        self._is_open = not self._is_open
        self._mark(self._is_open)
        if self._content is not None:
            self._content.setVisible(self._is_open)
        if self._is_open:
            self.opened.emit()

    def _mark(self, is_open: bool) -> None:
        self._heading.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        state = self.tr("unfolded") if is_open else self.tr("folded")
        self._heading.setAccessibleName(f"{self._title}, {state}")

    def _fit(self) -> None:
        """Show as much of the title as the heading has room for: it widens no panel."""
        metrics = self._heading.fontMetrics()
        self._heading.setMinimumWidth(metrics.averageCharWidth() * LETTERS)
        room = self._heading.width() - self._heading.iconSize().width() - 2 * metrics.averageCharWidth()
        shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        if shown != self._heading.text():
            self._heading.setText(shown)
            self._heading.setToolTip("" if shown == self._title else tip(self._title))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the title whenever the heading has another width or font."""
        if watched is self._heading and event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._fit()
        return super().eventFilter(watched, event)
