"""Tab goes through a part of the window as the eye does, whenever what stands in it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QLayout,
    QScrollArea,
    QSpacerItem,
    QSplitter,
    QStackedWidget,
    QWidget,
    QWidgetItem,
)
from shiboken6 import invalidate


@runtime_checkable
class KnowsOrder(Protocol):
    """A part of the window in which something is asked before what stands above it."""

    def in_tab_order(self, laid_out: Sequence[QWidget]) -> Sequence[QWidget]:
        """Return the controls in it from the first to the last; ``laid_out`` is as its layout has them."""


def tab_as_laid_out(root: QWidget) -> None:
    """Let Tab go through all controls below ``root`` in the order of their layouts.

    Qt has them in the order in which they were made: one that comes later would be the last of the window.
    """
    for before, after in pairwise(_controls(root)):
        QWidget.setTabOrder(before, after)


def _controls(widget: QWidget) -> Iterator[QWidget]:
    """Yield what has the keys by Tab, from the first to the last."""
    found = _laid_out(widget)
    yield from widget.in_tab_order(list(found)) if isinstance(widget, KnowsOrder) else found


def _laid_out(widget: QWidget) -> Iterator[QWidget]:
    tabbed = Qt.FocusPolicy.TabFocus
    if widget.focusPolicy() & tabbed == tabbed:
        yield widget
        if not isinstance(widget, QScrollArea):
            return  # what is inside of a control is its own business
    if isinstance(widget, QScrollArea):
        inner = widget.widget()
        if inner is not None:
            yield from _controls(inner)
    elif isinstance(widget, QSplitter | QStackedWidget):
        for number in range(widget.count()):
            part = widget.widget(number)
            if part is not None:
                yield from _controls(part)
    elif (layout := widget.layout()) is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    numbers = range(layout.count())
    turned = isinstance(layout, QBoxLayout) and layout.direction() == QBoxLayout.Direction.BottomToTop
    for number in reversed(numbers) if turned else numbers:
        item = layout.itemAt(number)
        if item is None:
            continue
        part, inner = item.widget(), item.layout()
        passing = type(item) in (QWidgetItem, QSpacerItem)
        if passing and type(layout).__module__.startswith("PySide6"):  # ours keep theirs
            invalidate(item)  # Qt deletes it with the next change: Python would take what comes there for it
        if part is not None:
            yield from _controls(part)
        elif inner is not None:
            yield from _in_layout(inner)
