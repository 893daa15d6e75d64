"""What a test gives to its bot stays until the test is over."""

from __future__ import annotations

import gc
from weakref import ref

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


def test_a_widget_that_is_left_behind_is_not_deleted_before_the_test_is_over(qtbot: QtBot) -> None:
    """It is painted once more: a search for garbage in the midst of that must not delete it."""
    widget = QWidget()
    qtbot.addWidget(widget)
    seen = ref(widget)
    del widget
    gc.collect()
    assert seen() is not None
