"""The panels beside the list, the inspector and the log, and the room that is kept for them.

The list is what a start is waited for. The panels take as long again to load, to build and to fill, so they
are made once the list has been painted, or as soon as somebody asks for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from desktop.app_services import AppServices
    from desktop.inspector.view import Inspector
    from desktop.log.view import LogView

LEAST_WIDTH, LEAST_HEIGHT = 240, 80
"""Of the places; the panels have measures of their own."""


class Panels(QObject):
    """Makes both panels and puts them into their places."""

    made = Signal()
    """They are there now."""

    def __init__(self, services: AppServices, beside: QSplitter, below: QSplitter, window: QWidget) -> None:
        """Keep room for the inspector at the end of ``beside``, and for the log at that of ``below``."""
        super().__init__(window)
        self._services, self._window = services, window
        self._inspector: Inspector | None = None
        self._log: LogView | None = None
        self.beside: QWidget = _place(beside)
        """The inspector, or its place."""
        self.below: QWidget = _place(below)
        """The log, or its place."""
        self._column: QWidget | None = None
        """Holds the inspector and what is below it, if there is anything."""

    @property
    def are_made(self) -> bool:
        """Whether they are there."""
        return self._log is not None

    @property
    def inspector(self) -> Inspector:
        """The inspector, made if it is not there yet."""
        self.make()
        assert self._inspector is not None
        return self._inspector

    @property
    def log(self) -> LogView:
        """The log, made if it is not there yet."""
        self.make()
        assert self._log is not None
        return self._log

    def show(self, *, inspector: bool, log: bool) -> None:
        """Have them seen or not, there or not."""
        self.beside.setVisible(inspector)
        self.below.setVisible(log)
        self._share_column()

    def put_below(self, widget: QWidget) -> None:
        """Put ``widget`` below the inspector, in the same place beside the list."""
        self.make()
        place, splitter = self.beside, self.beside.parentWidget()
        assert isinstance(splitter, QSplitter)
        sizes, hidden = splitter.sizes(), place.isHidden()
        self._column = QWidget(self._window)
        rows = QVBoxLayout(self._column)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        splitter.replaceWidget(splitter.indexOf(place), self._column)
        rows.addWidget(place, 1)
        rows.addWidget(widget)
        rows.addStretch(0)
        place.setHidden(hidden)
        splitter.setSizes(sizes)

    def show_below(self, widget: QWidget, *, shown: bool) -> None:
        """Have it seen or not; without inspector and without it there is no place beside the list."""
        widget.setVisible(shown)
        self._share_column()

    def _share_column(self) -> None:
        column = self._column
        if column is not None:
            parts = [part for part in column.children() if isinstance(part, QWidget)]
            column.setVisible(any(not part.isHidden() for part in parts))

    def follow(self, who: str) -> None:
        """Let them know whom the list is at."""
        if self._inspector is not None and self._log is not None:
            self._inspector.follow(who)
            self._log.select(who)

    def select(self, selected: Sequence[str]) -> None:
        """Let the inspector know who is selected in the list."""
        if self._inspector is not None:
            self._inspector.select(selected)

    def flush(self) -> None:
        """Keep notes that are still being typed."""
        if self._inspector is not None:
            self._inspector.flush()

    def make(self) -> None:
        """See that they are there."""
        if self.are_made:
            return
        from desktop.inspector.view import Inspector
        from desktop.log.view import LogView

        bridge, texts = self._services.bridge, self._services.texts
        self._inspector = Inspector(bridge, texts, self._window)
        self._log = LogView(bridge, texts, self._window)
        self.beside = _given(self.beside, self._inspector)
        self.below = _given(self.below, self._log)
        self.made.emit()


def _place(splitter: QSplitter) -> QWidget:
    place = QWidget(splitter)
    place.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
    splitter.addWidget(place)
    return place


def _given(place: QWidget, panel: QWidget) -> QWidget:
    """Put ``panel`` where ``place`` was, to be seen if that was."""
    splitter = place.parentWidget()
    assert isinstance(splitter, QSplitter)
    sizes, hidden = splitter.sizes(), place.isHidden()
    splitter.replaceWidget(splitter.indexOf(place), panel)
    panel.setHidden(hidden)
    splitter.setSizes(sizes)
    place.deleteLater()
    return panel
