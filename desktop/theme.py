"""Colours and sizes: themes whose texts keep WCAG AA, or AAA in high contrast, and measures from the font.

Delegates get no theme handed to them: they read the palette, and :func:`theme_of` names the colours that a
palette has no roles for. Every text colour is listed with its backgrounds in :meth:`Theme.pairs`, so that
a test can hold all of them to 4.5 : 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette

from rulesets.table.combatant import OUT_DEFEATED

MOST_PALETTES = 100
Scheme = Literal["light", "dark", "system", "contrast-light", "contrast-dark"]
AA = 4.5
"""Least contrast of text against its background (WCAG 2.2, 1.4.3)."""
AAA = 7.0
"""Least contrast in the themes of high contrast (WCAG 2.2, 1.4.6)."""
SIDE_SHAPES = ("disc", "diamond", "triangle", "square", "cross", "ring")
"""Marks of the sides, in step with Theme.sides: sides are told apart by shape, too."""


class Theme(Struct, frozen=True):
    """The named colours of one look. Row states come in pairs of text and background."""

    name: str
    dark: bool
    window: QColor
    base: QColor
    raised: QColor
    edge: QColor
    text: QColor
    quiet: QColor
    accent: QColor
    on_accent: QColor
    active: QColor
    """Background of the active row at its left end; it fades into ``active_end``."""
    active_end: QColor
    acted: QColor
    """Text of rows that have had their turn."""
    out: QColor
    """Text of rows that are out of the fight."""
    waiting: QColor
    hatch: QColor
    """Stripes over ``waiting``."""
    selected: QColor
    selection: QColor
    """Frame of the selected row."""
    good: QColor
    bad: QColor
    warn: QColor
    neutral: QColor
    extra: QColor
    """Temporary hit points as a number; ``bar_extra`` is their part of the bar."""
    token: QColor
    on_token: QColor
    round_token: QColor
    on_round_token: QColor
    spent_edge: QColor
    bar_good: QColor
    bar_warn: QColor
    bar_bad: QColor
    bar_extra: QColor
    groove: QColor
    sides: tuple[QColor, ...]

    def side(self, number: int) -> QColor:
        """Return the colour of a side, by its number (:mod:`rulesets.seen.sides`)."""
        return self.sides[number % len(self.sides)]

    def tone(self, tone: str) -> QColor:
        """Return the text colour of a tone: good, bad, warn, now, pinned; anything else is neutral.

        Who is pinned stands on ``round_token``.
        """
        tones = {
            "good": self.good,
            "bad": self.bad,
            "warn": self.warn,
            "now": self.accent,
            "pinned": self.on_round_token,
        }
        return tones.get(tone, self.neutral)

    def pairs(self) -> Iterator[tuple[str, QColor, QColor]]:
        """Yield (what it is, text, background) for every combination that is ever painted."""
        grounds = {
            "base": self.base,
            "active": self.active,
            "active end": self.active_end,
            "waiting": self.waiting,
            "hatch": self.hatch,
            "selected": self.selected,
        }
        everywhere = ("text", "quiet", "acted", "out", "good", "bad", "warn", "neutral", "extra", "accent")
        for name in everywhere:
            for ground, colour in grounds.items():
                yield f"{name} on {ground}", getattr(self, name), colour
        for name in ("text", "quiet", "good", "bad", "warn", "neutral", "accent"):
            yield f"{name} on window", getattr(self, name), self.window
            yield f"{name} on raised", getattr(self, name), self.raised
        for name in ("accent", "warn", "bad"):
            yield f"on {name}", self.on_accent, getattr(self, name)
        yield "token", self.on_token, self.token
        yield "round token", self.on_round_token, self.round_token

    def palette(self) -> QPalette:
        """Return the palette that makes Qt's own widgets look like this theme."""
        palette = QPalette(self.window)
        role = QPalette.ColorRole
        for where, colour in (
            (role.Window, self.window),
            (role.WindowText, self.text),
            (role.Base, self.base),
            (role.AlternateBase, self.raised),
            (role.Text, self.text),
            (role.Button, self.raised),
            (role.ButtonText, self.text),
            (role.BrightText, self.bad),
            (role.Highlight, self.accent),
            (role.HighlightedText, self.on_accent),
            (role.Accent, self.accent),
            (role.ToolTipBase, self.raised),
            (role.ToolTipText, self.text),
            (role.PlaceholderText, self.quiet),
            (role.Link, self.selection),
            (role.LinkVisited, self.neutral),
            (role.Mid, self.edge),
        ):
            palette.setColor(where, colour)
        for where in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, where, self.quiet)
        return palette


