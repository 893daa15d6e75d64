"""Themes: controls that can be seen, the system's scheme followed, sizes in proportion to the font."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QRadioButton,
    QSpinBox,
    QStyle,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.process.paths import resources
from desktop.theme import (
    AA,
    AAA,
    SIDE_SHAPES,
    Theme,
    contrast,
    contrast_dark_theme,
    contrast_light_theme,
    dark_theme,
    light_theme,
    metrics_of,
    scaled,
    theme_for,
    theme_of,
)
from desktop.widgets.style import ControlStyle, Keeper, apply_theme
from rulesets.seen.sides import LOOKS

EVERY = ("light", "dark", "contrast-light", "contrast-dark")
NONE, HIGH = Qt.ContrastPreference.NoPreference, Qt.ContrastPreference.HighContrast


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, in the system's scheme again afterwards."""
    yield qapp
    apply_theme(qapp, "system")


@pytest.mark.parametrize("scheme", EVERY)
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


class _WantsIcons(ControlStyle):
    """Our style on a desktop whose buttons have icons."""

    def styleHint(self, hint, option=None, widget=None, returnData=None) -> int:
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returnData)


def test_buttons_of_dialogs_have_no_icons(qtbot: QtBot, app: QApplication) -> None:
    """Some desktops would give them a green arrow and a red cross, in one look but not in the others."""
    style = _WantsIcons()
    assert style.styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons) == 1
    box = QDialogButtonBox()
    qtbot.addWidget(box)
    box.setStyle(style)
    kinds = QDialogButtonBox.StandardButton
    box.setStandardButtons(kinds.Ok | kinds.Cancel | kinds.Apply | kinds.RestoreDefaults)
    assert len(box.buttons()) == 4
    assert all(button.icon().isNull() for button in box.buttons())


def test_the_systems_scheme_is_followed(app: QApplication) -> None:
    assert apply_theme(app, "dark") == dark_theme()
    assert app.palette().color(QPalette.ColorRole.Base) == dark_theme().base
    system = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert apply_theme(app, "system") == (dark_theme() if system else light_theme())
    assert apply_theme(app, "light") == light_theme()
    app.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert app.palette().color(QPalette.ColorRole.Base) == light_theme().base


@pytest.mark.parametrize(
    ("scheme", "system", "wanted", "theme"),
    [
        ("system", Qt.ColorScheme.Unknown, NONE, light_theme()),
        ("system", Qt.ColorScheme.Dark, NONE, dark_theme()),
        ("system", Qt.ColorScheme.Dark, HIGH, contrast_dark_theme()),
        ("system", Qt.ColorScheme.Light, HIGH, contrast_light_theme()),
        ("dark", Qt.ColorScheme.Light, HIGH, dark_theme()),
        ("contrast-light", Qt.ColorScheme.Dark, NONE, contrast_light_theme()),
        ("contrast-dark", Qt.ColorScheme.Light, NONE, contrast_dark_theme()),
    ],
)
def test_which_theme_is_shown(
    scheme: Any, system: Qt.ColorScheme, wanted: Qt.ContrastPreference, theme: Theme
) -> None:
    """As the system: its light or dark, and its high contrast; a choice of one's own holds in any case."""
    assert theme_for(scheme, system, wanted) is theme


class System(QObject):
    """A system whose settings somebody changes, in the place of Qt's style hints."""

    colorSchemeChanged = Signal(Qt.ColorScheme)
    contrastPreferenceChanged = Signal(Qt.ContrastPreference)
    scheme, wanted = Qt.ColorScheme.Light, NONE

    def accessibility(self) -> System:
        return self

    def colorScheme(self) -> Qt.ColorScheme:
        return self.scheme

    def contrastPreference(self) -> Qt.ContrastPreference:
        return self.wanted

    def setColorScheme(self, scheme: Qt.ColorScheme) -> None:
        pass

    def unsetColorScheme(self) -> None:
        pass


class Painted:
    """The application as far as themes know it: its hints, and the palette they give it."""

    def __init__(self, system: System) -> None:
        self.system, self.theme = system, light_theme()

    def styleHints(self) -> System:
        return self.system

    def setPalette(self, palette: QPalette) -> None:
        self.theme = theme_of(palette)


def test_changes_of_the_system_are_followed_live(qapp: QApplication) -> None:
    """Dark, then high contrast, then back; not while another theme is chosen."""
    system = System()
    painted, keeper = Painted(system), Keeper()
    keeper.listen(painted)  # type: ignore[arg-type]
    keeper.apply("system")
    system.scheme = Qt.ColorScheme.Dark
    system.colorSchemeChanged.emit(system.scheme)
    assert painted.theme is dark_theme()
    system.wanted = HIGH
    system.contrastPreferenceChanged.emit(HIGH)
    assert painted.theme is contrast_dark_theme()
    keeper.apply("light")
    system.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert painted.theme is light_theme()


@pytest.mark.parametrize(
    ("theme", "least"),
    [(dark_theme(), AA), (light_theme(), AA), (contrast_dark_theme(), AAA), (contrast_light_theme(), AAA)],
)
def test_texts_can_be_read_on_every_ground(theme: Theme, least: float) -> None:
    """WCAG 1.4.3, in high contrast 1.4.6."""
    worst = min((contrast(text, ground), what) for what, text, ground in theme.pairs())
    assert worst[0] >= least, worst


@pytest.mark.parametrize("theme", [contrast_dark_theme(), contrast_light_theme()])
def test_edges_and_marks_stand_out_in_high_contrast(theme: Theme) -> None:
    """WCAG 1.4.11 for all that is no text: frames, stripes of the sides, bars in their groove."""
    for colour in (theme.edge, theme.spent_edge, theme.selection, *theme.sides):
        assert contrast(colour, theme.base) >= 3
    for colour in (theme.bar_good, theme.bar_warn, theme.bar_bad, theme.bar_extra):
        assert contrast(colour, theme.groove) >= 3


def test_a_theme_is_known_by_its_palette() -> None:
    for theme in (dark_theme(), light_theme(), contrast_dark_theme(), contrast_light_theme()):
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


def test_sides_look_the_same_on_the_players_page() -> None:
    """The page had four colours of its own."""
    assert len(SIDE_SHAPES) == LOOKS
    css = (resources() / "players" / "page.css").read_text(encoding="utf-8")
    light, _, dark = css.partition("@media (prefers-color-scheme: dark)")
    for theme, text in ((light_theme(), light), (dark_theme(), dark)):
        assert len(theme.sides) == LOOKS
        for number in range(LOOKS):
            assert f".side-{number} {{ border-left-color: {theme.side(number).name()} " in text
    script = (resources() / "players" / "page.js").read_text(encoding="utf-8")
    assert f"(side % {LOOKS})" in script
