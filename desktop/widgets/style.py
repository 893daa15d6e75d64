"""The look of all controls, kept in step with the wanted theme: Fusion with outlines that can be seen.

Fusion draws the edges of check boxes and fields a shade darker than the window: in a dark theme nobody sees
them. WCAG 1.4.11 asks for 3 : 1, so this draws them once more in the theme's own colour.
"""

from __future__ import annotations

from functools import cache, partial

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionSlider,
    QWidget,
)

from desktop.theme import Scheme, Theme, theme_for, theme_of
from desktop.widgets.pictures import Pictures

TEXTS = ("QPlainTextEdit", "QTextEdit")
"""Texts of several lines, by Qt's names: PySide would ready both classes, and a start needs neither."""
_PRIMITIVE, _STATE = QStyle.PrimitiveElement, QStyle.StateFlag
_INDICATORS = frozenset({_PRIMITIVE.PE_IndicatorCheckBox, _PRIMITIVE.PE_IndicatorRadioButton})
_SCROLL_BAR = QStyle.ComplexControl.CC_ScrollBar
MOST_PARTS = 60
"""Pictures of parts of scroll bars that are kept."""
_FIELDS = frozenset({QStyle.ComplexControl.CC_SpinBox, QStyle.ComplexControl.CC_ComboBox})
_SLIDER = QStyle.SubControl.SC_ScrollBarSlider


@cache
def _of_buttons() -> frozenset[QStyle.StandardPixmap]:
    """The icons of buttons of dialogs; no first frame asks for any."""
    return frozenset(
        icon
        for icon in QStyle.StandardPixmap
        if icon.name.startswith(("SP_Dialog", "SP_Restore")) and icon.name.endswith("Button")
    )


class ControlStyle(QProxyStyle):
    """Draws the edges of check boxes, radio buttons and fields so that they stand out."""

    def __init__(self) -> None:
        """Stand before Fusion."""
        super().__init__("Fusion")
        self._bars = Pictures(MOST_PARTS)
        """Pictures of parts of scroll bars: the one at the log moves with every step, and its gradients take
        longer than all that stands in the line that is new."""

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == _PRIMITIVE.PE_PanelButtonCommand and _is_primary(option):
            _paint_primary(painter, option)
            return
        super().drawPrimitive(element, option, painter, widget)
        if element in _INDICATORS:
            if (
                not option.state & _STATE.State_HasFocus
                or not option.state & _STATE.State_KeyboardFocusChange
            ):
                _outline(painter, option, round_=element == _PRIMITIVE.PE_IndicatorRadioButton)
        elif element == _PRIMITIVE.PE_FrameLineEdit or (
            element == _PRIMITIVE.PE_Frame and widget is not None and any(map(widget.inherits, TEXTS))
        ):
            _outline_field(painter, option)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control == _SCROLL_BAR and isinstance(option, QStyleOptionSlider) and widget is not None:
            self._paint_bar(option, painter, widget)
            return
        super().drawComplexControl(control, option, painter, widget)
        if control in _FIELDS:
            _outline_field(painter, option)

    def _paint_by_fusion(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        widget: QWidget | None,
        painter: QPainter,
    ) -> None:
        super().drawComplexControl(control, option, painter, widget)

    def _paint_bar(self, option: QStyleOptionSlider, painter: QPainter, widget: QWidget) -> None:
        """Paint a scroll bar from pictures: of all but the slider, and of the slider on its ground.

        That one does not say where the slider stands, unless it is at an end, where it meets the arrows.
        """
        wanted, whole = option.subControls, option.rect
        ground = option.palette.color(QPalette.ColorRole.Window)
        states = (option.state.value, option.activeSubControls.value, option.orientation.value)
        look = (*states, wanted.value, option.palette.cacheKey(), whole.width(), whole.height())
        fusion = partial(self._paint_by_fusion, _SCROLL_BAR, option, widget)
        option.subControls = wanted & ~_SLIDER
        self._bars.paint(painter, whole, look, ground, fusion)
        option.subControls = wanted
        slider = self.subControlRect(_SCROLL_BAR, option, _SLIDER, widget)
        if wanted & _SLIDER and not slider.isEmpty():
            ends = (option.sliderPosition <= option.minimum, option.sliderPosition >= option.maximum)
            outlined = slider.adjusted(-1, -1, 1, 1) & whole
            self._bars.paint(painter, outlined, (look, ends), ground, fusion)

    def standardIcon(
        self,
        standardIcon: QStyle.StandardPixmap,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> QIcon:
        """Buttons of dialogs have no icons: some desktops would add some, in colours of their own.

        There is a style hint for that, too, but Qt asks for hints thousands of times.
        """
        if standardIcon in _of_buttons():
            return QIcon()
        return super().standardIcon(standardIcon, option, widget)


def _is_primary(option: QStyleOption) -> bool:
    """Return whether a button is in the accent's colour and can be pressed."""
    ground = option.palette.color(QPalette.ColorRole.Button)
    return bool(option.state & _STATE.State_Enabled) and ground == theme_of(option.palette).accent


def _paint_primary(painter: QPainter, option: QStyleOption) -> None:
    """Paint the button flat: Fusion lightens it so far that its text is hard to read in light themes."""
    theme, state = theme_of(option.palette), option.state
    pressed, focus = state & _STATE.State_Sunken, state & _STATE.State_HasFocus
    box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent.darker(130), 1))
    painter.setBrush(theme.accent.darker(112) if pressed else theme.accent)
    painter.drawRoundedRect(box, 2, 2)
    if focus or state & _STATE.State_MouseOver:
        painter.setPen(QPen(theme.on_accent, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), 1, 1)
    painter.restore()