def _colours(**names: str) -> dict[str, QColor]:
    return {name: QColor(value) for name, value in names.items()}


@cache
def dark_theme() -> Theme:
    """Return the dark theme."""
    return Theme(
        name="dark",
        dark=True,
        sides=tuple(map(QColor, ("#3fb8a8", "#e8685f", "#a48cf5", "#5b9ff0", "#b5c24a", "#e57fc0"))),
        **_colours(
            window="#171b21", base="#101317", raised="#1e242c", edge="#323944",
            text="#eceff3", quiet="#a0a8b5", accent="#f5b544", on_accent="#20160a",
            active="#3b2d12", active_end="#1a1813", acted="#a2aab6", out="#949ca8",
            waiting="#12161c", hatch="#1f2630", selected="#18283a", selection="#6db0ff",
            good="#7fd383", bad="#ff9188", warn="#f5b544", neutral="#bcc4cf", extra="#7db8f7",
            token="#43bcab", on_token="#04201b", round_token="#a594f9", on_round_token="#150d36",
            spent_edge="#6e7988", bar_good="#5fb762", bar_warn="#e3a52f", bar_bad="#e4655c",
            bar_extra="#5aa2ea", groove="#2c323b",
        ),
    )  # fmt: skip


@cache
def light_theme() -> Theme:
    """Return the light theme."""
    return Theme(
        name="light",
        dark=False,
        sides=tuple(map(QColor, ("#12756a", "#b3322a", "#6a50c7", "#1f63b0", "#6b7410", "#a83a85"))),
        **_colours(
            window="#f3f1ec", base="#ffffff", raised="#faf9f6", edge="#d3cec3",
            text="#1b1f26", quiet="#575e69", accent="#925600", on_accent="#ffffff",
            active="#fdebc8", active_end="#fff8ea", acted="#575e69", out="#5b626d",
            waiting="#faf8f4", hatch="#ece8df", selected="#dfebf8", selection="#1f6fc2",
            good="#1d6629", bad="#a3271f", warn="#854e00", neutral="#474e59", extra="#1c5ba3",
            token="#12756a", on_token="#ffffff", round_token="#5b45b8", on_round_token="#ffffff",
            spent_edge="#837d6f", bar_good="#35853d", bar_warn="#a66c00", bar_bad="#c8473d",
            bar_extra="#2b76c4", groove="#dcd8cf",
        ),
    )  # fmt: skip


@cache
def contrast_dark_theme() -> Theme:
    """Return the dark theme of high contrast: near white on black, edges that can be seen from afar."""
    return Theme(
        name="contrast-dark",
        dark=True,
        sides=tuple(map(QColor, ("#2be8d0", "#ff8f86", "#c4b0ff", "#7cbcff", "#d6e55a", "#ff9be0"))),
        **_colours(
            window="#000000", base="#000000", raised="#141414", edge="#9a9a9a",
            text="#ffffff", quiet="#e4e4e4", accent="#ffd60a", on_accent="#000000",
            active="#332b00", active_end="#0f0d00", acted="#dcdcdc", out="#cfcfcf",
            waiting="#000000", hatch="#242424", selected="#06284d", selection="#7cc4ff",
            good="#8af58f", bad="#ffb3ac", warn="#ffd60a", neutral="#e8e8e8", extra="#9ed2ff",
            token="#2be8d0", on_token="#000000", round_token="#c4b0ff", on_round_token="#000000",
            spent_edge="#c8c8c8", bar_good="#6fe874", bar_warn="#ffc53d", bar_bad="#ff7a70",
            bar_extra="#7cc4ff", groove="#3a3a3a",
        ),
    )  # fmt: skip


@cache
def contrast_light_theme() -> Theme:
    """Return the light theme of high contrast: black on white."""
    return Theme(
        name="contrast-light",
        dark=False,
        sides=tuple(map(QColor, ("#00524a", "#8a1009", "#44219e", "#063f86", "#474d00", "#7a0f5b"))),
        **_colours(
            window="#ffffff", base="#ffffff", raised="#f2f2f2", edge="#5a5a5a",
            text="#000000", quiet="#262626", accent="#5a3100", on_accent="#ffffff",
            active="#ffe9a8", active_end="#fff8df", acted="#2b2b2b", out="#333333",
            waiting="#ffffff", hatch="#e4e4e4", selected="#d3e6ff", selection="#003f8a",
            good="#0b3d13", bad="#7a0a04", warn="#5a3100", neutral="#1f1f1f", extra="#06356f",
            token="#00524a", on_token="#ffffff", round_token="#3a1d8a", on_round_token="#ffffff",
            spent_edge="#3c3c3c", bar_good="#1d6e27", bar_warn="#8a5a00", bar_bad="#a3150c",
            bar_extra="#0b4f9e", groove="#c4c4c4",
        ),
    )  # fmt: skip


