"""What is painted from pictures looks as if it were painted directly."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QProxyStyle, QScrollBar, QStyle, QStyleOptionSlider

from desktop.widgets.pictures import Pictures
from desktop.widgets.style import ControlStyle

PART = QStyle.SubControl
HELD = QStyle.StateFlag.State_Sunken


def bar(across: Qt.Orientation, most: int, at: int) -> tuple[QScrollBar, QStyleOptionSlider]:
    made = QScrollBar(across)
    made.setRange(0, most)
    made.setPageStep(100)
    made.setValue(at)
    made.resize(QSize(14, 121) if across == Qt.Orientation.Vertical else QSize(121, 14))
    option = QStyleOptionSlider()
    made.initStyleOption(option)
    option.subControls = PART.SC_All  # as it paints itself
    return made, option


def painted(by: QStyle, of: QScrollBar, option: QStyleOptionSlider, *, pictures: bool) -> QImage:
    image = QImage(of.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(option.palette.color(QPalette.ColorRole.Window))
    draw = by.drawComplexControl if pictures else QProxyStyle.drawComplexControl.__get__(by)
    with QPainter(image) as painter:
        draw(QStyle.ComplexControl.CC_ScrollBar, option, painter, of)
    return image


@pytest.mark.parametrize("across", Qt.Orientation)
def test_scroll_bars_look_as_fusion_paints_them(qapp: QApplication, across: Qt.Orientation) -> None:
    style = ControlStyle()
    for most in (0, 40, 100, 101, 102, 5_000):
        for at in (0, most // 3, most):
            of, option = bar(across, most, at)
            for hot in (PART.SC_None, PART.SC_ScrollBarSlider, PART.SC_ScrollBarAddLine):
                option.activeSubControls = hot
                option.state |= HELD if hot == PART.SC_ScrollBarSlider else QStyle.StateFlag.State_None
                expected = painted(style, of, option, pictures=False)
                assert painted(style, of, option, pictures=True) == expected, (most, at, hot)


def test_what_was_seen_last_is_kept(qapp: QApplication) -> None:
    pictures, drawn = Pictures(2), []
    image = QImage(30, 10, QImage.Format.Format_RGB32)

    def paint(name: str, left: int, width: int = 10) -> None:
        place = QRect(left, 0, width, 10)

        def draw(painter: QPainter) -> None:
            drawn.append(name)
            painter.fillRect(place, QColor(name))

        with QPainter(image) as painter:
            pictures.paint(painter, place, name, QColor("white"), draw)

    paint("red", 0)
    paint("blue", 10)
    paint("red", 20)
    assert drawn == ["red", "blue"]
    assert [image.pixelColor(x, 5).name() for x in (5, 15, 25)] == ["#ff0000", "#0000ff", "#ff0000"]
    paint("red", 0, 20)  # another size is another picture, and blue was not seen for longest
    paint("red", 0)
    paint("blue", 0)
    assert drawn == ["red", "blue", "red", "blue"]