def _outline_field(painter: QPainter, option: QStyleOption) -> None:
    """Draw a field's edge, unless Fusion has drawn it in the colour of the focus."""
    if not option.state & _STATE.State_HasFocus:
        _outline(painter, option)


def _outline(painter: QPainter, option: QStyleOption, *, round_: bool = False) -> None:
    box = QRectF(option.rect)
    if round_:
        side = min(box.width(), box.height())
        box = QRectF(0, 0, side, side)
        box.moveCenter(QRectF(option.rect).center())
    radius = box.width() / 2 if round_ else 2.0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme_of(option.palette).spent_edge, 1))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.restore()


class Keeper(QObject):
    """Keeps the application in the wanted scheme, and follows the system where that is wanted."""

    def listen(self, app: QApplication) -> None:
        """Follow what the system tells ``app``, while the scheme is 'system'."""
        self._app = app
        self._scheme: Scheme = "system"
        self._hints = app.styleHints()
        self._access = self._hints.accessibility()
        self._hints.colorSchemeChanged.connect(self._follow)
        self._access.contrastPreferenceChanged.connect(self._follow)

    def apply(self, scheme: Scheme) -> Theme:
        self._scheme = scheme
        if scheme == "system":
            self._hints.unsetColorScheme()
        else:
            dark = scheme.endswith("dark")
            self._hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        return self._show()

    def _follow(self) -> None:
        if self._scheme == "system":
            self._show()

    def _show(self) -> Theme:
        theme = theme_for(self._scheme, self._hints.colorScheme(), self._access.contrastPreference())
        self._app.setPalette(theme.palette())
        return theme


def apply_theme(app: QApplication, scheme: Scheme) -> Theme:
    """Give the application the Fusion style and the palette of ``scheme``; 'system' goes on following it.

    Controls are outlined by :class:`ControlStyle`, which stands before Fusion.
    """
    if not isinstance(app.style(), ControlStyle):
        app.setStyle(ControlStyle())
    keeper = app.findChild(Keeper)
    if not isinstance(keeper, Keeper):
        keeper = Keeper(app)
        keeper.listen(app)
    return keeper.apply(scheme)
