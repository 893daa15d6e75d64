"""Buttons of windows with fields: Enter in a field does not press them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget


def side_button(text: str, parent: QWidget, act: Callable[..., None] | None = None) -> QPushButton:
    """Return a button that is pressed by hand only, never by Enter elsewhere in its dialog."""
    button = QPushButton(text, parent)
    button.setAutoDefault(False)
    if act is not None:
        button.clicked.connect(act)
    return button


class ShortCheckBox(QCheckBox):
    """A check box whose words are cut short where they find no room: its tool tip has to have them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Take less room than all words need, if that is all there is."""
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Return the room for the box, and for as much of its words as says that there are some."""
        wanted = super().minimumSizeHint()
        return QSize(min(wanted.width(), self.fontMetrics().averageCharWidth() * 12), wanted.height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width()
        option.text = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room, Qt.TextFlag.TextShowMnemonic
        )
