"""What the tests of painted pixels share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QApplication

from desktop.theme import AA, AAA, Scheme
from desktop.widgets.pictures import Pictures
from desktop.widgets.style import apply_theme

LEAST: dict[Scheme, float] = {"light": AA, "dark": AA, "contrast-light": AAA, "contrast-dark": AAA}
"""Least contrast of text in each look."""
Draw = Callable[[QPainter], None]


def directly(
    self: Pictures, painter: QPainter, place: QRect, shows: Hashable, ground: QColor, draw: Draw
) -> None:
    draw(painter)


@pytest.fixture
def readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are painted without the pictures they keep, so that their texts can be taken down."""
    monkeypatch.setattr(Pictures, "paint", directly)


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