@cache
def _by_ground() -> dict[tuple[int, int], Theme]:
    """Every theme by the two grounds of its palette, which no widget changes."""
    themes = (dark_theme(), light_theme(), contrast_dark_theme(), contrast_light_theme())
    return {(theme.base.rgb(), theme.raised.rgb()): theme for theme in themes}


@cache
def _by_key() -> dict[int, Theme]:
    """The themes of palettes that were asked for, by what Qt tells palettes apart by."""
    return {}


def theme_of(palette: QPalette) -> Theme:
    """Return the theme whose colours go with ``palette``."""
    found, key = _by_key(), palette.cacheKey()
    if key not in found:
        if len(found) >= MOST_PALETTES:
            found.clear()
        found[key] = _theme_of(palette)
    return found[key]


def _theme_of(palette: QPalette) -> Theme:
    base = palette.color(QPalette.ColorRole.Base)
    known = _by_ground().get((base.rgb(), palette.color(QPalette.ColorRole.AlternateBase).rgb()))
    return known or (dark_theme() if base.lightness() < 128 else light_theme())


def contrast(one: QColor, other: QColor) -> float:
    """Return the WCAG contrast of two opaque colours, 1 to 21."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def theme_for(scheme: Scheme, system: Qt.ColorScheme, wanted: Qt.ContrastPreference) -> Theme:
    """Return the theme of a scheme; 'system' is light or dark, and of high contrast, as the system says."""
    if scheme == "system":
        dark, high = system == Qt.ColorScheme.Dark, wanted == Qt.ContrastPreference.HighContrast
    else:
        dark, high = scheme.endswith("dark"), scheme.startswith("contrast")
    if high:
        return contrast_dark_theme() if dark else contrast_light_theme()
    return dark_theme() if dark else light_theme()


# -- sizes -----------------------------------------------------------------------------------------


class Metrics(Struct, frozen=True):
    """Fonts and lengths of the initiative list in pixels, all in proportion to one font."""

    name: QFont
    small: QFont
    small_bold: QFont
    digits: QFont
    em: float
    """Height of a line of the base font."""
    name_height: float
    small_height: float
    chip_height: float
    gap: float
    """Space between neighbours; half of it is the padding inside."""
    stripe: float
    """Width of the stripe that shows the side."""
    row_height: int
    low_row_height: int
    """The same in a low window: every line of it is there, with less room between them."""


def metrics_of(font: QFont) -> Metrics:
    """Return the measures that go with ``font``."""
    return _metrics(font.key())


@lru_cache(maxsize=8)
def _metrics(key: str) -> Metrics:
    font = QFont()
    font.fromString(key)
    small, name, digits = scaled(font, 0.89), scaled(font, 1.13), scaled(font, 1.85)
    name.setWeight(QFont.Weight.DemiBold)
    digits.setWeight(QFont.Weight.DemiBold)
    bold = QFont(small)
    bold.setWeight(QFont.Weight.Bold)
    em = QFontMetricsF(font).height()
    name_height, small_height = QFontMetricsF(name).height(), QFontMetricsF(small).height()
    chip, gap = round(small_height * 1.25), round(em * 0.36)
    digits_height = QFontMetricsF(digits).tightBoundingRect("0").height() * 1.3 + small_height
    tallest = max(name_height + chip + gap * 0.5, digits_height)
    return Metrics(
        name=name,
        small=small,
        small_bold=bold,
        digits=digits,
        em=em,
        name_height=name_height,
        small_height=small_height,
        chip_height=chip,
        gap=gap,
        stripe=round(em * 0.72),
        row_height=round(tallest + gap * 2.8),
        low_row_height=round(tallest + gap),
    )


def of_name(font: QFont, out: str) -> QFont:
    """Return the font for the name of somebody who is ``out`` of the fight, or of somebody who is not ('').

    Whoever is out for good is struck through; whoever lies dying or unconscious, and may be up again, is
    slanted. That is so wherever names stand, and needs no colour.
    """
    if not out:
        return font
    found = QFont(font)
    found.setStrikeOut(out == OUT_DEFEATED)
    found.setItalic(out != OUT_DEFEATED)
    return found


def scaled(font: QFont, factor: float) -> QFont:
    """Return ``font`` in another size, whether it is measured in points or in pixels."""
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(max(1, round(font.pixelSize() * factor)))
    return result
