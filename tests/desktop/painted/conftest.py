"""What the tests of painted pixels share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from desktop.list.delegates.row import Index, RowDelegate
from desktop.theme import AA, AAA, Scheme
from desktop.widgets.roles import Role
from desktop.widgets.style import apply_theme

LEAST: dict[Scheme, float] = {"light": AA, "dark": AA, "contrast-light": AAA, "contrast-dark": AAA}
"""Least contrast of text in each look."""


def directly(self: RowDelegate, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    edges = (index.column() == 0, index.column() == index.model().columnCount() - 1)
    self._paint(painter, option, index.data(Role.ROW), selected, edges)


@pytest.fixture
def readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are painted without the pictures they keep, so that their texts can be taken down."""
    monkeypatch.setattr(RowDelegate, "paint", directly)


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in its own font and scheme again afterwards."""
    font = QFont(QApplication.font())
    yield qapp
    qapp.setFont(font)
    apply_theme(qapp, "system")


def look(app: QApplication, scheme: Scheme) -> None:
    """Let every widget take on a look."""
    apply_theme(app, scheme)
    app.processEvents()
