"""Themes: controls that can be seen, the system's scheme followed, sizes in proportion to the font."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QRadioButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.theme import apply_theme, contrast, dark_theme, light_theme, metrics_of, scaled, theme_of


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in the system's scheme again afterwards."""
    yield qapp
    apply_theme(qapp, "system")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("control", [QCheckBox, QRadioButton, QLineEdit, QSpinBox, QComboBox, QPlainTextEdit])
def test_the_edges_of_controls_stand_out(
    qtbot: QtBot, app: QApplication, scheme: Any, control: type[QWidget]
) -> None:
    """WCAG 1.4.11: 3 : 1 against the window, where something can be typed or ticked."""
    theme = apply_theme(app, scheme)
    holder = QWidget()
    qtbot.addWidget(holder)
    widget = control(holder)
    widget.setFixedSize(120, 30)
    holder.resize(130, 40)
    picture = holder.grab().toImage()
    best = max(
        contrast(picture.pixelColor(x, y), theme.window)
        for x in (widget.width() // 2, 4, 6, 8, 10)
        for y in range(32)
    )
    assert best >= 3
    style = app.style()
    assert isinstance(style, QProxyStyle)
    assert style.baseStyle().name().lower() == "fusion"


def test_the_systems_scheme_is_followed(app: QApplication) -> None:
    assert apply_theme(app, "dark") == dark_theme()
    assert app.palette().color(QPalette.ColorRole.Base) == dark_theme().base
    system = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert apply_theme(app, "system") == (dark_theme() if system else light_theme())
    assert apply_theme(app, "light") == light_theme()
    app.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert app.palette().color(QPalette.ColorRole.Base) == light_theme().base


def test_a_theme_is_known_by_its_palette() -> None:
    for theme in (dark_theme(), light_theme()):
        assert theme_of(theme.palette()) is theme
    assert theme_of(QPalette(QColor("black"))) is dark_theme()


def test_tones_have_colours_and_unknown_ones_are_neutral() -> None:
    theme = light_theme()
    assert len({theme.tone(tone).name() for tone in ("good", "bad", "neutral")}) == 3
    assert theme.tone("whatever") == theme.neutral


@pytest.mark.parametrize("pixels", [False, True])
def test_sizes_grow_with_the_font(qapp: QApplication, pixels: bool) -> None:
    small, large = QFont("DejaVu Sans", 9), QFont("DejaVu Sans", 24)
    if pixels:
        small.setPixelSize(12)
        large.setPixelSize(32)
    rows = [metrics_of(font).row_height for font in (small, large)]
    assert rows[1] > rows[0] * 2
    assert metrics_of(small) is metrics_of(QFont(small))
    assert scaled(large, 0.5).pixelSize() == (16 if pixels else -1)
