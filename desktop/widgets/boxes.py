"""Boxes to choose from: how wide they are, and what was chosen in them."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox


def narrow(box: QComboBox) -> None:
    """Keep a box from growing with its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)


def chosen(box: QComboBox) -> str:
    """Return the id chosen in a box, or ''."""
    return str(box.currentData() or "")
